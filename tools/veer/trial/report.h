/// What `veer run` reports of a run: the keys of its JSON, in their order.
#ifndef VEER_TOOLS_REPORT_H
#define VEER_TOOLS_REPORT_H

#include "session.h"
#include "veer/metrics.h"

/// The keys: enumerator, name, kind (WHOLE, NUMBER or TEXT), and how those of several runs become
/// one.
#define VEER_REPORT_KEYS(X)                                                                        \
    X(VEER_KEY_SCENE, scene, TEXT, SAME)                                                           \
    X(VEER_KEY_MODEL, model, TEXT, SAME)                                                           \
    X(VEER_KEY_SEED, seed, WHOLE, SAME)                                                            \
    X(VEER_KEY_DT, dt, NUMBER, SAME)                                                               \
    X(VEER_KEY_TICKS, ticks, WHOLE, SUM)                                                           \
    X(VEER_KEY_TIME, time_s, NUMBER, MEAN)                                                         \
    X(VEER_KEY_AGENTS, agents, WHOLE, SUM)                                                         \
    X(VEER_KEY_ARRIVED, arrived, WHOLE, SUM)                                                       \
    X(VEER_KEY_CONTACTS, contacts, WHOLE, SUM)                                                     \
    X(VEER_KEY_CONTACT_SECONDS, contact_seconds, NUMBER, SUM)                                      \
    X(VEER_KEY_OBSTACLE_CONTACTS, obstacle_contacts, WHOLE, SUM)                                   \
    X(VEER_KEY_OBSTACLE_CONTACT_SECONDS, obstacle_contact_seconds, NUMBER, SUM)                    \
    X(VEER_KEY_TOUCHES, touches, WHOLE, SUM)                                                       \
    X(VEER_KEY_OBSTACLE_TOUCHES, obstacle_touches, WHOLE, SUM)                                     \
    X(VEER_KEY_WORST_PENETRATION, worst_penetration, NUMBER, MOST)                                 \
    X(VEER_KEY_MIN_GAP, min_gap_m, NUMBER, LEAST)                                                  \
    X(VEER_KEY_TIME_RATIO, time_ratio, NUMBER, MEAN)                                               \
    X(VEER_KEY_PATH_RATIO, path_ratio, NUMBER, MEAN)                                               \
    X(VEER_KEY_TURNING, turning_rad_s, NUMBER, MEAN)                                               \
    X(VEER_KEY_MODE_CHANGES, mode_changes_per_s, NUMBER, MEAN)                                     \
    X(VEER_KEY_MAX_ACCELERATION, max_acceleration, NUMBER, MOST)                                   \
    X(VEER_KEY_LIMIT_VIOLATIONS, limit_violations, WHOLE, SUM)                                     \
    X(VEER_KEY_STUCK, stuck_agents, WHOLE, SUM)                                                    \
    X(VEER_KEY_TRIPS, trips, WHOLE, SUM)                                                           \
    X(VEER_KEY_HITS, hits_per_trip, NUMBER, MEAN)                                                  \
    X(VEER_KEY_MEDIAN_TRIP, median_trip_s, NUMBER, MEAN)                                           \
    X(VEER_KEY_SLOT_ERROR, slot_error, NUMBER, MOST)                                               \
    X(VEER_KEY_DRIFT, drift_m, NUMBER, MOST)                                                       \
    X(VEER_KEY_PACKING, packing_ratio, NUMBER, MOST)                                               \
    X(VEER_KEY_WITHOUT_PLACE, without_place, NUMBER, SUM)                                          \
    X(VEER_KEY_HASH, hash, TEXT, NONE)                                                             \
    X(VEER_KEY_WALL, wall_s, NUMBER, MEAN)                                                         \
    X(VEER_KEY_NS, ns_per_agent_tick, NUMBER, MEAN)                                                \
    X(VEER_KEY_BYTES, bytes_per_agent, WHOLE, MOST)                                                \
    X(VEER_KEY_WORKERS, workers, WHOLE, SAME)                                                      \
    X(VEER_KEY_ISA, isa, TEXT, SAME)

typedef enum VeerKey {
#define VEER_KEY_ENUMERATOR(key, name, kind, merge) key,
    VEER_REPORT_KEYS(VEER_KEY_ENUMERATOR)
#undef VEER_KEY_ENUMERATOR
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
    VeerIsa isa;
    uint32_t cut_off; ///< agents with no path to their goals at the end; printed in tables alone
} VeerReport;

/// The report of a run that has ended, `wall_seconds` after its beginning.
VeerReport veer_report_make(const VeerSession *session, const VeerScores *scores,
                            double wall_seconds);

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

#endif
