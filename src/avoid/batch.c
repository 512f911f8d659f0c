#include "avoid/batch.h"

#include "avoid/base/answer.h"
#include "avoid/crowd/choice.h"
#include "base/wide_bits.h"

const VeerCrowdBatchLanes *veer_crowd_batch_lanes(VeerLanes lanes)
{
    static const VeerCrowdBatchLanes *const tables[] = {VEER_LANES_EACH(veer_crowd_batch)};
    return tables[lanes];
}

static void put_plane(VeerCrowdBatch *batch, uint32_t row, uint32_t lane, VeerHalfSpace plane)
{
    batch->normal_x[row][lane] = plane.normal.x;
    batch->normal_y[row][lane] = plane.normal.y;
    batch->normal_z[row][lane] = plane.normal.z;
    batch->distance[row][lane] = plane.distance;
}

void veer_crowd_batch_leave(VeerCrowdBatch *batch, uint32_t i, uint32_t lane)
{
    VeerView view = {
        .space = batch->space,
        .dt = batch->dt,
        .id = batch->id[lane],
        .velocity = vec3(batch->velocity_x[lane], batch->velocity_y[lane], batch->velocity_z[lane]),
        .radius = batch->radius[lane],
        .max_speed = batch->max_speed[lane],
        .bottleneck = vec3(batch->takes_turns[lane], 0.0f, 0.0f),
        .memory = {.crowd = {.jam = batch->jam[lane]}},
    };
    VeerNeighbour other = {
        .offset =
            vec3(batch->offset_x[i][lane], batch->offset_y[i][lane], batch->offset_z[i][lane]),
        .velocity = vec3(batch->other_velocity_x[i][lane], batch->other_velocity_y[i][lane],
                         batch->other_velocity_z[i][lane]),
        .radius = batch->other_radius[i][lane],
        .share = batch->share[i][lane],
        .id = batch->other_id[i][lane],
    };
    put_plane(batch, VEER_CROWD_WALLS + i, lane, veer_orca_leave(&view, &other));
}

void veer_crowd_batch_lead(VeerCrowdBatch *batch, uint32_t lane, const VeerCrowdCourse *course)
{
    uint32_t count = course->wall_count;
    for (uint32_t i = 0; i < count; i++) {
        put_plane(batch, VEER_CROWD_WALLS - count + i, lane, course->walls[i]);
    }
    batch->wall_count[lane] = count;
    batch->most_walls = count > batch->most_walls ? count : batch->most_walls;
    batch->takes_turns[lane] = course->takes_turns ? 1.0f : 0.0f;
    batch->aim_x[lane] = course->aim.x;
    batch->aim_y[lane] = course->aim.y;
}

/// A z, which in the plane is 0, whatever its column has.
static float height_of(const VeerCrowdBatch *batch, float z)
{
    return batch->space == VEER_SPATIAL ? z : 0.0f;
}

/// The answer of an agent whose planes are laid.
static VeerVec3 answer_alone(const VeerCrowdBatch *batch, uint32_t lane)
{
    VeerAllowedVelocities allowed;
    allowed.space = batch->space;
    allowed.limit = min_f(batch->max_speed[lane], VEER_GREATEST_SPEED);
    allowed.hard_count = batch->wall_count[lane];
    allowed.count = allowed.hard_count + (uint32_t)batch->neighbour_count[lane];
    allowed.is_open = false;
    for (uint32_t i = 0; i < allowed.count; i++) {
        uint32_t row = VEER_CROWD_WALLS - allowed.hard_count + i;
        VeerVec3 normal = vec3(batch->normal_x[row][lane], batch->normal_y[row][lane],
                               height_of(batch, batch->normal_z[row][lane]));
        allowed.planes[i] = (VeerHalfSpace){normal, batch->distance[row][lane]};
    }
    if (batch->takes_turns[lane] > 0.0f) {
        return veer_allowed_choose(&allowed, vec3(batch->aim_x[lane], batch->aim_y[lane], 0.0f));
    }
    VeerVec3 aim = vec3(batch->preferred_x[lane], batch->preferred_y[lane],
                        height_of(batch, batch->preferred_z[lane]));
    return veer_choice_keep_pace(&allowed, aim, veer_allowed_choose(&allowed, aim));
}

/// Lanes that no agent is in have no neighbours.
static void clear_rest(VeerCrowdBatch *batch)
{
    for (uint32_t lane = batch->count; lane < VEER_CROWD_LANES; lane++) {
        batch->neighbour_count[lane] = 0.0f;
        batch->wall_count[lane] = 0;
    }
}

/// Rows of walls that a lane does not have bar nothing.
static void clear_walls(VeerCrowdBatch *batch)
{
    uint32_t first = VEER_CROWD_WALLS - batch->most_walls;
    for (uint32_t lane = 0; lane < VEER_CROWD_LANES && batch->most_walls > 0; lane++) {
        uint32_t own = VEER_CROWD_WALLS - batch->wall_count[lane];
        for (uint32_t row = first; row < own; row++) {
            put_plane(batch, row, lane, veer_crowd_no_plane());
        }
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
    clear_walls(batch);
    VeerCrowdRest rest = lanes->answer(batch);
    for (uint32_t left = rest.jammed; left; left &= left - 1u) {
        uint32_t lane = veer_bits_lowest(left);
        VeerVec3 answer = answer_alone(batch, lane);
        batch->answer_x[lane] = answer.x;
        batch->answer_y[lane] = answer.y;
        batch->answer_z[lane] = answer.z;
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
        .velocity = vec3(batch->answer_x[lane], batch->answer_y[lane],
                         height_of(batch, batch->answer_z[lane])),
        .memory = {.crowd = {.jam = batch->next_jam[lane]}},
        .is_avoiding = batch->avoiding >> lane & 1u,
    };
}
