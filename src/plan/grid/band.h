/// Two cells of a grid and all that lies between ways as short as if nothing were in the way that
/// are straight, then diagonal, then straight.
///
/// Such ways run along the axis on which the cells are farther apart. A band's rows lie along it,
/// from the end that comes first there on; each is seen a cell further on than the one before, so
/// that a diagonal is one bit in all of them.
#ifndef VEER_PLAN_GRID_BAND_H
#define VEER_PLAN_GRID_BAND_H

#include "map/grid/grid.h"

enum {
    VEER_BAND_PATHS = 55, ///< that fit: a look tells of 57 bits, and a diagonal is three wide
    VEER_BAND_ROWS = 128  ///< most that are kept
};

typedef struct VeerBand {
    const VeerBitmap *map;
    int32_t first, last; ///< along: of the end that comes first, of the other
    int32_t row, rows;   ///< of the first; how many further ones there are to the other's
    int32_t down;        ///< 1, or -1: up
    int32_t straight;    ///< steps
    bool is_turned;      ///< along y
    bool is_back;        ///< the way comes from the other end
} VeerBand;

static inline int32_t veer_band_distance(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
}

static inline VeerBand veer_band(const VeerGrid *grid, VeerCell from, VeerCell to)
{
    bool is_turned = veer_band_distance(from.y, to.y) > veer_band_distance(from.x, to.x);
    int32_t a = is_turned ? from.y : from.x, b = is_turned ? to.y : to.x;
    int32_t row = is_turned ? from.x : from.y, last_row = is_turned ? to.x : to.y;
    int32_t rows = veer_band_distance(row, last_row);
    bool is_back = b < a;
    return (VeerBand){
        .map = &grid->blocked[is_turned],
        .first = is_back ? b : a,
        .last = is_back ? a : b,
        .row = is_back ? last_row : row,
        .rows = rows,
        .down = (row < last_row) != is_back ? 1 : -1,
        .straight = veer_band_distance(a, b) - rows,
        .is_turned = is_turned,
        .is_back = is_back,
    };
}

/// What lies between two cells, kept. Bit 0 of a row tells of the cell before the one that the way
/// has there that goes diagonal at once.
typedef struct VeerStrip {
    VeerBand band;
    int32_t way; ///< steps before it goes diagonal, from the band's first end; < 0: not one
    uint64_t first, between, last;    ///< rows; all of those between in one
    uint64_t portals[VEER_BAND_ROWS]; ///< what is blocked in row i, or in row i + 1 one bit on
    uint64_t all;                     ///< the portals in one
} VeerStrip;

/// Whether all that is in the way of any way of a band can be kept.
static inline bool veer_band_fits(const VeerBand *band)
{
    return band->straight < VEER_BAND_PATHS && band->rows <= VEER_BAND_ROWS;
}

/// Where to read a band's rows, one after the other.
typedef struct VeerBandLook {
    const uint64_t *line;
    ptrdiff_t stride;
    size_t bit;
} VeerBandLook;

/// Bit 0 of a look tells of the cell before that of the way that goes diagonal after `base` steps.
static inline VeerBandLook veer_band_look(const VeerBand *band, int32_t base)
{
    // Counted from one word earlier, so that no bit has a negative number.
    return (VeerBandLook){veer_bitmap_line(band->map, band->row) - 1,
                          band->down * (ptrdiff_t)band->map->stride,
                          (size_t)(band->first + base + VEER_BITMAP_MARGIN - 1)};
}

/// Reads a row and goes on to the next.
static inline uint64_t veer_band_next(VeerBandLook *look)
{
    uint64_t bits = veer_bits_from(look->line, look->bit++);
    look->line += look->stride;
    return bits;
}

/// After how many steps from its first end a way is open that goes diagonal there: the one that
/// does so nearest to where ways come from; -1: there is none (at most 55 are looked at).
/// Of where ways come from nothing is asked; where they go to is free.
int32_t veer_band_path(const VeerBand *band);

/// Keeps what lies between the ends of a strip's band, which fits.
void veer_strip_keep(VeerStrip *strip);

/// The same, and finds the way as veer_band_path; nothing may be kept where there is none.
void veer_strip_look(VeerStrip *strip);

#endif
