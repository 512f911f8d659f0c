#include "args.h"

#include "names.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OF_RUN (1u << VEER_COMMAND_RUN)
#define OF_COMPARE (1u << VEER_COMMAND_COMPARE)
#define OF_ODDS (1u << VEER_COMMAND_ODDS)
#define OF_RENDER (1u << VEER_COMMAND_RENDER)
#define OF_PLAN (1u << VEER_COMMAND_PLAN)
#define OF_BENCH (1u << VEER_COMMAND_BENCH)
#define OF_REPLAY (1u << VEER_COMMAND_REPLAY)
#define OF_CHECK (1u << VEER_COMMAND_CHECK)
#define OF_EXPLAIN (1u << VEER_COMMAND_EXPLAIN)
#define OF_SCENES (OF_RUN | OF_COMPARE | OF_ODDS)
#define OF_SEVERAL (OF_COMPARE | OF_ODDS)
#define OF_READING (OF_SCENES | OF_RENDER | OF_PLAN | OF_BENCH | OF_CHECK | OF_REPLAY | OF_EXPLAIN)
#define OF_ALL (OF_READING | 1u << VEER_COMMAND_LIST)

#define FIELD(name) offsetof(VeerArgs, name)

static const VeerOption options[] = {
    {"--model", "M", OF_RUN | OF_BENCH | OF_EXPLAIN, OPTION_TEXT, FIELD(model), 0, 0,
     "how all agents avoid (veer list)"},
    {"--models", "A,B,C", OF_SEVERAL, OPTION_TEXT, FIELD(models), 0, 0,
     "how all agents avoid: these, in this order (all of veer list)"},
    {"--model", "A,B,C", OF_SEVERAL, OPTION_TEXT, FIELD(models), 0, 0, "the same as --models"},
    {"--classes", "A,B,C", OF_ODDS, OPTION_TEXT, FIELD(classes), 0, 0,
     "of ships: nimble, usual, clumsy (all)"},
    {"--class", "A,B,C", OF_ODDS, OPTION_TEXT, FIELD(classes), 0, 0, "the same as --classes"},
    {"--class", "C", OF_COMPARE, OPTION_TEXT, FIELD(classes), 0, 0,
     "of ships: nimble, usual or clumsy, with the constants that fit them (the scene's own)"},
    {"--dims", "D", OF_ODDS, OPTION_WHOLE, FIELD(dimensions), 2, 3,
     "2 or 3: the scene odds or odds-3d, where none is named"},
    {"--density", "D", OF_ODDS, OPTION_NUMBER, FIELD(density_times), 0, 100,
     "so many times the scene's rocks (1)"},
    {"--speed", "S", OF_ODDS, OPTION_NUMBER, FIELD(rock_times), 0, 100,
     "so many times the rocks' speed (1)"},
    {"--agents", "N", OF_RUN | OF_COMPARE | OF_BENCH | OF_CHECK | OF_EXPLAIN, OPTION_WHOLE,
     FIELD(agents), 1, 1 << 24, "size of the scene"},
    {"--seed", "S", OF_SCENES | OF_BENCH | OF_CHECK | OF_EXPLAIN, OPTION_SEED, FIELD(seed), 0, 0,
     "seed of all that is random"},
    {"--seeds", "N", OF_SCENES | OF_BENCH, OPTION_WHOLE, FIELD(seeds), 1, 1e6,
     "N runs, with seeds S, S+1, ..."},
    {"--ticks", "N", OF_BENCH, OPTION_WHOLE, FIELD(ticks), 1, 100000,
     "how often each thing is measured (200)"},
    {"--duration", "T", OF_SCENES, OPTION_NUMBER, FIELD(duration), 0, 1e6, "seconds to simulate"},
    {"--dt", "T", OF_SCENES | OF_BENCH | OF_EXPLAIN, OPTION_NUMBER, FIELD(dt), (double)VEER_MIN_DT,
     (double)VEER_MAX_DT, "seconds a tick"},
    {"--workers", "K", OF_RUN | OF_RENDER | OF_BENCH | OF_REPLAY | OF_EXPLAIN, OPTION_WHOLE,
     FIELD(workers), 1, 64, "threads that step the world (1)"},
    {"--workers", "K", OF_SEVERAL, OPTION_WHOLE, FIELD(workers), 1, 64,
     "runs at the same time (as many as there are cores)"},
    {"--ranks", "N", OF_RUN, OPTION_WHOLE, FIELD(ranks), 1, 65536,
     "over so many ranks of MPI, by mpirun: the hash, and what the ranks cost"},
    {"--ranks", "N", OF_BENCH, OPTION_WHOLE, FIELD(ranks), 1, 65536,
     "strong and weak scaling over 1, 2, 4, ... N ranks of MPI, by mpirun (dense of 20000)"},
    {"--isa", "I", OF_RUN | OF_BENCH, OPTION_TEXT, FIELD(isa), 0, 0,
     "instructions of the wide steps: scalar, sse2, avx2 or avx512 (the widest that the machine "
     "has); the same bits"},
    {"--set", "path=value", OF_SCENES | OF_CHECK | OF_EXPLAIN, OPTION_SETTING, FIELD(settings), 0,
     0, "lay a value over the scenario's, like groups[0].radius=2; may be repeated"},
    {"--out", "DIR", OF_RUN, OPTION_TEXT, FIELD(out), 0, 0,
     "write summary.json, paths.svg, paths.png and trajectory.sqlite there"},
    {"--out", "DIR", OF_COMPARE, OPTION_TEXT, FIELD(out), 0, 0,
     "write summary.json, compare.csv, charts and pictures of the paths there"},
    {"--out", "DIR", OF_ODDS, OPTION_TEXT, FIELD(out), 0, 0,
     "write summary.json, odds.csv, a chart and each model's worst film there"},
    {"--record", "FILE", OF_RUN, OPTION_TEXT, FIELD(record), 0, 0,
     "record the world there, tick by tick, for veer replay"},
    {"--until", "N", OF_REPLAY, OPTION_WHOLE, FIELD(until), 1, UINT32_MAX,
     "stop after so many ticks (all)"},
    {"--csv", "FILE", OF_COMPARE, OPTION_TEXT, FIELD(csv), 0, 0,
     "write a row for each scene, model and seed there, as in compare.csv"},
    {"--csv", "FILE", OF_ODDS, OPTION_TEXT, FIELD(csv), 0, 0, "write the table there, too"},
    {"--out", "FILE", OF_RENDER, OPTION_TEXT, FIELD(out), 0, 0,
     "the picture (.svg, .png) or film (.gif, .mp4) to write"},
    {"--out", "FILE", OF_EXPLAIN, OPTION_TEXT, FIELD(out), 0, 0,
     "draw it, too: a picture (.svg, .png)"},
    {"--fps", "F", OF_RUN | OF_RENDER, OPTION_NUMBER, FIELD(fps), 0, 1000,
     "frames a second of the recording, or of the film (30; GIF 20, at most 50)"},
    {"--width", "W", OF_RENDER | OF_EXPLAIN, OPTION_WHOLE, FIELD(width), 160, 7680,
     "pixels (pictures 1600, MP4 1280, GIF 640)"},
    {"--speed", "X", OF_RENDER, OPTION_NUMBER, FIELD(speed), 0, 1000,
     "simulated seconds for a second of film (at most 20 s long)"},
    {"--planner", "P", OF_PLAN, OPTION_TEXT, FIELD(planner), 0, 0,
     "jump (also without it), astar, dijkstra, breadth-first, depth-first; over the mesh of the "
     "map "
     "polyanya or corridor; field: whole fields; for voxels any-angle (also without it) or astar"},
    {"--at", "T", OF_RENDER, OPTION_NUMBER, FIELD(at), 0, 1e6,
     "seconds: the picture of then (the end)"},
    {"--agent", "ID", OF_EXPLAIN, OPTION_WHOLE, FIELD(trace), 1, UINT32_MAX,
     "explain the agent of this id (1, 2, ...)"},
    {"--at", "T", OF_EXPLAIN, OPTION_NUMBER, FIELD(at), 0, 1e6, "seconds: as it is then (the end)"},
    {"--trace", "ID", OF_RENDER, OPTION_WHOLE, FIELD(trace), 1, UINT32_MAX,
     "draw what the agent of this id (1, 2, ...) sees and why it decides"},
    {"--routes", NULL, OF_RENDER, OPTION_FLAG, FIELD(shows_routes), 0, 0,
     "draw the routes ahead of agents, the cells that they lead round, and passages that they "
     "hold"},
    {"--json", NULL, OF_SCENES | OF_PLAN | OF_BENCH | OF_REPLAY | OF_EXPLAIN, OPTION_FLAG,
     FIELD(is_json), 0, 0, "print the scores, or what came of it, as JSON"},
    {"--fields", NULL, OF_RENDER, OPTION_FLAG, FIELD(has_fields), 0, 0,
     "draw the fields that agents share, and how crowded it is"},
    {"--quiet", NULL, OF_READING, OPTION_FLAG, FIELD(is_quiet), 0, 0, "no progress bar, no table"},
    {"--max-input", "MIB", OF_READING, OPTION_WHOLE, FIELD(limits.max_mib), 1, 2048,
     "MiB that a file may have (32): what is larger, or asks for more than so much justifies in "
     "cells, agents or work, is refused"},
    {"--allow-outside", NULL, OF_READING, OPTION_FLAG, FIELD(limits.allows_outside), 0, 0,
     "files that a file names may lie anywhere, not only in its folder and below"},
    {"--help", NULL, OF_ALL, OPTION_FLAG, FIELD(wants_help), 0, 0, "this text"},
};
#define OPTIONS (sizeof options / sizeof *options)

