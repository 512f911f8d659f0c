/// What a recording tells of its run. Nothing that is in the file is believed: it may have been
/// made to crash who reads it, or to keep it busy for ever.
#include "veer/recording.h"

#include "io/base/input.h"

#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// A recording under reading.
typedef struct RecordingReading {
    const char *path;
    VeerInputError *error;
    sqlite3 *base;
    sqlite3_stmt *query;
    clock_t begin;
    uint32_t portions; ///< of operations that were run
    VeerStatus status;
} RecordingReading;

enum {
    PORTION = 100,       ///< operations of the database's machine between two looks at the clock
    MOST_PORTIONS = 1000 ///< a recording that is one takes a few
};

static bool fail(RecordingReading *reading, const char *what, const char *why)
{
    if (reading->status == VEER_OK) {
        reading->status = veer_input_fail(reading->path, reading->error, what, why);
    }
    return false;
}

static bool fail_memory(RecordingReading *reading)
{
    (void)fail(reading, "out of memory", "");
    reading->status = VEER_OUT_OF_MEMORY;
    return false;
}

/// What the database says is wrong.
static bool fail_base(RecordingReading *reading)
{
    int code = reading->base ? sqlite3_errcode(reading->base) : SQLITE_NOMEM;
    return code == SQLITE_NOMEM       ? fail_memory(reading)
           : code == SQLITE_INTERRUPT ? fail(reading, "takes too long to read", "")
           : code == SQLITE_NOTADB
               ? fail(reading, "is no recording that veer made", "")
               : fail(reading, "cannot be read: ", sqlite3_errmsg(reading->base));
}

/// Ends what runs for too long. @return not 0: it is to end
static int is_too_long(void *context)
{
    RecordingReading *reading = context;
    return ++reading->portions > MOST_PORTIONS || clock() - reading->begin > CLOCKS_PER_SEC;
}

/// The path as a name by which nothing is written, nor any journal looked at. To be freed.
static char *uri_of(const char *path)
{
    static const char digits[] = "0123456789abcdef", end[] = "?mode=ro&immutable=1";
    char *uri = malloc(sizeof "file://" + 3 * strlen(path) + sizeof end);
    char *at = uri;
    if (!uri) {
        return NULL;
    }
    at += sprintf(at, "%s", path[0] == '/' ? "file://" : "file:");
    for (; *path; path++) {
        unsigned char letter = (unsigned char)*path;
        if (letter == '/') {
            *at++ = '/';
            continue;
        }
        *at++ = '%';
        *at++ = digits[letter >> 4];
        *at++ = digits[letter & 15u];
    }
    memcpy(at, end, sizeof end);
    return uri;
}

/// Turns off whatever a file could bring along to be run.
static void distrust(sqlite3 *base, const VeerInputLimits *limits)
{
    static const int off[] = {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_VIEW,
                              SQLITE_DBCONFIG_ENABLE_TRIGGER,
                              SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION};
    static const struct {
        int id, most;
    } most[] = {{SQLITE_LIMIT_SQL_LENGTH, 100000}, {SQLITE_LIMIT_COLUMN, 100},
                {SQLITE_LIMIT_EXPR_DEPTH, 20},     {SQLITE_LIMIT_COMPOUND_SELECT, 3},
                {SQLITE_LIMIT_VDBE_OP, 25000},     {SQLITE_LIMIT_ATTACHED, 0},
                {SQLITE_LIMIT_TRIGGER_DEPTH, 1},   {SQLITE_LIMIT_WORKER_THREADS, 0}};
    uint64_t bytes = veer_limit(limits, VEER_LIMIT_BYTES);
    (void)sqlite3_db_config(base, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        (void)sqlite3_db_config(base, off[i], 0, NULL);
    }
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        (void)sqlite3_limit(base, most[i].id, most[i].most);
    }
    (void)sqlite3_limit(base, SQLITE_LIMIT_LENGTH, bytes < INT_MAX ? (int)bytes : INT_MAX);
}

