#include "veer/window.h"

#include "base/random.h"
#include "support/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static VeerWindow *open_window(const VeerWindowDef *def)
{
    VeerWindow *window = veer_window_init(take(veer_window_size(def)), def);
    assert_non_null(window);
    return window;
}

static float draw(uint64_t seed, uint64_t number, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(seed, 1, number);
}

// Distance from a place to a cell, in double precision.
static double distance(const VeerWindowDef *def, const double place[3], VeerWindowCell cell)
{
    const double corner[3] = {(double)def->origin.x + (double)def->cell_size * cell.x,
                              (double)def->origin.y + (double)def->cell_size * cell.y,
                              (double)def->origin.z + (double)def->cell_size * cell.z};
    double square = 0.0;
    for (int axis = 0; axis < (def->depth > 0 ? 3 : 2); axis++) {
        double below = corner[axis] - place[axis];
        double above = place[axis] - corner[axis] - (double)def->cell_size;
        double gap = fmax(fmax(below, above), 0.0);
        square += gap * gap;
    }
    return sqrt(square);
}

static double distance_at(const VeerWindowDef *def, const VeerSweep *sweep, double time,
                          VeerWindowCell cell)
{
    double since = time - (double)sweep->begin;
    const double place[3] = {(double)sweep->position.x + (double)sweep->velocity.x * since,
                             (double)sweep->position.y + (double)sweep->velocity.y * since,
                             (double)sweep->position.z + (double)sweep->velocity.z * since};
    return distance(def, place, cell);
}

// The least distance within a tick: it is a convex function of time. INFINITY: not there then.
static double least_distance(const VeerWindowDef *def, const VeerSweep *sweep, double from,
                             double to, VeerWindowCell cell)
{
    from = fmax(from, (double)sweep->begin);
    to = fmin(to, (double)sweep->end);
    if (from >= to) {
        return (double)INFINITY;
    }
    // Most cells are far from the body, and a tick takes it no further than this.
    double half = 0.5 * (to - from), gap = distance_at(def, sweep, from + half, cell);
    double gone = half * hypot(hypot((double)sweep->velocity.x, (double)sweep->velocity.y),
                               (double)sweep->velocity.z);
    if (gap - gone > (double)(sweep->radius + def->cell_size)) {
        return gap - gone;
    }
    for (int i = 0; i < 60; i++) {
        double a = from + (to - from) / 3.0, b = to - (to - from) / 3.0;
        if (distance_at(def, sweep, a, cell) <= distance_at(def, sweep, b, cell)) {
            to = b;
        } else {
            from = a;
        }
    }
    return distance_at(def, sweep, from, cell);
}

static VeerWindowCell cell_of(const VeerWindowDef *def, uint32_t i)
{
    return (VeerWindowCell){(int32_t)(i % def->width), (int32_t)(i / def->width % def->height),
                            (int32_t)(i / def->width / def->height)};
}

static uint32_t count_cells(const VeerWindowDef *def)
{
    return def->width * def->height * (def->depth > 0 ? def->depth : 1);
}

// Each bit against the least distances to the sweeps, told `age` ticks before.
static void check_words(const VeerWindow *window, const VeerSweep *sweeps, uint32_t count,
                        uint32_t age)
{
    const VeerWindowDef *def = veer_window_def(window);
    double tick = (double)def->tick, cell_size = (double)def->cell_size;
    for (uint32_t i = 0; i < count_cells(def); i++) {
        VeerWindowCell cell = cell_of(def, i);
        uint64_t word = veer_window_word(window, cell);
        for (uint32_t bit = 0; bit < 64; bit++) {
            double gap = (double)INFINITY;
            for (uint32_t k = 0; k < count; k++) {
                double from = (age + bit) * tick;
                gap = fmin(gap, least_distance(def, &sweeps[k], from, from + tick, cell) -
                                    (double)sweeps[k].radius);
            }
            if (word >> bit & 1) {
                assert_true(gap < 0.003 * cell_size); // bodies are 1/1000 of a cell wider
            } else {
                assert_true(gap > -1e-6 * cell_size);
            }
        }
    }
}

