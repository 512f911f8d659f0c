#define _POSIX_C_SOURCE 200809L
#include "clock.h"

#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double veer_clock_wall(void)
{
    return seconds(CLOCK_MONOTONIC);
}

double veer_clock_thread(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}
