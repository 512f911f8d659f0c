/// Bits of a brick of 4 × 4 × 4 voxels: x is worth 1, y 4, z 16.
#ifndef VEER_PLAN_BRICK_H
#define VEER_PLAN_BRICK_H

#include <stdint.h>

#define VEER_BRICK_LOW_X UINT64_C(0x1111111111111111) // the bits with x = 0
#define VEER_BRICK_LOW_Y UINT64_C(0x000f000f000f000f)
#define VEER_BRICK_LOW_Z UINT64_C(0x000000000000ffff)

/// All bits beside some along an axis.
static inline uint64_t veer_brick_spread(uint64_t bits)
{
    const uint64_t low_x = VEER_BRICK_LOW_X, low_y = VEER_BRICK_LOW_Y;
    return (bits << 1 & ~low_x) | (bits >> 1 & ~(low_x << 3)) | (bits << 4 & ~low_y) |
           (bits >> 4 & ~(low_y << 12)) | bits << 16 | bits >> 16;
}

/// All that is connected with some of the free bits.
static inline uint64_t veer_brick_flood(uint64_t seed, uint64_t free)
{
    const uint64_t low_x = VEER_BRICK_LOW_X, low_y = VEER_BRICK_LOW_Y;
    uint64_t before;
    do {
        // Axis by axis, each on what the one before has found: few rounds suffice.
        before = seed;
        seed |= ((seed << 1 & ~low_x) | (seed >> 1 & ~(low_x << 3))) & free;
        seed |= ((seed << 4 & ~low_y) | (seed >> 4 & ~(low_y << 12))) & free;
        seed |= (seed << 16 | seed >> 16) & free;
    } while (seed != before);
    return seed;
}

/// The bits at the face by which a path in a direction (2 * axis, and 1 more for the path back)
/// enters a brick.
static inline uint64_t veer_brick_entrance(uint32_t direction)
{
    static const uint64_t faces[6] = {VEER_BRICK_LOW_X, VEER_BRICK_LOW_X << 3,
                                      VEER_BRICK_LOW_Y, VEER_BRICK_LOW_Y << 12,
                                      VEER_BRICK_LOW_Z, VEER_BRICK_LOW_Z << 48};
    return faces[direction];
}

/// Where bits at a face come to in the brick behind it.
static inline uint64_t veer_brick_over(uint64_t bits, uint32_t direction)
{
    uint32_t shift = 3u << (direction & ~1u);
    return (direction & 1u ? bits << shift : bits >> shift) & veer_brick_entrance(direction);
}

#endif
