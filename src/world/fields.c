/// Shared fields: agents of one goal follow one flow field where that is cheaper than a way for
/// each.
///
/// Fields and their solver hold no pointers, so they are state as they are: a rollback in the
/// middle of a computation goes on from there.
#include "base/arena.h"
#include "base/hash.h"
#include "base/sort.h"
#include "math/vec.h"
#include "world/field_space.h"
#include "world/links.h"

/// What a way of one's own costs beside its search, expansions; and what searches cost at first.
#define OWN_COST 16u
#define FIRST_MEAN 64u
/// Which part of an average a new way is: one in so many.
#define MEAN_WAYS 8

VeerField *veer_field_in(const VeerWorld *world, uint32_t memory)
{
    return (VeerField *)(void *)(world->map.field_block + memory * world->map.field_size);
}

// --- Where they lie ---

void veer_fields_lay_out_state(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldMapDef *def = &world->def.map;
    VeerWorldMap *map = &world->map;
    if (def->max_fields == 0) {
        return;
    }
    VeerVoxel sides = veer_field_sides(def);
    uint32_t width = (uint32_t)sides.x, height = (uint32_t)sides.y, depth = (uint32_t)sides.z;
    map->fields = veer_arena_take(arena, 1, sizeof *map->fields);
    if (map->kind->trees) {
        return;
    }
    map->solver = veer_arena_take(arena, 1,
                                  def->has_crowds ? veer_field_crowd_solver_size(width, height)
                                                  : veer_field_solver_size(width, height, depth));
    map->field_size = (veer_field_size(width, height, depth) + 63u) / 64u * 64u;
    map->field_block = veer_arena_take(arena, def->max_fields + 1u, map->field_size);
}

void veer_fields_lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldMapDef *def = &world->def.map;
    if (def->max_fields == 0) {
        return;
    }
    world->map.goals = veer_arena_take(arena, world->def.max_agents, sizeof *world->map.goals);
    if (world->map.kind->trees) {
        world->map.kind->trees->lay_out(world, arena);
    }
    if (def->has_crowds) {
        void *memory = veer_arena_take(arena, 1, veer_density_size(&def->grid));
        world->map.density = arena->base ? veer_density_init(memory, &def->grid, 1.0f) : NULL;
    }
}

void veer_fields_begin(VeerWorld *world)
{
    VeerVoxel sides = veer_field_sides(&world->def.map);
    uint32_t width = (uint32_t)sides.x, height = (uint32_t)sides.y, depth = (uint32_t)sides.z;
    VeerFieldHead *head = world->map.fields;
    if (!head) {
        return;
    }
    *head = (VeerFieldHead){
        .job = VEER_NO_SLOT, .spare = world->def.map.max_fields, .mean = FIRST_MEAN};
    for (uint32_t i = 0; i < world->def.map.max_fields; i++) {
        head->shared[i].memory = i;
    }
    if (world->map.kind->trees) {
        return;
    }
    for (uint32_t i = 0; i <= world->def.map.max_fields; i++) {
        (void)veer_field_init(veer_field_in(world, i), width, height, depth);
    }
    if (world->def.map.has_crowds) {
        (void)veer_field_crowd_solver_init(world->map.solver, width, height);
    } else {
        (void)veer_field_solver_init(world->map.solver, width, height, depth);
    }
}

// --- Who goes where ---

static uint64_t goal_key(const VeerWorld *world, uint32_t slot)
{
    const uint64_t most = (1u << 21) - 1u; // what lies off the map is sought alone
    VeerVec3 goal = world->agent.goal_point[slot];
    if (world->map.kind->trees) {
        return veer_hash_floats(goal.x, goal.y) ^ veer_hash_floats(goal.z, 1.0f);
    }
    VeerVoxel cell = veer_field_cell(&world->map, goal);
    return ((uint64_t)cell.z & most) << 42 | ((uint64_t)cell.y & most) << 21 |
           ((uint64_t)cell.x & most);
}

static bool is_less(const void *context, const void *a, const void *b)
{
    (void)context;
    return *(const uint64_t *)a < *(const uint64_t *)b;
}

/// A field that nobody follows, and that is not waited for.
static bool is_spare(const VeerWorld *world, uint32_t number)
{
    const VeerFieldHead *head = world->map.fields;
    return head->shared[number].state == VEER_SHARED_FREE ||
           (head->shared[number].state == VEER_SHARED_READY && head->job != number &&
            world->map.users[number] == 0);
}

