#define _DEFAULT_SOURCE // MAP_ANONYMOUS

#include "watch.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __has_feature
#define HAS(what) __has_feature(what)
#else
#define HAS(what) 0
#endif

// s of processor time that a call may take: several times what the dearest one does, a mesh that is
// cut into as many pieces as there may be, so that slower machines find the same.
enum { HANG_SECONDS = HAS(thread_sanitizer) ? 30 : HAS(address_sanitizer) ? 10 : 5 };

// What a process may take is the sanitizers' to say where there are any.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "hard_rss_limit_mb=1500:allocator_may_return_null=1:detect_leaks=1:handle_abort=1";
}

Shared *shared_memory(void)
{
    static Shared *shared;
    if (!shared) {
        shared =
            mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (shared == MAP_FAILED ||
            call_count > sizeof shared->tallies / sizeof shared->tallies[0]) {
            fprintf(stderr, "no memory to share\n");
            exit(2);
        }
    }
    return shared;
}

// Processor time went by and the call is the same: it hangs.
static void look(int number)
{
    static uint64_t seen, times;
    (void)number;
    const Shared *shared = shared_memory();
    times = seen == shared->calls ? times + 1 : 0;
    seen = shared->calls;
    if (times > HANG_SECONDS) {
        static const char text[] = "harness: a call hangs\n";
        (void)!write(STDERR_FILENO, text, sizeof text - 1);
        abort();
    }
}

static void watch_time(void)
{
    struct sigaction action = {.sa_handler = look, .sa_flags = SA_RESTART};
    struct itimerval second = {{1, 0}, {1, 0}};
    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &second, NULL);
}

// The last line that says what it was; the rest is kept for whoever looks.
static void read_fault(FILE *log, int status, char *fault, size_t size)
{
    char line[512];
    snprintf(fault, size, "%s %d", WIFSIGNALED(status) ? "signal" : "exit",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    rewind(log);
    while (fgets(line, sizeof line, log)) {
        char *error = strstr(line, "runtime error:");
        bool is_summary = strncmp(line, "SUMMARY:", 8) == 0 && !strstr(fault, "harness:");
        if (strncmp(line, "harness:", 8) == 0 || is_summary || error) {
            snprintf(fault, size, "%.200s", line);
            fault[strcspn(fault, "\n")] = '\0';
        }
    }
}

Outcome run_apart(void (*run)(void *context, Shared *shared), void *context)
{
    Outcome outcome = {false, ""};
    Shared *shared = shared_memory();
    FILE *log = tmpfile();
    fflush(NULL);
    pid_t child = log ? fork() : -1;
    if (child == 0) {
        dup2(fileno(log), STDERR_FILENO);
        watch_time();
        run(context, shared);
        exit(0); // leaks are looked for
    }
    int status = 1;
    if (child > 0) {
        waitpid(child, &status, 0);
    }
    if (status != 0 && log) {
        outcome.has_failed = true;
        read_fault(log, status, outcome.fault, sizeof outcome.fault);
    }
    if (log) {
        fclose(log);
    }
    return outcome;
}
