/// Memory that is taken piece by piece and given back all at once.
#ifndef VEER_IO_STORE_H
#define VEER_IO_STORE_H

#include <stdbool.h>
#include <stddef.h>

/// All zero: empty.
typedef struct VeerStore {
    struct VeerStoreBlock *blocks;
    size_t taken; ///< bytes, in all
    bool is_out;  ///< memory was out once
} VeerStore;

/// Takes room for `count` zeroed elements of `size` bytes, aligned for any type.
/// @return NULL when memory is out
void *veer_store_take(VeerStore *store, size_t count, size_t size);

/// The same for a block that is aligned to 64 bytes, as maps are.
void *veer_store_take_block(VeerStore *store, size_t size);

/// A copy of text[length] with a NUL at its end. @return NULL when memory is out
char *veer_store_copy(VeerStore *store, const char *text, size_t length);

/// Gives everything back.
void veer_store_clear(VeerStore *store);

#endif
