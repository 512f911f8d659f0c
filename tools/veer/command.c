#define _POSIX_C_SOURCE 200809L
#include "command.h"

#include "bench/bench.h"
#include "check/check.h"
#include "compare/compare.h"
#include "explain/explain.h"
#include "odds/odds.h"
#include "plan/plan.h"
#include "process/process.h"
#include "render/render.h"
#include "replay/replay.h"
#include "run/run.h"

#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// A command. Where it returns VEER_EXIT_USAGE, `error` says why.
typedef VeerExit CommandFn(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error);

static CommandFn *const commands[VEER_COMMAND_COUNT] = {
    [VEER_COMMAND_LIST] = veer_command_list,       [VEER_COMMAND_RUN] = veer_command_run,
    [VEER_COMMAND_COMPARE] = veer_command_compare, [VEER_COMMAND_ODDS] = veer_command_odds,
    [VEER_COMMAND_RENDER] = veer_command_render,   [VEER_COMMAND_PLAN] = veer_command_plan,
    [VEER_COMMAND_BENCH] = veer_command_bench,     [VEER_COMMAND_CHECK] = veer_command_check,
    [VEER_COMMAND_REPLAY] = veer_command_replay,   [VEER_COMMAND_EXPLAIN] = veer_command_explain,
};

static VeerOutputs outputs; // too large for small stacks, and for what ends without memory

/// jansson 2.14 writes beyond its memory where it gets none, so it is never told: the command ends
/// here, whichever of its threads this is, as it would elsewhere.
static void *take_for_json(size_t size)
{
    static atomic_flag is_ending = ATOMIC_FLAG_INIT;
    void *memory = malloc(size);
    if (memory) {
        return memory;
    }
    while (atomic_flag_test_and_set(&is_ending)) {
        pause(); // until the thread that is there already has ended all
    }
    veer_outputs_discard(&outputs);
    fputs("veer: no memory\n", stderr);
    _exit(VEER_EXIT_USAGE);
}

/// Standard streams that are closed must not be taken by files: what is written to them fails.
static void keep_standard_streams(void)
{
    for (int i = 0; i <= STDERR_FILENO; i++) {
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != i) {
            _exit(VEER_EXIT_USAGE);
        }
    }
}

/// Says what was wrong in one line. @return the exit status
static int fail(const VeerInputError *error)
{
    int number = veer_signals_first();
    if (number == 0) {
        fprintf(stderr, "veer: %s\n", error->text);
        return VEER_EXIT_USAGE;
    }
    fprintf(stderr, "veer: stopped by %s: nothing is written\n",
            number == SIGINT    ? "SIGINT"
            : number == SIGTERM ? "SIGTERM"
                                : "SIGHUP");
    return 128 + number;
}

/// Puts what a command wrote in its place, once its standard output has taken all that it says.
static int finish(VeerExit status, VeerInputError *error)
{
    bool is_done = status != VEER_EXIT_USAGE;
    if (is_done && (fflush(stdout) != 0 || ferror(stdout))) {
        is_done = veer_error_set(error, "cannot write to the standard output");
    }
    is_done = is_done && veer_outputs_publish(&outputs, error);
    veer_outputs_discard(&outputs);
    return is_done ? (int)status : fail(error);
}

int veer_command(int count, char *const *words)
{
    VeerArgs args;
    VeerInputError error = {""};
    keep_standard_streams();
    veer_signals_begin();
    json_set_alloc_funcs(take_for_json, free);
    if (!veer_args_read(&args, count, words)) {
        return VEER_EXIT_USAGE;
    }
    VeerExit status = VEER_EXIT_DONE;
    if (args.wants_guide) {
        if (!veer_args_guide(args.input)) {
            return VEER_EXIT_USAGE;
        }
    } else if (args.wants_help) {
        veer_args_help(args.command);
    } else if (args.wants_version) {
        puts("veer " VEER_VERSION_TEXT);
    } else {
        status = commands[args.command](&args, &outputs, &error);
    }
    int code = finish(status, &error);
    cairo_debug_reset_static_data(); // fonts that cairo keeps for the next text
    FcFini();
    return code;
}
