#include "veer/space.h"

#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static VeerIndex *make_index(uint32_t capacity)
{
    void *memory = aligned_alloc(64, veer_index_size(capacity));
    assert_non_null(memory);
    memset(memory, 0xa5, veer_index_size(capacity));
    return veer_index_init(memory, capacity);
}

static void index_without_a_build_is_empty(void **state)
{
    (void)state;
    VeerIndex *index = make_index(10);
    VeerNear out;
    VeerNearQuery query = {{0, 0, 0}, INFINITY, 1, UINT32_MAX, UINT32_MAX, 1.0f};
    assert_int_equal(veer_index_nearest(index, &query, &out), 0);
    free(index);
}

static void index_leaves_out_what_is_not_finite(void **state)
{
    (void)state;
    const VeerVec3 positions[] = {{NAN, 0, 0}, {0, INFINITY, 0}, {0, 0, -INFINITY}, {0, 0, 0},
                                  {0, 0, 0},   {0, 0, 0},        {1, 0, 0}};
    const float radii[] = {1, 1, 1, NAN, -1, INFINITY, 0.5f};
    VeerBalls balls = {.count = 7, .positions = positions, .radii = radii};
    VeerIndex *index = make_index(7);
    veer_index_build(index, VEER_PLANAR, &balls);
    VeerNear out[7];
    VeerNearQuery query = {{0, 0, 0}, INFINITY, 7, UINT32_MAX, UINT32_MAX, 1.0f};
    assert_int_equal(veer_index_nearest(index, &query, out), 1);
    assert_int_equal(out[0].index, 6);
    free(index);
}

static void index_refuses_queries_that_are_not_finite(void **state)
{
    (void)state;
    const VeerVec3 position = {0, 0, 0};
    const float radius = 1.0f;
    VeerBalls balls = {.count = 1, .positions = &position, .radii = &radius};
    VeerIndex *index = make_index(1);
    veer_index_build(index, VEER_PLANAR, &balls);
    VeerNear out;
    VeerNearQuery nowhere = {{0, NAN, 0}, 1.0f, 1, UINT32_MAX, UINT32_MAX, 1.0f};
    VeerNearQuery rangeless = {{0, 0, 0}, NAN, 1, UINT32_MAX, UINT32_MAX, 1.0f};
    assert_int_equal(veer_index_nearest(index, &nowhere, &out), 0);
    assert_int_equal(veer_index_nearest(index, &rangeless, &out), 0);
    free(index);
}

static void index_takes_a_ball_it_is_within(void **state)
{
    (void)state;
    const VeerVec3 position = {3, 0, 0};
    const float radius = 10.0f;
    VeerBalls balls = {.count = 1, .positions = &position, .radii = &radius};
    VeerIndex *index = make_index(1);
    veer_index_build(index, VEER_SPATIAL, &balls);
    VeerNear out;
    VeerNearQuery query = {{0, 0, 0}, 0.0f, 1, UINT32_MAX, UINT32_MAX, 1.0f};
    assert_int_equal(veer_index_nearest(index, &query, &out), 1);
    assert_true(out.gap == -7.0f);
    free(index);
}

static void index_costs_at_most_64_bytes_a_ball(void **state)
{
    (void)state;
    assert_true(veer_index_size(100000) <= 64u * 100000u);
}

// Descending ids, so that in memory order each is better than all before it.
static void index_of_a_spot_answers_the_lowest_ids(void **state)
{
    (void)state;
    enum { COUNT = 1000, LIMIT = 10 };
    static VeerVec3 positions[COUNT];
    static float radii[COUNT];
    static uint32_t ids[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        ids[i] = COUNT - i;
    }
    VeerBalls balls = {.count = COUNT, .positions = positions, .radii = radii, .ids = ids};
    VeerIndex *index = make_index(COUNT);
    veer_index_build(index, VEER_SPATIAL, &balls);
    VeerNear out[LIMIT];
    VeerNearQuery query = {{0, 0, 0}, 1.0f, LIMIT, UINT32_MAX, COUNT - 1, 1.0f};
    assert_int_equal(veer_index_nearest(index, &query, out), LIMIT);
    for (uint32_t i = 0; i < LIMIT; i++) {
        assert_int_equal(out[i].index, COUNT - 2 - i);
    }
    free(index);
}

// Floors above each other: discs at one spot whose ranges of height meet the query's, or do not.
static void index_separates_floors(void **state)
{
    (void)state;
    const VeerVec3 positions[] = {{0, 0, 0}, {0, 0, 3}, {0, 0, 6}};
    const float radii[] = {1, 1, 1};
    const float heights[] = {2, 2, 2};
    VeerBalls balls = {.count = 3, .positions = positions, .radii = radii, .heights = heights};
    VeerIndex *index = make_index(3);
    veer_index_build(index, VEER_PLANAR, &balls);
    VeerNear out[3];
    VeerNearQuery upstairs = {{0, 0, 3.5f}, 1.0f, 3, UINT32_MAX, UINT32_MAX, 1.0f};
    assert_int_equal(veer_index_nearest(index, &upstairs, out), 1);
    assert_int_equal(out[0].index, 1);
    VeerNearQuery on_stairs = {{0, 0, 1.5f}, 1.0f, 3, UINT32_MAX, UINT32_MAX, 1.5f};
    assert_int_equal(veer_index_nearest(index, &on_stairs, out), 2);
    balls.heights = NULL;
    veer_index_build(index, VEER_PLANAR, &balls);
    assert_int_equal(veer_index_nearest(index, &upstairs, out), 3);
    free(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(index_without_a_build_is_empty),
        cmocka_unit_test(index_leaves_out_what_is_not_finite),
        cmocka_unit_test(index_refuses_queries_that_are_not_finite),
        cmocka_unit_test(index_takes_a_ball_it_is_within),
        cmocka_unit_test(index_costs_at_most_64_bytes_a_ball),
        cmocka_unit_test(index_of_a_spot_answers_the_lowest_ids),
        cmocka_unit_test(index_separates_floors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
