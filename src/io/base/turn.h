/// Points on circles, the same bits on every machine.
#ifndef VEER_IO_TURN_H
#define VEER_IO_TURN_H

#include <stdint.h>

typedef struct VeerTurn {
    double x, y; ///< cosine and sine
} VeerTurn;

/// The direction after `part` of `whole` equal parts of a full turn, from +x towards +y.
///
/// @param whole  1 to 2^60; part is taken modulo it
/// Exactly symmetric under quarter turns and mirroring on the axes, so that a ring of agents is.
/// Error below 2e-16. Cost O(1).
VeerTurn veer_turn(uint64_t part, uint64_t whole);

/// The direction at an angle in radians, rounded to 2^-52 of a turn; |angle| <= 1e6.
VeerTurn veer_turn_angle(double angle);

#endif
