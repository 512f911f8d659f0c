// Squads over graphs of cells: ways from cell to cell, places on cells that can be reached.
#include "world/graph_maker.h"
#include "world/map_maker.h"
#include "world/squad_maker.h"

#define MEMBERS 12u

enum { COLUMNS = 14, ROWS = 9 };

static uint32_t node_at(uint32_t column, uint32_t row)
{
    return row * COLUMNS + column;
}

/// Cells of 3 m; two walls of cells across, with doors of two cells at either end.
static VeerWorld *make_rooms(VeerTiling kind, const VeerSquadDef *def, VeerSquadId *squad,
                             VeerAgentId *members)
{
    VeerGraph *graph = make_tiling(kind, COLUMNS, ROWS, 3.0f, 3.0f);
    VeerWorldDef world_def = squad_world_def(VEER_PLANAR);
    world_def.map.kind = VEER_MAP_GRAPH;
    world_def.map.graph.whole = graph;
    VeerWorld *world = make_world_of(&world_def);
    free(graph);
    for (uint32_t row = 0; row < ROWS; row++) {
        bool is_south = row < 2, is_north = row >= ROWS - 2;
        if (!is_north) {
            assert_int_equal(veer_world_graph_set_blocked(world, node_at(5, row), true), VEER_OK);
        }
        if (!is_south) {
            assert_int_equal(veer_world_graph_set_blocked(world, node_at(9, row), true), VEER_OK);
        }
    }
    *squad = add_squad(world, def);
    add_members(world, *squad, members, MEMBERS, vec3(8, 6, 0));
    return world;
}

static bool is_on_ground(const VeerWorld *world, VeerVec3 at)
{
    const VeerGraph *graph = veer_world_graph(world);
    uint32_t node = veer_graph_nearest(graph, at);
    return !veer_graph_is_blocked(graph, node) && veer_graph_distance(graph, node, at) <= 0.4f;
}

static void squad_gets_there(VeerTiling kind, VeerSquadMode mode)
{
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    def.mode = mode;
    def.formation.spacing = 1.4f;
    VeerWorld *world = make_rooms(kind, &def, &squad, members);
    order_to(world, squad, vec3(34, 12, 0));
    bool is_done = false;
    for (int i = 0; i < 60 * 220 && !is_done; i++) {
        step_times(world, 1, TICK);
        is_done = count_events(world, VEER_EVENT_ORDER_DONE) > 0;
        for (uint32_t k = 0; k < MEMBERS; k++) {
            assert_true(is_on_ground(world, read_agent(world, members[k]).position));
        }
    }
    assert_true(is_done);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        assert_int_equal(read_member(world, members[i]).answer, VEER_PLACE_SLOT);
        assert_int_equal(read_agent(world, members[i]).status, VEER_AGENT_ARRIVED);
    }
    veer_world_destroy(world);
}

static void formation_goes_from_room_to_room(void **unused)
{
    (void)unused;
    squad_gets_there(VEER_TILING_HEXES, VEER_SQUAD_TOGETHER);
    squad_gets_there(VEER_TILING_SQUARES, VEER_SQUAD_TOGETHER);
}

static void loose_members_go_from_room_to_room(void **unused)
{
    (void)unused;
    squad_gets_there(VEER_TILING_HEXES, VEER_SQUAD_LOOSE);
    squad_gets_there(VEER_TILING_DISCS, VEER_SQUAD_LOOSE);
}

static void places_are_on_cells_that_can_be_reached(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    VeerWorld *world = make_rooms(VEER_TILING_SQUARES, NULL, &squad, members);
    // A room without a door, beside the goal.
    for (uint32_t row = 0; row < ROWS; row++) {
        assert_int_equal(veer_world_graph_set_blocked(world, node_at(12, row), true), VEER_OK);
    }
    order_to(world, squad, vec3(33, 12, 0));
    step_times(world, 1, TICK);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        VeerMemberState member = read_member(world, members[i]);
        assert_int_equal(member.answer, VEER_PLACE_SLOT);
        assert_true(member.place.x > 28.8f && member.place.x < 34.2f);
        assert_true(is_on_ground(world, member.place));
    }
    veer_world_destroy(world);
}

