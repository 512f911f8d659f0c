/// Calls about agents that concern many rooms: they come and go, their routes, traces of avoidance.
#include "world/host/agents.h"
#include "avoid/model.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/field/field.h"
#include "world/outline/outline.h"
#include "world/predict/predict.h"
#include "world/squad/squad.h"
#include "world/tick/tick.h"
#include "world/traffic/traffic.h"

static VeerVec3 first_heading(const VeerWorld *world, const VeerAgentDef *def)
{
    VeerVec3 along =
        veer_agent_direction(veer_world_flat(world, def->velocity), vec3(1.0f, 0.0f, 0.0f));
    return veer_agent_direction(veer_world_flat(world, def->heading), along);
}

uint32_t veer_agent_take_slot(VeerWorld *world)
{
    VeerStateHead *head = world->head;
    uint32_t slot = head->agent_free;
    if (slot != VEER_NO_SLOT) {
        head->agent_free = world->agent.goal_target[slot].slot;
        return slot;
    }
    slot = head->agent_slot_count++;
    world->agent.generation[slot] = 1;
    return slot;
}

static VeerMatter matter_of(const VeerAgentDef *def)
{
    return (VeerMatter){def->mass, def->restitution, def->friction};
}

/// The slot that the next agent gets.
static uint32_t next_slot(const VeerWorld *world)
{
    uint32_t freed = world->head->agent_free;
    return freed != VEER_NO_SLOT ? freed : world->head->agent_slot_count;
}

/// Whether there is room for what a def's agent exchanges momentum by.
static bool has_room_for_matter(const VeerWorld *world, const VeerAgentDef *def)
{
    VeerMatter matter = matter_of(def);
    bool is_plain = matter.mass == 0.0f && matter.restitution == 0.0f && matter.friction == 0.0f;
    return is_plain || next_slot(world) < world->def.max_masses;
}

static VeerProfile profile_of(const VeerAgentDef *def)
{
    VeerProfile profile = {
        .max_acceleration = def->max_acceleration,
        .max_braking = veer_agent_braking(def->max_acceleration, def->max_braking),
        .max_turn_rate = def->max_turn_rate,
        .vehicle_values = veer_vehicle_pack(&def->vehicle),
        .avoid_mask = def->avoid_mask,
        .vehicle = (uint8_t)def->vehicle.kind,
    };
    veer_profile_put_avoidance(&profile, def->max_speed, def->model, &def->avoid);
    return profile;
}

/// The row of a def's profile.
static VeerStatus take_profile(const VeerWorld *world, VeerRefusal *refusal,
                               const VeerAgentDef *def, uint32_t *row)
{
    VeerProfile profile = profile_of(def);
    *row = veer_profile_take(world, &profile);
    return veer_world_check_room(world, refusal, *row != VEER_NO_SLOT, "world.max_profiles",
                                 world->def.max_profiles);
}

static void fill_body(VeerWorld *world, uint32_t slot, const VeerAgentDef *def)
{
    VeerAgentColumns *agent = &world->agent;
    agent->position[slot] = def->position;
    agent->velocity[slot] = veer_world_flat(world, def->velocity);
    agent->heading[slot] = first_heading(world, def);
    world->last_position[slot] = agent->position[slot];
    world->last_heading[slot] = agent->heading[slot];
    agent->radius[slot] = def->radius;
    agent->height[slot] = def->height;
    agent->max_speed[slot] = def->max_speed;
    agent->preferred_speed[slot] = def->preferred_speed;
    veer_agent_put_matter(world, slot, matter_of(def));
}

static void fill_rules(VeerWorld *world, uint32_t slot, const VeerAgentDef *def)
{
    VeerAgentColumns *agent = &world->agent;
    agent->layer[slot] = def->layer;
    agent->priority[slot] = def->priority;
    agent->is_immovable[slot] = def->is_immovable;
    agent->group[slot] = def->group;
    agent->user_data[slot] = def->user_data;
    agent->id[slot] = def->id ? def->id : ++world->head->next_agent_id;
}

