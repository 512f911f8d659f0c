/// A bridge to Chipmunk: what its files share.
#ifndef VEER_BRIDGE_CHIPMUNK_BRIDGE_H
#define VEER_BRIDGE_CHIPMUNK_BRIDGE_H

#include "bridge/engine/engine.h"
#include "veer/chipmunk.h"

#include <chipmunk/chipmunk.h>

/// An obstacle, and the shape that it stands for or is a part of.
typedef struct VeerShapeTwin {
    cpShape *shape;
    VeerObstacleId obstacle;
    cpVect local;  ///< m: a ball's middle as its body has it
    bool is_moved; ///< a ball of a body that is not static
} VeerShapeTwin;

struct VeerChipmunk {
    cpSpace *space;
    VeerWorld *world;
    VeerTwins twins;
    VeerShapeTwin *shapes; ///< shapes[shape_count], in any order
    uint32_t shape_count, shape_capacity;
    cpShape **cells;    ///< sensors; NULL: none
    uint32_t *touching; ///< [cell_count]
    uint32_t cell_count;
    VeerGraph *graph; ///< NULL: the world's
};

#endif
