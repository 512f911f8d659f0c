/// What this library was compiled from.
#include "veer/mpi.h"

// The build says where that is told; who compiles these files by other means may do so, too.
#ifdef VEER_BUILD_HEADER
#include VEER_BUILD_HEADER
#endif
#ifndef VEER_BUILD
#define VEER_BUILD "0"
#endif

const char *veer_mpi_build(void)
{
    return VEER_BUILD;
}
