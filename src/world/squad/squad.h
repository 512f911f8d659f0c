/// The door of squads: what the tick asks of them.
#ifndef VEER_WORLD_SQUAD_SQUAD_H
#define VEER_WORLD_SQUAD_SQUAD_H

#include "base/arena.h"
#include "world/squad/base/base.h"

/// A member of a squad that comes to its place avoids with horizons that end there: its place is
/// apart from all others, so it need not look beyond. Once the squad rests that holds for what
/// stands, and for all while nobody in sight moves: agents at rest make way for those that pass.
/// @return whether it is one; *out is set then
bool veer_squad_shortens(const VeerWorld *world, uint32_t slot, const VeerView *view,
                         VeerAvoidParams *out);
/// Where a member that comes to its place aims, m from itself: at the place, but in space those
/// whose places have floors come down on them from above.
VeerVec3 veer_squad_approach(const VeerWorld *world, uint32_t slot, VeerVec3 offset);
/// The most that a member of a squad that arrives goes at when it is so far from its place, m/s;
/// INFINITY for all others.
float veer_squad_pace(const VeerWorld *world, uint32_t slot, float distance);
/// The weight of a member of a squad that arrives, by its priority; 0: that of others.
float veer_squad_weight(const VeerWorld *world, uint32_t slot);

/// What squads have to tell, as the last events of the tick.
void veer_squad_notify(VeerWorld *world);

/// Where they lie in the blocks of the world.
void veer_squads_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_squads_lay_out_scratch(VeerWorld *world, VeerArena *arena);
/// The hash of the assignment by lengths that is under way; 0: there is none.
uint64_t veer_squads_hash(const VeerWorld *world);

/// Whether the state of squads holds. @param fault  what does not; may be NULL
bool veer_squads_check(const VeerWorld *world, VeerStateFault *fault);

/// Adds the parts that it has.
void veer_squads_parts(const VeerWorld *world, VeerStateParts *parts);

/// Orders of squads to the goals of their members.
void veer_stage_squad(VeerWorld *world, float dt);

#endif
