/// What a recording tells of its run.
#include "veer/recording.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// One value of the metadata, to be freed; NULL when it is not there.
static char *read_metadata(sqlite3 *base, const char *key)
{
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(base, "SELECT value FROM metadata WHERE key = ?", -1, &query, NULL) !=
        SQLITE_OK) {
        return NULL;
    }
    sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC);
    char *value = NULL;
    if (sqlite3_step(query) == SQLITE_ROW && sqlite3_column_text(query, 0)) {
        size_t size = (size_t)sqlite3_column_bytes(query, 0) + 1;
        value = malloc(size);
        if (value) {
            memcpy(value, sqlite3_column_text(query, 0), size);
        }
    }
    sqlite3_finalize(query);
    return value;
}

VeerStatus veer_recording_read(const char *path, VeerRecordedRun *out, VeerInputError *error)
{
    sqlite3 *base = NULL;
    if (sqlite3_open_v2(path, &base, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
        snprintf(error->text, sizeof error->text, "%.200s: cannot be read: %.200s", path,
                 base ? sqlite3_errmsg(base) : "no memory");
        sqlite3_close(base);
        return VEER_BAD_VALUE;
    }
    char *scenario = read_metadata(base, "veer_scenario");
    char *ticks = read_metadata(base, "veer_ticks"), *hash = read_metadata(base, "veer_hash");
    sqlite3_close(base);
    bool is_whole = scenario && ticks && hash;
    if (is_whole) {
        *out = (VeerRecordedRun){scenario, strtoull(ticks, NULL, 10), strtoull(hash, NULL, 16)};
        scenario = NULL;
    }
    free(scenario);
    free(ticks);
    free(hash);
    if (!is_whole) {
        snprintf(error->text, sizeof error->text, "%.200s: is no recording that veer made", path);
        return VEER_BAD_VALUE;
    }
    return VEER_OK;
}

void veer_recorded_run_free(VeerRecordedRun *run)
{
    free(run->scenario);
    *run = (VeerRecordedRun){0};
}
