/// Where free balls turn back from agents that they have jammed in.
///
/// An agent between a ball and a crowd that gives way by priority would be pressed into that: what
/// holds the agent has no part in impacts. The ball bounces off such an agent as off a wall.
#include "math/vec.h"
#include "motion/contact.h"
#include "world/body/body.h"

/// Agents that one ball touches at most.
#define MAX_TOUCHING 32u

/// The contacts of a tick, as they were solved.
typedef struct Pressing {
    VeerWorld *world;
    float recovery; ///< 0 to 1: the part of an overlap that is undone in this tick
    float dt;
    float top_move; ///< m, longest that any agent may be made to go
} Pressing;

/// How much further apart a body and another would have to be, as a part of the sum of their radii.
static float lack(const Pressing *pressing, VeerVec3 offset, VeerVec3 move, float reach)
{
    VeerMeeting meeting = {.offset = offset,
                           .move = move,
                           .reach = reach * (1.0f + 2.0f * VEER_CONTACT_SLOP),
                           .fallback = vec3(1.0f, 0.0f, 0.0f)};
    return length3(veer_contact_push(&meeting, pressing->recovery)) / reach;
}

/// Whether an agent is pressed into others that it touches.
static bool is_pressed(const Pressing *pressing, uint32_t slot)
{
    const VeerAgentColumns *agent = &pressing->world->agent;
    const VeerScratchColumns *scratch = &pressing->world->scratch;
    const VeerNearContacts *contacts = &scratch->contacts[slot];
    bool is_far = veer_is_far(agent->position[slot]);
    for (uint32_t i = 0; i < contacts->agent_count; ++i) {
        uint32_t other = scratch->touchable[slot].slots[i];
        VeerVec3 offset = veer_world_to_agent(pressing->world, other, slot, is_far);
        VeerVec3 move = sub3(scratch->shift[slot], scratch->shift[other]);
        float reach = agent->radius[slot] + agent->radius[other];
        if (lack(pressing, offset, move, reach) > VEER_OVERLAP_SLOP) {
            return true;
        }
    }
    return false;
}

/// Whether a ball comes against an agent that something else keeps from giving way.
static bool is_jammed(const Pressing *pressing, uint32_t slot, uint32_t ball)
{
    const VeerWorld *world = pressing->world;
    const VeerAgentColumns *agent = &world->agent;
    bool is_far = veer_is_far(agent->position[slot]);
    VeerVec3 offset = scale3(veer_world_to_ball(world, slot, ball, is_far), -1.0f);
    VeerVec3 shift = world->scratch.shift[slot], comes = world->ball_shift[ball];
    bool is_solid = (veer_profile(world, slot)->avoid_mask & world->obstacle.layer[ball]) != 0;
    // Who has a mass hands on to walls and others what the ball does to it.
    if (!is_solid || veer_agent_has_mass(world, slot) || !(dot3(offset, comes) > 0.0f)) {
        return false;
    }
    float reach = agent->radius[slot] + world->obstacle.radius[ball];
    float depth = lack(pressing, offset, sub3(shift, comes), reach);
    bool is_held =
        length3(shift) <= (1.0f - 2.0f * VEER_OVERLAP_SLOP) * agent->max_speed[slot] * pressing->dt;
    return (depth > VEER_OVERLAP_SLOP && is_held) || (depth > 0.0f && is_pressed(pressing, slot));
}

static uint32_t touching(const VeerWorld *world, uint32_t ball, float reach,
                         VeerNear near[MAX_TOUCHING])
{
    VeerNearQuery query = {
        .centre = world->obstacle.position[ball],
        .range = world->obstacle.radius[ball] + length3(world->ball_shift[ball]) + reach,
        .limit = MAX_TOUCHING,
        .mask = UINT32_MAX,
        .except = VEER_NO_SLOT,
        .height = world->obstacle.height[ball],
    };
    return veer_index_nearest(world->agent_index, &query, near);
}

/// Off all agents that it has jammed in. @return whether there are any
static bool turn_back(const Pressing *pressing, uint32_t ball)
{
    VeerWorld *world = pressing->world;
    VeerNear near[MAX_TOUCHING];
    uint32_t count = touching(world, ball, pressing->top_move, near);
    VeerVec3 *velocity = &world->ball_next_velocity[ball];
    bool is_turned = false, is_far = veer_is_far(world->obstacle.position[ball]);
    for (uint32_t i = 0; i < count; ++i) {
        if (is_jammed(pressing, near[i].index, ball)) {
            VeerVec3 offset = veer_world_to_ball(world, near[i].index, ball, is_far);
            VeerVec3 normal = unit3(offset, vec3(1.0f, 0.0f, 0.0f));
            *velocity = along3(*velocity, normal, max_f(-2.0f * dot3(*velocity, normal), 0.0f));
            is_turned = true;
        }
    }
    world->ball_shift[ball] = is_turned ? (VeerVec3){0} : world->ball_shift[ball];
    return is_turned;
}

bool veer_obstacles_turn_back(VeerWorld *world, float recovery, float dt, float top_move)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    Pressing pressing = {world, recovery, dt, top_move};
    bool is_any = false;
    for (uint32_t ball = 0; ball < world->head->obstacle_slot_count; ++ball) {
        bool is_free = obstacle->is_ball[ball] && obstacle->motion[ball] == VEER_MOTION_FREE;
        if (is_free && !obstacle->is_ghost[ball]) {
            is_any |= turn_back(&pressing, ball);
        }
    }
    return is_any;
}
