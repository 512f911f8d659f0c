/// The instructions of each width (base/lanes.h).
#ifndef VEER_BASE_ISA_H
#define VEER_BASE_ISA_H

#include "base/lanes.h"

/// See veer_isa_name.
typedef struct VeerIsaLanes {
    const char *name;
} VeerIsaLanes;

extern const VeerIsaLanes veer_isa_base, veer_isa_avx2, veer_isa_avx512;

#endif
