#include "base/isa.h"
#include "base/wide.h"

const VeerIsaLanes VEER_LANED(veer_isa) = {VEER_WIDE_ISA};
