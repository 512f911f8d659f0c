/// What an agent may touch in a tick.
#include "geom/touch.h"
#include "math/vec.h"
#include "space/index.h"
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/contact/reach.h"

#include <string.h>

#define GRAIN 1024u
/// Agents that are asked for to find those that avoid one which does not avoid them.
#define MAX_ASKED 32u

/// Whether two agents are solid to each other: one of them at least avoids the other's layer.
static bool are_solid(const VeerWorld *world, uint32_t i, uint32_t j)
{
    const uint32_t *layer = world->agent.layer;
    return (layer[i] & veer_profile(world, j)->avoid_mask) ||
           (layer[j] & veer_profile(world, i)->avoid_mask);
}

/// Where a row of slots ends.
static uint32_t row_end(uint32_t first, uint32_t end)
{
    return end - first < VEER_ROW ? end : first + VEER_ROW;
}

/// m from the middle of an agent that goes so far: what it could touch begins within that.
static float touch_range(const VeerWorld *world, uint32_t slot, float travel)
{
    float radius = world->agent.radius[slot];
    return radius + radius * VEER_CONTACT_SLACK + travel;
}

static float far_step_of(const VeerWorld *world, uint32_t slot)
{
    VeerVec3 at = world->agent.position[slot];
    return veer_is_far(at) ? far_step(at) : 0.0f;
}

uint32_t veer_contact_walls(const VeerWorld *world, uint32_t slot, float travel,
                            VeerNearWall near[VEER_MAX_WALLS])
{
    if (veer_walls_are_none(world)) {
        return 0;
    }
    VeerWallQuery query = wall_query(world, slot, touch_range(world, slot, travel));
    return veer_walls_near(world, &query, near);
}

/// The first balls of found[count] that are no ghosts. @return how many
static uint32_t keep_solid_balls(const VeerWorld *world, const VeerNear *found, uint32_t count,
                                 VeerNear near[VEER_MAX_CONTACTS])
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count && kept < VEER_MAX_CONTACTS; ++i) {
        if (!world->obstacle.is_ghost[found[i].index]) {
            near[kept++] = found[i];
        }
    }
    return kept;
}

uint32_t veer_contact_balls(const VeerWorld *world, uint32_t slot, float travel,
                            VeerNear near[VEER_MAX_CONTACTS])
{
    if (world->head->obstacle_count == 0) {
        return 0;
    }
    float range =
        touch_range(world, slot, travel) + world->top_ball_shift + far_step_of(world, slot);
    VeerNearQuery query = near_query(world, slot, VEER_NO_SLOT, range, VEER_MAX_CONTACTS);
    if (world->head->ghost_count == 0) {
        return veer_index_nearest(world->ball_index, &query, near);
    }
    VeerNear found[VEER_MAX_NEIGHBOURS];
    query.limit = VEER_MAX_NEIGHBOURS;
    return keep_solid_balls(world, found, veer_index_nearest(world->ball_index, &query, found),
                            near);
}

float veer_contact_longest(const VeerContacting *contacting, uint32_t slot)
{
    const VeerWorld *world = contacting->world;
    float limit = world->agent.max_speed[slot];
    VeerVec3 velocity = world->scratch.next_velocity[slot];
    float own =
        (veer_motion_is_thrown(velocity, limit) ? length3(velocity) : limit) * contacting->dt;
    return world->has_impacts ? max_f(own, length3(world->knock[slot].shift)) : own;
}

/// The longest path that an agent may be made to go in this tick, by itself and by what pushes it.
static float travel_of(const VeerContacting *contacting, uint32_t slot)
{
    const VeerWorld *world = contacting->world;
    float pushed = contacting->longest + world->agent.radius[slot] * contacting->recovery;
    return min_f(veer_contact_longest(contacting, slot),
                 length3(world->scratch.shift[slot]) + pushed);
}

