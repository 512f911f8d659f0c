#include "io/scenario/place/reach.h"

#include <math.h>

/// Agents of about one size share labels, as they share a map in a world: by quarters of a cell.
#define CLASS_STEPS 4.0f

void veer_reach_clear(VeerReach *reach)
{
    veer_store_clear(&reach->store);
    *reach = (VeerReach){0};
}

/// Takes what is needed for one class more. @return false: no memory
static bool take(VeerReach *reach, const VeerGridDef *def, VeerLabels **labels)
{
    void *memory = veer_store_take_block(&reach->store, veer_labels_size(def->width, def->height));
    if (!reach->dilated) {
        reach->dilated = veer_store_take_block(&reach->store, veer_grid_size(def));
    }
    *labels = memory ? veer_labels_init(memory, def->width, def->height) : NULL;
    return *labels && reach->dilated;
}

/// The labels of what the map leaves to bodies of a class. @return NULL: no memory
static const VeerLabels *labels_for(VeerReach *reach, uint32_t class)
{
    const VeerGridDef *def = veer_grid_def(reach->map);
    float radius = (float)(class + 1u) / CLASS_STEPS * def->cell_size;
    VeerLabels *labels;
    if (!reach->labels[class] && take(reach, def, &labels)) {
        VeerGrid *grid = veer_grid_init(reach->dilated, def);
        bool is_built = veer_grid_dilate(reach->map, radius, grid) == VEER_OK &&
                        veer_labels_build(labels, grid) == VEER_OK;
        reach->labels[class] = is_built ? labels : NULL;
    }
    return reach->labels[class];
}

/// The label of the nearest free cell.
static uint32_t label_near(const VeerReach *reach, const VeerLabels *labels, VeerVec3 point)
{
    VeerCell cell = veer_grid_cell_at(reach->map, point);
    (void)veer_labels_nearest(labels, cell, VEER_NO_LABEL, &cell);
    return veer_labels_at(labels, cell);
}

bool veer_reach_can(VeerReach *reach, VeerVec3 from, VeerVec3 to, float radius)
{
    float class = ceilf(CLASS_STEPS * radius / veer_grid_def(reach->map)->cell_size) - 1.0f;
    if (!(class >= 0.0f && class < (float)VEER_REACH_CLASSES)) {
        return true;
    }
    const VeerLabels *labels = labels_for(reach, (uint32_t) class);
    return !labels || label_near(reach, labels, from) == label_near(reach, labels, to);
}
