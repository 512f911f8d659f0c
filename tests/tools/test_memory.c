// The command without memory: each of its own allocations failed, one by one.
#define _POSIX_C_SOURCE 200809L
#include "support/suite.h"
#include "support/wrapped_memory.h"

#include "command.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define FOLDER "memory-test"
#define MAX_WORDS 24

static atomic_size_t calls;   // of allocation, so far
static atomic_size_t failing; // the one that fails; 0: none does

// jansson takes its memory through the command. The other libraries' own calls do not fail.
static bool fails(void)
{
    bool is_it = atomic_fetch_add(&calls, 1) + 1 == atomic_load(&failing);
    if (is_it) {
        close(open(FOLDER "/.failed", O_WRONLY | O_CREAT, 0666));
    }
    return is_it;
}

// What a call of the command did.
typedef struct Outcome {
    int status; // as waitpid has it
    char err[600];
    bool has_failed; // whether an allocation failed
} Outcome;

static void read_file(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

// Splits a line at its blanks, in place.
static int split(char *line, char **words)
{
    int count = 0;
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        assert_true(count < MAX_WORDS);
        words[count++] = word;
    }
    return count;
}

static int open_to(const char *path, int descriptor)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    return dup2(file, descriptor);
}

// In a process of its own: calls the command.
static void call_here(const char *arguments, size_t number, rlim_t room)
{
    char line[400], *words[MAX_WORDS];
    snprintf(line, sizeof line, "veer %s", arguments);
    int count = split(line, words);
    open_to(FOLDER "/.err", STDERR_FILENO);
    open_to("/dev/null", STDOUT_FILENO);
    if (room > 0) {
        setrlimit(RLIMIT_AS, &(struct rlimit){room, room});
    }
    signal(SIGSEGV, SIG_DFL); // the suite's handlers would make an exit of a crash
    signal(SIGABRT, SIG_DFL);
    atomic_store(&failing, number);
    exit(veer_command(count, words));
}

static Outcome call(const char *arguments, size_t number, rlim_t room)
{
    Outcome outcome = {0};
    remove(FOLDER "/.failed");
    fflush(NULL);
    pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        call_here(arguments, number, room);
    }
    assert_int_equal(waitpid(process, &outcome.status, 0), process);
    read_file(FOLDER "/.err", outcome.err, sizeof outcome.err);
    outcome.has_failed = access(FOLDER "/.failed", F_OK) == 0;
    return outcome;
}

// The command did all or nothing, and said in one line why.
static void assert_ended_well(const Outcome *outcome, const char *arguments, size_t number)
{
    bool is_exit = WIFEXITED(outcome->status);
    int status = is_exit ? WEXITSTATUS(outcome->status) : -1;
    const char *end = strchr(outcome->err, '\n');
    bool is_line =
        status == 0 ? !*outcome->err : strncmp(outcome->err, "veer: ", 6) == 0 && end && !end[1];
    if (!is_exit || status < 0 || status > 2 || !is_line) {
        fail_msg("veer %s: allocation %zu: status %d (%d): %s", arguments, number, status,
                 outcome->status, outcome->err);
    }
    bool is_there = access(FOLDER "/o", F_OK) == 0 || access(FOLDER "/o.svg", F_OK) == 0;
    if (status == 2 && is_there) {
        fail_msg("veer %s: allocation %zu: something is left", arguments, number);
    }
    if (is_there) {
        assert_int_equal(system("rm -rf " FOLDER "/o " FOLDER "/o.svg"), 0);
    }
}

// All of the first allocations, then one of ever more.
static void fail_one_by_one(const char *arguments)
{
#ifdef VEER_FEWER_SEEDS
    size_t dense = 10, spread = 2;
#else
    size_t dense = 50, spread = 8;
#endif
    size_t number = 1, failed = 0, refused = 0;
    for (;;) {
        Outcome outcome = call(arguments, number, 0);
        assert_ended_well(&outcome, arguments, number);
        if (!outcome.has_failed) {
            break;
        }
        failed++;
        refused += WEXITSTATUS(outcome.status) == 2;
        number += number < dense ? 1 : 1 + number / spread;
    }
    // Few can be done without.
    assert_true(failed > 10 && refused > failed / 2);
}

// Fontconfig keeps what it found even where memory was short: not with the fonts of the machine.
static void make_fonts(void)
{
    char folder[400], path[500];
    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/" FOLDER "/in/fonts.conf", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "<fontconfig><cachedir>%s/" FOLDER "/in/fonts</cachedir>"
            "<include>/etc/fonts/fonts.conf</include></fontconfig>\n",
            folder);
    fclose(file);
    setenv("FONTCONFIG_FILE", path, 1);
}

static void prepare(void)
{
    assert_int_equal(system("rm -rf " FOLDER " && mkdir -p " FOLDER "/in"), 0);
    FILE *map = fopen(FOLDER "/in/open.map", "w");
    assert_non_null(map);
    fputs("type octile\nheight 4\nwidth 4\nmap\n....\n.@@.\n....\n....\n", map);
    fclose(map);
    make_fonts();
    assert_int_equal(
        call("run e5 --duration 0.5 --set expect={} --out " FOLDER "/in/run", 0, 0).status, 0);
}

static void command_survives_each_failed_allocation(void **state)
{
    (void)state;
    prepare();
    fail_one_by_one("list");
    fail_one_by_one("run e5 --duration 0.5 --set expect={} --json");
    fail_one_by_one("run e5 --duration 0.5 --set expect={} --out " FOLDER "/o");
    fail_one_by_one("run e5 --duration 0.2 --set expect={} --seeds 2 --workers 2");
    fail_one_by_one(
        "compare e5 e11 --duration 0.5 --models crowd,pilot --seeds 2 --workers 1 --json "
        "--out " FOLDER "/o");
    fail_one_by_one("odds --duration 0.5 --models crowd --classes usual --seeds 2 --workers 1 "
                    "--csv " FOLDER "/o");
    fail_one_by_one("plan " FOLDER "/in/open.map --json");
    fail_one_by_one("render " FOLDER "/in/run --routes --fields --trace 1 --out " FOLDER "/o.svg");
    fail_one_by_one("bench e5 --ticks 3 --json");
    fail_one_by_one("bench jam --agents 4 --ticks 1 --json");
    fail_one_by_one("bench maps --ticks 1 --json");
}

// Of address space, when most of it is what the libraries take. Sanitizers take too much of it.
static void command_survives_little_memory(void **state)
{
    (void)state;
#ifdef VEER_FEWER_SEEDS
    skip();
#else
    static const char *const calls_made[] = {
        "run crossing --agents 60 --duration 0.5 --set expect={} --out " FOLDER "/o",
        "run e17 --duration 0.2 --set expect={} --workers 2 --json",
        "compare e5 e11 --models crowd --duration 0.5 --quiet --out " FOLDER "/o",
        "render " FOLDER "/in/run --out " FOLDER "/o.svg",
        "bench maps --ticks 1 --json",
    };
    prepare();
    uint32_t refused = 0;
    for (size_t i = 0; i < sizeof calls_made / sizeof *calls_made; i++) {
        for (rlim_t room = 20; room < 140; room += room / 4) {
            Outcome outcome = call(calls_made[i], 0, room << 20);
            assert_ended_well(&outcome, calls_made[i], 0);
            refused += outcome.status != 0;
        }
    }
    assert_true(refused > 4);
    assert_int_equal(system("rm -r " FOLDER), 0);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_survives_each_failed_allocation),
        cmocka_unit_test(command_survives_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
