/// Ways as short as if nothing were in the way: many at once, by a word of bits.
///
/// Bit j stands for one that goes diagonal j cells later than the first of them; row by row each
/// loses its bit that meets a blocked cell.
#include "plan/grid/band.h"
#include "plan/grid/space.h"

enum { TOGETHER = 16 }; // rows that are looked at before it is asked whether a way is left

/// The ways of a band that the rows of its ends leave free.
typedef struct Ends {
    int32_t least, most; ///< < least: none
} Ends;

static inline Ends free_at_ends(const VeerBand *band)
{
    int32_t straight = band->straight, last_row = band->row + band->down * band->rows;
    int32_t ahead = veer_bitmap_next(band->map, band->row, band->first + 1) - band->first - 1;
    if (band->rows == 0) {
        return (Ends){0, ahead >= straight - 1 ? 0 : -1};
    }
    int32_t back = band->last - 1 - veer_bitmap_last(band->map, last_row, band->last - 1);
    // Beside the first and the last diagonal step lie a cell more of either row.
    return (Ends){back <= straight ? straight - back + 1 : 0,
                  ahead <= straight ? ahead - 1 : straight};
}

/// The bits of those ways that go diagonal after `base` steps or later and are free at their ends.
static inline uint64_t ways_from(Ends ends, int32_t base)
{
    uint32_t count = (uint32_t)(ends.most - ends.least + 1);
    uint64_t all = (UINT64_C(1) << VEER_BAND_PATHS) - 1u;
    return (count < VEER_BAND_PATHS ? all >> (VEER_BAND_PATHS - count) : all)
           << (ends.least - base);
}

/// Of some ways, those that nothing blocked in the rows between is in the way of.
static inline uint64_t open_between(VeerBandLook *look, int32_t left, uint64_t ways)
{
    while (left > 0 && ways) {
        int32_t count = left < TOGETHER ? left : TOGETHER;
        uint64_t blocked = 0;
        left -= count;
        for (; count > 0; count--) {
            blocked |= veer_band_next(look);
        }
        ways &= ~(blocked | blocked >> 1 | blocked >> 2);
    }
    return ways;
}

static inline int32_t nearest(const VeerBand *band, uint64_t ways)
{
    return ways == 0       ? -1
           : band->is_back ? (int32_t)veer_bits_highest(ways)
                           : (int32_t)veer_bits_lowest(ways);
}

int32_t veer_band_path(const VeerBand *band)
{
    Ends ends = free_at_ends(band);
    if (ends.most < ends.least) {
        return -1;
    }
    int32_t base = 0; // where all ways fit, so that rows are read before it is known what is free
    if (band->straight >= VEER_BAND_PATHS) {
        int32_t first_back = ends.most - VEER_BAND_PATHS + 1;
        base = band->is_back && first_back > ends.least ? first_back : ends.least;
        ends.least = base;
    }
    VeerBandLook look = veer_band_look(band, base);
    (void)veer_band_next(&look);
    int32_t way = nearest(band, open_between(&look, band->rows - 1, ways_from(ends, base)));
    return way < 0 ? way : base + way;
}

void veer_strip_keep(VeerStrip *strip)
{
    VeerBandLook look = veer_band_look(&strip->band, 0);
    int32_t rows = strip->band.rows;
    uint64_t first = veer_band_next(&look), before = first, between = 0;
    for (int32_t i = 1; i < rows; i++) {
        uint64_t row = veer_band_next(&look);
        strip->portals[i - 1] = before | row << 1;
        between |= row;
        before = row;
    }
    uint64_t last = rows > 0 ? veer_band_next(&look) : first;
    if (rows > 0) {
        strip->portals[rows - 1] = before | last << 1;
    }
    strip->first = first;
    strip->between = between;
    strip->last = last;
    strip->all = first | between | (between | last) << 1;
}

void veer_strip_look(VeerStrip *strip)
{
    Ends ends = free_at_ends(&strip->band);
    strip->way = -1;
    if (ends.least <= ends.most) {
        veer_strip_keep(strip);
        uint64_t blocked = strip->between;
        uint64_t ways = ways_from(ends, 0) & ~(blocked | blocked >> 1 | blocked >> 2);
        strip->way = nearest(&strip->band, ways);
    }
}

VeerOpenPath veer_grid_open_path(const VeerGrid *grid, VeerCell from, VeerCell to)
{
    VeerOpenPath open = {from, 0, 0};
    if (veer_bitmap_get(&grid->blocked[0], to.y, to.x)) {
        return open;
    }
    VeerBand band = veer_band(grid, from, to);
    int32_t way = veer_band_path(&band);
    if (way < 0) {
        return open;
    }
    int32_t steps = band.is_back && band.rows > 0 ? band.straight - way : way;
    *(band.is_turned ? &open.bend.y : &open.bend.x) += band.is_back ? -steps : steps;
    open.before = (uint32_t)steps * VEER_COST_STRAIGHT;
    open.cost =
        (uint32_t)band.straight * VEER_COST_STRAIGHT + (uint32_t)band.rows * VEER_COST_DIAGONAL;
    return open;
}
