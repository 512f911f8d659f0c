#include "map/voxels/voxels.h"
#include "support/memory.h"
#include "support/voxel_maps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void voxels_of_a_bad_def_are_refused(void **state)
{
    (void)state;
    VeerVoxelsDef zero;
    memset(&zero, 0, sizeof zero);
    assert_int_equal(veer_voxels_size(&zero), 0);
    assert_int_equal(veer_voxels_size(NULL), 0);
    for (int i = 0; i < 6; i++) {
        VeerVoxelsDef def = veer_voxels_def_default();
        assert_true(veer_voxels_size(&def) > 0);
        def.cells.x = i == 0 ? 0 : 3;
        def.cells.y = i == 1 ? VEER_MAX_VOXEL_CELLS + 1 : 3;
        def.cells.z = i == 2 ? -1 : 3;
        def.cell_size = i == 3 ? 0.0f : 1.0f;
        def.origin.x = i == 4 ? (float)INFINITY : 0.0f;
        def.origin.z = i == 5 ? (float)NAN : 0.0f;
        assert_int_equal(veer_voxels_size(&def), 0);
        assert_null(veer_voxels_init(NULL, &def));
    }
}

static void voxels_take_little_over_a_bit(void **state)
{
    (void)state;
    VeerVoxelsDef def = veer_voxels_def_default();
    def.cells = (VeerVoxel){1024, 1024, 512};
    double bits = 8.0 * (double)veer_voxels_size(&def) / (1024.0 * 1024.0 * 512.0);
    assert_true(bits < 1.06); // with the margin
}

static void voxels_begin_free_and_committed(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(9, 6, 5);
    for (int32_t i = 0; i < voxel_map_count(voxels); i++) {
        assert_false(veer_voxels_is_blocked(voxels, voxel_map_at(voxels, i)));
    }
    assert_true(veer_voxels_is_committed(voxels));
    assert_int_equal(veer_voxels_version(voxels), 0);
    assert_int_equal(veer_voxels_blocked_count(voxels), 0);
    free(voxels);
}

static void voxels_outside_are_blocked(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(5, 6, 7);
    const VeerVoxel outside[] = {{-1, 0, 0}, {5, 0, 0}, {0, -1, 0},        {0, 6, 0},
                                 {0, 0, -1}, {0, 0, 7}, {INT32_MAX, 0, 0}, {0, INT32_MIN, 0}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_true(veer_voxels_is_blocked(voxels, outside[i]));
        assert_false(veer_voxels_has(voxels, outside[i]));
        veer_voxels_set_blocked(voxels, outside[i], true);
    }
    veer_voxels_fill(voxels, (VeerVoxelBox){{5, 0, 0}, {9, 9, 9}}, true);
    veer_voxels_fill(voxels, (VeerVoxelBox){{3, 3, 3}, {3, 9, 9}}, true);
    assert_true(veer_voxels_is_committed(voxels));
    free(voxels);
}

static void voxels_lie_where_the_def_says(void **state)
{
    (void)state;
    VeerVoxelsDef def = veer_voxels_def_default();
    def.origin = (VeerVec3){-10.0f, 20.0f, 5.0f};
    def.cell_size = 0.5f;
    VeerVoxels *voxels = veer_voxels_init(take(veer_voxels_size(&def)), &def);
    VeerVoxel at = veer_voxels_at(voxels, (VeerVec3){-9.1f, 19.9f, 1.0e30f});
    assert_int_equal(at.x, 1);
    assert_int_equal(at.y, -1);
    assert_int_equal(at.z, 1000000000);
    VeerVec3 centre = veer_voxels_centre(voxels, (VeerVoxel){1, 2, 3});
    assert_true(centre.x == -9.25f && centre.y == 21.25f && centre.z == 6.75f);
    free(voxels);
}