static const VeerCommandInfo commands[VEER_COMMAND_COUNT] = {
    [VEER_COMMAND_LIST] = {"list", "veer list", "scenes, models and planners", 0, 0, 1},
    [VEER_COMMAND_RUN] = {"run", "veer run SCENE|FILE [OPTIONS]", "run a scenario and score it", 1,
                          1, 1},
    [VEER_COMMAND_COMPARE] = {"compare", "veer compare SCENE|FILE... [OPTIONS]",
                              "models side by side, on any scenarios", 1, VEER_MAX_INPUTS, 1},
    [VEER_COMMAND_ODDS] = {"odds", "veer odds [SCENE|FILE] [OPTIONS]",
                           "the odds of coming through a field of rocks", 0, 1, 200},
    [VEER_COMMAND_RENDER] = {"render", "veer render DIR --out FILE.{svg,png,gif,mp4} [OPTIONS]",
                             "a picture or a film of what `veer run --out DIR` wrote", 1, 1, 1},
    [VEER_COMMAND_PLAN] = {"plan", "veer plan MAP [SCEN] [OPTIONS]",
                           "solve the problems of a map (.map, .3dmap), or "
                           "random ones (also .png, .tmj, .obj)",
                           1, 2, 1},
    [VEER_COMMAND_BENCH] =
        {"bench",
         "veer bench [crowds|cliffs|doors|mapf [MAP]|queries|maps [MAP]|rollback [SCENE|FILE]|"
         "SCENE|FILE] [OPTIONS]",
         "what a tick costs, stage by stage; what hostile crowds, questions to a "
         "world, maps, and going back in time cost; how crowds move before doors, and on maps of "
         "cells that hold one",
         0, 2, 1},
    [VEER_COMMAND_CHECK] = {"check", "veer check SCENE|FILE... [OPTIONS]",
                            "read scenarios, make their worlds, and warn of what is odd", 1,
                            VEER_MAX_INPUTS, 1},
    [VEER_COMMAND_REPLAY] = {"replay", "veer replay FILE [OPTIONS]",
                             "do what a host did to a world again, and tell where it goes another "
                             "way",
                             1, 1, 1},
    [VEER_COMMAND_EXPLAIN] = {"explain", "veer explain SCENE|FILE --agent ID [OPTIONS]",
                              "why an agent does what it does: what it senses, prefers, waits for "
                              "and decides",
                              1, 1, 1},
};

