/// Space-time occupancy: which cells of a coarse box will be taken in each of the next 64 ticks.
///
/// A window stores the trajectories of moving bodies as straight pieces at constant velocity, and a
/// bit for each cell and tick that they overlap. Safe-interval planners read it
/// (veer/interval_search.h). It lives in memory that the caller gives, and holds no hidden state.
/// Reads may run on any number of threads at one time; edits not.
#ifndef VEER_WINDOW_H
#define VEER_WINDOW_H

#include "veer/grid.h"

/// How many ticks a window looks ahead: the bits of a word.
#define VEER_WINDOW_TICKS 64

/// Most cells of a window.
#define VEER_MAX_WINDOW_CELLS 0x40000000u

/// How a window is made. Take it from veer_window_def_default.
typedef struct VeerWindowDef {
    uint32_t width, height; ///< cells along x and y, 1 to VEER_MAX_GRID_CELLS
    uint32_t depth;         ///< cells along z; 0: planar, z is left out and all bodies are discs
    VeerVec3 origin;        ///< m: the corner of cell (0, 0, 0) with the least coordinates
    float cell_size;        ///< m, > 0
    float tick;             ///< s, > 0: what one bit stands for
    /// m, >= 0: a trajectory that stays this near to the stored one counts as unchanged; all bodies
    /// are wider by as much.
    float slack;
    uint32_t sweep_count; ///< most pieces of trajectories at one time
    uint32_t cookie;      ///< private, set by veer_window_def_default
} VeerWindowDef;

/// Planar, 64 × 64 cells of 1 m at the origin, ticks of 0.1 s, no slack, 64 sweeps.
VEER_API VeerWindowDef veer_window_def_default(void);

/// A cell of a window, from 0; z is 0 in a planar one.
typedef struct VeerWindowCell {
    int32_t x, y, z; ///< column, row and layer
} VeerWindowCell;

/// One straight piece of a body's trajectory.
typedef struct VeerSweep {
    VeerVec3 position; ///< m, at `begin`
    VeerVec3 velocity; ///< m/s
    float radius;      ///< m, >= 0; the body's plus that of the agent that plans
    float begin, end;  ///< s from now, begin <= end; INFINITY: for ever
} VeerSweep;

/// Words of bits by cell, and the pieces that they come from. Opaque.
typedef struct VeerWindow VeerWindow;

/// Bytes that a window needs: 8 a cell, one bit for static obstacles, about 100 a sweep; 0 for a
/// bad def.
VEER_API size_t veer_window_size(const VeerWindowDef *def);
/// Makes a window, all free, in `memory` of veer_window_size(def) bytes, aligned to 64, which stays
/// the caller's. @return NULL for a bad def. Cost O(cells).
VEER_API VeerWindow *veer_window_init(void *memory, const VeerWindowDef *def);
/// The def that the window was made by.
VEER_API const VeerWindowDef *veer_window_def(const VeerWindow *window);

/// The cell that holds a position, which may lie outside of the window.
VEER_API VeerWindowCell veer_window_cell_at(const VeerWindow *window, VeerVec3 position);
/// The middle of a cell, m; a planar one at the height of the origin.
VEER_API VeerVec3 veer_window_centre(const VeerWindow *window, VeerWindowCell cell);
/// Whether the cell lies in the window.
VEER_API bool veer_window_has(const VeerWindow *window, VeerWindowCell cell);

/// Blocks or frees a cell for all ticks; outside nothing happens. Takes effect at once. Cost O(1).
VEER_API void veer_window_set_static(VeerWindow *window, VeerWindowCell cell, bool is_blocked);
/// Copies what is blocked for all ticks from a grid of as many cells to a planar window; for a body
/// of a radius use a grid made by veer_grid_dilate. Takes effect at once. Cost O(cells / 64).
/// @return VEER_OK; VEER_BAD_VALUE for a grid of another size, or a window with depth
VEER_API VeerStatus veer_window_set_static_grid(VeerWindow *window, const VeerGrid *grid);

/// Stores where a body will be, in place of the slot's piece before; one that agrees with that up
/// to the slack changes nothing. A body that turns or bounces has several slots, one a piece.
///
/// @param slot   below sweep_count
/// @param sweep  copied
/// @return VEER_OK; VEER_BAD_VALUE for a slot out of range, a value that is not finite (but `end`),
/// or a velocity above 1024 cells a tick
/// Takes effect at veer_window_commit. Cost O(tiles of 16³ cells under it), allocates nothing.
VEER_API VeerStatus veer_window_put(VeerWindow *window, uint32_t slot, const VeerSweep *sweep);
/// Stores a trajectory by samples, straight in between: as veer_window_put for `count` slots from
/// `slot` on. Arcs lie outside of their chords: widen the radius by that.
///
/// @param points    points[count], m, count >= 1: the first is now
/// @param interval  s, > 0, from one to the next; after the last the body stays there
/// @return as veer_window_put; then none is changed
VEER_API VeerStatus veer_window_put_samples(VeerWindow *window, uint32_t slot,
                                            const VeerVec3 *points, uint32_t count, float interval,
                                            float radius);
/// Removes a piece; out of range nothing happens. Takes effect at veer_window_commit.
VEER_API void veer_window_remove(VeerWindow *window, uint32_t slot);

/// Advances time: all words are as of so many ticks later. Takes effect at veer_window_commit;
/// pieces stored from now on begin then.
VEER_API void veer_window_advance(VeerWindow *window, uint32_t ticks);
/// Applies the changes since the last commit. The words depend only on the pieces and on when they
/// were stored. Cost O(cells under changed pieces, and all others in the same tiles; cells / 8 if
/// time advanced). Allocates nothing.
VEER_API void veer_window_commit(VeerWindow *window);

/// The ticks in which a cell is taken: bit i, if a body overlaps it at any time from i to i + 1
/// ticks after now (touching is not enough; rounding counts for at most 1/500 of a cell and of a
/// tick, but for fast bodies far away). All set for static obstacles, and outside. After the window
/// all stays as in bit 63. Cost O(1).
VEER_API uint64_t veer_window_word(const VeerWindow *window, VeerWindowCell cell);
/// Whether a cell is blocked for all ticks; true outside. Cost O(1).
VEER_API bool veer_window_is_static(const VeerWindow *window, VeerWindowCell cell);

#endif