static VeerSweep draw_sweep(const VeerWindowDef *def, uint64_t seed, uint64_t number)
{
    float side = (float)def->width * def->cell_size;
    uint64_t n = number * 16;
    VeerSweep sweep = {.radius = draw(seed, n, 0.0f, 2.5f) * def->cell_size,
                       .end = (float)INFINITY};
    float fastest = draw(seed, n + 1, 0.0f, 1.0f) * def->cell_size / def->tick;
    sweep.position = (VeerVec3){def->origin.x + draw(seed, n + 2, -0.2f, 1.2f) * side,
                                def->origin.y + draw(seed, n + 3, -0.2f, 1.2f) * side,
                                def->origin.z + draw(seed, n + 4, -0.2f, 1.2f) * side};
    sweep.velocity = (VeerVec3){draw(seed, n + 5, -1.0f, 1.0f) * fastest,
                                draw(seed, n + 6, -1.0f, 1.0f) * fastest,
                                draw(seed, n + 7, -1.0f, 1.0f) * fastest};
    switch (number % 5) {
    case 1: // along an axis
        sweep.velocity.y = sweep.velocity.z = 0.0f;
        break;
    case 2: // stands, in the corner of cells
        sweep.velocity = (VeerVec3){0.0f, 0.0f, 0.0f};
        sweep.position = def->origin;
        break;
    case 3: // a piece
        sweep.begin = draw(seed, n + 8, 0.0f, 50.0f) * def->tick;
        sweep.end = sweep.begin + draw(seed, n + 9, 0.0f, 30.0f) * def->tick;
        break;
    default:
        break;
    }
    return sweep;
}

static VeerWindowDef small_def(bool is_spatial)
{
    VeerWindowDef def = veer_window_def_default();
    def.width = is_spatial ? 9 : 33;
    def.height = is_spatial ? 11 : 20;
    def.depth = is_spatial ? 7 : 0;
    def.origin = (VeerVec3){-4.0f, 3.0f, 1.0f};
    def.cell_size = 0.5f;
    def.tick = 0.25f;
    return def;
}

static void words_equal_brute_force(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(16); seed++) {
        VeerWindowDef def = small_def(seed % 2);
        print_message("seed %u\n", (unsigned)seed);
        VeerWindow *window = open_window(&def);
        VeerSweep sweeps[3];
        for (uint32_t i = 0; i < 3; i++) {
            sweeps[i] = draw_sweep(&def, seed, seed * 7 + i);
            assert_int_equal(veer_window_put(window, i, &sweeps[i]), VEER_OK);
        }
        veer_window_commit(window);
        check_words(window, sweeps, 3, 0);
        veer_window_advance(window, 11);
        veer_window_commit(window);
        check_words(window, sweeps, 3, 11);
        free(window);
    }
}

static void fast_bodies_are_met(void **state)
{
    (void)state;
    VeerWindowDef def = small_def(false);
    VeerWindow *window = open_window(&def);
    // 40 cells a tick: in and out within one of them.
    VeerSweep sweep = {{-60.0f, 4.3f, 0.0f}, {80.0f, 1.5f, 0.0f}, 0.4f, 0.0f, (float)INFINITY};
    assert_int_equal(veer_window_put(window, 0, &sweep), VEER_OK);
    veer_window_commit(window);
    check_words(window, &sweep, 1, 0);
    free(window);
}

static bool are_equal(const VeerWindow *a, const VeerWindow *b)
{
    const VeerWindowDef *def = veer_window_def(a);
    for (uint32_t i = 0; i < count_cells(def); i++) {
        VeerWindowCell cell = cell_of(def, i);
        if (veer_window_word(a, cell) != veer_window_word(b, cell)) {
            return false;
        }
    }
    return true;
}

enum { SLOTS = 12 };

