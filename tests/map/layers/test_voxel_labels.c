#include "support/memory.h"
#include "support/voxel_maps.h"

#include <string.h>

typedef struct Scene {
    VeerVoxels *voxels;
    VeerVoxelLabels *labels;
    uint32_t *oracle; // label of each voxel by flooding
    uint32_t count;
} Scene;

static VeerVoxelLabels *open_labels(const VeerVoxels *voxels, uint32_t run_count)
{
    const VeerVoxelsDef *def = veer_voxels_def(voxels);
    size_t size = (veer_voxel_labels_size(def, run_count) + 63u) / 64u * 64u;
    VeerVoxelLabels *labels = veer_voxel_labels_init(take(size), def, run_count);
    assert_non_null(labels);
    return labels;
}

static Scene open_scene(uint64_t seed, float share, uint32_t boxes)
{
    Scene scene = {voxel_map_open(26, 17, 14), NULL, NULL, 0};
    voxel_map_scatter(scene.voxels, seed, share, boxes);
    scene.labels = open_labels(scene.voxels, veer_voxel_labels_runs(scene.voxels));
    assert_int_equal(veer_voxel_labels_build(scene.labels, scene.voxels), VEER_OK);
    scene.oracle = malloc((size_t)voxel_map_count(scene.voxels) * sizeof *scene.oracle);
    return scene;
}

static void close_scene(Scene *scene)
{
    free(scene->voxels);
    free(scene->labels);
    free(scene->oracle);
}

// Spreads a label from a voxel to its component, with a stack of voxels.
static void flood(Scene *scene, int32_t from)
{
    static const VeerVoxel steps[6] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                       {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    int32_t *stack = malloc((size_t)voxel_map_count(scene->voxels) * sizeof *stack), count = 0;
    stack[count++] = from;
    scene->oracle[from] = scene->count;
    while (count > 0) {
        VeerVoxel at = voxel_map_at(scene->voxels, stack[--count]);
        for (int i = 0; i < 6; i++) {
            VeerVoxel next = {at.x + steps[i].x, at.y + steps[i].y, at.z + steps[i].z};
            int32_t number = voxel_map_number(scene->voxels, next);
            if (!veer_voxels_is_blocked(scene->voxels, next) &&
                scene->oracle[number] == VEER_NO_VOXEL_LABEL) {
                scene->oracle[number] = scene->count;
                stack[count++] = number;
            }
        }
    }
    scene->count++;
    free(stack);
}

static void label_by_floods(Scene *scene)
{
    int32_t count = voxel_map_count(scene->voxels);
    memset(scene->oracle, 0xff, (size_t)count * sizeof *scene->oracle);
    for (int32_t i = 0; i < count; i++) {
        if (scene->oracle[i] == VEER_NO_VOXEL_LABEL &&
            !veer_voxels_is_blocked(scene->voxels, voxel_map_at(scene->voxels, i))) {
            flood(scene, i);
        }
    }
}

static void labels_equal_floods(void **state)
{
    (void)state;
    const float shares[] = {0.0f, 0.1f, 0.4f, 0.7f, 0.95f};
    for (uint64_t seed = 0; seed < 5; seed++) {
        Scene scene = open_scene(seed, shares[seed], 6);
        label_by_floods(&scene);
        assert_int_equal(veer_voxel_labels_count(scene.labels), scene.count);
        for (int32_t i = 0; i < voxel_map_count(scene.voxels); i++) {
            assert_int_equal(veer_voxel_labels_at(scene.labels, voxel_map_at(scene.voxels, i)),
                             scene.oracle[i]);
        }
        close_scene(&scene);
    }
}

static int64_t squared(VeerVoxel a, VeerVoxel b)
{
    int64_t x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

static void nearest_equals_brute_force(void **state)
{
    (void)state;
    Scene scene = open_scene(2, 0.6f, 0);
    uint32_t labels = veer_voxel_labels_count(scene.labels);
    for (uint64_t n = 0; n < 400; n++) {
        VeerVoxel from = voxel_map_any(scene.voxels, 8, n), found = {-1, -1, -1};
        from.x += n % 7 == 0 ? 20 : 0;
        from.z -= n % 5 == 0 ? 30 : 0;
        uint32_t label = n % 3 == 0 ? VEER_NO_VOXEL_LABEL : (uint32_t)n % labels;
        int64_t least = INT64_MAX;
        VeerVoxel expected = {0, 0, 0};
        for (int32_t i = 0; i < voxel_map_count(scene.voxels); i++) {
            VeerVoxel v = voxel_map_at(scene.voxels, i);
            uint32_t own = veer_voxel_labels_at(scene.labels, v);
            bool is_wanted =
                label == VEER_NO_VOXEL_LABEL ? own != VEER_NO_VOXEL_LABEL : own == label;
            if (is_wanted && squared(from, v) < least) {
                least = squared(from, v);
                expected = v;
            }
        }
        assert_true(veer_voxel_labels_nearest(scene.labels, from, label, &found));
        assert_memory_equal(&found, &expected, sizeof found);
    }
    close_scene(&scene);
}

static void nearest_of_nothing_is_none(void **state)
{
    (void)state;
    Scene scene = open_scene(2, 1.0f, 0);
    VeerVoxel found = {-5, -6, -7};
    assert_int_equal(veer_voxel_labels_runs(scene.voxels), 0);
    assert_false(veer_voxel_labels_nearest(scene.labels, (VeerVoxel){INT32_MIN, INT32_MAX, 3},
                                           VEER_NO_VOXEL_LABEL, &found));
    assert_int_equal(found.y, -6);
    close_scene(&scene);
}

static void labels_outside_are_none(void **state)
{
    (void)state;
    Scene scene = open_scene(2, 0.0f, 0);
    const VeerVoxel outside[] = {{-1, 0, 0}, {26, 0, 0}, {0, -1, 0},
                                 {0, 17, 0}, {0, 0, -1}, {0, 0, 14}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_int_equal(veer_voxel_labels_at(scene.labels, outside[i]), VEER_NO_VOXEL_LABEL);
    }
    close_scene(&scene);
}

static void labels_without_room_are_full_and_empty(void **state)
{
    (void)state;
    Scene scene = open_scene(2, 0.5f, 0);
    uint32_t runs = veer_voxel_labels_runs(scene.voxels);
    VeerVoxelLabels *labels = open_labels(scene.voxels, runs - 1);
    assert_int_equal(veer_voxel_labels_build(labels, scene.voxels), VEER_FULL);
    assert_int_equal(veer_voxel_labels_count(labels), 0);
    free(labels);
    close_scene(&scene);
}

static void labels_refuse_other_maps_and_bad_defs(void **state)
{
    (void)state;
    Scene scene = open_scene(2, 0.5f, 0);
    VeerVoxels *other = voxel_map_open(26, 17, 15);
    assert_int_equal(veer_voxel_labels_build(scene.labels, other), VEER_BAD_VALUE);
    VeerVoxelsDef bad = veer_voxels_def_default();
    bad.cells.x = 0;
    assert_int_equal(veer_voxel_labels_size(&bad, 5), 0);
    assert_null(veer_voxel_labels_init(NULL, &bad, 5));
    free(other);
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_equal_floods),
        cmocka_unit_test(nearest_equals_brute_force),
        cmocka_unit_test(nearest_of_nothing_is_none),
        cmocka_unit_test(labels_outside_are_none),
        cmocka_unit_test(labels_without_room_are_full_and_empty),
        cmocka_unit_test(labels_refuse_other_maps_and_bad_defs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
