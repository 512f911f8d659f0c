/// The walls near a point: those of obstacles and those of the map.
#ifndef VEER_WORLD_MAP_WALLS_H
#define VEER_WORLD_MAP_WALLS_H

#include "veer/space.h"
#include "world/base/base.h"
#include "world/map/links.h"

/// Cells, radii or tolerances that a search looks through first; it goes on in longer stretches.
/// Cost only: with 4 and with 16 all is the same.
#define VEER_FIRST_SEARCH 8.0f

/// Which walls are asked for.
typedef struct VeerWallQuery {
    VeerVec3 point;                 ///< m
    VeerVec3 low;                   ///< m: what rounding took from that
    float range;                    ///< m, from the point
    float lower, upper;             ///< m: range of height that must meet the wall's, planar worlds
    uint32_t mask;                  ///< bits: only walls on one of these layers
    bool is_far;                    ///< the point is: see VEER_FAR
    bool crosses_map;               ///< without walls of the map: see veer_links_is_crossing
    struct VeerGridEdgeList *edges; ///< of queries near each other; NULL: of none
} VeerWallQuery;

/// A wall near a point.
typedef struct VeerNearWall {
    uint64_t order;    ///< order among walls equally near: obstacles', then edges of the map
    VeerVec3 a, b;     ///< m: the ends of a segment; spatial, the corners of a box
    uint32_t obstacle; ///< slot; VEER_NO_SLOT: the map's
    float distance;    ///< m
    VeerVec3 offset;   ///< m, from the query's point to the nearest point of the wall
} VeerNearWall;

/// The nearest walls found so far, in (distance, order) order; or who is told of all.
typedef struct VeerWallCollector {
    const VeerWorld *world;
    const VeerWallQuery *query;
    VeerNearWall *out; ///< out[VEER_MAX_WALLS]
    uint32_t count;
    void (*visit)(void *context, const VeerNearWall *wall); ///< NULL: the nearest are stored
    void *context;
} VeerWallCollector;

/// The order of walls of the map: after all others equally near.
#define VEER_MAP_ORDER (UINT64_C(1) << 63)

/// The nearest walls within a query's range, in (distance, order) order. @return how many
uint32_t veer_walls_near(const VeerWorld *world, const VeerWallQuery *query,
                         VeerNearWall out[VEER_MAX_WALLS]);
/// A wall that was found, from the query's point, which is far from the origin.
VeerWall veer_walls_from(const VeerWorld *world, const VeerWallQuery *query,
                         const VeerNearWall *near);
/// m from a point to what is blocked, or off the map: 0 in it, INFINITY if it is further than
/// `limit`.
float veer_map_gap(const VeerWorld *world, VeerVec3 point, float limit);
/// Whether a body of a radius has room at a point, but for rounding.
bool veer_map_has_room(const VeerWorld *world, VeerVec3 point, float radius);
/// The direction away from a wall of a planar map: from its nearest point; for what touches it, to
/// its free side.
VeerVec3 veer_walls_away(const VeerNearWall *wall);
/// Whether a body of a radius has no room between the borders of the map, wherever it stands; of
/// maps that are just too small it may say false. The world has a map.
bool veer_walls_leave_no_room(const VeerWorld *world, float radius);
/// Rebuilds walls[] and their tree from the obstacles.
void veer_walls_build(VeerWorld *world);
/// Indexes all that there is: agents and balls, and walls if they have changed.
void veer_walls_index(VeerWorld *world);
/// The same, but agents are only placed in theirs: see veer_agents_place.
void veer_bodies_place(VeerWorld *world);
/// The box that contains a range about the query's point.
VeerBounds veer_walls_region(const VeerWallCollector *collector, float range);
/// Collects what of a map's walls may be within a range of the query's point, and perhaps more.
typedef void VeerWallSearch(VeerWallCollector *collector, float range);
/// Searches nearby first, and some times as far each time: once there are enough walls, none
/// further away is nearer. Cost O(walls as near as the last one kept).
///
/// @param cell  m, the size of the map's cells
void veer_walls_search(VeerWallCollector *collector, float cell, VeerWallSearch *search);
/// Inserts a wall within the range among the nearest; the farthest of too many is dropped.
void veer_walls_add(VeerWallCollector *collector, VeerNearWall wall);
/// The same of a side of the map, in the plane, if it is within the range.
/// @param is_one_sided  it stops agents on its left only: from the right they may come out
void veer_walls_add_side(VeerWallCollector *collector, VeerVec3 a, VeerVec3 b, uint64_t order,
                         bool is_one_sided);

/// m, by which ranges are longer far from the origin: indices and trees hold positions alone, and
/// gaps in them may be off by half a float's step of each of two.
static inline float far_step(VeerVec3 at)
{
    return 0x1p-23f * (fabsf(at.x) + fabsf(at.y) + fabsf(at.z));
}

/// Whether there are no walls at all: there is nothing to ask for.
static inline bool veer_walls_are_none(const VeerWorld *world)
{
    return world->wall_count == 0 && !world->map.traits;
}

/// Bodies of the layers that an agent avoids, within `range` (m) of its middle: `except` of an
/// index.
static inline VeerNearQuery near_query(const VeerWorld *world, uint32_t slot, uint32_t except,
                                       float range, uint32_t limit)
{
    const VeerAgentColumns *agent = &world->agent;
    return (VeerNearQuery){
        .centre = agent->position[slot],
        .range = range,
        .limit = limit,
        .mask = veer_profile(world, slot)->avoid_mask,
        .except = except,
        .height = agent->height[slot],
    };
}

/// Walls of those layers, as near.
static inline VeerWallQuery wall_query(const VeerWorld *world, uint32_t slot, float range)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerVec3 at = agent->position[slot];
    bool is_far = veer_is_far(at);
    return (VeerWallQuery){
        .point = at,
        .low = agent->compensation[slot],
        .is_far = is_far,
        .range = is_far ? range + far_step(at) : range,
        .lower = agent->position[slot].z,
        .upper = agent->position[slot].z + agent->height[slot],
        .mask = veer_profile(world, slot)->avoid_mask,
        .crosses_map = veer_links_is_crossing(world, slot),
    };
}

#endif
