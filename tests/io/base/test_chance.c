#include "io/base/chance.h"
#include "io/base/packing.h"
#include "io/base/turn.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

/// Error of a Taylor series of this length on an eighth of a turn, and of its rounding.
static void turn_agrees_with_the_c_library(void **state)
{
    (void)state;
    const double tau = 6.283185307179586;
    for (uint64_t whole = 1; whole < 400; whole++) {
        for (uint64_t part = 0; part < whole; part++) {
            VeerTurn turn = veer_turn(part, whole);
            double angle = tau * (double)part / (double)whole;
            assert_true(fabs(turn.x - cos(angle)) < 2e-15);
            assert_true(fabs(turn.y - sin(angle)) < 2e-15);
        }
    }
}

static void turn_is_exact_at_the_quarters(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 4; i++) {
        VeerTurn turn = veer_turn(i, 4);
        assert_true(turn.x == (i == 0 ? 1.0 : i == 2 ? -1.0 : 0.0));
        assert_true(turn.y == (i == 1 ? 1.0 : i == 3 ? -1.0 : 0.0));
    }
}

static void turn_is_symmetric_to_the_bit(void **state)
{
    (void)state;
    for (uint64_t whole = 1; whole < 200; whole++) {
        for (uint64_t part = 1; part < whole; part++) {
            VeerTurn turn = veer_turn(part, whole), mirrored = veer_turn(whole - part, whole);
            assert_true(turn.x == mirrored.x);
            assert_true(turn.y == -mirrored.y);
        }
    }
}

static void turn_of_an_angle_takes_any_sign_and_size(void **state)
{
    static const double angles[] = {0.0, 0.5, -0.5, 3.0, -3.0, 7.0, 100.0, -1000.0};
    (void)state;
    for (int i = 0; i < 8; i++) {
        VeerTurn turn = veer_turn_angle(angles[i]);
        assert_true(fabs(turn.x - cos(angles[i])) < 1e-12);
        assert_true(fabs(turn.y - sin(angles[i])) < 1e-12);
    }
}

static void chance_is_a_function_of_its_start(void **state)
{
    (void)state;
    VeerChance a = veer_chance_start(1, VEER_FOR_PLACE, 2, 3);
    VeerChance b = veer_chance_start(1, VEER_FOR_PLACE, 2, 3);
    VeerChance others[] = {
        veer_chance_start(2, VEER_FOR_PLACE, 2, 3), veer_chance_start(1, VEER_FOR_GOAL, 2, 3),
        veer_chance_start(1, VEER_FOR_PLACE, 3, 3), veer_chance_start(1, VEER_FOR_PLACE, 2, 4)};
    float first = veer_chance_unit(&a);
    assert_true(first == veer_chance_unit(&b));
    assert_true(veer_chance_unit(&a) != first);
    for (int i = 0; i < 4; i++) {
        assert_true(veer_chance_unit(&others[i]) != first);
    }
}

/// Mean and spread of even numbers, within five standard errors of 10,000.
static void chance_is_even(void **state)
{
    (void)state;
    double sum = 0.0, squares = 0.0;
    for (uint64_t i = 0; i < 10000; i++) {
        VeerChance chance = veer_chance_start(7, VEER_FOR_RADIUS, 0, i);
        double unit = (double)veer_chance_unit(&chance);
        assert_true(unit >= 0.0 && unit < 1.0);
        sum += unit;
        squares += unit * unit;
    }
    assert_true(fabs(sum / 10000.0 - 0.5) < 0.0145);
    assert_true(fabs(squares / 10000.0 - 1.0 / 3.0) < 0.015);
}

static void chance_directions_have_length_1(void **state)
{
    (void)state;
    VeerChance chance = veer_chance_start(7, VEER_FOR_FIELD, 0, 0);
    for (int i = 0; i < 1000; i++) {
        VeerSpace space = i % 2 ? VEER_SPATIAL : VEER_PLANAR;
        VeerVec3 d = veer_chance_direction(&chance, space);
        assert_float_equal(sqrtf(d.x * d.x + d.y * d.y + d.z * d.z), 1.0f, 1e-6f);
        assert_true(space == VEER_SPATIAL || d.z == 0.0f);
    }
}

/// Held against asking every body.
static void packing_agrees_with_brute_force(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(20); seed++) {
        printf("seed %u\n", (unsigned)seed);
        VeerSpace space = seed % 2 ? VEER_SPATIAL : VEER_PLANAR;
        VeerChance chance = veer_chance_start(seed, VEER_FOR_FIELD, 0, 0);
        VeerBounds box = {{-20, -20, -20}, {20, 20, 20}};
        VeerPacking packing = {0};
        VeerVec3 at[500];
        float radii[500];
        veer_packing_start(&packing, space, 1.5f, 0.0f, 100);
        for (int i = 0; i < 500; i++) {
            at[i] = veer_chance_in_box(&chance, box);
            // Some are so large that they are asked apart.
            radii[i] = veer_chance_range(&chance, (VeerRange){0.0f, i == 250 ? 900.0f : 0.5f});
            veer_packing_add(&packing, at[i], radii[i]);
            assert_false(packing.is_out);
            VeerVec3 p = veer_chance_in_box(&chance, box);
            bool is_free = true;
            for (int k = 0; k <= i; k++) {
                double x = (double)p.x - (double)at[k].x, y = (double)p.y - (double)at[k].y;
                double z = space == VEER_SPATIAL ? (double)p.z - (double)at[k].z : 0.0;
                double reach = 1.5 + (double)radii[k];
                is_free = is_free && x * x + y * y + z * z >= reach * reach;
            }
            assert_int_equal(veer_packing_is_free(&packing, p, 1.0f, 0.5f), is_free);
        }
        veer_packing_clear(&packing);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turn_agrees_with_the_c_library),
        cmocka_unit_test(turn_is_exact_at_the_quarters),
        cmocka_unit_test(turn_is_symmetric_to_the_bit),
        cmocka_unit_test(turn_of_an_angle_takes_any_sign_and_size),
        cmocka_unit_test(chance_is_a_function_of_its_start),
        cmocka_unit_test(chance_is_even),
        cmocka_unit_test(chance_directions_have_length_1),
        cmocka_unit_test(packing_agrees_with_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
