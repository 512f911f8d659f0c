// Fields against floods, brute force and marching with a heap.
#include "plan/field/fields.h"
#include "plan/field/seen.h"

#include "plan/field/update.h"

enum { W = 40, H = 30, MOST = 80 * 60 };

static double oracle[MOST];
static bool is_fixed[MOST];

// What the oracle starts with: all cells that see the goal, at their straight distances.
static void start_with_sight(const VeerField *field, VeerVec3 goal)
{
    for (int32_t i = 0; i < W * H; i++) {
        VeerCell cell = {i % W, i / W};
        is_fixed[i] = seen_cell(field, cell);
        oracle[i] = is_fixed[i] ? hypot((double)cell.x + 0.5 - (double)goal.x,
                                        (double)cell.y + 0.5 - (double)goal.y)
                                : (double)INFINITY;
    }
}

static void assert_equals_oracle(const VeerField *field)
{
    for (int32_t i = 0; i < W * H; i++) {
        double value = (double)veer_field_at(field, (VeerCell){i % W, i / W});
        if (!isfinite(oracle[i])) {
            assert_true(isinf(value));
        } else {
            assert_true(fabs(value - oracle[i]) <= 1e-4 * fmax(1.0, oracle[i]));
        }
    }
}

static void field_of_empty_map_is_exact(void **state)
{
    (void)state;
    Maps maps = maps_open(W, H);
    Fields f = fields_open(&maps);
    VeerVec3 goal = {23.2f, 7.9f, 0.0f};
    fields_solve(&f, maps.grid, &goal, 1, false);
    for (int32_t i = 0; i < W * H; i++) {
        VeerCell cell = {i % W, i / W};
        double exact =
            hypot((double)cell.x + 0.5 - (double)goal.x, (double)cell.y + 0.5 - (double)goal.y);
        assert_true(seen_cell(f.field, cell));
        // The goal is kept in 1/256 of a cell.
        assert_true(fabs((double)veer_field_at(f.field, cell) - exact) < 0.003);
    }
    fields_close(&f);
    maps_close(&maps);
}

static void field_sight_equals_brute_force(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        printf("seed %d\n", (int)seed);
        Maps maps = open_scattered_map(W, H, seed, seed % 2 ? 0.05f : 0.15f, seed % 3 == 0);
        Fields f = fields_open(&maps);
        VeerCell cell = fields_free_cell(&maps, seed, 0);
        VeerVec3 goal = {(float)cell.x + veer_random_unit(seed, 9, 0),
                         (float)cell.y + veer_random_unit(seed, 9, 1), 0.0f};
        fields_solve(&f, maps.grid, &goal, 1, false);
        int64_t at[2] = {2 * (int64_t)(goal.x * 256.0f) + 1, 2 * (int64_t)(goal.y * 256.0f) + 1};
        for (int32_t i = 0; i < W * H; i++) {
            int64_t middle[2] = {512 * (int64_t)(i % W) + 256, 512 * (int64_t)(i / W) + 256};
            assert_int_equal(seen_cell(f.field, (VeerCell){i % W, i / W}),
                             fields_is_open(&maps, middle, at));
        }
        fields_close(&f);
        maps_close(&maps);
    }
}

static void field_equals_marching_with_a_heap(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        printf("seed %d\n", (int)seed);
        Maps maps = open_scattered_map(W, H, seed, 0.2f, seed % 2 == 0);
        Fields f = fields_open(&maps);
        VeerCell cell = fields_free_cell(&maps, seed, 0);
        if (seed % 2 == 0) {
            (void)veer_grid_set_cost(maps.grid, cell, 1);
        }
        VeerVec3 goal = fields_middle(cell);
        goal.x += 1.0f / 512.0f, goal.y += 1.0f / 512.0f; // as it is kept
        fields_solve(&f, maps.grid, &goal, 1, false);
        start_with_sight(f.field, goal);
        // Beside the goal: costs that nothing sees, along straight lines.
        for (int side = 0; side < 4; side++) {
            VeerCell beside = {cell.x + (side == 0) - (side == 1),
                               cell.y + (side == 2) - (side == 3)};
            if (maps_is_free(&maps, beside.x, beside.y) && !seen_cell(f.field, beside)) {
                double cost = veer_grid_cost(maps.grid, beside), edge = 1.0 / 512.0;
                double here = side % 2 ? 0.5 + edge : 0.5 - edge;
                double length = hypot(here + 0.5, edge);
                oracle[beside.y * W + beside.x] = length * (here + 0.5 * cost) / (here + 0.5);
            }
        }
        fields_march(&maps, oracle, is_fixed);
        assert_equals_oracle(f.field);
        fields_close(&f);
        maps_close(&maps);
    }
}

