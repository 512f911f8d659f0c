// Calls that own something, or that claim more than a status: worlds, saves, steps, threads.
#include "values.h"

#include "kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Each is called by the table in calls.c.
#define CALL(name) void call_##name(Session *session)

CALL(veer_world_create);
CALL(veer_world_destroy);
CALL(veer_world_step);
CALL(veer_world_steer);
CALL(veer_world_moved);
CALL(veer_world_save);
CALL(veer_world_restore);
CALL(veer_assign);
CALL(veer_occupancy_count);
CALL(veer_voxel_occupancy_count);
CALL(veer_world_export);
CALL(veer_world_import);
CALL(veer_world_pack);
CALL(veer_search_reach);
CALL(veer_grid_search_crossings);
CALL(veer_agent_set_foresight);
CALL(veer_agent_foresight_points);
CALL(veer_threads_create);
CALL(veer_threads_destroy);
CALL(veer_threads_tasks);

// Made from the headers.
#define MADE(type) type any_##type(Session *session)
MADE(VeerAssignDef);
MADE(VeerGridQuery);
CALL(veer_search_init);
CALL(veer_occupancy_init);
CALL(veer_voxel_occupancy_init);

// Finders are of a world, and go with it.
static void drop_finders(Session *session)
{
    for (int i = 0; i < MAX_KEPT; ++i) {
        free(session->kept[POOL_VeerPathFinder][i].memory);
        session->kept[POOL_VeerPathFinder][i] = (Kept){NULL, NULL};
    }
}

void take_place(Session *session, Place *place, VeerWorld *world)
{
    drop_finders(session);
    veer_world_destroy(place->world);
    free(place->saved);
    *place = (Place){.world = world};
}

CALL(veer_world_create)
{
    Place *place = &session->places[1];
    VeerWorldDef def = any_VeerWorldDef(session);
    VeerWorld *world = NULL;
    bool has_out = !is_wild(session);
    VeerStatus status = veer_world_create(is_wild(session) ? NULL : &def, has_out ? &world : NULL);
    done_with(session, status);
    if ((status == VEER_OK) != (world != NULL)) {
        fail(session, "a world without VEER_OK, or the other way");
    }
    if (world && place->step_depth == 0) {
        take_place(session, place, world);
    } else {
        veer_world_destroy(world);
    }
}

// A world that steps stays; one that is gone is made anew.
CALL(veer_world_destroy)
{
    VeerWorld *world = any_own_VeerWorld(session);
    Place *place = session->place;
    if (place && place->step_depth > 0) {
        veer_world_destroy(world);
        if (veer_world_step(world, 0.1f) != VEER_BUSY) {
            fail(session, "a world that does not know that it steps");
        }
    } else if (place) {
        take_place(session, place, NULL);
        VeerWorldDef def;
        make_world_def(session, &def);
        veer_world_create(&def, &place->world);
    } else {
        veer_world_destroy(NULL);
    }
    session->place = NULL;
    done(session, place != NULL);
}

static float any_dt(Session *session)
{
    static const float usual[] = {1.0f / 60.0f, 1.0f / 30.0f, 0.1f, 1.0f};
    return is_wild(session) ? any_float(session, 0.0f, 1.0f) : usual[draw(session) % 4];
}

enum { MOST_AGENTS = 256 };

static float length_of(VeerVec3 v)
{
    return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
}

// A world's first agents, and how they move.
typedef struct Movers {
    VeerAgentId agents[MOST_AGENTS];
    VeerVec3 velocities[MOST_AGENTS];
    uint32_t count;
} Movers;

static void read_movers(const VeerWorld *world, Movers *movers)
{
    VeerBodyColumns columns = {.agents = {movers->agents, sizeof(VeerAgentId)},
                               .velocities = {movers->velocities, sizeof(VeerVec3)}};
    uint32_t count = veer_world_read_agents(world, 1.0f, &columns, MOST_AGENTS);
    movers->count = count < MOST_AGENTS ? count : MOST_AGENTS;
}

