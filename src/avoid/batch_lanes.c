/// The steps of veer_crowd_decide, and what they call, for a register of agents at a time.
#include "avoid/batch_wide.h"

#include "avoid/base/constants.h"
#include "avoid/orca/plane_wide.h"
#include "avoid/share.h"
#include "base/wide_bits.h"

/// A column of bits, from lane `first` on.
static inline VeerWideMask bits_at(const uint32_t *column, uint32_t first)
{
    VeerWideMask bits;
    memcpy(&bits, column + first, sizeof bits);
    return bits;
}

/// veer_yield_share, and 1 of what does not heed the agent
static inline VeerWide share_wide(VeerWide own, VeerWide other, VeerWideMask is_heeded)
{
    VeerWide one = wide_splat(1.0f), most = wide_splat(VEER_WEIGHT_UNYIELDING);
    VeerWideMask is_absolute = wide_either(wide_at_most(most, own), wide_at_most(most, other));
    VeerWide part = wide_div(other, wide_add(own, other));
    VeerWide share = wide_select(is_absolute, wide_where(wide_less(own, other), one), part);
    share = wide_select(wide_unequal(own, other), share, wide_splat(0.5f));
    return wide_select(is_heeded, share, one);
}

/// The lanes' neighbours i. @return the lanes where it is there, and they have no share
static inline uint32_t look_at(VeerCrowdBatch *batch, uint32_t first, uint32_t i,
                               const VeerWide self[8], VeerWideMask layer)
{
    VeerWide of[8];
    wide_columns(&batch->bodies->x, batch->other[i] + first, of);
    VeerWideMask is_heeded = (layer & (VeerWideMask)of[6]) != 0;
    VeerWide share = share_wide(at(batch->weight, first), of[5], is_heeded);
    wide_store(batch->offset_x[i] + first, wide_sub(of[0], self[0]));
    wide_store(batch->offset_y[i] + first, wide_sub(of[1], self[1]));
    wide_store(batch->other_velocity_x[i] + first, of[2]);
    wide_store(batch->other_velocity_y[i] + first, of[3]);
    wide_store(batch->other_radius[i] + first, of[4]);
    wide_store(batch->share[i] + first, share);
    memcpy(batch->other_id[i] + first, &of[7], sizeof of[7]);
    VeerWideMask has_none = wide_at_most(share, wide_splat(0.0f));
    return wide_bits(wide_both(have(batch, first, i), has_none));
}

static uint32_t look_around(VeerCrowdBatch *batch)
{
    uint32_t without = 0;
    for (uint32_t first = 0; first < batch->count; first += VEER_WIDE) {
        VeerWide self[8];
        wide_columns(&batch->bodies->x, batch->body + first, self);
        VeerWideMask layer = bits_at(batch->layer, first);
        for (uint32_t i = 0; i < batch->most; i++) {
            without |= look_at(batch, first, i, self, layer) << first;
        }
    }
    return without;
}

static inline VelocityWide preferred_of(const VeerCrowdBatch *batch, uint32_t first)
{
    return (VelocityWide){at(batch->preferred_x, first), at(batch->preferred_y, first)};
}

/// limit_preferred: but for speeds beyond the greatest, which are strange.
static VeerWideMask limit_speed(VeerCrowdBatch *batch, uint32_t first, VeerWide limit)
{
    VelocityWide wanted = preferred_of(batch, first);
    VeerWide x = wide_max(wanted.x, wide_negate(wanted.x));
    VeerWide y = wide_max(wanted.y, wide_negate(wanted.y));
    VelocityWide limited = clamp_length_wide(wanted, limit);
    wide_store(batch->preferred_x + first, limited.x);
    wide_store(batch->preferred_y + first, limited.y);
    VeerWide greatest = wide_splat(VEER_GREATEST_SPEED);
    return wide_both(wide_at_most(x, greatest), wide_at_most(y, greatest));
}

/// veer_crowding_of: stores the density. @return m, the range
static VeerWide find_crowding(VeerCrowdBatch *batch, uint32_t first)
{
    VeerWide square = wide_splat(0.0f), covered = wide_splat(0.0f), zero = wide_splat(0.0f);
    for (uint32_t i = 0; i < batch->most; i++) {
        VeerWideMask is_there = have(batch, first, i);
        VeerWide x = at(batch->offset_x[i], first), y = at(batch->offset_y[i], first);
        VeerWide radius = at(batch->other_radius[i], first);
        square = wide_select(is_there, dot_wide(x, y, x, y), square);
        covered = wide_add(covered, wide_where(is_there, wide_mul(radius, radius)));
    }
    VeerWideMask sees_all =
        wide_less(at(batch->neighbour_count, first), at(batch->max_neighbours, first));
    VeerWide range = wide_select(sees_all, at(batch->sense_range, first), wide_sqrt(square));
    VeerWide radius = at(batch->radius, first);
    VeerWide area = wide_max(wide_mul(range, range), wide_mul(radius, radius));
    VeerWide density = wide_where(wide_less(zero, area), wide_div(covered, area));
    wide_store(batch->density + first, density);
    return range;
}

