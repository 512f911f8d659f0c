/// Avoid: from what each agent senses and prefers to its safe velocity.
#include "avoid/model.h"
#include "base/wide_bits.h"
#include "math/vec.h"
#include "world/outline/outline.h"
#include "world/squad/squad.h"
#include "world/tick/batch.h"
#include "world/tick/deciding.h"
#include "world/traffic/traffic.h"

#define GRAIN 256u
/// Whose turn it is, of a world that is one part of a larger one.
typedef enum AvoidTurn {
    TURN_ALL = 0,
    TURN_INNER, ///< who senses no ghost, while these are on their way
    TURN_BORDER ///< all others
} AvoidTurn;

typedef struct Avoiding {
    VeerWorld *world;
    const uint32_t *order; ///< order[count]
    uint32_t count;
    uint32_t first, last; ///< those that are decided here: [first, last)
    float dt;             ///< s
    bool is_open;         ///< nothing is to be sensed but agents
    AvoidTurn turn;
} Avoiding;

VeerAvoidResult veer_world_decide(const VeerWorld *world, uint32_t slot, const VeerView *view)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerAvoidParams *params = &veer_profile(world, slot)->avoid;
    VeerAvoidParams shortened;
    if (veer_squad_shortens(world, slot, view, &shortened) ||
        veer_maze_shorten_horizon(world, slot, &shortened)) {
        params = &shortened;
    }
    VeerVec3 preferred = agent->preferred[slot];
    VeerAvoidModel model = (VeerAvoidModel)veer_profile(world, slot)->model;
    if (model == VEER_AVOID_CUSTOM) {
        VeerAvoidCallback callback = world->avoid_callbacks[params->custom.callback];
        if (callback.function) {
            VeerAvoidResult result = callback.function(view, params, preferred, callback.user);
            return veer_avoid_sanitise(view, preferred, result);
        }
    }
    return veer_avoid_answer(model, view, params, preferred);
}

/// An agent that has arrived and was pushed off its place goes straight back, or not at all: on a
/// detour it would leave the place that it has come to. One in a maze keeps to its nodes.
static bool makes_detours(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    if (veer_maze_has(world, slot)) {
        return false;
    }
    return veer_profile(world, slot)->model != VEER_AVOID_CROWD ||
           agent->status[slot] != VEER_AGENT_ARRIVED;
}

/// One agent alone.
static void decide_alone(VeerWorld *world, uint32_t entry, float dt, const VeerVicinity *vicinity,
                         VeerSensed *sensed)
{
    VeerAgentColumns *agent = &world->agent;
    uint32_t slot = world->agent_index->order[entry];
    veer_deciding_leave(world, entry);
    VeerView view = veer_world_view(world, slot, dt, vicinity, sensed);
    world->sensed_near[entry].range = 0.0f;
    if (sensed->nearest.range > 0.0f) {
        world->sensed_near[entry] = sensed->nearest;
    }
    VeerAvoidResult result = veer_world_decide(world, slot, &view);
    if (world->map.head) {
        world->map.routes.all[slot].is_queuing = sensed->is_queuing;
    }
    agent->safe[slot] = result.velocity;
    agent->memory[slot] = makes_detours(world, slot) ? result.memory : (VeerAvoidMemory){0};
    agent->is_avoiding[slot] = result.is_avoiding;
}

static void decide_batch(const Avoiding *avoiding, VeerAgentBatch *batch)
{
    uint32_t alone = veer_agent_batch_decide(batch, avoiding->world);
    for (; alone; alone &= alone - 1u) {
        uint32_t lane = veer_bits_lowest(alone);
        VeerSensed sensed;
        veer_world_sense_obstacles(avoiding->world, batch->slots[lane], &batch->edges, &sensed);
        decide_alone(avoiding->world, batch->crowd.body[lane], avoiding->dt, NULL, &sensed);
    }
}

static void avoid_entry(const Avoiding *avoiding, uint32_t entry, const VeerVicinity *vicinity,
                        VeerAgentBatch *batch)
{
    VeerWorld *world = avoiding->world;
    if (world->deciding[entry].kind == VEER_DECIDES_NOTHING) {
        world->sensed_near[entry].range = 0.0f;
        return;
    }
    uint32_t slot = avoiding->order[entry];
    VeerSensed sensed;
    if (!avoiding->is_open) {
        veer_world_sense_obstacles(world, slot, &batch->edges, &sensed);
    }
    if (!veer_agent_batch_add(batch, world, entry, avoiding->is_open ? NULL : &sensed, vicinity)) {
        if (avoiding->is_open) {
            veer_world_sense_obstacles(world, slot, &batch->edges, &sensed);
        }
        decide_alone(world, entry, avoiding->dt, vicinity, &sensed);
        veer_outline_watch(world, slot, avoiding->dt);
    } else if (veer_agent_batch_is_full(batch)) {
        decide_batch(avoiding, batch);
    }
}

