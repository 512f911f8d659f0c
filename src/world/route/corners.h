/// Paths over cells, kept off the walls, and apart from those of other agents.
#ifndef VEER_WORLD_ROUTE_CORNERS_H
#define VEER_WORLD_ROUTE_CORNERS_H

#include "world/map/map.h"

/// Radii off the walls that paths keep, where there is so much room.
#define VEER_PATH_RADII 1.05f
/// A path for less than so many cells is one for those: what has no width would go through walls.
#define VEER_PATH_CELLS 1e-3f
/// Halvings of a corner's offset where the moved corner is not in sight, or a detour.
#define VEER_SPREAD_TRIES 3u

/// Flattens points[count] of a path over cells, and keeps it off the walls, which taut paths touch:
/// moves turns to where a body has room, and inserts some where legs have none, as far as there is
/// capacity.
/// @return how many there are then
uint32_t veer_route_off_walls(const VeerWorld *world, VeerVec3 *points, uint32_t count,
                              float radius);
/// Whether corner[0] may be moved: the legs from corner[-1] and to corner[1] are clear then, and
/// not much longer.
bool veer_route_is_good_corner(VeerMapSight *sight, const VeerVec3 *corner, VeerVec3 moved);
/// Drops the first point of a path. @return how many are left
uint32_t veer_route_drop_first(VeerVec3 *points, uint32_t count);
/// Moves the turns of points[count] outwards to the agent's own offsets in the free width: opposing
/// streams keep to the right, and agents do not all touch one corner.
void veer_route_spread(const VeerWorld *world, uint32_t slot, VeerVec3 *points, uint32_t count);

#endif
