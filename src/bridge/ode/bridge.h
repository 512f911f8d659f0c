/// A bridge to ODE: what its files share.
#ifndef VEER_BRIDGE_ODE_BRIDGE_H
#define VEER_BRIDGE_ODE_BRIDGE_H

#include "bridge/engine/engine.h"
#include "veer/ode.h"

#include <ode/ode.h>

/// An obstacle, and the geom that it stands for or is a part of.
typedef struct VeerGeomTwin {
    dGeomID geom;
    VeerObstacleId obstacle;
    VeerVec3 local; ///< m: a ball's middle as its body has it
    bool is_moved;  ///< a ball of a body
} VeerGeomTwin;

struct VeerOde {
    dSpaceID space;
    VeerWorld *world;
    VeerTwins twins;
    VeerGeomTwin *geoms; ///< geoms[geom_count], in any order
    uint32_t geom_count, geom_capacity;
    dBodyID *leaving; ///< leaving[leaving_count]: to be destroyed when the step is over
    uint32_t leaving_count, leaving_capacity;
    dSpaceID cells;                ///< sensors; NULL: none
    uint32_t *touching, *counting; ///< [cell_count]: in the last step, and while it is counted
    uint32_t cell_count;
    VeerGraph *graph; ///< NULL: the world's
};

#endif
