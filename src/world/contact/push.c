/// How an agent's displacement changes for what it touches.
#include "math/vec.h"
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/traffic/traffic.h"

/// Pushes count for so much more than what they could do alone: where they go on from body to body
/// they come to their end sooner. Below 2, where Jacobi's method stops to converge. Measured with
/// 1, 1.4 and 1.8, worst penetration of circle, 250 at dt .25: 3.5, 2.7 (8 rounds), 0.4% (32).
#define RELAX 1.8f
/// Times that an agent near several walls slides off each, in every round.
#define WALL_PASSES 3u

/// The direction in which two coincident agents part: opposite for the two, and spread over
/// directions by id.
static VeerVec3 parting(uint32_t id, uint32_t other)
{
    float x = (id ^ other) & 1u ? 1.0f : -1.0f;
    float y = (id ^ other) & 2u ? 1.0f : -1.0f;
    VeerVec3 direction = vec3(0.8f * x, 0.6f * y, 0.0f);
    return id < other ? direction : scale3(direction, -1.0f);
}

VeerMeeting veer_contact_meeting(const VeerWorld *world, uint32_t slot, uint32_t other, bool is_far)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerVec3 *shifts = world->scratch.shift;
    return (VeerMeeting){
        .offset = veer_world_to_agent(world, other, slot, is_far),
        .move = veer_world_flat(world, sub3(shifts[slot], shifts[other])),
        .reach = (agent->radius[slot] + agent->radius[other]) * (1.0f + VEER_CONTACT_SLOP),
        .fallback = parting(agent->id[slot], agent->id[other]),
    };
}

/// The sum of pushes, and of the squares of their directions.
typedef struct Pushes {
    uint32_t count;
    VeerVec3 sum;                 ///< m
    float xx, yy, zz, xy, yz, zx; ///< of the matrix of all n n^T
} Pushes;

static void add_push(Pushes *pushes, VeerVec3 push, float share)
{
    if (!(share > 0.0f)) {
        return;
    }
    VeerVec3 unit = scale3(push, 1.0f / dot3(push, push));
    pushes->count++;
    pushes->sum = along3(pushes->sum, push, share);
    pushes->xx += push.x * unit.x;
    pushes->yy += push.y * unit.y;
    pushes->zz += push.z * unit.z;
    pushes->xy += push.x * unit.y;
    pushes->yz += push.y * unit.z;
    pushes->zx += push.z * unit.x;
}

/// How often the pushes say the same: at least the greatest eigenvalue of the matrix of their
/// directions. Divided by that, they neither overshoot nor stop short of what they could do: one
/// push and pushes at right angles count in full, equal and opposite ones by their mean.
static float agreement(const Pushes *pushes, float dimensions)
{
    float trace = pushes->xx + pushes->yy + pushes->zz;
    float square =
        pushes->xx * pushes->xx + pushes->yy * pushes->yy + pushes->zz * pushes->zz +
        2.0f * (pushes->xy * pushes->xy + pushes->yz * pushes->yz + pushes->zx * pushes->zx);
    float mean = trace / dimensions;
    float rest = max_f(square - trace * mean, 0.0f) * (dimensions - 1.0f) / dimensions;
    return max_f(mean + sqrtf(rest), 1.0f);
}

static VeerVec3 combine(const Pushes *pushes, float dimensions)
{
    if (pushes->count < 2) {
        return pushes->sum;
    }
    return scale3(pushes->sum, RELAX / agreement(pushes, dimensions));
}

/// Whether impacts have settled how two bodies come together that exchange momentum: they end
/// apart, and on their own sides. Of one that was knocked the displacement is bent: what is between
/// its ends is not what it went through. Impacts need no slop: to be kept apart by one would cost
/// bodies that touch some speed in every tick.
static bool is_settled_by_impact(const VeerWorld *world, uint32_t slot, const VeerMeeting *meeting)
{
    VeerVec3 end = add3(meeting->offset, meeting->move);
    float least = (1.0f - 2.0f * VEER_CONTACT_SLOP) * meeting->reach;
    bool is_bent = world->knock[slot].is_knocked != 0;
    return dot3(end, end) >= least * least && (is_bent || dot3(end, meeting->offset) > 0.0f);
}

/// Whether two agents exchange momentum.
static bool have_masses(const VeerWorld *world, uint32_t slot, uint32_t other)
{
    return world->has_impacts && veer_agent_has_mass(world, slot) &&
           veer_agent_has_mass(world, other);
}

