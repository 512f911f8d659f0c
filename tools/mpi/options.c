#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char rank_usage[] =
    "usage: mpirun -n RANKS veer-mpi SCENE|FILE [OPTIONS]\n"
    "\n"
    "Runs a scene over ranks, to the hash of one process, and prints it with what the ranks cost.\n"
    "veer run SCENE --ranks N starts it.\n"
    "\n"
    "  --agents N      the scene's size, where it states one\n"
    "  --seed S        of everything random\n"
    "  --model M       how all agents avoid\n"
    "  --set path=V    lays a value over the scenario's; may be repeated\n"
    "  --dt T          seconds a tick\n"
    "  --duration T    seconds to simulate; else as long as the scene lasts\n"
    "  --ticks N       the same in ticks, from the scene's beginning on\n"
    "  --shared        every rank has the whole world, and ranks share its decisions, also where "
    "it\n"
    "                  can be split by regions; what cannot be is always run so\n"
    "  --snapshot F    a file that is replaced each --every ticks (1000), whole or not at all\n"
    "  --resume F      goes on from such a file, made on any number of ranks\n"
    "  --period N      ticks from one look at the balance to the next (64)\n"
    "  --imbalance X   parts are cut anew where one rank takes X times the mean (1.15)\n"
    "  --patience T    seconds that a rank waits for others before it ends the job (60)\n"
    "  --max-input MIB what a file may have (32)\n"
    "  --allow-outside files that a file names may lie anywhere\n"
    "  --json          the result as one JSON object\n"
    "  --version       the version, and the build: ranks of other builds are refused\n"
    "\n"
    "Exit status: 0; 1 where the run failed; 2 where it was not begun.\n";

static bool read_whole(const char *text, uint64_t most, uint64_t *out)
{
    char *end = NULL;
    errno = 0;
    *out = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    return end && *end == '\0' && *out <= most && errno == 0;
}

static bool read_seed(RankOptions *options, const char *text)
{
    options->choices.has_seed = true;
    return read_whole(text, UINT64_MAX, &options->choices.seed);
}

/// A number over 0; of --imbalance 0, or from 1 on.
static bool read_number(const char *text, bool is_imbalance, float *out)
{
    char *end = NULL;
    *out = strtof(text, &end);
    bool is_good = end != text && *end == '\0' && isfinite(*out);
    return is_good && (is_imbalance ? *out == 0.0f || *out >= 1.0f : *out > 0.0f);
}

static bool read_model(RankOptions *options, const char *text)
{
    for (int model = 0; model < VEER_AVOID_CUSTOM; ++model) {
        if (strcmp(text, veer_avoid_model_name((VeerAvoidModel)model)) == 0) {
            options->choices.has_model = true;
            options->choices.model = (VeerAvoidModel)model;
            return true;
        }
    }
    return false;
}

static bool add_setting(RankOptions *options, const char *text)
{
    if (options->choices.setting_count == RANK_MAX_SETTINGS) {
        return false;
    }
    options->settings[options->choices.setting_count++] = text;
    return true;
}

/// One of names[] in the place of its number. @return that; names_count: it is none of them
static size_t find(const char *name, const char *const *names, size_t name_count)
{
    size_t i = 0;
    while (i < name_count && strcmp(name, names[i]) != 0) {
        ++i;
    }
    return i;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool read_count(RankOptions *options, const char *name, const char *value, bool *is_one)
{
    const char *const names[] = {"--agents", "--ticks", "--every", "--period", "--max-input"};
    uint32_t *const places[] = {&options->choices.agents, &options->ticks, &options->every,
                                &options->def.period, &options->choices.limits.max_mib};
    uint64_t number = 0;
    size_t i = find(name, names, COUNT(names));
    *is_one = i < COUNT(names);
    if (!*is_one || !read_whole(value, UINT32_MAX, &number) || number == 0) {
        return false;
    }
    *places[i] = (uint32_t)number;
    return true;
}

static bool read_measure(RankOptions *options, const char *name, const char *value, bool *is_one)
{
    const char *const names[] = {"--imbalance", "--dt", "--duration", "--patience"};
    float *const places[] = {&options->def.imbalance, &options->choices.dt,
                             &options->choices.duration, &options->def.patience};
    size_t i = find(name, names, COUNT(names));
    *is_one = i < COUNT(names);
    return *is_one && read_number(value, i == 0, places[i]);
}

/// An option with a value. @return whether it is one, and its value is good
static bool read_valued(RankOptions *options, const char *name, const char *value)
{
    bool is_one, is_read = read_count(options, name, value, &is_one);
    is_read = is_one ? is_read : read_measure(options, name, value, &is_one);
    if (is_one) {
        return is_read;
    }
    const char *const names[] = {"--snapshot", "--resume", "--seed", "--model", "--set"};
    switch (find(name, names, COUNT(names))) {
    case 0:
        options->snapshot = value;
        return true;
    case 1:
        options->resume = value;
        return true;
    case 2:
        return read_seed(options, value);
    case 3:
        return read_model(options, value);
    case 4:
        return add_setting(options, value);
    default:
        return false;
    }
}

static bool read_flag(RankOptions *options, const char *name)
{
    const char *const names[] = {"--json",    "--shared", "--allow-outside",
                                 "--version", "--help",   "-h"};
    bool *const places[] = {
        &options->is_json,       &options->is_shared,  &options->choices.limits.allows_outside,
        &options->wants_version, &options->wants_help, &options->wants_help};
    size_t i = find(name, names, COUNT(names));
    if (i < COUNT(names)) {
        *places[i] = true;
    }
    return i < COUNT(names);
}

const char *rank_options_read(RankOptions *options, int count, char *const *words)
{
    *options = (RankOptions){
        .every = 1000, .def = veer_mpi_def_default(), .choices = veer_scenario_options_default()};
    options->choices.settings = options->settings;
    for (int i = 1; i < count; ++i) {
        if (read_flag(options, words[i])) {
            continue;
        }
        if (words[i][0] != '-' && !options->scene) {
            options->scene = words[i];
        } else if (i + 1 < count && read_valued(options, words[i], words[i + 1])) {
            ++i;
        } else {
            return words[i];
        }
    }
    bool is_whole = options->scene || options->wants_help || options->wants_version;
    return is_whole ? NULL : "SCENE";
}
