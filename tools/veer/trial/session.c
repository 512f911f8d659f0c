#define _POSIX_C_SOURCE 200809L
#include "session.h"

#include "mesher.h"
#include "process/process.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// Says that there is no such scene, nor file.
static bool fail_unknown(const char *name, VeerInputError *error)
{
    VeerNearest nearest = {.name = name};
    for (uint32_t i = 0; veer_scene_name(i); i++) {
        veer_nearest_offer(&nearest, veer_scene_name(i));
    }
    char why[120];
    snprintf(why, sizeof why, "no scene or file of that name; %s%.60s%s",
             nearest.nearest ? "did you mean '" : "veer list shows the scenes",
             nearest.nearest ? nearest.nearest : "", nearest.nearest ? "'?" : "");
    return veer_error_of(error, name, why);
}

static bool find_model(const char *name, VeerScenarioOptions *options, VeerInputError *error)
{
    uint32_t number;
    if (!veer_name_find(name, veer_model_name, "--model", "model", &number, error)) {
        return false;
    }
    options->has_model = true;
    options->model = (VeerAvoidModel)number;
    return true;
}

/// The instruction sets that the machine has, from the narrowest on.
static const char *isa_name(uint32_t i)
{
    return veer_isa_name((VeerIsa)(i + VEER_ISA_BASE));
}

static bool find_isa(const char *name, VeerScenarioOptions *options, VeerInputError *error)
{
    uint32_t number;
    if (!veer_name_find(name, isa_name, "--isa", "instruction set here", &number, error)) {
        return false;
    }
    options->isa = (VeerIsa)(number + VEER_ISA_BASE);
    return true;
}

/// What the command line changes of the scenario.
static bool choose_options(const VeerArgs *args, const uint64_t *seed, VeerScenarioOptions *options,
                           VeerInputError *error)
{
    *options = veer_scenario_options_default();
    options->mesher = veer_level_mesher();
    options->agents = args->agents;
    options->dt = args->dt;
    options->duration = args->duration;
    options->settings = args->settings;
    options->setting_count = args->setting_count;
    options->limits = args->limits;
    options->has_seed = seed != NULL;
    options->seed = seed ? *seed : 0;
    return (!args->model || find_model(args->model, options, error)) &&
           (!args->isa || find_isa(args->isa, options, error));
}

static bool start(VeerSession *session, uint32_t workers, VeerInputError *error)
{
    VeerTasks tasks = {0};
    session->workers = workers > 1 ? workers : 1;
    session->info = veer_scenario_info(session->scenario);
    if (workers > 1) {
        if (veer_threads_create(workers, &session->threads) != VEER_OK) {
            return veer_error_of(error, "--workers", "cannot start so many threads");
        }
        tasks = veer_threads_tasks(session->threads);
    }
    return veer_scenario_start(session->scenario, NULL, workers > 1 ? &tasks : NULL,
                               &session->world, error) == VEER_OK;
}

bool veer_session_open(VeerSession *session, const VeerArgs *args, const uint64_t *seed,
                       VeerInputError *error)
{
    *session = (VeerSession){0};
    VeerScenarioOptions options;
    if (!choose_options(args, seed, &options, error)) {
        return false;
    }
    session->isa = options.isa;
    const char *text = veer_scene_text(args->input);
    VeerStatus status;
    if (text) {
        status = veer_scenario_read(args->input, text, strlen(text), &options, &session->scenario,
                                    error);
    } else if (access(args->input, F_OK) == 0) {
        status = veer_scenario_read_file(args->input, &options, &session->scenario, error);
    } else {
        return fail_unknown(args->input, error);
    }
    if (status != VEER_OK || !start(session, args->workers, error)) {
        veer_session_close(session);
        return false;
    }
    return true;
}

bool veer_session_open_text(VeerSession *session, const VeerArgs *args, const char *name,
                            const char *text, VeerInputError *error)
{
    *session = (VeerSession){0};
    VeerScenarioOptions options;
    if (!choose_options(args, args->has_seed ? &args->seed : NULL, &options, error)) {
        return false;
    }
    options.agents = 0;
    if (veer_scenario_read(name, text, strlen(text), &options, &session->scenario, error) !=
            VEER_OK ||
        !start(session, args->workers, error)) {
        veer_session_close(session);
        return false;
    }
    session->isa = options.isa;
    return true;
}

bool veer_session_repeat(VeerSession *session, const VeerArgs *args, const char *name,
                         const char *text, VeerInputError *error)
{
    *session = (VeerSession){0};
    VeerScenarioOptions options = veer_scenario_options_default();
    options.limits = args->limits;
    if (veer_scenario_read(name, text, strlen(text), &options, &session->scenario, error) !=
            VEER_OK ||
        !start(session, args->workers, error)) {
        veer_session_close(session);
        return false;
    }
    return true;
}

void veer_session_close(VeerSession *session)
{
    (void)veer_recorder_finish(session->recorder, session->world);
    veer_world_destroy(session->world);
    veer_scenario_destroy(session->scenario);
    veer_threads_destroy(session->threads);
    *session = (VeerSession){0};
}

bool veer_session_record(VeerSession *session, VeerFile *file, const char *path,
                         VeerInputError *error)
{
    FILE *stream = veer_file_stream(file);
    VeerStatus status = stream ? veer_recorder_create(session->world, stream, &session->recorder)
                               : VEER_OUT_OF_MEMORY;
    if (status == VEER_OUT_OF_MEMORY) {
        return veer_error_memory(error);
    }
    return status == VEER_OK || veer_error_unwritten(error, path, veer_status_name(status));
}

bool veer_session_end_record(VeerSession *session, VeerFile *file, VeerInputError *error)
{
    VeerRecorder *recorder = session->recorder;
    session->recorder = NULL;
    VeerStatus status = veer_recorder_finish(recorder, session->world);
    if (status == VEER_OUT_OF_MEMORY) {
        return veer_error_memory(error);
    }
    return veer_file_complete(file, error) == VEER_OK;
}

bool veer_session_step(VeerSession *session, VeerInputError *error)
{
    if (veer_signals_have_come()) {
        return veer_error_of(error, session->info.name, "stopped");
    }
    VeerStatus status = veer_scenario_update(session->scenario, session->world);
    if (status != VEER_OK) {
        char why[80];
        snprintf(why, sizeof why, "its timeline failed at %.3f s: %s",
                 veer_world_time(session->world), veer_status_name(status));
        return veer_error_of(error, session->info.name, why);
    }
    session->step_begin = veer_clock_wall();
    float dt = session->info.dt;
    status = session->recorder
                 ? veer_recorder_advance(session->recorder, session->world, VEER_ADVANCE_STEP, dt)
                 : veer_world_step(session->world, dt);
    session->step_seconds += veer_clock_wall() - session->step_begin;
    session->agent_ticks += veer_agent_count(session->world);
    return status == VEER_OK || veer_error_of(error, session->info.name, veer_status_name(status));
}
