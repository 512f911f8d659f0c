#include "screen.h"

#include "veer/route.h"

#include <math.h>

#define MARGIN 48.0 // round the frame, in units
#define HEAD 104.0  // above it, for the title
#define FOOT 64.0   // below it, for the scale
#define LEAST_TEXT 0.62

/// Heights that a picture may have, of its width.
#define LEAST_ASPECT 0.30
#define MAX_ASPECT 0.85

/// What has been found to be seen.
typedef struct Extent {
    const VeerScreen *screen;
    VeerBounds box;                      ///< m
    double low_x, high_x, low_y, high_y; ///< m, along the axes of the picture
} Extent;

static double along(const double axis[3], VeerVec3 point)
{
    return axis[0] * (double)point.x + axis[1] * (double)point.y + axis[2] * (double)point.z;
}

/// Takes in a ball.
static void see(Extent *extent, VeerVec3 point, float radius)
{
    VeerBounds *box = &extent->box;
    box->lower =
        (VeerVec3){fminf(box->lower.x, point.x - radius), fminf(box->lower.y, point.y - radius),
                   fminf(box->lower.z, point.z - radius)};
    box->upper =
        (VeerVec3){fmaxf(box->upper.x, point.x + radius), fmaxf(box->upper.y, point.y + radius),
                   fmaxf(box->upper.z, point.z + radius)};
    double x = along(extent->screen->across, point), y = along(extent->screen->up, point);
    extent->low_x = fmin(extent->low_x, x - (double)radius);
    extent->high_x = fmax(extent->high_x, x + (double)radius);
    extent->low_y = fmin(extent->low_y, y - (double)radius);
    extent->high_y = fmax(extent->high_y, y + (double)radius);
}

static void see_box(Extent *extent, VeerBounds box)
{
    for (unsigned corner = 0; corner < 8; corner++) {
        see(extent,
            (VeerVec3){corner & 1 ? box.upper.x : box.lower.x,
                       corner & 2 ? box.upper.y : box.lower.y,
                       corner & 4 ? box.upper.z : box.lower.z},
            0.0f);
    }
}

/// Every start and every goal.
static void see_agents(Extent *extent, const VeerSession *session)
{
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(session->scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        VeerAgentState state;
        bool is_there = veer_agent_get(session->world, agents[i].agent, &state) == VEER_OK;
        float radius = is_there ? state.radius : 0.0f;
        see(extent, agents[i].start, radius);
        if (agents[i].has_point_goal) {
            see(extent, agents[i].goal, radius);
        }
    }
}

#define ORBIT_SAMPLES 24

/// An obstacle, with the path that it will take. @return false when that is not known
static bool see_obstacle(Extent *extent, const VeerSession *session, VeerObstacleId id)
{
    VeerObstacleState state;
    if (veer_obstacle_get(session->world, id, &state) != VEER_OK) {
        return true;
    }
    VeerVec3 at = state.position, half = state.half_extents;
    see(extent, at, state.radius);
    if (state.shape == VEER_SHAPE_BOX) {
        see_box(extent, (VeerBounds){{at.x - half.x, at.y - half.y, at.z - half.z},
                                     {at.x + half.x, at.y + half.y, at.z + half.z}});
    }
    for (int i = 1; state.motion == VEER_MOTION_ORBIT && i <= ORBIT_SAMPLES; i++) {
        float seconds = session->info.duration * (float)i / ORBIT_SAMPLES;
        if (veer_obstacle_predict(session->world, id, seconds, &at) == VEER_OK) {
            see(extent, at, state.radius);
        }
    }
    return state.motion == VEER_MOTION_STATIC || state.motion == VEER_MOTION_ORBIT;
}

/// All that a picture is to show. In the plane that is the viewport and what is beyond it; in
/// space the corners of a box are far from what is in it, so it is looked at itself.
static Extent find_extent(const VeerSession *session, const VeerScreen *screen)
{
    Extent extent = {
        .screen = screen,
        .box = {{HUGE_VALF, HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}},
        .low_x = HUGE_VAL,
        .high_x = -HUGE_VAL,
        .low_y = HUGE_VAL,
        .high_y = -HUGE_VAL};
    see_agents(&extent, session);
    bool is_known = screen->is_spatial && isfinite(extent.box.lower.x);
    uint32_t slots = veer_obstacle_slot_count(session->world);
    for (uint32_t slot = 0; is_known && slot < slots; slot++) {
        is_known = see_obstacle(&extent, session, veer_obstacle_at(session->world, slot));
    }
    if (!is_known || veer_world_voxels(session->world) || veer_world_mesh(session->world)) {
        see_box(&extent, session->info.viewport);
    }
    // The grid on the floor.
    VeerBounds floor = extent.box;
    floor.upper.z = floor.lower.z;
    see_box(&extent, floor);
    return extent;
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

VeerPoint veer_screen_point(const VeerScreen *screen, VeerVec3 point)
{
    return (VeerPoint){screen->origin_x + screen->scale * along(screen->across, point),
                       screen->origin_y - screen->scale * along(screen->up, point),
                       along(screen->toward, point)};
}

static double even(double pixels)
{
    return 2.0 * ceil(pixels / 2.0);
}

/// Chooses the scale and the height for what is to be seen.
static void fit(VeerScreen *screen, Extent extent)
{
    double wide = fmax(extent.high_x - extent.low_x, 1e-6) * 1.04;
    double tall = fmax(extent.high_y - extent.low_y, 1e-6) * 1.04;
    double room = screen->width - 2.0 * MARGIN * screen->text_unit;
    double height = fmin(fmax(room * tall / wide, LEAST_ASPECT * room), MAX_ASPECT * room);
    screen->scale = fmin(room / wide, height / tall);
    screen->left = MARGIN * screen->text_unit;
    screen->right = screen->width - screen->left;
    screen->top = HEAD * screen->text_unit;
    screen->height = even(screen->top + height + FOOT * screen->text_unit);
    screen->bottom = screen->top + height;
    screen->origin_x =
        0.5 * (screen->left + screen->right) - screen->scale * 0.5 * (extent.low_x + extent.high_x);
    screen->origin_y =
        0.5 * (screen->top + screen->bottom) + screen->scale * 0.5 * (extent.low_y + extent.high_y);
}

VeerScreen veer_screen_make(const VeerSession *session, uint32_t width)
{
    VeerScreen screen = {.width = even(width)};
    screen.unit = screen.width / 1600.0;
    screen.text_unit = fmax(screen.unit, LEAST_TEXT);
    // Floors above each other are seen from aside too.
    screen.is_spatial = session->info.space == VEER_SPATIAL || veer_world_mesh(session->world);
    aim(&screen);
    Extent extent = find_extent(session, &screen);
    screen.box = extent.box;
    fit(&screen, extent);
    return screen;
}
