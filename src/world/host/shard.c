/// Shards: agents' records out of a world and into it, and what the others are told in a tick.
#include "world/host/shard.h"
#include "base/sort.h"
#include "math/vec.h"
#include "world/base/progress.h"
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/host/agents.h"
#include "world/host/snapshot.h"
#include "world/host/spread.h"
#include "world/tick/tick.h"

#include <string.h>

static uint32_t id(const VeerWorld *world, uint32_t slot)
{
    return world->agent.id[slot];
}

static VeerVec3 position(const VeerWorld *world, uint32_t slot)
{
    return world->agent.position[slot];
}

static void get(const VeerWorld *world, uint32_t slot, VeerShardAgent *out)
{
    const VeerAgentColumns *agent = &world->agent;
    memset(out, 0, sizeof *out);
#define GET(type, name, rule) out->name = agent->name[slot];
    VEER_AGENT_COLUMNS(GET, VEER_LEAVE_OUT)
    VEER_AGENT_BODY_COLUMNS(GET)
#undef GET
    out->goal_target = agent->goal_target[slot];
    memcpy(&out->profile, veer_profile(world, slot), offsetof(VeerProfile, users));
}

/// Others see nothing of what it prefers and has decided, nor how it turns; of its progress whether
/// there is any; and of its memory how jammed it is, where its path past walls leads, and the side
/// that rays chose.
static void get_seen(const VeerWorld *world, uint32_t slot, VeerShardAgent *out)
{
    const VeerVec3 none = {0.0f, 0.0f, 0.0f};
    get(world, slot, out);
    VeerAvoidMemory memory = out->memory;
    out->heading = out->spin = out->preferred = out->safe = none;
    out->goal_best = 0.0f;
    out->goal_stalled = veer_progress_is_moving(world, slot) ? 0.0f : VEER_HELD_UP_SECONDS;
    out->user_data = 0;
    memset(&out->memory, 0, sizeof out->memory);
    if (out->profile.model == VEER_AVOID_CROWD) {
        out->memory.crowd = memory.crowd;
        out->memory.crowd.detour = 0.0f;
    } else if (out->profile.model == VEER_AVOID_RAYS) {
        out->memory.rays = memory.rays;
    }
}

static void get_place(const VeerWorld *world, uint32_t slot, VeerShardAgent *out)
{
    out->position = world->agent.position[slot];
    out->compensation = world->agent.compensation[slot];
}

/// Gives a slot a profile, in the place of the one that it has.
static bool put_profile(VeerWorld *world, uint32_t slot, const VeerProfile *profile, bool is_new)
{
    const VeerProfile *own = veer_profile(world, slot);
    if (!is_new && memcmp(own, profile, offsetof(VeerProfile, users)) == 0) {
        return true;
    }
    if (!is_new) {
        veer_profile_leave(world, world->agent.profile[slot]);
    }
    uint32_t row = veer_profile_take(world, profile);
    world->agent.profile[slot] = row == VEER_NO_SLOT ? 0 : (uint16_t)row;
    return row != VEER_NO_SLOT;
}

static uint32_t put(VeerWorld *world, uint32_t slot, const VeerShardAgent *from)
{
    VeerAgentColumns *agent = &world->agent;
    bool is_new = slot == VEER_NO_SLOT;
    if (is_new && world->head->agent_count == world->def.max_agents) {
        return VEER_NO_SLOT;
    }
    if (is_new) {
        slot = veer_agent_take_slot(world);
        world->head->agent_count++;
    }
    if (!put_profile(world, slot, &from->profile, is_new)) {
        return VEER_NO_SLOT;
    }
#define PUT(type, name, rule) agent->name[slot] = from->name;
    VEER_AGENT_COLUMNS(PUT, VEER_LEAVE_OUT)
    VEER_AGENT_BODY_COLUMNS(PUT)
#undef PUT
    agent->goal_target[slot] = from->goal_target;
    return slot;
}

static void drop(VeerWorld *world, uint32_t slot)
{
    veer_profile_leave(world, world->agent.profile[slot]);
    veer_agent_give_slot(world, slot);
}

static void settle(VeerWorld *world)
{
    veer_world_note_poses(world, world->agent.position, world->agent.heading);
    veer_world_note_move(world);
}

// --- Pairs ---

static const VeerPair *pairs(const VeerWorld *world, uint32_t *count)
{
    *count = world->head->pair_count;
    return world->pairs;
}

