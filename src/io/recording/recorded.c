/// What a recording tells of its run.
#include "veer/recording.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Takes what the metadata hold. @return false: something is not there, or no memory
static bool read_run(sqlite3_stmt *query, VeerRecordedRun *out)
{
    if (sqlite3_step(query) != SQLITE_ROW) {
        return false;
    }
    const unsigned char *texts[3];
    for (int i = 0; i < 3; i++) {
        texts[i] = sqlite3_column_text(query, i);
    }
    size_t size = (size_t)sqlite3_column_bytes(query, 0) + 1;
    char *scenario = texts[0] && texts[1] && texts[2] ? malloc(size) : NULL;
    if (scenario) {
        memcpy(scenario, texts[0], size);
        *out = (VeerRecordedRun){scenario, strtoull((const char *)texts[1], NULL, 10),
                                 strtoull((const char *)texts[2], NULL, 16)};
    }
    return scenario;
}

VeerStatus veer_recording_read(const char *path, VeerRecordedRun *out, VeerInputError *error)
{
    static const char text[] = "SELECT (SELECT value FROM metadata WHERE key = 'veer_scenario'),"
                               " (SELECT value FROM metadata WHERE key = 'veer_ticks'),"
                               " (SELECT value FROM metadata WHERE key = 'veer_hash')";
    sqlite3 *base = NULL;
    sqlite3_stmt *query = NULL;
    bool is_open = sqlite3_open_v2(path, &base, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;
    bool is_read = is_open && sqlite3_prepare_v2(base, text, -1, &query, NULL) == SQLITE_OK &&
                   read_run(query, out);
    if (!is_open) {
        snprintf(error->text, sizeof error->text, "%.200s: cannot be read: %.200s", path,
                 base ? sqlite3_errmsg(base) : "no memory");
    } else if (!is_read) {
        snprintf(error->text, sizeof error->text, "%.200s: is no recording that veer made", path);
    }
    sqlite3_finalize(query);
    sqlite3_close(base);
    return is_read ? VEER_OK : VEER_BAD_VALUE;
}

void veer_recorded_run_free(VeerRecordedRun *run)
{
    free(run->scenario);
    *run = (VeerRecordedRun){0};
}
