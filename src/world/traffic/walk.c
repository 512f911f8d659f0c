#include "world/traffic/walk.h"
#include "world/base/routes.h"
#include "world/map/map.h"

static void begin_leg(VeerWalk *walk)
{
    VeerVec3 leg = sub3(walk->points[walk->at + 1], walk->points[walk->at]);
    walk->length = length3(leg);
    walk->along = unit3(leg, (VeerVec3){0});
}

/// Makes the leg from a point one step down the field. @return false: it leads nowhere
static bool descend(VeerWalk *walk, VeerVec3 from)
{
    walk->points[0] = from;
    walk->points[1] = along3(from, veer_field_direction(walk->field, from), walk->step);
    begin_leg(walk);
    return walk->length > 0.0f && walk->gone <= walk->way;
}

/// Goes on to the next leg. @return false: there is none
static bool turn(VeerWalk *walk)
{
    if (!walk->field && walk->at + 2 >= walk->count) {
        return false;
    }
    walk->done -= walk->length;
    if (walk->field) {
        return descend(walk, walk->points[1]);
    }
    walk->at++;
    begin_leg(walk);
    return true;
}

VeerWalk veer_walk_begin(const VeerWorld *world, uint32_t slot)
{
    VeerWalk walk = {.step = 0.5f * veer_map_cell_size(world), .field = veer_field_of(world, slot)};
    walk.points[0] = veer_world_flat(world, world->agent.position[slot]);
    if (walk.field) {
        float distance = veer_field_distance(walk.field, walk.points[0]);
        walk.way = distance < INFINITY ? distance : 0.0f;
        walk.count = walk.way > 0.0f && descend(&walk, walk.points[0]) ? 2 : 1;
        return walk;
    }
    walk.way = veer_route_rest(world, slot);
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
        if (!turn(walk)) {
            return false;
        }
    }
    return true;
}

float veer_walk_left(const VeerWalk *walk)
{
    return walk->field ? min_f(veer_field_distance(walk->field, veer_walk_point(walk)), walk->way)
                       : walk->way - walk->gone;
}
