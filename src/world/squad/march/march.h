/// A squad on the march, while its tick is run.
#ifndef VEER_WORLD_SQUAD_MARCH_MARCH_H
#define VEER_WORLD_SQUAD_MARCH_MARCH_H

#include "world/squad/base/base.h"

/// Pieces of the path that are looked at, from the last member to well ahead of the first.
#define VEER_MARCH_SLICES 48u

typedef struct VeerMarch {
    VeerSquadRun *run;
    VeerSquadSlot *squad;
    VeerTrail trail;
    uint8_t is_link[VEER_TRAIL_POINTS]; ///< of the trail's legs: that to a point is one
    float here;                         ///< m, along the trail, of the leader
    float remaining;                    ///< m, to the goal of the order; INFINITY: it has no end
    float hold;                         ///< m, to where it waits for others; INFINITY: it need not
    const uint32_t *riders;
    uint32_t rider_count;
    float level;             ///< 0 to 1: the level part of the path
    float side, front, back; ///< m: how far the slots reach, from the leader
    float nose;              ///< m: the front of the squad's own formation
    VeerSlice slices[VEER_MARCH_SLICES];
    uint8_t bends[VEER_MARCH_SLICES]; ///< how many abreast can wheel there; 0: the formation can
    float first, step; ///< m, along the trail: where the slices begin, and from one to the next
} VeerMarch;

void veer_squad_march_begin(VeerSquadRun *run);
/// @return whether the leader has come to the order's goal
bool veer_squad_march(VeerSquadRun *run);
/// The slots about the leader, offsets[rider_count] in the scratch's `wanted`. The head of a column
/// is where the front of the formation was: nobody has to run ahead to become one.
/// @param abreast  0: the squad's own formation, which is asked for first
void veer_march_shape(VeerMarch *march, uint32_t abreast);
/// m: half of the chord over which the trail is smoothed for slots that reach so far aside, m.
float veer_march_chord_of(const VeerMarch *march, float side);
/// Where a slot is when the leader is `further` along, m.
VeerVec3 veer_march_slot(const VeerMarch *march, VeerVec3 offset, float further);

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

/// Looks at the path, and decides on the shape to go on in: how many abreast, 0: the formation.
/// Sets hold.
uint32_t veer_march_choose(VeerMarch *march);
/// Moves a slot aside where something stands in it or before it. @return whether it had to
bool veer_march_shift(const VeerMarch *march, uint32_t rider, VeerVec3 *offset);

#endif
