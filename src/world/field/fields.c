/// Shared fields or path trees: agents of one goal share one where that is cheaper than a path for
/// each.
#include "base/arena.h"
#include "base/hash.h"
#include "base/sort.h"
#include "world/field/field.h"
#include "world/map/map.h"

/// Expansions: what a path of its own costs beside the search, and the first estimate of a search.
#define OWN_COST 16u
#define FIRST_MEAN 64u
/// s between two computations of a field with a crowd.
#define CROWD_SECONDS 1.0f
/// A new cost counts one in so many in the running average.
#define MEAN_COUNT 8

// --- Layout ---

void veer_fields_lay_out_state(VeerWorld *world, VeerArena *arena)
{
    VeerWorldMap *map = &world->map;
    if (!map->traits || world->def.map.max_fields == 0) {
        return;
    }
    map->fields.head = veer_arena_take(arena, 1, sizeof *map->fields.head);
    if (veer_share_traits(&world->map)->lay_out_state) {
        veer_share_traits(&world->map)->lay_out_state(world, arena);
    }
}

void veer_fields_lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    if (world->map.traits && world->def.map.max_fields > 0) {
        world->map.fields.goals =
            veer_arena_take(arena, world->def.max_agents, sizeof *world->map.fields.goals);
        veer_share_traits(&world->map)->lay_out_scratch(world, arena);
    }
}

void veer_fields_begin(VeerWorld *world)
{
    VeerFieldHead *head = world->map.fields.head;
    if (!head) {
        return;
    }
    *head = (VeerFieldHead){
        .job = VEER_NO_SLOT, .spare = world->def.map.max_fields, .mean = FIRST_MEAN};
    for (uint32_t i = 0; i < world->def.map.max_fields; i++) {
        head->shared[i].memory = i;
    }
    if (veer_share_traits(&world->map)->begin) {
        veer_share_traits(&world->map)->begin(world);
    }
}

// --- Who follows what ---

static bool is_less(const void *context, const void *a, const void *b)
{
    (void)context;
    return *(const uint64_t *)a < *(const uint64_t *)b;
}

/// The same for agents of the same goal.
static uint64_t key_of(const VeerWorld *world, uint32_t slot)
{
    VeerVoxel goal =
        veer_share_traits(&world->map)->goal(&world->map, world->agent.goal_point[slot]);
    return veer_hash_words(0, &goal, sizeof goal);
}

/// A field without followers, that none waits for.
static bool is_spare(const VeerWorld *world, uint32_t number)
{
    const VeerFieldHead *head = world->map.fields.head;
    return head->shared[number].state == VEER_SHARED_FREE ||
           (head->shared[number].state == VEER_SHARED_READY && head->job != number &&
            world->map.fields.users[number] == 0);
}

/// Lists the goals of agents with routes, and counts who follows which field. @return whether they
/// are in order
static bool list_goals(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    bool are_in_order = true;
    uint64_t last = 0;
    map->fields.goal_count = 0;
    for (uint32_t i = 0; i < VEER_MAX_WORLD_FIELDS; i++) {
        map->fields.users[i] = 0;
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        if (veer_route_is_on(world, slot)) {
            uint64_t key = key_of(world, slot);
            are_in_order = are_in_order && last <= key;
            last = key;
            map->fields.goals[map->fields.goal_count++] = key;
            uint8_t field = map->routes.all[slot].field;
            map->fields.users[field > 0 ? field - 1u : 0] += field > 0;
        }
    }
    return are_in_order;
}

void veer_fields_begin_tick(VeerWorld *world, bool is_changed)
{
    VeerWorldMap *map = &world->map;
    if (!map->fields.head) {
        return;
    }
    bool are_in_order = list_goals(world);
    for (uint32_t i = 0; map->links.all && i < world->def.map.max_fields; i++) {
        // followers look for links, and may not find them otherwise after a restore
        if (map->fields.users[i] > 0) {
            float radius = map->fields.head->shared[i].radius;
            (void)veer_map_class(world, veer_map_class_for(world, radius));
        }
    }
    if (!are_in_order) { // they are where all have one goal
        veer_sort(map->fields.goals, map->fields.goal_count, sizeof *map->fields.goals, is_less,
                  NULL);
    }
    for (uint32_t i = 0; is_changed && i < world->def.map.max_fields; i++) {
        VeerSharedField *shared = &map->fields.head->shared[i];
        shared->is_stale = 1;
        shared->state = is_spare(world, i) ? VEER_SHARED_FREE : shared->state;
    }
    if (is_changed && veer_share_traits(map)->change) {
        veer_share_traits(map)->change(world);
    }
}

