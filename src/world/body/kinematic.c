/// Kinematic obstacles: how they are turned, and what the host sets of their motion.
#include "math/trig.h"
#include "math/vec.h"
#include "world/body/body.h"

VeerVec3 veer_obstacle_turned(VeerVec3 vertex, float angle)
{
    if (angle == 0.0f) {
        return vertex;
    }
    float c = veer_cos(angle), s = veer_sin(angle);
    return vec3(vertex.x * c - vertex.y * s, vertex.x * s + vertex.y * c, vertex.z);
}

VeerVec3 veer_obstacle_corner(const VeerWorld *world, uint32_t slot, uint32_t index)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerVec3 vertex = world->vertices[obstacle->first_vertex[slot] + index];
    return veer_obstacle_turned(vertex, obstacle->angle[slot]);
}

bool veer_obstacle_is_kinematic(const VeerWorld *world, uint32_t slot)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    return obstacle->is_alive[slot] && !obstacle->is_ball[slot] &&
           obstacle->motion[slot] == VEER_MOTION_VELOCITY;
}

VeerVec3 veer_obstacle_velocity_at(const VeerWorld *world, uint32_t slot, VeerVec3 point)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerVec3 arm = sub3(point, obstacle->position[slot]), velocity = obstacle->velocity[slot];
    float rate = obstacle->turn_rate[slot];
    return vec3(velocity.x - rate * arm.y, velocity.y + rate * arm.x, velocity.z);
}

VeerStatus veer_obstacle_set_velocity(VeerWorld *world, VeerObstacleId obstacle, VeerVec3 velocity)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    veer_need_position(&refusal, "velocity", velocity);
    bool can_move = slot != VEER_NO_SLOT &&
                    (world->obstacle.is_ball[slot] || veer_obstacle_is_kinematic(world, slot));
    veer_need_that(&refusal, can_move, "obstacle", "must be a ball, or of VEER_MOTION_VELOCITY");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->obstacle.velocity[slot] = veer_world_flat(world, velocity);
        world->head->wall_version += !world->obstacle.is_ball[slot];
    }
    return status;
}

static void need_turning(VeerRefusal *refusal, const char *what, float value, bool can_turn,
                         const char *must)
{
    veer_need(refusal, fabsf(value) <= VEER_WORLD_LIMIT, what, "must be -2e6 to 2e6",
              (double)value);
    veer_need_that(refusal, can_turn, "obstacle", must);
}

VeerStatus veer_obstacle_set_turn_rate(VeerWorld *world, VeerObstacleId obstacle, float rate)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    bool can_turn = slot != VEER_NO_SLOT && veer_obstacle_is_kinematic(world, slot) &&
                    world->obstacle.vertex_count[slot] > 0;
    need_turning(&refusal, "rate", rate, can_turn,
                 "must be a chain or polygon of VEER_MOTION_VELOCITY");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->obstacle.turn_rate[slot] = rate;
        world->head->wall_version++;
    }
    return status;
}

/// Whether its vertices lie within the world at an angle.
static bool fits(const VeerWorld *world, uint32_t slot, float angle)
{
    const VeerVec3 *vertices = world->vertices + world->obstacle.first_vertex[slot];
    for (uint32_t i = 0; i < world->obstacle.vertex_count[slot]; ++i) {
        VeerVec3 corner = veer_obstacle_turned(vertices[i], angle);
        if (!is_position3(add3(corner, world->obstacle.position[slot]))) {
            return false;
        }
    }
    return true;
}

VeerStatus veer_obstacle_set_angle(VeerWorld *world, VeerObstacleId obstacle, float angle)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    bool can_turn = slot != VEER_NO_SLOT && world->obstacle.vertex_count[slot] > 0;
    need_turning(&refusal, "angle", angle, can_turn, "must be a chain or polygon");
    veer_need_that(&refusal, refusal.status != VEER_OK || fits(world, slot, angle), "angle",
                   "must keep the vertices within 2e6 of the origin on each axis");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        veer_world_note_move(world);
        world->obstacle.angle[slot] = angle;
        world->head->wall_version++;
    }
    return status;
}

/// position + compensation + shift, with the rounding error of the sum in compensation (Kahan);
/// where the world ends there is nothing to make up for.
/// Source: Knuth, The Art of Computer Programming 2, 4.2.2: the exact error of a sum.
static void add_exactly(float *position, float *compensation, float shift)
{
    float step = shift + *compensation;
    float sum = *position + step;
    float back = sum - *position;
    float error = (*position - (sum - back)) + (step - back);
    *position = clamp_f(sum, -VEER_WORLD_LIMIT, VEER_WORLD_LIMIT);
    *compensation = *position == sum ? error : 0.0f;
}

void veer_place_advance(VeerVec3 *position, VeerVec3 *compensation, VeerVec3 shift)
{
    add_exactly(&position->x, &compensation->x, shift.x);
    add_exactly(&position->y, &compensation->y, shift.y);
    add_exactly(&position->z, &compensation->z, shift.z);
}
