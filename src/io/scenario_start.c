#include "io/load.h"
#include "io/scout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Points of routes an agent, where the file states none.
#define POINTS_EACH 32u

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
    if (group->arrival_factor > 0.0f && goal->kind == VEER_GOAL_OBSTACLE) {
        return group->arrival_factor * (own + scenario->obstacles[goal->target].radius);
    }
    if (group->arrival_factor > 0.0f && goal->kind == VEER_GOAL_AGENT) {
        const VeerGroup *other = veer_scenario_group(scenario, goal->target);
        return group->arrival_factor * (own + other->radii[goal->target - other->first]);
    }
    return group->arrival_radius > 0.0f ? group->arrival_radius : default_arrival_radius(own);
}

VeerStatus veer_scenario_set_goal(const VeerScenario *scenario, VeerWorld *world,
                                  const VeerGroup *group, const VeerGoal *goal, uint32_t index)
{
    VeerAgentId agent = scenario->agent_ids[group->first + index];
    float radius = veer_scenario_arrival_radius(scenario, group, goal, index);
    scenario->tours[group->first + index] =
        (VeerTour){goal->kind == VEER_GOAL_TOUR ? goal : NULL, 0};
    VeerAgentState state;
    VeerStatus status = veer_agent_get(world, agent, &state);
    if (status != VEER_OK) {
        return status;
    }
    switch (goal->kind) {
    case VEER_GOAL_NONE:
        return veer_agent_stop(world, agent);
    case VEER_GOAL_VELOCITY:
        return veer_agent_set_preferred_velocity(world, agent, goal->vector);
    case VEER_GOAL_AGENT:
        return veer_agent_follow_agent(world, agent, scenario->agent_ids[goal->target], radius);
    case VEER_GOAL_OBSTACLE:
        return veer_agent_follow_obstacle(world, agent, scenario->obstacle_ids[goal->target],
                                          radius);
    default: {
        VeerVec3 point = veer_goal_point(goal, index, state.position);
        return group->has_route ? veer_agent_route_to(world, agent, point, radius)
                                : veer_agent_go_to(world, agent, point, radius);
    }
    }
}

static bool is_point_goal(const VeerGoal *goal)
{
    return goal->kind < VEER_GOAL_AGENT;
}

float veer_scenario_straight_way(const VeerScenarioAgent *note, VeerSpace space)
{
    double x = (double)note->goal.x - (double)note->start.x;
    double y = (double)note->goal.y - (double)note->start.y;
    double z = space == VEER_PLANAR ? 0.0 : (double)note->goal.z - (double)note->start.z;
    double way = sqrt(x * x + y * y + z * z) - (double)note->arrival_radius;
    return way > 0.0 ? (float)way : 0.0f;
}

static float wished_speed(const VeerAgentDef *def)
{
    bool has_wish = def->preferred_speed > 0.0f && def->preferred_speed < def->max_speed;
    return has_wish ? def->preferred_speed : def->max_speed;
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
        .preferred_speed = wished_speed(def),
    };
    if (note->has_point_goal) {
        note->goal = veer_goal_point(goal, index, def->position);
        note->arrival_radius = veer_scenario_arrival_radius(scenario, group, goal, index);
        note->shortest_way = veer_scenario_straight_way(note, scenario->info.space);
    }
    scenario->agent_of[group->first + index] = scenario->agent_count++;
}

/// The least of the classes above `last` that a body of the group is measured by; INFINITY: none.
static float next_class(const VeerScout *scout, const VeerGroup *group, float last)
{
    float next = INFINITY;
    for (uint32_t i = 0; i < group->count; i++) {
        float class = veer_scout_radius(scout, group->radii[i]);
        next = class > last && class < next ? class : next;
    }
    return next;
}

/// Measures the ways of a group that goes by route, class by class. @return false: no memory
static bool measure_ways(VeerScenario *scenario, const VeerGroup *group)
{
    VeerScout scout;
    if (!group->has_route || scenario->graph || !is_point_goal(&group->goal)) {
        return true;
    }
    veer_scout_link(&scout, scenario->links, scenario->map_def.max_links, group->may_use);
    if (!(scenario->mesh ? veer_scout_open_mesh(&scout, scenario->mesh)
                         : veer_scout_open(&scout, scenario->map, scenario->voxels))) {
        return false;
    }
    for (float class = next_class(&scout, group, -1.0f); isfinite(class);
         class = next_class(&scout, group, class)) {
        for (uint32_t i = 0; i < group->count; i++) {
            VeerScenarioAgent *note = &scenario->agents[scenario->agent_of[group->first + i]];
            float radius = group->radii[i];
            if (veer_scout_radius(&scout, radius) == class) {
                float way = veer_scout_way(&scout, note->start, note->goal, radius);
                note->shortest_way = fmaxf(way - note->arrival_radius, 0.0f);
            }
        }
    }
    veer_scout_close(&scout);
    return true;
}

