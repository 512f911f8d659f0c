#include "world/traffic/walk.h"
#include "world/base/routes.h"
#include "world/map/map.h"

static void begin_leg(VeerWalk *walk)
{
    VeerVec3 leg = sub3(walk->points[walk->at + 1], walk->points[walk->at]);
    walk->length = length3(leg);
    walk->along = unit3(leg, (VeerVec3){0});
}

VeerWalk veer_walk_begin(const VeerWorld *world, uint32_t slot)
{
    VeerWalk walk = {.step = 0.5f * veer_map_cell_size(world)};
    walk.points[0] = veer_world_flat(world, world->agent.position[slot]);
    walk.count = 1u + veer_route_ahead(world, slot, walk.points + 1, VEER_WALK_POINTS);
    if (walk.count > 1) {
        begin_leg(&walk);
    }
    return walk;
}

bool veer_walk_step(VeerWalk *walk)
{
    walk->done += walk->step;
    walk->gone += walk->step;
    while (walk->done > walk->length) {
        if (walk->at + 2 >= walk->count) {
            return false;
        }
        walk->done -= walk->length;
        walk->at++;
        begin_leg(walk);
    }
    return true;
}
