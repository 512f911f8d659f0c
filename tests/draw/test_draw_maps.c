// Maps, routes, links and fields are drawn.
#include "draw_counter.h"

static void links_are_lines_while_they_are_open(void **state)
{
    (void)state;
    VeerWorldDef def = veer_world_def_default();
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    def.map.max_links = 2;
    VeerWorld *world;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    VeerLinkDef link = veer_link_def_default();
    VeerLinkId id;
    link.to = (VeerVec3){3, 4, 0};
    assert_int_equal(veer_link_create(world, &link, &id), VEER_OK);
    assert_int_equal(draw(world, false).lines[VEER_DRAW_LINK], 1);
    assert_int_equal(veer_link_set_open(world, id, false), VEER_OK);
    assert_int_equal(draw(world, false).lines[VEER_DRAW_LINK], 0);
    veer_world_destroy(world);
}

static void draw_shows_the_walls_of_a_mesh(void **state)
{
    (void)state;
    // Two squares side by side; the second is blocked.
    const VeerVec3 vertices[6] = {{0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {8, 4, 0}, {4, 4, 0}, {0, 4, 0}};
    const uint32_t first[3] = {0, 4, 8}, corners[8] = {0, 1, 4, 5, 1, 2, 3, 4};
    VeerMeshDef mesh_def = veer_mesh_def_default();
    mesh_def.vertices = vertices;
    mesh_def.vertex_count = 6;
    mesh_def.first = first;
    mesh_def.corners = corners;
    mesh_def.polygon_count = 2;
    void *memory = aligned_alloc(64, veer_mesh_size(&mesh_def));
    VeerMesh *mesh = veer_mesh_init(memory, &mesh_def, NULL, NULL);
    VeerWorldDef def = veer_world_def_default();
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = mesh;
    VeerWorld *world;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    assert_int_equal(veer_world_mesh_set_blocked(world, 1, true), VEER_OK);
    Count count = draw(world, false);
    assert_int_equal(count.lines[VEER_DRAW_MAP], 6);
    assert_int_equal(count.polygons[VEER_DRAW_MAP], 1);
    veer_world_destroy(world);
    // What its pieces show is what routes see.
    def.map.mesh.pieces = mesh;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    assert_int_equal(veer_world_mesh_set_blocked(world, 1, true), VEER_OK);
    count = draw(world, true);
    assert_int_equal(count.polygons[VEER_DRAW_COVERED], 1);
    count = draw(world, false);
    assert_int_equal(count.polygons[VEER_DRAW_COVERED], 0);
    veer_world_destroy(world);
    free(memory);
}

static void draw_shows_maps_and_routes(void **state)
{
    (void)state;
    VeerWorldDef def = veer_world_def_default();
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    def.map.grid.width = def.map.grid.height = 16;
    VeerWorld *world = NULL;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{4, 0}, {6, 12}}, true), VEER_OK);
    VeerObstacleDef rock = veer_obstacle_def_default();
    rock.position = (VeerVec3){12, 4, 0};
    VeerObstacleId obstacle;
    assert_int_equal(veer_obstacle_create(world, &rock, &obstacle), VEER_OK);
    assert_int_equal(veer_obstacle_set_covering(world, obstacle, true), VEER_OK);
    VeerAgentDef walker = veer_agent_def_default();
    walker.position = (VeerVec3){1, 1, 0};
    VeerAgentId agent;
    assert_int_equal(veer_agent_create(world, &walker, &agent), VEER_OK);
    assert_int_equal(veer_agent_route_to(world, agent, (VeerVec3){9, 1, 0}, 0.5f), VEER_OK);
    assert_int_equal(veer_world_step(world, 0.1f), VEER_OK);
    Count count = draw(world, true);
    assert_int_equal(count.polygons[VEER_DRAW_MAP], 1);
    // The wall and the rock.
    assert_true(count.polygons[VEER_DRAW_COVERED] >= 2);
    assert_int_equal(count.lines[VEER_DRAW_ROUTE], veer_agent_route_points(world, agent, NULL, 0));
    assert_true(count.lines[VEER_DRAW_ROUTE] >= 3);
    count = draw(world, false);
    assert_int_equal(count.lines[VEER_DRAW_ROUTE] + count.polygons[VEER_DRAW_COVERED], 0);
    veer_world_destroy(world);
}

