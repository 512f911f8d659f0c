/// The door of foresight: where the bodies will be, and timed paths among them.
#ifndef VEER_WORLD_PREDICT_PREDICT_H
#define VEER_WORLD_PREDICT_PREDICT_H

#include "base/arena.h"
#include "world/base/base.h"
#include "world/predict/check.h"

void veer_foresight_def_need(VeerRefusal *refusal, const VeerWorldDef *def);
void veer_foresight_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_foresight_lay_out_scratch(VeerWorld *world, VeerArena *arena);
bool veer_foresight_is_on(const VeerWorld *world, uint32_t slot);
/// Forgets all that an agent has of it.
void veer_foresight_end(VeerWorld *world, uint32_t slot);
uint64_t veer_foresight_hash(const VeerWorld *world, uint32_t slot, uint64_t hash);

static inline bool veer_foresight_is_same(VeerForesightKey a, VeerForesightKey b)
{
    return a.radius == b.radius && a.mask == b.mask;
}

/// Points to timed paths among what moves, for agents with foresight.
void veer_stage_foresee(VeerWorld *world, float dt);
/// The preferred velocity of an agent that follows a timed path, m/s. @return false: it does not
bool veer_foresight_velocity(const VeerWorld *world, uint32_t slot, float speed, float dt,
                             VeerVec3 *preferred);

/// Brings the window up to date, for bodies of a kind.
/// @param is_roomy  for plans: what holds in it will hold in later ones without for a while
void veer_foresight_build(VeerWorld *world, VeerForesightKey key, bool is_roomy);

#endif
