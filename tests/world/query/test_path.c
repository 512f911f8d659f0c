/// Paths by question: as short as there are, clear of walls, as those of agents, over all kinds of
/// maps; and nobody's search is disturbed.
#include "support/memory.h"
#include "world/floor_maker.h"
#include "world/graph_maker.h"
#include "world/link_maker.h"
#include "world/path_lengths.h"

#define POINTS 512
#define RADIUS 0.3f

static VeerPathFinder *make_finder(const VeerWorld *world)
{
    VeerPathFinder *finder = veer_path_finder_init(take(veer_path_finder_size(world)), world);
    assert_non_null(finder);
    return finder;
}

/// Asks for a path, and sees whether it is one: its points, its length, its ends.
static VeerPathFound find(VeerWorld *world, VeerPathFinder *finder, VeerPathQuery query,
                          VeerVec3 *points)
{
    VeerPathFound found = {VEER_PATH_STATUS_COUNT, 0, 0.0f}, again;
    assert_int_equal(veer_world_find_path(world, finder, &query, points, POINTS, &found), VEER_OK);
    assert_int_equal(veer_world_find_path(world, finder, &query, NULL, 0, &again), VEER_OK);
    assert_memory_equal(&found, &again, sizeof found);
    if (found.status == VEER_PATH_NONE) {
        assert_true(found.point_count == 0 && isinf(found.length));
        return found;
    }
    float length = 0.0f;
    for (uint32_t i = 1; i < found.point_count; i++) {
        VeerVec3 leg = sub3(points[i], points[i - 1]);
        leg.z = veer_world_space(world) == VEER_PLANAR ? 0.0f : leg.z;
        length += length3(leg);
    }
    assert_float_equal(found.length, length, 1e-3f * length + 1e-3f);
    VeerVec3 last = points[found.point_count - 1];
    assert_true(points[0].x == query.from.x && points[0].y == query.from.y);
    if (found.status == VEER_PATH_WHOLE) {
        assert_true(last.x == query.to.x && last.y == query.to.y);
    }
    return found;
}

static VeerPathQuery query_between(VeerVec3 from, VeerVec3 to)
{
    VeerPathQuery query = veer_path_query_default();
    query.from = from;
    query.to = to;
    query.radius = RADIUS;
    return query;
}

/// The length of the route that an agent is given, after one tick.
static float agent_length(VeerWorld *world, VeerVec3 from, VeerVec3 to, VeerRouteStatus *status)
{
    VeerAgentId agent = add_traveller(world, from, to, RADIUS);
    step_times(world, 1, 1e-4f);
    VeerRouteState route = read_route(world, agent);
    assert_int_equal(veer_agent_destroy(world, agent), VEER_OK);
    *status = route.status;
    return route.length;
}

enum { SIDE = 24 };

static VeerWorld *scattered_world(Dice *dice, uint32_t one_in)
{
    VeerWorldDef def = map_def(SIDE, SIDE);
    VeerWorld *world = make_world_of(&def);
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        VeerCellRect cell = {{i % SIDE, i / SIDE}, {i % SIDE + 1, i / SIDE + 1}};
        bool is_blocked = roll_index(dice, one_in) == 0;
        assert_int_equal(veer_world_grid_fill(world, cell, is_blocked), VEER_OK);
    }
    return world;
}

static VeerVec3 any_cell(Dice *dice)
{
    float x = (float)roll_index(dice, SIDE) + 0.5f, y = (float)roll_index(dice, SIDE) + 0.5f;
    return vec3(x, y, 0.0f);
}

