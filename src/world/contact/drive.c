/// Kinematic obstacles: chains, polygons and boxes that move at their velocity and turn rate.
///
/// Bodies have moved first, past these as past walls that stand. Then each goes on as far as all
/// bodies are clear of it: swept, so that however fast it is, it passes through nobody. At a body
/// that exchanges momentum it pushes; at another it stops. Each is independent of all others.
///
/// Source: conservative advancement (Mirtich, 1996): no point of it comes nearer by more than its
/// fastest point goes.
#include "geom/box.h"
#include "geom/segment.h"
#include "math/trig.h"
#include "math/vec.h"
#include "motion/impact.h"
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/outline/outline.h"

/// It stops this part of a body's radius away from it, or nearer; and what of its motion is towards
/// a body by no more than this part slides along it.
#define TOUCH_PART 1e-3f
/// Steps of a sweep at most, and at least to a tick where a body is touched, and not approached.
#define MOST_STEPS 1024
#define LEAST_STEPS 64

/// The motion of one obstacle in this tick.
typedef struct Kinematic {
    VeerWorld *world;
    uint32_t slot;
    VeerVec3 shift; ///< m
    float turn;     ///< rad
    float reach;    ///< m, from its position to its farthest point
    float path;     ///< m, that no point of it goes farther than
    float dt;
} Kinematic;

/// A body that may be in its way.
typedef struct Obstructed {
    VeerVec3 position, velocity;
    float radius;
} Obstructed;

// --- Where it is after a part of its motion ---

static VeerVec3 position_after(const Kinematic *self, float part)
{
    return along3(self->world->obstacle.position[self->slot], self->shift, part);
}

static VeerVec3 corner_after(const Kinematic *self, uint32_t index, float part)
{
    const VeerObstacleColumns *obstacle = &self->world->obstacle;
    VeerVec3 vertex = self->world->vertices[obstacle->first_vertex[self->slot] + index];
    float angle = obstacle->angle[self->slot] + self->turn * part;
    return add3(veer_obstacle_turned(vertex, angle), position_after(self, part));
}

/// Its nearest point to a body's middle, m.
static VeerVec3 nearest_after(const Kinematic *self, VeerVec3 point, float part)
{
    const VeerObstacleColumns *obstacle = &self->world->obstacle;
    VeerVec3 half = obstacle->half_extents[self->slot], middle = position_after(self, part);
    if (obstacle->shape[self->slot] == VEER_SHAPE_BOX) {
        return veer_box_nearest((VeerBounds){sub3(middle, half), add3(middle, half)}, point);
    }
    uint32_t count = obstacle->vertex_count[self->slot];
    uint32_t segments = obstacle->is_closed[self->slot] ? count : count - 1u;
    VeerVec2 from = plane2(corner_after(self, 0, part)), best = from;
    float least = INFINITY;
    for (uint32_t i = 0; i < segments; ++i) {
        VeerVec2 to = plane2(corner_after(self, (i + 1u) % count, part));
        float along = veer_segment_nearest2(from, to, plane2(point));
        VeerVec2 at = add2(from, scale2(sub2(to, from), along)), off = sub2(at, plane2(point));
        best = dot2(off, off) < least ? at : best;
        least = min_f(least, dot2(off, off));
        from = to;
    }
    return vec3(best.x, best.y, 0.0f);
}

/// m in this tick, of a point of it.
static VeerVec3 motion_at(const Kinematic *self, VeerVec3 point, float part)
{
    VeerVec3 arm = sub3(point, position_after(self, part));
    return vec3(self->shift.x - self->turn * arm.y, self->shift.y + self->turn * arm.x,
                self->shift.z);
}

/// The part of its motion after which it touches a body that it comes nearer to; 1: none.
static float part_to(const Kinematic *self, const Obstructed *body)
{
    VeerVec3 at = veer_world_flat(self->world, body->position);
    float part = 0.0f, touch = TOUCH_PART * body->radius;
    for (int i = 0; i < MOST_STEPS && part < 1.0f; ++i) {
        VeerVec3 near = nearest_after(self, at, part), off = sub3(at, near);
        float gap = length3(off) - body->radius;
        VeerVec3 motion = motion_at(self, near, part);
        bool comes = dot3(motion, off) > TOUCH_PART * length3(motion) * length3(off);
        if (comes && gap <= touch) {
            return part;
        }
        part += max_f(gap, comes ? touch : self->path / (float)LEAST_STEPS) / self->path;
    }
    return min_f(part, 1.0f);
}

// --- Whom it meets ---

/// Whether a body is so near that it may be met at all.
static bool is_within_reach(const Kinematic *self, const Obstructed *body)
{
    VeerVec3 off = sub3(body->position, self->world->obstacle.position[self->slot]);
    float reach = (self->reach + self->path + body->radius) * (1.0f + TOUCH_PART);
    VeerVec3 flat = veer_world_flat(self->world, off);
    return dot3(flat, flat) <= reach * reach;
}

static bool is_level(const Kinematic *self, float lower, float height)
{
    const VeerObstacleColumns *obstacle = &self->world->obstacle;
    float floor = obstacle->position[self->slot].z;
    return self->world->def.space == VEER_SPATIAL ||
           (floor <= lower + height && lower <= floor + obstacle->height[self->slot]);
}

/// The velocity of a body that it has met, pushed by it: m/s.
static VeerVec3 pushed(const Kinematic *self, const Obstructed *body, float part, float restitution,
                       float friction)
{
    VeerVec3 at = veer_world_flat(self->world, body->position);
    VeerVec3 near = nearest_after(self, at, part);
    VeerVec3 normal = unit3(sub3(at, near), unit3(self->shift, vec3(1.0f, 0.0f, 0.0f)));
    VeerImpact impact = {normal, restitution, friction};
    VeerVec3 none = {0};
    VeerImpactBody hit = {body->velocity, 1.0f, none};
    VeerImpactBody wall = {scale3(motion_at(self, near, part), 1.0f / self->dt), INFINITY, none};
    (void)veer_impact_exchange(&impact, &hit, &wall);
    return hit.velocity;
}

