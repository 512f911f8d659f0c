/// Slices across the way of a formation: what stands in them, and where there is room.
#ifndef VEER_SQUAD_SLICE_H
#define VEER_SQUAD_SLICE_H

#include "math/vec.h"

#define VEER_SLICE_PARTS 8u

/// What is blocked across a way, m from its middle to the left: sorted, apart from each other.
typedef struct VeerSlice {
    float lower[VEER_SLICE_PARTS], upper[VEER_SLICE_PARTS];
    uint32_t count;
} VeerSlice;

/// Blocks a range; what it meets becomes one with it. Of too many the two nearest become one.
void veer_slice_block(VeerSlice *slice, float lower, float upper);

/// Blocks what another slice blocks.
void veer_slice_join(VeerSlice *slice, const VeerSlice *other);

/// Whether a place is free.
bool veer_slice_is_free(const VeerSlice *slice, float place);

/// The free places round a free one: *lower to *upper, cut off at -limit and limit.
void veer_slice_room(const VeerSlice *slice, float place, float limit, float *lower, float *upper);

/// The free place that is nearest to a point, itself if it is free; of two that are equally near
/// the left one.
float veer_slice_nearest(const VeerSlice *slice, float place);

/// How much of -limit to limit is free, m.
float veer_slice_free(const VeerSlice *slice, float limit);

/// From -limit to limit without what closes it from either end, m: what stands in the middle
/// counts as open.
float veer_slice_open(const VeerSlice *slice, float limit);

#endif