// Blocks and frees boxes and voxels at random, and keeps a plain array beside.
static void edits_equal_a_plain_array(void **state)
{
    (void)state;
    const uint64_t seed = 41;
    printf("seed %llu\n", (unsigned long long)seed);
    VeerVoxels *voxels = voxel_map_open(37, 70, 18);
    int32_t count = voxel_map_count(voxels);
    bool *plain = calloc((size_t)count, sizeof *plain);
    for (uint64_t n = 0; n < 300; n++) {
        VeerVoxel lower = voxel_map_any(voxels, seed, 2 * n);
        VeerVoxel upper = voxel_map_any(voxels, seed, 2 * n + 1);
        bool is_blocked = veer_random_u64(seed, 3, n) & 1;
        veer_voxels_fill(voxels, (VeerVoxelBox){lower, upper}, is_blocked);
        VeerVoxel one = voxel_map_any(voxels, seed, 1000 + n);
        for (int32_t i = 0; i < count; i++) {
            VeerVoxel v = voxel_map_at(voxels, i);
            bool is_in = v.x >= lower.x && v.y >= lower.y && v.z >= lower.z && v.x < upper.x &&
                         v.y < upper.y && v.z < upper.z;
            plain[i] = is_in ? is_blocked : plain[i];
        }
        veer_voxels_set_blocked(voxels, one, !is_blocked);
        plain[voxel_map_number(voxels, one)] = !is_blocked;
        uint64_t blocked = 0;
        for (int32_t i = 0; i < count; i++) {
            assert_int_equal(veer_voxels_is_blocked(voxels, voxel_map_at(voxels, i)), plain[i]);
            blocked += plain[i];
        }
        assert_int_equal(veer_voxels_blocked_count(voxels), blocked);
    }
    free(plain);
    free(voxels);
}

static bool is_free_cube(const VeerVoxels *voxels, VeerVoxel lower, int32_t side)
{
    for (int32_t i = 0; i < side * side * side; i++) {
        VeerVoxel v = {lower.x + i % side, lower.y + i / side % side, lower.z + i / side / side};
        if (veer_voxels_is_blocked(voxels, v)) {
            return false;
        }
    }
    return true;
}

static VeerVoxelBox leaf_by_force(const VeerVoxels *voxels, VeerVoxel v)
{
    VeerVoxelBox leaf = {v, v};
    for (int32_t side = 1; side <= 64; side *= 2) {
        VeerVoxel lower = {v.x / side * side, v.y / side * side, v.z / side * side};
        if (!is_free_cube(voxels, lower, side)) {
            break;
        }
        leaf = (VeerVoxelBox){lower, {lower.x + side, lower.y + side, lower.z + side}};
    }
    return leaf;
}

static void leaves_are_the_largest_free_cubes(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(70, 66, 65);
    voxel_map_scatter(voxels, 7, 0.0f, 60);
    for (int32_t i = 0; i < voxel_map_count(voxels); i++) {
        VeerVoxel v = voxel_map_at(voxels, i);
        VeerVoxelBox leaf = {v, v};
        int32_t shift = veer_voxel_leaf_shift(voxels, v), side = 1 << (shift > 0 ? shift : 0);
        assert_int_equal(veer_voxels_is_blocked(voxels, v), shift < 0);
        if (shift < 0) {
            continue;
        }
        leaf.lower = (VeerVoxel){v.x / side * side, v.y / side * side, v.z / side * side};
        leaf.upper = (VeerVoxel){leaf.lower.x + side, leaf.lower.y + side, leaf.lower.z + side};
        // By force only where it is cheap: the first voxel of each leaf.
        if (memcmp(&leaf.lower, &v, sizeof v) == 0) {
            VeerVoxelBox expected = leaf_by_force(voxels, v);
            assert_memory_equal(&leaf, &expected, sizeof leaf);
        }
    }
    free(voxels);
}

static void versions_count_commits_that_changed_something(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(100, 100, 100);
    veer_voxels_set_blocked(voxels, (VeerVoxel){40, 2, 3}, false);
    veer_voxels_commit(voxels);
    assert_int_equal(veer_voxels_version(voxels), 0); // it was free
    veer_voxels_set_blocked(voxels, (VeerVoxel){40, 2, 3}, true);
    assert_false(veer_voxels_is_committed(voxels));
    veer_voxels_commit(voxels);
    veer_voxels_commit(voxels);
    assert_int_equal(veer_voxels_version(voxels), 1);
    veer_voxels_set_blocked(voxels, (VeerVoxel){90, 70, 70}, true);
    veer_voxels_commit(voxels);
    assert_int_equal(veer_voxels_version(voxels), 2);
    free(voxels);
}

static float gap(int32_t steps)
{
    return steps == 0 ? 0.0f : fabsf((float)steps) - 0.5f;
}

static bool is_too_near(const VeerVoxels *voxels, VeerVoxel v, float radius)
{
    int32_t reach = (int32_t)radius + 1;
    for (int32_t dz = -reach; dz <= reach; dz++) {
        for (int32_t dy = -reach; dy <= reach; dy++) {
            for (int32_t dx = -reach; dx <= reach; dx++) {
                float squared = gap(dy) * gap(dy) + gap(dz) * gap(dz) + gap(dx) * gap(dx);
                if (squared < radius * radius &&
                    veer_voxels_is_blocked(voxels, (VeerVoxel){v.x + dx, v.y + dy, v.z + dz})) {
                    return true;
                }
            }
        }
    }
    return false;
}

