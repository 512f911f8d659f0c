/// Any words, ended by NULs, as the command line: refused, or read to values that are in range.
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool claim)
{
    if (!claim) {
        abort();
    }
}

static void check_range(const VeerArgs *args)
{
    require(args->input_count <= VEER_MAX_INPUTS && args->setting_count <= VEER_MAX_SETTINGS);
    require(args->limits.max_mib <= 2048 && args->workers <= 64 && args->width <= 7680);
    require(args->duration >= 0.0f && args->duration <= 1e6f && args->dt >= 0.0f);
    require(args->wants_help || args->wants_version || args->wants_guide ||
            args->command != VEER_COMMAND_NONE);
    for (uint32_t i = 0; i < args->setting_count; i++) {
        require(strchr(args->settings[i], '=') != NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 200 };
    static FILE *silence;
    char *words[MOST + 1] = {"veer"}, *text = malloc(size + 1);
    int count = 1;
    VeerArgs args;
    if (!silence) {
        stderr = silence = fopen("/dev/null", "w"); // what it says of each input
    }
    require(text && silence);
    memcpy(text, data, size);
    text[size] = '\0';
    for (size_t at = 0; at < size && count < MOST; at += strlen(text + at) + 1) {
        words[count++] = text + at;
    }
    if (veer_args_read(&args, count, words)) {
        check_range(&args);
    }
    free(text);
    return 0;
}
