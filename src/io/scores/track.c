#include "io/scores/track.h"

#include "io/base/array.h"
#include "io/scores/track_limits.h"

#include <math.h>
#include <stdlib.h>

#define SAMPLE_ROWS (VEER_STUCK_SAMPLES + 1u)

void veer_tracks_free(VeerTracks *tracks)
{
    free(tracks->tracks);
    free(tracks->samples);
    free(tracks->trips);
    *tracks = (VeerTracks){0};
}

/// Begins a leg: from here to a goal.
static void begin_leg(VeerTrack *track, const VeerScenarioAgent *agent)
{
    track->orders = agent->orders;
    track->start_time = agent->start_time;
    track->shortest_path = agent->has_point_goal ? agent->shortest_path : 0.0f;
    track->preferred_speed = agent->preferred_speed;
    track->leg_path = 0.0;
    track->has_arrived = false;
}

/// A place as paths are measured: in plan, where the world is.
static VeerVec3 place_of(const VeerTracks *tracks, VeerVec3 position)
{
    position.z = tracks->is_planar ? 0.0f : position.z;
    return position;
}

bool veer_tracks_update(VeerTracks *tracks, const VeerScenarioAgent *agents, uint32_t count)
{
    // Each agent may end one trip before the next call.
    if (!veer_array_reserve(&tracks->tracks, &tracks->capacity, count, sizeof *tracks->tracks) ||
        !veer_array_reserve(&tracks->trips, &tracks->trip_capacity,
                            (uint64_t)tracks->trip_count + count, sizeof *tracks->trips) ||
        !veer_array_reserve(&tracks->samples, &tracks->sample_capacity,
                            (uint64_t)count * SAMPLE_ROWS, sizeof *tracks->samples)) {
        return false;
    }
    tracks->arrived_count = 0;
    tracks->awaited_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        VeerTrack *track = &tracks->tracks[i];
        bool is_new = i >= tracks->count;
        if (is_new) {
            track->place = place_of(tracks, agents[i].start);
        }
        if (is_new || track->orders != agents[i].orders) {
            begin_leg(track, &agents[i]);
        }
        track->is_present = false;
        tracks->arrived_count += track->has_arrived;
    }
    tracks->count = count;
    return true;
}

/// What an impact did in this tick breaks no limit, nor that who was thrown by it brakes from
/// there.
static void check_limits(VeerTracks *tracks, VeerTrack *track, const VeerAgentState *state,
                         double moved, double dt)
{
    const VeerAgentState *last = track->is_read ? &track->last : NULL;
    if (last) {
        double change = veer_track_length(veer_track_minus(state->velocity, last->velocity));
        tracks->max_acceleration = fmax(tracks->max_acceleration, change / dt);
    }
    double limit = (double)state->max_speed * (1.0 + VEER_LIMIT_SLACK);
    bool is_slower =
        last && veer_track_length(state->velocity) <= veer_track_length(last->velocity);
    track->is_thrown = veer_track_length(state->velocity) > limit &&
                       (state->is_knocked || (track->is_thrown && is_slower));
    bool is_judged = !state->is_knocked && !track->is_thrown && !(last && last->is_knocked);
    tracks->violations += is_judged && veer_track_breaks_limits(last, state, moved, dt);
}

/// What is measured until the agent arrives.
static void measure_leg(VeerTrack *track, const VeerAgentState *state, double moved, double dt)
{
    track->leg_path += moved;
    track->seconds += dt;
    if (!track->is_read) {
        return;
    }
    const VeerAgentState *last = &track->last;
    track->flips += state->is_avoiding != last->is_avoiding;
    double standing = VEER_STANDING_SPEED * (double)state->max_speed;
    if (veer_track_length(last->velocity) > standing &&
        veer_track_length(state->velocity) > standing) {
        track->turning += veer_track_angle(last->velocity, state->velocity);
        track->moving_seconds += dt;
    }
}

