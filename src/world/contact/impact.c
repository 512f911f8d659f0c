/// The impacts of a tick, in the order of their times: each changes the velocities of two, and what
/// these meet next.
///
/// Who takes part: free balls, agents with a mass of their own, and agents that one of those meets.
/// Two bodies part as Newton's law of restitution has it, and go on with what is left of the tick,
/// so that neither passes through the other however fast it is. What is at one time goes by balls'
/// slots, then agents' ids. One after the other, on one worker: an impact changes two bodies.
///
/// Source: event-driven simulation of hard spheres (Alder and Wainwright, 1959).
#include "motion/impact.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/contact/impact_find.h"

VeerNextHit *veer_impact_hit(const VeerWorld *world, uint32_t key)
{
    return key & VEER_KEY_AGENT ? &world->scratch.next_hit[key & ~VEER_KEY_AGENT]
                                : &world->ball_hit[key];
}

bool veer_impact_is_active(const VeerWorld *world, uint32_t slot)
{
    return veer_agent_has_mass(world, slot) || world->knock[slot].is_knocked;
}

bool veer_impact_precedes(const VeerWorld *world, uint32_t key, uint32_t other)
{
    bool is_agent = key != VEER_NO_SLOT && (key & VEER_KEY_AGENT);
    bool is_other_agent = other != VEER_NO_SLOT && (other & VEER_KEY_AGENT);
    return is_agent && is_other_agent
               ? veer_agent_precedes(world, key & ~VEER_KEY_AGENT, other & ~VEER_KEY_AGENT)
               : key < other;
}

static VeerMover agent_mover(const VeerImpacts *impacts, uint32_t slot)
{
    const VeerWorld *world = impacts->world;
    const VeerAgentColumns *agent = &world->agent;
    VeerMatter matter = veer_agent_matter(world, slot);
    float mass =
        matter.mass > 0.0f ? matter.mass : veer_world_size_mass(world, agent->radius[slot]);
    VeerVec3 velocity = world->scratch.next_velocity[slot];
    bool is_fixed = agent->is_immovable[slot] || agent->max_speed[slot] == 0.0f;
    return (VeerMover){
        .position = agent->position[slot],
        .low = agent->compensation[slot],
        .gone = along3(world->knock[slot].shift, velocity, impacts->now - impacts->dt),
        .path = velocity,
        .velocity = velocity,
        .radius = agent->radius[slot],
        .mass = impacts->is_hosted || is_fixed ? INFINITY : mass,
        .restitution = matter.restitution,
        .friction = matter.friction,
        .lower = agent->position[slot].z,
        .upper = agent->position[slot].z + agent->height[slot],
    };
}

static VeerMover ball_mover(const VeerImpacts *impacts, uint32_t slot)
{
    const VeerWorld *world = impacts->world;
    const VeerObstacleColumns *obstacle = &world->obstacle;
    bool is_free = obstacle->motion[slot] == VEER_MOTION_FREE;
    VeerVec3 shift = world->ball_shift[slot], none = {0};
    VeerVec3 velocity =
        is_free ? world->ball_next_velocity[slot] : scale3(shift, 1.0f / impacts->dt);
    VeerVec3 path = world->ball_hit[slot].count >= VEER_MOST_IMPACTS ? none : velocity;
    return (VeerMover){
        .position = obstacle->position[slot],
        .low = obstacle->compensation[slot],
        .gone = along3(shift, path, impacts->now - impacts->dt),
        .path = path,
        .velocity = velocity,
        .radius = obstacle->radius[slot],
        .mass = is_free ? obstacle->mass[slot] : INFINITY,
        .restitution = obstacle->restitution[slot],
        .friction = obstacle->friction[slot],
        .lower = obstacle->position[slot].z,
        .upper = obstacle->position[slot].z + obstacle->height[slot],
    };
}

