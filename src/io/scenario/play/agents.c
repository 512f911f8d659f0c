/// Groups of a scenario become agents of a world, and get their goals.
#include "io/scenario/play/play.h"
#include "io/scenario/play/shortest.h"

#include <math.h>

/// Arrival without a stated radius: as near as the agent is wide, and for points 0.1 m.
static float default_arrival_radius(float radius)
{
    return radius > 0.1f ? radius : 0.1f;
}

const VeerGroup *veer_scenario_group(const VeerScenario *scenario, uint32_t index)
{
    uint32_t low = 0, high = scenario->group_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (scenario->groups[middle].first <= index) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &scenario->groups[low];
}

float veer_scenario_arrival_radius(const VeerScenario *scenario, const VeerGroup *group,
                                   const VeerGoal *goal, uint32_t index)
{
    float own = group->radii[index];
    if (group->spec.arrival_factor > 0.0f && goal->kind == VEER_GOAL_KIND_OBSTACLE) {
        return group->spec.arrival_factor * (own + scenario->obstacles[goal->target.first].radius);
    }
    if (group->spec.arrival_factor > 0.0f && goal->kind == VEER_GOAL_KIND_AGENT) {
        const VeerGroup *other = veer_scenario_group(scenario, goal->target.first);
        return group->spec.arrival_factor * (own + other->radii[goal->target.first - other->first]);
    }
    return group->spec.arrival_radius > 0.0f ? group->spec.arrival_radius
                                             : default_arrival_radius(own);
}

VeerStatus veer_scenario_set_goal(const VeerScenario *scenario, VeerWorld *world,
                                  const VeerGroup *group, const VeerGoal *goal, uint32_t index)
{
    VeerAgentId agent = scenario->agent_ids[group->first + index];
    float radius = veer_scenario_arrival_radius(scenario, group, goal, index);
    scenario->tours[group->first + index] =
        (VeerTour){goal->kind == VEER_GOAL_KIND_TOUR ? goal : NULL, 0};
    VeerAgentState state;
    VeerStatus status = veer_agent_get(world, agent, &state);
    if (status != VEER_OK) {
        return status;
    }
    switch (goal->kind) {
    case VEER_GOAL_KIND_NONE:
        return veer_agent_stop(world, agent);
    case VEER_GOAL_KIND_VELOCITY:
        return veer_agent_set_preferred_velocity(world, agent, goal->vector);
    case VEER_GOAL_KIND_AGENT:
        return veer_agent_follow_agent(world, agent, scenario->agent_ids[goal->target.first],
                                       radius);
    case VEER_GOAL_KIND_OBSTACLE:
        return veer_agent_follow_obstacle(world, agent, scenario->obstacle_ids[goal->target.first],
                                          radius);
    default: {
        VeerVec3 point = veer_goal_point(goal, index, state.position);
        return group->spec.has_route ? veer_agent_route_to(world, agent, point, radius)
                                     : veer_agent_go_to(world, agent, point, radius);
    }
    }
}

static bool is_point_goal(const VeerGoal *goal)
{
    return goal->kind < VEER_GOAL_KIND_AGENT;
}

float veer_scenario_straight_distance(const VeerScenarioAgent *note, VeerSpace space)
{
    double x = (double)note->goal.x - (double)note->start.x;
    double y = (double)note->goal.y - (double)note->start.y;
    double z = space == VEER_PLANAR ? 0.0 : (double)note->goal.z - (double)note->start.z;
    double distance = sqrt(x * x + y * y + z * z) - (double)note->arrival_radius;
    return distance > 0.0 ? (float)distance : 0.0f;
}

static float preferred_speed_of(const VeerAgentDef *def)
{
    bool has_preferred = def->preferred_speed > 0.0f && def->preferred_speed < def->max_speed;
    return has_preferred ? def->preferred_speed : def->max_speed;
}

/// Notes what the scenario wants of an agent that was just made.
static void note_agent(VeerScenario *scenario, const VeerWorld *world, const VeerGroup *group,
                       uint32_t index, const VeerAgentDef *def)
{
    VeerScenarioAgent *note = &scenario->agents[scenario->agent_count];
    const VeerGoal *goal = &group->goal;
    *note = (VeerScenarioAgent){
        .agent = scenario->agent_ids[group->first + index],
        .start = def->position,
        .start_time = (float)veer_world_time(world),
        .has_point_goal = is_point_goal(goal),
        .preferred_speed = preferred_speed_of(def),
    };
    if (note->has_point_goal) {
        note->goal = veer_goal_point(goal, index, def->position);
        note->arrival_radius = veer_scenario_arrival_radius(scenario, group, goal, index);
        note->shortest_path = veer_scenario_straight_distance(note, scenario->info.space);
    }
    scenario->agent_of[group->first + index] = scenario->agent_count++;
}