static bool is_inner(const VeerWorld *world, uint32_t entry)
{
    VeerVec3 at = veer_world_seen_at(world, entry);
    const VeerVec3 *lower = &world->parts->inner.lower, *upper = &world->parts->inner.upper;
    // Heights part nobody in the plane.
    bool is_between = world->def.space == VEER_PLANAR || (at.z >= lower->z && at.z < upper->z);
    return is_between && at.x >= lower->x && at.x < upper->x && at.y >= lower->y && at.y < upper->y;
}

/// Whether it is its turn.
static bool is_due(const Avoiding *avoiding, uint32_t entry)
{
    bool is_first = avoiding->turn == TURN_INNER;
    return avoiding->turn == TURN_ALL || is_inner(avoiding->world, entry) == is_first;
}

/// The first of a run from `next` on whose turn it is; `last`: none.
static uint32_t first_due(const Avoiding *avoiding, uint32_t next, uint32_t last)
{
    while (next < last && !is_due(avoiding, next)) {
        ++next;
    }
    return next;
}

/// Brings near what an agent that decides alone, and soon, reads. @param end  of those that are
/// decided here: others' records are written meanwhile
static void fetch(const Avoiding *avoiding, uint32_t entry, uint32_t end)
{
    if (entry < end && avoiding->world->deciding[entry].kind == VEER_DECIDES_ALONE) {
        veer_agent_batch_fetch(avoiding->world, avoiding->order[entry]);
    }
}

static void avoid_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const Avoiding *avoiding = context;
    VeerVicinity vicinity;
    VeerAgentBatch batch;
    veer_agent_batch_open(&batch, avoiding->world, avoiding->dt);
    begin += avoiding->first;
    end += avoiding->first;
    for (uint32_t next = begin; next < end;) {
        uint32_t last = veer_vicinity_run(avoiding->world->agent_index, next, end);
        uint32_t due = first_due(avoiding, next, last);
        bool is_shared = due < last && veer_world_gather(avoiding->world, next, last, &vicinity);
        for (next = due; next < last; next = first_due(avoiding, next + 1u, last)) {
            fetch(avoiding, next + VEER_FETCH_AHEAD, end);
            avoid_entry(avoiding, next, is_shared ? &vicinity : NULL, &batch);
        }
    }
    decide_batch(avoiding, &batch);
}

/// Each process decides for its part of the agents, and gets the decisions for the others.
static void begin_part(Avoiding *avoiding)
{
    const VeerSharing *sharing = avoiding->world->sharing;
    avoiding->first = 0;
    avoiding->last = avoiding->count;
    if (sharing) {
        sharing->part(sharing->user, avoiding->count, &avoiding->first, &avoiding->last);
    }
}

static void end_part(const Avoiding *avoiding)
{
    const VeerSharing *sharing = avoiding->world->sharing;
    if (sharing) {
        sharing->share(sharing->user, avoiding->world);
    }
}

static void run(Avoiding *avoiding, VeerTaskFn *task)
{
    VeerWorld *world = avoiding->world;
    world->is_deciding = true;
    veer_world_run(world, avoiding->last - avoiding->first, GRAIN, task, avoiding);
    world->is_deciding = false;
}

/// Of a world that is one part of a larger one: those whom no ghost matters to decide while the
/// ghosts are on their way; then all others.
static void decide(Avoiding *avoiding)
{
    VeerWorld *world = avoiding->world;
    begin_part(avoiding);
    avoiding->turn = world->parts ? TURN_INNER : TURN_ALL;
    run(avoiding, avoid_range);
    if (world->parts) {
        (void)world->parts->ask(world->parts->user, world, VEER_SHARD_SEEN, 0.0f);
        veer_sense_ghosts(world);
        avoiding->turn = TURN_BORDER;
        run(avoiding, avoid_range);
    }
    veer_deciding_take(world, avoiding->first, avoiding->last);
    end_part(avoiding);
}

/// Whether there is nothing but agents: no walls, no balls, no map.
static bool is_open(const VeerWorld *world)
{
    uint32_t balls;
    (void)veer_index_order(world->ball_index, &balls);
    return balls == 0 && veer_walls_are_none(world) && !world->map.head;
}

void veer_stage_avoid(VeerWorld *world, float dt)
{
    Avoiding avoiding = {.world = world, .dt = dt, .is_open = is_open(world)};
    avoiding.order = veer_index_order(world->agent_index, &avoiding.count);
    veer_yield_see_routes(world);
    decide(&avoiding);
}
