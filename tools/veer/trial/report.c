#include "report.h"

#include "veer/route.h"

#include "base/merge.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum Kind { KIND_TEXT, KIND_WHOLE, KIND_NUMBER } Kind;

/// How a key of several runs becomes one.
typedef enum Merge { MERGE_SAME, MERGE_NONE, MERGE_SUM, MERGE_MEAN, MERGE_MOST, MERGE_LEAST } Merge;

typedef struct KeyInfo {
    const char *name;
    Kind kind;
    Merge merge;
} KeyInfo;

static const KeyInfo keys[VEER_KEY_COUNT] = {
    [VEER_KEY_SCENE] = {"scene", KIND_TEXT, MERGE_SAME},
    [VEER_KEY_MODEL] = {"model", KIND_TEXT, MERGE_SAME},
    [VEER_KEY_SEED] = {"seed", KIND_WHOLE, MERGE_SAME},
    [VEER_KEY_DT] = {"dt", KIND_NUMBER, MERGE_SAME},
    [VEER_KEY_TICKS] = {"ticks", KIND_WHOLE, MERGE_SUM},
    [VEER_KEY_TIME] = {"time_s", KIND_NUMBER, MERGE_MEAN},
    [VEER_KEY_AGENTS] = {"agents", KIND_WHOLE, MERGE_SUM},
    [VEER_KEY_ARRIVED] = {"arrived", KIND_WHOLE, MERGE_SUM},
    [VEER_KEY_CONTACTS] = {"contacts", KIND_WHOLE, MERGE_SUM},
    [VEER_KEY_CONTACT_SECONDS] = {"contact_seconds", KIND_NUMBER, MERGE_SUM},
    [VEER_KEY_OBSTACLE_CONTACTS] = {"obstacle_contacts", KIND_WHOLE, MERGE_SUM},
    [VEER_KEY_OBSTACLE_CONTACT_SECONDS] = {"obstacle_contact_seconds", KIND_NUMBER, MERGE_SUM},
    [VEER_KEY_TOUCHES] = {"touches", KIND_WHOLE, MERGE_SUM},
    [VEER_KEY_OBSTACLE_TOUCHES] = {"obstacle_touches", KIND_WHOLE, MERGE_SUM},
    [VEER_KEY_WORST_PENETRATION] = {"worst_penetration", KIND_NUMBER, MERGE_MOST},
    [VEER_KEY_MIN_GAP] = {"min_gap_m", KIND_NUMBER, MERGE_LEAST},
    [VEER_KEY_TIME_RATIO] = {"time_ratio", KIND_NUMBER, MERGE_MEAN},
    [VEER_KEY_PATH_RATIO] = {"path_ratio", KIND_NUMBER, MERGE_MEAN},
    [VEER_KEY_TURNING] = {"turning_rad_s", KIND_NUMBER, MERGE_MEAN},
    [VEER_KEY_MODE_CHANGES] = {"mode_changes_per_s", KIND_NUMBER, MERGE_MEAN},
    [VEER_KEY_MAX_ACCELERATION] = {"max_acceleration", KIND_NUMBER, MERGE_MOST},
    [VEER_KEY_LIMIT_VIOLATIONS] = {"limit_violations", KIND_WHOLE, MERGE_SUM},
    [VEER_KEY_STUCK] = {"stuck_agents", KIND_WHOLE, MERGE_SUM},
    [VEER_KEY_TRIPS] = {"trips", KIND_WHOLE, MERGE_SUM},
    [VEER_KEY_HITS] = {"hits_per_trip", KIND_NUMBER, MERGE_MEAN},
    [VEER_KEY_MEDIAN_TRIP] = {"median_trip_s", KIND_NUMBER, MERGE_MEAN},
    [VEER_KEY_SLOT_ERROR] = {"slot_error", KIND_NUMBER, MERGE_MOST},
    [VEER_KEY_DRIFT] = {"drift_m", KIND_NUMBER, MERGE_MOST},
    [VEER_KEY_PACKING] = {"packing_ratio", KIND_NUMBER, MERGE_MOST},
    [VEER_KEY_WITHOUT_PLACE] = {"without_place", KIND_NUMBER, MERGE_SUM},
    [VEER_KEY_HASH] = {"hash", KIND_TEXT, MERGE_NONE},
    [VEER_KEY_WALL] = {"wall_s", KIND_NUMBER, MERGE_MEAN},
    [VEER_KEY_NS] = {"ns_per_agent_tick", KIND_NUMBER, MERGE_MEAN},
    [VEER_KEY_BYTES] = {"bytes_per_agent", KIND_WHOLE, MERGE_MOST},
    [VEER_KEY_WORKERS] = {"workers", KIND_WHOLE, MERGE_SAME},
    [VEER_KEY_ISA] = {"isa", KIND_TEXT, MERGE_SAME},
};

const char *veer_report_key(VeerKey key)
{
    return keys[key].name;
}

double veer_report_number(const VeerReport *report, VeerKey key)
{
    switch (keys[key].kind) {
    case KIND_WHOLE:
        return (double)report->values[key].whole;
    case KIND_NUMBER:
        return report->values[key].number;
    case KIND_TEXT:
        break;
    }
    return (double)NAN;
}

/// Copies what the scores hold under the same key.
static void take_scores(VeerReport *report, const VeerScores *scores)
{
    for (int key = 0; key < VEER_KEY_COUNT; key++) {
        double value;
        if (!veer_scores_value(scores, keys[key].name, &value)) {
            continue;
        }
        if (keys[key].kind == KIND_WHOLE) {
            report->values[key].whole = (uint64_t)value;
        } else {
            report->values[key].number = value;
        }
    }
}

