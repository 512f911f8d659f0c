/// Random numbers for property tests: the same on every machine.
#ifndef VEER_TESTS_AVOID_DICE_H
#define VEER_TESTS_AVOID_DICE_H

#include <stdbool.h>
#include <stdint.h>

#include "math/vec.h"

typedef struct Dice {
    uint64_t state;
} Dice;

/// In [0, 1).
static inline double roll(Dice *dice)
{
    dice->state = dice->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(dice->state >> 40) * 0x1p-24;
}

static inline double roll_between(Dice *dice, double lower, double upper)
{
    return lower + (upper - lower) * roll(dice);
}

static inline uint32_t roll_below(Dice *dice, uint32_t count)
{
    return (uint32_t)(roll(dice) * count);
}

/// Each coordinate in [-extent, extent); z = 0 when flat.
static inline VeerVec3 roll_vec(Dice *dice, double extent, bool is_flat)
{
    float x = (float)roll_between(dice, -extent, extent);
    float y = (float)roll_between(dice, -extent, extent);
    return vec3(x, y, is_flat ? 0.0f : (float)roll_between(dice, -extent, extent));
}

#endif
