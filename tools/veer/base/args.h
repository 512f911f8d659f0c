/// The command line.
#ifndef VEER_TOOLS_ARGS_H
#define VEER_TOOLS_ARGS_H

#include "veer/scenario.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VEER_MAX_SETTINGS 96u
#define VEER_MAX_INPUTS 32u

typedef enum VeerCommand {
    VEER_COMMAND_NONE = 0,
    VEER_COMMAND_LIST,
    VEER_COMMAND_RUN,
    VEER_COMMAND_COMPARE,
    VEER_COMMAND_ODDS,
    VEER_COMMAND_RENDER,
    VEER_COMMAND_PLAN,
    VEER_COMMAND_BENCH,
    VEER_COMMAND_CHECK,
    VEER_COMMAND_REPLAY,
    VEER_COMMAND_EXPLAIN,
    VEER_COMMAND_COUNT
} VeerCommand;

/// Exit statuses.
typedef enum VeerExit {
    VEER_EXIT_DONE = 0,
    VEER_EXIT_UNEXPECTED = 1, ///< the run failed its own expectations
    VEER_EXIT_USAGE = 2,      ///< wrong usage or input, or what cannot be written
} VeerExit;

/// What was asked for. What was not given is 0, or as its comment says.
typedef struct VeerArgs {
    VeerCommand command;
    const char *input;                   ///< scene, file, folder of a run, map: inputs[0]
    const char *inputs[VEER_MAX_INPUTS]; ///< inputs[input_count]
    uint32_t input_count;
    const char *model, *planner;
    const char *isa;     ///< NULL: the widest
    const char *models;  ///< several, with commas between
    const char *classes; ///< likewise
    uint32_t agents;
    bool has_seed;
    uint64_t seed;
    uint32_t seeds;                  ///< 1; of odds 200
    float duration, dt;              ///< s
    float density_times, rock_times; ///< of the scene's own numbers and speeds of rocks
    uint32_t workers;
    uint32_t ranks; ///< of MPI; 0: this process alone
    const char *settings[VEER_MAX_SETTINGS];
    uint32_t setting_count;
    const char *out, *csv, *record;
    float fps, speed;
    float at;            ///< s, of a still; 0: the end
    uint32_t trace;      ///< id of the agent whose decisions are drawn, or explained; 0: none
    uint32_t width;      ///< pixels
    uint32_t ticks;      ///< 0: as many as the command takes
    uint32_t until;      ///< ticks of a replay; 0: all
    uint32_t dimensions; ///< 0: two
    bool shows_routes;
    VeerInputLimits limits; ///< of files that are read
    bool is_json, is_quiet, wants_help, wants_version;
    bool has_fields;
    bool wants_guide; ///< --guide: input says of which form
} VeerArgs;

/// Reads the command line. On failure it has printed one line.
bool veer_args_read(VeerArgs *args, int count, char *const *words);

typedef enum VeerOptionKind {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_WHOLE,  ///< uint32_t, lower to upper
    OPTION_SEED,   ///< uint64_t
    OPTION_NUMBER, ///< float, over 0 and from lower to upper
    OPTION_SETTING,
} VeerOptionKind;

/// One option: all that is known of it, in one place.
typedef struct VeerOption {
    const char *name;
    const char *value; ///< what its value is called; NULL: it takes none
    unsigned commands; ///< bits
    VeerOptionKind kind;
    size_t offset; ///< of its field in VeerArgs
    double lower, upper;
    const char *help;
} VeerOption;

/// One command, likewise.
typedef struct VeerCommandInfo {
    const char *name, *usage, *help;
    uint32_t least_inputs, most_inputs;
    uint32_t seeds; ///< where none are asked for
} VeerCommandInfo;

const VeerCommandInfo *veer_command_info(VeerCommand command);
/// The options of a command in their order: the one behind another; NULL: the first, and no more.
const VeerOption *veer_option_next(VeerCommand command, const VeerOption *option);

/// Prints the help of a command, or of all for VEER_COMMAND_NONE.
void veer_args_help(VeerCommand command);

/// Prints a guide to all commands and options: a "man" page, or what completes them in "bash",
/// "zsh" or "fish". @return false: there is no such form, and it has said so
bool veer_args_guide(const char *form);

#endif
