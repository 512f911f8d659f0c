#include "world/tick/expire.h"
#include "world/body/body.h"
#include "world/field/field.h"
#include "world/predict/predict.h"
#include "world/squad/squad.h"

void veer_agent_clear(VeerWorld *world, uint32_t slot)
{
    uint32_t generation = world->agent.generation[slot];
    veer_agent_put_matter(world, slot, (VeerMatter){0.0f, 0.0f, 0.0f});
    veer_route_end(world, slot);
    veer_foresight_end(world, slot);
    if (world->map.head) {
        world->map.covers.agents[slot].is_asked = 0;
        veer_links_forget(world, slot);
    }
#define CLEAR(type, name, rule) world->agent.name[slot] = (type){0};
    VEER_AGENT_COLUMNS(CLEAR, VEER_LEAVE_OUT)
    VEER_AGENT_SHARE_COLUMNS(CLEAR)
    VEER_AGENT_BODY_COLUMNS(CLEAR)
    VEER_AGENT_SLOT_COLUMNS(CLEAR)
#undef CLEAR
    world->agent.generation[slot] = generation;
    veer_lifetime_clear(world, world->agent_end, slot);
    veer_squad_forget(world, slot);
}

void veer_agent_give_slot(VeerWorld *world, uint32_t slot)
{
    VeerAgentColumns *agent = &world->agent;
    veer_agent_clear(world, slot);
    agent->generation[slot] += agent->generation[slot] == UINT32_MAX ? 2 : 1;
    agent->goal_target[slot].slot = world->head->agent_free;
    world->head->agent_free = slot;
    world->head->agent_count--;
}

void veer_agent_remove(VeerWorld *world, uint32_t slot, bool is_expired)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerAgentId handle = {slot, agent->generation[slot]};
    veer_world_note_agent(world, slot);
    veer_world_note_removal(world, (VeerRemoval){agent->id[slot], 0, is_expired, handle});
    veer_profile_leave(world, agent->profile[slot]);
    veer_agent_give_slot(world, slot);
}

static bool is_over(const VeerWorld *world, const double *ends, uint32_t slot)
{
    return ends[slot] > 0.0 && ends[slot] <= world->head->time;
}

void veer_bodies_expire(VeerWorld *world)
{
    if (!world->def.has_lifetimes) {
        return;
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (is_over(world, world->agent_end, slot)) {
            veer_agent_remove(world, slot, true);
        }
    }
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        if (is_over(world, world->obstacle_end, slot)) {
            veer_obstacle_remove(world, slot, true);
        }
    }
}
