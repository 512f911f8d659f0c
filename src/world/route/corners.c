/// Paths over cells, kept off the walls, and apart from those of other agents.
#include "world/route/corners.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/traffic/traffic.h"

#include <string.h>

/// Times that a place is moved off the wall nearest to it.
#define PUSHES 8u
/// Turns inserted into a leg, at most.
#define MAX_ADDED 32u
/// The cosine of half of the sharpest bend whose legs are kept off the corner by its turn alone.
#define SHARP 0.7f

/// A body that a path is kept off walls for.
typedef struct Body {
    const VeerWorld *world;
    float radius;       ///< m
    VeerMapSight sight; ///< past walls
} Body;

/// A turn of a path, with the points before and after.
typedef struct Turn {
    VeerVec3 before, at, after; ///< m
} Turn;

static Body body_of(const VeerWorld *world, float radius)
{
    return (Body){world, radius,
                  veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * radius)};
}

/// The directions of a path before and after a turn.
typedef struct Bend {
    VeerVec3 before, after; ///< unit vectors
} Bend;

static Bend bend_of(Turn turn)
{
    return (Bend){unit3(sub3(turn.at, turn.before), (VeerVec3){0}),
                  unit3(sub3(turn.after, turn.at), (VeerVec3){0})};
}

static VeerVec3 outside_of(Turn turn)
{
    Bend bend = bend_of(turn);
    return unit3(sub3(bend.before, bend.after), (VeerVec3){0});
}

/// Moves a place off the walls nearest to it, between two of them by less each time. @return
/// whether a body has room there
static bool push_off(const Body *body, VeerVec3 *place)
{
    for (uint32_t i = 0; i < PUSHES; i++) {
        float wanted =
            body->radius * (VEER_PATH_RADII + (1.0f - VEER_PATH_RADII) * (float)i / (PUSHES - 1u));
        VeerNearWall near[VEER_MAX_WALLS];
        VeerWallQuery query = {.point = *place,
                               .range = wanted,
                               .lower = -INFINITY,
                               .upper = INFINITY,
                               .mask = body->world->def.map.layer};
        VeerWallCollector found = {.world = body->world, .query = &query, .out = near};
        body->world->map.traits->find_walls(&found);
        if (found.count == 0) {
            break;
        }
        *place = along3(*place, veer_walls_away(&near[0]), wanted - near[0].distance);
    }
    return veer_map_has_room(body->world, *place, body->radius);
}

/// A place for a turn where a body has room, and so far on the outside of a bend of up to a right
/// angle that it has room beside the corner on both legs; the turn itself where there is none.
static VeerVec3 put_off(Body *body, Turn turn)
{
    if (veer_map_has_room(body->world, turn.at, body->radius)) {
        return turn.at;
    }
    Bend bend = bend_of(turn);
    VeerVec3 out = outside_of(turn);
    float wanted = VEER_PATH_RADII * body->radius;
    wanted -= veer_map_gap(body->world, turn.at, body->radius);
    float cosine = max_f(0.5f * length3(add3(bend.before, bend.after)), SHARP);
    VeerVec3 places[] = {along3(turn.at, out, wanted / cosine), along3(turn.at, out, wanted),
                         turn.at};
    for (uint32_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (push_off(body, &places[i])) {
            return places[i];
        }
    }
    return turn.at;
}

/// The part of a leg where it comes nearest to what is blocked, as far as samples tell, and nearer
/// than the radius; the middle where it does not. A gap changes by no more than the distance
/// between two places, so that samples which cannot be the least are left out: the more, the
/// farther off walls are `seen`.
static float nearest_part(const Body *body, VeerVec3 from, VeerVec3 to)
{
    VeerVec3 along = sub3(to, from);
    float size = veer_map_cell_size(body->world), length = length3(along);
    float least = body->radius, part = 0.5f, seen = least + size;
    uint32_t steps = (uint32_t)(VEER_MAP_SAMPLES * length / size) + 2u;
    for (uint32_t i = 1; i < steps; i++) {
        float at = (float)i / (float)steps;
        float gap = veer_map_gap(body->world, along3(from, along, at), seen);
        part = gap < least ? at : part;
        least = min_f(least, gap);
        // At most all that are left, also of a leg without a length.
        float more = min_f((min_f(gap, seen) - least) * (float)steps / length, (float)steps);
        i += more > 1.0f ? (uint32_t)more - 1u : 0u; // one less, for rounding
    }
    return part;
}

/// Turns of a path between two corners: as they are, and each as a point of the taut leg, which is
/// nowhere in a wall.
typedef struct Bow {
    VeerVec3 points[MAX_ADDED + 2u], taut[MAX_ADDED + 2u]; ///< m
    uint32_t count;
} Bow;

/// Inserts a turn where a body has room after points[at], where the leg there comes nearest to what
/// is blocked. @return false: there is none
static bool bend(const Body *body, Bow *bow, uint32_t at)
{
    VeerVec3 *points = bow->points + at, *taut = bow->taut + at;
    float part = nearest_part(body, points[0], points[1]);
    VeerVec3 place = along3(points[0], sub3(points[1], points[0]), part);
    VeerVec3 on_taut = along3(taut[0], sub3(taut[1], taut[0]), part);
    if (!push_off(body, &place)) {
        place = on_taut;
        if (!push_off(body, &place)) {
            return false;
        }
    }
    size_t behind = bow->count++ - at - 1u;
    memmove(points + 2, points + 1, behind * sizeof *points);
    memmove(taut + 2, taut + 1, behind * sizeof *taut);
    points[1] = place;
    taut[1] = on_taut;
    return true;
}

