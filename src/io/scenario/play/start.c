/// A scenario becomes a world: its map, obstacles, agents and squads.
#include "io/base/input.h"
#include "io/scenario/play/play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Keeps what a world said of a call that it refused, for the error. A VeerRefusalFn.
static void keep_refusal(void *user, const VeerRefusal *refusal)
{
    *(VeerRefusal *)user = *refusal;
}

/// Writes "file: place: refused by the world: def.radius: must be 0 to 2e6, is -1".
/// @return the status
static VeerStatus tell(const VeerScenario *scenario, const VeerNode *node, VeerStatus status,
                       VeerInputError *error)
{
    VeerReader reader = {.file = scenario->file, .error = error};
    const VeerRefusal *refusal = &scenario->refusal;
    if (status == VEER_OK) {
        return status;
    }
    if (refusal->status != status) {
        veer_reader_fail(&reader, node, "refused by the world (%s)", veer_status_name(status));
    } else if (isnan(refusal->value)) {
        veer_reader_fail(&reader, node, "refused by the world: %s: %s (%s)", refusal->what,
                         refusal->must, veer_status_name(status));
    } else {
        veer_reader_fail(&reader, node, "refused by the world: %s: %s, is %g (%s)", refusal->what,
                         refusal->must, refusal->value, veer_status_name(status));
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

/// Bytes of a world, which are asked by an allocator that has none; 0: its def is refused.
static double size_of(const VeerWorldDef *def)
{
    size_t size = 0;
    VeerWorldDef asked = *def;
    VeerWorld *none;
    asked.diagnostics = (VeerDiagnostics){NULL, NULL};
    asked.allocator = (VeerAllocator){note_size, release_nothing, &size};
    return veer_world_create(&asked, &none) == VEER_OUT_OF_MEMORY ? (double)size : 0.0;
}

/// The key of a scenario that most of its world's memory is for.
static const char *costliest_key(const VeerWorldDef *def)
{
    enum { KEYS = 6 };
    VeerWorldDef without[KEYS] = {*def, *def, *def, *def, *def, *def};
    static const char *const keys[KEYS] = {"groups",    "obstacles", "map",
                                           "foresight", "squads",    "messages"};
    without[0].max_agents = 0;
    without[1].max_obstacles = without[1].max_wall_vertices = 0;
    without[2].map.kind = VEER_MAP_NONE;
    without[3].foresight.has_window = false;
    without[4].max_squads = 0;
    without[5].max_messages = 0;
    double least = size_of(&without[0]);
    int most = 0;
    for (int i = 1; i < KEYS; i++) {
        double rest = size_of(&without[i]);
        most = rest < least ? i : most;
        least = fmin(rest, least);
    }
    return keys[most];
}

/// Says what asks for so much memory. @return the status
static VeerStatus tell_memory(const VeerScenario *scenario, const VeerWorldDef *def, double bytes,
                              VeerStatus status, VeerInputError *error)
{
    VeerReader reader = {.file = scenario->file, .error = error};
    double may = floor(scenario->max_bytes * 0x1p-20), asked = ceil(bytes * 0x1p-20);
    const char *key = costliest_key(def);
    if (status == VEER_OUT_OF_MEMORY) {
        veer_reader_fail(&reader, NULL, "no memory: asks for %.0f MiB, most of it for \"%s\"",
                         asked, key);
    } else {
        veer_reader_fail(&reader, NULL,
                         "asks for %.0f MiB of memory, may ask for %.0f; most of it is for \"%s\"",
                         asked, may, key);
    }
    return status;
}

static VeerStatus make_world(VeerScenario *scenario, const VeerAllocator *allocator,
                             const VeerTasks *tasks, VeerWorld **out, VeerInputError *error)
{
    VeerWorldDef def = scenario->def;
    VeerMesh *pieces;
    def.allocator = allocator ? *allocator : def.allocator;
    def.tasks = tasks ? *tasks : def.tasks;
    def.diagnostics = (VeerDiagnostics){keep_refusal, &scenario->refusal};
    scenario->refusal = (VeerRefusal){.status = VEER_OK};
    VeerStatus status = veer_pieces_make(scenario, &pieces);
    if (pieces) {
        def.map.mesh.pieces = pieces;
    }
    double size = size_of(&def), all = size + (double)scenario->store.taken;
    if (status == VEER_OK && all > scenario->max_bytes) {
        status = tell_memory(scenario, &def, all, VEER_BAD_VALUE, error);
    } else if (status == VEER_OK) {
        status = veer_world_create(&def, out);
        status = status == VEER_OUT_OF_MEMORY ? tell_memory(scenario, &def, size, status, error)
                                              : tell(scenario, NULL, status, error);
        status = status == VEER_OK ? tell(scenario, NULL, fill_map(scenario, *out), error) : status;
    } else {
        tell(scenario, NULL, status, error);
    }
    free(pieces);
    return status;
}

/// Walls of a file are where their vertices are; those that turn do so about their position.
static VeerStatus make_obstacle(VeerWorld *world, const VeerObstacleDef *def, VeerObstacleId *out)
{
    VeerVec3 vertices[VEER_MAX_TURNING_VERTICES];
    VeerObstacleDef made = *def;
    bool has_pivot = def->vertex_count > 0 && def->vertex_count <= VEER_MAX_TURNING_VERTICES &&
                     (def->position.x != 0.0f || def->position.y != 0.0f);
    for (uint32_t i = 0; has_pivot && i < def->vertex_count; i++) {
        VeerVec3 at = def->vertices[i];
        vertices[i] = (VeerVec3){at.x - def->position.x, at.y - def->position.y, at.z};
    }
    made.vertices = has_pivot ? vertices : def->vertices;
    return veer_obstacle_create(world, &made, out);
}

static VeerStatus make_obstacles(VeerScenario *scenario, VeerWorld *world, VeerInputError *error)
{
    VeerStatus status = VEER_OK;
    for (uint32_t k = 0; k < scenario->entry_count && status == VEER_OK; k++) {
        const VeerObstacleEntry *entry = &scenario->entries[k];
        for (uint32_t i = entry->first; i < entry->first + entry->count && status == VEER_OK; i++) {
            VeerObstacleId *id = &scenario->obstacle_ids[i];
            status = make_obstacle(world, &scenario->warmed[i], id);
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

/// Gets ready for another world. Lives begin with it, and not with its warm-up.
static void forget_world(VeerScenario *scenario)
{
    scenario->agent_count = 0;
    scenario->next_event = 0;
    memset(scenario->agent_ids, 0, scenario->def.max_agents * sizeof *scenario->agent_ids);
    for (uint32_t i = 0; i < scenario->obstacle_count; i++) {
        scenario->warmed[i] = scenario->obstacles[i];
        scenario->warmed[i].time_to_live = INFINITY;
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

static void begin_lives(VeerScenario *scenario)
{
    for (uint32_t i = 0; i < scenario->obstacle_count; i++) {
        scenario->warmed[i].time_to_live = scenario->obstacles[i].time_to_live;
    }
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
    begin_lives(scenario);
    status = status == VEER_OK ? make_world(scenario, allocator, tasks, &world, error) : status;
    status = status == VEER_OK ? make_obstacles(scenario, world, error) : status;
    status = status == VEER_OK ? make_agents(scenario, world, error) : status;
    status = status == VEER_OK ? make_squads(scenario, world, error) : status;
    if (status == VEER_OK) {
        status = veer_world_set_diagnostics(world, (VeerDiagnostics){NULL, NULL});
        *out = world;
    } else {
        veer_world_destroy(world);
    }
    return status;
}