VeerStatus veer_agent_create(VeerWorld *world, const VeerAgentDef *def, VeerAgentId *out)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    veer_need_place(&refusal, out, "out");
    if (veer_need_object(&refusal, def, "def")) {
        veer_agent_def_need(&refusal, def);
        veer_lifetime_need(&refusal, world, "def.time_to_live", def->time_to_live);
    }
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        uint32_t most = world->def.max_agents;
        status = veer_world_check_room(world, &refusal, world->head->agent_count < most,
                                       "world.max_agents", most);
    }
    if (status == VEER_OK) {
        status = veer_world_check_room(world, &refusal, has_room_for_matter(world, def),
                                       "world.max_masses", world->def.max_masses);
    }
    uint32_t row = VEER_NO_SLOT;
    status = status == VEER_OK ? take_profile(world, &refusal, def, &row) : status;
    if (status != VEER_OK) {
        return status;
    }
    uint32_t slot = veer_agent_take_slot(world);
    veer_world_note_agent(world, slot);
    veer_agent_clear(world, slot);
    world->agent.profile[slot] = (uint16_t)row;
    fill_body(world, slot, def);
    fill_rules(world, slot, def);
    veer_lifetime_set(world, world->agent_end, slot, def->time_to_live);
    world->agent.is_alive[slot] = 1;
    world->head->agent_count++;
    *out = (VeerAgentId){slot, world->agent.generation[slot]};
    return VEER_OK;
}

VeerStatus veer_agent_destroy(VeerWorld *world, VeerAgentId agent)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        veer_agent_remove(world, slot, false);
    }
    return status;
}

// --- Routes ---

VeerStatus veer_agent_route(const VeerWorld *world, VeerAgentId agent, VeerRouteState *out)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = veer_world_check_read(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    *out = (VeerRouteState){VEER_ROUTE_NONE, false, false, {0}, 0.0f, 0};
    if (veer_route_is_on(world, slot)) {
        const VeerRoute *route = &world->map.routes.all[slot];
        *out = (VeerRouteState){
            (VeerRouteStatus)route->status, route->is_waiting, route->field > 0, route->target,
            veer_route_length(world, slot), route->count};
    }
    return VEER_OK;
}

VeerStatus veer_agent_held(const VeerWorld *world, VeerAgentId agent, VeerHeld *out)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = veer_world_check_read(world, &refusal);
    if (status == VEER_OK) {
        veer_traffic_held(world, slot, out);
    }
    return status;
}

uint32_t veer_agent_route_points(const VeerWorld *world, VeerAgentId agent, VeerVec3 *out,
                                 uint32_t capacity)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT || !veer_route_is_on(world, slot)) {
        return 0;
    }
    (void)veer_route_ahead(world, slot, out, out ? capacity : 0);
    return world->map.routes.all[slot].count;
}

VeerPlanStats veer_world_plan_stats(const VeerWorld *world)
{
    bool has_map = world && world->map.head;
    return has_map ? world->map.head->stats : (VeerPlanStats){0, 0, 0, 0};
}

// --- Avoidance: the host's own models, and traces ---

VeerStatus veer_world_set_avoid_callback(VeerWorld *world, uint32_t index, VeerAvoidFn *function,
                                         void *user)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    veer_need(&refusal, index < VEER_MAX_AVOID_CALLBACKS, "index",
              "must be below VEER_MAX_AVOID_CALLBACKS", (double)index);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->avoid_callbacks[index] = (VeerAvoidCallback){function, user};
    }
    return status;
}

VeerStatus veer_world_trace(VeerWorld *world, VeerAgentId agent, float dt, VeerAvoidTrace *trace)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need(&refusal, is_tick(dt), "dt", "must be VEER_MIN_DT to VEER_MAX_DT", (double)dt);
    if (veer_need_object(&refusal, trace, "trace")) {
        veer_need_that(&refusal, trace->capacity == 0 || trace->marks, "trace.marks",
                       VEER_MUST_PLACE);
    }
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    veer_stage_sense(world);
    veer_outline_show(world);
    trace->count = 0;
    trace->dropped = 0;
    trace->origin = world->agent.position[slot];
    VeerSensed sensed;
    veer_world_sense_obstacles(world, slot, NULL, &sensed);
    dt /= (float)veer_world_substeps(world, dt);
    VeerView view = veer_world_view(world, slot, dt, NULL, &sensed);
    view.trace = trace;
    veer_world_decide(world, slot, &view);
    return VEER_OK;
}
