// Agents with routes over the cells of a graph.
#include "world/graph_maker.h"
#include "world/map_maker.h"
#include "world/rollback.h"

#include "veer/link.h"

enum { COLUMNS = 9, ROWS = 7, ROCKS = 6, FUTURE = 120 };

/// Cells of 4 m, with gaps between them.
static VeerGraph *make_cells(VeerTiling kind)
{
    return make_tiling(kind, COLUMNS, ROWS, 4.2f, 4.0f);
}

static VeerWorldDef graph_def(const VeerGraph *graph)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 32;
    def.max_obstacles = 16;
    def.map.kind = VEER_MAP_GRAPH;
    def.map.graph.whole = graph;
    return def;
}

static VeerWorld *make_tiled(VeerTiling kind)
{
    VeerGraph *graph = make_cells(kind);
    VeerWorldDef def = graph_def(graph);
    VeerWorld *world = make_world_of(&def);
    free(graph); // it is copied
    return world;
}

static void put(VeerWorld *world, uint32_t node, bool is_blocked)
{
    assert_int_equal(veer_world_graph_set_blocked(world, node, is_blocked), VEER_OK);
}

/// From a point to the nearest cell that is free, m.
static float way_to_free(const VeerGraph *graph, VeerVec3 at)
{
    float least = INFINITY;
    for (uint32_t node = 0; node < veer_graph_node_count(graph); node++) {
        if (!veer_graph_is_blocked(graph, node)) {
            least = min_f(least, veer_graph_distance(graph, node, at));
        }
    }
    return least;
}

static void expect_arrival(VeerWorld *world, VeerAgentId agent, int ticks)
{
    step_times(world, ticks, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
}

/// Some point of it is over a free cell all along: between discs its middle need not be.
static void step_until_arrival(VeerWorld *world, VeerAgentId agent, int most)
{
    for (int i = 0; i < most && read_agent(world, agent).status == VEER_AGENT_MOVING; i++) {
        step_times(world, 1, TICK);
        VeerAgentState state = read_agent(world, agent);
        assert_true(way_to_free(veer_world_graph(world), state.position) <= state.radius);
    }
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
}

static const VeerVec3 west = {0.0f, 10.0f, 0.0f}, east = {33.0f, 11.0f, 0.0f};

static void open_cells_are_crossed_in_a_straight_line(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < VEER_TILING_COUNT; kind++) {
        VeerWorld *world = make_tiled((VeerTiling)kind);
        VeerAgentId agent = add_traveller(world, west, east, 0.5f);
        step_times(world, 1, TICK);
        VeerRouteState route = read_route(world, agent);
        assert_int_equal(route.status, VEER_ROUTE_WHOLE);
        assert_near3(route.target, east, 0.0f);
        // Discs leave holes that a body of 0.5 m must go round.
        float straight = length3(sub3(east, west));
        assert_true(route.length <= (kind == VEER_TILING_DISCS ? 1.1f : 1.01f) * straight);
        step_until_arrival(world, agent, 60 * 25);
        veer_world_destroy(world);
    }
}

static void route_leads_round_blocked_cells(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < VEER_TILING_COUNT; kind++) {
        VeerWorld *world = make_tiled((VeerTiling)kind);
        // A wall of cells in the fifth column, but for the last row.
        for (uint32_t y = 0; y + 1 < ROWS; y++) {
            put(world, y * COLUMNS + 4, true);
        }
        VeerAgentId agent = add_traveller(world, west, east, 0.5f);
        step_times(world, 1, TICK);
        assert_true(read_route(world, agent).length > length3(sub3(east, west)) + 3.0f);
        step_until_arrival(world, agent, 60 * 40);
        veer_world_destroy(world);
    }
}