// A window that goes on by small changes, and one that is filled at once when these are known.
static void changes_equal_a_new_window(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        VeerWindowDef def = small_def(seed % 2);
        def.width *= 4;
        print_message("seed %u\n", (unsigned)seed);
        VeerWindow *window = open_window(&def);
        VeerSweep told[SLOTS];
        uint64_t when[SLOTS], now = 0;
        bool is_there[SLOTS] = {false};
        for (uint64_t round = 0; round < 40; round++) {
            uint32_t slot = (uint32_t)(veer_random_u64(seed, 2, round) % SLOTS);
            bool comes = veer_random_u64(seed, 3, round) % 4 > 0;
            is_there[slot] = comes;
            if (comes) {
                told[slot] = draw_sweep(&def, seed, round);
                when[slot] = now;
                assert_int_equal(veer_window_put(window, slot, &told[slot]), VEER_OK);
            } else {
                veer_window_remove(window, slot);
            }
            if (round % 2) {
                veer_window_commit(window);
            }
            uint64_t ticks = veer_random_u64(seed, 4, round) % 5 * (round % 7 ? 1u : 20u);
            veer_window_advance(window, (uint32_t)ticks);
            now += ticks;
        }
        veer_window_commit(window);
        VeerWindow *fresh = open_window(&def);
        for (uint64_t tick = 0; tick <= now; tick++) {
            for (uint32_t i = 0; i < SLOTS; i++) {
                if (is_there[i] && when[i] == tick) {
                    assert_int_equal(veer_window_put(fresh, i, &told[i]), VEER_OK);
                }
            }
            veer_window_advance(fresh, tick < now ? 1 : 0);
        }
        veer_window_commit(fresh);
        assert_true(are_equal(window, fresh));
        free(fresh);
        free(window);
    }
}

static void within_the_slack_nothing_changes(void **state)
{
    (void)state;
    VeerWindowDef def = small_def(false);
    def.slack = 0.1f;
    VeerWindow *window = open_window(&def), *same = open_window(&def);
    VeerSweep sweep = {{0.0f, 5.0f, 0.0f}, {0.6f, 0.3f, 0.0f}, 0.4f, 0.0f, 9.0f};
    assert_int_equal(veer_window_put(window, 0, &sweep), VEER_OK);
    assert_int_equal(veer_window_put(same, 0, &sweep), VEER_OK);
    veer_window_advance(window, 4);
    veer_window_advance(same, 4);
    // Where it should be after a second, but for 4 cm.
    VeerSweep later = {{0.64f, 5.3f, 0.0f}, {0.6f, 0.3f, 0.0f}, 0.4f, 0.0f, 8.0f};
    assert_int_equal(veer_window_put(window, 0, &later), VEER_OK);
    veer_window_commit(window);
    veer_window_commit(same);
    assert_true(are_equal(window, same));
    const VeerSweep others[] = {
        {{0.7f, 5.3f, 0.0f}, {0.6f, 0.3f, 0.0f}, 0.4f, 0.0f, 8.0f},
        {{0.6f, 5.3f, 0.0f}, {0.6f, 0.33f, 0.0f}, 0.4f, 0.0f, 8.0f},
        {{0.6f, 5.3f, 0.0f}, {0.6f, 0.3f, 0.0f}, 0.41f, 0.0f, 8.0f},
        {{0.6f, 5.3f, 0.0f}, {0.6f, 0.3f, 0.0f}, 0.4f, 0.0f, 6.0f},
        {{0.84f, 5.42f, 0.0f}, {0.6f, 0.3f, 0.0f}, 0.4f, 0.4f, 8.0f},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(veer_window_put(window, 0, &later), VEER_OK);
        assert_int_equal(veer_window_put(window, 0, &others[i]), VEER_OK);
        veer_window_commit(window);
        assert_false(are_equal(window, same));
    }
    free(same);
    free(window);
}