static VeerVec3 push_off_agents(const VeerWorld *world, uint32_t slot, float recovery)
{
    const VeerNearContacts *contacts = &world->scratch.contacts[slot];
    const float *weight = world->scratch.weight;
    const uint32_t *slots = world->scratch.touchable[slot].slots;
    Pushes pushes = {.count = 0};
    bool is_far = veer_is_far(world->agent.position[slot]);
    for (uint32_t i = 0; i < contacts->agent_count; ++i) {
        uint32_t other = slots[i];
        VeerMeeting meeting = veer_contact_meeting(world, slot, other, is_far);
        VeerVec3 push = veer_contact_push(&meeting, recovery);
        bool is_settled =
            have_masses(world, slot, other) && is_settled_by_impact(world, slot, &meeting);
        if (dot3(push, push) > 0.0f && !is_settled) {
            add_push(&pushes, push, veer_yield_share(weight[slot], weight[other]));
        }
    }
    return combine(&pushes, world->def.space == VEER_SPATIAL ? 3.0f : 2.0f);
}

/// How a ball and an agent with a displacement come together.
static VeerMeeting meeting_with_ball(const VeerWorld *world, uint32_t slot, uint32_t ball,
                                     VeerVec3 shift)
{
    bool is_far = veer_is_far(world->agent.position[slot]);
    return (VeerMeeting){
        .offset = scale3(veer_world_to_ball(world, slot, ball, is_far), -1.0f),
        .move = sub3(shift, world->ball_shift[ball]),
        .reach =
            (world->agent.radius[slot] + world->obstacle.radius[ball]) * (1.0f + VEER_CONTACT_SLOP),
        .fallback = vec3(1.0f, 0.0f, 0.0f),
    };
}

static VeerVec3 slide_off_balls(const VeerWorld *world, uint32_t slot, VeerVec3 shift,
                                float recovery)
{
    VeerNear near[VEER_MAX_CONTACTS];
    float travel = world->scratch.contacts[slot].travel;
    uint32_t count = veer_contact_balls(world, slot, travel, near);
    for (uint32_t i = 0; i < count; ++i) {
        VeerMeeting meeting = meeting_with_ball(world, slot, near[i].index, shift);
        bool is_free = world->obstacle.motion[near[i].index] == VEER_MOTION_FREE;
        if (!is_free || !is_settled_by_impact(world, slot, &meeting)) {
            shift = add3(shift, veer_contact_push(&meeting, recovery));
        }
    }
    return shift;
}

/// A wall as contacts see it.
typedef struct Surface {
    VeerVec3 normal; ///< unit, from the wall to the agent's centre
    float gap;       ///< m
} Surface;

static Surface surface_of(const VeerWorld *world, uint32_t slot, const VeerNearWall *near)
{
    VeerVec3 along = sub3(near->b, near->a);
    bool is_spatial = world->def.space == VEER_SPATIAL;
    VeerVec3 fallback = is_spatial ? vec3(0.0f, 0.0f, 1.0f) : vec3(1.0f, 0.0f, 0.0f);
    VeerVec3 across = unit3(vec3(-along.y, along.x, 0.0f), fallback);
    return (Surface){unit3(scale3(near->offset, -1.0f), across),
                     near->distance - world->agent.radius[slot]};
}

/// A shift cut short where it would still enter a wall by more than the slop: of walls in an acute
/// corner each pushes into the other, and may go on doing so.
static VeerVec3 cut_short(VeerVec3 shift, const Surface *surfaces, uint32_t count, float slop)
{
    float part = 1.0f;
    for (uint32_t i = 0; i < count; ++i) {
        float room = max_f(surfaces[i].gap + slop, 0.0f);
        float into = -dot3(shift, surfaces[i].normal);
        part = into > room ? min_f(part, room / into) : part;
    }
    return part < 1.0f ? scale3(shift, part) : shift;
}

static VeerVec3 slide_off_walls(const VeerWorld *world, uint32_t slot, VeerVec3 shift,
                                float recovery)
{
    VeerNearWall near[VEER_MAX_WALLS];
    Surface surfaces[VEER_MAX_WALLS];
    uint32_t count = veer_contact_walls(world, slot, world->scratch.contacts[slot].travel, near);
    for (uint32_t i = 0; i < count; ++i) {
        surfaces[i] = surface_of(world, slot, &near[i]);
    }
    uint32_t passes = count > 1 ? WALL_PASSES : 1;
    for (uint32_t k = 0; k < passes * count; ++k) {
        const Surface *surface = &surfaces[k % count];
        shift = veer_contact_slide(shift, surface->normal, surface->gap, recovery);
    }
    return cut_short(shift, surfaces, count, 2.0f * VEER_OVERLAP_SLOP * world->agent.radius[slot]);
}

VeerVec3 veer_contact_solve(const VeerWorld *world, uint32_t slot, float recovery)
{
    VeerVec3 shift = add3(world->scratch.shift[slot], push_off_agents(world, slot, recovery));
    if (world->scratch.contacts[slot].is_near_obstacle) {
        shift = slide_off_balls(world, slot, shift, recovery);
        shift = slide_off_walls(world, slot, shift, recovery);
    }
    return shift;
}

bool veer_contact_is_driven(const VeerWorld *world, uint32_t slot)
{
    VeerVec3 still = {0};
    VeerVec3 pushed = slide_off_balls(world, slot, still, 1.0f);
    return dot3(pushed, pushed) > 0.0f;
}
