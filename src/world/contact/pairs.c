/// The events of a tick, their order, and pairs of bodies that begin or end to touch.
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/contact/impact.h"

#include "base/sort.h"
#include "math/vec.h"

#include <float.h>
#include <string.h>

#define GRAIN 512u

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static uint64_t join(uint32_t upper, uint32_t lower)
{
    return (uint64_t)upper << 32 | lower;
}

/// Agents' before those of two obstacles; by the agent's id, what the other is, its id; then by
/// what tells bodies with equal ids apart.
static int compare_pairs(const VeerPair *a, const VeerPair *b)
{
    int order = compare(a->is_of_obstacles, b->is_of_obstacles);
    if (order == 0) {
        order =
            compare((uint64_t)a->id << 1 | a->is_obstacle, (uint64_t)b->id << 1 | b->is_obstacle);
    }
    if (order == 0) {
        order = compare(join(a->other_id, a->agent.slot), join(b->other_id, b->agent.slot));
    }
    if (order == 0) {
        order = compare(join(a->other_slot, a->agent.generation),
                        join(b->other_slot, b->agent.generation));
    }
    return order == 0 ? compare(a->other_generation, b->other_generation) : order;
}

bool veer_pair_precedes(const VeerPair *a, const VeerPair *b)
{
    return compare_pairs(a, b) < 0;
}

static bool pair_comes_first(const void *context, const void *a, const void *b)
{
    (void)context;
    return compare_pairs(a, b) < 0;
}

/// The pairs found in this tick.
typedef struct Gathering {
    VeerWorld *world;
    uint32_t count;
} Gathering;

/// Whether a pair touched after the last tick: it then ends only with a real gap, so that bodies
/// that lean on each other do not flicker.
static bool was_touching(const VeerWorld *world, const VeerPair *pair)
{
    uint32_t lower = 0, upper = world->head->pair_count;
    while (lower < upper) {
        uint32_t middle = lower + (upper - lower) / 2;
        int order = compare_pairs(&world->pairs[middle], pair);
        if (order == 0) {
            return true;
        }
        lower = order < 0 ? middle + 1 : lower;
        upper = order < 0 ? upper : middle;
    }
    return false;
}

/// How two bodies are to each other.
typedef struct Nearness {
    float gap, reach;     ///< m; reach: the sum of their radii
    float slack;          ///< m: up to this gap who touched still does
    bool has_yet_to_meet; ///< they exchange momentum, and come together: they touch by that
} Nearness;

/// Whether two that exchange momentum are still on their way to each other: rounding alone does not
/// make a contact of that, or its impulse would come when it has begun.
static bool has_yet_to_meet(VeerVec3 offset, VeerVec3 velocity, VeerVec3 other, float gap)
{
    VeerVec3 normal = unit3(scale3(offset, -1.0f), (VeerVec3){0});
    return gap > 0.0f && veer_impact_is_towards(velocity, other, normal, VEER_LEAST_APPROACH);
}

static void add_pair(Gathering *gathering, VeerPair pair, Nearness near)
{
    VeerWorld *world = gathering->world;
    bool touches = near.gap <= 2.0f * VEER_CONTACT_SLOP * near.reach && !near.has_yet_to_meet;
    if (near.gap > near.slack || (!touches && !was_touching(world, &pair))) {
        return;
    }
    if (gathering->count == veer_world_pair_capacity(&world->def)) {
        world->head->dropped++;
        return;
    }
    world->next_pairs[gathering->count++] = pair;
}

/// An agent and another, or an obstacle.
static VeerPair pair_of(const VeerWorld *world, uint32_t slot, uint32_t other, bool is_obstacle)
{
    const VeerAgentColumns *agent = &world->agent;
    return (VeerPair){
        .id = agent->id[slot],
        .agent = {slot, agent->generation[slot]},
        .is_obstacle = is_obstacle,
        .other_id = is_obstacle ? other : agent->id[other],
        .other_slot = other & 0x3fffffffu,
        .other_generation =
            is_obstacle ? world->obstacle.generation[other] : agent->generation[other],
    };
}

