/// Round what stands: the shortest way past the walls in view.
///
/// A wish that points at a goal behind a wall leads into that wall. So where walls that the agent
/// sees bar the straight way to its goal, it aims at the first corner of the shortest way round
/// them. This is no planner either: it knows the walls in view alone, and remembers none.
#ifndef VEER_AVOID_CROWD_CORNER_H
#define VEER_AVOID_CROWD_CORNER_H

#include "math/vec.h"
#include "veer/avoid.h"

/// What walls mean for the way to the goal.
typedef enum VeerCornerKind {
    VEER_CORNER_NONE = 0, ///< nothing: no walls, or no way past them is seen
    VEER_CORNER_STRAIGHT, ///< the straight way leads past all of them
    VEER_CORNER_ROUND,    ///< it leads round a corner
} VeerCornerKind;

/// A way to the goal; aim and pass 0 where it does not lead round a corner.
typedef struct VeerCorner {
    VeerCornerKind kind;
    VeerVec2 aim;  ///< m, from the agent: its first point
    VeerVec2 pass; ///< m, from the agent: the middle of the gap there, or the end of the wall
} VeerCorner;

/// The way of a planar view whose wish points at its goal.
///
/// Cost O(walls) where nothing bars the way; else O(corners looked at · ends of walls · walls).
VeerCorner veer_corner_find(const VeerView *view, VeerVec3 wish);

#endif
