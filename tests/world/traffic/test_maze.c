// Agents that meet in branching single-file passages.
#include "world/base/state.h"
#include "world/host/export.h"
#include "world/map_maker.h"
#include "world/rollback.h"

enum { HEIGHT = 7, WIDTH = 27, MANY = 12, TALL = 21 };

static const char *const comb[HEIGHT] = {
    "###########################", //
    "#.........................#", //
    "###.#####.#####.#####.#####", //
    "###.#####.#####.#####.#####", //
    "###.#####.#####.#####.#####", //
    "###.#####.#####.#####.#####", //
    "###########################", //
};

// A maze between two halls.
static const char *const halls[HEIGHT] = {
    "......####################.....", //
    "...............................", //
    "......###.#####.#####.####.....", //
    "......###.#####.#####.####.....", //
    "......###.#####.#####.####.....", //
    "......###.#####.#####.####.....", //
    "......####################.....", //
};

// A hall too wide to be part of the maze that it leads to.
static const char *const wide_hall[TALL] = {
    "....................######################", //
    "....................######################", //
    "....................######################", //
    "....................######################", //
    "....................######################", //
    "....................######################", //
    "....................######################", //
    "....................######################", //
    "....................######################", //
    "....................######################", //
    ".........................................#", //
    "....................###.#####.#####.######", //
    "....................###.#####.#####.######", //
    "....................###.#####.#####.######", //
    "....................###.#####.#####.######", //
    "....................###.#####.#####.######", //
    "....................######################", //
    "....................######################", //
    "....................######################", //
    "....................######################", //
    "....................######################", //
};

/// Steps until all of agents[count] have arrived at once. @return s
static float step_until_all(VeerWorld *world, const VeerAgentId *agents, int count, int most)
{
    for (int tick = 0; tick < most; tick++) {
        int arrived = 0;
        step_times(world, 1, TICK);
        for (int i = 0; i < count; i++) {
            arrived += read_agent(world, agents[i]).status == VEER_AGENT_ARRIVED;
            assert_true(depth_in_map(world, agents[i]) <= 0.01f);
        }
        if (arrived == count) {
            return (float)tick * TICK;
        }
    }
    return INFINITY;
}

static void maze_lets_two_who_meet_pass(void **state)
{
    (void)state;
    VeerWorld *world = make_map_world(comb, HEIGHT);
    VeerAgentId agents[2] = {
        add_traveller(world, vec3(1.5f, 1.5f, 0), vec3(25.5f, 1.5f, 0), 0.4f),
        add_traveller(world, vec3(25.5f, 1.5f, 0), vec3(1.5f, 1.5f, 0), 0.4f),
    };
    assert_true(step_until_all(world, agents, 2, 60 * 60) < 40.0f);
    veer_world_destroy(world);
}

// Two that came at once: the one with the short way is not held up by the other's long one.
static void maze_lets_who_is_there_sooner_go_first(void **state)
{
    (void)state;
    VeerWorld *world = make_map_world(comb, HEIGHT);
    VeerAgentId far = add_traveller(world, vec3(6.5f, 1.5f, 0), vec3(25.5f, 1.5f, 0), 0.4f);
    VeerAgentId near = add_traveller(world, vec3(14.5f, 1.5f, 0), vec3(6.5f, 1.5f, 0), 0.4f);
    float free = 8.0f / 2.0f;
    assert_true(step_until_all(world, &near, 1, 60 * 60) < 1.2f * free);
    assert_true(step_until_all(world, &far, 1, 60 * 60) < 60.0f);
    veer_world_destroy(world);
}

static void maze_takes_in_two_from_one_cell_past_nobody(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++) {
        VeerWorld *world = make_map_world(comb, HEIGHT);
        float first = side ? 9.95f : 9.05f, second = side ? 9.05f : 9.95f;
        VeerAgentId agents[2] = {
            add_traveller(world, vec3(first, 1.5f, 0), vec3(side ? 1.5f : 25.5f, 1.5f, 0), 0.4f),
            add_traveller(world, vec3(second, 1.5f, 0), vec3(side ? 25.5f : 1.5f, 1.5f, 0), 0.4f),
        };
        assert_true(step_until_all(world, agents, 2, 60 * 60) < 40.0f);
        veer_world_destroy(world);
    }
}

