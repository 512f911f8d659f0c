/// What the plan stage does where the map is of voxels.
#include "base/hash.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/route/plan_traits.h"
#include "world/route/route.h"

/// A route may lead this near along what is blocked, in radii, before it counts as cut off.
#define CUT_RADII 0.9f
/// Turns that are put in between lie this many radii off what is blocked, where there is room.
#define WIDE_RADII 1.03f
/// Turns are spread over this many radii to either side.
#define SPREAD_RADII 16.0f
/// An axis that is level enough, and across enough, has a right and a left half.
#define LEVEL 0.5f
/// Looks for the nearest place on a leg, a voxel.
#define LOOKS 4.0f
/// Turns that are put in between, at most, for each that there was.
#define MAX_ADDED 3u

static VeerVoxel start_of(const VeerPlanJob *job)
{
    return (VeerVoxel){job->start.x, job->start.y, job->start_z};
}

static VeerVoxel goal_of(const VeerPlanJob *job)
{
    return (VeerVoxel){job->goal.x, job->goal.y, job->goal_z};
}

/// Whether what covers the map lies in a way, `most` m of it.
static bool is_covered(const VeerWorld *world, const VeerVec3 *points, uint32_t count, float most)
{
    const VeerWorldMap *map = &world->map;
    float gone = 0.0f;
    for (uint32_t i = 0; map->voxels.occupancy && i < count && gone < most; i++) {
        if (!veer_voxels_is_clear(map->voxels.covered, points[i], points[i + 1], 0.0f)) {
            return true;
        }
        gone += length3(sub3(points[i + 1], points[i]));
    }
    return false;
}

