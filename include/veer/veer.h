/// veer: moves many things to where they are going without smashing into each other.
#ifndef VEER_VEER_H
#define VEER_VEER_H

#include "veer/agent.h"
#include "veer/api.h"
#include "veer/avoid.h"
#include "veer/density.h"
#include "veer/draw.h"
#include "veer/event.h"
#include "veer/field.h"
#include "veer/graph.h"
#include "veer/interval.h"
#include "veer/map.h"
#include "veer/mesh.h"
#include "veer/obstacle.h"
#include "veer/order.h"
#include "veer/plan.h"
#include "veer/plan_graph.h"
#include "veer/plan_mesh.h"
#include "veer/route.h"
#include "veer/space.h"
#include "veer/squad.h"
#include "veer/steer.h"
#include "veer/steering.h"
#include "veer/trace.h"
#include "veer/vehicle.h"
#include "veer/voxel.h"
#include "veer/voxel_search.h"
#include "veer/window.h"
#include "veer/world.h"

#endif
