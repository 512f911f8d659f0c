#include "io/scenario/place/reach.h"

#include <math.h>
#include <stdlib.h>

/// Agents of about one size share labels, as they share a map in a world: by quarters of a cell.
#define CLASS_STEPS 4.0f

void veer_reach_clear(VeerReach *reach)
{
    for (uint32_t i = 0; i < VEER_REACH_CLASSES; i++) {
        free(reach->labels[i]);
        reach->labels[i] = NULL;
    }
}

/// Labels what a grid leaves to a body of a radius. @return false: no memory
static bool build(const VeerGrid *map, float radius, VeerLabels *labels)
{
    const VeerGridDef *def = veer_grid_def(map);
    void *memory = malloc(veer_grid_size(def));
    VeerGrid *grid = memory ? veer_grid_init(memory, def) : NULL;
    bool is_built = grid && veer_grid_dilate(map, radius, grid) == VEER_OK &&
                    veer_labels_build(labels, grid) == VEER_OK;
    free(memory);
    return is_built;
}

/// The labels for bodies of a class. @return NULL: no memory
static const VeerLabels *labels_for(VeerReach *reach, uint32_t class)
{
    const VeerGridDef *def = veer_grid_def(reach->map);
    if (!reach->labels[class]) {
        float radius = (float)(class + 1u) / CLASS_STEPS * def->cell_size;
        void *memory = malloc(veer_labels_size(def->width, def->height));
        reach->labels[class] = memory ? veer_labels_init(memory, def->width, def->height) : NULL;
        if (memory && !build(reach->map, radius, reach->labels[class])) {
            free(memory);
            reach->labels[class] = NULL;
        }
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
