#include "base/random.h"
#include "veer/grid.h"

#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static VeerGrid *open_grid(uint32_t width, uint32_t height, bool has_costs)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = width;
    def.height = height;
    def.has_costs = has_costs;
    void *memory = aligned_alloc(64, veer_grid_size(&def));
    assert_non_null(memory);
    memset(memory, 0xa5, veer_grid_size(&def));
    VeerGrid *grid = veer_grid_init(memory, &def);
    assert_non_null(grid);
    return grid;
}

static void scatter(VeerGrid *grid, uint64_t seed, float share)
{
    const VeerGridDef *def = veer_grid_def(grid);
    for (uint32_t i = 0; i < def->width * def->height; i++) {
        VeerCell cell = {(int32_t)(i % def->width), (int32_t)(i / def->width)};
        veer_grid_set_blocked(grid, cell, veer_random_unit(seed, 1, i) < share);
    }
    veer_grid_commit(grid);
}

static int32_t draw(uint64_t seed, uint64_t counter, int32_t below)
{
    return (int32_t)(veer_random_u64(seed, 2, counter) % (uint64_t)below);
}

static void grid_begins_free(void **state)
{
    (void)state;
    VeerGrid *grid = open_grid(67, 3, false);
    assert_true(veer_grid_is_committed(grid));
    assert_int_equal(veer_grid_version(grid), 0);
    assert_false(veer_grid_is_blocked(grid, (VeerCell){66, 2}));
    assert_true(veer_grid_is_blocked(grid, (VeerCell){67, 2}));
    assert_true(veer_grid_is_blocked(grid, (VeerCell){0, -1}));
    free(grid);
}

static void grid_remembers_what_is_blocked(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        uint32_t width = 1 + (uint32_t)draw(seed, 0, 200), height = 1 + (uint32_t)draw(seed, 1, 90);
        print_message("seed %u\n", (unsigned)seed);
        VeerGrid *grid = open_grid(width, height, false);
        uint8_t *is_blocked = calloc(width * height, 1);
        for (uint64_t i = 0; i < 4000; i++) {
            VeerCell cell = {draw(seed, 3 * i + 2, (int32_t)width),
                             draw(seed, 3 * i + 3, (int32_t)height)};
            bool value = draw(seed, 3 * i + 4, 2);
            veer_grid_set_blocked(grid, cell, value);
            is_blocked[(uint32_t)cell.y * width + (uint32_t)cell.x] = value;
        }
        for (uint32_t i = 0; i < width * height; i++) {
            VeerCell cell = {(int32_t)(i % width), (int32_t)(i / width)};
            assert_int_equal(veer_grid_is_blocked(grid, cell), is_blocked[i]);
        }
        free(is_blocked);
        free(grid);
    }
}

static void fill_is_clipped(void **state)
{
    (void)state;
    VeerGrid *grid = open_grid(10, 10, false);
    veer_grid_fill(grid, (VeerCellRect){{-5, 8}, {3, 99}}, true);
    assert_true(veer_grid_is_blocked(grid, (VeerCell){0, 8}));
    assert_true(veer_grid_is_blocked(grid, (VeerCell){2, 9}));
    assert_false(veer_grid_is_blocked(grid, (VeerCell){3, 9}));
    assert_false(veer_grid_is_blocked(grid, (VeerCell){0, 7}));
    veer_grid_set_blocked(grid, (VeerCell){10, 0}, true); // outside: nothing happens
    free(grid);
}

static void bad_defs_are_refused(void **state)
{
    (void)state;
    VeerGridDef good = veer_grid_def_default();
    for (int i = 0; i < 7; i++) {
        VeerGridDef def = good;
        def.width = i == 0 ? 0 : def.width;
        def.height = i == 1 ? VEER_MAX_GRID_CELLS + 1 : def.height;
        def.cell_size = i == 2 ? 0.0f : def.cell_size;
        def.cell_size = i == 3 ? NAN : def.cell_size;
        def.origin.x = i == 4 ? INFINITY : def.origin.x;
        def.origin.y = i == 5 ? 2e6f : def.origin.y;
        def.cookie = i == 6 ? 0 : def.cookie;
        assert_int_equal(veer_grid_size(&def), 0);
        assert_null(veer_grid_init(NULL, &def));
    }
}

