/// Aligned arrays out of one block of memory.
#ifndef VEER_BASE_ARENA_H
#define VEER_BASE_ARENA_H

#include <stddef.h>

#define VEER_ARENA_ALIGNMENT 64u ///< a cache line, and the widest vector register

/// A block and how much of it is taken. With `base` NULL it only measures: run the same takes once
/// to learn the size, allocate it, and run them again to get the arrays.
typedef struct VeerArena {
    unsigned char *base; ///< aligned to VEER_ARENA_ALIGNMENT; NULL: measure
    size_t used;         ///< bytes, a multiple of the alignment; SIZE_MAX: more than can be
} VeerArena;

/// Takes an array of `count` elements of `size` bytes, aligned to VEER_ARENA_ALIGNMENT.
/// @return the array, uninitialised; NULL when measuring. Cost O(1).
void *veer_arena_take(VeerArena *arena, size_t count, size_t size);

#endif
