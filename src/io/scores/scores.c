/// From tracks and episodes to the scores of a run.
#include "io/base/score_keys.h"
#include "io/scores/metrics.h"

#include <math.h>
#include <string.h>

/// Sums over the agents' paths, from which the mean scores come.
typedef struct ScoreSums {
    double time_ratio, path_ratio;
    uint32_t ratio_count;
    double turning, moving_seconds;
    double flips, seconds;
    double last_arrival;
} ScoreSums;

/// Adds what an agent that has arrived makes of the mean scores.
static void add_arrival(ScoreSums *sums, const VeerTrack *track)
{
    sums->last_arrival = fmax(sums->last_arrival, track->arrival_time);
    double shortest = (double)track->shortest_path;
    double seconds = track->arrival_time - (double)track->start_time;
    if (shortest <= 0.0 || track->preferred_speed <= 0.0f) {
        return;
    }
    sums->time_ratio += seconds / (shortest / (double)track->preferred_speed);
    sums->path_ratio += track->leg_path / shortest;
    sums->ratio_count++;
}

static ScoreSums sum_tracks(const VeerTracks *tracks)
{
    ScoreSums sums = {0};
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
    bool is_over = metrics && metrics->time >= metrics->last_event;
    return is_over && metrics->tracks.awaited_count == 0 && metrics->tracks.arrived_count > 0;
}

VeerScores veer_metrics_scores(const VeerMetrics *metrics, const VeerWorld *world)
{
    if (!metrics) {
        return (VeerScores){0};
    }
    const VeerTracks *tracks = &metrics->tracks;
    ScoreSums sums = sum_tracks(tracks);
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

bool veer_scores_value(const VeerScores *scores, const char *key, double *out)
{
    if (!scores || !key || !out) {
        return false;
    }
#define KEY(name) #name
#define VALUE(name) (double)scores->name
    static const char *const keys[] = {VEER_SCORE_KEYS(KEY)};
    const double values[] = {VEER_SCORE_KEYS(VALUE)};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (strcmp(keys[i], key) == 0) {
            *out = values[i];
            return true;
        }
    }
    return false;
}
