#include "map/grid/grid.h"
#include "base/hash.h"

#include "math/vec.h"

#include <string.h>

#define COOKIE 0x67726964u

VeerGridDef veer_grid_def_default(void)
{
    return (VeerGridDef){.width = 64, .height = 64, .cell_size = 1.0f, .cookie = COOKIE};
}

static bool is_good(const VeerGridDef *def)
{
    return def && def->cookie == COOKIE && veer_grid_are_sides(def->width, def->height) &&
           is_position3(def->origin) && def->cell_size > 0.0f && def->cell_size <= VEER_WORLD_LIMIT;
}

static size_t lay_out(void *memory, const VeerGridDef *def, VeerGrid *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    const uint32_t side[2] = {def->width, def->height};
    for (int axis = 0; axis < 2; axis++) {
        parts->blocked[axis] = veer_bitmap_take(&arena, side[axis], side[!axis]);
        parts->dirty[axis] = veer_arena_take(&arena, side[!axis], 1);
    }
    for (int direction = 0; direction < 4; direction++) {
        int axis = direction & 1;
        parts->stops[direction] = veer_bitmap_take(&arena, side[axis], side[!axis]);
    }
    uint32_t words = (uint32_t)veer_bitmap_used(&parts->blocked[0]);
    parts->turns = veer_bitmap_take(&arena, def->height + 1u, words);
    parts->def = *def;
    parts->costs = NULL;
    if (def->has_costs) {
        parts->costs = veer_arena_take(&arena, (size_t)def->width * def->height, 1);
    }
    return arena.used;
}

size_t veer_grid_size(const VeerGridDef *def)
{
    VeerGrid parts;
    return is_good(def) ? lay_out(NULL, def, &parts) : 0;
}

/// Notes whether 64 cells of a row differ from those of the row before.
static void note_turn(const VeerGrid *grid, int32_t word, int32_t y)
{
    const uint64_t *row = veer_bitmap_line(&grid->blocked[0], y);
    const uint64_t *before = veer_bitmap_line(&grid->blocked[0], y - 1);
    (void)veer_bitmap_put(&grid->turns, word, y, row[word] != before[word]);
}

/// Of cells that all are free: rows differ from what is outside.
static void clear_turns(const VeerGrid *grid)
{
    veer_bitmap_clear(&grid->turns);
    for (int32_t word = 0; word < grid->turns.lines; word++) {
        note_turn(grid, word, 0);
        note_turn(grid, word, (int32_t)grid->def.height);
    }
}

VeerGrid *veer_grid_init(void *memory, const VeerGridDef *def)
{
    VeerGrid *grid = memory;
    if (!grid || !is_good(def)) {
        return NULL;
    }
    *grid = (VeerGrid){.version = 0};
    (void)lay_out(memory, def, grid);
    for (int axis = 0; axis < 2; axis++) {
        veer_bitmap_clear(&grid->blocked[axis]);
        memset(grid->dirty[axis], 1, (size_t)grid->blocked[axis].lines);
    }
    for (int direction = 0; direction < 4; direction++) {
        veer_bitmap_clear(&grid->stops[direction]);
    }
    clear_turns(grid);
    if (grid->costs) {
        memset(grid->costs, 1, (size_t)def->width * def->height);
    }
    grid->is_dirty = true; // corners at the outside need their stops
    veer_grid_commit(grid);
    grid->version = 0;
    return grid;
}

const VeerGridDef *veer_grid_def(const VeerGrid *grid)
{
    return grid ? &grid->def : NULL;
}

VeerCell veer_grid_cell_at(const VeerGrid *grid, VeerVec3 position)
{
    if (!grid) {
        return (VeerCell){0, 0};
    }
    return (VeerCell){whole_below((position.x - grid->def.origin.x) / grid->def.cell_size),
                      whole_below((position.y - grid->def.origin.y) / grid->def.cell_size)};
}

VeerCellRect veer_grid_around(const VeerGrid *grid, VeerVec3 from, VeerVec3 to)
{
    VeerVec3 least = {min_f(from.x, to.x), min_f(from.y, to.y), 0.0f};
    VeerVec3 most = {max_f(from.x, to.x), max_f(from.y, to.y), 0.0f};
    VeerCell first = veer_grid_cell_at(grid, least), last = veer_grid_cell_at(grid, most);
    // One more on each side: points on the way are rounded.
    return (VeerCellRect){{first.x - 1, first.y - 1}, {last.x + 2, last.y + 2}};
}

