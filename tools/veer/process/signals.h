/// SIGINT, SIGTERM and SIGHUP: what they end, and how.
#ifndef VEER_TOOLS_SIGNALS_H
#define VEER_TOOLS_SIGNALS_H

#include <stdbool.h>

/// Takes over the signals. While there is nothing to clear away, one of them ends the command at
/// once; after veer_signals_hold the first is only noted, for the command to end by itself where it
/// asks veer_signals_have_come, and the second ends it at once. The exit status is 128 and the
/// signal's number. Broken pipes and files over the limit of their size are failed writes.
void veer_signals_begin(void);
void veer_signals_hold(void);
bool veer_signals_have_come(void);
/// The first that was noted; 0: none.
int veer_signals_first(void);

/// A program that is killed when a signal comes, so that nobody waits for it. 0: none
void veer_signals_watch(int process);

#endif
