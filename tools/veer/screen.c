#include "screen.h"

#include <math.h>

#define MARGIN 48.0 // round the frame, in units
#define HEAD 104.0  // above it, for the title
#define FOOT 64.0   // below it, for the scale
#define LEAST_TEXT 0.62

/// Heights that a picture may have, of its width.
#define LEAST_ASPECT 0.30
#define MOST_ASPECT 0.85

static void hold(VeerBounds *box, VeerVec3 point, float radius)
{
    box->lower.x = fminf(box->lower.x, point.x - radius);
    box->lower.y = fminf(box->lower.y, point.y - radius);
    box->lower.z = fminf(box->lower.z, point.z - radius);
    box->upper.x = fmaxf(box->upper.x, point.x + radius);
    box->upper.y = fmaxf(box->upper.y, point.y + radius);
    box->upper.z = fmaxf(box->upper.z, point.z + radius);
}

/// The viewport, with every start and goal in it.
static VeerBounds seen_box(const VeerSession *session)
{
    VeerBounds box = session->info.viewport;
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(session->scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        VeerAgentState state;
        bool is_there = veer_agent_get(session->world, agents[i].agent, &state) == VEER_OK;
        hold(&box, agents[i].start, is_there ? state.radius : 0.0f);
        if (agents[i].has_point_goal) {
            hold(&box, agents[i].goal, is_there ? state.radius : 0.0f);
        }
    }
    return box;
}

/// Looking from above, or from south-east at a height of 28 degrees.
static void aim(VeerScreen *screen)
{
    double degree = acos(-1.0) / 180.0;
    double side = screen->is_spatial ? -62.0 * degree : -90.0 * degree;
    double height = screen->is_spatial ? 28.0 * degree : 90.0 * degree;
    double c = cos(side), s = sin(side), ch = cos(height), sh = sin(height);
    double across[3] = {-s, c, 0.0}, up[3] = {-sh * c, -sh * s, ch},
           toward[3] = {ch * c, ch * s, sh};
    for (int i = 0; i < 3; i++) {
        screen->across[i] = across[i];
        screen->up[i] = up[i];
        screen->toward[i] = toward[i];
    }
}

static double along(const double axis[3], VeerVec3 point)
{
    return axis[0] * (double)point.x + axis[1] * (double)point.y + axis[2] * (double)point.z;
}

VeerPoint veer_screen_point(const VeerScreen *screen, VeerVec3 point)
{
    return (VeerPoint){screen->origin_x + screen->scale * along(screen->across, point),
                       screen->origin_y - screen->scale * along(screen->up, point),
                       along(screen->toward, point)};
}

/// How far the box reaches along an axis of the picture.
static void reach(VeerBounds box, const double axis[3], double *low, double *high)
{
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (unsigned corner = 0; corner < 8; corner++) {
        VeerVec3 point = {corner & 1 ? box.upper.x : box.lower.x,
                          corner & 2 ? box.upper.y : box.lower.y,
                          corner & 4 ? box.upper.z : box.lower.z};
        *low = fmin(*low, along(axis, point));
        *high = fmax(*high, along(axis, point));
    }
}

static double even(double pixels)
{
    return 2.0 * ceil(pixels / 2.0);
}

/// Chooses the scale and the height for what is to be seen.
static void fit(VeerScreen *screen)
{
    double low_x, high_x, low_y, high_y;
    reach(screen->box, screen->across, &low_x, &high_x);
    reach(screen->box, screen->up, &low_y, &high_y);
    double wide = fmax(high_x - low_x, 1e-6) * 1.04, tall = fmax(high_y - low_y, 1e-6) * 1.04;
    double room = screen->width - 2.0 * MARGIN * screen->text_unit;
    double height = fmin(fmax(room * tall / wide, LEAST_ASPECT * room), MOST_ASPECT * room);
    screen->scale = fmin(room / wide, height / tall);
    screen->left = MARGIN * screen->text_unit;
    screen->right = screen->width - screen->left;
    screen->top = HEAD * screen->text_unit;
    screen->height = even(screen->top + height + FOOT * screen->text_unit);
    screen->bottom = screen->top + height;
    screen->origin_x =
        0.5 * (screen->left + screen->right) - screen->scale * 0.5 * (low_x + high_x);
    screen->origin_y =
        0.5 * (screen->top + screen->bottom) + screen->scale * 0.5 * (low_y + high_y);
}

VeerScreen veer_screen_make(const VeerSession *session, uint32_t width)
{
    VeerScreen screen = {.width = even(width)};
    screen.unit = screen.width / 1600.0;
    screen.text_unit = fmax(screen.unit, LEAST_TEXT);
    screen.is_spatial = session->info.space == VEER_SPATIAL;
    screen.box = seen_box(session);
    aim(&screen);
    fit(&screen);
    return screen;
}
