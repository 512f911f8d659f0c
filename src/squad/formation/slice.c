#include "squad/formation/formation.h"

/// Removes a range.
static void drop(VeerSlice *slice, uint32_t index)
{
    slice->count--;
    for (uint32_t i = index; i < slice->count; i++) {
        slice->lower[i] = slice->lower[i + 1u];
        slice->upper[i] = slice->upper[i + 1u];
    }
}

/// Merges the two neighbours with the narrowest gap.
static void join_nearest(VeerSlice *slice)
{
    uint32_t nearest = 0;
    for (uint32_t i = 1; i + 1u < slice->count; i++) {
        float gap = slice->lower[i + 1u] - slice->upper[i];
        if (gap < slice->lower[nearest + 1u] - slice->upper[nearest]) {
            nearest = i;
        }
    }
    slice->upper[nearest] = slice->upper[nearest + 1u];
    drop(slice, nearest + 1u);
}

void veer_slice_block(VeerSlice *slice, float lower, float upper)
{
    if (!(lower <= upper)) {
        return;
    }
    uint32_t index = 0;
    while (index < slice->count && slice->upper[index] < lower) {
        index++;
    }
    while (index < slice->count && slice->lower[index] <= upper) {
        lower = min_f(lower, slice->lower[index]);
        upper = max_f(upper, slice->upper[index]);
        drop(slice, index);
    }
    if (slice->count == VEER_SLICE_RANGES) {
        join_nearest(slice);
        veer_slice_block(slice, lower, upper);
        return;
    }
    for (uint32_t i = slice->count; i > index; i--) {
        slice->lower[i] = slice->lower[i - 1u];
        slice->upper[i] = slice->upper[i - 1u];
    }
    slice->lower[index] = lower;
    slice->upper[index] = upper;
    slice->count++;
}

void veer_slice_join(VeerSlice *slice, const VeerSlice *other)
{
    for (uint32_t i = 0; i < other->count; i++) {
        veer_slice_block(slice, other->lower[i], other->upper[i]);
    }
}

bool veer_slice_is_free(const VeerSlice *slice, float point)
{
    return veer_slice_nearest(slice, point) == point;
}

void veer_slice_room(const VeerSlice *slice, float point, float limit, float *lower, float *upper)
{
    *lower = -limit;
    *upper = limit;
    for (uint32_t i = 0; i < slice->count; i++) {
        if (slice->upper[i] <= point) {
            *lower = max_f(*lower, slice->upper[i]);
        } else if (slice->lower[i] >= point) {
            *upper = min_f(*upper, slice->lower[i]);
        }
    }
}

float veer_slice_nearest(const VeerSlice *slice, float point)
{
    for (uint32_t i = 0; i < slice->count; i++) {
        if (point > slice->lower[i] && point < slice->upper[i]) {
            bool is_right = point - slice->lower[i] < slice->upper[i] - point;
            return is_right ? slice->lower[i] : slice->upper[i];
        }
    }
    return point;
}

float veer_slice_free(const VeerSlice *slice, float limit)
{
    float free = 2.0f * limit;
    for (uint32_t i = 0; i < slice->count; i++) {
        float lower = max_f(slice->lower[i], -limit);
        float upper = min_f(slice->upper[i], limit);
        free -= max_f(upper - lower, 0.0f);
    }
    return free;
}

float veer_slice_open(const VeerSlice *slice, float limit)
{
    float lower = -limit, upper = limit;
    for (uint32_t i = 0; i < slice->count; i++) {
        bool is_first = slice->lower[i] <= -limit, is_last = slice->upper[i] >= limit;
        lower = is_first ? max_f(lower, slice->upper[i]) : lower;
        upper = is_last ? min_f(upper, slice->lower[i]) : upper;
    }
    return max_f(upper - lower, 0.0f);
}
