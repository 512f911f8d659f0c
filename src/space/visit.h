/// All balls of an index in a box, or about a path.
#ifndef VEER_SPACE_VISIT_H
#define VEER_SPACE_VISIT_H

#include "space/index.h"

/// Called with a ball, as its number in the columns that the index was built from.
typedef void VeerIndexVisit(void *context, uint32_t ball);

/// Visits once each ball that meets `region`, and others whose centres are no further from it than
/// the radius of the widest ball of their size; heights do not count. In an order that depends on
/// nothing but the columns. Cost O(balls visited + cells of the region), O(balls) at most.
void veer_index_visit(const VeerIndex *index, VeerBounds region, VeerIndexVisit *visit,
                      void *context);

/// Called with a ball. @return a part of the path: balls first met beyond it do not matter any more
typedef float VeerIndexReach(void *context, uint32_t ball);

/// Visits each ball that a ball of `radius` meets on its straight path from `origin` to `origin +
/// move`, and others near it, some of them more than once: of each size section by section from
/// the origin on, no further than what was found matters.
/// @param reach  the part of the path that matters at first
void veer_index_sweep(const VeerIndex *index, VeerVec3 origin, VeerVec3 move, float radius,
                      float reach, VeerIndexReach *visit, void *context);

#endif
