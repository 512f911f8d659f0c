/// Stages of a tick for a register of agents at a time.
#include "world/tick/rows.h"

#include "base/wide_rows.h"
#include "motion/free_wide.h"
#include "steer/arrive_wide.h"
#include "world/base/constants.h"

static inline Vec3Wide load3(const VeerVec3 *rows)
{
    VeerWide columns[3];
    wide_rows_load(&rows->x, columns);
    return (Vec3Wide){columns[0], columns[1], columns[2]};
}

static inline void store3(VeerVec3 *rows, Vec3Wide a)
{
    VeerWide columns[3] = {a.x, a.y, a.z};
    wide_rows_store(&rows->x, columns);
}

static inline Vec3Wide none3(void)
{
    VeerWide zero = wide_splat(0.0f);
    return (Vec3Wide){zero, zero, zero};
}

/// veer_world_offset
static inline Vec3Wide offset_of(const VeerVec3 *position, const VeerVec3 *compensation,
                                 const VeerVec3 *goal, bool is_spatial)
{
    Vec3Wide at = load3(position), offset = sub3_wide(load3(goal), at);
    VeerWideMask is_far = wide_at_most(wide_splat(VEER_FAR * VEER_FAR), dot3_wide(at, at));
    if (wide_bits(is_far)) {
        Vec3Wide low = sub3_wide(none3(), load3(compensation));
        offset = select3_wide(is_far, add3_wide(offset, low), offset);
    }
    offset.z = is_spatial ? offset.z : wide_splat(0.0f);
    return offset;
}

/// veer_agent_speed
static inline VeerWide speed_of(const float *max_speed, const float *preferred_speed)
{
    VeerWide limit = wide_load(max_speed), preferred = wide_load(preferred_speed);
    return wide_select(wide_less(wide_splat(0.0f), preferred), wide_min(preferred, limit), limit);
}

/// The lanes of bytes that are a value.
static inline VeerWideMask bytes_are(const uint8_t *bytes, uint8_t value)
{
    VeerWideMask mask;
    for (int i = 0; i < VEER_WIDE; i++) {
        mask[i] = bytes[i] == value ? -1 : 0;
    }
    return mask;
}

static void steer_some(const VeerSteerRow *row, uint32_t i)
{
    Vec3Wide offset =
        offset_of(row->position + i, row->compensation + i, row->goal + i, row->is_spatial);
    VeerWide speed = speed_of(row->max_speed + i, row->preferred_speed + i);
    VeerWide back = wide_div(length3_wide(offset), wide_splat(VEER_COMMITMENT_SECONDS));
    VeerWideMask has_arrived = bytes_are(row->status + i, VEER_AGENT_ARRIVED);
    speed = wide_select(has_arrived, wide_min(speed, back), speed);
    store3(row->preferred + i, arrive_wide(offset, speed, row->braking, row->dt));
}

static void steer(const VeerSteerRow *row)
{
    for (uint32_t i = 0; i < VEER_ROW; i += VEER_WIDE) {
        steer_some(row, i);
    }
}

static void move(const VeerMoveRow *row)
{
    for (uint32_t i = 0; i < VEER_ROW; i += VEER_WIDE) {
        FreeWide limits = {wide_load(row->max_speed + i), row->acceleration * row->dt,
                           row->braking * row->dt};
        Vec3Wide heading = load3(row->heading + i);
        Vec3Wide next =
            free_step_wide(&limits, load3(row->velocity + i), load3(row->safe + i), &heading);
        store3(row->spin + i, none3());
        store3(row->next_velocity + i, next);
        store3(row->next_heading + i, heading);
        store3(row->shift + i, scale3_wide(next, wide_splat(row->dt)));
    }
}

/// veer_place_advance, of one coordinate.
static inline VeerWide advance(VeerWide position, VeerWide *compensation, VeerWide shift)
{
    VeerWide limit = wide_splat(VEER_WORLD_LIMIT);
    VeerWide step = wide_add(shift, *compensation);
    VeerWide sum = wide_add(position, step);
    VeerWide back = wide_sub(sum, position);
    VeerWide error = wide_add(wide_sub(position, wide_sub(sum, back)), wide_sub(step, back));
    VeerWide place = wide_min(wide_max(sum, wide_negate(limit)), limit);
    *compensation = wide_select(wide_unequal(place, sum), wide_splat(0.0f), error);
    return place;
}

static void place(const VeerPlaceRow *row)
{
    for (uint32_t i = 0; i < VEER_ROW; i += VEER_WIDE) {
        Vec3Wide at = load3(row->position + i), low = load3(row->compensation + i);
        Vec3Wide shift = load3(row->shift + i);
        at.x = advance(at.x, &low.x, shift.x);
        at.y = advance(at.y, &low.y, shift.y);
        at.z = advance(at.z, &low.z, shift.z);
        store3(row->position + i, at);
        store3(row->compensation + i, low);
    }
}

/// @return the lanes that are left as they are
static uint32_t track_some(const VeerTrackRow *row, uint32_t i)
{
    VeerWide distance = length3_wide(
        offset_of(row->position + i, row->compensation + i, row->goal + i, row->is_spatial));
    VeerWide part = wide_splat(VEER_PROGRESS_PART), blocked = wide_splat(VEER_BLOCKED_SECONDS);
    VeerWide speed = speed_of(row->max_speed + i, row->preferred_speed + i);
    VeerWide step = wide_min(wide_mul(part, wide_load(row->radius + i)),
                             wide_mul(wide_mul(part, speed), blocked));
    VeerWide best = wide_load(row->goal_best + i), stalled = wide_load(row->goal_stalled + i);
    VeerWideMask is_nearer = wide_less(distance, wide_sub(best, step));
    VeerWide later = wide_add(stalled, wide_splat(row->dt));
    VeerWideMask is_away = wide_both(wide_less(wide_load(row->goal_radius + i), distance),
                                     wide_less(distance, wide_splat(INFINITY)));
    VeerWideMask is_kept = wide_both(is_away, wide_either(is_nearer, wide_less(later, blocked)));
    later = wide_select(is_nearer, wide_splat(0.0f), later);
    wide_store(row->goal_best + i, wide_select(wide_both(is_kept, is_nearer), distance, best));
    wide_store(row->goal_stalled + i, wide_select(is_kept, later, stalled));
    return VEER_WIDE_ALL & ~wide_bits(is_kept);
}

static uint32_t track(const VeerTrackRow *row)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < VEER_ROW; i += VEER_WIDE) {
        left |= track_some(row, i) << i;
    }
    return left;
}

const VeerRowsLanes VEER_LANED(veer_rows) = {steer, move, place, track};
