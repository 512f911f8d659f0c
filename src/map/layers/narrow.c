#include "map/layers/narrow.h"

#include "map/grid/grid.h"
#include "math/vec.h"

#include <string.h>

enum {
    MAX_LINE_WORDS = VEER_MAX_GRID_CELLS / 64 + 4, ///< of a line, with one of margin on either side
    MAX_STEP = 63,
};

struct VeerNarrow {
    VeerBitmap deep; ///< line y, bit x
    VeerBitmap work; ///< scratch lines, from line 0 on
};

static size_t lay_out(void *memory, uint32_t width, uint32_t height, VeerNarrow *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    parts->deep = veer_bitmap_take(&arena, width, height);
    parts->work = veer_bitmap_take(&arena, width, height);
    return arena.used;
}

size_t veer_narrow_size(uint32_t width, uint32_t height)
{
    VeerNarrow parts;
    return lay_out(NULL, width, height, &parts);
}

VeerNarrow *veer_narrow_init(void *memory, uint32_t width, uint32_t height)
{
    VeerNarrow *narrow = memory;
    (void)lay_out(memory, width, height, narrow);
    veer_bitmap_clear(&narrow->deep);
    veer_bitmap_clear(&narrow->work);
    return narrow;
}

// Cells outside are blocked: margins stay set.

/// Ors each bit of a line with the one `by` places after it.
static void or_after(uint64_t *words, int32_t count, int32_t by)
{
    for (int32_t i = 0; i < count; i++) {
        words[i] |= words[i] >> by | words[i + 1] << (64 - by);
    }
}

/// Ands each bit of a line with the one `by` places before it.
static void and_before(uint64_t *words, int32_t count, int32_t by)
{
    for (int32_t i = count - 1; i >= 0; i--) {
        words[i] &= words[i] << by | words[i - 1] >> (64 - by);
    }
}

/// The next step of those that add up to `side` - 1, each at most what is covered already.
static int32_t next_step(int32_t covered, int32_t side)
{
    int32_t step = covered < side - covered ? covered : side - covered;
    return step < MAX_STEP ? step : MAX_STEP;
}

/// Sets each bit from which on a square is not free, along the lines, then across them.
static void find_squares(const VeerBitmap *bits, int32_t side)
{
    int32_t count = veer_bitmap_used(bits);
    for (int32_t covered = 1, step; covered < side; covered += step) {
        step = next_step(covered, side);
        for (int32_t y = 0; y < bits->lines; y++) {
            or_after(veer_bitmap_line(bits, y), count, step);
        }
    }
    for (int32_t covered = 1, step; covered < side; covered += step) {
        step = next_step(covered, side);
        for (int32_t y = 0; y < bits->lines; y++) {
            uint64_t *line = veer_bitmap_line(bits, y);
            // Lines after the last are as blocked as that of the margin.
            int32_t other = y + step < bits->lines ? y + step : bits->lines;
            const uint64_t *after = veer_bitmap_line(bits, other);
            for (int32_t i = 0; i < count; i++) {
                line[i] |= after[i];
            }
        }
    }
}