void veer_fields_turn(VeerWorld *world, bool is_changed)
{
    VeerWorldMap *map = &world->map;
    if (!map->fields) {
        return;
    }
    map->goal_count = 0;
    for (uint32_t i = 0; i < VEER_WORLD_MOST_FIELDS; i++) {
        map->users[i] = 0;
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        if (veer_route_is_on(world, slot)) {
            map->goals[map->goal_count++] = goal_key(world, slot);
            uint8_t field = map->routes[slot].field;
            map->users[field > 0 ? field - 1u : 0] += field > 0;
        }
    }
    for (uint32_t i = 0; map->links && i < world->def.map.max_fields; i++) {
        // Who follows it looks for links, and may not find them otherwise after a restore.
        if (map->users[i] > 0) {
            float radius = map->fields->shared[i].radius;
            (void)veer_map_class(world, veer_map_class_for(world, radius));
        }
    }
    veer_sort(map->goals, map->goal_count, sizeof *map->goals, is_less, NULL);
    for (uint32_t i = 0; is_changed && i < world->def.map.max_fields; i++) {
        VeerSharedField *shared = &map->fields->shared[i];
        shared->is_stale = 1;
        shared->state = is_spare(world, i) ? VEER_SHARED_FREE : shared->state;
    }
    if (map->kind->trees && is_changed) {
        veer_trees_forget(world);
    }
}

/// How many keys are less than one.
static uint32_t count_below(const VeerWorldMap *map, uint64_t key)
{
    uint32_t low = 0, high = map->goal_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2u;
        if (map->goals[middle] < key) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_worth_it(const VeerWorld *world, uint32_t slot)
{
    const VeerWorldMapDef *def = &world->def.map;
    uint64_t key = goal_key(world, slot);
    uint32_t count = count_below(&world->map, key + 1u) - count_below(&world->map, key);
    if (def->field_agents > 0) {
        return count >= def->field_agents;
    }
    uint64_t each = (uint64_t)world->map.fields->mean + OWN_COST;
    const VeerTreeKind *trees = world->map.kind->trees;
    uint32_t known = world->map.fields->cost;
    uint64_t nodes = !trees ? 0 : known > 0 ? known : trees->cost(&world->map);
    uint64_t all = trees ? nodes * VEER_CELLS_PER_EXPANSION : veer_field_cells(def);
    return count > 1 && count * each * VEER_CELLS_PER_EXPANSION >= all;
}

// --- One agent ---

/// Of the flags that links have, those that an agent may use: who may use the same can share.
static uint32_t usable(const VeerWorld *world, uint32_t slot)
{
    uint32_t flags = 0;
    if (world->map.kind->trees) {
        return veer_links_allowed(world, slot); // edges and polygons have flags, too
    }
    for (uint32_t i = 0; world->map.links && i < world->def.map.max_links; i++) {
        flags |= world->map.links[i].is_alive ? world->map.links[i].flags & VEER_LINK_FLAGS : 0u;
    }
    return flags & veer_links_allowed(world, slot);
}

static uint32_t find_shared(const VeerWorld *world, uint32_t slot, float radius, VeerVoxel goal)
{
    const VeerFieldHead *head = world->map.fields;
    uint32_t may_use = usable(world, slot);
    for (uint32_t i = 0; i < world->def.map.max_fields; i++) {
        const VeerSharedField *shared = &head->shared[i];
        if (shared->state != VEER_SHARED_FREE && shared->radius == radius &&
            shared->may_use == may_use && veer_field_is_same(shared->goal, goal)) {
            return i;
        }
    }
    return VEER_NO_SLOT;
}

/// A free one, else that which has not been followed for longest.
static uint32_t find_spare(const VeerWorld *world)
{
    const VeerSharedField *shared = world->map.fields->shared;
    uint32_t best = VEER_NO_SLOT;
    for (uint32_t i = 0; i < world->def.map.max_fields; i++) {
        if (is_spare(world, i)) {
            if (shared[i].state == VEER_SHARED_FREE) {
                return i;
            }
            best = best == VEER_NO_SLOT || shared[i].begun < shared[best].begun ? i : best;
        }
    }
    return best;
}

static VeerFieldAnswer want(VeerWorld *world, uint32_t slot, float radius, VeerVoxel goal)
{
    uint32_t number = is_worth_it(world, slot) ? find_spare(world) : VEER_NO_SLOT;
    if (number == VEER_NO_SLOT) {
        return VEER_FIELD_NONE;
    }
    VeerSharedField *shared = &world->map.fields->shared[number];
    *shared = (VeerSharedField){.goal = goal,
                                .radius = radius,
                                .begun = world->map.head->turn,
                                .memory = shared->memory,
                                .may_use = usable(world, slot),
                                .state = VEER_SHARED_WANTED};
    return VEER_FIELD_LATER;
}

/// Whether the way of a job ends where the goal is, or sees it: not so where it is cut off.
static bool leads_there(const VeerWorld *world, uint32_t slot, const VeerPlanJob *job)
{
    const VeerWorldMap *map = &world->map;
    VeerVoxel cell = veer_field_goal(job);
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[slot]);
    VeerVec3 end = veer_world_flat(world, veer_field_middle(map, cell));
    VeerMapSight looking =
        veer_map_sight(world, map->walls, VEER_SIGHT_RADII * world->agent.radius[slot]);
    return veer_field_is_same(veer_field_cell(map, goal), cell) ||
           veer_map_is_clear(&looking, end, goal);
}

