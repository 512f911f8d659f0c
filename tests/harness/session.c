#define _POSIX_C_SOURCE 200809L

#include "session.h"

#include "kinds.h"
#include "values.h"

#include "world/host/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void fail(const Session *session, const char *what)
{
    fprintf(stderr, "harness: %s: %s\n", session->call ? session->call->name : "begin", what);
    abort();
}

static int compare_names(const void *name, const void *call)
{
    return strcmp(name, ((const Call *)call)->name);
}

const Call *find_call(const char *name)
{
    return bsearch(name, calls, call_count, sizeof calls[0], compare_names);
}

// There must be somebody.
static const char *const first_calls[] = {
    "veer_agent_create",   "veer_agent_create", "veer_agent_create",    "veer_agent_create",
    "veer_agent_create",   "veer_agent_create", "veer_obstacle_create", "veer_squad_create",
    "veer_squad_add",      "veer_squad_add",    "veer_squad_add",       "veer_squad_order",
    "veer_agent_route_to", "veer_agent_go_to",  "veer_link_create",     "veer_agent_set_foresight"};
// Whether a header is one of a list, as "squad,link".
static bool is_listed(const char *header, const char *list)
{
    size_t length = strlen(header);
    for (const char *at = list; (at = strstr(at, header)); at += length) {
        bool begins = at == list || at[-1] == ',';
        if (begins && (at[length] == '\0' || at[length] == ',')) {
            return true;
        }
    }
    return false;
}

const Call *choose_first_call(uint64_t bits)
{
    return find_call(first_calls[bits % (sizeof first_calls / sizeof first_calls[0])]);
}

const Call *choose_call(uint64_t bits, const char *only)
{
    if (bits % 8 == 0) {
        return find_call("veer_world_step");
    }
    if (bits % 8 == 1) {
        return choose_first_call(bits >> 3);
    }
    const Call *call = &calls[(bits >> 3) % call_count];
    for (uint32_t i = 0; only && i < call_count && !is_listed(call->header, only); ++i) {
        call = call + 1 < calls + call_count ? call + 1 : calls;
    }
    return call;
}

bool session_begin(Session *session, const Setting *setting, Tally *tallies)
{
    memset(session, 0, sizeof *session);
    session->setting = *setting;
    session->tallies = tallies;
    session->random = mix(setting->seed);
    session->cells.x = (int32_t)(6 + draw(session) % 14);
    session->cells.y = (int32_t)(6 + draw(session) % 14);
    session->cells.z = (int32_t)(2 + draw(session) % 6);
    session->places[0].world = make_world(session);
    while (session->temp_count > 0) {
        free(session->temps[--session->temp_count]);
    }
    return session->places[0].world != NULL;
}

void session_end(Session *session)
{
    for (int i = 0; i < MAX_WORLDS; ++i) {
        veer_world_destroy(session->places[i].world);
        free(session->places[i].saved);
    }
    if (session->world_bytes != 0) {
        fail(session, "worlds that are gone hold memory");
    }
    veer_metrics_destroy(session->metrics);
    veer_scenario_destroy(session->scenario);
    veer_file_destroy(session->file);
    for (int pool = 0; pool < POOL_COUNT; ++pool) {
        for (int i = 0; i < MAX_KEPT; ++i) {
            free(session->kept[pool][i].memory);
        }
    }
}

static void require(Session *session, bool is_true, const char *what)
{
    if (!is_true) {
        fail(session, what);
    }
}

static float length(VeerVec3 v)
{
    return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
}

static bool is_within(VeerVec3 v, float limit)
{
    return fabsf(v.x) <= limit && fabsf(v.y) <= limit && fabsf(v.z) <= limit;
}

static void check_agents(Session *session, const VeerWorld *world)
{
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerAgentState state;
        if (veer_agent_get(world, veer_agent_at(world, slot), &state) != VEER_OK) {
            continue;
        }
        require(session, is_within(state.position, VEER_WORLD_LIMIT), "an agent beyond the limit");
        require(session, is_within(state.velocity, 2.0f * VEER_WORLD_LIMIT),
                "a velocity beyond the limit");
        require(session, fabsf(length(state.heading) - 1.0f) < 1e-4f,
                "a heading of another length");
        require(session, state.status <= VEER_AGENT_LOST, "an agent's status that is none");
    }
}

