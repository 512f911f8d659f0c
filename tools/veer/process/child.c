#define _GNU_SOURCE // pipe2
#include "child.h"

#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

typedef int Pipe[2]; ///< to read from, to write to

static bool open_pipe(Pipe ends)
{
    return pipe2(ends, O_CLOEXEC) == 0;
}

static void close_pipe(const Pipe ends)
{
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0) {
            close(ends[i]);
        }
    }
}

/// Becomes the program; after fork in a process that has threads, so only with what handlers may.
static void become(const char *const *words, const int standard[3], int kept)
{
    const int handled[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) {
        signal(handled[i], SIG_DFL);
    }
    for (int i = 0; i < 3; i++) {
        if (standard[i] < 0 || dup2(standard[i], i) < 0) {
            _exit(127);
        }
    }
    fcntl(kept, F_SETFD, 0);
    execvp(words[0], (char *const *)(void *)words);
    _exit(127);
}

/// Starts the program with the ends of the pipes that are its own.
static pid_t start(const char *const *words, VeerChildPipe kind, const Pipe data, const Pipe errors,
                   int kept)
{
    pid_t parent = getpid(), process = fork();
    if (process != 0) {
        return process;
    }
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(127); // which has ended before that
    }
#else
    (void)parent;
#endif
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    bool is_reader = kind == VEER_CHILD_READS;
    const int standard[3] = {is_reader ? data[0] : nothing, is_reader ? nothing : data[1],
                             errors[1]};
    become(words, standard, kept);
    return -1;
}

bool veer_child_start(VeerChild *child, const char *const *words, VeerChildPipe pipe, int kept)
{
    Pipe data = {-1, -1}, errors = {-1, -1};
    *child = (VeerChild){.process = -1};
    // Whatever it has to say, nobody reads it before its end: what is too much is dropped.
    if (open_pipe(data) && open_pipe(errors) && fcntl(errors[1], F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(errors[0], F_SETFL, O_NONBLOCK) == 0) {
        child->process = start(words, pipe, data, errors, kept);
    }
    if (child->process < 0) {
        close_pipe(data);
        close_pipe(errors);
        return false;
    }
    veer_signals_watch(child->process);
    int mine = pipe == VEER_CHILD_READS ? 1 : 0;
    close(data[1 - mine]);
    close(errors[1]);
    child->pipe = data[mine];
    child->complaints = errors[0];
    return true;
}

bool veer_child_write(VeerChild *child, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t count = write(child->pipe, at, size);
        if (count < 0 && (errno != EINTR || veer_signals_have_come())) {
            return false;
        }
        if (count > 0) {
            at += count;
            size -= (size_t)count;
        }
    }
    return !veer_signals_have_come();
}

size_t veer_child_read(VeerChild *child, void *bytes, size_t size)
{
    for (;;) {
        ssize_t count = read(child->pipe, bytes, size);
        if (count >= 0 || errno != EINTR || veer_signals_have_come()) {
            return count > 0 ? (size_t)count : 0;
        }
    }
}

/// Keeps the first line of what it complained of; some draw lines above their words.
static void read_complaints(VeerChild *child)
{
    char text[512];
    ssize_t count = read(child->complaints, text, sizeof text - 1);
    text[count > 0 ? count : 0] = '\0';
    const char *line = text + strspn(text, "-=*\r\n");
    size_t length = strcspn(line, "\r\n");
    snprintf(child->why, sizeof child->why, "%.*s", (int)length, line);
    close(child->complaints);
}

bool veer_child_end(VeerChild *child)
{
    siginfo_t info;
    int status = -1;
    close(child->pipe);
    // Its number is its own until it is waited for in earnest: no signal kills another by it.
    while (waitid(P_PID, (id_t)child->process, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    veer_signals_watch(0);
    while (waitpid(child->process, &status, 0) < 0 && errno == EINTR) {
    }
    child->process = 0;
    read_complaints(child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void veer_child_kill(VeerChild *child)
{
    if (child->process > 0) {
        kill(child->process, SIGKILL);
        (void)veer_child_end(child);
    }
}