VeerMover veer_impact_mover(const VeerImpacts *impacts, uint32_t key)
{
    if (key == VEER_NO_SLOT) {
        return (VeerMover){.mass = INFINITY, .friction = INFINITY};
    }
    if (key & VEER_KEY_AGENT) {
        return agent_mover(impacts, key & ~VEER_KEY_AGENT);
    }
    if (!impacts->world->obstacle.is_ball[key]) {
        return (VeerMover){.mass = INFINITY, .friction = INFINITY};
    }
    VeerMover mover = ball_mover(impacts, key);
    mover.friction = isinf(mover.mass) ? INFINITY : mover.friction;
    return mover;
}

// --- The heap of bodies that meet something, by time ---

static bool comes_first(const VeerWorld *world, uint32_t key, uint32_t other)
{
    float time = veer_impact_hit(world, key)->time,
          other_time = veer_impact_hit(world, other)->time;
    return time < other_time || (time == other_time && veer_impact_precedes(world, key, other));
}

static void put(const VeerImpacts *impacts, uint32_t place, uint32_t key)
{
    impacts->world->impact_heap[place] = key;
    veer_impact_hit(impacts->world, key)->place = place;
}

static void rise(const VeerImpacts *impacts, uint32_t place, uint32_t key)
{
    const uint32_t *heap = impacts->world->impact_heap;
    for (; place > 0 && comes_first(impacts->world, key, heap[(place - 1) / 2]);
         place = (place - 1) / 2) {
        put(impacts, place, heap[(place - 1) / 2]);
    }
    put(impacts, place, key);
}

static void sink(const VeerImpacts *impacts, uint32_t place, uint32_t key)
{
    const uint32_t *heap = impacts->world->impact_heap;
    for (uint32_t child = 2 * place + 1; child < impacts->heap_count; child = 2 * place + 1) {
        bool has_other = child + 1 < impacts->heap_count;
        child += has_other && comes_first(impacts->world, heap[child + 1], heap[child]);
        if (comes_first(impacts->world, key, heap[child])) {
            break;
        }
        put(impacts, place, heap[child]);
        place = child;
    }
    put(impacts, place, key);
}

/// Finds what a body meets next, and brings it to its place among the others.
static void renew(VeerImpacts *impacts, uint32_t key)
{
    VeerNextHit *hit = veer_impact_hit(impacts->world, key);
    uint32_t place = hit->place;
    veer_impact_find(impacts, key);
    bool is_there = place != VEER_NO_SLOT, meets = hit->time < impacts->dt;
    hit->place = VEER_NO_SLOT;
    if (meets) {
        place = is_there ? place : impacts->heap_count++;
        rise(impacts, place, key);
        sink(impacts, hit->place, key);
    } else if (is_there) {
        uint32_t last = impacts->world->impact_heap[--impacts->heap_count];
        if (place < impacts->heap_count) {
            rise(impacts, place, last);
            sink(impacts, veer_impact_hit(impacts->world, last)->place, last);
        }
    }
}

// --- One impact ---

/// The direction off a wall that an agent leans on and that holds it against a push; 0: none.
static VeerVec3 wall_behind(const VeerImpacts *impacts, uint32_t key, VeerVec3 push)
{
    VeerVec3 held = {0};
    if (key == VEER_NO_SLOT || !(key & VEER_KEY_AGENT)) {
        return held;
    }
    uint32_t slot = key & ~VEER_KEY_AGENT;
    VeerNearWall near[VEER_MAX_WALLS];
    uint32_t count = veer_contact_walls(impacts->world, slot, 0.0f, near);
    VeerMover body = veer_impact_mover(impacts, key);
    float most = 0.0f;
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 normal = unit3(scale3(near[i].offset, -1.0f), (VeerVec3){0});
        float gap = near[i].distance - body.radius + dot3(body.gone, normal);
        float into = -dot3(push, normal);
        if (gap <= VEER_CONTACT_SLACK * body.radius && into > most) {
            most = into;
            held = normal;
        }
    }
    return held;
}

