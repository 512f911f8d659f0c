#include "map/layers/density.h"
#include "base/arena.h"
#include "map/grid/grid.h"
#include "math/power.h"

#include <math.h>
#include <string.h>

#define ONE 65536.0         ///< of a body
#define MAX_SPEED 1.0e6f    ///< m/s: greater speeds are cut to this
#define MAX_MOMENTUM 0x1p51 ///< of a cell's bodies, all at the greatest speed
#define MAX_EXPONENT 8.0f   ///< beyond, a body between four cells would hardly count

size_t veer_density_size(const VeerGridDef *def)
{
    if (veer_grid_size(def) == 0) {
        return 0;
    }
    VeerArena arena = {NULL, 0};
    (void)veer_arena_take(&arena, 1, sizeof(VeerDensity));
    (void)veer_arena_take(&arena, (size_t)def->width * def->height, sizeof(VeerDensityCell));
    return arena.used;
}

VeerDensity *veer_density_init(void *memory, const VeerGridDef *def, float exponent)
{
    size_t size = veer_density_size(def);
    VeerDensity *density = memory;
    if (!density || size == 0 || !(exponent > 0.0f && exponent <= MAX_EXPONENT)) {
        return NULL;
    }
    memset(memory, 0, size);
    *density = (VeerDensity){def->width, def->height, def->origin, def->cell_size, exponent};
    return density;
}

static size_t cell_count(const VeerDensity *density)
{
    return (size_t)density->width * density->height;
}

static VeerDensityCell *find_cell(const VeerDensity *density, VeerCell cell)
{
    if (!density || cell.x < 0 || cell.y < 0 || cell.x >= (int32_t)density->width ||
        cell.y >= (int32_t)density->height) {
        return NULL;
    }
    return veer_density_cells(density) + (size_t)cell.y * density->width + (size_t)cell.x;
}

void veer_density_clear(VeerDensity *density)
{
    if (!density) {
        return;
    }
    VeerDensityCell *cells = veer_density_cells(density);
    for (size_t i = 0; i < cell_count(density); i++) {
        cells[i] = (VeerDensityCell){.discomfort = cells[i].discomfort};
    }
}

static int64_t within(int64_t value, int64_t most)
{
    return value < most ? value > -most ? value : -most : most;
}

/// A cell holds 32,767 bodies at most, and what those could bring.
static void keep(VeerDensityCell *cell, int64_t bodies, int64_t x, int64_t y)
{
    cell->bodies = (int32_t)within(bodies, INT32_MAX);
    cell->momentum[0] = within(x, (int64_t)MAX_MOMENTUM);
    cell->momentum[1] = within(y, (int64_t)MAX_MOMENTUM);
}

/// Adds one cell's share: the lesser of the weights along both axes, which fall with the distance
/// to the cell's middle.
static void add_share(VeerDensity *density, VeerCell cell, float share, VeerVec3 velocity)
{
    VeerDensityCell *kept = find_cell(density, cell);
    if (!kept || !(share > 0.0f)) {
        return;
    }
    double amount = (double)veer_power(share, density->exponent) * ONE;
    keep(kept, kept->bodies + (int64_t)amount,
         kept->momentum[0] + (int64_t)(amount * (double)velocity.x),
         kept->momentum[1] + (int64_t)(amount * (double)velocity.y));
}

static float held(float speed)
{
    return speed < MAX_SPEED ? speed > -MAX_SPEED ? speed : -MAX_SPEED : MAX_SPEED;
}

void veer_density_add(VeerDensity *density, VeerVec3 position, VeerVec3 velocity)
{
    if (!density) {
        return;
    }
    float x = (position.x - density->origin.x) / density->cell_size - 0.5f;
    float y = (position.y - density->origin.y) / density->cell_size - 0.5f;
    if (!(x >= -1.0f && x < (float)density->width && y >= -1.0f && y < (float)density->height) ||
        !isfinite(velocity.x) || !isfinite(velocity.y)) {
        return;
    }
    velocity.x = held(velocity.x), velocity.y = held(velocity.y);
    VeerCell base = {(int32_t)floorf(x), (int32_t)floorf(y)};
    float dx = x - (float)base.x, dy = y - (float)base.y;
    for (int i = 0; i < 4; i++) {
        VeerCell cell = {base.x + (i & 1), base.y + i / 2};
        float along = i & 1 ? dx : 1.0f - dx, across = i & 2 ? dy : 1.0f - dy;
        add_share(density, cell, along < across ? along : across, velocity);
    }
}

/// Sums of the last cells of a line.
typedef struct DensityWindow {
    VeerDensityCell ring[2 * VEER_MAX_DENSITY_REACH + 1];
    uint32_t free[2 * VEER_MAX_DENSITY_REACH + 1]; ///< cells of the grid, of each
    int64_t momentum[2], bodies;
    uint32_t free_sum, size, next;
} DensityWindow;