static bool pair_comes_first(const void *context, const void *a, const void *b)
{
    (void)context;
    return veer_pair_precedes(a, b);
}

static void sort_pairs(VeerPair *list, uint32_t count)
{
    veer_sort(list, count, sizeof *list, pair_comes_first, NULL);
}

static void set_pairs(VeerWorld *world, VeerPair *list, uint32_t count)
{
    uint32_t room = veer_world_pair_capacity(&world->def);
    sort_pairs(list, count);
    world->head->dropped += count > room ? count - room : 0;
    veer_pairs_put(world, list, count > room ? room : count);
}

static const unsigned char *state(const VeerWorld *world, size_t *size)
{
    *size = world->state_size;
    return world->state_block;
}

// --- How far agents see ---

static void reach(const VeerWorld *world, const uint8_t *kinds, VeerShardReach *out)
{
    const VeerAgentColumns *agent = &world->agent;
    *out = (VeerShardReach){.count = 0};
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (kinds[slot] != VEER_SHARD_OWN || !agent->is_alive[slot]) {
            continue;
        }
        VeerVec3 at = agent->position[slot];
        float speed = max_f(agent->max_speed[slot], length3(agent->velocity[slot]));
        out->sense_range = max_f(out->sense_range, veer_profile(world, slot)->avoid.sense_range);
        out->radius = max_f(out->radius, agent->radius[slot]);
        out->speed = max_f(out->speed, speed);
        out->quickness = max_f(out->quickness, veer_agent_quickness(world, slot));
        out->far = max_f(max_f(out->far, fabsf(at.x)), max_f(fabsf(at.y), fabsf(at.z)));
        out->count++;
    }
}

/// An agent sees the surfaces of others within its sense range; and touches those that begin within
/// as far as both may go (find_range in world/contact/find.c). Rounding of places, and of ranges,
/// is less than a thousandth, and a millionth of how far from the origin they are.
static float halo(const VeerShardReach *most, float dt)
{
    float touched = most->radius * (1.0f + VEER_CONTACT_SLACK) + 2.0f * most->speed * dt;
    float range = max_f(most->sense_range, touched) + most->radius;
    return range + range / 1024 + most->far / (1 << 20);
}

// --- In the middle of a tick ---

static uint32_t substeps(const VeerShardReach *greatest, float dt)
{
    return veer_substeps_for(greatest->quickness, dt);
}

static VeerStatus substep(VeerWorld *world, const VeerParts *parts)
{
    VeerRefusal refusal = {.function = __func__};
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->parts = parts;
        world->is_stepping = true;
        world->event_count = 0; // those before are told
        veer_world_substep(world, parts->step, parts->dt, parts->substep);
        world->is_stepping = false;
        world->parts = NULL;
    }
    return status;
}

static void get_move(const VeerWorld *world, VeerShardStage stage, uint32_t slot,
                     VeerShardMove *out)
{
    const VeerScratchColumns *scratch = &world->scratch;
    const VeerVec3 *values = stage == VEER_SHARD_MOVED   ? scratch->next_velocity
                             : stage == VEER_SHARD_ROUND ? scratch->shift
                                                         : world->next_shift;
    *out = (VeerShardMove){values[slot], scratch->contacts[slot].is_moving};
}

static void put_move(VeerWorld *world, VeerShardStage stage, uint32_t slot,
                     const VeerShardMove *move)
{
    VeerScratchColumns *scratch = &world->scratch;
    if (stage == VEER_SHARD_MOVED) {
        scratch->next_velocity[slot] = move->value;
        scratch->shift[slot] = scale3(move->value, world->parts->dt);
    } else if (stage == VEER_SHARD_ROUND) {
        scratch->shift[slot] = move->value;
        scratch->contacts[slot].is_moving = move->is_moving != 0;
    } else {
        world->next_shift[slot] = move->value;
    }
}

// --- Decisions that are shared ---

static VeerStatus step_shared(VeerWorld *world, float dt, const VeerSharing *sharing)
{
    world->sharing = sharing;
    VeerStatus status = veer_world_step(world, dt);
    world->sharing = NULL;
    return status;
}

static size_t get_decisions(const VeerWorld *world, uint32_t begin, uint32_t end, uint32_t *words)
{
    uint32_t count;
    const uint32_t *order = veer_index_order(world->agent_index, &count);
    size_t written = 0;
    for (uint32_t entry = begin; entry < end; ++entry) {
        written += veer_decision_write(world, order[entry], words + written);
    }
    return written;
}