/// Gives a body its new velocity, and the displacement that follows.
static void send(VeerImpacts *impacts, uint32_t key, VeerVec3 velocity)
{
    VeerWorld *world = impacts->world;
    float left = impacts->dt - impacts->now;
    if (key & VEER_KEY_AGENT) {
        uint32_t slot = key & ~VEER_KEY_AGENT;
        VeerKnock *knock = &world->knock[slot];
        velocity = clamp_length3(velocity, VEER_WORLD_LIMIT);
        VeerVec3 change = sub3(velocity, world->scratch.next_velocity[slot]);
        knock->shift = along3(knock->shift, change, left);
        knock->is_knocked = 1;
        world->scratch.next_velocity[slot] = velocity;
    } else {
        VeerVec3 change = sub3(velocity, world->ball_next_velocity[key]);
        bool is_stopped = world->ball_hit[key].count >= VEER_MOST_IMPACTS;
        world->ball_shift[key] = along3(world->ball_shift[key], change, is_stopped ? 0.0f : left);
        world->ball_next_velocity[key] = velocity;
    }
    impacts->top_speed = max_f(impacts->top_speed, length3(velocity));
}

/// Counts an impact of a body. A ball that has had its last one stays where it is.
static void count_impact(VeerImpacts *impacts, uint32_t key, bool is_last)
{
    VeerWorld *world = impacts->world;
    VeerNextHit *hit = veer_impact_hit(world, key);
    bool was_going = hit->count < VEER_MOST_IMPACTS;
    hit->count = is_last ? VEER_MOST_IMPACTS : (uint16_t)(hit->count + 1u);
    if (key & VEER_KEY_AGENT) {
        world->knock[key & ~VEER_KEY_AGENT].is_tired = hit->count >= VEER_MOST_KNOCKS;
    } else if (was_going && hit->count >= VEER_MOST_IMPACTS) {
        float left = impacts->dt - impacts->now;
        world->ball_shift[key] =
            along3(world->ball_shift[key], world->ball_next_velocity[key], -left);
    }
}

static void note(VeerImpacts *impacts, uint32_t key, uint32_t partner, float impulse)
{
    VeerWorld *world = impacts->world;
    if (partner == VEER_NO_SLOT) {
        return;
    }
    if (world->impact_count == veer_world_impact_capacity(&world->def)) {
        world->head->dropped++;
        return;
    }
    world->impacts[world->impact_count++] = (VeerImpactNote){key, partner, impulse};
}

/// Exchanges momentum between a body and what it meets now. @return as veer_impact_exchange
static float exchange(VeerImpacts *impacts, uint32_t key, const VeerNextHit *hit)
{
    VeerMover body = veer_impact_mover(impacts, key);
    VeerMover other = veer_impact_mover(impacts, hit->partner);
    // Of a wall and of what nothing moves the friction is the other's.
    float friction = isinf(other.friction)  ? body.friction
                     : isinf(body.friction) ? other.friction
                                            : sqrtf(body.friction * other.friction);
    bool is_tired = hit->count >= VEER_MOST_BOUNCES;
    VeerImpact impact = {hit->normal, is_tired ? 0.0f : max_f(body.restitution, other.restitution),
                         friction};
    VeerImpactBody a = {body.velocity, body.mass, wall_behind(impacts, key, hit->normal)};
    if (hit->partner != VEER_NO_SLOT && !(hit->partner & VEER_KEY_AGENT) &&
        veer_obstacle_is_kinematic(impacts->world, hit->partner)) {
        VeerVec3 at = add3(body.position, body.gone);
        other.velocity = veer_obstacle_velocity_at(impacts->world, hit->partner,
                                                   along3(at, hit->normal, -body.radius));
    }
    VeerImpactBody b = {other.velocity, other.mass,
                        wall_behind(impacts, hit->partner, scale3(hit->normal, -1.0f))};
    float impulse = veer_impact_exchange(&impact, &a, &b);
    if (!isinf(body.mass)) {
        send(impacts, key, a.velocity);
    }
    if (!isinf(other.mass)) {
        send(impacts, hit->partner, b.velocity);
    }
    return impulse;
}

