#include "geom/polygon.h"

#include "base/random.h"
#include "support/suite.h"

enum { MOST = 12 };

static float draw(uint64_t stream, uint64_t counter, float extent)
{
    return (veer_random_unit(19, stream, counter) * 2.0f - 1.0f) * extent;
}

// A convex polygon and a point.
typedef struct Case {
    uint32_t count;
    VeerVec2 corners[MOST];
    VeerVec2 origin;
} Case;

// Corners on an ellipse, counter-clockwise, with gaps that are not even.
static Case draw_case(uint64_t i)
{
    Case c = {.count = 3u + (uint32_t)(i % (MOST - 2)),
              .origin = vec2(draw(0, 2 * i, 12.0f), draw(0, 2 * i + 1, 12.0f))};
    double wide = 1.0 + 5.0 * fabs((double)draw(2, i, 1.0f));
    double high = 1.0 + 5.0 * fabs((double)draw(3, i, 1.0f));
    for (uint32_t k = 0; k < c.count; k++) {
        double angle =
            6.283185307179586 * (k + 0.4 * (double)draw(4, MOST * i + k, 1.0f)) / c.count;
        c.corners[k] = vec2((float)(wide * cos(angle)), (float)(high * sin(angle)));
    }
    return c;
}

static double edge_distance(VeerVec2 a, VeerVec2 b, double x, double y)
{
    double abx = (double)b.x - (double)a.x, aby = (double)b.y - (double)a.y;
    double apx = x - (double)a.x, apy = y - (double)a.y;
    double part = (apx * abx + apy * aby) / (abx * abx + aby * aby);
    part = fmin(fmax(part, 0.0), 1.0);
    double offx = apx - part * abx, offy = apy - part * aby;
    return sqrt(offx * offx + offy * offy);
}

static bool is_inside(const Case *c, double x, double y)
{
    for (uint32_t i = 0; i < c->count; i++) {
        VeerVec2 a = c->corners[i], b = c->corners[(i + 1) % c->count];
        double side = ((double)b.x - (double)a.x) * (y - (double)a.y) -
                      ((double)b.y - (double)a.y) * (x - (double)a.x);
        if (side < 0.0) {
            return false;
        }
    }
    return true;
}

static double signed_distance(const Case *c, double x, double y)
{
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < c->count; i++) {
        least = fmin(least, edge_distance(c->corners[i], c->corners[(i + 1) % c->count], x, y));
    }
    return is_inside(c, x, y) ? -least : least;
}

static void polygon_distance_is_negative_inside(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        Case c = draw_case(i);
        double truth = signed_distance(&c, (double)c.origin.x, (double)c.origin.y);
        assert_true(fabs((double)veer_polygon_distance(c.corners, c.count, c.origin) - truth) <
                    1e-5);
    }
}

static void polygon_contains_its_edge(void **state)
{
    (void)state;
    const VeerVec2 square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    assert_true(veer_polygon_contains(square, 4, vec2(4, 1)));
    assert_true(veer_polygon_contains(square, 4, vec2(4, 4)));
    assert_false(veer_polygon_contains(square, 4, vec2(nextafterf(4, 5), 1)));
}

static void polygon_on_an_ellipse_is_convex(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 2000; i++) {
        Case c = draw_case(i);
        assert_true(veer_polygon_is_convex(c.corners, c.count));
    }
}

static void polygon_with_corners_in_line_is_convex(void **state)
{
    (void)state;
    const VeerVec2 corners[] = {{0, 0}, {1, 0}, {3, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}, {0, 1}};
    assert_true(veer_polygon_is_convex(corners, 8));
}

static void polygon_the_wrong_way_round_is_not_convex(void **state)
{
    (void)state;
    const VeerVec2 corners[] = {{0, 4}, {4, 4}, {4, 0}, {0, 0}};
    assert_false(veer_polygon_is_convex(corners, 4));
}

static void polygon_with_a_dent_is_not_convex(void **state)
{
    (void)state;
    const VeerVec2 corners[] = {{0, 0}, {4, 0}, {4, 4}, {2, 0.5f}, {0, 4}};
    assert_false(veer_polygon_is_convex(corners, 5));
}

// A star of five points turns left at each, but goes round twice.
static void polygon_that_goes_round_twice_is_not_convex(void **state)
{
    (void)state;
    VeerVec2 corners[5];
    for (int i = 0; i < 5; i++) {
        double angle = 4.0 * 3.141592653589793 * i / 5.0;
        corners[i] = vec2((float)cos(angle), (float)sin(angle));
    }
    assert_false(veer_polygon_is_convex(corners, 5));
    const VeerVec2 twice[] = {{0, 0}, {4, 0}, {2, 3}, {0, 0}, {4, 0}, {2, 3}};
    assert_false(veer_polygon_is_convex(twice, 6));
}

static void polygon_without_area_is_not_convex(void **state)
{
    (void)state;
    const VeerVec2 line[] = {{0, 0}, {1, 1}, {2, 2}};
    const VeerVec2 spike[] = {{0, 0}, {4, 0}, {4, 4}, {4, 6}, {4, 4}, {0, 4}};
    const VeerVec2 doubled[] = {{0, 0}, {4, 0}, {4, 0}, {2, 3}};
    assert_false(veer_polygon_is_convex(line, 0));
    assert_false(veer_polygon_is_convex(line, 1));
    assert_false(veer_polygon_is_convex(line, 2));
    assert_false(veer_polygon_is_convex(line, 3));
    assert_false(veer_polygon_is_convex(spike, 6));
    assert_false(veer_polygon_is_convex(doubled, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygon_distance_is_negative_inside),
        cmocka_unit_test(polygon_contains_its_edge),
        cmocka_unit_test(polygon_on_an_ellipse_is_convex),
        cmocka_unit_test(polygon_with_corners_in_line_is_convex),
        cmocka_unit_test(polygon_the_wrong_way_round_is_not_convex),
        cmocka_unit_test(polygon_with_a_dent_is_not_convex),
        cmocka_unit_test(polygon_that_goes_round_twice_is_not_convex),
        cmocka_unit_test(polygon_without_area_is_not_convex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
