#include "io/base/store.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct VeerStoreBlock {
    struct VeerStoreBlock *next;
    size_t used, size;
} VeerStoreBlock;

enum { BLOCK = 64 * 1024, ALIGN = _Alignof(max_align_t), BLOCK_ALIGN = 64 };

static size_t round_up(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

static VeerStoreBlock *add_block(VeerStore *store, size_t size)
{
    size_t room = size > BLOCK ? size : BLOCK;
    VeerStoreBlock *block = calloc(1, round_up(sizeof *block) + room);
    if (block) {
        *block = (VeerStoreBlock){.next = store->blocks, .size = room};
        store->taken += room;
        store->blocks = block;
    }
    return block;
}

void *veer_store_take(VeerStore *store, size_t count, size_t size)
{
    bool is_possible = size == 0 || count <= (SIZE_MAX / 2) / size;
    size_t bytes = round_up(count * size);
    VeerStoreBlock *block = is_possible ? store->blocks : NULL;
    if (is_possible && (!block || block->size - block->used < bytes)) {
        block = add_block(store, bytes);
    }
    if (!block) {
        store->is_out = true;
        return NULL;
    }
    char *memory = (char *)block + round_up(sizeof *block) + block->used;
    block->used += bytes;
    return memory;
}

void *veer_store_take_block(VeerStore *store, size_t size)
{
    char *memory = veer_store_take(store, size + BLOCK_ALIGN, 1);
    return memory ? memory + (BLOCK_ALIGN - (uintptr_t)memory % BLOCK_ALIGN) % BLOCK_ALIGN : NULL;
}

char *veer_store_copy(VeerStore *store, const char *text, size_t length)
{
    char *copy = veer_store_take(store, length + 1, 1);
    if (copy) {
        memcpy(copy, text, length);
    }
    return copy;
}

void veer_store_clear(VeerStore *store)
{
    while (store->blocks) {
        VeerStoreBlock *next = store->blocks->next;
        free(store->blocks);
        store->blocks = next;
    }
    store->taken = 0;
    store->is_out = false;
}
