/// Packing by zlib: what a tick has is packed alone, but refers to what the ticks before had.
#ifndef VEER_IO_REPLAY_PACK_H
#define VEER_IO_REPLAY_PACK_H

#include "io/replay/codec.h"

/// Opaque: a stream that packs, or unpacks.
typedef struct VeerPacker VeerPacker;

/// @return NULL: no memory
VeerPacker *veer_packer_create(bool is_unpacking);
/// NULL is fine.
void veer_packer_destroy(VeerPacker *packer);

/// Packs bytes[size] to the end of `out`. @return false: no memory
bool veer_pack(VeerPacker *packer, const void *bytes, size_t size, VeerCodec *out);
/// Unpacks what was packed at once, as all that `out` has, up to `most` bytes.
/// @return false: it is no such thing, or there is no memory (out->has_failed)
bool veer_unpack(VeerPacker *packer, const void *bytes, size_t size, size_t most, VeerCodec *out);

/// A check of bytes[size], 32 bits.
uint32_t veer_pack_check(const void *bytes, size_t size);

#endif
