/// A bar on the terminal for what takes more than a second.
#ifndef VEER_TOOLS_PROGRESS_H
#define VEER_TOOLS_PROGRESS_H

#include <stdbool.h>

typedef struct VeerProgress {
    const char *label;
    double begin, last; ///< s
    bool is_on, is_shown;
} VeerProgress;

/// Shows nothing when `is_quiet`, or when the errors do not go to a terminal.
VeerProgress veer_progress_begin(const char *label, bool is_quiet);
/// @param done  0 to 1
void veer_progress_show(VeerProgress *progress, double done);
/// Wipes the bar away.
void veer_progress_end(VeerProgress *progress);

#endif