static Nearness nearness_of(const VeerWorld *world, uint32_t slot, uint32_t other, bool is_far)
{
    const VeerAgentColumns *agent = &world->agent;
    float reach = agent->radius[slot] + agent->radius[other];
    VeerVec3 offset = veer_world_to_agent(world, slot, other, is_far);
    float gap = length3(offset) - reach;
    bool is_mutual = veer_agent_has_mass(world, slot) && veer_agent_has_mass(world, other);
    bool is_ahead =
        is_mutual && has_yet_to_meet(offset, agent->velocity[slot], agent->velocity[other], gap);
    float least = min_f(agent->radius[slot], agent->radius[other]);
    return (Nearness){gap, reach, least * VEER_CONTACT_SLACK, is_ahead};
}

static void gather_agents(Gathering *gathering, uint32_t slot)
{
    const VeerWorld *world = gathering->world;
    const VeerNearContacts *contacts = &world->scratch.contacts[slot];
    bool is_far = veer_is_far(world->agent.position[slot]);
    for (uint32_t i = 0; i < contacts->agent_count; ++i) {
        uint32_t other = world->scratch.touchable[slot].slots[i];
        if (!veer_agent_precedes(world, other, slot)) {
            add_pair(gathering, pair_of(world, slot, other, false),
                     nearness_of(world, slot, other, is_far));
        }
    }
}

static void gather_balls(Gathering *gathering, uint32_t slot, float travel)
{
    const VeerWorld *world = gathering->world;
    VeerNear near[VEER_MAX_CONTACTS];
    // The index still holds the start of the tick; both have moved since.
    uint32_t count = veer_contact_balls(world, slot, 2.0f * travel, near);
    float radius = world->agent.radius[slot];
    bool is_far = veer_is_far(world->agent.position[slot]);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t ball = near[i].index;
        float reach = radius + world->obstacle.radius[ball];
        VeerVec3 offset = veer_world_to_ball(world, slot, ball, is_far);
        float gap = length3(offset) - reach;
        bool is_mutual =
            veer_agent_has_mass(world, slot) || world->obstacle.motion[ball] == VEER_MOTION_FREE;
        bool is_ahead = is_mutual && has_yet_to_meet(offset, world->agent.velocity[slot],
                                                     world->obstacle.velocity[ball], gap);
        add_pair(gathering, pair_of(world, slot, ball, true),
                 (Nearness){gap, reach, radius * VEER_CONTACT_SLACK, is_ahead});
    }
}

static void gather_walls(Gathering *gathering, uint32_t slot)
{
    const VeerWorld *world = gathering->world;
    VeerNearWall near[VEER_MAX_WALLS];
    uint32_t count = veer_contact_walls(world, slot, 0.0f, near);
    float radius = world->agent.radius[slot];
    VeerVec3 none = {0}, velocity = world->agent.velocity[slot];
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t obstacle = near[i].obstacle;
        bool is_known = obstacle == VEER_NO_SLOT; // the map is no body that one could name
        for (uint32_t k = 0; k < i; ++k) {
            is_known |= near[k].obstacle == obstacle;
        }
        if (!is_known) {
            float gap = near[i].distance - radius;
            bool is_ahead = veer_agent_has_mass(world, slot) &&
                            has_yet_to_meet(near[i].offset, velocity, none, gap);
            add_pair(gathering, pair_of(world, slot, obstacle, true),
                     (Nearness){gap, radius, radius * VEER_CONTACT_SLACK, is_ahead});
        }
    }
}

static void gather_agent(Gathering *gathering, uint32_t slot)
{
    VeerWorld *world = gathering->world;
    gather_agents(gathering, slot);
    if (world->scratch.contacts[slot].is_near_obstacle) {
        gather_balls(gathering, slot, length3(world->scratch.shift[slot]));
        gather_walls(gathering, slot);
    }
}