static void cells_and_positions_agree(void **state)
{
    (void)state;
    VeerGridDef def = veer_grid_def_default();
    def.origin = (VeerVec3){-10.0f, 5.0f, 2.0f};
    def.cell_size = 0.5f;
    VeerGrid *grid = veer_grid_init(aligned_alloc(64, veer_grid_size(&def)), &def);
    VeerCell cell = veer_grid_cell_at(grid, (VeerVec3){-9.1f, 5.6f, 0.0f});
    assert_int_equal(cell.x, 1);
    assert_int_equal(cell.y, 1);
    VeerVec3 centre = veer_grid_centre(grid, cell);
    assert_true(centre.x == -9.25f && centre.y == 5.75f && centre.z == 2.0f);
    cell = veer_grid_cell_at(grid, (VeerVec3){-10.1f, 1e30f, 0.0f});
    assert_int_equal(cell.x, -1);
    assert_false(veer_grid_has(grid, cell));
    assert_false(veer_grid_has(grid, veer_grid_cell_at(grid, (VeerVec3){NAN, 5.1f, 0.0f})));
    free(grid);
}

static void versions_count_commits_that_changed_something(void **state)
{
    (void)state;
    VeerGrid *grid = open_grid(100, 100, true);
    veer_grid_set_blocked(grid, (VeerCell){35, 3}, true);
    assert_false(veer_grid_is_committed(grid));
    veer_grid_commit(grid);
    assert_int_equal(veer_grid_version(grid), 1);
    veer_grid_commit(grid); // nothing changed
    assert_int_equal(veer_grid_version(grid), 1);
    assert_int_equal(veer_grid_set_cost(grid, (VeerCell){70, 70}, 9), VEER_OK);
    veer_grid_commit(grid);
    assert_int_equal(veer_grid_version(grid), 2);
    // Blocking what is blocked is no change.
    veer_grid_set_blocked(grid, (VeerCell){35, 3}, true);
    assert_true(veer_grid_is_committed(grid));
    free(grid);
}

static void costs_are_kept(void **state)
{
    (void)state;
    VeerGrid *grid = open_grid(9, 9, true), *plain = open_grid(9, 9, false);
    assert_int_equal(veer_grid_cost(grid, (VeerCell){3, 3}), 1);
    assert_int_equal(veer_grid_set_cost(grid, (VeerCell){3, 3}, 7), VEER_OK);
    assert_int_equal(veer_grid_cost(grid, (VeerCell){3, 3}), 7);
    assert_int_equal(veer_grid_set_cost(grid, (VeerCell){3, 3}, 0), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_set_cost(grid, (VeerCell){9, 3}, 1), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_set_cost(plain, (VeerCell){3, 3}, 7), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_cost(plain, (VeerCell){3, 3}), 1);
    free(grid);
    free(plain);
}

// Squared distance in half cells from the middle of a cell to the nearest blocked square, in a
// world that is blocked outside.
static int32_t nearest_square(const VeerGrid *grid, VeerCell cell)
{
    const VeerGridDef *def = veer_grid_def(grid);
    int32_t best = INT32_MAX;
    for (int32_t y = -1; y <= (int32_t)def->height; y++) {
        for (int32_t x = -1; x <= (int32_t)def->width; x++) {
            int32_t dx = abs(2 * (x - cell.x)) - 1, dy = abs(2 * (y - cell.y)) - 1;
            dx = dx > 0 ? dx : 0;
            dy = dy > 0 ? dy : 0;
            if (dx * dx + dy * dy < best && veer_grid_is_blocked(grid, (VeerCell){x, y})) {
                best = dx * dx + dy * dy;
            }
        }
    }
    return best;
}

static void check_clearance(const VeerClearance *clearance, const VeerGrid *grid, float reach)
{
    const VeerGridDef *def = veer_grid_def(grid);
    for (uint32_t i = 0; i < def->width * def->height; i++) {
        VeerCell cell = {(int32_t)(i % def->width), (int32_t)(i / def->width)};
        float exact = sqrtf((float)nearest_square(grid, cell)) * 0.5f;
        assert_true(veer_clearance_at(clearance, cell) == (exact < reach ? exact : reach));
    }
}

static void clearance_equals_brute_force(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(24); seed++) {
        uint32_t width = 1 + (uint32_t)draw(seed, 0, 70), height = 1 + (uint32_t)draw(seed, 1, 50);
        uint32_t reach = seed % 3 == 0 ? 127 : 1 + (uint32_t)draw(seed, 2, 20);
        print_message("seed %u: %u x %u, reach %u\n", (unsigned)seed, width, height, reach);
        VeerGrid *grid = open_grid(width, height, false);
        scatter(grid, seed, seed % 2 ? 0.01f : 0.2f);
        VeerClearance *clearance = veer_clearance_init(
            aligned_alloc(64, veer_clearance_size(width, height)), width, height, reach);
        assert_int_equal(veer_clearance_build(clearance, grid), VEER_OK);
        check_clearance(clearance, grid, (float)reach);
        for (uint64_t i = 0; i < 6; i++) {
            VeerCell at = {draw(seed, 10 + 4 * i, (int32_t)width),
                           draw(seed, 11 + 4 * i, (int32_t)height)};
            VeerCellRect rect = {at, {at.x + 1 + draw(seed, 12 + 4 * i, 5), at.y + 2}};
            veer_grid_fill(grid, rect, i % 2 == 0);
            assert_int_equal(veer_clearance_update(clearance, grid, rect), VEER_OK);
            check_clearance(clearance, grid, (float)reach);
        }
        free(clearance);
        free(grid);
    }
}

