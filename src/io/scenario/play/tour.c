/// Tours: agents that go from point to point, round and round.
#include "io/scenario/play/play.h"

/// Sends an agent to the point of its tour that is next.
static VeerStatus go_on(VeerScenario *scenario, VeerWorld *world, uint32_t index, VeerVec3 from)
{
    VeerTour *tour = &scenario->tours[index];
    const VeerGroup *group = veer_scenario_group(scenario, index);
    uint32_t own = index - group->first;
    tour->stop++;
    VeerScenarioAgent *note = &scenario->agents[scenario->agent_of[index]];
    note->start = from;
    note->start_time = (float)veer_world_time(world);
    note->goal = tour->goal->points[(own + (uint64_t)tour->stop) % tour->goal->count];
    note->shortest_path = veer_scenario_straight_distance(note, scenario->info.space);
    note->orders++;
    float radius = veer_scenario_arrival_radius(scenario, group, tour->goal, own);
    return group->spec.has_route ? veer_agent_route_to(world, note->agent, note->goal, radius)
                                 : veer_agent_go_to(world, note->agent, note->goal, radius);
}

VeerStatus veer_tours_update(VeerScenario *scenario, VeerWorld *world)
{
    VeerStatus status = VEER_OK;
    if (!scenario->has_tours) {
        return status;
    }
    for (uint32_t i = 0; i < scenario->def.max_agents && status == VEER_OK; i++) {
        VeerAgentState state;
        if (scenario->tours[i].goal &&
            veer_agent_get(world, scenario->agent_ids[i], &state) == VEER_OK &&
            state.status == VEER_AGENT_ARRIVED) {
            status = go_on(scenario, world, i, state.position);
        }
    }
    return status;
}
