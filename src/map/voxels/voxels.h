/// The internals of voxel maps, for searches. The door of the room.
#ifndef VEER_MAP_VOXELS_VOXELS_H
#define VEER_MAP_VOXELS_VOXELS_H

#include "veer/voxels.h"

/// Words of 4 × 4 × 4 bits: x is worth 1, y 4, z 16.
typedef struct VeerBricks {
    uint64_t *words;            ///< of the brick at (0, 0, 0)
    int32_t stride_y, stride_z; ///< words from one brick to the next along y and z
    VeerVoxel bricks;           ///< how many along each axis
} VeerBricks;

#define VEER_VOXEL_LEVELS 3 ///< bricks of voxels, bricks of bricks, bricks of those

struct VeerVoxels {
    VeerVoxelsDef def;
    /// levels[0]: blocked voxels, with a margin of one brick all round, all set; levels[n]: which
    /// words of levels[n - 1] are not 0. Bits beyond the map are set.
    VeerBricks levels[VEER_VOXEL_LEVELS];
    uint64_t blocked_count;
    uint32_t version;
    bool is_dirty;
};

static inline uint64_t *veer_bricks_word(const VeerBricks *level, int32_t x, int32_t y, int32_t z)
{
    return level->words + (ptrdiff_t)z * level->stride_z + (ptrdiff_t)y * level->stride_y + x;
}

/// The bit of a voxel within its word.
static inline uint32_t veer_brick_bit(int32_t x, int32_t y, int32_t z)
{
    return (uint32_t)(x & 3) | (uint32_t)(y & 3) << 2 | (uint32_t)(z & 3) << 4;
}

/// The bits of the 2 × 2 × 2 voxels around one, aligned.
static inline uint64_t veer_brick_eight(uint32_t bit)
{
    return UINT64_C(0x330033) << (bit & 0x2au);
}

/// Which power of two is the side of the leaf of a voxel that lies within the map or up to four
/// beside it; -1: it is blocked.
static inline int32_t veer_voxel_leaf_shift(const VeerVoxels *voxels, VeerVoxel v)
{
    uint64_t word = *veer_bricks_word(&voxels->levels[0], v.x >> 2, v.y >> 2, v.z >> 2);
    if (word) {
        uint32_t bit = veer_brick_bit(v.x, v.y, v.z);
        return word >> bit & 1u ? -1 : word & veer_brick_eight(bit) ? 0 : 1;
    }
    word = *veer_bricks_word(&voxels->levels[1], v.x >> 4, v.y >> 4, v.z >> 4);
    if (word) {
        return word & veer_brick_eight(veer_brick_bit(v.x >> 2, v.y >> 2, v.z >> 2)) ? 2 : 3;
    }
    word = *veer_bricks_word(&voxels->levels[2], v.x >> 6, v.y >> 6, v.z >> 6);
    if (word) {
        return word & veer_brick_eight(veer_brick_bit(v.x >> 4, v.y >> 4, v.z >> 4)) ? 4 : 5;
    }
    return 6;
}

/// Whether a voxel within the map or up to four beside it is blocked.
static inline bool veer_voxel_is_set(const VeerVoxels *voxels, VeerVoxel v)
{
    uint64_t word = *veer_bricks_word(&voxels->levels[0], v.x >> 2, v.y >> 2, v.z >> 2);
    return word >> veer_brick_bit(v.x, v.y, v.z) & 1u;
}

static inline int32_t veer_voxel_along(VeerVoxel at, uint32_t axis)
{
    return axis == 0 ? at.x : axis == 1 ? at.y : at.z;
}

/// The voxel so many further along an axis.
static inline VeerVoxel veer_voxel_beside(VeerVoxel at, uint32_t axis, int32_t by)
{
    at.x += axis == 0 ? by : 0;
    at.y += axis == 1 ? by : 0;
    at.z += axis == 2 ? by : 0;
    return at;
}

/// Whether a map has so many voxels along each axis; false for none.
static inline bool veer_voxels_are_sized(const VeerVoxels *voxels, VeerVoxel cells)
{
    return voxels && voxels->def.cells.x == cells.x && voxels->def.cells.y == cells.y &&
           voxels->def.cells.z == cells.z;
}

/// The part of a box that lies on the map; false if there is none.
bool veer_voxels_clip(const VeerVoxels *voxels, VeerVoxelBox *box);

/// The bits of a brick that lie in a box.
uint64_t veer_brick_within(VeerVoxel brick, const VeerVoxelBox *box);

/// The blocked voxels of a brick, which are `word`, that have a free one beside them.
uint64_t veer_brick_surface(const void *voxels, VeerVoxel brick, uint64_t word);

/// Called with a blocked voxel, m. @return false to end the query
typedef bool VeerVoxelVisit(void *context, VeerBounds voxel);
/// Visits the blocked voxels that meet a region, m, and have a free one beside them, and those
/// right beside the region; as far as one voxel beyond the map, where all are blocked. Cost
/// O(voxels / 4096 in the region + bricks of which some are blocked + those visited).
void veer_voxels_visit(const VeerVoxels *voxels, VeerBounds region, VeerVoxelVisit *visit,
                       void *context);

/// Sets a word of the lowest level, and updates the levels above. Bits beyond the map must be set.
void veer_voxels_put_word(VeerVoxels *voxels, VeerVoxel brick, uint64_t value);

/// Whether a def is one that veer_voxels_init takes.
bool veer_voxels_def_is_good(const VeerVoxelsDef *def);

/// Adds to a hash which voxels are blocked. Cost O(voxels / 64).
uint64_t veer_voxels_hash(const VeerVoxels *voxels, uint64_t hash);

#endif
