// Recordings where memory lacks: each allocation of the database fails, and each call of what
// unites walls; what is written or read is whole, or refused.
#include "io/scenario/scenario_maker.h"
#include "io/scores/near.h"

#include "veer/recording.h"

#include <geos_c.h>
#include <sqlite3.h>
#include <stdlib.h>

#define FILE_NAME "recording-lacking-test.sqlite"

/// Walls of all kinds, in a map with rooms.
static const char walled[] =
    "{\"world\": {\"dt\": 0.1}, \"map\": {\"rows\": [\"........\", \"..@.....\", \"..@@@@@@\", "
    "\"........\"], \"origin\": [-4, -2]}, \"obstacles\": ["
    " {\"kind\": \"ball\", \"position\": [-3, 1], \"radius\": 0.5},"
    " {\"kind\": \"chain\", \"points\": [[-1, 1], [0, 1], [0, 1.5]]},"
    " {\"kind\": \"polygon\", \"points\": [[1, -1.5], [2, -1.5], [2, -1]]}],"
    " \"groups\": [{\"radius\": 0.2, \"place\": {\"kind\": \"points\", \"points\": [[3, -1.5], "
    "[2.5, -0.5]]}, \"goal\": {\"kind\": \"points\", \"points\": [[-3, -1.5], [-3, -1]]}}]}";

/// Two floors that a link joins, and cells that an edge does.
static const char floors[] =
    "{\"world\": {\"dt\": 0.1}, \"map\": {\"mesh\": {\"vertices\": [[0, 0, 0], [4, 0, 0], [4, 4, "
    "0],"
    " [0, 4, 0], [6, 0, 3], [9, 0, 3], [9, 4, 3], [6, 4, 3]], \"polygons\": [[0, 1, 2, 3],"
    " [4, 5, 6, 7]]}, \"links\": [{\"from\": [3, 2, 0], \"to\": [7, 2, 3]}]}, \"groups\": "
    "[{\"place\":"
    " {\"kind\": \"points\", \"points\": [[2, 2, 0], [7, 2, 3]]}, \"radius\": 0.2}]}";
static const char cells[] = "{\"world\": {\"dt\": 0.1}, \"map\": {\"graph\": {\"nodes\": [[0, 0], "
                            "[10, 0]], \"edges\": [[0, 1]],"
                            " \"radius\": 1}}, \"groups\": [{\"place\": {\"kind\": \"points\", "
                            "\"points\": [[0, 0], [9, 0]]},"
                            " \"radius\": 0.2}]}";
static const char *recorded = walled;

static size_t calls_left; ///< of those below, until one fails; 0: none does

static bool fails(void)
{
    bool is_last = calls_left == 1;
    calls_left -= calls_left > 0;
    return is_last;
}

// --- The database's memory ---

static sqlite3_mem_methods system_memory;
static bool is_base_failing;

static void *base_take(int size)
{
    return is_base_failing && fails() ? NULL : system_memory.xMalloc(size);
}

static void *base_take_again(void *memory, int size)
{
    return is_base_failing && fails() ? NULL : system_memory.xRealloc(memory, size);
}

static int watch_base(void **unused)
{
    (void)unused;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &system_memory), SQLITE_OK);
    sqlite3_mem_methods watched = system_memory;
    watched.xMalloc = base_take;
    watched.xRealloc = base_take_again;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &watched), SQLITE_OK);
    // Memory that is set aside never fails.
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK);
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0), SQLITE_OK);
    return sqlite3_initialize();
}

// --- What unites walls ---

#define WRAP(type, name, declared, given)                                                          \
    type *__real_##name declared;                                                                  \
    type *__wrap_##name declared;                                                                  \
    type *__wrap_##name declared                                                                   \
    {                                                                                              \
        return !is_base_failing && fails() ? NULL : __real_##name given;                           \
    }
WRAP(GEOSGeometry, GEOSBuffer_r,
     (GEOSContextHandle_t geos, const GEOSGeometry *of, double width, int segments),
     (geos, of, width, segments))
WRAP(GEOSGeometry, GEOSBufferWithStyle_r,
     (GEOSContextHandle_t geos, const GEOSGeometry *of, double width, int segments, int cap,
      int join, double mitre),
     (geos, of, width, segments, cap, join, mitre))
WRAP(GEOSGeometry, GEOSIntersection_r,
     (GEOSContextHandle_t geos, const GEOSGeometry *of, const GEOSGeometry *other),
     (geos, of, other))
WRAP(GEOSGeometry, GEOSUnion_r,
     (GEOSContextHandle_t geos, const GEOSGeometry *of, const GEOSGeometry *other),
     (geos, of, other))
WRAP(GEOSGeometry, GEOSConvexHull_r, (GEOSContextHandle_t geos, const GEOSGeometry *of), (geos, of))
WRAP(GEOSGeometry, GEOSDifference_r,
     (GEOSContextHandle_t geos, const GEOSGeometry *of, const GEOSGeometry *other),
     (geos, of, other))
WRAP(const GEOSPreparedGeometry, GEOSPrepare_r, (GEOSContextHandle_t geos, const GEOSGeometry *of),
     (geos, of))