/// Whether an agent is so near to one, after which it comes, that they may be a pair.
static bool is_near_agent(const VeerWorld *world, uint32_t slot)
{
    const VeerNearContacts *contacts = &world->scratch.contacts[slot];
    bool is_far = veer_is_far(world->agent.position[slot]), is_near = false;
    for (uint32_t i = 0; i < contacts->agent_count && !is_near; ++i) {
        uint32_t other = world->scratch.touchable[slot].slots[i];
        if (!veer_agent_precedes(world, other, slot)) {
            Nearness near = nearness_of(world, slot, other, is_far);
            is_near = near.gap <= near.slack;
        }
    }
    return is_near;
}

/// Most agents are near nobody: several workers find those that are, which are gathered in their
/// order.
static void mark_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const VeerWorld *world = context;
    for (uint32_t slot = begin; slot < end; ++slot) {
        VeerNearContacts *contacts = &world->scratch.contacts[slot];
        bool has_near = contacts->agent_count > 0 || contacts->is_near_obstacle;
        if (has_near && world->agent.is_alive[slot]) {
            contacts->is_paired = contacts->is_near_obstacle || is_near_agent(world, slot);
        }
    }
}

/// Sorts the pairs from `begin` on, and says whether they follow those before: with agents in the
/// order of their ids that is all the sorting there is.
static bool insert_pairs(VeerPair *pairs, uint32_t begin, uint32_t count)
{
    for (uint32_t i = begin + 1; i < count; ++i) {
        VeerPair pair = pairs[i];
        uint32_t place = i;
        for (; place > begin && compare_pairs(&pair, &pairs[place - 1]) < 0; --place) {
            pairs[place] = pairs[place - 1];
        }
        pairs[place] = pair;
    }
    return begin == 0 || begin >= count || compare_pairs(&pairs[begin - 1], &pairs[begin]) < 0;
}

// --- Who met in this tick ---

static VeerPair pair_of_obstacles(const VeerWorld *world, uint32_t slot, uint32_t other)
{
    uint32_t first = slot < other ? slot : other, second = slot < other ? other : slot;
    return (VeerPair){.id = first,
                      .agent = {first, world->obstacle.generation[first]},
                      .is_obstacle = 1,
                      .is_of_obstacles = 1,
                      .other_id = second,
                      .other_slot = second & 0x3fffffffu,
                      .other_generation = world->obstacle.generation[second]};
}

static VeerPair pair_that_met(const VeerWorld *world, const VeerImpactNote *note)
{
    uint32_t slot = note->key & ~VEER_KEY_AGENT, other = note->partner & ~VEER_KEY_AGENT;
    bool is_agent = (note->key & VEER_KEY_AGENT) != 0;
    bool is_other_agent = (note->partner & VEER_KEY_AGENT) != 0;
    if (is_agent && is_other_agent) {
        bool is_first = veer_agent_precedes(world, slot, other);
        return pair_of(world, is_first ? slot : other, is_first ? other : slot, false);
    }
    if (is_agent || is_other_agent) {
        return pair_of(world, is_agent ? slot : other, is_agent ? other : slot, true);
    }
    return pair_of_obstacles(world, slot, other);
}

static bool note_comes_first(const void *context, const void *a, const void *b)
{
    VeerPair first = pair_that_met(context, a), second = pair_that_met(context, b);
    return compare_pairs(&first, &second) < 0;
}

/// Leaves one of each of sorted pairs. @return how many
static uint32_t keep_one_each(VeerPair *pairs, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (kept == 0 || compare_pairs(&pairs[kept - 1], &pairs[i]) != 0) {
            pairs[kept++] = pairs[i];
        }
    }
    return kept;
}

/// Adds those that met, though they may be apart by now. @return how many pairs there are then
static uint32_t add_impacts(VeerWorld *world, uint32_t count)
{
    uint32_t room = veer_world_pair_capacity(&world->def) - count;
    uint32_t kept = world->impact_count < room ? world->impact_count : room;
    veer_sort(world->impacts, world->impact_count, sizeof(VeerImpactNote), note_comes_first, world);
    for (uint32_t i = 0; i < kept; ++i) {
        world->next_pairs[count++] = pair_that_met(world, &world->impacts[i]);
    }
    world->head->dropped += world->impact_count - kept;
    veer_sort(world->next_pairs, count, sizeof(VeerPair), pair_comes_first, NULL);
    return keep_one_each(world->next_pairs, count);
}

