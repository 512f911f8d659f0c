// Worlds of every kind for a long time, with calls as a host makes them between the ticks: 1, 2 and
// 4 workers must come to the same hashes, and memory must stay as it is.
#define _POSIX_C_SOURCE 200809L

#include "harness.h"
#include "kinds.h"
#include "values.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SESSIONS = 3,
    TICKS_A_COMPARISON = 64,
    FEW = 32,
    MOST_LIVE_GROWTH = 4 << 10,
    MOST_GROWTH_KIB = 8192
};

static const uint32_t workers[SESSIONS] = {1, 2, 4};

// Of a sanitizer that counts what is allocated; NULL: there is none.
__attribute__((weak)) size_t __sanitizer_get_current_allocated_bytes(void);

// Bytes that are allocated and not freed, in the whole process.
static uint64_t live_bytes(void)
{
    if (__sanitizer_get_current_allocated_bytes) {
        return __sanitizer_get_current_allocated_bytes();
    }
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

// Resident memory, KiB; 0: it says nothing, since a sanitizer holds back what was freed.
static uint64_t resident(void)
{
    if (__sanitizer_get_current_allocated_bytes) {
        return 0;
    }
    uint64_t size = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    bool is_known = file && fscanf(file, "%" SCNu64 " %" SCNu64, &size, &pages) == 2;
    if (file) {
        fclose(file);
    }
    return is_known ? pages * ((uint64_t)sysconf(_SC_PAGESIZE) / 1024) : 0;
}

// Worlds come and go with their sessions, and are not saved to files.
static bool is_calm(const Call *call)
{
    static const char *const others[] = {"veer_world_create",    "veer_world_destroy",
                                         "veer_world_step",      "veer_scenario_update",
                                         "veer_metrics_observe", "veer_world_import"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i) {
        if (strcmp(call->name, others[i]) == 0) {
            return false;
        }
    }
    return call->is_of_world;
}

// The same call for all sessions.
static void call_each(Session *sessions, const char *name, uint64_t seed)
{
    const Call *call = find_call(name);
    for (int i = 0; i < SESSIONS; ++i) {
        session_call(&sessions[i], call, seed & ~UINT64_C(7)); // as it should be
    }
}

static bool compare(const Session *sessions, const char *kind, uint32_t tick)
{
    uint64_t hash = veer_world_hash(sessions[0].places[0].world);
    for (int i = 1; i < SESSIONS; ++i) {
        if (veer_world_hash(sessions[i].places[0].world) != hash) {
            printf("%s: tick %u: another hash for %u workers\n", kind, tick, workers[i]);
            return false;
        }
    }
    return true;
}

// Who is gone is replaced, and has somewhere to go.
static void keep_many(Session *sessions, uint64_t seed)
{
    if (veer_agent_count(sessions[0].places[0].world) < FEW) {
        call_each(sessions, "veer_agent_create", seed);
        call_each(sessions, "veer_agent_route_to", mix(seed));
    }
}

static void make_calls(Session *sessions, uint64_t seed)
{
    for (uint64_t i = seed % 4; i > 0; --i) {
        uint64_t bits = mix(seed ^ mix(i));
        const Call *call =
            bits % 8 == 0 ? choose_first_call(bits >> 3) : &calls[(bits >> 3) % call_count];
        while (!is_calm(call)) {
            call = call + 1 < calls + call_count ? call + 1 : calls;
        }
        call_each(sessions, call->name, bits >> 32);
    }
    keep_many(sessions, seed >> 3);
    call_each(sessions, "veer_world_step", seed);
}

static bool soak_kind(Session *sessions, uint32_t number, uint32_t ticks, Tally *tallies)
{
    Mix all = {NULL};
    bool is_good = true, has_begun = true;
    const char *kind = kind_name(number);
    Setting setting = draw_setting(7 + number, kind, 1);
    setting.is_dense = true;
    uint64_t alive = 0;
    size_t bytes = 0;
    for (int i = 0; i < SESSIONS; ++i) {
        setting.workers = workers[i];
        has_begun &= session_begin(&sessions[i], &setting, tallies);
        bytes += sessions[i].world_bytes;
    }
    for (uint32_t i = 0; has_begun && i < 30; ++i) {
        CaseCall first = draw_call(&setting, &all, i);
        call_each(sessions, first.call->name, first.seed);
    }
    for (uint32_t tick = 0; has_begun && is_good && tick < ticks; ++tick) {
        make_calls(sessions, mix(tick + 1));
        alive += veer_agent_count(sessions[0].places[0].world);
        is_good = tick % TICKS_A_COMPARISON != 0 || compare(sessions, kind, tick);
    }
    printf("%-20s %8u ticks, %5.1f agents, hash %016" PRIx64 "%s\n", kind, ticks,
           (double)alive / ticks, has_begun ? veer_world_hash(sessions[0].places[0].world) : 0,
           has_begun ? "" : ": cannot be made");
    fflush(stdout);
    for (int i = 0; i < SESSIONS; ++i) {
        bytes -= sessions[i].world_bytes;
        session_end(&sessions[i]);
    }
    if (bytes != 0) {
        printf("%s: worlds hold more memory than they were made with\n", kind);
    }
    return is_good && has_begun && bytes == 0;
}

// What a round leaves behind.
typedef struct Memory {
    uint64_t live, resident;
} Memory;

static bool soak_round(Session *sessions, uint32_t ticks, Tally *tallies, Memory *after)
{
    bool is_good = true;
    for (uint32_t i = 0; kind_name(i) && is_good; ++i) {
        is_good = soak_kind(sessions, i, ticks, tallies);
    }
    *after = (Memory){live_bytes(), resident()};
    return is_good;
}

bool soak(uint64_t ticks, Tally *tallies)
{
    Session *sessions = calloc(SESSIONS, sizeof *sessions);
    uint32_t kinds = 0;
    while (kind_name(kinds)) {
        ++kinds;
    }
    // The first round, a hundredth of all, warms up: threads, and the allocator's own memory.
    Memory first, last;
    uint32_t share = (uint32_t)(ticks / kinds);
    bool is_good = sessions && soak_round(sessions, share / 100 + 1, tallies, &first) &&
                   soak_round(sessions, share + 1, tallies, &last);
    free(sessions);
    if (!is_good) {
        return false;
    }
    printf("%" PRIu64 " ticks, %" PRIu64 " bytes live after the first hundredth, %" PRIu64
           " at the end; resident %" PRIu64 " and %" PRIu64 " KiB\n",
           ticks, first.live, last.live, first.resident, last.resident);
    fflush(stdout);
    return last.live <= first.live + MOST_LIVE_GROWTH &&
           last.resident <= first.resident + MOST_GROWTH_KIB;
}