static void maze_lets_one_out_of_a_dead_end_for_another(void **state)
{
    (void)state;
    VeerWorld *world = make_map_world(comb, HEIGHT);
    VeerAgentId agents[2] = {
        add_traveller(world, vec3(1.5f, 1.5f, 0), vec3(9.5f, 5.5f, 0), 0.4f),
        add_traveller(world, vec3(9.5f, 5.5f, 0), vec3(9.5f, 3.5f, 0), 0.4f),
    };
    assert_true(step_until_all(world, agents, 2, 60 * 60) < 40.0f);
    veer_world_destroy(world);
}

static void maze_has_who_arrived_make_way_and_come_back(void **state)
{
    (void)state;
    VeerWorld *world = make_map_world(comb, HEIGHT);
    VeerAgentId first = add_traveller(world, vec3(11.5f, 1.5f, 0), vec3(12.3f, 1.5f, 0), 0.4f);
    step_times(world, 120, TICK);
    assert_int_equal(read_agent(world, first).status, VEER_AGENT_ARRIVED);
    VeerAgentId other = add_traveller(world, vec3(2.5f, 1.5f, 0), vec3(24.5f, 1.5f, 0), 0.4f);
    assert_true(step_until_all(world, &other, 1, 60 * 60) < 40.0f);
    step_times(world, 600, TICK);
    assert_near3(read_agent(world, first).position, vec3(12.3f, 1.5f, 0), 0.3f);
    veer_world_destroy(world);
}

// Who rests in the mouth makes way for one outside, who holds no node and pushes nobody.
static void maze_lets_one_in_past_who_rests_in_its_mouth(void **state)
{
    (void)state;
    for (float x = 19.5f; x < 22.0f; x += 1.0f) {
        VeerWorld *world = make_map_world(wide_hall, TALL);
        VeerAgentId first = add_traveller(world, vec3(25.5f, 10.5f, 0), vec3(x, 10.5f, 0), 0.4f);
        step_times(world, 10 * 60, TICK);
        assert_int_equal(read_agent(world, first).status, VEER_AGENT_ARRIVED);
        VeerAgentId other = add_traveller(world, vec3(8.5f, 10.5f, 0), vec3(29.5f, 13.5f, 0), 0.4f);
        assert_true(step_until_all(world, &other, 1, 60 * 60) < 30.0f);
        step_times(world, 10 * 60, TICK);
        assert_near3(read_agent(world, first).position, vec3(x, 10.5f, 0), 0.6f);
        veer_world_destroy(world);
    }
}

// Shelves with aisles of two cells between them, left of a hall.
static VeerWorld *make_aisles(void)
{
    enum { SIDE = 44, SHELVES = 14 };
    char rows[SIDE][SHELVES + SIDE + 1];
    const char *lines[SIDE];
    for (int y = 0; y < SIDE; y++) {
        memset(rows[y], '.', SHELVES + SIDE);
        for (int x = 0; x < SHELVES; x++) {
            bool is_shelf = y % 4 > 1 && x != 2 && x != 3;
            rows[y][x] = is_shelf ? '#' : '.';
        }
        rows[y][SHELVES + SIDE] = '\0';
        lines[y] = rows[y];
    }
    return make_map_world(lines, SIDE);
}

