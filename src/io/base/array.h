/// Memory for the edges of the library, where a call may allocate.
#ifndef VEER_IO_ARRAY_H
#define VEER_IO_ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/// Makes room for `needed` elements of `size` bytes in `*array`, whose `*capacity` it raises to
/// twice as many where it must. Elements stay, new ones are zero.
/// @return false when there is no memory; then nothing has changed
bool veer_array_reserve(void *array, uint32_t *capacity, uint64_t needed, size_t size);

/// Memory for maps and searches, aligned to a cache line, to be freed. @return NULL: there is none
void *veer_aligned_take(size_t size);

#endif