static bool can_be_moved(const VeerImpacts *impacts, uint32_t key)
{
    return !isinf(veer_impact_mover(impacts, key).mass);
}

static void resolve(VeerImpacts *impacts, uint32_t key)
{
    VeerNextHit hit = *veer_impact_hit(impacts->world, key);
    impacts->now = max_f(hit.time, impacts->now);
    float impulse = exchange(impacts, key, &hit);
    bool is_mutual = can_be_moved(impacts, hit.partner);
    count_impact(impacts, key, impulse < 0.0f);
    if (is_mutual) {
        count_impact(impacts, hit.partner, false);
        renew(impacts, hit.partner);
    }
    renew(impacts, key);
    note(impacts, key, hit.partner, max_f(impulse, 0.0f));
}

static bool is_stale(const VeerWorld *world, const VeerNextHit *hit)
{
    bool is_body = hit->partner != VEER_NO_SLOT &&
                   ((hit->partner & VEER_KEY_AGENT) || world->obstacle.is_ball[hit->partner]);
    return is_body && veer_impact_hit(world, hit->partner)->count != hit->partner_count;
}

// --- The tick ---

static bool is_free(const VeerWorld *world, uint32_t slot)
{
    return world->obstacle.is_ball[slot] && world->obstacle.motion[slot] == VEER_MOTION_FREE;
}

/// Where balls go by themselves. @return whether any of them is free
static bool start_balls(VeerImpacts *impacts)
{
    VeerWorld *world = impacts->world;
    bool has_free = false;
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        veer_obstacle_shift(world, slot, impacts->dt);
        world->ball_hit[slot] = (VeerNextHit){.time = INFINITY, .place = VEER_NO_SLOT};
        float speed = length3(world->ball_shift[slot]) / impacts->dt;
        impacts->top_speed = max_f(impacts->top_speed, speed);
        has_free |= is_free(world, slot);
    }
    return has_free;
}

static void start_agents(VeerImpacts *impacts)
{
    VeerWorld *world = impacts->world;
    VeerScratchColumns *scratch = &world->scratch;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        world->knock[slot] = (VeerKnock){scratch->shift[slot], 0, 0};
        scratch->next_hit[slot] = (VeerNextHit){.time = INFINITY, .place = VEER_NO_SLOT};
        if (world->agent.is_alive[slot]) {
            float speed = length3(scratch->shift[slot]) / impacts->dt;
            impacts->top_speed = max_f(impacts->top_speed, speed);
        }
    }
}

static void find_all(VeerImpacts *impacts)
{
    const VeerWorld *world = impacts->world;
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        if (is_free(world, slot)) {
            renew(impacts, slot);
        }
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count && !impacts->is_hosted; ++slot) {
        if (veer_agent_has_mass(world, slot) && can_be_moved(impacts, slot | VEER_KEY_AGENT)) {
            renew(impacts, slot | VEER_KEY_AGENT);
        }
    }
}

void veer_stage_impacts(VeerWorld *world, float dt, bool is_hosted)
{
    VeerImpacts impacts = {.world = world, .dt = dt, .is_hosted = is_hosted};
    bool has_free = start_balls(&impacts);
    world->impact_count = 0;
    world->has_impacts = has_free || (world->head->mass_count > 0 && !is_hosted);
    if (!world->has_impacts) {
        return;
    }
    start_agents(&impacts);
    find_all(&impacts);
    while (impacts.heap_count > 0) {
        uint32_t key = world->impact_heap[0];
        if (is_stale(world, veer_impact_hit(world, key))) {
            renew(&impacts, key);
        } else {
            resolve(&impacts, key);
        }
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        world->scratch.shift[slot] = world->knock[slot].shift;
    }
}
