// Cells of maps as sensors: equal to brute force at every tick, for each kind of map.
#include "world/floor_maker.h"
#include "world/graph_maker.h"
#include "world/world_maker.h"

#include "geom/polygon.h"

enum { AGENTS = 16, BALLS = 8, MOST_CELLS = 64, MOST = AGENTS + BALLS };

typedef struct Zone {
    VeerWorld *world;
    void *map; // to free
    uint32_t cell_count;
    VeerObstacleId sensors[MOST_CELLS];
    int inside[MOST_CELLS]; // by events
} Zone;

static VeerWorldDef any_map(int kind, void **map)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = kind == 1 ? VEER_SPATIAL : VEER_PLANAR;
    *map = NULL;
    if (kind == 0) {
        def.map = veer_world_map_def_default(VEER_MAP_GRID);
        def.map.grid.width = 9;
        def.map.grid.height = 7;
        def.map.grid.origin = vec3(-9.0f, -8.0f, 0.0f);
        def.map.grid.cell_size = 2.0f;
    } else if (kind == 1) {
        def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
        def.map.voxels.cells = (VeerVoxel){4, 3, 2};
        def.map.voxels.origin = vec3(-9.0f, -8.0f, -4.0f);
        def.map.voxels.cell_size = 5.0f;
    } else if (kind == 2) {
        *map = make_floors();
        def.map = veer_world_map_def_default(VEER_MAP_MESH);
        def.map.mesh.whole = *map;
    } else {
        *map = make_tiling((VeerTiling)(kind - 3), 6, 5, 3.0f, 2.8f);
        def.map = veer_world_map_def_default(VEER_MAP_GRAPH);
        def.map.graph.whole = *map;
        def.map.graph.is_open = true;
    }
    return def;
}

static uint32_t cells_of(const VeerWorld *world)
{
    const VeerGraph *graph = veer_world_graph(world);
    const VeerMesh *mesh = veer_world_mesh(world);
    return veer_world_grid(world)     ? 63
           : veer_world_voxels(world) ? 24
           : graph                    ? veer_graph_node_count(graph)
                                      : veer_mesh_polygon_count(mesh);
}

static VeerVec3 middle_of(const VeerWorld *world)
{
    const VeerMesh *mesh = veer_world_mesh(world);
    VeerVec3 corners[8], middle = vec3(0.0f, 0.0f, 0.0f);
    if (mesh) {
        veer_mesh_corners(mesh, 0, corners, 8);
        middle = corners[0];
    }
    return veer_world_graph(world) ? vec3(8.0f, 6.0f, 0.0f) : middle;
}

// On the ground, where there are no floors.
static VeerVec3 place_near(const Zone *zone, Dice *dice, VeerVec3 middle)
{
    VeerVec3 place = add3(middle, roll3(dice, 7.0f));
    bool is_flat = veer_world_grid(zone->world) || veer_world_graph(zone->world);
    place.z = is_flat ? 0.0f : place.z;
    return place;
}

static Zone make_zone(int kind, uint32_t seed)
{
    Dice dice = {seed * 2654435769u + 1u};
    Zone zone = {0};
    VeerWorldDef def = any_map(kind, &zone.map);
    zone.world = make_world_of(&def);
    zone.cell_count = cells_of(zone.world);
    VeerVec3 middle = middle_of(zone.world);
    for (uint32_t i = 0; i < zone.cell_count; ++i) {
        assert_int_equal(veer_sensor_create_cell(zone.world, i, 1u, &zone.sensors[i]), VEER_OK);
    }
    for (int i = 0; i < AGENTS; ++i) {
        VeerAgentDef agent = veer_agent_def_default();
        agent.position = place_near(&zone, &dice, middle);
        agent.radius = roll(&dice, 0.1f, 1.0f);
        agent.height = 1.0f;
        agent.max_speed = 6.0f;
        agent.layer = i % 4 ? 1u : 2u; // who is of the second is ignored
        VeerAgentId id = add_agent(zone.world, &agent);
        veer_agent_set_preferred_velocity(zone.world, id, roll3(&dice, 5.0f));
    }
    for (int i = 0; i < BALLS; ++i) {
        VeerObstacleDef ball = veer_obstacle_def_default();
        ball.motion = VEER_MOTION_FREE;
        ball.position = place_near(&zone, &dice, middle);
        ball.velocity = roll3(&dice, 5.0f);
        ball.radius = roll(&dice, 0.2f, 1.0f);
        ball.height = 1.0f;
        ball.layer = 1u;
        add_obstacle(zone.world, &ball);
    }
    return zone;
}

