/// From a voxel to the 26 around it.
#include "base/wide_bits.h"
#include "plan/voxels/voxels.h"

// Bit 0 to 2: whether the voxels at x - 1, x, x + 1 of a row are blocked.
static uint32_t three_of_row(const VeerBricks *level, VeerVoxel at)
{
    const uint64_t *word = veer_bricks_word(level, at.x >> 2, at.y >> 2, at.z >> 2);
    uint32_t row = veer_brick_bit(0, at.y, at.z), x = (uint32_t)at.x & 3u;
    uint32_t four = (uint32_t)(word[0] >> row) & 15u;
    if (x == 0) {
        return (four << 1 | ((uint32_t)(word[-1] >> row) >> 3 & 1u)) & 7u;
    }
    if (x == 3) {
        return four >> 2 | ((uint32_t)(word[1] >> row) & 1u) << 2;
    }
    return four >> (x - 1u) & 7u;
}

/// Bit (dx + 1) + 3 (dy + 1) + 9 (dz + 1): whether a step there is allowed, which takes the whole
/// box between to be free.
static uint32_t open_steps(const VeerVoxels *voxels, VeerVoxel at)
{
    const uint32_t here = 1u << 13, middle_x = 0x2492492u, middle_y = 0x0e07038u;
    const uint32_t middle_z = 0x003fe00u;
    uint32_t blocked = 0;
    for (int32_t i = 0; i < 9; i++) {
        VeerVoxel row = {at.x, at.y + i % 3 - 1, at.z + i / 3 - 1};
        blocked |= three_of_row(&voxels->levels[0], row) << 3 * i;
    }
    // The start may be blocked. What else is in the middle blocks what is beside it, axis by
    // axis.
    blocked &= ~here;
    blocked |= (blocked & middle_x) << 1 | (blocked & middle_x) >> 1;
    blocked |= (blocked & middle_y) << 3 | (blocked & middle_y) >> 3;
    blocked |= (blocked & middle_z) << 9 | (blocked & middle_z) >> 9;
    return ~(blocked | here) & 0x7ffffffu;
}

void veer_voxel_steps(void *user, VeerSearch *core, uint32_t node, uint64_t cost)
{
    VeerVoxelSearch *search = user;
    VeerVoxel at = search->nodes[node].point;
    for (uint32_t open = open_steps(search->query.voxels, at); open; open &= open - 1u) {
        int32_t i = (int32_t)veer_bits_lowest(open);
        VeerVoxel next = {at.x + i % 3 - 1, at.y + i / 3 % 3 - 1, at.z + i / 9 - 1};
        uint64_t reached = cost + veer_voxel_free_cost(at, next);
        uint32_t left = veer_voxel_free_cost(next, search->goal);
        if (reached + left >= search->limit) {
            continue;
        }
        uint32_t number = veer_voxel_node(search, veer_region_key(next, 0));
        if (number != VEER_NO_NODE && veer_search_improve(core, number, reached, 0)) {
            search->nodes[number].point = next;
            veer_search_wait(core, number, reached, left);
        }
    }
}