/// @return m, the longest that an agent may be made to go
static float begin_one(const VeerContacting *contacting, uint32_t slot)
{
    const VeerWorld *world = contacting->world;
    float travel = world->agent.is_alive[slot] ? travel_of(contacting, slot) : 0.0f;
    world->scratch.contacts[slot] = (VeerNearContacts){.travel = travel};
    return travel;
}

/// The agents from a slot on.
static VeerReachRow row_of(const VeerContacting *contacting, uint32_t first)
{
    const VeerAgentColumns *agent = &contacting->world->agent;
    const VeerScratchColumns *scratch = &contacting->world->scratch;
    return (VeerReachRow){.position = agent->position + first,
                          .shift = scratch->shift + first,
                          .next_velocity = scratch->next_velocity + first,
                          .radius = agent->radius + first,
                          .max_speed = agent->max_speed + first,
                          .clearance = scratch->clearance + first,
                          .dt = contacting->dt,
                          .longest = contacting->longest,
                          .recovery = contacting->recovery,
                          .top_travel =
                              max_f(contacting->top_travel, contacting->world->top_ball_shift),
                          .contacts = scratch->contacts + first};
}

static const VeerReachLanes *lanes_of(const VeerWorld *world)
{
    return veer_reach_lanes(veer_lanes_of(world->def.isa));
}

/// As begin_one, of the slots [first, last).
static float begin_some(const VeerContacting *contacting, uint32_t first, uint32_t last)
{
    const VeerWorld *world = contacting->world;
    bool is_row = last - first == VEER_ROW && !world->has_impacts;
    if (is_row && veer_row_is(world->agent.is_alive + first, 1)) {
        VeerReachRow row = row_of(contacting, first);
        return lanes_of(world)->travel(&row);
    }
    float most = 0.0f;
    for (uint32_t slot = first; slot < last; ++slot) {
        most = max_f(most, begin_one(contacting, slot));
    }
    return most;
}

static float begin_range(void *context, uint32_t begin, uint32_t end)
{
    float most = 0.0f;
    for (uint32_t first = begin; first < end; first += VEER_ROW) {
        most = max_f(most, begin_some(context, first, row_end(first, end)));
    }
    return most;
}

float veer_contact_top_travel(VeerContacting *contacting)
{
    return veer_world_most(contacting->world, contacting->count, GRAIN, begin_range, contacting);
}

uint32_t veer_contact_unclear(const VeerContacting *contacting, uint32_t first, uint32_t end)
{
    const VeerWorld *world = contacting->world;
    uint32_t all = (1u << (row_end(first, end) - first)) - 1u;
    if (end - first < VEER_ROW || !veer_row_is_alike(world, first) ||
        veer_profile(world, first)->avoid_mask != UINT32_MAX) {
        return all;
    }
    VeerReachRow row = row_of(contacting, first);
    return all & ~lanes_of(world)->clear(&row);
}

/// Displacements, m.
typedef struct Shifts {
    const VeerReachLanes *lanes;
    const VeerVec3 *all;
} Shifts;

/// m²
static float longest_of(void *context, uint32_t begin, uint32_t end)
{
    const Shifts *shifts = context;
    float square = 0.0f;
    for (; end - begin >= VEER_ROW; begin += VEER_ROW) {
        square = max_f(square, shifts->lanes->longest(shifts->all + begin));
    }
    for (; begin < end; ++begin) {
        square = max_f(square, dot3(shifts->all[begin], shifts->all[begin]));
    }
    return square;
}

float veer_contact_top_shift(const VeerWorld *world, const VeerVec3 *shifts, uint32_t count)
{
    Shifts all = {lanes_of(world), shifts};
    return sqrtf(veer_world_most(world, count, GRAIN, longest_of, &all));
}

