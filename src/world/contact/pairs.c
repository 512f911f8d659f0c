/// The events of a tick, their order, and pairs of bodies that begin or end to touch.
#include "world/body/body.h"
#include "world/contact/contact.h"

#include "base/sort.h"
#include "math/vec.h"

#include <string.h>

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static uint64_t join(uint32_t upper, uint32_t lower)
{
    return (uint64_t)upper << 32 | lower;
}

/// By the agent's id, what the other is, its id; then by what tells bodies with equal ids apart.
static int compare_pairs(const VeerPair *a, const VeerPair *b)
{
    int order =
        compare((uint64_t)a->id << 1 | a->is_obstacle, (uint64_t)b->id << 1 | b->is_obstacle);
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

static void add_pair(Gathering *gathering, VeerPair pair, float gap, float reach, float slack)
{
    VeerWorld *world = gathering->world;
    float touch = 2.0f * VEER_CONTACT_SLOP * reach;
    if (gap > slack || (gap > touch && !was_touching(world, &pair))) {
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
        .other_slot = other & 0x7fffffffu,
        .other_generation =
            is_obstacle ? world->obstacle.generation[other] : agent->generation[other],
    };
}

static void gather_agents(Gathering *gathering, uint32_t slot)
{
    const VeerWorld *world = gathering->world;
    const VeerAgentColumns *agent = &world->agent;
    const VeerNearContacts *contacts = &world->scratch.contacts[slot];
    bool is_far = veer_is_far(agent->position[slot]);
    for (uint32_t i = 0; i < contacts->agent_count; ++i) {
        uint32_t other = contacts->slots[i];
        if (veer_agent_precedes(world, other, slot)) {
            continue;
        }
        float radius = agent->radius[slot], other_radius = agent->radius[other];
        float gap =
            length3(veer_world_to_agent(world, slot, other, is_far)) - radius - other_radius;
        add_pair(gathering, pair_of(world, slot, other, false), gap, radius + other_radius,
                 min_f(radius, other_radius) * VEER_CONTACT_SLACK);
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
        float ball_radius = world->obstacle.radius[ball];
        float gap = length3(veer_world_to_ball(world, slot, ball, is_far)) - radius - ball_radius;
        add_pair(gathering, pair_of(world, slot, ball, true), gap, radius + ball_radius,
                 radius * VEER_CONTACT_SLACK);
    }
}

static void gather_walls(Gathering *gathering, uint32_t slot)
{
    const VeerWorld *world = gathering->world;
    VeerNearWall near[VEER_MAX_WALLS];
    uint32_t count = veer_contact_walls(world, slot, 0.0f, near);
    float radius = world->agent.radius[slot];
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t obstacle = near[i].obstacle;
        bool is_known = obstacle == VEER_NO_SLOT; // the map is no body that one could name
        for (uint32_t k = 0; k < i; ++k) {
            is_known |= near[k].obstacle == obstacle;
        }
        if (!is_known) {
            add_pair(gathering, pair_of(world, slot, obstacle, true), near[i].distance - radius,
                     radius, radius * VEER_CONTACT_SLACK);
        }
    }
}

static void gather_agent(Gathering *gathering, uint32_t slot)
{
    VeerWorld *world = gathering->world;
    const VeerNearContacts *contacts = &world->scratch.contacts[slot];
    if (contacts->agent_count == 0 && !contacts->is_near_obstacle) {
        return;
    }
    gather_agents(gathering, slot);
    if (contacts->is_near_obstacle) {
        gather_balls(gathering, slot, length3(world->scratch.shift[slot]));
        gather_walls(gathering, slot);
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

static uint32_t gather(VeerWorld *world)
{
    Gathering gathering = {world, 0};
    bool is_sorted = true;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        uint32_t begin = gathering.count;
        if (world->agent.is_alive[slot]) {
            gather_agent(&gathering, slot);
        }
        is_sorted &= insert_pairs(world->next_pairs, begin, gathering.count);
    }
    if (!is_sorted) {
        veer_sort(world->next_pairs, gathering.count, sizeof(VeerPair), pair_comes_first, NULL);
    }
    return gathering.count;
}

static void push_contact(VeerWorld *world, VeerEventKind kind, const VeerPair *pair)
{
    VeerEvent event = {.kind = kind, .agent = pair->agent};
    if (pair->is_obstacle) {
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

void veer_events_add_contacts(VeerWorld *world)
{
    uint32_t count = gather(world);
    uint32_t before = world->head->pair_count;
    push_missing(world, VEER_EVENT_CONTACT_BEGUN, world->next_pairs, count, world->pairs, before);
    push_missing(world, VEER_EVENT_CONTACT_ENDED, world->pairs, before, world->next_pairs, count);
    memcpy(world->pairs, world->next_pairs, count * sizeof(VeerPair));
    world->head->pair_count = count;
}
