/// Planning over meshes.
#include "base/arena.h"
#include "math/vec.h"
#include "plan/mesh/mesh.h"
#include "world/route/route.h"

#include <string.h>

_Static_assert(sizeof(VeerVec3) == sizeof(VeerVoxel), "the bits of a goal represent it in jobs");

static bool is_leg_cut(const VeerWorld *world, const VeerRouteLeg *leg, const void *context)
{
    (void)context;
    return !veer_mesh_is_clear(world->map.mesh.whole, leg->from, leg->to, 0.0f) ||
           veer_mesh_map_is_covered(world, leg->from, leg->to, leg->is_last);
}

static bool is_cut_off(VeerWorld *world, uint32_t slot, float limit)
{
    return veer_route_is_cut(world, slot, limit, is_leg_cut, NULL);
}

/// Whether the floor itself is blocked at a point, whatever covers it.
static bool is_floor_blocked(const VeerWorld *world, VeerVec3 place)
{
    return veer_mesh_is_blocked(world->map.mesh.whole,
                                veer_mesh_nearest(world->map.mesh.whole, place, NULL));
}

/// The query for a path to a goal, without a start.
static VeerMeshQuery query_to(const VeerWorld *world, float radius, uint32_t may_use, VeerVec3 goal)
{
    bool has_links = world->map.links.all != NULL;
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = world->map.mesh.searched;
    query.enters_goal = world->map.mesh.pieces && !is_floor_blocked(world, goal);
    query.planner = VEER_MESH_CORRIDOR;
    query.start = query.goal = goal;
    query.radius = min_f(VEER_PATH_RADII * radius, VEER_WORLD_LIMIT);
    query.lane = min_f(0.5f * VEER_STREAM_RADII * radius, VEER_WORLD_LIMIT);
    query.takes_no_links = !has_links;
    // closed links are none of the mesh
    query.may_use = has_links ? may_use | VEER_LINK_CLOSED : query.may_use;
    return query;
}

/// The end of the link that an agent is on, off the walls.
static VeerVec3 exit_of(const VeerWorld *world, uint32_t slot)
{
    return veer_mesh_plan_off_walls(world, veer_links_crossed(world, slot).to,
                                    world->agent.radius[slot]);
}

static VeerMeshQuery query_of(const VeerWorld *world, const VeerPlanJob *job)
{
    uint32_t may_use = veer_links_allowed(world, job->slot);
    VeerMeshQuery query = query_to(world, world->agent.radius[job->slot], may_use, job->to);
    query.start = veer_links_is_crossing(world, job->slot) ? exit_of(world, job->slot) : job->from;
    return query;
}

static bool begin(VeerWorld *world, const VeerPlanJob *job)
{
    VeerMeshQuery query = query_of(world, job);
    return veer_mesh_search_begin(world->map.mesh.search, &query) == VEER_OK;
}

// --- The path ---

/// Points of a path between two links.
typedef struct MeshStretch {
    uint32_t begin, end;
} MeshStretch;

/// Appends a stretch of a path, off the walls, behind the map's first points.
static uint32_t append(VeerWorld *world, const VeerMeshReading *reading, VeerVec3 from,
                       MeshStretch stretch, uint32_t before)
{
    VeerWorldMap *map = &world->map;
    uint32_t count = stretch.end - stretch.begin;
    memcpy(map->routes.points + before, reading->raw + stretch.begin, count * sizeof *reading->raw);
    map->routes.room -= before;
    uint32_t made = veer_mesh_plan_path_off_walls(world, from, map->routes.points + before, count,
                                                  reading->radius, reading->is_single);
    map->routes.room += before;
    return before + made;
}