static void field_without_sight_equals_marching_with_a_heap(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        printf("seed %d\n", (int)seed);
        Maps maps = open_scattered_map(W, H, seed, 0.2f, false);
        Fields f = fields_open(&maps);
        VeerCell cell = fields_free_cell(&maps, seed, 0);
        VeerVec3 goal = fields_middle(cell);
        fields_solve(&f, maps.grid, &goal, 1, true);
        const double edge = 1.0 / 512.0;
        for (int32_t i = 0; i < W * H; i++) {
            VeerCell at = {i % W, i / W};
            bool is_near = abs(at.x - cell.x) + abs(at.y - cell.y) <= 1;
            oracle[i] = is_near && maps_is_free(&maps, at.x, at.y)
                            ? hypot((double)(at.x - cell.x) - edge, (double)(at.y - cell.y) - edge)
                            : (double)INFINITY;
            is_fixed[i] = false;
        }
        fields_march(&maps, oracle, is_fixed);
        assert_equals_oracle(f.field);
        fields_close(&f);
        maps_close(&maps);
    }
}

static void field_of_several_goals_leads_to_the_nearest(void **state)
{
    (void)state;
    Maps maps = open_scattered_map(W, H, 5, 0.1f, false);
    Fields all = fields_open(&maps), one = fields_open(&maps);
    VeerVec3 goals[4];
    for (uint64_t i = 0; i < 4; i++) {
        goals[i] = fields_middle(fields_free_cell(&maps, 5, 10 * i));
        oracle[i] = 0;
    }
    fields_solve(&all, maps.grid, goals, 4, false);
    for (int32_t i = 0; i < W * H; i++) {
        oracle[i] = (double)INFINITY;
    }
    for (int goal = 0; goal < 4; goal++) {
        fields_solve(&one, maps.grid, &goals[goal], 1, false);
        for (int32_t i = 0; i < W * H; i++) {
            VeerCell cell = {i % W, i / W};
            oracle[i] = fmin(oracle[i], (double)veer_field_at(one.field, cell));
        }
    }
    for (int32_t i = 0; i < W * H; i++) {
        VeerCell cell = {i % W, i / W};
        double value = (double)veer_field_at(all.field, cell);
        if (!isfinite(oracle[i])) {
            assert_true(isinf(value));
            continue;
        }
        // Cells that see a goal, but not the one that is nearest as the crow flies, are marched to;
        // and where paths to two goals meet, a step goes towards both at a time.
        assert_true(value < oracle[i] + 0.5 && value > oracle[i] - 0.3);
        if (seen_cell(all.field, cell)) {
            assert_true(fabs(value - oracle[i]) < 1e-3);
        }
    }
    fields_close(&all);
    fields_close(&one);
    maps_close(&maps);
}

static void field_of_many_goals_has_no_sight(void **state)
{
    (void)state;
    Maps maps = maps_open(W, H);
    Fields f = fields_open(&maps);
    VeerVec3 goals[VEER_MAX_FIELD_GOALS];
    for (int i = 0; i < VEER_MAX_FIELD_GOALS; i++) {
        goals[i] = (VeerVec3){0.5f, (float)(i % H) + 0.5f, 0.0f};
    }
    fields_solve(&f, maps.grid, goals, VEER_MAX_FIELD_GOALS, false);
    for (int32_t x = 0; x < W; x++) {
        assert_false(seen_cell(f.field, (VeerCell){x, 15}));
        assert_true(fabsf(veer_field_at(f.field, (VeerCell){x, 15}) - (float)x) < 0.01f);
    }
    fields_close(&f);
    maps_close(&maps);
}

