// Graphs as ground: their border holds agents on it, and connected components are known.
#include "world/graph_maker.h"
#include "world/map_maker.h"

#include "veer/link.h"

/// A world over a graph, which it frees.
static VeerWorld *make_over(VeerGraph *graph, bool is_open)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 64;
    def.max_obstacles = 8;
    def.map.kind = VEER_MAP_GRAPH;
    def.map.graph.whole = graph;
    def.map.graph.is_open = is_open;
    VeerWorld *world = make_world_of(&def);
    free(graph);
    return world;
}

static VeerWorld *make_tiled(VeerTiling kind, uint32_t columns, uint32_t rows)
{
    return make_over(make_tiling(kind, columns, rows, 2.0f, 2.0f), false);
}

/// Rooms of 10 × 10 m: west, the middle, and east, which two doors lead into, 1 m wide in the south
/// and 4 m wide in the north, each through a cell of its own.
enum { WEST, NARROW, WIDE, EAST, ROOMS };

static VeerWorld *make_rooms(bool is_open, float cost)
{
    static const VeerVec3 nodes[ROOMS] = {{5, 5, 0}, {10.5f, 1.5f, 0}, {10.5f, 7, 0}, {16, 5, 0}};
    static const VeerVec3 corners[] = {
        {0, 0, 0},  {10, 0, 0}, {10, 10, 0}, {0, 10, 0},  {10, 1, 0}, {11, 1, 0},
        {11, 2, 0}, {10, 2, 0}, {10, 5, 0},  {11, 5, 0},  {11, 9, 0}, {10, 9, 0},
        {11, 0, 0}, {21, 0, 0}, {21, 10, 0}, {11, 10, 0},
    };
    static const uint32_t first[ROOMS + 1] = {0, 4, 8, 12, 16};
    VeerGraphEdge edges[] = {{.from = WEST, .to = NARROW},
                             {.from = NARROW, .to = EAST},
                             {.from = WEST, .to = WIDE, .cost = cost},
                             {.from = WIDE, .to = EAST, .cost = cost}};
    VeerGraphDef def = veer_graph_def_default();
    def.nodes = nodes;
    def.node_count = ROOMS;
    def.corners = corners;
    def.first = first;
    def.edges = edges;
    def.edge_count = 4;
    return make_over(make_graph(&def), is_open);
}

static void crowd_is_not_pressed_off_its_cells(void **unused)
{
    (void)unused;
    // A row of squares: 20 m long, 2 m wide, blocked at its end.
    VeerWorld *world = make_tiled(VEER_TILING_SQUARES, 10, 1);
    VeerAgentId agents[24];
    for (int i = 0; i < 24; i++) {
        float side = i % 2 ? 0.5f : -0.5f;
        bool is_west = i < 12;
        float x = is_west ? 0.0f + 0.6f * (float)(i / 2) : 18.0f - 0.6f * (float)((i - 12) / 2);
        agents[i] =
            add_traveller(world, vec3(x, side, 0.0f), vec3(is_west ? 18.0f : 0.0f, side, 0), 0.25f);
    }
    for (int tick = 0; tick < 900; tick++) {
        step_times(world, 1, TICK);
        for (int i = 0; i < 24; i++) {
            VeerVec3 at = read_agent(world, agents[i]).position;
            assert_true(fabsf(at.y) <= 0.7501f && at.x >= -0.7501f && at.x <= 18.7501f);
        }
    }
    veer_world_destroy(world);
}

