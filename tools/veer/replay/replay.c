#include "replay.h"

#include "process/process.h"
#include "veer/replay.h"
#include "veer/threads.h"

#include <inttypes.h>
#include <stdio.h>

/// What came of a replay.
typedef struct Replayed {
    VeerReplayTick last; ///< the tick that it ended with
    uint64_t ticks;      ///< that were the same
    uint64_t changes;    ///< ticks before which the host had changed something
    uint64_t bytes;      ///< of the state that it had changed, summed
    double seconds;      ///< simulated, where it ended
    uint32_t agents;
    uint64_t hash;
    bool has_callbacks; ///< functions of the host's decided in some tick
} Replayed;

/// Replays until a tick is not the same, or the end.
static bool run(VeerReplay *replay, const VeerArgs *args, Replayed *out, VeerInputError *error)
{
    bool is_same = true;
    *out = (Replayed){.last = {.outcome = VEER_REPLAY_SAME}};
    while (is_same && (args->until == 0 || out->ticks < args->until)) {
        if (veer_signals_have_come()) {
            return veer_error_of(error, args->input, "stopped");
        }
        if (veer_replay_next(replay, &out->last, error) != VEER_OK) {
            return false;
        }
        is_same = out->last.outcome == VEER_REPLAY_SAME;
        out->ticks += is_same;
        out->changes += out->last.changed > 0;
        out->bytes += out->last.changed;
        out->has_callbacks = out->has_callbacks || out->last.has_callbacks;
    }
    const VeerWorld *world = veer_replay_world(replay);
    out->seconds = veer_world_time(world);
    out->agents = veer_agent_count(world);
    out->hash = veer_world_hash(world);
    return true;
}

static const char *outcome_name(const Replayed *replayed)
{
    switch (replayed->last.outcome) {
    case VEER_REPLAY_DIVERGED:
        return "diverged";
    case VEER_REPLAY_CUT:
        return "cut";
    default:
        return "same";
    }
}

/// "agent 42", "map", "several parts"
static void name_part(const VeerWorldPart *part, char *text, size_t size)
{
    bool is_numbered = part->kind >= VEER_PART_AGENT && part->kind <= VEER_PART_SQUAD;
    if (part->kind == VEER_PART_SEVERAL) {
        snprintf(text, size, "several parts at once");
    } else if (is_numbered) {
        snprintf(text, size, "%s %u", veer_part_kind_name(part->kind), part->name);
    } else {
        snprintf(text, size, "%s", veer_part_kind_name(part->kind));
    }
}

static void print_diverged(const VeerArgs *args, const Replayed *replayed)
{
    char part[80];
    name_part(&replayed->last.part, part, sizeof part);
    printf("%s: goes another way %s tick %" PRIu64 " (%.3f s): %s\n", args->input,
           replayed->last.is_before ? "before" : "in", replayed->last.tick, replayed->seconds,
           part);
    if (replayed->has_callbacks) {
        puts("  functions of the host's decided in it, which a replay has not");
    }
}

static void print(const VeerArgs *args, const Replayed *replayed)
{
    if (replayed->last.outcome == VEER_REPLAY_DIVERGED) {
        print_diverged(args, replayed);
    } else {
        printf("%s: the same%s\n", args->input,
               replayed->last.outcome == VEER_REPLAY_CUT ? " up to where it is cut off" : "");
    }
    printf("  %" PRIu64
           " ticks the same, to %.3f s; %u agents; the host changed something before %" PRIu64
           ", %" PRIu64 " bytes; hash %016" PRIx64 "\n",
           replayed->ticks, replayed->seconds, replayed->agents, replayed->changes, replayed->bytes,
           replayed->hash);
}

static bool print_json(const VeerArgs *args, const Replayed *replayed, VeerInputError *error)
{
    char hash[24];
    bool has_diverged = replayed->last.outcome == VEER_REPLAY_DIVERGED;
    const VeerWorldPart *part = &replayed->last.part;
    snprintf(hash, sizeof hash, "%016" PRIx64, replayed->hash);
    json_t *json =
        json_pack("{s:s, s:s, s:I, s:f, s:I, s:I, s:I, s:s, s:b}", "file", args->input, "outcome",
                  outcome_name(replayed), "ticks", (json_int_t)replayed->ticks, "time_s",
                  replayed->seconds, "agents", (json_int_t)replayed->agents, "changed_ticks",
                  (json_int_t)replayed->changes, "changed_bytes", (json_int_t)replayed->bytes,
                  "hash", hash, "has_callbacks", replayed->has_callbacks);
    int failures = json_object_set_new(
        json, "tick", has_diverged ? json_integer((json_int_t)replayed->last.tick) : json_null());
    failures |= json_object_set_new(
        json, "part", has_diverged ? json_string(veer_part_kind_name(part->kind)) : json_null());
    bool is_numbered = has_diverged && part->name > 0;
    failures |=
        json_object_set_new(json, "id", is_numbered ? json_integer(part->name) : json_null());
    json = veer_json_whole(json, failures);
    bool is_printed = veer_json_print(json, error);
    json_decref(json);
    return is_printed;
}

/// Opens the recording, replays it, and prints what came of it.
static bool replay_with(const VeerArgs *args, const VeerTasks *tasks, Replayed *replayed,
                        VeerInputError *error)
{
    VeerReplay *replay = NULL;
    if (veer_replay_open(args->input, &args->limits, tasks, &replay, error) != VEER_OK) {
        return false;
    }
    bool is_done = run(replay, args, replayed, error);
    veer_replay_close(replay);
    if (is_done && args->is_json) {
        return print_json(args, replayed, error);
    }
    if (is_done && !args->is_quiet) {
        print(args, replayed);
    }
    return is_done;
}

VeerExit veer_command_replay(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error)
{
    (void)outputs;
    VeerThreads *threads = NULL;
    VeerTasks tasks = {0};
    Replayed replayed;
    if (args->workers > 1) {
        if (veer_threads_create(args->workers, &threads) != VEER_OK) {
            (void)veer_error_of(error, "--workers", "cannot start so many threads");
            return VEER_EXIT_USAGE;
        }
        tasks = veer_threads_tasks(threads);
    }
    bool is_done = replay_with(args, threads ? &tasks : NULL, &replayed, error);
    veer_threads_destroy(threads);
    if (!is_done) {
        return VEER_EXIT_USAGE;
    }
    return replayed.last.outcome == VEER_REPLAY_DIVERGED ? VEER_EXIT_UNEXPECTED : VEER_EXIT_DONE;
}
