/// Scores of a run, measured from outside through the world's public reads (library veer_io).
#ifndef VEER_METRICS_H
#define VEER_METRICS_H

#include "veer/scenario.h"

/// Watches a run. Opaque.
typedef struct VeerMetrics VeerMetrics;

/// The scores. NAN stands for "makes no sense here". Keys and meanings: docs/metrics.md.
typedef struct VeerScores {
    uint64_t ticks;                       ///< stepped
    double time_s;                        ///< simulated until the last arrival, else the end
    uint32_t agents, arrived;             ///< in all; that reached their goals
    uint32_t contacts, obstacle_contacts; ///< episodes
    double contact_seconds, obstacle_contact_seconds; ///< s
    uint32_t touches, obstacle_touches; ///< episodes at a gap of less than 0.1% of the radius sum
    double worst_penetration;           ///< of the radius sum
    double min_gap_m;                   ///< INFINITY: nobody met anybody
    double time_ratio, path_ratio;      ///< to those of the shortest paths
    double turning_rad_s, mode_changes_per_s; ///< means over agents
    double max_acceleration;                  ///< m/s²
    uint64_t limit_violations;                ///< summed over ticks: agents that broke a limit
    uint32_t stuck_agents;                    ///< that have not arrived and hardly move
    uint32_t trips;       ///< paths that led to their goals, each leg of a tour by itself
    double hits_per_trip; ///< obstacle_touches ÷ trips
    double median_trip_s; ///< s, of the trips
    double slot_error;    ///< of the radius; NAN: no squad has come together for long enough
    double drift_m;       ///< NAN: no member of a squad has come to rest
    double packing_ratio; ///< NAN: no squad rests in a disc
    double without_place; ///< members of squads; NAN: there are no squads
    uint64_t hash;        ///< of the world
} VeerScores;

/// Starts to watch a world that veer_scenario_start made, before its first step.
VEER_API VeerStatus veer_metrics_create(const VeerScenario *scenario, const VeerWorld *world,
                                        VeerMetrics **out);
/// Ends the watch. NULL is fine.
VEER_API void veer_metrics_destroy(VeerMetrics *metrics);

/// Takes in the world as it is after a step. Cost O(agents · near ones + walls).
VEER_API VeerStatus veer_metrics_observe(VeerMetrics *metrics, const VeerScenario *scenario,
                                         const VeerWorld *world);

/// Whether all agents that have a goal have arrived (and the scenario holds no more to come). False
/// for NULL.
VEER_API bool veer_metrics_is_done(const VeerMetrics *metrics);

/// The scores so far; all zero for NULL metrics.
VEER_API VeerScores veer_metrics_scores(const VeerMetrics *metrics, const VeerWorld *world);

/// A score by its JSON key, as a number. @return false when there is no such key, and for NULL
VEER_API bool veer_scores_value(const VeerScores *scores, const char *key, double *out);

#endif
