/// The door of squads: what the tick asks of them.
#ifndef VEER_WORLD_SQUAD_SQUAD_H
#define VEER_WORLD_SQUAD_SQUAD_H

#include "base/arena.h"
#include "world/base/base.h"
#include "world/squad/squads.h"

/// A member of a squad that comes to its place avoids with horizons that end there: its place is
/// apart from all others, so it need not look beyond. Once the squad rests that holds for what
/// stands, and for all while nobody in sight moves: who rests makes way for those who pass.
/// @return whether it is one; *out is set then
bool veer_squad_shortens(const VeerWorld *world, uint32_t slot, const VeerView *view,
                         VeerAvoidParams *out);
/// Where a member that comes to its place aims, m from itself: at the place, but in space those
/// whose places have floors come down on them from above.
VeerVec3 veer_squad_approach(const VeerWorld *world, uint32_t slot, VeerVec3 offset);
/// The most that a member of a squad that arrives goes at when it is so far from its place, m/s;
/// INFINITY for all others.
float veer_squad_pace(const VeerWorld *world, uint32_t slot, float distance, float dt);
/// How much a member of a squad that arrives insists on its way, by its priority; 0: no more nor
/// less than others.
float veer_squad_insistence(const VeerWorld *world, uint32_t slot);

/// What squads have to tell, as the last events of the tick.
void veer_squad_notify(VeerWorld *world);

/// 0: there is none.
uint64_t veer_squad_job_hash(const VeerWorld *world);
/// @param side  members and places are so many at most; 0: there is no map
void veer_squad_job_lay_out_state(VeerWorld *world, VeerArena *arena, uint32_t side);
void veer_squad_job_lay_out(VeerWorld *world, VeerArena *arena, uint32_t side);

/// Orders of squads to the goals of their members.
void veer_stage_squad(VeerWorld *world, float dt);

/// A squad, or NULL where the handle names none.
VeerSquadSlot *veer_squad_find(const VeerWorld *world, VeerSquadId squad);
/// The formation of a squad; points into the slot.
VeerFormationDef veer_squad_formation(const VeerSquadSlot *squad);
/// Takes an agent out of its squad, if it is in one. Its goal stays as it is.
void veer_squad_forget(VeerWorld *world, uint32_t agent);
/// Lists the members of all squads by squad, then id: fills squad_members and squad_first.
void veer_squad_list(VeerWorld *world);

#endif
