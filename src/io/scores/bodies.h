/// All balls of a world as they are at one tick, and which of them are near each other.
#ifndef VEER_IO_BODIES_H
#define VEER_IO_BODIES_H

#include "io/base/store.h"
#include "veer/scenario.h"

/// Agents in the order of veer_scenario_agents, then the obstacles by slot: columns as an index
/// wants them. Obstacles that are no balls are not present.
typedef struct VeerBodies {
    VeerSpace space;
    uint32_t agent_count, count, capacity;
    VeerVec3 *positions, *remainders;
    float *radii, *heights;
    float top_radius; ///< of those set since the reset
    uint8_t *is_present;
    VeerIndex *index;
    VeerStore store; ///< of the columns and the index
    VeerNear *found; ///< found[found_capacity]: answers of one query
    uint32_t found_capacity;
} VeerBodies;

void veer_bodies_free(VeerBodies *bodies);

/// Makes room, and takes every body out. @return false: no memory
bool veer_bodies_reset(VeerBodies *bodies, VeerSpace space, uint32_t agents, uint32_t obstacles);

void veer_bodies_set(VeerBodies *bodies, uint32_t body, VeerVec3 position, VeerVec3 remainder,
                     float radius, float height);

/// Indexes the bodies that were set since the reset.
void veer_bodies_index(VeerBodies *bodies);

/// Between the surfaces of two balls, m, negative when they overlap. In a planar world, INFINITY
/// for bodies on different floors.
double veer_bodies_gap(const VeerBodies *bodies, uint32_t a, uint32_t b);

/// Finds every body (the 64 nearest of more) within `near` (m, >= 0) of the surface of `a`, and the
/// nearest one within `reach` (m, >= near; may be infinite).
///
/// @param count  how many are in bodies->found, near to far
/// @return false: no memory
bool veer_bodies_near(VeerBodies *bodies, uint32_t a, double near, double reach, uint32_t *count);

#endif
