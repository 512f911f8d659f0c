/// Half-planes of neighbours: lanes are neighbours.
#include "avoid/base/view.h"
#include "avoid/orca/orca.h"
#include "base/wide.h"
#include "base/wide_bits.h"

enum {
    BATCH = 16 ///< neighbours at a time: a multiple of VEER_WIDE
};

/// What the half-planes are made from, and what comes out, column by column.
typedef struct NeighbourBatch {
    const VeerNeighbour *bodies[BATCH];
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

/// Two discs, seen from the agent: offset to the other's centre, m; own velocity less the other's,
/// m/s; the sum of radii and skin, m.
typedef struct EncounterWide {
    VeerWide offset_x, offset_y, relative_x, relative_y, reach, reach_square, square, pace;
} EncounterWide;

/// What the pair must add to the relative velocity, m/s, negative where there is room, along a
/// normal out of the velocity obstacle.
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

/// Head-on, slowing down alone would bring both to a stop face to face.
static inline VeerWideMask is_head_on(const EncounterWide *e, VeerWide side)
{
    VeerWide relative = dot(e->relative_x, e->relative_y, e->relative_x, e->relative_y);
    VeerWide limit =
        wide_mul(wide_mul(wide_splat(VEER_HEAD_ON * VEER_HEAD_ON), e->square), relative);
    VeerWide ahead = dot(e->offset_x, e->offset_y, e->relative_x, e->relative_y);
    return wide_both(wide_at_most(wide_mul(side, side), limit), wide_less(wide_splat(0.0f), ahead));
}

/// Both ways out, of which each lane takes its own: past the other on the side of the cone's leg
/// that is nearer, or, where the other is met at the horizon first, through the disc that truncates
/// the cone. They share the root and the division.
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

/// @return the lanes whose half-plane is finite and whose encounter is no overlap, as bits
static inline uint32_t solve(NeighbourBatch *batch, uint32_t first, const AgentWide *self)
{
    EncounterWide e = meet(batch, first, self);
    VeerWideMask is_apart = wide_less(e.reach_square, e.square);
    if (!wide_bits(is_apart)) { // in a heap all overlap
        return 0;
    }
    EvasionWide evasion = evade(&e);
    VeerWide part = part_of(wide_load(batch->share + first), evasion.change);
    VeerWide own = dot(evasion.normal_x, evasion.normal_y, self->velocity_x, self->velocity_y);
    VeerWide distance = wide_add(own, wide_mul(part, evasion.change));
    wide_store(batch->normal_x + first, evasion.normal_x);
    wide_store(batch->normal_y + first, evasion.normal_y);
    wide_store(batch->distance + first, distance);
    VeerWide sum = wide_add(wide_add(evasion.normal_x, evasion.normal_y), distance);
    VeerWideMask is_finite = wide_less(wide_max(sum, wide_negate(sum)), wide_splat(INFINITY));
    return wide_bits(wide_both(is_finite, is_apart));
}

static inline void set_lane(NeighbourBatch *batch, uint32_t i, const VeerNeighbour *neighbour,
                            float pace)
{
    batch->bodies[i] = neighbour;
    batch->offset_x[i] = neighbour->offset.x;
    batch->offset_y[i] = neighbour->offset.y;
    batch->velocity_x[i] = neighbour->velocity.x;
    batch->velocity_y[i] = neighbour->velocity.y;
    batch->radius[i] = neighbour->radius;
    batch->share[i] = neighbour->share;
    batch->pace[i] = pace;
}

/// Fills the lanes after the last, which nobody looks at.
static inline void fill_up(NeighbourBatch *batch, uint32_t count)
{
    static const VeerNeighbour nobody = {.offset = {1.0f, 1.0f, 0.0f}};
    for (uint32_t i = count; i % VEER_WIDE != 0; i++) {
        set_lane(batch, i, &nobody, 0.0f);
    }
}

/// The half-planes of so many lanes. @return how many of them are finite
static uint32_t take_planes(NeighbourBatch *batch, uint32_t count, const VeerView *view,
                            VeerHalfSpace *out)
{
    AgentWide self = self_of(view);
    uint32_t solved = 0, kept = 0;
    fill_up(batch, count);
    for (uint32_t first = 0; first < count; first += VEER_WIDE) {
        solved |= solve(batch, first, &self) << first;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (solved >> i & 1u) {
            VeerVec3 normal = vec3(batch->normal_x[i], batch->normal_y[i], 0.0f);
            out[kept++] = (VeerHalfSpace){normal, batch->distance[i]};
        } else {
            out[kept] = veer_orca_leave(view, batch->bodies[i]);
            kept += is_finite_space(out[kept]);
        }
    }
    return kept;
}

static uint32_t all_bodies(const VeerView *view, const VeerAvoidParams *resting,
                           const VeerAvoidParams *moving, VeerHalfSpace *out)
{
    NeighbourBatch batch;
    float pace = 1.0f / resting->time_horizon_obstacles, paces[2] = {pace, pace};
    if (moving) {
        paces[0] = 1.0f / moving->time_horizon;
        paces[1] = 1.0f / moving->time_horizon_obstacles;
    }
    uint32_t kept = 0, lanes = 0, count = body_count(view);
    for (uint32_t i = 0; i < count; i++) {
        const VeerNeighbour *body = &view->neighbours[i];
        bool is_resting = resting != moving && is_at_rest(view, body);
        if (is_resting || moving) {
            set_lane(&batch, lanes++, body, is_resting ? pace : paces[body->is_obstacle]);
        }
        if (lanes == BATCH) {
            kept += take_planes(&batch, BATCH, view, out + kept);
            lanes = 0;
        }
    }
    return kept + take_planes(&batch, lanes, view, out + kept);
}

static VeerHalfSpace one_body(const VeerView *view, const VeerAvoidParams *params,
                              const VeerNeighbour *neighbour)
{
    VeerHalfSpace plane;
    NeighbourBatch batch;
    bool is_obstacle = neighbour->is_obstacle;
    set_lane(&batch, 0, neighbour,
             1.0f / (is_obstacle ? params->time_horizon_obstacles : params->time_horizon));
    return take_planes(&batch, 1, view, &plane) > 0 ? plane : (VeerHalfSpace){.distance = NAN};
}

const VeerOrca2Lanes VEER_LANED(veer_orca2) = {one_body, all_bodies};
