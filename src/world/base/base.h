/// The door of what every room uses: the state and its columns, events, stored routes.
#ifndef VEER_WORLD_BASE_BASE_H
#define VEER_WORLD_BASE_BASE_H

#include "world/base/checks.h"
#include "world/base/constants.h"
#include "world/base/events.h"
#include "world/base/progress.h"
#include "world/base/route_check.h"
#include "world/base/routes.h"
#include "world/base/state.h"

#endif