static inline VeerWideMask take_turns(const VeerCrowdBatch *batch, uint32_t first)
{
    return wide_unequal(at(batch->takes_turns, first), wide_splat(0.0f));
}

/// veer_crowding_look, and what takes turns looks no further than to its own. @return 1/s, of the
/// horizon
static VeerWide look(const VeerCrowdBatch *batch, uint32_t first, VeerWide range)
{
    VeerWide speed =
        wide_max(length_wide(preferred_of(batch, first)), wide_splat(VEER_LEAST_SPEED));
    VeerWide far = wide_mul(wide_splat(KNOWN_PART), range);
    VeerWide near = wide_min(at(batch->radius, first), far);
    VeerWide jammed = clamp_wide(wide_sub(at(batch->jam, first), wide_splat(1.0f)),
                                 wide_splat(0.0f), wide_splat(1.0f));
    VeerWide ahead = wide_add(far, wide_mul(wide_sub(near, far), jammed));
    VeerWide time = wide_add(wide_div(ahead, speed), wide_div(speed, at(batch->braking, first)));
    time = wide_max(time, wide_splat(2.0f * batch->dt));
    time = wide_min(at(batch->time_horizon, first), time);
    VeerWideMask is_held = wide_at_most(wide_splat(HELD_UP), at(batch->jam, first));
    VeerWide turn = wide_splat(max_f(REST_SECONDS, 2.0f * batch->dt));
    time = wide_select(wide_both(take_turns(batch, first), is_held), wide_min(time, turn), time);
    return wide_div(wide_splat(1.0f), time);
}

/// The half-planes of the lanes' neighbours i. @return the lanes where they are numbers, or there
/// is no such neighbour
static inline uint32_t lay_plane(VeerCrowdBatch *batch, uint32_t first, uint32_t i,
                                 const AgentWide *self, VeerWide skin, VeerWide pace)
{
    OtherWide other = {at(batch->offset_x[i], first),
                       at(batch->offset_y[i], first),
                       at(batch->other_velocity_x[i], first),
                       at(batch->other_velocity_y[i], first),
                       at(batch->other_radius[i], first),
                       at(batch->share[i], first),
                       skin,
                       pace};
    EncounterWide e = meet_wide(self, &other);
    VeerWideMask is_there = have(batch, first, i);
    PlaneWide plane = plane_wide(&e, self, other.share);
    float *normal_x = batch->normal_x[VEER_CROWD_WALLS + i] + first;
    float *normal_y = batch->normal_y[VEER_CROWD_WALLS + i] + first;
    float *distance = batch->distance[VEER_CROWD_WALLS + i] + first;
    wide_store(normal_x, wide_where(is_there, plane.normal_x));
    wide_store(normal_y, wide_where(is_there, plane.normal_y));
    wide_store(distance, wide_select(is_there, plane.distance, no_plane()));
    uint32_t finite = wide_bits(plane.is_finite);
    uint32_t there = wide_bits(is_there), overlaps = there & ~wide_bits(are_apart(&e));
    for (uint32_t left = overlaps; left; left &= left - 1u) {
        uint32_t lane = veer_bits_lowest(left);
        veer_crowd_batch_leave(batch, i, first + lane);
        float sum = normal_x[lane] + normal_y[lane] + distance[lane];
        finite = (finite & ~(1u << lane)) | (uint32_t)isfinite(sum) << lane;
    }
    return finite | (VEER_WIDE_ALL & ~there);
}

/// veer_allowed_sense. @return the lanes whose planes all are numbers
static uint32_t lay_planes(VeerCrowdBatch *batch, uint32_t first, VeerWide pace)
{
    AgentWide self = {at(batch->velocity_x, first), at(batch->velocity_y, first),
                      at(batch->radius, first), margin_wide(batch, first)};
    VeerWide ease = wide_select(take_turns(batch, first), self.ease, wide_splat(1.0f));
    VeerWide skin = wide_mul(wide_splat(VEER_AVOID_SKIN), ease);
    uint32_t finite = VEER_WIDE_ALL;
    for (uint32_t i = 0; i < batch->most; i++) {
        finite &= lay_plane(batch, first, i, &self, skin, pace);
    }
    return finite;
}

