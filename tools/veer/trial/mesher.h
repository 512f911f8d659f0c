/// Meshes of level geometry for scenarios, where this program was built with Recast.
#ifndef VEER_TOOLS_MESHER_H
#define VEER_TOOLS_MESHER_H

#include "veer/level.h"

/// NULL: it was not.
const VeerLevelMesher *veer_level_mesher(void);

#endif
