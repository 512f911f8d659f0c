#define _XOPEN_SOURCE 700 // limits of files
#include "io/scenario/scenario_maker.h"
#include "io/scores/near.h"

#include "veer/recording.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/resource.h>

#define FILE_NAME "recording-test.sqlite"

static const char planar[] =
    "{\"name\": \"pair\", \"world\": {\"dt\": 0.0083333333, \"duration\": 2, \"seed\": 18446744073,"
    " \"viewport\": [[-5, -5], [5, 5]]}, \"obstacles\": ["
    " {\"kind\": \"ball\", \"position\": [0, 3], \"radius\": 1},"
    " {\"kind\": \"ball\", \"position\": [0.5, 3], \"radius\": 1},"
    " {\"kind\": \"ball\", \"position\": [3, 3], \"radius\": 0.5, \"velocity\": [1, 0]},"
    " {\"kind\": \"polygon\", \"points\": [[-1, -8], [1, -8], [0, -7]]}],"
    " \"groups\": [{\"radius\": {\"min\": 0.25, \"max\": 0.5}, \"place\": {\"kind\": \"points\","
    " \"points\": [[-2, 0], [2, 0.5]]}, \"goal\": {\"kind\": \"mirrored\"}}]}";

static const char spatial[] =
    "{\"world\": {\"space\": \"spatial\"}, \"groups\": [{\"radius\": 0.25, \"place\": {\"kind\":"
    " \"points\", \"points\": [[-2, 0, 1]]}, \"goal\": {\"kind\": \"mirrored\"}}]}";

static bool exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
    }
    return file != NULL;
}

/// Records some ticks of a scenario; returns the world's hash.
static uint64_t record(const char *text, float fps, uint32_t ticks)
{
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    VeerFile *file = NULL;
    VeerRecording *recording = NULL;
    VeerInputError error = {""};
    assert_int_equal(veer_file_create(FILE_NAME, &file, &error), VEER_OK);
    assert_int_equal(veer_recording_create(file, fps, scenario, world, &recording, &error),
                     VEER_OK);
    for (uint32_t i = 0; i < ticks; i++) {
        run(scenario, world, 1);
        assert_int_equal(veer_recording_observe(recording, scenario, world, &error), VEER_OK);
    }
    assert_int_equal(veer_recording_finish(recording, world, &error), VEER_OK);
    assert_int_equal(veer_file_complete(file, &error), VEER_OK);
    assert_int_equal(veer_file_publish(&file, 1, &error), VEER_OK);
    veer_file_destroy(file);
    uint64_t hash = veer_world_hash(world);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return hash;
}

