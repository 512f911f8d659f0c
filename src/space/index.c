#include "space/index.h"

#include "base/arena.h"

static size_t lay_out(void *memory, size_t capacity, VeerIndex *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    size_t cells = 3 * capacity + VEER_INDEX_LEVELS * (VEER_INDEX_SLACK_CELLS + (size_t)1);
    size_t entries = capacity + (size_t)VEER_INDEX_STRIDE;
    parts->x = veer_arena_take(&arena, entries, sizeof *parts->x);
    parts->y = veer_arena_take(&arena, entries, sizeof *parts->y);
    parts->z = veer_arena_take(&arena, entries, sizeof *parts->z);
    parts->radius = veer_arena_take(&arena, entries, sizeof *parts->radius);
    parts->tags = veer_arena_take(&arena, capacity, sizeof *parts->tags);
    parts->order = veer_arena_take(&arena, capacity, sizeof *parts->order);
    parts->keys = veer_arena_take(&arena, capacity, sizeof *parts->keys);
    parts->exponents = veer_arena_take(&arena, capacity, sizeof *parts->exponents);
    parts->table = veer_arena_take(&arena, cells, sizeof *parts->table);
    return arena.used;
}

size_t veer_index_size(uint32_t capacity)
{
    VeerIndex parts;
    return lay_out(NULL, capacity, &parts);
}

VeerIndex *veer_index_init(void *memory, uint32_t capacity)
{
    VeerIndex *index = memory;
    *index = (VeerIndex){.capacity = capacity};
    (void)lay_out(memory, capacity, index);
    return index;
}

const uint32_t *veer_index_order(const VeerIndex *index, uint32_t *count)
{
    *count = index->count;
    return index->order;
}
