#include "support/voxel_maps.h"

#include <stdio.h>

/// Ends of the part of a line that lies in a slab: numerators over one denominator for all axes.
typedef struct Part {
    int64_t begin, end;
} Part;

// Cuts the part to that within [2v, 2v + 2] along an axis, in halves of a voxel.
static void cut(Part *part, int32_t from, int32_t to, int32_t v, int64_t whole)
{
    int64_t a = 2 * from + 1, length = 2 * (to - from);
    if (length == 0) {
        part->end = v == from ? part->end : -1;
        return;
    }
    int64_t first = (2 * v - a) * (whole / length), second = (2 * v + 2 - a) * (whole / length);
    int64_t begin = first < second ? first : second, end = first < second ? second : first;
    part->begin = begin > part->begin ? begin : part->begin;
    part->end = end < part->end ? end : part->end;
}

static int64_t length_or_one(int32_t from, int32_t to)
{
    return from == to ? 1 : 2 * (to > from ? to - from : from - to);
}

// Whether the line touches the closed cube of a voxel, in whole numbers.
static bool touches(VeerVoxel a, VeerVoxel b, VeerVoxel v)
{
    int64_t whole = length_or_one(a.x, b.x) * length_or_one(a.y, b.y) * length_or_one(a.z, b.z);
    Part part = {0, whole};
    cut(&part, a.x, b.x, v.x, whole);
    cut(&part, a.y, b.y, v.y, whole);
    cut(&part, a.z, b.z, v.z, whole);
    return part.begin <= part.end;
}

static bool sees_by_force(const VeerVoxels *voxels, VeerVoxel a, VeerVoxel b)
{
    for (int32_t i = 0; i < voxel_map_count(voxels); i++) {
        VeerVoxel v = voxel_map_at(voxels, i);
        if (veer_voxels_is_blocked(voxels, v) && touches(a, b, v)) {
            return false;
        }
    }
    return true;
}

static void sight_equals_a_test_of_every_voxel(void **state)
{
    (void)state;
    const uint64_t seed = 11;
    printf("seed %llu\n", (unsigned long long)seed);
    uint32_t seen = 0, count = 0;
    for (uint64_t round = 0; round < 12; round++) {
        VeerVoxels *voxels = voxel_map_open(19, 14 + (int32_t)round % 4, 17);
        voxel_map_scatter(voxels, seed + round, 0.01f * (float)(round % 4), (uint32_t)round % 5);
        for (uint64_t n = 0; n < 500; n++) {
            VeerVoxel a = voxel_map_any(voxels, seed + round, 1000 + n);
            VeerVoxel b = voxel_map_any(voxels, seed + round, 2000 + n);
            bool expected = sees_by_force(voxels, a, b);
            assert_int_equal(veer_voxels_sees(voxels, a, b), expected);
            seen += expected;
            count++;
        }
        free(voxels);
    }
    assert_in_range(seen, count / 10, count * 9 / 10); // the maps tell something
}

static void sight_is_the_same_both_ways(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(150, 90, 120);
    voxel_map_scatter(voxels, 5, 0.0002f, 30);
    for (uint64_t n = 0; n < 5000; n++) {
        VeerVoxel a = voxel_map_any(voxels, 5, 1000 + n), b = voxel_map_any(voxels, 5, 9000 + n);
        assert_int_equal(veer_voxels_sees(voxels, a, b), veer_voxels_sees(voxels, b, a));
    }
    free(voxels);
}

static void sight_is_stopped_by_a_touched_edge_or_corner(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(8, 8, 8);
    assert_true(veer_voxels_sees(voxels, (VeerVoxel){1, 1, 1}, (VeerVoxel){6, 6, 6}));
    assert_true(veer_voxels_sees(voxels, (VeerVoxel){1, 1, 1}, (VeerVoxel){1, 1, 1}));
    veer_voxels_set_blocked(voxels, (VeerVoxel){4, 3, 3}, true);
    assert_false(veer_voxels_sees(voxels, (VeerVoxel){1, 1, 1}, (VeerVoxel){6, 6, 6}));
    assert_false(veer_voxels_sees(voxels, (VeerVoxel){1, 3, 3}, (VeerVoxel){6, 3, 3}));
    assert_true(veer_voxels_sees(voxels, (VeerVoxel){1, 4, 3}, (VeerVoxel){6, 4, 3}));
    free(voxels);
}

static void nothing_is_seen_from_within_walls_or_outside(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(8, 8, 8);
    veer_voxels_set_blocked(voxels, (VeerVoxel){4, 4, 4}, true);
    const VeerVoxel free_one = {2, 2, 2}, blocked = {4, 4, 4}, outside = {8, 2, 2};
    assert_false(veer_voxels_sees(voxels, free_one, blocked));
    assert_false(veer_voxels_sees(voxels, blocked, free_one));
    assert_false(veer_voxels_sees(voxels, blocked, blocked));
    assert_false(veer_voxels_sees(voxels, free_one, outside));
    assert_false(veer_voxels_sees(voxels, outside, free_one));
    free(voxels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight_equals_a_test_of_every_voxel),
        cmocka_unit_test(sight_is_the_same_both_ways),
        cmocka_unit_test(sight_is_stopped_by_a_touched_edge_or_corner),
        cmocka_unit_test(nothing_is_seen_from_within_walls_or_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