// No agent got faster than its limit by itself: those above it were thrown. The order stays, but
// for those whose time to live ran out.
static void check_speeds(Session *session, const VeerWorld *world, const Movers *before)
{
    Movers after;
    read_movers(world, &after);
    for (uint32_t i = 0, was = 0; i < after.count; ++i) {
        while (was < before->count && before->agents[was].slot < after.agents[i].slot) {
            ++was;
        }
        if (was == before->count || before->agents[was].slot != after.agents[i].slot) {
            continue;
        }
        VeerAgentState state;
        veer_agent_get(world, after.agents[i], &state);
        float thrown = length_of(before->velocities[was]);
        float most = thrown > state.max_speed ? thrown : state.max_speed;
        if (!state.is_knocked && length_of(after.velocities[i]) > most * 1.000001f) {
            fail(session, "an agent faster than it may be");
        }
    }
}

// One tick of a world, which callbacks must find stepping. @return the world; NULL: it was refused
static VeerWorld *tick(Session *session, VeerStatus (*advance)(VeerWorld *, float))
{
    Movers before = {.count = 0};
    VeerWorld *world = any_own_VeerWorld(session);
    read_movers(world, &before);
    Place *place = session->place;
    float dt = any_dt(session);
    bool is_busy = place && place->step_depth > 0;
    if (place) {
        place->step_depth += 1;
    }
    VeerStatus status = advance(world, dt);
    if (place) {
        place->step_depth -= 1;
    }
    if (is_busy && status == VEER_OK) {
        fail(session, "a step within a step");
    }
    done_of_world(session, world, status);
    if (status == VEER_OK && advance == veer_world_step) {
        check_speeds(session, world, &before);
    }
    return status == VEER_OK ? world : NULL;
}

CALL(veer_world_step)
{
    const VeerWorld *world = tick(session, veer_world_step);
    if (world) {
        check_world(session, world);
        check_velocities(session, world);
    }
}

CALL(veer_world_steer)
{
    const VeerWorld *world = tick(session, veer_world_steer);
    if (world) {
        check_world(session, world);
    }
}

CALL(veer_world_moved)
{
    const VeerWorld *world = tick(session, veer_world_moved);
    if (world) {
        check_world(session, world);
    }
}

// Takes the world through a few steps. @return its hash
static uint64_t go_on(Session *session, VeerWorld *world, uint32_t steps)
{
    Place *place = session->place; // callbacks look at others
    place->step_depth += 1;
    for (uint32_t i = 0; i < steps; ++i) {
        veer_world_step(world, 1.0f / 30.0f);
    }
    place->step_depth -= 1;
    session->place = place;
    return veer_world_hash(world);
}

// A rollback repeats the same bits.
static void roll_back(Session *session, VeerWorld *world, const void *saved, size_t size)
{
    uint32_t steps = (uint32_t)(draw(session) % 4);
    uint64_t hash = go_on(session, world, steps);
    if (veer_world_restore(world, saved, size) != VEER_OK) {
        fail(session, "a save that cannot be restored");
    }
    check_world(session, world);
    if (go_on(session, world, steps) != hash) {
        fail(session, "a rollback that goes another way");
    }
    veer_world_restore(world, saved, size); // a save reads
}

CALL(veer_world_save)
{
    VeerWorld *world = any_own_VeerWorld(session);
    Place *place = session->place;
    size_t right = world ? veer_world_save_size(world) : 64;
    size_t size = is_wild(session) ? (size_t)(draw(session) % (right + 64)) : right;
    void *out = is_wild(session) ? NULL : malloc(size);
    VeerStatus status = veer_world_save(world, out, size);
    done_of_world(session, world, status);
    if (status == VEER_OK && size == right && place) {
        if (place->step_depth > 0) {
            fail(session, "a save within a step");
        }
        if (chance(session, 4)) {
            roll_back(session, world, out, size);
        }
        free(place->saved);
        place->saved = out;
    } else {
        free(out);
    }
}

