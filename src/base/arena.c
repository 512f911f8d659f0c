#include "base/arena.h"

#include <stdint.h>

// Rounds up to the alignment; SIZE_MAX where that cannot be held.
static size_t padded(size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - VEER_ARENA_ALIGNMENT) / size) {
        return SIZE_MAX;
    }
    size_t bytes = count * size;
    return (bytes + VEER_ARENA_ALIGNMENT - 1u) & ~(size_t)(VEER_ARENA_ALIGNMENT - 1u);
}

void *veer_arena_take(VeerArena *arena, size_t count, size_t size)
{
    size_t bytes = padded(count, size);
    if (bytes > SIZE_MAX - arena->used) {
        arena->used = SIZE_MAX;
        return NULL;
    }
    void *taken = arena->base ? arena->base + arena->used : NULL;
    arena->used += bytes;
    return taken;
}
