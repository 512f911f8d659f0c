/// Notify: arrivals, stalls and losses of the tick, as events in the order of their kinds.
#include "base/sort.h"
#include "base/wide_bits.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/field/field.h"
#include "world/squad/squad.h"
#include "world/tick/rows.h"
#include "world/traffic/traffic.h"

#include <string.h>

#define GRAIN 1024u

static VeerAgentId handle_of(const VeerWorld *world, uint32_t slot)
{
    return (VeerAgentId){slot, world->agent.generation[slot]};
}

static void push_agent(VeerWorld *world, VeerEventKind kind, uint32_t slot)
{
    veer_event_push(world, (VeerEvent){.kind = kind, .agent = handle_of(world, slot)});
}

/// m from an agent to its goal, INFINITY where it has none that is there.
static float goal_distance(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerAgentId target = agent->goal_target[slot];
    VeerVec3 goal = agent->goal_point[slot];
    switch ((VeerGoalKind)agent->goal_kind[slot]) {
    case VEER_GOAL_POINT:
        break;
    case VEER_GOAL_AGENT:
        if (veer_agent_slot(world, target) == VEER_NO_SLOT) {
            return INFINITY;
        }
        goal = agent->position[target.slot];
        break;
    case VEER_GOAL_OBSTACLE:
        if (veer_obstacle_slot(world, (VeerObstacleId){target.slot, target.generation}) ==
            VEER_NO_SLOT) {
            return INFINITY;
        }
        goal = world->obstacle.position[target.slot];
        break;
    default:
        return INFINITY;
    }
    return length3(veer_world_offset(world, slot, goal));
}

/// m that are left of the path: straight to the goal on the last leg.
static float left_of(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    if (veer_maze_steers(world, slot)) {
        return veer_maze_remaining(world, slot);
    }
    if (route->field > 0 || route->count > 1 || route->status == VEER_ROUTE_PARTIAL) {
        return veer_route_length(world, slot);
    }
    return length3(veer_world_offset(world, slot, world->agent.goal_point[slot]));
}

/// As near as a partial route leads: it waits for nothing that comes by itself.
static void block(VeerWorld *world, uint32_t slot)
{
    world->agent.status[slot] = VEER_AGENT_BLOCKED;
    veer_progress_restart(world, slot);
}

/// The status after this tick of an agent that goes by route, and of its clock.
static void update_routed(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    VeerRouteStatus status = (VeerRouteStatus)world->map.routes.all[slot].status;
    world->map.routes.all[slot].remaining = -1.0f;
    if (agent->status[slot] == VEER_AGENT_ARRIVED || !veer_route_has_path(world, slot)) {
        agent->status[slot] =
            status == VEER_ROUTE_GIVEN_UP ? VEER_AGENT_BLOCKED : agent->status[slot];
        return;
    }
    if (veer_route_stands(world, slot)) {
        block(world, slot);
        return;
    }
    float left = left_of(world, slot);
    world->map.routes.all[slot].remaining = left;
    bool is_there = left <= agent->goal_radius[slot];
    if (!is_there) {
        veer_agent_track(world, slot, left, dt);
    } else if (status == VEER_ROUTE_WHOLE || veer_maze_steers(world, slot)) {
        agent->status[slot] = VEER_AGENT_ARRIVED;
    } else {
        block(world, slot);
    }
}

/// The status after this tick of an agent with a goal.
static void update_status(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    if (veer_route_is_on(world, slot)) {
        update_routed(world, slot, dt);
        return;
    }
    bool is_point = agent->goal_kind[slot] == VEER_GOAL_POINT;
    bool is_arrived = agent->status[slot] == VEER_AGENT_ARRIVED;
    float distance = goal_distance(world, slot);
    if (isinf(distance)) {
        agent->status[slot] = VEER_AGENT_LOST;
    } else if (distance <= agent->goal_radius[slot]) {
        agent->status[slot] = VEER_AGENT_ARRIVED;
    } else if (is_arrived && !is_point) {
        agent->status[slot] = VEER_AGENT_MOVING;
        agent->goal_best[slot] = distance;
        veer_progress_restart(world, slot);
    } else if (!is_arrived) {
        veer_agent_track(world, slot, distance, dt);
    }
}

static bool has_goal(const VeerAgentColumns *agent, uint32_t slot)
{
    VeerGoalKind kind = (VeerGoalKind)agent->goal_kind[slot];
    return kind == VEER_GOAL_POINT || kind == VEER_GOAL_AGENT || kind == VEER_GOAL_OBSTACLE;
}

static void push_change(VeerWorld *world, uint32_t slot, uint8_t before)
{
    static const VeerEventKind kinds[] = {[VEER_AGENT_ARRIVED] = VEER_EVENT_ARRIVED,
                                          [VEER_AGENT_BLOCKED] = VEER_EVENT_BLOCKED,
                                          [VEER_AGENT_LOST] = VEER_EVENT_LOST};
    uint8_t after = world->agent.status[slot];
    uint8_t *is_reported = &world->agent.goal_is_reported[slot];
    bool is_known = after == VEER_AGENT_ARRIVED && *is_reported;
    if (after != before && after > VEER_AGENT_MOVING && !is_known) {
        *is_reported |= after == VEER_AGENT_ARRIVED;
        push_agent(world, kinds[after], slot);
    }
}

