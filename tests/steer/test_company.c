/// Behaviours about leaders, queues, cover and what stands.
#include "support/suite.h"

#include "math/vec.h"
#include "steer/circle.h"
#include "veer/steer.h"

#define TICK (1.0f / 60.0f)

static void assert_near(VeerVec3 a, VeerVec3 b, float tolerance)
{
    assert_float_equal(a.x, b.x, tolerance);
    assert_float_equal(a.y, b.y, tolerance);
    assert_float_equal(a.z, b.z, tolerance);
}

static void slot_turns_with_its_leader(void **unused)
{
    (void)unused;
    VeerLeader leader = {.offset = {10.0f, 0.0f, 0.0f}, .heading = {0.0f, 1.0f, 0.0f}};
    VeerVec3 place = {7.0f, -2.0f, 1.0f}; // of a leader that heads north: left is west
    VeerVec3 velocity =
        veer_steer_keep_slot(&leader, vec3(-2.0f, 3.0f, 1.0f), 5.0f, INFINITY, TICK);
    assert_near(velocity, veer_steer_seek(place, 5.0f), 1e-5f);
}

static void slot_is_reached_and_kept(void **unused)
{
    (void)unused;
    VeerLeader leader = {{20.0f, 5.0f, 0.0f}, {2.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
    VeerVec3 slot = {-3.0f, 2.0f, 0.0f};
    for (int i = 0; i < 1200; ++i) {
        VeerVec3 preferred = veer_steer_keep_slot(&leader, slot, 5.0f, 4.0f, TICK);
        assert_true(length3(preferred) <= 5.0f);
        leader.offset = along3(leader.offset, sub3(leader.velocity, preferred), TICK);
    }
    assert_near(add3(leader.offset, slot), (VeerVec3){0}, 0.01f);
    assert_near(veer_steer_keep_slot(&leader, slot, 5.0f, 4.0f, TICK), leader.velocity, 0.2f);
}

static void follower_stays_behind_and_steps_aside(void **unused)
{
    (void)unused;
    VeerLeader leader = {{10.0f, 0.0f, 0.0f}, {2.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
    VeerVec3 preferred = veer_steer_follow_leader(&leader, 3.0f, 4.0f, INFINITY, TICK);
    assert_near(preferred, vec3(4.0f, 0.0f, 0.0f), 1e-4f);
    leader.offset = vec3(-2.0f, -0.5f, 0.0f); // it comes from behind
    preferred = veer_steer_follow_leader(&leader, 3.0f, 4.0f, INFINITY, TICK);
    assert_near(preferred, vec3(0.0f, 4.0f, 0.0f), 1e-4f);
    leader.offset = vec3(-2.0f, 0.0f, 0.0f); // exactly: to the right
    preferred = veer_steer_follow_leader(&leader, 3.0f, 4.0f, INFINITY, TICK);
    assert_near(preferred, vec3(0.0f, -4.0f, 0.0f), 1e-4f);
}

static void queue_slows_down_for_agents_ahead(void **unused)
{
    (void)unused;
    VeerVec3 preferred = {2.0f, 0.0f, 0.0f};
    VeerMate ahead = {.offset = {2.0f, 0.0f, 0.0f}, .velocity = {0.5f, 0.0f, 0.0f}, .radius = 0.5f};
    VeerVec3 slowed = veer_steer_queue((VeerMates){&ahead, 1}, 0.5f, 2.0f, preferred);
    // Half of the distance is left: a quarter of the excess of 1.5 m/s stays.
    assert_near(slowed, vec3(0.875f, 0.0f, 0.0f), 1e-5f);
    ahead.offset.x = 1.0f;
    assert_near(veer_steer_queue((VeerMates){&ahead, 1}, 0.5f, 2.0f, preferred), (VeerVec3){0},
                1e-6f);
}

static void queue_ignores_agents_off_its_course(void **unused)
{
    (void)unused;
    VeerVec3 preferred = {2.0f, 0.0f, 0.0f};
    const VeerMate others[] = {
        {.offset = {1.0f, 3.0f, 0.0f}, .radius = 0.5f},
        {.offset = {-1.5f, 0.0f, 0.0f}, .radius = 0.5f},
        {.offset = {9.0f, 0.0f, 0.0f}, .radius = 0.5f},
        {.offset = {2.5f, 0.0f, 0.0f}, .velocity = {4.0f, 0.0f, 0.0f}, .radius = 0.5f}};
    assert_near(veer_steer_queue((VeerMates){others, 4}, 0.5f, 2.0f, preferred), preferred, 1e-5f);
}

static void hiding_place_is_behind_cover(void **unused)
{
    (void)unused;
    bool is_found;
    const VeerMate bodies[] = {{.offset = {1.0f, 0.0f, 0.0f}, .radius = 0.1f}, // too small
                               {.offset = {0.0f, 5.0f, 0.0f}, .radius = 2.0f},
                               {.offset = {0.0f, 50.0f, 0.0f}, .radius = 2.0f}};
    VeerVec3 place = veer_steer_hiding_place((VeerMates){bodies, 3}, vec3(0.0f, 20.0f, 0.0f), 0.5f,
                                             1.0f, &is_found);
    assert_true(is_found);
    assert_near(place, vec3(0.0f, 1.5f, 0.0f), 1e-5f);
    veer_steer_hiding_place((VeerMates){bodies, 1}, vec3(0.0f, 20.0f, 0.0f), 0.5f, 1.0f, &is_found);
    assert_false(is_found);
}

static void contained_bodies_turn_before_the_border(void **unused)
{
    (void)unused;
    VeerBounds box = {{-10.0f, -10.0f, -10.0f}, {3.0f, 10.0f, 10.0f}};
    VeerVec3 free = veer_steer_contain(box, vec3(2.0f, 1.0f, 0.0f), 3.0f, 1.0f);
    assert_near(free, vec3(2.0f, 1.0f, 0.0f), 0.0f);
    VeerVec3 turned = veer_steer_contain(box, vec3(4.0f, 1.0f, 0.0f), 3.0f, 1.0f);
    assert_true(turned.x < -2.0f && turned.y > 0.0f);
    VeerBounds ahead = {{5.0f, -10.0f, -10.0f}, {9.0f, 10.0f, 10.0f}};
    assert_near(veer_steer_contain(ahead, (VeerVec3){0}, 3.0f, 1.0f), vec3(3.0f, 0.0f, 0.0f),
                1e-6f);
}

static void wall_is_followed_at_a_distance(void **unused)
{
    (void)unused;
    // A wall along x, below; it heads along it, too far, at its distance, and too near.
    VeerVec3 heading = {0.8f, -0.6f, 0.0f};
    VeerVec3 far = veer_steer_follow_wall(vec3(0.0f, -4.0f, 0.0f), heading, 2.0f, 1.0f);
    VeerVec3 good = veer_steer_follow_wall(vec3(0.0f, -2.0f, 0.0f), heading, 2.0f, 1.0f);
    VeerVec3 near = veer_steer_follow_wall(vec3(0.0f, -1.0f, 0.0f), heading, 2.0f, 1.0f);
    assert_near(good, vec3(1.0f, 0.0f, 0.0f), 1e-5f);
    assert_true(far.y < -0.5f && far.x > 0.5f);
    assert_true(near.y > 0.3f && near.x > 0.5f);
    // Head-on it takes one side.
    VeerVec3 headon =
        veer_steer_follow_wall(vec3(0.0f, -2.0f, 0.0f), vec3(0.0f, -1.0f, 0.0f), 2.0f, 1.0f);
    assert_float_equal(fabsf(headon.x), 1.0f, 1e-5f);
}

static void points_within_the_turning_circle_are_out_of_reach(void **unused)
{
    (void)unused;
    VeerVec3 heading = {1.0f, 0.0f, 0.0f};
    assert_false(veer_steer_can_reach(vec3(0.0f, 3.0f, 0.0f), heading, 5.0f, 0.5f));
    assert_false(veer_steer_can_reach(vec3(0.0f, -3.0f, 0.0f), heading, 5.0f, 0.5f));
    assert_true(veer_steer_can_reach(vec3(0.0f, 11.0f, 0.0f), heading, 5.0f, 0.5f));
    assert_true(veer_steer_can_reach(vec3(9.0f, 1.0f, 0.0f), heading, 5.0f, 0.5f));
    assert_true(veer_steer_can_reach(vec3(0.0f, 3.0f, 0.0f), heading, 0.0f, 0.5f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slot_turns_with_its_leader),
        cmocka_unit_test(slot_is_reached_and_kept),
        cmocka_unit_test(follower_stays_behind_and_steps_aside),
        cmocka_unit_test(queue_slows_down_for_agents_ahead),
        cmocka_unit_test(queue_ignores_agents_off_its_course),
        cmocka_unit_test(hiding_place_is_behind_cover),
        cmocka_unit_test(contained_bodies_turn_before_the_border),
        cmocka_unit_test(wall_is_followed_at_a_distance),
        cmocka_unit_test(points_within_the_turning_circle_are_out_of_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
