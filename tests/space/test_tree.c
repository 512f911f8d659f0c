#include "base/random.h"
#include "math/vec.h"
#include "space/tree.h"

#include "support/suite.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 600 };

// Boxes, and how often a query visited each.
typedef struct Scene {
    uint64_t seed;
    uint32_t count;
    VeerBounds boxes[MOST];
    uint32_t visits[MOST];
    uint32_t left; // visits until the query is ended
    VeerTree *tree;
} Scene;

static Scene scene;

static float draw(uint64_t stream, uint64_t counter, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(scene.seed, stream, counter);
}

static VeerVec3 draw_point(uint64_t stream, uint32_t i, float extent)
{
    return vec3(draw(stream, 3u * i, -extent, extent), draw(stream, 3u * i + 1u, -extent, extent),
                draw(stream, 3u * i + 2u, -extent, extent));
}

// The ways in which boxes are laid out.
enum { EVEN, POINTS, EQUAL, FLAT, FAR_OUT, NESTED, LAYOUT_COUNT };

static VeerBounds make_box(int layout, uint32_t i)
{
    VeerVec3 at = draw_point(1, i, 50.0f);
    VeerVec3 half = vec3(draw(2, 3u * i, 0.0f, 4.0f), draw(2, 3u * i + 1u, 0.0f, 4.0f),
                         draw(2, 3u * i + 2u, 0.0f, 4.0f));
    if (layout == POINTS) {
        half = vec3(0, 0, 0);
    } else if (layout == EQUAL) {
        at = vec3(3, 4, 5);
        half = vec3(1, 1, 1);
    } else if (layout == FLAT) {
        at.z = half.z = 0.0f;
    } else if (layout == FAR_OUT) {
        at = draw_point(1, i, 1e6f);
        half = scale3(half, 1000.0f);
    } else if (layout == NESTED) {
        at = vec3(0, 0, 0);
        half = scale3(vec3(1, 1, 1), (float)i * 0.1f);
    }
    return (VeerBounds){sub3(at, half), add3(at, half)};
}

static void open_scene(int layout, uint32_t count, uint64_t seed)
{
    scene.seed = seed;
    scene.count = count;
    for (uint32_t i = 0; i < count; i++) {
        scene.boxes[i] = make_box(layout, i);
    }
    void *memory = aligned_alloc(64, veer_tree_size(count));
    assert_non_null(memory);
    memset(memory, 0xa5, veer_tree_size(count));
    scene.tree = veer_tree_init(memory, count);
    veer_tree_build(scene.tree, scene.boxes, count);
}

static void begin_query(uint32_t limit)
{
    memset(scene.visits, 0, sizeof scene.visits);
    scene.left = limit;
}

static bool count_visit(void *context, uint32_t box)
{
    Scene *s = context;
    s->visits[box]++;
    return --s->left > 0;
}

static bool do_meet(VeerBounds a, VeerBounds b)
{
    return a.lower.x <= b.upper.x && a.upper.x >= b.lower.x && a.lower.y <= b.upper.y &&
           a.upper.y >= b.lower.y && a.lower.z <= b.upper.z && a.upper.z >= b.lower.z;
}

static void check_visit(uint32_t number, float extent)
{
    VeerVec3 at = draw_point(3, number, extent);
    float half = draw(4, number, 0.0f, extent * 0.5f);
    VeerBounds region = {sub3(at, vec3(half, half, half)), add3(at, vec3(half, half, half))};
    begin_query(UINT32_MAX);
    veer_tree_visit(scene.tree, region, count_visit, &scene);
    for (uint32_t i = 0; i < scene.count; i++) {
        assert_int_equal(scene.visits[i], do_meet(scene.boxes[i], region) ? 1 : 0);
    }
}

// Squared distance of the point at the part t of the way to the box, in double.
static double distance_at(VeerBounds box, VeerVec3 origin, VeerVec3 offset, double t)
{
    const float lower[3] = {box.lower.x, box.lower.y, box.lower.z};
    const float upper[3] = {box.upper.x, box.upper.y, box.upper.z};
    const float from[3] = {origin.x, origin.y, origin.z};
    const float along[3] = {offset.x, offset.y, offset.z};
    double sum = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double p = (double)from[axis] + t * (double)along[axis];
        double off = fmax(fmax((double)lower[axis] - p, p - (double)upper[axis]), 0.0);
        sum += off * off;
    }
    return sqrt(sum);
}

