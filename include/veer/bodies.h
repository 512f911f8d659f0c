/// Bodies in bulk: all agents at once, in and out of the host's own arrays.
#ifndef VEER_BODIES_H
#define VEER_BODIES_H

#include "veer/agent.h"

/// A column of the host's memory: element i is at (char *)data + i * stride, aligned or not, so
/// that it may be a member of the host's own structs.
typedef struct VeerColumn {
    void *data;    ///< NULL: there is no such column
    size_t stride; ///< bytes from one element to the next
} VeerColumn;

/// What is read or written of agents, each a column or none; all zero: nothing.
typedef struct VeerBodyColumns {
    VeerColumn agents;     ///< VeerAgentId
    VeerColumn positions;  ///< VeerVec3, m
    VeerColumn velocities; ///< VeerVec3, m/s
    VeerColumn headings;   ///< VeerVec3, unit vectors; to write of any length
    VeerColumn spins;      ///< VeerVec3, as in VeerMotionState

    // Read, and not written.
    VeerColumn safe_velocities; ///< VeerVec3, m/s: what they should move at (veer_world_steer)
    VeerColumn user_data;       ///< uint64_t
    VeerColumn statuses;        ///< uint8_t, a VeerAgentStatus
} VeerBodyColumns;

/// Copies what is asked for of the agents, in the order of their slots: the first ones, up to
/// `capacity`. The order is that of veer_world_write_agents, as long as none comes or goes.
///
/// @param fraction  0 to 1: how far positions and headings are on their way through the last tick
///                  (veer_clock_fraction); 0: where it began, 1: where they are now. Agents that
///                  are new, or were put elsewhere, are where they are; all are, during a step and
///                  after a state was restored
/// @return how many agents there are. Cost O(slots), allocates nothing.
VEER_API uint32_t veer_world_read_agents(const VeerWorld *world, float fraction,
                                         const VeerBodyColumns *columns, uint32_t capacity);

/// Sets positions, velocities, headings and spins, those for which there are columns, as the
/// setters of agent.h do. Others of the columns, but for the agents, are not looked at.
///
/// @param columns  with a column of agents, theirs, in any order; without, of all agents in the
///                 order of their slots
/// @param count    elements of each column; without a column of agents as many as there are agents
/// @return VEER_OK; VEER_BAD_VALUE; VEER_BAD_HANDLE for an agent that is gone; VEER_BUSY: nothing
///         has changed. Cost O(slots), allocates nothing.
VEER_API VeerStatus veer_world_write_agents(VeerWorld *world, const VeerBodyColumns *columns,
                                            uint32_t count);

/// Where one agent is at a fraction of the last tick, as veer_world_read_agents tells.
///
/// @param heading  a unit vector; NULL: nobody asks
/// @return VEER_OK; VEER_BAD_HANDLE; VEER_BAD_VALUE
VEER_API VeerStatus veer_agent_pose(const VeerWorld *world, VeerAgentId agent, float fraction,
                                    VeerVec3 *position, VeerVec3 *heading);

#endif