static void field_in_portions_is_the_same(void **state)
{
    (void)state;
    Maps maps = open_scattered_map(W, H, 3, 0.2f, true);
    Fields whole = fields_open(&maps), cut = fields_open(&maps);
    VeerVec3 goal = fields_middle(fields_free_cell(&maps, 3, 0));
    fields_solve(&whole, maps.grid, &goal, 1, false);
    VeerFieldQuery query = fields_query(&goal, 1, false);
    assert_int_equal(veer_field_state(cut.field), VEER_FIELD_IDLE);
    assert_int_equal(veer_field_begin(cut.solver, cut.field, maps.grid, &query), VEER_OK);
    int portions = 0;
    while (veer_field_run(cut.solver, cut.field, 17) == VEER_FIELD_RUNNING) {
        portions++;
    }
    assert_true(portions > 30);
    assert_true(veer_field_work(cut.solver) > 1000);
    assert_memory_equal(whole.field, cut.field, whole.size);
    fields_close(&whole);
    fields_close(&cut);
    maps_close(&maps);
}

static void field_goes_on_from_a_copy(void **state)
{
    (void)state;
    Maps maps = open_scattered_map(W, H, 4, 0.2f, false);
    Fields f = fields_open(&maps), copy = fields_open(&maps);
    VeerVec3 goal = fields_middle(fields_free_cell(&maps, 4, 0));
    VeerFieldQuery query = fields_query(&goal, 1, true);
    assert_int_equal(veer_field_begin(f.solver, f.field, maps.grid, &query), VEER_OK);
    veer_field_run(f.solver, f.field, 500);
    memcpy(copy.field, f.field, f.size);
    memcpy(copy.solver, f.solver, veer_field_solver_size(W, H, 1, false));
    veer_field_run(f.solver, f.field, UINT32_MAX);
    veer_field_run(copy.solver, copy.field, UINT32_MAX);
    assert_memory_equal(f.field, copy.field, f.size);
    fields_close(&f);
    fields_close(&copy);
    maps_close(&maps);
}

static void field_finds_paths_of_any_cost(void **state)
{
    (void)state;
    VeerGridDef def = veer_grid_def_default();
    def.width = 600;
    def.height = 3;
    def.has_costs = true;
    Maps maps = maps_open_def(&def);
    for (int32_t i = 0; i < 1800; i++) {
        (void)veer_grid_set_cost(maps.grid, (VeerCell){i % 600, i / 600}, 255);
    }
    Fields f = fields_open(&maps);
    VeerVec3 goal = {0.501f, 1.501f, 0.0f};
    fields_solve(&f, maps.grid, &goal, 1, false);
    float far = veer_field_at(f.field, (VeerCell){599, 1});
    assert_true(fabsf(far - 599.0f * 255.0f) < 1.0f);
    fields_close(&f);
    maps_close(&maps);
}

static void field_crosses_a_band_of_any_cost(void **state)
{
    (void)state;
    VeerGridDef def = veer_grid_def_default();
    def.width = 60;
    def.height = 2;
    def.has_costs = true;
    Maps maps = maps_open_def(&def);
    Fields f = fields_open(&maps);
    VeerVec3 goal = {0.501f, 0.501f, 0.0f};
    for (int cost = 1; cost < 256; cost += 2) {
        for (int32_t i = 0; i < 6; i++) {
            (void)veer_grid_set_cost(maps.grid, (VeerCell){30 + i % 3, i / 3}, (uint8_t)cost);
        }
        fields_solve(&f, maps.grid, &goal, 1, true);
        float far = veer_field_at(f.field, (VeerCell){59, 0});
        assert_true(fabsf(far - (float)(56 + 3 * cost)) < 1.5f);
    }
    fields_close(&f);
    maps_close(&maps);
}

