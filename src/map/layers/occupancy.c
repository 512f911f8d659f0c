/// How many bodies cover each cell, counted as they come and go.
#include "map/grid/grid.h"

#include <math.h>
#include <string.h>

struct VeerOccupancy {
    uint32_t width, height;
    uint16_t *counts;    ///< counts[width * height]
    VeerBitmap standing; ///< by row: blocked whatever covers it
};

static VeerOccupancy *lay_out(VeerArena *arena, uint32_t width, uint32_t height,
                              VeerOccupancy *parts)
{
    VeerOccupancy *occupancy = veer_arena_take(arena, 1, sizeof *occupancy);
    parts->counts = veer_arena_take(arena, (size_t)width * height, sizeof *parts->counts);
    parts->standing = veer_bitmap_take(arena, width, height);
    return occupancy;
}

size_t veer_occupancy_size(uint32_t width, uint32_t height)
{
    VeerArena arena = {NULL, 0};
    VeerOccupancy parts;
    (void)lay_out(&arena, width, height, &parts);
    return arena.used;
}

VeerOccupancy *veer_occupancy_init(void *memory, const VeerGrid *grid)
{
    VeerArena arena = {memory, 0};
    VeerOccupancy parts = {.width = grid->def.width, .height = grid->def.height};
    VeerOccupancy *occupancy = lay_out(&arena, parts.width, parts.height, &parts);
    *occupancy = parts;
    memset(occupancy->counts, 0, (size_t)parts.width * parts.height * sizeof *parts.counts);
    const VeerBitmap *rows = &grid->blocked[0];
    veer_bitmap_clear(&occupancy->standing);
    for (int32_t y = 0; y < rows->lines; y++) {
        memcpy(veer_bitmap_line(&occupancy->standing, y), veer_bitmap_line(rows, y),
               (size_t)rows->stride * sizeof *rows->words);
    }
    return occupancy;
}

/// From a point to the cell [index, index + 1], 0 inside.
static float gap_to(float point, int32_t index)
{
    float lower = (float)index - point, upper = point - (float)(index + 1);
    float gap = lower > upper ? lower : upper;
    return gap > 0.0f ? gap : 0.0f;
}

/// Whether a disc covers the cell at x of a row that is `up` from its middle.
static bool is_covered(VeerCellDisc disc, int32_t x, float up)
{
    float across = gap_to(disc.x, x);
    return across * across + up * up < disc.radius * disc.radius;
}

/// The whole number below, held to [lower, upper], lower >= 0. Not by floorf, which is a call where
/// the processor has no instruction for it.
static int32_t whole_between(float value, int32_t lower, int32_t upper)
{
    if (!(value > (float)lower)) {
        return lower;
    }
    return value < (float)upper ? (int32_t)value : upper;
}

/// Cells [begin, end).
typedef struct Span {
    int32_t begin, end;
} Span;

/// The columns that a disc covers in a row. The root tells where about, the test itself decides.
static Span covered_span(const VeerOccupancy *occupancy, VeerCellDisc disc, int32_t y)
{
    int32_t width = (int32_t)occupancy->width;
    float up = gap_to(disc.y, y), left = disc.radius * disc.radius - up * up;
    if (!(left > 0.0f)) {
        return (Span){0, 0};
    }
    float half = sqrtf(left);
    Span span = {whole_between(disc.x - half - 1.0f, 0, width),
                 whole_between(disc.x + half + 2.0f, 0, width)};
    while (span.begin < span.end && !is_covered(disc, span.begin, up)) {
        span.begin++;
    }
    while (span.begin < span.end && !is_covered(disc, span.end - 1, up)) {
        span.end--;
    }
    return span;
}

static void count_row(VeerOccupancy *occupancy, VeerGrid *grid, int32_t y, Span span, bool comes)
{
    for (int32_t x = span.begin; x < span.end; x++) {
        uint16_t *count = &occupancy->counts[(size_t)y * occupancy->width + (size_t)x];
        *count = (uint16_t)(comes ? *count + 1u : *count - 1u);
        if (*count == (comes ? 1u : 0u)) {
            veer_grid_put(grid, (VeerCell){x, y},
                          comes || veer_bitmap_get(&occupancy->standing, y, x));
        }
    }
}

/// The rows that a disc may cover.
static Span rows_of(const VeerOccupancy *occupancy, VeerCellDisc disc)
{
    int32_t height = (int32_t)occupancy->height;
    return (Span){whole_between(disc.y - disc.radius - 1.0f, 0, height),
                  whole_between(disc.y + disc.radius + 2.0f, 0, height)};
}

static void count_disc(VeerOccupancy *occupancy, VeerGrid *grid, VeerCellDisc disc, bool comes)
{
    Span rows = rows_of(occupancy, disc);
    for (int32_t y = rows.begin; y < rows.end; y++) {
        count_row(occupancy, grid, y, covered_span(occupancy, disc, y), comes);
    }
}

void veer_occupancy_add(VeerOccupancy *occupancy, VeerGrid *grid, VeerCellDisc disc)
{
    count_disc(occupancy, grid, disc, true);
}

void veer_occupancy_remove(VeerOccupancy *occupancy, VeerGrid *grid, VeerCellDisc disc)
{
    count_disc(occupancy, grid, disc, false);
}

/// Counts the cells of one span that are not in another: those before it, and those after it.
static void count_rest(VeerOccupancy *occupancy, VeerGrid *grid, int32_t y, Span of, Span without,
                       bool comes)
{
    if (without.begin >= without.end) {
        without = (Span){of.end, of.end};
    }
    Span before = {of.begin, of.end < without.begin ? of.end : without.begin};
    Span after = {of.begin > without.end ? of.begin : without.end, of.end};
    count_row(occupancy, grid, y, before, comes);
    count_row(occupancy, grid, y, after, comes);
}

void veer_occupancy_move(VeerOccupancy *occupancy, VeerGrid *grid, VeerCellDisc from,
                         VeerCellDisc to)
{
    // A body moves less than its size as a rule: what it covers before and after is left alone.
    Span old = rows_of(occupancy, from), new = rows_of(occupancy, to);
    for (int32_t y = new.begin; y < new.end; y++) {
        bool has_old = y >= old.begin && y < old.end;
        Span here = covered_span(occupancy, to, y);
        Span there = has_old ? covered_span(occupancy, from, y) : (Span){0, 0};
        count_rest(occupancy, grid, y, here, there, true);
        count_rest(occupancy, grid, y, there, here, false);
    }
    for (int32_t y = old.begin; y < old.end; y++) {
        if (y < new.begin || y >= new.end) {
            count_row(occupancy, grid, y, covered_span(occupancy, from, y), false);
        }
    }
}

static bool has_cell(const VeerOccupancy *occupancy, VeerCell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < (int32_t)occupancy->width &&
           cell.y < (int32_t)occupancy->height;
}

void veer_occupancy_set_standing(VeerOccupancy *occupancy, VeerGrid *grid, VeerCell cell,
                                 bool is_blocked)
{
    if (has_cell(occupancy, cell)) {
        (void)veer_bitmap_put(&occupancy->standing, cell.y, cell.x, is_blocked);
        veer_grid_put(grid, cell, is_blocked || veer_occupancy_count(occupancy, cell) > 0);
    }
}

uint32_t veer_occupancy_count(const VeerOccupancy *occupancy, VeerCell cell)
{
    return has_cell(occupancy, cell)
               ? occupancy->counts[(size_t)cell.y * occupancy->width + (size_t)cell.x]
               : 0;
}
