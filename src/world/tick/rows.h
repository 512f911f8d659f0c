/// Stages of a tick for many agents at once, where these are such as most of a crowd: lanes are
/// agents of slots in a row.
///
/// Each row is what the stage does with one agent after the other, bit by bit. Agents are alike
/// that are there and may move, and share a profile (body/profile.h); a stage says what else it
/// asks of them. Where they are not, it visits one after the other.
#ifndef VEER_WORLD_TICK_ROWS_H
#define VEER_WORLD_TICK_ROWS_H

#include "base/lanes.h"
#include "world/body/body.h"
#include "world/tick/tick.h"

/// Agents that go straight to points. Columns begin at the first of VEER_ROW slots.
typedef struct VeerSteerRow {
    const VeerVec3 *position, *compensation, *goal; ///< m
    const float *max_speed, *preferred_speed;       ///< m/s
    const uint8_t *status;                          ///< a VeerAgentStatus
    float braking, dt;                              ///< m/s², > 0; s
    bool is_spatial;
    VeerVec3 *preferred; ///< m/s: what comes out
} VeerSteerRow;

/// Agents that move in any direction at once.
typedef struct VeerMoveRow {
    const VeerVec3 *velocity, *heading, *safe;
    const float *max_speed;
    float acceleration, braking, dt; ///< m/s², s
    VeerVec3 *next_velocity, *next_heading, *shift, *spin;
} VeerMoveRow;

/// Agents that go on by their shifts, m.
typedef struct VeerPlaceRow {
    const VeerVec3 *shift;
    VeerVec3 *position, *compensation;
} VeerPlaceRow;

/// Agents on their way straight to points: veer_agent_track.
typedef struct VeerTrackRow {
    const VeerVec3 *position, *compensation, *goal;
    const float *radius, *max_speed, *preferred_speed, *goal_radius;
    float dt;
    bool is_spatial;
    float *goal_best, *goal_stalled;
} VeerTrackRow;

typedef struct VeerRowsLanes {
    void (*steer)(const VeerSteerRow *row);
    void (*move)(const VeerMoveRow *row);
    void (*place)(const VeerPlaceRow *row);
    /// @return the slots, as bits from the first on, of which nothing is changed: they have arrived
    /// or are blocked, or have no goal that is there
    uint32_t (*track)(const VeerTrackRow *row);
} VeerRowsLanes;

extern const VeerRowsLanes veer_rows_base, veer_rows_avx2, veer_rows_avx512;

/// The kernels of one width (base/lanes.h).
static inline const VeerRowsLanes *veer_rows_lanes(VeerLanes lanes)
{
    static const VeerRowsLanes *const tables[] = {VEER_LANES_EACH(veer_rows)};
    return tables[lanes];
}

/// Those of a world.
static inline const VeerRowsLanes *veer_rows_of(const VeerWorld *world)
{
    return veer_rows_lanes(veer_lanes_of(world->def.isa));
}

#endif
