/// The door of questions to a world, and what they share.
#ifndef VEER_WORLD_QUERY_QUERY_H
#define VEER_WORLD_QUERY_QUERY_H

#include "veer/query.h"
#include "world/map/map.h"

/// A world that is asked, and what for.
typedef struct VeerAsk {
    const VeerWorld *world;
    VeerQueryFilter filter;
    uint32_t except, except_obstacle; ///< slots; VEER_NO_SLOT: none
} VeerAsk;

/// Begins a question. @param filter  NULL: the default
/// @return false: a bad filter, or the indices do not show the world and cannot be made to now
bool veer_ask_begin(VeerWorld *world, const VeerQueryFilter *filter, VeerAsk *ask);

/// Called with an agent that is asked for.
typedef void VeerAskAgent(void *context, uint32_t slot);
/// Visits the agents that were changed since they were indexed, and are asked for.
void veer_ask_moved(const VeerAsk *ask, VeerAskAgent *visit, void *context);
/// Whether an agent, or an obstacle that is a ball or not, is asked for. They are alive.
bool veer_ask_wants_agent(const VeerAsk *ask, uint32_t slot);
bool veer_ask_wants_obstacle(const VeerAsk *ask, uint32_t slot);
bool veer_ask_wants_map(const VeerAsk *ask);
/// Whether something that fills a range of height is asked for; spatial: always.
bool veer_ask_is_level(const VeerAsk *ask, float lower, float upper);

/// Answers.
VeerFound veer_ask_agent(const VeerAsk *ask, uint32_t slot, float distance);
VeerFound veer_ask_obstacle(const VeerAsk *ask, uint32_t slot, float distance);
/// The order of answers.
bool veer_found_precedes(const VeerFound *a, const VeerFound *b);

/// A vertex of a chain or polygon, where it is now.
VeerVec3 veer_ask_vertex(const VeerAsk *ask, uint32_t slot, uint32_t index);
/// Whether a point lies in a polygon, in plan. False for other shapes.
bool veer_ask_is_in_polygon(const VeerAsk *ask, uint32_t slot, VeerVec3 point);

/// Whether a point is off the map, or where that is blocked. The world has a map.
bool veer_ask_is_off_map(const VeerAsk *ask, VeerVec3 point);
/// Whether nothing within `reach` of a point, m, is on the map, as far as that is cheap to tell;
/// false where it is not known. The world has a map. Cost O(1): some cells or polygons.
bool veer_ask_is_all_off_map(const VeerAsk *ask, VeerVec3 point, float reach);
/// Called with a wall of the map: in planar worlds a segment, else a box.
typedef void VeerAskWall(void *context, VeerVec3 a, VeerVec3 b);
/// Visits the walls of the map in a region: in planar worlds those that face its middle, as far as
/// its corners are from there. Perhaps others.
void veer_ask_walls(const VeerAsk *ask, VeerVec3 middle, VeerBounds region, VeerAskWall *visit,
                    void *context);

// --- A ray or a disc on its way, and what it met first so far ---

/// What the shape of something that may be hit is.
typedef enum VeerCastForm {
    VEER_CAST_BALL,    ///< at `a`
    VEER_CAST_SEGMENT, ///< from `a` to `b`, in the plane
    VEER_CAST_BOX,     ///< from `a` to `b`
    VEER_CAST_INSIDE,  ///< all about where it begins
} VeerCastForm;

/// Something that may be hit.
typedef struct VeerCastTarget {
    VeerFound found; ///< but for the distance
    VeerCastForm form;
    VeerVec3 a, b; ///< m
    float radius;  ///< m, of a ball
} VeerCastTarget;

/// Flat in planar worlds.
typedef struct VeerCasting {
    VeerAsk ask;
    VeerVec3 from, way; ///< m
    float radius;       ///< m
    VeerCastTarget first;
    float fraction; ///< of the way to the first; INFINITY: nothing is met so far
} VeerCasting;

/// Looks whether a target is met before all others so far.
void veer_cast_meet(VeerCasting *casting, const VeerCastTarget *target);
/// Looks for the map's walls on the way, as far as that matters.
/// @param from  where it begins, as it was asked
void veer_cast_meet_map(VeerCasting *casting, VeerVec3 from);
/// Where the first was met. @param from  where it begins, as it was asked
VeerHit veer_cast_hit(const VeerCasting *casting, VeerVec3 from);

#endif
