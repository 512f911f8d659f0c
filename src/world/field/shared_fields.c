/// Shared fields over grids and voxels.
///
/// Fields and their solver hold no pointers, so they are state as they are: after a rollback a
/// computation goes on from where it was.
#include "base/arena.h"
#include "math/vec.h"
#include "world/field/field.h"
#include "world/map/map.h"

/// Fractions of the bodies that fit a cell side by side: below the first it counts as free, above
/// the second as full.
#define LEAST_FULL 0.2f
#define MAX_FULL 0.6f
/// Radii about a cell over which density is blurred.
#define CROWD_RADII 4.0f

// --- Layout ---

static void lay_out_state(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldMapDef *def = &world->def.map;
    VeerWorldMap *map = &world->map;
    VeerVoxel sides = veer_field_sides(def);
    uint32_t width = (uint32_t)sides.x, height = (uint32_t)sides.y, depth = (uint32_t)sides.z;
    map->fields.solver =
        veer_arena_take(arena, 1, veer_field_solver_size(width, height, depth, def->has_crowds));
    map->fields.size = (veer_field_size(width, height, depth) + 63u) / 64u * 64u;
    map->fields.block = veer_arena_take(arena, def->max_fields + 1u, map->fields.size);
}

static void lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerWorldMapDef *def = &world->def.map;
    if (def->has_crowds) {
        void *memory = veer_arena_take(arena, 1, veer_density_size(&def->grid));
        world->map.fields.density =
            arena->base ? veer_density_init(memory, &def->grid, 1.0f) : NULL;
    }
}

static void begin(VeerWorld *world)
{
    VeerVoxel sides = veer_field_sides(&world->def.map);
    uint32_t width = (uint32_t)sides.x, height = (uint32_t)sides.y, depth = (uint32_t)sides.z;
    for (uint32_t i = 0; i <= world->def.map.max_fields; i++) {
        (void)veer_field_init(veer_field_in(world, i), width, height, depth);
    }
    (void)veer_field_solver_init(world->map.fields.solver, width, height, depth,
                                 world->def.map.has_crowds);
}

// --- Sharing ---

static uint64_t cost(const VeerWorld *world)
{
    return veer_field_cells(&world->def.map);
}

static uint32_t usable(const VeerWorld *world, uint32_t slot)
{
    uint32_t flags = 0;
    for (uint32_t i = 0; world->map.links.all && i < world->def.map.max_links; i++) {
        flags |=
            world->map.links.all[i].is_alive ? world->map.links.all[i].flags & VEER_LINK_FLAGS : 0u;
    }
    return flags & veer_links_allowed(world, slot);
}

/// A field serves where the job's end is the goal's cell, or sees it; not where the goal is cut
/// off.
static bool serves(const VeerWorld *world, const VeerPlanJob *job, float *radius)
{
    const VeerWorldMap *map = &world->map;
    VeerVoxel cell = job->goal;
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[job->slot]);
    VeerVec3 end = veer_world_flat(world, veer_cells_middle(map, cell));
    *radius = map->head->radii[job->class];
    return veer_cells_are_same(veer_cells_at(map, goal), cell) ||
           veer_map_sees(world, job->slot, end, goal);
}

static VeerFieldAnswer lead(VeerWorld *world, const VeerPlanJob *job, uint32_t number,
                            uint32_t *count)
{
    VeerWorldMap *map = &world->map;
    *count = 0;
    veer_route_drop(world, job->slot);
    map->routes.all[job->slot].field = (uint8_t)(number + 1u);
    map->fields.users[number]++;
    if (veer_field_remaining(world, job->slot) < INFINITY) {
        return VEER_FIELD_TAKEN;
    }
    map->routes.all[job->slot].field = 0;
    map->fields.users[number]--;
    return VEER_FIELD_NONE;
}

// --- Computation ---

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

static uint32_t open_job(VeerWorld *world, uint32_t number)
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
    return (uint32_t)(cost(world) / (VEER_CELLS_PER_EXPANSION * 8ull)) + 1u;
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

static uint32_t run(VeerWorld *world, uint32_t budget)
{
    VeerFieldHead *head = world->map.fields.head;
    VeerFieldSolver *solver = world->map.fields.solver;
    uint64_t before = veer_field_work(solver);
    uint64_t limit = (uint64_t)budget * VEER_CELLS_PER_EXPANSION;
    VeerFieldState state = veer_field_run(solver, veer_field_in(world, head->spare),
                                          limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX);
    uint64_t spent = (veer_field_work(solver) - before) / VEER_CELLS_PER_EXPANSION + 1u;
    if (state == VEER_FIELD_DONE && !veer_field_add_links(world)) {
        uint32_t number = head->job;
        veer_fields_close(world);
        tell_followers(world, number);
    }
    return (uint32_t)spent;
}

const VeerShareTraits veer_share_traits_fields = {
    .lay_out_state = lay_out_state,
    .lay_out_scratch = lay_out_scratch,
    .begin = begin,
    .goal = veer_cells_at,
    .cost = cost,
    .usable = usable,
    .serves = serves,
    .lead = lead,
    .open = open_job,
    .run = run,
};

// --- Following ---

const VeerField *veer_world_field(const VeerWorld *world, uint32_t number)
{
    const VeerFieldHead *head = world ? world->map.fields.head : NULL;
    bool is_there = head && world->map.fields.solver && number < world->def.map.max_fields &&
                    head->shared[number].state == VEER_SHARED_READY;
    return is_there ? veer_field_in(world, head->shared[number].memory) : NULL;
}
