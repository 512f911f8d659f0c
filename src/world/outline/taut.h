/// Taut paths past bare walls.
#ifndef VEER_WORLD_OUTLINE_TAUT_H
#define VEER_WORLD_OUTLINE_TAUT_H

#include "world/outline/corners.h"

/// How a path begins.
typedef struct VeerTautPath {
    bool is_straight;
    uint32_t corner; ///< the first one that it turns at; 0: it is straight, or there is none
    bool turns_left; ///< there
} VeerTautPath;

/// The shortest path of a body to a goal, m from it, over corners that the search comes to know of:
/// a leg is looked at only once its path is the most promising one, and the wall that bars it tells
/// which corners come next. Of what it has found where that ends before.
///
/// Cost O(legs looked at · (corners known of + log walls)), up to 4096 legs and 768 corners.
/// Source: taut paths are those of the tangent graph (Liu and Arimoto, "Path planning using a
/// tangent graph for mobile robots among polygonal and curved obstacles", 1992).
/// @param from  m, from the body, where it begins
VeerTautPath veer_taut_find(const VeerOutlineLook *look, VeerVec2 from, VeerVec2 goal);

#endif
