// Straight lines through windows, against a walk in small steps.
#include "support/memory.h"

#include "base/random.h"
#include "veer/interval_search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// 20 × 16 cells of 2 m about (5, −3), 8 deep; ticks of 0.5 s.
static VeerWindow *make(uint32_t depth)
{
    VeerWindowDef def = veer_window_def_default();
    def.width = 20;
    def.height = 16;
    def.depth = depth;
    def.origin = (VeerVec3){5.0f, -3.0f, 1.0f};
    def.cell_size = 2.0f;
    def.tick = 0.5f;
    VeerWindow *window = veer_window_init(take(veer_window_size(&def)), &def);
    assert_non_null(window);
    return window;
}

static float draw(uint32_t seed, uint32_t what, uint32_t i, float least, float most)
{
    return least + (most - least) * veer_random_unit(seed, what, i);
}

static VeerVec3 draw_place(uint32_t seed, uint32_t what)
{
    return (VeerVec3){draw(seed, what, 0, 5.1f, 44.9f), draw(seed, what, 1, -2.9f, 28.9f),
                      draw(seed, what, 2, 1.1f, 16.9f)};
}

static void fill(VeerWindow *window, uint32_t seed)
{
    for (uint32_t slot = 0; slot < 6; slot++) {
        VeerSweep sweep = {draw_place(seed, 10 + slot), {0, 0, 0}, 1.0f, 0.0f, INFINITY};
        sweep.velocity =
            (VeerVec3){draw(seed, 20 + slot, 0, -2, 2), draw(seed, 20 + slot, 1, -2, 2),
                       draw(seed, 20 + slot, 2, -1, 1)};
        assert_int_equal(veer_window_put(window, slot, &sweep), VEER_OK);
    }
    veer_window_commit(window);
}

static bool is_taken(const VeerWindow *window, VeerVec3 place, float time)
{
    float tick = time / veer_window_def(window)->tick;
    uint32_t bit = tick < 63.0f ? (uint32_t)tick : 63u;
    return veer_window_word(window, veer_window_cell_at(window, place)) >> bit & 1u;
}

/// The part of the steps at which the place is taken.
static float part_taken(const VeerWindow *window, VeerTimedPoint from, VeerTimedPoint to,
                        float elapsed)
{
    enum { STEPS = 4000 };
    int taken = 0;
    for (int i = 0; i < STEPS; i++) {
        float share = ((float)i + 0.5f) / (float)STEPS;
        float time = from.time + share * (to.time - from.time) - elapsed;
        VeerVec3 a = from.position, b = to.position;
        VeerVec3 place = {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y),
                          a.z + share * (b.z - a.z)};
        taken += time >= 0.0f && is_taken(window, place, time);
    }
    return (float)taken / (float)STEPS;
}

static void a_line_is_safe_where_no_step_of_it_is_taken(void **state)
{
    (void)state;
    uint32_t safe = 0, unsafe = 0;
    for (uint32_t seed = 1; seed <= suite_seeds(400); seed++) {
        VeerWindow *window = make(seed % 2 ? 0 : 8);
        fill(window, seed);
        float begin = draw(seed, 3, 0, 0, 10), elapsed = draw(seed, 3, 1, -5, 8);
        VeerTimedPoint from = {draw_place(seed, 1), begin};
        VeerTimedPoint to = {draw_place(seed, 2), begin + draw(seed, 3, 2, 0, 30)};
        bool sees = veer_interval_sees(window, from, to, elapsed);
        float taken = part_taken(window, from, to, elapsed);
        // Corners and the ends of ticks count for less than a few steps.
        if (sees ? taken > 0.004f
                 : taken == 0.0f && part_taken(window, from, to, elapsed - 0.004f) == 0.0f &&
                       part_taken(window, from, to, elapsed + 0.004f) == 0.0f) {
            fail_msg("seed %u: sees %d, taken %g", (unsigned)seed, sees, (double)taken);
        }
        safe += sees;
        unsafe += !sees;
        free(window);
    }
    assert_true(8u * safe > suite_seeds(400) && 8u * unsafe > suite_seeds(400));
}

static void waiting_is_a_line_too(void **state)
{
    (void)state;
    VeerWindow *window = make(0);
    VeerSweep sweep = {{15.0f, 8.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 1.0f, 0.0f, INFINITY};
    assert_int_equal(veer_window_put(window, 0, &sweep), VEER_OK);
    veer_window_commit(window);
    // It covers the cell [25, 27] from 9 s to 13 s.
    VeerTimedPoint from = {{26.0f, 8.0f, 0.0f}, 2.0f}, to = {{26.0f, 8.0f, 0.0f}, 8.4f};
    assert_true(veer_interval_sees(window, from, to, 0.0f));
    to.time = 9.6f;
    assert_false(veer_interval_sees(window, from, to, 0.0f));
    // What is past does not count.
    assert_true(veer_interval_sees(window, from, to, 20.0f));
    from.time = 13.6f;
    to.time = 100.0f;
    assert_true(veer_interval_sees(window, from, to, 0.0f));
    free(window);
}

static void nothing_outside_is_safe(void **state)
{
    (void)state;
    VeerWindow *window = make(0);
    VeerTimedPoint in = {{10, 0, 0}, 0.0f}, out = {{4.9f, 0, 0}, 9.0f};
    VeerTimedPoint also = {{44.0f, 28.0f, 0}, 9.0f};
    assert_false(veer_interval_sees(window, in, out, 0.0f));
    assert_false(veer_interval_sees(window, out, in, 0.0f));
    assert_true(veer_interval_sees(window, in, also, 0.0f));
    veer_window_set_static(window, veer_window_cell_at(window, (VeerVec3){20, 10, 0}), true);
    VeerTimedPoint a = {{16, 10, 0}, 0.0f}, b = {{30, 10, 0}, 1.0f};
    assert_false(veer_interval_sees(window, a, b, 0.0f));
    free(window);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_safe_where_no_step_of_it_is_taken),
        cmocka_unit_test(waiting_is_a_line_too),
        cmocka_unit_test(nothing_outside_is_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
