// Agents of one goal that share the search for it, over meshes and graphs.
#include "world/floor_maker.h"
#include "world/graph_maker.h"

#include "veer/link.h"
#include "veer/mesh_search.h"

enum { WALKERS = 24, WIDE = 24, HIGH = 16 };

static const VeerVec3 goal = {21.5f, 13.5f, 0.0f};

// A hall with rows of blocks, as a mesh.
static VeerMesh *make_hall(void)
{
    VeerGridDef grid_def = veer_grid_def_default();
    grid_def.width = WIDE;
    grid_def.height = HIGH;
    VeerGrid *grid = veer_grid_init(aligned_alloc(64, veer_grid_size(&grid_def)), &grid_def);
    for (int32_t x = 4; x < WIDE - 4; x += 4) {
        bool is_low = x % 8 == 4;
        veer_grid_fill(grid, (VeerCellRect){{x, is_low ? 0 : 5}, {x + 1, is_low ? 11 : HIGH}},
                       true);
    }
    VeerMeshDef def;
    void *scratch = aligned_alloc(64, veer_grid_mesh_size(grid));
    assert_int_equal(veer_grid_mesh(scratch, grid, &def), VEER_OK);
    VeerMesh *mesh = veer_mesh_init(aligned_alloc(64, veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(mesh);
    free(scratch);
    free(grid);
    return mesh;
}

static VeerMesh *cut(const VeerMesh *mesh)
{
    VeerMeshDef def;
    void *scratch = aligned_alloc(64, veer_mesh_cut_size(mesh, 0.5f));
    assert_int_equal(veer_mesh_cut(scratch, mesh, 0.5f, &def), VEER_OK);
    VeerMesh *made = veer_mesh_init(aligned_alloc(64, veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(made);
    free(scratch);
    return made;
}

static VeerWorldDef tree_def(uint32_t fields)
{
    VeerWorldDef def = veer_world_def_default();
    def.map.max_fields = fields;
    def.map.field_agents = 2;
    def.map.budget = 100;
    return def;
}

static VeerWorld *make_hall_world(uint32_t fields, bool has_pieces)
{
    VeerMesh *mesh = make_hall(), *pieces = has_pieces ? cut(mesh) : NULL;
    VeerWorldDef def = tree_def(fields);
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = mesh;
    def.map.mesh.pieces = pieces;
    def.map.budget = has_pieces ? 1000 : def.map.budget;
    VeerWorld *world = make_world_of(&def);
    free(pieces);
    free(mesh);
    return world;
}

static void add_walkers(VeerWorld *world, VeerVec3 to)
{
    for (uint32_t i = 0; i < WALKERS; i++) {
        (void)add_walker(world, vec3(1.0f + (float)(i % 3), 1.0f + (float)(i / 3), 0.0f), to);
    }
}

static VeerRouteState route_of(const VeerWorld *world, uint32_t number)
{
    VeerRouteState route;
    assert_int_equal(veer_agent_route(world, veer_agent_at(world, number), &route), VEER_OK);
    return route;
}

// Steps until no agent waits for a path. @return expansions of single paths
static uint32_t plan_all(VeerWorld *world)
{
    uint32_t expansions = 0;
    for (int i = 0; i < 200; i++) {
        step_times(world, 1, TICK);
        expansions += veer_world_plan_stats(world).expansions;
        if (veer_world_plan_stats(world).waiting == 0) {
            return expansions;
        }
    }
    fail();
    return 0;
}

static void check_ways(bool has_pieces)
{
    VeerWorld *own = make_hall_world(0, has_pieces), *shared = make_hall_world(1, has_pieces);
    add_walkers(own, goal);
    add_walkers(shared, goal);
    assert_true(plan_all(own) > WALKERS);
    assert_int_equal(plan_all(shared), 0);
    for (uint32_t i = 0; i < WALKERS; i++) {
        VeerRouteState a = route_of(own, i), b = route_of(shared, i);
        assert_int_equal(a.status, VEER_ROUTE_WHOLE);
        assert_int_equal(b.status, VEER_ROUTE_WHOLE);
        assert_true(b.length <= 1.03f * a.length + 0.5f);
    }
    step_times(shared, 60 * 60, TICK);
    for (uint32_t i = 0; i < WALKERS; i++) {
        VeerAgentState state = read_agent(shared, veer_agent_at(shared, i));
        assert_true(distance3(state.position, goal) < 4.0f);
    }
    veer_world_destroy(own);
    veer_world_destroy(shared);
}

static void many_over_a_mesh_share_one_search(void **unused)
{
    (void)unused;
    check_ways(false);
}

static void many_over_pieces_share_one_search(void **unused)
{
    (void)unused;
    check_ways(true);
}

static uint32_t polygon_at(const VeerWorld *world, VeerVec3 place)
{
    return veer_mesh_nearest(veer_world_mesh(world), place, NULL);
}

static void what_shuts_and_opens_leads_all_another_way(void **unused)
{
    (void)unused;
    VeerWorld *world = make_hall_world(2, false);
    uint32_t own = polygon_at(world, goal);
    add_walkers(world, goal);
    (void)plan_all(world);
    // A blocked goal cannot be reached: a tree is useless, and each agent goes as near as it can.
    assert_int_equal(veer_world_mesh_set_blocked(world, own, true), VEER_OK);
    assert_true(plan_all(world) > 0);
    assert_int_equal(route_of(world, 0).status, VEER_ROUTE_PARTIAL);
    assert_int_equal(veer_world_mesh_set_blocked(world, own, false), VEER_OK);
    (void)plan_all(world);
    for (uint32_t i = 0; i < WALKERS; i++) {
        assert_int_equal(route_of(world, i).status, VEER_ROUTE_WHOLE);
    }
    veer_world_destroy(world);
}

static void those_cut_off_go_as_near_as_they_can(void **unused)
{
    (void)unused;
    static const VeerVec3 vertices[] = {{0, 0, 0},  {8, 0, 0},  {8, 8, 0},  {0, 8, 0},
                                        {10, 0, 0}, {18, 0, 0}, {18, 8, 0}, {10, 8, 0}};
    static const uint32_t first[] = {0, 4, 8}, corners[] = {0, 1, 2, 3, 4, 5, 6, 7};
    VeerMesh *mesh = make_polygons(vertices, 8, first, corners, 2);
    VeerWorldDef def = tree_def(1);
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = mesh;
    VeerWorld *world = make_world_of(&def);
    free(mesh);
    VeerVec3 there = {14, 4, 0};
    for (uint32_t i = 0; i < 4; i++) {
        (void)add_walker(world, vec3(i < 2 ? 2.0f : 12.0f, 2.0f + (float)i, 0.0f), there);
    }
    (void)plan_all(world);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(route_of(world, i).status, i < 2 ? VEER_ROUTE_PARTIAL : VEER_ROUTE_WHOLE);
    }
    veer_world_destroy(world);
}

static void paths_lead_over_links_that_one_may_use(void **unused)
{
    (void)unused;
    VeerMesh *mesh = make_floors();
    VeerWorldDef def = tree_def(4);
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = mesh;
    def.map.max_links = 2;
    VeerWorld *world = make_world_of(&def);
    free(mesh);
    VeerLinkDef jump = veer_link_def_default();
    VeerLinkId link;
    jump.from = vec3(3, 4, 4); // from the upper floor down to the lower one
    jump.to = vec3(6, 4, 0);
    jump.is_one_way = true;
    jump.flags = 1;
    assert_int_equal(veer_link_create(world, &jump, &link), VEER_OK);
    for (uint32_t i = 0; i < 8; i++) {
        // Up and down; only half of them may jump.
        bool is_down = i < 4;
        VeerVec3 at = vec3(2.0f, 1.5f + 1.5f * (float)(i % 4), is_down ? 4.0f : 0.0f);
        VeerAgentId walker = add_walker(world, at, is_down ? vec3(9, 4, 0) : vec3(9, 4, 4));
        assert_int_equal(veer_agent_set_may_use(world, walker, i % 2), VEER_OK);
    }
    assert_int_equal(plan_all(world), 0);
    for (uint32_t i = 0; i < 8; i++) {
        bool is_short = i < 4 && i % 2 == 1;
        assert_int_equal(route_of(world, i).status, VEER_ROUTE_WHOLE);
        assert_true((route_of(world, i).length < 15.0f) == is_short);
    }
    step_times(world, 60 * 60, TICK);
    for (uint32_t i = 0; i < 8; i++) {
        VeerVec3 end = i < 4 ? vec3(9, 4, 0) : vec3(9, 4, 4);
        VeerAgentState state = read_agent(world, veer_agent_at(world, i));
        assert_true(distance3(state.position, end) < 2.0f);
    }
    veer_world_destroy(world);
}

// A ring of cells round a hole, with one one-way edge.
static VeerWorld *make_cells(uint32_t fields)
{
    VeerGraph *graph = make_tiling(VEER_TILING_HEXES, 8, 6, 3.0f, 3.0f);
    veer_graph_set_blocked(graph, 8 * 2 + 3, true);
    VeerWorldDef def = tree_def(fields);
    def.map.kind = VEER_MAP_GRAPH;
    def.map.graph.whole = graph;
    VeerWorld *world = make_world_of(&def);
    free(graph);
    return world;
}

static void add_by_cells(VeerWorld *world, VeerVec3 to)
{
    for (uint32_t i = 0; i < 8; i++) {
        (void)add_walker(world, vec3(0.5f * (float)i, 0.5f * (float)(i % 2), 0.0f), to);
    }
}

static void many_over_a_graph_share_one_search(void **unused)
{
    (void)unused;
    VeerWorld *own = make_cells(0), *shared = make_cells(1);
    VeerVec3 to = veer_graph_position(veer_world_graph(own), 8 * 5 + 6);
    add_by_cells(own, to);
    add_by_cells(shared, to);
    assert_true(plan_all(own) > 8);
    assert_int_equal(plan_all(shared), 0);
    for (uint32_t i = 0; i < 8; i++) {
        VeerRouteState a = route_of(own, i), b = route_of(shared, i);
        assert_int_equal(b.status, VEER_ROUTE_WHOLE);
        assert_true(fabsf(a.length - b.length) < 0.1f * a.length);
    }
    // Blocked cells are avoided.
    uint32_t cells = veer_graph_node_count(veer_world_graph(shared));
    for (uint32_t i = 8; i < cells; i += 8) {
        assert_int_equal(veer_world_graph_set_blocked(shared, i + 5, i + 5 != 8 * 5 + 5), VEER_OK);
    }
    (void)plan_all(shared);
    step_times(shared, 60 * 60, TICK);
    for (uint32_t i = 0; i < 8; i++) {
        VeerAgentState state = read_agent(shared, veer_agent_at(shared, i));
        assert_true(distance3(state.position, to) < 2.5f);
    }
    veer_world_destroy(own);
    veer_world_destroy(shared);
}

// Both worlds continue alike from a save of the first, after each of the first ticks.
static void check_rollback(VeerWorld *world, VeerWorld *other, void (*edit)(VeerWorld *world))
{
    for (int tick = 0; tick < 12; tick++) {
        step_times(world, 1, TICK);
        if (tick == 4) {
            edit(world);
        }
        Copy copy = copy_of(world);
        assert_int_equal(veer_world_restore(other, copy.block, copy.size), VEER_OK);
        free(copy.block);
        VeerWorld *first = tick % 2 ? world : other, *second = tick % 2 ? other : world;
        expect_same_steps(first, second, 3);
    }
}

static void shut_a_polygon(VeerWorld *world)
{
    uint32_t polygon = polygon_at(world, vec3(10.0f, 2.0f, 0.0f));
    assert_int_equal(veer_world_mesh_set_blocked(world, polygon, true), VEER_OK);
}

static void shut_a_cell(VeerWorld *world)
{
    assert_int_equal(veer_world_graph_set_blocked(world, 8 * 3 + 3, true), VEER_OK);
}

static void trees_are_made_again_after_a_restore(void **unused)
{
    (void)unused;
    VeerWorld *world = make_hall_world(2, true), *other = make_hall_world(2, true);
    add_walkers(world, goal);
    check_rollback(world, other, shut_a_polygon);
    veer_world_destroy(world);
    veer_world_destroy(other);
    world = make_cells(2);
    other = make_cells(2);
    add_by_cells(world, vec3(15, 12, 0));
    check_rollback(world, other, shut_a_cell);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void a_tree_is_shared_where_that_is_cheaper(void **unused)
{
    (void)unused;
    VeerMesh *mesh = make_hall();
    VeerWorldDef def = tree_def(1);
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = mesh;
    def.map.field_agents = 0;
    VeerWorld *few = make_world_of(&def), *many = make_world_of(&def);
    free(mesh);
    (void)add_walker(few, vec3(1, 1, 0), goal);
    add_walkers(many, goal);
    assert_true(plan_all(few) > 0);
    assert_int_equal(plan_all(many), 0);
    assert_null(veer_world_field(many, 0)); // it is none
    veer_world_destroy(few);
    veer_world_destroy(many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_over_a_mesh_share_one_search),
        cmocka_unit_test(many_over_pieces_share_one_search),
        cmocka_unit_test(what_shuts_and_opens_leads_all_another_way),
        cmocka_unit_test(those_cut_off_go_as_near_as_they_can),
        cmocka_unit_test(paths_lead_over_links_that_one_may_use),
        cmocka_unit_test(many_over_a_graph_share_one_search),
        cmocka_unit_test(trees_are_made_again_after_a_restore),
        cmocka_unit_test(a_tree_is_shared_where_that_is_cheaper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