void check_world(Session *session, const VeerWorld *world)
{
    VeerStateFault fault;
    if (!veer_world_check(world, &fault)) {
        fprintf(stderr, "harness: %s[%u] does not hold\n", fault.what, fault.slot);
        abort();
    }
    check_agents(session, world);
}

void check_velocities(Session *session, const VeerWorld *world)
{
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerAgentState state;
        if (veer_agent_get(world, veer_agent_at(world, slot), &state) == VEER_OK) {
            require(session, length(state.safe_velocity) <= state.max_speed * 1.000001f,
                    "a safe velocity above the limit");
        }
    }
}

static uint64_t hash_of(const Session *session, int place)
{
    const VeerWorld *world = session->places[place].world;
    return world ? veer_world_hash(world) : 0;
}

// What a call from a callback must leave as it was.
typedef struct Frame {
    Place *place;
    const Call *call;
    uint64_t random;
    uint32_t wildness, temp_count;
    bool has_null, is_good;
    VeerRefusal told;
    uint32_t told_count;
} Frame;

static Frame begin_call(Session *session, const Call *call, uint64_t seed)
{
    static const uint8_t wildness[] = {0, 0, 0, 0, 0, 1, 1, 2};
    Frame frame = {session->place,    session->call,       session->random,
                   session->wildness, session->temp_count, session->has_null,
                   session->is_good,  session->told,       session->told_count};
    session->place = NULL;
    session->call = call;
    session->random = mix(seed);
    session->wildness = wildness[seed % 8];
    session->has_null = false;
    session->is_good = false;
    session->told_count = 0;
    return frame;
}

static void end_call(Session *session, const Frame *frame)
{
    while (session->temp_count > frame->temp_count) {
        free(session->temps[--session->temp_count]);
    }
    session->place = frame->place;
    session->call = frame->call;
    session->random = frame->random;
    session->wildness = frame->wildness;
    session->has_null = frame->has_null;
    session->is_good = frame->is_good;
    session->told = frame->told;
    session->told_count = frame->told_count;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void session_call(Session *session, const Call *call, uint64_t seed)
{
    enum { MOST_NESTED = 16 };
    uint64_t begin = now();
    Frame frame = begin_call(session, call, seed);
    session->nested_left = session->depth == 0 ? MOST_NESTED : session->nested_left;
    // A call that is refused changes nothing, nor does one that reads.
    bool compares =
        session->depth == 0 && (call->reads || session->wildness > 0) && (seed >> 3) % 4 == 0;
    uint64_t hashes[MAX_WORLDS] = {0};
    VeerWorld *worlds[MAX_WORLDS] = {0};
    for (int i = 0; compares && i < MAX_WORLDS; ++i) {
        hashes[i] = hash_of(session, i);
        worlds[i] = session->places[i].world;
    }
    call->make(session);
    // What callbacks called may have changed one, as in the steps of a rollback.
    compares = compares && session->nested_left == MOST_NESTED;
    for (int i = 0; compares && (call->reads || !session->is_good) && i < MAX_WORLDS; ++i) {
        require(session, worlds[i] != session->places[i].world || hashes[i] == hash_of(session, i),
                "a call that was refused, or that reads, changed a world");
    }
    Tally *tally = &session->tallies[call - calls];
    tally->made += 1;
    tally->good += session->is_good;
    end_call(session, &frame);
    uint64_t taken = now() - begin;
    tally->nanoseconds += taken;
    tally->longest = taken > tally->longest ? taken : tally->longest;
}

void session_call_within(Session *session, const Call *call)
{
    if (session->depth < 2 && session->nested_left > 0) {
        session->nested_left -= 1;
        session->depth += 1;
        session_call(session, call, draw(session));
        session->depth -= 1;
    }
}

void session_call_back(Session *session, bool may_change)
{
    uint64_t bits = draw(session);
    if (bits % 8 != 0) {
        return;
    }
    const Call *call = &calls[(bits >> 8) % call_count];
    while (!(may_change ? call->is_of_world : call->reads)) {
        call = call + 1 < calls + call_count ? call + 1 : calls;
    }
    session_call_within(session, call);
}
