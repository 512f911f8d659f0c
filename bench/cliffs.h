/// The crowds that veer/cliff_bench times: what their agents are like, and what is there besides.
#ifndef VEER_BENCH_CLIFFS_H
#define VEER_BENCH_CLIFFS_H

#include "veer/veer.h"

enum {
    VEER_CLIFF_SIDE = 128, ///< cells of a map
    VEER_CLIFF_LEVELS = 16 ///< and their height, of voxels
};

#define VEER_CLIFF_RADIUS 0.3f ///< m, of ordinary agents

/// A crowd in the making.
typedef struct VeerCrowd {
    VeerWorld *world;
    uint32_t count;
    float side; ///< m, of the square or cube that an ordinary crowd is in
    uint64_t seed;
    VeerAgentId *agents; ///< agents[count]
} VeerCrowd;

/// A crowd that may cost too much.
typedef struct VeerCliff {
    const char *name, *beside; ///< and that of the ordinary crowd to compare it with
    void (*set_agent)(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def); ///< NULL: as it is
    void (*add)(VeerCrowd *crowd);        ///< what is there besides agents; NULL: nothing
    void (*set_world)(VeerWorldDef *def); ///< NULL: as it is
    float dt;                             ///< s; 0: a sixtieth
    uint32_t share;                       ///< one of so many of the agents asked for; 0: all
    bool is_one_goal;                     ///< all go to the middle
    VeerSpace space;
} VeerCliff;

/// A crowd by its number, and the kind of map that it is on. @return false: there are no more
bool veer_cliff_at(uint32_t number, VeerCliff *out, VeerMapKind *map);

/// A random number.
float veer_crowd_draw(VeerCrowd *crowd, float lower, float upper);

#endif
