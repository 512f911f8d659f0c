#include "plan/maps.h"

// Whether the closed segment between two middles touches a closed blocked square, in whole numbers:
// coordinates in half cells, so that middles are odd and corners even. What is blocked is touched
// unless all four corners are strictly on one side, or the boxes do not meet.
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
    for (uint64_t seed = 1; seed <= suite_seeds(30); seed++) {
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
    assert_true(30u * seen > 1000u * suite_seeds(30)); // the test is of both answers
}

static void nothing_is_seen_outside(void **state)
{
    (void)state;
    Maps maps = maps_open(10, 10);
    assert_false(veer_grid_sees(maps.grid, (VeerCell){-1, 0}, (VeerCell){5, 5}));
    assert_false(veer_grid_sees(maps.grid, (VeerCell){5, 5}, (VeerCell){5, 10}));
    maps_close(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight_equals_trying_all_cells),
        cmocka_unit_test(nothing_is_seen_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
