/// Combination: several changes of velocity at once.
#include "steer/answer.h"

VeerVec3 veer_steer_blend(const VeerSteerChange *changes, uint32_t count)
{
    VeerVec3 sum = {0};
    for (uint32_t i = 0; changes && i < count; ++i) {
        sum = along3(sum, changes[i].change, changes[i].weight);
    }
    return finite_or_zero(sum);
}

VeerVec3 veer_steer_prioritise(const VeerSteerChange *changes, uint32_t count, float budget)
{
    VeerVec3 sum = {0};
    float left = budget;
    for (uint32_t i = 0; changes && i < count && left > 0.0f; ++i) {
        VeerVec3 change = scale3(changes[i].change, changes[i].weight);
        sum = add3(sum, clamp_length3(change, left));
        left -= length3(change);
    }
    return finite_or_zero(sum);
}
