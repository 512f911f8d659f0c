/// Shared path trees over a mesh: see field/shared_trees.c and mesh_tree.h.
#include "base/arena.h"
#include "plan/mesh/mesh.h"
#include "world/base/base.h"
#include "world/route/plan_traits.h"
#include "world/route/route.h"

#include <string.h>

/// Nodes of a tree's search for each side of a mesh, about.
#define NODES_PER_SIDE 2u

VeerVoxel veer_mesh_plan_goal(VeerVec3 point)
{
    VeerVoxel goal;
    memcpy(&goal.x, &point.x, sizeof goal.x);
    memcpy(&goal.y, &point.y, sizeof goal.y);
    memcpy(&goal.z, &point.z, sizeof goal.z);
    return goal;
}

static VeerVec3 goal_point(VeerVoxel goal)
{
    VeerVec3 point;
    memcpy(&point.x, &goal.x, sizeof point.x);
    memcpy(&point.y, &goal.y, sizeof point.y);
    memcpy(&point.z, &goal.z, sizeof point.z);
    return point;
}

static VeerMeshTree *tree_at(const VeerWorldMap *map, uint32_t memory)
{
    return (VeerMeshTree *)(void *)(map->fields.trees.block + memory * map->fields.trees.size);
}

static void lay_out(VeerWorld *world, VeerArena *arena)
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

static uint32_t cost(const VeerWorldMap *map)
{
    return NODES_PER_SIDE * map->mesh.searched->side_count;
}

static bool begin(VeerWorld *world, const VeerSharedField *shared, uint32_t memory)
{
    VeerWorldMap *map = &world->map;
    VeerMeshQuery query =
        veer_mesh_plan_query(world, shared->radius, shared->may_use, goal_point(shared->goal));
    return veer_mesh_tree_begin(map->fields.trees.mesh_search, tree_at(map, memory), &query) ==
           VEER_OK;
}

static uint32_t run(VeerWorldMap *map, uint32_t budget)
{
    VeerMeshSearch *search = map->fields.trees.mesh_search;
    uint64_t before = veer_mesh_search_expansions(search);
    (void)veer_mesh_search_run(search, budget);
    return (uint32_t)(veer_mesh_search_expansions(search) - before);
}

static bool is_done(const VeerWorldMap *map)
{
    return veer_mesh_search_run(map->fields.trees.mesh_search, 0) != VEER_SEARCH_RUNNING;
}

static bool finish(VeerWorldMap *map, uint32_t memory)
{
    (void)memory;
    return veer_mesh_tree_is_whole(map->fields.trees.mesh_search);
}

static uint32_t read(VeerWorld *world, const VeerPlanJob *job, uint32_t memory)
{
    VeerWorldMap *map = &world->map;
    VeerMeshQuery query = veer_mesh_plan_query_of(world, job);
    VeerStatus status = veer_mesh_search_lead(map->mesh.search, &query, tree_at(map, memory));
    map->routes.is_search_live = false; // the tree uses the search
    return status == VEER_OK ? veer_mesh_plan_read(world, job) : 0;
}

const VeerTreeTraits veer_tree_traits_mesh = {lay_out, cost, begin, run, is_done, finish, read};