static void put_decisions(VeerWorld *world, uint32_t begin, uint32_t end, const uint32_t *words)
{
    uint32_t count;
    const uint32_t *order = veer_index_order(world->agent_index, &count);
    for (uint32_t entry = begin; entry < end; ++entry) {
        words += veer_decision_read(world, order[entry], words);
    }
}

// --- Worlds ---

static void copy_head(VeerWorld *to, const VeerWorld *from)
{
    VeerStateHead *head = to->head, own = *head;
    *head = *from->head;
    head->fingerprint = own.fingerprint;
    head->dropped = own.dropped;
    head->agent_slot_count = own.agent_slot_count;
    head->agent_count = own.agent_count;
    head->agent_free = own.agent_free;
    head->pair_count = own.pair_count;
}

static void copy_rest(VeerWorld *to, const VeerWorld *from)
{
    uint32_t count = from->head->obstacle_slot_count;
    copy_head(to, from);
#define COPY(type, name, rule) memcpy(to->obstacle.name, from->obstacle.name, count * sizeof(type));
    VEER_OBSTACLE_COLUMNS(COPY)
    VEER_OBSTACLE_BODY_COLUMNS(COPY)
    VEER_OBSTACLE_TURN_COLUMNS(COPY)
#undef COPY
    memcpy(to->vertices, from->vertices, from->head->vertex_count * sizeof(VeerVec3));
    memcpy(to->behaviour_lists, from->behaviour_lists,
           from->def.max_behaviour_lists * sizeof(VeerBehaviourListSlot));
    veer_world_resume(to);
}

static void copy_agents(VeerWorld *to, const VeerWorld *from)
{
    uint32_t count = from->head->agent_slot_count;
#define COPY(type, name, rule) memcpy(to->agent.name, from->agent.name, count * sizeof(type));
    VEER_AGENT_COLUMNS(COPY, VEER_LEAVE_OUT)
    VEER_AGENT_SHARE_COLUMNS(COPY)
    VEER_AGENT_BODY_COLUMNS(COPY)
    VEER_AGENT_SLOT_COLUMNS(COPY)
#undef COPY
    memcpy(to->profiles, from->profiles,
           veer_world_profile_capacity(&from->def) * sizeof *from->profiles);
    memcpy(to->pairs, from->pairs, from->head->pair_count * sizeof *from->pairs);
    to->head->agent_slot_count = count;
    to->head->agent_count = from->head->agent_count;
    to->head->agent_free = from->head->agent_free;
    to->head->pair_count = from->head->pair_count;
    to->head->dropped = from->head->dropped;
    veer_world_note_poses(to, from->last_position, from->last_heading);
}

static VeerStatus make(const VeerWorld *from, uint32_t max_agents, bool with_agents,
                       VeerWorld **out)
{
    VeerWorldDef def = veer_world_def(from);
    def.max_agents = max_agents;
    VeerStatus status = veer_world_create(&def, out);
    if (status == VEER_OK && with_agents) {
        copy_agents(*out, from);
    }
    if (status == VEER_OK) {
        copy_rest(*out, from);
    }
    return status;
}

const VeerShardDoor *veer_shard_door(void)
{
    static const VeerShardDoor door = {
        .refusal = veer_shard_refusal,
        .make = make,
        .id = id,
        .position = position,
        .get = get,
        .get_seen = get_seen,
        .get_place = get_place,
        .put = put,
        .drop = drop,
        .settle = settle,
        .pairs = pairs,
        .sort_pairs = sort_pairs,
        .set_pairs = set_pairs,
        .reach = reach,
        .halo = halo,
        .hash = veer_world_hash_agent,
        .substeps = substeps,
        .substep = substep,
        .get_move = get_move,
        .put_move = put_move,
        .copy_rest = copy_rest,
        .step_shared = step_shared,
        .get_decisions = get_decisions,
        .put_decisions = put_decisions,
        .sections = veer_shard_sections,
        .state = state,
        .export_head = veer_export_head,
        .sum = veer_export_sum,
        .pack = veer_zeros_pack,
        .import_begin = veer_import_begin,
        .import_feed = veer_import_feed,
        .import_end = veer_import_end,
    };
    return &door;
}