static void field_refuses_bad_queries(void **state)
{
    (void)state;
    Maps maps = maps_open(W, H), small = maps_open(W, H - 1);
    Fields f = fields_open(&maps);
    VeerVec3 goals[VEER_MAX_FIELD_GOALS + 1] = {{-0.5f, 3.0f, 0.0f}};
    VeerFieldQuery query = fields_query(goals, 1, false);
    assert_int_equal(veer_field_begin(f.solver, f.field, maps.grid, &query), VEER_BAD_VALUE);
    goals[0] = (VeerVec3){NAN, 3.0f, 0.0f};
    assert_int_equal(veer_field_begin(f.solver, f.field, maps.grid, &query), VEER_BAD_VALUE);
    goals[0] = (VeerVec3){3.0f, 1e30f, 0.0f};
    assert_int_equal(veer_field_begin(f.solver, f.field, maps.grid, &query), VEER_BAD_VALUE);
    goals[0] = (VeerVec3){3.0f, 3.0f, 0.0f};
    assert_int_equal(veer_field_begin(f.solver, f.field, small.grid, &query), VEER_BAD_VALUE);
    query.goal_count = VEER_MAX_FIELD_GOALS + 1;
    assert_int_equal(veer_field_begin(f.solver, f.field, maps.grid, &query), VEER_BAD_VALUE);
    query = fields_query(NULL, 1, false);
    assert_int_equal(veer_field_begin(f.solver, f.field, maps.grid, &query), VEER_BAD_VALUE);
    query = (VeerFieldQuery){.goals = goals, .goal_count = 1};
    assert_int_equal(veer_field_begin(f.solver, f.field, maps.grid, &query), VEER_BAD_VALUE);
    assert_int_equal(veer_field_state(f.field), VEER_FIELD_IDLE);
    fields_close(&f);
    maps_close(&maps);
    maps_close(&small);
}

static void field_refuses_bad_sizes(void **state)
{
    (void)state;
    const uint32_t bad[][3] = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {40000, 1, 1}, {32767, 32767, 9}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(veer_field_size(bad[i][0], bad[i][1], bad[i][2]), 0);
        assert_int_equal(veer_field_solver_size(bad[i][0], bad[i][1], bad[i][2], false), 0);
        assert_null(veer_field_init(NULL, bad[i][0], bad[i][1], bad[i][2]));
        assert_null(veer_field_solver_init(NULL, bad[i][0], bad[i][1], bad[i][2], false));
    }
}

// On the grid of values, as all of them are.
static float any_value(uint64_t seed, uint64_t number)
{
    float most = number % 3 == 0 ? 3.0f : number % 3 == 1 ? 300.0f : 1e6f;
    return (float)veer_on_field_grid((double)(veer_random_unit(seed, 1, number) * most));
}

static void eikonal_update_is_monotone(void **state)
{
    (void)state;
    const uint64_t seed = 77;
    printf("seed %d\n", (int)seed);
    for (uint64_t i = 0; i < 300000; i++) {
        float a = any_value(seed, i), h = (float)(1 + veer_random_u64(seed, 2, i) % 255);
        h = i % 2 ? 1.0f : h;
        float b = a + (float)veer_on_field_grid((double)(veer_random_unit(seed, 3, i) * h));
        float c = b + (float)veer_on_field_grid((double)(veer_random_unit(seed, 4, i) * h));
        float more = nextafterf(b, INFINITY);
        more = more - b < 0x1p-16f ? b + 0x1p-16f : more;
        assert_true(veer_eikonal2(a, more, h) >= veer_eikonal2(a, b, h));
        assert_true(veer_eikonal2(more, c, h) >= veer_eikonal2(b, c, h));
        assert_true(veer_eikonal3(a, more, c, h) >= veer_eikonal3(a, b, c, h));
        assert_true(veer_eikonal3(a, c, more, h) == veer_eikonal3(more, a, c, h));
        assert_true(veer_eikonal2(a, b, h) <= a + h);
        assert_true(veer_eikonal2(a, b, h) == veer_eikonal2(b, a, h));
    }
}

