/// The door of explanations: why an agent does what it does. Reads only.
#ifndef VEER_WORLD_EXPLAIN_EXPLAIN_H
#define VEER_WORLD_EXPLAIN_EXPLAIN_H

#include "veer/explain.h"
#include "world/base/base.h"
#include "world/tick/tick.h"

/// An explanation while it is made.
typedef struct VeerExplaining {
    VeerWorld *world;
    uint32_t slot;
    float dt;        ///< s
    VeerReason *out; ///< out[capacity]
    uint32_t capacity, count;
    VeerSensed sensed; ///< what the agent senses: view points into it
    VeerView view;
    VeerVec3 preferred; ///< m/s: what it would do if nothing were about it
} VeerExplaining;

/// Adds a reason about nobody.
void veer_explain_say(VeerExplaining *self, VeerReasonKind kind, float value, float limit);
/// The same about a place, m.
void veer_explain_place(VeerExplaining *self, VeerReasonKind kind, VeerVec3 place, float value);
/// The same about a body.
void veer_explain_body(VeerExplaining *self, VeerReasonKind kind, VeerFound body, float value,
                       float limit);

/// An agent, or an obstacle, with its gap to the one that is explained, m.
VeerFound veer_explain_agent(const VeerExplaining *self, uint32_t slot);
VeerFound veer_explain_ball(const VeerExplaining *self, uint32_t slot);
/// The one that a neighbour in its view is.
VeerFound veer_explain_neighbour(const VeerExplaining *self, const VeerNeighbour *neighbour);

/// What it is after, its path and what it waits for.
void veer_explain_goal(VeerExplaining *self);
/// What it senses, and does not.
void veer_explain_senses(VeerExplaining *self);
/// What it prefers, decides, and can do.
void veer_explain_decision(VeerExplaining *self);

#endif
