/// A point in a field, from which a direction is looked for.
#ifndef VEER_PLAN_FIELD_SPOT_H
#define VEER_PLAN_FIELD_SPOT_H

#include "plan/field/field.h"

#define VEER_FIELD_FAINT 1e-3f ///< of a direction's length: what is left of it says nothing

/// Between the middles of cells: up to 2 × 2 × 2 corners, of which number 0 is the point's
/// own cell, and bit i of a corner's number means one cell on along axis i, to the side where the
/// point is.
typedef struct VeerFieldSpot {
    const VeerField *field;
    float place[3];  ///< cells; of a plane the middle, 0.5, of its only layer
    int32_t cell[3]; ///< the point's own
    int32_t side[3]; ///< the side of its middle where the point is: 1 or -1
    float off[3];    ///< how far, 0 to 0.5
    uint32_t axes, corners;
    uint32_t usable; ///< bit n: corner n has a distance, and so have all on the path there
} VeerFieldSpot;

/// The distance of a cell of the map, or of one beside it: INFINITY is stored around it.
static inline float veer_field_value_near(const VeerField *field, const int32_t *cell)
{
    return fabsf(
        veer_field_values(field)[veer_field_index(&field->shape, cell[0], cell[1], cell[2])]);
}

static inline float veer_field_value(const VeerField *field, const int32_t *cell)
{
    for (int axis = 0; axis < 3; axis++) {
        if (cell[axis] < 0 || cell[axis] >= (int32_t)field->shape.side[axis]) {
            return INFINITY;
        }
    }
    return veer_field_value_near(field, cell);
}

static inline float veer_field_length(const float *vector)
{
    return sqrtf(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
}

/// Scales to unit length. @return false: it has none
static inline bool veer_field_normalise(float *direction)
{
    float length = veer_field_length(direction);
    if (!(length > VEER_FIELD_FAINT)) {
        return false;
    }
    for (int axis = 0; axis < 3; axis++) {
        direction[axis] /= length;
    }
    return true;
}

/// Where all costs are one: to the cell in view from where the rest of the path is shortest, among
/// those that are nearer to the goal than the point's own. @return false: there is none
bool veer_field_look_ahead(const VeerFieldSpot *spot, float *direction);

#endif