/// How many keys are less than one.
static uint32_t count_below(const VeerWorldMap *map, uint64_t key)
{
    uint32_t low = 0, high = map->fields.goal_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2u;
        if (map->fields.goals[middle] < key) {
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
    const VeerShareTraits *kind = veer_share_traits(&world->map);
    uint64_t key = key_of(world, slot);
    uint32_t count = count_below(&world->map, key + 1u) - count_below(&world->map, key);
    if (def->field_agents > 0) {
        return count >= def->field_agents;
    }
    uint64_t each = (uint64_t)world->map.fields.head->mean + OWN_COST;
    return count > 1 && count * each * VEER_CELLS_PER_EXPANSION >= kind->cost(world);
}

// --- One agent ---

static uint32_t find_shared(const VeerWorld *world, uint32_t slot, float radius, VeerVoxel goal)
{
    const VeerFieldHead *head = world->map.fields.head;
    uint32_t may_use = veer_share_traits(&world->map)->usable(world, slot);
    for (uint32_t i = 0; i < world->def.map.max_fields; i++) {
        const VeerSharedField *shared = &head->shared[i];
        if (shared->state != VEER_SHARED_FREE && shared->radius == radius &&
            shared->may_use == may_use && veer_cells_are_same(shared->goal, goal)) {
            return i;
        }
    }
    return VEER_NO_SLOT;
}

/// A free field, else the one without followers for longest.
static uint32_t find_spare(const VeerWorld *world)
{
    const VeerSharedField *shared = world->map.fields.head->shared;
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
    VeerSharedField *shared = &world->map.fields.head->shared[number];
    *shared = (VeerSharedField){.goal = goal,
                                .radius = radius,
                                .begun = world->map.head->plan_tick,
                                .memory = shared->memory,
                                .may_use = veer_share_traits(&world->map)->usable(world, slot),
                                .state = VEER_SHARED_WANTED};
    return VEER_FIELD_LATER;
}

VeerFieldAnswer veer_fields_serve(VeerWorld *world, uint32_t slot, const VeerPlanJob *job,
                                  uint32_t *count)
{
    VeerWorldMap *map = &world->map;
    const VeerShareTraits *kind = veer_share_traits(map);
    float radius;
    if (!map->fields.head || map->routes.all[slot].is_alone || !kind->serves(world, job, &radius)) {
        return VEER_FIELD_NONE;
    }
    VeerVoxel goal = job->goal;
    uint32_t number = find_shared(world, slot, radius, goal);
    if (number == VEER_NO_SLOT) {
        return want(world, slot, radius, goal);
    }
    return map->fields.head->shared[number].state == VEER_SHARED_WANTED
               ? VEER_FIELD_LATER
               : kind->lead(world, job, number, count);
}

// --- Computation ---

/// The next field to compute: waited for before outdated, the oldest first. VEER_NO_SLOT: none.
static uint32_t find_next(const VeerWorld *world, float dt)
{
    const VeerFieldHead *head = world->map.fields.head;
    uint32_t best = VEER_NO_SLOT;
    for (uint32_t i = 0; i < world->def.map.max_fields; i++) {
        const VeerSharedField *shared = &head->shared[i];
        uint32_t age = world->map.head->plan_tick - shared->begun;
        bool is_old = world->def.map.has_crowds && (float)age * dt >= CROWD_SECONDS;
        bool is_due = shared->state == VEER_SHARED_WANTED ||
                      (shared->state == VEER_SHARED_READY && world->map.fields.users[i] > 0 &&
                       (shared->is_stale || is_old));
        if (is_due && (best == VEER_NO_SLOT || shared->state < head->shared[best].state ||
                       (shared->state == head->shared[best].state &&
                        shared->begun < head->shared[best].begun))) {
            best = i;
        }
    }
    return best;
}

void veer_fields_close(VeerWorld *world)
{
    VeerFieldHead *head = world->map.fields.head;
    VeerSharedField *shared = &head->shared[head->job];
    uint32_t before = shared->memory;
    shared->memory = head->spare;
    shared->begun = head->begun;
    shared->ready = world->map.head->plan_tick;
    shared->crowd = head->crowd;
    shared->state = VEER_SHARED_READY;
    head->spare = before;
    head->job = VEER_NO_SLOT;
}

uint32_t veer_fields_work(VeerWorld *world, uint32_t budget, float dt)
{
    VeerFieldHead *head = world->map.fields.head;
    const VeerShareTraits *kind = veer_share_traits(&world->map);
    while (head && budget > 0) {
        uint32_t next = head->job == VEER_NO_SLOT ? find_next(world, dt) : head->job, spent;
        if (next == VEER_NO_SLOT) {
            break;
        }
        spent = head->job == VEER_NO_SLOT ? kind->open(world, next) : kind->run(world, budget);
        budget = budget > spent ? budget - spent : 0;
    }
    return budget;
}

void veer_fields_learn(VeerWorld *world, uint32_t expansions)
{
    VeerFieldHead *head = world->map.fields.head;
    if (head) {
        int64_t more = (int64_t)expansions - (int64_t)head->mean;
        head->mean = (uint32_t)((int64_t)head->mean + more / MEAN_COUNT);
    }
}

uint64_t veer_fields_hash(const VeerWorld *world, uint64_t hash)
{
    const VeerFieldHead *head = world->map.fields.head;
    if (!head) {
        return hash;
    }
    hash = veer_hash_add(hash, (uint64_t)head->job << 32 | head->begun);
    hash = veer_hash_add(hash, head->crowd + head->mean + ((uint64_t)head->cost << 32));
    hash = veer_hash_add(hash, world->map.fields.solver ? veer_field_work(world->map.fields.solver)
                                                        : head->done);
    for (uint32_t i = 0; i < world->def.map.max_fields; i++) {
        const VeerSharedField *shared = &head->shared[i];
        hash = veer_hash_add(hash, veer_hash_floats(shared->radius, (float)shared->state));
        hash = veer_hash_add(hash,
                             (uint64_t)(uint32_t)shared->goal.y << 32 | (uint32_t)shared->goal.x);
        hash = shared->goal.z ? veer_hash_add(hash, (uint64_t)(uint32_t)shared->goal.z) : hash;
        uint64_t flags = shared->is_stale | (uint64_t)shared->is_useless << 1;
        hash = veer_hash_add(hash, (uint64_t)shared->begun << 32 | flags);
        hash = veer_hash_add(hash, shared->crowd);
        hash = veer_hash_add(hash, shared->ready);
        hash = shared->may_use ? veer_hash_add(hash, shared->may_use) : hash;
    }
    return hash;
}
