/// Explanations: the reasons of one agent, topic by topic.
#include "world/explain/explain.h"

#include "math/vec.h"
#include "world/body/body.h"
#include "world/outline/outline.h"

static void add(VeerExplaining *self, VeerReason reason)
{
    if (self->count < self->capacity) {
        self->out[self->count] = reason;
    }
    self->count++;
}

void veer_explain_say(VeerExplaining *self, VeerReasonKind kind, float value, float limit)
{
    add(self, (VeerReason){.kind = kind, .value = value, .limit = limit});
}

void veer_explain_place(VeerExplaining *self, VeerReasonKind kind, VeerVec3 place, float value)
{
    add(self,
        (VeerReason){.kind = kind, .place = place, .has_place = true, .value = value, .limit = 0});
}

static VeerVec3 place_of(const VeerWorld *world, const VeerFound *body)
{
    return body->kind == VEER_FOUND_AGENT ? world->agent.position[body->agent.slot]
                                          : world->obstacle.position[body->obstacle.slot];
}

void veer_explain_body(VeerExplaining *self, VeerReasonKind kind, VeerFound body, float value,
                       float limit)
{
    VeerReason reason = {.kind = kind, .body = body, .value = value, .limit = limit};
    bool is_obstacle = body.kind == VEER_FOUND_OBSTACLE;
    if (body.kind == VEER_FOUND_AGENT ||
        (is_obstacle && self->world->obstacle.is_ball[body.obstacle.slot])) {
        reason.place = place_of(self->world, &body);
        reason.has_place = true;
    }
    add(self, reason);
}

VeerFound veer_explain_agent(const VeerExplaining *self, uint32_t slot)
{
    const VeerAgentColumns *agent = &self->world->agent;
    float apart = length3(veer_world_offset(self->world, self->slot, agent->position[slot]));
    return (VeerFound){.kind = VEER_FOUND_AGENT,
                       .id = agent->id[slot],
                       .agent = {slot, agent->generation[slot]},
                       .distance = apart - agent->radius[slot] - agent->radius[self->slot]};
}

VeerFound veer_explain_ball(const VeerExplaining *self, uint32_t slot)
{
    const VeerObstacleColumns *obstacle = &self->world->obstacle;
    float apart = length3(veer_world_offset(self->world, self->slot, obstacle->position[slot]));
    return (VeerFound){.kind = VEER_FOUND_OBSTACLE,
                       .id = slot,
                       .obstacle = {slot, obstacle->generation[slot]},
                       .distance =
                           apart - obstacle->radius[slot] - self->world->agent.radius[self->slot]};
}

VeerFound veer_explain_neighbour(const VeerExplaining *self, const VeerNeighbour *neighbour)
{
    const VeerAgentColumns *agent = &self->world->agent;
    if (neighbour->is_obstacle) {
        VeerFound found = veer_explain_ball(self, neighbour->id);
        // Of what is no ball it is the nearest point.
        float reach = self->world->agent.radius[self->slot] + neighbour->radius;
        found.distance = length3(neighbour->offset) - reach;
        return found;
    }
    uint32_t slot = 0;
    while (!agent->is_alive[slot] || slot == self->slot || agent->id[slot] != neighbour->id) {
        slot++;
    }
    return veer_explain_agent(self, slot);
}

/// Senses the world for an agent, as its model is given it.
/// @param self  dt, out and capacity are the caller's; the rest is filled
static VeerStatus sense(VeerExplaining *self, VeerRefusal *refusal, VeerWorld *world,
                        VeerAgentId agent, const uint32_t *count)
{
    uint32_t slot = veer_agent_need(refusal, world, agent);
    veer_need(refusal, is_tick(self->dt), "dt", "must be VEER_MIN_DT to VEER_MAX_DT",
              (double)self->dt);
    veer_need_place(refusal, count, "count");
    VeerStatus status = veer_world_check_change(world, refusal);
    if (status != VEER_OK) {
        return status;
    }
    veer_stage_sense(world);
    veer_outline_show(world);
    self->world = world;
    self->slot = slot;
    veer_world_sense_obstacles(world, slot, NULL, &self->sensed);
    float dt = self->dt / (float)veer_world_substeps(world, self->dt);
    self->view = veer_world_view(world, slot, dt, NULL, &self->sensed);
    return VEER_OK;
}

VeerStatus veer_world_explain(VeerWorld *world, VeerAgentId agent, float dt, VeerReason *out,
                              uint32_t capacity, uint32_t *count)
{
    VeerRefusal refusal = {.function = __func__};
    VeerExplaining self = {.dt = dt, .out = out, .capacity = capacity};
    veer_need_that(&refusal, capacity == 0 || out, "out", VEER_MUST_PLACE);
    VeerStatus status = sense(&self, &refusal, world, agent, count);
    if (status != VEER_OK) {
        return status;
    }
    veer_explain_goal(&self);
    veer_explain_senses(&self);
    veer_explain_decision(&self);
    *count = self.count;
    return VEER_OK;
}

VeerStatus veer_world_sensed(VeerWorld *world, VeerAgentId agent, float dt, VeerFound *out,
                             uint32_t capacity, uint32_t *count)
{
    VeerRefusal refusal = {.function = __func__};
    VeerExplaining self = {.dt = dt};
    veer_need_that(&refusal, capacity == 0 || out, "out", VEER_MUST_PLACE);
    VeerStatus status = sense(&self, &refusal, world, agent, count);
    if (status != VEER_OK) {
        return status;
    }
    *count = self.view.neighbour_count;
    for (uint32_t i = 0; i < *count && i < capacity; i++) {
        out[i] = veer_explain_neighbour(&self, &self.view.neighbours[i]);
    }
    return VEER_OK;
}
