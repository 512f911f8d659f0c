/// Which points are apart from all others: those near a point, by cells.
#ifndef VEER_SQUAD_APART_H
#define VEER_SQUAD_APART_H

#include "veer/api.h"

enum { VEER_APART_MOST = 2048, VEER_APART_HEADS = 1024 };

/// Points in lists by the cell that they are over, in the plane; all of them where there are no
/// more than VEER_APART_MOST.
typedef struct VeerApart {
    float least; ///< m, > 0
    double size; ///< m, of a cell
    uint32_t count;
    bool is_full; ///< there were more
    uint32_t heads[VEER_APART_HEADS];
    uint32_t next[VEER_APART_MOST];
    VeerVec3 at[VEER_APART_MOST];
} VeerApart;

/// Begins without points.
/// @param least  m, > 0: what is nearer is not apart
void veer_apart_begin(VeerApart *apart, float least);

void veer_apart_add(VeerApart *apart, VeerVec3 point);

/// Whether no point is nearer than what is least. Cost O(points within three cells).
bool veer_apart_is_free(const VeerApart *apart, VeerVec3 point);

#endif
