/// The leader of a squad on the march: its path, and the trail that members have their slots along.
#include "math/vec.h"
#include "world/squad/base/constants.h"
#include "world/squad/base/map.h"
#include "world/squad/march/march.h"

#include <string.h>

/// A point of an order as the trail has it: planar squads keep their own height.
static VeerVec3 level_point(const VeerMarch *march, VeerVec3 point)
{
    // On a mesh heights tell floors apart.
    const VeerWorld *world = march->run->world;
    bool is_level = world->def.space == VEER_PLANAR && !world->map.mesh.whole;
    return is_level ? vec3(point.x, point.y, march->squad->lead.z) : point;
}

/// Whether a patrol leads from its first point to another. One that does not ends where it is.
static bool goes_round(const VeerMarch *march)
{
    const VeerOrder *order = &march->squad->orders[0];
    VeerVec3 first = level_point(march, order->points[0]);
    for (uint32_t i = 1; i < order->point_count; ++i) {
        if (length3(sub3(level_point(march, order->points[i]), first)) > 0.0f) {
            return true;
        }
    }
    return false;
}

/// The point of the order that the leader goes to, or what it follows.
static VeerVec3 next_stop(const VeerMarch *march)
{
    const VeerOrder *order = &march->squad->orders[0];
    bool is_followed = order->kind == VEER_ORDER_FOLLOW;
    return level_point(march, is_followed ? march->squad->goal : order->points[march->squad->leg]);
}

void veer_march_plan(const VeerMarch *march)
{
    const VeerSquadRun *run = march->run;
    veer_squad_plan_path(march->run, march->side, next_stop(march));
    march->squad->path_age = 0.0f;
    march->squad->path_version = veer_squad_map_version(run);
}

/// Whether the leader is on a link, or at its begin.
static bool is_crossing(const VeerSquadSlot *squad)
{
    return squad->path_at < squad->path_count && squad->crossings.path[squad->path_at];
}

void veer_march_keep_path(const VeerMarch *march)
{
    VeerSquadSlot *squad = march->squad;
    if (!veer_squad_map(march->run) || is_crossing(squad)) {
        return;
    }
    squad->path_age += march->run->dt;
    bool is_followed = squad->orders[0].kind == VEER_ORDER_FOLLOW;
    bool is_due =
        squad->path_age >= PATIENCE_SECONDS || (squad->path_age >= VEER_COMMITMENT_SECONDS &&
                                                veer_squad_map_may_search(march->run, false));
    bool is_old =
        is_due && (is_followed || veer_squad_map_version(march->run) != squad->path_version);
    if (is_old || (squad->is_path_cut && squad->path_at + 2 >= squad->path_count)) {
        veer_march_plan(march);
    }
}

/// Adds a leg to the trail.
static void add_leg(VeerMarch *march, VeerVec3 point, bool is_link)
{
    uint32_t before = march->trail.count;
    veer_trail_add(&march->trail, point);
    if (march->trail.count > before) {
        march->is_link[before] = is_link;
    }
}

/// Adds what lies ahead of the leader to the trail.
static void add_path(VeerMarch *march)
{
    const VeerSquadSlot *squad = march->squad;
    const VeerOrder *order = &squad->orders[0];
    for (uint32_t i = squad->path_at; i < squad->path_count; ++i) {
        add_leg(march, squad->path[i], squad->crossings.path[i]);
    }
    if (squad->is_path_cut) {
        return;
    }
    if (order->kind == VEER_ORDER_FOLLOW) {
        VeerSquadTarget target;
        add_leg(march, level_point(march, squad->goal), false);
        if (veer_squad_target(march->run->world, order, &target)) {
            add_leg(march, level_point(march, target.position), false);
        }
        return;
    }
    bool is_loop = order->kind == VEER_ORDER_PATROL;
    uint32_t end = is_loop ? squad->leg + order->point_count : order->point_count;
    uint32_t first = squad->leg + (squad->path_count > 0 ? 1u : 0u);
    for (uint32_t leg = first; leg < end; ++leg) {
        VeerVec3 point = order->points[leg % order->point_count];
        add_leg(march, level_point(march, point), false);
    }
}

static float path_to_goal(const VeerMarch *march)
{
    const VeerTrail *trail = &march->trail;
    switch (march->squad->orders[0].kind) {
    case VEER_ORDER_PATROL:
        return goes_round(march) ? INFINITY : trail->along[trail->count - 1] - march->here;
    case VEER_ORDER_FOLLOW:
        return length3(sub3(level_point(march, march->squad->goal), march->squad->lead));
    default:
        return trail->along[trail->count - 1] - march->here;
    }
}

