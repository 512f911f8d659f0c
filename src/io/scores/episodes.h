/// Episodes of contact: which bodies met, how often and for how long.
#ifndef VEER_IO_EPISODES_H
#define VEER_IO_EPISODES_H

#include <stdbool.h>
#include <stdint.h>

/// Two bodies that meet at one tick.
typedef struct VeerTouch {
    uint64_t pair; ///< names the two bodies
    double depth;  ///< the overlap, as a fraction of the radius sum; < 0: a gap
} VeerTouch;

/// An episode begins when two bodies are deeper than `begin_depth` in each other, and ends when
/// they are no deeper than `end_depth`. All else zero: none yet.
typedef struct VeerEpisodes {
    double begin_depth, end_depth; ///< fractions of the radius sum, the second no more than the
                                   ///< first
    VeerTouch *touches; ///< touches[touch_count] of this tick, in any order, pairs may recur
    uint32_t touch_count, touch_capacity;
    uint64_t *open; ///< open[open_count]: the pairs in contact, ascending
    uint32_t open_count, open_capacity;
    uint32_t begun_count;
    double seconds; ///< of all episodes
    double worst;   ///< the greatest depth, 0: none
} VeerEpisodes;

void veer_episodes_free(VeerEpisodes *episodes);

/// Notes how deep a pair is at this tick; what is not open nor opens one is left out. @return false
/// when there is no memory
bool veer_episodes_add(VeerEpisodes *episodes, uint64_t pair, double depth);

/// Ends the tick: episodes begin, go on for `seconds` more, or end.
/// @return false when there is no memory
bool veer_episodes_close(VeerEpisodes *episodes, double seconds);

#endif
