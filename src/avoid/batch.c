#include "avoid/batch.h"

#include "avoid/base/answer.h"
#include "avoid/crowd/allowed.h"
#include "base/wide_bits.h"

const VeerCrowdBatchLanes *veer_crowd_batch_lanes(VeerLanes lanes)
{
    static const VeerCrowdBatchLanes *const tables[] = {VEER_LANES_EACH(veer_crowd_batch)};
    return tables[lanes];
}

void veer_crowd_batch_leave(VeerCrowdBatch *batch, uint32_t i, uint32_t lane)
{
    VeerView view = {
        .space = VEER_PLANAR,
        .dt = batch->dt,
        .id = batch->id[lane],
        .velocity = vec3(batch->velocity_x[lane], batch->velocity_y[lane], 0.0f),
        .radius = batch->radius[lane],
        .max_speed = batch->max_speed[lane],
        .memory = {.orca = {.jam = batch->jam[lane]}},
    };
    VeerNeighbour other = {
        .offset = vec3(batch->offset_x[i][lane], batch->offset_y[i][lane], 0.0f),
        .velocity = vec3(batch->other_velocity_x[i][lane], batch->other_velocity_y[i][lane], 0.0f),
        .radius = batch->other_radius[i][lane],
        .share = batch->share[i][lane],
        .id = batch->other_id[i][lane],
    };
    VeerHalfSpace plane = veer_orca_leave(&view, &other);
    batch->normal_x[i][lane] = plane.normal.x;
    batch->normal_y[i][lane] = plane.normal.y;
    batch->distance[i][lane] = plane.distance;
}

/// The answer of an agent whose planes are laid.
static VeerVec3 answer_alone(const VeerCrowdBatch *batch, uint32_t lane)
{
    VeerAllowedVelocities allowed;
    allowed.space = VEER_PLANAR;
    allowed.limit = min_f(batch->max_speed[lane], VEER_GREATEST_SPEED);
    allowed.count = (uint32_t)batch->neighbour_count[lane];
    allowed.hard_count = 0;
    allowed.is_open = false;
    for (uint32_t i = 0; i < allowed.count; i++) {
        VeerVec3 normal = vec3(batch->normal_x[i][lane], batch->normal_y[i][lane], 0.0f);
        allowed.planes[i] = (VeerHalfSpace){normal, batch->distance[i][lane]};
    }
    VeerVec3 aim = vec3(batch->preferred_x[lane], batch->preferred_y[lane], 0.0f);
    return veer_allowed_keep_pace(&allowed, aim, veer_allowed_choose(&allowed, aim));
}

/// Lanes that no agent is in have no neighbours.
static void clear_rest(VeerCrowdBatch *batch)
{
    for (uint32_t lane = batch->count; lane < VEER_CROWD_LANES; lane++) {
        batch->neighbour_count[lane] = 0.0f;
    }
}

uint32_t veer_crowd_batch_look(VeerCrowdBatch *batch)
{
    clear_rest(batch);
    return veer_crowd_batch_lanes(veer_lanes_of(batch->isa))->look(batch);
}

uint32_t veer_crowd_batch_decide_by(const VeerCrowdBatchLanes *lanes, VeerCrowdBatch *batch)
{
    clear_rest(batch);
    VeerCrowdRest rest = lanes->answer(batch);
    for (uint32_t left = rest.jammed; left; left &= left - 1u) {
        uint32_t lane = veer_bits_lowest(left);
        VeerVec3 answer = answer_alone(batch, lane);
        batch->answer_x[lane] = answer.x;
        batch->answer_y[lane] = answer.y;
    }
    lanes->conclude(batch);
    return rest.strange;
}

uint32_t veer_crowd_batch_decide(VeerCrowdBatch *batch)
{
    return veer_crowd_batch_decide_by(veer_crowd_batch_lanes(veer_lanes_of(batch->isa)), batch);
}

VeerAvoidResult veer_crowd_batch_result(const VeerCrowdBatch *batch, uint32_t lane)
{
    return (VeerAvoidResult){
        .velocity = vec3(batch->answer_x[lane], batch->answer_y[lane], 0.0f),
        .memory = {.orca = {.jam = batch->next_jam[lane]}},
        .is_avoiding = batch->avoiding >> lane & 1u,
    };
}
