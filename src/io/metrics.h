/// What a run's metrics keep.
#ifndef VEER_IO_METRICS_H
#define VEER_IO_METRICS_H

#include "io/bodies.h"
#include "io/episodes.h"
#include "io/track.h"
#include "io/walls.h"
#include "veer/metrics.h"

struct VeerMetrics {
    VeerTracks tracks;
    VeerBodies bodies;
    VeerWalls walls;
    VeerEpisodes agent_contacts, obstacle_contacts;
    const VeerScenarioAgent *agents; ///< the scenario's, valid during a call only
    double min_gap;                  ///< m
    double time, previous_time;      ///< s
    double last_event;               ///< s
    uint64_t ticks;
};

#endif
