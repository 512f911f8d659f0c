/// The constants that the models share.
#ifndef VEER_AVOID_BASE_CONSTANTS_H
#define VEER_AVOID_BASE_CONSTANTS_H

#define VEER_GREATEST_SPEED                                                                        \
    1e12f ///< m/s: faster is not tried: squares would leave the range of float
/// m, s, m/s, m/s²: what is to be more than 0 is not less; shorter vectors have no direction.
#define VEER_LEAST 1e-6f
/// Part of the agent's max speed: slower obstacles are at rest, and may bar its path.
#define VEER_REST_SPEED 0.05f

/// @name Detours (detour.c), chosen by measuring pockets and fields of discs over seeds:
/// docs/models/crowd.md
/// @{
#define SLOW_PROGRESS 0.85f ///< part of the aim's speed along it: slower answers may be barred
#define FREE_PROGRESS 0.9f  ///< likewise: faster ones are free
#define TURN_RATE 4.0f  ///< rad/s: how fast the detour grows while the aim is barred, and shrinks
#define FURTHEST 2.8f   ///< rad: the furthest detour, nearly back to where it came from
#define SIDE_PACE 0.02f ///< part of the aim's speed: a slower sideways answer chooses no side
/// @}

#endif
