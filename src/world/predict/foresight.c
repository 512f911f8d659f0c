/// The foresight of a world: where it lies in the blocks, and what the host sets and reads.
#include "base/arena.h"
#include "base/hash.h"
#include "world/base/base.h"
#include "world/body/body.h"
#include "world/predict/predict.h"

#include <stddef.h>

/// Points that a path may have before it is pulled straight.
#define ROOM 4096u
#define MAX_STATES (1u << 24)

static VeerWindowDef window_def(const VeerWorldDef *def)
{
    VeerWindowDef window = def->foresight.window;
    window.slack = 0.0f;
    window.sweep_count = def->max_obstacles > 0 ? def->max_obstacles * VEER_FORESIGHT_PIECES : 1;
    return window;
}

bool veer_foresight_def_is_good(const VeerWorldDef *def)
{
    const VeerForesightDef *foresight = &def->foresight;
    if (!foresight->has_window) {
        return true;
    }
    VeerWindowDef window = window_def(def);
    bool has_depth = window.depth > 0;
    return veer_window_size(&window) > 0 && has_depth == (def->space == VEER_SPATIAL) &&
           foresight->max_states >= 1 && foresight->max_states <= MAX_STATES &&
           foresight->budget > 0;
}

void veer_foresight_lay_out_state(VeerWorld *world, VeerArena *arena)
{
    bool has_window = world->def.foresight.has_window;
    world->foresight.agents =
        has_window ? veer_arena_take(arena, world->def.max_agents, sizeof(VeerForesight)) : NULL;
}

void veer_foresight_lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    VeerWorldForesight *foresight = &world->foresight;
    if (!world->def.foresight.has_window) {
        return;
    }
    VeerWindowDef def = window_def(&world->def);
    uint32_t states = world->def.foresight.max_states;
    foresight->memory = veer_arena_take(arena, 1, veer_window_size(&def));
    void *search = veer_arena_take(arena, 1, veer_interval_search_size(states));
    foresight->search = arena->base ? veer_interval_search_init(search, states) : NULL;
    foresight->room = ROOM;
    // Pulled straight, paths take up to twice as many.
    foresight->points = veer_arena_take(arena, 3 * ROOM, sizeof *foresight->points);
    foresight->queue = veer_arena_take(arena, world->def.max_agents, sizeof *foresight->queue);
    foresight->window = NULL;
    foresight->is_standing = false;
}

VeerWindow *veer_foresight_empty(VeerWorld *world)
{
    VeerWindowDef def = window_def(&world->def);
    world->foresight.window = veer_window_init(world->foresight.memory, &def);
    return world->foresight.window;
}

bool veer_foresight_is_on(const VeerWorld *world, uint32_t slot)
{
    return world->def.foresight.has_window && world->foresight.agents[slot].is_on;
}

void veer_foresight_end(VeerWorld *world, uint32_t slot)
{
    if (world->def.foresight.has_window) {
        world->foresight.agents[slot] = (VeerForesight){.is_on = 0};
    }
}

VeerStatus veer_agent_set_foresight(VeerWorld *world, VeerAgentId agent, bool is_on)
{
    uint32_t slot;
    VeerStatus status = veer_agent_open(world, agent, world->def.foresight.has_window, &slot);
    if (status == VEER_OK && is_on != (bool)world->foresight.agents[slot].is_on) {
        veer_foresight_end(world, slot);
        world->foresight.agents[slot].is_on = is_on;
    }
    return status;
}

VeerStatus veer_agent_foresight(const VeerWorld *world, VeerAgentId agent, VeerForesightState *out)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT) {
        return VEER_BAD_HANDLE;
    }
    *out = (VeerForesightState){.is_on = false};
    if (veer_foresight_is_on(world, slot)) {
        const VeerForesight *own = &world->foresight.agents[slot];
        *out = (VeerForesightState){true, (VeerForesightStatus)own->status, own->plans, own->count};
    }
    return VEER_OK;
}

uint32_t veer_agent_foresight_points(const VeerWorld *world, VeerAgentId agent, VeerTimedPoint *out,
                                     uint32_t capacity)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT || !veer_foresight_is_on(world, slot)) {
        return 0;
    }
    const VeerForesight *own = &world->foresight.agents[slot];
    float elapsed = (float)(world->head->time - own->begun);
    for (uint32_t i = 0; i < own->count && i < capacity; ++i) {
        out[i] = (VeerTimedPoint){own->points[i].position, own->points[i].time - elapsed};
    }
    return own->count;
}

uint64_t veer_foresight_hash(const VeerWorld *world, uint32_t slot, uint64_t hash)
{
    if (!veer_foresight_is_on(world, slot)) {
        return hash;
    }
    const VeerForesight *own = &world->foresight.agents[slot];
    size_t size = offsetof(VeerForesight, points) + own->count * sizeof(VeerTimedPoint);
    return veer_hash_words(hash, own, size);
}