static void paths_over_grids_are_as_short_as_there_are(void **state)
{
    (void)state;
    uint32_t whole = 0;
    for (uint32_t seed = 0; seed < suite_seeds(12); seed++) {
        Dice dice = make_dice(seed);
        VeerWorld *world = scattered_world(&dice, 3u + seed % 4u);
        VeerPathFinder *finder = make_finder(world);
        const VeerGrid *grid = veer_world_grid(world);
        Measure measure = make_measure(grid, RADIUS);
        for (int i = 0; i < 40; i++) {
            VeerVec3 from = any_cell(&dice), to = any_cell(&dice), points[POINTS];
            if (veer_grid_is_blocked(grid, veer_grid_cell_at(grid, from)) ||
                veer_grid_is_blocked(grid, veer_grid_cell_at(grid, to))) {
                continue;
            }
            VeerPathFound found = find(world, finder, query_between(from, to), points);
            float best = shortest(&measure, from, to);
            assert_int_equal(found.status, best < INFINITY ? VEER_PATH_WHOLE : VEER_PATH_PARTIAL);
            if (found.status == VEER_PATH_WHOLE) {
                assert_true(found.length >= best - 1e-2f && found.length <= 1.15f * best + 0.5f);
                for (uint32_t k = 1; k < found.point_count; k++) {
                    assert_true(veer_grid_is_clear(grid, points[k - 1], points[k], 0.97f * RADIUS));
                }
                VeerRouteStatus status;
                float length = agent_length(world, from, to, &status);
                assert_int_equal(status, VEER_ROUTE_WHOLE);
                assert_true(found.length <= 1.1f * length + 0.5f); // agents spread, which is longer
                whole++;
            }
        }
        free(measure.mesh);
        free(measure.search);
        free(finder);
        veer_world_destroy(world);
    }
    assert_true(whole > 50);
}

/// What has no width passes through no wall: not on its path, and not to where no path leads.
static void paths_of_points_go_round_walls(void **state)
{
    (void)state;
    const char *const rows[] = {"........", "........", "####.###", "........", "........"};
    VeerWorld *world = make_map_world(rows, 5);
    VeerPathFinder *finder = make_finder(world);
    VeerVec3 points[POINTS];
    VeerPathQuery query = query_between(vec3(0.5f, 0.5f, 0), vec3(0.5f, 4.5f, 0));
    query.radius = 0.0f;
    float shortest = 2.0f * sqrtf(3.5f * 3.5f + 1.5f * 1.5f) + 1.0f;
    VeerPathFound found = find(world, finder, query, points);
    assert_int_equal(found.status, VEER_PATH_WHOLE);
    assert_float_equal(found.length, shortest, 0.1f);
    VeerCellRect door = {{4, 2}, {5, 3}};
    assert_int_equal(veer_world_grid_fill(world, door, true), VEER_OK);
    assert_int_equal(find(world, finder, query, points).status, VEER_PATH_PARTIAL);
    free(finder);
    veer_world_destroy(world);
}

/// A door shuts, opens, and is walked into by another that covers it.
static void paths_show_the_map_as_it_is(void **state)
{
    (void)state;
    const char *const rows[] = {"........", "........", "####.###", "........", "........"};
    VeerWorld *world = make_map_world(rows, 5);
    VeerPathFinder *finder = make_finder(world);
    VeerVec3 points[POINTS];
    VeerPathQuery query = query_between(vec3(0.5f, 0.5f, 0), vec3(0.5f, 4.5f, 0));
    VeerCellRect door = {{4, 2}, {5, 3}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(find(world, finder, query, points).status, VEER_PATH_WHOLE);
        assert_int_equal(veer_world_grid_fill(world, door, true), VEER_OK);
        VeerPathFound found = find(world, finder, query, points);
        assert_int_equal(found.status, VEER_PATH_PARTIAL);
        assert_true(points[found.point_count - 1].y < 2.0f);
        assert_int_equal(veer_world_grid_fill(world, door, false), VEER_OK);
    }
    query.radius = 0.6f; // too wide for the door, and the one before is still not
    assert_true(find(world, finder, query, points).status != VEER_PATH_WHOLE);
    query.radius = 0.2f;
    assert_int_equal(find(world, finder, query, points).status, VEER_PATH_WHOLE);
    free(finder);
    veer_world_destroy(world);
}

static void paths_go_over_links_that_may_be_used(void **state)
{
    (void)state;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    def.flags = 2;
    VeerLinkId link = add_link(world, &def);
    VeerPathFinder *finder = make_finder(world);
    VeerVec3 points[POINTS];
    VeerPathQuery query = query_between(vec3(2.5f, 2.5f, 0), vec3(11.5f, 2.5f, 0));
    query.may_use = 1;
    float round = find(world, finder, query, points).length;
    query.may_use = 2;
    VeerPathFound through = find(world, finder, query, points);
    assert_true(through.status == VEER_PATH_WHOLE && through.length < 0.8f * round);
    assert_float_equal(through.length, 9.0f, 0.5f);
    assert_int_equal(veer_link_set_open(world, link, false), VEER_OK);
    query.may_use = UINT32_MAX;
    assert_float_equal(find(world, finder, query, points).length, round, 1e-4f);
    assert_int_equal(veer_link_set_open(world, link, true), VEER_OK);
    assert_float_equal(find(world, finder, query, points).length, through.length, 1e-4f);
    free(finder);
    veer_world_destroy(world);
}

