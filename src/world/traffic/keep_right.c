/// Keeping to the right: on straight legs through corridors each agent has an offset of its own in
/// the right half, so that opposing streams pass on the left.
///
/// Source: lanes form by themselves where opposing crowds meet (Helbing and Molnár, "Social force
/// model for pedestrian dynamics", 1995), but only after both have come to a stop; offsets made
/// with the path avoid that.
#include "math/vec.h"
#include "world/body/body.h"
#include "world/map/map.h"
#include "world/traffic/traffic.h"

#include <string.h>

/// Radii between two samples of a leg, and samples of a leg at limit.
#define MAX_STEPS 64u
/// Ticks between two looks for opposing agents.
#define LOOK_TICKS 8u

/// A leg of a path, and the body that follows it.
typedef struct Leg {
    VeerVec3 from, along, right; ///< m; unit vectors
    float radius, widest, step;  ///< m
    uint32_t steps;
    float part; ///< of the right half, where the agent keeps to
    const VeerWorld *world;
    VeerMapSight sight;
} Leg;

static VeerVec3 right_of(VeerVec3 along)
{
    return vec3(along.y, -along.x, 0.0f);
}

/// m of free width at which a corridor ends: it is twice as long as it is wide.
static float widest(float radius, float length)
{
    return min_f(VEER_STREAM_RADII * radius, 0.5f * length);
}

/// m of free width at a point of a leg, up to `limit` in all. @return whether it is less
static bool find_sides(VeerMapSight *sight, VeerVec3 at, VeerVec3 side, float limit,
                       VeerFreeSides *free)
{
    *free = veer_map_free_sides(sight, at, side, limit, limit);
    return free->right < limit && free->right + free->left < limit;
}

/// m, from a point of a leg to the corridor's middle, to the left; 0: there is no corridor.
static float middle_at(VeerMapSight *sight, VeerVec3 at, VeerVec3 leg, float radius)
{
    VeerFreeSides free;
    VeerVec3 right = right_of(unit3(leg, (VeerVec3){0}));
    bool is_narrow = find_sides(sight, at, right, widest(radius, length3(leg)), &free);
    bool is_right = free.left > free.right && veer_streams_fit(free.right + free.left, radius);
    return is_narrow && is_right ? 0.5f * (free.left - free.right) : 0.0f;
}

float veer_keep_right_middle(const VeerWorld *world, uint32_t slot, VeerVec3 from, VeerVec3 to)
{
    float radius = world->agent.radius[slot];
    VeerVec3 leg = sub3(to, from);
    if (!world->map.grid.walls) {
        return 0.0f; // corridors are measured on grids only
    }
    VeerMapSight sight = veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * radius);
    float first = middle_at(&sight, along3(from, leg, 0.25f), leg, radius);
    float last = first > 0.0f ? middle_at(&sight, along3(from, leg, 0.75f), leg, radius) : 0.0f;
    bool is_along = last > 0.0f && fabsf(first - last) < radius;
    return is_along ? min_f(first, last) : 0.0f;
}

/// The leg through the corridor that an agent is in, or comes to; zero: there is none.
static VeerVec3 corridor_leg(const VeerRoute *route)
{
    VeerVec3 leg = route->middle > 0.0f ? sub3(route->aim, route->behind) : route->beyond;
    return route->middle > 0.0f || route->next_middle > 0.0f ? leg : (VeerVec3){0};
}

/// Whether an agent ahead within sensing range goes the opposite way.
static bool is_opposed(const VeerWorld *world, uint32_t slot, VeerVec3 leg)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerNear near[VEER_MAX_AHEAD];
    uint32_t count = veer_agents_ahead(world, slot, leg, near);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = near[i].index;
        const VeerRoute *its = &world->map.routes.all[other];
        VeerVec3 ahead = sub3(its->aim, agent->position[other]);
        if (its->remaining >= 0.0f && dot3(veer_world_flat(world, ahead), leg) < 0.0f) {
            return true;
        }
    }
    return false;
}

/// m, from an agent to the begin of its leg through the corridor that it is in, or comes to.
static VeerVec3 corridor_start(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    return veer_world_offset(world, slot, route->middle > 0.0f ? route->behind : route->aim);
}

