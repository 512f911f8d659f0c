// Fields that lead over links: shortcuts that the map does not show.
#include "plan/field/fields.h"

enum { W = 40, H = 30, LINKS = 6, MAPS = 25 };

typedef struct Shortcut {
    VeerCell from, to;
    float cost;
} Shortcut;

static Maps open_scattered(uint64_t seed)
{
    Maps maps = maps_open(W, H);
    maps_scatter(&maps, seed, 0.3f, 4);
    // A wall from end to end.
    for (int32_t y = 0; y < H; y++) {
        veer_grid_set_blocked(maps.grid, (VeerCell){W / 2, y}, true);
    }
    return maps;
}

static VeerCell roll_cell(uint64_t seed, uint64_t number)
{
    uint64_t r = veer_random_u64(seed, 31, number);
    return (VeerCell){(int32_t)(r % W), (int32_t)((r >> 32) % H)};
}

static VeerCell free_cell(const Maps *maps, uint64_t seed, uint64_t number)
{
    VeerCell cell = roll_cell(seed, number);
    for (uint64_t i = 1; veer_grid_is_blocked(maps->grid, cell); i++) {
        cell = roll_cell(seed, number + 1000 * i);
    }
    return cell;
}

static void roll_shortcuts(const Maps *maps, uint64_t seed, Shortcut shortcuts[LINKS])
{
    for (uint32_t i = 0; i < LINKS; i++) {
        VeerCell from = free_cell(maps, seed, 2 * i), to = free_cell(maps, seed, 2 * i + 1);
        float length = hypotf((float)(from.x - to.x), (float)(from.y - to.y));
        shortcuts[i] = (Shortcut){from, to, length + (float)(i % 3)};
    }
}

/// Adds shortcuts in an order, and runs in portions, until none makes it run.
static void add_all(Fields *f, const Shortcut shortcuts[LINKS], bool is_reversed, uint32_t portion)
{
    bool is_sooner = true;
    while (is_sooner) {
        is_sooner = false;
        for (uint32_t i = 0; i < LINKS; i++) {
            const Shortcut *shortcut = &shortcuts[is_reversed ? LINKS - 1 - i : i];
            is_sooner |= veer_field_add_link(f->solver, f->field, shortcut->from, shortcut->to,
                                             shortcut->cost);
        }
        while (veer_field_run(f->solver, f->field, portion) == VEER_FIELD_RUNNING) {
        }
    }
}

static void every_way_is_as_short_as_over_the_links(void **state)
{
    (void)state;
    printf("seeds 0 to %d\n", MAPS - 1);
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        Maps maps = open_scattered(seed);
        Fields f = fields_open(&maps), other = fields_open(&maps);
        VeerCell goal = free_cell(&maps, seed, 77);
        VeerVec3 at = veer_grid_centre(maps.grid, goal);
        Shortcut shortcuts[LINKS];
        roll_shortcuts(&maps, seed, shortcuts);
        fields_solve(&f, maps.grid, &at, 1, false);
        fields_solve(&other, maps.grid, &at, 1, false);
        add_all(&f, shortcuts, false, 100000);
        add_all(&other, shortcuts, true, 17);
        for (int32_t i = 0; i < W * H; i++) {
            VeerCell cell = {i % W, i / W};
            float value = veer_field_at(f.field, cell);
            assert_true(value == veer_field_at(other.field, cell));
            assert_true(veer_grid_is_blocked(maps.grid, cell) ? isinf(value) : true);
        }
        for (uint32_t i = 0; i < LINKS; i++) {
            float over = veer_field_at(f.field, shortcuts[i].to) + shortcuts[i].cost;
            assert_true(veer_field_at(f.field, shortcuts[i].from) <= over + 1e-3f);
        }
        fields_close(&f);
        fields_close(&other);
        maps_close(&maps);
    }
}

static void wall_is_passed_by_the_link_alone(void **state)
{
    (void)state;
    Maps maps = maps_open(W, H);
    for (int32_t y = 0; y < H; y++) {
        veer_grid_set_blocked(maps.grid, (VeerCell){W / 2, y}, true);
    }
    Fields f = fields_open(&maps);
    VeerVec3 goal = {30.5f, 10.5f, 0.0f};
    fields_solve(&f, maps.grid, &goal, 1, false);
    VeerCell before = {W / 2 - 1, 20}, after = {W / 2 + 1, 20}, far = {2, 20};
    assert_true(isinf(veer_field_at(f.field, far)));
    assert_true(veer_field_add_link(f.solver, f.field, before, after, 2.0f));
    assert_int_equal(veer_field_run(f.solver, f.field, UINT32_MAX), VEER_FIELD_DONE);
    assert_false(veer_field_add_link(f.solver, f.field, before, after, 2.0f));
    float rest = veer_field_at(f.field, after) + 2.0f;
    assert_true(fabsf(veer_field_at(f.field, far) - rest - 17.0f) < 1e-3f);
    VeerVec3 direction = veer_field_direction(f.field, (VeerVec3){2.5f, 20.5f, 0.0f});
    assert_true(direction.x > 0.999f);
    fields_close(&f);
    maps_close(&maps);
}

static void shortcuts_that_are_wrong_change_nothing(void **state)
{
    (void)state;
    Maps maps = maps_open(W, H);
    Fields f = fields_open(&maps);
    VeerVec3 goal = {30.5f, 10.5f, 0.0f};
    VeerCell on = {1, 1}, off = {-1, 1}, beyond = {W, 1};
    assert_false(veer_field_add_link(f.solver, f.field, on, on, 1.0f));
    fields_solve(&f, maps.grid, &goal, 1, false);
    assert_false(veer_field_add_link(f.solver, f.field, off, on, 1.0f));
    assert_false(veer_field_add_link(f.solver, f.field, on, beyond, 1.0f));
    assert_false(veer_field_add_link(f.solver, f.field, on, on, -1.0f));
    assert_false(veer_field_add_link(f.solver, f.field, on, on, NAN));
    assert_int_equal(veer_field_state(f.field), VEER_FIELD_DONE);
    fields_close(&f);
    maps_close(&maps);
}

static void shortcuts_begin_and_end_in_the_first_row_and_column(void **state)
{
    (void)state;
    const VeerCell first[] = {{0, 12}, {12, 0}, {0, 0}}, beyond = {30, 12};
    for (uint32_t i = 0; i < 3; i++) {
        Maps maps = maps_open(W, H);
        veer_grid_fill(maps.grid, (VeerCellRect){{24, 4}, {25, H}}, true);
        maps_commit(&maps);
        Fields f = fields_open(&maps);
        VeerVec3 goal = {30.5f, 20.5f, 0.0f};
        fields_solve(&f, maps.grid, &goal, 1, false);
        assert_true(veer_field_add_link(f.solver, f.field, first[i], beyond, 1.0f));
        (void)veer_field_run(f.solver, f.field, UINT32_MAX);
        float rest = veer_field_at(f.field, beyond) + 1.0f;
        assert_true(fabsf(veer_field_at(f.field, first[i]) - rest) < 1e-3f);
        VeerVec3 corner = fields_middle(first[i]);
        fields_solve(&f, maps.grid, &corner, 1, false);
        assert_true(veer_field_add_link(f.solver, f.field, (VeerCell){38, 28}, first[i], 1.0f));
        fields_close(&f);
        maps_close(&maps);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_is_as_short_as_over_the_links),
        cmocka_unit_test(wall_is_passed_by_the_link_alone),
        cmocka_unit_test(shortcuts_that_are_wrong_change_nothing),
        cmocka_unit_test(shortcuts_begin_and_end_in_the_first_row_and_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