// From the middle of one cell of an aisle's mouth their paths lead out over the other one, and from
// there over the first: lanes are by id.
static void maze_is_left_by_whoever_is_in_its_mouth(void **state)
{
    (void)state;
    static const struct {
        uint32_t id;
        VeerVec3 from, to;
    } cases[] = {
        {1021, {8.5f, 32.5f, 0.0f}, {47.5f, 8.5f, 0.0f}},
        {1088, {8.5f, 37.5f, 0.0f}, {40.5f, 17.5f, 0.0f}},
        {1513, {8.5f, 20.5f, 0.0f}, {47.5f, 42.5f, 0.0f}},
        {1666, {8.5f, 17.5f, 0.0f}, {42.5f, 38.5f, 0.0f}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        VeerWorld *world = make_aisles();
        VeerAgentDef def = veer_agent_def_default();
        def.position = cases[i].from;
        def.radius = 0.45f;
        def.max_speed = 1.4f;
        def.id = cases[i].id;
        VeerAgentId agent = add_agent(world, &def);
        assert_int_equal(veer_agent_route_to(world, agent, cases[i].to, 0.3f), VEER_OK);
        assert_true(step_until_all(world, &agent, 1, 60 * 60) < 45.0f);
        veer_world_destroy(world);
    }
}

// To a place in the next aisle it is a few steps through the hall, and a long way between the
// shelves.
static void maze_is_left_where_the_way_within_is_longer(void **state)
{
    (void)state;
    VeerWorld *world = make_aisles();
    VeerAgentId agent = add_traveller(world, vec3(12.5f, 17.5f, 0), vec3(12.5f, 20.5f, 0), 0.45f);
    assert_true(step_until_all(world, &agent, 1, 30 * 60) < 8.0f);
    veer_world_destroy(world);
}

static void fill_comb(VeerWorld *world, VeerAgentId agents[MANY])
{
    for (int i = 0; i < MANY; i++) {
        float x = 2.5f + 2.0f * (float)i;
        agents[i] = add_traveller(world, vec3(x, 1.5f, 0), vec3(26.5f - x + 0.5f, 1.5f, 0), 0.4f);
    }
}

static void maze_brings_a_full_row_to_the_other_side(void **state)
{
    (void)state;
    VeerWorld *world = make_map_world(comb, HEIGHT);
    VeerAgentId agents[MANY];
    fill_comb(world, agents);
    assert_true(step_until_all(world, agents, MANY, 60 * 600) < 600.0f);
    veer_world_destroy(world);
}

static void maze_has_the_same_future_after_a_restore(void **state)
{
    (void)state;
    VeerWorld *world = make_map_world(comb, HEIGHT), *other = make_map_world(comb, HEIGHT);
    VeerAgentId agents[MANY];
    fill_comb(world, agents);
    for (int i = 0; i < 6; i++) {
        step_times(world, 100, TICK);
        expect_same_future(world, other, NULL, 0, 100);
    }
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void maze_that_changes_is_stepped_through_anew(void **state)
{
    (void)state;
    VeerWorld *world = make_map_world(comb, HEIGHT);
    VeerAgentId agents[MANY];
    fill_comb(world, agents);
    step_times(world, 100, TICK);
    VeerCellRect tooth = {{5, 2}, {6, 6}};
    assert_int_equal(veer_world_grid_fill(world, tooth, false), VEER_OK);
    assert_true(step_until_all(world, agents, MANY, 60 * 600) < 600.0f);
    veer_world_destroy(world);
}

static VeerWorld *make_halls(void)
{
    VeerWorldDef def = map_def(31, HEIGHT);
    VeerWorld *world = make_world_of(&def);
    lay_rows(world, halls, HEIGHT);
    return world;
}

static void maze_is_entered_and_left(void **state)
{
    (void)state;
    VeerWorld *world = make_halls();
    VeerAgentId agents[8];
    for (int i = 0; i < 4; i++) {
        VeerVec3 left = vec3(1.5f, 1.5f + (float)i, 0), right = vec3(28.5f, 1.5f + (float)i, 0);
        agents[i] = add_traveller(world, left, right, 0.4f);
        agents[i + 4] = add_traveller(world, right, left, 0.4f);
    }
    assert_true(step_until_all(world, agents, 8, 60 * 300) < 200.0f);
    veer_world_destroy(world);
}

/// Frees a passage in the row of 10 and six dead ends beside it: a maze.
static void dig_comb(VeerWorld *world, int32_t left)
{
    VeerCellRect passage = {{left, 10}, {left + 20, 11}};
    assert_int_equal(veer_world_grid_fill(world, passage, false), VEER_OK);
    for (int32_t x = left + 2; x < left + 20; x += 3) {
        VeerCellRect end = {{x, 11}, {x + 1, 16}};
        assert_int_equal(veer_world_grid_fill(world, end, false), VEER_OK);
    }
}

/// Two mazes with a hall between them and one behind, of 20 x 20 cells.
static VeerWorld *make_two_mazes(void)
{
    VeerWorldDef def = map_def(80, 20);
    VeerWorld *world = make_world_of(&def);
    for (int32_t left = 0; left < 80; left += 40) {
        VeerCellRect walls = {{left, 0}, {left + 20, 20}};
        assert_int_equal(veer_world_grid_fill(world, walls, true), VEER_OK);
        dig_comb(world, left);
    }
    return world;
}

/// Whoever holds a node goes to one of the same maze, also from the last before its mouth and
/// though another maze lies on the path. @return ticks in which a node was held
static uint32_t expect_exits_in_the_maze(VeerWorld *world, float start)
{
    VeerAgentId agent = add_traveller(world, vec3(start, 10.5f, 0), vec3(70.5f, 10.5f, 0), 0.4f);
    const VeerReservation *own = world->map.traffic.reservations;
    uint32_t held = 0;
    for (int tick = 0; tick < 60 * 60; tick++) {
        step_times(world, 1, TICK);
        const VeerRoadmap *roadmap = world->map.traffic.maze->roadmap;
        if (own->nodes[0] > 0 && own->goal > 0) {
            assert_int_equal(veer_roadmap_node(roadmap, own->nodes[0])->component,
                             veer_roadmap_node(roadmap, own->goal)->component);
            held++;
        }
    }
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    return held;
}

static void maze_has_its_exit_in_itself(void **state)
{
    (void)state;
    uint32_t held = 0;
    for (float start = 9.5f; start < 21.0f; start += 0.5f) {
        VeerWorld *world = make_two_mazes();
        held += expect_exits_in_the_maze(world, start);
        veer_world_destroy(world);
    }
    assert_true(held > 0);
}

static void maze_lets_who_gets_another_goal_turn(void **state)
{
    (void)state;
    VeerWorld *world = make_map_world(comb, HEIGHT);
    VeerAgentId agent = add_traveller(world, vec3(1.5f, 1.5f, 0), vec3(25.5f, 1.5f, 0), 0.4f);
    step_times(world, 120, TICK);
    assert_int_equal(veer_agent_route_to(world, agent, vec3(3.5f, 5.5f, 0), 0.3f), VEER_OK);
    assert_true(step_until_all(world, &agent, 1, 60 * 20) < 10.0f);
    veer_world_destroy(world);
}

static void maze_is_none_to_much_smaller_bodies(void **state)
{
    (void)state;
    VeerWorld *world = make_map_world(comb, HEIGHT);
    VeerAgentId agents[3] = {
        add_traveller(world, vec3(1.5f, 1.5f, 0), vec3(25.5f, 1.5f, 0), 0.4f),
        add_traveller(world, vec3(12.5f, 1.3f, 0), vec3(3.5f, 5.5f, 0), 0.15f),
        add_traveller(world, vec3(3.5f, 5.5f, 0), vec3(14.5f, 1.6f, 0), 0.15f),
    };
    assert_true(step_until_all(world, agents + 1, 2, 60 * 60) < 60.0f);
    veer_world_destroy(world);
}

/// Nodes are those of the roadmap that the imported map makes.
static void maze_refuses_imported_nodes_that_it_does_not_have(void **state)
{
    (void)state;
    VeerWorld *world = make_map_world(comb, HEIGHT);
    VeerAgentId agents[MANY];
    fill_comb(world, agents);
    step_times(world, 100, TICK);
    VeerReservation *first = world->map.traffic.reservations;
    assert_true(world->map.head->maze_radius > 0.0f && first->ahead > 0);
    size_t size = veer_world_export_size(world);
    unsigned char *exported = malloc(size);
    assert_int_equal(veer_world_export(world, exported, size), VEER_OK);
    assert_int_equal(veer_world_import(world, exported, size, NULL), VEER_OK);
    uint64_t hash = veer_world_hash(world);
    uint32_t *const nodes[] = {&first->nodes[0], &first->nodes[1], &first->goal};
    for (int i = 0; i < 3; ++i) {
        VeerStateFault fault = {"", 0};
        ptrdiff_t at = (unsigned char *)nodes[i] - world->state_block;
        assert_int_equal(veer_world_export(world, exported, size), VEER_OK);
        memset(exported + VEER_EXPORT_HEAD + at, 0x7F, sizeof *nodes[i]);
        veer_export_mend(exported, size);
        assert_int_equal(veer_world_import(world, exported, size, &fault), VEER_BAD_STATE);
        assert_string_equal(fault.what, "reservation.nodes");
        assert_true(veer_world_hash(world) == hash);
    }
    free(exported);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maze_lets_two_who_meet_pass),
        cmocka_unit_test(maze_lets_who_is_there_sooner_go_first),
        cmocka_unit_test(maze_takes_in_two_from_one_cell_past_nobody),
        cmocka_unit_test(maze_lets_one_out_of_a_dead_end_for_another),
        cmocka_unit_test(maze_has_who_arrived_make_way_and_come_back),
        cmocka_unit_test(maze_lets_one_in_past_who_rests_in_its_mouth),
        cmocka_unit_test(maze_is_left_by_whoever_is_in_its_mouth),
        cmocka_unit_test(maze_is_left_where_the_way_within_is_longer),
        cmocka_unit_test(maze_brings_a_full_row_to_the_other_side),
        cmocka_unit_test(maze_has_the_same_future_after_a_restore),
        cmocka_unit_test(maze_that_changes_is_stepped_through_anew),
        cmocka_unit_test(maze_is_entered_and_left),
        cmocka_unit_test(maze_has_its_exit_in_itself),
        cmocka_unit_test(maze_lets_who_gets_another_goal_turn),
        cmocka_unit_test(maze_is_none_to_much_smaller_bodies),
        cmocka_unit_test(maze_refuses_imported_nodes_that_it_does_not_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
