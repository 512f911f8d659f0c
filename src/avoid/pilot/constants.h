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
#define COMMITTED_COST 0.4f ///< beside that, wholly impatient: it goes round, and not to and fro
#define STANDING_COST 2.5f  ///< wholly impatient, to rest: more than to turn round
#define BARRING_COST 1.0f   ///< danger from which on an aim counts as barred
/// @}

/// @name Nearness
/// @{
#define MARGIN_RADII 0.2f  ///< own radii: the margin
#define FEELING_RADII 1.0f ///< own radii: how far nearness counts
/// m: lengths below count as this: what has no size at all is met all the same.
#define LEAST_LENGTH 1e-3f
#define LEAST_REACH 1e-4f ///< m: so that points are met too
/// @}

/// @name Impatience
/// @{
#define SLOW_PACE 0.3f         ///< part of the preferred speed: slower pilots grow impatient
#define IMPATIENT_SECONDS 0.3f ///< s until it is wholly so
#define CALM_SECONDS 6.0f      ///< s until it is calm again
/// @}

/// @name Manoeuvres
/// @{
#define FINE_TURN 0.1f    ///< rad: the finest turn that the refinement begins with
#define HALVINGS 3        ///< of the turn between a free manoeuvre and its neighbour
#define LEAST_SPEED 1e-6f ///< m/s: what moves slower is at rest
/// @}

/// @name Who gives way, and for how long that is trusted
/// @{
#define WAITING_PACE 0.1f   ///< part of its max speed: slower agents give no way, others go round
#define SAME_WAY 0.5f       ///< cosine of the angle between velocities that are much the same
#define CLEARLY_BEHIND 0.5f ///< cosine of the angle from which on one of two such follows
#define PASSING_TIMES 0.67f ///< times of going one's own radius, and
#define STOPPING_TIMES 1.5f ///< of stopping, for which an agent is heeded that gives way
/// @}

#define FAR_AWAY 1e9f  ///< m along each axis: where empty lanes are
#define MAX_BOUNCES 24 ///< that are played: beyond so many nobody knows

#endif
