#include "kinds.h"

#include "values.h"

#include <string.h>

typedef struct Kind {
    const char *name;
    VeerMapKind map;
    VeerSpace space;
    uint32_t links, fields;
    bool has_crowds, has_foresight, is_open;
} Kind;

static const Kind kinds[] = {
    {.name = "none"},
    {.name = "none-3d", .space = VEER_SPATIAL},
    {.name = "grid", .map = VEER_MAP_GRID, .links = 4},
    {.name = "grid-fields", .map = VEER_MAP_GRID, .fields = 3, .links = 2},
    {.name = "grid-crowds", .map = VEER_MAP_GRID, .fields = 2, .has_crowds = true},
    {.name = "voxels", .map = VEER_MAP_VOXELS, .space = VEER_SPATIAL},
    {.name = "voxels-fields", .map = VEER_MAP_VOXELS, .space = VEER_SPATIAL, .fields = 3},
    {.name = "mesh", .map = VEER_MAP_MESH, .links = 6},
    {.name = "mesh-fields", .map = VEER_MAP_MESH, .links = 6, .fields = 2},
    {.name = "graph", .map = VEER_MAP_GRAPH},
    {.name = "graph-fields", .map = VEER_MAP_GRAPH, .fields = 2, .is_open = true},
    {.name = "graph-3d", .map = VEER_MAP_GRAPH, .space = VEER_SPATIAL, .is_open = true},
    {.name = "foresight", .map = VEER_MAP_GRID, .has_foresight = true},
    {.name = "foresight-3d", .space = VEER_SPATIAL, .has_foresight = true},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static const char *const scenes[] = {"scene:squad-links", "scene:squad-stairs", "scene:ladders",
                                     "scene:tower",       "scene:e16",          "scene:gates"};
enum { SCENE_COUNT = sizeof scenes / sizeof scenes[0] };

const char *kind_name(uint32_t index)
{
    if (index < KIND_COUNT) {
        return kinds[index].name;
    }
    return index - KIND_COUNT < SCENE_COUNT ? scenes[index - KIND_COUNT] : NULL;
}

static const Kind *kind_of(const Session *session)
{
    for (size_t i = 0; i < KIND_COUNT; ++i) {
        if (strcmp(kinds[i].name, session->setting.kind) == 0) {
            return &kinds[i];
        }
    }
    return &kinds[0]; // what a scene's session makes besides
}

static uint32_t one_of(Session *session, uint32_t few, uint32_t many)
{
    return chance(session, 3) ? few : many;
}

static VeerWorldMapDef make_map_def(Session *session, const Kind *kind)
{
    VeerWorldMapDef map = veer_world_map_def_default(kind->map);
    map.max_classes = (uint32_t)(1 + draw(session) % 4);
    map.max_route_points = one_of(session, 24, 600);
    map.budget = one_of(session, 20, 2000);
    map.max_links = kind->links;
    map.max_fields = kind->fields;
    map.field_agents = kind->fields > 0 ? 1 + (uint32_t)(draw(session) % 2) : 0;
    map.has_crowds = kind->has_crowds;
    map.has_covers = chance(session, 2);
    if (kind->map == VEER_MAP_GRID) {
        map.grid.width = (uint32_t)session->cells.x;
        map.grid.height = (uint32_t)session->cells.y;
        map.grid.has_costs = chance(session, 2);
    } else if (kind->map == VEER_MAP_VOXELS) {
        map.voxels.cells = session->cells;
    } else if (kind->map == VEER_MAP_MESH) {
        map.mesh.whole = any_mesh(session, NULL);
        // Mostly its own.
        const VeerMesh *cut = chance(session, 8) ? any_mesh(session, NULL) : map.mesh.whole;
        map.mesh.pieces = chance(session, 2) ? any_mesh(session, cut) : NULL;
    } else if (kind->map == VEER_MAP_GRAPH) {
        map.graph.whole = any_graph(session);
        map.graph.is_open = kind->is_open;
    }
    return map;
}

void make_world_def(Session *session, VeerWorldDef *def)
{
    const Kind *kind = kind_of(session);
    *def = veer_world_def_default();
    def->space = kind->space;
    def->max_agents = session->setting.is_dense ? 48 : one_of(session, 6, 24);
    def->max_obstacles = one_of(session, 3, 12);
    def->max_wall_vertices = one_of(session, 8, 48);
    def->max_behaviour_lists = one_of(session, 1, 6);
    def->max_squads = (uint32_t)(draw(session) % 4);
    def->map = make_map_def(session, kind);
    def->foresight.has_window = kind->has_foresight;
    def->foresight.window.width = (uint32_t)session->cells.x;
    def->foresight.window.height = (uint32_t)session->cells.y;
    def->foresight.window.depth = kind->space == VEER_SPATIAL ? (uint32_t)session->cells.z : 0;
    def->foresight.max_states = one_of(session, 40, 2000);
    def->foresight.budget = one_of(session, 20, 800);
    if (chance(session, 2)) {
        VeerVec3 far = {(float)session->cells.x, (float)session->cells.y, (float)session->cells.z};
        def->bounds = (VeerBounds){{0.0f, 0.0f, 0.0f}, far};
    }
    def->seed = draw(session);
    def->allocator = any_VeerAllocator(session);
    def->tasks = any_VeerTasks(session);
    def->diagnostics = (VeerDiagnostics){any_VeerRefusalFn(session), session};
    def->max_messages = one_of(session, 2, 12);
    def->max_sensed = one_of(session, 0, 12);
    def->max_masses = one_of(session, 0, 12);
    def->max_profiles = one_of(session, 3, 12);
    def->has_lifetimes = !chance(session, 8);
}

static VeerWorld *start_scene(Session *session, const char *name)
{
    const char *text = veer_scene_text(name);
    VeerScenarioOptions options = veer_scenario_options_default();
    options.has_seed = true;
    options.seed = session->setting.seed;
    VeerInputError error;
    VeerWorld *world = NULL;
    VeerAllocator allocator = any_VeerAllocator(session);
    VeerTasks tasks = any_VeerTasks(session);
    if (!text ||
        veer_scenario_read(name, text, strlen(text), &options, &session->scenario, &error) !=
            VEER_OK ||
        veer_scenario_start(session->scenario, &allocator, &tasks, &world, &error) != VEER_OK) {
        return NULL;
    }
    (void)veer_world_set_diagnostics(world, (VeerDiagnostics){any_VeerRefusalFn(session), session});
    return world;
}

// A sensor as wide as all that bodies are put on: else sensors would hardly ever find anybody.
static void add_sensor(Session *session, VeerWorld *world)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    VeerObstacleId sensor;
    def.is_ghost = true;
    def.layer = 0;
    def.radius = 2.0f * (float)session->cells.x + 2.0f * (float)session->cells.y;
    (void)veer_obstacle_create(world, &def, &sensor);
}

VeerWorld *make_world(Session *session)
{
    if (strncmp(session->setting.kind, "scene:", 6) == 0) {
        return start_scene(session, session->setting.kind + 6);
    }
    VeerWorldDef def;
    make_world_def(session, &def);
    VeerWorld *world = NULL;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return NULL;
    }
    if (chance(session, 2)) {
        add_sensor(session, world);
    }
    return world;
}
