#include "commands.h"

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <stdio.h>

static int run_command(const VeerArgs *args)
{
    switch (args->command) {
    case VEER_COMMAND_LIST:
        return veer_command_list();
    case VEER_COMMAND_RUN:
        return veer_command_run(args);
    case VEER_COMMAND_COMPARE:
        return veer_command_compare(args);
    case VEER_COMMAND_ODDS:
        return veer_command_odds(args);
    case VEER_COMMAND_RENDER:
        return veer_command_render(args);
    case VEER_COMMAND_PLAN:
        return veer_command_plan(args);
    case VEER_COMMAND_BENCH:
        return veer_command_bench(args);
    case VEER_COMMAND_NONE:
    case VEER_COMMAND_COUNT:
        break;
    }
    return VEER_EXIT_USAGE;
}

int main(int count, char **words)
{
    VeerArgs args;
    if (!veer_args_read(&args, count, words)) {
        return VEER_EXIT_USAGE;
    }
    if (args.wants_help) {
        veer_args_help(args.command);
        return VEER_EXIT_DONE;
    }
    int status = run_command(&args);
    cairo_debug_reset_static_data(); // fonts that cairo keeps for the next text
    FcFini();
    if (fflush(stdout) != 0) {
        fputs("veer: cannot write to the standard output\n", stderr);
        return VEER_EXIT_USAGE;
    }
    return status;
}
