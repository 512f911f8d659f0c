/// Agents whose default model decides for many at once: see avoid/batch.h.
#ifndef VEER_WORLD_TICK_BATCH_H
#define VEER_WORLD_TICK_BATCH_H

#include "avoid/batch.h"
#include "world/tick/tick.h"

/// Those that are to decide next.
typedef struct VeerAgentBatch {
    VeerCrowdBatch crowd;
    uint32_t slots[VEER_CROWD_LANES];
} VeerAgentBatch;

/// Adds an agent that nothing but other agents concerns, to a batch that is not full.
/// @param vicinity  as for veer_world_view
/// @return false: it has to decide alone
bool veer_agent_batch_add(VeerAgentBatch *batch, VeerWorld *world, uint32_t slot,
                          const VeerVicinity *vicinity);

static inline bool veer_agent_batch_is_full(const VeerAgentBatch *batch)
{
    return batch->crowd.count == VEER_CROWD_LANES;
}

/// Decides for all, and empties the batch. @return the slots, as bits of their places in
/// batch->slots, of those that have to decide alone after all
uint32_t veer_agent_batch_decide(VeerAgentBatch *batch, VeerWorld *world, float dt);

#endif
