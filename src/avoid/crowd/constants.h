/// The constants of the default model: what it adds to ORCA. All were chosen by measuring the
/// model's own scenes and random crowds over seeds (docs/models/crowd.md has the figures), but
/// those with a source.
#ifndef VEER_AVOID_CROWD_CONSTANTS_H
#define VEER_AVOID_CROWD_CONSTANTS_H

/// @name Pace (crowd.c), parts of the preferred speed
/// @{
#define FULL_PACE 0.999f ///< answers as fast as this are not solved again
/// Answers as slow as this have no direction worth following; constraints broken by less count as
/// kept.
#define NO_PACE 0.01f
/// @}

/// s in which an agent that takes turns at a bottleneck comes from rest to its pace, and how far it
/// looks ahead meanwhile. Doors of 3 to 4 radii, 100 agents, three seeds: they turn 1.0 rad/s with
/// 0.4, 0.8 with 0.5, 1.3 with 0.3, 9 to 11 without; 2.9, 2.8, 2.9 and 3.1 a second pass the narrow
/// one.
#define REST_SECONDS 0.4f
#define HELD_UP 0.5f ///< jam (VeerCrowdMemory) from which an agent is held up

/// Own radii of way: how far ahead of itself an agent looks among obstacles at rest, and
/// for walls while passing one.
#define NEAR_LOOK 2.0f

/// @name Jams (crowding.c)
/// @{
#define JAM_PACE 0.8f     ///< part of the preferred speed: slower agents become jammed
#define JAM_SECONDS 0.5f  ///< s until the margin is given up
#define FREE_SECONDS 2.0f ///< s until it is kept again
/// The part of the area that agents cover from which on a slow agent is jammed between them, and
/// not only slowed down: streams that cross cover less.
#define JAMMED_DENSITY 0.4f
/// The part of the way to the furthest known neighbour that an agent plans for, in the plane. Two
/// groups of 36 through each other, 64 seeds, how many are across in 8 s: 20 without this look, 49
/// with 0.5, 60 with 0.75, 56 with 1. In space there is a way round in every direction, and it
/// makes 200 agents on a sphere slower (time ratio 1.19 without, 1.23 with).
#define KNOWN_PART 0.75f
/// @}

/// @name Escapes (escape.c)
/// @{
#define AHEAD_HORIZONS                                                                             \
    2.0f ///< horizons for which walls must leave room to run ahead of an obstacle
/// @}

#endif
