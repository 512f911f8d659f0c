#include "io/base/limits.h"

uint64_t veer_limit(const VeerInputLimits *limits, VeerLimit each)
{
    enum { DEFAULT = 32, MOST = 2048 };
    uint64_t stated = limits && limits->max_mib > 0 ? limits->max_mib : DEFAULT;
    return (stated < MOST ? stated : MOST) * (uint64_t)each;
}
