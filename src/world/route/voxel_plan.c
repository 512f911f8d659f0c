/// Planning over voxels.
#include "base/hash.h"
#include "math/vec.h"
#include "world/route/corners.h"
#include "world/route/route.h"

/// Radii off blocked voxels, and m ahead within which bodies that cover them count.
typedef struct VoxelCut {
    float radius, limit;
} VoxelCut;

/// Edits are rare, so blocked voxels are looked for along the whole route. The agent looks ahead to
/// the first point anyway.
static bool is_leg_cut(const VeerWorld *world, const VeerRouteLeg *leg, const void *context)
{
    const VeerVoxelMap *map = &world->map.voxels;
    const VoxelCut *cut = context;
    float radius = leg->is_first ? 0.0f : cut->radius;
    return !veer_voxels_is_clear(map->blocked, leg->from, leg->to, radius) ||
           (map->occupancy && leg->gone < cut->limit &&
            !veer_voxels_is_clear(map->covered, leg->from, leg->to, 0.0f));
}

static bool is_cut_off(VeerWorld *world, uint32_t slot, float limit)
{
    VoxelCut cut = {VEER_SIGHT_RADII * world->agent.radius[slot], limit};
    return veer_route_is_cut(world, slot, INFINITY, is_leg_cut, &cut);
}

static bool begin(VeerWorld *world, const VeerPlanJob *job)
{
    const VeerMapClass *class = veer_map_class(world, job->class);
    VeerVoxelQuery query = veer_voxel_query_default();
    query.voxels = class->voxels;
    query.labels = class->has_labels ? class->voxel_labels : NULL;
    query.start = job->start;
    query.goal = job->goal;
    return veer_voxel_search_begin(world->map.voxels.search, &query) == VEER_OK;
}

static VeerSearchState search_on(VeerWorldMap *map, uint32_t budget)
{
    return veer_voxel_search_run(map->voxels.search, budget);
}

static uint64_t expansions(const VeerWorldMap *map)
{
    return veer_voxel_search_expansions(map->voxels.search);
}

/// Writes the corners that the search has found. @return how many there are, 1 at least
static uint32_t read_turns(VeerWorld *world, const VeerPlanJob *job)
{
    VeerWorldMap *map = &world->map;
    uint32_t count = 0;
    VeerStatus status = veer_voxel_search_route(map->voxels.search, map->routes.voxels,
                                                map->routes.room - 1, &count);
    if ((status != VEER_OK && status != VEER_PARTIAL) || count == 0) {
        map->routes.voxels[0] = job->start;
        count = 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        map->routes.points[i] = veer_voxels_centre(map->voxels.blocked, map->routes.voxels[i]);
    }
    return count;
}

/// Two axes across a path at a corner: to its outside, and out of its plane.
typedef struct Across {
    VeerVec3 axes[2];
    VeerVec3 right; ///< level, to the agent's right; zero where the path is vertical
} Across;

static Across across_of(const VeerVec3 *corner)
{
    VeerVec3 before = unit3(sub3(corner[0], corner[-1]), (VeerVec3){0});
    VeerVec3 after = unit3(sub3(corner[1], corner[0]), (VeerVec3){0});
    VeerVec3 along = add3(before, after);
    return (Across){
        {unit3(sub3(before, after), (VeerVec3){0}), unit3(cross3(before, after), (VeerVec3){0})},
        unit3(vec3(along.y, -along.x, 0.0f), (VeerVec3){0})};
}

/// The offset along an axis: in the right half, so that opposing streams pass on the left; where
/// neither half is right, anywhere. @return m
static float place_along(VeerMapSight *sight, VeerVec3 from, VeerVec3 axis, VeerVec3 right,
                         float part)
{
    float limit = 0.5f * VEER_STREAM_RADII / VEER_SIGHT_RADII * sight->radius;
    float upper = veer_map_free_distance(sight, from, axis, limit);
    float lower = -veer_map_free_distance(sight, from, scale3(axis, -1.0f), limit);
    float side = dot3(axis, right), middle = 0.5f * (lower + upper);
    lower = side > VEER_STEEP_LEVEL ? middle : lower;
    upper = side < -VEER_STEEP_LEVEL ? middle : upper;
    return lower + part * (upper - lower);
}

/// A place of corner[0], moved as far as is no detour. @param by  m
static VeerVec3 move_along(VeerMapSight *sight, const VeerVec3 *corner, VeerVec3 place, VeerVec3 by)
{
    for (uint32_t i = 0; i < VEER_SPREAD_TRIES; i++, by = scale3(by, 0.5f)) {
        VeerVec3 moved = add3(place, by);
        if (veer_route_is_good_corner(sight, corner, moved)) {
            return moved;
        }
    }
    return place;
}

/// A corner moved across the path, to the agent's own offset in the free width.
static VeerVec3 spread(const VeerWorld *world, uint32_t slot, const VeerVec3 *corner)
{
    uint32_t id = world->agent.id[slot];
    VeerMapSight sight = veer_map_sight(world, NULL, VEER_SIGHT_RADII * world->agent.radius[slot]);
    Across across = across_of(corner);
    VeerVec3 place = *corner;
    for (uint64_t i = 0; i < 2; i++) {
        float part = (float)(veer_hash_mix((i + 1) << 32 | id) >> 40) * 0x1p-24f;
        float offset = place_along(&sight, place, across.axes[i], across.right, part);
        place = move_along(&sight, corner, place, scale3(across.axes[i], offset));
    }
    return place;
}

/// Ends a path at the goal itself, if the search has reached its voxel, or it is in sight.
static uint32_t reach_goal(const VeerWorld *world, VeerVec3 *points, uint32_t count,
                           const VeerPlanJob *job)
{
    const VeerWorldMap *map = &world->map;
    VeerVec3 to = world->agent.goal_point[job->slot];
    if (veer_cells_have(map, job->goal, to) && veer_cells_have(map, job->goal, points[count - 1])) {
        points[count - 1] = to; // legs are corrected anyway
    } else if (veer_map_sees(world, job->slot, points[count - 1], to)) {
        points[count++] = to;
    }
    return count;
}

uint32_t veer_voxel_plan_read(VeerWorld *world, const VeerPlanJob *job, float radius)
{
    uint32_t count = read_turns(world, job);
    return veer_route_off_walls(world, world->map.routes.points, count, radius);
}

static uint32_t read(VeerWorld *world, const VeerPlanJob *job)
{
    VeerVec3 *points = world->map.routes.points;
    float radius = world->agent.radius[job->slot];
    uint32_t count = read_turns(world, job);
    for (uint32_t i = 1; i + 1 < count; i++) {
        points[i] = spread(world, job->slot, &points[i]);
    }
    count = reach_goal(world, points, count, job);
    count = veer_route_off_walls(world, points, count, radius);
    bool is_second =
        count > 1 && veer_map_sees(world, job->slot, world->agent.position[job->slot], points[1]);
    return is_second ? veer_route_drop_first(points, count) : count;
}

const VeerPlanTraits veer_plan_traits_voxels = {
    .place = veer_cells_place,
    .begin = begin,
    .search_on = search_on,
    .expansions = expansions,
    .read = read,
    .is_cut_off = is_cut_off,
    .has_opened = veer_cells_have_opened,
};
