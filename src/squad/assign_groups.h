/// Groups of points of one side that are near each other, and bounds from below of what one of the
/// other side pays in each: most groups need not be looked at to find what suits it best.
#ifndef VEER_SQUAD_ASSIGN_GROUPS_H
#define VEER_SQUAD_ASSIGN_GROUPS_H

#include "base/arena.h"

#include <stdint.h>

struct VeerAssignPoints;

/// A point of the other side.
typedef struct VeerAssignAsker {
    double x, y, z;
} VeerAssignAsker;

/// Columns of numbers, one a group.
typedef struct VeerAssignGroups {
    const struct VeerAssignPoints *of;   ///< whose groups they are
    uint32_t depth;                      ///< points are halved so often
    uint32_t count;                      ///< 2 to the depth; 0: groups are of no use
    uint32_t size;                       ///< points of the largest
    uint32_t age;                        ///< how often was asked since slopes are new
    double *x, *y, *z;                   ///< the middle of a box that holds all of a group
    double *half_x, *half_y, *half_z;    ///< half its extent
    double *slope_x, *slope_y, *slope_z; ///< offsets change with places about so
    double *rest;  ///< no offset less slope · place is below, nor falls so low
    double *bound; ///< of who asks: none of the group costs less
    double *least; ///< likewise: the least of the group; HUGE_VAL: it was not looked at
} VeerAssignGroups;

/// Where the parts of so many, halved `depth` times, begin.
static inline uint32_t veer_assign_part(uint32_t count, uint32_t depth, uint32_t part)
{
    return (uint32_t)(((uint64_t)count * part) >> depth);
}

/// How many groups so many points make; 0: they would save nothing.
uint32_t veer_assign_groups_count(uint32_t count);

/// Lays them out for so many points.
void veer_assign_groups_lay_out(VeerAssignGroups *groups, uint32_t count, VeerArena *arena);

/// Finds the boxes of points; none if they are in no order. Slopes are for the caller to set.
void veer_assign_groups_begin(VeerAssignGroups *groups, const struct VeerAssignPoints *points);

/// Finds the rests, for the slopes and offsets that there are now.
void veer_assign_groups_rest(VeerAssignGroups *groups, const struct VeerAssignPoints *points);

/// Begins to look at the costs of who asks: bounds of all groups.
void veer_assign_groups_bound(VeerAssignGroups *groups, VeerAssignAsker asker);

/// Fills in the costs, with offsets, of all groups that may hold one up to cheapest + reach.
/// @return the cheapest of what was looked at
double veer_assign_groups_fill(VeerAssignGroups *groups, const struct VeerAssignPoints *points,
                               VeerAssignAsker asker, double *fill, double cheapest, double reach);

/// The first that costs so little, of all that was looked at.
uint32_t veer_assign_groups_first(const VeerAssignGroups *groups, uint32_t count,
                                  const double *fill, double cheapest);

#endif
