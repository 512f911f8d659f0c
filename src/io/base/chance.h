/// Random numbers as functions of (seed, purpose, owner, index): nothing drawn for one body
/// changes what another gets.
#ifndef VEER_IO_CHANCE_H
#define VEER_IO_CHANCE_H

#include "veer/api.h"

#include <stdint.h>

/// What a number is for: each has a sequence of its own.
typedef enum VeerPurpose {
    VEER_FOR_RADIUS = 1,
    VEER_FOR_SPEED,
    VEER_FOR_PREFERRED_SPEED,
    VEER_FOR_PLACE,
    VEER_FOR_GOAL,
    VEER_FOR_FIELD,
    VEER_FOR_ORBIT,
    VEER_FOR_MAP,
} VeerPurpose;

/// A seeded choice between two values, or one value (min = max).
typedef struct VeerRange {
    float min, max;
} VeerRange;

/// A sequence of random numbers.
typedef struct VeerChance {
    uint64_t key, counter;
} VeerChance;

VeerChance veer_chance_start(uint64_t seed, VeerPurpose purpose, uint64_t owner, uint64_t index);
/// The next number, in [0, 1), a multiple of 2^-24.
float veer_chance_unit(VeerChance *chance);
/// The next whole number below `count`, which is > 0.
uint32_t veer_chance_below(VeerChance *chance, uint32_t count);
/// The next number, in [min, max].
float veer_chance_range(VeerChance *chance, VeerRange range);
/// The next point of a box.
VeerVec3 veer_chance_in_box(VeerChance *chance, VeerBounds box);
/// The next direction, of length 1: in the plane, or in space.
VeerVec3 veer_chance_direction(VeerChance *chance, VeerSpace space);

#endif
