/// Bodies that keep clear of each other while they are put somewhere at random.
#ifndef VEER_IO_PACKING_H
#define VEER_IO_PACKING_H

#include "veer/world.h"

/// All zero before veer_packing_start.
typedef struct VeerPacking {
    VeerSpace space;
    float cell, reach;
    struct VeerPackingEntry *entries; ///< entries[entry_count]: bodies by cell
    uint32_t entry_count, entry_room;
    uint32_t giants; ///< first entry + 1 of the bodies that would fill too many cells
    uint32_t giant_count;
    uint32_t *heads; ///< heads[head_count]: first entry + 1 of a hashed cell
    uint32_t head_count;
    bool is_out; ///< of memory: nothing that is said holds
} VeerPacking;

/// Gets ready for about `expected` bodies.
///
/// @param reach  the largest radius plus gap that will be asked for, m
/// @param size   a typical diameter, m
/// veer_packing_clear is due in any case.
void veer_packing_start(VeerPacking *packing, VeerSpace space, float reach, float size,
                        uint32_t expected);
void veer_packing_clear(VeerPacking *packing);

/// What it costs to ask whether a body is free, in steps of some nanoseconds.
double veer_packing_steps(const VeerPacking *packing);

/// Puts a body there, unless memory is out.
void veer_packing_add(VeerPacking *packing, VeerVec3 position, float radius);

/// Whether a body would be at least `gap` away from all that are there; radius + gap <= reach.
bool veer_packing_is_free(const VeerPacking *packing, VeerVec3 position, float radius, float gap);

#endif
