// Calls every public function in any order, in any state, with any values, and looks whether
// anything breaks.
#define _POSIX_C_SOURCE 200809L

#include "harness.h"
#include "kinds.h"
#include "watch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char help[] =
    "usage: harness [OPTION]...       runs sessions of calls drawn from seeds\n"
    "       harness --replay FILE...  makes the calls of cases, in this process\n"
    "       harness --shrink FILE     leaves out of a case what it does not need\n"
    "       harness --soak TICKS      worlds of every kind with 1, 2 and 4 workers: equal hashes,\n"
    "                                 constant memory\n"
    "\n"
    "  --seed S       of the first session; random: any, which is said [1]\n"
    "  --sessions N   so many, however long they take\n"
    "  --seconds N    or for so long [10, unless sessions are counted]\n"
    "  --length N     calls of a session, at least; of some 8 times as many [400]\n"
    "  --kind K       of worlds; --kind list names them\n"
    "  --workers W    threads of worlds, 1 to 7 [1 to 4]\n"
    "  --only HEADERS calls of these headers, as squad,link, and steps\n"
    "  --out FOLDER   where cases of what was found go [.]\n"
    "  --most N       ends after so many were found [1]\n"
    "  --counts       says of each function how often it was called, how often with\n"
    "                 success, and what it took\n"
    "  --all          fails for functions that were never called with success\n";

typedef struct Options {
    uint64_t seed, sessions;
    double seconds; // 0: not said
    uint32_t length, workers, most;
    const char *kind, *out;
    Mix mix;
    bool shows_counts, wants_all;
} Options;

// One process's share: sessions until the time is over.
typedef struct Share {
    const Options *options;
    uint64_t seed;
    time_t end;
    uint64_t sessions;
} Share;

// Some are longer: what takes many calls to come about.
static uint32_t length_of(const Options *options, uint64_t seed)
{
    return options->length << (seed / 4 % 4);
}

static void run_share(void *context, Shared *shared)
{
    const Share *share = context;
    const Options *options = share->options;
    Session *session = malloc(sizeof *session);
    for (uint64_t i = 0; session && i < share->sessions && time(NULL) < share->end; ++i) {
        shared->session = share->seed + i;
        shared->call = 0;
        Setting setting = draw_setting(shared->session, options->kind, options->workers);
        if (session_begin(session, &setting, shared->tallies)) {
            for (uint32_t at = 0; at < length_of(options, shared->session); ++at) {
                shared->call = at;
                CaseCall call = draw_call(&setting, &options->mix, at);
                session_call(session, call.call, call.seed);
                shared->calls += 1;
            }
        }
        session_end(session);
        shared->sessions += 1;
    }
    free(session);
}

static void report(const Options *options, const Shared *shared, const Outcome *outcome)
{
    char path[512];
    Setting setting = draw_setting(shared->session, options->kind, options->workers);
    Case one = case_of(&setting, &options->mix, shared->call + 1);
    snprintf(path, sizeof path, "%s/%s-%" PRIu64 ".case", options->out,
             strncmp(setting.kind, "scene:", 6) == 0 ? setting.kind + 6 : setting.kind,
             setting.seed);
    case_write(&one, path);
    printf("found: %s: call %u, %s: %s\n", path, shared->call, one.calls[shared->call].call->name,
           outcome->fault);
    fflush(stdout);
    case_free(&one);
}

// @return how many were never called with success
static uint32_t show_counts(const Shared *shared, bool shows_all)
{
    uint32_t missing = 0;
    for (uint32_t i = 0; i < call_count; ++i) {
        const Tally *tally = &shared->tallies[i];
        missing += tally->good == 0;
        if (shows_all || tally->good == 0) {
            printf("%-40s %10" PRIu64 " calls %10" PRIu64 " with success %8.3f s %8.3f at most\n",
                   calls[i].name, tally->made, tally->good, (double)tally->nanoseconds * 1e-9,
                   (double)tally->longest * 1e-9);
        }
    }
    return missing;
}

