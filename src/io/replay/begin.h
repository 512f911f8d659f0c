/// What a recording begins with: what the world was made by, and its state.
#ifndef VEER_IO_REPLAY_BEGIN_H
#define VEER_IO_REPLAY_BEGIN_H

#include "io/base/limits.h"
#include "io/replay/codec.h"
#include "veer/world.h"

/// Memory that a world may take, of which so much is left.
typedef struct VeerBudget {
    uint64_t left; ///< bytes
} VeerBudget;

/// Writes a world's def and its state. @return VEER_OK; VEER_BAD_VALUE; VEER_BUSY;
/// VEER_OUT_OF_MEMORY
VeerStatus veer_begin_write(VeerCodec *codec, const VeerWorld *world);

/// Makes the world that was written.
///
/// @param budget  of its memory, which it holds; outlives it
/// @param why     a constant that tells why it failed
/// @return VEER_OK; VEER_BAD_VALUE; VEER_OUT_OF_MEMORY; what veer_world_import says
VeerStatus veer_begin_read(VeerCodec *codec, VeerBudget *budget, const VeerTasks *tasks,
                           VeerWorld **out, const char **why);

#endif
