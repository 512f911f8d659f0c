#include "geom/box.h"

#include "base/random.h"
#include "geom/oracle.h"

static float draw(uint64_t stream, uint64_t counter, float extent)
{
    return (veer_random_unit(23, stream, counter) * 2.0f - 1.0f) * extent;
}

static VeerVec3 draw_point(uint64_t stream, uint64_t counter, float extent)
{
    return vec3(draw(stream, 3 * counter, extent), draw(stream, 3 * counter + 1, extent),
                draw(stream, 3 * counter + 2, extent));
}

// A box and a ball on its way.
typedef struct Case {
    VeerBounds box;
    VeerVec3 origin, offset;
} Case;

static double distance_at(const void *context, double t)
{
    const Case *c = context;
    const float lower[3] = {c->box.lower.x, c->box.lower.y, c->box.lower.z};
    const float upper[3] = {c->box.upper.x, c->box.upper.y, c->box.upper.z};
    const float from[3] = {c->origin.x, c->origin.y, c->origin.z};
    const float offset[3] = {c->offset.x, c->offset.y, c->offset.z};
    double sum = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double p = (double)from[axis] + t * (double)offset[axis];
        double off = fmax(fmax((double)lower[axis] - p, p - (double)upper[axis]), 0.0);
        sum += off * off;
    }
    return sqrt(sum);
}

// Boxes of any shape, some flat, some points; moves of any direction, some along an axis, some
// none.
static Case draw_case(uint64_t i)
{
    VeerVec3 at = draw_point(0, i, 8.0f);
    VeerVec3 half = draw_point(1, i, 4.0f);
    half = vec3(fabsf(half.x), fabsf(half.y), i % 5 == 0 ? 0.0f : fabsf(half.z));
    if (i % 11 == 0) {
        half = vec3(0, 0, 0);
    }
    Case c = {{sub3(at, half), add3(at, half)}, draw_point(2, i, 10.0f), draw_point(3, i, 25.0f)};
    if (i % 3 == 0) {
        c.offset = vec3(c.offset.x, i % 2 ? c.offset.y : 0.0f, 0.0f);
    }
    if (i % 17 == 0) {
        c.offset = vec3(0, 0, 0);
    }
    return c;
}

static void box_cast_is_the_first_touch(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        Case c = draw_case(i);
        float radius = i % 4 == 0 ? 0.0f : fabsf(draw(4, i, 3.0f));
        float cast = veer_box_cast(c.box, c.origin, c.offset, radius);
        check_cast(cast, distance_at, &c, (double)radius, (double)length3(c.offset), 1e-5);
    }
}

static void box_segment_distance_is_the_least(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 5000; i++) {
        Case c = draw_case(i);
        double sampled = HUGE_VAL;
        for (int k = 0; k <= 1000; k++) {
            sampled = fmin(sampled, distance_at(&c, k / 1000.0));
        }
        double own = (double)veer_box_segment_distance(c.box, c.origin, c.offset);
        assert_true(own <= sampled + 1e-5);
        assert_true(own >= sampled - 0.5 * (double)length3(c.offset) / 1000.0 - 1e-5);
    }
}

static void box_cast_of_a_ray_hits_the_near_face(void **state)
{
    (void)state;
    VeerBounds box = {vec3(5, -1, -1), vec3(7, 1, 1)};
    assert_true(fabsf(veer_box_cast(box, vec3(0, 0, 0), vec3(10, 0, 0), 0.0f) - 0.5f) < 1e-6f);
    assert_true(fabsf(veer_box_cast(box, vec3(0, 1, 1), vec3(10, 0, 0), 0.0f) - 0.5f) < 1e-6f);
    assert_true(isinf(veer_box_cast(box, vec3(0, 1.1f, 1), vec3(10, 0, 0), 0.0f)));
    assert_true(isinf(veer_box_cast(box, vec3(0, 0, 0), vec3(4, 0, 0), 0.0f)));
    assert_true(veer_box_cast(box, vec3(6, 0, 0), vec3(4, 0, 0), 0.0f) == 0.0f);
}

// A ray whose entry time is not exact must still hit the face and not the middle of the box.
static void box_cast_of_a_ray_is_on_the_face_wherever_it_comes_from(void **state)
{
    (void)state;
    VeerBounds box = {vec3(0.1f, -50, -50), vec3(100, 50, 50)};
    for (uint64_t i = 0; i < 10000; i++) {
        VeerVec3 origin = vec3(-fabsf(draw(5, i, 30.0f)), draw(6, i, 20.0f), draw(7, i, 20.0f));
        VeerVec3 offset = vec3(80.0f, draw(8, i, 20.0f), draw(9, i, 20.0f));
        float cast = veer_box_cast(box, origin, offset, 0.0f);
        assert_true(fabsf(origin.x + offset.x * cast - 0.1f) < 1e-4f);
    }
}

static void boxes_that_share_a_face_meet(void **state)
{
    (void)state;
    VeerBounds a = {vec3(0, 0, 0), vec3(1, 1, 1)};
    VeerBounds beside = {vec3(1, 0, 0), vec3(2, 1, 1)};
    VeerBounds apart = {vec3(0, 0, 1.5f), vec3(2, 1, 2)};
    assert_true(veer_boxes_meet(a, beside) && veer_boxes_meet(beside, a));
    assert_false(veer_boxes_meet(a, apart) || veer_boxes_meet(apart, a));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_cast_is_the_first_touch),
        cmocka_unit_test(box_segment_distance_is_the_least),
        cmocka_unit_test(box_cast_of_a_ray_hits_the_near_face),
        cmocka_unit_test(box_cast_of_a_ray_is_on_the_face_wherever_it_comes_from),
        cmocka_unit_test(boxes_that_share_a_face_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
