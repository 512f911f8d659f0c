/// The nearest of a tree's boxes.
#ifndef VEER_SPACE_TREE_H
#define VEER_SPACE_TREE_H

#include "veer/space.h"

/// Called with a box that may be within the range.
/// @return m: from now on, boxes farther away than this do not matter
typedef float VeerTreeReach(void *context, uint32_t box);

/// Visits boxes within a range of a point, near ones first as far as nodes tell; so that whoever
/// keeps but the nearest few sees few others. Boxes that are out of range by less than rounding may
/// be visited too. Cost O(boxes that overlap about the point + those as near as what is kept).
void veer_tree_near(const VeerTree *tree, VeerVec3 point, float range, VeerTreeReach *visit,
                    void *context);

#endif
