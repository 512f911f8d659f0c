#define _POSIX_C_SOURCE 200809L

#include "harness.h"

#include "kinds.h"
#include "values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Calls that cost a hundred or a thousand times as much as others are rarer by as much: once in so
// many.
typedef struct Odds {
    const char *header;
    uint32_t odds;
} Odds;

static const Odds dear[] = {{"scenario", 6}, {"metrics", 6}, {"recording", 48},
                            {"threads", 48}, {"file", 24},   {"replay", 12}};

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

static uint32_t odds_of(const Call *call)
{
    for (size_t i = 0; i < sizeof dear / sizeof dear[0]; ++i) {
        if (strcmp(call->header, dear[i].header) == 0) {
            return dear[i].odds;
        }
    }
    return strcmp(call->name, "veer_world_create") == 0 ? 6 : 1;
}

// What goes with a header: searches over grids with searches.
static const Header *kin_of(const Header *header)
{
    const char *part = strchr(header->name, '_');
    for (uint32_t i = 0; part && i < header_count; ++i) {
        if (strcmp(headers[i].name, part + 1) == 0) {
            return &headers[i];
        }
    }
    return header;
}

// What a session is about: half of its calls are of two headers, so that those come after each
// other that make sense together.
static const Call *choose_focus(const Setting *setting, uint64_t bits)
{
    uint64_t two = mix(setting->seed ^ UINT64_C(0x5bd1e995));
    const Header *header = &headers[(bits & 1 ? two : two >> 32) % header_count];
    header = bits >> 1 & 1 ? kin_of(header) : header;
    return &calls[header->calls[(bits >> 2) % header->count]];
}

CaseCall draw_call(const Setting *setting, const Mix *chosen, uint32_t at)
{
    static const uint32_t pauses[] = {5, 20, 60, 150};
    uint64_t bits = mix(setting->seed ^ mix(at));
    uint64_t seed = bits >> 32;
    if (at < 30) {
        return (CaseCall){choose_first_call(bits), seed & ~UINT64_C(7)}; // as it should be
    }
    if (bits % pauses[setting->seed % 4] == 0) {
        return (CaseCall){find_call("veer_world_step"), seed};
    }
    uint64_t choice = mix(bits); // apart from the seed
    const Call *call = chosen->only ? choose_call(choice >> 8, chosen->only)
                       : choice & 1 ? choose_focus(setting, choice >> 1)
                                    : &calls[(choice >> 1) % call_count];
    if (!chosen->only && (choice >> 32) % odds_of(call) != 0) {
        call = choose_first_call(choice >> 40);
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
        case_free(one);
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
