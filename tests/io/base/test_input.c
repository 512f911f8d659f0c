// The door through which files are read, and calls without what they need.
#define _XOPEN_SOURCE 700
#include "io/base/input.h"
#include "support/suite.h"
#include "veer/level.h"
#include "veer/mapfile.h"
#include "veer/metrics.h"
#include "veer/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "input_test"

static void put_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int lay_out(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER " && mkdir -p " FOLDER "/in/below"), 0);
    put_file(FOLDER "/up.txt", "up");
    put_file(FOLDER "/in/a.txt", "abc");
    put_file(FOLDER "/in/below/b.txt", "");
    put_file(FOLDER "/inside-by-name.txt", "no");
    assert_int_equal(symlink("../up.txt", FOLDER "/in/out-link"), 0);
    assert_int_equal(symlink("below/b.txt", FOLDER "/in/in-link"), 0);
    assert_int_equal(symlink("loop", FOLDER "/in/loop"), 0);
    assert_int_equal(symlink("..", FOLDER "/in/folder-link"), 0);
    return mkfifo(FOLDER "/in/pipe", 0600);
}

static int clear_up(void **state)
{
    (void)state;
    return system("rm -rf " FOLDER);
}

static void only_regular_files_are_read(void **state)
{
    static const struct {
        const char *path, *error;
    } cases[] = {
        {FOLDER "/in/pipe", FOLDER "/in/pipe: must be a regular file, is a pipe"},
        {FOLDER "/in", FOLDER "/in: must be a regular file, is a directory"},
        {"/dev/null", "/dev/null: must be a regular file, is a device or a socket"},
        {FOLDER "/in/loop", FOLDER "/in/loop: cannot be read: Too many levels of symbolic links"},
        {FOLDER "/none", FOLDER "/none: cannot be read: No such file or directory"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = NULL;
        size_t length;
        VeerInputError error = {""};
        assert_int_equal(veer_input_read(cases[i].path, NULL, &text, &length, &error),
                         VEER_BAD_VALUE);
        assert_string_equal(error.text, cases[i].error);
        assert_int_equal(veer_input_check(cases[i].path, &error), VEER_BAD_VALUE);
        assert_string_equal(error.text, cases[i].error);
    }
    VeerInputError error;
    char *text;
    size_t length;
    assert_int_equal(veer_input_read(FOLDER "/in/a.txt", NULL, &text, &length, &error), VEER_OK);
    assert_int_equal(length, 3);
    assert_memory_equal(text, "abc", 3);
    free(text);
}

static void sizes_are_held_against_limits(void **state)
{
    (void)state;
    const char *path = FOLDER "/large";
    VeerInputLimits limits = {.max_mib = 1};
    VeerInputError error;
    char *text;
    size_t length;
    put_file(path, "");
    assert_int_equal(truncate(path, 1 << 20), 0);
    assert_int_equal(veer_input_read(path, &limits, &text, &length, &error), VEER_OK);
    assert_int_equal(length, 1 << 20);
    free(text);
    assert_int_equal(truncate(path, (1 << 20) + 1), 0);
    assert_int_equal(veer_input_read(path, &limits, &text, &length, &error), VEER_BAD_VALUE);
    assert_string_equal(error.text, FOLDER "/large: is larger than 1 MiB");
    limits.max_mib = 2;
    assert_int_equal(veer_input_read(path, &limits, &text, &length, &error), VEER_OK);
    free(text);
    assert_true(veer_limit(NULL, VEER_LIMIT_CELLS) == 32u * 65536u);
    limits.max_mib = UINT32_MAX;
    assert_true(veer_limit(&limits, VEER_LIMIT_BYTES) == UINT64_C(2048) << 20);
}

static void named_files_stay_below_their_folder(void **state)
{
    static const struct {
        const char *named;
        bool is_inside;
    } cases[] = {{"a.txt", true},
                 {"below/b.txt", true},
                 {"in-link", true},
                 {"below/../a.txt", true},
                 {"../up.txt", false},
                 {"out-link", false},
                 {"folder-link/up.txt", false},
                 {"folder-link/in/a.txt", true},
                 {"/etc/passwd", false},
                 {"..", false},
                 {".", false},
                 {"", false},
                 {"../inside-by-name.txt", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        VeerInputPath path;
        VeerInputError error = {""};
        VeerStatus status =
            veer_input_beside(FOLDER "/in/scene.json", cases[i].named, NULL, &path, &error);
        if (status != (cases[i].is_inside ? VEER_OK : VEER_BAD_VALUE)) {
            fail_msg("\"%s\": %s", cases[i].named, error.text);
        }
    }
    VeerInputLimits anywhere = {.allows_outside = true};
    VeerInputPath path;
    VeerInputError error;
    assert_int_equal(veer_input_beside(FOLDER "/in/s.json", "../up.txt", &anywhere, &path, &error),
                     VEER_OK);
    assert_string_equal(path.text, FOLDER "/in/../up.txt");
    assert_int_equal(veer_input_beside(FOLDER "/in/s.json", "/up.txt", &anywhere, &path, &error),
                     VEER_OK);
    assert_string_equal(path.text, "/up.txt");
    char endless[5000];
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_int_equal(veer_input_beside("s.json", endless, &anywhere, &path, &error),
                     VEER_BAD_VALUE);
}

// Every reader, without a name, without a text of its length, and without a place for the result.
static void readers_refuse_nothing(void **state)
{
    VeerScenario *scenario;
    VeerMapText map;
    VeerMapScene scene;
    VeerVoxelText voxels;
    VeerVoxelScene problems;
    VeerLevel level;
    VeerRecordedRun run;
    VeerVoxel size = {8, 8, 8};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const char *name = i == 0 ? NULL : "n", *text = i == 1 ? NULL : "x";
        bool has_out = i != 2;
        const VeerStatus answers[] = {
            veer_scenario_read(name, text, 1, NULL, has_out ? &scenario : NULL, NULL),
            veer_map_text_read(name, text, 1, has_out ? &map : NULL, NULL),
            veer_map_png_read(name, text, 1, NULL, has_out ? &map : NULL, NULL),
            veer_map_tiled_read(name, text, 1, NULL, has_out ? &map : NULL, NULL),
            veer_map_scene_read(name, text, 1, NULL, 0, has_out ? &scene : NULL, NULL),
            veer_voxel_text_read(name, text, 1, has_out ? &voxels : NULL, NULL),
            veer_voxel_scene_read(name, text, 1, size, has_out ? &problems : NULL, NULL),
            veer_level_read(name, text, 1, has_out ? &level : NULL, NULL),
            veer_scenario_read_file(name, NULL, has_out ? &scenario : NULL, NULL),
            veer_map_read_file(name, NULL, has_out ? &map : NULL, NULL),
            veer_map_scene_read_file(name, NULL, has_out ? &scene : NULL, NULL),
            veer_voxel_text_read_file(name, NULL, has_out ? &voxels : NULL, NULL),
            veer_voxel_scene_read_file(name, size, NULL, has_out ? &problems : NULL, NULL),
            veer_level_read_file(name, NULL, has_out ? &level : NULL, NULL),
            veer_recording_read(name, NULL, has_out ? &run : NULL, NULL),
        };
        for (size_t k = 0; k < sizeof answers / sizeof *answers; k++) {
            assert_int_equal(answers[k], VEER_BAD_VALUE);
        }
    }
    // What is of no length may be nowhere; it is refused for what it is.
    assert_int_equal(veer_map_text_read("n", NULL, 0, &map, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_scenario_read("n", NULL, 0, NULL, &scenario, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_map_tiled_read("n", NULL, 0, NULL, &map, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_map_png_read("n", NULL, 0, NULL, &map, NULL), VEER_BAD_VALUE);
}

static void nothing_is_freed_and_asked(void **state)
{
    VeerWorld *world = NULL;
    VeerRecording *recording = NULL;
    VeerMetrics *metrics = NULL;
    uint32_t count = 7;
    double value;
    (void)state;
    veer_scenario_destroy(NULL);
    veer_map_text_free(NULL);
    veer_map_scene_free(NULL);
    veer_voxel_text_free(NULL);
    veer_voxel_scene_free(NULL);
    veer_level_free(NULL);
    veer_recorded_run_free(NULL);
    veer_recording_discard(NULL);
    veer_metrics_destroy(NULL);
    veer_map_text_lay(NULL, NULL, (VeerCell){0, 0});
    veer_voxel_text_lay(NULL, NULL, (VeerVoxel){0, 0, 0});
    assert_null(veer_scenario_text(NULL));
    assert_int_equal(veer_scenario_info(NULL).agents, 0);
    assert_null(veer_scenario_agents(NULL, &count));
    assert_int_equal(count, 0);
    assert_null(veer_scenario_expectations(NULL, NULL));
    assert_int_equal(veer_scenario_start(NULL, NULL, NULL, &world, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_scenario_update(NULL, NULL), VEER_BAD_VALUE);
    assert_null(veer_scene_text(NULL));
    assert_int_equal(veer_name_distance(NULL, "abc"), 3);
    assert_int_equal(veer_metrics_create(NULL, NULL, &metrics), VEER_BAD_VALUE);
    assert_int_equal(veer_metrics_observe(NULL, NULL, NULL), VEER_BAD_VALUE);
    assert_false(veer_metrics_is_done(NULL));
    assert_int_equal(veer_metrics_scores(NULL, NULL).agents, 0);
    assert_false(veer_scores_value(NULL, "agents", &value));
    assert_int_equal(veer_recording_create(NULL, 0.0f, NULL, NULL, &recording, NULL),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_recording_observe(NULL, NULL, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_recording_finish(NULL, NULL, NULL), VEER_BAD_VALUE);
}

static void maps_are_laid_anywhere(void **state)
{
    (void)state;
    char cells[] = "@@@@";
    VeerMapText map = {2, 2, cells, NULL};
    VeerGridDef def = veer_grid_def_default();
    VeerGrid *grid = veer_grid_init(aligned_alloc(64, (veer_grid_size(&def) + 63) / 64 * 64), &def);
    veer_map_text_lay(&map, grid, (VeerCell){INT32_MAX, INT32_MIN});
    veer_map_text_lay(&map, grid, (VeerCell){-1, -1});
    assert_true(veer_grid_is_blocked(grid, (VeerCell){0, 0}));
    assert_false(veer_grid_is_blocked(grid, (VeerCell){1, 0}));
    free(grid);
}

static void settings_that_are_not_there_are_refused(void **state)
{
    (void)state;
    static const char *const settings[] = {"world.dt=0.1", NULL};
    VeerScenarioOptions options = veer_scenario_options_default();
    VeerScenario *scenario;
    options.setting_count = 2;
    assert_int_equal(veer_scenario_read("n", "{}", 2, &options, &scenario, NULL), VEER_BAD_VALUE);
    options.settings = settings;
    assert_int_equal(veer_scenario_read("n", "{}", 2, &options, &scenario, NULL), VEER_BAD_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_regular_files_are_read),
        cmocka_unit_test(sizes_are_held_against_limits),
        cmocka_unit_test(named_files_stay_below_their_folder),
        cmocka_unit_test(readers_refuse_nothing),
        cmocka_unit_test(nothing_is_freed_and_asked),
        cmocka_unit_test(maps_are_laid_anywhere),
        cmocka_unit_test(settings_that_are_not_there_are_refused),
    };
    return cmocka_run_group_tests(tests, lay_out, clear_up);
}
