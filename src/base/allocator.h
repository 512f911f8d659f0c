/// Where memory comes from if the host does not say.
#ifndef VEER_BASE_ALLOCATOR_H
#define VEER_BASE_ALLOCATOR_H

#include "veer/api.h"

/// The C library's memory, aligned as a host's allocator has to.
VeerAllocator veer_c_allocator(void);

#endif