// The least distance of a way to a box: it is convex in t, so thirds close in on it.
static double least_distance(VeerBounds box, VeerVec3 origin, VeerVec3 offset)
{
    double lower = 0.0, upper = 1.0;
    for (int i = 0; i < 100; i++) {
        double third = (upper - lower) / 3.0;
        if (distance_at(box, origin, offset, lower + third) <=
            distance_at(box, origin, offset, upper - third)) {
            upper -= third;
        } else {
            lower += third;
        }
    }
    return distance_at(box, origin, offset, 0.5 * (lower + upper));
}

// The oracle is out by its own rounding where a distance is 0: a millionth of the extent.
static void check_sweep(uint32_t number, float extent)
{
    VeerVec3 origin = draw_point(5, number, extent);
    VeerVec3 offset = draw_point(6, number, extent);
    float radius = draw(7, number, 0.0f, extent * 0.1f);
    double hair = (double)extent * 1e-6;
    begin_query(UINT32_MAX);
    veer_tree_sweep(scene.tree, origin, offset, radius, count_visit, &scene);
    for (uint32_t i = 0; i < scene.count; i++) {
        double distance = least_distance(scene.boxes[i], origin, offset);
        assert_true(scene.visits[i] <= 1);
        assert_true(distance > (double)radius - hair || scene.visits[i] == 1);
        assert_true(distance < (double)radius + hair || scene.visits[i] == 0);
    }
}

static void check_layouts(void (*check)(uint32_t number, float extent))
{
    static const uint32_t counts[] = {0, 1, 4, 5, 9, 100, 513};
    for (int layout = 0; layout < LAYOUT_COUNT; layout++) {
        print_message("layout %d from seed %d\n", layout, 100 * layout);
        float extent = layout == FAR_OUT ? 1e6f : 60.0f;
        for (uint32_t c = 0; c < 7; c++) {
            open_scene(layout, counts[c], 100u * (uint64_t)layout + c);
            for (uint32_t q = 0; q < 12; q++) {
                check(q, extent);
            }
            free(scene.tree);
        }
    }
}

static void tree_visits_each_box_that_meets_the_region_once(void **state)
{
    (void)state;
    check_layouts(check_visit);
}

static void tree_sweep_visits_each_box_that_the_ball_meets_once(void **state)
{
    (void)state;
    check_layouts(check_sweep);
}

static void tree_query_ends_when_the_visitor_says_so(void **state)
{
    (void)state;
    open_scene(EQUAL, 40, 1);
    begin_query(7);
    veer_tree_visit(scene.tree, scene.boxes[0], count_visit, &scene);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < scene.count; i++) {
        sum += scene.visits[i];
    }
    assert_int_equal(sum, 7);
    free(scene.tree);
}

static void tree_visits_what_only_touches(void **state)
{
    (void)state;
    open_scene(EQUAL, 1, 1);
    begin_query(UINT32_MAX);
    VeerBounds beside = {vec3(4, 5, 6), vec3(7, 7, 7)}; // shares one corner
    veer_tree_visit(scene.tree, beside, count_visit, &scene);
    veer_tree_sweep(scene.tree, vec3(0, 4, 5), vec3(0, 1, 0), 2.0f, count_visit, &scene);
    assert_int_equal(scene.visits[0], 2);
    free(scene.tree);
}

// Remembers the order of visits.
typedef struct Order {
    uint32_t count;
    uint32_t boxes[MOST];
} Order;

static bool remember(void *context, uint32_t box)
{
    Order *order = context;
    order->boxes[order->count++] = box;
    return true;
}

static void tree_order_is_the_same_each_time(void **state)
{
    (void)state;
    static Order orders[2];
    VeerBounds all = {vec3(-100, -100, -100), vec3(100, 100, 100)};
    for (int i = 0; i < 2; i++) {
        open_scene(EVEN, MOST, 3);
        orders[i].count = 0;
        veer_tree_visit(scene.tree, all, remember, &orders[i]);
        free(scene.tree);
    }
    assert_int_equal(orders[0].count, MOST);
    assert_memory_equal(&orders[0], &orders[1], sizeof orders[0]);
}

