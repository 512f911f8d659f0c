#include "world/contact/reach.h"

#include "base/wide_rows.h"
#include "motion/free_wide.h"

static inline Vec3Wide load3(const VeerVec3 *rows)
{
    VeerWide columns[3];
    wide_rows_load(&rows->x, columns);
    return (Vec3Wide){columns[0], columns[1], columns[2]};
}

static float longest(const VeerVec3 *shifts)
{
    VeerWide square = wide_splat(0.0f);
    for (uint32_t i = 0; i < VEER_ROW; i += VEER_WIDE) {
        Vec3Wide shift = load3(shifts + i);
        square = wide_max(square, dot3_wide(shift, shift));
    }
    return wide_greatest(square);
}

/// How far agents may be made to go: by their limits, and by what pushes them.
static inline VeerWide travel_of(const VeerReachRow *row, uint32_t i)
{
    VeerWide limit = wide_load(row->max_speed + i), radius = wide_load(row->radius + i);
    Vec3Wide velocity = load3(row->next_velocity + i);
    VeerWideMask is_thrown = are_thrown_wide(velocity, limit);
    VeerWide own = wide_select(is_thrown, length3_wide(velocity), limit);
    VeerWide pushed =
        wide_add(wide_splat(row->longest), wide_mul(radius, wide_splat(row->recovery)));
    return wide_min(wide_mul(own, wide_splat(row->dt)),
                    wide_add(length3_wide(load3(row->shift + i)), pushed));
}

static float travel(const VeerReachRow *row)
{
    float each[VEER_ROW];
    VeerWide most = wide_splat(0.0f);
    for (uint32_t i = 0; i < VEER_ROW; i += VEER_WIDE) {
        VeerWide some = travel_of(row, i);
        wide_store(each + i, some);
        most = wide_max(most, some);
    }
    for (uint32_t i = 0; i < VEER_ROW; i++) {
        row->contacts[i] = (VeerNearContacts){.travel = each[i]};
    }
    return wide_greatest(most);
}

static uint32_t clear(const VeerReachRow *row)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < VEER_ROW; i += VEER_WIDE) {
        float each[VEER_WIDE];
        for (uint32_t lane = 0; lane < VEER_WIDE; lane++) {
            each[lane] = row->contacts[i + lane].travel;
        }
        Vec3Wide at = load3(row->position + i);
        VeerWide radius = wide_load(row->radius + i);
        VeerWide range = wide_add(radius, wide_mul(radius, wide_splat(VEER_CONTACT_SLACK)));
        range = wide_add(wide_add(range, wide_load(each)), wide_splat(row->top_travel));
        VeerWideMask is_clear = wide_less(range, wide_load(row->clearance + i));
        VeerWideMask is_near = wide_less(dot3_wide(at, at), wide_splat(VEER_FAR * VEER_FAR));
        bits |= wide_bits(wide_both(is_clear, is_near)) << i;
    }
    return bits;
}

const VeerReachLanes VEER_LANED(veer_reach) = {longest, travel, clear};
