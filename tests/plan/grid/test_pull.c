#include "plan/corners.h"

#include <stdio.h>
#include <string.h>

enum { ROOM = 2000 };

static VeerCell cells[ROOM];
static VeerVec3 points[ROOM];
static uint32_t cell_count, point_count;

static double pulled_length(void)
{
    double length = 0.0;
    for (uint32_t i = 1; i < point_count; i++) {
        length += distance(half_of(points[i - 1]), half_of(points[i]));
    }
    return length;
}

static double route_length(void)
{
    double length = 0.0;
    for (uint32_t i = 1; i < cell_count; i++) {
        length +=
            hypot((double)(cells[i].x - cells[i - 1].x), (double)(cells[i].y - cells[i - 1].y));
    }
    return length;
}

// Plans and pulls. @return whether there is a path
static bool plan_by(const Maps *maps, VeerCell start, VeerCell goal, VeerGridPlanner planner)
{
    VeerGridQuery query = veer_grid_query_default();
    query.grid = maps->grid;
    query.start = start;
    query.goal = goal;
    query.planner = planner;
    assert_int_equal(veer_grid_search_begin(maps->search, &query), VEER_OK);
    veer_search_run(maps->search, UINT32_MAX);
    VeerStatus status = veer_grid_search_route(maps->search, cells, ROOM, &cell_count);
    if (status != VEER_OK) {
        return false;
    }
    assert_int_equal(veer_grid_pull(maps->grid, cells, cell_count, points, ROOM, &point_count),
                     VEER_OK);
    return true;
}

static bool plan(const Maps *maps, VeerCell start, VeerCell goal)
{
    return plan_by(maps, start, goal, VEER_GRID_JUMP);
}

// Whether there is something blocked on the inner side of a turn, right at it.
static bool is_held(const Maps *maps, Half a, Half b, Half c)
{
    double ab = distance(a, b), bc = distance(b, c);
    double x = (double)(c.x - b.x) / bc - (double)(b.x - a.x) / ab;
    double y = (double)(c.y - b.y) / bc - (double)(b.y - a.y) / ab;
    int32_t cx = (int32_t)(b.x / 2), cy = (int32_t)(b.y / 2);
    for (int i = 0; i < 4; i++) {
        double dx = i & 1 ? 1.0 : -1.0, dy = i & 2 ? 1.0 : -1.0;
        bool is_inner = dx * x > -1e-9 && dy * y > -1e-9;
        if (is_inner && !maps_is_free(maps, cx - (i & 1 ? 0 : 1), cy - (i & 2 ? 0 : 1))) {
            return true;
        }
    }
    return false;
}

static void check_is_free(const Maps *maps, VeerCell start, VeerCell goal)
{
    Half first = half_of(points[0]), last = half_of(points[point_count - 1]);
    assert_int_equal(first.x, 2 * start.x + 1);
    assert_int_equal(first.y, 2 * start.y + 1);
    assert_int_equal(last.x, 2 * goal.x + 1);
    assert_int_equal(last.y, 2 * goal.y + 1);
    for (uint32_t i = 1; i < point_count; i++) {
        assert_true(is_clear(maps, half_of(points[i - 1]), half_of(points[i])));
    }
}

static void check_string(const Maps *maps, VeerCell start, VeerCell goal)
{
    check_is_free(maps, start, goal);
    for (uint32_t i = 2; i < point_count; i++) {
        Half a = half_of(points[i - 2]), b = half_of(points[i - 1]), c = half_of(points[i]);
        assert_true(side_of(a, b, c.x, c.y) == 0 || is_held(maps, a, b, c));
    }
}

static void strings_are_free_and_tight(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(150); seed++) {
        Maps maps = maps_open(60 + (int32_t)(seed % 40), 40);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, 0.04f * (float)(seed % 8), (uint32_t)(seed % 3) * 10);
        VeerCell start = maps_cell(&maps, seed, 0), goal = maps_cell(&maps, seed, 1);
        veer_grid_set_blocked(maps.grid, start, false);
        maps_commit(&maps);
        if (plan(&maps, start, goal)) {
            double octile = (double)veer_search_cost(maps.search) / VEER_COST_STRAIGHT;
            assert_true(pulled_length() <= octile + 1e-6);
            check_string(&maps, start, goal);
        }
        maps_close(&maps);
    }
}

// Routes that wind to and fro over all that is free.
static void routes_that_wind_are_pulled_free(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(60); seed++) {
        Maps maps = maps_open(40 + (int32_t)(seed % 30), 40);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, 0.03f * (float)(seed % 8), (uint32_t)(seed % 3) * 6);
        VeerCell start = maps_cell(&maps, seed, 0), goal = maps_cell(&maps, seed, 1);
        veer_grid_set_blocked(maps.grid, start, false);
        maps_commit(&maps);
        if (plan_by(&maps, start, goal, VEER_GRID_DEPTH_FIRST)) {
            check_is_free(&maps, start, goal);
            assert_true(pulled_length() <= route_length() + 1e-6);
        }
        maps_close(&maps);
    }
}

