/// Computation of shared fields, within a budget per tick.
#include "base/hash.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/field/field.h"
#include "world/map/map.h"
#include "world/route/route.h"

/// s between two computations of a field with a crowd.
#define CROWD_SECONDS 1.0f
/// Fractions of the bodies that fit a cell side by side: below the first it counts as free, above
/// the second as full.
#define LEAST_FULL 0.2f
#define MAX_FULL 0.6f
/// Radii about a cell over which density is blurred.
#define CROWD_RADII 4.0f

uint32_t veer_fields_next(const VeerWorld *world, float dt)
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

/// Counts all agents into the densities. @return the greatest of their maximal speeds, m/s
static float count_crowd(VeerWorld *world, uint64_t *hash)
{
    const VeerAgentColumns *agent = &world->agent;
    float speed = 0.0f;
    *hash = 0;
    veer_density_clear(world->map.fields.density);
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        if (agent->is_alive[slot]) {
            VeerVec3 position = agent->position[slot], velocity = agent->velocity[slot];
            veer_density_add(world->map.fields.density, position, velocity);
            *hash += veer_hash_floats(position.x, position.y) ^
                     (veer_hash_floats(velocity.x, velocity.y) >> 1);
            speed = max_f(speed, agent->max_speed[slot]);
        }
    }
    return speed;
}

static VeerFieldCrowd crowd_of(const VeerWorld *world, float radius, float speed)
{
    VeerFieldCrowd crowd = veer_field_crowd_default();
    float cell = world->def.map.grid.cell_size, side = 2.0f * radius;
    float room = cell * cell / (side * side);
    crowd.density = world->map.fields.density;
    crowd.max_speed = speed;
    crowd.least_density = LEAST_FULL * room;
    crowd.most_density = MAX_FULL * room;
    crowd.length_weight = 0.0f; // what counts is the time of arrival
    return crowd;
}

/// Cells of blur to each side: density matters, not exact positions.
static uint32_t blur_reach(const VeerWorld *world, float radius)
{
    float reach = CROWD_RADII * radius / world->def.map.grid.cell_size;
    return (uint32_t)min_f(ceilf(reach), (float)VEER_MAX_DENSITY_REACH);
}

/// Asks for paths of their own for followers of a field whose goal is blocked.
static void dismiss_followers(VeerWorld *world, uint32_t number)
{
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        if (veer_route_is_on(world, slot) && world->map.routes.all[slot].field == number + 1u) {
            world->map.routes.all[slot].is_alone = 1;
            veer_route_ask(world, slot);
        }
    }
}

/// Begins to solve a field. @return as veer_field_begin
static VeerStatus begin_solving(VeerWorld *world, const VeerSharedField *shared)
{
    VeerWorldMap *map = &world->map;
    const VeerMapClass *class = veer_map_class(world, veer_map_class_for(world, shared->radius));
    VeerField *field = veer_field_in(world, map->fields.head->spare);
    VeerVec3 goal = veer_cells_middle(map, shared->goal);
    VeerFieldQuery query = veer_field_query_default();
    query.goals = &goal;
    query.goal_count = 1;
    float speed = map->fields.density ? count_crowd(world, &map->fields.head->crowd) : 0.0f;
    if (map->voxels.blocked) {
        return veer_field_begin_voxels(map->fields.solver, field, class->voxels, &query);
    }
    if (speed > 0.0f && shared->radius > 0.0f) {
        veer_density_blur(map->fields.density, map->grid.walls, blur_reach(world, shared->radius));
        VeerFieldCrowd crowd = crowd_of(world, shared->radius, speed);
        return veer_field_begin_crowd(map->fields.solver, field, class->grid, &crowd, &query);
    }
    return veer_field_begin(map->fields.solver, field, class->grid, &query);
}

/// Begins a field.
static void open_job(VeerWorld *world, uint32_t number)
{
    VeerWorldMap *map = &world->map;
    VeerSharedField *shared = &map->fields.head->shared[number];
    map->fields.head->crowd = 0;
    VeerStatus status = begin_solving(world, shared);
    shared->is_stale = 0;
    if (status == VEER_OK) {
        map->fields.head->job = number;
        map->fields.head->begun = map->head->plan_tick;
    } else {
        shared->begun = map->head->plan_tick;
        dismiss_followers(world, number);
        shared->state = shared->state == VEER_SHARED_WANTED ? VEER_SHARED_FREE : shared->state;
    }
}

/// A path that has become longer is no lack of progress.
static void tell_followers(VeerWorld *world, uint32_t number)
{
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        if (veer_route_is_on(world, slot) && world->map.routes.all[slot].field == number + 1u) {
            float left = veer_field_remaining(world, slot);
            world->agent.goal_best[slot] = max_f(world->agent.goal_best[slot], left);
        }
    }
}

/// The completed field replaces the one before.
static void close_job(VeerWorld *world)
{
    VeerFieldHead *head = world->map.fields.head;
    VeerSharedField *shared = &head->shared[head->job];
    uint32_t number = head->job, before = shared->memory;
    shared->memory = head->spare;
    shared->begun = head->begun;
    shared->crowd = head->crowd;
    shared->state = VEER_SHARED_READY;
    head->spare = before;
    head->job = VEER_NO_SLOT;
    tell_followers(world, number);
}

uint32_t veer_field_run_shared(VeerWorld *world, uint32_t budget, float dt)
{
    VeerFieldHead *head = world->map.fields.head;
    uint64_t cells = veer_field_cells(&world->def.map);
    while (budget > 0) {
        if (head->job == VEER_NO_SLOT) {
            uint32_t next = veer_fields_next(world, dt);
            if (next == VEER_NO_SLOT) {
                break;
            }
            open_job(world, next);
            uint64_t spent = cells / (VEER_CELLS_PER_EXPANSION * 8u) + 1u;
            budget = budget > spent ? budget - (uint32_t)spent : 0;
            continue;
        }
        uint64_t before = veer_field_work(world->map.fields.solver);
        uint64_t limit = (uint64_t)budget * VEER_CELLS_PER_EXPANSION;
        VeerFieldState state =
            veer_field_run(world->map.fields.solver, veer_field_in(world, head->spare),
                           limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX);
        uint64_t done = veer_field_work(world->map.fields.solver) - before;
        uint64_t spent = done / VEER_CELLS_PER_EXPANSION + 1u;
        budget = budget > spent ? budget - (uint32_t)spent : 0;
        if (state == VEER_FIELD_DONE && !veer_field_add_links(world)) {
            close_job(world);
        }
    }
    return budget;
}
