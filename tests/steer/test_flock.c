#include "support/suite.h"

#include "base/random.h"
#include "math/vec.h"
#include "veer/steer.h"

static void assert_near(VeerVec3 a, VeerVec3 b, float tolerance)
{
    assert_float_equal(a.x, b.x, tolerance);
    assert_float_equal(a.y, b.y, tolerance);
    assert_float_equal(a.z, b.z, tolerance);
}

static VeerMate mate_at(float x, float y)
{
    return (VeerMate){.offset = {x, y, 0.0f}, .radius = 0.23f};
}

static void separation_is_as_the_source_has_it(void **unused)
{
    (void)unused;
    // r 0.23, minSep 0.8, F_max 20, worked out by hand: d = 0.5 gives 1 - 0.04 / 0.34.
    VeerMate one = mate_at(0.5f, 0.0f);
    VeerVec3 force = veer_steer_separation((VeerMates){&one, 1}, 0.23f, 0.8f, 20.0f);
    assert_near(force, vec3(-17.647059f, 0.0f, 0.0f), 1e-4f);
    // Two, the mean of both: (0, 0.6) gives 1 - 0.14 / 0.34; a third is too far off to count.
    VeerMate three[] = {mate_at(0.5f, 0.0f), mate_at(0.0f, 0.6f), mate_at(-0.9f, 0.0f)};
    force = veer_steer_separation((VeerMates){three, 3}, 0.23f, 0.8f, 20.0f);
    assert_near(force, vec3(-8.8235294f, -5.8823529f, 0.0f), 1e-4f);
    // Overlapping ones push harder than all of it.
    one = mate_at(0.3f, 0.0f);
    force = veer_steer_separation((VeerMates){&one, 1}, 0.23f, 0.8f, 20.0f);
    assert_near(force, vec3(-29.411765f, 0.0f, 0.0f), 1e-4f);
}

static void separation_agrees_with_its_formula_in_doubles(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 500; ++seed) {
        VeerMate mates[12];
        double x = 0.0, y = 0.0, z = 0.0;
        int count = 0;
        for (uint32_t i = 0; i < 12; ++i) {
            mates[i] = (VeerMate){.radius = 0.1f + 0.3f * veer_random_unit(seed, i, 3)};
            mates[i].offset = vec3(4.0f * veer_random_unit(seed, i, 0) - 2.0f,
                                   4.0f * veer_random_unit(seed, i, 1) - 2.0f,
                                   4.0f * veer_random_unit(seed, i, 2) - 2.0f);
            double dx = (double)mates[i].offset.x, dy = (double)mates[i].offset.y;
            double dz = (double)mates[i].offset.z, d = sqrt(dx * dx + dy * dy + dz * dz);
            double both = 0.25 + (double)mates[i].radius;
            if (d < 1.5) {
                double weight = 1.0 - (d - both) / (1.5 - both);
                x -= weight * dx / d;
                y -= weight * dy / d;
                z -= weight * dz / d;
                count++;
            }
        }
        VeerVec3 expected = {0};
        if (count > 0) {
            expected =
                vec3((float)(3.0 * x / count), (float)(3.0 * y / count), (float)(3.0 * z / count));
        }
        VeerVec3 push = veer_steer_separation((VeerMates){mates, 12}, 0.25f, 1.5f, 3.0f);
        assert_near(push, expected, 1e-5f);
    }
}

static void separation_leaves_out_coincident_centres(void **unused)
{
    (void)unused;
    VeerMate two[] = {mate_at(0.0f, 0.0f), mate_at(0.5f, 0.0f)};
    VeerVec3 push = veer_steer_separation((VeerMates){two, 2}, 0.23f, 0.8f, 1.0f);
    assert_near(push, vec3(-0.88235294f, 0.0f, 0.0f), 1e-5f);
    VeerVec3 close = veer_steer_separation((VeerMates){&two[1], 1}, 2.0f, 0.8f, 1.0f);
    assert_near(close, vec3(-1.0f, 0.0f, 0.0f), 1e-6f);
}

static void cohesion_goes_to_the_middle(void **unused)
{
    (void)unused;
    VeerMate three[] = {mate_at(4.0f, 0.0f), mate_at(2.0f, 8.0f), mate_at(90.0f, 0.0f)};
    VeerVec3 preferred = veer_steer_cohesion((VeerMates){three, 3}, 10.0f, 5.0f);
    assert_near(preferred, vec3(3.0f, 4.0f, 0.0f), 1e-5f);
    assert_near(veer_steer_cohesion((VeerMates){three, 3}, 1.0f, 5.0f), (VeerVec3){0}, 0.0f);
}

static void alignment_is_the_mean_direction(void **unused)
{
    (void)unused;
    VeerMate three[] = {mate_at(1.0f, 0.0f), mate_at(2.0f, 0.0f), mate_at(3.0f, 0.0f)};
    three[0].velocity = vec3(9.0f, 0.0f, 0.0f);
    three[1].velocity = vec3(0.0f, 2.0f, 0.0f);
    VeerVec3 preferred = veer_steer_alignment((VeerMates){three, 2}, 10.0f, 4.0f);
    assert_near(preferred, vec3(2.0f, 2.0f, 0.0f), 1e-5f);
    // Who stands has no direction, but counts.
    preferred = veer_steer_alignment((VeerMates){three, 3}, 10.0f, 3.0f);
    assert_near(preferred, vec3(1.0f, 1.0f, 0.0f), 1e-5f);
    assert_near(veer_steer_alignment((VeerMates){three, 3}, 0.5f, 3.0f), (VeerVec3){0}, 0.0f);
}

static void blend_sums_and_priority_spends_its_budget(void **unused)
{
    (void)unused;
    const VeerSteerChange changes[] = {
        {{3.0f, 0.0f, 0.0f}, 1.0f}, {{0.0f, 4.0f, 0.0f}, 0.5f}, {{0.0f, 0.0f, 9.0f}, 1.0f}};
    assert_near(veer_steer_blend(changes, 3), vec3(3.0f, 2.0f, 9.0f), 1e-6f);
    assert_near(veer_steer_prioritise(changes, 3, 20.0f), vec3(3.0f, 2.0f, 9.0f), 1e-6f);
    assert_near(veer_steer_prioritise(changes, 3, 6.0f), vec3(3.0f, 2.0f, 1.0f), 1e-5f);
    assert_near(veer_steer_prioritise(changes, 3, 2.0f), vec3(2.0f, 0.0f, 0.0f), 1e-5f);
    assert_near(veer_steer_prioritise(changes, 3, 0.0f), (VeerVec3){0}, 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separation_is_as_the_source_has_it),
        cmocka_unit_test(separation_agrees_with_its_formula_in_doubles),
        cmocka_unit_test(separation_leaves_out_coincident_centres),
        cmocka_unit_test(cohesion_goes_to_the_middle),
        cmocka_unit_test(alignment_is_the_mean_direction),
        cmocka_unit_test(blend_sums_and_priority_spends_its_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
