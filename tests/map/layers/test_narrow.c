// What lies deep in narrow passages, against brute force.
#include "map/layers/layers.h"

#include "base/random.h"

#include "support/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 160 * 40 };

static uint32_t draw(uint32_t seed, uint32_t stream, uint32_t counter)
{
    return (uint32_t)(veer_random_u64(seed, stream, counter) >> 32);
}

static VeerGrid *make_grid(uint32_t width, uint32_t height)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = width;
    def.height = height;
    return veer_grid_init(take(veer_grid_size(&def)), &def);
}

static VeerNarrow *make_narrow(uint32_t width, uint32_t height)
{
    size_t size = (veer_narrow_size(width, height) + 63u) / 64u * 64u;
    return veer_narrow_init(take(size), width, height);
}

static bool is_free_square(const VeerGrid *grid, int32_t x, int32_t y, int32_t side)
{
    for (int32_t i = 0; i < side * side; i++) {
        if (veer_grid_is_blocked(grid, (VeerCell){x + i % side, y + i / side})) {
            return false;
        }
    }
    return true;
}

static bool is_in_square(const VeerGrid *grid, int32_t x, int32_t y, int32_t side)
{
    for (int32_t i = 0; i < side * side; i++) {
        if (is_free_square(grid, x - i % side, y - i / side, side)) {
            return true;
        }
    }
    return false;
}

/// Steps from each free cell to one in a square; -1: more than `depth`.
static void find_steps(const VeerGrid *grid, int32_t side, int32_t depth, int32_t steps[MOST])
{
    int32_t width = (int32_t)veer_grid_def(grid)->width,
            height = (int32_t)veer_grid_def(grid)->height;
    for (int32_t i = 0; i < width * height; i++) {
        steps[i] = is_in_square(grid, i % width, i / width, side) ? 0 : -1;
    }
    for (int32_t step = 1; step <= depth; step++) {
        for (int32_t i = 0; i < width * height; i++) {
            int32_t x = i % width, y = i / width;
            bool is_next = (x > 0 && steps[i - 1] == step - 1) ||
                           (x + 1 < width && steps[i + 1] == step - 1) ||
                           (y > 0 && steps[i - width] == step - 1) ||
                           (y + 1 < height && steps[i + width] == step - 1);
            if (is_next && steps[i] < 0 && !veer_grid_is_blocked(grid, (VeerCell){x, y})) {
                steps[i] = step;
            }
        }
    }
}

static void narrow_is_as_brute_force_finds_it(void **state)
{
    (void)state;
    static int32_t steps[MOST];
    for (uint32_t seed = 1; seed <= suite_seeds(60); seed++) {
        uint32_t width = 1 + draw(seed, 0, 0) % 160, height = 1 + draw(seed, 0, 1) % 40;
        int32_t side = (int32_t)(draw(seed, 0, 2) % 6);
        int32_t depth = (int32_t)(draw(seed, 0, 3) % 4);
        VeerGrid *grid = make_grid(width, height);
        VeerNarrow *narrow = make_narrow(width, height);
        for (uint32_t i = 0; i < width * height / 8; i++) {
            VeerCell cell = {(int32_t)(draw(seed, i, 4) % width),
                             (int32_t)(draw(seed, i, 5) % height)};
            veer_grid_set_blocked(grid, cell, true);
        }
        veer_narrow_mark(narrow, grid, side, depth);
        find_steps(grid, side, depth, steps);
        for (uint32_t i = 0; i < width * height; i++) {
            VeerCell cell = {(int32_t)(i % width), (int32_t)(i / width)};
            bool is_deep = side > 0 && steps[i] < 0 && !veer_grid_is_blocked(grid, cell);
            if (veer_narrow_has(narrow, cell) != is_deep) {
                fail_msg("seed %u: side %d depth %d: cell %u, %u", seed, side, depth, i % width,
                         i / width);
            }
        }
        free(grid);
        free(narrow);
    }
}

static void narrow_of_wide_squares_needs_more_than_a_word(void **state)
{
    (void)state;
    VeerGrid *grid = make_grid(600, 140);
    VeerNarrow *narrow = make_narrow(600, 140);
    veer_grid_fill(grid, (VeerCellRect){{400, 0}, {401, 140}}, true);
    veer_grid_fill(grid, (VeerCellRect){{530, 0}, {531, 140}}, true);
    veer_narrow_mark(narrow, grid, 130, 0);
    assert_false(veer_narrow_has(narrow, (VeerCell){399, 70}));
    assert_true(veer_narrow_has(narrow, (VeerCell){401, 70})); // 129 wide
    assert_true(veer_narrow_has(narrow, (VeerCell){599, 0}));
    free(grid);
    free(narrow);
}

