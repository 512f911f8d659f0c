#include "geom/segment.h"

#include "base/random.h"
#include "geom/oracle.h"

static float draw(uint64_t stream, uint64_t counter, float extent)
{
    return (veer_random_unit(17, stream, counter) * 2.0f - 1.0f) * extent;
}

static VeerVec3 draw_point(uint64_t stream, uint64_t counter, bool is_flat)
{
    return vec3(draw(stream, 3 * counter, 10.0f), draw(stream, 3 * counter + 1, 10.0f),
                is_flat ? 0.0f : draw(stream, 3 * counter + 2, 10.0f));
}

// A segment and what moves past it.
typedef struct Case {
    VeerVec3 a, b, origin, offset;
} Case;

static double distance_between(const double p[3], VeerVec3 q)
{
    double x = p[0] - (double)q.x, y = p[1] - (double)q.y, z = p[2] - (double)q.z;
    return sqrt(x * x + y * y + z * z);
}

static double distance_to_segment(const Case *c, const double p[3])
{
    double ab[3] = {(double)c->b.x - (double)c->a.x, (double)c->b.y - (double)c->a.y,
                    (double)c->b.z - (double)c->a.z};
    double whole = ab[0] * ab[0] + ab[1] * ab[1] + ab[2] * ab[2];
    double along = (p[0] - (double)c->a.x) * ab[0] + (p[1] - (double)c->a.y) * ab[1] +
                   (p[2] - (double)c->a.z) * ab[2];
    double part = whole > 0.0 ? fmin(fmax(along / whole, 0.0), 1.0) : 0.0;
    double rest[3] = {p[0] - part * ab[0], p[1] - part * ab[1], p[2] - part * ab[2]};
    return distance_between(rest, c->a);
}

static double distance_at(const void *context, double t)
{
    const Case *c = context;
    double p[3] = {(double)c->origin.x + t * (double)c->offset.x,
                   (double)c->origin.y + t * (double)c->offset.y,
                   (double)c->origin.z + t * (double)c->offset.z};
    return distance_to_segment(c, p);
}

// Segments of any length, some of none, some far from the origin of the world.
static Case draw_case(uint64_t i, bool is_flat)
{
    Case c = {draw_point(0, i, is_flat), draw_point(1, i, is_flat), draw_point(2, i, is_flat),
              scale3(draw_point(3, i, is_flat), 3.0f)};
    if (i % 16 == 0) {
        c.b = c.a;
    }
    if (i % 16 == 1) {
        c.offset = vec3(0, 0, 0);
    }
    if (i % 16 == 2) {
        c.offset = scale3(sub3(c.b, c.a), 2.0f);
    }
    return c;
}

static void segment_distance_is_that_of_the_nearest_point(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        Case c = draw_case(i, i % 2);
        double truth = distance_at(&c, 0.0);
        assert_true(fabs((double)veer_segment_distance3(c.a, c.b, c.origin) - truth) < 1e-5);
        if (i % 2) {
            float flat = veer_segment_distance2(plane2(c.a), plane2(c.b), plane2(c.origin));
            assert_true(fabs((double)flat - truth) < 1e-5);
        }
    }
}

static void segment_nearest_is_at_the_ends_beyond_them(void **state)
{
    (void)state;
    assert_true(veer_segment_nearest2(vec2(0, 0), vec2(2, 0), vec2(-1, 5)) == 0.0f);
    assert_true(veer_segment_nearest2(vec2(0, 0), vec2(2, 0), vec2(9, 5)) == 1.0f);
    assert_true(veer_segment_nearest2(vec2(0, 0), vec2(2, 0), vec2(0.5f, 5)) == 0.25f);
}

static void segment_cast_in_the_plane_is_the_first_touch(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        Case c = draw_case(i, true);
        float radius = i % 4 == 0 ? 0.0f : fabsf(draw(4, i, 2.0f));
        float cast = veer_segment_cast2(plane2(c.a), plane2(c.b), plane2(c.origin),
                                        plane2(c.offset), radius);
        check_cast(cast, distance_at, &c, (double)radius, (double)length3(c.offset), 1e-4);
    }
}

