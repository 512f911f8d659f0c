#include "report.h"

#include "veer/route.h"

#include "base/base.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum KeyKind { KEY_TEXT, KEY_WHOLE, KEY_NUMBER } KeyKind;

/// How a key of several runs becomes one.
typedef enum KeyMerge {
    MERGE_SAME,
    MERGE_NONE,
    MERGE_SUM,
    MERGE_MEAN,
    MERGE_MOST,
    MERGE_LEAST
} KeyMerge;

typedef struct KeyInfo {
    const char *name;
    KeyKind kind;
    KeyMerge merge;
} KeyInfo;

static const KeyInfo keys[VEER_KEY_COUNT] = {
#define KEY_INFO(key, name, kind, merge) {#name, KEY_##kind, MERGE_##merge},
    VEER_REPORT_KEYS(KEY_INFO)
#undef KEY_INFO
};

double veer_report_number(const VeerReport *report, VeerKey key)
{
    switch (keys[key].kind) {
    case KEY_WHOLE:
        return (double)report->values[key].whole;
    case KEY_NUMBER:
        return report->values[key].number;
    case KEY_TEXT:
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
        if (keys[key].kind == KEY_WHOLE) {
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
    VeerReport report = {.model = session->info.model, .isa = session->isa};
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
                                   : veer_isa_name(report->isa);
}

static json_t *value_json(const VeerReport *report, VeerKey key)
{
    switch (keys[key].kind) {
    case KEY_TEXT:
        return json_string(text_of(report, key));
    case KEY_WHOLE:
        return json_integer((json_int_t)report->values[key].whole);
    case KEY_NUMBER:
        break;
    }
    return veer_json_number(report->values[key].number);
}

json_t *veer_report_json(const VeerReport *report)
{
    json_t *object = json_object();
    int failures = 0;
    for (int key = 0; key < VEER_KEY_COUNT; key++) {
        failures += json_object_set_new(object, keys[key].name, value_json(report, (VeerKey)key));
    }
    return veer_json_whole(object, failures);
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
    bool is_whole = keys[key].kind == KEY_WHOLE;
    json_t *value =
        is_whole ? json_integer((json_int_t)merged.value) : veer_json_number(merged.value);
    return json_object_set_new(object, keys[key].name, value) +
           json_object_set_new(object, low, veer_json_number(merged.low)) +
           json_object_set_new(object, high, veer_json_number(merged.high));
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
    return veer_json_whole(object, failures);
}

json_t *veer_report_total_json(const VeerReport *reports, uint32_t count)
{
    json_t *object = json_object(), *runs = json_array();
    int failures = json_object_set_new(object, "runs", runs);
    for (uint32_t i = 0; i < count; i++) {
        failures += json_array_append_new(runs, veer_report_json(&reports[i]));
    }
    failures += json_object_set_new(object, "total", veer_report_merged_json(reports, count));
    return veer_json_whole(object, failures);
}