static void excursion_over_open_ground_is_forgotten(void **state)
{
    (void)state;
    Maps maps = maps_open(60, 40);
    veer_grid_fill(maps.grid, (VeerCellRect){{20, 0}, {22, 5}}, true);
    const VeerCell route[4] = {{10, 20}, {50, 20}, {50, 30}, {5, 30}};
    assert_int_equal(veer_grid_pull(maps.grid, route, 4, points, ROOM, &point_count), VEER_OK);
    assert_int_equal(point_count, 2);
    maps_close(&maps);
}

// A path of steps may pass an obstacle on another side than the shortest path does, which costs
// little: of two paths of equally many steps it may have taken the other one.
static void strings_are_nearly_the_shortest(void **state)
{
    (void)state;
    double sum = 0.0;
    uint32_t count = 0;
    for (uint64_t seed = 1; seed <= suite_seeds(40); seed++) {
        Maps maps = maps_open(44, 30);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, seed % 2 ? 0.0f : 0.06f, seed % 2 ? 8 : 3);
        VeerCell start = maps_cell(&maps, seed, 0), goal = maps_cell(&maps, seed, 1);
        veer_grid_set_blocked(maps.grid, start, false);
        maps_commit(&maps);
        if (plan(&maps, start, goal) && point_count > 1) {
            double best = shortest(&maps, half_of(points[0]), half_of(points[point_count - 1]));
            assert_true(pulled_length() >= best - 1e-6);
            sum += pulled_length() / best;
            count++;
        }
        maps_close(&maps);
    }
    print_message("%u paths, %.4f of the shortest\n", (unsigned)count, sum / count);
    assert_true(2u * count > suite_seeds(40));
    assert_true(sum / count <= 1.015);
}

// Over a half disc the string is the convex hull of what is blocked, with more turns than a side of
// the funnel has room for.
static void long_strings_are_pulled_in_parts(void **state)
{
    (void)state;
    enum { R = 620, WIDTH = 2 * R + 40 };
    Maps maps = maps_open(WIDTH, R + 40);
    static Half hull[ROOM];
    uint32_t count = 0;
    hull[count++] = (Half){1, 2 * (R + 39) + 1};
    for (int32_t x = 0; x <= WIDTH; x++) {
        int32_t dx = x - WIDTH / 2, dy = (int32_t)sqrt(fmax(0.0, (double)(R * R - dx * dx)));
        if (abs(dx) > R) {
            continue;
        }
        veer_grid_fill(maps.grid, (VeerCellRect){{x, R + 40 - dy}, {x + 1, R + 40}}, true);
    }
    for (int32_t x = 0; x < WIDTH; x++) {
        int32_t top = 0;
        while (maps_is_free(&maps, x, top) && top < R + 40) {
            top++;
        }
        for (int i = 0; i < 2 && top < R + 40; i++) {
            Half corner = {2 * ((int64_t)x + i), 2 * (int64_t)top};
            while (count > 1 &&
                   side_of(hull[count - 2], hull[count - 1], corner.x, corner.y) <= 0) {
                count--;
            }
            hull[count++] = corner;
        }
    }
    Half goal = {2 * (WIDTH - 1) + 1, 2 * (R + 39) + 1};
    while (count > 1 && side_of(hull[count - 2], hull[count - 1], goal.x, goal.y) <= 0) {
        count--;
    }
    hull[count++] = goal;
    assert_true(count > 80);
    double best = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        best += distance(hull[i - 1], hull[i]);
    }
    maps_commit(&maps);
    assert_true(plan(&maps, (VeerCell){0, R + 39}, (VeerCell){WIDTH - 1, R + 39}));
    assert_true(fabs(pulled_length() - best) < 1e-6);
    maps_close(&maps);
}

static void string_is_straight_where_nothing_is_in_the_way(void **state)
{
    (void)state;
    Maps maps = maps_open(50, 50);
    const VeerCell route[4] = {{2, 2}, {12, 12}, {40, 12}, {40, 12}};
    assert_int_equal(veer_grid_pull(maps.grid, route, 4, points, ROOM, &point_count), VEER_OK);
    assert_int_equal(point_count, 2);
    assert_true(points[0].x == 2.5f && points[0].y == 2.5f);
    assert_true(points[1].x == 40.5f && points[1].y == 12.5f);
    assert_int_equal(veer_grid_pull(maps.grid, route, 1, points, ROOM, &point_count), VEER_OK);
    assert_int_equal(point_count, 1);
    maps_close(&maps);
}

