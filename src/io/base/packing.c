#include "io/base/packing.h"

#include "io/base/array.h"

#include <math.h>
#include <stdlib.h>

typedef struct PackingCell {
    int64_t x, y, z;
} PackingCell;

/// A body that overlaps a cell, when inflated by the reach.
typedef struct VeerPackingEntry {
    PackingCell cell;
    VeerVec3 position;
    float radius;
    uint32_t next;
} VeerPackingEntry;

/// Bodies over more cells than this are asked one by one; so are all that come when there are so
/// many entries already, but those over few.
enum { MAX_CELLS = 4096, FEW_CELLS = 64, MAX_ENTRIES = 1 << 20 };

static uint32_t power_above(uint32_t count)
{
    uint32_t power = 1024;
    while (power < count) {
        power *= 2;
    }
    return power;
}

void veer_packing_start(VeerPacking *packing, VeerSpace space, float reach, float size,
                        uint32_t expected)
{
    float cell = 2.0f * reach > size ? 2.0f * reach : size;
    *packing = (VeerPacking){.space = space, .reach = reach, .cell = cell > 1e-3f ? cell : 1e-3f};
    packing->head_count = power_above(expected);
    packing->heads = calloc(packing->head_count, sizeof *packing->heads);
    packing->is_out = !packing->heads;
}

void veer_packing_clear(VeerPacking *packing)
{
    free(packing->entries);
    free(packing->heads);
    *packing = (VeerPacking){0};
}

static int64_t steps_of(const VeerPacking *packing, float coordinate)
{
    return (int64_t)floorf(coordinate / packing->cell);
}

/// The cell of a point, moved by `by` along each axis.
static PackingCell cell_of(const VeerPacking *packing, VeerVec3 at, float by)
{
    return (PackingCell){steps_of(packing, at.x + by), steps_of(packing, at.y + by),
                         packing->space == VEER_SPATIAL ? steps_of(packing, at.z + by) : 0};
}

static uint32_t head_of(const VeerPacking *packing, PackingCell cell)
{
    uint64_t bits = (uint64_t)cell.x * UINT64_C(0x9e3779b97f4a7c15);
    bits ^= (uint64_t)cell.y * UINT64_C(0xbf58476d1ce4e5b9);
    bits ^= (uint64_t)cell.z * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(bits >> 32) & (packing->head_count - 1);
}

/// Puts an entry at the front of a list.
static void enter(VeerPacking *packing, uint32_t *head, VeerPackingEntry entry)
{
    packing->is_out =
        packing->is_out || !veer_array_reserve(&packing->entries, &packing->entry_room,
                                               packing->entry_count + 1u, sizeof *packing->entries);
    if (!packing->is_out) {
        entry.next = *head;
        packing->entries[packing->entry_count++] = entry;
        *head = packing->entry_count;
    }
}

void veer_packing_add(VeerPacking *packing, VeerVec3 position, float radius)
{
    float side = radius + packing->reach;
    VeerPackingEntry entry = {.position = position, .radius = radius};
    PackingCell low = cell_of(packing, position, -side), high = cell_of(packing, position, side);
    double cells =
        (double)(high.x - low.x + 1) * (double)(high.y - low.y + 1) * (double)(high.z - low.z + 1);
    if (packing->is_out) {
        return;
    }
    if (cells > (packing->entry_count < MAX_ENTRIES ? MAX_CELLS : FEW_CELLS)) {
        packing->giant_count++;
        enter(packing, &packing->giants, entry);
        return;
    }
    for (int64_t z = low.z; z <= high.z; z++) {
        for (int64_t y = low.y; y <= high.y; y++) {
            for (int64_t x = low.x; x <= high.x; x++) {
                entry.cell = (PackingCell){x, y, z};
                enter(packing, &packing->heads[head_of(packing, entry.cell)], entry);
            }
        }
    }
}

static bool is_clear_of(const VeerPackingEntry *entry, VeerSpace space, VeerVec3 position,
                        float side)
{
    VeerVec3 other = entry->position;
    double x = (double)position.x - (double)other.x;
    double y = (double)position.y - (double)other.y;
    double z = space == VEER_SPATIAL ? (double)position.z - (double)other.z : 0.0;
    double apart = (double)side + (double)entry->radius;
    return x * x + y * y + z * z >= apart * apart;
}

/// Whether a body is clear of those of a list that are there by a cell.
static bool is_clear_in(const VeerPacking *packing, uint32_t at, PackingCell cell,
                        VeerVec3 position, float side)
{
    while (at) {
        const VeerPackingEntry *entry = &packing->entries[at - 1];
        if (entry->cell.x == cell.x && entry->cell.y == cell.y && entry->cell.z == cell.z &&
            !is_clear_of(entry, packing->space, position, side)) {
            return false;
        }
        at = entry->next;
    }
    return true;
}

double veer_packing_steps(const VeerPacking *packing)
{
    const double each = 8.0;
    return each + packing->giant_count;
}

bool veer_packing_is_free(const VeerPacking *packing, VeerVec3 position, float radius, float gap)
{
    PackingCell cell = cell_of(packing, position, 0.0f), none = {0, 0, 0};
    return is_clear_in(packing, packing->giants, none, position, radius + gap) &&
           is_clear_in(packing, packing->heads[head_of(packing, cell)], cell, position,
                       radius + gap);
}
