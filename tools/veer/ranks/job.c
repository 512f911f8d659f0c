#define _POSIX_C_SOURCE 200809L
#include "job.h"

#include "process/process.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

enum { MOST_WORDS = 2 * VEER_MAX_SETTINGS + 40, NUMBER = 32, MOST_NUMBERS = 10 };

/// The words of a call, and room for the numbers among them.
typedef struct Call {
    char program[PATH_MAX];
    char numbers[MOST_NUMBERS][NUMBER];
    int number_count, count;
    const char *words[MOST_WORDS];
} Call;

// --- Programs ---

static bool can_run(const char *folder, size_t length, const char *name, char *path)
{
    int size = snprintf(path, PATH_MAX, "%.*s/%s", (int)length, folder, name);
    return length > 0 && size < PATH_MAX && access(path, X_OK) == 0;
}

static bool is_on_path(const char *name, char *path)
{
    const char *at = getenv("PATH");
    while (at && *at) {
        size_t length = strcspn(at, ":");
        if (can_run(at, length, name, path)) {
            return true;
        }
        at += length + (at[length] == ':');
    }
    return false;
}

/// Beside this program, as both are built and installed.
static bool is_beside(const char *name, char *path)
{
    char own[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length > 0 ? length : 0] = '\0';
    const char *slash = strrchr(own, '/');
    return slash && can_run(own, (size_t)(slash - own), name, path);
}

static bool find_programs(Call *call, VeerInputError *error)
{
    if (!is_on_path("mpirun", call->program)) {
        return veer_error_of(error, "--ranks",
                             "needs MPI, and there is no mpirun: apt-get install openmpi-bin");
    }
    if (!is_beside("veer-mpi", call->program) && !is_on_path("veer-mpi", call->program)) {
        return veer_error_of(error, "--ranks",
                             "there is no veer-mpi: build veer where MPI and Zoltan are");
    }
    return true;
}

// --- Words ---

static void add(Call *call, const char *option, const char *value)
{
    call->words[call->count++] = option;
    if (value) {
        call->words[call->count++] = value;
    }
}

static void add_whole(Call *call, const char *option, uint64_t value)
{
    char *text = call->numbers[call->number_count++];
    snprintf(text, NUMBER, "%" PRIu64, value);
    add(call, option, text);
}

/// To all of its digits; 0: as it is.
static void add_number(Call *call, const char *option, float value)
{
    if (value > 0.0f) {
        char *text = call->numbers[call->number_count++];
        snprintf(text, NUMBER, "%.9g", (double)value);
        add(call, option, text);
    }
}

static void add_options(Call *call, const VeerArgs *args)
{
    add_number(call, "--dt", args->dt);
    add_number(call, "--duration", args->duration);
    if (args->has_seed) {
        add_whole(call, "--seed", args->seed);
    }
    if (args->model) {
        add(call, "--model", args->model);
    }
    for (uint32_t i = 0; i < args->setting_count; i++) {
        add(call, "--set", args->settings[i]);
    }
    if (args->limits.max_mib > 0) {
        add_whole(call, "--max-input", args->limits.max_mib);
    }
    if (args->limits.allows_outside) {
        add(call, "--allow-outside", NULL);
    }
}

static void make_words(Call *call, const VeerRankJob *job, const VeerArgs *args)
{
    call->count = call->number_count = 0;
    add(call, "mpirun", NULL);
    add_whole(call, "-n", job->ranks);
    add(call, call->program, job->scene);
    if (job->agents > 0) {
        add_whole(call, "--agents", job->agents);
    }
    if (job->ticks > 0) {
        add_whole(call, "--ticks", job->ticks);
    }
    add_options(call, args);
    if (job->is_json) {
        add(call, "--json", NULL);
    }
    call->words[call->count] = NULL;
}

bool veer_rank_job_check(const VeerArgs *args, VeerInputError *error)
{
    const struct {
        const char *option;
        bool is_given;
    } others[] = {{"--out", args->out},         {"--record", args->record},
                  {"--isa", args->isa},         {"--fps", args->fps > 0.0f},
                  {"--seeds", args->seeds > 1}, {"--workers", args->workers > 1}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i].is_given) {
            return veer_error_of(error, others[i].option, "is not for --ranks");
        }
    }
    return true;
}

// --- The job ---

static void read_all(VeerChild *child, char *text, size_t size)
{
    size_t length = 0, count;
    char rest[256];
    while (length + 1 < size &&
           (count = veer_child_read(child, text + length, size - 1 - length)) > 0) {
        length += count;
    }
    text[length] = '\0';
    while (veer_child_read(child, rest, sizeof rest) > 0) {
    }
}

bool veer_rank_job_run(const VeerRankJob *job, const VeerArgs *args, char *text, size_t size,
                       VeerInputError *error)
{
    Call call;
    VeerChild child;
    if (!find_programs(&call, error)) {
        return false;
    }
    make_words(&call, job, args);
    if (!veer_child_start(&child, call.words, VEER_CHILD_WRITES, STDIN_FILENO)) {
        return veer_error_of(error, "mpirun", "cannot be started");
    }
    read_all(&child, text, size);
    bool is_good = veer_child_end(&child);
    return is_good || veer_error_of(error, "--ranks", child.why);
}
