#define _POSIX_C_SOURCE 200809L
#include "signals.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

// A handler can see nothing but what is global, and lock-free.
static atomic_bool is_held;
static atomic_int first, watched;

static void take_signal(int number)
{
    int none = 0, process = atomic_load(&watched);
    if (process > 0) {
        kill(process, SIGKILL);
    }
    if (!atomic_load(&is_held) || !atomic_compare_exchange_strong(&first, &none, number)) {
        _exit(128 + number);
    }
}

void veer_signals_begin(void)
{
    struct sigaction taken = {.sa_handler = take_signal}, ignored = {.sa_handler = SIG_IGN}, old;
    sigemptyset(&taken.sa_mask);
    sigaction(SIGINT, &taken, NULL);
    sigaction(SIGTERM, &taken, NULL);
    // Under nohup it is to be ignored.
    if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
        sigaction(SIGHUP, &taken, NULL);
    }
    sigaction(SIGPIPE, &ignored, NULL);
    sigaction(SIGXFSZ, &ignored, NULL);
}

void veer_signals_hold(void)
{
    atomic_store(&is_held, true);
}

bool veer_signals_have_come(void)
{
    return atomic_load(&first) != 0;
}

int veer_signals_first(void)
{
    return atomic_load(&first);
}

void veer_signals_watch(int process)
{
    atomic_store(&watched, process);
    if (process > 0 && veer_signals_have_come()) {
        kill(process, SIGKILL);
    }
}
