/// Space-time windows, bit by bit, on every compiler, level and machine: what comes, goes, turns
/// and passes between commits, in windows of any size. A change that means to change answers
/// changes the hash, and says so.
#include "map/rolls.h"
#include "veer/window.h"

#include <math.h>

enum { WINDOWS = 24, BODIES = 24, ROUNDS = 8, SAMPLES = 4 };

static VeerWindowDef roll_def(uint64_t seed)
{
    VeerWindowDef def = veer_window_def_default();
    def.width = 1u + (uint32_t)roll(seed, 20, 0, 0.0f, 40.0f);
    def.height = 1u + (uint32_t)roll(seed, 20, 1, 0.0f, 40.0f);
    def.depth = seed % 2 == 0 ? 0 : 1u + (uint32_t)roll(seed, 20, 2, 0.0f, 20.0f);
    def.cell_size = roll(seed, 20, 3, 0.4f, 1.5f);
    def.tick = roll(seed, 20, 4, 0.05f, 0.3f);
    def.slack = seed % 4 < 2 ? 0.0f : 0.1f;
    def.origin = (VeerVec3){-3.0f, 2.0f, 1.0f};
    return def;
}

static VeerVec3 place_in(const VeerWindowDef *def, uint64_t seed, uint64_t number)
{
    VeerVec3 at = roll_point(seed, number, (VeerVec3){1.0f, 1.0f, 1.0f});
    return (VeerVec3){def->origin.x + at.x * (float)def->width * def->cell_size,
                      def->origin.y + at.y * (float)def->height * def->cell_size,
                      def->origin.z + at.z * (float)def->depth * def->cell_size};
}

/// A body on its way, at rest along some axes, that may come later, and may go.
static VeerSweep roll_sweep(const VeerWindowDef *def, uint64_t seed, uint64_t number)
{
    float fastest = (number % 5 == 0 ? 3.0f : 0.4f) * def->cell_size / def->tick;
    VeerSweep sweep = {.position = place_in(def, seed, number),
                       .radius = number % 7 == 0 ? 0.0f : roll(seed, 21, number, 0.0f, 3.0f),
                       .begin = number % 3 == 0 ? roll(seed, 22, number, 0.0f, 4.0f) : 0.0f,
                       .end = INFINITY};
    sweep.velocity = (VeerVec3){number % 4 == 1 ? 0.0f : roll(seed, 23, number, -fastest, fastest),
                                number % 6 == 1 ? 0.0f : roll(seed, 24, number, -fastest, fastest),
                                number % 8 < 4 ? 0.0f : roll(seed, 25, number, -fastest, fastest)};
    if (number % 4 == 0) {
        sweep.end = sweep.begin + roll(seed, 26, number, 0.0f, 3.0f);
    }
    return sweep;
}

/// Some come, some go, one is told again a little off, one goes by samples.
static void change(VeerWindow *window, uint64_t seed, uint32_t round)
{
    const VeerWindowDef *def = veer_window_def(window);
    for (uint32_t i = 0; i < BODIES / 4; i++) {
        uint32_t slot = (uint32_t)roll(seed, 27, 100 * round + i, 0.0f, BODIES);
        VeerSweep sweep = roll_sweep(def, seed, 100 * round + i);
        (void)veer_window_put(window, slot, &sweep);
        if (i % 3 == 0) {
            sweep.position.x += roll(seed, 28, 100 * round + i, 0.0f, 0.2f);
            (void)veer_window_put(window, slot, &sweep);
        }
    }
    veer_window_remove(window, round % BODIES);
    VeerVec3 points[SAMPLES];
    for (uint32_t i = 0; i < SAMPLES; i++) {
        points[i] = place_in(def, seed, 1000 + SAMPLES * round + i);
    }
    (void)veer_window_put_samples(window, BODIES, points, SAMPLES, 4.0f * def->tick, 0.3f);
    VeerVec3 wall = place_in(def, seed, 2000 + round);
    veer_window_set_static(window, veer_window_cell_at(window, wall), round % 3 != 2);
}

static uint64_t add_words(uint64_t hash, const VeerWindow *window)
{
    const VeerWindowDef *def = veer_window_def(window);
    VeerWindowCell cell, size = {(int32_t)def->width, (int32_t)def->height, (int32_t)def->depth};
    for (cell.z = 0; cell.z < size.z || cell.z == 0; cell.z++) {
        for (cell.y = 0; cell.y < size.y; cell.y++) {
            for (cell.x = 0; cell.x < size.x; cell.x++) {
                hash = veer_hash_add(hash, veer_window_word(window, cell));
            }
        }
    }
    return hash;
}

static void windows_are_the_same_everywhere(void **state)
{
    (void)state;
    static const uint32_t ticks[ROUNDS] = {0, 1, 30, 0, 63, 64, 3, 200};
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < WINDOWS; seed++) {
        VeerWindowDef def = roll_def(seed);
        VeerWindow *window = veer_window_init(take(veer_window_size(&def)), &def);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            change(window, seed, round);
            veer_window_advance(window, ticks[(seed + round) % ROUNDS]);
            if (round % 3 == 1) {
                change(window, seed, round + ROUNDS);
            }
            veer_window_commit(window);
            hash = add_words(hash, window);
        }
        free(window);
    }
    expect_hash("windows", hash, UINT64_C(0xed8248adfde4c86c));
}

/// What a window that was brought up to date piece by piece tells is what a new one tells that is
/// given all of it at once: words depend on the pieces alone.
static void windows_do_not_depend_on_commits(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < WINDOWS; seed++) {
        VeerWindowDef def = roll_def(seed);
        VeerWindow *often = veer_window_init(take(veer_window_size(&def)), &def);
        VeerWindow *once = veer_window_init(take(veer_window_size(&def)), &def);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            change(often, seed, round);
            change(once, seed, round);
            veer_window_commit(often);
            veer_window_advance(often, 5 * round + 1);
            veer_window_advance(once, 5 * round + 1);
        }
        veer_window_commit(often);
        veer_window_commit(once);
        assert_true(add_words(0, often) == add_words(0, once));
        free(often);
        free(once);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_are_the_same_everywhere),
        cmocka_unit_test(windows_do_not_depend_on_commits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