static VeerWorld *voxel_world(Dice *dice)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    def.map.voxels.cells = (VeerVoxel){12, 12, 12};
    VeerWorld *world = make_world_of(&def);
    for (int i = 0; i < 14; i++) {
        VeerVoxel at;
        at.x = (int32_t)roll_index(dice, 12);
        at.y = (int32_t)roll_index(dice, 12);
        at.z = (int32_t)roll_index(dice, 12);
        VeerVoxelBox box = {at, {at.x + 3, at.y + 3, at.z + 3}};
        assert_int_equal(veer_world_voxels_fill(world, box, true), VEER_OK);
    }
    return world;
}

static void paths_through_voxels_are_as_those_of_agents(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < suite_seeds(6); seed++) {
        Dice dice = make_dice(seed);
        VeerWorld *world = voxel_world(&dice);
        const VeerVoxels *voxels = veer_world_voxels(world);
        VeerPathFinder *finder = make_finder(world);
        for (int i = 0; i < 30; i++) {
            VeerVec3 from, to, points[POINTS];
            from = vec3(roll(&dice, 1, 11), roll(&dice, 1, 11), roll(&dice, 1, 11));
            to = vec3(roll(&dice, 1, 11), roll(&dice, 1, 11), roll(&dice, 1, 11));
            if (veer_voxels_gap(voxels, from, 1.0f) < 0.5f ||
                veer_voxels_gap(voxels, to, 1.0f) < 0.5f) {
                continue;
            }
            VeerPathFound found = find(world, finder, query_between(from, to), points);
            VeerRouteStatus status;
            float length = agent_length(world, from, to, &status);
            assert_true((found.status == VEER_PATH_WHOLE) == (status == VEER_ROUTE_WHOLE));
            if (found.status == VEER_PATH_WHOLE) {
                assert_true(found.length >= distance3(from, to) - 1e-3f);
                // Agents spread over the free width.
                assert_true(found.length <= 1.1f * length + 0.3f);
                for (uint32_t k = 1; k < found.point_count; k++) {
                    assert_true(
                        veer_voxels_is_clear(voxels, points[k - 1], points[k], 0.9f * RADIUS));
                }
            }
        }
        free(finder);
        veer_world_destroy(world);
    }
}

static void paths_over_meshes_climb_floors(void **state)
{
    (void)state;
    VeerMesh *mesh = make_floors();
    VeerWorldDef def = veer_world_def_default();
    def.map = veer_world_map_def_default(VEER_MAP_MESH);
    def.map.mesh.whole = mesh;
    VeerWorld *world = make_world_of(&def);
    VeerPathFinder *finder = make_finder(world);
    VeerVec3 points[POINTS], from = {2, 6, 0}, to = {2, 6, 4};
    VeerPathFound found = find(world, finder, query_between(from, to), points);
    VeerAgentId agent = add_walker(world, from, to);
    step_times(world, 1, 1e-4f);
    assert_int_equal(found.status, VEER_PATH_WHOLE);
    assert_float_equal(found.length, read_route(world, agent).length, 0.1f * found.length);
    assert_true(found.length > 50.0f);
    free(finder);
    veer_world_destroy(world);
    free(mesh);
}