/// Squares of 3 m, of which those of two columns are joined one way alone: to the right.
static VeerGraph *make_one_way_tiling(void)
{
    VeerTilingDef tiling = {VEER_TILING_SQUARES, COLUMNS, ROWS, {0.0f, 0.0f, 0.0f}, 3.0f, 3.0f};
    VeerGraphDef def;
    void *scratch = aligned_alloc(64, (veer_tiling_size(&tiling) + 63u) / 64u * 64u);
    assert_int_equal(veer_tiling_graph(scratch, &tiling, &def), VEER_OK);
    VeerGraphEdge *edges = malloc(def.edge_count * sizeof *edges);
    assert_non_null(edges);
    for (uint32_t i = 0; i < def.edge_count; i++) {
        edges[i] = def.edges[i];
        uint32_t from = edges[i].from % COLUMNS, to = edges[i].to % COLUMNS;
        if (from + to == 8 + 9) {
            uint32_t left = from == 8 ? edges[i].from : edges[i].to;
            edges[i].to = from == 8 ? edges[i].to : edges[i].from;
            edges[i].from = left;
            edges[i].is_one_way = true;
        }
    }
    def.edges = edges;
    VeerGraph *graph = make_graph(&def);
    free(edges);
    free(scratch);
    return graph;
}

static VeerWorld *make_one_way_world(VeerVec3 first, VeerSquadId *squad, VeerAgentId *members)
{
    VeerGraph *graph = make_one_way_tiling();
    VeerWorldDef world_def = squad_world_def(VEER_PLANAR);
    world_def.map.kind = VEER_MAP_GRAPH;
    world_def.map.graph.whole = graph;
    VeerWorld *world = make_world_of(&world_def);
    free(graph);
    *squad = add_squad(world, NULL);
    add_members(world, *squad, members, MEMBERS, first);
    return world;
}

static void places_are_where_one_way_edges_lead(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    VeerWorld *world = make_one_way_world(vec3(36, 8, 0), &squad, members);
    // Beside the border, which nobody comes over from here.
    order_to(world, squad, vec3(26.5f, 12, 0));
    step_times(world, 1, TICK);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        VeerMemberState member = read_member(world, members[i]);
        assert_int_equal(member.answer, VEER_PLACE_SLOT);
        assert_true(member.place.x >= 25.5f);
    }
    // And well beyond.
    order_to(world, squad, vec3(6, 12, 0));
    step_times(world, 1, TICK);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        VeerMemberState member = read_member(world, members[i]);
        assert_true(member.answer == VEER_PLACE_NONE || member.place.x >= 25.5f);
    }
    veer_world_destroy(world);
}

static void squad_goes_over_one_way_edges(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    VeerWorld *world = make_one_way_world(vec3(14, 8, 0), &squad, members);
    VeerVec3 beyond = vec3(36, 8, 0);
    assert_int_equal(veer_agent_set_position(world, members[0], beyond), VEER_OK);
    order_to(world, squad, vec3(31, 12, 0));
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 90.0f));
    for (uint32_t i = 0; i < MEMBERS; i++) {
        assert_int_equal(read_member(world, members[i]).answer, VEER_PLACE_SLOT);
        assert_int_equal(read_agent(world, members[i]).status, VEER_AGENT_ARRIVED);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formation_goes_from_room_to_room),
        cmocka_unit_test(loose_members_go_from_room_to_room),
        cmocka_unit_test(places_are_on_cells_that_can_be_reached),
        cmocka_unit_test(places_are_where_one_way_edges_lead),
        cmocka_unit_test(squad_goes_over_one_way_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
