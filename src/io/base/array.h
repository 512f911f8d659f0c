/// Arrays that grow, for the edges of the library, where a call may allocate.
#ifndef VEER_IO_ARRAY_H
#define VEER_IO_ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/// Makes room for `needed` elements of `size` bytes in `*array`, whose `*capacity` it raises to
/// twice as many where it must. Elements stay, new ones are zero.
/// @return false when there is no memory; then nothing has changed
bool veer_array_reserve(void *array, uint32_t *capacity, uint64_t needed, size_t size);

#endif
