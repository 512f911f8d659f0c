/// When cells will be taken: for each cell of a coarse box the next 64 ticks, a bit a tick.
///
/// A window knows the ways of the bodies that move, as straight pieces at constant velocity, and
/// which cells lie under them when. Planners through what moves read it (veer/interval_search.h).
/// It lives in memory that the caller gives, and holds no hidden state. Reads may run on any number
/// of threads at one time; edits not.
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
    /// m, >= 0: a way that stays this near to the one that is known is taken for the same, and
    /// all bodies are as much wider.
    float slack;
    uint32_t sweep_count; ///< most pieces of ways at one time
    uint32_t cookie;      ///< private, set by veer_window_def_default
} VeerWindowDef;

/// Planar, 64 × 64 cells of 1 m at the origin, ticks of 0.1 s, no slack, 64 sweeps.
VEER_API VeerWindowDef veer_window_def_default(void);

/// A cell of a window, from 0; z is 0 in a planar one.
typedef struct VeerWindowCell {
    int32_t x, y, z;
} VeerWindowCell;

/// One straight piece of a body's way.
typedef struct VeerSweep {
    VeerVec3 position; ///< m, at `begin`
    VeerVec3 velocity; ///< m/s
    float radius;      ///< m, >= 0; the body's, and that of whoever plans by this window
    float begin, end;  ///< s from now, begin <= end; INFINITY: for ever
} VeerSweep;

/// Words of bits by cell, and the ways that they come from. Opaque.
typedef struct VeerWindow VeerWindow;

/// Bytes that a window needs: 8 a cell, one bit for what stands, about 100 a sweep; 0 for a bad
/// def.
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

/// Blocks or frees a cell as what stands; outside nothing happens. Seen at once. Cost O(1).
VEER_API void veer_window_set_standing(VeerWindow *window, VeerWindowCell cell, bool is_blocked);
/// Takes what stands in a planar window from a grid of as many cells, for a body of a radius from
/// one made by veer_grid_dilate. Seen at once. Cost O(cells / 64).
/// @return VEER_OK; VEER_BAD_VALUE for a grid of another size, or a window with depth
VEER_API VeerStatus veer_window_stand(VeerWindow *window, const VeerGrid *grid);

/// Tells where a body will be. The slot's way before is forgotten; one that agrees with it up to
/// the slack is no change at all. A body whose way bends or bounces has several slots, one a piece.
/// Bodies to be ignored have none.
///
/// @param slot   below sweep_count
/// @param sweep  copied
/// @return VEER_OK; VEER_BAD_VALUE for a slot out of range, a value that is not finite (but `end`),
/// or a velocity above 1024 cells a tick
/// Seen after veer_window_commit. Cost O(tiles of 16³ cells under the way), allocates nothing.
VEER_API VeerStatus veer_window_put(VeerWindow *window, uint32_t slot, const VeerSweep *sweep);
/// Tells a way by places, between which it runs straight: as veer_window_put for `count` slots from
/// `slot` on. What is round lies outside of its chords: widen the radius by that.
///
/// @param points    points[count], m, count >= 1: the first is now
/// @param interval  s, > 0, from one to the next; beyond the last the body stands there
/// @return as veer_window_put; then none is changed
VEER_API VeerStatus veer_window_put_samples(VeerWindow *window, uint32_t slot,
                                            const VeerVec3 *points, uint32_t count, float interval,
                                            float radius);
/// Forgets a way; out of range nothing happens. Seen after veer_window_commit.
VEER_API void veer_window_remove(VeerWindow *window, uint32_t slot);

/// Lets time go on: all words are as of so many ticks later. Seen after veer_window_commit; ways
/// that are told from now on begin then.
VEER_API void veer_window_advance(VeerWindow *window, uint32_t ticks);
/// Works off what was told since the last commit. The words depend on nothing but the ways that are
/// known and when they were told.
/// Cost O(cells under ways that were changed, with all else under the same tiles; cells / 8 if
/// time went on). Allocates nothing.
VEER_API void veer_window_commit(VeerWindow *window);

/// The ticks in which a cell is taken: bit i, if a body overlaps it at any time from i to i + 1
/// ticks after now (touching is not enough; rounding counts for at most 1/500 of a cell and of a
/// tick, but for fast bodies of far away). All set where something stands, and outside. What comes
/// after the window is taken to be as bit 63. Cost O(1).
VEER_API uint64_t veer_window_word(const VeerWindow *window, VeerWindowCell cell);
/// Whether something stands on a cell; true outside. Cost O(1).
VEER_API bool veer_window_is_standing(const VeerWindow *window, VeerWindowCell cell);

#endif
