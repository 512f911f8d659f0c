/// What a body meets first in the rest of a tick.
#ifndef VEER_WORLD_CONTACT_IMPACT_FIND_H
#define VEER_WORLD_CONTACT_IMPACT_FIND_H

#include "world/contact/impact.h"

/// What a body meets first from now on: time, partner and normal of its hit.
void veer_impact_find(const VeerImpacts *impacts, uint32_t key);

#endif