/// Bends a leg until a body does not touch what is blocked, as far as it can, with `most` turns at
/// most.
static void bend_all(Body *body, Bow *bow, uint32_t most)
{
    most = most < MAX_ADDED ? most : MAX_ADDED;
    for (uint32_t at = 0; at + 1 < bow->count; at++) {
        while (bow->count < most + 2u &&
               !veer_map_is_clear(&body->sight, bow->points[at], bow->points[at + 1]) &&
               bend(body, bow, at)) {
        }
    }
}

/// Leaves out turns over a grid that a body need not take past walls and what covers it. @return
/// how many points are left
static uint32_t shorten(const Body *body, VeerVec3 *points, uint32_t count)
{
    VeerMapSight sight = body->sight;
    sight.grid = body->world->map.grid.covered;
    if (!sight.grid || body->world->map.grid.costs) {
        return count; // turns may lead round costlier cells
    }
    uint32_t kept = 1;
    for (uint32_t at = 1; at < count; at++) {
        bool is_needed =
            at + 1 == count || !veer_map_is_clear(&sight, points[kept - 1], points[at + 1]);
        points[kept] = points[at];
        kept += is_needed ? 1u : 0u;
    }
    return kept;
}

uint32_t veer_route_off_walls(const VeerWorld *world, VeerVec3 *points, uint32_t count,
                              float radius)
{
    Body body = body_of(world, max_f(radius, VEER_PATH_CELLS * veer_map_cell_size(world)));
    VeerVec3 taut = points[0] = veer_world_flat(world, points[0]);
    for (uint32_t at = 0; at + 1 < count;) {
        VeerVec3 *next = &points[at + 1], ahead = veer_world_flat(world, *next);
        *next = at + 2 < count ? put_off(&body, (Turn){taut, ahead, next[1]}) : ahead;
        Bow bow = {{points[at], *next}, {taut, ahead}, 2};
        bend_all(&body, &bow, world->map.routes.room - count);
        uint32_t added = bow.count - 2u;
        memmove(next + added, next, (count - at - 1) * sizeof *points);
        memcpy(next, bow.points + 1, added * sizeof *points);
        count += added;
        at += added + 1u;
        taut = ahead;
    }
    return shorten(&body, points, count);
}

// --- Apart from those of other agents ---

bool veer_route_is_good_corner(VeerMapSight *sight, const VeerVec3 *corner, VeerVec3 moved)
{
    float straight = length3(sub3(corner[0], corner[-1])) + length3(sub3(corner[1], corner[0]));
    float length = length3(sub3(moved, corner[-1])) + length3(sub3(corner[1], moved));
    return length <= (1.0f + VEER_AS_GOOD) * straight &&
           veer_map_is_clear(sight, corner[-1], moved) &&
           veer_map_is_clear(sight, moved, corner[1]);
}

/// A corner moved to the agent's own offset in the free width outside of it.
/// @param before  m: the point before, where it was
static VeerVec3 spread(const VeerWorld *world, uint32_t slot, VeerVec3 before,
                       const VeerVec3 *corner)
{
    Turn turn = {before, corner[0], corner[1]};
    VeerVec3 out = outside_of(turn);
    Bend bend = bend_of(turn);
    float limit = 0.5f * VEER_STREAM_RADII * world->agent.radius[slot];
    Body body = body_of(world, world->agent.radius[slot]);
    VeerMapSight sight = veer_map_sight(world, world->map.grid.covered, body.sight.radius);
    VeerMapSight beside = veer_map_sight(world, world->map.grid.covered, body.radius);
    float width = veer_map_free_distance(&beside, *corner, out, limit);
    bool is_left_corner = cross2(plane2(bend.before), plane2(bend.after)) > 0.0f;
    float part = 0.5f * veer_agent_lane(world, slot);
    float off = width * (is_left_corner ? 0.5f + part : 0.5f - part);
    for (uint32_t i = 0; i < VEER_SPREAD_TRIES; i++, off *= 0.5f) {
        VeerVec3 moved = along3(*corner, out, off);
        if (veer_map_has_room(world, moved, body.radius) &&
            veer_route_is_good_corner(&sight, corner, moved)) {
            return moved;
        }
    }
    return *corner;
}

void veer_route_spread(const VeerWorld *world, uint32_t slot, VeerVec3 *points, uint32_t count)
{
    VeerVec3 before = points[0];
    for (uint32_t i = 1; i + 1 < count; i++) {
        VeerVec3 corner = points[i];
        points[i] = spread(world, slot, before, &points[i]);
        before = corner;
    }
}

uint32_t veer_route_drop_first(VeerVec3 *points, uint32_t count)
{
    memmove(points, points + 1, (count - 1) * sizeof *points);
    return count - 1;
}
