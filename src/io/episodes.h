/// Episodes of contact: who touched whom, how often and for how long.
#ifndef VEER_IO_EPISODES_H
#define VEER_IO_EPISODES_H

#include <stdbool.h>
#include <stdint.h>

/// Two bodies that overlap at one tick.
typedef struct VeerTouch {
    uint64_t pair; ///< names the two bodies
    double depth;  ///< > 0: the overlap, as a fraction of the radius sum
} VeerTouch;

/// An episode begins when two bodies overlap by more than VEER_TOUCH_DEPTH of their radius sum, and
/// ends when they no longer overlap at all. All zero: none yet.
typedef struct VeerEpisodes {
    VeerTouch *touches; ///< touches[touch_count] of this tick, in any order, pairs may recur
    uint32_t touch_count, touch_capacity;
    uint64_t *open; ///< open[open_count]: the pairs in contact, ascending
    uint32_t open_count, open_capacity;
    uint32_t begun_count;
    double seconds; ///< of all episodes
    double worst;   ///< the greatest depth, 0: none
} VeerEpisodes;

#define VEER_TOUCH_DEPTH 0.001

void veer_episodes_free(VeerEpisodes *episodes);

/// Notes an overlap of this tick. @return false when there is no memory
bool veer_episodes_add(VeerEpisodes *episodes, uint64_t pair, double depth);

/// Ends the tick: episodes begin, go on for `seconds` more, or end.
/// @return false when there is no memory
bool veer_episodes_close(VeerEpisodes *episodes, double seconds);

#endif