static void clearance_knows_its_grid(void **state)
{
    (void)state;
    VeerGrid *grid = open_grid(9, 9, false);
    VeerClearance *clearance =
        veer_clearance_init(aligned_alloc(64, veer_clearance_size(9, 8)), 9, 8, 0);
    assert_int_equal(veer_clearance_build(clearance, grid), VEER_BAD_VALUE);
    assert_true(veer_clearance_at(clearance, (VeerCell){4, 4}) == 0.0f);
    assert_true(veer_clearance_at(clearance, (VeerCell){9, 4}) == 0.0f);
    free(clearance);
    clearance = veer_clearance_init(aligned_alloc(64, veer_clearance_size(9, 9)), 9, 9, 1000);
    VeerCellRect outside = {{20, 20}, {30, 30}};
    assert_int_equal(veer_clearance_update(clearance, grid, outside), VEER_OK);
    assert_true(veer_clearance_at(clearance, (VeerCell){4, 4}) == 0.0f); // not built yet
    free(clearance);
    free(grid);
}

static void dilation_equals_brute_force(void **state)
{
    (void)state;
    const float radii[] = {0.0f, 0.3f, 0.5f, 0.51f, 1.0f, 1.5f, 2.2f, 3.7f, 9.0f, 30.0f, 80.0f};
    for (uint64_t seed = 1; seed <= suite_seeds(22); seed++) {
        uint32_t width = 1 + (uint32_t)draw(seed, 0, 200), height = 1 + (uint32_t)draw(seed, 1, 40);
        float radius = radii[seed % 11];
        print_message("seed %u: %u x %u, radius %g\n", (unsigned)seed, width, height,
                      (double)radius);
        VeerGrid *from = open_grid(width, height, false), *to = open_grid(width, height, false);
        scatter(to, seed + 100, 0.5f); // to be overwritten
        scatter(from, seed, 0.002f * (float)seed);
        assert_int_equal(veer_grid_dilate(from, radius, to), VEER_OK);
        assert_true(veer_grid_is_committed(to));
        for (uint32_t i = 0; i < width * height; i++) {
            VeerCell cell = {(int32_t)(i % width), (int32_t)(i / width)};
            bool near = (float)nearest_square(from, cell) < 4.0f * radius * radius;
            assert_int_equal(veer_grid_is_blocked(to, cell),
                             near || veer_grid_is_blocked(from, cell));
        }
        uint32_t version = veer_grid_version(to);
        assert_int_equal(veer_grid_dilate(from, radius, to), VEER_OK);
        assert_int_equal(veer_grid_version(to), version); // nothing new
        free(from);
        free(to);
    }
}

static void dilation_takes_costs_along(void **state)
{
    (void)state;
    VeerGrid *from = open_grid(40, 40, true), *to = open_grid(40, 40, true);
    assert_int_equal(veer_grid_set_cost(from, (VeerCell){5, 6}, 3), VEER_OK);
    assert_int_equal(veer_grid_dilate(from, 1.0f, to), VEER_OK);
    assert_int_equal(veer_grid_cost(to, (VeerCell){5, 6}), 3);
    free(from);
    free(to);
}

static void dilation_refuses_what_does_not_match(void **state)
{
    (void)state;
    VeerGrid *a = open_grid(40, 40, false), *b = open_grid(40, 41, false);
    assert_int_equal(veer_grid_dilate(a, 1.0f, b), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_dilate(a, 1.0f, a), VEER_BAD_VALUE);
    free(b);
    b = open_grid(40, 40, false);
    assert_int_equal(veer_grid_dilate(a, -1.0f, b), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_dilate(a, NAN, b), VEER_BAD_VALUE);
    free(a);
    free(b);
}

// Whether a disc overlaps a cell, as the header says it.
static bool is_covered(VeerCellDisc disc, int32_t x, int32_t y)
{
    float dx = fmaxf(fmaxf((float)x - disc.x, disc.x - (float)(x + 1)), 0.0f);
    float dy = fmaxf(fmaxf((float)y - disc.y, disc.y - (float)(y + 1)), 0.0f);
    return dx * dx + dy * dy < disc.radius * disc.radius;
}

enum { DISCS = 25 };