static void samples_are_pieces(void **state)
{
    (void)state;
    VeerWindowDef def = small_def(false);
    VeerWindow *window = open_window(&def), *pieces = open_window(&def);
    const VeerVec3 points[3] = {{0.0f, 5.0f, 0.0f}, {1.0f, 6.0f, 0.0f}, {3.0f, 5.5f, 0.0f}};
    assert_int_equal(veer_window_put_samples(window, 4, points, 3, 2.0f, 0.3f), VEER_OK);
    const VeerSweep sweeps[3] = {
        {points[0], {0.5f, 0.5f, 0.0f}, 0.3f, 0.0f, 2.0f},
        {points[1], {1.0f, -0.25f, 0.0f}, 0.3f, 2.0f, 4.0f},
        {points[2], {0.0f, 0.0f, 0.0f}, 0.3f, 4.0f, (float)INFINITY},
    };
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(veer_window_put(pieces, i, &sweeps[i]), VEER_OK);
    }
    veer_window_commit(window);
    veer_window_commit(pieces);
    assert_true(are_equal(window, pieces));
    check_words(window, sweeps, 3, 0);
    free(pieces);
    free(window);
}

static void bad_samples_change_nothing(void **state)
{
    (void)state;
    VeerWindowDef def = small_def(false);
    VeerWindow *window = open_window(&def);
    const VeerVec3 points[2] = {{0.0f, 5.0f, 0.0f}, {NAN, 6.0f, 0.0f}};
    assert_int_equal(veer_window_put_samples(window, 0, points, 2, 2.0f, 0.3f), VEER_BAD_VALUE);
    assert_int_equal(veer_window_put_samples(window, 0, points, 0, 2.0f, 0.3f), VEER_BAD_VALUE);
    assert_int_equal(veer_window_put_samples(window, 64, points, 1, 2.0f, 0.3f), VEER_BAD_VALUE);
    assert_int_equal(veer_window_put_samples(window, 64, points, 2, 2.0f, 0.3f), VEER_BAD_VALUE);
    assert_int_equal(veer_window_put_samples(window, 0, points, 1, 0.0f, 0.3f), VEER_BAD_VALUE);
    veer_window_commit(window);
    VeerWindow *empty = open_window(&def);
    assert_true(are_equal(window, empty));
    free(empty);
    free(window);
}

static void bad_sweeps_are_refused(void **state)
{
    (void)state;
    VeerWindowDef def = small_def(true);
    VeerWindow *window = open_window(&def);
    VeerSweep good = {{0.0f, 5.0f, 0.0f}, {0.6f, 0.3f, 0.0f}, 0.4f, 0.0f, 9.0f};
    assert_int_equal(veer_window_put(window, 63, &good), VEER_OK);
    assert_int_equal(veer_window_put(window, 64, &good), VEER_BAD_VALUE);
    for (int i = 0; i < 8; i++) {
        VeerSweep bad = good;
        bad.position.x = i == 0 ? NAN : bad.position.x;
        bad.position.z = i == 1 ? 3e6f : bad.position.z;
        bad.velocity.y = i == 2 ? 1e5f : bad.velocity.y;
        bad.velocity.z = i == 3 ? NAN : bad.velocity.z;
        bad.radius = i == 4 ? -1.0f : bad.radius;
        bad.begin = i == 5 ? 10.0f : bad.begin;
        bad.end = i == 6 ? NAN : bad.end;
        bad.begin = i == 7 ? -(float)INFINITY : bad.begin;
        assert_int_equal(veer_window_put(window, 0, &bad), VEER_BAD_VALUE);
    }
    veer_window_remove(window, 64); // nothing happens
    free(window);
}

static void bad_defs_are_refused(void **state)
{
    (void)state;
    VeerWindowDef good = veer_window_def_default();
    for (int i = 0; i < 9; i++) {
        VeerWindowDef def = good;
        def.width = i == 0 ? 0 : def.width;
        def.height = i == 1 ? VEER_MAX_GRID_CELLS + 1 : def.height;
        def.depth = i == 2 ? VEER_MAX_GRID_CELLS + 1 : def.depth;
        def.cell_size = i == 3 ? 0.0f : def.cell_size;
        def.tick = i == 4 ? NAN : def.tick;
        def.slack = i == 5 ? -1.0f : def.slack;
        def.origin.x = i == 6 ? INFINITY : def.origin.x;
        def.cookie = i == 7 ? 0 : def.cookie;
        if (i == 8) {
            def.width = def.height = 32767;
            def.depth = 64;
        }
        assert_int_equal(veer_window_size(&def), 0);
        assert_null(veer_window_init(NULL, &def));
    }
}

