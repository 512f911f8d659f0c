#include "veer/movingai.h"
#include "veer/voxel_search.h"

#include "support/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of benchmark data.
static const VeerInputLimits no_limits = {.max_mib = 2048};

static VeerInputError error;

static VeerStatus read_map(const char *text, VeerVoxelText *out)
{
    memset(&error, 0, sizeof error);
    return veer_voxel_text_read("m.3dmap", text, strlen(text), out, &error);
}

static VeerStatus read_scene(const char *text, VeerVoxelScene *out)
{
    memset(&error, 0, sizeof error);
    return veer_voxel_scene_read("s.3dscen", text, strlen(text), (VeerVoxel){10, 20, 30}, out,
                                 &error);
}

static void voxel_map_is_read_and_laid(void **state)
{
    (void)state;
    VeerVoxelText map;
    assert_int_equal(read_map("voxel 10 20 30\r\n0 0 0\r\n\r\n9 19 29\r\n", &map), VEER_OK);
    assert_int_equal(map.cells.z, 30);
    assert_int_equal(map.count, 2);
    VeerVoxelsDef def = veer_voxels_def_default();
    VeerVoxels *voxels = veer_voxels_init(aligned_alloc(64, veer_voxels_size(&def)), &def);
    veer_voxel_text_lay(&map, voxels, (VeerVoxel){0, 1, 50});
    assert_true(veer_voxels_is_blocked(voxels, (VeerVoxel){0, 1, 50}));
    assert_int_equal(veer_voxels_blocked_count(voxels), 1); // the other one lies outside
    free(voxels);
    veer_voxel_text_free(&map);
    assert_null(map.blocked);
}

