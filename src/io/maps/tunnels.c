/// Tunnels and halls in rock, seeded.
#include "io/maps/maps.h"

/// Rock in the making.
typedef struct Rock {
    const VeerTunnelsSpec *spec;
    VeerVoxels *voxels;
    VeerVoxel cells;
    VeerChance chance;
} Rock;

/// Any whole number of [lower, upper].
static int32_t draw(Rock *rock, int32_t lower, int32_t upper)
{
    return lower + (int32_t)veer_chance_below(&rock->chance, (uint32_t)(upper - lower + 1));
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/// Bores straight from the corner of one section to that of the next.
static void bore(const Rock *rock, VeerVoxel from, VeerVoxel to)
{
    int32_t side = (int32_t)rock->spec->bore;
    VeerVoxel lower = {least(from.x, to.x), least(from.y, to.y), least(from.z, to.z)};
    VeerVoxel upper = {most(from.x, to.x) + side, most(from.y, to.y) + side,
                       most(from.z, to.z) + side};
    veer_voxels_fill(rock->voxels, (VeerVoxelBox){lower, upper}, false);
}

/// One tunnel from hall to hall. At each turn it goes on at another place of the cross-section.
static void dig(Rock *rock)
{
    int32_t side = (int32_t)rock->spec->bore, halls = (int32_t)rock->spec->halls;
    int32_t turns = (int32_t)rock->spec->turns, length = rock->cells.x - 2 * halls - side;
    VeerVoxel at = {halls - 1, draw(rock, 1, rock->cells.y - side - 1),
                    draw(rock, 1, rock->cells.z - side - 1)};
    for (int32_t i = 1; i <= turns + 1; i++) {
        VeerVoxel next = at;
        next.x = i > turns ? rock->cells.x - halls : halls + length * i / (turns + 1);
        bore(rock, at, next);
        at = next;
        if (i <= turns) {
            next.y = draw(rock, 1, rock->cells.y - side - 1);
            bore(rock, at, next);
            at = next;
            next.z = draw(rock, 1, rock->cells.z - side - 1);
            bore(rock, at, next);
            at = next;
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
