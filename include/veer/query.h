/// Questions to a world: which bodies are somewhere, what is nearest, what is hit first, where it
/// is free, and how far it is; for picking, sensors and AI.
///
/// Bodies are agents, obstacles of every shape (polygons and boxes are solid, chains are lines),
/// and the map: its walls, what is blocked on it, and what lies off it. Bodies that merely cover
/// the map are bodies, not map. Planar worlds are asked in plan: z of a point only tells which
/// floor of a mesh is meant, and a filter says at which heights things count.
///
/// Answers depend on nothing but the world: not on the order in which agents with given ids were
/// created, on workers or threads. Asking changes no state: hashes and what follows stay the same.
///
/// The indices that answer show the world as it was when it was last asked, or at the last tick's
/// start. The first question after a step, after a change of an obstacle or of more than 32 agents
/// brings them up to date, at O(agents + obstacles log obstacles); fewer changed agents are looked
/// at one by one. Goals, velocities and whatever else is neither a place nor a size nor a layer are
/// no such changes. When veer_world_prepare_queries has been called since the last change, any
/// number of threads may ask at the same time.
///
/// During a step, callbacks may ask of the tick's start from the end of the sense stage to that of
/// the avoid stage (avoidance models, too, on workers). Else nothing is found then, nothing is hit
/// and nothing is free, and what has a status says VEER_BUSY.
#ifndef VEER_QUERY_H
#define VEER_QUERY_H

#include "veer/api.h"
#include "veer/world.h"

/// What an answer is.
typedef enum VeerFoundKind {
    VEER_FOUND_NONE = 0,
    VEER_FOUND_AGENT,
    VEER_FOUND_OBSTACLE,
    VEER_FOUND_MAP,
    VEER_FOUND_KIND_COUNT
} VeerFoundKind;

/// The name of a kind ("none", "agent", "obstacle", "map"); NULL for any other number.
VEER_API const char *veer_found_kind_name(VeerFoundKind kind);

/// What is asked for. Take it from veer_query_filter_default; where a filter may be NULL, NULL is
/// that.
typedef struct VeerQueryFilter {
    uint32_t mask;                           ///< bits: only what is on one of these layers
    bool has_agents, has_obstacles, has_map; ///< kinds of answers that are wanted
    bool has_ghosts;                         ///< balls that are ghosts, too
    VeerAgentId except;                      ///< not this one: who asks; null: none
    VeerObstacleId except_obstacle;          ///< nor this one; null: none
    float lower, upper; ///< m, planar worlds: only what reaches into this range of height; may be
                        ///< infinite
    uint32_t cookie;    ///< private, set by veer_query_filter_default
} VeerQueryFilter;

/// All bodies and the map, on all layers and at all heights.
VEER_API VeerQueryFilter veer_query_filter_default(void);

/// A body that was found, or the map. Answers are ordered by distance, then kind, then id; where
/// all distances are 0 that is by kind and id.
typedef struct VeerFound {
    VeerFoundKind kind;      ///< what it is
    uint32_t id;             ///< an agent's, an obstacle's slot, 0 for the map
    VeerAgentId agent;       ///< null but for agents
    VeerObstacleId obstacle; ///< null but for obstacles
    float distance;          ///< m to its nearest point; 0 from within it
} VeerFound;

/// Brings the indices up to date, so that any number of threads may ask until the next change.
/// @return VEER_OK; VEER_BAD_VALUE without a world; VEER_BUSY where a step has nothing to show
/// Cost O(1) where nothing has changed; allocates nothing.
VEER_API VeerStatus veer_world_prepare_queries(VeerWorld *world);

/// @name What is there
/// The map is one answer. Return how many there are; the first `capacity` of them in their order
/// are written to out[capacity], which may be NULL if that is 0. 0 for bad values.
/// Cost O(bodies near the region · log capacity + vertices of obstacles that it meets + walls of
/// the map in it); allocate nothing.
/// @{

/// What meets a box, m: its distance is 0. Planar: z does not count.
/// @param box  lower <= upper on each axis
VEER_API uint32_t veer_world_find_in_box(VeerWorld *world, VeerBounds box,
                                         const VeerQueryFilter *filter, VeerFound *out,
                                         uint32_t capacity);

/// What meets a disc, in spatial worlds a sphere: whose distance from the centre is at most the
/// radius.
/// @param radius  m, >= 0
VEER_API uint32_t veer_world_find_in_ball(VeerWorld *world, VeerVec3 centre, float radius,
                                          const VeerQueryFilter *filter, VeerFound *out,
                                          uint32_t capacity);

