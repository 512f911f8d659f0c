/// Bytes without their runs of zeros, which is what most of a state is that has room for more.
///
/// A run is two numbers of 32 bits, how many words of zeros there are and how many others behind
/// them, and those words; words have 8 bytes. No run goes on beyond a block, so that those who have
/// different blocks can pack them apart, to the same bytes.
#ifndef VEER_WORLD_HOST_PACK_H
#define VEER_WORLD_HOST_PACK_H

#include <stdbool.h>
#include <stddef.h>

enum {
    VEER_PACK_WORD = 8,        ///< bytes
    VEER_PACK_BLOCK = 1 << 20, ///< bytes
};

/// Packs whole words, which begin with a block. @param out  NULL: they are only counted
/// @return bytes that they take packed, at most 8 more a block than `size`
size_t veer_zeros_pack(const unsigned char *bytes, size_t size, unsigned char *out);

/// Words that are unpacked part by part.
typedef struct VeerUnpacking {
    unsigned char *bytes; ///< where they go
    size_t left;          ///< words that are still to come
    size_t others;        ///< of these words of the present run, which are stored as they are
} VeerUnpacking;

/// Unpacks the next whole words. @return whether there was room for what they say
bool veer_zeros_unpack(VeerUnpacking *unpacking, const unsigned char *packed, size_t size);

#endif