static void static_cells_are_taken_for_ever(void **state)
{
    (void)state;
    VeerWindowDef def = small_def(true);
    VeerWindow *window = open_window(&def);
    VeerWindowCell cell = {8, 10, 6}, outside = {9, 10, 6};
    assert_false(veer_window_is_static(window, cell));
    assert_true(veer_window_word(window, cell) == 0);
    veer_window_set_static(window, cell, true);
    veer_window_set_static(window, outside, false); // nothing happens
    assert_true(veer_window_is_static(window, cell));
    assert_true(veer_window_word(window, cell) == UINT64_MAX);
    assert_true(veer_window_word(window, outside) == UINT64_MAX);
    veer_window_advance(window, 70);
    veer_window_commit(window);
    assert_true(veer_window_word(window, cell) == UINT64_MAX);
    veer_window_set_static(window, cell, false);
    assert_true(veer_window_word(window, cell) == 0);
    free(window);
}

static void grids_are_static_cells_of_planar_windows(void **state)
{
    (void)state;
    VeerWindowDef def = veer_window_def_default();
    VeerWindow *window = open_window(&def);
    VeerGridDef grid_def = veer_grid_def_default();
    VeerGrid *grid = veer_grid_init(take(veer_grid_size(&grid_def)), &grid_def);
    veer_grid_set_blocked(grid, (VeerCell){63, 5}, true);
    assert_int_equal(veer_window_set_static_grid(window, grid), VEER_OK);
    assert_true(veer_window_is_static(window, (VeerWindowCell){63, 5, 0}));
    assert_false(veer_window_is_static(window, (VeerWindowCell){62, 5, 0}));
    assert_true(veer_window_is_static(window, (VeerWindowCell){62, 5, 1}));
    free(window);
    def.depth = 1;
    window = open_window(&def);
    assert_int_equal(veer_window_set_static_grid(window, grid), VEER_BAD_VALUE);
    free(window);
    def.depth = 0;
    def.height = 63;
    window = open_window(&def);
    assert_int_equal(veer_window_set_static_grid(window, grid), VEER_BAD_VALUE);
    free(window);
    free(grid);
}

static void cells_and_positions_agree(void **state)
{
    (void)state;
    VeerWindowDef def = small_def(true);
    VeerWindow *window = open_window(&def);
    VeerWindowCell cell = veer_window_cell_at(window, (VeerVec3){-3.3f, 4.1f, 2.6f});
    assert_int_equal(cell.x, 1);
    assert_int_equal(cell.y, 2);
    assert_int_equal(cell.z, 3);
    VeerVec3 centre = veer_window_centre(window, cell);
    assert_true(centre.x == -3.25f && centre.y == 4.25f && centre.z == 2.75f);
    cell = veer_window_cell_at(window, (VeerVec3){-1e9f, 1e30f, 0.9f});
    assert_int_equal(cell.z, -1);
    assert_false(veer_window_has(window, cell));
    free(window);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_equal_brute_force),
        cmocka_unit_test(fast_bodies_are_met),
        cmocka_unit_test(changes_equal_a_new_window),
        cmocka_unit_test(within_the_slack_nothing_changes),
        cmocka_unit_test(samples_are_pieces),
        cmocka_unit_test(bad_samples_change_nothing),
        cmocka_unit_test(bad_sweeps_are_refused),
        cmocka_unit_test(bad_defs_are_refused),
        cmocka_unit_test(static_cells_are_taken_for_ever),
        cmocka_unit_test(grids_are_static_cells_of_planar_windows),
        cmocka_unit_test(cells_and_positions_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
