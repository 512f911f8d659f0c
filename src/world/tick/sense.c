/// Sense: where everything is at the start of the tick.
#include "avoid/batch.h"
#include "base/wide_bits.h"
#include "math/vec.h"
#include "space/index_build.h"
#include "world/body/body.h"
#include "world/outline/outline.h"
#include "world/squad/squad.h"
#include "world/tick/tick.h"
#include "world/traffic/traffic.h"

#define GRAIN 256u
/// Agents ahead of the one that is looked at whose records are brought near.
#define FETCH_AHEAD 8u
/// An agent that rests gives path: its priority counts this much.
#define RESTING_PRIORITY 0.5f
/// Finite priorities count at most this much: the sum of two that lead must be finite.
#define GREATEST_PRIORITY 1e36f

/// Whether it is where it wants to be, or as near as it gets.
static bool rests(const VeerWorld *world, uint32_t slot)
{
    return veer_agent_rests(&world->agent, slot) || veer_route_stands(world, slot);
}

/// What an agent weighs when it shares an evasion: its priority, so that what cannot move never
/// yields and those of infinite priority to no others.
static float weight_of(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    if (agent->is_immovable[slot] || agent->max_speed[slot] == 0.0f) {
        return INFINITY;
    }
    float weight = world->def.max_squads > 0 ? veer_squad_weight(world, slot) : 0.0f;
    if (weight > 0.0f) {
        return min_f(weight * agent->priority[slot], GREATEST_PRIORITY);
    }
    float priority = agent->priority[slot] * (rests(world, slot) ? RESTING_PRIORITY : 1.0f);
    return isinf(priority) ? VEER_WEIGHT_UNYIELDING : min_f(priority, GREATEST_PRIORITY);
}

static VeerSignal signal_of(const VeerWorld *world, uint32_t slot, const VeerProfile *profile)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerSignal signal = {.is_avoiding = agent->is_avoiding[slot], .is_resting = rests(world, slot)};
    if (profile->model == VEER_AVOID_RAYS) {
        float side = agent->memory[slot].rays.side;
        signal.side = (int8_t)((side > 0.0f) - (side < 0.0f));
    }
    return signal;
}

static VeerSeenAgent seen_agent(const VeerWorld *world, uint32_t slot, const VeerProfile *profile)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerSeenAgent seen = {
        .compensation = plane2(agent->compensation[slot]),
        .group = agent->group[slot],
        .signal = signal_of(world, slot, profile),
        .z = agent->position[slot].z,
        .height = agent->height[slot],
        .layers = agent->layer[slot],
    };
    if (world->def.space == VEER_SPATIAL) {
        seen.compensation_z = agent->compensation[slot].z;
        seen.velocity_z = agent->velocity[slot].z;
    }
    return seen;
}

/// Of those with no model: they heed nobody.
static VeerCrowdBody body_of(const VeerWorld *world, uint32_t slot, const VeerProfile *profile)
{
    const VeerAgentColumns *agent = &world->agent;
    return (VeerCrowdBody){
        .x = agent->position[slot].x,
        .y = agent->position[slot].y,
        .velocity_x = agent->velocity[slot].x,
        .velocity_y = agent->velocity[slot].y,
        .radius = agent->radius[slot],
        .weight = world->scratch.weight[slot] * veer_crowd_priority(world, slot),
        .heed = profile->model == VEER_AVOID_NONE ? 0 : profile->avoid_mask,
        .id = agent->id[slot],
    };
}

/// Agent by agent as they lie in memory: what is written, and lies elsewhere, is little, and is
/// brought near before. Of slots without an agent that is anywhere.
static inline void look_one(VeerWorld *world, uint32_t slot, float dt)
{
    (void)dt;
    if (slot + FETCH_AHEAD < world->head->agent_slot_count) {
        uint32_t soon = world->agent_index->keys[slot + FETCH_AHEAD];
        veer_prefetch(&world->scratch.bodies[soon]);
        veer_prefetch(&world->scratch.seen[soon]);
    }
    uint32_t entry = world->agent_index->keys[slot];
    world->scratch.weight[slot] = weight_of(world, slot);
    const VeerProfile *profile = veer_profile(world, slot);
    world->scratch.bodies[entry] = body_of(world, slot, profile);
    world->scratch.seen[entry] = seen_agent(world, slot, profile);
}

static void look_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    VeerWorld *world = context;
    for (uint32_t slot = begin; slot < end; ++slot) {
        if (veer_world_decides(world, slot)) {
            look_one(world, slot, 0.0f);
        }
    }
}

/// Agents are put into their index from what is in the order of entries: of each slot's columns
/// every one would be scattered.
static void put_some(VeerWorld *world, uint32_t begin, uint32_t end, VeerIndexCommon *common)
{
    VeerIndex *index = world->agent_index;
    for (uint32_t entry = begin; entry < end; ++entry) {
        const VeerCrowdBody *body = &world->scratch.bodies[entry];
        const VeerSeenAgent *seen = &world->scratch.seen[entry];
        VeerIndexBall ball = {vec3(body->x, body->y, seen->z),
                              body->radius,
                              seen->height,
                              body->id,
                              seen->layers,
                              false};
        veer_index_put(index, entry, &ball, common);
    }
}

/// Agents that are put by several workers, whole blocks of entries each.
typedef struct Putting {
    VeerWorld *world;
    VeerIndexCommon common[VEER_MAX_WORKERS];
} Putting;

_Static_assert(GRAIN % VEER_INDEX_BLOCK == 0, "blocks are put by one worker");

static void put_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    Putting *putting = context;
    VeerIndexCommon common = putting->common[worker];
    put_some(putting->world, begin, end, &common);
    putting->common[worker] = common;
}

static void put_agents(VeerWorld *world)
{
    VeerIndex *index = world->agent_index;
    Putting putting = {.world = world};
    for (uint32_t i = 0; i < VEER_MAX_WORKERS; ++i) {
        putting.common[i] = veer_index_nothing();
    }
    veer_world_run(world, index->count, GRAIN, put_range, &putting);
    for (uint32_t i = 0; i < VEER_MAX_WORKERS; ++i) {
        veer_index_share(&index->common, putting.common[i]);
    }
    veer_index_close(index, 0);
}

void veer_stage_sense(VeerWorld *world)
{
    veer_bodies_place(world);
    veer_world_run(world, world->head->agent_slot_count, GRAIN, look_range, world);
    put_agents(world);
}

void veer_sense_ghosts(VeerWorld *world)
{
    uint32_t first = world->agent_index->count;
    veer_ghosts_place(world);
    veer_tick_ghosts(world, 0.0f, look_one);
    put_some(world, first, world->agent_index->count, &world->agent_index->common);
    veer_index_close(world->agent_index, first);
    veer_outline_run_some(world, first, world->agent_index->count);
}