/// veer_choice_keep_pace, of those that keep their pace. @return the lanes where it had to be
/// asked, and has no answer
static VeerWideMask keep_pace(const ProgramWide *program, VelocityWide preferred,
                              VeerWideMask keeps, VelocityWide *answer)
{
    VeerWide full = length_wide(preferred), speed = length_wide(*answer);
    VeerWideMask is_slow = wide_less(speed, wide_mul(wide_splat(FULL_PACE), full));
    VeerWideMask moves = wide_less(wide_mul(wide_splat(NO_PACE), full), speed);
    VeerWideMask is_asked = wide_both(keeps, wide_both(is_slow, moves));
    if (!wide_bits(is_asked)) {
        return is_asked;
    }
    VeerWide by = wide_div(full, speed);
    VelocityWide faster = {wide_mul(answer->x, by), wide_mul(answer->y, by)}, again;
    VeerWideMask is_kept = choose_wide(program, faster, is_asked, &again);
    VeerWide along = dot_wide(again.x, again.y, preferred.x, preferred.y);
    VeerWideMask is_taken = wide_both(is_kept, wide_at_most(wide_splat(0.0f), along));
    answer->x = wide_select(is_taken, again.x, answer->x);
    answer->y = wide_select(is_taken, again.y, answer->y);
    return wide_only(is_asked, is_kept);
}

/// @return the lanes whose program has no room, as bits
static uint32_t solve(VeerCrowdBatch *batch, uint32_t first, VeerWide limit)
{
    uint32_t row = VEER_CROWD_WALLS - batch->most_walls;
    ProgramWide program = {batch->normal_x[row] + first,
                           batch->normal_y[row] + first,
                           batch->distance[row] + first,
                           batch->most_walls + batch->most,
                           limit,
                           wide_mul(wide_splat(VEER_PLANE_SLACK), limit)};
    VelocityWide preferred = preferred_of(batch, first), answer;
    VeerWideMask all = wide_first(VEER_WIDE), turn = take_turns(batch, first);
    VelocityWide aim = {wide_select(turn, at(batch->aim_x, first), preferred.x),
                        wide_select(turn, at(batch->aim_y, first), preferred.y)};
    VeerWideMask is_kept = choose_wide(&program, aim, all, &answer);
    VeerWideMask is_short = keep_pace(&program, preferred, wide_only(is_kept, turn), &answer);
    wide_store(batch->answer_x + first, answer.x);
    wide_store(batch->answer_y + first, answer.y);
    return wide_bits(wide_either(wide_only(all, is_kept), is_short));
}

static VeerCrowdRest answer_some(VeerCrowdBatch *batch, uint32_t first)
{
    VeerWide limit = wide_min(at(batch->max_speed, first), wide_splat(VEER_GREATEST_SPEED));
    uint32_t good = wide_bits(limit_speed(batch, first, limit));
    VeerWide range = find_crowding(batch, first);
    good &= lay_planes(batch, first, look(batch, first, range));
    uint32_t jammed = solve(batch, first, limit) & good;
    VeerWide x = at(batch->answer_x, first), y = at(batch->answer_y, first);
    VeerWide zero = wide_splat(0.0f), sum = wide_add(wide_mul(x, zero), wide_mul(y, zero));
    good &= jammed | wide_bits(wide_at_most(sum, zero)); // of what is not finite it is NaN
    return (VeerCrowdRest){jammed, VEER_WIDE_ALL & ~good};
}

static VeerCrowdRest answer(VeerCrowdBatch *batch)
{
    return batch->space == VEER_SPATIAL ? VEER_LANED(veer_crowd_space).answer(batch)
                                        : answer_each(batch, answer_some);
}

static void conclude_planar(VeerCrowdBatch *batch)
{
    batch->avoiding = 0;
    for (uint32_t first = 0; first < batch->count; first += VEER_WIDE) {
        VelocityWide preferred = preferred_of(batch, first);
        VelocityWide chosen = {at(batch->answer_x, first), at(batch->answer_y, first)};
        keep_jam(batch, first, at(batch->density, first), length_wide(preferred),
                 length_wide(chosen));
        VeerWideMask differs =
            wide_either(wide_unequal(chosen.x, preferred.x), wide_unequal(chosen.y, preferred.y));
        batch->avoiding |= wide_bits(differs) << first;
    }
}

static void conclude(VeerCrowdBatch *batch)
{
    if (batch->space == VEER_SPATIAL) {
        VEER_LANED(veer_crowd_space).conclude(batch);
    } else {
        conclude_planar(batch);
    }
}

const VeerCrowdBatchLanes VEER_LANED(veer_crowd_batch) = {look_around, answer, conclude};
