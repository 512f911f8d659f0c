#define _POSIX_C_SOURCE 200809L

#include "harness.h"

#include "kinds.h"
#include "values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Calls that cost a thousand times as much as others are rarer by as much.
static const char *const dear_headers[] = {"scenario", "recording", "metrics", "level",
                                           "mapfile",  "movingai",  "threads", "detour"};

Setting draw_setting(uint64_t seed, const char *kind, uint32_t workers)
{
    uint32_t count = 0;
    while (kind_name(count)) {
        ++count;
    }
    uint64_t bits = mix(seed);
    Setting setting = {.seed = seed, .workers = workers > 0 ? workers : 1 + (bits >> 32) % 4};
    const char *name = kind ? kind : kind_name((uint32_t)(bits % count));
    if (!kind && bits >> 16 & 3) { // scenes are dear
        name = kind_name((uint32_t)(bits % (count - 6)));
    }
    snprintf(setting.kind, sizeof setting.kind, "%s", name);
    return setting;
}

static bool is_dear(const Call *call)
{
    for (size_t i = 0; i < sizeof dear_headers / sizeof dear_headers[0]; ++i) {
        if (strcmp(call->header, dear_headers[i]) == 0) {
            return true;
        }
    }
    return strcmp(call->name, "veer_world_create") == 0;
}

CaseCall draw_call(const Setting *setting, const Mix *chosen, uint32_t at)
{
    static const uint32_t pauses[] = {3, 8, 20, 60};
    uint64_t bits = mix(setting->seed ^ mix(at));
    uint64_t seed = bits >> 32;
    if (at < 30) {
        return (CaseCall){choose_first_call(bits), seed & ~UINT64_C(7)}; // as it should be
    }
    if (bits % pauses[setting->seed % 4] == 0) {
        return (CaseCall){find_call("veer_world_step"), seed};
    }
    const Call *call =
        chosen->only ? choose_call(bits >> 8, chosen->only) : &calls[(bits >> 8) % call_count];
    if (!chosen->only && is_dear(call) && (bits >> 20) % 24 != 0) {
        call = choose_first_call(bits >> 26);
    }
    return (CaseCall){call, seed};
}

void case_add(Case *one, CaseCall call)
{
    if (one->count == one->capacity) {
        one->capacity = one->capacity * 2 + 64;
        one->calls = realloc(one->calls, one->capacity * sizeof *one->calls);
        if (!one->calls) {
            abort();
        }
    }
    one->calls[one->count++] = call;
}

Case case_of(const Setting *setting, const Mix *chosen, uint32_t count)
{
    Case one = {.setting = *setting};
    for (uint32_t i = 0; i < count; ++i) {
        case_add(&one, draw_call(setting, chosen, i));
    }
    return one;
}

void case_free(Case *one)
{
    free(one->calls);
    *one = (Case){0};
}

bool case_write(const Case *one, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        return false;
    }
    fprintf(file, "world %s %" PRIu64 " %" PRIu32 "\n", one->setting.kind, one->setting.seed,
            one->setting.workers);
    for (uint32_t i = 0; i < one->count; ++i) {
        fprintf(file, "%s %" PRIu64 "\n", one->calls[i].call->name, one->calls[i].seed);
    }
    return fclose(file) == 0;
}

bool case_read(Case *one, const char *path)
{
    *one = (Case){0};
    char line[256], name[128];
    FILE *file = fopen(path, "r");
    bool is_good = file && fgets(line, sizeof line, file) &&
                   sscanf(line, "world %31s %" SCNu64 " %" SCNu32, one->setting.kind,
                          &one->setting.seed, &one->setting.workers) == 3;
    while (is_good && fgets(line, sizeof line, file)) {
        uint64_t seed;
        const Call *call = NULL;
        if (line[0] == '#') {
            continue;
        }
        is_good = sscanf(line, "%127s %" SCNu64, name, &seed) == 2 && (call = find_call(name));
        if (is_good) {
            case_add(one, (CaseCall){call, seed});
        }
    }
    if (!is_good) {
        fprintf(stderr, "%s: no case, or one of a function that is gone\n", path);
    }
    if (file) {
        fclose(file);
    }
    return is_good;
}

void case_run(const Case *one, Tally *tallies)
{
    Session *session = malloc(sizeof *session);
    if (session && session_begin(session, &one->setting, tallies)) {
        for (uint32_t i = 0; i < one->count; ++i) {
            session_call(session, one->calls[i].call, one->calls[i].seed);
        }
    }
    if (session) {
        session_end(session);
    }
    free(session);
}
