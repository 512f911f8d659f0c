/// The leader of a squad on the march: its path, and the trail that members have their slots along.
#ifndef VEER_WORLD_SQUAD_MARCH_LEADER_H
#define VEER_WORLD_SQUAD_MARCH_LEADER_H

#include "world/base/base.h"
#include "world/squad/march/march.h"

/// Plans its path over the map, if there is one, to the present point of the order.
void veer_march_plan(const VeerMarch *march);
/// Plans the path again where the map has changed, what it follows has moved, or it comes to an
/// end.
void veer_march_keep_path(const VeerMarch *march);
/// Lays the trail: what it left behind and what is ahead; sets here, remaining and level.
void veer_march_lay_trail(VeerMarch *march);
/// The next point of its path, and whether it is the last of all.
VeerVec3 veer_march_next(const VeerMarch *march, bool *is_last);
/// Whether a place so far along the trail, m, is on a link. @param end  m: where that ends
bool veer_march_is_on_link(const VeerMarch *march, float along, VeerVec3 *end);
/// Takes it on by its speed.
void veer_march_advance(VeerMarch *march);

#endif
