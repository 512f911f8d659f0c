/// What `veer run` tells of a run: the keys of its JSON, in their order.
#ifndef VEER_TOOLS_REPORT_H
#define VEER_TOOLS_REPORT_H

#include "base/merge.h"
#include "session.h"
#include "veer/metrics.h"

#include <jansson.h>

typedef enum VeerKey {
    VEER_KEY_SCENE = 0,
    VEER_KEY_MODEL,
    VEER_KEY_SEED,
    VEER_KEY_DT,
    VEER_KEY_TICKS,
    VEER_KEY_TIME,
    VEER_KEY_AGENTS,
    VEER_KEY_ARRIVED,
    VEER_KEY_CONTACTS,
    VEER_KEY_CONTACT_SECONDS,
    VEER_KEY_OBSTACLE_CONTACTS,
    VEER_KEY_OBSTACLE_CONTACT_SECONDS,
    VEER_KEY_TOUCHES,
    VEER_KEY_OBSTACLE_TOUCHES,
    VEER_KEY_WORST_PENETRATION,
    VEER_KEY_MIN_GAP,
    VEER_KEY_TIME_RATIO,
    VEER_KEY_PATH_RATIO,
    VEER_KEY_TURNING,
    VEER_KEY_MODE_CHANGES,
    VEER_KEY_MAX_ACCELERATION,
    VEER_KEY_LIMIT_VIOLATIONS,
    VEER_KEY_STUCK,
    VEER_KEY_TRIPS,
    VEER_KEY_HITS,
    VEER_KEY_MEDIAN_TRIP,
    VEER_KEY_SLOT_ERROR,
    VEER_KEY_DRIFT,
    VEER_KEY_PACKING,
    VEER_KEY_WITHOUT_PLACE,
    VEER_KEY_HASH,
    VEER_KEY_WALL,
    VEER_KEY_NS,
    VEER_KEY_BYTES,
    VEER_KEY_WORKERS,
    VEER_KEY_ISA,
    VEER_KEY_COUNT
} VeerKey;

/// A value of a report. Numbers that make no sense are NAN.
typedef struct VeerValue {
    double number;
    uint64_t whole;
} VeerValue;

typedef struct VeerReport {
    VeerValue values[VEER_KEY_COUNT];
    char scene[64], title[160];
    char hash[20];
    VeerAvoidModel model;
    uint32_t cut_off; ///< agents with no way to their goals at the end; told to people alone
} VeerReport;

/// The report of a run that has ended, `wall_seconds` after its beginning.
VeerReport veer_report_make(const VeerSession *session, const VeerScores *scores,
                            double wall_seconds);

/// The name of a key.
const char *veer_report_key(VeerKey key);

/// A value as a number; NAN for texts.
double veer_report_number(const VeerReport *report, VeerKey key);

/// The report as a JSON object. NULL: no memory
json_t *veer_report_json(const VeerReport *report);

/// One number of reports[count]: the sum of counts and seconds, else the mean.
VeerMerged veer_report_merge(const VeerReport *reports, uint32_t count, VeerKey key);

/// All keys of reports[count] merged: counts summed, times and ratios averaged, worst of worsts.
/// NULL: no memory
json_t *veer_report_merged_json(const VeerReport *reports, uint32_t count);

/// {"runs": [...], "total": {...}} of reports[count]. NULL: no memory
json_t *veer_report_total_json(const VeerReport *reports, uint32_t count);

/// Prints a table for people to read.
void veer_report_print(const VeerReport *report);

/// Prints a line about each run and the totals.
void veer_report_print_total(const VeerReport *reports, uint32_t count);

#endif
