#include "io/scenario/base/classes.h"

#include <math.h>

static bool dilate_grid(VeerClassMaps *maps, VeerClassMap *class)
{
    const VeerGridDef *def = veer_grid_def(maps->map);
    void *grid = veer_store_take_block(&maps->store, veer_grid_size(def));
    void *labels = veer_store_take_block(&maps->store, veer_labels_size(def->width, def->height));
    if (!grid || !labels) {
        return false;
    }
    class->grid = veer_grid_init(grid, def);
    class->labels = veer_labels_init(labels, def->width, def->height);
    return veer_grid_dilate(maps->map, class->radius, class->grid) == VEER_OK &&
           veer_labels_build(class->labels, class->grid) == VEER_OK;
}

static bool dilate_voxels(VeerClassMaps *maps, VeerClassMap *class)
{
    const VeerVoxelsDef *def = veer_voxels_def(maps->voxels);
    void *voxels = veer_store_take_block(&maps->store, veer_voxels_size(def));
    class->voxels = voxels ? veer_voxels_init(voxels, def) : NULL;
    return voxels && veer_voxels_dilate(maps->voxels, class->radius, class->voxels) == VEER_OK;
}

const VeerClassMap *veer_class_map(VeerClassMaps *maps, float radius)
{
    float step = 0.25f * (maps->voxels ? veer_voxels_def(maps->voxels)->cell_size
                                       : veer_grid_def(maps->map)->cell_size);
    float class_radius = ceilf(radius / step) * step;
    for (const VeerClassMap *known = maps->first; known; known = known->next) {
        if (known->radius == class_radius) {
            return known;
        }
    }
    VeerClassMap *class = veer_store_take(&maps->store, 1, sizeof *class);
    if (!class) {
        return NULL;
    }
    *class = (VeerClassMap){.radius = class_radius, .next = maps->first};
    if (!(maps->voxels ? dilate_voxels(maps, class) : dilate_grid(maps, class))) {
        return NULL;
    }
    return maps->first = class;
}

VeerCell veer_class_cell(const VeerClassMap *class, VeerVec3 point, uint32_t label)
{
    VeerCell cell = veer_grid_cell_at(class->grid, point);
    (void)veer_labels_nearest(class->labels, cell, label, &cell);
    return cell;
}
