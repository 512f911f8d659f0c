/// Open paths: as short as if nothing were in the way; straight, then diagonal, then straight. Many
/// are looked at at once, by a word of bits.
///
/// They run along the axis on which their ends are farther apart. A band's rows are along it, from
/// the end that comes first there on; each is read a cell further on than the one before, so that a
/// diagonal is one bit in all of them. Bit j is a path that goes diagonal j cells later than the
/// first of them; row by row each loses its bit that meets a blocked cell.
#include "plan/grid/grid.h"

enum { MAX_PATHS = 55 }; ///< that fit: a look tells of 57 bits, and a diagonal is three wide

typedef struct Band {
    const VeerBitmap *map;
    int32_t first, last; ///< along: of the end that comes first, of the other
    int32_t row, rows;   ///< of the first; how many further ones there are to the other's
    int32_t down;        ///< 1, or -1: up
    int32_t straight;    ///< steps
    bool is_turned;      ///< along y
    bool is_back;        ///< the path comes from the other end
} Band;

static inline Band band_between(const VeerGrid *grid, VeerCell from, VeerCell to)
{
    bool is_turned = veer_apart(from.y, to.y) > veer_apart(from.x, to.x);
    int32_t a = is_turned ? from.y : from.x, b = is_turned ? to.y : to.x;
    int32_t row = is_turned ? from.x : from.y, last_row = is_turned ? to.x : to.y;
    int32_t rows = veer_apart(row, last_row);
    bool is_back = b < a;
    return (Band){
        .map = &grid->blocked[is_turned],
        .first = is_back ? b : a,
        .last = is_back ? a : b,
        .row = is_back ? last_row : row,
        .rows = rows,
        .down = (row < last_row) != is_back ? 1 : -1,
        .straight = veer_apart(a, b) - rows,
        .is_turned = is_turned,
        .is_back = is_back,
    };
}

/// Where to read a band's rows, one after the other.
typedef struct BandRows {
    const uint64_t *line;
    ptrdiff_t stride;
    size_t bit;
} BandRows;

/// Bit 0 of a look tells of the cell before that of the path that goes diagonal after `base` steps.
static inline BandRows rows_of(const Band *band, int32_t base)
{
    // Counted from one word earlier, so that no bit has a negative number.
    return (BandRows){veer_bitmap_line(band->map, band->row) - 1,
                      band->down * (ptrdiff_t)band->map->stride,
                      (size_t)(band->first + base + VEER_BITMAP_MARGIN - 1)};
}

/// Reads a row and goes on to the next.
static inline uint64_t next_row(BandRows *look)
{
    uint64_t bits = veer_bits_from(look->line, look->bit++);
    look->line += look->stride;
    return bits;
}

enum { TOGETHER = 16 }; // rows that are looked at before it is asked whether a path is left

/// The paths of a band that the rows of its ends leave free.
typedef struct BandEnds {
    int32_t least, most; ///< < least: none
} BandEnds;

static inline BandEnds free_at_ends(const Band *band)
{
    int32_t straight = band->straight, last_row = band->row + band->down * band->rows;
    int32_t ahead = veer_bitmap_next(band->map, band->row, band->first + 1) - band->first - 1;
    if (band->rows == 0) {
        return (BandEnds){0, ahead >= straight - 1 ? 0 : -1};
    }
    int32_t back = band->last - 1 - veer_bitmap_last(band->map, last_row, band->last - 1);
    // Beside the first and the last diagonal step are a cell more of either row.
    return (BandEnds){back <= straight ? straight - back + 1 : 0,
                      ahead <= straight ? ahead - 1 : straight};
}

/// The bits of those paths that go diagonal after `base` steps or later and are free at their ends.
static inline uint64_t paths_from(BandEnds ends, int32_t base)
{
    uint32_t count = (uint32_t)(ends.most - ends.least + 1);
    uint64_t all = (UINT64_C(1) << MAX_PATHS) - 1u;
    return (count < MAX_PATHS ? all >> (MAX_PATHS - count) : all) << (ends.least - base);
}

/// Of some paths, those that no blocked cell of the rows between is on.
static inline uint64_t open_between(BandRows *look, int32_t left, uint64_t paths)
{
    while (left > 0 && paths) {
        int32_t count = left < TOGETHER ? left : TOGETHER;
        uint64_t blocked = 0;
        left -= count;
        for (; count > 0; count--) {
            blocked |= next_row(look);
        }
        paths &= ~(blocked | blocked >> 1 | blocked >> 2);
    }
    return paths;
}

static inline int32_t nearest(const Band *band, uint64_t paths)
{
    return paths == 0      ? -1
           : band->is_back ? (int32_t)veer_bits_highest(paths)
                           : (int32_t)veer_bits_lowest(paths);
}

/// After how many steps from its first end a path is open that goes diagonal there: the one that
/// does so nearest to where paths come from; -1: there is none (at most 55 are looked at).
/// The first cell of a path may be blocked; the last is free.
static int32_t path_of(const Band *band)
{
    BandEnds ends = free_at_ends(band);
    if (ends.most < ends.least) {
        return -1;
    }
    int32_t base = 0; // where all paths fit, so that rows are read before it is known what is free
    if (band->straight >= MAX_PATHS) {
        int32_t first_back = ends.most - MAX_PATHS + 1;
        base = band->is_back && first_back > ends.least ? first_back : ends.least;
        ends.least = base;
    }
    BandRows look = rows_of(band, base);
    (void)next_row(&look);
    int32_t path = nearest(band, open_between(&look, band->rows - 1, paths_from(ends, base)));
    return path < 0 ? path : base + path;
}

VeerOpenPath veer_grid_open_path(const VeerGrid *grid, VeerCell from, VeerCell to)
{
    VeerOpenPath open = {from, 0, 0};
    if (veer_bitmap_get(&grid->blocked[0], to.y, to.x)) {
        return open;
    }
    Band band = band_between(grid, from, to);
    int32_t path = path_of(&band);
    if (path < 0) {
        return open;
    }
    int32_t steps = band.is_back && band.rows > 0 ? band.straight - path : path;
    *(band.is_turned ? &open.bend.y : &open.bend.x) += band.is_back ? -steps : steps;
    open.before = (uint32_t)steps * VEER_COST_STRAIGHT;
    open.cost =
        (uint32_t)band.straight * VEER_COST_STRAIGHT + (uint32_t)band.rows * VEER_COST_DIAGONAL;
    return open;
}
