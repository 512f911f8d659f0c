/// Dilation by a disc, a line of words at a time: maps for bodies of a radius.
#include "map/grid/grid.h"

#include <math.h>
#include <string.h>

enum {
    MAX_ROW_WORDS = VEER_MAX_GRID_CELLS / 64 + 4, ///< of a line, with one of margin on either side
    MAX_SPREAD = 63,
};

/// Words 1 to count are those of the line; 0 and count + 1 are margin.
typedef struct DilationRow {
    uint64_t words[MAX_ROW_WORDS];
} DilationRow;

/// Ors a row with itself moved by `by` bits, 1 to 63, to either side.
static void spread(DilationRow *row, int32_t count, int32_t by)
{
    uint64_t before = row->words[0], here = row->words[1];
    for (int32_t i = 1; i <= count; i++) {
        uint64_t after = row->words[i + 1];
        row->words[i] = here | here << by | before >> (64 - by) | here >> by | after << (64 - by);
        before = here;
        here = after;
    }
}

/// Sets all bits that lie within `by` of one that is set. What covers c bits to either side covers
/// c + s if it is moved by s <= 2c + 1.
static void spread_by(DilationRow *row, int32_t count, int32_t by)
{
    for (int32_t covered = 0; covered < by;) {
        int32_t step = 2 * covered + 1;
        step = step < MAX_SPREAD ? step : MAX_SPREAD;
        step = step < by - covered ? step : by - covered;
        spread(row, count, step);
        covered += step;
    }
}

/// How many columns to either side a blocked cell blocks in a row that is `rows` off; -1: none. The
/// near edge of a cell that is k away lies 2k - 1 half cells off.
static int32_t half_width(float radius, int32_t rows)
{
    float reach = 2.0f * radius, up = rows > 0 ? (float)(2 * rows - 1) : 0.0f;
    float left = reach * reach - up * up;
    if (left <= 0.0f) {
        return rows == 0 ? 0 : -1;
    }
    int32_t k = (int32_t)floorf(0.5f * (sqrtf(left) + 1.0f)) + 1;
    while (k > 0 && (float)(2 * k - 1) * (float)(2 * k - 1) >= left) {
        k--;
    }
    return k;
}

static void clear(DilationRow *row, int32_t count)
{
    memset(row->words, 0, (size_t)(count + 2) * sizeof *row->words);
}

/// Adds a row of the source, if there is one.
static bool add_row(const VeerBitmap *rows, int32_t y, DilationRow *sum)
{
    if (y < -1 || y > rows->lines) {
        return false;
    }
    const uint64_t *words = veer_bitmap_line(rows, y) - 1;
    for (int32_t i = 0; i < veer_bitmap_used(rows) + 2; i++) {
        sum->words[i] |= words[i];
    }
    return true;
}

/// Adds the rows that lie so far above and below one. @return false where there are none
static bool add_rows(const VeerBitmap *rows, int32_t y, int32_t off, DilationRow *sum)
{
    bool has_above = add_row(rows, y - off, sum);
    bool has_below = off > 0 && add_row(rows, y + off, sum);
    return has_above || has_below;
}

/// Rows that spread by the same are put together first.
static void dilate_row(const VeerGrid *from, float radius, VeerGrid *to, int32_t y)
{
    const VeerBitmap *rows = &from->blocked[0];
    int32_t count = veer_bitmap_used(rows), by = half_width(radius, 0);
    DilationRow work, sum;
    clear(&work, count);
    clear(&sum, count);
    for (int32_t off = 0; by >= 0; off++) {
        bool is_there = add_rows(rows, y, off, &sum);
        int32_t next = is_there ? half_width(radius, off + 1) : -1;
        if (next != by) {
            spread_by(&sum, count, by);
            for (int32_t i = 1; i <= count; i++) {
                work.words[i] |= sum.words[i];
            }
            clear(&sum, count);
        }
        by = next;
    }
    veer_grid_put_row(to, y, work.words + 1);
}

static void copy_costs(const VeerGrid *from, VeerGrid *to)
{
    size_t width = to->def.width;
    for (uint32_t y = 0; y < to->def.height; y++) {
        const uint8_t *row = from->costs + y * width;
        if (memcmp(row, to->costs + y * width, width) == 0) {
            continue;
        }
        for (uint32_t x = 0; x < width; x++) {
            (void)veer_grid_set_cost(to, (VeerCell){(int32_t)x, (int32_t)y}, row[x]);
        }
    }
}

VeerStatus veer_grid_dilate(const VeerGrid *from, float radius, VeerGrid *to)
{
    if (!from || !to || from == to || from->def.width != to->def.width ||
        from->def.height != to->def.height || from->def.cell_size != to->def.cell_size ||
        !(radius >= 0.0f) || !(radius <= VEER_WORLD_LIMIT)) {
        return VEER_BAD_VALUE;
    }
    float cells = radius / from->def.cell_size;
    // No cell is further from the outside than half of the longest side.
    cells = cells < (float)VEER_MAX_GRID_CELLS ? cells : (float)VEER_MAX_GRID_CELLS;
    for (int32_t y = 0; y < (int32_t)to->def.height; y++) {
        dilate_row(from, cells, to, y);
    }
    if (from->costs && to->costs) {
        copy_costs(from, to);
    }
    veer_grid_commit(to);
    return VEER_OK;
}
