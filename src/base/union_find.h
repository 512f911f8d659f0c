/// What hangs together, by union-find: each item leads to a lesser one of its part, or to itself if
/// it is the least, the root. Roots come before all others of their part.
///
/// Source: Tarjan and van Leeuwen, "Worst-case analysis of set union algorithms", JACM 31, 1984,
/// with paths halved; joined by number rather than by rank.
#ifndef VEER_BASE_UNION_FIND_H
#define VEER_BASE_UNION_FIND_H

#include <stdint.h>

/// The least item that is known to hang together with one. Shortens the way there.
static inline uint32_t parts_root(uint32_t *part, uint32_t item)
{
    while (part[item] != item) {
        part[item] = part[part[item]];
        item = part[item];
    }
    return item;
}

/// Two items hang together.
static inline void parts_join(uint32_t *part, uint32_t a, uint32_t b)
{
    a = parts_root(part, a);
    b = parts_root(part, b);
    part[a > b ? a : b] = a < b ? a : b;
}

#endif
