#include "io/base/packing.h"

#include "io/base/array.h"

#include <math.h>
#include <stdlib.h>

/// A body that overlaps a cell, when inflated by the reach.
typedef struct VeerPackingEntry {
    int64_t x, y, z;
    uint32_t body, next;
} VeerPackingEntry;

/// Bodies over more cells than this are asked one by one.
enum { MAX_CELLS = 4096 };

static uint32_t power_above(uint32_t count)
{
    uint32_t power = 1024;
    while (power < count) {
        power *= 2;
    }
    return power;
}

bool veer_packing_start(VeerPacking *packing, VeerSpace space, float reach, float size,
                        uint32_t expected)
{
    float cell = 2.0f * reach > size ? 2.0f * reach : size;
    *packing = (VeerPacking){.space = space, .reach = reach, .cell = cell > 1e-3f ? cell : 1e-3f};
    packing->head_count = power_above(expected);
    packing->heads = calloc(packing->head_count, sizeof *packing->heads);
    return packing->heads;
}

void veer_packing_clear(VeerPacking *packing)
{
    free(packing->bodies);
    free(packing->giants);
    free(packing->entries);
    free(packing->heads);
    *packing = (VeerPacking){0};
}

static int64_t cell_of(const VeerPacking *packing, float coordinate)
{
    return (int64_t)floorf(coordinate / packing->cell);
}

static uint32_t head_of(const VeerPacking *packing, int64_t x, int64_t y, int64_t z)
{
    uint64_t bits = (uint64_t)x * UINT64_C(0x9e3779b97f4a7c15);
    bits ^= (uint64_t)y * UINT64_C(0xbf58476d1ce4e5b9);
    bits ^= (uint64_t)z * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(bits >> 32) & (packing->head_count - 1);
}

static bool enter(VeerPacking *packing, int64_t x, int64_t y, int64_t z, uint32_t body)
{
    if (!veer_array_reserve(&packing->entries, &packing->entry_room, packing->entry_count + 1u,
                            sizeof *packing->entries)) {
        return false;
    }
    uint32_t *head = &packing->heads[head_of(packing, x, y, z)];
    packing->entries[packing->entry_count++] = (VeerPackingEntry){x, y, z, body, *head};
    *head = packing->entry_count;
    return true;
}

/// The cells that a body overlaps when inflated: [low, high] on each axis.
typedef struct PackingBlock {
    int64_t low[3], high[3];
} PackingBlock;

static PackingBlock block_of(const VeerPacking *packing, VeerVec3 position, float radius)
{
    float side = radius + packing->reach;
    PackingBlock block = {
        {cell_of(packing, position.x - side), cell_of(packing, position.y - side), 0},
        {cell_of(packing, position.x + side), cell_of(packing, position.y + side), 0}};
    if (packing->space == VEER_SPATIAL) {
        block.low[2] = cell_of(packing, position.z - side);
        block.high[2] = cell_of(packing, position.z + side);
    }
    return block;
}

static bool enter_block(VeerPacking *packing, const PackingBlock *block, uint32_t body)
{
    for (int64_t z = block->low[2]; z <= block->high[2]; z++) {
        for (int64_t y = block->low[1]; y <= block->high[1]; y++) {
            for (int64_t x = block->low[0]; x <= block->high[0]; x++) {
                if (!enter(packing, x, y, z, body)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool add_giant(VeerPacking *packing, uint32_t body)
{
    if (!veer_array_reserve(&packing->giants, &packing->giant_room, packing->giant_count + 1u,
                            sizeof *packing->giants)) {
        return false;
    }
    packing->giants[packing->giant_count++] = body;
    return true;
}

static bool add_body(VeerPacking *packing, VeerVec3 position, float radius)
{
    if (!veer_array_reserve(&packing->bodies, &packing->room, packing->count + 1u,
                            sizeof *packing->bodies)) {
        return false;
    }
    packing->bodies[packing->count++] = (VeerPackedBody){position, radius};
    return true;
}

bool veer_packing_add(VeerPacking *packing, VeerVec3 position, float radius)
{
    if (!add_body(packing, position, radius)) {
        return false;
    }
    PackingBlock block = block_of(packing, position, radius);
    double cells = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        cells *= (double)(block.high[axis] - block.low[axis] + 1);
    }
    return cells > MAX_CELLS ? add_giant(packing, packing->count - 1)
                             : enter_block(packing, &block, packing->count - 1);
}

static bool is_clear_of(const VeerPacking *packing, uint32_t body, VeerVec3 position, float side)
{
    VeerVec3 other = packing->bodies[body].position;
    double x = (double)position.x - (double)other.x;
    double y = (double)position.y - (double)other.y;
    double z = packing->space == VEER_SPATIAL ? (double)position.z - (double)other.z : 0.0;
    double apart = (double)side + (double)packing->bodies[body].radius;
    return x * x + y * y + z * z >= apart * apart;
}

bool veer_packing_is_free(const VeerPacking *packing, VeerVec3 position, float radius, float gap)
{
    float side = radius + gap;
    for (uint32_t i = 0; i < packing->giant_count; i++) {
        if (!is_clear_of(packing, packing->giants[i], position, side)) {
            return false;
        }
    }
    int64_t x = cell_of(packing, position.x), y = cell_of(packing, position.y);
    int64_t z = packing->space == VEER_SPATIAL ? cell_of(packing, position.z) : 0;
    uint32_t at = packing->heads[head_of(packing, x, y, z)];
    while (at) {
        const VeerPackingEntry *entry = &packing->entries[at - 1];
        if (entry->x == x && entry->y == y && entry->z == z &&
            !is_clear_of(packing, entry->body, position, side)) {
            return false;
        }
        at = entry->next;
    }
    return true;
}
