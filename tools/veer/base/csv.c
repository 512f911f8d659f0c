#include "csv.h"

#include "folder.h"

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

bool veer_csv_write(const char *path, const json_t *rows, VeerInputError *error)
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
