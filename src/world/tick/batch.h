/// Agents whose default model decides for many at once: see avoid/batch.h.
#ifndef VEER_WORLD_TICK_BATCH_H
#define VEER_WORLD_TICK_BATCH_H

#include "avoid/batch.h"
#include "world/tick/tick.h"

/// Those that are to decide next.
typedef struct VeerAgentBatch {
    VeerCrowdBatch crowd;
    VeerNearOrder order; ///< of the nearest of each
    uint32_t slots[VEER_CROWD_LANES];
    float off[VEER_CROWD_LANES]; ///< m, to the nearest obstacle
    uint32_t listed;             ///< lanes, as bits, whose nearest are not noted yet
    uint32_t far;     ///< lanes, as bits, whose offsets are taken with what rounding took: VEER_FAR
    uint32_t alone;   ///< lanes that see others one by one: on paths
    uint32_t finding; ///< of these, those that find paths past walls by themselves
    uint32_t on_path; ///< those that go by route, and are not there yet
    VeerGridEdgeList edges; ///< of the grid about those that were added last
} VeerAgentBatch;

/// Agents ahead of the one that decides. A million in a dense crowd, ns each in avoid: 985 without,
/// 820 with 8, 800 with 16, 840 with 32; 100,000: 676, 474, 500, 520.
#define VEER_FETCH_AHEAD 8u

/// Brings near what a decision reads and writes of an agent that comes soon: they decide in the
/// order of their places and are stored in that of their slots, so that each column is a line of
/// memory of its own.
void veer_agent_batch_fetch(const VeerWorld *world, uint32_t slot);

/// An empty one. @param dt  s
void veer_agent_batch_open(VeerAgentBatch *batch, const VeerWorld *world, float dt);

/// Adds an agent that nothing but other agents and walls concern, to a batch that is not full.
/// @param entry      of the agents' index
/// @param obstacles  that it senses; NULL: there are none, and no map
/// @param vicinity   as for veer_world_view
/// @return false: it has to decide alone
bool veer_agent_batch_add(VeerAgentBatch *batch, VeerWorld *world, uint32_t entry,
                          VeerSensed *obstacles, const VeerVicinity *vicinity);

static inline bool veer_agent_batch_is_full(const VeerAgentBatch *batch)
{
    return batch->crowd.count == VEER_CROWD_LANES;
}

/// Decides for all, and empties the batch. @return the slots, as bits of their places in
/// batch->slots, of those that have to decide alone after all
uint32_t veer_agent_batch_decide(VeerAgentBatch *batch, VeerWorld *world);

#endif
