/// What the kernels of batches of decisions share: agents a lane.
#ifndef VEER_AVOID_BATCH_WIDE_H
#define VEER_AVOID_BATCH_WIDE_H

#include "avoid/batch.h"
#include "avoid/crowd/constants.h"

/// clamp_f
static inline VeerWide clamp_wide(VeerWide value, VeerWide lower, VeerWide upper)
{
    return wide_min(wide_max(value, lower), upper);
}

/// Numbers of a column from lane `first` on.
static inline VeerWide at(const VeerCrowdColumn column, uint32_t first)
{
    return wide_load(column + first);
}

/// The lanes that have a neighbour i.
static inline VeerWideMask have(const VeerCrowdBatch *batch, uint32_t first, uint32_t i)
{
    return wide_less(wide_splat((float)(int32_t)i), at(batch->neighbour_count, first));
}

/// The distances of planes that nothing breaks.
static inline VeerWide no_plane(void)
{
    return wide_splat(veer_crowd_no_plane().distance);
}

/// margin_part
static inline VeerWide margin_wide(const VeerCrowdBatch *batch, uint32_t first)
{
    VeerWide one = wide_splat(1.0f);
    return wide_sub(one, clamp_wide(at(batch->jam, first), wide_splat(0.0f), one));
}

/// veer_crowding_jam, where others cover so much of the area. Stores it
static inline void keep_jam(VeerCrowdBatch *batch, uint32_t first, VeerWide density, VeerWide full,
                            VeerWide speed)
{
    VeerWide jam = at(batch->jam, first), one = wide_splat(1.0f);
    VeerWideMask is_dense = wide_at_most(wide_splat(JAMMED_DENSITY), density);
    VeerWide most = wide_select(is_dense, wide_splat(2.0f), one);
    VeerWideMask is_slowed =
        wide_both(wide_less(speed, wide_mul(wide_splat(JAM_PACE), full)), wide_at_most(jam, most));
    VeerWide change = wide_select(is_slowed, wide_splat(batch->dt / JAM_SECONDS),
                                  wide_splat(-batch->dt / FREE_SECONDS));
    jam = clamp_wide(wide_add(jam, change), wide_splat(0.0f), most);
    wide_store(batch->next_jam + first, jam);
}

/// A part of the answers, of the lanes from `first` on: lanes as bits from 0 on.
typedef VeerCrowdRest AnswerSome(VeerCrowdBatch *batch, uint32_t first);

/// The answers of all lanes.
static inline VeerCrowdRest answer_each(VeerCrowdBatch *batch, AnswerSome *answer_some)
{
    VeerCrowdRest rest = {0, 0};
    uint32_t wanted = (1u << batch->count) - 1u;
    for (uint32_t first = 0; first < batch->count; first += VEER_WIDE) {
        VeerCrowdRest some = answer_some(batch, first);
        rest.jammed |= some.jammed << first;
        rest.strange |= some.strange << first;
    }
    return (VeerCrowdRest){rest.jammed & wanted, rest.strange & wanted};
}

#endif
