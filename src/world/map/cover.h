/// Bodies that cover a world's map.
#ifndef VEER_WORLD_MAP_COVER_H
#define VEER_WORLD_MAP_COVER_H

#include "world/base/base.h"

/// Counts bodies that cover the map at their positions. @return whether a cell changed
bool veer_map_cover(VeerWorld *world);
/// Whether bodies can cover the map.
bool veer_map_has_covers(const VeerWorld *world);
/// A hash of what is blocked or covered, alike after the state was restored, where versions are
/// not. Cost O(cells), but once where covers are held.
uint64_t veer_map_cover_hash(VeerWorldMap *map);
/// Nothing is blocked or covered otherwise until they are let go.
void veer_map_hold_covers(VeerWorldMap *map, bool are_held);
/// Counts all bodies that the state has as counted, on an uncovered map.
void veer_map_recount(VeerWorld *world);

#endif
