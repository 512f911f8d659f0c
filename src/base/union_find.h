/// Connected components by union-find: each item leads to a lesser one of its component, or to
/// itself if it is the least, the root. Roots come before all others of their component.
///
/// Source: Tarjan and van Leeuwen, "Worst-case analysis of set union algorithms", JACM 31, 1984,
/// with paths halved; united by number rather than by rank.
#ifndef VEER_BASE_UNION_FIND_H
#define VEER_BASE_UNION_FIND_H

#include <stdint.h>

/// Each item is a component of its own.
static inline void veer_union_find_begin(uint32_t *parent, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        parent[i] = i;
    }
}

/// The least item known of a component. Shortens the way there.
static inline uint32_t veer_union_find_root(uint32_t *parent, uint32_t item)
{
    while (parent[item] != item) {
        parent[item] = parent[parent[item]];
        item = parent[item];
    }
    return item;
}

static inline void veer_union_find_unite(uint32_t *parent, uint32_t a, uint32_t b)
{
    a = veer_union_find_root(parent, a);
    b = veer_union_find_root(parent, b);
    parent[a > b ? a : b] = a < b ? a : b;
}

/// Makes each item's parent the number of its component, in the order of the least items.
/// @return how many components there are
static inline uint32_t veer_union_find_number(uint32_t *parent, uint32_t count)
{
    uint32_t components = 0;
    for (uint32_t i = 0; i < count; i++) {
        parent[i] = parent[i] == i ? components++ : parent[parent[i]];
    }
    return components;
}

#endif
