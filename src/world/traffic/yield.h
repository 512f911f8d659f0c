/// Right of way of many at once: lanes are agents, each beside one other. Of those that find their
/// paths past bare walls bit by bit as veer_yield_share_off_routes, of those on routes as
/// veer_yield_share_on_routes.
#ifndef VEER_WORLD_TRAFFIC_YIELD_H
#define VEER_WORLD_TRAFFIC_YIELD_H

#include "avoid/batch.h"
#include "world/base/base.h"

/// A number of each lane.
typedef int32_t VeerYieldColumn[VEER_CROWD_LANES];

/// What agents do about the gap ahead, a lane each: see VeerOutlineGap.
typedef struct VeerYieldGaps {
    VeerCrowdColumn x, y; ///< m
    VeerYieldColumn side, is_astray;
} VeerYieldGaps;

/// Pairs of an agent and one of its neighbours, a lane each.
typedef struct VeerYieldPairs {
    VeerYieldGaps own, its;
    VeerYieldColumn is_asked, is_resting; ///< of the one; of the other
    const float *offset_x, *offset_y;     ///< m, from the one to the other
    const float *radius, *other_radius;   ///< m
    const float *neighbour_count;         ///< of the one
} VeerYieldPairs;

static inline void veer_yield_set_gap(VeerYieldGaps *gaps, uint32_t lane, const VeerOutlineGap *gap)
{
    gaps->x[lane] = gap->offset.x;
    gaps->y[lane] = gap->offset.y;
    gaps->side[lane] = gap->side;
    gaps->is_astray[lane] = gap->is_astray;
}

/// Change of the share per sum of radii that an agent is behind, before bottlenecks.
#define VEER_PASSAGE_SHARPNESS 8.0f

/// What an agent on a route has ahead, as far as lanes know it.
typedef enum VeerYieldAhead {
    VEER_YIELD_GOAL = 0,
    VEER_YIELD_PASSAGE, ///< that its path comes out of
    VEER_YIELD_OTHER    ///< such agents are asked one by one
} VeerYieldAhead;

/// What matters of an agent's route beside others: eight numbers of four bytes.
typedef struct VeerYieldRoute {
    float left;                  ///< m of path, to the goal, or to the passage's end
    float end_x, end_y;          ///< m: the goal, or where it comes out of the passage
    float has_path;              ///< 1; else 0, as when it has arrived
    float ahead;                 ///< a VeerYieldAhead
    float is_in_maze, is_astray; ///< 1, else 0
    float unused;
} VeerYieldRoute;

/// Pairs of an agent on a route and one of its neighbours, a lane each.
typedef struct VeerYieldOnRoutes {
    const VeerYieldRoute *routes;       ///< by body
    const uint32_t *own, *its;          ///< bodies
    const float *radius, *other_radius; ///< m
    const float *neighbour_count;       ///< of the one
    VeerYieldColumn is_asked;
} VeerYieldOnRoutes;

/// Lanes, as bits.
typedef struct VeerYieldBits {
    uint32_t more;  ///< the share has become more
    uint32_t other; ///< those are left as they are, to be asked one by one
} VeerYieldBits;

typedef struct VeerYieldLanes {
    /// Shifts shares[VEER_CROWD_LANES] of neighbours i.
    /// @return the lanes, as bits, where one of the two alone is astray: these are left as they are
    uint32_t (*shift)(const VeerYieldPairs *pairs, uint32_t i, float *shares);
    /// The same of agents on routes.
    VeerYieldBits (*shift_on_routes)(const VeerYieldOnRoutes *pairs, uint32_t i, float *shares);
} VeerYieldLanes;

extern const VeerYieldLanes veer_yield_base, veer_yield_avx2, veer_yield_avx512;

/// The kernels of one width (base/lanes.h).
static inline const VeerYieldLanes *veer_yield_lanes(VeerLanes lanes)
{
    static const VeerYieldLanes *const tables[] = {VEER_LANES_EACH(veer_yield)};
    return tables[lanes];
}

#endif
