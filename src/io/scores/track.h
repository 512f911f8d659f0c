/// The path of each agent through a run: length, turning, changes of mode, limits.
#ifndef VEER_IO_TRACK_H
#define VEER_IO_TRACK_H

#include "veer/scenario.h"

/// Slower than this fraction of the max speed, an agent counts as stuck.
#define VEER_STANDING_SPEED 0.05
/// How far back the check for stuck agents looks, s, and how finely it samples that time.
#define VEER_STUCK_SECONDS 5.0
#define VEER_STUCK_SAMPLES 20u
/// What limits may be exceeded by, relatively: the rounding of floats and no more.
#define VEER_LIMIT_SLACK 1e-4

/// One agent's path so far.
typedef struct VeerTrack {
    VeerAgentState last;                  ///< at the last tick, where is_read
    VeerVec3 place;                       ///< then, as paths are measured
    uint32_t orders;                      ///< of the scenario; a new one begins a new leg
    float start_time;                     ///< s, of this leg
    float shortest_path, preferred_speed; ///< m, m/s, of this leg; 0: it has no end in space
    double path;                          ///< m, in all
    double leg_path;                      ///< m, of this leg, until it arrived
    double turning;                       ///< rad
    double moving_seconds;                ///< s that `turning` was measured over
    double seconds;                       ///< s that `flips` were counted over
    double arrival_time;                  ///< s, where has_arrived
    uint32_t flips;                       ///< changes between avoiding and not
    bool is_read, is_present, has_goal, has_arrived;
    bool is_thrown; ///< an impact made it faster than it can go, and it has not yet slowed down
} VeerTrack;

/// The paths of all agents, in the order of veer_scenario_agents.
typedef struct VeerTracks {
    bool is_planar;    ///< paths are measured in plan
    VeerTrack *tracks; ///< tracks[count]
    uint32_t count, capacity;
    uint32_t arrived_count, awaited_count; ///< awaited: has a goal, and has not arrived
    float *samples;                        ///< samples[agent][row]: path at the time of the row, m
    double sample_times[VEER_STUCK_SAMPLES + 1]; ///< s
    uint32_t sample_capacity, sample_count, next_row;
    float *trips; ///< trips[trip_count]: s of each path that led to its goal
    uint32_t trip_count, trip_capacity;
    double max_acceleration; ///< m/s²
    uint64_t violations;
} VeerTracks;

void veer_tracks_free(VeerTracks *tracks);

/// Takes in agents that are new, and new goals of the others. @return false: no memory
bool veer_tracks_update(VeerTracks *tracks, const VeerScenarioAgent *agents, uint32_t count);

/// Takes in one agent's state, at world time `time`, `dt` after the last (0 at the start).
void veer_tracks_read(VeerTracks *tracks, uint32_t agent, const VeerAgentState *state, double time,
                      double dt);

/// The median of the trips, s; NAN: there are none. Sorts them.
double veer_tracks_median_trip(const VeerTracks *tracks);

/// Keeps the paths so far for the check for stuck agents. Call once a tick.
void veer_tracks_sample(VeerTracks *tracks, double time);

/// Agents that are there and have a goal and have not arrived, but do not move.
uint32_t veer_tracks_stuck(const VeerTracks *tracks, double time);

#endif
