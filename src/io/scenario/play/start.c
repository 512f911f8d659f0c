/// A scenario becomes a world: its map, obstacles, agents and squads.
#include "io/base/input.h"
#include "io/scenario/play/play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Writes "file: place: refused by the world (VEER_…)" where it is. @return the status
static VeerStatus tell(const VeerScenario *scenario, const VeerNode *node, VeerStatus status,
                       VeerInputError *error)
{
    VeerReader reader = {.file = scenario->file, .error = error};
    if (status != VEER_OK) {
        veer_reader_fail(&reader, node, "refused by the world (%s)", veer_status_name(status));
    }
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

/// Puts the map of a scenario, or what it has beside that of the def, into a world.
static VeerStatus fill_map(const VeerScenario *scenario, VeerWorld *world)
{
    VeerStatus status = scenario->voxels ? veer_world_voxels_copy(world, scenario->voxels)
                        : scenario->map  ? veer_world_grid_copy(world, scenario->map)
                                         : VEER_OK;
    for (uint32_t i = 0; status == VEER_OK && i < scenario->def.map.max_links; i++) {
        status = make_link(scenario, world, i);
    }
    return status;
}

static void *note_size(void *user, size_t size)
{
    *(size_t *)user = size;
    return NULL;
}

static void release_nothing(void *user, void *memory, size_t size)
{
    (void)user;
    (void)memory;
    (void)size;
}

/// Whether a world takes no more memory than its file may ask for, which is asked by an allocator
/// that has none.
static VeerStatus check_memory(const VeerScenario *scenario, const VeerWorldDef *def,
                               VeerInputError *error)
{
    size_t size = 0;
    VeerWorldDef asked = *def;
    VeerWorld *none;
    VeerReader reader = {.file = scenario->file, .error = error};
    asked.allocator = (VeerAllocator){note_size, release_nothing, &size};
    VeerStatus status = veer_world_create(&asked, &none);
    double all = (double)size + (double)scenario->store.taken;
    if (status == VEER_OUT_OF_MEMORY && all > scenario->max_bytes) {
        veer_reader_fail(&reader, NULL, "asks for %.0f MiB of memory, may ask for %.0f",
                         ceil(all * 0x1p-20), floor(scenario->max_bytes * 0x1p-20));
        return VEER_BAD_VALUE;
    }
    return status == VEER_OUT_OF_MEMORY ? VEER_OK : tell(scenario, NULL, status, error);
}

static VeerStatus make_world(const VeerScenario *scenario, const VeerAllocator *allocator,
                             const VeerTasks *tasks, VeerWorld **out, VeerInputError *error)
{
    VeerWorldDef def = scenario->def;
    VeerMesh *pieces;
    def.allocator = allocator ? *allocator : def.allocator;
    def.tasks = tasks ? *tasks : def.tasks;
    VeerStatus status = veer_pieces_make(scenario, &pieces);
    if (pieces) {
        def.map.mesh.pieces = pieces;
    }
    status = status == VEER_OK ? check_memory(scenario, &def, error)
                               : tell(scenario, NULL, status, error);
    if (status == VEER_OK) {
        status = veer_world_create(&def, out);
        status = status == VEER_OK ? fill_map(scenario, *out) : status;
        tell(scenario, NULL, status, error);
    }
    free(pieces);
    return status;
}

static VeerStatus make_obstacles(VeerScenario *scenario, VeerWorld *world, VeerInputError *error)
{
    VeerStatus status = VEER_OK;
    for (uint32_t k = 0; k < scenario->entry_count && status == VEER_OK; k++) {
        const VeerObstacleEntry *entry = &scenario->entries[k];
        for (uint32_t i = entry->first; i < entry->first + entry->count && status == VEER_OK; i++) {
            VeerObstacleId *id = &scenario->obstacle_ids[i];
            status = veer_obstacle_create(world, &scenario->warmed[i], id);
            if (entry->is_covering && status == VEER_OK) {
                (void)veer_obstacle_set_covering(world, *id, true);
            }
        }
        tell(scenario, entry->node, status, error);
    }
    return status;
}

static VeerStatus make_agents(VeerScenario *scenario, VeerWorld *world, VeerInputError *error)
{
    uint32_t groups = scenario->start_group_count;
    VeerStatus status = VEER_OK;
    for (uint32_t i = 0; i < groups && status == VEER_OK; i++) {
        status = veer_scenario_spawn_agents(scenario, world, &scenario->groups[i]);
        tell(scenario, scenario->groups[i].node, status, error);
    }
    // Goals come after all agents, which may follow each other.
    for (uint32_t i = 0; i < groups && status == VEER_OK; i++) {
        status = veer_scenario_set_goals(scenario, world, &scenario->groups[i]);
        tell(scenario, scenario->groups[i].node, status, error);
    }
    return status;
}

static VeerStatus make_squads(VeerScenario *scenario, VeerWorld *world, VeerInputError *error)
{
    return tell(scenario, NULL, veer_scenario_make_squads(scenario, world), error);
}

/// Gets ready for another world.
static void forget_world(VeerScenario *scenario)
{
    scenario->agent_count = 0;
    scenario->next_event = 0;
    memset(scenario->agent_ids, 0, scenario->def.max_agents * sizeof *scenario->agent_ids);
    for (uint32_t i = 0; i < scenario->obstacle_count; i++) {
        scenario->warmed[i] = scenario->obstacles[i];
    }
    memset(scenario->tours, 0, scenario->def.max_agents * sizeof *scenario->tours);
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
    if (scenario->warm_ticks == 0) {
        return VEER_OK;
    }
    VeerStatus status = make_world(scenario, allocator, tasks, &world, error);
    status = status == VEER_OK ? make_obstacles(scenario, world, error) : status;
    for (uint32_t i = 0; i < scenario->warm_ticks && status == VEER_OK; i++) {
        status = veer_world_step(world, scenario->info.dt);
    }
    for (uint32_t i = 0; i < scenario->obstacle_count && status == VEER_OK; i++) {
        note_warm(world, scenario->obstacle_ids[i], veer_world_time(world), &scenario->warmed[i]);
    }
    veer_world_destroy(world);
    return status;
}

VeerStatus veer_scenario_start(VeerScenario *scenario, const VeerAllocator *allocator,
                               const VeerTasks *tasks, VeerWorld **out, VeerInputError *error)
{
    VeerInputError own;
    if (!veer_input_is_given(scenario ? scenario->file : NULL, "", 0, out, &error, &own) ||
        !scenario) {
        return VEER_BAD_VALUE;
    }
    VeerWorld *world = NULL;
    forget_world(scenario);
    VeerStatus status = warm_up(scenario, allocator, tasks, error);
    status = status == VEER_OK ? make_world(scenario, allocator, tasks, &world, error) : status;
    status = status == VEER_OK ? make_obstacles(scenario, world, error) : status;
    status = status == VEER_OK ? make_agents(scenario, world, error) : status;
    status = status == VEER_OK ? make_squads(scenario, world, error) : status;
    if (status == VEER_OK) {
        *out = world;
    } else {
        veer_world_destroy(world);
    }
    return status;
}
