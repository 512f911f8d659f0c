/// From tracks and episodes to the scores of a run.
#include "io/scores/metrics.h"

#include <math.h>
#include <string.h>

/// Sums over the agents' ways, from which the mean scores come.
typedef struct Sums {
    double time_ratio, path_ratio;
    uint32_t ratio_count;
    double turning, moving_seconds;
    double flips, seconds;
    double last_arrival;
} Sums;

/// Adds what an agent that has arrived makes of the mean scores.
static void add_arrival(Sums *sums, const VeerTrack *track)
{
    sums->last_arrival = fmax(sums->last_arrival, track->arrival_time);
    double shortest = (double)track->shortest_way;
    double seconds = track->arrival_time - (double)track->start_time;
    if (shortest <= 0.0 || track->preferred_speed <= 0.0f) {
        return;
    }
    sums->time_ratio += seconds / (shortest / (double)track->preferred_speed);
    sums->path_ratio += track->leg_path / shortest;
    sums->ratio_count++;
}

static Sums sum_tracks(const VeerTracks *tracks)
{
    Sums sums = {0};
    for (uint32_t i = 0; i < tracks->count; i++) {
        const VeerTrack *track = &tracks->tracks[i];
        sums.turning += track->turning;
        sums.moving_seconds += track->moving_seconds;
        sums.flips += track->flips;
        sums.seconds += track->seconds;
        if (track->has_arrived) {
            add_arrival(&sums, track);
        }
    }
    return sums;
}

static double ratio(double value, double of)
{
    return of > 0.0 ? value / of : (double)NAN;
}

bool veer_metrics_is_done(const VeerMetrics *metrics)
{
    bool is_over = metrics->time >= metrics->last_event;
    return is_over && metrics->tracks.awaited_count == 0 && metrics->tracks.arrived_count > 0;
}

VeerScores veer_metrics_scores(const VeerMetrics *metrics, const VeerWorld *world)
{
    const VeerTracks *tracks = &metrics->tracks;
    Sums sums = sum_tracks(tracks);
    const VeerEpisodes *agents = &metrics->contacts[VEER_PARTNER_AGENT];
    const VeerEpisodes *obstacles = &metrics->contacts[VEER_PARTNER_OBSTACLE];
    return (VeerScores){
        .ticks = metrics->ticks,
        .time_s = veer_metrics_is_done(metrics) ? sums.last_arrival : metrics->time,
        .agents = tracks->count,
        .arrived = tracks->arrived_count,
        .contacts = agents->begun_count,
        .obstacle_contacts = obstacles->begun_count,
        .contact_seconds = agents->seconds,
        .obstacle_contact_seconds = obstacles->seconds,
        .touches = metrics->touches[VEER_PARTNER_AGENT].begun_count,
        .obstacle_touches = metrics->touches[VEER_PARTNER_OBSTACLE].begun_count,
        .worst_penetration = fmax(agents->worst, obstacles->worst),
        .min_gap_m = metrics->min_gap,
        .time_ratio = ratio(sums.time_ratio, sums.ratio_count),
        .path_ratio = ratio(sums.path_ratio, sums.ratio_count),
        .turning_rad_s = ratio(sums.turning, sums.moving_seconds),
        .mode_changes_per_s = ratio(sums.flips, sums.seconds),
        .max_acceleration = tracks->max_acceleration,
        .limit_violations = tracks->violations,
        .trips = tracks->trip_count,
        .hits_per_trip =
            ratio((double)metrics->touches[VEER_PARTNER_OBSTACLE].begun_count, tracks->trip_count),
        .median_trip_s = veer_tracks_median_trip(tracks),
        .stuck_agents = veer_tracks_stuck(tracks, metrics->time),
        .slot_error = metrics->squads.slot_error,
        .drift_m = metrics->squads.drift,
        .packing_ratio = veer_squad_watch_packing(world),
        .without_place = veer_squad_watch_without_place(world),
        .hash = veer_world_hash(world),
    };
}

/// A score by its key. The hash is none: a double does not hold it.
typedef struct NamedScore {
    const char *key;
    double value;
} NamedScore;

bool veer_scores_value(const VeerScores *scores, const char *key, double *out)
{
    const NamedScore table[] = {
        {"ticks", (double)scores->ticks},
        {"time_s", scores->time_s},
        {"agents", scores->agents},
        {"arrived", scores->arrived},
        {"contacts", scores->contacts},
        {"contact_seconds", scores->contact_seconds},
        {"obstacle_contacts", scores->obstacle_contacts},
        {"obstacle_contact_seconds", scores->obstacle_contact_seconds},
        {"touches", scores->touches},
        {"obstacle_touches", scores->obstacle_touches},
        {"worst_penetration", scores->worst_penetration},
        {"min_gap_m", scores->min_gap_m},
        {"time_ratio", scores->time_ratio},
        {"path_ratio", scores->path_ratio},
        {"turning_rad_s", scores->turning_rad_s},
        {"mode_changes_per_s", scores->mode_changes_per_s},
        {"max_acceleration", scores->max_acceleration},
        {"limit_violations", (double)scores->limit_violations},
        {"stuck_agents", scores->stuck_agents},
        {"trips", scores->trips},
        {"hits_per_trip", scores->hits_per_trip},
        {"median_trip_s", scores->median_trip_s},
        {"slot_error", scores->slot_error},
        {"drift_m", scores->drift_m},
        {"packing_ratio", scores->packing_ratio},
        {"without_place", scores->without_place},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].key, key) == 0) {
            *out = table[i].value;
            return true;
        }
    }
    return false;
}
