/// The bitmaps that scans stop at, made word by word from those of blocked cells.
#include "map/grid/grid.h"

#include <string.h>

// Cells of the line beside a scan's where a path may turn into it (forced neighbours): blocked one
// step before (from the left of the word, at bit 0), free here.
static uint64_t opens_forward(const uint64_t *side, int32_t word)
{
    return (side[word] << 1 | side[word - 1] >> 63) & ~side[word];
}

static uint64_t opens_backward(const uint64_t *side, int32_t word)
{
    return (side[word] >> 1 | side[word + 1] << 63) & ~side[word];
}

static void derive_line(const VeerGrid *grid, int axis, int32_t line)
{
    const VeerBitmap *blocked = &grid->blocked[axis];
    const uint64_t *before = veer_bitmap_line(blocked, line - 1);
    const uint64_t *here = veer_bitmap_line(blocked, line);
    const uint64_t *after = veer_bitmap_line(blocked, line + 1);
    uint64_t *forward = veer_bitmap_line(&grid->stops[axis], line);
    uint64_t *backward = veer_bitmap_line(&grid->stops[axis + 2], line);
    int32_t count = veer_bitmap_used(blocked);
    for (int32_t i = 0; i < count; i++) {
        forward[i] = here[i] | opens_forward(before, i) | opens_forward(after, i);
        backward[i] = here[i] | opens_backward(before, i) | opens_backward(after, i);
    }
}

static bool is_dirty_near(const uint8_t *dirty, int32_t line, int32_t lines)
{
    return dirty[line] || (line > 0 && dirty[line - 1]) || (line + 1 < lines && dirty[line + 1]);
}

void veer_grid_commit(VeerGrid *grid)
{
    if (!grid || !grid->is_dirty) {
        return;
    }
    for (int axis = 0; axis < 2; axis++) {
        int32_t lines = grid->blocked[axis].lines;
        for (int32_t line = 0; line < lines; line++) {
            if (is_dirty_near(grid->dirty[axis], line, lines)) {
                derive_line(grid, axis, line);
            }
        }
        memset(grid->dirty[axis], 0, (size_t)lines);
    }
    grid->is_dirty = false;
    grid->version++;
}

bool veer_grid_is_committed(const VeerGrid *grid)
{
    return grid && !grid->is_dirty;
}
