/// Corners: the shortest path past the walls in view.
///
/// A preferred velocity that points at a goal behind a wall leads into that wall. So where walls in
/// view bar the straight path to its goal, the agent aims at the first corner of the shortest path
/// round them. This plans among the walls in view only, and remembers none.
/// Source of the idea: Kamon, Rimon, Rivlin, "TangentBug", 1998.
#ifndef VEER_AVOID_CROWD_CORNER_H
#define VEER_AVOID_CROWD_CORNER_H

#include "math/vec.h"
#include "veer/avoid.h"

/// What walls mean for the path to the goal.
typedef enum VeerCornerKind {
    VEER_CORNER_NONE = 0, ///< nothing: no walls, or no path past them is seen
    VEER_CORNER_STRAIGHT, ///< the straight path leads past all of them
    VEER_CORNER_ROUND,    ///< it leads round a corner
} VeerCornerKind;

/// A path to the goal; aim and gap are 0 where it does not lead round a corner.
typedef struct VeerCorner {
    VeerCornerKind kind;
    VeerVec2 aim; ///< m, from the agent: its first point
    VeerVec2 gap; ///< m, from the agent: the middle of the gap there, or the end of the wall
} VeerCorner;

/// The path of a planar view whose preferred velocity points at its goal.
///
/// Cost O(walls) where nothing bars the straight one; else O(corners looked at · ends of walls ·
/// walls).
VeerCorner veer_corner_find(const VeerView *view, VeerVec3 preferred);

#endif