uint32_t veer_mesh_plan_read_links(VeerWorld *world, const VeerMeshReading *reading)
{
    VeerWorldMap *map = &world->map;
    uint32_t crossings = veer_corridor_crossing_count(map->mesh.search), made = 0,
             next = reading->first;
    VeerVec3 *raw = reading->raw, from = raw[0];
    (void)veer_corridor_pull(map->mesh.search, NULL, map->mesh.crossings);
    for (uint32_t i = 0; i < crossings; i++) {
        uint32_t at = map->mesh.crossings[i].at;
        raw[at] = veer_mesh_plan_off_walls(world, raw[at], reading->radius);
        raw[at + 1u] = veer_mesh_plan_off_walls(world, raw[at + 1u], reading->radius);
        made = append(world, reading, from, (MeshStretch){next, at + 1u}, made);
        if (i <= VEER_ROUTE_LINKS) {
            map->links.crossings[i] = (VeerRouteLink){made - 1u, map->mesh.crossings[i].start};
        }
        from = raw[at + 1u];
        map->routes.points[made++] = from;
        next = at + 2u;
    }
    map->links.crossing_count = crossings;
    return append(world, reading, from, (MeshStretch){next, reading->count}, made);
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
    if (status == VEER_OK && fabsf(off.x) <= VEER_LENGTH_SLOP && fabsf(off.y) <= VEER_LENGTH_SLOP) {
        last->x = job->to.x;
        last->y = job->to.y;
    } else {
        *last = veer_mesh_plan_off_walls(world, *last, world->agent.radius[job->slot]);
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
    count = count > 0 ? veer_mesh_plan_read_links(world, &reading) : 0;
    map->routes.room = room;
    return count;
}

/// without the first point, where the agent is
static uint32_t read_plain(VeerWorld *world, const VeerPlanJob *job)
{
    VeerVec3 *points = world->map.routes.points;
    uint32_t count = read_raw(world, job, points, world->map.routes.room);
    return count > 0 ? veer_mesh_plan_path_off_walls(world, job->from, points,
                                                     veer_route_drop_first(points, count),
                                                     world->agent.radius[job->slot], true)
                     : 0;
}

static uint32_t read(VeerWorld *world, const VeerPlanJob *job)
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
    memcpy(&job->goal, &job->to, sizeof job->goal); // its bits
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
    .read = read,
    .is_cut_off = is_cut_off,
    .has_opened = has_opened,
    .trees = &veer_tree_traits_mesh,
};

// --- Trees ---

/// Nodes of a tree's search for each side of a mesh, about.
#define NODES_PER_SIDE 2u

static VeerMeshTree *tree_at(const VeerWorldMap *map, uint32_t memory)
{
    return (VeerMeshTree *)(void *)(map->fields.trees.block + memory * map->fields.trees.size);
}

static void lay_out_trees(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldMapDef *def = &world->def.map;
    VeerMapTrees *trees = &world->map.fields.trees;
    VeerMesh linked = def->mesh.pieces ? *def->mesh.pieces : *def->mesh.whole;
    linked.link_count = def->max_links;
    void *search = veer_arena_take(arena, 1, veer_mesh_flood_size(&linked));
    trees->size = (veer_mesh_tree_size(&linked) + 63u) / 64u * 64u;
    trees->block = veer_arena_take(arena, def->max_fields + 1u, trees->size);
    if (!arena->base) {
        return;
    }
    trees->mesh_search = veer_mesh_flood_init(search, world->map.mesh.searched);
    for (uint32_t i = 0; i <= def->max_fields; i++) {
        (void)veer_mesh_tree_init(tree_at(&world->map, i), world->map.mesh.searched);
    }
}

static uint32_t cost_of_tree(const VeerWorldMap *map)
{
    return NODES_PER_SIDE * map->mesh.searched->side_count;
}

static bool begin_tree(VeerWorld *world, const VeerSharedField *shared, uint32_t memory)
{
    VeerWorldMap *map = &world->map;
    VeerVec3 goal;
    memcpy(&goal, &shared->goal, sizeof goal);
    VeerMeshQuery query = query_to(world, shared->radius, shared->may_use, goal);
    return veer_mesh_tree_begin(map->fields.trees.mesh_search, tree_at(map, memory), &query) ==
           VEER_OK;
}

static bool run_tree(VeerWorldMap *map, uint32_t budget, uint32_t *spent)
{
    VeerMeshSearch *search = map->fields.trees.mesh_search;
    uint64_t before = veer_mesh_search_expansions(search);
    VeerSearchState state = veer_mesh_search_run(search, budget);
    *spent = (uint32_t)(veer_mesh_search_expansions(search) - before);
    return state != VEER_SEARCH_RUNNING;
}

static bool finish_tree(VeerWorldMap *map, uint32_t memory)
{
    (void)memory;
    return veer_mesh_tree_is_whole(map->fields.trees.mesh_search);
}

static uint32_t read_tree(VeerWorld *world, const VeerPlanJob *job, uint32_t memory)
{
    VeerWorldMap *map = &world->map;
    VeerMeshQuery query = query_of(world, job);
    VeerStatus status = veer_mesh_search_lead(map->mesh.search, &query, tree_at(map, memory));
    map->routes.is_search_live = false; // the tree uses the search
    return status == VEER_OK ? read(world, job) : 0;
}

const VeerTreeTraits veer_tree_traits_mesh = {lay_out_trees, cost_of_tree, begin_tree,
                                              run_tree,      finish_tree,  read_tree};