void veer_march_lay_trail(VeerMarch *march)
{
    const VeerSquadSlot *squad = march->squad;
    march->trail.count = 0;
    for (uint32_t i = 0; i < squad->crumb_count; ++i) {
        add_leg(march, squad->crumbs[i], squad->crossings.crumbs[i]);
    }
    add_leg(march, squad->lead, is_crossing(squad));
    march->here = march->trail.along[march->trail.count - 1];
    add_path(march);
    march->remaining = path_to_goal(march);
    VeerVec3 up = unit3(squad->rules.up, vec3(0.0f, 0.0f, 1.0f));
    VeerVec3 heading = veer_trail_direction(&march->trail, march->here,
                                            veer_march_chord_of(march, march->side), squad->ahead);
    float steep = dot3(heading, up);
    march->level = sqrtf(max_f(1.0f - steep * steep, 0.0f));
}

bool veer_march_is_on_link(const VeerMarch *march, float along, VeerVec3 *end)
{
    uint32_t leg = veer_trail_segment(&march->trail, along);
    bool is_on = march->is_link[leg];
    while (is_on && leg + 1u < march->trail.count && march->is_link[leg + 1u]) {
        leg++;
    }
    *end = march->trail.points[leg];
    return is_on;
}

/// Leaves a crumb on the leg that the leader is on.
static void add_crumb(VeerSquadSlot *squad, VeerVec3 point)
{
    uint8_t *crossings = squad->crossings.crumbs;
    if (squad->crumb_count == VEER_SQUAD_CRUMBS) {
        squad->crumb_count--;
        memmove(squad->crumbs, squad->crumbs + 1, squad->crumb_count * sizeof *squad->crumbs);
        memmove(crossings, crossings + 1, squad->crumb_count * sizeof *crossings);
    }
    crossings[squad->crumb_count] = is_crossing(squad);
    squad->crumbs[squad->crumb_count++] = point;
}

VeerVec3 veer_march_next(const VeerMarch *march, bool *is_last)
{
    const VeerSquadSlot *squad = march->squad;
    const VeerOrder *order = &squad->orders[0];
    bool is_on_path = squad->path_at < squad->path_count;
    bool is_last_leg = order->kind == VEER_ORDER_GO
                           ? squad->leg + 1 >= order->point_count
                           : order->kind == VEER_ORDER_FOLLOW || !goes_round(march);
    *is_last = is_last_leg && squad->path_at + 1 >= squad->path_count;
    return is_on_path ? squad->path[squad->path_at] : next_stop(march);
}

/// Passes the points of its path that the leader comes by. @return what is left of this tick's, m
static float pass_points(VeerMarch *march, float advance)
{
    VeerSquadSlot *squad = march->squad;
    const VeerOrder *order = &squad->orders[0];
    for (uint32_t i = 0; i < order->point_count + VEER_SQUAD_PATH; ++i) {
        bool is_last;
        VeerVec3 point = veer_march_next(march, &is_last);
        float distance = length3(sub3(point, squad->lead));
        if (is_last || distance > advance) {
            break;
        }
        advance -= distance;
        squad->lead = point;
        add_crumb(squad, point);
        if (squad->path_at + 1 < squad->path_count) {
            squad->path_at++;
        } else {
            squad->leg = (squad->leg + 1) % order->point_count;
            veer_march_plan(march);
        }
    }
    return advance;
}

/// How much faster the leader goes on a link: as members do, which climb while they go along.
static float climbing(const VeerSquadSlot *squad)
{
    if (!is_crossing(squad)) {
        return 1.0f;
    }
    VeerVec3 rise = unit3(sub3(squad->path[squad->path_at], squad->lead), vec3(1.0f, 0.0f, 0.0f));
    return 1.0f / max_f(length2(plane2(rise)), fabsf(rise.z));
}

void veer_march_advance(VeerMarch *march)
{
    VeerSquadSlot *squad = march->squad;
    float advance = squad->speed * climbing(squad) * march->run->dt;
    advance = min_f(pass_points(march, advance), march->remaining);
    veer_march_lay_trail(march);
    squad->lead = veer_trail_at(&march->trail, march->here + advance);
    float length = march->front + march->back;
    float apart = max_f(squad->rules.spacing, length / (float)(VEER_SQUAD_CRUMBS - 4));
    VeerVec3 last = squad->crumbs[squad->crumb_count - 1];
    if (length3(sub3(squad->lead, last)) >= apart) {
        add_crumb(squad, squad->lead);
    }
}