/// All zero, which is the world's own choice, towards what moves.
static VeerVec3 heading_to_goal(const VeerGoal *goal, uint32_t index, VeerVec3 at)
{
    if (goal->kind == VEER_GOAL_VELOCITY) {
        return goal->vector;
    }
    VeerVec3 to = is_point_goal(goal) ? veer_goal_point(goal, index, at) : at;
    return (VeerVec3){to.x - at.x, to.y - at.y, to.z - at.z};
}

static VeerAgentDef agent_def(const VeerGroup *group, uint32_t index)
{
    VeerAgentDef def = group->def;
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

static VeerStatus spawn_group(VeerScenario *scenario, VeerWorld *world, const VeerGroup *group)
{
    VeerSteeringId steering = {0, 0};
    if (group->steering) {
        VeerStatus status = veer_steering_create(world, group->steering, &steering);
        if (status != VEER_OK) {
            return status;
        }
    }
    for (uint32_t i = 0; i < group->count; i++) {
        VeerAgentDef def = agent_def(group, i);
        VeerStatus status = veer_agent_create(world, &def, &scenario->agent_ids[group->first + i]);
        if (status != VEER_OK) {
            return status;
        }
        if (group->is_covering) {
            veer_agent_set_covering(world, scenario->agent_ids[group->first + i], true);
        }
        if (scenario->map_def.max_links > 0 || scenario->graph) {
            veer_agent_set_may_use(world, scenario->agent_ids[group->first + i], group->may_use);
        }
        if (group->has_foresight) {
            veer_agent_set_foresight(world, scenario->agent_ids[group->first + i], true);
        }
        veer_agent_set_steering(world, scenario->agent_ids[group->first + i], steering);
        note_agent(scenario, world, group, i, &def);
    }
    return measure_ways(scenario, group) ? VEER_OK : VEER_OUT_OF_MEMORY;
}

/// After all are there, since they may follow each other.
static VeerStatus set_goals(const VeerScenario *scenario, VeerWorld *world, const VeerGroup *group)
{
    for (uint32_t i = 0; i < group->count; i++) {
        VeerStatus status = veer_scenario_set_goal(scenario, world, group, &group->goal, i);
        if (status != VEER_OK && status != VEER_BAD_HANDLE) {
            return status;
        }
    }
    return VEER_OK;
}

/// Writes "file: place: refused by the world (VEER_…)".
static VeerStatus refused(const VeerScenario *scenario, const VeerNode *node, VeerStatus status,
                          VeerInputError *error)
{
    char place[160] = "";
    veer_node_place(node, place, sizeof place);
    snprintf(error->text, sizeof error->text, "%.200s: %s%srefused by the world (%s)",
             scenario->file, place, place[0] ? ": " : "", veer_status_name(status));
    return status;
}

/// Meshes bring their links along, open.
static VeerStatus make_link(const VeerScenario *scenario, VeerWorld *world, uint32_t number)
{
    VeerLinkId link = {0, 0};
    const VeerLinkDef *def = &scenario->links[number];
    if (!scenario->mesh) {
        return veer_link_create(world, def, &link);
    }
    (void)veer_link_at(world, number, &link);
    return veer_link_set_open(world, link, def->is_open);
}

static VeerStatus make_world(const VeerScenario *scenario, const VeerAllocator *allocator,
                             const VeerTasks *tasks, VeerWorld **out)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = scenario->info.space;
    def.max_agents = scenario->agent_capacity;
    def.max_obstacles = scenario->obstacle_count;
    def.max_wall_vertices = scenario->vertex_count;
    def.max_steerings = scenario->steering_count;
    def.map = scenario->map_def;
    def.foresight = scenario->foresight_def;
    if ((scenario->map || scenario->voxels || scenario->mesh || scenario->graph) &&
        def.map.max_route_points == 0) {
        def.map.max_route_points = POINTS_EACH * scenario->agent_capacity;
    }
    def.max_squads = scenario->squad_count;
    def.bounds = scenario->bounds;
    def.seed = scenario->info.seed;
    def.allocator = allocator ? *allocator : def.allocator;
    def.tasks = tasks ? *tasks : def.tasks;
    VeerMesh *pieces;
    VeerStatus status = veer_pieces_make(scenario, &pieces);
    if (status != VEER_OK) {
        return status;
    }
    def.map.pieces = pieces;
    status = veer_world_create(&def, out);
    free(pieces);
    if (status == VEER_OK && scenario->voxels) {
        return veer_world_voxels_copy(*out, scenario->voxels);
    }
    status = status == VEER_OK && scenario->map ? veer_world_map_copy(*out, scenario->map) : status;
    for (uint32_t i = 0; status == VEER_OK && i < scenario->map_def.max_links; i++) {
        status = make_link(scenario, *out, i);
    }
    return status;
}

