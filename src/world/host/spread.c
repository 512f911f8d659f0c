/// What reads further than agents sense, or changes what all shards have: it is refused.
#include "world/host/spread.h"
#include "world/body/body.h"

static const char *of_def(const VeerWorld *world)
{
    const VeerWorldDef *def = &world->def;
    if (def->map.kind != VEER_MAP_NONE) {
        return "a map: routes, fields and traffic reach further than a halo";
    }
    if (def->foresight.has_window) {
        return "foresight: its window is of all that moves";
    }
    if (def->max_squads > 0) {
        return "squads: they are ordered as wholes";
    }
    return def->has_lifetimes ? "lifetimes: bodies would go in one shard only" : NULL;
}

static const char *of_head(const VeerWorld *world)
{
    if (world->head->is_steered) {
        return "a tick that is not done: veer_world_moved is missing";
    }
    if (world->head->removal_count > 0) {
        return "removals that no tick has told of: step it once";
    }
    if (world->head->mass_count > 0) {
        return "agents with masses: impacts go on from body to body";
    }
    bool has_messages = world->def.max_messages > 0 && world->message_head->count > 0;
    return has_messages ? "messages that wait" : NULL;
}

static const char *of_obstacle(const VeerWorld *world, uint32_t slot)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    if (!obstacle->is_alive[slot]) {
        return NULL;
    }
    if (obstacle->is_ghost[slot] && obstacle->sense_mask[slot] != 0) {
        return "sensors: they tell of all that is in them";
    }
    if (veer_obstacle_is_kinematic(world, slot)) {
        return "moving walls: agents hold them up";
    }
    bool is_free = obstacle->is_ball[slot] && obstacle->motion[slot] == VEER_MOTION_FREE;
    return is_free ? "free balls: agents push them" : NULL;
}

static const char *of_agent(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    if (!agent->is_alive[slot]) {
        return NULL;
    }
    if (agent->goal_kind[slot] == VEER_GOAL_AGENT) {
        return "agents that follow agents: those may be anywhere";
    }
    if (agent->behaviour_list[slot] != 0) {
        return "behaviours: their ranges are their own";
    }
    bool is_custom = veer_profile(world, slot)->model == VEER_AVOID_CUSTOM;
    return is_custom ? "models of the host's: callbacks are not replicated" : NULL;
}

const char *veer_shard_refusal(const VeerWorld *world)
{
    const char *refusal = of_def(world);
    refusal = refusal ? refusal : of_head(world);
    for (uint32_t slot = 0; !refusal && slot < world->head->obstacle_slot_count; ++slot) {
        refusal = of_obstacle(world, slot);
    }
    for (uint32_t slot = 0; !refusal && slot < world->head->agent_slot_count; ++slot) {
        refusal = of_agent(world, slot);
    }
    return refusal;
}
