/// Half-planes of neighbours: lanes are neighbours.
#include "avoid/base/view.h"
#include "avoid/orca/orca.h"
#include "avoid/orca/plane_wide.h"
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
    float skin[BATCH]; ///< part of the reach
    float pace[BATCH]; ///< 1/s, of the horizon
    float normal_x[BATCH], normal_y[BATCH];
    float distance[BATCH]; ///< m/s
} NeighbourBatch;

static AgentWide self_of(const VeerView *view)
{
    return (AgentWide){wide_splat(view->velocity.x), wide_splat(view->velocity.y),
                       wide_splat(view->radius), wide_splat(margin_part(&view->memory))};
}

/// @return the lanes whose half-plane is finite and whose encounter is no overlap, as bits
static inline uint32_t solve(NeighbourBatch *batch, uint32_t first, const AgentWide *self)
{
    OtherWide other = {wide_load(batch->offset_x + first),   wide_load(batch->offset_y + first),
                       wide_load(batch->velocity_x + first), wide_load(batch->velocity_y + first),
                       wide_load(batch->radius + first),     wide_load(batch->share + first),
                       wide_load(batch->skin + first),       wide_load(batch->pace + first)};
    EncounterWide e = meet_wide(self, &other);
    VeerWideMask is_apart = are_apart(&e);
    if (!wide_bits(is_apart)) { // in a heap all overlap
        return 0;
    }
    PlaneWide plane = plane_wide(&e, self, other.share);
    wide_store(batch->normal_x + first, plane.normal_x);
    wide_store(batch->normal_y + first, plane.normal_y);
    wide_store(batch->distance + first, plane.distance);
    return wide_bits(wide_both(plane.is_finite, is_apart));
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
        batch->skin[i] = 0.0f;
    }
}

/// The half-planes of so many lanes. @return how many of them are finite
static uint32_t take_planes(NeighbourBatch *batch, uint32_t count, const VeerView *view,
                            VeerHalfSpace *out)
{
    AgentWide self = self_of(view);
    uint32_t solved = 0, kept = 0;
    fill_up(batch, count);
    float skins[2] = {veer_orca_skin(view, false), veer_orca_skin(view, true)};
    for (uint32_t i = 0; i < count; i++) {
        batch->skin[i] = skins[batch->bodies[i]->is_obstacle];
    }
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