// What is not its own save is refused.
static void restore_anything(Session *session, VeerWorld *world)
{
    size_t size = veer_world_save_size(world);
    uint8_t *bytes = calloc(1, size);
    if (bytes && chance(session, 2)) {
        fill_bytes(session, bytes, size < 64 ? size : 64);
    }
    size_t cut = chance(session, 2) ? size : (size_t)(draw(session) % size);
    VeerStatus status = veer_world_restore(world, bytes, cut);
    free(bytes);
    if (status == VEER_OK) {
        fail(session, "a world out of nothing");
    }
    done_of_world(session, world, status);
}

CALL(veer_world_restore)
{
    VeerWorld *world = any_own_VeerWorld(session);
    Place *place = session->place;
    if (!place || is_wild(session)) {
        done_of_world(session, world, veer_world_restore(world, NULL, 100));
    } else if (!place->saved || is_wild(session)) {
        restore_anything(session, world);
    } else {
        VeerStatus status = veer_world_restore(world, place->saved, veer_world_save_size(world));
        done_of_world(session, world, status);
        if (place->step_depth == 0) {
            check_world(session, world);
        }
    }
}

CALL(veer_world_export)
{
    const VeerWorld *world = any_VeerWorld(session);
    size_t right = world ? veer_world_export_size(world) : 64;
    size_t size = is_wild(session) ? (size_t)(draw(session) % (right + 64)) : right;
    done_of_world(session, world, veer_world_export(world, take_memory(session, size), size));
}

CALL(veer_assign)
{
    VeerAssignDef def = any_VeerAssignDef(session);
    size_t right = veer_assign_size(def.agent_count, def.slot_count);
    size_t size = is_wild(session) ? (size_t)(draw(session) % 64) : right;
    void *scratch = take_memory(session, size);
    uint32_t *slot_of = array_of(session, def.agent_count, sizeof *slot_of);
    VeerAssignment assignment;
    done_with(session, veer_assign(is_wild(session) ? NULL : &def, scratch, scratch ? size : 0,
                                   slot_of, &assignment));
}

// Of all cells, as few are covered.
CALL(veer_occupancy_count)
{
    const VeerOccupancy *occupancy =
        any_kept(session, POOL_VeerOccupancy, call_veer_occupancy_init);
    VeerCell cell = {(int32_t)any_whole(session, -1, session->cells.x), 0};
    uint64_t sum = 0;
    for (cell.y = -1; cell.y <= session->cells.y; ++cell.y) {
        sum += veer_occupancy_count(occupancy, cell);
    }
    done(session, sum > 0);
}

CALL(veer_voxel_occupancy_count)
{
    const VeerVoxelOccupancy *occupancy =
        any_kept(session, POOL_VeerVoxelOccupancy, call_veer_voxel_occupancy_init);
    VeerVoxel at = {0, (int32_t)any_whole(session, -1, session->cells.y), 0};
    uint64_t sum = 0;
    for (at.z = -1; at.z <= session->cells.z; ++at.z) {
        for (at.x = -1; at.x <= session->cells.x; ++at.x) {
            sum += veer_voxel_occupancy_count(occupancy, at);
        }
    }
    done(session, sum > 0);
}

// What is packed comes back the same.
CALL(veer_world_pack)
{
    VeerWorld *world = any_own_VeerWorld(session);
    size_t right = world ? veer_world_packed_size(world) : 64;
    size_t size = is_wild(session) ? (size_t)(draw(session) % (right + 64)) : right;
    void *bytes = take_memory(session, size);
    VeerStatus status = veer_world_pack(world, bytes, size);
    done_of_world(session, world, status);
    if (status == VEER_OK && session->place->step_depth == 0 && size == right) {
        uint64_t hash = veer_world_hash(world);
        if (veer_world_import(world, bytes, size, NULL) != VEER_OK ||
            veer_world_hash(world) != hash) {
            fail(session, "a packed state that is another");
        }
    }
}

