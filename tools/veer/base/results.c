#include "results.h"

#include "json.h"
#include "text.h"

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
/// null stays empty.
static bool write_csv(VeerFile *file, const json_t *rows, VeerInputError *error)
{
    FILE *stream = veer_file_stream(file);
    if (!stream) {
        return veer_error_memory(error);
    }
    write_row(stream, json_array_get(rows, 0), true);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        write_row(stream, json_array_get(rows, i), false);
    }
    return veer_file_complete(file, error) == VEER_OK;
}

bool veer_results_begin(VeerResults *results, VeerInputError *error)
{
    const VeerArgs *args = results->args;
    VeerOutputs *outputs = results->outputs;
    if (args->out) {
        if (!veer_outputs_begin_folder(outputs, args->out, error)) {
            return false;
        }
        results->folder_table = veer_outputs_add_inside(outputs, results->table, error);
        results->summary =
            results->folder_table ? veer_outputs_add_inside(outputs, "summary.json", error) : NULL;
    }
    if (args->csv && (results->summary || !args->out)) {
        results->csv = veer_outputs_add(outputs, args->csv, error);
    }
    return (!args->out || results->summary) && (!args->csv || results->csv);
}

bool veer_results_write(const VeerResults *results, const json_t *json, const json_t *rows,
                        VeerInputError *error)
{
    const VeerArgs *args = results->args;
    bool is_written = !args->out || (results->draw(results->user, results->outputs, error) &&
                                     write_csv(results->folder_table, rows, error) &&
                                     veer_json_write(json, results->summary, error));
    return is_written && (!args->csv || write_csv(results->csv, rows, error)) &&
           (!args->is_json || veer_json_print(json, error));
}
