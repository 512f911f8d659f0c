// The command stopped at any moment: it leaves all of its files, or none.
#define _GNU_SOURCE // O_TMPFILE
#define CALLER_FOLDER "stop-test"
#include "caller.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define MAX_WORDS 24

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void wait_seconds(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    while (nanosleep(&time, &time) != 0) {
    }
}

static pid_t start(const char *arguments)
{
    char line[400], *words[MAX_WORDS] = {"veer"};
    int count = 1;
    snprintf(line, sizeof line, "%s", arguments);
    for (char *word = strtok(line, " "); word && count < MAX_WORDS - 1; word = strtok(NULL, " ")) {
        words[count++] = word;
    }
    pid_t process = fork();
    if (process == 0) {
        dup2(open(CALLER_FOLDER ".err", O_WRONLY | O_CREAT | O_TRUNC, 0666), STDERR_FILENO);
        execv(VEER_COMMAND, words);
        _exit(99);
    }
    assert_true(process > 0);
    return process;
}

static int wait_for(pid_t process)
{
    int status;
    while (waitpid(process, &status, 0) != process) {
        assert_int_equal(errno, EINTR);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Programs that the command started have come to this process: they end too.
static void assert_no_orphans(void)
{
    for (int i = 0; waitpid(-1, NULL, WNOHANG) >= 0; i++) {
        assert_true(i < 2000);
        wait_seconds(0.005);
    }
}

// Whether files need no names here while they are written.
static bool has_nameless(void)
{
    int file = open(".", O_TMPFILE | O_WRONLY, 0600);
    close(file);
    return file >= 0;
}

// How many files are below a folder; each that is not whole, or not of its final name, is a fault.
static uint32_t count_files(const char *folder, const char *whole)
{
    DIR *list = opendir(folder);
    uint32_t count = 0;
    const struct dirent *entry;
    while (list && (entry = readdir(list)) != NULL) {
        char path[600], same[1400];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        snprintf(same, sizeof same, "cmp -s '%s' '%s/%s'", path, whole, entry->d_name);
        bool is_timed = strstr(entry->d_name, ".json") || strstr(entry->d_name, ".csv") ||
                        strstr(entry->d_name, "paths.") || strstr(entry->d_name, "compare.");
        if (entry->d_name[0] == '.' || (is_timed ? size_of(path) <= 0 : system(same) != 0)) {
            fail_msg("%s is not whole", path);
        }
        count++;
    }
    if (list) {
        closedir(list);
    }
    return count;
}

// What a program that is killed leaves where files must have names.
static void remove_asides(void)
{
    if (!has_nameless()) {
        assert_int_equal(system("rm -f " CALLER_FOLDER "/o/.*.veer-????????????????"), 0);
    }
}

// What is stopped, and how often.
typedef struct Stopped {
    const char *arguments; // with FOLDER/o as what they write
    uint32_t files, times;
} Stopped;

static double draw(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (double)(1u << 24);
}

static void clear(void)
{
    assert_int_equal(system("rm -rf " CALLER_FOLDER "/o"), 0);
}

// Runs to the end, and keeps what was written as FOLDER/whole. Returns the time that it took.
static double run_whole(const Stopped *stopped)
{
    clear();
    assert_int_equal(system("mkdir -p " CALLER_FOLDER " && rm -rf " CALLER_FOLDER "/whole"), 0);
    double begin = now();
    assert_int_equal(wait_for(start(stopped->arguments)), 0);
    double seconds = now() - begin;
    assert_int_equal(rename(CALLER_FOLDER "/o", CALLER_FOLDER "/whole"), 0);
    assert_int_equal(count_files(CALLER_FOLDER "/whole", CALLER_FOLDER "/whole"), stopped->files);
    return seconds;
}

static void stop_once(const Stopped *stopped, int number, double after)
{
    clear();
    pid_t process = start(stopped->arguments);
    wait_seconds(after);
    kill(process, number);
    int status = wait_for(process);
    assert_no_orphans();
    if (number == SIGKILL) {
        remove_asides();
    }
    bool is_there = exists(CALLER_FOLDER "/o");
    uint32_t files = count_files(CALLER_FOLDER "/o", CALLER_FOLDER "/whole");
    // Stopped by force, it may be between two of them, and leave its folder.
    bool is_fine = number == SIGKILL        ? status == 0 || status == 128 + SIGKILL
                   : status == 0            ? files == stopped->files
                   : status == 128 + number ? !is_there
                                            : false;
    if (!is_fine) {
        fail_msg("veer %s: signal %d after %g s: status %d, %u files", stopped->arguments, number,
                 after, status, files);
    }
}

#define RUN                                                                                        \
    "run crossing --agents 30 --duration 2 --set expect={} --quiet --out " CALLER_FOLDER "/o"

static void command_is_stopped_at_any_moment(void **state)
{
    (void)state;
    static const Stopped all[] = {
        {RUN, 4, 40},
        {"compare e11 --models crowd,none --quiet --out " CALLER_FOLDER "/o", 6, 30},
    };
    static const int signals[] = {SIGTERM, SIGINT, SIGTERM, SIGHUP, SIGKILL};
    uint32_t seed = 14;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    remove_folder();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        double seconds = run_whole(&all[i]);
        for (uint32_t time = 0; time < suite_seeds(all[i].times); time++) {
            stop_once(&all[i], signals[time % 5], draw(&seed) * seconds);
        }
    }
    remove_folder();
}

// A picture or film in the place of a file, which stays until it is replaced as a whole.
static void stop_rendering(const char *name, const char *options, uint32_t times)
{
    char line[300], path[100], keep[600], put[600], same[600], old[600];
    uint32_t seed = times;
    snprintf(path, sizeof path, CALLER_FOLDER "/%s", name);
    snprintf(line, sizeof line, "render " CALLER_FOLDER " --quiet --out %s %s", path, options);
    snprintf(keep, sizeof keep, "mv %s " CALLER_FOLDER "/whole", path);
    snprintf(put, sizeof put, "echo old >%s", path);
    snprintf(same, sizeof same, "cmp -s %s " CALLER_FOLDER "/whole", path);
    snprintf(old, sizeof old, "test \"$(cat %s)\" = old", path);
    double begin = now();
    assert_int_equal(wait_for(start(line)), 0);
    double seconds = now() - begin;
    assert_int_equal(system(keep), 0);
    for (uint32_t i = 0; i < suite_seeds(times); i++) {
        assert_int_equal(system(put), 0);
        pid_t process = start(line);
        wait_seconds(draw(&seed) * seconds);
        kill(process, i % 2 ? SIGTERM : SIGINT);
        assert_int_equal(system(wait_for(process) == 0 ? same : old), 0);
        assert_no_orphans();
    }
    snprintf(put, sizeof put, "rm %s", path);
    assert_int_equal(system(put), 0);
    assert_int_equal(system("test \"$(ls -A " CALLER_FOLDER " | tr '\\n' ' ')\" = "
                            "'paths.png paths.svg summary.json trajectory.sqlite whole '"),
                     0);
}

static void command_stopped_leaves_what_was_there(void **state)
{
    (void)state;
    remove_folder();
    assert_int_equal(wait_for(start("run e11 --quiet --duration 1 --set expect={} --out " //
                                    CALLER_FOLDER)),
                     0);
    stop_rendering("a.svg", "--width 800", 20);
    stop_rendering("a.png", "--width 800", 10);
    if (system("ffmpeg -version >/dev/null 2>&1") == 0) {
        stop_rendering("a.gif", "--width 160 --fps 5", 12);
    }
    remove_folder();
}

// A program in the place of ffmpeg; calls of the command find it first.
static void put_ffmpeg(const char *script)
{
    remove_folder();
    assert_int_equal(wait_for(start("run e11 --quiet --duration 1 --set expect={} --out " //
                                    CALLER_FOLDER)),
                     0);
    FILE *file = fopen(CALLER_FOLDER "/ffmpeg", "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", script);
    fclose(file);
    assert_int_equal(chmod(CALLER_FOLDER "/ffmpeg", 0755), 0);
    char path[4000];
    snprintf(path, sizeof path, CALLER_FOLDER ":%s", getenv("PATH"));
    setenv("PATH", path, true);
}

static void drop_ffmpeg(void)
{
    setenv("PATH", strchr(getenv("PATH"), ':') + 1, true);
    remove_folder();
}

#define FILM "render " CALLER_FOLDER " --width 320 --fps 5 --quiet --out " CALLER_FOLDER "/a.mp4"

static void command_does_not_wait_for_programs_when_stopped(void **state)
{
    (void)state;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    put_ffmpeg("exec sleep 1000");
    pid_t process = start(FILM);
    wait_seconds(0.3);
    kill(process, SIGINT);
    assert_int_equal(wait_for(process), 130);
    assert_no_orphans();
    assert_false(exists(CALLER_FOLDER "/a.mp4"));
    // By force: what it started ends as well.
    process = start(FILM);
    wait_seconds(0.3);
    kill(process, SIGKILL);
    assert_int_equal(wait_for(process), 137);
    assert_no_orphans();
    drop_ffmpeg();
}

static void assert_film_refused(const char *script, const char *line)
{
    put_ffmpeg(script);
    const Call *call = veer(FILM);
    assert_string_equal(call->err, line);
    assert_int_equal(call->status, 2);
    assert_false(exists(CALLER_FOLDER "/a.mp4"));
    drop_ffmpeg();
}

// Whatever ffmpeg says of it.
static void films_are_counted_frame_by_frame(void **state)
{
    (void)state;
    if (system("ffmpeg -version >/dev/null 2>&1") != 0) {
        skip();
    }
    assert_film_refused("cat >/dev/null",
                        "veer: " CALLER_FOLDER "/a.mp4: the film has 0 of its 7 frames\n");
    assert_film_refused("cat >/dev/null; echo oh no >&2; exit 1",
                        "veer: " CALLER_FOLDER "/a.mp4: ffmpeg could not write the film: oh no\n");
    assert_film_refused("cat >/dev/null; exit 3",
                        "veer: " CALLER_FOLDER "/a.mp4: ffmpeg could not write the film\n");
    assert_film_refused("exit 0", "veer: " CALLER_FOLDER "/a.mp4: ffmpeg takes no more pictures\n");
    // The real one, whose film is cut off behind its back.
    put_ffmpeg("PATH=${PATH#*:}\n"
               "for out; do :; done\n"
               "ffmpeg \"$@\" || exit\n"
               "case $* in *pipe:0*) truncate -s 3000 \"${out#file:}\" ;; esac");
    const Call *call = veer(FILM);
    assert_int_equal(call->status, 2);
    assert_non_null(strstr(call->err, "/a.mp4: the film "));
    assert_false(exists(CALLER_FOLDER "/a.mp4"));
    drop_ffmpeg();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_is_stopped_at_any_moment),
        cmocka_unit_test(command_stopped_leaves_what_was_there),
        cmocka_unit_test(command_does_not_wait_for_programs_when_stopped),
        cmocka_unit_test(films_are_counted_frame_by_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
