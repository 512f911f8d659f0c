#include "map/layers/narrow.h"

#include "map/grid/grid.h"
#include "math/vec.h"

#include <string.h>

enum {
    MAX_LINE_WORDS = VEER_MAX_GRID_CELLS / 64 + 4, ///< of a line, with one of margin on either side
    MAX_STEP = 63,
    MAX_MOUTH = 128, ///< cells of a mouth
};

struct VeerNarrow {
    VeerBitmap deep; ///< line y, bit x
};

size_t veer_narrow_size(uint32_t width, uint32_t height)
{
    VeerArena arena = {NULL, 0};
    (void)veer_arena_take(&arena, 1, sizeof(VeerNarrow));
    (void)veer_bitmap_take(&arena, width, height);
    return arena.used;
}

VeerNarrow *veer_narrow_init(void *memory, uint32_t width, uint32_t height)
{
    VeerArena arena = {memory, 0};
    VeerNarrow *narrow = veer_arena_take(&arena, 1, sizeof *narrow);
    narrow->deep = veer_bitmap_take(&arena, width, height);
    veer_bitmap_clear(&narrow->deep);
    return narrow;
}

// Cells outside are blocked: margins stay set.

/// Ors each bit of the lines with the one `by` places after it.
static void or_after(const VeerBitmap *bits, int32_t by)
{
    for (int32_t y = 0; y < bits->lines; y++) {
        uint64_t *words = veer_bitmap_line(bits, y);
        for (int32_t i = 0; i < veer_bitmap_used(bits); i++) {
            words[i] |= words[i] >> by | words[i + 1] << (64 - by);
        }
    }
}

/// Ands each bit of the lines with the one `by` places before it.
static void and_before(const VeerBitmap *bits, int32_t by)
{
    for (int32_t y = 0; y < bits->lines; y++) {
        uint64_t *words = veer_bitmap_line(bits, y);
        for (int32_t i = veer_bitmap_used(bits) - 1; i >= 0; i--) {
            words[i] &= words[i] << by | words[i - 1] >> (64 - by);
        }
    }
}

/// Ors each line with the one `by` after it. Lines after the last are as blocked as the margin.
static void or_lines_after(const VeerBitmap *bits, int32_t by)
{
    for (int32_t y = 0; y < bits->lines; y++) {
        uint64_t *line = veer_bitmap_line(bits, y);
        const uint64_t *after = veer_bitmap_line(bits, min_i(y + by, bits->lines));
        for (int32_t i = 0; i < veer_bitmap_used(bits); i++) {
            line[i] |= after[i];
        }
    }
}

/// Ands each line with the one `by` before it.
static void and_lines_before(const VeerBitmap *bits, int32_t by)
{
    for (int32_t y = bits->lines - 1; y >= by; y--) {
        uint64_t *line = veer_bitmap_line(bits, y);
        const uint64_t *before = veer_bitmap_line(bits, y - by);
        for (int32_t i = 0; i < veer_bitmap_used(bits); i++) {
            line[i] &= before[i];
        }
    }
}

/// Opens what is free by a square: sets each bit from which on one is not free, then clears each
/// that one which begins at a clear bit covers; along the lines, and across them.
static void open_by_square(const VeerBitmap *bits, int32_t side)
{
    static void (*const passes[])(const VeerBitmap *bits, int32_t by) = {
        or_after, or_lines_after, and_before, and_lines_before};
    for (int pass = 0; pass < 4; pass++) {
        // Steps add up to side - 1, each at most what is covered already.
        for (int32_t covered = 1, step; covered < side; covered += step) {
            step = min_i(min_i(covered, side - covered), MAX_STEP);
            passes[pass](bits, step);
        }
    }
}

/// Clears the bits beside which one is clear. Blocked cells are set, and stay so.
static void wear_off(const VeerBitmap *bits, const VeerBitmap *blocked)
{
    uint64_t above[MAX_LINE_WORDS], here[MAX_LINE_WORDS];
    int32_t count = veer_bitmap_used(bits);
    size_t size = (size_t)(count + 2) * sizeof *above;
    memcpy(above, veer_bitmap_line(bits, -1) - 1, size);
    for (int32_t y = 0; y < bits->lines; y++) {
        uint64_t *line = veer_bitmap_line(bits, y);
        const uint64_t *below = veer_bitmap_line(bits, y + 1);
        const uint64_t *wall = veer_bitmap_line(blocked, y);
        memcpy(here, line - 1, size);
        for (int32_t i = 0; i < count; i++) {
            uint64_t before = here[i + 1] << 1 | here[i] >> 63;
            uint64_t after = here[i + 1] >> 1 | here[i + 2] << 63;
            line[i] = (here[i + 1] & before & after & above[i + 1] & below[i]) | wall[i];
        }
        memcpy(above, here, size);
    }
}

/// Clears the bits of blocked cells. @return whether any other is set
static bool leave_free(const VeerBitmap *bits, const VeerBitmap *blocked)
{
    uint64_t any = 0;
    for (int32_t y = 0; y < bits->lines; y++) {
        uint64_t *line = veer_bitmap_line(bits, y);
        const uint64_t *wall = veer_bitmap_line(blocked, y);
        for (int32_t i = 0; i < veer_bitmap_used(bits); i++) {
            line[i] &= ~wall[i];
            any |= line[i];
        }
    }
    return any != 0;
}

