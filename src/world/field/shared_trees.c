/// Shared path trees: over meshes and graphs agents of one goal share one search, where that is
/// cheaper than a search for each.
///
/// A tree is a function of the map, the goal and the body. So the state only has that it exists:
/// after a restore it is recomputed on demand, and a change of the map drops it.
#include "world/field/field.h"

#include <string.h>

/// Resumes the search of a tree after `done` expansions. @return false: nothing leads to its goal
static bool take_up(VeerWorld *world, const VeerSharedField *shared, uint32_t memory, uint64_t done)
{
    VeerWorldMap *map = &world->map;
    const VeerTreeTraits *kind = veer_plan_traits(map)->trees;
    uint32_t spent;
    map->fields.trees.is_live = kind->begin(world, shared, memory);
    if (map->fields.trees.is_live && done > 0) {
        (void)kind->run(map, (uint32_t)done, &spent);
    }
    return map->fields.trees.is_live;
}

/// Recomputes a tree that was complete before a restore.
static void make_again(VeerWorld *world, uint32_t number)
{
    VeerWorldMap *map = &world->map;
    const VeerSharedField *shared = &map->fields.head->shared[number];
    if (take_up(world, shared, shared->memory, UINT32_MAX)) {
        map->fields.trees.is_made[shared->memory] =
            veer_plan_traits(map)->trees->finish(map, shared->memory);
    }
    map->fields.trees.is_live = false; // the current one is resumed later
}

/// The current tree is complete, or useless.
static void close_job(VeerWorld *world, bool is_useful)
{
    VeerMapFields *fields = &world->map.fields;
    VeerSharedField *shared = &fields->head->shared[fields->head->job];
    veer_fields_close(world);
    shared->is_stale = 0;
    shared->is_useless = !is_useful;
    fields->trees.is_made[shared->memory] = is_useful;
    fields->trees.is_live = false;
}

static void forget(VeerWorld *world)
{
    VeerFieldHead *head = world->map.fields.head;
    world->map.fields.trees.is_live = false;
    if (head->job != VEER_NO_SLOT && head->done > 0) {
        // no agent waits for trees if the map changes faster than they are computed
        close_job(world, false);
    }
}

static uint32_t open_job(VeerWorld *world, uint32_t number)
{
    VeerFieldHead *head = world->map.fields.head;
    head->job = number;
    head->begun = world->map.head->plan_tick;
    head->done = 0;
    world->map.fields.trees.is_live = false;
    return 0;
}

static uint32_t run(VeerWorld *world, uint32_t budget)
{
    VeerWorldMap *map = &world->map;
    VeerFieldHead *head = map->fields.head;
    const VeerTreeTraits *kind = veer_plan_traits(map)->trees;
    if (!map->fields.trees.is_live &&
        !take_up(world, &head->shared[head->job], head->spare, head->done)) {
        close_job(world, false);
        return 1;
    }
    uint32_t spent;
    bool is_done = kind->run(map, budget, &spent);
    head->done += spent;
    if (is_done) {
        head->cost = (uint32_t)head->done;
        close_job(world, kind->finish(map, head->spare));
    }
    return spent + 1u;
}

// --- Sharing ---

static void lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    veer_plan_traits(&world->map)->trees->lay_out(world, arena);
}

static VeerVoxel goal_of(const VeerWorldMap *map, VeerVec3 point)
{
    (void)map;
    VeerVoxel goal;
    memcpy(&goal, &point, sizeof goal);
    return goal;
}

/// Estimated by the tree before.
static uint64_t cost(const VeerWorld *world)
{
    uint32_t known = world->map.fields.head->cost;
    uint64_t nodes = known > 0 ? known : veer_plan_traits(&world->map)->trees->cost(&world->map);
    return nodes * VEER_CELLS_PER_EXPANSION;
}

static bool serves(const VeerWorld *world, const VeerPlanJob *job, float *radius)
{
    *radius = world->agent.radius[job->slot];
    return true;
}

static VeerFieldAnswer lead(VeerWorld *world, const VeerPlanJob *job, uint32_t number,
                            uint32_t *count)
{
    VeerWorldMap *map = &world->map;
    const VeerSharedField *shared = &map->fields.head->shared[number];
    if (shared->is_useless) {
        return VEER_FIELD_NONE;
    }
    if (!map->fields.trees.is_made[shared->memory]) {
        make_again(world, number);
    }
    if (!map->fields.trees.is_made[shared->memory]) {
        return VEER_FIELD_NONE;
    }
    *count = veer_plan_traits(map)->trees->read(world, job, shared->memory);
    return *count > 0 ? VEER_FIELD_PATH : VEER_FIELD_NONE;
}

const VeerShareTraits veer_share_traits_trees = {
    .lay_out_scratch = lay_out_scratch,
    .goal = goal_of,
    .cost = cost,
    .usable = veer_links_allowed, // flags of edges and polygons are arbitrary, so all count
    .serves = serves,
    .lead = lead,
    .change = forget,
    .open = open_job,
    .run = run,
};
