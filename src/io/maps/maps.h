/// Maps that are generated from a seed.
#ifndef VEER_IO_MAPS_H
#define VEER_IO_MAPS_H

#include "io/base/chance.h"
#include "io/base/store.h"
#include "veer/grid.h"
#include "veer/voxels.h"

typedef struct VeerMazeSpec {
    uint32_t columns, rows;  ///< chambers
    uint32_t corridor, wall; ///< cells
    float loops;             ///< part of the walls that are left out
} VeerMazeSpec;

typedef struct VeerCitySpec {
    uint32_t width, height; ///< cells
    uint32_t avenue, lane;  ///< cells, of the widest streets and of the narrowest
    uint32_t block;         ///< cells: what is longer is parted by a street
    float squares;          ///< part of the blocks that are not built upon
} VeerCitySpec;

typedef struct VeerTunnelsSpec {
    uint32_t count;
    uint32_t bore;  ///< voxels: the side of a tunnel's section
    uint32_t halls; ///< voxels: the length of the hall at either end
    uint32_t turns; ///< of each tunnel
} VeerTunnelsSpec;

/// Any whole number of [lower, upper].
static inline int32_t veer_map_draw(VeerChance *chance, int32_t lower, int32_t upper)
{
    return lower + (int32_t)veer_chance_below(chance, (uint32_t)(upper - lower + 1));
}

static inline int32_t veer_map_least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t veer_map_most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/// Lays a maze over a grid of the size that it takes: chambers joined to a tree, and some more.
/// Source: the randomised depth-first search of Tarjan, as in Buck, "Mazes for programmers", 2015.
void veer_map_size_maze(const VeerMazeSpec *spec, VeerGridDef *def);
/// @return false: no memory
bool veer_map_lay_maze(const VeerMazeSpec *spec, uint64_t seed, VeerStore *store, VeerGrid *grid);
/// Blocks single cells here and there, `count` of them, but no more than half of what is free.
void veer_map_lay_scatter(uint32_t count, uint64_t seed, VeerGrid *grid);
void veer_map_lay_scatter_voxels(uint32_t count, uint64_t seed, VeerVoxels *voxels);
/// Lays a city: blocks parted by streets, the wider the earlier, down to the size of a block.
void veer_map_lay_city(const VeerCitySpec *spec, uint64_t seed, VeerGrid *grid);
/// Lays rock over all voxels but two halls, at either end along x, and tunnels between them.
void veer_map_lay_tunnels(const VeerTunnelsSpec *spec, uint64_t seed, VeerVoxels *voxels);

#endif