/// Agents whose routes do not lead to their goals.
static uint32_t count_cut_off(const VeerWorld *world)
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); slot++) {
        VeerRouteState route;
        bool has_route = veer_agent_route(world, veer_agent_at(world, slot), &route) == VEER_OK;
        count += has_route &&
                 (route.status == VEER_ROUTE_PARTIAL || route.status == VEER_ROUTE_GIVEN_UP);
    }
    return count;
}

VeerReport veer_report_make(const VeerSession *session, const VeerScores *scores,
                            double wall_seconds)
{
    VeerReport report = {.model = session->info.model};
    take_scores(&report, scores);
    snprintf(report.scene, sizeof report.scene, "%s", session->info.name);
    snprintf(report.title, sizeof report.title, "%s", session->info.title);
    snprintf(report.hash, sizeof report.hash, "%016" PRIx64, scores->hash);
    VeerValue *values = report.values;
    values[VEER_KEY_SEED].whole = session->info.seed;
    values[VEER_KEY_DT].number = (double)session->info.dt;
    values[VEER_KEY_WALL].number = wall_seconds;
    values[VEER_KEY_NS].number = session->agent_ticks > 0
                                     ? 1e9 * session->step_seconds / (double)session->agent_ticks
                                     : (double)NAN;
    values[VEER_KEY_BYTES].whole = veer_world_stats(session->world).bytes_per_agent;
    values[VEER_KEY_WORKERS].whole = session->workers;
    report.cut_off = count_cut_off(session->world);
    return report;
}

static const char *text_of(const VeerReport *report, VeerKey key)
{
    return key == VEER_KEY_SCENE   ? report->scene
           : key == VEER_KEY_MODEL ? veer_avoid_model_name(report->model)
           : key == VEER_KEY_HASH  ? report->hash
                                   : veer_isa_name();
}

static json_t *number_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *value_json(const VeerReport *report, VeerKey key)
{
    switch (keys[key].kind) {
    case KIND_TEXT:
        return json_string(text_of(report, key));
    case KIND_WHOLE:
        return json_integer((json_int_t)report->values[key].whole);
    case KIND_NUMBER:
        break;
    }
    return number_json(report->values[key].number);
}

json_t *veer_report_json(const VeerReport *report)
{
    json_t *object = json_object();
    int failures = 0;
    for (int key = 0; key < VEER_KEY_COUNT; key++) {
        failures += json_object_set_new(object, keys[key].name, value_json(report, (VeerKey)key));
    }
    if (failures) {
        json_decref(object);
        return NULL;
    }
    return object;
}

VeerMerged veer_report_merge(const VeerReport *reports, uint32_t count, VeerKey key)
{
    VeerMerger merger = {0};
    for (uint32_t i = 0; i < count; i++) {
        veer_merger_add(&merger, veer_report_number(&reports[i], key));
    }
    return keys[key].merge == MERGE_SUM ? veer_merger_sum(&merger) : veer_merger_mean(&merger);
}

/// Sums and means, with their 95% intervals.
static int set_merged(json_t *object, const VeerReport *reports, uint32_t count, VeerKey key)
{
    VeerMerged merged = veer_report_merge(reports, count, key);
    char low[48], high[48];
    snprintf(low, sizeof low, "%s_low", keys[key].name);
    snprintf(high, sizeof high, "%s_high", keys[key].name);
    bool is_whole = keys[key].kind == KIND_WHOLE;
    json_t *value = is_whole ? json_integer((json_int_t)merged.value) : number_json(merged.value);
    return json_object_set_new(object, keys[key].name, value) +
           json_object_set_new(object, low, number_json(merged.low)) +
           json_object_set_new(object, high, number_json(merged.high));
}

/// The run whose value is the greatest, or the least.
static const VeerReport *extreme(const VeerReport *reports, uint32_t count, VeerKey key,
                                 bool is_most)
{
    const VeerReport *best = reports;
    for (uint32_t i = 1; i < count; i++) {
        double value = veer_report_number(&reports[i], key), so_far = veer_report_number(best, key);
        if (is_most ? value > so_far : value < so_far) {
            best = &reports[i];
        }
    }
    return best;
}

static int set_total(json_t *object, const VeerReport *reports, uint32_t count, VeerKey key)
{
    const VeerReport *source = reports;
    switch (keys[key].merge) {
    case MERGE_SUM:
    case MERGE_MEAN:
        return set_merged(object, reports, count, key);
    case MERGE_NONE:
        return json_object_set_new(object, keys[key].name, json_null());
    case MERGE_MOST:
    case MERGE_LEAST:
        source = extreme(reports, count, key, keys[key].merge == MERGE_MOST);
        break;
    case MERGE_SAME:
        break;
    }
    return json_object_set_new(object, keys[key].name, value_json(source, key));
}

json_t *veer_report_merged_json(const VeerReport *reports, uint32_t count)
{
    json_t *object = json_object();
    int failures = 0;
    for (int key = 0; key < VEER_KEY_COUNT; key++) {
        failures += set_total(object, reports, count, (VeerKey)key);
    }
    if (failures) {
        json_decref(object);
        return NULL;
    }
    return object;
}

json_t *veer_report_total_json(const VeerReport *reports, uint32_t count)
{
    json_t *object = json_object(), *runs = json_array();
    int failures = json_object_set_new(object, "runs", runs);
    for (uint32_t i = 0; i < count; i++) {
        failures += json_array_append_new(runs, veer_report_json(&reports[i]));
    }
    failures += json_object_set_new(object, "total", veer_report_merged_json(reports, count));
    if (failures) {
        json_decref(object);
        return NULL;
    }
    return object;
}
