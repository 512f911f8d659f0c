/// What a run's metrics keep.
#ifndef VEER_IO_METRICS_H
#define VEER_IO_METRICS_H

#include "io/scores/bodies.h"
#include "io/scores/episodes.h"
#include "io/scores/squad_watch.h"
#include "io/scores/track.h"
#include "io/scores/walls.h"
#include "veer/metrics.h"

/// What an agent meets.
typedef enum VeerPartner {
    VEER_PARTNER_AGENT,
    VEER_PARTNER_OBSTACLE,
    VEER_PARTNER_COUNT
} VeerPartner;

/// A contact begins deeper than this, as a fraction of the radius sum, and ends with the overlap.
#define VEER_CONTACT_DEPTH 0.001
/// A touch begins below this gap, as a fraction of the radius sum, and ends above it.
#define VEER_TOUCH_GAP 0.001

struct VeerMetrics {
    VeerTracks tracks;
    VeerBodies bodies;
    VeerWalls walls;
    VeerEpisodes contacts[VEER_PARTNER_COUNT]; ///< overlaps
    VeerEpisodes touches[VEER_PARTNER_COUNT];  ///< overlaps, and gaps of next to nothing
    const VeerScenarioAgent *agents;           ///< the scenario's, valid during a call only
    const VeerWorld *world;                    ///< that was read last
    double min_gap;                            ///< m
    double time, previous_time;                ///< s
    double last_event;                         ///< s
    VeerSquadWatch squads;
    uint64_t ticks;
};

#endif
