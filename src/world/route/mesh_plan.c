/// Planning over meshes.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/route/plan_traits.h"
#include "world/route/route.h"

/// Radii of width up to which opposing streams share a passage by keeping to the right.
#define LANE_RADII 16.0f
/// m between the end of a path and the goal, by rounding.
#define SLOP 1e-3f

/// Whether a leg over the floors is blocked now.
static bool is_leg_blocked(const VeerWorld *world, VeerVec3 from, VeerVec3 to, bool is_last)
{
    return !veer_mesh_is_clear(world->map.mesh.whole, from, to, 0.0f) ||
           veer_mesh_map_is_covered(world, from, to, is_last);
}

static bool is_cut_off(VeerWorld *world, uint32_t slot, float limit)
{
    enum { PART = 32 };
    VeerVec3 points[PART + 1] = {world->agent.position[slot]};
    uint32_t count = veer_route_ahead(world, slot, points + 1, PART);
    bool is_whole = count == world->map.routes.all[slot].count;
    float gone = 0.0f;
    for (uint32_t i = 0; i < count && gone < limit; i++) {
        VeerLegKind kind = veer_links_leg_kind(world, slot, i);
        bool is_last = is_whole && i + 1 == count;
        if (kind == VEER_LEG_CLOSED ||
            (kind == VEER_LEG_WALKED && is_leg_blocked(world, points[i], points[i + 1], is_last))) {
            return true;
        }
        gone += length3(sub3(points[i + 1], points[i]));
    }
    return false;
}

/// Whether the floor itself is blocked at a point, whatever covers it.
static bool is_floor_blocked(const VeerWorld *world, VeerVec3 place)
{
    return veer_mesh_is_blocked(world->map.mesh.whole,
                                veer_mesh_nearest(world->map.mesh.whole, place, NULL));
}

VeerMeshQuery veer_mesh_plan_query(const VeerWorld *world, float radius, uint32_t may_use,
                                   VeerVec3 goal)
{
    bool has_links = world->map.links.all != NULL;
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = world->map.mesh.searched;
    query.enters_goal = world->map.mesh.pieces && !is_floor_blocked(world, goal);
    query.planner = VEER_MESH_CORRIDOR;
    query.start = query.goal = goal;
    query.radius = min_f(VEER_MESH_RADII * radius, VEER_WORLD_LIMIT);
    query.lane = min_f(LANE_RADII * radius, VEER_WORLD_LIMIT);
    query.takes_no_links = !has_links;
    // closed links are none of the mesh
    query.may_use = has_links ? may_use | VEER_LINK_CLOSED : query.may_use;
    return query;
}

VeerMeshQuery veer_mesh_plan_query_of(const VeerWorld *world, const VeerPlanJob *job)
{
    uint32_t may_use = veer_links_allowed(world, job->slot);
    VeerMeshQuery query =
        veer_mesh_plan_query(world, world->agent.radius[job->slot], may_use, job->to);
    query.start = veer_links_is_crossing(world, job->slot) ? veer_mesh_plan_exit(world, job->slot)
                                                           : job->from;
    return query;
}

static bool begin(VeerWorld *world, const VeerPlanJob *job)
{
    VeerMeshQuery query = veer_mesh_plan_query_of(world, job);
    return veer_mesh_search_begin(world->map.mesh.search, &query) == VEER_OK;
}

/// Reads the path that the search has found. @return how many points it has, < 2: none
static uint32_t read_raw(const VeerWorld *world, const VeerPlanJob *job, VeerVec3 *raw,
                         uint32_t room)
{
    const VeerWorldMap *map = &world->map;
    uint32_t count = 0;
    VeerStatus status = veer_mesh_search_route(map->mesh.search, raw, room, &count);
    if ((status != VEER_OK && status != VEER_PARTIAL) || count < 2) {
        return 0;
    }
    VeerVec3 *last = &raw[count - 1];
    VeerVec3 off = sub3(job->to, *last);
    if (status == VEER_OK && fabsf(off.x) <= SLOP && fabsf(off.y) <= SLOP) {
        last->x = job->to.x;
        last->y = job->to.y;
    } else {
        *last = veer_mesh_plan_off_walls(world, *last,
                                         VEER_MESH_RADII * world->agent.radius[job->slot]);
    }
    return count;
}

static uint32_t read_linked(VeerWorld *world, const VeerPlanJob *job)
{
    VeerWorldMap *map = &world->map;
    uint32_t room = map->routes.room;
    VeerVec3 *raw = map->routes.points + room / 2u;
    uint32_t count = read_raw(world, job, raw, room / 2u);
    map->routes.room = room / 2u;
    // an agent that is on no link is where the path begins
    uint32_t first = veer_links_is_crossing(world, job->slot) ? 0 : 1;
    VeerMeshReading reading = {raw, count, first, world->agent.radius[job->slot], true};
    count = count > 0 ? veer_mesh_plan_read_hops(world, &reading) : 0;
    map->routes.room = room;
    return count;
}

/// without the first point, where the agent is
static uint32_t read_plain(VeerWorld *world, const VeerPlanJob *job)
{
    VeerVec3 *points = world->map.routes.points;
    uint32_t count = read_raw(world, job, points, world->map.routes.room);
    for (uint32_t i = 1; i < count; i++) {
        points[i - 1] = points[i];
    }
    return count > 0 ? veer_mesh_plan_path_off_walls(world, job->from, points, count - 1,
                                                     world->agent.radius[job->slot], true)
                     : 0;
}

uint32_t veer_mesh_plan_read(VeerWorld *world, const VeerPlanJob *job)
{
    uint32_t count = world->map.links.all ? read_linked(world, job) : read_plain(world, job);
    if (count == 0) {
        world->map.routes.points[0] = job->from;
        return 1;
    }
    return count;
}

/// Agents share a goal only if it is the same point.
static bool place(VeerWorld *world, uint32_t slot, VeerPlanJob *job)
{
    (void)world;
    (void)slot;
    VeerVoxel goal = veer_mesh_plan_goal(job->to);
    job->goal = (VeerCell){goal.x, goal.y};
    job->goal_z = goal.z;
    return true;
}

static VeerSearchState search_on(VeerWorldMap *map, uint32_t budget)
{
    return veer_mesh_search_run(map->mesh.search, budget);
}

static uint64_t expansions(const VeerWorldMap *map)
{
    return veer_mesh_search_expansions(map->mesh.search);
}

/// Covers come and go without notice, so agents with partial routes check again.
static bool has_opened(VeerWorld *world, uint32_t slot)
{
    (void)slot;
    return world->map.mesh.pieces != NULL;
}

const VeerPlanTraits veer_plan_traits_mesh = {
    .place = place,
    .begin = begin,
    .search_on = search_on,
    .expansions = expansions,
    .read = veer_mesh_plan_read,
    .is_cut_off = is_cut_off,
    .has_opened = has_opened,
    .trees = &veer_tree_traits_mesh,
};