/// Adds a cell, and removes the one `size` cells before.
static void pass(DensityWindow *window, VeerDensityCell cell, uint32_t free)
{
    VeerDensityCell *old = &window->ring[window->next];
    window->bodies += cell.bodies - old->bodies;
    window->momentum[0] += cell.momentum[0] - old->momentum[0];
    window->momentum[1] += cell.momentum[1] - old->momentum[1];
    window->free_sum += free - window->free[window->next];
    *old = cell;
    window->free[window->next] = free;
    window->next = window->next + 1u < window->size ? window->next + 1u : 0;
}

/// Puts the sums, over so many cells, into a cell.
static void put(const DensityWindow *window, uint32_t cells, VeerDensityCell *cell)
{
    int64_t size = cells > 0 ? cells : 1;
    keep(cell, window->bodies / size, window->momentum[0] / size, window->momentum[1] / size);
}

/// Sums of the cells about each one of a row.
static void sum_row(VeerDensity *density, uint32_t y, uint32_t reach)
{
    VeerDensityCell *row = veer_density_cells(density) + (size_t)y * density->width;
    DensityWindow window = {.size = 2u * reach + 1u};
    for (uint32_t x = 0; x < density->width + reach; x++) {
        pass(&window, x < density->width ? row[x] : (VeerDensityCell){0}, 0);
        if (x >= reach) {
            put(&window, 1, &row[x - reach]);
        }
    }
}

/// How many cells about one, along its row, are free.
static uint32_t count_free(const VeerGrid *grid, uint32_t x, uint32_t y, uint32_t reach)
{
    const uint64_t *words = veer_bitmap_line(&grid->blocked[0], (int32_t)y);
    int32_t first = (int32_t)x - (int32_t)reach, shift = first & 63;
    uint64_t bits = words[first >> 6] >> shift;
    bits |= shift > 0 ? words[(first >> 6) + 1] << (64 - shift) : 0;
    uint32_t cells = 2u * reach + 1u;
    return cells - veer_bits_count(bits & ((UINT64_C(1) << cells) - 1u));
}

/// Means of the rows' sums about each cell of a column.
static void mean_column(VeerDensity *density, const VeerGrid *grid, uint32_t x, uint32_t reach)
{
    VeerDensityCell *column = veer_density_cells(density) + x;
    DensityWindow window = {.size = 2u * reach + 1u};
    for (uint32_t y = 0; y < density->height + reach; y++) {
        bool is_on = y < density->height;
        VeerDensityCell sum = is_on ? column[(size_t)y * density->width] : (VeerDensityCell){0};
        pass(&window, sum, is_on && grid ? count_free(grid, x, y, reach) : 0);
        if (y >= reach) {
            uint32_t cells = grid ? window.free_sum : window.size * window.size;
            put(&window, cells, &column[(size_t)(y - reach) * density->width]);
        }
    }
}

void veer_density_blur(VeerDensity *density, const VeerGrid *grid, uint32_t reach)
{
    if (!density) {
        return;
    }
    bool fits = veer_grid_is_sized(grid, density->width, density->height);
    grid = fits ? grid : NULL;
    reach = reach < VEER_MAX_DENSITY_REACH ? reach : VEER_MAX_DENSITY_REACH;
    for (uint32_t y = 0; y < density->height; y++) {
        sum_row(density, y, reach);
    }
    for (uint32_t x = 0; x < density->width; x++) {
        mean_column(density, grid, x, reach);
    }
}

float veer_density_at(const VeerDensity *density, VeerCell cell)
{
    const VeerDensityCell *kept = find_cell(density, cell);
    return kept ? (float)kept->bodies / (float)ONE : 0.0f;
}

VeerVec3 veer_density_velocity(const VeerDensity *density, VeerCell cell)
{
    const VeerDensityCell *kept = find_cell(density, cell);
    if (!kept || kept->bodies <= 0) {
        return (VeerVec3){0.0f, 0.0f, 0.0f};
    }
    double bodies = (double)kept->bodies;
    return (VeerVec3){(float)((double)kept->momentum[0] / bodies),
                      (float)((double)kept->momentum[1] / bodies), 0.0f};
}

float veer_density_discomfort(const VeerDensity *density, VeerCell cell)
{
    const VeerDensityCell *kept = find_cell(density, cell);
    return kept ? kept->discomfort : 0.0f;
}

VeerStatus veer_density_set_discomfort(VeerDensity *density, VeerCell cell, float discomfort)
{
    VeerDensityCell *kept = find_cell(density, cell);
    if (!kept || !(discomfort >= 0.0f && discomfort < INFINITY)) {
        return VEER_BAD_VALUE;
    }
    kept->discomfort = discomfort;
    return VEER_OK;
}