const VeerCommandInfo *veer_command_info(VeerCommand command)
{
    return &commands[command];
}

const VeerOption *veer_option_next(VeerCommand command, const VeerOption *option)
{
    for (option = option ? option + 1 : options; option < options + OPTIONS; option++) {
        if (option->commands & 1u << command) {
            return option;
        }
    }
    return NULL;
}

static const VeerOption *find_option(VeerCommand command, const char *name, size_t length)
{
    const VeerOption *option = veer_option_next(command, NULL);
    while (option && (strlen(option->name) != length || strncmp(option->name, name, length) != 0)) {
        option = veer_option_next(command, option);
    }
    return option;
}

static bool fail_unknown_option(VeerCommand command, const char *name)
{
    VeerNearest nearest = {.name = name};
    const VeerOption *option = NULL;
    while ((option = veer_option_next(command, option)) != NULL) {
        veer_nearest_offer(&nearest, option->name);
    }
    const char *verb = commands[command].name;
    if (nearest.nearest) {
        fprintf(stderr, "veer: %s: no such option of %s; did you mean %s?\n", name, verb,
                nearest.nearest);
    } else {
        fprintf(stderr, "veer: %s: no such option of %s; see veer %s --help\n", name, verb, verb);
    }
    return false;
}

static bool read_whole(const VeerOption *option, const char *text, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    bool is_digits = *text >= '0' && *text <= '9';
    uint64_t upper = option->kind == OPTION_WHOLE ? (uint64_t)option->upper : UINT64_MAX;
    uint64_t lower = option->kind == OPTION_WHOLE ? (uint64_t)option->lower : 0;
    if (!is_digits || *end || errno || *out > upper || *out < lower) {
        fprintf(stderr,
                "veer: %s: must be a whole number from %" PRIu64 " to %" PRIu64 ", is '%s'\n",
                option->name, lower, upper, text);
        return false;
    }
    return true;
}