static void door_that_closes_and_opens_is_seen_at_once(void **unused)
{
    (void)unused;
    VeerWorld *world = make_tiled(VEER_TILING_HEXES);
    VeerAgentId agent = add_traveller(world, west, east, 0.5f);
    step_times(world, 60, TICK);
    for (uint32_t y = 0; y < ROWS; y++) {
        put(world, y * COLUMNS + 4, true);
    }
    step_times(world, 2, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    step_times(world, 60 * 20, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_BLOCKED);
    put(world, 5 * COLUMNS + 4, false);
    step_times(world, 2, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    step_times(world, 60 * 30, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void covered_cells_equal_brute_force_at_every_tick(void **unused)
{
    (void)unused;
    Dice dice = make_dice(21);
    VeerWorld *world = make_tiled(VEER_TILING_HEXES);
    VeerObstacleId rocks[ROCKS];
    for (int i = 0; i < ROCKS; i++) {
        VeerVec3 at = vec3(3.0f + 5.0f * (float)i, roll(&dice, 0.0f, 24.0f), 0.0f);
        VeerVec3 velocity = vec3(roll(&dice, -3.0f, 3.0f), roll(&dice, -3.0f, 3.0f), 0.0f);
        rocks[i] =
            add_moving_ball(world, VEER_MOTION_VELOCITY, at, velocity, roll(&dice, 0.5f, 2.5f));
        assert_int_equal(veer_obstacle_set_covering(world, rocks[i], true), VEER_OK);
    }
    (void)add_traveller(world, west, east, 0.5f);
    const VeerGraph *graph = veer_world_graph(world);
    for (int tick = 0; tick < 300; tick++) {
        uint32_t expected[COLUMNS * ROWS] = {0};
        for (uint32_t node = 0; node < COLUMNS * ROWS; node++) {
            for (int i = 0; i < ROCKS; i++) {
                VeerObstacleState rock = read_obstacle(world, rocks[i]);
                expected[node] += veer_graph_distance(graph, node, rock.position) < rock.radius;
            }
        }
        step_times(world, 1, TICK);
        for (uint32_t node = 0; node < COLUMNS * ROWS; node++) {
            assert_int_equal(veer_graph_covered(graph, node), expected[node]);
        }
    }
    veer_world_destroy(world);
}

/// Waypoints: a square, two of whose sides are longer; the agent stands on the first.
static VeerWorld *make_waypoints(void)
{
    static const VeerVec3 nodes[] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 14, 0}};
    static const VeerGraphEdge edges[] = {
        {.from = 0, .to = 1}, {.from = 1, .to = 2}, {.from = 2, .to = 3}, {.from = 3, .to = 0}};
    VeerGraphDef graph = veer_graph_def_default();
    graph.nodes = nodes;
    graph.node_count = 4;
    graph.edges = edges;
    graph.edge_count = 4;
    VeerGraph *made = make_graph(&graph);
    VeerWorldDef def = graph_def(made);
    VeerWorld *world = make_world_of(&def);
    free(made);
    return world;
}

static void waypoints_are_gone_along_their_edges(void **unused)
{
    (void)unused;
    VeerWorld *world = make_waypoints();
    VeerAgentId agent =
        add_traveller(world, vec3(3.0f, 0.1f, 0.0f), vec3(10.0f, 11.0f, 0.0f), 0.3f);
    step_times(world, 1, TICK);
    VeerVec3 points[4];
    // Not back to the first, nor across the corner.
    assert_int_equal(veer_agent_route_points(world, agent, points, 4), 3);
    assert_near3(points[0], vec3(10.0f, 0.0f, 0.0f), 0.0f);
    assert_near3(points[1], vec3(10.0f, 10.0f, 0.0f), 0.0f);
    assert_near3(points[2], vec3(10.0f, 11.0f, 0.0f), 0.0f);
    expect_arrival(world, agent, 60 * 12);
    veer_world_destroy(world);
}

static void edge_that_is_shut_sends_another_way(void **unused)
{
    (void)unused;
    VeerWorld *world = make_waypoints();
    VeerAgentId agent = add_traveller(world, vec3(0, 0, 0), vec3(10.0f, 10.0f, 0.0f), 0.3f);
    step_times(world, 30, TICK);
    float length = read_route(world, agent).length;
    assert_int_equal(veer_world_graph_set_edge_blocked(world, 1, true), VEER_OK);
    step_times(world, 2, TICK);
    assert_true(read_route(world, agent).length > length + 4.0f);
    assert_int_equal(veer_world_graph_set_edge_blocked(world, 1, false), VEER_OK);
    step_times(world, 2, TICK);
    assert_true(read_route(world, agent).length <= length);
    expect_arrival(world, agent, 60 * 15);
    veer_world_destroy(world);
}

static void edges_with_flags_are_for_those_who_may(void **unused)
{
    (void)unused;
    static const VeerVec3 nodes[] = {{0, 0, 0}, {10, 0, 0}, {5, 9, 0}};
    static const VeerGraphEdge edges[] = {
        {.from = 0, .to = 1, .flags = 4}, {.from = 0, .to = 2}, {.from = 2, .to = 1}};
    VeerGraphDef graph = veer_graph_def_default();
    graph.nodes = nodes;
    graph.node_count = 3;
    graph.edges = edges;
    graph.edge_count = 3;
    VeerGraph *made = make_graph(&graph);
    VeerWorldDef def = graph_def(made);
    VeerWorld *world = make_world_of(&def), *plain = make_waypoints();
    VeerAgentId any = add_traveller(world, nodes[0], nodes[1], 0.3f);
    VeerAgentId other = add_traveller(world, nodes[0], nodes[1], 0.3f);
    assert_int_equal(veer_agent_set_may_use(world, other, 3), VEER_OK);
    step_times(world, 1, TICK);
    assert_true(read_route(world, any).length < 11.0f);
    assert_true(read_route(world, other).length > 20.0f);
    assert_int_equal(veer_agent_set_may_use(world, other, 7), VEER_OK);
    step_times(world, 1, TICK);
    assert_true(read_route(world, other).length < 11.0f);
    any = add_traveller(plain, nodes[0], nodes[1], 0.3f);
    assert_int_equal(veer_agent_set_may_use(plain, any, 1), VEER_BAD_VALUE);
    veer_world_destroy(world);
    veer_world_destroy(plain);
    free(made);
}

/// Travellers in both directions among rocks that cover cells, and a budget of a few nodes.
static VeerWorld *make_busy(const VeerGraph *graph, bool is_reversed)
{
    VeerWorldDef def = graph_def(graph);
    def.map.budget = 7;
    VeerWorld *world = make_world_of(&def);
    for (int i = 0; i < 3; i++) {
        VeerVec3 at = vec3(9.0f + 7.0f * (float)i, 5.0f * (float)i, 0.0f);
        VeerObstacleId rock = add_moving_ball(world, VEER_MOTION_VELOCITY, at,
                                              vec3(0.0f, 2.0f - (float)i, 0.0f), 2.0f);
        assert_int_equal(veer_obstacle_set_covering(world, rock, true), VEER_OK);
    }
    for (int i = 0; i < 8; i++) {
        int n = is_reversed ? 7 - i : i;
        VeerAgentDef body = veer_agent_def_default();
        body.id = (uint32_t)n + 1u;
        body.radius = 0.4f;
        body.position = vec3(n % 2 ? 1.0f : 33.0f, 2.0f + 2.5f * (float)n, 0.0f);
        VeerAgentId agent = add_agent(world, &body);
        VeerVec3 goal = vec3(n % 2 ? 33.0f : 1.0f, 22.0f - 2.5f * (float)n, 0.0f);
        assert_int_equal(veer_agent_route_to(world, agent, goal, 0.5f), VEER_OK);
        assert_int_equal(veer_agent_set_covering(world, agent, n % 3 == 0), VEER_OK);
    }
    put(world, 31, true);
    return world;
}

static void rollback_gives_the_same_future_in_mid_search(void **unused)
{
    (void)unused;
    VeerGraph *graph = make_cells(VEER_TILING_HEXES);
    for (int past = 1; past <= 61; past += 20) {
        VeerWorld *world = make_busy(graph, false), *other = make_busy(graph, false);
        step_times(world, past, TICK);
        Copy copy = copy_of(world);
        assert_int_equal(veer_world_restore(other, copy.block, copy.size), VEER_OK);
        expect_same_steps(world, other, FUTURE);
        free(copy.block);
        veer_world_destroy(world);
        veer_world_destroy(other);
    }
    free(graph);
}

static void order_of_creation_changes_no_bit(void **unused)
{
    (void)unused;
    VeerGraph *graph = make_cells(VEER_TILING_DISCS);
    VeerWorld *world = make_busy(graph, false), *other = make_busy(graph, true);
    expect_same_steps(world, other, 300);
    veer_world_destroy(world);
    veer_world_destroy(other);
    free(graph);
}

static void step_allocates_nothing(void **unused)
{
    (void)unused;
    VeerGraph *graph = make_cells(VEER_TILING_SQUARES);
    VeerTestAllocator counting = {0};
    VeerWorldDef def = graph_def(graph);
    def.allocator = veer_test_allocator(&counting);
    VeerWorld *world = make_world_of(&def);
    (void)add_traveller(world, west, east, 0.5f);
    expect_no_allocation(world, &counting, 60);
    free(graph);
}

static void car_rounds_its_corners(void **unused)
{
    (void)unused;
    VeerWorld *world = make_waypoints();
    VeerAgentDef car = veer_agent_def_default();
    car.radius = 0.4f;
    car.max_speed = 2.0f;
    car.max_turn_rate = 1.0f;
    car.max_acceleration = car.max_braking = 3.0f;
    VeerAgentId agent = add_agent(world, &car);
    assert_int_equal(veer_agent_route_to(world, agent, vec3(10.0f, 10.0f, 0.0f), 0.5f), VEER_OK);
    step_times(world, 60 * 20, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void calls_refuse_what_is_wrong(void **unused)
{
    (void)unused;
    VeerWorld *world = make_waypoints(), *plain = make_world(VEER_PLANAR), *none = NULL;
    assert_null(veer_world_graph(plain));
    assert_int_equal(veer_world_graph_set_blocked(plain, 0, true), VEER_BAD_VALUE);
    assert_int_equal(veer_world_graph_set_edge_blocked(plain, 0, true), VEER_BAD_VALUE);
    assert_int_equal(veer_world_graph_set_blocked(world, 4, true), VEER_BAD_VALUE);
    assert_int_equal(veer_world_graph_set_edge_blocked(world, 4, true), VEER_BAD_VALUE);
    VeerWorldDef def = graph_def(veer_world_graph(world));
    def.map.max_fields = 1;
    def.map.has_crowds = true;
    assert_int_equal(veer_world_create(&def, &none), VEER_BAD_VALUE);
    def = graph_def(veer_world_graph(world));
    def.map.graph.whole = NULL;
    assert_int_equal(veer_world_create(&def, &none), VEER_BAD_VALUE);
    veer_world_destroy(world);
    veer_world_destroy(plain);
}

static void drones_go_by_waypoints_in_space(void **unused)
{
    (void)unused;
    static const VeerVec3 nodes[] = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}, {10, 0, 0}};
    static const VeerGraphEdge edges[] = {
        {.from = 0, .to = 1}, {.from = 1, .to = 2}, {.from = 2, .to = 3}};
    VeerGraphDef graph = veer_graph_def_default();
    graph.nodes = nodes;
    graph.node_count = 4;
    graph.edges = edges;
    graph.edge_count = 3;
    VeerGraph *made = make_graph(&graph);
    VeerWorldDef def = graph_def(made);
    def.space = VEER_SPATIAL;
    VeerWorld *world = make_world_of(&def);
    VeerAgentId agent = add_traveller(world, nodes[0], nodes[3], 0.3f);
    float highest = 0.0f;
    for (int i = 0; i < 60 * 18; i++) {
        step_times(world, 1, TICK);
        highest = max_f(highest, read_agent(world, agent).position.z);
    }
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    assert_true(highest > 9.0f);
    veer_world_destroy(world);
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_cells_are_crossed_in_a_straight_line),
        cmocka_unit_test(route_leads_round_blocked_cells),
        cmocka_unit_test(door_that_closes_and_opens_is_seen_at_once),
        cmocka_unit_test(covered_cells_equal_brute_force_at_every_tick),
        cmocka_unit_test(waypoints_are_gone_along_their_edges),
        cmocka_unit_test(edge_that_is_shut_sends_another_way),
        cmocka_unit_test(edges_with_flags_are_for_those_who_may),
        cmocka_unit_test(rollback_gives_the_same_future_in_mid_search),
        cmocka_unit_test(order_of_creation_changes_no_bit),
        cmocka_unit_test(step_allocates_nothing),
        cmocka_unit_test(car_rounds_its_corners),
        cmocka_unit_test(calls_refuse_what_is_wrong),
        cmocka_unit_test(drones_go_by_waypoints_in_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
