#include "plan/maps.h"

#include <math.h>

// Whether the closed segment between two middles touches a closed blocked square, in whole numbers:
// coordinates in half cells, so that middles are odd and corners even. What is blocked is touched
// unless all four corners lie strictly on one side, or the boxes do not meet.
static bool touches(VeerCell a, VeerCell b, VeerCell square)
{
    int64_t ax = 2 * a.x + 1, ay = 2 * a.y + 1, bx = 2 * b.x + 1, by = 2 * b.y + 1;
    int64_t left = 2 * square.x, top = 2 * square.y;
    if ((ax < left && bx < left) || (ax > left + 2 && bx > left + 2) || (ay < top && by < top) ||
        (ay > top + 2 && by > top + 2)) {
        return false;
    }
    int above = 0, below = 0;
    for (int i = 0; i < 4; i++) {
        int64_t x = left + 2 * (i & 1), y = top + (i & 2);
        int64_t side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        above += side > 0;
        below += side < 0;
    }
    return above < 4 && below < 4;
}

static bool sees_by_trying(const Maps *maps, VeerCell a, VeerCell b)
{
    for (int32_t y = 0; y < maps->height; y++) {
        for (int32_t x = 0; x < maps->width; x++) {
            if (!maps_is_free(maps, x, y) && touches(a, b, (VeerCell){x, y})) {
                return false;
            }
        }
    }
    return true;
}

static void sight_equals_trying_all_cells(void **state)
{
    (void)state;
    uint32_t seen = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        Maps maps = maps_open(20 + (int32_t)(seed % 3) * 60, 40);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, 0.01f + 0.05f * (float)(seed % 3), 0);
        for (uint64_t i = 0; i < 200; i++) {
            VeerCell a = maps_cell(&maps, seed, 2 * i), b = maps_cell(&maps, seed, 2 * i + 1);
            if (i % 4 == 0) {
                b = (VeerCell){a.x + (b.y - a.y), b.y}; // along a diagonal
                b = veer_grid_has(maps.grid, b) ? b : a;
            }
            bool expected = sees_by_trying(&maps, a, b);
            assert_int_equal(veer_grid_sees(maps.grid, a, b), expected);
            assert_int_equal(veer_grid_sees(maps.grid, b, a), expected);
            seen += expected;
        }
        maps_close(&maps);
    }
    assert_true(seen > 1000); // the test is of both answers
}

static void nothing_is_seen_outside(void **state)
{
    (void)state;
    Maps maps = maps_open(10, 10);
    assert_false(veer_grid_sees(maps.grid, (VeerCell){-1, 0}, (VeerCell){5, 5}));
    assert_false(veer_grid_sees(maps.grid, (VeerCell){5, 5}, (VeerCell){5, 10}));
    maps_close(&maps);
}

static double length_of(const VeerCell *cells, uint32_t count)
{
    double length = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        length += hypot(cells[i].x - cells[i - 1].x, cells[i].y - cells[i - 1].y);
    }
    return length;
}

static void pulled_routes_are_free_and_no_longer(void **state)
{
    (void)state;
    VeerCell cells[512];
    for (uint64_t seed = 1; seed <= 60; seed++) {
        Maps maps = maps_open(90, 60);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, 0.03f * (float)(seed % 8), 10);
        VeerGridQuery query = veer_grid_query_default();
        query.grid = maps.grid;
        query.start = maps_cell(&maps, seed, 0);
        query.goal = maps_cell(&maps, seed, 1);
        uint32_t count;
        veer_grid_set_blocked(maps.grid, query.start, false);
        maps_commit(&maps);
        assert_int_equal(veer_grid_search_begin(maps.search, &query), VEER_OK);
        veer_search_run(maps.search, UINT32_MAX);
        veer_grid_search_route(maps.search, cells, 512, &count);
        VeerCell first = cells[0], last = cells[count - 1];
        double before = length_of(cells, count);
        uint32_t left = veer_grid_pull(maps.grid, cells, count);
        assert_true(left <= count);
        assert_true(length_of(cells, left) <= before + 1e-9);
        assert_memory_equal(&cells[0], &first, sizeof first);
        assert_memory_equal(&cells[left - 1], &last, sizeof last);
        for (uint32_t i = 1; i < left; i++) {
            assert_true(sees_by_trying(&maps, cells[i - 1], cells[i]));
        }
        maps_close(&maps);
    }
}

static void pull_goes_straight_where_nothing_is_in_the_way(void **state)
{
    (void)state;
    Maps maps = maps_open(50, 50);
    VeerCell cells[3] = {{2, 2}, {12, 12}, {40, 12}};
    assert_int_equal(veer_grid_pull(maps.grid, cells, 3), 2);
    assert_int_equal(cells[1].x, 40);
    assert_int_equal(veer_grid_pull(maps.grid, cells, 1), 1);
    assert_int_equal(veer_grid_pull(maps.grid, cells, 0), 0);
    maps_close(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight_equals_trying_all_cells),
        cmocka_unit_test(nothing_is_seen_outside),
        cmocka_unit_test(pulled_routes_are_free_and_no_longer),
        cmocka_unit_test(pull_goes_straight_where_nothing_is_in_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
