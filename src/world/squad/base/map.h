/// What squads make of the world's map: where members can stand, and the path of the leader.
#ifndef VEER_WORLD_SQUAD_MAP_H
#define VEER_WORLD_SQUAD_MAP_H

#include "world/squad/base/base.h"

/// It, as far as it stands in the way of the squad; NULL: there is none.
const VeerWorldMap *veer_squad_map(const VeerSquadRun *run);
/// Another number when what is free has changed, alike wherever the same is; 0 without a map.
/// Cost O(cells / 64), of graphs and meshes O(polygons); once a tick for all squads.
uint32_t veer_squad_map_version(const VeerSquadRun *run);
/// A point at the height of the floor that it is nearest to, which meshes have; else itself.
VeerVec3 veer_squad_map_on_floor(const VeerSquadRun *run, VeerVec3 point);
/// Whether all cells that meet a box are free; of meshes, and of very many cells: false.
bool veer_squad_map_is_open(const VeerSquadRun *run, VeerBounds box);
/// m down to the floor of the map, at most about `most`; INFINITY: there is none.
float veer_squad_map_floor_below(const VeerSquadRun *run, VeerVec3 point, float most);
bool veer_squad_map_blocks(const VeerSquadRun *run, VeerVec3 point);
/// Whether a body of a radius may go straight from one point to another.
bool veer_squad_map_is_clear(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to, float radius);
/// As veer_squad_slice.
void veer_squad_map_slice(const VeerSquadRun *run, const VeerPathPiece *piece, float margin,
                          VeerSlice *slice);
/// Whether what leaders' paths have cost in this tick leaves room for another: of the budget of
/// routes as much again is theirs, and half of that for paths that are planned anew, so that new
/// orders are begun meanwhile.
bool veer_squad_map_may_search(const VeerSquadRun *run, bool is_new);
/// Plans the path of the leader to a point: squad->path, none where it may go straight. Cost of a
/// search or two.
void veer_squad_plan_path(const VeerSquadRun *run, float side, VeerVec3 to);

#endif