VeerFieldAnswer veer_fields_serve(VeerWorld *world, uint32_t slot, const VeerPlanJob *job,
                                  uint32_t *count)
{
    VeerWorldMap *map = &world->map;
    bool has_trees = map->kind->trees != NULL;
    if (!map->fields || map->routes[slot].is_alone ||
        (!has_trees && !leads_there(world, slot, job))) {
        return VEER_FIELD_NONE;
    }
    float radius = has_trees ? world->agent.radius[slot] : map->head->radii[job->class];
    VeerVoxel goal = veer_field_goal(job);
    uint32_t number = find_shared(world, slot, radius, goal);
    if (number == VEER_NO_SLOT) {
        return want(world, slot, radius, goal);
    }
    if (map->fields->shared[number].state == VEER_SHARED_WANTED) {
        return VEER_FIELD_LATER;
    }
    if (has_trees) {
        return veer_trees_lead(world, job, number, count);
    }
    veer_route_keep(world, slot, NULL, 0);
    map->routes[slot].field = (uint8_t)(number + 1u);
    map->users[number]++;
    if (veer_field_left(world, slot) < INFINITY) {
        return VEER_FIELD_TAKEN;
    }
    map->routes[slot].field = 0;
    map->users[number]--;
    return VEER_FIELD_NONE;
}

void veer_fields_learn(VeerWorld *world, uint32_t expansions)
{
    VeerFieldHead *head = world->map.fields;
    if (head) {
        int64_t more = (int64_t)expansions - (int64_t)head->mean;
        head->mean = (uint32_t)((int64_t)head->mean + more / MEAN_WAYS);
    }
}

const VeerField *veer_field_of(const VeerWorld *world, uint32_t slot)
{
    uint8_t field = world->map.routes[slot].field;
    return field > 0 ? veer_field_in(world, world->map.fields->shared[field - 1u].memory) : NULL;
}

uint64_t veer_fields_hash(const VeerWorld *world, uint64_t hash)
{
    const VeerFieldHead *head = world->map.fields;
    if (!head) {
        return hash;
    }
    hash = veer_hash_add(hash, (uint64_t)head->job << 32 | head->begun);
    hash = veer_hash_add(hash, head->crowd + head->mean + ((uint64_t)head->cost << 32));
    hash = veer_hash_add(hash, world->map.solver ? veer_field_work(world->map.solver) : head->done);
    for (uint32_t i = 0; i < world->def.map.max_fields; i++) {
        const VeerSharedField *shared = &head->shared[i];
        hash = veer_hash_add(hash, veer_hash_floats(shared->radius, (float)shared->state));
        hash = veer_hash_add(hash,
                             (uint64_t)(uint32_t)shared->goal.y << 32 | (uint32_t)shared->goal.x);
        hash = shared->goal.z ? veer_hash_add(hash, (uint64_t)(uint32_t)shared->goal.z) : hash;
        uint64_t flags = shared->is_stale | (uint64_t)shared->is_useless << 1;
        hash = veer_hash_add(hash, (uint64_t)shared->begun << 32 | flags);
        hash = veer_hash_add(hash, shared->crowd);
        hash = shared->may_use ? veer_hash_add(hash, shared->may_use) : hash;
    }
    return hash;
}

const VeerField *veer_world_field(const VeerWorld *world, uint32_t number)
{
    const VeerFieldHead *head = world->map.fields;
    bool is_there = head && world->map.solver && number < world->def.map.max_fields &&
                    head->shared[number].state == VEER_SHARED_READY;
    return is_there ? veer_field_in(world, head->shared[number].memory) : NULL;
}
