#include "base/random.h"
#include "veer/grid.h"

#include "support/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct Scene {
    int32_t width, height;
    VeerGrid *grid;
    VeerLabels *labels;
    uint32_t *oracle; // label of each cell by flooding
    uint32_t count;
} Scene;

static Scene open_scene(int32_t width, int32_t height)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = (uint32_t)width;
    def.height = (uint32_t)height;
    Scene scene = {width, height, NULL, NULL, NULL, 0};
    scene.grid = veer_grid_init(take(veer_grid_size(&def)), &def);
    void *memory = take(veer_labels_size(def.width, def.height));
    scene.labels = veer_labels_init(memory, def.width, def.height);
    scene.oracle = malloc(def.width * def.height * sizeof *scene.oracle);
    return scene;
}

static void close_scene(Scene *scene)
{
    free(scene->grid);
    free(scene->labels);
    free(scene->oracle);
}

static VeerCell cell_of(const Scene *scene, int32_t index)
{
    return (VeerCell){index % scene->width, index / scene->width};
}

static void scatter(Scene *scene, uint64_t seed, float share)
{
    for (int32_t i = 0; i < scene->width * scene->height; i++) {
        veer_grid_set_blocked(scene->grid, cell_of(scene, i),
                              veer_random_unit(seed, 1, (uint64_t)i) < share);
    }
}

// Spreads each label to the cells beside until nothing changes; the labels are numbered by their
// first cell since that is where one begins.
static void flood(Scene *scene, int32_t from)
{
    scene->oracle[from] = scene->count++;
    for (bool changes = true; changes;) {
        changes = false;
        for (int32_t i = 0; i < scene->width * scene->height; i++) {
            VeerCell c = cell_of(scene, i);
            const VeerCell beside[4] = {
                {c.x + 1, c.y}, {c.x - 1, c.y}, {c.x, c.y + 1}, {c.x, c.y - 1}};
            for (int k = 0; k < 4 && scene->oracle[i] == scene->count - 1; k++) {
                int32_t to = beside[k].y * scene->width + beside[k].x;
                if (!veer_grid_is_blocked(scene->grid, beside[k]) &&
                    scene->oracle[to] == VEER_NO_LABEL) {
                    scene->oracle[to] = scene->count - 1;
                    changes = true;
                }
            }
        }
    }
}

static void label_by_floods(Scene *scene)
{
    int32_t count = scene->width * scene->height;
    scene->count = 0;
    memset(scene->oracle, 0xff, (size_t)count * sizeof *scene->oracle);
    for (int32_t i = 0; i < count; i++) {
        if (scene->oracle[i] == VEER_NO_LABEL &&
            !veer_grid_is_blocked(scene->grid, cell_of(scene, i))) {
            flood(scene, i);
        }
    }
}

static int64_t squared(VeerCell a, VeerCell b)
{
    int64_t dx = a.x - b.x, dy = a.y - b.y;
    return dx * dx + dy * dy;
}

// The nearest cell with a label, ties by row and column: the first of the least.
static int32_t nearest_by_trying(const Scene *scene, VeerCell from, uint32_t label)
{
    int32_t best = -1;
    for (int32_t i = 0; i < scene->width * scene->height; i++) {
        bool is_wanted =
            label == VEER_NO_LABEL ? scene->oracle[i] != VEER_NO_LABEL : scene->oracle[i] == label;
        if (is_wanted &&
            (best < 0 || squared(from, cell_of(scene, i)) < squared(from, cell_of(scene, best)))) {
            best = i;
        }
    }
    return best;
}

static void check_nearest(const Scene *scene, VeerCell from, uint32_t label)
{
    VeerCell found = {-7, -7};
    int32_t best = nearest_by_trying(scene, from, label);
    assert_int_equal(veer_labels_nearest(scene->labels, from, label, &found), best >= 0);
    VeerCell expected = best >= 0 ? cell_of(scene, best) : found;
    assert_int_equal(found.x, expected.x);
    assert_int_equal(found.y, expected.y);
}

static void labels_equal_floods(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(40); seed++) {
        int32_t width = 1 + (int32_t)(veer_random_u64(seed, 2, 0) % 150);
        int32_t height = 1 + (int32_t)(veer_random_u64(seed, 2, 1) % 30);
        print_message("seed %u: %d x %d\n", (unsigned)seed, width, height);
        Scene scene = open_scene(width, height);
        scatter(&scene, seed, 0.15f * (float)(seed % 7));
        label_by_floods(&scene);
        assert_int_equal(veer_labels_build(scene.labels, scene.grid), VEER_OK);
        assert_int_equal(veer_labels_count(scene.labels), scene.count);
        for (int32_t i = 0; i < width * height; i++) {
            assert_int_equal(veer_labels_at(scene.labels, cell_of(&scene, i)), scene.oracle[i]);
        }
        close_scene(&scene);
    }
}

static void nearest_equals_trying_all(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(20); seed++) {
        print_message("seed %u\n", (unsigned)seed);
        Scene scene = open_scene(70, 25);
        scatter(&scene, seed, seed % 5 == 0 ? 1.0f : 0.5f);
        label_by_floods(&scene);
        veer_labels_build(scene.labels, scene.grid);
        for (uint64_t i = 0; i < 60; i++) {
            // From outside too.
            VeerCell from = {(int32_t)(veer_random_u64(seed, 3, i) % 100) - 15,
                             (int32_t)(veer_random_u64(seed, 4, i) % 55) - 15};
            uint32_t label =
                scene.count ? (uint32_t)(veer_random_u64(seed, 5, i) % scene.count) : 0;
            check_nearest(&scene, from, label);
            check_nearest(&scene, from, VEER_NO_LABEL);
        }
        close_scene(&scene);
    }
}

static void labels_begin_empty(void **state)
{
    (void)state;
    Scene scene = open_scene(9, 9);
    VeerCell found;
    assert_int_equal(veer_labels_at(scene.labels, (VeerCell){3, 3}), VEER_NO_LABEL);
    assert_int_equal(veer_labels_at(scene.labels, (VeerCell){-1, 3}), VEER_NO_LABEL);
    assert_int_equal(veer_labels_count(scene.labels), 0);
    assert_false(veer_labels_nearest(scene.labels, (VeerCell){3, 3}, VEER_NO_LABEL, &found));
    close_scene(&scene);
}

static void labels_of_another_size_are_refused(void **state)
{
    (void)state;
    Scene scene = open_scene(9, 9), other = open_scene(9, 8);
    assert_int_equal(veer_labels_build(scene.labels, other.grid), VEER_BAD_VALUE);
    close_scene(&scene);
    close_scene(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_equal_floods),
        cmocka_unit_test(nearest_equals_trying_all),
        cmocka_unit_test(labels_begin_empty),
        cmocka_unit_test(labels_of_another_size_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