static void maps_by_radius_equal_brute_force(void **state)
{
    (void)state;
    VeerVoxels *from = voxel_map_open(45, 38, 35), *to = voxel_map_open(45, 38, 35);
    voxel_map_scatter(from, 3, 0.001f, 4);
    const float radii[] = {0.0f, 0.3f, 0.5f, 0.6f, 1.0f, 1.5f, 2.3f, 3.0f, 0.8f};
    for (size_t n = 0; n < sizeof radii / sizeof *radii; n++) {
        assert_int_equal(veer_voxels_dilate(from, radii[n], to), VEER_OK);
        assert_true(veer_voxels_is_committed(to));
        for (int32_t i = 0; i < voxel_map_count(from); i++) {
            VeerVoxel v = voxel_map_at(from, i);
            bool expected = veer_voxels_is_blocked(from, v) || is_too_near(from, v, radii[n]);
            assert_int_equal(veer_voxels_is_blocked(to, v), expected);
        }
    }
    free(from);
    free(to);
}

static void dilation_again_changes_only_what_differs(void **state)
{
    (void)state;
    VeerVoxels *from = voxel_map_open(100, 40, 40), *to = voxel_map_open(100, 40, 40);
    veer_voxels_fill(from, (VeerVoxelBox){{10, 10, 10}, {20, 20, 20}}, true);
    assert_int_equal(veer_voxels_dilate(from, 1.2f, to), VEER_OK);
    uint32_t version = veer_voxels_version(to);
    assert_int_equal(veer_voxels_dilate(from, 1.2f, to), VEER_OK);
    assert_int_equal(veer_voxels_version(to), version);
    veer_voxels_set_blocked(from, (VeerVoxel){70, 20, 20}, true);
    assert_int_equal(veer_voxels_dilate(from, 1.2f, to), VEER_OK);
    assert_int_equal(veer_voxels_version(to), version + 1);
    free(from);
    free(to);
}

static void a_body_too_large_for_the_map_has_no_place(void **state)
{
    (void)state;
    VeerVoxels *from = voxel_map_open(20, 20, 20), *to = voxel_map_open(20, 20, 20);
    assert_int_equal(veer_voxels_dilate(from, 11.0f, to), VEER_OK);
    assert_int_equal(veer_voxels_blocked_count(to), 8000);
    assert_int_equal(veer_voxels_dilate(from, 9.5f, to), VEER_OK);
    assert_int_equal(veer_voxels_blocked_count(to), 8000 - 8);
    free(from);
    free(to);
}

static void dilate_refuses_what_does_not_match(void **state)
{
    (void)state;
    VeerVoxels *from = voxel_map_open(20, 20, 20), *to = voxel_map_open(20, 20, 21);
    assert_int_equal(veer_voxels_dilate(from, 1.0f, to), VEER_BAD_VALUE);
    assert_int_equal(veer_voxels_dilate(from, 1.0f, from), VEER_BAD_VALUE);
    free(to);
    to = voxel_map_open(20, 20, 20);
    assert_int_equal(veer_voxels_dilate(from, -1.0f, to), VEER_BAD_VALUE);
    assert_int_equal(veer_voxels_dilate(from, (float)NAN, to), VEER_BAD_VALUE);
    assert_int_equal(veer_voxels_dilate(from, (float)VEER_MAX_VOXEL_RADIUS + 1.0f, to),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_voxels_dilate(from, (float)VEER_MAX_VOXEL_RADIUS, to), VEER_OK);
    free(from);
    free(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(voxels_of_a_bad_def_are_refused),
        cmocka_unit_test(voxels_take_little_over_a_bit),
        cmocka_unit_test(voxels_begin_free_and_committed),
        cmocka_unit_test(voxels_outside_are_blocked),
        cmocka_unit_test(voxels_lie_where_the_def_says),
        cmocka_unit_test(edits_equal_a_plain_array),
        cmocka_unit_test(leaves_are_the_largest_free_cubes),
        cmocka_unit_test(versions_count_commits_that_changed_something),
        cmocka_unit_test(maps_by_radius_equal_brute_force),
        cmocka_unit_test(dilation_again_changes_only_what_differs),
        cmocka_unit_test(a_body_too_large_for_the_map_has_no_place),
        cmocka_unit_test(dilate_refuses_what_does_not_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
