#include "labels.h"

#include "ink.h"

#include <math.h>
#include <stdio.h>

#define NARROW 560.0 // pixels, too few for all of the foot line

/// The greatest of 1, 2, 5, 10, … that is at most `most`.
static double round_length(double most)
{
    double power = pow(10.0, floor(log10(most)));
    double digit = most / power;
    return power * (digit >= 5.0 ? 5.0 : digit >= 2.0 ? 2.0 : 1.0);
}

static void grid_line(const VeerScreen *screen, cairo_t *cairo, VeerVec3 from, VeerVec3 to)
{
    VeerPoint a = veer_screen_point(screen, from), b = veer_screen_point(screen, to);
    cairo_move_to(cairo, a.x, a.y);
    cairo_line_to(cairo, b.x, b.y);
}

void veer_labels_draw_grid(const VeerScreen *screen, cairo_t *cairo)
{
    VeerBounds box = screen->box;
    float z = screen->is_spatial ? box.lower.z : 0.0f;
    float step = (float)round_length(180.0 * screen->text_unit / screen->scale);
    cairo_new_path(cairo);
    for (float x = ceilf(box.lower.x / step) * step; x <= box.upper.x; x += step) {
        grid_line(screen, cairo, (VeerVec3){x, box.lower.y, z}, (VeerVec3){x, box.upper.y, z});
    }
    for (float y = ceilf(box.lower.y / step) * step; y <= box.upper.y; y += step) {
        grid_line(screen, cairo, (VeerVec3){box.lower.x, y, z}, (VeerVec3){box.upper.x, y, z});
    }
    cairo_set_line_width(cairo, screen->unit);
    veer_ink_set(cairo, veer_colour_grid, 1.0);
    cairo_stroke(cairo);
}

/// A bar of a round length, and what length it is.
static void draw_scale(const VeerScreen *screen, cairo_t *cairo)
{
    double metres =
        round_length(fmin(220.0 * screen->text_unit, 0.25 * screen->width) / screen->scale);
    double length = metres * screen->scale, unit = screen->text_unit;
    double x = screen->left, y = screen->bottom + 34.0 * unit, tick = 5.0 * unit;
    cairo_new_path(cairo);
    cairo_move_to(cairo, x, y - tick);
    cairo_line_to(cairo, x, y);
    cairo_line_to(cairo, x + length, y);
    cairo_line_to(cairo, x + length, y - tick);
    cairo_set_line_width(cairo, 1.6 * unit);
    veer_ink_set(cairo, veer_colour_text, 1.0);
    cairo_stroke(cairo);
    char text[40];
    snprintf(text, sizeof text, metres >= 1000.0 ? "%g km" : "%g m",
             metres >= 1000.0 ? metres / 1000.0 : metres);
    veer_ink_text(cairo,
                  (VeerText){x + length + 12.0 * unit, y + 2.0 * unit, 15.0 * unit, VEER_ALIGN_LEFT,
                             false, veer_colour_text},
                  text);
}

/// How many arrived; trips where there are several an agent.
static void describe_arrivals(const VeerReport *report, char *text, size_t size)
{
    double agents = veer_report_number(report, VEER_KEY_AGENTS);
    double trips = veer_report_number(report, VEER_KEY_TRIPS);
    double time = veer_report_number(report, VEER_KEY_TIME);
    if (trips > agents) {
        snprintf(text, size, "%.0f trips in %.1f s", trips, time);
    } else {
        snprintf(text, size, "%.0f of %.0f arrived in %.1f s",
                 veer_report_number(report, VEER_KEY_ARRIVED), agents, time);
    }
}

/// The main scores, in one line.
static void describe_scores(const VeerReport *report, char *text, size_t size)
{
    double ratio = veer_report_number(report, VEER_KEY_TIME_RATIO);
    double contacts = veer_report_number(report, VEER_KEY_CONTACTS) +
                      veer_report_number(report, VEER_KEY_OBSTACLE_CONTACTS);
    char arrivals[80], ratio_text[40] = "";
    describe_arrivals(report, arrivals, sizeof arrivals);
    if (isfinite(ratio)) {
        snprintf(ratio_text, sizeof ratio_text, "  ·  %.2f × the shortest path's time", ratio);
    }
    snprintf(text, size, "%s  ·  %.0f contact%s%s", arrivals, contacts, contacts == 1.0 ? "" : "s",
             ratio_text);
}

/// How far the world is, for a frame of a film.
static void describe_progress(const VeerSession *session, char *text, size_t size)
{
    uint32_t count, arrived = 0;
    const VeerScenarioAgent *agents = veer_scenario_agents(session->scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        VeerAgentState state;
        bool is_there = veer_agent_get(session->world, agents[i].agent, &state) == VEER_OK;
        arrived += agents[i].has_left || (is_there && state.status == VEER_AGENT_ARRIVED);
    }
    snprintf(text, size, "%u of %u arrived", arrived, count);
}

void veer_labels_draw_texts(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo)
{
    const VeerSession *session = picture->session;
    double unit = screen->text_unit;
    char text[200];
    VeerText title = {screen->left,    50.0 * unit, 25.0 * unit,
                      VEER_ALIGN_LEFT, true,        veer_colour_title};
    veer_ink_text(cairo, title, picture->title ? picture->title : session->info.title);
    VeerText line = {screen->left,    80.0 * unit, 16.0 * unit,
                     VEER_ALIGN_LEFT, false,       veer_colour_text};
    if (picture->report) {
        describe_scores(picture->report, text, sizeof text);
    } else {
        describe_progress(session, text, sizeof text);
    }
    veer_ink_text(cairo, line, text);
    draw_scale(screen, cairo);
    VeerText foot = {screen->right, screen->bottom + 36.0 * unit,
                     14.0 * unit,   VEER_ALIGN_RIGHT,
                     false,         veer_colour_faint};
    double now = veer_world_time(session->world);
    if (screen->width < NARROW) {
        snprintf(text, sizeof text, "veer  ·  t = %.1f s", now);
    } else {
        snprintf(text, sizeof text, "veer  ·  %.40s  ·  %s  ·  seed %.0f  ·  t = %.1f s",
                 session->info.name, veer_avoid_model_name(session->info.model),
                 (double)session->info.seed, now);
    }
    veer_ink_text(cairo, foot, text);
}
