/// A scenario becomes a world: its map, obstacles, agents and squads.
#include "io/scenario/play/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Points of routes an agent, where the file states none.
#define POINTS_EACH 32u

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
    def.max_behaviour_lists = scenario->behaviour_list_count;
    def.map = scenario->map_def;
    def.foresight = scenario->foresight_def;
    if (veer_scenario_has_map(scenario) && def.map.max_route_points == 0) {
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
    if (pieces) {
        def.map.mesh.pieces = pieces;
    }
    status = veer_world_create(&def, out);
    free(pieces);
    if (status == VEER_OK && scenario->voxels) {
        return veer_world_voxels_copy(*out, scenario->voxels);
    }
    status =
        status == VEER_OK && scenario->map ? veer_world_grid_copy(*out, scenario->map) : status;
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

static VeerStatus make_agents(VeerScenario *scenario, VeerWorld *world, VeerInputError *error)
{
    for (uint32_t i = 0; i < scenario->start_group_count; i++) {
        VeerStatus status = veer_scenario_spawn_agents(scenario, world, &scenario->groups[i]);
        if (status != VEER_OK) {
            return refused(scenario, scenario->groups[i].node, status, error);
        }
    }
    for (uint32_t i = 0; i < scenario->start_group_count; i++) {
        VeerStatus status = veer_scenario_set_goals(scenario, world, &scenario->groups[i]);
        if (status != VEER_OK) {
            return refused(scenario, scenario->groups[i].node, status, error);
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
