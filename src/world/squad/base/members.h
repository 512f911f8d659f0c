/// Members while their squad has orders: where they are sent, and what they were told.
#ifndef VEER_WORLD_SQUAD_BASE_MEMBERS_H
#define VEER_WORLD_SQUAD_BASE_MEMBERS_H

#include "world/squad/base/squads.h"

/// Whether others are members than when answers were given last: some left, or were added.
bool veer_squad_has_changed(const VeerSquadRun *run);
/// Whether members[count] hold the seats [0, count), one each: members that came or went may have
/// changed since seats were given. Uses the scratch's seats.
bool veer_squad_is_seated(const VeerSquadRun *run, const uint32_t *members, uint32_t count);
/// Gives members[count] the seats that make the sum of squared distances from where they are to the
/// scratch's slots the least.
void veer_squad_give_seats(const VeerSquadRun *run, const uint32_t *members, uint32_t count);
/// The middle of members[count], m.
VeerVec3 veer_squad_middle(const VeerSquadRun *run, const uint32_t *members, uint32_t count);
/// Sets a member's goal; one that moves is not the same goal, but for a slot.
void veer_squad_send(const VeerSquadRun *run, uint32_t member, VeerGoalKind kind, VeerVec3 point);
/// Has a member whose goal is a point go there over the map, where it cannot go straight.
void veer_squad_route(const VeerSquadRun *run, uint32_t member);
/// Sends a member to a slot that moves, both at the start of the tick, m and m/s.
void veer_squad_lead(const VeerSquadRun *run, uint32_t member, VeerVec3 slot, VeerVec3 velocity);
/// Gives one member an answer.
void veer_squad_tell(const VeerSquadRun *run, uint32_t member, VeerAnswer answer, VeerVec3 place);

#endif