static void bad_voxel_maps_are_told_by_line(void **state)
{
    (void)state;
    const struct {
        const char *text, *told;
    } cases[] = {
        {"", "m.3dmap:"},
        {"octile 3 3 3\n", "m.3dmap:1: must be 'voxel' and three sizes, 1 to 4096"},
        {"voxel 3 3\n", "m.3dmap:1: must be 'voxel'"},
        {"voxel 3 0 3\n", "m.3dmap:1: must be 'voxel'"},
        {"voxel 3 4097 3\n", "m.3dmap:1: must be 'voxel'"},
        {"voxel 3 3 3\n0 0 0\n1 2 3\n", "m.3dmap:3: must be a voxel of the map of 3 × 3 × 3"},
        {"voxel 3 3 3\n0 x 0\n", "m.3dmap:2: must be a voxel"},
        {"voxel 3 3 3\n0 0\n", "m.3dmap:2: must be a voxel"},
        {"voxel 3 3 3\n0 0 0 0\n", "m.3dmap:2: must be a voxel"},
        {"voxel 3 3 3 3\n", "m.3dmap:1: must be 'voxel'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        VeerVoxelText map;
        assert_int_equal(read_map(cases[i].text, &map), VEER_BAD_VALUE);
        assert_true(strncmp(error.text, cases[i].told, strlen(cases[i].told)) == 0);
    }
}

static void voxel_scene_is_read(void **state)
{
    (void)state;
    VeerVoxelScene scene;
    assert_int_equal(
        read_scene("version 1\nm.3dmap\n0 1 2 9 19 29 33.25 1.01\n\n1 1 1 1 1 1 0\n", &scene),
        VEER_OK);
    assert_int_equal(scene.count, 2);
    assert_int_equal(scene.problems[0].goal.y, 19);
    assert_true(scene.problems[0].length == 33.25);
    veer_voxel_scene_free(&scene);
    assert_null(scene.problems);
}

static void bad_voxel_scenes_are_told_by_line(void **state)
{
    (void)state;
    const struct {
        const char *text, *told;
    } cases[] = {
        {"", "s.3dscen:"},
        {"version 2\nm\n", "s.3dscen:1: must be 'version 1'"},
        {"version 1\n", "s.3dscen:1: must be the name of the map"},
        {"version 1\nm\n0 0 0 10 0 0 5 1\n", "s.3dscen:3: must begin with a start and a goal"},
        {"version 1\nm\n0 0 0 9 0\n", "s.3dscen:3: must begin with a start and a goal"},
        {"version 1\nm\n0 0 0 9 0 0\n", "s.3dscen:3: must have the length"},
        {"version 1\nm\n0 0 0 9 0 0 -1\n", "s.3dscen:3: must have the length"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        VeerVoxelScene scene;
        assert_int_equal(read_scene(cases[i].text, &scene), VEER_BAD_VALUE);
        assert_true(strncmp(error.text, cases[i].told, strlen(cases[i].told)) == 0);
    }
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void voxel_files_are_read(void **state)
{
    (void)state;
    VeerVoxelText map;
    VeerVoxelScene scene;
    write_file("map_voxels_test.3dmap", "voxel 2 2 2\n1 1 1\n");
    write_file("map_voxels_test.3dscen", "version 1\nm\n0 0 0 1 0 0 1 1\n");
    assert_int_equal(veer_voxel_text_read_file("map_voxels_test.3dmap", NULL, &map, &error),
                     VEER_OK);
    assert_int_equal(
        veer_voxel_scene_read_file("map_voxels_test.3dscen", map.cells, NULL, &scene, &error),
        VEER_OK);
    assert_int_equal(scene.count, 1);
    veer_voxel_text_free(&map);
    veer_voxel_scene_free(&scene);
    assert_int_equal(veer_voxel_text_read_file("none.3dmap", NULL, &map, &error), VEER_BAD_VALUE);
    assert_int_equal(
        veer_voxel_scene_read_file("none.3dscen", (VeerVoxel){2, 2, 2}, NULL, &scene, &error),
        VEER_BAD_VALUE);
    remove("map_voxels_test.3dmap");
    remove("map_voxels_test.3dscen");
}

typedef struct Benchmark {
    VeerVoxelText map;
    VeerVoxelScene scene;
    VeerVoxels *voxels;
    VeerVoxelSearch *search;
} Benchmark;

static Benchmark open_benchmark(const char *folder, const char *name)
{
    char path[4096];
    Benchmark bench;
    snprintf(path, sizeof path, "%s/voxel/%s.3dmap", folder, name);
    assert_int_equal(veer_voxel_text_read_file(path, &no_limits, &bench.map, &error), VEER_OK);
    snprintf(path, sizeof path, "%s/voxel/%s.3dmap.3dscen", folder, name);
    assert_int_equal(
        veer_voxel_scene_read_file(path, bench.map.cells, &no_limits, &bench.scene, &error),
        VEER_OK);
    VeerVoxelsDef def = veer_voxels_def_default();
    def.cells = bench.map.cells;
    bench.voxels = veer_voxels_init(take(veer_voxels_size(&def)), &def);
    veer_voxel_text_lay(&bench.map, bench.voxels, (VeerVoxel){0, 0, 0});
    veer_voxels_commit(bench.voxels);
    const uint32_t node_count = 1u << 20;
    bench.search = veer_voxel_search_init(take(veer_voxel_search_size(node_count)), node_count);
    return bench;
}

static void close_benchmark(Benchmark *bench)
{
    free(bench->voxels);
    free(bench->search);
    veer_voxel_text_free(&bench->map);
    veer_voxel_scene_free(&bench->scene);
}

// The length of the way; -1: there is none.
static double solve(const Benchmark *bench, uint32_t number, VeerVoxelPlanner planner)
{
    static VeerVoxel route[20000];
    VeerVoxelQuery query = veer_voxel_query_default();
    uint32_t count;
    query.voxels = bench->voxels;
    query.planner = planner;
    query.weight = planner == VEER_VOXEL_ASTAR ? 1.0f : query.weight;
    query.start = bench->scene.problems[number].start;
    query.goal = bench->scene.problems[number].goal;
    assert_int_equal(veer_voxel_search_begin(bench->search, &query), VEER_OK);
    (void)veer_voxel_search_run(bench->search, UINT32_MAX);
    if (veer_voxel_search_route(bench->search, route, 20000, &count) != VEER_OK) {
        return -1.0;
    }
    double length = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        double x = route[i].x - route[i - 1].x, y = route[i].y - route[i - 1].y;
        double z = route[i].z - route[i - 1].z;
        assert_true(veer_voxels_sees(bench->voxels, route[i - 1], route[i]));
        length += sqrt(x * x + y * y + z * z);
    }
    return length;
}

static void benchmark_voxel_ways_are_short(void **state)
{
    (void)state;
    const char *folder = getenv("VEER_DATA");
    if (!folder) {
        print_message("VEER_DATA names no folder of benchmark data\n");
        skip();
    }
    const char *const names[] = {"Simple", "Complex", "A1"};
    for (size_t i = 0; i < 3; i++) {
        Benchmark bench = open_benchmark(folder, names[i]);
        double sum = 0.0, worst = 0.0;
        for (uint32_t n = 0; n < bench.scene.count; n++) {
            double ratio = solve(&bench, n, VEER_VOXEL_ANY_ANGLE) / bench.scene.problems[n].length;
            assert_true(ratio > 0.0 && ratio <= 1.02);
            sum += ratio;
            worst = fmax(worst, ratio);
        }
        print_message("%s: %.4f of the stated length in the mean, %.4f at most\n", names[i],
                      sum / bench.scene.count, worst);
        assert_true(sum <= 0.97 * bench.scene.count);
        close_benchmark(&bench);
    }
}

static void benchmark_voxel_lengths_are_exact(void **state)
{
    (void)state;
    const char *folder = getenv("VEER_DATA");
    if (!folder) {
        print_message("VEER_DATA names no folder of benchmark data\n");
        skip();
    }
    const char *const names[] = {"Simple", "Complex"};
    for (size_t i = 0; i < 2; i++) {
        Benchmark bench = open_benchmark(folder, names[i]);
        for (uint32_t n = 7; n < bench.scene.count; n += 100) {
            double length = solve(&bench, n, VEER_VOXEL_ASTAR);
            assert_true(fabs(length - bench.scene.problems[n].length) < 1e-4);
        }
        close_benchmark(&bench);
    }
}

static void maps_without_voxels_have_none(void **state)
{
    (void)state;
    static const int32_t sizes[] = {0, -1, INT32_MIN};
    static const char text[] = "0 0 0 0 0 0 0 1\n";
    VeerVoxelScene scene;
    for (int i = 0; i < 3; i++) {
        VeerVoxel cells = {10, sizes[i], 10};
        VeerStatus status =
            veer_voxel_scene_read("s.3dscen", text, strlen(text), cells, &scene, &error);
        assert_int_equal(status, VEER_BAD_VALUE);
    }
    VeerVoxelsDef def = veer_voxels_def_default();
    VeerVoxels *voxels = veer_voxels_init(aligned_alloc(64, veer_voxels_size(&def)), &def);
    veer_voxel_text_lay(&(VeerVoxelText){.count = 3}, voxels, (VeerVoxel){0, 0, 0});
    assert_int_equal(veer_voxels_blocked_count(voxels), 0);
    free(voxels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(voxel_map_is_read_and_laid),
        cmocka_unit_test(bad_voxel_maps_are_told_by_line),
        cmocka_unit_test(voxel_scene_is_read),
        cmocka_unit_test(bad_voxel_scenes_are_told_by_line),
        cmocka_unit_test(maps_without_voxels_have_none),
        cmocka_unit_test(voxel_files_are_read),
        cmocka_unit_test(benchmark_voxel_ways_are_short),
        cmocka_unit_test(benchmark_voxel_lengths_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
