/// The constants of ORCA beside the paper, and those of its arithmetic.
#ifndef VEER_AVOID_ORCA_CONSTANTS_H
#define VEER_AVOID_ORCA_CONSTANTS_H

/// @name Distances kept, and how overlaps end
/// @{
/// Part of the reach (sum of radii) by which bodies are kept apart more than they need, and of the
/// radius for walls: so that what rounding and the program's slack take away is not contact.
#define VEER_AVOID_SKIN 0.005f
/// Part of the reach that an agent keeps beside that while it is free: people and pilots do, and a
/// step cut short by a limit then still ends apart.
#define VEER_AVOID_MARGIN 0.15f
/// s: the time in which bodies that overlap mean to be apart, where the speed limit allows. A
/// single step would do it too, but lets crowds that spawn stacked burst.
#define VEER_SEPARATION_TIME 0.1f
/// @}

/// @name Symmetry
/// @{
/// Sine of the angle to the line of centres within which an approach is head-on: both keep right.
#define VEER_HEAD_ON 1e-3f
/// Likewise in space, where there is no left and right to clear the way by itself. Measured with
/// 200 agents that change places across a sphere: time ratio 1.28 with 1e-3, 1.18 with this.
#define VEER_HEAD_ON_3D 0.22f
/// m²/m²: centres nearer than this part of the reach have no direction of their own.
#define VEER_COINCIDENT_SQUARE 1e-10f
/// @}

/// @name Arithmetic
/// @{
#define VEER_LEAST_SPEED 1e-12f ///< m/s: slower is at rest: squares would vanish
/// Part of the speed limit by which constraints may be broken: some 30 roundings of float. It keeps
/// planes that meet in one point, or coincide, from being called infeasible. Over a horizon of 4 s
/// at 2 m/s it is worth 0.03 mm, well inside the skin.
#define VEER_PLANE_SLACK 4e-6f
#define PARALLEL 1e-6f ///< sine of the angle below which lines and planes count as parallel
#define EQUAL_NORMALS                                                                              \
    1e-10f ///< squared length of the difference of unit normals that count as equal
/// @}

#endif
