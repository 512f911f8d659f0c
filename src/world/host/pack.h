/// Bytes without their runs of zeros, which is what most of a state is that has room for more.
///
/// A run is two numbers of 32 bits, how many words of zeros there are and how many others behind
/// them, and those words; words have 8 bytes.
#ifndef VEER_WORLD_HOST_PACK_H
#define VEER_WORLD_HOST_PACK_H

#include <stdbool.h>
#include <stddef.h>

/// Packs whole words. @param out  NULL: they are only counted
/// @return bytes that they take packed, at most 8 more than `size`
size_t veer_zeros_pack(const unsigned char *bytes, size_t size, unsigned char *out);
/// Unpacks them: all of `packed` must make all of `bytes`. @return whether it does
bool veer_zeros_unpack(const unsigned char *packed, size_t packed_size, unsigned char *bytes,
                       size_t size);

#endif
