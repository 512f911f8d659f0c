/// The instructions that this build uses.
#include "base/wide.h"
#include "veer/api.h"

const char *veer_isa_name(void)
{
    return VEER_WIDE_ISA;
}