/// What stands is looked for all along, as it is only edited now and then.
static bool is_cut_off(VeerWorld *world, uint32_t slot, float most)
{
    enum { PART = 32 };
    VeerVec3 points[PART + 1] = {world->agent.position[slot]};
    float radius = CUT_RADII * world->agent.radius[slot];
    uint32_t count = veer_route_ahead(world, slot, points + 1, PART);
    // On its way to the first point it looks where it goes anyway.
    for (uint32_t i = 1; i < count; i++) {
        if (!veer_voxels_is_clear(world->map.voxels.blocked, points[i], points[i + 1], radius)) {
            return true;
        }
    }
    return (count > 0 &&
            !veer_voxels_is_clear(world->map.voxels.blocked, points[0], points[1], 0.0f)) ||
           is_covered(world, points, count, most);
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

/// The nearest free voxel of a class to an agent; of those as near one from which there is a way to
/// the goal. Without labels the search itself leaves what is blocked.
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

/// Writes the turns that the search found. @return how many there are, 1 at least
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

/// Two axes across a way where it turns: to the outside of the turn, and out of its plane.
typedef struct Across {
    VeerVec3 axes[2];
    VeerVec3 right; ///< level, of one that goes there; zero where the way is upright
} Across;

static Across across_of(const VeerVec3 *turn)
{
    VeerVec3 before = unit3(sub3(turn[0], turn[-1]), (VeerVec3){0});
    VeerVec3 after = unit3(sub3(turn[1], turn[0]), (VeerVec3){0});
    VeerVec3 along = add3(before, after);
    return (Across){
        {unit3(sub3(before, after), (VeerVec3){0}), unit3(cross3(before, after), (VeerVec3){0})},
        unit3(vec3(along.y, -along.x, 0.0f), (VeerVec3){0})};
}

/// Who goes there keeps to the half that is on the right, so that those who come the other way pass
/// on the left; where neither half is, to any part. @return m to go along the axis
static float place_along(VeerMapSight *sight, VeerVec3 from, VeerVec3 axis, VeerVec3 right,
                         float part)
{
    float most = SPREAD_RADII / VEER_SIGHT_RADII * sight->radius;
    float upper = veer_map_free_distance(sight, from, axis, most);
    float lower = -veer_map_free_distance(sight, from, scale3(axis, -1.0f), most);
    float side = dot3(axis, right), middle = 0.5f * (lower + upper);
    lower = side > LEVEL ? middle : lower;
    upper = side < -LEVEL ? middle : upper;
    return lower + part * (upper - lower);
}

/// A turn moved across the way, to a place of the agent's own on the right of what is free there.
static VeerVec3 spread(const VeerWorld *world, uint32_t slot, const VeerVec3 *turn)
{
    uint32_t id = world->agent.id[slot];
    VeerMapSight looking =
        veer_map_sight(world, NULL, VEER_SIGHT_RADII * world->agent.radius[slot]);
    Across across = across_of(turn);
    VeerVec3 place = *turn;
    for (uint64_t i = 0; i < 2; i++) {
        float part = (float)(veer_hash_mix((i + 1) << 32 | id) >> 40) * 0x1p-24f;
        float way = place_along(&looking, place, across.axes[i], across.right, part);
        VeerVec3 moved = along3(place, across.axes[i], way);
        bool is_clear = veer_map_is_clear(&looking, turn[-1], moved) &&
                        veer_map_is_clear(&looking, moved, turn[1]);
        place = is_clear ? moved : place;
    }
    return place;
}

/// The place between two points where a ball comes nearest to what is blocked, moved off it.
static VeerVec3 nearest_place(const VeerWorld *world, VeerVec3 from, VeerVec3 to, float radius)
{
    VeerVec3 way = sub3(to, from), place = from;
    float least = INFINITY, wanted = WIDE_RADII * radius;
    uint32_t steps = (uint32_t)(LOOKS * length3(way) / veer_map_cell_size(world)) + 2u;
    for (uint32_t i = 1; i < steps; i++) {
        VeerVec3 at = along3(from, way, (float)i / (float)steps);
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
    uint32_t most = count + MAX_ADDED * count;
    most = most < world->map.routes.room ? most : world->map.routes.room;
    for (uint32_t at = 0; at + 1 < count; at++) {
        while (count < most && !veer_voxels_is_clear(voxels, points[at], points[at + 1], radius)) {
            VeerVec3 place = nearest_place(world, points[at], points[at + 1], radius);
            if (veer_voxels_gap(voxels, place, radius) < radius) {
                break; // it is narrow here: the walls lead the body through
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

/// Has a way end at the goal itself, if the search came to its voxel, or if it is in sight.
static uint32_t reach_goal(const VeerWorld *world, VeerMapSight *looking, VeerVec3 *points,
                           uint32_t count, const VeerPlanJob *job)
{
    const VeerVoxels *voxels = world->map.voxels.blocked;
    VeerVec3 to = world->agent.goal_point[job->slot];
    VeerVoxel goal = goal_of(job);
    if (is_in_voxel(voxels, to, goal) && is_in_voxel(voxels, points[count - 1], goal)) {
        points[count - 1] = to; // legs are mended anyway
    } else if (veer_map_is_clear(looking, points[count - 1], to)) {
        points[count++] = to;
    }
    return count;
}

static uint32_t read(VeerWorld *world, const VeerPlanJob *job)
{
    VeerVec3 *points = world->map.routes.points;
    float radius = world->agent.radius[job->slot];
    VeerMapSight looking = veer_map_sight(world, NULL, VEER_SIGHT_RADII * radius);
    uint32_t count = read_turns(world, job);
    veer_route_off_walls(world, points, count, radius);
    for (uint32_t i = 1; i + 1 < count; i++) {
        points[i] = spread(world, job->slot, &points[i]);
    }
    count = reach_goal(world, &looking, points, count, job);
    count = veer_voxel_plan_path_off_walls(world, points, count, VEER_SIGHT_RADII * radius);
    bool is_second =
        count > 1 && veer_map_is_clear(&looking, world->agent.position[job->slot], points[1]);
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
