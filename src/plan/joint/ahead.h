/// Room ahead of an agent: whether those beyond a node can let it pass.
#ifndef VEER_PLAN_JOINT_AHEAD_H
#define VEER_PLAN_JOINT_AHEAD_H

#include "plan/joint/sides.h"
#include "plan/joint/steps.h"

/// A step that is being decided.
typedef struct VeerJointStep {
    const VeerRoadmap *roadmap;
    VeerJointSteps *steps;
    VeerJointSides *sides;
    VeerJointAgent *agents; ///< agents[count]
    uint32_t count;
    // By node.
    uint32_t *holder;       ///< index of the agent there; VEER_JOINT_NONE: none
    uint32_t *taker;        ///< index of the agent that takes it; likewise
    uint32_t *way;          ///< index of the last agent whose way it was looked at for; likewise
    uint32_t *caller;       ///< index of the agent that calls others out of it; likewise
    uint32_t *from, *queue; ///< of searches
} VeerJointStep;

/// The steps to an agent's goal, if it has one.
VeerJointTable veer_joint_table(const VeerJointStep *step, uint32_t agent);
/// The neighbour of a node that is nearer to a goal. @return 0: it is the goal
uint32_t veer_joint_nearer(const VeerJointStep *step, VeerJointTable table, uint32_t at);

/// How many more agents are ahead of a node, on the way to an agent's goal, than there are nodes
/// beside that way: up to 0 the agent can get on from there. Less than 0 may be any such value.
///
/// The count is taken of the side of the node where the way goes on: who is there can stay anywhere
/// but on those nodes of the way that separate what is before them from what is beyond. Where the
/// way goes through what no node separates, one hole is enough: it goes round.
int32_t veer_joint_excess(const VeerJointStep *step, uint32_t agent, uint32_t at);

/// Where an agent goes back to.
typedef struct VeerJointRetreat {
    uint32_t base;  ///< the nearest node from where it can get on to its goal; 0: there is none
    uint32_t first; ///< neighbour that leads there
} VeerJointRetreat;

VeerJointRetreat veer_joint_retreat(const VeerJointStep *step, uint32_t agent);
/// Whether one more agent on the way back, past a node there, would leave the one that was asked
/// for last without room to get to its base.
bool veer_joint_bars_retreat(const VeerJointStep *step, uint32_t base, uint32_t from, uint32_t to);

#endif
