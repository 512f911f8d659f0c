// Calls of the library of files: maps, scenarios, scores, recordings.
#include "values.h"

#include "kinds.h"
#include "texts.h"

#include <stdio.h>
#include <string.h>

// Each is called by the table in calls.c.
#define CALL(name) void call_##name(Session *session)

CALL(veer_map_scene_read);
CALL(veer_voxel_scene_read);
CALL(veer_voxel_scene_read_file);
CALL(veer_scenario_read);
CALL(veer_scenario_read_file);
CALL(veer_scenario_destroy);
CALL(veer_scenario_start);
CALL(veer_scenario_update);
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

// A scene and the patches behind it, as the fuzz target reads them.
CALL(veer_map_scene_read)
{
    static const char mark[] = "type patch";
    size_t length = 0, patches_length = 0, rest = sizeof mark - 1;
    const char *text = any_text(session, &length, "map_scene");
    const char *patches = NULL;
    for (size_t i = 1; text && !patches && i + rest <= length; ++i) {
        if (memcmp(text + i, mark, rest) == 0) {
            patches = text + i;
            patches_length = length - i;
            length = i - 1;
        }
    }
    VeerMapScene scene;
    VeerInputError error;
    VeerStatus status =
        veer_map_scene_read("scene", text, length, patches, patches_length, &scene, &error);
    done_with(session, status);
    if (status == VEER_OK) {
        veer_map_scene_free(&scene);
    }
}

static VeerVoxel scene_cells(Session *session)
{
    return (VeerVoxel){64, 64, is_wild(session) ? 2 : 64};
}

CALL(veer_voxel_scene_read_file)
{
    const char *path = any_path(session);
    VeerVoxelScene scene;
    VeerInputError error;
    VeerStatus status =
        veer_voxel_scene_read_file(path, scene_cells(session), NULL, &scene, &error);
    done_with(session, status);
    if (status == VEER_OK) {
        veer_voxel_scene_free(&scene);
    }
}

CALL(veer_voxel_scene_read)
{
    size_t length = 0;
    const char *text = any_text(session, &length, "voxel_scene");
    VeerVoxel cells = scene_cells(session);
    VeerVoxelScene scene;
    VeerInputError error;
    VeerStatus status = veer_voxel_scene_read("scene", text, length, cells, &scene, &error);
    done_with(session, status);
    if (status == VEER_OK) {
        veer_voxel_scene_free(&scene);
    }
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
    VeerScenario *scenario = any_own_VeerScenario(session);
    veer_scenario_destroy(scenario);
    done(session, scenario != NULL);
    session->scenario = scenario ? NULL : session->scenario;
}

CALL(veer_scenario_start)
{
    VeerScenario *scenario = any_own_VeerScenario(session);
    VeerAllocator allocator = any_VeerAllocator(session);
    VeerTasks tasks = any_VeerTasks(session);
    VeerWorld *world = NULL;
    VeerInputError error;
    done_with(session, veer_scenario_start(scenario, &allocator, &tasks, &world, &error));
    (void)veer_world_set_diagnostics(world, (VeerDiagnostics){any_VeerRefusalFn(session), session});
    if (world && session->places[1].step_depth == 0) {
        take_place(session, &session->places[1], world);
    } else {
        veer_world_destroy(world);
    }
}

// Events before one that is refused are applied.
CALL(veer_scenario_update)
{
    VeerScenario *scenario = any_own_VeerScenario(session);
    VeerWorld *world = any_own_VeerWorld(session);
    VeerStatus status = veer_scenario_update(scenario, world);
    done_with(session, status);
    done(session, scenario && world);
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
    VeerMetrics *metrics = is_wild(session) ? NULL : any_own_VeerMetrics(session);
    veer_metrics_destroy(metrics);
    done(session, metrics != NULL);
    session->metrics = metrics ? NULL : session->metrics;
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
    VeerFile *file = any_own_VeerFile(session);
    veer_file_destroy(file);
    done(session, file != NULL);
    session->file = file ? NULL : session->file;
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
