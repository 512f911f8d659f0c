/// The steps of veer_crowd_decide in space, and what they call, for a register of agents at a time.
/// Programs that anything breaks are left to be solved alone.
#include "avoid/batch_wide.h"

#include "avoid/base/constants.h"
#include "avoid/orca/sphere_wide.h"
#include "base/wide_bits.h"

static inline Vec3Wide at3(const VeerCrowdColumn x, const VeerCrowdColumn y,
                           const VeerCrowdColumn z, uint32_t first)
{
    return (Vec3Wide){at(x, first), at(y, first), at(z, first)};
}

static inline Vec3Wide preferred_of(const VeerCrowdBatch *batch, uint32_t first)
{
    return at3(batch->preferred_x, batch->preferred_y, batch->preferred_z, first);
}

static inline VeerWideMask is_tame(VeerWide a)
{
    return wide_at_most(wide_max(a, wide_negate(a)), wide_splat(VEER_GREATEST_SPEED));
}

/// limit_preferred: but for speeds beyond the greatest, which are strange.
static VeerWideMask limit_speed(VeerCrowdBatch *batch, uint32_t first, VeerWide limit)
{
    Vec3Wide wanted = preferred_of(batch, first);
    Vec3Wide limited = clamp_length3_wide(wanted, limit);
    wide_store(batch->preferred_x + first, limited.x);
    wide_store(batch->preferred_y + first, limited.y);
    wide_store(batch->preferred_z + first, limited.z);
    return wide_both(wide_both(is_tame(wanted.x), is_tame(wanted.y)), is_tame(wanted.z));
}

/// The half-spaces out of overlaps, for the lanes of some bits. @return the lanes, of those and of
/// the finite ones, where they are numbers
static uint32_t leave(VeerCrowdBatch *batch, uint32_t first, uint32_t i, uint32_t overlaps,
                      uint32_t finite)
{
    for (; overlaps; overlaps &= overlaps - 1u) {
        uint32_t lane = veer_bits_lowest(overlaps), at_lane = first + lane;
        veer_crowd_batch_leave(batch, i, at_lane);
        float sum = batch->normal_x[VEER_CROWD_WALLS + i][at_lane] +
                    batch->normal_y[VEER_CROWD_WALLS + i][at_lane] +
                    batch->normal_z[VEER_CROWD_WALLS + i][at_lane] +
                    batch->distance[VEER_CROWD_WALLS + i][at_lane];
        finite = (finite & ~(1u << lane)) | (uint32_t)isfinite(sum) << lane;
    }
    return finite;
}

/// The half-spaces of the lanes' neighbours i. @return the lanes where they are numbers, or there
/// is no such neighbour
static inline uint32_t lay_space(VeerCrowdBatch *batch, uint32_t first, uint32_t i,
                                 const AgentWide *self, Vec3Wide velocity, VeerWide pace)
{
    Vec3Wide offset = at3(batch->offset_x[i], batch->offset_y[i], batch->offset_z[i], first);
    Vec3Wide other = at3(batch->other_velocity_x[i], batch->other_velocity_y[i],
                         batch->other_velocity_z[i], first);
    VeerWide radius = at(batch->other_radius[i], first);
    SphereWide e = meet_spheres_wide(self, velocity, offset, other, radius, pace);
    SpaceWide space = space_wide(&e, velocity, at(batch->share[i], first));
    VeerWideMask is_there = have(batch, first, i);
    wide_store(batch->normal_x[VEER_CROWD_WALLS + i] + first, wide_where(is_there, space.normal.x));
    wide_store(batch->normal_y[VEER_CROWD_WALLS + i] + first, wide_where(is_there, space.normal.y));
    wide_store(batch->normal_z[VEER_CROWD_WALLS + i] + first, wide_where(is_there, space.normal.z));
    wide_store(batch->distance[VEER_CROWD_WALLS + i] + first,
               wide_select(is_there, space.distance, no_plane()));
    uint32_t there = wide_bits(is_there), overlaps = there & ~wide_bits(spheres_are_apart(&e));
    return leave(batch, first, i, overlaps, wide_bits(space.is_finite)) | (VEER_WIDE_ALL & ~there);
}

/// veer_allowed_sense. @return the lanes whose half-spaces all are numbers
static uint32_t lay_spaces(VeerCrowdBatch *batch, uint32_t first)
{
    Vec3Wide velocity = at3(batch->velocity_x, batch->velocity_y, batch->velocity_z, first);
    AgentWide self = {velocity.x, velocity.y, at(batch->radius, first), margin_wide(batch, first)};
    VeerWide pace = wide_div(wide_splat(1.0f), at(batch->time_horizon, first));
    uint32_t finite = VEER_WIDE_ALL;
    for (uint32_t i = 0; i < batch->most; i++) {
        finite &= lay_space(batch, first, i, &self, velocity, pace);
    }
    return finite;
}

/// The lanes whose half-spaces do not all leave a velocity.
static uint32_t broken(const VeerCrowdBatch *batch, uint32_t first, Vec3Wide velocity,
                       VeerWide slack)
{
    VeerWideMask is_broken = {0};
    for (uint32_t i = 0; i < batch->most; i++) {
        Vec3Wide normal =
            at3(batch->normal_x[VEER_CROWD_WALLS + i], batch->normal_y[VEER_CROWD_WALLS + i],
                batch->normal_z[VEER_CROWD_WALLS + i], first);
        VeerWide violation =
            wide_sub(at(batch->distance[VEER_CROWD_WALLS + i], first), dot3_wide(normal, velocity));
        is_broken = wide_either(is_broken, wide_less(slack, violation));
    }
    return wide_bits(is_broken);
}

static VeerCrowdRest answer_some(VeerCrowdBatch *batch, uint32_t first)
{
    VeerWide limit = wide_min(at(batch->max_speed, first), wide_splat(VEER_GREATEST_SPEED));
    uint32_t good = wide_bits(limit_speed(batch, first, limit)) & lay_spaces(batch, first);
    Vec3Wide answer = clamp_length3_wide(preferred_of(batch, first), limit);
    VeerWide slack = wide_mul(wide_splat(VEER_PLANE_SLACK), limit);
    uint32_t jammed = broken(batch, first, answer, slack) & good;
    wide_store(batch->answer_x + first, answer.x);
    wide_store(batch->answer_y + first, answer.y);
    wide_store(batch->answer_z + first, answer.z);
    return (VeerCrowdRest){jammed, VEER_WIDE_ALL & ~good};
}

static VeerCrowdRest answer(VeerCrowdBatch *batch)
{
    return answer_each(batch, answer_some);
}

/// In space nothing tells how much of the view others cover.
static void conclude(VeerCrowdBatch *batch)
{
    batch->avoiding = 0;
    for (uint32_t first = 0; first < batch->count; first += VEER_WIDE) {
        Vec3Wide wanted = preferred_of(batch, first);
        Vec3Wide chosen = at3(batch->answer_x, batch->answer_y, batch->answer_z, first);
        keep_jam(batch, first, wide_splat(0.0f), length3_wide(wanted), length3_wide(chosen));
        VeerWideMask differs = wide_either(
            wide_either(wide_unequal(chosen.x, wanted.x), wide_unequal(chosen.y, wanted.y)),
            wide_unequal(chosen.z, wanted.z));
        batch->avoiding |= wide_bits(differs) << first;
    }
}

const VeerCrowdSpaceLanes VEER_LANED(veer_crowd_space) = {answer, conclude};