static void draw_shows_the_directions_of_shared_fields(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    def.map.grid.width = 96; // a line for each second cell
    def.map.grid.height = 10;
    def.map.max_fields = 2;
    def.map.field_agents = 1;
    VeerWorld *world = NULL;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    VeerAgentId agent;
    VeerAgentDef body = veer_agent_def_default();
    body.position = (VeerVec3){2.5f, 5.5f, 0};
    assert_int_equal(veer_agent_create(world, &body, &agent), VEER_OK);
    assert_int_equal(veer_agent_route_to(world, agent, (VeerVec3){94.5f, 9.5f, 0}, 1.0f), VEER_OK);
    Count count = {0};
    VeerDraw callbacks = {.line = count_line, .user = &count, .show_fields = true};
    assert_null(veer_world_field(world, 0));
    for (int i = 0; i < 5; i++) {
        assert_int_equal(veer_world_step(world, 0.1f), VEER_OK);
    }
    assert_non_null(veer_world_field(world, 0));
    assert_null(veer_world_field(world, 1));
    assert_null(veer_world_field(world, 2));
    veer_world_draw(world, &callbacks);
    assert_int_equal(count.lines[VEER_DRAW_FIELD], 48 * 5);
    callbacks.show_fields = false;
    veer_world_draw(world, &callbacks);
    assert_int_equal(count.lines[VEER_DRAW_FIELD], 48 * 5);
    // The agent has no points of its own: its path is drawn along the field, as far as 64 cells.
    assert_int_equal(veer_agent_route_points(world, agent, NULL, 0), 0);
    assert_int_equal(count.lines[VEER_DRAW_ROUTE], 0);
    callbacks.show_routes = true;
    veer_world_draw(world, &callbacks);
    assert_int_equal(count.lines[VEER_DRAW_ROUTE], 64);
    VeerVec3 path[128];
    uint32_t points = veer_draw_path(world, agent, path, 128);
    assert_in_range(points, 88, 94); // 92 m, a cell each
    assert_float_equal(path[points - 1].x, 94.5f, 0.0f);
    assert_float_equal(path[points - 1].y, 9.5f, 0.0f);
    assert_int_equal(veer_draw_path(world, (VeerAgentId){7, 7}, path, 128), 0);
    veer_world_destroy(world);
}

static VeerWorld *make_tiled(VeerTiling kind)
{
    VeerTilingDef tiling = {kind, 4, 3, {0.0f, 0.0f, 0.0f}, 2.0f, 2.0f};
    VeerGraphDef graph;
    void *scratch = aligned_alloc(64, (veer_tiling_size(&tiling) + 63u) / 64u * 64u);
    assert_int_equal(veer_tiling_graph(scratch, &tiling, &graph), VEER_OK);
    void *memory = aligned_alloc(64, (veer_graph_size(&graph) + 63u) / 64u * 64u);
    VeerWorldDef def = veer_world_def_default();
    def.map.kind = VEER_MAP_GRAPH;
    def.map.graph.whole = veer_graph_init(memory, &graph);
    VeerWorld *world = NULL;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    free(scratch);
    free(memory);
    return world;
}

static void count_wall(void *user, VeerVec3 from, VeerVec3 to)
{
    assert_true(from.x != to.x || from.y != to.y);
    ++*(uint32_t *)user;
}

static bool count_shape(void *user, const VeerVec3 *corners, uint32_t count)
{
    double twice = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 a = corners[i], b = corners[(i + 1) % count];
        twice += (double)a.x * (double)b.y - (double)b.x * (double)a.y;
    }
    assert_true(twice > 0.0);
    return ++*(uint32_t *)user != 500;
}

