// A case is cut into ever smaller parts, and each is left out if the rest fails in the same way.
#define _POSIX_C_SOURCE 200809L

#include "harness.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run(void *context, Shared *shared)
{
    case_run(context, shared->tallies);
}

static bool fails_like(Case *one, const char *fault)
{
    Outcome outcome = run_apart(run, one);
    return outcome.has_failed && strcmp(outcome.fault, fault) == 0;
}

// The case without the calls [begin, end).
static Case without(const Case *one, uint32_t begin, uint32_t end)
{
    Case rest = {.setting = one->setting};
    for (uint32_t i = 0; i < one->count; ++i) {
        if (i < begin || i >= end) {
            case_add(&rest, one->calls[i]);
        }
    }
    return rest;
}

static bool shrink_once(Case *one, uint32_t part, const char *fault)
{
    bool is_smaller = false;
    for (uint32_t end = one->count; end > 0;) {
        uint32_t begin = end > part ? end - part : 0;
        Case rest = without(one, begin, end);
        if (fails_like(&rest, fault)) {
            case_free(one);
            *one = rest;
            is_smaller = true;
        } else {
            case_free(&rest);
        }
        end = begin;
    }
    return is_smaller;
}

void case_shrink(Case *one)
{
    Outcome outcome = run_apart(run, one);
    if (!outcome.has_failed) {
        printf("does not fail\n");
        return;
    }
    Case alone = *one;
    alone.setting.workers = 1;
    if (fails_like(&alone, outcome.fault)) {
        one->setting.workers = 1;
    }
    for (uint32_t part = one->count; part > 0;) {
        bool is_smaller = shrink_once(one, part, outcome.fault);
        if (!is_smaller || part > 1) {
            part /= 2;
        }
    }
    printf("%u calls: %s\n", one->count, outcome.fault);
}
