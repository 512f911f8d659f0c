/// Which points are apart from all others: those near a point, by cells.
#ifndef VEER_SQUAD_APART_H
#define VEER_SQUAD_APART_H

#include "veer/formation.h"

enum { VEER_MAX_APART = 4096, VEER_APART_HEADS = 1024 };

/// Points in lists by the cell that they are over, in the plane: what is taken, and of places those
/// that were added. They are read where they are, so that it is small enough for the stack.
typedef struct VeerApart {
    float least; ///< m, > 0
    double size; ///< m, of a cell
    const VeerVec3 *taken;
    const VeerPlace *places;
    uint32_t taken_count;
    uint16_t heads[VEER_APART_HEADS]; ///< numbers of points: those of places follow what is taken
    uint16_t next[VEER_MAX_APART];
} VeerApart;

/// Begins with what is taken.
/// @param least  m, > 0: what is nearer is not apart
/// @param count  of places, which may yet be found
/// @return false: there are more than VEER_MAX_APART of both
bool veer_apart_begin(VeerApart *apart, float least, const VeerVec3 *taken, uint32_t taken_count,
                      const VeerPlace *places, uint32_t count);

/// Adds the position of a place, which was found.
void veer_apart_add(VeerApart *apart, uint32_t place);

/// Whether no point is nearer than what is least. Cost O(points within three cells).
bool veer_apart_is_free(const VeerApart *apart, VeerVec3 point);

#endif
