/// The constants of the pilot. All were chosen by measuring its scenes over seeds
/// (docs/models/pilot.md). Costs are in the unit of going aside: to go against the preferred
/// velocity at full speed costs 2.
#ifndef VEER_AVOID_PILOT_CONSTANTS_H
#define VEER_AVOID_PILOT_CONSTANTS_H

/// @name Costs
/// @{
#define MEETING_COST 20.0f ///< to meet something at once
#define NEARNESS_COST 0.6f ///< to come as near as touching, now
#define PRESSING_COST 2.0f ///< beside that, to come nearer than the margin: prediction is not exact
#define CHANGE_COST 0.1f   ///< to change the manoeuvre
#define STANDING_COST 2.5f ///< wholly impatient, to rest: more than to turn round
/// @}

/// @name Nearness
/// @{
#define MARGIN_RADII 0.2f ///< own radii: the margin; nearness counts up to one
/// m: lengths below count as this: what has no size at all is met all the same.
#define LEAST_LENGTH 1e-3f
/// @}

/// @name Impatience
/// @{
#define SLOW_PACE 0.3f         ///< part of the preferred speed: slower pilots grow impatient
#define IMPATIENT_SECONDS 0.3f ///< s until it is wholly so
#define CALM_SECONDS 6.0f      ///< s until it is calm again
/// @}

/// @name Manoeuvres
/// @{
#define HALVINGS 3 ///< of the turn between a free manoeuvre and its neighbour
/// @}

/// @name Who gives way, and for how long that is trusted
/// @{
/// Cosine of the angle between velocities that are much the same, and of that from which on one of
/// two such is clearly behind the other.
#define SAME_WAY 0.5f
/// @}

#define MAX_BOUNCES 24 ///< that are played: beyond so many nobody knows

#endif