static void draw_shows_the_cells_of_a_graph(void **unused)
{
    (void)unused;
    VeerWorld *world = make_tiled(VEER_TILING_HEXES);
    VeerObstacleDef rock = veer_obstacle_def_default();
    VeerObstacleId id;
    assert_int_equal(veer_obstacle_create(world, &rock, &id), VEER_OK);
    assert_int_equal(veer_obstacle_set_covering(world, id, true), VEER_OK);
    assert_int_equal(veer_world_graph_set_blocked(world, 11, true), VEER_OK);
    assert_int_equal(veer_world_step(world, 0.1f), VEER_OK);
    Count count = {0};
    VeerDraw callbacks = {.line = count_line, .polygon = count_polygon, .user = &count};
    veer_world_draw(world, &callbacks);
    assert_int_equal(count.polygons[VEER_DRAW_MAP], 1);
    assert_int_equal(count.lines[VEER_DRAW_MAP], 11 * 6); // not of the one that is covered
    callbacks.show_covered = true;
    veer_world_draw(world, &callbacks);
    assert_int_equal(count.polygons[VEER_DRAW_COVERED], 1);
    veer_world_destroy(world);
    world = make_tiled(VEER_TILING_DISCS);
    assert_int_equal(veer_world_graph_set_blocked(world, 5, true), VEER_OK);
    assert_int_equal(veer_world_graph_set_edge_blocked(world, 0, true), VEER_OK);
    count = (Count){0};
    callbacks.ball = count_ball;
    veer_world_draw(world, &callbacks);
    assert_int_equal(count.balls[VEER_DRAW_MAP], 1);
    uint32_t open = 0, walls = 0;
    const VeerGraph *graph = veer_world_graph(world);
    for (uint32_t i = 1; i < veer_graph_edge_count(graph); i++) {
        VeerGraphEdge edge = veer_graph_edge(graph, i);
        open += edge.from != 5 && edge.to != 5;
    }
    assert_int_equal(count.lines[VEER_DRAW_MAP], open);
    veer_world_graph_walls(world, count_wall, &walls);
    assert_true(walls > 0 && walls == count.lines[VEER_DRAW_WALL]);
    uint32_t shapes = 0;
    veer_world_graph_ground(world, count_shape, &shapes);
    assert_true(shapes >= veer_graph_node_count(graph) - 1 &&
                shapes <= veer_graph_node_count(graph) - 1 + open);
    veer_world_graph_ground(NULL, count_shape, &shapes);
    veer_world_graph_ground(world, NULL, &shapes);
    veer_world_destroy(world);
}

static void draw_shows_the_directions_of_fields_through_voxels(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    def.map.voxels.cells = (VeerVoxel){48, 10, 6}; // a line for each second voxel
    def.map.max_fields = 1;
    def.map.field_agents = 1;
    VeerWorld *world = NULL;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    VeerVoxelBox pillar = {{21, 5, 0}, {22, 6, 6}};
    assert_int_equal(veer_world_voxels_fill(world, pillar, true), VEER_OK);
    VeerAgentId agent;
    VeerAgentDef body = veer_agent_def_default();
    body.position = (VeerVec3){2.5f, 5.5f, 3};
    assert_int_equal(veer_agent_create(world, &body, &agent), VEER_OK);
    VeerVec3 goal = {44.5f, 4.5f, 4.5f};
    assert_int_equal(veer_agent_route_to(world, agent, goal, 1.0f), VEER_OK);
    Count count = {0};
    VeerDraw callbacks = {.line = count_line, .user = &count, .show_fields = true};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(veer_world_step(world, 0.1f), VEER_OK);
    }
    veer_world_draw(world, &callbacks);
    assert_int_equal(count.lines[VEER_DRAW_FIELD], 24 * 5 * 3 - 3); // none in the pillar
    callbacks.show_routes = true;
    veer_world_draw(world, &callbacks);
    assert_in_range(count.lines[VEER_DRAW_ROUTE], 40, 44); // 42 m, a voxel each
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_lines_while_they_are_open),
        cmocka_unit_test(draw_shows_the_walls_of_a_mesh),
        cmocka_unit_test(draw_shows_maps_and_routes),
        cmocka_unit_test(draw_shows_the_directions_of_shared_fields),
        cmocka_unit_test(draw_shows_the_directions_of_fields_through_voxels),
        cmocka_unit_test(draw_shows_the_cells_of_a_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