static void narrow_blocks_what_is_deep_and_frees_it_again(void **state)
{
    (void)state;
    VeerGrid *grid = make_grid(30, 5), *roomy = make_grid(30, 5);
    VeerNarrow *narrow = make_narrow(30, 5);
    veer_grid_fill(grid, (VeerCellRect){{10, 0}, {20, 5}}, true);
    veer_grid_fill(grid, (VeerCellRect){{10, 2}, {20, 3}}, false);
    veer_grid_commit(grid);
    veer_narrow_mark(narrow, grid, 2, 2);
    veer_narrow_block(narrow, grid, roomy);
    assert_true(veer_grid_is_committed(roomy));
    for (int32_t x = 0; x < 30; x++) {
        assert_int_equal(veer_grid_is_blocked(roomy, (VeerCell){x, 2}), x >= 12 && x < 18);
    }
    veer_narrow_mark(narrow, grid, 1, 2);
    veer_narrow_block(narrow, grid, roomy);
    assert_false(veer_grid_is_blocked(roomy, (VeerCell){15, 2}));
    assert_true(veer_grid_is_blocked(roomy, (VeerCell){15, 1}));
    free(grid);
    free(roomy);
    free(narrow);
}

/// A wall three cells thick with two gaps, two and three cells wide, a pillar of one cell between
/// them, and a dent in its left side.
static VeerNarrow *make_gaps(VeerGrid **grid)
{
    *grid = make_grid(24, 24);
    veer_grid_fill(*grid, (VeerCellRect){{10, 0}, {13, 24}}, true);
    veer_grid_fill(*grid, (VeerCellRect){{10, 4}, {13, 6}}, false);
    veer_grid_fill(*grid, (VeerCellRect){{10, 7}, {13, 10}}, false);
    veer_grid_fill(*grid, (VeerCellRect){{10, 15}, {11, 17}}, false);
    veer_grid_commit(*grid);
    VeerNarrow *narrow = make_narrow(24, 24);
    assert_true(veer_narrow_mark(narrow, *grid, 4, 0));
    return narrow;
}

static void assert_mouth(VeerMouth mouth, int32_t x, int32_t y, float middle_x, float middle_y)
{
    assert_int_equal(mouth.first.x, x);
    assert_int_equal(mouth.first.y, y);
    assert_true(mouth.middle.x == middle_x && mouth.middle.y == middle_y);
}

static void mouths_are_the_same_wherever_one_comes_in(void **state)
{
    (void)state;
    VeerGrid *grid;
    VeerNarrow *narrow = make_gaps(&grid);
    for (int32_t y = 7; y < 10; y++) {
        assert_mouth(veer_narrow_mouth(narrow, grid, (VeerCell){9, y}, (VeerCell){10, y}), 9, 7,
                     9.5f, 8.5f);
        assert_mouth(veer_narrow_mouth(narrow, grid, (VeerCell){13, y}, (VeerCell){12, y}), 13, 7,
                     13.5f, 8.5f);
    }
    // By the corner of the cell inside.
    assert_mouth(veer_narrow_mouth(narrow, grid, (VeerCell){9, 10}, (VeerCell){10, 9}), 9, 7, 9.5f,
                 8.5f);
    assert_mouth(veer_narrow_mouth(narrow, grid, (VeerCell){9, 5}, (VeerCell){10, 5}), 9, 4, 9.5f,
                 5.0f);
    // A dent has one, by which one leaves as one came.
    assert_mouth(veer_narrow_mouth(narrow, grid, (VeerCell){9, 15}, (VeerCell){10, 15}), 9, 15,
                 9.5f, 16.0f);
    free(grid);
    free(narrow);
}

static void marked_cells_are_visited_row_by_row(void **unused)
{
    (void)unused;
    for (uint32_t seed = 0; seed < 4; seed++) {
        uint32_t width = 120 + seed, height = 20;
        VeerGrid *grid = make_grid(width, height);
        VeerNarrow *narrow = make_narrow(width, height);
        for (uint32_t i = 0; i < 60; i++) {
            VeerCell cell = {(int32_t)(draw(seed, 1, i) % width),
                             (int32_t)(draw(seed, 2, i) % height)};
            veer_grid_set_blocked(grid, cell, true);
        }
        veer_grid_commit(grid);
        (void)veer_narrow_mark(narrow, grid, 4, 1);
        VeerCell next = {0, 0};
        bool is_there = veer_narrow_next(narrow, &next);
        for (int32_t i = 0; i < (int32_t)(width * height); i++) {
            VeerCell cell = {i % (int32_t)width, i / (int32_t)width};
            bool is_next = is_there && next.x == cell.x && next.y == cell.y;
            bool is_marked = veer_narrow_has(narrow, cell);
            VeerCellRect only = {cell, {cell.x + 1, cell.y + 1}};
            assert_true(is_marked == is_next && is_marked != veer_narrow_is_clear(narrow, only));
            next.x += is_next;
            is_there = is_next ? veer_narrow_next(narrow, &next) : is_there;
        }
        assert_false(is_there);
        assert_false(veer_narrow_is_clear(narrow, (VeerCellRect){{-1, 0}, {1, 1}}));
        assert_false(
            veer_narrow_is_clear(narrow, (VeerCellRect){{0, 0}, {1, (int32_t)height + 1}}));
        free(grid);
        free(narrow);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narrow_is_as_brute_force_finds_it),
        cmocka_unit_test(narrow_of_wide_squares_needs_more_than_a_word),
        cmocka_unit_test(narrow_blocks_what_is_deep_and_frees_it_again),
        cmocka_unit_test(mouths_are_the_same_wherever_one_comes_in),
        cmocka_unit_test(marked_cells_are_visited_row_by_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
