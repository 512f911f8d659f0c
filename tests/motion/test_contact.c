#include "support/suite.h"

#include "base/random.h"
#include "motion/contact.h"

static float between(uint32_t seed, uint32_t draw, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(seed, draw, 0);
}

static VeerVec3 between3(uint32_t seed, uint32_t draw, float reach)
{
    return vec3(between(seed, draw, -reach, reach), between(seed, draw + 1, -reach, reach),
                between(seed, draw + 2, -reach, reach));
}

static VeerMeeting meeting_of(VeerVec3 offset, VeerVec3 move, float reach)
{
    return (VeerMeeting){offset, move, reach, {1.0f, 0.0f, 0.0f}};
}

/// The least distance on the straight line from offset to offset + move.
static float least_distance(VeerVec3 offset, VeerVec3 move)
{
    float square = dot3(move, move);
    float part = square > 0.0f ? clamp_f(-dot3(offset, move) / square, 0.0f, 1.0f) : 0.0f;
    return length3(along3(offset, move, part));
}

static void push_is_zero_for_bodies_that_do_not_meet(void **unused)
{
    (void)unused;
    int count = 0;
    for (uint32_t i = 0; i < 3000; ++i) {
        VeerMeeting meeting = meeting_of(between3(i, 0, 5.0f), between3(i, 3, 5.0f), 1.0f);
        if (least_distance(meeting.offset, meeting.move) > 1.0001f) {
            VeerVec3 push = veer_contact_push(&meeting, 0.2f);
            assert_true(length3(push) == 0.0f);
            count++;
        }
    }
    assert_true(count > 1000);
}

static void push_keeps_bodies_apart_at_the_end(void **unused)
{
    (void)unused;
    int count = 0;
    for (uint32_t i = 0; i < 5000; ++i) {
        VeerMeeting meeting = meeting_of(between3(i, 0, 4.0f), between3(i, 3, 12.0f), 1.0f);
        if (length3(meeting.offset) <= 1.0f) {
            continue;
        }
        VeerVec3 move = add3(meeting.move, veer_contact_push(&meeting, 0.2f));
        assert_true(length3(add3(meeting.offset, move)) >= 1.0f - 1e-4f);
        count += least_distance(meeting.offset, meeting.move) < 1.0f;
    }
    assert_true(count > 100);
}

static void push_keeps_all_motion_along_the_touch(void **unused)
{
    (void)unused;
    // Touches at (-1, 0, 0) and slides along y.
    VeerMeeting meeting = meeting_of(vec3(-3.0f, 0.0f, 0.0f), vec3(6.0f, 0.0f, 0.0f), 1.0f);
    VeerVec3 push = veer_contact_push(&meeting, 0.2f);
    assert_float_equal(push.x, -4.0f, 1e-5f);
    assert_true(push.y == 0.0f && push.z == 0.0f);
    for (uint32_t i = 0; i < 1000; ++i) {
        VeerMeeting other = meeting_of(between3(i, 0, 4.0f), between3(i, 3, 9.0f), 1.0f);
        if (length3(other.offset) > 1.0f) {
            VeerVec3 change = veer_contact_push(&other, 0.2f);
            // It only ever parts them: never pulls along the line of centres at the touch.
            assert_true(dot3(change, other.move) <= 1e-4f);
        }
    }
}

static void push_undoes_a_part_of_an_overlap(void **unused)
{
    (void)unused;
    VeerMeeting meeting = meeting_of(vec3(0.0f, 0.6f, 0.0f), vec3(0.0f, 0.0f, 0.0f), 1.0f);
    VeerVec3 push = veer_contact_push(&meeting, 0.25f);
    assert_float_equal(push.y, 0.1f, 1e-6f);
    push = veer_contact_push(&meeting, 1.0f);
    assert_float_equal(push.y, 0.4f, 1e-6f);
}

static void push_lets_overlapping_bodies_part_on_their_own(void **unused)
{
    (void)unused;
    VeerMeeting meeting = meeting_of(vec3(0.0f, 0.6f, 0.0f), vec3(0.0f, 0.5f, 0.0f), 1.0f);
    VeerVec3 push = veer_contact_push(&meeting, 0.25f);
    assert_true(length3(push) == 0.0f);
}

static void push_parts_coincident_bodies_along_the_fallback(void **unused)
{
    (void)unused;
    VeerMeeting meeting = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 1.0f, {0.0f, 0.6f, -0.8f}};
    VeerVec3 push = veer_contact_push(&meeting, 0.5f);
    assert_float_equal(push.x, 0.0f, 0.0f);
    assert_float_equal(push.y, 0.3f, 1e-6f);
    assert_float_equal(push.z, -0.4f, 1e-6f);
}