/// The first column of the first row of a query, as text, to be freed.
static char *ask(const char *query)
{
    sqlite3 *base;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open_v2(FILE_NAME, &base, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(base, query, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const char *text = (const char *)sqlite3_column_text(statement, 0);
    char *copy = malloc(strlen(text) + 1);
    assert_non_null(copy);
    memcpy(copy, text, strlen(text) + 1);
    sqlite3_finalize(statement);
    sqlite3_close(base);
    return copy;
}

static void assert_answer(const char *query, const char *expected)
{
    char *answer = ask(query);
    assert_string_equal(answer, expected);
    free(answer);
}

static void assert_number(const char *query, double expected, double tolerance)
{
    char *answer = ask(query);
    assert_near(strtod(answer, NULL), expected, tolerance);
    free(answer);
}

#define COLUMNS "SELECT group_concat(name, ' ') FROM pragma_table_info"

static void recording_has_the_tables_of_version_2(void **state)
{
    (void)state;
    record(planar, 0.0f, 12);
    assert_answer(COLUMNS "('trajectory_data')", "frame id pos_x pos_y ori_x ori_y");
    assert_answer(COLUMNS "('metadata')", "key value");
    assert_answer(COLUMNS "('geometry')", "hash wkt");
    assert_answer(COLUMNS "('frame_data')", "frame geometry_hash");
    assert_answer("SELECT group_concat(name, ' ') FROM pragma_index_info('frame_id_idx')",
                  "frame id");
    assert_answer("SELECT value FROM metadata WHERE key = 'version'", "2");
    remove(FILE_NAME);
}

static void recording_divides_the_rate_of_ticks(void **state)
{
    (void)state;
    record(planar, 0.0f, 12);
    assert_answer("SELECT value FROM metadata WHERE key = 'fps'", "60");
    assert_answer("SELECT count(*) FROM trajectory_data", "14");
    assert_answer("SELECT max(frame) FROM trajectory_data", "6");
    record(planar, 25.0f, 12);
    assert_answer("SELECT value FROM metadata WHERE key = 'fps'", "24");
    assert_answer("SELECT count(*) FROM trajectory_data", "6");
    record(planar, 1000.0f, 12);
    assert_answer("SELECT value FROM metadata WHERE key = 'fps'", "120");
    assert_answer("SELECT count(*) FROM trajectory_data", "26");
    remove(FILE_NAME);
}

static void recording_starts_where_the_agents_do(void **state)
{
    (void)state;
    record(planar, 0.0f, 120);
    assert_number("SELECT pos_x FROM trajectory_data WHERE frame = 0 AND id = 1", -2.0, 0.0);
    assert_number("SELECT pos_y FROM trajectory_data WHERE frame = 0 AND id = 2", 0.5, 0.0);
    assert_number("SELECT max(abs(ori_x * ori_x + ori_y * ori_y - 1)) FROM trajectory_data", 0.0,
                  1e-5);
    assert_number("SELECT value FROM metadata WHERE key = 'xmin'", -2.0, 0.0);
    assert_number("SELECT value - (SELECT max(pos_x) FROM trajectory_data) FROM metadata"
                  " WHERE key = 'xmax'",
                  0.0, 1e-6);
    assert_answer("SELECT value FROM metadata WHERE key = 'veer_seed'", "18446744073");
    assert_answer("SELECT json_array_length(value) FROM metadata WHERE key = 'veer_radii'", "2");
    remove(FILE_NAME);
}

static uint32_t count_rings(const char *text)
{
    uint32_t rings = 0;
    for (const char *at = strchr(text, '('); (at = strchr(at + 1, '(')) != NULL;) {
        rings++;
    }
    return rings;
}

static void recording_gives_each_frame_its_walkable_area(void **state)
{
    (void)state;
    record(planar, 0.0f, 12);
    assert_answer("SELECT count(*) FROM geometry", "1");
    assert_answer("SELECT count(*) FROM frame_data JOIN geometry ON geometry_hash = hash", "7");
    char *ground = ask("SELECT wkt FROM geometry");
    // The viewport, stretched to hold the polygon; the moving ball is none of it, and the two that
    // overlap make one hole.
    assert_memory_equal(ground, "POLYGON ((", 10);
    assert_non_null(strstr(ground, "-5 -8.0"));
    assert_int_equal(count_rings(ground), 1 + 2);
    assert_non_null(strstr(ground, "-1 -8"));
    assert_non_null(strstr(ground, "0 -7"));
    free(ground);
    remove(FILE_NAME);
}

/// The walkable area of agents at (-2, 0) and (2, 0.5) among barriers.
static char *area_among(const char *barriers)
{
    char text[1024];
    snprintf(text, sizeof text,
             "{\"world\": {\"viewport\": [[-5, -5], [5, 5]]}, %s, \"groups\": [{\"radius\": 0.25,"
             " \"place\": {\"kind\": \"points\", \"points\": [[-2, 0], [2, 0.5]]}}]}",
             barriers);
    record(text, 0.0f, 1);
    return ask("SELECT wkt FROM geometry");
}

static void recording_cuts_the_room_out_that_chains_enclose(void **state)
{
    (void)state;
    char *area = area_among("\"obstacles\": [{\"kind\": \"chain\", \"closed\": true, \"points\":"
                            " [[-4, -4], [4, -4], [4, 4], [-4, 4]]}, {\"kind\": \"chain\","
                            " \"points\": [[0, -3], [0, 3]]}]");
    assert_int_equal(count_rings(area), 1 + 1);
    assert_null(strstr(area, "5 5"));
    assert_non_null(strstr(area, "3.9995 3.9995"));
    free(area);
    remove(FILE_NAME);
}

static void recording_leaves_walls_out_that_part_agents(void **state)
{
    (void)state;
    char *area = area_among("\"obstacles\": [{\"kind\": \"chain\", \"points\":"
                            " [[0, -9], [0, 9]]}, {\"kind\": \"ball\", \"position\": [0, 2],"
                            " \"radius\": 0.5}]");
    assert_int_equal(count_rings(area), 1 + 1);
    free(area);
    remove(FILE_NAME);
}

static void recording_cuts_blocked_cells_out(void **state)
{
    (void)state;
    char *area = area_among("\"map\": {\"origin\": [-4, -2], \"rows\": [\"@@@@@@@@\","
                            " \"@......@\", \"@..@@..@\", \"@@@@@@@@\"]}");
    assert_int_equal(count_rings(area), 1);
    assert_non_null(strstr(area, "-3 -1"));
    assert_non_null(strstr(area, "1 0, -1 0"));
    assert_null(strstr(area, "2"));
    free(area);
    remove(FILE_NAME);
}

static void recording_adds_height_in_space(void **state)
{
    (void)state;
    record(spatial, 0.0f, 3);
    assert_answer(COLUMNS "('trajectory_data')", "frame id pos_x pos_y ori_x ori_y pos_z");
    assert_number("SELECT pos_z FROM trajectory_data WHERE frame = 0", 1.0, 0.0);
    remove(FILE_NAME);
}

static void recording_adds_height_over_floors(void **state)
{
    (void)state;
    static const char floors[] =
        "{\"map\": {\"mesh\": {\"vertices\": [[0, 0, 3], [9, 0, 3], [9, 9, 3], [0, 9, 3]], "
        "\"polygons\": [[0, 1, 2, 3]]}}, \"groups\": [{\"place\": {\"kind\": \"points\", "
        "\"points\": [[4, 4, 3]]}, \"radius\": 0.3}]}";
    record(floors, 0.0f, 3);
    assert_answer(COLUMNS "('trajectory_data')", "frame id pos_x pos_y ori_x ori_y pos_z");
    assert_number("SELECT pos_z FROM trajectory_data WHERE frame = 2", 3.0, 0.0);
    remove(FILE_NAME);
}

static void recording_can_be_repeated(void **state)
{
    (void)state;
    uint64_t hash = record(planar, 0.0f, 100);
    VeerRecordedRun again;
    VeerInputError error = {""};
    assert_int_equal(veer_recording_read(FILE_NAME, NULL, &again, &error), VEER_OK);
    assert_true(again.ticks == 100 && again.hash == hash);
    VeerScenario *scenario = read_text(again.scenario);
    assert_true(hash_after(scenario, 100) == hash);
    veer_scenario_destroy(scenario);
    veer_recorded_run_free(&again);
    remove(FILE_NAME);
}

/// Records until the file would be larger than it may be. @param room  bytes
static VeerStatus record_within(rlim_t room, VeerInputError *error)
{
    VeerScenario *scenario = read_text(planar);
    VeerWorld *world = start(scenario);
    VeerFile *file = NULL;
    VeerRecording *recording = NULL;
    struct rlimit all, little;
    assert_int_equal(veer_file_create(FILE_NAME, &file, error), VEER_OK);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
    signal(SIGXFSZ, SIG_IGN);
    little = (struct rlimit){room, all.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    VeerStatus status = veer_recording_create(file, 0.0f, scenario, world, &recording, error);
    assert_int_equal(status, VEER_OK);
    for (int i = 0; status == VEER_OK && i < 200; i++) {
        run(scenario, world, 1);
        status = veer_recording_observe(recording, scenario, world, error);
    }
    if (status == VEER_OK) {
        status = veer_recording_finish(recording, world, error);
    } else {
        veer_recording_discard(recording);
    }
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
    veer_file_destroy(file);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return status;
}

static void recording_says_that_the_disk_is_full(void **state)
{
    (void)state;
    for (rlim_t room = 1000; room <= 16000; room += 3000) {
        VeerInputError error = {""};
        assert_int_equal(record_within(room, &error), VEER_BAD_VALUE);
        assert_string_equal(error.text, FILE_NAME ": cannot be written: database or disk is full");
        assert_false(exists(FILE_NAME));
    }
}

static void recording_leaves_nothing_when_discarded(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(planar);
    VeerWorld *world = start(scenario);
    VeerFile *file = NULL;
    VeerRecording *recording;
    VeerInputError error;
    assert_int_equal(veer_file_create(FILE_NAME, &file, &error), VEER_OK);
    assert_int_equal(veer_recording_create(file, 0.0f, scenario, world, &recording, &error),
                     VEER_OK);
    veer_recording_discard(recording);
    veer_file_destroy(file);
    assert_false(exists(FILE_NAME));
    veer_recording_discard(NULL);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void recording_read_refuses_other_files(void **state)
{
    (void)state;
    VeerRecordedRun run;
    VeerInputError error = {""};
    assert_int_equal(veer_recording_read("no-such-file.sqlite", NULL, &run, &error),
                     VEER_BAD_VALUE);
    assert_string_equal(error.text,
                        "no-such-file.sqlite: cannot be read: No such file or directory");
    FILE *file = fopen(FILE_NAME, "wb");
    assert_non_null(file);
    fputs("not a database", file);
    fclose(file);
    assert_int_equal(veer_recording_read(FILE_NAME, NULL, &run, &error), VEER_BAD_VALUE);
    assert_string_equal(error.text, FILE_NAME ": is no recording that veer made");
    remove(FILE_NAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recording_has_the_tables_of_version_2),
        cmocka_unit_test(recording_divides_the_rate_of_ticks),
        cmocka_unit_test(recording_starts_where_the_agents_do),
        cmocka_unit_test(recording_gives_each_frame_its_walkable_area),
        cmocka_unit_test(recording_cuts_the_room_out_that_chains_enclose),
        cmocka_unit_test(recording_leaves_walls_out_that_part_agents),
        cmocka_unit_test(recording_cuts_blocked_cells_out),
        cmocka_unit_test(recording_adds_height_in_space),
        cmocka_unit_test(recording_adds_height_over_floors),
        cmocka_unit_test(recording_can_be_repeated),
        cmocka_unit_test(recording_says_that_the_disk_is_full),
        cmocka_unit_test(recording_leaves_nothing_when_discarded),
        cmocka_unit_test(recording_read_refuses_other_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
