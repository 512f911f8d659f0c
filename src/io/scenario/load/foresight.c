/// The window of foresight, as a file states it.
#include "io/scenario/load/load.h"

#include <math.h>

/// Of a scenario's window: 128 MiB.
#define MAX_CELLS (1u << 24)

/// Cells along one axis.
static float cells(float lower, float upper, float cell)
{
    return ceilf((upper - lower) / cell - 1e-3f);
}

/// The window's cells, from the box that they cover. @return false: too many, or none
static bool fill_window(const VeerForesightSpec *spec, VeerSpace space, VeerWindowDef *def)
{
    VeerVec3 lower = spec->bounds.lower, upper = spec->bounds.upper;
    float size = def->cell_size;
    float width = cells(lower.x, upper.x, size), height = cells(lower.y, upper.y, size);
    float depth = space == VEER_SPATIAL ? cells(lower.z, upper.z, size) : 0.0f;
    float most = (float)VEER_MAX_GRID_CELLS;
    bool is_too_large = width * height * (depth > 1.0f ? depth : 1.0f) > (float)MAX_CELLS;
    if (!(width >= 1.0f && width <= most && height >= 1.0f && height <= most && depth <= most) ||
        (space == VEER_SPATIAL && depth < 1.0f) || is_too_large) {
        return false;
    }
    def->width = (uint32_t)width;
    def->height = (uint32_t)height;
    def->depth = (uint32_t)depth;
    def->origin = lower;
    return veer_window_size(def) > 0;
}

bool veer_load_foresight(VeerLoader *loader)
{
    VeerForesightDef *def = &loader->scenario->def.foresight;
    const VeerNode *node = loader->file.foresight;
    if (!node) {
        return true;
    }
    VeerForesightSpec spec = {.def = *def};
    if (!veer_reader_object(&loader->reader, node, &veer_foresight_schema, &spec)) {
        return false;
    }
    *def = spec.def;
    def->has_window = fill_window(&spec, loader->space, &def->window);
    return veer_reader_check(&loader->reader, node, def->has_window,
                             "must cover some cells, at most %u along an axis and 2^24 in all",
                             (unsigned)VEER_MAX_GRID_CELLS);
}