static void paths_over_graphs_are_as_those_of_agents(void **state)
{
    (void)state;
    Dice dice = make_dice(5);
    VeerGraph *graph = make_tiling(VEER_TILING_HEXES, 16, 16, 2.0f, 2.0f);
    VeerWorldDef def = veer_world_def_default();
    def.map = veer_world_map_def_default(VEER_MAP_GRAPH);
    def.map.graph.whole = graph;
    VeerWorld *world = make_world_of(&def);
    for (uint32_t i = 0; i < 256; i++) {
        assert_int_equal(veer_world_graph_set_blocked(world, i, roll_index(&dice, 4) == 0),
                         VEER_OK);
    }
    VeerPathFinder *finder = make_finder(world);
    uint32_t whole = 0;
    for (int i = 0; i < 60; i++) {
        uint32_t a = roll_index(&dice, 256), b = roll_index(&dice, 256);
        VeerVec3 points[POINTS], from = veer_graph_position(graph, a),
                                 to = veer_graph_position(graph, b);
        if (veer_graph_is_blocked(veer_world_graph(world), a) ||
            veer_graph_is_blocked(veer_world_graph(world), b)) {
            continue;
        }
        VeerPathFound found = find(world, finder, query_between(from, to), points);
        VeerRouteStatus status;
        float length = agent_length(world, from, to, &status);
        assert_true((found.status == VEER_PATH_WHOLE) == (status == VEER_ROUTE_WHOLE));
        if (found.status == VEER_PATH_WHOLE) {
            assert_float_equal(found.length, length, 0.05f * length + 0.1f);
            whole++;
        }
    }
    assert_true(whole > 20);
    free(finder);
    free(graph);
    veer_world_destroy(world);
}

static void without_a_map_paths_are_straight(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR), *other = make_world(VEER_PLANAR);
    VeerPathFinder *finder = make_finder(world);
    VeerVec3 points[POINTS];
    VeerPathQuery query = query_between(vec3(0, 0, 0), vec3(3, 4, 0));
    VeerPathFound found = find(world, finder, query, points);
    assert_true(found.status == VEER_PATH_WHOLE && found.point_count == 2 && found.length == 5.0f);
    assert_int_equal(veer_world_find_path(world, finder, &query, points, 1, &found), VEER_FULL);
    assert_int_equal(found.point_count, 2);
    assert_int_equal(veer_world_find_path(other, finder, &query, points, 2, &found),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_world_find_path(world, NULL, &query, points, 2, &found), VEER_BAD_VALUE);
    assert_int_equal(veer_world_find_path(world, finder, &query, NULL, 2, &found), VEER_BAD_VALUE);
    query.cookie = 0;
    assert_int_equal(veer_world_find_path(world, finder, &query, points, 2, &found),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_path_finder_size(NULL), 0);
    assert_null(veer_path_finder_init(NULL, world));
    free(finder);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

/// With a budget of a few nodes a tick, searches of agents are under way at all times.
static void searches_of_agents_go_on_as_they_would(void **state)
{
    (void)state;
    Dice dice = make_dice(3), same = dice;
    VeerWorld *worlds[2];
    for (int i = 0; i < 2; i++) {
        Dice *own = i == 0 ? &dice : &same;
        VeerWorldDef def = map_def(SIDE, SIDE);
        def.map.budget = 7;
        worlds[i] = make_world_of(&def);
        for (int32_t k = 0; k < SIDE * SIDE / 5; k++) {
            VeerVec3 at = any_cell(own);
            VeerCell cell = {(int32_t)at.x, (int32_t)at.y};
            VeerCellRect rect = {cell, {cell.x + 1, cell.y + 1}};
            assert_int_equal(veer_world_grid_fill(worlds[i], rect, true), VEER_OK);
        }
        for (int k = 0; k < 40; k++) {
            VeerVec3 from = any_cell(own), to = any_cell(own);
            (void)add_traveller(worlds[i], from, to, 0.2f);
        }
    }
    VeerPathFinder *finder = make_finder(worlds[0]);
    for (int tick = 0; tick < 300; tick++) {
        VeerVec3 points[POINTS], from = any_cell(&dice), to = any_cell(&dice);
        Copy copy = copy_of(worlds[0]);
        (void)find(worlds[0], finder, query_between(from, to), points);
        assert_unchanged(worlds[0], copy);
        expect_same_steps(worlds[0], worlds[1], 1);
    }
    free(finder);
    veer_world_destroy(worlds[0]);
    veer_world_destroy(worlds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_over_grids_are_as_short_as_there_are),
        cmocka_unit_test(paths_of_points_go_round_walls),
        cmocka_unit_test(paths_show_the_map_as_it_is),
        cmocka_unit_test(paths_go_over_links_that_may_be_used),
        cmocka_unit_test(paths_through_voxels_are_as_those_of_agents),
        cmocka_unit_test(paths_over_meshes_climb_floors),
        cmocka_unit_test(paths_over_graphs_are_as_those_of_agents),
        cmocka_unit_test(without_a_map_paths_are_straight),
        cmocka_unit_test(searches_of_agents_go_on_as_they_would),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
