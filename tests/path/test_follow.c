// Following and rounding paths, with what is clear told by a single wall.
#include "path/path.h"

#include "support/suite.h"

/// A disc that nothing may come near.
typedef struct Pillar {
    VeerVec3 centre;
    float reach; ///< m
    uint32_t asked;
} Pillar;

static float distance_to_way(VeerVec3 from, VeerVec3 to, VeerVec3 point)
{
    float least = INFINITY;
    for (int i = 0; i <= 64; i++) {
        VeerVec3 at = along3(from, sub3(to, from), (float)i / 64.0f);
        least = min_f(least, length3(sub3(at, point)));
    }
    return least;
}

static bool is_clear(void *user, VeerVec3 from, VeerVec3 to)
{
    Pillar *pillar = user;
    pillar->asked++;
    return distance_to_way(from, to, pillar->centre) >= pillar->reach;
}

static const VeerVec3 corner[] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}};

static void passed_is_what_is_near(void **unused)
{
    (void)unused;
    Pillar pillar = {{8, 2, 0}, 2.0f, 0};
    VeerPathSight sight = {is_clear, &pillar};
    VeerPathWalker walker = {{0.2f, 0, 0}, 0.5f, 3.0f};
    assert_int_equal(veer_path_passed(&sight, &walker, corner, 3), 1);
    walker.position = vec3(-0.6f, 0, 0);
    walker.reach = 0.1f;
    assert_int_equal(veer_path_passed(&sight, &walker, corner, 3), 0);
}

static void passed_is_what_the_way_is_seen_beyond(void **unused)
{
    (void)unused;
    Pillar pillar = {{8, 2, 0}, 1.9f, 0};
    VeerPathSight sight = {is_clear, &pillar};
    VeerPathWalker walker = {{8, 0, 0}, 0.1f, 3.0f};
    assert_int_equal(veer_path_passed(&sight, &walker, corner + 1, 2), 0);
    walker.position = vec3(9.9f, -0.2f, 0);
    assert_int_equal(veer_path_passed(&sight, &walker, corner + 1, 2), 1);
}

static void passed_keeps_the_last(void **unused)
{
    (void)unused;
    Pillar pillar = {{80, 2, 0}, 1.0f, 0};
    VeerPathSight sight = {is_clear, &pillar};
    VeerPathWalker walker = {{10, 10, 0}, 30.0f, 100.0f};
    assert_int_equal(veer_path_passed(&sight, &walker, corner, 3), 2);
    assert_int_equal(veer_path_passed(&sight, &walker, corner, 1), 0);
}

static void sees_no_further_than_the_reach(void **unused)
{
    (void)unused;
    Pillar pillar = {{6, 0, 0}, 1.0f, 0};
    VeerPathSight sight = {is_clear, &pillar};
    VeerPathWalker walker = {{0, 0, 0}, 0.1f, 4.0f};
    assert_true(veer_path_sees(&sight, &walker, vec3(10, 0, 0)));
    walker.reach = 6.0f;
    assert_false(veer_path_sees(&sight, &walker, vec3(10, 0, 0)));
}

/// The sharpest turn of a path: the least cosine.
static float sharpest(const VeerVec3 *points, uint32_t count)
{
    float least = 1.0f;
    for (uint32_t i = 1; i + 1 < count; i++) {
        VeerVec3 before = unit3(sub3(points[i], points[i - 1]), (VeerVec3){0});
        VeerVec3 after = unit3(sub3(points[i + 1], points[i]), (VeerVec3){0});
        least = min_f(least, dot3(before, after));
    }
    return least;
}

static void round_swings_out_round_a_corner(void **unused)
{
    (void)unused;
    Pillar pillar = {{8, 2, 0}, 1.5f, 0};
    VeerPathSight sight = {is_clear, &pillar};
    VeerVec3 out[16];
    uint32_t count = veer_path_round(&sight, corner, 3, 2.0f, out, 16);
    assert_int_equal(count, 7);
    assert_true(out[0].x == 0.0f && out[count - 1].y == 10.0f);
    // 90° in steps of 22.5° and two of half of that, where the path comes to the arc.
    assert_true(sharpest(out, count) > 0.85f);
    for (uint32_t i = 1; i + 1 < count; i++) {
        VeerVec3 off = sub3(out[i], vec3(10.0f - sqrtf(2.0f), sqrtf(2.0f), 0));
        assert_float_equal(length3(off), 2.0f, 1e-4f);
    }
}

static void round_takes_a_smaller_circle_where_it_must(void **unused)
{
    (void)unused;
    Pillar pillar = {{12, -2, 0}, 2.0f, 0};
    VeerPathSight sight = {is_clear, &pillar};
    VeerVec3 out[16];
    uint32_t count = veer_path_round(&sight, corner, 3, 4.0f, out, 16);
    assert_int_equal(count, 7);
    VeerVec3 off = sub3(out[3], vec3(10, 0, 0));
    assert_float_equal(length3(off), 0.0f, 1e-4f);
    assert_true(distance_to_way(out[2], out[4], pillar.centre) >= 2.0f);
}

static void round_leaves_what_does_not_fit(void **unused)
{
    (void)unused;
    Pillar pillar = {{10, -1, 0}, 1.0f, 0};
    VeerPathSight sight = {is_clear, &pillar};
    VeerVec3 out[16];
    assert_int_equal(veer_path_round(&sight, corner, 3, 40.0f, out, 16), 3);
    const VeerVec3 straight[] = {{0, 0, 0}, {5, 0, 0}, {9, 0.1f, 0}};
    assert_int_equal(veer_path_round(&sight, straight, 3, 1.0f, out, 16), 3);
    assert_true(out[1].x == 5.0f);
}

static void round_tells_how_much_room_it_takes(void **unused)
{
    (void)unused;
    Pillar pillar = {{80, 0, 0}, 1.0f, 0};
    VeerPathSight sight = {is_clear, &pillar};
    VeerVec3 out[3];
    assert_int_equal(veer_path_round(&sight, corner, 3, 1.0f, out, 3), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passed_is_what_is_near),
        cmocka_unit_test(passed_is_what_the_way_is_seen_beyond),
        cmocka_unit_test(passed_keeps_the_last),
        cmocka_unit_test(sees_no_further_than_the_reach),
        cmocka_unit_test(round_swings_out_round_a_corner),
        cmocka_unit_test(round_takes_a_smaller_circle_where_it_must),
        cmocka_unit_test(round_leaves_what_does_not_fit),
        cmocka_unit_test(round_tells_how_much_room_it_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
