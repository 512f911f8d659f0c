/// The half-planes of many neighbours at a time: lanes are neighbours. Each operation is that of
/// veer_orca2_body, in its order, so the bits are the same.
#include "avoid/orca/orca.h"
#include "base/wide.h"
#include "base/wide_bits.h"

enum {
    BATCH = 16 ///< neighbours at a time: a multiple of VEER_WIDE
};

/// What the half-planes are made from, and what comes out, column by column.
typedef struct NeighbourBatch {
    float offset_x[BATCH], offset_y[BATCH];     ///< m
    float velocity_x[BATCH], velocity_y[BATCH]; ///< m/s
    float radius[BATCH];                        ///< m
    float share[BATCH];
    float pace[BATCH]; ///< 1/s, of the horizon
    float normal_x[BATCH], normal_y[BATCH];
    float distance[BATCH]; ///< m/s
} NeighbourBatch;

/// The agent's own, in all lanes alike.
typedef struct AgentWide {
    VeerWide velocity_x, velocity_y, radius, ease;
} AgentWide;

/// As in orca2.c.
typedef struct EncounterWide {
    VeerWide offset_x, offset_y, relative_x, relative_y, reach, reach_square, square, pace;
} EncounterWide;

typedef struct EvasionWide {
    VeerWide normal_x, normal_y, change;
} EvasionWide;

static inline VeerWide dot(VeerWide ax, VeerWide ay, VeerWide bx, VeerWide by)
{
    return wide_add(wide_mul(ax, bx), wide_mul(ay, by));
}

static AgentWide self_of(const VeerView *view)
{
    return (AgentWide){wide_splat(view->velocity.x), wide_splat(view->velocity.y),
                       wide_splat(view->radius), wide_splat(margin_part(&view->memory))};
}

/// veer_orca_reach
static inline VeerWide reach_of(const AgentWide *self, VeerWide radius, VeerWide distance)
{
    VeerWide touch = wide_mul(wide_add(self->radius, radius), wide_splat(1.0f + VEER_AVOID_SKIN));
    VeerWide room = wide_max(wide_sub(distance, touch), wide_splat(0.0f));
    VeerWide margin = wide_mul(wide_mul(touch, wide_splat(VEER_AVOID_MARGIN)), self->ease);
    return wide_add(touch, wide_min(wide_mul(wide_splat(0.5f), room), margin));
}

static inline EncounterWide meet(const NeighbourBatch *batch, uint32_t first, const AgentWide *self)
{
    EncounterWide e = {.offset_x = wide_load(batch->offset_x + first),
                       .offset_y = wide_load(batch->offset_y + first),
                       .pace = wide_load(batch->pace + first)};
    e.relative_x = wide_sub(self->velocity_x, wide_load(batch->velocity_x + first));
    e.relative_y = wide_sub(self->velocity_y, wide_load(batch->velocity_y + first));
    e.square = dot(e.offset_x, e.offset_y, e.offset_x, e.offset_y);
    e.reach = reach_of(self, wide_load(batch->radius + first), wide_sqrt(e.square));
    e.reach_square = wide_mul(e.reach, e.reach);
    return e;
}

static inline VeerWideMask is_head_on(const EncounterWide *e, VeerWide side)
{
    VeerWide relative = dot(e->relative_x, e->relative_y, e->relative_x, e->relative_y);
    VeerWide limit =
        wide_mul(wide_mul(wide_splat(VEER_HEAD_ON * VEER_HEAD_ON), e->square), relative);
    VeerWide ahead = dot(e->offset_x, e->offset_y, e->relative_x, e->relative_y);
    return wide_both(wide_at_most(wide_mul(side, side), limit), wide_less(wide_splat(0.0f), ahead));
}

/// Both ways out, of which each lane takes its own: past the other (pass_by), or through the disc
/// that truncates the cone (slow_down). They share the root and the division.
static inline EvasionWide evade(const EncounterWide *e)
{
    VeerWide zero = wide_splat(0.0f);
    VeerWide from_x = wide_sub(e->relative_x, wide_mul(e->offset_x, e->pace));
    VeerWide from_y = wide_sub(e->relative_y, wide_mul(e->offset_y, e->pace));
    VeerWide along = dot(from_x, from_y, e->offset_x, e->offset_y);
    VeerWide square = dot(from_x, from_y, from_x, from_y);
    VeerWide side =
        wide_sub(wide_mul(e->offset_x, e->relative_y), wide_mul(e->offset_y, e->relative_x));
    VeerWideMask head_on = is_head_on(e, side);
    VeerWideMask late =
        wide_both(wide_less(along, zero),
                  wide_less(wide_mul(e->reach_square, square), wide_mul(along, along)));
    VeerWide disc = wide_mul(wide_mul(e->reach_square, e->pace), e->pace);
    VeerWideMask slows = wide_only(late, wide_both(wide_less(square, disc), head_on));

    VeerWide leg_square = wide_max(wide_sub(e->square, e->reach_square), zero);
    VeerWide root = wide_sqrt(wide_select(slows, square, leg_square));
    VeerWide inverse = wide_div(wide_splat(1.0f), wide_select(slows, root, e->square));
    VeerWideMask left = wide_only(wide_less(zero, side), head_on);
    VeerWide leg = wide_mul(root, inverse);
    VeerWide across = wide_select(left, leg, wide_negate(leg));
    VeerWide back = wide_mul(e->reach, inverse);
    VeerWide pass_x =
        wide_sub(wide_mul(wide_negate(e->offset_y), across), wide_mul(e->offset_x, back));
    VeerWide pass_y = wide_sub(wide_mul(e->offset_x, across), wide_mul(e->offset_y, back));
    VeerWide pass = wide_negate(dot(pass_x, pass_y, e->relative_x, e->relative_y));
    return (EvasionWide){wide_select(slows, wide_mul(from_x, inverse), pass_x),
                         wide_select(slows, wide_mul(from_y, inverse), pass_y),
                         wide_select(slows, wide_sub(wide_mul(e->reach, e->pace), root), pass)};
}