bool veer_narrow_mark(VeerNarrow *narrow, const VeerGrid *grid, int32_t side, int32_t depth)
{
    const VeerBitmap *deep = &narrow->deep, *blocked = &grid->blocked[0];
    for (int32_t y = 0; y < deep->lines; y++) {
        memcpy(veer_bitmap_line(deep, y), veer_bitmap_line(blocked, y),
               (size_t)veer_bitmap_used(deep) * sizeof *deep->words);
    }
    // A square that does not fit into the grid at all opens nothing, however large it is.
    open_by_square(deep, min_i(side, max_i(deep->length, deep->lines) + 1));
    for (int32_t i = 0; i < depth; i++) {
        wear_off(deep, blocked);
    }
    return leave_free(deep, blocked);
}

bool veer_narrow_has(const VeerNarrow *narrow, VeerCell cell)
{
    return veer_bitmap_get(&narrow->deep, cell.y, cell.x);
}

bool veer_narrow_is_clear(const VeerNarrow *narrow, VeerCellRect rect)
{
    return veer_bitmap_is_clear(&narrow->deep, rect.lower.y, rect.upper.y, rect.lower.x,
                                rect.upper.x);
}

bool veer_narrow_next(const VeerNarrow *narrow, VeerCell *cell)
{
    for (; cell->y < narrow->deep.lines; *cell = (VeerCell){0, cell->y + 1}) {
        cell->x = veer_bitmap_next(&narrow->deep, cell->y, cell->x);
        if (cell->x < narrow->deep.length) {
            return true;
        }
    }
    return false;
}

// --- Mouths ---

/// The cells of a mouth that are known: cells[count], of which the first `done` have been looked
/// round.
typedef struct MouthSearch {
    const VeerNarrow *narrow;
    const VeerGrid *grid;
    VeerCell start;
    VeerCell cells[MAX_MOUTH];
    int32_t count;
    uint64_t seen[2 * MAX_MOUTH][2 * MAX_MOUTH / 64]; ///< about the start
} MouthSearch;

static bool is_marked(const MouthSearch *search, int32_t x, int32_t y)
{
    VeerCell cell = {x, y};
    return veer_grid_spans(search->grid, cell) && veer_narrow_has(search->narrow, cell);
}

/// Whether a cell is outside, and beside a marked one.
static bool is_of_mouth(const MouthSearch *search, VeerCell at)
{
    return !veer_grid_is_blocked(search->grid, at) && !veer_narrow_has(search->narrow, at) &&
           (is_marked(search, at.x - 1, at.y) || is_marked(search, at.x + 1, at.y) ||
            is_marked(search, at.x, at.y - 1) || is_marked(search, at.x, at.y + 1));
}

static void reach_cell(MouthSearch *search, VeerCell at)
{
    int32_t x = at.x - search->start.x + MAX_MOUTH, y = at.y - search->start.y + MAX_MOUTH;
    bool is_near = x >= 0 && y >= 0 && x < 2 * MAX_MOUTH && y < 2 * MAX_MOUTH;
    if (!is_near || search->count == MAX_MOUTH || search->seen[y][x >> 6] >> (x & 63) & 1u ||
        !is_of_mouth(search, at)) {
        return;
    }
    search->seen[y][x >> 6] |= (uint64_t)1 << (x & 63);
    search->cells[search->count++] = at;
}

VeerMouth veer_narrow_mouth(const VeerNarrow *narrow, const VeerGrid *grid, VeerCell from,
                            VeerCell to)
{
    MouthSearch search = {.narrow = narrow, .grid = grid, .start = from};
    reach_cell(&search, from);
    if (search.count == 0) { // they touch by a corner
        reach_cell(&search, (VeerCell){from.x, to.y});
        reach_cell(&search, (VeerCell){to.x, from.y});
    }
    VeerMouth mouth = {from, {(float)from.x + 0.5f, (float)from.y + 0.5f}};
    int64_t x = 0, y = 0;
    for (int32_t i = 0; i < search.count; i++) {
        VeerCell at = search.cells[i];
        x += at.x;
        y += at.y;
        if (i == 0 || at.y < mouth.first.y || (at.y == mouth.first.y && at.x < mouth.first.x)) {
            mouth.first = at;
        }
        for (int32_t beside = 0; beside < 9; beside++) {
            reach_cell(&search, (VeerCell){at.x + beside % 3 - 1, at.y + beside / 3 - 1});
        }
    }
    if (search.count > 0) {
        float count = (float)search.count;
        mouth.middle = vec2((float)x / count + 0.5f, (float)y / count + 0.5f);
    }
    return mouth;
}

void veer_narrow_block(const VeerNarrow *narrow, const VeerGrid *from, VeerGrid *to)
{
    const VeerBitmap *deep = &narrow->deep;
    uint64_t row[MAX_LINE_WORDS];
    for (int32_t y = 0; y < deep->lines; y++) {
        const uint64_t *blocked = veer_bitmap_line(&from->blocked[0], y);
        const uint64_t *marked = veer_bitmap_line(deep, y);
        for (int32_t i = 0; i < veer_bitmap_used(deep); i++) {
            row[i] = blocked[i] | marked[i];
        }
        veer_grid_put_row(to, y, row);
    }
    veer_grid_commit(to);
}