static float meet_agent(const Kinematic *self, uint32_t slot)
{
    VeerAgentColumns *agent = &self->world->agent;
    Obstructed body = {agent->position[slot], agent->velocity[slot], agent->radius[slot]};
    bool is_solid =
        agent->is_alive[slot] &&
        (veer_profile(self->world, slot)->avoid_mask & self->world->obstacle.layer[self->slot]) &&
        is_level(self, body.position.z, agent->height[slot]);
    if (!is_solid || !is_within_reach(self, &body)) {
        return 1.0f;
    }
    float part = part_to(self, &body);
    bool is_fixed = agent->is_immovable[slot] || agent->max_speed[slot] == 0.0f;
    if (part < 1.0f && veer_agent_has_mass(self->world, slot) && !is_fixed) {
        VeerMatter matter = veer_agent_matter(self->world, slot);
        VeerVec3 velocity = pushed(self, &body, part, matter.restitution, matter.friction);
        agent->velocity[slot] = clamp_length3(velocity, VEER_WORLD_LIMIT);
        agent->is_knocked[slot] = 1;
    }
    return part;
}

static float meet_ball(const Kinematic *self, uint32_t slot)
{
    VeerObstacleColumns *obstacle = &self->world->obstacle;
    Obstructed body = {obstacle->position[slot], obstacle->velocity[slot], obstacle->radius[slot]};
    bool is_solid = obstacle->is_ball[slot] && obstacle->motion[slot] == VEER_MOTION_FREE &&
                    !obstacle->is_ghost[slot] &&
                    is_level(self, body.position.z, obstacle->height[slot]);
    if (!is_solid || !is_within_reach(self, &body)) {
        return 1.0f;
    }
    float part = part_to(self, &body);
    if (part < 1.0f) {
        obstacle->velocity[slot] =
            pushed(self, &body, part, obstacle->restitution[slot], obstacle->friction[slot]);
    }
    return part;
}

/// The part of its motion that all leave it.
static float part_left(const Kinematic *self)
{
    const VeerStateHead *head = self->world->head;
    float part = 1.0f;
    if (self->world->obstacle.is_ghost[self->slot]) {
        return part;
    }
    for (uint32_t slot = 0; slot < head->agent_slot_count; ++slot) {
        part = min_f(part, meet_agent(self, slot));
    }
    for (uint32_t slot = 0; slot < head->obstacle_slot_count; ++slot) {
        part = min_f(part, meet_ball(self, slot));
    }
    return part;
}

// --- The tick ---

static Kinematic motion_of(VeerWorld *world, uint32_t slot, float dt)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerVec3 half = obstacle->half_extents[slot];
    Kinematic self = {.world = world,
                      .slot = slot,
                      .shift = scale3(obstacle->velocity[slot], dt),
                      .turn = obstacle->turn_rate[slot] * dt,
                      .dt = dt};
    self.reach = obstacle->shape[slot] == VEER_SHAPE_BOX ? length3(half) : 0.0f;
    for (uint32_t i = 0; i < obstacle->vertex_count[slot]; ++i) {
        VeerVec3 vertex = world->vertices[obstacle->first_vertex[slot] + i];
        self.reach = max_f(self.reach, length3(veer_world_flat(world, vertex)));
    }
    self.path = length3(self.shift) + fabsf(self.turn) * self.reach;
    return self;
}

/// Whether all of it lies in the world.
static bool is_within(const Kinematic *self)
{
    const VeerObstacleColumns *obstacle = &self->world->obstacle;
    bool lies_within = is_position3(position_after(self, 0.0f));
    for (uint32_t i = 0; i < obstacle->vertex_count[self->slot] && lies_within; ++i) {
        lies_within = is_position3(corner_after(self, i, 0.0f));
    }
    return lies_within;
}

/// The same angle, from -pi to pi, if it is beyond these; rad.
static float within_a_turn(float angle)
{
    return fabsf(angle) <= VEER_PI ? angle : veer_atan2(veer_sin(angle), veer_cos(angle));
}

/// Moves one. @return whether it is a wall that has moved
static bool move(VeerWorld *world, uint32_t slot, float dt)
{
    VeerObstacleColumns *obstacle = &world->obstacle;
    Kinematic self = motion_of(world, slot, dt);
    float part = self.path > 0.0f ? part_left(&self) : 0.0f;
    if (part <= 0.0f) {
        return false;
    }
    VeerVec3 position = obstacle->position[slot], low = obstacle->compensation[slot];
    float angle = obstacle->angle[slot];
    veer_place_advance(&obstacle->position[slot], &obstacle->compensation[slot],
                       scale3(self.shift, part));
    obstacle->angle[slot] = within_a_turn(angle + self.turn * part);
    if (!is_within(&self)) {
        obstacle->position[slot] = position;
        obstacle->compensation[slot] = low;
        obstacle->angle[slot] = angle;
        return false;
    }
    return !obstacle->is_ghost[slot];
}

void veer_stage_kinematic(VeerWorld *world, float dt)
{
    bool has_moved = false;
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        if (veer_obstacle_is_kinematic(world, slot)) {
            has_moved |= move(world, slot, dt);
        }
    }
    if (has_moved) {
        world->head->wall_version++;
        veer_outline_note_motion(world);
        veer_walls_build(world);
    }
}