/// What can be seen from a point in some direction, were nothing in the way: a sector of a disc, in
/// spatial worlds of a sphere.
typedef struct VeerQueryCone {
    VeerVec3 apex;      ///< m
    VeerVec3 direction; ///< of any length but 0; planar: z does not count
    float angle;        ///< rad to each side of the direction, > 0, up to pi: all round
    float range;        ///< m, >= 0
} VeerQueryCone;

/// What meets a cone: its distance is that of its nearest point in the cone.
VEER_API uint32_t veer_world_find_in_cone(VeerWorld *world, const VeerQueryCone *cone,
                                          const VeerQueryFilter *filter, VeerFound *out,
                                          uint32_t capacity);

/// The nearest to a point, at most `capacity` of them.
///
/// @param range  m, >= 0; may be infinite
/// @param out    out[capacity]
/// @return how many were written
/// Cost as veer_index_nearest and what is no farther than the last of up to 64 agents or balls; of
/// more, or where there are fewer, as veer_world_find_in_ball.
VEER_API uint32_t veer_world_find_nearest(VeerWorld *world, VeerVec3 point, float range,
                                          const VeerQueryFilter *filter, VeerFound *out,
                                          uint32_t capacity);
/// @}

/// @name What is hit
/// @{

/// A ray, or the path of a disc, in spatial worlds of a sphere. Planar: z of the way does not
/// count.
typedef struct VeerCast {
    VeerVec3 from; ///< m
    VeerVec3 way;  ///< m, from there to where it ends; each coordinate within twice the world's
                   ///< limit; 0: it stays
    float radius;  ///< m, >= 0; 0: a ray
} VeerCast;

/// What a cast meets first. Where it begins within something, or overlaps it, the fraction is 0;
/// from within a polygon, a box, what is blocked on the map or off it, and from the very middle of
/// a ball, the normal is 0, else it leads away from what is overlapped.
typedef struct VeerHit {
    VeerFound found; ///< with the distance from where it began, m; VEER_FOUND_NONE: nothing is hit
    float fraction;  ///< of the way, 0 to 1; 1 if nothing is hit
    VeerVec3 centre; ///< m: where the disc's centre is then
    VeerVec3 point;  ///< m: where it touches; the centre, if nothing is hit
    VeerVec3 normal; ///< a unit vector from what is hit to the disc; 0 if nothing is hit
} VeerHit;

/// What a ray or a disc on its straight path meets first. What it only grazes does not count: what
/// never comes nearer than the radius by more than 1e-4 of that. So a disc may slide along a wall
/// that it touches. Of what is met at the same fraction the first by kind and id is hit.
///
/// The map is hit at its walls as they are, not as they are covered. On a mesh the path leads along
/// the floor on which it begins.
/// @param out  may be NULL; untouched for bad values
/// @return whether something is hit
/// Cost O(bodies near the path up to where it ends or hits + walls that it passes, or walls of the
/// map near it); allocates nothing.
VEER_API bool veer_world_cast(VeerWorld *world, const VeerCast *cast, const VeerQueryFilter *filter,
                              VeerHit *out);

/// Whether a body of a radius has room at a point: overlaps no body, no wall, and is on the map.
/// What it touches, or overlaps by less than 1e-4 of the radius, does not count.
/// @param radius  m, >= 0
/// Cost as veer_world_cast.
VEER_API bool veer_world_is_free(VeerWorld *world, VeerVec3 point, float radius,
                                 const VeerQueryFilter *filter);
/// @}

/// @name Where there is room
/// @{

/// For whom a place is looked for. Take it from veer_free_query_default.
typedef struct VeerFreeQuery {
    VeerVec3 point;  ///< m: as near to this as can be; on a mesh z tells which floor is meant
    float radius;    ///< m, >= 0
    float range;     ///< m, >= 0: no farther away than this; may be infinite
    float tolerance; ///< m, > 0: places that are so narrow that a body wider by this would not fit
                     ///< may be overlooked
    uint32_t cookie; ///< private, set by veer_free_query_default
} VeerFreeQuery;

/// For a body of 0.5 m, within 10 m, to 0.05 m.
VEER_API VeerFreeQuery veer_free_query_default(void);

