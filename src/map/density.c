#include "map/density.h"
#include "math/power.h"

#include <math.h>
#include <string.h>

#define ONE 65536.0        ///< of a body
#define MOST_SPEED 1.0e6f  ///< m/s: of what is faster than that, so much counts
#define MOST_EXPONENT 8.0f ///< beyond, a body between four cells would hardly count

size_t veer_density_size(const VeerGridDef *def)
{
    if (veer_grid_size(def) == 0) {
        return 0;
    }
    size_t size = 64u + (size_t)def->width * def->height * sizeof(VeerDensityCell);
    return (size + 63u) / 64u * 64u;
}

VeerDensity *veer_density_init(void *memory, const VeerGridDef *def, float exponent)
{
    size_t size = veer_density_size(def);
    VeerDensity *density = memory;
    if (size == 0 || !(exponent > 0.0f && exponent <= MOST_EXPONENT)) {
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
    if (cell.x < 0 || cell.y < 0 || cell.x >= (int32_t)density->width ||
        cell.y >= (int32_t)density->height) {
        return NULL;
    }
    return veer_density_cells(density) + (size_t)cell.y * density->width + (size_t)cell.x;
}

void veer_density_clear(VeerDensity *density)
{
    VeerDensityCell *cells = veer_density_cells(density);
    for (size_t i = 0; i < cell_count(density); i++) {
        cells[i] = (VeerDensityCell){.discomfort = cells[i].discomfort};
    }
}

/// One cell's share: along each axis a body counts less the further off the cell's middle is; the
/// lesser of both counts.
static void add_share(VeerDensity *density, VeerCell cell, float share, VeerVec3 velocity, int sign)
{
    VeerDensityCell *kept = find_cell(density, cell);
    if (!kept || !(share > 0.0f)) {
        return;
    }
    double amount = (double)veer_power(share, density->exponent) * ONE;
    kept->bodies += sign * (int32_t)amount;
    kept->momentum[0] += sign * (int64_t)(amount * (double)velocity.x);
    kept->momentum[1] += sign * (int64_t)(amount * (double)velocity.y);
}

static float held(float speed)
{
    return fmaxf(-MOST_SPEED, fminf(speed, MOST_SPEED));
}

static void splat(VeerDensity *density, VeerVec3 position, VeerVec3 velocity, int sign)
{
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
        add_share(density, cell, along < across ? along : across, velocity, sign);
    }
}

void veer_density_add(VeerDensity *density, VeerVec3 position, VeerVec3 velocity)
{
    splat(density, position, velocity, 1);
}

void veer_density_remove(VeerDensity *density, VeerVec3 position, VeerVec3 velocity)
{
    splat(density, position, velocity, -1);
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
