#include "io/base/chance.h"

#include "io/base/turn.h"

#include <math.h>

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every input bit reaches every output bit.
static uint64_t mix(uint64_t bits)
{
    bits += UINT64_C(0x9e3779b97f4a7c15);
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

VeerChance veer_chance_start(uint64_t seed, VeerPurpose purpose, uint64_t owner, uint64_t index)
{
    uint64_t key = mix(seed);
    key = mix(key ^ (uint64_t)purpose);
    key = mix(key ^ owner);
    return (VeerChance){mix(key ^ index), 0};
}

static uint64_t next(VeerChance *chance)
{
    return mix(chance->key ^ mix(chance->counter++));
}

float veer_chance_unit(VeerChance *chance)
{
    return (float)(next(chance) >> 40) * 0x1p-24f;
}

uint32_t veer_chance_below(VeerChance *chance, uint32_t count)
{
    uint32_t drawn = (uint32_t)(veer_chance_unit(chance) * (float)count);
    return drawn < count ? drawn : count - 1u;
}

float veer_chance_range(VeerChance *chance, VeerRange range)
{
    float value = range.min + (range.max - range.min) * veer_chance_unit(chance);
    return value < range.max ? value : range.max;
}

VeerVec3 veer_chance_in_box(VeerChance *chance, VeerBounds box)
{
    float x = veer_chance_range(chance, (VeerRange){box.lower.x, box.upper.x});
    float y = veer_chance_range(chance, (VeerRange){box.lower.y, box.upper.y});
    float z = veer_chance_range(chance, (VeerRange){box.lower.z, box.upper.z});
    return (VeerVec3){x, y, z};
}

VeerVec3 veer_chance_direction(VeerChance *chance, VeerSpace space)
{
    VeerTurn turn = veer_turn(next(chance) >> 32, UINT64_C(1) << 32);
    double z = space == VEER_SPATIAL ? 2.0 * (double)veer_chance_unit(chance) - 1.0 : 0.0;
    double flat = sqrt(1.0 - z * z);
    return (VeerVec3){(float)(turn.x * flat), (float)(turn.y * flat), (float)z};
}