static void tree_can_be_rebuilt_with_fewer_boxes(void **state)
{
    (void)state;
    open_scene(EVEN, 100, 4);
    scene.count = 10;
    veer_tree_build(scene.tree, scene.boxes, scene.count);
    check_visit(0, 100.0f);
    free(scene.tree);
}

static void tree_without_a_build_is_empty(void **state)
{
    (void)state;
    void *memory = aligned_alloc(64, veer_tree_size(3));
    assert_non_null(memory);
    VeerTree *tree = veer_tree_init(memory, 3);
    begin_query(UINT32_MAX);
    veer_tree_visit(tree, (VeerBounds){vec3(-1, -1, -1), vec3(1, 1, 1)}, count_visit, &scene);
    assert_true(scene.left == UINT32_MAX);
    free(tree);
}

enum { KEPT = 8 };

// The nearest boxes to a point, by distance and number, and how many were looked at for them.
typedef struct Nearest {
    VeerVec3 point;
    uint32_t count, looked_at;
    float distances[KEPT];
    uint32_t boxes[KEPT];
} Nearest;

static float distance_to(VeerBounds box, VeerVec3 point)
{
    VeerVec3 nearest =
        vec3(clamp_f(point.x, box.lower.x, box.upper.x), clamp_f(point.y, box.lower.y, box.upper.y),
             clamp_f(point.z, box.lower.z, box.upper.z));
    return length3(sub3(nearest, point));
}

static bool comes_before(const Nearest *nearest, uint32_t place, float distance, uint32_t box)
{
    return distance < nearest->distances[place] ||
           (distance == nearest->distances[place] && box < nearest->boxes[place]);
}

static float keep_nearest(void *context, uint32_t box)
{
    Nearest *nearest = context;
    float distance = distance_to(scene.boxes[box], nearest->point);
    nearest->looked_at++;
    uint32_t place = nearest->count;
    for (; place > 0 && comes_before(nearest, place - 1u, distance, box); place--) {
        if (place < KEPT) {
            nearest->distances[place] = nearest->distances[place - 1u];
            nearest->boxes[place] = nearest->boxes[place - 1u];
        }
    }
    if (place < KEPT) {
        nearest->distances[place] = distance;
        nearest->boxes[place] = box;
        nearest->count += nearest->count < KEPT;
    }
    return nearest->count == KEPT ? nearest->distances[KEPT - 1] : INFINITY;
}

static void tree_near_finds_the_nearest_and_looks_at_few_others(void **state)
{
    (void)state;
    for (int layout = 0; layout < LAYOUT_COUNT; layout++) {
        open_scene(layout, MOST, 5u + (uint64_t)layout);
        uint32_t looked_at = 0;
        for (uint32_t i = 0; i < 200; i++) {
            VeerVec3 point = draw_point(9, i, layout == FAR_OUT ? 1e6f : 60.0f);
            Nearest all = {.point = point}, found = {.point = point};
            for (uint32_t box = 0; box < MOST; box++) {
                (void)keep_nearest(&all, box);
            }
            veer_tree_near(scene.tree, point, INFINITY, keep_nearest, &found);
            assert_memory_equal(found.boxes, all.boxes, sizeof all.boxes);
            looked_at += found.looked_at;
        }
        bool are_apart = layout != EQUAL && layout != NESTED;
        assert_true(!are_apart || looked_at < 200 * MOST / 10);
        free(scene.tree);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tree_visits_each_box_that_meets_the_region_once),
        cmocka_unit_test(tree_sweep_visits_each_box_that_the_ball_meets_once),
        cmocka_unit_test(tree_query_ends_when_the_visitor_says_so),
        cmocka_unit_test(tree_visits_what_only_touches),
        cmocka_unit_test(tree_near_finds_the_nearest_and_looks_at_few_others),
        cmocka_unit_test(tree_order_is_the_same_each_time),
        cmocka_unit_test(tree_can_be_rebuilt_with_fewer_boxes),
        cmocka_unit_test(tree_without_a_build_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
