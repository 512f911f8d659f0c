// Calls that own something, or that claim more than a status: worlds, saves, steps, threads, files.
#include "values.h"

#include "kinds.h"
#include "texts.h"

#include <stdio.h>
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
CALL(veer_voxel_scene_read);
CALL(veer_world_export);
CALL(veer_world_import);
CALL(veer_search_reach);
CALL(veer_scenario_read);
CALL(veer_scenario_read_file);
CALL(veer_scenario_destroy);
CALL(veer_scenario_start);
CALL(veer_metrics_create);
CALL(veer_metrics_destroy);
CALL(veer_file_create);
CALL(veer_file_publish);
CALL(veer_file_destroy);
CALL(veer_recording_create);
CALL(veer_recording_observe);
CALL(veer_recording_finish);
CALL(veer_recording_discard);
CALL(veer_recording_read);
CALL(veer_threads_create);
CALL(veer_threads_destroy);
CALL(veer_threads_tasks);

// Made from the headers.
#define MADE(type) type any_##type(Session *session)
MADE(VeerAssignDef);
CALL(veer_search_init);

// Puts a world in the place of another, which goes first.
static void take_place(Place *place, VeerWorld *world)
{
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
        take_place(place, world);
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
        take_place(place, NULL);
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

// One tick of a world, which callbacks must find stepping. @return the world; NULL: it was refused
static VeerWorld *tick(Session *session, VeerStatus (*advance)(VeerWorld *, float))
{
    VeerWorld *world = any_own_VeerWorld(session);
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
    done_with(session, status);
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
    done_with(session, status);
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
    done_with(session, status);
}

CALL(veer_world_restore)
{
    VeerWorld *world = any_own_VeerWorld(session);
    Place *place = session->place;
    if (!place || is_wild(session)) {
        done_with(session, veer_world_restore(world, NULL, 100));
    } else if (!place->saved || is_wild(session)) {
        restore_anything(session, world);
    } else {
        VeerStatus status = veer_world_restore(world, place->saved, veer_world_save_size(world));
        done_with(session, status);
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
    done_with(session, veer_world_export(world, take_memory(session, size), size));
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

CALL(veer_voxel_scene_read)
{
    size_t length = 0;
    const char *text = any_text(session, &length, "voxel_scene");
    VeerVoxel cells = {64, 64, is_wild(session) ? 2 : 64};
    VeerVoxelScene scene;
    VeerInputError error;
    VeerStatus status = veer_voxel_scene_read("scene", text, length, cells, &scene, &error);
    done_with(session, status);
    if (status == VEER_OK) {
        veer_voxel_scene_free(&scene);
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

const VeerScenario *any_VeerScenario(Session *session)
{
    return any_own_VeerScenario(session);
}

VeerScenario *any_own_VeerScenario(Session *session)
{
    bool is_null = is_wild(session);
    if (!session->scenario && !is_null) {
        size_t length = 0;
        uint32_t wildness = session->wildness;
        session->wildness = 0;
        const char *text = any_text(session, &length, "scenario");
        session->wildness = wildness;
        veer_scenario_read("scenario", text, length, NULL, &session->scenario, NULL);
    }
    session->has_null |= is_null || !session->scenario;
    return is_null ? NULL : session->scenario;
}

static void take_scenario(Session *session, VeerStatus status, VeerScenario *scenario)
{
    done_with(session, status);
    if (status == VEER_OK) {
        veer_scenario_destroy(session->scenario);
        session->scenario = scenario;
    }
}

CALL(veer_scenario_read)
{
    size_t length = 0;
    const char *text = any_text(session, &length, "veer_scenario_read");
    VeerScenarioOptions options = any_VeerScenarioOptions(session);
    VeerInputError error;
    VeerScenario *scenario = NULL;
    VeerStatus status = veer_scenario_read(any_name(session), text, length,
                                           chance(session, 2) ? NULL : &options, &scenario, &error);
    take_scenario(session, status, scenario);
}

CALL(veer_scenario_read_file)
{
    const char *path = any_path(session);
    VeerScenarioOptions options = any_VeerScenarioOptions(session);
    VeerInputError error;
    VeerScenario *scenario = NULL;
    VeerStatus status = veer_scenario_read_file(path, &options, &scenario, &error);
    take_scenario(session, status, scenario);
}

CALL(veer_scenario_destroy)
{
    veer_scenario_destroy(session->scenario);
    done(session, session->scenario != NULL);
    session->scenario = NULL;
}

CALL(veer_scenario_start)
{
    VeerScenario *scenario = any_own_VeerScenario(session);
    VeerAllocator allocator = any_VeerAllocator(session);
    VeerTasks tasks = any_VeerTasks(session);
    VeerWorld *world = NULL;
    VeerInputError error;
    done_with(session, veer_scenario_start(scenario, &allocator, &tasks, &world, &error));
    if (world && session->places[1].step_depth == 0) {
        take_place(&session->places[1], world);
    } else {
        veer_world_destroy(world);
    }
}

const VeerMetrics *any_VeerMetrics(Session *session)
{
    return any_own_VeerMetrics(session);
}

VeerMetrics *any_own_VeerMetrics(Session *session)
{
    if (!session->metrics) {
        call_veer_metrics_create(session);
    }
    session->has_null |= !session->metrics;
    return session->metrics;
}

CALL(veer_metrics_create)
{
    VeerMetrics *metrics = NULL;
    const VeerScenario *scenario = any_VeerScenario(session);
    done_with(session, veer_metrics_create(scenario, any_VeerWorld(session), &metrics));
    if (metrics) {
        veer_metrics_destroy(session->metrics);
        session->metrics = metrics;
    }
}

CALL(veer_metrics_destroy)
{
    veer_metrics_destroy(session->metrics);
    done(session, session->metrics != NULL);
    session->metrics = NULL;
}

VeerFile *any_own_VeerFile(Session *session)
{
    bool is_null = is_wild(session);
    if (!session->file && !is_null) {
        VeerInputError error;
        veer_file_create(work_path(), &session->file, &error);
    }
    session->has_null |= is_null || !session->file;
    return is_null ? NULL : session->file;
}

const VeerFile *any_VeerFile(Session *session)
{
    return any_own_VeerFile(session);
}

CALL(veer_file_create)
{
    static const char *const odd[] = {"", "/", "/dev/null", "/nowhere/at/all"};
    const char *path = is_wild(session) ? odd[draw(session) % 4] : work_path();
    VeerFile *file = NULL;
    VeerInputError error;
    done_with(session, veer_file_create(path, &file, &error));
    if (file) {
        veer_file_destroy(session->file);
        session->file = file;
    }
}

CALL(veer_file_publish)
{
    VeerFile *file = any_own_VeerFile(session);
    VeerInputError error;
    bool is_complete = is_wild(session) || veer_file_complete(file, &error) == VEER_OK;
    done_with(session, veer_file_publish(&file, is_complete ? 1 : 0, &error));
    remove(work_path());
    veer_file_destroy(session->file);
    session->file = NULL;
}

CALL(veer_file_destroy)
{
    veer_file_destroy(session->file);
    done(session, session->file != NULL);
    session->file = NULL;
}

// A whole recording, as far as it gets: from its beginning to the file that is read back.
static void record(Session *session, const char *what)
{
    VeerInputError error;
    VeerRecording *recording = NULL;
    VeerFile *file = any_own_VeerFile(session);
    const VeerScenario *scenario = any_VeerScenario(session);
    VeerWorld *world = any_own_VeerWorld(session);
    float fps = any_float(session, 0.0f, 60.0f);
    VeerStatus status = veer_recording_create(file, fps, scenario, world, &recording, &error);
    done_with(session, status);
    if (!recording) {
        return;
    }
    status = veer_recording_observe(recording, scenario, world, &error);
    bool is_good = status == VEER_OK;
    if (strcmp(what, "discard") == 0) {
        veer_recording_discard(recording);
    } else {
        status = veer_recording_finish(recording, world, &error);
        is_good = strcmp(what, "finish") == 0 ? status == VEER_OK : is_good;
        VeerRecordedRun run = {0};
        if (veer_file_complete(file, &error) == VEER_OK &&
            veer_file_publish(&file, 1, &error) == VEER_OK) {
            status = veer_recording_read(work_path(), NULL, &run, &error);
            is_good = strcmp(what, "read") == 0 ? status == VEER_OK : is_good;
        }
        veer_recorded_run_free(&run);
        remove(work_path());
    }
    done(session, is_good);
    veer_file_destroy(session->file);
    session->file = NULL;
}

CALL(veer_recording_create)
{
    record(session, "create");
}

CALL(veer_recording_observe)
{
    record(session, "observe");
}

CALL(veer_recording_finish)
{
    record(session, "finish");
}

CALL(veer_recording_discard)
{
    record(session, "discard");
}

CALL(veer_recording_read)
{
    VeerInputError error;
    VeerRecordedRun run;
    if (chance(session, 2)) {
        record(session, "read");
    } else {
        const char *path = any_path(session);
        VeerStatus status = veer_recording_read(path, NULL, &run, &error);
        done_with(session, status);
        if (status == VEER_OK) {
            veer_recorded_run_free(&run);
        }
    }
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
