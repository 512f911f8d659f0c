/// Walks along an agent's path, or down the field that it follows, in steps of half a cell.
#ifndef VEER_WORLD_TRAFFIC_WALK_H
#define VEER_WORLD_TRAFFIC_WALK_H

#include "math/vec.h"
#include "veer/field.h"
#include "world/base/base.h"

#define VEER_WALK_POINTS 16u ///< path points that are walked along

typedef struct VeerWalk {
    VeerVec3 points[VEER_WALK_POINTS + 1]; ///< m, the agent's position first
    uint32_t count, at;                    ///< points[count]; the leg
    VeerVec3 along;                        ///< of the leg: a unit vector
    float length, done;                    ///< m, of the leg
    float step, gone;                      ///< m, of a step, and in all
    const VeerField *field; ///< NULL: it walks along points; else its only leg is the next step
    float way;              ///< m, of the path from its begin
} VeerWalk;

/// Begins at an agent. One with nothing ahead has a count of 1, and goes nowhere.
VeerWalk veer_walk_begin(const VeerWorld *world, uint32_t slot);
/// Takes a step. @return false: the walk is at its end
bool veer_walk_step(VeerWalk *walk);
/// m, the point that it has come to.
static inline VeerVec3 veer_walk_point(const VeerWalk *walk)
{
    return along3(walk->points[walk->at], walk->along, walk->done);
}
/// m of path left from there: as the field has it, so that all who come by know the same.
float veer_walk_left(const VeerWalk *walk);

#endif
