/// Planning over voxels.
#include "base/hash.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/route/plan_traits.h"
#include "world/route/route.h"

/// Radii off blocked voxels within which a route counts as cut off.
#define CUT_RADII 0.9f
/// Radii off blocked voxels at which corners are inserted, where there is space.
#define WIDE_RADII 1.03f
/// Radii over which corners are spread to either side.
#define SPREAD_RADII 16.0f
/// An axis that is this level, and this far across the path, has a right and a left half.
#define LEVEL 0.5f
/// Samples of a leg per voxel.
#define SAMPLES 4.0f
/// Inserted corners for each one that there was, at most.
#define MAX_ADDED 3u

static VeerVoxel start_of(const VeerPlanJob *job)
{
    return (VeerVoxel){job->start.x, job->start.y, job->start_z};
}

static VeerVoxel goal_of(const VeerPlanJob *job)
{
    return (VeerVoxel){job->goal.x, job->goal.y, job->goal_z};
}

/// Whether a path is covered, within its first `limit` m.
static bool is_covered(const VeerWorld *world, const VeerVec3 *points, uint32_t count, float limit)
{
    const VeerWorldMap *map = &world->map;
    float gone = 0.0f;
    for (uint32_t i = 0; map->voxels.occupancy && i < count && gone < limit; i++) {
        if (!veer_voxels_is_clear(map->voxels.covered, points[i], points[i + 1], 0.0f)) {
            return true;
        }
        gone += length3(sub3(points[i + 1], points[i]));
    }
    return false;
}

/// Edits are rare, so blocked voxels are looked for along the whole route.
static bool is_cut_off(VeerWorld *world, uint32_t slot, float limit)
{
    enum { PART = 32 };
    VeerVec3 points[PART + 1] = {world->agent.position[slot]};
    float radius = CUT_RADII * world->agent.radius[slot];
    uint32_t count = veer_route_ahead(world, slot, points + 1, PART);
    // the agent looks ahead to the first point anyway
    for (uint32_t i = 1; i < count; i++) {
        if (!veer_voxels_is_clear(world->map.voxels.blocked, points[i], points[i + 1], radius)) {
            return true;
        }
    }
    return (count > 0 &&
            !veer_voxels_is_clear(world->map.voxels.blocked, points[0], points[1], 0.0f)) ||
           is_covered(world, points, count, limit);
}

static bool has_opened(VeerWorld *world, uint32_t slot)
{
    const VeerMapClass *class =
        veer_map_class(world, veer_map_class_for(world, world->agent.radius[slot]));
    VeerVoxel goal = veer_voxels_at(class->voxels, world->agent.goal_point[slot]);
    VeerVoxel target = veer_voxels_at(class->voxels, world->map.routes.all[slot].target);
    uint32_t label = veer_voxel_labels_at(class->voxel_labels, target);
    return label != VEER_NO_VOXEL_LABEL && label == veer_voxel_labels_at(class->voxel_labels, goal);
}

static int64_t squared(VeerVoxel a, VeerVoxel b)
{
    int64_t x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

/// The nearest free voxel of a class to an agent; of voxels equally near one from which the goal
/// can be reached. Without labels the search itself avoids what is blocked.
static bool find_start(const VeerMapClass *class, VeerVoxel at, VeerVoxel goal, VeerVoxel *out)
{
    VeerVoxel other;
    *out = at;
    if (!class->has_labels || !veer_voxels_is_blocked(class->voxels, at)) {
        return true;
    }
    uint32_t label = veer_voxel_labels_at(class->voxel_labels, goal);
    bool is_found = veer_voxel_labels_nearest(class->voxel_labels, at, VEER_NO_VOXEL_LABEL, out);
    if (is_found && label != VEER_NO_VOXEL_LABEL &&
        veer_voxel_labels_nearest(class->voxel_labels, at, label, &other) &&
        squared(at, other) <= squared(at, *out)) {
        *out = other;
    }
    return is_found;
}

static bool place(VeerWorld *world, uint32_t slot, VeerPlanJob *job)
{
    job->class = veer_map_class_for(world, world->agent.radius[slot]);
    const VeerMapClass *class = veer_map_class(world, job->class);
    VeerVoxel at = veer_voxels_at(class->voxels, job->from), start;
    VeerVoxel goal = veer_voxels_at(class->voxels, job->to);
    if (!find_start(class, at, goal, &start)) {
        return false;
    }
    uint32_t label = veer_voxel_labels_at(class->voxel_labels, start);
    if (class->has_labels && veer_voxel_labels_at(class->voxel_labels, goal) != label) {
        (void)veer_voxel_labels_nearest(class->voxel_labels, goal, label, &goal);
    }
    job->start = (VeerCell){start.x, start.y};
    job->goal = (VeerCell){goal.x, goal.y};
    job->start_z = start.z;
    job->goal_z = goal.z;
    return true;
}

static bool begin(VeerWorld *world, const VeerPlanJob *job)
{
    const VeerMapClass *class = veer_map_class(world, job->class);
    VeerVoxelQuery query = veer_voxel_query_default();
    query.voxels = class->voxels;
    query.labels = class->has_labels ? class->voxel_labels : NULL;
    query.start = start_of(job);
    query.goal = goal_of(job);
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
        map->routes.voxels[0] = start_of(job);
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
    float limit = SPREAD_RADII / VEER_SIGHT_RADII * sight->radius;
    float upper = veer_map_free_distance(sight, from, axis, limit);
    float lower = -veer_map_free_distance(sight, from, scale3(axis, -1.0f), limit);
    float side = dot3(axis, right), middle = 0.5f * (lower + upper);
    lower = side > LEVEL ? middle : lower;
    upper = side < -LEVEL ? middle : upper;
    return lower + part * (upper - lower);
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
        VeerVec3 moved = along3(place, across.axes[i], offset);
        bool is_clear = veer_map_is_clear(&sight, corner[-1], moved) &&
                        veer_map_is_clear(&sight, moved, corner[1]);
        place = is_clear ? moved : place;
    }
    return place;
}