// Its own state comes back the same; what has changed on its way is refused.
CALL(veer_world_import)
{
    VeerWorld *world = any_own_VeerWorld(session);
    size_t size = world ? veer_world_export_size(world) : 0;
    uint8_t *bytes = take_memory(session, size);
    if (!bytes || veer_world_export(world, bytes, size) != VEER_OK) {
        done_with(session, veer_world_import(world, bytes, size, NULL));
        return;
    }
    bool is_whole = !is_wild(session);
    if (!is_whole) {
        bytes[draw(session) % size] ^= (uint8_t)(1 + draw(session) % 255);
    }
    uint64_t hash = veer_world_hash(world);
    VeerStateFault fault;
    VeerStatus status = veer_world_import(world, bytes, size, &fault);
    if (session->place->step_depth == 0 &&
        ((status == VEER_OK) != is_whole || hash != veer_world_hash(world))) {
        fail(session, is_whole ? "its own state is refused" : "a state that changed on its way");
    }
    done_with(session, status);
}

// Of a path that is searched first, half of the time.
CALL(veer_grid_search_crossings)
{
    VeerSearch *search = any_kept(session, POOL_VeerSearch, call_veer_search_init);
    if (chance(session, 2)) {
        VeerGridQuery query = any_VeerGridQuery(session);
        if (veer_grid_search_begin(search, &query) == VEER_OK) {
            veer_search_run(search, (uint32_t)(draw(session) % 400));
        }
    }
    uint32_t capacity = any_count(session);
    VeerGridCrossing *crossings = array_of(session, capacity, sizeof *crossings);
    done(session, veer_grid_search_crossings(search, crossings, capacity) > 0);
}

// On, mostly: a path takes some steps to come about.
CALL(veer_agent_set_foresight)
{
    VeerWorld *world = any_own_VeerWorld(session);
    VeerAgentId agent = any_VeerAgentId(session);
    done_with(session, veer_agent_set_foresight(world, agent, !chance(session, 8)));
}

// Of all agents, as few have a path.
CALL(veer_agent_foresight_points)
{
    const VeerWorld *world = any_VeerWorld(session);
    uint32_t sum = veer_agent_foresight_points(world, any_VeerAgentId(session), NULL, 0);
    uint32_t capacity = any_count(session);
    VeerTimedPoint *out = array_of(session, capacity, sizeof *out);
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        sum += veer_agent_foresight_points(world, veer_agent_at(world, slot), out, capacity);
    }
    done(session, sum > 0);
}

// Only a search that runs may be told of what it reaches.
CALL(veer_search_reach)
{
    VeerSearch *search = any_kept(session, POOL_VeerSearch, call_veer_search_init);
    VeerSearchSpace space = any_VeerSearchSpace(session);
    uint32_t start = (uint32_t)any_whole(session, 0, 4);
    VeerSearchOptions options = {.order = VEER_SEARCH_ASTAR};
    VeerStatus status = veer_search_begin(search, &space, &options, &start, 1);
    done(session, status == VEER_OK &&
                      veer_search_run(search, (uint32_t)(draw(session) % 40)) != VEER_SEARCH_IDLE);
}

CALL(veer_threads_create)
{
    VeerThreads *threads = NULL;
    done_with(session, veer_threads_create((uint32_t)any_whole(session, 0, 3), &threads));
    veer_threads_destroy(threads);
}

CALL(veer_threads_destroy)
{
    call_veer_threads_create(session);
}

CALL(veer_threads_tasks)
{
    VeerThreads *threads = NULL;
    bool is_null = is_wild(session);
    VeerStatus status = is_null ? VEER_BAD_VALUE : veer_threads_create(2, &threads);
    VeerTasks tasks = veer_threads_tasks(threads);
    done(session, status == VEER_OK && tasks.worker_count == 2);
    veer_threads_destroy(threads);
}