static void end(Zone *zone)
{
    veer_world_destroy(zone->world);
    free(zone->map);
}

static float box_distance(VeerVec3 low, float size, VeerVec3 point, bool is_planar)
{
    VeerVec3 high = add3(low, vec3(size, size, size));
    float x = max_f(max_f(low.x - point.x, point.x - high.x), 0.0f);
    float y = max_f(max_f(low.y - point.y, point.y - high.y), 0.0f);
    float z = is_planar ? 0.0f : max_f(max_f(low.z - point.z, point.z - high.z), 0.0f);
    return length3(vec3(x, y, z));
}

// A polygon of a mesh is on its floor, and up to 1 m over it.
static float mesh_distance(const VeerMesh *mesh, uint32_t polygon, VeerVec3 point, float height)
{
    VeerVec3 corners[8];
    VeerVec2 plan[8];
    uint32_t count = veer_mesh_corners(mesh, polygon, corners, 8);
    float low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < count; ++i) {
        plan[i] = plane2(corners[i]);
        low = min_f(low, corners[i].z);
        high = max_f(high, corners[i].z);
    }
    if (point.z + height < low || point.z > high + 1.0f) {
        return INFINITY;
    }
    return veer_polygon_contains(plan, count, plane2(point))
               ? 0.0f
               : veer_polygon_distance(plan, count, plane2(point));
}

// m, from a cell to a body's middle.
static float distance_of(const Zone *zone, uint32_t cell, VeerVec3 point, float height)
{
    const VeerWorld *world = zone->world;
    const VeerGraph *graph = veer_world_graph(world);
    const VeerMesh *mesh = veer_world_mesh(world);
    if (veer_world_grid(world)) {
        VeerVec3 low = vec3(2.0f * (float)(cell % 9) - 9.0f, 2.0f * (float)(cell / 9) - 8.0f, 0.0f);
        return box_distance(low, 2.0f, point, true);
    }
    if (veer_world_voxels(world)) {
        VeerVec3 low = vec3(5.0f * (float)(cell % 4) - 9.0f, 5.0f * (float)(cell / 4 % 3) - 8.0f,
                            5.0f * (float)(cell / 12) - 4.0f);
        return box_distance(low, 5.0f, point, false);
    }
    return graph ? veer_graph_distance(graph, cell, vec3(point.x, point.y, 0.0f))
                 : mesh_distance(mesh, cell, point, height);
}

// How many bodies are surely in a cell, and how many may be: rounding, 1e-4 m, decides for others.
static void count_by_brute_force(const Zone *zone, uint32_t cell, uint32_t *least, uint32_t *most)
{
    *least = *most = 0;
    for (uint32_t i = 0; i < AGENTS; ++i) {
        VeerAgentState agent = read_agent(zone->world, veer_agent_at(zone->world, i));
        float gap = distance_of(zone, cell, agent.position, agent.height) - agent.radius;
        *least += i % 4 && gap < -1e-4f;
        *most += i % 4 && gap < 1e-4f;
    }
    for (uint32_t i = 0; i < BALLS; ++i) {
        VeerObstacleState ball =
            read_obstacle(zone->world, veer_obstacle_at(zone->world, zone->cell_count + i));
        float gap = distance_of(zone, cell, ball.position, ball.height) - ball.radius;
        *least += gap < -1e-4f;
        *most += gap < 1e-4f;
    }
}

