/// The walk along a route that is pulled tight.
#ifndef VEER_PLAN_GRID_PULL_WALK_H
#define VEER_PLAN_GRID_PULL_WALK_H

#include "map/grid/grid.h"
#include "veer/grid_search.h"

/// A point in half cells: middles are odd, corners even.
typedef struct VeerHalfCell {
    int32_t x, y;
} VeerHalfCell;

/// Cells [begin, end) of a column.
typedef struct VeerCellRun {
    int32_t begin, end;
} VeerCellRun;

/// A route that is being pulled, and the points of its string.
typedef struct VeerPull {
    const VeerGrid *grid;
    const VeerBitmap *columns;
    VeerCellRun box; ///< of all cells: no string on the same side of all obstacles is shorter
                     ///< outside of it
    const VeerCell *cells;
    uint32_t count;
    bool is_turned;  ///< rows in place of columns, x and y changed
    bool is_blocked; ///< it leads over what is
    VeerVec3 *points;
    uint32_t capacity, point_count;
    VeerHalfCell last; ///< the last of them
} VeerPull;

/// Where on a route a walk along it is, and the run of its column.
typedef struct VeerPullWalk {
    uint32_t next;        ///< the cell of the route that it goes to
    int32_t x, y;         ///< where it is
    int32_t dx, dy, left; ///< its steps to the next cell, and how many
    VeerCellRun run;      ///< of its column
} VeerPullWalk;

enum { VEER_PULL_STRETCH = 128 }; ///< portals that are looked at in one go

/// Portals that the walk goes through one after the other, in one direction: the edges that lead
/// from run to run.
typedef struct VeerPullStretch {
    int32_t dx, edge; ///< where the first portal is, in half cells
    uint32_t count, turn_count;
    int32_t begin[VEER_PULL_STRETCH], end[VEER_PULL_STRETCH]; ///< of what both runs have in common
    uint16_t turns[2 * VEER_PULL_STRETCH];                    ///< 2 portal + the side of an end
} VeerPullStretch;

/// Cell i of the route, in the pull's frame.
static inline VeerCell veer_pull_cell(const VeerPull *pull, uint32_t i)
{
    VeerCell cell = pull->cells[i];
    return pull->is_turned ? (VeerCell){cell.y, cell.x} : cell;
}

static inline VeerHalfCell veer_half_middle(VeerCell cell)
{
    return (VeerHalfCell){2 * cell.x + 1, 2 * cell.y + 1};
}

/// The run of free cells round one of a column.
static inline VeerCellRun veer_pull_run(const VeerPull *pull, int32_t x, int32_t y)
{
    return (VeerCellRun){veer_bitmap_last(pull->columns, x, y) + 1,
                         veer_bitmap_next(pull->columns, x, y)};
}

/// Walks on to the end of the route, to where it turns round, or as far as there is room, and lists
/// the ends of portals that a string may turn at. @return false where nothing is left
bool veer_pull_collect(VeerPull *pull, VeerPullWalk *at, VeerPullStretch *stretch);

#endif
