/// How lives end: when agents and obstacles go by themselves, and how obstacles do.
#ifndef VEER_WORLD_BODY_LIFETIME_H
#define VEER_WORLD_BODY_LIFETIME_H

#include "world/base/checks.h"
#include "world/base/rules.h"

/// That a world can give a body so long to live, s.
/// @param what  "def.time_to_live"
void veer_lifetime_need(VeerRefusal *refusal, const VeerWorld *world, const char *what,
                        float seconds);
/// Gives a body so long to live from now on; `ends` are those of agents or of obstacles.
void veer_lifetime_set(const VeerWorld *world, double *ends, uint32_t slot, float seconds);
/// s that are left to a body; INFINITY: for ever.
float veer_lifetime_left(const VeerWorld *world, const double *ends, uint32_t slot);
/// When a body goes, s of the world's time; 0: not by itself.
static inline double veer_lifetime_end(const VeerWorld *world, const double *ends, uint32_t slot)
{
    return world->def.has_lifetimes ? ends[slot] : 0.0;
}

/// Of a slot that is given back, or taken: nobody has to go.
static inline void veer_lifetime_clear(const VeerWorld *world, double *ends, uint32_t slot)
{
    if (world->def.has_lifetimes) {
        ends[slot] = 0.0;
    }
}

/// Sets all that a slot has of an obstacle to zero but its generation.
void veer_obstacle_clear(VeerWorld *world, uint32_t slot);
/// Takes an obstacle that is there out of the world, and notes it for the events.
/// @param is_expired  its time to live ran out
void veer_obstacle_remove(VeerWorld *world, uint32_t slot, bool is_expired);

bool veer_lifetimes_check(const VeerWorld *world, VeerStateFault *fault);
/// Adds the parts that it has.
void veer_lifetimes_parts(const VeerWorld *world, VeerStateParts *parts);

#endif