static void field_may_be_one_cell_wide_or_high(void **state)
{
    (void)state;
    const int32_t sides[][2] = {{9, 1}, {1, 9}};
    for (uint32_t i = 0; i < 2; i++) {
        Maps maps = maps_open(sides[i][0], sides[i][1]);
        Fields f = fields_open(&maps);
        VeerVec3 goal = {0.5f, 0.5f, 0.0f};
        VeerCell last = {sides[i][0] - 1, sides[i][1] - 1};
        fields_solve(&f, maps.grid, &goal, 1, false);
        assert_true(fabsf(veer_field_at(f.field, last) - 8.0f) < 0.01f);
        fields_close(&f);
        maps_close(&maps);
    }
}

// What another solver holds, or has begun since, does not fit the field.
static void field_runs_on_with_its_own_solver_alone(void **state)
{
    (void)state;
    Maps maps = open_scattered_map(W, H, 3, 0.2f, true),
         wide = open_scattered_map(W, H, 4, 0, true);
    Fields one = fields_open(&maps), other = fields_open(&maps), whole = fields_open(&maps);
    VeerVec3 goal = fields_middle(fields_free_cell(&maps, 3, 0));
    VeerFieldQuery query = fields_query(&goal, 1, false);
    fields_solve(&whole, maps.grid, &goal, 1, false);
    assert_int_equal(veer_field_begin(one.solver, one.field, maps.grid, &query), VEER_OK);
    assert_int_equal(veer_field_run(other.solver, one.field, UINT32_MAX), VEER_FIELD_IDLE);
    // Of another map, then of the same one, but further on.
    assert_int_equal(veer_field_begin(other.solver, other.field, wide.grid, &query), VEER_OK);
    assert_int_equal(veer_field_run(other.solver, one.field, UINT32_MAX), VEER_FIELD_IDLE);
    assert_int_equal(veer_field_begin(other.solver, other.field, maps.grid, &query), VEER_OK);
    assert_int_equal(veer_field_run(other.solver, other.field, 300), VEER_FIELD_RUNNING);
    assert_int_equal(veer_field_run(other.solver, one.field, UINT32_MAX), VEER_FIELD_IDLE);
    assert_int_equal(veer_field_run(other.solver, other.field, UINT32_MAX), VEER_FIELD_DONE);
    assert_int_equal(veer_field_run(other.solver, one.field, UINT32_MAX), VEER_FIELD_IDLE);
    // One field in the place of another.
    assert_int_equal(veer_field_run(one.solver, one.field, 300), VEER_FIELD_RUNNING);
    assert_int_equal(veer_field_begin(one.solver, other.field, maps.grid, &query), VEER_OK);
    assert_int_equal(veer_field_run(one.solver, one.field, UINT32_MAX), VEER_FIELD_IDLE);
    assert_int_equal(veer_field_run(one.solver, other.field, UINT32_MAX), VEER_FIELD_DONE);
    assert_memory_equal(whole.field, other.field, whole.size);
    assert_int_equal(veer_field_run(one.solver, one.field, UINT32_MAX), VEER_FIELD_IDLE);
    fields_close(&one);
    fields_close(&other);
    fields_close(&whole);
    maps_close(&maps);
    maps_close(&wide);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(field_of_empty_map_is_exact),
        cmocka_unit_test(field_sight_equals_brute_force),
        cmocka_unit_test(field_equals_marching_with_a_heap),
        cmocka_unit_test(field_without_sight_equals_marching_with_a_heap),
        cmocka_unit_test(field_of_several_goals_leads_to_the_nearest),
        cmocka_unit_test(field_of_many_goals_has_no_sight),
        cmocka_unit_test(field_in_portions_is_the_same),
        cmocka_unit_test(field_goes_on_from_a_copy),
        cmocka_unit_test(field_finds_paths_of_any_cost),
        cmocka_unit_test(field_crosses_a_band_of_any_cost),
        cmocka_unit_test(field_refuses_bad_queries),
        cmocka_unit_test(field_refuses_bad_sizes),
        cmocka_unit_test(field_may_be_one_cell_wide_or_high),
        cmocka_unit_test(eikonal_update_is_monotone),
        cmocka_unit_test(field_runs_on_with_its_own_solver_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
