// Fields that are repaired are the fields that would be made anew.
#include "plan/field/fields.h"

enum { W = 40, H = 30 };

// A change to the map within a few cells: blocks, frees and costs.
static VeerCellRect change(Maps *maps, uint64_t seed, uint64_t number)
{
    VeerCell at = maps_cell(maps, seed, 1000 + number);
    VeerCellRect rect = {at, {at.x + 1 + (int32_t)(number % 4), at.y + 1 + (int32_t)(number % 3)}};
    if (veer_random_u64(seed, 11, number) % 3 == 0) {
        (void)veer_grid_set_cost(maps->grid, at, (uint8_t)(1 + number % 5));
    } else {
        veer_grid_fill(maps->grid, rect, veer_random_u64(seed, 12, number) % 2 == 0);
    }
    return rect;
}

static void field_repaired_is_a_new_one(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        printf("seed %d\n", (int)seed);
        Maps maps = open_scattered_map(W, H, seed, 0.15f, seed % 2 == 0);
        Fields old = fields_open(&maps), new = fields_open(&maps);
        VeerVec3 goals[3];
        for (uint64_t i = 0; i < 3; i++) {
            goals[i] = fields_middle(fields_free_cell(&maps, seed, 20 * i));
        }
        uint32_t count = seed % 3 == 0 ? 3 : 1;
        bool is_blind = seed % 4 == 0;
        fields_solve(&old, maps.grid, goals, count, is_blind);
        for (uint64_t i = 0; i < 40; i++) {
            VeerCellRect rect = change(&maps, seed, i);
            for (uint32_t goal = 0; goal < count; goal++) {
                veer_grid_set_blocked(maps.grid, veer_grid_cell_at(maps.grid, goals[goal]), false);
            }
            assert_int_equal(veer_field_repair(old.solver, old.field, maps.grid, rect), VEER_OK);
            veer_field_run(old.solver, old.field, UINT32_MAX);
            fields_solve(&new, maps.grid, goals, count, is_blind);
            assert_memory_equal(old.field, new.field, old.size);
        }
        fields_close(&old);
        fields_close(&new);
        maps_close(&maps);
    }
}

static void goals_come_and_go_in_a_repair(void **state)
{
    (void)state;
    Maps maps = open_scattered_map(W, H, 3, 0.1f, false);
    Fields old = fields_open(&maps), new = fields_open(&maps);
    VeerVec3 goals[3];
    for (uint64_t i = 0; i < 3; i++) {
        goals[i] = fields_middle(fields_free_cell(&maps, 3, 20 * i));
    }
    // One of them is left out at first.
    VeerCell first = veer_grid_cell_at(maps.grid, goals[0]);
    veer_grid_set_blocked(maps.grid, first, true);
    fields_solve(&old, maps.grid, goals, 3, false);
    static const int turns[6] = {0, 1, 2, 1, 2, 0};
    for (int i = 0; i < 6; i++) {
        VeerCell cell = veer_grid_cell_at(maps.grid, goals[turns[i]]);
        VeerCellRect rect = {cell, {cell.x + 1, cell.y + 1}};
        veer_grid_set_blocked(maps.grid, cell, !veer_grid_is_blocked(maps.grid, cell));
        assert_int_equal(veer_field_repair(old.solver, old.field, maps.grid, rect), VEER_OK);
        veer_field_run(old.solver, old.field, UINT32_MAX);
        fields_solve(&new, maps.grid, goals, 3, false);
        assert_memory_equal(old.field, new.field, old.size);
    }
    fields_close(&old);
    fields_close(&new);
    maps_close(&maps);
}

static void field_repair_touches_little(void **state)
{
    (void)state;
    Maps maps = maps_open(400, 400);
    Fields f = fields_open(&maps);
    veer_grid_fill(maps.grid, (VeerCellRect){{200, 0}, {201, 390}}, true);
    VeerVec3 goal = {20.5f, 20.5f, 0.0f};
    fields_solve(&f, maps.grid, &goal, 1, false);
    uint64_t whole = veer_field_work(f.solver);
    VeerCellRect rect = {{390, 10}, {392, 12}};
    veer_grid_fill(maps.grid, rect, true);
    assert_int_equal(veer_field_repair(f.solver, f.field, maps.grid, rect), VEER_OK);
    veer_field_run(f.solver, f.field, UINT32_MAX);
    assert_true(veer_field_work(f.solver) < whole / 2);
    fields_close(&f);
    maps_close(&maps);
}

static void field_repair_refuses_what_it_cannot(void **state)
{
    (void)state;
    Maps maps = maps_open(W, H);
    Fields f = fields_open(&maps);
    VeerVec3 goal = {5.5f, 5.5f, 0.0f};
    VeerCellRect rect = {{5, 5}, {6, 6}};
    assert_int_equal(veer_field_repair(f.solver, f.field, maps.grid, rect), VEER_BAD_VALUE);
    fields_solve(&f, maps.grid, &goal, 1, false);
    veer_grid_fill(maps.grid, rect, true); // the goal itself
    assert_int_equal(veer_field_repair(f.solver, f.field, maps.grid, rect), VEER_BAD_VALUE);
    assert_int_equal(veer_field_state(f.field), VEER_FIELD_DONE);
    fields_close(&f);
    maps_close(&maps);
}

static void repair_reaches_into_a_far_pocket(void **state)
{
    (void)state;
    Maps maps = maps_open(200, 12);
    Fields old = fields_open(&maps), new = fields_open(&maps);
    VeerVec3 goal = {0.5f, 0.5f, 0.0f};
    for (int32_t x = 100; x < 200; x += 7) {
        // A corridor, and a dead end off it behind a door.
        VeerCellRect door = {{x, 1}, {x + 1, 2}}, end = {{x, 2}, {x + 1, 12}};
        veer_grid_fill(maps.grid, (VeerCellRect){{0, 1}, {200, 12}}, true);
        veer_grid_fill(maps.grid, end, false);
        fields_solve(&old, maps.grid, &goal, 1, false);
        veer_grid_fill(maps.grid, door, false);
        assert_int_equal(veer_field_repair(old.solver, old.field, maps.grid, door), VEER_OK);
        veer_field_run(old.solver, old.field, UINT32_MAX);
        fields_solve(&new, maps.grid, &goal, 1, false);
        assert_memory_equal(old.field, new.field, old.size);
    }
    fields_close(&old);
    fields_close(&new);
    maps_close(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(field_repaired_is_a_new_one),
        cmocka_unit_test(goals_come_and_go_in_a_repair),
        cmocka_unit_test(field_repair_touches_little),
        cmocka_unit_test(field_repair_refuses_what_it_cannot),
        cmocka_unit_test(repair_reaches_into_a_far_pocket),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