/// m along its corridor, from an agent to where that ends: at the next passage's mouth, before
/// which all go to where it is.
static float corridor_rest(const VeerWorld *world, uint32_t slot, VeerVec3 along)
{
    const VeerPassage *passages = world->map.traffic.passages;
    if (!passages || !passages[slot].is_there) {
        return INFINITY;
    }
    float stride = veer_stride(world->agent.radius[slot]);
    VeerVec3 mouth = veer_world_offset(world, slot, passages[slot].mouth);
    return passages[slot].is_inside ? 0.0f : dot3(mouth, along) - stride;
}

VeerVec3 veer_keep_right_aside(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 right = right_of(unit3(corridor_leg(route), (VeerVec3){0}));
    return scale3(right, dot3(corridor_start(world, slot), right));
}

/// Whether an agent that others come against is left of the middle of its corridor, in it or
/// within a stride before it.
static bool is_astray(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    float middle = route->middle > 0.0f ? route->middle : route->next_middle;
    if (route->opposed == 0 || !(middle > 0.0f)) {
        return false;
    }
    VeerVec3 along = unit3(corridor_leg(route), (VeerVec3){0});
    VeerVec3 start = corridor_start(world, slot);
    float stride = veer_stride(world->agent.radius[slot]);
    return dot3(start, right_of(along)) > middle && dot3(start, along) < stride &&
           corridor_rest(world, slot, along) > 0.0f;
}

static void note_astray(VeerWorld *world, uint32_t slot, bool is_on)
{
    VeerPassage *passages = world->map.traffic.passages;
    if (passages) {
        passages[slot].is_astray = is_on && is_astray(world, slot);
        if (passages[slot].is_astray) {
            veer_progress_restart(world, slot);
        }
    }
}

void veer_keep_right_run(VeerWorld *world, float dt)
{
    VeerWorldMap *map = &world->map;
    uint8_t looks =
        (uint8_t)clamp_f(VEER_COMMITMENT_SECONDS / (dt * (float)LOOK_TICKS), 1.0f, 255.0f);
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        VeerRoute *route = &map->routes.all[slot];
        bool is_on = veer_route_is_on(world, slot);
        if (is_on && (map->head->plan_tick + world->agent.id[slot]) % LOOK_TICKS == 0) {
            VeerVec3 leg = corridor_leg(route);
            bool is_met = dot3(leg, leg) > 0.0f && is_opposed(world, slot, leg);
            route->opposed = is_met               ? looks
                             : route->opposed > 0 ? (uint8_t)(route->opposed - 1u)
                                                  : 0;
        }
        note_astray(world, slot, is_on);
    }
}

uint32_t veer_keep_right_walls(const VeerWorld *world, uint32_t slot, VeerWall *walls,
                               uint32_t count)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    bool is_in = route->middle > 0.0f;
    if (!is_in && route->next_middle <= 0.0f) {
        return count;
    }
    VeerVec3 leg = corridor_leg(route), along = unit3(leg, (VeerVec3){0}),
             left = vec3(-along.y, along.x, 0.0f);
    VeerVec3 start = corridor_start(world, slot);
    VeerVec3 corner = along3(start, left, is_in ? route->middle : route->next_middle);
    float stride = veer_stride(world->agent.radius[slot]);
    float end = min_f(length3(leg), corridor_rest(world, slot, along) - dot3(start, along));
    if (dot3(corner, left) > 0.0f && end > -stride && count < VEER_MAX_WALLS) {
        walls[count++] = (VeerWall){along3(corner, along, -stride), along3(corner, along, end)};
    }
    if (!is_in && dot3(corner, along) > 0.0f && count < VEER_MAX_WALLS) {
        walls[count++] = (VeerWall){corner, along3(corner, left, 2.0f * stride)};
    }
    return count;
}

