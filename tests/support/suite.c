// Not in the header: the suites are then one text for all builds: a cache serves several.
#include "support/suite.h"

uint32_t suite_seeds(uint32_t all)
{
#ifdef VEER_FEWER_SEEDS
    uint32_t few = all / 4u > 8u ? all / 4u : 8u;
    return few < all ? few : all;
#else
    return all;
#endif
}

uint32_t suite_stride(void)
{
#ifdef VEER_STRIDE
    return VEER_STRIDE;
#else
    return 1;
#endif
}