static void push_is_opposite_for_the_two(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < 1000; ++i) {
        VeerMeeting one = meeting_of(between3(i, 0, 1.5f), between3(i, 3, 3.0f), 1.0f);
        VeerMeeting other = one;
        other.offset = scale3(one.offset, -1.0f);
        other.move = scale3(one.move, -1.0f);
        VeerVec3 sum = add3(veer_contact_push(&one, 0.2f), veer_contact_push(&other, 0.2f));
        assert_true(length3(sum) == 0.0f);
    }
}

static void push_of_points_without_size_is_finite(void **unused)
{
    (void)unused;
    const float lengths[] = {0.0f, 1e-45f, 1e-30f, 1e-10f};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) {
            VeerVec3 offset = vec3(lengths[i], 0.0f, 0.0f), move = vec3(-lengths[k], 0.0f, 0.0f);
            VeerMeeting meeting = meeting_of(offset, move, 0.0f);
            VeerVec3 push = veer_contact_push(&meeting, 0.5f);
            assert_true(is_finite3(push) && length3(push) <= 2e-10f);
        }
    }
}

static void slide_keeps_what_does_not_enter(void **unused)
{
    (void)unused;
    VeerVec3 shift = vec3(1.0f, -0.5f, 0.0f), up = vec3(0.0f, 1.0f, 0.0f);
    VeerVec3 slid = veer_contact_slide(shift, up, 0.6f, 0.2f);
    assert_memory_equal(&slid, &shift, sizeof shift);
}

static void slide_stops_at_the_surface_and_goes_on_along_it(void **unused)
{
    (void)unused;
    VeerVec3 up = vec3(0.0f, 1.0f, 0.0f);
    VeerVec3 slid = veer_contact_slide(vec3(1.0f, -0.5f, 2.0f), up, 0.2f, 0.2f);
    assert_float_equal(slid.x, 1.0f, 0.0f);
    assert_float_equal(slid.y, -0.2f, 1e-7f);
    assert_float_equal(slid.z, 2.0f, 0.0f);
}

static void slide_comes_out_of_an_overlap_bit_by_bit(void **unused)
{
    (void)unused;
    VeerVec3 up = vec3(0.0f, 1.0f, 0.0f);
    VeerVec3 slid = veer_contact_slide(vec3(0.0f, -0.5f, 0.0f), up, -0.4f, 0.25f);
    assert_float_equal(slid.y, 0.1f, 1e-7f);
    slid = veer_contact_slide(vec3(0.0f, 0.3f, 0.0f), up, -0.4f, 0.25f);
    assert_float_equal(slid.y, 0.3f, 0.0f);
}

static void part_ends_at_the_touch_for_who_goes_towards_it(void **unused)
{
    (void)unused;
    VeerMeeting meeting = {.offset = {-4, 0, 0}, .move = {6, 0, 0}, .reach = 1.0f};
    // One goes 4 m, the other comes 2 m: they touch at the half.
    assert_float_equal(veer_contact_part(&meeting, vec3(4, 0, 0)), 0.5f, 1e-6f);
    // Who goes away from the other, or past it, need not stop.
    assert_true(veer_contact_part(&meeting, vec3(-2, 0, 0)) == 1.0f);
    meeting.offset.y = 1.5f;
    assert_true(veer_contact_part(&meeting, vec3(4, 0, 0)) == 1.0f);
    // What overlaps may part and come no nearer.
    meeting.offset = vec3(-0.9f, 0, 0);
    assert_true(veer_contact_part(&meeting, vec3(4, 0, 0)) == 0.0f);
    meeting.move = vec3(-1, 0, 0);
    assert_true(veer_contact_part(&meeting, vec3(-1, 0, 0)) == 1.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(push_is_zero_for_bodies_that_do_not_meet),
        cmocka_unit_test(push_keeps_bodies_apart_at_the_end),
        cmocka_unit_test(push_keeps_all_motion_along_the_touch),
        cmocka_unit_test(push_undoes_a_part_of_an_overlap),
        cmocka_unit_test(push_lets_overlapping_bodies_part_on_their_own),
        cmocka_unit_test(push_parts_coincident_bodies_along_the_fallback),
        cmocka_unit_test(push_is_opposite_for_the_two),
        cmocka_unit_test(push_of_points_without_size_is_finite),
        cmocka_unit_test(slide_keeps_what_does_not_enter),
        cmocka_unit_test(slide_stops_at_the_surface_and_goes_on_along_it),
        cmocka_unit_test(slide_comes_out_of_an_overlap_bit_by_bit),
        cmocka_unit_test(part_ends_at_the_touch_for_who_goes_towards_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