static void take_events(Zone *zone)
{
    uint32_t count = 0;
    const VeerEvent *events = veer_world_events(zone->world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        if (events[i].kind == VEER_EVENT_ENTERED || events[i].kind == VEER_EVENT_LEFT) {
            uint64_t cell = read_obstacle(zone->world, events[i].obstacle).user_data;
            assert_true(cell < zone->cell_count);
            zone->inside[cell] += events[i].kind == VEER_EVENT_ENTERED ? 1 : -1;
        }
    }
}

static uint32_t expect_as_by_brute_force(Zone *zone)
{
    uint32_t sum = 0;
    take_events(zone);
    for (uint32_t i = 0; i < zone->cell_count; ++i) {
        uint32_t least, most, count = veer_sensor_count(zone->world, zone->sensors[i]);
        count_by_brute_force(zone, i, &least, &most);
        assert_in_range(count, least, most);
        assert_int_equal(zone->inside[i], count);
        assert_int_equal(veer_sensor_inside(zone->world, zone->sensors[i], NULL, 0), count);
        sum += count;
    }
    return sum;
}

static void cells_equal_brute_force_at_every_tick(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 6; ++kind) {
        uint32_t sum = 0;
        for (uint32_t seed = 1; seed <= suite_seeds(40); ++seed) {
            Zone zone = make_zone(kind, seed);
            for (int tick = 0; tick < 40; ++tick) {
                step_times(zone.world, 1, seed % 3 ? TICK : 0.25f);
                sum += expect_as_by_brute_force(&zone);
            }
            end(&zone);
        }
        assert_true(sum > 100u);
    }
}

static void what_is_no_cell_is_refused(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 6; ++kind) {
        Zone zone = make_zone(kind, 1);
        VeerObstacleId out = {7, 7};
        uint64_t before = veer_world_hash(zone.world);
        assert_int_equal(veer_sensor_create_cell(zone.world, zone.cell_count, 1u, &out),
                         VEER_BAD_VALUE);
        assert_int_equal(veer_sensor_create_cell(zone.world, UINT32_MAX, 1u, &out), VEER_BAD_VALUE);
        assert_int_equal(veer_sensor_create_cell(NULL, 0, 1u, &out), VEER_BAD_VALUE);
        assert_true(out.slot == 7 && veer_world_hash(zone.world) == before);
        end(&zone);
    }
    VeerWorld *plain = make_world(VEER_PLANAR);
    VeerObstacleId out;
    assert_int_equal(veer_sensor_create_cell(plain, 0, 1u, &out), VEER_BAD_VALUE);
    veer_world_destroy(plain);
}

// Round corners, and polygons in space.
static void cells_that_no_obstacle_can_be_are_refused(void **unused)
{
    (void)unused;
    static const VeerVec3 node = {1.0f, 1.0f, 0.0f},
                          corners[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    static const uint32_t first[] = {0, 4};
    static const float radius = 0.5f;
    for (int i = 0; i < 2; ++i) {
        VeerGraphDef cells = veer_graph_def_default();
        cells.nodes = &node;
        cells.node_count = 1;
        cells.first = first;
        cells.corners = corners;
        cells.radii = i == 0 ? &radius : NULL;
        VeerGraph *graph = make_graph(&cells);
        VeerWorldDef def = veer_world_def_default();
        def.space = i == 0 ? VEER_PLANAR : VEER_SPATIAL;
        def.map = veer_world_map_def_default(VEER_MAP_GRAPH);
        def.map.graph.whole = graph;
        VeerWorld *world = make_world_of(&def);
        VeerObstacleId out;
        assert_int_equal(veer_sensor_create_cell(world, 0, 1u, &out), VEER_BAD_VALUE);
        veer_world_destroy(world);
        free(graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_equal_brute_force_at_every_tick),
        cmocka_unit_test(what_is_no_cell_is_refused),
        cmocka_unit_test(cells_that_no_obstacle_can_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
