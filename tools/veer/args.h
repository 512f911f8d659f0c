/// The command line.
#ifndef VEER_TOOLS_ARGS_H
#define VEER_TOOLS_ARGS_H

#include <stdbool.h>
#include <stdint.h>

#define VEER_MOST_SETTINGS 64u

typedef enum VeerCommand {
    VEER_COMMAND_NONE = 0,
    VEER_COMMAND_LIST,
    VEER_COMMAND_RUN,
    VEER_COMMAND_RENDER,
    VEER_COMMAND_PLAN,
    VEER_COMMAND_COUNT
} VeerCommand;

/// What was asked for. What was not given is 0, or as its comment says.
typedef struct VeerArgs {
    VeerCommand command;
    const char *input;  ///< scene, file or folder of a run, map
    const char *second; ///< what the command takes besides: the problems of a map
    const char *planner;
    const char *model;
    uint32_t agents;
    bool has_seed;
    uint64_t seed;
    uint32_t seeds;     ///< 1
    float duration, dt; ///< s
    uint32_t workers;   ///< 1
    const char *settings[VEER_MOST_SETTINGS];
    uint32_t setting_count;
    const char *out;
    float fps, speed;
    uint32_t trace; ///< id of the agent whose decisions are drawn
    uint32_t width; ///< pixels
    bool is_json, is_quiet, wants_help;
} VeerArgs;

/// Reads the command line. On failure it has printed one line.
bool veer_args_read(VeerArgs *args, int count, char *const *words);

/// Prints the help of a command, or of all for VEER_COMMAND_NONE.
void veer_args_help(VeerCommand command);

#endif