VeerVec3 veer_grid_centre(const VeerGrid *grid, VeerCell cell)
{
    if (!grid) {
        return (VeerVec3){0};
    }
    const VeerGridDef *def = &grid->def;
    return (VeerVec3){def->origin.x + ((float)cell.x + 0.5f) * def->cell_size,
                      def->origin.y + ((float)cell.y + 0.5f) * def->cell_size, def->origin.z};
}

VeerCellDisc veer_grid_disc(const VeerGrid *grid, VeerVec3 position, float radius)
{
    if (!grid) {
        return (VeerCellDisc){0};
    }
    const VeerGridDef *def = &grid->def;
    return (VeerCellDisc){(position.x - def->origin.x) / def->cell_size,
                          (position.y - def->origin.y) / def->cell_size, radius / def->cell_size};
}

bool veer_grid_has(const VeerGrid *grid, VeerCell cell)
{
    return veer_grid_spans(grid, cell);
}

bool veer_grid_is_blocked(const VeerGrid *grid, VeerCell cell)
{
    return !veer_grid_spans(grid, cell) || veer_bitmap_get(&grid->blocked[0], cell.y, cell.x);
}

void veer_grid_put(VeerGrid *grid, VeerCell cell, bool is_blocked)
{
    if (!veer_bitmap_put(&grid->blocked[0], cell.y, cell.x, is_blocked)) {
        return;
    }
    veer_bitmap_put(&grid->blocked[1], cell.x, cell.y, is_blocked);
    note_turn(grid, cell.x >> 6, cell.y);
    note_turn(grid, cell.x >> 6, cell.y + 1);
    grid->dirty[0][cell.y] = 1;
    grid->dirty[1][cell.x] = 1;
    grid->is_dirty = true;
}

void veer_grid_put_row(VeerGrid *grid, int32_t y, const uint64_t *words)
{
    const VeerBitmap *rows = &grid->blocked[0];
    const uint64_t *old = veer_bitmap_line(rows, y);
    for (int32_t i = 0; i < veer_bitmap_used(rows); i++) {
        for (uint64_t differs = words[i] ^ old[i]; differs; differs &= differs - 1u) {
            int32_t bit = (int32_t)veer_bits_lowest(differs), x = i * 64 + bit;
            if (x < rows->length) {
                veer_grid_put(grid, (VeerCell){x, y}, words[i] >> bit & 1u);
            }
        }
    }
}

void veer_grid_set_blocked(VeerGrid *grid, VeerCell cell, bool is_blocked)
{
    if (veer_grid_spans(grid, cell)) {
        veer_grid_put(grid, cell, is_blocked);
    }
}

static VeerCellRect clipped(const VeerGrid *grid, VeerCellRect rect)
{
    int32_t width = (int32_t)grid->def.width, height = (int32_t)grid->def.height;
    return (VeerCellRect){{max_i(rect.lower.x, 0), max_i(rect.lower.y, 0)},
                          {min_i(rect.upper.x, width), min_i(rect.upper.y, height)}};
}

void veer_grid_fill(VeerGrid *grid, VeerCellRect rect, bool is_blocked)
{
    if (!grid) {
        return;
    }
    rect = clipped(grid, rect);
    for (int32_t y = rect.lower.y; y < rect.upper.y; y++) {
        for (int32_t x = rect.lower.x; x < rect.upper.x; x++) {
            veer_grid_put(grid, (VeerCell){x, y}, is_blocked);
        }
    }
}

uint8_t veer_grid_cost(const VeerGrid *grid, VeerCell cell)
{
    return veer_grid_spans(grid, cell) && grid->costs ? grid->costs[veer_grid_node(grid, cell)] : 1;
}

VeerStatus veer_grid_set_cost(VeerGrid *grid, VeerCell cell, uint8_t cost)
{
    if (!veer_grid_spans(grid, cell) || !grid->costs || cost == 0) {
        return VEER_BAD_VALUE;
    }
    uint8_t *kept = &grid->costs[veer_grid_node(grid, cell)];
    if (*kept != cost) {
        *kept = cost;
        grid->is_dirty = true;
    }
    return VEER_OK;
}

uint32_t veer_grid_version(const VeerGrid *grid)
{
    return grid ? grid->version : 0;
}

uint64_t veer_grid_hash(const VeerGrid *grid, uint64_t hash)
{
    const VeerBitmap *rows = &grid->blocked[0];
    for (int32_t y = 0; y < rows->lines; y++) {
        const uint64_t *words = veer_bitmap_line(rows, y);
        for (int32_t i = 0; i < veer_bitmap_used(rows); i++) {
            hash = veer_hash_add(hash, words[i]);
        }
    }
    return hash;
}
