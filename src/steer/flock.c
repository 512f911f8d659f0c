/// Separation, cohesion and alignment.
#include "steer/answer.h"

VeerVec3 veer_steer_separation(VeerMates mates, float radius, float range, float strength)
{
    VeerVec3 sum = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < mate_count(mates); ++i) {
        const VeerMate *mate = &mates.mates[i];
        float distance = length3(mate->offset);
        float reach = radius + mate->radius;
        if (distance >= range || distance <= 1e-12f) {
            continue;
        }
        float weight = reach < range ? 1.0f - (distance - reach) / (range - reach) : 1.0f;
        sum = along3(sum, mate->offset, -weight / distance);
        count++;
    }
    return finite_or_zero(count > 0 ? scale3(sum, strength / (float)count) : sum);
}

VeerVec3 veer_steer_cohesion(VeerMates mates, float range, float speed)
{
    VeerVec3 sum = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < mate_count(mates); ++i) {
        if (length3(mates.mates[i].offset) < range) {
            sum = add3(sum, mates.mates[i].offset);
            count++;
        }
    }
    return count > 0 ? veer_steer_seek(scale3(sum, 1.0f / (float)count), speed) : sum;
}

VeerVec3 veer_steer_alignment(VeerMates mates, float range, float speed)
{
    VeerVec3 sum = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < mate_count(mates); ++i) {
        if (length3(mates.mates[i].offset) < range) {
            sum = add3(sum, unit3(mates.mates[i].velocity, (VeerVec3){0}));
            count++;
        }
    }
    return finite_or_zero(count > 0 ? scale3(sum, speed / (float)count) : sum);
}
