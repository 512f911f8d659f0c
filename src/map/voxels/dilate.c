/// Dilation by a ball: it is stamped on all blocked surface voxels, tile by tile, so that only
/// words that differ are written.
#include "base/wide_bits.h"
#include "map/voxels/voxels.h"
#include "math/vec.h"

#include <string.h>

#define TILE 32 ///< voxels along each side of a tile
#define MAX_REACH (VEER_MAX_VOXEL_RADIUS + 1)

/// Which voxels a ball reaches from the middle of one: those whose nearest point is nearer than its
/// radius.
typedef struct DilationBall {
    int32_t reach; ///< along an axis; -1: none
    /// rows[|dy|][|dz|]: along x in that row; -1: none
    int16_t rows[MAX_REACH + 1][MAX_REACH + 1];
} DilationBall;

/// From the middle of a voxel to the nearest point of one that lies so many further along an axis.
static float gap(int32_t steps)
{
    return steps > 0 ? (float)steps - 0.5f : 0.0f;
}

static DilationBall make_ball(float radius)
{
    DilationBall ball = {.reach = -1};
    while (gap(ball.reach + 1) < radius) {
        ball.reach++;
    }
    for (int32_t dy = 0; dy <= ball.reach; dy++) {
        for (int32_t dz = 0; dz <= ball.reach; dz++) {
            float across = gap(dy) * gap(dy) + gap(dz) * gap(dz);
            int32_t dx = ball.reach;
            while (dx >= 0 && !(across + gap(dx) * gap(dx) < radius * radius)) {
                dx--;
            }
            ball.rows[dy][dz] = (int16_t)dx;
        }
    }
    return ball;
}

/// A tile that is being made: one word a row along x.
typedef struct DilationTile {
    VeerVoxel lower;
    uint32_t rows[TILE][TILE]; ///< by z, y
} DilationTile;

static void stamp(DilationTile *tile, const DilationBall *ball, VeerVoxel voxel)
{
    int32_t x = voxel.x - tile->lower.x, y = voxel.y - tile->lower.y, z = voxel.z - tile->lower.z;
    int32_t first_y = max_i(y - ball->reach, 0), last_y = min_i(y + ball->reach, TILE - 1);
    int32_t first_z = max_i(z - ball->reach, 0), last_z = min_i(z + ball->reach, TILE - 1);
    for (int32_t at_z = first_z; at_z <= last_z; at_z++) {
        int32_t dz = at_z < z ? z - at_z : at_z - z;
        for (int32_t at_y = first_y; at_y <= last_y; at_y++) {
            int32_t along = ball->rows[at_y < y ? y - at_y : at_y - y][dz];
            int32_t first = max_i(x - along, 0), last = min_i(x + along, TILE - 1);
            if (along >= 0 && first <= last) {
                tile->rows[at_z][at_y] |=
                    (uint32_t)((UINT64_C(2) << last) - (UINT64_C(1) << first));
            }
        }
    }
}

static void stamp_brick(DilationTile *tile, const DilationBall *ball, const VeerVoxels *from,
                        VeerVoxel brick)
{
    uint64_t word = *veer_bricks_word(&from->levels[0], brick.x, brick.y, brick.z);
    for (uint64_t bits = veer_brick_surface(from, brick, word); bits; bits &= bits - 1u) {
        int32_t bit = (int32_t)veer_bits_lowest(bits);
        VeerVoxel voxel = {4 * brick.x + (bit & 3), 4 * brick.y + (bit >> 2 & 3),
                           4 * brick.z + (bit >> 4)};
        stamp(tile, ball, voxel);
    }
}

