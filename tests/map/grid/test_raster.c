#include "base/random.h"
#include "veer/grid.h"

#include "support/memory.h"

#include <math.h>
#include <stdlib.h>

enum { WIDE = 24, HIGH = 17, SAMPLES = 16 };

static VeerGrid *make(void)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = WIDE;
    def.height = HIGH;
    def.cell_size = 0.5f;
    def.origin = (VeerVec3){-3.0f, 2.0f, 0.0f};
    return veer_grid_init(take(veer_grid_size(&def)), &def);
}

static bool is_blocked(const VeerGrid *grid, int32_t x, int32_t y)
{
    return veer_grid_is_blocked(grid, (VeerCell){x, y});
}

static uint32_t count_blocked(const VeerGrid *grid)
{
    uint32_t count = 0;
    for (int32_t i = 0; i < WIDE * HIGH; i++) {
        count += is_blocked(grid, i % WIDE, i / WIDE);
    }
    return count;
}

// In cells: the corner of the grid is (0, 0).
static VeerVec3 at(double x, double y)
{
    return (VeerVec3){(float)(-3.0 + 0.5 * x), (float)(2.0 + 0.5 * y), 0.0f};
}

static double random_in(uint64_t seed, uint64_t i, double low, double high)
{
    return low + (high - low) * (double)veer_random_unit(seed, 1, i);
}

static bool holds(double (*p)[2], uint32_t count, double x, double y)
{
    bool is_inside = false;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        if ((p[i][1] > y) != (p[j][1] > y) &&
            x < (p[j][0] - p[i][0]) * (y - p[i][1]) / (p[j][1] - p[i][1]) + p[i][0]) {
            is_inside = !is_inside;
        }
    }
    return is_inside;
}

static double gap_to_border(double (*p)[2], uint32_t count, double x, double y)
{
    double least = (double)INFINITY;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        double wx = p[i][0] - p[j][0], wy = p[i][1] - p[j][1];
        double square = wx * wx + wy * wy;
        double part = square > 0.0 ? ((x - p[j][0]) * wx + (y - p[j][1]) * wy) / square : 0.0;
        part = fmin(1.0, fmax(0.0, part));
        least = fmin(least, hypot(x - p[j][0] - part * wx, y - p[j][1] - part * wy));
    }
    return least;
}

// Points of the inside all over a cell tell what covers it, but for slivers between them.
static void check_cell(const VeerGrid *grid, double (*p)[2], uint32_t count, int32_t cell)
{
    int32_t x = cell % WIDE, y = cell / WIDE;
    bool is_held = false, is_near = false;
    for (int i = 0; i < SAMPLES * SAMPLES; i++) {
        double sx = x + (i % SAMPLES + 0.5) / SAMPLES, sy = y + (i / SAMPLES + 0.5) / SAMPLES;
        double gap = gap_to_border(p, count, sx, sy);
        bool is_inside = holds(p, count, sx, sy);
        is_held = is_held || (is_inside && gap > 1e-4);
        is_near = is_near || is_inside || gap < 1.0 / SAMPLES;
    }
    if (is_held) {
        assert_true(is_blocked(grid, x, y));
    } else if (!is_near) {
        assert_false(is_blocked(grid, x, y));
    }
}

static void polygons_of_any_shape_cover_what_they_meet(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(60); seed++) {
        print_message("seed %u\n", (unsigned)seed);
        VeerGrid *grid = make();
        double p[8][2];
        VeerVec3 points[8];
        uint32_t count = 3 + (uint32_t)seed % 6;
        for (uint32_t i = 0; i < count; i++) {
            p[i][0] = random_in(seed, 2 * i, -6.0, WIDE + 6.0);
            p[i][1] = random_in(seed, 2 * i + 1, -6.0, HIGH + 6.0);
            points[i] = at(p[i][0], p[i][1]);
        }
        assert_int_equal(veer_grid_fill_polygon(grid, points, count, true), VEER_OK);
        for (int32_t cell = 0; cell < WIDE * HIGH; cell++) {
            check_cell(grid, p, count, cell);
        }
        free(grid);
    }
}

static void aligned_squares_cover_just_their_cells(void **state)
{
    (void)state;
    VeerGrid *grid = make();
    const VeerVec3 square[4] = {at(3, 4), at(8, 4), at(8, 9), at(3, 9)};
    assert_int_equal(veer_grid_fill_polygon(grid, square, 4, true), VEER_OK);
    assert_int_equal(count_blocked(grid), 25);
    assert_true(is_blocked(grid, 3, 4) && is_blocked(grid, 7, 8) && !is_blocked(grid, 8, 8));
    // Frees as it blocks.
    assert_int_equal(veer_grid_fill_polygon(grid, square, 4, false), VEER_OK);
    assert_int_equal(count_blocked(grid), 0);
    free(grid);
}