static bool read_number(const VeerOption *option, const char *text, float *out)
{
    char *end;
    double value = strtod(text, &end);
    bool is_plain = text[strspn(text, "+-.eE0123456789")] == '\0'; // else blanks or hexadecimals
    if (end == text || *end || !is_plain || !isfinite(value) || value < option->lower ||
        value > option->upper || (float)value <= 0.0f) {
        fprintf(stderr, "veer: %s: must be a number %s %g and at most %g, is '%s'\n", option->name,
                option->lower > 0.0 ? "of at least" : "over", option->lower, option->upper, text);
        return false;
    }
    *out = (float)value;
    return true;
}

static bool add_setting(VeerArgs *args, const char *text)
{
    if (!strchr(text, '=')) {
        fprintf(stderr, "veer: --set: must be path=value, is '%s'\n", text);
        return false;
    }
    if (args->setting_count == VEER_MAX_SETTINGS) {
        fprintf(stderr, "veer: --set: at most %u of them\n", VEER_MAX_SETTINGS);
        return false;
    }
    args->settings[args->setting_count++] = text;
    return true;
}

/// Stores an option's value in its field.
static bool store(VeerArgs *args, const VeerOption *option, const char *text)
{
    char *field = (char *)args + option->offset;
    uint64_t whole;
    switch (option->kind) {
    case OPTION_FLAG:
        break;
    case OPTION_TEXT:
        *(const char **)(void *)field = text;
        return true;
    case OPTION_WHOLE:
        if (!read_whole(option, text, &whole)) {
            return false;
        }
        *(uint32_t *)(void *)field = (uint32_t)whole;
        return true;
    case OPTION_SEED:
        args->has_seed = read_whole(option, text, &args->seed);
        return args->has_seed;
    case OPTION_NUMBER:
        return read_number(option, text, (float *)(void *)field);
    case OPTION_SETTING:
        return add_setting(args, text);
    }
    return false;
}

