#include "decision.h"

#include "ink.h"

#include <math.h>
#include <stdio.h>

#define MAX_MARKS 512u

/// How a kind of mark is drawn.
typedef struct Stroke {
    double degrees; ///< hue; < 0: white
    double alpha, width;
    bool is_arrow;
} Stroke;

/// Pushes and hits warm, pulls and probes cold, the preferred velocity white and the choice above
/// all.
static const Stroke strokes[VEER_TRACE_ROLE_COUNT] = {
    [VEER_TRACE_PROBE] = {190, 0.55, 1.2, false},
    [VEER_TRACE_HIT] = {25, 1.0, 2.2, false},
    [VEER_TRACE_PUSH] = {45, 0.9, 1.8, true},
    [VEER_TRACE_PULL] = {152, 0.9, 1.8, true},
    [VEER_TRACE_CONSTRAINT] = {300, 0.55, 1.2, false},
    [VEER_TRACE_PREFERRED] = {-1, 0.75, 2.0, true},
    [VEER_TRACE_CHOICE] = {100, 1.0, 3.0, true},
    [VEER_TRACE_SIDE] = {0, 0.9, 2.2, true},
};

/// Where the strokes of a trace go.
typedef struct Decision {
    const VeerScreen *screen;
    cairo_t *cairo;
    VeerAvoidTrace trace;
} Decision;

static VeerColour colour_of(VeerTraceRole role)
{
    double degrees = strokes[role].degrees;
    return degrees < 0.0 ? veer_colour_title : veer_colour_hue(degrees * acos(-1.0) / 180.0);
}

static void draw_mark_ball(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre,
                           float radius)
{
    (void)group;
    const Decision *decision = user;
    if (role < VEER_DRAW_TRACE) {
        return;
    }
    VeerTraceRole kind = (VeerTraceRole)(role - VEER_DRAW_TRACE);
    veer_ink_ring(decision->cairo, veer_screen_point(decision->screen, centre),
                  (double)radius * decision->screen->scale,
                  strokes[kind].width * decision->screen->unit, colour_of(kind),
                  strokes[kind].alpha);
}

static void add_head(cairo_t *cairo, VeerPoint from, VeerPoint to, double size)
{
    double angle = atan2(to.y - from.y, to.x - from.x);
    for (int side = -1; side <= 1; side += 2) {
        double turned = angle + side * 2.6;
        cairo_move_to(cairo, to.x, to.y);
        cairo_line_to(cairo, to.x + size * cos(turned), to.y + size * sin(turned));
    }
}

static void draw_mark_line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from,
                           VeerVec3 to)
{
    (void)group;
    const Decision *decision = user;
    if (role < VEER_DRAW_TRACE) {
        return;
    }
    VeerTraceRole kind = (VeerTraceRole)(role - VEER_DRAW_TRACE);
    cairo_t *cairo = decision->cairo;
    double unit = decision->screen->unit;
    VeerPoint a = veer_screen_point(decision->screen, from);
    VeerPoint b = veer_screen_point(decision->screen, to);
    cairo_new_path(cairo);
    cairo_move_to(cairo, a.x, a.y);
    cairo_line_to(cairo, b.x, b.y);
    if (strokes[kind].is_arrow && hypot(b.x - a.x, b.y - a.y) > 3.0) {
        add_head(cairo, a, b, 9.0 * unit);
    }
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, strokes[kind].width * unit);
    veer_ink_set(cairo, colour_of(kind), strokes[kind].alpha);
    cairo_stroke(cairo);
}

/// The first mark of a role that says why, or else the first; NULL: there is none.
static const VeerTraceMark *mark_of(const VeerAvoidTrace *trace, VeerTraceRole role)
{
    const VeerTraceMark *first = NULL;
    for (uint32_t i = 0; i < trace->count; i++) {
        const VeerTraceMark *mark = &trace->marks[i];
        if (mark->role == role && mark->note) {
            return mark;
        }
        first = mark->role == role && !first ? mark : first;
    }
    return first;
}

/// What the colours stand for, of those that are there.
static void draw_legend(const Decision *decision)
{
    const VeerScreen *screen = decision->screen;
    double unit = screen->text_unit, y = screen->top + 18.0 * unit;
    for (int i = 0; i < VEER_TRACE_ROLE_COUNT; i++) {
        VeerTraceRole role = (VeerTraceRole)i;
        const VeerTraceMark *mark = mark_of(&decision->trace, role);
        if (!mark) {
            continue;
        }
        char text[120];
        snprintf(text, sizeof text, "%s%s%.80s", veer_trace_role_name(role), mark->note ? ": " : "",
                 mark->note ? mark->note : "");
        VeerText style = {screen->right - 8.0 * unit,
                          y,
                          15.0 * unit,
                          VEER_ALIGN_RIGHT,
                          role == VEER_TRACE_CHOICE,
                          colour_of(role)};
        veer_ink_text(decision->cairo, style, text);
        y += 22.0 * unit;
    }
}

/// The agent of an id; null where there is none.
static VeerAgentId find_agent(const VeerPicture *picture)
{
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(picture->session->scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        VeerAgentState state;
        if (veer_agent_get(picture->session->world, agents[i].agent, &state) == VEER_OK &&
            state.id == picture->options.traced) {
            return agents[i].agent;
        }
    }
    return (VeerAgentId){0, 0};
}

void veer_decision_draw(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo)
{
    VeerTraceMark marks[MAX_MARKS];
    Decision decision = {screen, cairo, {.marks = marks, .capacity = MAX_MARKS}};
    VeerWorld *world = picture->session->world;
    if (picture->options.traced == 0 ||
        veer_world_trace(world, find_agent(picture), picture->session->info.dt, &decision.trace) !=
            VEER_OK) {
        return;
    }
    VeerDraw draw = {.ball = draw_mark_ball,
                     .line = draw_mark_line,
                     .user = &decision,
                     .trace = &decision.trace};
    veer_world_draw(world, &draw);
    veer_draw_reasons(world, find_agent(picture), picture->options.reasons,
                      picture->options.reason_count, &draw);
    draw_legend(&decision);
}