/// Merges solid agents into a list, near to far.
static void keep_solid(const VeerWorld *world, uint32_t slot, const VeerNear *found, uint32_t count,
                       VeerNearContacts *contacts, float *gaps)
{
    uint32_t *slots = world->scratch.touchable[slot].slots;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t place = contacts->agent_count;
        while (place > 0 && gaps[place - 1] > found[i].gap) {
            --place;
        }
        if (place == VEER_MAX_CONTACTS || !are_solid(world, slot, found[i].index)) {
            continue;
        }
        uint32_t last = contacts->agent_count < VEER_MAX_CONTACTS ? contacts->agent_count++
                                                                  : VEER_MAX_CONTACTS - 1u;
        for (; last > place; --last) {
            gaps[last] = gaps[last - 1];
            slots[last] = slots[last - 1];
        }
        gaps[place] = found[i].gap;
        slots[place] = found[i].index;
        contacts->is_buried |= found[i].gap <= 0.0f;
    }
}

/// m from its middle: agents that it may touch begin within that.
static float find_range(const VeerContacting *contacting, uint32_t slot, float travel)
{
    const VeerWorld *world = contacting->world;
    return touch_range(world, slot, travel) + contacting->top_travel + far_step_of(world, slot);
}

/// The nearest agents that one avoids: sensing has found them, if it looked so far.
static uint32_t find_avoided(const VeerContacting *contacting, uint32_t slot,
                             const VeerNearQuery *query, VeerNear *near)
{
    const VeerWorld *world = contacting->world;
    const VeerSensedNear *sensed = &world->sensed_near[world->agent_index->keys[slot]];
    if (!contacting->is_sensed || !(query->range < sensed->range)) {
        return veer_index_nearest(world->agent_index, query, near);
    }
    uint32_t count = 0;
    for (; count < VEER_MAX_CONTACTS && sensed->entries[count] != VEER_NO_SLOT; ++count) {
        uint32_t entry = sensed->entries[count];
        float gap = veer_index_gap(world->agent_index, entry, query->centre);
        if (gap > query->range) {
            break;
        }
        near[count] = (VeerNear){world->agent_index->order[entry], gap};
    }
    return count;
}

/// Whether sensing has found that no agent which one avoids begins within a range, m from its
/// middle: it notes those that do within two radii.
static bool is_off_agents(const VeerContacting *contacting, uint32_t slot, float range)
{
    const VeerWorld *world = contacting->world;
    float clearance = world->scratch.clearance[slot];
    const VeerSensedNear *sensed = &world->sensed_near[world->agent_index->keys[slot]];
    bool has_none = contacting->is_sensed && clearance > 0.0f && sensed->range == 0.0f;
    return clearance > range || (has_none && range < 2.0f * world->agent.radius[slot]);
}

/// The agents solid to one that it may touch in this tick: those that it avoids first, so that
/// others, however many, cannot crowd them out.
static void find_agents(const VeerContacting *contacting, uint32_t slot, VeerNearContacts *contacts)
{
    const VeerWorld *world = contacting->world;
    const VeerAgentColumns *agent = &world->agent;
    VeerNear near[MAX_ASKED];
    float gaps[VEER_MAX_CONTACTS] = {0};
    uint32_t mask = veer_profile(world, slot)->avoid_mask;
    float range = find_range(contacting, slot, contacts->travel);
    bool is_clear = is_off_agents(contacting, slot, range);
    if (is_clear && mask == UINT32_MAX) {
        return;
    }
    VeerNearQuery query = near_query(world, slot, slot, range, VEER_MAX_CONTACTS);
    uint32_t count = 0;
    if (!is_clear && mask) {
        count = find_avoided(contacting, slot, &query, near);
        keep_solid(world, slot, near, count, contacts, gaps);
    }
    if (~mask) {
        query.mask = ~mask;
        query.limit = MAX_ASKED;
        count = veer_index_nearest(world->agent_index, &query, near);
        uint32_t fresh = 0;
        for (uint32_t i = 0; i < count; ++i) {
            near[fresh] = near[i];
            fresh += !(agent->layer[near[i].index] & mask);
        }
        keep_solid(world, slot, near, fresh, contacts, gaps);
    }
}

