#include "odds.h"

#include "entrant_draw.h"
#include "render/render.h"

#include <stdio.h>
#include <stdlib.h>

#define TIMED_SEEDS 20u // of each entrant: more change nothing of what a decision costs
#define DEFAULT_SCENE "odds"
#define DEFAULT_SCENE_3D "odds-3d"

static bool choose_classes(VeerOdds *odds, VeerInputError *error)
{
    const char *list = odds->args->classes ? odds->args->classes : "nimble,usual,clumsy";
    return veer_choices_read(&odds->classes, list, "--classes", "class of ships",
                             veer_ship_class_name, error);
}

static bool add_entrant(VeerOdds *odds, const VeerArgs *args, uint32_t number,
                        VeerInputError *error)
{
    VeerEntrant *entrant = &odds->entrants[number];
    entrant->ship_class = odds->classes.numbers[number / odds->models.count];
    entrant->model = (VeerAvoidModel)odds->models.numbers[number % odds->models.count];
    entrant->flights = &odds->flights[(size_t)number * args->seeds];
    entrant->args = *args;
    entrant->args.model = veer_avoid_model_name(entrant->model);
    entrant->args.workers = 1;
    return veer_ships_lay(&entrant->args, &odds->field, entrant->ship_class, entrant->model,
                          &entrant->settings, error);
}

/// @param args  live as long as the odds
static bool plan(VeerOdds *odds, VeerArgs *args, VeerInputError *error)
{
    if (args->input_count == 0) {
        args->input = args->dimensions == 3 ? DEFAULT_SCENE_3D : DEFAULT_SCENE;
    }
    odds->args = args;
    if (!veer_models_read(&odds->models, args->models, error) || !choose_classes(odds, error) ||
        !veer_ships_read(args, &odds->field, &odds->seed, error)) {
        return false;
    }
    if (odds->field.rocks_count == 0) {
        return veer_error_set(error,
                              "%.200s: obstacles: must have some of the kind \"field\", for odds",
                              args->input);
    }
    odds->count = odds->classes.count * odds->models.count;
    odds->entrants = calloc(odds->count, sizeof *odds->entrants);
    odds->flights = calloc((size_t)odds->count * args->seeds, sizeof *odds->flights);
    if (!odds->entrants || !odds->flights) {
        return veer_error_memory(error);
    }
    for (uint32_t i = 0; i < odds->count; i++) {
        if (!add_entrant(odds, args, i, error)) {
            return false;
        }
    }
    return true;
}

static bool run_job(void *user, uint32_t job, VeerInputError *error)
{
    const VeerOdds *odds = user;
    const VeerEntrant *entrant = &odds->entrants[job / odds->args->seeds];
    uint32_t number = job % odds->args->seeds;
    return veer_flight_run(&entrant->args, odds->seed + number, number < TIMED_SEEDS,
                           &entrant->flights[number], error);
}

static bool run_all(VeerOdds *odds, VeerInputError *error)
{
    VeerBatch batch = {.run = run_job,
                       .user = odds,
                       .count = odds->count * odds->args->seeds,
                       .workers = odds->args->workers,
                       .label = odds->field.scene,
                       .is_quiet = odds->args->is_quiet};
    return veer_batch_run(&batch, error);
}

static bool show(const VeerOdds *odds, const VeerResults *results, VeerInputError *error)
{
    json_t *json = veer_odds_json(odds);
    bool is_done = json ? veer_results_write(results, json, json_object_get(json, "models"), error)
                        : veer_error_memory(error);
    json_decref(json);
    if (is_done && !odds->args->is_json && !odds->args->is_quiet) {
        veer_odds_print(odds);
    }
    return is_done;
}

VeerExit veer_command_odds(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error)
{
    VeerArgs own = *args;
    VeerOdds odds = {0};
    VeerResults results = {.args = args,
                           .outputs = outputs,
                           .table = "odds.csv",
                           .draw = veer_odds_draw,
                           .user = &odds};
    bool is_done = (!args->out || veer_film_check(error)) && plan(&odds, &own, error) &&
                   veer_results_begin(&results, error) && run_all(&odds, error) &&
                   show(&odds, &results, error);
    free(odds.entrants);
    free(odds.flights);
    return is_done ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}
