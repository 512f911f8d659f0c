/// Events: what happened in the last step, polled after it.
#ifndef VEER_EVENT_H
#define VEER_EVENT_H

#include "veer/agent.h"
#include "veer/message.h"
#include "veer/obstacle.h"
#include "veer/squad.h"

/// What happened.
typedef enum VeerEventKind {
    VEER_EVENT_ARRIVED = 0,   ///< an agent reached its goal (once a goal)
    VEER_EVENT_BLOCKED,       ///< an agent made no progress for VEER_BLOCKED_SECONDS
    VEER_EVENT_CONTACT_BEGUN, ///< two bodies touch, or met in this tick and are apart again: agent
                              ///< and other agent, agent and obstacle, or a free ball and another
                              ///< obstacle
    VEER_EVENT_CONTACT_ENDED, ///< and no longer do, or one of them is gone
    VEER_EVENT_REMOVED,       ///< an agent or an obstacle was removed since the last step, or by it
    VEER_EVENT_LOST,          ///< the target that an agent followed is gone
    VEER_EVENT_PARTIAL_ROUTE, ///< an agent's goal cannot be reached: it goes as near as it can
    VEER_EVENT_GAVE_UP,       ///< an agent with a route stopped: see VEER_GIVE_UP_SECONDS
    VEER_EVENT_SLOT_GIVEN,    ///< a member of a squad has got a slot
    VEER_EVENT_WAITING,       ///< it got a place to wait in
    VEER_EVENT_NO_PLACE,      ///< there is no place for it
    VEER_EVENT_ORDER_DONE,    ///< a squad has carried its order out
    VEER_EVENT_ORDER_LOST,    ///< what a squad followed is gone, and its order with it
    VEER_EVENT_ENTERED,       ///< a body is in a sensor (veer/sensor.h) in which it was not
    VEER_EVENT_LEFT,          ///< and no longer is
    VEER_EVENT_MESSAGE,       ///< a message to an agent is due: see veer_agent_post
    VEER_EVENT_KIND_COUNT
} VeerEventKind;

/// One thing that happened, and to whom.
typedef struct VeerEvent {
    VeerEventKind kind; ///< what happened
    VeerAgentId agent;  ///< null for an obstacle's removal, contacts of two obstacles, balls that a
                        ///< sensor tells of, and what a whole squad does
    union {
        VeerAgentId other; ///< contacts of two agents, agent has the lower id; whom a message is
                           ///< from
        VeerObstacleId other_obstacle; ///< contacts of two obstacles, whose agent is null: of that
                                       ///< with the higher slot; balls that a sensor tells of
        VeerSquadId squad;             ///< slots, waiting, no place, orders
        bool is_expired; ///< removals: the time to live ran out, and no call removed it
    };
    union {
        VeerObstacleId obstacle; ///< contacts with an obstacle; an obstacle's removal; a sensor
        VeerMessage message;     ///< as it was posted
    };
    float impulse; ///< N s, contacts that begin: what the two exchanged in this tick, along the
                   ///< line of their centres; 0: nothing
} VeerEvent;

/// The events of the last step, by kind, then agent id, then other, and contacts of two
/// obstacles behind those of agents; of sensors by sensor, then agent id, then ball; messages in
/// the order in which they were due, of those due at one time in that of their posting: the same
/// order for any number of workers. Valid until the next call that changes the world.
///
/// @param count  how many
VEER_API const VeerEvent *veer_world_events(const VeerWorld *world, uint32_t *count);

#endif