WRAP(GEOSGeometry, GEOSTopologyPreserveSimplify_r,
     (GEOSContextHandle_t geos, const GEOSGeometry *of, double most), (geos, of, most))
WRAP(GEOSGeometry, GEOSUnaryUnion_r, (GEOSContextHandle_t geos, const GEOSGeometry *of), (geos, of))
WRAP(GEOSGeometry, GEOSGeom_createPointFromXY_r, (GEOSContextHandle_t geos, double x, double y),
     (geos, x, y))
WRAP(GEOSWKTWriter, GEOSWKTWriter_create_r, (GEOSContextHandle_t geos), (geos))
WRAP(GEOSGeometry, GEOSGeom_createCollection_r,
     (GEOSContextHandle_t geos, int type, GEOSGeometry **parts, unsigned count),
     (geos, type, parts, count))

// --- Recordings ---

/// Records three ticks, with one call failing. @return whether that was one of those made
static bool record_failing(size_t failing)
{
    VeerScenario *scenario = read_text(recorded);
    VeerWorld *world = start(scenario);
    VeerFile *file = NULL;
    VeerRecording *recording = NULL;
    VeerInputError error = {""};
    assert_int_equal(veer_file_create(FILE_NAME, &file, &error), VEER_OK);
    calls_left = failing;
    VeerStatus status = veer_recording_create(file, 0.0f, scenario, world, &recording, &error);
    for (int i = 0; status == VEER_OK && i < 3; ++i) {
        run(scenario, world, 1);
        status = veer_recording_observe(recording, scenario, world, &error);
    }
    if (status == VEER_OK) {
        status = veer_recording_finish(recording, world, &error);
    } else if (recording) {
        veer_recording_discard(recording);
    }
    bool has_failed = failing > 0 && calls_left == 0;
    calls_left = 0;
    if (status == VEER_OK) {
        assert_int_equal(veer_file_complete(file, &error), VEER_OK);
        assert_int_equal(veer_file_publish(&file, 1, &error), VEER_OK);
    } else {
        assert_true(has_failed);
        assert_non_null(strstr(error.text, FILE_NAME ": "));
    }
    veer_file_destroy(file);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return has_failed;
}

/// The walkable area that was recorded, to be freed; NULL: there is no recording.
static char *recorded_area(void)
{
    sqlite3 *base = NULL;
    sqlite3_stmt *statement = NULL;
    char *area = NULL;
    if (sqlite3_open_v2(FILE_NAME, &base, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK) {
        assert_int_equal(sqlite3_prepare_v2(base, "SELECT wkt FROM geometry", -1, &statement, NULL),
                         SQLITE_OK);
        assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        area = malloc(strlen(text) + 1);
        assert_non_null(area);
        memcpy(area, text, strlen(text) + 1);
        assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
    }
    sqlite3_close(base);
    return area;
}

/// Each call in turn: there is no recording after it, or the same one. @return how many there are
static size_t fail_each(size_t step)
{
    (void)remove(FILE_NAME);
    assert_false(record_failing(0));
    char *area = recorded_area();
    assert_non_null(area);
    size_t failing = 1, refused = 0;
    for (bool has_failed = true; has_failed; failing += step) {
        (void)remove(FILE_NAME);
        has_failed = record_failing(failing);
        char *other = recorded_area();
        if (other) {
            assert_string_equal(other, area);
        }
        refused += !other;
        free(other);
    }
    assert_true(refused > 10);
    free(area);
    return failing;
}

static void recordings_survive_each_failed_allocation_of_the_database(void **unused)
{
    (void)unused;
    is_base_failing = true;
    assert_true(fail_each(7) > 200);
    is_base_failing = false;
}

static void recordings_survive_each_failed_union_of_walls(void **unused)
{
    (void)unused;
    assert_true(fail_each(1) > 15);
}

static void recordings_survive_each_failed_union_of_ground(void **unused)
{
    (void)unused;
    recorded = floors;
    assert_true(fail_each(1) > 10);
    recorded = cells;
    assert_true(fail_each(1) > 10);
    recorded = walled;
}

static void reading_survives_each_failed_allocation_of_the_database(void **unused)
{
    (void)unused;
    (void)remove(FILE_NAME);
    assert_false(record_failing(0));
    is_base_failing = true;
    VeerStatus status = VEER_OUT_OF_MEMORY;
    bool has_failed = true;
    for (size_t failing = 1; has_failed; ++failing) {
        VeerRecordedRun again = {0};
        VeerInputError error = {""};
        calls_left = failing;
        status = veer_recording_read(FILE_NAME, NULL, &again, &error);
        has_failed = calls_left == 0;
        calls_left = 0;
        assert_true(status == VEER_OK || (has_failed && strstr(error.text, FILE_NAME)));
        veer_recorded_run_free(&again);
    }
    is_base_failing = false;
    assert_int_equal(status, VEER_OK);
    (void)remove(FILE_NAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_survive_each_failed_allocation_of_the_database),
        cmocka_unit_test(recordings_survive_each_failed_union_of_walls),
        cmocka_unit_test(recordings_survive_each_failed_union_of_ground),
        cmocka_unit_test(reading_survives_each_failed_allocation_of_the_database),
    };
    return cmocka_run_group_tests(tests, watch_base, NULL);
}
