/// The nearest blocked cell, row by row.
#include "map/grid/grid.h"
#include "math/vec.h"

#include <math.h>

/// A search for the blocked cell that is nearest to a point, in cells.
typedef struct GridGapSearch {
    const VeerGrid *grid;
    VeerVec2 point;
    float least;   ///< the square of the distance: what is farther does not count
    float enough;  ///< less than that need not be told apart
    bool is_found; ///< something is as near as `least`
} GridGapSearch;

static void offer_cell(GridGapSearch *search, float up, int32_t x)
{
    float across = gap_to_cell(search->point.x, x), square = across * across + up * up;
    if (square <= search->least) {
        search->least = square;
        search->is_found = true;
    }
}

/// The first bit set from `at` on; `end`, or one after it, if there is none before.
static int32_t scan_on(const uint64_t *words, int32_t at, int32_t end)
{
    int32_t word = at >> 6;
    uint64_t bits = words[word] >> (at & 63) << (at & 63);
    while (!bits && ++word * 64 < end) {
        bits = words[word];
    }
    return bits ? word * 64 + (int32_t)veer_bits_lowest(bits) : end;
}

/// The last bit set up to `at`; `begin`, or one before it, if there is none after.
static int32_t scan_back(const uint64_t *words, int32_t at, int32_t begin)
{
    int32_t word = at >> 6;
    uint64_t bits = words[word] << (63 - (at & 63)) >> (63 - (at & 63));
    while (!bits && word * 64 > begin) {
        bits = words[--word];
    }
    return bits ? word * 64 + (int32_t)veer_bits_highest(bits) : begin;
}

/// Looks to both sides of the point in a row; what lies outside is blocked. @return false: no row
/// as far away as this matters
static bool search_row(GridGapSearch *search, int32_t y)
{
    const VeerBitmap *rows = &search->grid->blocked[0];
    float up = gap_to_cell(search->point.y, y);
    if (!(up * up <= search->least) || search->least < search->enough) {
        return false;
    }
    const uint64_t *line = veer_bitmap_line(rows, clamp_i(y, -1, rows->lines));
    int32_t x = whole_within(search->point.x, rows->length - 1);
    // What is as far as that from the point's cell is too far from the point.
    int32_t reach = 2 + (int32_t)min_f(sqrtf(search->least), (float)rows->length);
    offer_cell(search, up, scan_on(line, x, x + reach));
    offer_cell(search, up, scan_back(line, x, x - reach));
    return true;
}

/// Rows from the point outwards, as long as they may hold what is nearer.
static void search_rows(GridGapSearch *search)
{
    int32_t middle = (int32_t)floorf(search->point.y), most = search->grid->blocked[0].lines;
    bool goes_up = true, goes_down = true;
    for (int32_t off = 0; off <= most + 1 && (goes_up || goes_down); off++) {
        goes_up = goes_up && search_row(search, middle + off);
        goes_down = goes_down && search_row(search, middle - off);
    }
}

/// @param enough  m: a gap that is less may come out as any other that is less
static float find_gap(const VeerGrid *grid, VeerVec3 point, float limit, float enough)
{
    VeerCellDisc disc = veer_grid_disc(grid, point, limit);
    float width = (float)grid->def.width, height = (float)grid->def.height;
    if (!(disc.x >= 0.0f && disc.y >= 0.0f && disc.x <= width && disc.y <= height)) {
        return 0.0f;
    }
    float near = 0.999f * enough / grid->def.cell_size;
    GridGapSearch search = {grid, {disc.x, disc.y}, disc.radius * disc.radius, near * near, false};
    search_rows(&search);
    return search.is_found ? sqrtf(search.least) * grid->def.cell_size : INFINITY;
}

float veer_grid_gap(const VeerGrid *grid, VeerVec3 point, float limit)
{
    if (!grid || !is_finite3(point) || !(limit >= 0.0f)) {
        return 0.0f;
    }
    return find_gap(grid, point, limit, 0.0f);
}

bool veer_grid_has_gap(const VeerGrid *grid, VeerVec3 point, float gap)
{
    return find_gap(grid, point, gap, gap) >= gap;
}