static void body_takes_the_door_that_is_wide_enough(void **unused)
{
    (void)unused;
    VeerWorld *world = make_rooms(false, 8.0f);
    VeerAgentId thin = add_traveller(world, vec3(5, 2, 0), vec3(16, 2, 0), 0.4f);
    VeerAgentId fat = add_traveller(world, vec3(5, 5, 0), vec3(16, 5, 0), 1.5f);
    float highest[2] = {0.0f, 0.0f};
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, thin).status, VEER_ROUTE_WHOLE);
    assert_int_equal(read_route(world, fat).status, VEER_ROUTE_WHOLE);
    for (int tick = 0; tick < 900; tick++) {
        step_times(world, 1, TICK);
        highest[0] = max_f(highest[0], read_agent(world, thin).position.y);
        highest[1] = max_f(highest[1], read_agent(world, fat).position.y);
    }
    assert_int_equal(read_agent(world, thin).status, VEER_AGENT_ARRIVED);
    assert_int_equal(read_agent(world, fat).status, VEER_AGENT_ARRIVED);
    assert_true(highest[0] < 4.0f && highest[1] > 6.0f);
    veer_world_destroy(world);
}

static void body_too_wide_for_all_doors_rests_where_it_gets_nearest(void **unused)
{
    (void)unused;
    VeerWorld *world = make_rooms(false, 0.0f);
    VeerAgentId agent = add_traveller(world, vec3(5, 5, 0), vec3(16, 5, 0), 2.5f);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    step_times(world, 300, TICK);
    assert_true(read_agent(world, agent).position.x <= 7.5f);
    veer_world_destroy(world);
}

/// An agent in the western room that goes straight for the eastern one, without a route.
static VeerAgentId add_walker(VeerWorld *world)
{
    VeerAgentDef body = veer_agent_def_default();
    body.radius = 0.4f;
    body.max_speed = 2.0f;
    body.position = vec3(8.0f, 7.0f, 0.0f);
    VeerAgentId agent = add_agent(world, &body);
    assert_int_equal(veer_agent_go_to(world, agent, vec3(16.0f, 7.0f, 0.0f), 0.3f), VEER_OK);
    return agent;
}

