#include "results.h"

#include "json.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/// A text, in quotes where it needs them (RFC 4180).
static void write_text(FILE *file, const char *text)
{
    bool is_quoted = strpbrk(text, ",\"\n\r") != NULL;
    if (is_quoted) {
        fputc('"', file);
    }
    for (const char *letter = text; *letter; letter++) {
        if (*letter == '"') {
            fputc('"', file);
        }
        fputc(*letter, file);
    }
    if (is_quoted) {
        fputc('"', file);
    }
}

static void write_value(FILE *file, const json_t *value)
{
    if (json_is_string(value)) {
        write_text(file, json_string_value(value));
    } else if (json_is_integer(value)) {
        fprintf(file, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else if (json_is_real(value)) {
        fprintf(file, "%.9g", json_real_value(value));
    }
}

static void write_row(FILE *file, json_t *row, bool is_head)
{
    const char *key, *gap = "";
    json_t *value;
    json_object_foreach(row, key, value)
    {
        fputs(gap, file);
        gap = ",";
        if (is_head) {
            write_text(file, key);
        } else {
            write_value(file, value);
        }
    }
    fputc('\n', file);
}

/// Writes rows of equal keys as comma-separated values, with a line of their names first. What is
/// null stays empty. On failure there is no file.
static bool write_csv(const char *path, const json_t *rows, VeerInputError *error)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        return veer_folder_fail(error, path, strerror(errno));
    }
    write_row(file, json_array_get(rows, 0), true);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        write_row(file, json_array_get(rows, i), false);
    }
    bool is_whole = !ferror(file);
    is_whole = fclose(file) == 0 && is_whole;
    if (!is_whole) {
        remove(path);
        return veer_folder_fail(error, path, "the disk does not take it");
    }
    return true;
}

static bool write_folder(const VeerResults *results, VeerFolder *folder, VeerInputError *error)
{
    if (!veer_folder_begin(folder, results->args->out, error) ||
        !results->draw(results->user, folder, error)) {
        return false;
    }
    VeerPath table = veer_folder_add(folder, results->table);
    VeerPath summary = veer_folder_add(folder, "summary.json");
    return write_csv(table.text, results->rows, error) &&
           veer_json_write(results->json, summary.text, error);
}

/// Writes the table beside its place. @param partial  room for that path
static bool write_table(const VeerResults *results, VeerPath *partial, VeerInputError *error)
{
    snprintf(partial->text, sizeof partial->text, "%s.partial", results->args->csv);
    return write_csv(partial->text, results->rows, error);
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
    return !args->is_json || veer_json_print(results->json, error);
}
