/// The constants of the models magnets, potential, whiskers and rays that are no parameters; those
/// that are come from preset.c.
#ifndef VEER_AVOID_CLASSIC_CONSTANTS_H
#define VEER_AVOID_CLASSIC_CONSTANTS_H

#define LEAST_GAP 0.01f  ///< m, potential: smaller gaps count as this, lest forces be infinite
#define MAX_PROBES 64    ///< whiskers: of a feeler in the source's form
#define LEAST_PART 1e-3f ///< rays: forces grow with 1 / (free part of the ray) down to this part

/// @name Flocking of rays: the source's own
/// @{
#define FLOCK_RADII 10.0f ///< own radii, between centres
#define ALIGNMENT 0.3f    ///< weight
#define COHESION 0.05f    ///< weight
/// @}

#endif