/// Clears each bit that a square which begins at a clear bit holds.
static void cover_squares(const VeerBitmap *bits, int32_t side)
{
    int32_t count = veer_bitmap_used(bits);
    for (int32_t covered = 1, step; covered < side; covered += step) {
        step = next_step(covered, side);
        for (int32_t y = 0; y < bits->lines; y++) {
            and_before(veer_bitmap_line(bits, y), count, step);
        }
    }
    for (int32_t covered = 1, step; covered < side; covered += step) {
        step = next_step(covered, side);
        for (int32_t y = bits->lines - 1; y >= step; y--) {
            uint64_t *line = veer_bitmap_line(bits, y);
            const uint64_t *before = veer_bitmap_line(bits, y - step);
            for (int32_t i = 0; i < count; i++) {
                line[i] &= before[i];
            }
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

static void copy_lines(const VeerBitmap *from, int32_t first, const VeerBitmap *to, int32_t at,
                       int32_t count)
{
    for (int32_t y = 0; y < count; y++) {
        memcpy(veer_bitmap_line(to, at + y), veer_bitmap_line(from, first + y),
               (size_t)veer_bitmap_used(to) * sizeof *to->words);
    }
}

/// Clears the bits of blocked cells.
static void leave_free(const VeerBitmap *bits, const VeerBitmap *blocked)
{
    for (int32_t y = 0; y < bits->lines; y++) {
        uint64_t *line = veer_bitmap_line(bits, y);
        const uint64_t *wall = veer_bitmap_line(blocked, y);
        for (int32_t i = 0; i < veer_bitmap_used(bits); i++) {
            line[i] &= ~wall[i];
        }
    }
}

/// The lines [first, end) of a bitmap as one, whose line before and whose line after are set: those
/// of the margin, or of `work`, where it begins at line 0.
static VeerBitmap lines_of(const VeerBitmap *map, int32_t first, int32_t end)
{
    VeerBitmap part = *map;
    part.words = veer_bitmap_line(map, first);
    part.lines = end - first;
    return part;
}

/// Marks the cells of all lines that depend on lines [begin, end).
static void mark_lines(const VeerNarrow *narrow, const VeerGrid *grid, int32_t side, int32_t depth,
                       int32_t begin, int32_t end)
{
    const VeerBitmap *blocked = &grid->blocked[0], *deep = &narrow->deep;
    int32_t reach = side + depth;
    int32_t first = clamp_i(begin - reach, 0, deep->lines),
            last = clamp_i(end + reach, 0, deep->lines);
    // These depend on lines as far beyond.
    int32_t from = clamp_i(first - reach, 0, deep->lines),
            to = clamp_i(last + reach, 0, deep->lines);
    VeerBitmap work = lines_of(&narrow->work, 0, to - from), walls = lines_of(blocked, from, to);
    copy_lines(&walls, 0, &work, 0, work.lines);
    memset(veer_bitmap_line(&work, work.lines), 0xff,
           (size_t)veer_bitmap_used(&work) * sizeof *work.words);
    find_squares(&work, side);
    cover_squares(&work, side);
    for (int32_t i = 0; i < depth; i++) {
        wear_off(&work, &walls);
    }
    leave_free(&work, &walls);
    copy_lines(&work, first - from, deep, first, last - first);
}

static bool is_any_marked(const VeerBitmap *deep)
{
    for (int32_t y = 0; y < deep->lines; y++) {
        const uint64_t *line = veer_bitmap_line(deep, y);
        for (int32_t i = 0; i * 64 < deep->length; i++) {
            if (line[i]) {
                return true;
            }
        }
    }
    return false;
}

bool veer_narrow_mark(VeerNarrow *narrow, const VeerGrid *grid, int32_t side, int32_t depth)
{
    mark_lines(narrow, grid, side, depth, 0, narrow->deep.lines);
    return is_any_marked(&narrow->deep);
}

static bool has_changed(const VeerGrid *grid, uint32_t tile_row, uint32_t since)
{
    bool has_changed = false;
    for (uint32_t x = 0; x < grid->tiles_wide; x++) {
        has_changed |= grid->tiles[tile_row * grid->tiles_wide + x] > since;
    }
    return has_changed;
}

bool veer_narrow_update(VeerNarrow *narrow, const VeerGrid *grid, int32_t side, int32_t depth,
                        uint32_t since)
{
    for (uint32_t row = 0; row < grid->tiles_high; row++) {
        uint32_t end = row;
        while (end < grid->tiles_high && has_changed(grid, end, since)) {
            end++;
        }
        if (end > row) {
            mark_lines(narrow, grid, side, depth, (int32_t)(row << VEER_TILE_SHIFT),
                       (int32_t)(end << VEER_TILE_SHIFT));
            row = end;
        }
    }
    return is_any_marked(&narrow->deep);
}

bool veer_narrow_has(const VeerNarrow *narrow, VeerCell cell)
{
    return veer_bitmap_get(&narrow->deep, cell.y, cell.x);
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
