#include "bridge/engine/engine.h"

#include <math.h>
#include <stdlib.h>

static VeerVec3 scaled(VeerVec3 a, float by)
{
    return (VeerVec3){a.x * by, a.y * by, a.z * by};
}

static VeerVec3 sum(VeerVec3 a, VeerVec3 b)
{
    return (VeerVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static float dot(VeerVec3 a, VeerVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static VeerVec3 cross(VeerVec3 a, VeerVec3 b)
{
    return (VeerVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

bool veer_twins_init(VeerTwins *twins, VeerWorld *world)
{
    uint32_t capacity = veer_world_def(world).max_agents;
    *twins = (VeerTwins){.world = world, .capacity = capacity};
    twins->rows = calloc((size_t)capacity + 1, sizeof *twins->rows);
    twins->row_of = calloc((size_t)capacity + 1, sizeof *twins->row_of);
    twins->replies = calloc((size_t)capacity + 1, sizeof *twins->replies);
    if (twins->rows && twins->row_of && twins->replies) {
        return true;
    }
    veer_twins_free(twins);
    return false;
}

void veer_twins_free(VeerTwins *twins)
{
    free(twins->rows);
    free(twins->row_of);
    free(twins->replies);
}

// What newtons are for a body of its mass.
static void limit_by_forces(VeerAgentDef *def, const VeerTwinBody *is, const VeerDrive *drive)
{
    if (drive->max_force > 0.0f) {
        float most = drive->max_force / is->mass;
        def->max_acceleration = fminf(def->max_acceleration, most);
        def->max_braking = def->max_braking > 0.0f ? fminf(def->max_braking, most) : 0.0f;
    }
    if (drive->max_torque > 0.0f && isfinite(is->inertia)) {
        if (def->vehicle.kind == VEER_VEHICLE_FREE) {
            def->vehicle = veer_vehicle_params_default(VEER_VEHICLE_TORQUE);
            def->vehicle.torque.lateral = 1.0f;
        }
        if (def->vehicle.kind == VEER_VEHICLE_TORQUE) {
            def->vehicle.torque.max_angular_acceleration = drive->max_torque / is->inertia;
        }
    }
}

// The row that a slot's agent has, or had; NULL: none.
static VeerTwin *row_at(const VeerTwins *twins, uint32_t slot)
{
    uint32_t row = slot < twins->capacity ? twins->row_of[slot] : twins->count;
    bool is_its = row < twins->count && twins->rows[row].agent.slot == slot;
    return is_its ? &twins->rows[row] : NULL;
}

VeerTwin *veer_twins_of(const VeerTwins *twins, VeerAgentId agent)
{
    VeerTwin *twin = row_at(twins, agent.slot);
    return twin && twin->agent.generation == agent.generation ? twin : NULL;
}

VeerTwin *veer_twins_find(const VeerTwins *twins, const void *body)
{
    for (uint32_t i = 0; i < twins->count; ++i) {
        VeerTwin *twin = &twins->rows[i];
        if (twin->body == body && veer_agent_is_alive(twins->world, twin->agent)) {
            return twin;
        }
    }
    return NULL;
}

static bool is_bad(const VeerTwinBody *is, const VeerDrive *drive)
{
    return !(drive->response >= 0.0f && drive->max_force >= 0.0f && drive->max_torque >= 0.0f) ||
           !(is->mass > 0.0f && isfinite(is->mass) && is->inertia > 0.0f);
}

static void set_limits(VeerTwin *twin, const VeerAgentDef *def)
{
    float braking = def->max_braking > 0.0f ? def->max_braking : def->max_acceleration;
    twin->vehicle = def->vehicle;
    twin->limits =
        (VeerMotionLimits){def->max_speed, def->max_acceleration, braking, def->max_turn_rate};
    twin->is_unlimited = def->vehicle.kind == VEER_VEHICLE_FREE && isinf(def->max_acceleration) &&
                         isinf(braking) && isinf(def->max_turn_rate);
}

VeerStatus veer_twins_add(VeerTwins *twins, void *body, const VeerTwinBody *is,
                          const VeerAgentDef *def, const VeerDrive *drive, VeerAgentId *out)
{
    VeerDrive how = drive ? *drive : (VeerDrive){0};
    if (!def || is_bad(is, &how) || veer_twins_find(twins, body)) {
        return VEER_BAD_VALUE;
    }
    VeerAgentDef own = *def;
    VeerAgentId agent;
    own.position = is->position;
    own.velocity = is->velocity;
    own.mass = veer_world_def(twins->world).max_masses >= twins->capacity ? is->mass : 0.0f;
    own.radius = own.radius > 0.0f ? own.radius : is->radius;
    limit_by_forces(&own, is, &how);
    // What goes in any direction at once is not turned: its heading is its course.
    bool is_headed = own.vehicle.kind != VEER_VEHICLE_FREE || isfinite(own.max_turn_rate);
    bool can_turn = is_headed && dot(is->heading, is->heading) > 0.0f;
    own.heading = can_turn ? is->heading : own.heading;
    VeerStatus status = veer_agent_create(twins->world, &own, &agent);
    if (status != VEER_OK) {
        return status;
    }
    // That of an agent of the slot which is gone may still be here.
    VeerTwin *old = row_at(twins, agent.slot);
    VeerTwin *twin = old ? old : &twins->rows[twins->count++];
    *twin = (VeerTwin){.body = body, .agent = agent, .can_turn = can_turn};
    twins->row_of[agent.slot] = (uint32_t)(twin - twins->rows);
    twin->response = how.response > 0.0f ? how.response : INFINITY;
    set_limits(twin, &own);
    twins->has_spins |= own.vehicle.kind != VEER_VEHICLE_FREE;
    VeerAgentState state;
    (void)veer_agent_get(twins->world, agent, &state);
    twin->heading = state.heading;
    if (out) {
        *out = agent;
    }
    return VEER_OK;
}

static void drop(VeerTwins *twins, VeerTwin *twin)
{
    *twin = twins->rows[--twins->count];
    twins->row_of[twin->agent.slot] = (uint32_t)(twin - twins->rows);
}

void veer_twins_forget(VeerTwins *twins, VeerTwin *twin)
{
    (void)veer_agent_destroy(twins->world, twin->agent);
    drop(twins, twin);
}

static void drop_dead(VeerTwins *twins)
{
    for (uint32_t i = twins->count; i-- > 0;) {
        if (!veer_agent_is_alive(twins->world, twins->rows[i].agent)) {
            drop(twins, &twins->rows[i]);
        }
    }
}

VeerStatus veer_twins_steer(VeerTwins *twins, float dt)
{
    VeerStatus status = veer_world_steer(twins->world, dt);
    if (status != VEER_OK) {
        return status;
    }
    VeerTwinReply *replies = twins->replies;
    VeerBodyColumns wanted = {.agents = {&replies->agent, sizeof *replies},
                              .safe_velocities = {&replies->safe, sizeof *replies}};
    uint32_t count = veer_world_read_agents(twins->world, 1.0f, &wanted, twins->capacity);
    uint32_t alive = 0;
    for (uint32_t i = 0; i < count; ++i) {
        VeerTwin *twin = veer_twins_of(twins, replies[i].agent);
        if (twin) {
            twin->safe = replies[i].safe;
            ++alive;
        }
    }
    if (alive < twins->count) {
        drop_dead(twins);
    }
    return VEER_OK;
}

// The angular velocity that turns one unit vector into another in a second; about z where any
// axis would do.
static VeerVec3 turn_between(VeerVec3 from, VeerVec3 to)
{
    VeerVec3 axis = cross(from, to);
    float sine = sqrtf(dot(axis, axis)), cosine = dot(from, to);
    if (sine < 1e-7f) {
        return (VeerVec3){0.0f, 0.0f, cosine < 0.0f ? 3.14159265f : 0.0f};
    }
    return scaled(axis, atan2f(sine, cosine) / sine);
}

// As veer_vehicle_step does without limits, at a tenth of its cost: most of a crowd's bodies. The
// engine has no heading of theirs.
static VeerTwinPush push_at_once(VeerTwin *twin, VeerVec3 command)
{
    float speed = sqrtf(dot(command, command));
    twin->heading = speed > 1e-6f ? scaled(command, 1.0f / speed) : twin->heading;
    return (VeerTwinPush){.change = sum(command, scaled(twin->velocity, -1.0f))};
}

VeerTwinPush veer_twin_push(VeerTwin *twin, float dt)
{
    VeerVec3 lacking = sum(twin->safe, scaled(twin->velocity, -1.0f));
    float part = fminf(twin->response * dt, 1.0f);
    VeerVec3 command = part < 1.0f ? sum(twin->velocity, scaled(lacking, part)) : twin->safe;
    if (twin->is_unlimited) {
        return push_at_once(twin, command);
    }
    VeerMotionState state = {twin->velocity, twin->heading, twin->spin};
    VeerMotionState next = veer_vehicle_step(&twin->vehicle, &twin->limits, state, command, dt);
    VeerTwinPush push = {.change = sum(next.velocity, scaled(twin->velocity, -1.0f))};
    twin->spin = next.spin;
    if (twin->can_turn) {
        push.turn = scaled(turn_between(twin->heading, next.heading), 1.0f / dt);
    } else {
        twin->heading = next.heading;
    }
    return push;
}

VeerStatus veer_twins_write(VeerTwins *twins)
{
    drop_dead(twins);
    VeerTwin *rows = twins->rows;
    VeerBodyColumns moved = {.agents = {&rows->agent, sizeof *rows},
                             .positions = {&rows->position, sizeof *rows},
                             .velocities = {&rows->velocity, sizeof *rows},
                             .headings = {&rows->heading, sizeof *rows}};
    if (twins->has_spins) {
        moved.spins = (VeerColumn){&rows->spin, sizeof *rows};
    }
    return veer_world_write_agents(twins->world, &moved, twins->count);
}

uint32_t veer_row_of_balls(const VeerRowBox *box, VeerVec3 *offsets, float *radius)
{
    float wanted = ceilf(2.0f * box->half_row / fmaxf(box->half_side, 1e-6f * box->half_row));
    uint32_t count = (uint32_t)fminf(fmaxf(wanted, 1.0f), VEER_MOST_BALLS);
    float half = box->half_row / (float)count;
    *radius = sqrtf(half * half + box->half_side * box->half_side);
    for (uint32_t i = 0; i < count; ++i) {
        float along = half * (float)(2 * i + 1) - box->half_row;
        offsets[i] = scaled(box->axis, along);
    }
    return count;
}