static void lines_cover_what_they_pass_through(void **state)
{
    (void)state;
    VeerGrid *grid = make();
    // Along a line of the grid there is nothing to cover; across, each cell once.
    assert_int_equal(veer_grid_fill_segment(grid, at(2, 3), at(9, 3), 0.0f, true), VEER_OK);
    assert_int_equal(count_blocked(grid), 0);
    assert_int_equal(veer_grid_fill_segment(grid, at(2, 3.5), at(9, 3.5), 0.0f, true), VEER_OK);
    assert_int_equal(count_blocked(grid), 7);
    assert_int_equal(veer_grid_fill_segment(grid, at(20.5, 2), at(20.5, -5), 0.0f, true), VEER_OK);
    assert_int_equal(count_blocked(grid), 9);
    // From corner to corner on the diagonal.
    assert_int_equal(veer_grid_fill_segment(grid, at(10, 10), at(14, 14), 0.0f, true), VEER_OK);
    assert_int_equal(count_blocked(grid), 13);
    free(grid);
}

static double gap_of_cell(double x, double y, int32_t cx, int32_t cy)
{
    return hypot(fmax(fmax(cx - x, x - cx - 1.0), 0.0), fmax(fmax(cy - y, y - cy - 1.0), 0.0));
}

static void discs_cover_what_they_overlap(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(100); seed++) {
        VeerGrid *grid = make();
        double x = random_in(seed, 0, -3.0, WIDE + 3.0), y = random_in(seed, 1, -3.0, HIGH + 3.0);
        double radius = random_in(seed, 2, 0.01, 6.0);
        assert_int_equal(
            veer_grid_fill_segment(grid, at(x, y), at(x, y), (float)(0.5 * radius), true), VEER_OK);
        for (int32_t cell = 0; cell < WIDE * HIGH; cell++) {
            double gap = gap_of_cell(x, y, cell % WIDE, cell / WIDE);
            if (fabs(gap - radius) > 1e-4) {
                assert_int_equal(is_blocked(grid, cell % WIDE, cell / WIDE), gap < radius);
            }
        }
        free(grid);
    }
}

static void thick_lines_cover_all_within_reach(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(60); seed++) {
        VeerGrid *grid = make();
        double p[2][2] = {{random_in(seed, 0, 0, WIDE), random_in(seed, 1, 0, HIGH)},
                          {random_in(seed, 2, 0, WIDE), random_in(seed, 3, 0, HIGH)}};
        double radius = random_in(seed, 4, 0.0, 2.0);
        assert_int_equal(veer_grid_fill_segment(grid, at(p[0][0], p[0][1]), at(p[1][0], p[1][1]),
                                                (float)(0.5 * radius), true),
                         VEER_OK);
        for (int32_t cell = 0; cell < WIDE * HIGH; cell++) {
            // A cell lies within 0.7072 of its middle.
            double gap = gap_to_border(p, 2, cell % WIDE + 0.5, cell / WIDE + 0.5);
            if (gap < radius) {
                assert_true(is_blocked(grid, cell % WIDE, cell / WIDE));
            } else if (gap > radius + 0.7072) {
                assert_false(is_blocked(grid, cell % WIDE, cell / WIDE));
            }
        }
        free(grid);
    }
}

static void bad_values_are_refused(void **state)
{
    (void)state;
    VeerGrid *grid = make();
    VeerVec3 points[3] = {at(1, 1), at(5, 1), at(3, 5)};
    assert_int_equal(veer_grid_fill_polygon(grid, points, 2, true), VEER_BAD_VALUE);
    points[1].y = NAN;
    assert_int_equal(veer_grid_fill_polygon(grid, points, 3, true), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_fill_segment(grid, points[0], points[1], 0.0f, true),
                     VEER_BAD_VALUE);
    points[1].y = 2.0f * VEER_WORLD_LIMIT;
    assert_int_equal(veer_grid_fill_polygon(grid, points, 3, true), VEER_BAD_VALUE);
    assert_int_equal(veer_grid_fill_segment(grid, points[0], points[2], -1.0f, true),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_grid_fill_segment(grid, points[0], points[2], INFINITY, true),
                     VEER_BAD_VALUE);
    assert_int_equal(count_blocked(grid), 0);
    free(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_of_any_shape_cover_what_they_meet),
        cmocka_unit_test(aligned_squares_cover_just_their_cells),
        cmocka_unit_test(lines_cover_what_they_pass_through),
        cmocka_unit_test(discs_cover_what_they_overlap),
        cmocka_unit_test(thick_lines_cover_all_within_reach),
        cmocka_unit_test(bad_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
