#include "results.h"

#include "csv.h"
#include "run/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool write_folder(const VeerResults *results, VeerFolder *folder, VeerInputError *error)
{
    if (!veer_folder_begin(folder, results->args->out, error) ||
        !results->draw(results->user, folder, error)) {
        return false;
    }
    VeerPath table = veer_folder_add(folder, results->table);
    VeerPath summary = veer_folder_add(folder, "summary.json");
    if (!veer_csv_write(table.text, results->rows, error)) {
        return false;
    }
    return json_dump_file(results->json, summary.text, VEER_JSON_FLAGS) == 0 ||
           veer_folder_fail(error, summary.text, strerror(errno));
}

/// Writes the table beside its place. @param partial  room for that path
static bool write_table(const VeerResults *results, VeerPath *partial, VeerInputError *error)
{
    snprintf(partial->text, sizeof partial->text, "%s.partial", results->args->csv);
    return veer_csv_write(partial->text, results->rows, error);
}

static bool publish(const VeerResults *results, VeerFolder *folder, const VeerPath *table,
                    VeerInputError *error)
{
    const char *csv = results->args->csv;
    if (csv && rename(table->text, csv) != 0) {
        return veer_folder_fail(error, csv, strerror(errno));
    }
    if (results->args->out && !veer_folder_publish(folder, error)) {
        if (csv) {
            remove(csv);
        }
        return false;
    }
    return true;
}

bool veer_results_write(const VeerResults *results, VeerInputError *error)
{
    VeerFolder folder = {0};
    VeerPath table = {""};
    const VeerArgs *args = results->args;
    bool is_written = (!args->out || write_folder(results, &folder, error)) &&
                      (!args->csv || write_table(results, &table, error)) &&
                      publish(results, &folder, &table, error);
    if (!is_written) {
        veer_folder_discard(&folder);
        if (table.text[0]) {
            remove(table.text);
        }
        return false;
    }
    if (args->is_json) {
        json_dumpf(results->json, stdout, VEER_JSON_FLAGS);
        putchar('\n');
    }
    return true;
}
