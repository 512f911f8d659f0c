/// The last line of defence: how displacements change so that bodies do not pass through each
/// other. Pure functions of plain values.
#ifndef VEER_MOTION_CONTACT_H
#define VEER_MOTION_CONTACT_H

#include "math/vec.h"

/// How two bodies come together in one tick.
typedef struct VeerMeeting {
    VeerVec3 offset;   ///< m, from the other's centre to the body's at the start of the tick
    VeerVec3 move;     ///< m, displacement of the body less that of the other
    float reach;       ///< m, sum of the radii
    VeerVec3 fallback; ///< unit vector: which way to part when the centres coincide
} VeerMeeting;

/// The change of `move` that keeps two bodies apart, m; zero where they do not touch.
///
/// @param recovery  0 to 1: the part of an overlap at the start that is undone in this tick
/// Bodies that would touch on their move keep the approach up to the touch and all motion along it:
/// they slide. Cost O(1).
VeerVec3 veer_contact_push(const VeerMeeting *meeting, float recovery);

/// The part of its displacement, 0 to 1, that a body may go so that it comes no further into
/// another than to where they touch. 1 where it does not go towards the other there: that one is to
/// stop. Bodies that overlap at the start may only part. Cost O(1).
///
/// @param shift  m, the body's displacement
float veer_contact_part(const VeerMeeting *meeting, VeerVec3 shift);

/// The displacement nearest to `shift` that does not enter a wall.
///
/// @param normal  unit vector, from the nearest point of the wall to the body's centre
/// @param gap     m, between the surfaces; < 0: overlapping
VeerVec3 veer_contact_slide(VeerVec3 shift, VeerVec3 normal, float gap, float recovery);

#endif