/// Reads the option at *at, with its value, which may be the next word or follow a '='.
static bool read_option(VeerArgs *args, int count, char *const *words, int *at)
{
    const char *word = words[*at], *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const VeerOption *option = find_option(args->command, word, length);
    if (!option) {
        return fail_unknown_option(args->command, word);
    }
    if (!option->value) {
        if (equals) {
            fprintf(stderr, "veer: %s: takes no value\n", option->name);
            return false;
        }
        *(bool *)((char *)args + option->offset) = true;
        return true;
    }
    const char *value = equals ? equals + 1 : *at + 1 < count ? words[++*at] : NULL;
    if (!value || !*value || (!equals && strncmp(value, "--", 2) == 0)) {
        fprintf(stderr, "veer: %s: needs a value: %s %s\n", option->name, option->name,
                option->value);
        return false;
    }
    return store(args, option, value);
}

/// "list, run and render"
static void list_commands(char *text, size_t size)
{
    size_t length = 0;
    for (int i = VEER_COMMAND_NONE + 1; i < VEER_COMMAND_COUNT && length < size; i++) {
        const char *gap = i == VEER_COMMAND_NONE + 1    ? ""
                          : i + 1 == VEER_COMMAND_COUNT ? " and "
                                                        : ", ";
        length += (size_t)snprintf(text + length, size - length, "%s%s", gap, commands[i].name);
    }
}

static bool read_command(VeerArgs *args, const char *word)
{
    VeerNearest nearest = {.name = word};
    for (int i = VEER_COMMAND_NONE + 1; i < VEER_COMMAND_COUNT; i++) {
        if (strcmp(word, commands[i].name) == 0) {
            args->command = (VeerCommand)i;
            return true;
        }
        veer_nearest_offer(&nearest, commands[i].name);
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        args->wants_help = true;
        return true;
    }
    if (strcmp(word, "--version") == 0) {
        args->wants_version = true;
        return true;
    }
    if (strcmp(word, "--guide") == 0) {
        args->wants_guide = true;
        return true;
    }
    if (nearest.nearest) {
        fprintf(stderr, "veer: %s: no such command; did you mean %s?\n", word, nearest.nearest);
    } else {
        char names[120];
        list_commands(names, sizeof names);
        fprintf(stderr, "veer: %s: no such command; there are %s\n", word, names);
    }
    return false;
}

/// What each command cannot do without.
static bool check(const VeerArgs *args)
{
    if (args->input_count < commands[args->command].least_inputs) {
        fprintf(stderr, "veer: %s: says not what: %s\n", commands[args->command].name,
                commands[args->command].usage);
        return false;
    }
    if (args->command == VEER_COMMAND_RENDER && !args->out) {
        fprintf(stderr, "veer: render: needs --out FILE, ending in .svg, .png, .gif or .mp4\n");
        return false;
    }
    if (args->command == VEER_COMMAND_EXPLAIN && args->trace == 0) {
        fprintf(stderr,
                "veer: explain: needs --agent ID: 1, 2, ... in the order of the scenario\n");
        return false;
    }
    return true;
}

static bool add_input(VeerArgs *args, const char *word)
{
    const VeerCommandInfo *command = &commands[args->command];
    if (args->input_count == command->most_inputs) {
        fprintf(stderr, "veer: '%s': one word too many: %s\n", word, command->usage);
        return false;
    }
    args->inputs[args->input_count++] = word;
    args->input = args->inputs[0];
    return true;
}

bool veer_args_read(VeerArgs *args, int count, char *const *words)
{
    *args = (VeerArgs){0};
    if (count < 2) {
        char names[120];
        list_commands(names, sizeof names);
        fprintf(stderr, "veer: says not what to do: %s; see veer --help\n", names);
        return false;
    }
    if (!read_command(args, words[1])) {
        return false;
    }
    args->seeds = commands[args->command].seeds;
    if (args->wants_guide) {
        args->input = count == 3 ? words[2] : "";
        return true;
    }
    for (int at = 2; at < count && !args->wants_help; at++) {
        if (strcmp(words[at], "-h") == 0) {
            args->wants_help = true;
        } else if (strncmp(words[at], "--", 2) == 0) {
            if (!read_option(args, count, words, &at)) {
                return false;
            }
        } else if (!add_input(args, words[at])) {
            return false;
        }
    }
    return args->wants_help || args->wants_version || check(args);
}