/// Measures the shortest paths of a group that goes by route. @return false: no memory
static bool measure_paths(VeerScenario *scenario, const VeerGroup *group)
{
    VeerShortestPaths paths;
    if (!group->spec.has_route || scenario->graph || !is_point_goal(&group->goal)) {
        return true;
    }
    if (!veer_shortest_open(&paths, scenario, group->spec.may_use)) {
        return false;
    }
    for (uint32_t i = 0; i < group->count; i++) {
        VeerScenarioAgent *note = &scenario->agents[scenario->agent_of[group->first + i]];
        float length = veer_shortest_length(&paths, note->start, note->goal, group->radii[i]);
        note->shortest_path = fmaxf(length - note->arrival_radius, 0.0f);
    }
    veer_shortest_close(&paths);
    return !paths.is_out;
}

/// All zero, which is the world's own choice, towards what moves.
static VeerVec3 heading_to_goal(const VeerGoal *goal, uint32_t index, VeerVec3 at)
{
    if (goal->kind == VEER_GOAL_KIND_VELOCITY) {
        return goal->vector;
    }
    VeerVec3 to = is_point_goal(goal) ? veer_goal_point(goal, index, at) : at;
    return (VeerVec3){to.x - at.x, to.y - at.y, to.z - at.z};
}

static VeerAgentDef agent_def(const VeerGroup *group, uint32_t index)
{
    VeerAgentDef def = group->spec.def;
    def.id = group->first + index + 1;
    def.position = group->positions[index];
    def.radius = group->radii[index];
    def.max_speed = group->max_speeds[index];
    def.preferred_speed = group->preferred_speeds[index];
    if (group->is_facing_goal) {
        def.heading = heading_to_goal(&group->goal, index, def.position);
    }
    return def;
}

static VeerStatus spawn_agent(VeerScenario *scenario, VeerWorld *world, const VeerGroup *group,
                              uint32_t index, VeerBehaviourListId behaviours)
{
    VeerAgentId *agent = &scenario->agent_ids[group->first + index];
    VeerAgentDef def = agent_def(group, index);
    VeerStatus status = veer_agent_create(world, &def, agent);
    if (status != VEER_OK) {
        return status;
    }
    if (group->spec.is_covering) {
        veer_agent_set_covering(world, *agent, true);
    }
    if (scenario->def.map.max_links > 0 || scenario->graph) {
        veer_agent_set_may_use(world, *agent, group->spec.may_use);
    }
    if (group->spec.has_foresight) {
        veer_agent_set_foresight(world, *agent, true);
    }
    veer_agent_set_behaviours(world, *agent, behaviours);
    note_agent(scenario, world, group, index, &def);
    return VEER_OK;
}

VeerStatus veer_scenario_spawn_agents(VeerScenario *scenario, VeerWorld *world,
                                      const VeerGroup *group)
{
    VeerBehaviourListId behaviours = {0, 0};
    VeerStatus status = group->behaviours
                            ? veer_behaviour_list_create(world, group->behaviours, &behaviours)
                            : VEER_OK;
    for (uint32_t i = 0; i < group->count && status == VEER_OK; i++) {
        status = spawn_agent(scenario, world, group, i, behaviours);
    }
    return status != VEER_OK                ? status
           : measure_paths(scenario, group) ? VEER_OK
                                            : VEER_OUT_OF_MEMORY;
}

VeerStatus veer_scenario_set_goals(const VeerScenario *scenario, VeerWorld *world,
                                   const VeerGroup *group)
{
    VeerStatus status = VEER_OK;
    for (uint32_t i = 0; i < group->count && status == VEER_OK; i++) {
        status = veer_scenario_set_goal(scenario, world, group, &group->goal, i);
        status = status == VEER_BAD_HANDLE ? VEER_OK : status;
    }
    return status;
}

VeerStatus veer_scenario_spawn(VeerScenario *scenario, VeerWorld *world, const VeerGroup *group)
{
    VeerStatus status = veer_scenario_spawn_agents(scenario, world, group);
    status = status == VEER_OK ? veer_scenario_set_goals(scenario, world, group) : status;
    return status == VEER_OK ? veer_scenario_join(scenario, world, group) : status;
}
