/// Breadth-first searches over the nodes of a step.
#ifndef VEER_PLAN_JOINT_SEARCH_H
#define VEER_PLAN_JOINT_SEARCH_H

#include "plan/joint/ahead.h"

typedef struct VeerJointSearch {
    const VeerJointStep *step;
    uint32_t start;
    uint32_t next, count; ///< of step->queue, expanded up to `next`
} VeerJointSearch;

/// Begins a search at a node; there is one at a time.
VeerJointSearch veer_joint_search(const VeerJointStep *step, uint32_t start);
/// Leaves out a node that was not reached yet.
void veer_joint_search_bar(VeerJointSearch *search, uint32_t node);
/// The next node, nearest first, from the start on. @return 0: there is none
uint32_t veer_joint_search_next(VeerJointSearch *search);
/// The first step from the start to a node that was reached. @param length  steps to there
uint32_t veer_joint_search_first(const VeerJointSearch *search, uint32_t node, uint32_t *length);

#endif
