/// The constants of the vehicles. Unless a source is named they were chosen so that each keeps its
/// limits and reaches its goals in the tests of tests/motion.
#ifndef VEER_MOTION_CONSTANTS_H
#define VEER_MOTION_CONSTANTS_H

/// @name Turning and braking at once: parts of the lesser of acceleration and braking
/// @{
#define FREE_GRIP                                                                                  \
    0.7f          ///< that a free body's turn may take: 1/sqrt(2), so that as much is left to brake
#define GRIP 0.9f ///< that a car's or an aircraft's turn may take
/// @}

#define STANDING 1e-3f      ///< m/s: slower neither rolls nor flies
#define HEADING_SPEED 1e-3f ///< part of the max speed: slower velocities have no heading

/// @name Thrusters
/// @{
#define AIM_TICKS 4.0f   ///< least ticks in which drift is made up for
#define AIM_ITERATIONS 5 ///< that find the aim; each takes three quarters off the log of the error
/// @}

/// @name Cars
/// @{
#define LEAST_ROLL 0.5f      ///< part of the commanded speed at which it rolls even to turn round
#define BEND_BEGIN 0.2f      ///< rad off the command: from here on it slows down for the bend,
#define BEND_WHOLE 1.0f      ///< rad: and from here on to the speed at which it turns its tightest
#define BEHIND -0.5f         ///< cosine of the angle off its heading from which on it reverses
#define REVERSE_SLACK 1.001f ///< times its reverse speed that a command may have to be reversed to
/// @}

/// @name Aircraft
/// @{
#define HOLDING_BANK 0.5f ///< part of the greatest bank at which it circles when told to stop
#define VERTICAL 1e-3f    ///< sine of the angle to the vertical of commands that have no course
/// @}

#endif