/// What happened to an agent's route.
static void push_report(VeerWorld *world, uint32_t slot)
{
    if (veer_route_is_on(world, slot) && world->map.routes.all[slot].report) {
        push_agent(world, (VeerEventKind)world->map.routes.all[slot].report, slot);
        world->map.routes.all[slot].report = 0;
    }
}

static void push_removals(VeerWorld *world)
{
    for (uint32_t i = 0; i < world->head->removal_count; ++i) {
        const VeerRemoval *removal = &world->removals[i];
        VeerEvent event = {.kind = VEER_EVENT_REMOVED};
        event.is_expired = removal->is_expired != 0;
        if (removal->is_obstacle) {
            event.obstacle = (VeerObstacleId){removal->handle.slot, removal->handle.generation};
        } else {
            event.agent = removal->handle;
        }
        veer_event_push(world, event);
    }
    memset(world->removals, 0, world->head->removal_count * sizeof *world->removals);
    world->head->removal_count = 0;
}

static bool removal_comes_first(const void *context, const void *a, const void *b)
{
    (void)context;
    const VeerRemoval *first = a, *second = b;
    if (first->is_obstacle != second->is_obstacle) {
        return first->is_obstacle < second->is_obstacle;
    }
    if (first->id != second->id) {
        return first->id < second->id;
    }
    return first->handle.generation < second->handle.generation;
}

static void reverse(VeerEvent *events, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; ++i) {
        VeerEvent held = events[i];
        events[i] = events[count - 1 - i];
        events[count - 1 - i] = held;
    }
}

/// Moves the first `count` events behind all others; each part keeps its order.
static void put_last(VeerEvent *events, uint32_t count, uint32_t total)
{
    reverse(events, count);
    reverse(events + count, total - count);
    reverse(events, total);
}

/// The place of the first event from `first` on that is of a kind or a later one; they are sorted.
static uint32_t first_of(const VeerWorld *world, uint32_t first, VeerEventKind kind)
{
    while (first < world->event_count && world->events[first].kind < kind) {
        ++first;
    }
    return first;
}

/// What an agent has come to in this tick.
static void update_one(VeerWorld *world, uint32_t slot, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    if (agent->is_alive[slot] && has_goal(agent, slot)) {
        uint8_t before = agent->status[slot];
        update_status(world, slot, dt);
        push_change(world, slot, before);
        push_report(world, slot);
    }
}

/// Agents on their way straight to points. @return the slots that are left, as bits
static uint32_t update_row(VeerWorld *world, uint32_t first, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    if (world->map.head || !veer_row_is(agent->is_alive + first, 1) ||
        !veer_row_is(agent->goal_kind + first, VEER_GOAL_POINT) ||
        !veer_row_is(agent->status + first, VEER_AGENT_MOVING)) {
        return (1u << VEER_ROW) - 1u;
    }
    VeerTrackRow row = {.position = agent->position + first,
                        .compensation = agent->compensation + first,
                        .goal = agent->goal_point + first,
                        .radius = agent->radius + first,
                        .max_speed = agent->max_speed + first,
                        .preferred_speed = agent->preferred_speed + first,
                        .goal_radius = agent->goal_radius + first,
                        .dt = dt,
                        .is_spatial = world->def.space == VEER_SPATIAL,
                        .goal_best = agent->goal_best + first,
                        .goal_stalled = agent->goal_stalled + first};
    return veer_rows_of(world)->track(&row);
}

/// All agents, whose rows several workers update.
typedef struct Updating {
    VeerWorld *world;
    float dt;
} Updating;

_Static_assert(GRAIN % VEER_ROW == 0, "rows are updated by one worker");

static void update_rows(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const Updating *updating = context;
    for (uint32_t first = begin; first < end; first += VEER_ROW) {
        bool is_row = end - first >= VEER_ROW;
        updating->world->rows_left[first / VEER_ROW] =
            is_row ? update_row(updating->world, first, updating->dt) : (1u << (end - first)) - 1u;
    }
}

/// What all have come to: in rows, then those that are left, whose events come in their order.
static void update_all(VeerWorld *world, float dt)
{
    uint32_t count = world->head->agent_slot_count;
    Updating updating = {world, dt};
    veer_world_run(world, count, GRAIN, update_rows, &updating);
    for (uint32_t first = 0; first < count; first += VEER_ROW) {
        uint32_t left = world->rows_left[first / VEER_ROW];
        for (; left; left &= left - 1u) {
            update_one(world, first + veer_bits_lowest(left), dt);
        }
    }
}

void veer_stage_notify(VeerWorld *world, float dt)
{
    uint32_t first = world->event_count;
    update_all(world, dt);
    veer_sort(world->events + first, world->event_count - first, sizeof(VeerEvent),
              veer_event_comes_first, world);
    // Losses and routes come last of all kinds; they are found first, as the clocks of the agents
    // are.
    uint32_t first_lost = first_of(world, first, VEER_EVENT_LOST);
    uint32_t lost_count = world->event_count - first_lost;
    veer_events_add_contacts(world);
    veer_bodies_expire(world);
    veer_sort(world->removals, world->head->removal_count, sizeof(VeerRemoval), removal_comes_first,
              NULL);
    push_removals(world);
    put_last(world->events + first_lost, lost_count, world->event_count - first_lost);
    veer_squad_notify(world);
    veer_events_add_sensed(world);
    veer_messages_deliver(world);
}
