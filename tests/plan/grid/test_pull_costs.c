// Strings over cells that cost something.
#include "plan/maps.h"

#include <math.h>

// What a straight line costs, looked at in a thousand places.
static double line_cost(const VeerGrid *grid, VeerVec3 a, VeerVec3 b)
{
    enum { LOOKS = 1000 };
    double sum = 0.0, length = hypot((double)(b.x - a.x), (double)(b.y - a.y));
    for (int i = 0; i < LOOKS; i++) {
        float part = ((float)i + 0.5f) / (float)LOOKS;
        VeerVec3 at = {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), 0.0f};
        sum += (double)veer_grid_cost(grid, veer_grid_cell_at(grid, at));
    }
    return sum / (double)LOOKS * length;
}

static double way_cost(const VeerGrid *grid, const VeerVec3 *points, uint32_t count)
{
    double cost = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        cost += line_cost(grid, points[i - 1], points[i]);
    }
    return cost;
}

static Maps open_dear(uint64_t seed)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = 40;
    def.height = 30;
    def.has_costs = true;
    Maps maps = maps_open_def(&def);
    maps_scatter(&maps, seed, 0.1f, 4);
    for (uint32_t i = 0; i < 8; i++) {
        VeerCell corner = maps_cell(&maps, seed, 50 + i);
        uint8_t cost = (uint8_t)(1u + veer_random_u64(seed, 60, i) % 6u);
        for (int32_t n = 0; n < 100; n++) {
            VeerCell cell = {corner.x + n % 10, corner.y + n / 10};
            (void)veer_grid_set_cost(maps.grid, cell, cost);
        }
    }
    maps_commit(&maps);
    return maps;
}

static void pull_over_costs_makes_no_way_dearer(void **state)
{
    (void)state;
    enum { TURNS = 256 };
    double before = 0.0, after = 0.0;
    for (uint64_t seed = 1; seed <= suite_seeds(40); seed++) {
        Maps maps = open_dear(seed);
        VeerCell cells[TURNS];
        VeerVec3 turns[TURNS], points[TURNS];
        uint32_t count = 0, made = 0;
        VeerGridQuery query = veer_grid_query_default();
        query.grid = maps.grid;
        query.planner = VEER_GRID_ASTAR;
        query.start = maps_cell(&maps, seed, 1);
        query.goal = maps_cell(&maps, seed, 2);
        print_message("seed %u\n", (unsigned)seed);
        assert_int_equal(veer_grid_search_begin(maps.search, &query), VEER_OK);
        veer_search_run(maps.search, UINT32_MAX);
        (void)veer_grid_search_route(maps.search, cells, TURNS, &count);
        for (uint32_t i = 0; i < count; i++) {
            turns[i] = veer_grid_centre(maps.grid, cells[i]);
        }
        assert_int_equal(veer_grid_pull(maps.grid, cells, count, points, TURNS, &made), VEER_OK);
        double length = way_cost(maps.grid, turns, count),
               pulled = way_cost(maps.grid, points, made);
        // The looks of this test are a thousandth of a leg apart.
        assert_true(pulled <= length * 1.01 + 0.01);
        assert_true(made <= count && points[made - 1].x == turns[count - 1].x);
        before += length;
        after += pulled;
        assert_int_equal(veer_grid_pull(maps.grid, cells, count, points, made - 1, &made),
                         VEER_FULL);
        maps_close(&maps);
    }
    assert_true(after < 0.99 * before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pull_over_costs_makes_no_way_dearer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
