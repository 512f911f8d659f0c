/// What squads make of a run: slots kept, places held.
#ifndef VEER_IO_SQUAD_WATCH_H
#define VEER_IO_SQUAD_WATCH_H

#include "veer/scenario.h"

/// s after a squad has come together, when the errors of its slots are measured.
#define VEER_REJOINED_SECONDS 3.0
/// s after its squad has come to rest, from when on a member counts as drifting.
#define VEER_SETTLED_SECONDS 2.0

/// Where a member came to rest.
typedef struct VeerRest {
    double since; ///< s; < 0: it does not rest
    VeerVec3 place;
    bool is_placed; ///< it has rested long enough: place holds
} VeerRest;

typedef struct VeerSquadWatch {
    float *formed;   ///< formed[squad_capacity], s: of each squad at the last tick
    VeerRest *rests; ///< rests[rest_capacity], by slot of agent
    uint32_t squad_capacity, rest_capacity;
    double slot_error; ///< of the radius, root mean square, worst of all; NAN: never measured
    double drift;      ///< m; NAN: no member has rested
} VeerSquadWatch;

VeerSquadWatch veer_squad_watch_begin(void);
void veer_squad_watch_free(VeerSquadWatch *watch);

/// Takes in the world after a tick. @return false: no memory
bool veer_squad_watch_read(VeerSquadWatch *watch, const VeerWorld *world);

/// Members without a place, even one to wait in; NAN without squads.
double veer_squad_watch_without_place(const VeerWorld *world);

/// Of all squads that rest in a disc the worst: the radius of the circle round all of them, about
/// their middle, over that of the closest packing; NAN: there is none.
double veer_squad_watch_packing(const VeerWorld *world);

#endif