/// veer_orca_part
static inline VeerWide part_of(VeerWide share, VeerWide change)
{
    VeerWide one = wide_splat(1.0f);
    VeerWideMask is_own =
        wide_either(wide_less(wide_splat(0.0f), change), wide_at_most(one, share));
    return wide_select(is_own, share, wide_sub(one, share));
}

/// @return the lanes whose encounter is no overlap, and whose half-plane is finite, as bits
static inline uint32_t solve(NeighbourBatch *batch, uint32_t first, const AgentWide *self)
{
    EncounterWide e = meet(batch, first, self);
    EvasionWide evasion = evade(&e);
    VeerWide part = part_of(wide_load(batch->share + first), evasion.change);
    VeerWide own = dot(evasion.normal_x, evasion.normal_y, self->velocity_x, self->velocity_y);
    VeerWide distance = wide_add(own, wide_mul(part, evasion.change));
    wide_store(batch->normal_x + first, evasion.normal_x);
    wide_store(batch->normal_y + first, evasion.normal_y);
    wide_store(batch->distance + first, distance);
    VeerWide sum = wide_add(wide_add(evasion.normal_x, evasion.normal_y), distance);
    VeerWideMask is_finite = wide_less(wide_max(sum, wide_negate(sum)), wide_splat(INFINITY));
    return wide_bits(wide_both(is_finite, wide_less(e.reach_square, e.square)));
}

static void take_in(NeighbourBatch *batch, const VeerAvoidParams *params,
                    const VeerNeighbour *neighbours, uint32_t count)
{
    const float paces[2] = {1.0f / params->time_horizon, 1.0f / params->time_horizon_obstacles};
    for (uint32_t i = 0; i < count; i++) {
        const VeerNeighbour *neighbour = &neighbours[i];
        batch->offset_x[i] = neighbour->offset.x;
        batch->offset_y[i] = neighbour->offset.y;
        batch->velocity_x[i] = neighbour->velocity.x;
        batch->velocity_y[i] = neighbour->velocity.y;
        batch->radius[i] = neighbour->radius;
        batch->share[i] = neighbour->share;
        batch->pace[i] = paces[neighbour->is_obstacle];
    }
    for (uint32_t i = count; i % VEER_WIDE != 0; i++) { // lanes that nobody looks at
        batch->offset_x[i] = batch->offset_y[i] = 1.0f;
        batch->velocity_x[i] = batch->velocity_y[i] = 0.0f;
        batch->radius[i] = batch->share[i] = batch->pace[i] = 0.0f;
    }
}

/// Whether an overlap's, or an odd one's, half-plane is a number: then it is in *out.
static bool solve_alone(const VeerView *view, const VeerAvoidParams *params,
                        const VeerNeighbour *neighbour, VeerHalfPlane *out)
{
    VeerHalfPlane plane = veer_orca2_body(view, params, neighbour);
    *out = plane;
    return is_finite_plane(plane);
}

static uint32_t solve_batch(const VeerView *view, const VeerAvoidParams *params,
                            const VeerNeighbour *neighbours, uint32_t count, VeerHalfPlane *out)
{
    NeighbourBatch batch;
    AgentWide self = self_of(view);
    take_in(&batch, params, neighbours, count);
    uint32_t solved = 0;
    for (uint32_t first = 0; first < count; first += VEER_WIDE) {
        solved |= solve(&batch, first, &self) << first;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_kept = true;
        if (solved >> i & 1u) {
            out[kept] = (VeerHalfPlane){{batch.normal_x[i], batch.normal_y[i]}, batch.distance[i]};
        } else {
            is_kept = solve_alone(view, params, &neighbours[i], &out[kept]);
        }
        kept += is_kept;
    }
    return kept;
}

uint32_t veer_orca2_bodies(const VeerView *view, const VeerAvoidParams *params,
                           const VeerNeighbour *neighbours, uint32_t count, VeerHalfPlane *out)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i += BATCH) {
        uint32_t left = count - i;
        kept += solve_batch(view, params, neighbours + i, left < BATCH ? left : BATCH, out + kept);
    }
    return kept;
}
