/// Lanes: where a way leads straight through a corridor, each agent keeps to its own part of the
/// right half, so that those who come the other way pass on the left.
///
/// Source: lanes of uniform flow form by themselves where opposing crowds meet (Helbing and Molnár,
/// "Social force model for pedestrian dynamics", 1995), but only after both have stood; who knows
/// the corridor beforehand need not wait for that.
#include "base/hash.h"
#include "math/vec.h"
#include "world/stages.h"

#include <string.h>

/// A corridor is what is narrower than so many radii, for a centre.
#define NARROW_RADII 16.0f
/// Looked at every so many radii of a way, and at so many points of a leg at most.
#define STEP_RADII 8.0f
#define MOST_STEPS 64u
/// The part of the right half that stays free along the middle.
#define MIDDLE 0.1f

/// A leg of a way, and who walks it.
typedef struct Leg {
    VeerVec3 from, along, right; ///< m; unit vectors
    float radius, step;          ///< m
    uint32_t steps;
    float part; ///< of the right half, where it keeps to
    VeerMapSight sight;
} Leg;

float veer_route_lane(const VeerWorld *world, uint32_t slot)
{
    float lot = (float)(veer_hash_mix(world->agent.id[slot]) >> 40) * 0x1p-24f;
    return MIDDLE + (1.0f - MIDDLE) * lot;
}

static Leg leg_of(const VeerWorld *world, uint32_t slot, VeerVec3 from, VeerVec3 to)
{
    float radius = world->agent.radius[slot];
    VeerVec3 way = sub3(to, from);
    float length = length3(way);
    float steps = min_f(length / (STEP_RADII * radius), (float)MOST_STEPS);
    Leg leg = {
        .from = from,
        .along = unit3(way, (VeerVec3){0}),
        .radius = radius,
        .step = length / max_f(floorf(steps), 1.0f),
        .steps = (uint32_t)steps,
        .part = veer_route_lane(world, slot),
        .sight = veer_map_sight(world, world->map.covered, VEER_SIGHT_RADII * radius),
    };
    leg.right = vec3(leg.along.y, -leg.along.x, 0.0f);
    return leg;
}

/// The point of its lane at a step of the leg. @return false: it is not narrow there
static bool find_lane(Leg *leg, uint32_t step, VeerVec3 *out)
{
    VeerVec3 at = along3(leg->from, leg->along, (float)step * leg->step);
    float most = NARROW_RADII * leg->radius;
    float right = veer_map_free_way(&leg->sight, at, leg->right, most);
    if (right >= most) {
        return false;
    }
    float left = veer_map_free_way(&leg->sight, at, scale3(leg->right, -1.0f), most - right);
    float half = 0.5f * (left + right);
    *out = along3(at, leg->right, right - half + half * leg->part);
    return left + right < most;
}

/// The first run of narrow steps from `step` on: the lane's points at both of its ends.
/// @return how many points, 0 to 2
static uint32_t find_run(Leg *leg, uint32_t *step, VeerVec3 ends[2])
{
    uint32_t found = 0;
    for (; *step < leg->steps; ++*step) {
        VeerVec3 point;
        if (find_lane(leg, *step, &point)) {
            ends[found > 0] = point;
            found = found < 2 ? found + 1 : 2;
        } else if (found > 0) {
            break;
        }
    }
    return found;
}

/// Whether the way stays clear with points[extra] between two of its own.
static bool fits(Leg *leg, VeerVec3 from, const VeerVec3 *points, uint32_t extra, VeerVec3 to)
{
    for (uint32_t i = 0; i < extra; i++) {
        if (!veer_map_is_clear(&leg->sight, from, points[i])) {
            return false;
        }
        from = points[i];
    }
    return veer_map_is_clear(&leg->sight, from, to);
}

/// Puts the lanes of one leg, from points[at] on, into the way. @return how many points
static uint32_t widen_leg(const VeerWorld *world, uint32_t slot, VeerVec3 *points, uint32_t count,
                          uint32_t at)
{
    Leg leg = leg_of(world, slot, points[at], points[at + 1]);
    uint32_t added = 0;
    for (uint32_t step = 1; step < leg.steps;) {
        VeerVec3 ends[2];
        uint32_t extra = find_run(&leg, &step, ends);
        VeerVec3 *next = &points[at + added + 1];
        uint32_t total = count + added + extra;
        if (extra > 0 && total < world->map.room && fits(&leg, next[-1], ends, extra, *next)) {
            memmove(next + extra, next, (count - at - 1) * sizeof *next);
            memcpy(next, ends, extra * sizeof *next);
            added += extra;
        }
    }
    return added;
}

uint32_t veer_route_lanes(const VeerWorld *world, uint32_t slot, VeerVec3 *points, uint32_t count)
{
    for (uint32_t at = 0; at + 1 < count; at++) {
        uint32_t added = widen_leg(world, slot, points, count, at);
        count += added;
        at += added;
    }
    return count;
}
