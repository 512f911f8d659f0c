/// Tunnels and halls in rock, seeded.
#include "io/maps/maps.h"

/// Rock in the making.
typedef struct Rock {
    const VeerTunnelsSpec *spec;
    VeerVoxels *voxels;
    VeerVoxel cells;
    VeerChance chance;
} Rock;

/// Bores straight from the corner of one section to that of the next. @return there
static VeerVoxel bore(const Rock *rock, VeerVoxel from, VeerVoxel to)
{
    int32_t side = (int32_t)rock->spec->bore;
    VeerVoxel lower = {veer_map_least(from.x, to.x), veer_map_least(from.y, to.y),
                       veer_map_least(from.z, to.z)};
    VeerVoxel upper = {veer_map_most(from.x, to.x) + side, veer_map_most(from.y, to.y) + side,
                       veer_map_most(from.z, to.z) + side};
    veer_voxels_fill(rock->voxels, (VeerVoxelBox){lower, upper}, false);
    return to;
}

/// One tunnel from hall to hall. At each turn it goes on at another place of the cross-section.
static void dig(Rock *rock)
{
    int32_t side = (int32_t)rock->spec->bore, halls = (int32_t)rock->spec->halls;
    int32_t turns = (int32_t)rock->spec->turns, length = rock->cells.x - 2 * halls - side;
    VeerVoxel at = {halls - 1, veer_map_draw(&rock->chance, 1, rock->cells.y - side - 1),
                    veer_map_draw(&rock->chance, 1, rock->cells.z - side - 1)};
    for (int32_t i = 1; i <= turns + 1; i++) {
        VeerVoxel next = at;
        next.x = i > turns ? rock->cells.x - halls : halls + length * i / (turns + 1);
        at = bore(rock, at, next);
        if (i <= turns) {
            next.y = veer_map_draw(&rock->chance, 1, rock->cells.y - side - 1);
            at = bore(rock, at, next);
            next.z = veer_map_draw(&rock->chance, 1, rock->cells.z - side - 1);
            at = bore(rock, at, next);
        }
    }
}

void veer_map_lay_tunnels(const VeerTunnelsSpec *spec, uint64_t seed, VeerVoxels *voxels)
{
    VeerVoxel cells = veer_voxels_def(voxels)->cells;
    int32_t halls = (int32_t)spec->halls;
    Rock rock = {spec, voxels, cells, veer_chance_start(seed, VEER_FOR_MAP, 0, 0)};
    veer_voxels_fill(voxels, (VeerVoxelBox){{0, 0, 0}, cells}, true);
    veer_voxels_fill(voxels, (VeerVoxelBox){{1, 1, 1}, {halls, cells.y - 1, cells.z - 1}}, false);
    veer_voxels_fill(
        voxels, (VeerVoxelBox){{cells.x - halls, 1, 1}, {cells.x - 1, cells.y - 1, cells.z - 1}},
        false);
    for (uint32_t i = 0; i < spec->count; i++) {
        dig(&rock);
    }
}