static bool open_base(RecordingReading *reading, const VeerInputLimits *limits)
{
    char *uri = uri_of(reading->path);
    if (!uri) {
        return fail_memory(reading);
    }
    int code = sqlite3_open_v2(uri, &reading->base, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    free(uri);
    if (code != SQLITE_OK) {
        return fail_base(reading);
    }
    distrust(reading->base, limits);
    sqlite3_progress_handler(reading->base, PORTION, is_too_long, reading);
    // A file may ask for more of a cache.
    return sqlite3_exec(reading->base, "PRAGMA cache_size = -2000; PRAGMA mmap_size = 0", NULL,
                        NULL, NULL) == SQLITE_OK ||
           fail_base(reading);
}

static bool prepare(RecordingReading *reading, const char *text)
{
    sqlite3_finalize(reading->query);
    reading->query = NULL;
    return sqlite3_prepare_v2(reading->base, text, -1, &reading->query, NULL) == SQLITE_OK ||
           fail_base(reading);
}

/// Whether the metadata are a table, and nothing that is worked out as it is read: views, virtual
/// tables and generated columns may hold any program.
static bool check_table(RecordingReading *reading)
{
    enum { HIDDEN = 6 };
    if (!prepare(reading, "SELECT 1 FROM sqlite_schema WHERE name = 'metadata' AND type = 'table'"
                          " AND rootpage > 0")) {
        return false;
    }
    int code = sqlite3_step(reading->query);
    if (code != SQLITE_ROW) {
        return code == SQLITE_DONE ? fail(reading, "is no recording that veer made", "")
                                   : fail_base(reading);
    }
    if (!prepare(reading, "PRAGMA main.table_xinfo(metadata)")) {
        return false;
    }
    while ((code = sqlite3_step(reading->query)) == SQLITE_ROW) {
        if (sqlite3_column_int(reading->query, HIDDEN) != 0) {
            return fail(reading, "is no recording that veer made", "");
        }
    }
    return code == SQLITE_DONE || fail_base(reading);
}

/// A text of the row that was queried. @return NULL: it is none, or not there, or no memory
static const char *text_of(RecordingReading *reading, int column, const char *key)
{
    if (sqlite3_column_type(reading->query, column) == SQLITE_TEXT) {
        const char *text = (const char *)sqlite3_column_text(reading->query, column);
        if (!text) {
            (void)fail_memory(reading);
            return NULL;
        }
        if (strlen(text) == (size_t)sqlite3_column_bytes(reading->query, column)) {
            return text;
        }
    }
    (void)fail(reading, "is no recording that veer made: its metadata must have a text: ", key);
    return NULL;
}

/// Reads all of a text as a number, of at most `most` digits.
static bool read_number(RecordingReading *reading, int column, const char *key, int base,
                        size_t most, uint64_t *out)
{
    static const char digits[] = "0123456789abcdef";
    const char *text = text_of(reading, column, key);
    size_t length = text ? strlen(text) : 0;
    uint64_t number = 0;
    bool is_number = length > 0 && length <= most;
    for (size_t i = 0; is_number && i < length; i++) {
        const char *at = memchr(digits, text[i], (size_t)base);
        uint64_t digit = at ? (uint64_t)(at - digits) : 0;
        is_number = at && number <= (UINT64_MAX - digit) / (uint64_t)base;
        number = number * (uint64_t)base + digit;
    }
    *out = number;
    return is_number || fail(reading, "its metadata must have a whole number: ", key);
}

static bool read_run(RecordingReading *reading, VeerRecordedRun *out)
{
    VeerRecordedRun run = {0};
    if (sqlite3_step(reading->query) != SQLITE_ROW) {
        return fail_base(reading);
    }
    const char *scenario = text_of(reading, 0, "veer_scenario");
    if (!scenario || !read_number(reading, 1, "veer_ticks", 10, 20, &run.ticks) ||
        !read_number(reading, 2, "veer_hash", 16, 16, &run.hash)) {
        return false;
    }
    size_t size = strlen(scenario) + 1;
    run.scenario = malloc(size);
    if (!run.scenario) {
        return fail_memory(reading);
    }
    memcpy(run.scenario, scenario, size);
    *out = run;
    return true;
}

VeerStatus veer_recording_read(const char *path, const VeerInputLimits *limits,
                               VeerRecordedRun *out, VeerInputError *error)
{
    static const char text[] = "SELECT (SELECT value FROM main.metadata WHERE key ="
                               " 'veer_scenario'),"
                               " (SELECT value FROM main.metadata WHERE key = 'veer_ticks'),"
                               " (SELECT value FROM main.metadata WHERE key = 'veer_hash')";
    VeerInputError own;
    if (!veer_input_is_given(path, "", 0, out, &error, &own)) {
        return VEER_BAD_VALUE;
    }
    RecordingReading reading = {.path = path, .error = error, .begin = clock()};
    VeerStatus status = veer_input_check(path, error);
    if (status != VEER_OK) {
        return status;
    }
    (void)(open_base(&reading, limits) && check_table(&reading) && prepare(&reading, text) &&
           read_run(&reading, out));
    sqlite3_finalize(reading.query);
    sqlite3_close(reading.base);
    return reading.status;
}

void veer_recorded_run_free(VeerRecordedRun *run)
{
    if (!run) {
        return;
    }
    free(run->scenario);
    *run = (VeerRecordedRun){0};
}