/// N s that two exchanged in this tick; 0: they touch, and no more.
static float impulse_of(const VeerWorld *world, const VeerPair *pair)
{
    uint32_t lower = 0, upper = world->impact_count;
    while (lower < upper) {
        uint32_t middle = lower + (upper - lower) / 2;
        VeerPair met = pair_that_met(world, &world->impacts[middle]);
        bool is_before = compare_pairs(&met, pair) < 0;
        lower = is_before ? middle + 1 : lower;
        upper = is_before ? upper : middle;
    }
    float sum = 0.0f;
    for (; lower < world->impact_count; ++lower) {
        VeerPair met = pair_that_met(world, &world->impacts[lower]);
        if (compare_pairs(&met, pair) != 0) {
            break;
        }
        sum += world->impacts[lower].impulse;
    }
    return min_f(sum, FLT_MAX);
}

static uint32_t gather(VeerWorld *world)
{
    Gathering gathering = {world, 0};
    bool is_sorted = true;
    veer_world_run(world, world->head->agent_slot_count, GRAIN, mark_range, world);
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (world->scratch.contacts[slot].is_paired) {
            uint32_t begin = gathering.count;
            gather_agent(&gathering, slot);
            is_sorted &= insert_pairs(world->next_pairs, begin, gathering.count);
        }
    }
    if (!is_sorted) {
        veer_sort(world->next_pairs, gathering.count, sizeof(VeerPair), pair_comes_first, NULL);
    }
    return world->impact_count > 0 ? add_impacts(world, gathering.count) : gathering.count;
}

static void push_contact(VeerWorld *world, VeerEventKind kind, const VeerPair *pair)
{
    VeerEvent event = {.kind = kind, .agent = pair->agent};
    event.impulse = kind == VEER_EVENT_CONTACT_BEGUN ? impulse_of(world, pair) : 0.0f;
    if (pair->is_of_obstacles) {
        event.agent = (VeerAgentId){0, 0};
        event.obstacle = (VeerObstacleId){pair->agent.slot, pair->agent.generation};
        event.other_obstacle = (VeerObstacleId){pair->other_slot, pair->other_generation};
    } else if (pair->is_obstacle) {
        event.obstacle = (VeerObstacleId){pair->other_slot, pair->other_generation};
    } else {
        event.other = (VeerAgentId){pair->other_slot, pair->other_generation};
    }
    veer_event_push(world, event);
}

/// An event for each pair of `list` that `other` lacks; both are sorted.
static void push_missing(VeerWorld *world, VeerEventKind kind, const VeerPair *list, uint32_t count,
                         const VeerPair *other, uint32_t other_count)
{
    uint32_t j = 0;
    for (uint32_t i = 0; i < count; ++i) {
        while (j < other_count && compare_pairs(&other[j], &list[i]) < 0) {
            ++j;
        }
        if (j == other_count || compare_pairs(&other[j], &list[i]) != 0) {
            push_contact(world, kind, &list[i]);
        }
    }
}

void veer_pairs_put(VeerWorld *world, const VeerPair *pairs, uint32_t count)
{
    uint32_t before = world->head->pair_count;
    memcpy(world->pairs, pairs, count * sizeof *pairs);
    if (before > count) {
        memset(world->pairs + count, 0, (before - count) * sizeof *pairs);
    }
    world->head->pair_count = count;
}

void veer_events_add_contacts(VeerWorld *world)
{
    uint32_t count = gather(world);
    uint32_t before = world->head->pair_count;
    push_missing(world, VEER_EVENT_CONTACT_BEGUN, world->next_pairs, count, world->pairs, before);
    push_missing(world, VEER_EVENT_CONTACT_ENDED, world->pairs, before, world->next_pairs, count);
    veer_pairs_put(world, world->next_pairs, count);
}
