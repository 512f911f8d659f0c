/// @file
/// An input as a session of the harness: a byte for the kind of world, four for its seed, then four
/// a call.
#ifndef VEER_FUZZ_CALLS_H
#define VEER_FUZZ_CALLS_H

#include "input.h"

#include "harness/kinds.h"

#include <stdio.h>
#include <stdlib.h>

static inline uint32_t word(Input *input, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; ++i) {
        value = value << 8 | byte(input);
    }
    return value;
}

/// Makes calls of some headers, steps, and whatever else there must be. @return 0
static inline int run_calls(const uint8_t *data, size_t size, const char *wanted)
{
    enum { MAX_CALLS = 400 };
    Input input = {data, size};
    uint32_t kinds = 0, kind = byte(&input);
    while (kind_name(kinds)) {
        ++kinds;
    }
    Setting setting = {.seed = word(&input, 4), .workers = 1 + kind % 2};
    snprintf(setting.kind, sizeof setting.kind, "%s", kind_name(kind % kinds));
    Session *session = malloc(sizeof *session);
    Tally *tallies = calloc(call_count, sizeof *tallies);
    if (session && tallies && session_begin(session, &setting, tallies)) {
        for (int i = 0; i < MAX_CALLS && input.size > 0; ++i) {
            uint32_t chosen = word(&input, 2), seed = word(&input, 2);
            session_call(session, choose_call(chosen, wanted), seed);
        }
    }
    if (session && tallies) {
        session_end(session);
    }
    free(tallies);
    free(session);
    return 0;
}

#endif
