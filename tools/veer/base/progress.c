#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include "clock.h"

#include <stdio.h>
#include <unistd.h>

#define BAR_CELLS 30
#define PATIENCE 1.0 // s before a bar appears
#define PERIOD 0.1   // s between two changes of it

VeerProgress veer_progress_begin(const char *label, bool is_quiet)
{
    return (VeerProgress){
        .label = label, .begin = veer_clock_wall(), .is_on = !is_quiet && isatty(STDERR_FILENO)};
}

void veer_progress_show(VeerProgress *progress, double done)
{
    if (!progress->is_on) {
        return;
    }
    double now = veer_clock_wall();
    if (now - progress->begin < PATIENCE || now - progress->last < PERIOD) {
        return;
    }
    progress->last = now;
    progress->is_shown = true;
    int filled = (int)(done * BAR_CELLS);
    fprintf(stderr, "\r%s ", progress->label);
    for (int i = 0; i < BAR_CELLS; i++) {
        fputs(i < filled ? "█" : "░", stderr);
    }
    fprintf(stderr, " %3.0f%% ", 100.0 * done);
}

void veer_progress_end(VeerProgress *progress)
{
    if (progress->is_shown) {
        fputs("\r\033[K", stderr);
        progress->is_shown = false;
    }
}
