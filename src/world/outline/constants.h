/// The constants of paths past bare walls.
#ifndef VEER_WORLD_OUTLINE_CONSTANTS_H
#define VEER_WORLD_OUTLINE_CONSTANTS_H

#define STRAIGHT_SINE 0.05f ///< sine of the angle between two walls that make no corner
#define ACUTE_COSINE 0.5f   ///< a corner this sharp has two points; a gap is so near its bisector
#define PASS_RADII 1.1f     ///< own radii off walls at which paths pass corners
/// Own radii of the circle about a corner that who passes it turns on. 60 people of radius 0.35 m
/// through 0.8 m: 45 s with 1.15, 47 with 1.1; with 1.2 it cuts into what is near.
#define TURN_RADII 1.15f
#define GAP_RADII 9.0f ///< own radii: what is narrower is a gap, passed by turns
#define END_RADII 2.0f ///< own radii before the goal that need not be free, if its own is less
#define LOOK_TICKS 32u ///< ticks until a search that found nothing is made again

#endif
