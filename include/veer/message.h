/// Messages: what a host has to tell an agent, now or later, as events of the step in which they
/// are due. They are part of the state: saved, rolled back, hashed, and replayed.
#ifndef VEER_MESSAGE_H
#define VEER_MESSAGE_H

#include "veer/agent.h"

/// A message, of the host's own meaning: veer only passes it on.
typedef struct VeerMessage {
    uint32_t kind; ///< of the host's
    uint32_t data; ///< a number, the bits of a float, or an index of the host's own
} VeerMessage;

/// Posts a message to an agent. The first tick (veer_world_step or veer_world_moved) after which
/// `delay` has passed reports it: VEER_EVENT_MESSAGE, with the agent, `from` as the event's other,
/// and the message. One that is due at once is among the events of the next tick.
///
/// A message to an agent that is gone when it is due comes to nothing: no event is made of it. One
/// that is still waiting for an agent that is gone gives its place up to one that needs it.
///
/// @param agent  whom it is for
/// @param from   whom it is from; null: nobody. It may be gone when the message is due
/// @param delay  s, >= 0 and finite; 0: now. Compared as in veer_agent_set_time_to_live
/// @return VEER_OK; VEER_BAD_HANDLE: neither is anybody; VEER_BAD_VALUE; VEER_FULL when
///         VeerWorldDef.max_messages wait; VEER_BUSY during a step
/// Cost O(log messages), O(messages) where there is no place left; allocates nothing.
VEER_API VeerStatus veer_agent_post(VeerWorld *world, VeerAgentId agent, VeerAgentId from,
                                    VeerMessage message, float delay);

/// How many messages wait, those to agents that are gone among them. Cost O(1).
VEER_API uint32_t veer_world_message_count(const VeerWorld *world);

#endif