/// Stamps all that reaches into a tile.
static void fill_tile(DilationTile *tile, const DilationBall *ball, const VeerVoxels *from)
{
    VeerVoxel lower = tile->lower;
    int32_t before = ball->reach, after = TILE + ball->reach;
    VeerVoxelBox box = {{lower.x - before, lower.y - before, lower.z - before},
                        {lower.x + after, lower.y + after, lower.z + after}};
    memset(tile->rows, 0, sizeof tile->rows);
    (void)veer_voxels_clip(from, &box);
    VeerVoxel at;
    for (at.z = box.lower.z >> 2; at.z <= (box.upper.z - 1) >> 2; at.z++) {
        for (at.y = box.lower.y >> 2; at.y <= (box.upper.y - 1) >> 2; at.y++) {
            for (at.x = box.lower.x >> 2; at.x <= (box.upper.x - 1) >> 2; at.x++) {
                if (*veer_bricks_word(&from->levels[0], at.x, at.y, at.z)) {
                    stamp_brick(tile, ball, from, at);
                }
            }
        }
    }
}

/// The bits of a tile that belong to a brick.
static uint64_t brick_of_tile(const DilationTile *tile, VeerVoxel brick)
{
    int32_t x = 4 * brick.x - tile->lower.x, y = 4 * brick.y - tile->lower.y;
    int32_t z = 4 * brick.z - tile->lower.z;
    uint64_t word = 0;
    for (int32_t i = 0; i < 16; i++) {
        uint64_t four = tile->rows[z + i / 4][y + i % 4] >> x & 15u;
        word |= four << 4 * i;
    }
    return word;
}

/// Writes a tile: what is stamped, what was blocked, and what is too near to the outside.
static void write_tile(const DilationTile *tile, const VeerVoxels *from, const VeerVoxelBox *inner,
                       VeerVoxels *to)
{
    VeerVoxel lower = tile->lower, bricks = from->levels[0].bricks;
    VeerVoxel first = {lower.x >> 2, lower.y >> 2, lower.z >> 2};
    VeerVoxel end = {min_i(first.x + TILE / 4, bricks.x), min_i(first.y + TILE / 4, bricks.y),
                     min_i(first.z + TILE / 4, bricks.z)};
    VeerVoxel at;
    for (at.z = first.z; at.z < end.z; at.z++) {
        for (at.y = first.y; at.y < end.y; at.y++) {
            for (at.x = first.x; at.x < end.x; at.x++) {
                uint64_t word = *veer_bricks_word(&from->levels[0], at.x, at.y, at.z);
                word |= brick_of_tile(tile, at) | ~veer_brick_within(at, inner);
                veer_voxels_put_word(to, at, word);
            }
        }
    }
}

/// The part of the map further from the outside than the radius.
static VeerVoxelBox inner_box(VeerVoxel cells, float radius)
{
    int32_t rim = 0;
    while ((float)rim + 0.5f < radius) {
        rim++;
    }
    VeerVoxelBox box = {{rim, rim, rim}, {cells.x - rim, cells.y - rim, cells.z - rim}};
    bool is_empty = box.upper.x <= rim || box.upper.y <= rim || box.upper.z <= rim;
    return is_empty ? (VeerVoxelBox){{0, 0, 0}, {0, 0, 0}} : box;
}

VeerStatus veer_voxels_dilate(const VeerVoxels *from, float radius, VeerVoxels *to)
{
    if (!from || !to || from == to || !veer_voxels_are_sized(from, to->def.cells) ||
        from->def.cell_size != to->def.cell_size) {
        return VEER_BAD_VALUE;
    }
    float in_cells = radius / from->def.cell_size;
    if (!(in_cells >= 0.0f) || in_cells > (float)VEER_MAX_VOXEL_RADIUS) {
        return VEER_BAD_VALUE;
    }
    DilationBall ball = make_ball(in_cells);
    VeerVoxel cells = from->def.cells;
    VeerVoxelBox inner = inner_box(cells, in_cells);
    DilationTile tile = {.lower = {0, 0, 0}};
    for (tile.lower.z = 0; tile.lower.z < cells.z; tile.lower.z += TILE) {
        for (tile.lower.y = 0; tile.lower.y < cells.y; tile.lower.y += TILE) {
            for (tile.lower.x = 0; tile.lower.x < cells.x; tile.lower.x += TILE) {
                fill_tile(&tile, &ball, from);
                write_tile(&tile, from, &inner, to);
            }
        }
    }
    veer_voxels_commit(to);
    return VEER_OK;
}