static void check_occupancy(const VeerOccupancy *occupancy, const VeerGrid *grid,
                            const VeerGrid *stands, const VeerCellDisc discs[DISCS])
{
    const VeerGridDef *def = veer_grid_def(grid);
    for (int32_t y = 0; y < (int32_t)def->height; y++) {
        for (int32_t x = 0; x < (int32_t)def->width; x++) {
            uint32_t count = 0;
            for (int i = 0; i < DISCS; i++) {
                count += is_covered(discs[i], x, y) ? 1u : 0u;
            }
            VeerCell cell = {x, y};
            assert_int_equal(veer_occupancy_count(occupancy, cell), count);
            assert_int_equal(veer_grid_is_blocked(grid, cell),
                             count > 0 || veer_grid_is_blocked(stands, cell));
        }
    }
}

static VeerCellDisc draw_disc(uint64_t seed, uint64_t number)
{
    // Quarters of a cell make ties, and some lie outside.
    float x = (float)(draw(seed, 3 * number, 400) - 40) * 0.25f;
    float y = (float)(draw(seed, 3 * number + 1, 280) - 40) * 0.25f;
    return (VeerCellDisc){x, y, (float)draw(seed, 3 * number + 2, 30) * 0.25f};
}

static void occupancy_equals_brute_force(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        print_message("seed %u\n", (unsigned)seed);
        VeerGrid *grid = open_grid(80, 50, false), *stands = open_grid(80, 50, false);
        scatter(grid, seed, 0.1f);
        scatter(stands, seed, 0.1f);
        VeerOccupancy *occupancy =
            veer_occupancy_init(aligned_alloc(64, veer_occupancy_size(80, 50)), grid);
        VeerCellDisc discs[DISCS];
        for (uint64_t i = 0; i < DISCS; i++) {
            discs[i] = draw_disc(seed, i);
            veer_occupancy_add(occupancy, grid, discs[i]);
        }
        for (uint64_t tick = 1; tick <= 40; tick++) {
            check_occupancy(occupancy, grid, stands, discs);
            for (uint64_t i = 0; i < DISCS; i++) {
                VeerCellDisc to = draw_disc(seed, tick * DISCS + i);
                to.radius = discs[i].radius;
                veer_occupancy_move(occupancy, grid, discs[i], to);
                discs[i] = to;
            }
        }
        for (uint64_t i = 0; i < DISCS; i++) {
            veer_occupancy_remove(occupancy, grid, discs[i]);
            discs[i].radius = 0.0f;
        }
        check_occupancy(occupancy, grid, stands, discs);
        free(occupancy);
        free(grid);
        free(stands);
    }
}

static void static_cells_can_change_under_a_body(void **state)
{
    (void)state;
    VeerGrid *grid = open_grid(20, 20, false);
    VeerOccupancy *occupancy =
        veer_occupancy_init(aligned_alloc(64, veer_occupancy_size(20, 20)), grid);
    VeerCellDisc disc = veer_grid_disc(grid, (VeerVec3){5.5f, 5.5f, 0.0f}, 1.0f);
    VeerCell cell = {5, 5};
    veer_occupancy_add(occupancy, grid, disc);
    veer_occupancy_set_static(occupancy, grid, cell, true);
    veer_occupancy_remove(occupancy, grid, disc);
    assert_true(veer_grid_is_blocked(grid, cell));
    veer_occupancy_add(occupancy, grid, disc);
    veer_occupancy_set_static(occupancy, grid, cell, false);
    assert_true(veer_grid_is_blocked(grid, cell));
    veer_occupancy_remove(occupancy, grid, disc);
    assert_false(veer_grid_is_blocked(grid, cell));
    veer_occupancy_set_static(occupancy, grid, (VeerCell){20, 0}, true);
    assert_int_equal(veer_occupancy_count(occupancy, (VeerCell){20, 0}), 0);
    veer_occupancy_add(occupancy, grid, (VeerCellDisc){NAN, 3.0f, 1.0f});
    assert_int_equal(veer_occupancy_count(occupancy, (VeerCell){0, 3}), 0);
    free(occupancy);
    free(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_begins_free),
        cmocka_unit_test(grid_remembers_what_is_blocked),
        cmocka_unit_test(fill_is_clipped),
        cmocka_unit_test(bad_defs_are_refused),
        cmocka_unit_test(cells_and_positions_agree),
        cmocka_unit_test(versions_count_commits_that_changed_something),
        cmocka_unit_test(costs_are_kept),
        cmocka_unit_test(clearance_equals_brute_force),
        cmocka_unit_test(clearance_knows_its_grid),
        cmocka_unit_test(dilation_equals_brute_force),
        cmocka_unit_test(dilation_takes_costs_along),
        cmocka_unit_test(dilation_refuses_what_does_not_match),
        cmocka_unit_test(occupancy_equals_brute_force),
        cmocka_unit_test(static_cells_can_change_under_a_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