void veer_tracks_read(VeerTracks *tracks, uint32_t agent, const VeerAgentState *state, double time,
                      double dt)
{
    VeerTrack *track = &tracks->tracks[agent];
    VeerVec3 place = place_of(tracks, state->position);
    if (dt > 0.0) {
        double moved = veer_track_length(veer_track_minus(place, track->place));
        track->path += moved;
        check_limits(tracks, track, state, moved, dt);
        if (!track->has_arrived) {
            measure_leg(track, state, moved, dt);
        }
    }
    if (state->status == VEER_AGENT_ARRIVED && !track->has_arrived) {
        track->has_arrived = true;
        track->arrival_time = time;
        tracks->trips[tracks->trip_count++] = (float)(time - (double)track->start_time);
        tracks->arrived_count++;
    }
    track->place = place;
    track->last = *state;
    track->has_goal = state->has_goal && state->status != VEER_AGENT_LOST;
    track->is_present = true;
    track->is_read = true;
    tracks->awaited_count += track->has_goal && !track->has_arrived;
}

void veer_tracks_sample(VeerTracks *tracks, double time)
{
    double period = VEER_STUCK_SECONDS / VEER_STUCK_SAMPLES;
    uint32_t last = (tracks->next_row + SAMPLE_ROWS - 1) % SAMPLE_ROWS;
    // Half of a millisecond, as the time of a tick is a rounded sum.
    if (tracks->sample_count > 0 && time - tracks->sample_times[last] < period - 5e-4) {
        return;
    }
    for (uint32_t i = 0; i < tracks->count; i++) {
        tracks->samples[(size_t)i * SAMPLE_ROWS + tracks->next_row] = (float)tracks->tracks[i].path;
    }
    tracks->sample_times[tracks->next_row] = time;
    tracks->next_row = (tracks->next_row + 1) % SAMPLE_ROWS;
    tracks->sample_count += tracks->sample_count < SAMPLE_ROWS;
}

/// The newest row that is at least VEER_STUCK_SECONDS old, or the oldest that there is.
static uint32_t row_to_compare(const VeerTracks *tracks, double time)
{
    uint32_t row = 0;
    for (uint32_t age = 1; age <= tracks->sample_count; age++) {
        row = (tracks->next_row + SAMPLE_ROWS - age) % SAMPLE_ROWS;
        if (time - tracks->sample_times[row] > VEER_STUCK_SECONDS - 5e-4) {
            break;
        }
    }
    return row;
}

uint32_t veer_tracks_stuck(const VeerTracks *tracks, double time)
{
    if (tracks->sample_count == 0) {
        return 0;
    }
    uint32_t row = row_to_compare(tracks, time);
    uint32_t stuck = 0;
    for (uint32_t i = 0; i < tracks->count; i++) {
        const VeerTrack *track = &tracks->tracks[i];
        double since = fmax(tracks->sample_times[row], (double)track->start_time);
        double seconds = time - since;
        bool is_eligible = track->is_present && track->has_goal && !track->has_arrived &&
                           track->last.max_speed > 0.0f && seconds > 0.0;
        double moved = track->path - (double)tracks->samples[(size_t)i * SAMPLE_ROWS + row];
        stuck +=
            is_eligible && moved < VEER_STANDING_SPEED * (double)track->last.max_speed * seconds;
    }
    return stuck;
}

static int compare_trips(const void *a, const void *b)
{
    float s = *(const float *)a, t = *(const float *)b;
    return (s > t) - (s < t);
}

double veer_tracks_median_trip(const VeerTracks *tracks)
{
    uint32_t count = tracks->trip_count;
    if (count == 0) {
        return (double)NAN;
    }
    qsort(tracks->trips, count, sizeof *tracks->trips, compare_trips);
    return 0.5 * ((double)tracks->trips[(count - 1) / 2] + (double)tracks->trips[count / 2]);
}