/// A cube about the point that is still to be cut: memory of a search, which the caller lends.
typedef struct VeerFreeCell {
    VeerVec3 middle; ///< m
    float half;      ///< m: of its side
    float near;      ///< m: from the point to its nearest
} VeerFreeCell;

/// A place where there is room: veer_world_is_free says so, too, of its very coordinates.
typedef struct VeerFreePlace {
    VeerVec3 place; ///< m; on a mesh on its floor
    float distance; ///< m, from the point, on a mesh in plan; INFINITY: there is none
} VeerFreePlace;

/// Finds the nearest place where a body has room: to spawn at, to step aside to, to put down what
/// was dragged into a wall. Where it is free at the point that is the place. Else no place with
/// room for a body that is wider by the tolerance is nearer than the answer by more than 5% of its
/// distance, nor by more than the tolerance where that is more.
///
/// @param cells     cells[capacity]: what they hold before and after has no meaning. No more than
///                  `capacity` places are looked at: some 100 do in the plane, some 1,000 in space
/// @param out       untouched for bad values
/// @return VEER_OK, also if there is none; VEER_PARTIAL: the cells were used up, there may be a
/// nearer place than the answer, if that is one; VEER_BAD_VALUE; VEER_BUSY: see
/// veer_world_prepare_queries
/// Cost at most `capacity` times that of veer_world_is_free, thrice; allocates nothing.
VEER_API VeerStatus veer_world_find_free(VeerWorld *world, const VeerFreeQuery *query,
                                         const VeerQueryFilter *filter, VeerFreeCell *cells,
                                         uint32_t capacity, VeerFreePlace *out);
/// @}

/// @name How far it is
/// The path that a body would be given over the map as it is covered now, at once and whole: for
/// AI that weighs up where to send whom. Its search is the finder's own, so that those of agents
/// under way go on as they would. Without a map all paths are straight.
/// @{

/// What searches paths over a world's map, in memory of its own. Opaque. Each thread has its own.
typedef struct VeerPathFinder VeerPathFinder;

/// Bytes that a finder for a world needs: over a grid 55 a cell, through voxels up to 7 MB and
/// half a byte each, over a mesh 50 or so a corner. Cost O(1).
VEER_API size_t veer_path_finder_size(const VeerWorld *world);
/// Makes a finder in `memory` of veer_path_finder_size(world) bytes, aligned to 64, which stays the
/// caller's. For that world only. Cost O(size).
VEER_API VeerPathFinder *veer_path_finder_init(void *memory, const VeerWorld *world);

/// From where to where. Take it from veer_path_query_default.
typedef struct VeerPathQuery {
    VeerVec3 from, to; ///< m
    float radius;      ///< m, >= 0
    uint32_t may_use;  ///< bits: flags of links that it may go over, and of edges: see
                       ///< veer_agent_set_may_use
    uint32_t cookie;   ///< private, set by veer_path_query_default
} VeerPathQuery;

/// For a body of 0.5 m that may use all links.
VEER_API VeerPathQuery veer_path_query_default(void);

/// How a path leads.
typedef enum VeerPathStatus {
    VEER_PATH_NONE = 0, ///< there is nowhere to go
    VEER_PATH_PARTIAL,  ///< to the nearest place that can be reached
    VEER_PATH_WHOLE,    ///< to the end
    VEER_PATH_STATUS_COUNT
} VeerPathStatus;

/// A path that was found.
typedef struct VeerPathFound {
    VeerPathStatus status; ///< whether there is one
    uint32_t point_count;  ///< with its begin and its end
    float length;          ///< m along it; INFINITY without one
} VeerPathFound;

/// Finds a path as agents are given theirs, but for what agents do about each other: they spread
/// over what is free and keep to the right.
///
/// @param points  points[capacity], m: where it begins, turns, and ends; NULL if that is 0
/// @param out     how it is, also where its points do not fit
/// @return VEER_OK; VEER_FULL: there are more points than `capacity`, none was written;
/// VEER_BAD_VALUE, for a finder of another world, too; VEER_BUSY: see veer_world_prepare_queries
/// Cost of one search; over cells more when the map, or the radius, is not that of the finder's
/// last: as veer_grid_dilate or veer_voxels_dilate, and labels. Allocates nothing.
VEER_API VeerStatus veer_world_find_path(VeerWorld *world, VeerPathFinder *finder,
                                         const VeerPathQuery *query, VeerVec3 *points,
                                         uint32_t capacity, VeerPathFound *out);
/// @}

#endif