/// An agent that may be met, and how soon.
typedef struct Meeting {
    uint32_t slot;
    float lateness; ///< 0 to 1: after which part of the tick; beyond, 1 and the room between, m
} Meeting;

static float lateness_of(const VeerWorld *world, uint32_t slot, uint32_t other)
{
    bool is_far = veer_is_far(world->agent.position[slot]);
    VeerMeeting meeting = veer_contact_meeting(world, slot, other, is_far);
    VeerVec3 gap = scale3(meeting.offset, -1.0f);
    float time = veer_time_to_touch3(gap, meeting.move, meeting.reach);
    if (time < 1.0f) {
        return time;
    }
    float square = dot3(meeting.move, meeting.move);
    float part = square > 0.0f ? clamp_f(dot3(gap, meeting.move) / square, 0.0f, 1.0f) : 0.0f;
    return 1.0f + length3(along3(meeting.offset, meeting.move, part)) - meeting.reach;
}

/// Where more are near than contacts are solved against, those that are met first count.
static void find_soonest(const VeerContacting *contacting, uint32_t slot,
                         VeerNearContacts *contacts)
{
    const VeerWorld *world = contacting->world;
    uint32_t slots[VEER_MAX_MET] = {0};
    uint32_t met = veer_contact_met(contacting, slot, slots), count = 0;
    Meeting kept[VEER_MAX_CONTACTS + 1];
    for (uint32_t i = 0; i < met; ++i) {
        Meeting meeting = {slots[i], lateness_of(world, slot, slots[i])};
        uint32_t place = count;
        for (; place > 0 && kept[place - 1].lateness > meeting.lateness; --place) {
            kept[place] = kept[place - 1];
        }
        kept[place] = meeting;
        count += count < VEER_MAX_CONTACTS;
    }
    contacts->agent_count = (uint8_t)count;
    for (uint32_t i = 0; i < contacts->agent_count; ++i) {
        world->scratch.touchable[slot].slots[i] = kept[i].slot;
    }
}

uint32_t veer_contact_met(const VeerContacting *contacting, uint32_t slot,
                          uint32_t slots[VEER_MAX_MET])
{
    const VeerWorld *world = contacting->world;
    const VeerNearContacts *contacts = &world->scratch.contacts[slot];
    if (!contacts->is_crowded) {
        memcpy(slots, world->scratch.touchable[slot].slots, contacts->agent_count * sizeof *slots);
        return contacts->agent_count;
    }
    VeerNear near[VEER_MAX_MET];
    VeerNearQuery query =
        near_query(world, slot, slot, find_range(contacting, slot, contacts->travel), VEER_MAX_MET);
    query.mask = UINT32_MAX;
    uint32_t count = veer_index_nearest(world->agent_index, &query, near), kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        slots[kept] = near[i].index;
        kept += are_solid(world, slot, near[i].index);
    }
    return kept;
}

void veer_contact_find(const VeerContacting *contacting, uint32_t slot)
{
    VeerWorld *world = contacting->world;
    VeerNearContacts *contacts = &world->scratch.contacts[slot];
    VeerNear balls[VEER_MAX_CONTACTS];
    VeerNearWall walls[VEER_MAX_WALLS];
    float travel = contacts->travel;
    find_agents(contacting, slot, contacts);
    // In a heap all are met at once.
    contacts->is_crowded = contacts->agent_count == VEER_MAX_CONTACTS && !contacts->is_buried;
    if (contacts->is_crowded) {
        find_soonest(contacting, slot, contacts);
    }
    float range =
        touch_range(world, slot, travel) + world->top_ball_shift + far_step_of(world, slot);
    contacts->is_near_obstacle = !(world->scratch.clearance[slot] > range) &&
                                 (veer_contact_balls(world, slot, travel, balls) > 0 ||
                                  veer_contact_walls(world, slot, travel, walls) > 0);
}
