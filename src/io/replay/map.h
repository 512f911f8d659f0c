/// The map of a world's def, written and read.
#ifndef VEER_IO_REPLAY_MAP_H
#define VEER_IO_REPLAY_MAP_H

#include "io/replay/codec.h"
#include "veer/world.h"

/// Writes the def of a map, or reads it: meshes and graphs are made anew, in the store.
/// @param most  bytes that they may take
/// @return false: it is none, or cannot be written; or there is no memory (VeerStore.is_out)
bool veer_map_code(VeerCodec *codec, VeerWorldMapDef *def, VeerStore *store, uint64_t most);

#endif