static Leg leg_of(const VeerWorld *world, uint32_t slot, VeerVec3 from, VeerVec3 to)
{
    float radius = world->agent.radius[slot];
    VeerVec3 ahead = sub3(to, from);
    float length = length3(ahead);
    float stride = max_f(veer_stride(radius), length / (float)MAX_STEPS);
    float steps = stride > 0.0f ? length / stride : 0.0f;
    Leg leg = {
        .from = from,
        .along = unit3(ahead, (VeerVec3){0}),
        .radius = radius,
        .widest = widest(radius, length),
        .step = length / max_f(floorf(steps), 1.0f),
        .steps = (uint32_t)steps,
        .part = veer_agent_lane(world, slot),
        .world = world,
        .sight = veer_map_sight(world, world->map.grid.covered, VEER_SIGHT_RADII * radius),
    };
    leg.right = right_of(leg.along);
    return leg;
}

/// What is beside a leg at the middle of a step.
typedef struct StepSides {
    VeerVec3 place; ///< m: the agent's own in the right half
    VeerFreeSides free;
    bool is_narrow;
} StepSides;

static StepSides look_beside(Leg *leg, uint32_t step)
{
    VeerVec3 at = along3(leg->from, leg->along, ((float)step + 0.5f) * leg->step);
    VeerMapSight beside = {leg->sight.map, leg->sight.grid, leg->radius}; // in full: it stays there
    StepSides sides;
    sides.is_narrow = find_sides(&beside, at, leg->right, leg->widest, &sides.free);
    float half = 0.5f * (sides.free.left + sides.free.right);
    sides.is_narrow = sides.is_narrow && veer_streams_fit(2.0f * half, leg->radius);
    sides.place = along3(at, leg->right, sides.free.right - half + half * leg->part);
    return sides;
}

/// Whether walls to both sides lead along a leg from one step to the next, and not across it.
static bool goes_on(const Leg *leg, const StepSides *from, const StepSides *to)
{
    float most = 0.5f * leg->step;
    return fabsf(to->free.left - from->free.left) < most &&
           fabsf(to->free.right - from->free.right) < most;
}

/// The ends of the first run of narrow steps from `step` on, moved to the right. @return how many
/// points, 0 or 2
static uint32_t find_run(Leg *leg, uint32_t *step, VeerVec3 ends[2])
{
    StepSides last = {.is_narrow = false};
    uint32_t found = 0;
    for (; *step < leg->steps; ++*step) {
        StepSides sides = look_beside(leg, *step);
        bool is_on = sides.is_narrow && last.is_narrow && goes_on(leg, &last, &sides);
        if (found == 2 && !is_on) {
            break;
        }
        if (is_on) {
            ends[0] = found == 2 ? ends[0] : last.place;
            ends[1] = sides.place;
            found = 2;
        }
        last = sides;
    }
    return found;
}

/// Whether the path stays clear with points[extra] between two of its own.
static bool fits(Leg *leg, VeerVec3 from, const VeerVec3 *points, uint32_t extra, VeerVec3 to)
{
    for (uint32_t i = 0; i < extra; i++) {
        if (!veer_map_has_room(leg->world, points[i], leg->radius) ||
            !veer_map_is_clear(&leg->sight, from, points[i])) {
            return false;
        }
        from = points[i];
    }
    return veer_map_is_clear(&leg->sight, from, to);
}

/// Inserts points to the right of the leg from points[at] on. @return how many
static uint32_t shape_leg(const VeerWorld *world, uint32_t slot, VeerVec3 *points, uint32_t count,
                          uint32_t at)
{
    Leg leg = leg_of(world, slot, points[at], points[at + 1]);
    uint32_t added = 0;
    for (uint32_t step = 0; step < leg.steps;) {
        VeerVec3 ends[2];
        uint32_t extra = find_run(&leg, &step, ends);
        VeerVec3 *next = &points[at + added + 1];
        uint32_t total = count + added + extra;
        if (extra > 0 && total < world->map.routes.room &&
            fits(&leg, next[-1], ends, extra, *next)) {
            memmove(next + extra, next, (count - at - 1) * sizeof *next);
            memcpy(next, ends, extra * sizeof *next);
            added += extra;
        }
    }
    return added;
}

uint32_t veer_keep_right_shape(const VeerWorld *world, uint32_t slot, VeerVec3 *points,
                               uint32_t count)
{
    for (uint32_t at = 0; at + 1 < count; at++) {
        uint32_t added = shape_leg(world, slot, points, count, at);
        count += added;
        at += added;
    }
    return count;
}
