#include "entrant.h"

#include <math.h>
#include <stdio.h>

VeerTally veer_odds_tally(const VeerEntrant *entrant, uint32_t seeds)
{
    VeerMerger ratio = {0};
    uint32_t safe = 0, worst = 0;
    double decisions = 0.0, seconds = 0.0;
    for (uint32_t i = 0; i < seeds; i++) {
        const VeerFlight *flight = &entrant->flights[i];
        if (veer_flight_is_safe(flight)) {
            safe++;
            veer_merger_add(&ratio, flight->time_ratio);
        }
        worst = veer_flight_is_worse(flight, &entrant->flights[worst]) ? i : worst;
        decisions += flight->decisions;
        seconds += flight->decision_seconds;
    }
    return (VeerTally){.survival = veer_merge_share(safe, seeds),
                       .time_ratio = veer_merger_mean(&ratio).value,
                       .us_per_decision = decisions > 0.0 ? 1e6 * seconds / decisions : (double)NAN,
                       .worst = worst};
}

static json_t *entrant_json(const VeerOdds *odds, const VeerEntrant *entrant)
{
    VeerTally tally = veer_odds_tally(entrant, odds->args->seeds);
    uint64_t worst_seed = odds->seed + tally.worst;
    return json_pack("{s:s, s:s, s:f, s:f, s:f, s:o, s:o, s:I}", "model",
                     veer_avoid_model_name(entrant->model), "class",
                     veer_ship_class_name(entrant->ship_class), "survival", tally.survival.value,
                     "low", tally.survival.low, "high", tally.survival.high, "time_ratio",
                     veer_json_number(tally.time_ratio), "us_per_decision",
                     veer_json_number(tally.us_per_decision), "worst_seed", (json_int_t)worst_seed);
}

json_t *veer_odds_json(const VeerOdds *odds)
{
    json_t *models = json_array();
    json_t *json = json_pack("{s:s, s:I, s:O}", "scene", odds->field.scene, "seeds",
                             (json_int_t)odds->args->seeds, "models", models);
    int failures = 0;
    for (uint32_t i = 0; i < odds->count; i++) {
        failures += json_array_append_new(models, entrant_json(odds, &odds->entrants[i]));
    }
    json_decref(models);
    return veer_json_whole(json, failures);
}

static void print_entrant(const VeerOdds *odds, const VeerEntrant *entrant)
{
    VeerTally tally = veer_odds_tally(entrant, odds->args->seeds);
    char interval[40];
    snprintf(interval, sizeof interval, "%.1f to %.1f%%", 100.0 * tally.survival.low,
             100.0 * tally.survival.high);
    printf("  %-8s %-12s %7.1f%%  %-16s %10s %12s %10.0f\n",
           veer_ship_class_name(entrant->ship_class), veer_avoid_model_name(entrant->model),
           100.0 * tally.survival.value, interval, veer_text_brief(tally.time_ratio).text,
           veer_text_brief(tally.us_per_decision).text, (double)(odds->seed + tally.worst));
}

void veer_odds_print(const VeerOdds *odds)
{
    uint32_t seeds = odds->args->seeds;
    printf("%s: %s (%u seed%s)\n", odds->field.scene, odds->field.title, seeds,
           seeds == 1 ? "" : "s");
    printf("  %-8s %-12s %8s  %-16s %10s %12s %10s\n", "class", "model", "through", "95% interval",
           "time ratio", "us/decision", "worst seed");
    for (uint32_t i = 0; i < odds->count; i++) {
        print_entrant(odds, &odds->entrants[i]);
    }
}
