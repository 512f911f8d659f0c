/// Agents of a page.
#include "web.h"

#include <math.h>

#define SLOTS 16777216.0 // a world has at most so many of anything

double web_handle(uint32_t slot, uint32_t generation)
{
    return (double)generation * SLOTS + (double)slot;
}

static bool is_handle(double handle)
{
    return handle > 0.0 && handle < 0x1p53 && floor(handle) == handle;
}

static uint32_t generation_of(double handle)
{
    return is_handle(handle) ? (uint32_t)floor(handle / SLOTS) : 0;
}

static uint32_t slot_of(double handle)
{
    return is_handle(handle) ? (uint32_t)(handle - floor(handle / SLOTS) * SLOTS) : 0;
}

VeerAgentId web_agent_id(double handle)
{
    return (VeerAgentId){slot_of(handle), generation_of(handle)};
}

VeerObstacleId web_obstacle_id(double handle)
{
    return (VeerObstacleId){slot_of(handle), generation_of(handle)};
}

static void set_given(float *member, float value)
{
    *member = isnan(value) ? *member : value;
}

double web_agent_add(Web *web, float x, float y, float z, float radius, float max_speed,
                     float preferred_speed, float acceleration, float turn_rate, float priority,
                     uint32_t group, int model)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = (VeerVec3){x, y, z};
    set_given(&def.radius, radius);
    set_given(&def.max_speed, max_speed);
    set_given(&def.preferred_speed, preferred_speed);
    set_given(&def.max_acceleration, acceleration);
    set_given(&def.max_turn_rate, turn_rate);
    set_given(&def.priority, priority);
    def.group = group;
    def.model = (VeerAvoidModel)model;
    VeerAgentId agent;
    VeerStatus status = veer_agent_create(web->world, &def, &agent);
    return status == VEER_OK ? web_handle(agent.slot, agent.generation) : web_fail(status);
}

int web_agent_remove(Web *web, double agent)
{
    return (int)veer_agent_destroy(web->world, web_agent_id(agent));
}

double web_agent_at(const Web *web, uint32_t slot)
{
    VeerAgentId agent = veer_agent_at(web->world, slot);
    return web_handle(agent.slot, agent.generation);
}

int web_agent_go(Web *web, double agent, float x, float y, float z, float arrival)
{
    return (int)veer_agent_go_to(web->world, web_agent_id(agent), (VeerVec3){x, y, z}, arrival);
}

int web_agent_route(Web *web, double agent, float x, float y, float z, float arrival)
{
    return (int)veer_agent_route_to(web->world, web_agent_id(agent), (VeerVec3){x, y, z}, arrival);
}

int web_agent_follow(Web *web, double agent, double target, float arrival)
{
    return (int)veer_agent_follow_agent(web->world, web_agent_id(agent), web_agent_id(target),
                                        arrival);
}

int web_agent_prefer(Web *web, double agent, float x, float y, float z)
{
    VeerVec3 velocity = {x, y, z};
    return (int)veer_agent_set_preferred_velocity(web->world, web_agent_id(agent), velocity);
}

int web_agent_stop(Web *web, double agent)
{
    return (int)veer_agent_stop(web->world, web_agent_id(agent));
}

int web_agent_move(Web *web, double agent, float x, float y, float z)
{
    return (int)veer_agent_set_position(web->world, web_agent_id(agent), (VeerVec3){x, y, z});
}

int web_agent_push(Web *web, double agent, float x, float y, float z)
{
    return (int)veer_agent_set_velocity(web->world, web_agent_id(agent), (VeerVec3){x, y, z});
}

/// With the model's own constants, but for how far the agent looks.
static VeerStatus set_model(VeerWorld *world, VeerAgentId id, int model)
{
    VeerAvoidParams params = veer_avoid_params_for((VeerAvoidModel)model);
    return veer_agent_set_avoidance(world, id, (VeerAvoidModel)model, &params);
}

int web_agent_set(Web *web, double agent, int what, float value)
{
    VeerWorld *world = web->world;
    VeerAgentId id = web_agent_id(agent);
    switch (what) {
    case WEB_RADIUS:
        return (int)veer_agent_set_radius(world, id, value);
    case WEB_MAX_SPEED:
        return (int)veer_agent_set_max_speed(world, id, value);
    case WEB_PREFERRED_SPEED:
        return (int)veer_agent_set_preferred_speed(world, id, value);
    case WEB_PRIORITY:
        return (int)veer_agent_set_priority(world, id, value);
    case WEB_GROUP:
        return (int)veer_agent_set_group(world, id, (uint32_t)value);
    case WEB_MODEL:
        return (int)set_model(world, id, (int)value);
    default:
        return (int)VEER_BAD_VALUE;
    }
}

const double *web_agent_get(const Web *web, double agent)
{
    static double values[23];
    VeerAgentState state;
    if (veer_agent_get(web->world, web_agent_id(agent), &state) != VEER_OK) {
        return NULL;
    }
    web_put(values, state.position);
    web_put(values + 3, state.velocity);
    web_put(values + 6, state.preferred_velocity);
    web_put(values + 9, state.safe_velocity);
    web_put(values + 12, state.goal);
    values[15] = (double)state.radius;
    values[16] = (double)state.max_speed;
    values[17] = (double)state.model;
    values[18] = (double)state.status;
    values[19] = (double)state.group;
    values[20] = (double)state.has_goal;
    values[21] = (double)state.is_avoiding;
    values[22] = (double)state.id;
    return values;
}

const void *web_column(const Web *web, int which)
{
    static VeerSpan (*const columns[])(const VeerWorld *) = {
        veer_agent_positions, veer_agent_velocities, veer_agent_headings,
        veer_agent_radii,     veer_agent_liveness,   veer_agent_statuses,
    };
    static const size_t strides[] = {12, 12, 12, 4, 1, 1};
    VeerSpan span = columns[which](web->world);
    return span.stride == strides[which] ? span.data : NULL;
}
