#include "check.h"

#include "veer/query.h"

#include <math.h>
#include <stdio.h>

/// Deeper than this part of the radius, or of the sum of the radii, an overlap is one.
#define OVERLAP 1e-3
#define MOST_FOUND 16u
#define MOST_PRINTED 5u ///< of a kind

/// The warnings of a world so far.
typedef struct Warnings {
    const char *name;
    VeerWorld *world;
    uint32_t counts[VEER_FOUND_KIND_COUNT]; ///< of overlaps with what
} Warnings;

static const char *const partners[VEER_FOUND_KIND_COUNT] = {
    [VEER_FOUND_AGENT] = "another agent",
    [VEER_FOUND_OBSTACLE] = "an obstacle",
    [VEER_FOUND_MAP] = "what is blocked on the map",
};

/// How deep an agent is in what was found, m; its radius, where its middle is within.
static double depth_in(const Warnings *warnings, const VeerAgentState *state,
                       const VeerFound *found, double *sum)
{
    VeerAgentState other;
    *sum = (double)state->radius;
    if (found->kind != VEER_FOUND_AGENT ||
        veer_agent_get(warnings->world, found->agent, &other) != VEER_OK) {
        return *sum - (double)found->distance;
    }
    bool is_planar = veer_world_space(warnings->world) == VEER_PLANAR;
    VeerVec3 a = state->position, b = other.position;
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = is_planar ? 0.0 : (double)a.z - (double)b.z;
    *sum += (double)other.radius;
    return *sum - sqrt(x * x + y * y + z * z);
}

static void print_overlap(const Warnings *warnings, const VeerAgentState *state,
                          const VeerFound *found, double depth)
{
    bool is_agent = found->kind == VEER_FOUND_AGENT;
    bool is_within = !is_agent && found->distance <= 0.0f;
    fprintf(stderr, "veer: %s: warning: agent %u %s ", warnings->name, state->id,
            is_within ? "is within" : "overlaps");
    if (is_agent) {
        fprintf(stderr, "agent %u", found->id);
    } else {
        fputs(partners[found->kind], stderr);
    }
    if (!is_within) {
        fprintf(stderr, " by %.3g m", depth);
    }
    fprintf(stderr, " at the start, at (%g, %g, %g)\n", (double)state->position.x,
            (double)state->position.y, (double)state->position.z);
}

/// Two agents are told of once, with the one that comes first.
static void note(Warnings *warnings, const VeerAgentState *state, const VeerFound *found)
{
    double sum, depth = depth_in(warnings, state, found, &sum);
    bool is_first = found->kind != VEER_FOUND_AGENT || found->id > state->id;
    if (is_first && depth > OVERLAP * sum && ++warnings->counts[found->kind] <= MOST_PRINTED) {
        print_overlap(warnings, state, found, depth);
    }
}

static void look_about(Warnings *warnings, VeerAgentId agent)
{
    VeerAgentState state;
    VeerFound found[MOST_FOUND];
    if (veer_agent_get(warnings->world, agent, &state) != VEER_OK) {
        return;
    }
    VeerQueryFilter filter = veer_query_filter_default();
    filter.except = agent;
    filter.has_ghosts = false;
    filter.lower = state.position.z;
    filter.upper = state.position.z + state.height;
    uint32_t count = veer_world_find_in_ball(warnings->world, state.position, state.radius, &filter,
                                             found, MOST_FOUND);
    for (uint32_t i = 0; i < count && i < MOST_FOUND; i++) {
        note(warnings, &state, &found[i]);
    }
}

uint32_t veer_check_warn(const char *name, const VeerSession *session)
{
    Warnings warnings = {.name = name, .world = session->world};
    uint32_t total = 0, slots = veer_agent_slot_count(session->world);
    bool has_spawns = session->info.last_event > 0.0f;
    if (slots == 0 && !has_spawns) {
        fprintf(stderr, "veer: %s: warning: has no agents, there is nothing to run\n", name);
        return 1;
    }
    for (uint32_t slot = 0; slot < slots; slot++) {
        look_about(&warnings, veer_agent_at(session->world, slot));
    }
    for (int kind = VEER_FOUND_AGENT; kind < VEER_FOUND_KIND_COUNT; kind++) {
        total += warnings.counts[kind];
        if (warnings.counts[kind] > MOST_PRINTED) {
            fprintf(stderr, "veer: %s: warning: %u more agents overlap %s\n", name,
                    warnings.counts[kind] - MOST_PRINTED, partners[kind]);
        }
    }
    return total;
}

/// Reads a scenario and makes its world. @param warned  set where it warns of something
static bool check_one(const VeerArgs *args, const char *input, bool *warned, VeerInputError *error)
{
    VeerArgs own = *args;
    VeerSession session;
    own.input = input;
    if (!veer_session_open(&session, &own, args->has_seed ? &args->seed : NULL, error)) {
        return false;
    }
    uint32_t count = veer_check_warn(input, &session);
    if (!args->is_quiet) {
        printf("%s: %u agents, %u warning%s\n", input, veer_agent_count(session.world), count,
               count == 1 ? "" : "s");
    }
    *warned = *warned || count > 0;
    veer_session_close(&session);
    return true;
}

VeerExit veer_command_check(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error)
{
    (void)outputs;
    bool has_warned = false;
    for (uint32_t i = 0; i < args->input_count; i++) {
        if (!check_one(args, args->inputs[i], &has_warned, error)) {
            return VEER_EXIT_USAGE;
        }
    }
    return has_warned ? VEER_EXIT_UNEXPECTED : VEER_EXIT_DONE;
}
