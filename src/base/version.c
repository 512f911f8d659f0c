/// The version that is linked.
#include "veer/api.h"

uint32_t veer_version(void)
{
    return VEER_VERSION;
}
