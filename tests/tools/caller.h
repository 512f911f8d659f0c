// Calls of the command, as a shell makes them. The suite defines CALLER_FOLDER, of its own.
#ifndef VEER_TEST_CALLER_H
#define VEER_TEST_CALLER_H

#include "support/suite.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

// What a call did.
typedef struct Call {
    int status;
    char out[120000], err[4000];
} Call;

static inline void caller_read(FILE *file, char *text, size_t size)
{
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
}

static inline const Call *veer(const char *arguments)
{
    static Call call;
    char line[2000];
    snprintf(line, sizeof line, "'%s' %s 2>" CALLER_FOLDER ".err", VEER_COMMAND, arguments);
    FILE *pipe = popen(line, "r");
    caller_read(pipe, call.out, sizeof call.out);
    int status = pclose(pipe);
    call.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    FILE *err = fopen(CALLER_FOLDER ".err", "r");
    caller_read(err, call.err, sizeof call.err);
    fclose(err);
    remove(CALLER_FOLDER ".err");
    return &call;
}

// The JSON of a call that must succeed.
static inline json_t *veer_json(const char *arguments)
{
    json_error_t error;
    const Call *call = veer(arguments);
    assert_string_equal(call->err, "");
    assert_int_equal(call->status, 0);
    json_t *json = json_loads(call->out, 0, &error);
    if (!json) {
        fail_msg("%s in: %.200s", error.text, call->out);
    }
    return json;
}

static inline bool exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

// Bytes of a file; -1: there is none.
static inline long size_of(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (long)info.st_size : -1;
}

static inline bool starts_with(const char *path, const char *bytes)
{
    char found[32] = "";
    FILE *file = fopen(path, "rb");
    size_t count = strlen(bytes);
    bool is_so = file && fread(found, 1, count, file) == count && memcmp(found, bytes, count) == 0;
    if (file) {
        fclose(file);
    }
    return is_so;
}

static inline void remove_folder(void)
{
    assert_int_equal(system("rm -rf " CALLER_FOLDER), 0);
}

// A call that must fail with one line, and leave nothing behind.
static inline void assert_refused(const char *arguments, const char *line)
{
    const Call *call = veer(arguments);
    assert_string_equal(call->err, line);
    assert_string_equal(call->out, "");
    assert_int_equal(call->status, 2);
    assert_false(exists(CALLER_FOLDER));
}

#endif
