/// The queue of a tick's events, their order, and removals until the next tick reports them.
#include "world/base/events.h"

uint32_t veer_world_pair_capacity(const VeerWorldDef *def)
{
    return (uint32_t)(def->max_agents * 23ull / 16ull) + 64 + 2 * def->max_obstacles;
}

uint32_t veer_world_profile_capacity(const VeerWorldDef *def)
{
    return def->max_profiles < def->max_agents ? def->max_profiles : def->max_agents;
}

uint32_t veer_world_matter_capacity(const VeerWorldDef *def)
{
    return def->max_masses < def->max_agents ? def->max_masses : def->max_agents;
}

uint32_t veer_world_impact_capacity(const VeerWorldDef *def)
{
    return veer_world_matter_capacity(def) + 64 + 2 * def->max_obstacles;
}

/// Bodies that may go in one tick by themselves.
static uint32_t lifetime_count(const VeerWorldDef *def)
{
    return def->has_lifetimes ? def->max_agents + def->max_obstacles : 0;
}

uint32_t veer_world_event_capacity(const VeerWorldDef *def)
{
    uint32_t early = def->max_agents / 128;
    return def->max_agents + early + def->max_obstacles + 256 + lifetime_count(def) +
           def->max_messages;
}

uint32_t veer_world_early_capacity(const VeerWorldDef *def)
{
    return veer_world_event_capacity(def) - def->max_agents - (def->max_obstacles + 7) / 8;
}

uint32_t veer_world_removal_capacity(const VeerWorldDef *def)
{
    return def->max_agents / 4 + def->max_obstacles / 4 + 64 + lifetime_count(def);
}

void veer_events_begin(VeerWorld *world)
{
    uint32_t room = veer_world_early_capacity(&world->def);
    if (world->substep.index == 0) {
        world->event_count = 0;
    } else if (world->event_count > room) {
        world->head->dropped += world->event_count - room;
        world->event_count = room;
    }
}

void veer_event_push(VeerWorld *world, VeerEvent event)
{
    if (world->event_count == veer_world_event_capacity(&world->def)) {
        world->head->dropped++;
        return;
    }
    world->events[world->event_count++] = event;
}

bool veer_event_comes_first(const void *context, const void *a, const void *b)
{
    const VeerWorld *world = context;
    const VeerEvent *first = a, *second = b;
    if (first->kind != second->kind) {
        return first->kind < second->kind;
    }
    return veer_agent_precedes(world, first->agent.slot, second->agent.slot);
}

const VeerEvent *veer_world_events(const VeerWorld *world, uint32_t *count)
{
    if (!world || !count) {
        return NULL;
    }
    *count = world->event_count;
    return world->events;
}

void veer_world_note_removal(VeerWorld *world, VeerRemoval removal)
{
    if (world->head->removal_count == veer_world_removal_capacity(&world->def)) {
        world->head->dropped++;
        return;
    }
    world->removals[world->head->removal_count++] = removal;
}