static void segment_cast_of_a_ray_hits_where_it_crosses(void **state)
{
    (void)state;
    VeerVec2 a = vec2(5, -1), b = vec2(5, 1);
    assert_true(veer_segment_cast2(a, b, vec2(0, 0), vec2(10, 0), 0.0f) == 0.5f);
    assert_true(veer_segment_cast2(b, a, vec2(0, 0), vec2(10, 0), 0.0f) == 0.5f);
    assert_true(isinf(veer_segment_cast2(a, b, vec2(0, 0), vec2(4, 0), 0.0f)));
    assert_true(isinf(veer_segment_cast2(a, b, vec2(0, 0), vec2(-10, 0), 0.0f)));
    assert_true(isinf(veer_segment_cast2(a, b, vec2(0, 2), vec2(10, 0), 0.0f)));
}

static void segment_cast_of_a_ray_along_it_hits_its_end(void **state)
{
    (void)state;
    float cast = veer_segment_cast2(vec2(5, 0.3f), vec2(7, 0.3f), vec2(0, 0.3f), vec2(10, 0), 0.0f);
    assert_true(cast == 0.5f);
    assert_true(veer_segment_cast2(vec2(0, 0), vec2(9, 3), vec2(3, 1), vec2(1, 1), 0.0f) == 0.0f);
}

// The joints of a chain round a circle, aimed at from its centre.
static void segment_chain_lets_no_ray_through_its_joints(void **state)
{
    (void)state;
    enum { JOINTS = 97 };
    VeerVec2 joints[JOINTS];
    for (int i = 0; i < JOINTS; i++) {
        double angle = 2.0 * 3.141592653589793 * i / JOINTS;
        joints[i] = vec2((float)(7.0 * cos(angle)), (float)(7.0 * sin(angle)));
    }
    for (int i = 0; i < JOINTS; i++) {
        float first = INFINITY;
        for (int k = 0; k < JOINTS; k++) {
            first = min_f(first, veer_segment_cast2(joints[k], joints[(k + 1) % JOINTS], vec2(0, 0),
                                                    scale2(joints[i], 1.7f), 0.0f));
        }
        assert_true(!isinf(first));
    }
}

static double sampled_separation(const Case *c, VeerVec3 d)
{
    double least = HUGE_VAL;
    for (int i = 0; i <= 500; i++) {
        double t = i / 500.0;
        double p[3] = {(double)c->origin.x + t * ((double)d.x - (double)c->origin.x),
                       (double)c->origin.y + t * ((double)d.y - (double)c->origin.y), 0.0};
        least = fmin(least, distance_to_segment(c, p));
    }
    return least;
}

// The samples lie at most 0.06 apart, so the oracle is out by half of that at most.
static void segment_separation_is_the_least_distance(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 5000; i++) {
        Case c = draw_case(i, true);
        VeerVec3 d = draw_point(6, i, true);
        double sampled = sampled_separation(&c, d);
        float own = veer_segment_separation2(plane2(c.a), plane2(c.b), plane2(c.origin), plane2(d));
        assert_true((double)own < sampled + 1e-5);
        assert_true((double)own > sampled - 0.03);
    }
}

static void segment_separation_is_none_where_they_touch(void **state)
{
    (void)state;
    VeerVec2 a = vec2(0, 0), b = vec2(4, 0);
    assert_true(veer_segment_separation2(a, b, vec2(1, -1), vec2(2, 1)) == 0.0f);
    assert_true(veer_segment_separation2(a, b, vec2(2, 0), vec2(2, 3)) == 0.0f);
    assert_true(veer_segment_separation2(a, b, vec2(3, 0), vec2(9, 0)) == 0.0f);
    assert_true(veer_segment_separation2(a, b, vec2(4, 0), vec2(4, 0)) == 0.0f);
    assert_true(veer_segment_separation2(a, b, vec2(5, 0), vec2(9, 0)) == 1.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segment_distance_is_that_of_the_nearest_point),
        cmocka_unit_test(segment_nearest_is_at_the_ends_beyond_them),
        cmocka_unit_test(segment_cast_in_the_plane_is_the_first_touch),
        cmocka_unit_test(segment_cast_of_a_ray_hits_where_it_crosses),
        cmocka_unit_test(segment_cast_of_a_ray_along_it_hits_its_end),
        cmocka_unit_test(segment_chain_lets_no_ray_through_its_joints),
        cmocka_unit_test(segment_separation_is_the_least_distance),
        cmocka_unit_test(segment_separation_is_none_where_they_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