static void shut_edge_is_a_wall(void **unused)
{
    (void)unused;
    VeerWorld *world = make_rooms(false, 0.0f);
    for (uint32_t edge = 0; edge < 4; edge++) {
        assert_int_equal(veer_world_graph_set_edge_blocked(world, edge, true), VEER_OK);
    }
    VeerAgentId agent = add_walker(world);
    for (int tick = 0; tick < 300; tick++) {
        step_times(world, 1, TICK);
        assert_true(read_agent(world, agent).position.x <= 9.601f);
    }
    assert_int_equal(veer_world_graph_set_edge_blocked(world, 2, false), VEER_OK);
    assert_int_equal(veer_world_graph_set_edge_blocked(world, 3, false), VEER_OK);
    agent = add_walker(world);
    step_times(world, 300, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void open_graph_holds_nobody(void **unused)
{
    (void)unused;
    VeerWorld *world = make_rooms(true, 0.0f);
    VeerAgentDef body = veer_agent_def_default();
    body.max_speed = 2.0f;
    body.position = vec3(5.0f, 5.0f, 0.0f);
    VeerAgentId agent = add_agent(world, &body);
    assert_int_equal(veer_agent_go_to(world, agent, vec3(5.0f, 14.0f, 0.0f), 0.3f), VEER_OK);
    step_times(world, 400, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void goal_beyond_the_rim_is_gone_to_as_near_as_there_is_room(void **unused)
{
    (void)unused;
    VeerWorld *world = make_rooms(false, 0.0f);
    VeerAgentId agent = add_traveller(world, vec3(5, 5, 0), vec3(5, 13, 0), 0.5f);
    step_times(world, 400, TICK);
    VeerRouteState route = read_route(world, agent);
    assert_int_equal(route.status, VEER_ROUTE_PARTIAL);
    assert_near3(route.target, vec3(5.0f, 9.5f, 0.0f), 0.2f);
    assert_true(read_agent(world, agent).position.y <= 9.501f);
    veer_world_destroy(world);
}

static void dear_door_is_left_aside(void **unused)
{
    (void)unused;
    VeerWorld *world = make_rooms(false, 40.0f);
    VeerAgentId agent = add_traveller(world, vec3(5, 7, 0), vec3(16, 7, 0), 0.4f);
    float lowest = 10.0f;
    for (int tick = 0; tick < 900; tick++) {
        step_times(world, 1, TICK);
        lowest = min_f(lowest, read_agent(world, agent).position.y);
    }
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    assert_true(lowest < 2.1f);
    veer_world_destroy(world);
}

/// Blocks all cells around one of a tiling of hexagons.
static void wall_in(VeerWorld *world, uint32_t node, bool is_blocked)
{
    const VeerGraph *graph = veer_world_graph(world);
    for (uint32_t i = 0; i < veer_graph_edge_count(graph); i++) {
        VeerGraphEdge edge = veer_graph_edge(graph, i);
        if (edge.from == node || edge.to == node) {
            uint32_t other = edge.from == node ? edge.to : edge.from;
            assert_int_equal(veer_world_graph_set_blocked(world, other, is_blocked), VEER_OK);
        }
    }
}

static void what_cannot_be_reached_is_known_without_a_flood(void **unused)
{
    (void)unused;
    VeerWorld *world = make_tiled(VEER_TILING_HEXES, 60, 60);
    uint32_t node = 30 * 60 + 30;
    wall_in(world, node, true);
    VeerVec3 goal = veer_graph_position(veer_world_graph(world), node);
    VeerAgentId agent = add_traveller(world, add3(goal, vec3(8.0f, 0, 0)), goal, 0.4f);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    assert_true(length3(sub3(read_route(world, agent).target, goal)) <= 4.1f);
    assert_true(veer_world_plan_stats(world).expansions < 40);
    step_times(world, 300, TICK);
    wall_in(world, node, false);
    step_times(world, 240, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void what_covers_cells_parts_them_and_joins_them_again(void **unused)
{
    (void)unused;
    VeerWorld *world = make_tiled(VEER_TILING_SQUARES, 10, 1);
    VeerObstacleId rock =
        add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(10, 3.5f, 0), vec3(0, -1.0f, 0), 0.9f);
    assert_int_equal(veer_obstacle_set_covering(world, rock, true), VEER_OK);
    VeerAgentId agent = add_traveller(world, vec3(0, 0, 0), vec3(18, 0, 0), 0.3f);
    bool was_partial = false;
    for (int tick = 0; tick < 60 * 18; tick++) {
        step_times(world, 1, TICK);
        was_partial = was_partial || read_route(world, agent).status == VEER_ROUTE_PARTIAL;
    }
    assert_true(was_partial);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void walls_are_the_same_after_a_restore(void **unused)
{
    (void)unused;
    VeerWorld *world = make_rooms(false, 0.0f), *other = make_rooms(false, 0.0f);
    (void)add_traveller(world, vec3(5, 2, 0), vec3(16, 2, 0), 0.4f);
    assert_int_equal(veer_world_graph_set_edge_blocked(world, 0, true), VEER_OK);
    assert_int_equal(veer_world_graph_set_blocked(world, WIDE, true), VEER_OK);
    step_times(world, 60, TICK);
    Copy copy = copy_of(world);
    assert_int_equal(veer_world_restore(other, copy.block, copy.size), VEER_OK);
    expect_same_steps(world, other, 300);
    free(copy.block);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_is_not_pressed_off_its_cells),
        cmocka_unit_test(body_takes_the_door_that_is_wide_enough),
        cmocka_unit_test(body_too_wide_for_all_doors_rests_where_it_gets_nearest),
        cmocka_unit_test(shut_edge_is_a_wall),
        cmocka_unit_test(open_graph_holds_nobody),
        cmocka_unit_test(goal_beyond_the_rim_is_gone_to_as_near_as_there_is_room),
        cmocka_unit_test(dear_door_is_left_aside),
        cmocka_unit_test(what_cannot_be_reached_is_known_without_a_flood),
        cmocka_unit_test(what_covers_cells_parts_them_and_joins_them_again),
        cmocka_unit_test(walls_are_the_same_after_a_restore),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
