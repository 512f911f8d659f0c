/// Programs that the command starts: one at a time, with a pipe to or from it.
#ifndef VEER_TOOLS_CHILD_H
#define VEER_TOOLS_CHILD_H

#include <stdbool.h>
#include <stddef.h>

/// A program that runs. It ends with this one, however this one ends, and when a signal comes.
typedef struct VeerChild {
    int process;    ///< 0: it has ended
    int pipe;       ///< to its standard input, or from its standard output
    int complaints; ///< from its standard error
    char why[160];  ///< the first line of them, after its end
} VeerChild;

typedef enum VeerChildPipe { VEER_CHILD_READS, VEER_CHILD_WRITES } VeerChildPipe;

/// Starts a program.
///
/// @param words  its name and its arguments, with NULL at their end
/// @param kept   an open file that it inherits under its number
/// @return false: it cannot be started, and there is nothing to end
bool veer_child_start(VeerChild *child, const char *const *words, VeerChildPipe pipe, int kept);

/// Hands it some bytes. @return false: it takes no more, or a signal has come
bool veer_child_write(VeerChild *child, const void *bytes, size_t size);
/// Takes up to `size` bytes from it. @return how many; 0: the end
size_t veer_child_read(VeerChild *child, void *bytes, size_t size);

/// Waits for its end. @return whether it was content
bool veer_child_end(VeerChild *child);
/// Has it end now, if it has not.
void veer_child_kill(VeerChild *child);

#endif