static int run_sessions(const Options *options)
{
    Shared *shared = shared_memory();
    Share share = {.options = options, .seed = options->seed};
    share.end = time(NULL) + (time_t)options->seconds;
    uint32_t found = 0;
    uint64_t left = options->sessions;
    while (time(NULL) < share.end && left > 0 && found < options->most) {
        share.sessions = left < 64 ? left : 64;
        shared->session = share.seed;
        Outcome outcome = run_apart(run_share, &share);
        if (outcome.has_failed) {
            found += 1;
            report(options, shared, &outcome);
        }
        left -= shared->session + 1 - share.seed;
        share.seed = shared->session + 1;
    }
    uint32_t missing = options->shows_counts || options->wants_all
                           ? show_counts(shared, options->shows_counts)
                           : 0;
    printf("%" PRIu64 " calls, %" PRIu64 " sessions, %u found", shared->calls, shared->sessions,
           found);
    if (options->wants_all) {
        printf(", %u of %u functions never called with success", missing, call_count);
    }
    printf("\n");
    return found > 0 || (options->wants_all && missing > 0);
}

static int replay(char **paths)
{
    for (; *paths; ++paths) {
        Case one;
        if (!case_read(&one, *paths)) {
            return 2;
        }
        case_run(&one, shared_memory()->tallies);
        printf("%s: %u calls\n", *paths, one.count);
        fflush(stdout);
        case_free(&one);
    }
    return 0;
}

static int shrink(const char *path)
{
    Case one;
    if (!case_read(&one, path)) {
        return 2;
    }
    case_shrink(&one);
    bool is_good = case_write(&one, path);
    case_free(&one);
    return is_good ? 0 : 2;
}

static int list_kinds(void)
{
    for (uint32_t i = 0; kind_name(i); ++i) {
        puts(kind_name(i));
    }
    return 0;
}

static uint64_t any_seed(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    uint64_t seed = (uint64_t)time.tv_sec * 1000000u + (uint64_t)time.tv_nsec / 1000u;
    printf("seed %" PRIu64 "\n", seed);
    return seed;
}

// Takes one option. @return how many words it had; 0: there is no such
static int take_option(Options *options, const char *name, const char *value)
{
    if (strcmp(name, "--counts") == 0) {
        options->shows_counts = true;
        return 1;
    }
    if (strcmp(name, "--all") == 0) {
        options->wants_all = true;
        return 1;
    }
    const struct {
        const char *name, **text;
    } texts[] = {
        {"--kind", &options->kind}, {"--out", &options->out}, {"--only", &options->mix.only}};
    const struct {
        const char *name;
        uint32_t *number;
    } numbers[] = {{"--length", &options->length},
                   {"--workers", &options->workers},
                   {"--most", &options->most}};
    for (size_t i = 0; value && i < sizeof texts / sizeof texts[0]; ++i) {
        if (strcmp(name, texts[i].name) == 0) {
            *texts[i].text = value;
            return 2;
        }
        if (strcmp(name, numbers[i].name) == 0) {
            *numbers[i].number = (uint32_t)strtoul(value, NULL, 10);
            return 2;
        }
    }
    if (value && strcmp(name, "--seed") == 0) {
        options->seed = strcmp(value, "random") == 0 ? any_seed() : strtoull(value, NULL, 10);
    } else if (value && strcmp(name, "--seconds") == 0) {
        options->seconds = strtod(value, NULL);
    } else if (value && strcmp(name, "--sessions") == 0) {
        options->sessions = strtoull(value, NULL, 10);
    } else {
        return 0;
    }
    return 2;
}

int main(int count, char **words)
{
    Options options = {.seed = 1, .sessions = UINT64_MAX, .length = 400, .most = 1, .out = "."};
    if (count > 2 && strcmp(words[1], "--replay") == 0) {
        return replay(words + 2);
    }
    if (count == 3 && strcmp(words[1], "--shrink") == 0) {
        return shrink(words[2]);
    }
    if (count == 3 && strcmp(words[1], "--soak") == 0) {
        return soak(strtoull(words[2], NULL, 10), shared_memory()->tallies) ? 0 : 1;
    }
    for (int i = 1; i < count;) {
        int taken = take_option(&options, words[i], i + 1 < count ? words[i + 1] : NULL);
        if (taken == 0) {
            fputs(help, strcmp(words[i], "--help") == 0 ? stdout : stderr);
            return strcmp(words[i], "--help") == 0 ? 0 : 2;
        }
        i += taken;
    }
    if (options.kind && strcmp(options.kind, "list") == 0) {
        return list_kinds();
    }
    if (options.seconds <= 0.0) {
        options.seconds = options.sessions == UINT64_MAX ? 10.0 : 1e9;
    }
    return run_sessions(&options);
}