static VeerStatus make_obstacles(VeerScenario *scenario, VeerWorld *world, VeerInputError *error)
{
    const VeerObstacleDef *defs = scenario->warm ? scenario->warm : scenario->obstacles;
    for (uint32_t i = 0; i < scenario->entry_count; i++) {
        const VeerObstacleEntry *entry = &scenario->entries[i];
        for (uint32_t j = entry->first; j < entry->first + entry->count; j++) {
            VeerStatus status = veer_obstacle_create(world, &defs[j], &scenario->obstacle_ids[j]);
            if (status != VEER_OK) {
                return refused(scenario, entry->node, status, error);
            }
            if (entry->is_covering) {
                (void)veer_obstacle_set_covering(world, scenario->obstacle_ids[j], true);
            }
        }
    }
    return VEER_OK;
}

VeerStatus veer_scenario_spawn(VeerScenario *scenario, VeerWorld *world, const VeerGroup *group)
{
    VeerStatus status = spawn_group(scenario, world, group);
    status = status == VEER_OK ? set_goals(scenario, world, group) : status;
    return status == VEER_OK ? veer_scenario_join(scenario, world, group) : status;
}

static VeerStatus make_agents(VeerScenario *scenario, VeerWorld *world, VeerInputError *error)
{
    for (uint32_t i = 0; i < scenario->start_group_count; i++) {
        VeerStatus status = spawn_group(scenario, world, &scenario->groups[i]);
        if (status != VEER_OK) {
            return refused(scenario, scenario->groups[i].place, status, error);
        }
    }
    for (uint32_t i = 0; i < scenario->start_group_count; i++) {
        VeerStatus status = set_goals(scenario, world, &scenario->groups[i]);
        if (status != VEER_OK) {
            return refused(scenario, scenario->groups[i].place, status, error);
        }
    }
    return VEER_OK;
}

static VeerStatus make_squads(VeerScenario *scenario, VeerWorld *world, VeerInputError *error)
{
    VeerStatus status = veer_scenario_make_squads(scenario, world);
    status = status == VEER_OK ? veer_scenario_start_squads(scenario, world) : status;
    return status == VEER_OK ? status : refused(scenario, NULL, status, error);
}

static void forget_world(VeerScenario *scenario)
{
    scenario->agent_count = 0;
    scenario->next_event = 0;
    memset(scenario->agent_ids, 0, scenario->agent_capacity * sizeof *scenario->agent_ids);
    memset(scenario->tours, 0, scenario->agent_capacity * sizeof *scenario->tours);
}

/// What a ball is after the warm-up, as the def that it comes by. All that is left out stays.
static void note_warm(const VeerWorld *world, VeerObstacleId id, double seconds,
                      VeerObstacleDef *def)
{
    VeerObstacleState state;
    bool is_ball = def->shape == VEER_SHAPE_BALL && def->motion != VEER_MOTION_STATIC;
    if (!is_ball || veer_obstacle_get(world, id, &state) != VEER_OK) {
        return;
    }
    if (def->motion == VEER_MOTION_ORBIT) {
        def->orbit.phase = (float)((double)def->orbit.phase + (double)def->orbit.rate * seconds);
        return;
    }
    def->position = state.position;
    def->velocity = state.velocity;
}

/// Lets the obstacles move alone in a world of their own, and keeps what they are then.
static VeerStatus warm_up(VeerScenario *scenario, const VeerAllocator *allocator,
                          const VeerTasks *tasks, VeerInputError *error)
{
    VeerWorld *world = NULL;
    scenario->warm = NULL;
    if (scenario->warm_ticks == 0) {
        return VEER_OK;
    }
    VeerStatus status = make_world(scenario, allocator, tasks, &world);
    if (status != VEER_OK) {
        return refused(scenario, NULL, status, error);
    }
    status = make_obstacles(scenario, world, error);
    for (uint32_t i = 0; i < scenario->warm_ticks && status == VEER_OK; i++) {
        status = veer_world_step(world, scenario->info.dt);
    }
    if (status == VEER_OK) {
        scenario->warm = scenario->warmed;
        for (uint32_t i = 0; i < scenario->obstacle_count; i++) {
            scenario->warm[i] = scenario->obstacles[i];
            note_warm(world, scenario->obstacle_ids[i], veer_world_time(world), &scenario->warm[i]);
        }
    }
    veer_world_destroy(world);
    return status;
}

VeerStatus veer_scenario_start(VeerScenario *scenario, const VeerAllocator *allocator,
                               const VeerTasks *tasks, VeerWorld **out, VeerInputError *error)
{
    VeerWorld *world = NULL;
    forget_world(scenario);
    VeerStatus status = warm_up(scenario, allocator, tasks, error);
    if (status != VEER_OK) {
        return status;
    }
    status = make_world(scenario, allocator, tasks, &world);
    if (status != VEER_OK) {
        return refused(scenario, NULL, status, error);
    }
    status = make_obstacles(scenario, world, error);
    if (status == VEER_OK) {
        status = make_agents(scenario, world, error);
    }
    if (status == VEER_OK) {
        status = make_squads(scenario, world, error);
    }
    if (status != VEER_OK) {
        veer_world_destroy(world);
        return status;
    }
    *out = world;
    return VEER_OK;
}
