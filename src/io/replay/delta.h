/// What differs between two states: runs of bytes, each so many after the last.
#ifndef VEER_IO_REPLAY_DELTA_H
#define VEER_IO_REPLAY_DELTA_H

#include "io/replay/codec.h"

/// Writes what makes before[size] to after[size]. @return bytes that differ
uint32_t veer_delta_write(VeerCodec *codec, const unsigned char *before, const unsigned char *after,
                          size_t size);
/// Makes state[size], as it was before, to what it was after.
/// @return bytes that differ; codec->has_failed where it is no delta, and then anything may have
///         changed
uint32_t veer_delta_read(VeerCodec *codec, unsigned char *state, size_t size);
/// Bytes that a delta may have at most.
size_t veer_delta_most(size_t size);

#endif
