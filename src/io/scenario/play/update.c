/// The timeline of a scenario, and agents that leave or go on by themselves, while its world runs.
#include "io/scenario/map/map.h"
#include "io/scenario/play/play.h"

#include <math.h>

/// Another order makes the shortest path unknown: the time so far belongs to the old one. Agents
/// that are gone, or not there yet, have no note to change.
static void note_order(VeerScenario *scenario, const VeerWorld *world, uint32_t index)
{
    if (veer_agent_is_alive(world, scenario->agent_ids[index])) {
        VeerScenarioAgent *note = &scenario->agents[scenario->agent_of[index]];
        note->has_point_goal = false;
        note->orders++;
    }
}

static VeerStatus send_agent(VeerScenario *scenario, VeerWorld *world,
                             const VeerTimelineEvent *event, uint32_t index)
{
    const VeerGroup *group = veer_scenario_group(scenario, index);
    note_order(scenario, world, index);
    return veer_scenario_set_goal(scenario, world, group, &event->goal, index - group->first);
}

static VeerStatus apply_to_agent(VeerScenario *scenario, VeerWorld *world,
                                 const VeerTimelineEvent *event, uint32_t index)
{
    switch (event->kind) {
    case VEER_TIMELINE_GO_TO:
        return send_agent(scenario, world, event, index);
    case VEER_TIMELINE_STOP:
        note_order(scenario, world, index);
        scenario->tours[index].goal = NULL;
        return veer_agent_stop(world, scenario->agent_ids[index]);
    default:
        return veer_agent_destroy(world, scenario->agent_ids[index]);
    }
}

static VeerStatus apply_to_obstacle(const VeerScenario *scenario, VeerWorld *world,
                                    const VeerTimelineEvent *event, uint32_t index)
{
    VeerObstacleId obstacle = scenario->obstacle_ids[index];
    switch (event->kind) {
    case VEER_TIMELINE_MOVE:
        return veer_obstacle_set_position(world, obstacle, event->spec.vector);
    case VEER_TIMELINE_SET_VELOCITY:
        if (!isnan(event->spec.turn_rate)) {
            (void)veer_obstacle_set_turn_rate(world, obstacle, event->spec.turn_rate);
        }
        return veer_obstacle_set_velocity(world, obstacle, event->spec.vector);
    default:
        return veer_obstacle_destroy(world, obstacle);
    }
}

/// An order about what is gone is none; nor is one too many.
static VeerStatus tell_squad(const VeerScenario *scenario, VeerWorld *world,
                             const VeerTimelineEvent *event)
{
    if (event->kind == VEER_TIMELINE_CANCEL) {
        return veer_squad_cancel(world, scenario->squad_ids[event->target.first]);
    }
    VeerStatus status = veer_scenario_order(scenario, world, event->target.first, event->order,
                                            event->spec.is_appended);
    return status == VEER_BAD_HANDLE || status == VEER_FULL ? VEER_OK : status;
}

static VeerStatus apply_event(VeerScenario *scenario, VeerWorld *world,
                              const VeerTimelineEvent *event)
{
    if (event->kind == VEER_TIMELINE_SPAWN) {
        return veer_scenario_spawn(scenario, world, &scenario->groups[event->group]);
    }
    if (event->kind == VEER_TIMELINE_ORDER || event->kind == VEER_TIMELINE_CANCEL) {
        return tell_squad(scenario, world, event);
    }
    if (event->kind == VEER_TIMELINE_CLOSE || event->kind == VEER_TIMELINE_OPEN) {
        return veer_map_move_door(scenario, world, event);
    }
    const VeerNamed *target = &event->target;
    VeerStatus status = VEER_OK;
    for (uint32_t i = target->first; i < target->first + target->count && status == VEER_OK; i++) {
        status = target->kind == VEER_NAMED_OBSTACLE ? apply_to_obstacle(scenario, world, event, i)
                                                     : apply_to_agent(scenario, world, event, i);
        // What is gone, or not there yet, is no error: the timeline speaks of groups.
        status = status == VEER_BAD_HANDLE ? VEER_OK : status;
    }
    return status;
}

/// Takes the agents that arrived out, of groups that leave then.
static VeerStatus see_off(VeerScenario *scenario, VeerWorld *world, const VeerGroup *group)
{
    VeerStatus status = VEER_OK;
    uint32_t leaving = group->spec.is_leaving ? group->count : 0;
    for (uint32_t i = 0; i < leaving && status == VEER_OK; i++) {
        VeerAgentState state;
        VeerAgentId agent = scenario->agent_ids[group->first + i];
        if (veer_agent_get(world, agent, &state) == VEER_OK && state.status == VEER_AGENT_ARRIVED) {
            status = veer_agent_destroy(world, agent);
            scenario->agents[scenario->agent_of[group->first + i]].has_left = status == VEER_OK;
        }
    }
    return status;
}

VeerStatus veer_scenario_update(VeerScenario *scenario, VeerWorld *world)
{
    if (!scenario || !world) {
        return VEER_BAD_VALUE;
    }
    VeerStatus status = VEER_OK;
    for (uint32_t i = 0; status == VEER_OK && i < scenario->group_count; i++) {
        status = see_off(scenario, world, &scenario->groups[i]);
    }
    status = status == VEER_OK ? veer_tours_update(scenario, world) : status;
    // The world's time is a sum of rounded steps: an event at 1 s is due at 0.9999999.
    double now = veer_world_time(world) + 1e-3 * (double)scenario->info.dt;
    while (status == VEER_OK && scenario->next_event < scenario->event_count &&
           scenario->events[scenario->next_event].spec.at <= now) {
        status = apply_event(scenario, world, &scenario->events[scenario->next_event]);
        scenario->next_event += status == VEER_OK;
    }
    return status;
}
