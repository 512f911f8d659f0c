/// Bytes of recordings: numbers and arrays, written and read by the same code. Numbers are stored
/// as machines have them whose words begin with the least byte; exported states know no others.
#ifndef VEER_IO_REPLAY_CODEC_H
#define VEER_IO_REPLAY_CODEC_H

#include "io/base/store.h"

#include <stdint.h>

/// What is being written, or read. All zero: an empty one to be written.
typedef struct VeerCodec {
    bool is_reading;
    bool has_failed; ///< there was no memory, or the bytes were at their end
    unsigned char *bytes;
    size_t size;     ///< written so far, or to be read
    size_t capacity; ///< while writing
    size_t at;       ///< read so far
} VeerCodec;

/// To be read: bytes[size], which stay.
VeerCodec veer_codec_of(const void *bytes, size_t size);
/// Gives back what was written.
void veer_codec_clear(VeerCodec *codec);

/// Writes size bytes, or reads them; where it has failed, reading gives zeros.
void veer_code(VeerCodec *codec, void *bytes, size_t size);
void veer_code_u32(VeerCodec *codec, uint32_t *value);
void veer_code_f32(VeerCodec *codec, float *value);
void veer_code_flag(VeerCodec *codec, bool *value);
/// Seven bits a byte, the least first.
void veer_code_count(VeerCodec *codec, uint64_t *value);
/// An array of `count` elements, taken from the store where it is read.
/// @return where it is; NULL: it is not there, or empty
const void *veer_code_array(VeerCodec *codec, VeerStore *store, const void *array, uint32_t count,
                            size_t size);

#endif