// Routes that turn once, in all directions and in both orders of their legs; all of them fit.
static const VeerCell bent[8][3] = {{{10, 10}, {14, 14}, {30, 14}}, {{30, 14}, {14, 14}, {10, 10}},
                                    {{10, 10}, {26, 10}, {30, 14}}, {{30, 10}, {26, 14}, {10, 14}},
                                    {{10, 10}, {14, 14}, {14, 30}}, {{14, 10}, {10, 14}, {10, 30}},
                                    {{10, 30}, {10, 14}, {14, 10}}, {{10, 30}, {14, 26}, {14, 10}}};

static uint32_t pull_bent(const Maps *maps, int i)
{
    point_count = 0;
    (void)veer_grid_pull(maps->grid, bent[i], 3, points, ROOM, &point_count);
    return point_count;
}

// A cell that is between the route and the line: once seen from all sides the string holds on it.
static void route_that_turns_once_keeps_its_side(void **state)
{
    (void)state;
    const VeerCell between[8] = {{16, 13}, {16, 13}, {24, 11}, {24, 13},
                                 {13, 16}, {11, 16}, {11, 16}, {13, 24}};
    for (int i = 0; i < 8; i++) {
        Maps maps = maps_open(40, 40);
        assert_int_equal(pull_bent(&maps, i), 2);
        veer_grid_set_blocked(maps.grid, between[i], true);
        assert_int_equal(pull_bent(&maps, i), 3);
        maps_close(&maps);
    }
}

// Also where the ends see each other past what is in its path.
static void route_that_turns_once_over_what_is_blocked_is_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        Maps maps = maps_open(40, 40);
        veer_grid_set_blocked(maps.grid, bent[i][1], true);
        assert_true(veer_grid_sees(maps.grid, bent[i][0], bent[i][2]));
        assert_int_equal(pull_bent(&maps, i), 0);
        maps_close(&maps);
    }
}

static void points_are_in_metres(void **state)
{
    (void)state;
    VeerGridDef def = veer_grid_def_default();
    def.origin = (VeerVec3){-100.0f, 50.0f, 7.0f};
    def.cell_size = 2.0f;
    Maps maps = maps_open_def(&def);
    const VeerCell route[2] = {{1, 1}, {1, 9}};
    assert_int_equal(veer_grid_pull(maps.grid, route, 2, points, ROOM, &point_count), VEER_OK);
    assert_true(points[1].x == -97.0f && points[1].y == 69.0f && points[1].z == 7.0f);
    maps_close(&maps);
}

static void string_that_does_not_fit_is_counted(void **state)
{
    (void)state;
    Maps maps = maps_open(50, 50);
    veer_grid_fill(maps.grid, (VeerCellRect){{20, 0}, {22, 40}}, true);
    maps_commit(&maps);
    assert_true(plan(&maps, (VeerCell){0, 0}, (VeerCell){49, 0}));
    assert_int_equal(point_count, 4);
    uint32_t count = 0;
    assert_int_equal(veer_grid_pull(maps.grid, cells, cell_count, points, 3, &count), VEER_FULL);
    assert_int_equal(count, 4);
    maps_close(&maps);
}

static void what_is_no_route_is_refused(void **state)
{
    (void)state;
    Maps maps = maps_open(20, 20);
    veer_grid_fill(maps.grid, (VeerCellRect){{5, 0}, {7, 20}}, true);
    veer_grid_fill(maps.grid, (VeerCellRect){{0, 9}, {20, 10}}, true);
    const VeerCell routes[6][2] = {{{3, 0}, {8, 5}},  {{0, 0}, {20, 0}}, {{0, 0}, {4, 1}},
                                   {{0, 0}, {15, 0}}, {{3, 0}, {3, 15}}, {{5, 5}, {4, 5}}};
    assert_int_equal(veer_grid_pull(maps.grid, routes[0], 0, points, ROOM, &point_count),
                     VEER_BAD_VALUE);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(veer_grid_pull(maps.grid, routes[i], 2, points, ROOM, &point_count),
                         VEER_BAD_VALUE);
        assert_int_equal(point_count, 0);
    }
    maps_close(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_free_and_tight),
        cmocka_unit_test(routes_that_wind_are_pulled_free),
        cmocka_unit_test(excursion_over_open_ground_is_forgotten),
        cmocka_unit_test(strings_are_nearly_the_shortest),
        cmocka_unit_test(long_strings_are_pulled_in_parts),
        cmocka_unit_test(string_is_straight_where_nothing_is_in_the_way),
        cmocka_unit_test(route_that_turns_once_keeps_its_side),
        cmocka_unit_test(route_that_turns_once_over_what_is_blocked_is_refused),
        cmocka_unit_test(points_are_in_metres),
        cmocka_unit_test(string_that_does_not_fit_is_counted),
        cmocka_unit_test(what_is_no_route_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
