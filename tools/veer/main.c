#include "bench/bench.h"
#include "compare/compare.h"
#include "odds/odds.h"
#include "plan/plan.h"
#include "render/render.h"
#include "run/run.h"

#include <fontconfig/fontconfig.h>
#include <stdio.h>

/// A command. Where it returns VEER_EXIT_USAGE, `error` says why.
typedef VeerExit CommandFn(const VeerArgs *args, VeerInputError *error);

static CommandFn *const commands[VEER_COMMAND_COUNT] = {
    [VEER_COMMAND_LIST] = veer_command_list,       [VEER_COMMAND_RUN] = veer_command_run,
    [VEER_COMMAND_COMPARE] = veer_command_compare, [VEER_COMMAND_ODDS] = veer_command_odds,
    [VEER_COMMAND_RENDER] = veer_command_render,   [VEER_COMMAND_PLAN] = veer_command_plan,
    [VEER_COMMAND_BENCH] = veer_command_bench,
};

int main(int count, char **words)
{
    VeerArgs args;
    VeerInputError error = {""};
    if (!veer_args_read(&args, count, words)) {
        return VEER_EXIT_USAGE;
    }
    if (args.wants_help) {
        veer_args_help(args.command);
        return VEER_EXIT_DONE;
    }
    VeerExit status = commands[args.command](&args, &error);
    if (status == VEER_EXIT_USAGE) {
        fprintf(stderr, "veer: %s\n", error.text);
    }
    cairo_debug_reset_static_data(); // fonts that cairo keeps for the next text
    FcFini();
    if (fflush(stdout) != 0) {
        fputs("veer: cannot write to the standard output\n", stderr);
        return VEER_EXIT_USAGE;
    }
    return (int)status;
}