/// The point between two others where a ball comes nearest to blocked voxels, moved off them.
static VeerVec3 nearest_place(const VeerWorld *world, VeerVec3 from, VeerVec3 to, float radius)
{
    VeerVec3 leg = sub3(to, from), place = from;
    float least = INFINITY, wanted = WIDE_RADII * radius;
    uint32_t steps = (uint32_t)(SAMPLES * length3(leg) / veer_map_cell_size(world)) + 2u;
    for (uint32_t i = 1; i < steps; i++) {
        VeerVec3 at = along3(from, leg, (float)i / (float)steps);
        float gap = veer_voxels_gap(world->map.voxels.blocked, at, wanted);
        place = gap < least ? at : place;
        least = min_f(gap, least);
    }
    VeerNearWall near[VEER_MAX_WALLS];
    VeerWallQuery query = {.point = place, .range = wanted, .mask = world->def.map.layer};
    uint32_t count = veer_walls_near(world, &query, near);
    for (uint32_t i = 0; i < count; i++) {
        float distance = near[i].distance;
        VeerVec3 off = unit3(near[i].offset, (VeerVec3){0});
        place = near[i].obstacle == VEER_NO_SLOT ? along3(place, off, distance - wanted) : place;
    }
    return place;
}

uint32_t veer_voxel_plan_path_off_walls(const VeerWorld *world, VeerVec3 *points, uint32_t count,
                                        float radius)
{
    const VeerVoxels *voxels = world->map.voxels.blocked;
    uint32_t limit = count + MAX_ADDED * count;
    limit = limit < world->map.routes.room ? limit : world->map.routes.room;
    for (uint32_t at = 0; at + 1 < count; at++) {
        while (count < limit && !veer_voxels_is_clear(voxels, points[at], points[at + 1], radius)) {
            VeerVec3 place = nearest_place(world, points[at], points[at + 1], radius);
            if (veer_voxels_gap(voxels, place, radius) < radius) {
                break; // narrow: the walls lead the body through
            }
            for (uint32_t i = count++; i > at + 1; i--) {
                points[i] = points[i - 1];
            }
            points[at + 1] = place;
        }
    }
    return count;
}

static bool is_in_voxel(const VeerVoxels *voxels, VeerVec3 point, VeerVoxel voxel)
{
    VeerVoxel at = veer_voxels_at(voxels, point);
    return at.x == voxel.x && at.y == voxel.y && at.z == voxel.z;
}

/// Ends a path at the goal itself, if the search has reached its voxel, or it is in sight.
static uint32_t reach_goal(const VeerWorld *world, VeerMapSight *sight, VeerVec3 *points,
                           uint32_t count, const VeerPlanJob *job)
{
    const VeerVoxels *voxels = world->map.voxels.blocked;
    VeerVec3 to = world->agent.goal_point[job->slot];
    VeerVoxel goal = goal_of(job);
    if (is_in_voxel(voxels, to, goal) && is_in_voxel(voxels, points[count - 1], goal)) {
        points[count - 1] = to; // legs are corrected anyway
    } else if (veer_map_is_clear(sight, points[count - 1], to)) {
        points[count++] = to;
    }
    return count;
}

static uint32_t read(VeerWorld *world, const VeerPlanJob *job)
{
    VeerVec3 *points = world->map.routes.points;
    float radius = world->agent.radius[job->slot];
    VeerMapSight sight = veer_map_sight(world, NULL, VEER_SIGHT_RADII * radius);
    uint32_t count = read_turns(world, job);
    veer_route_off_walls(world, points, count, radius);
    for (uint32_t i = 1; i + 1 < count; i++) {
        points[i] = spread(world, job->slot, &points[i]);
    }
    count = reach_goal(world, &sight, points, count, job);
    count = veer_voxel_plan_path_off_walls(world, points, count, VEER_SIGHT_RADII * radius);
    bool is_second =
        count > 1 && veer_map_is_clear(&sight, world->agent.position[job->slot], points[1]);
    return is_second ? veer_route_drop_first(points, count) : count;
}

const VeerPlanTraits veer_plan_traits_voxels = {
    .place = place,
    .begin = begin,
    .search_on = search_on,
    .expansions = expansions,
    .read = read,
    .is_cut_off = is_cut_off,
    .has_opened = has_opened,
};
