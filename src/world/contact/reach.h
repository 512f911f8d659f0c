/// How far agents may go in a tick, and who has nobody so near: lanes are agents of slots in a row,
/// bit by bit as one after the other.
#ifndef VEER_WORLD_CONTACT_REACH_H
#define VEER_WORLD_CONTACT_REACH_H

#include "base/lanes.h"
#include "world/body/body.h"

/// Columns begin at the first of VEER_ROW slots; in each is an agent.
typedef struct VeerReachRow {
    const VeerVec3 *position, *shift;        ///< m
    const VeerVec3 *next_velocity;           ///< m/s
    const float *radius, *max_speed;         ///< m, m/s
    const float *clearance;                  ///< m, see VEER_SCRATCH_COLUMNS
    float dt, longest, recovery, top_travel; ///< as in VeerContacting
    VeerNearContacts *contacts;
} VeerReachRow;

typedef struct VeerReachLanes {
    /// @return m², the square of the longest of shifts[VEER_ROW], m
    float (*longest)(const VeerVec3 *shifts);
    /// Begins contacts[], with how far each may be made to go. @return m, the most
    float (*travel)(const VeerReachRow *row);
    /// @return the slots, as bits, of agents that nobody is near enough to be touched by; of such
    /// as are far from the origin (VEER_FAR) none
    uint32_t (*clear)(const VeerReachRow *row);
} VeerReachLanes;

extern const VeerReachLanes veer_reach_base, veer_reach_avx2, veer_reach_avx512;

/// The kernels of one width (base/lanes.h).
static inline const VeerReachLanes *veer_reach_lanes(VeerLanes lanes)
{
    static const VeerReachLanes *const tables[] = {VEER_LANES_EACH(veer_reach)};
    return tables[lanes];
}

#endif
