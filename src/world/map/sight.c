/// Sight over the map of a world, and free widths.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"

VeerMapSight veer_map_sight(const VeerWorld *world, const VeerGrid *grid, float radius)
{
    const VeerWorldMap *map = &world->map;
    return (VeerMapSight){
        map->traits,     grid,  map->voxels.blocked, map->mesh.whole, map->graph.whole,
        map->graph.area, radius};
}

bool veer_map_is_clear(void *sight, VeerVec3 from, VeerVec3 to)
{
    const VeerMapSight *own = sight;
    return own->traits->is_clear(own, from, to);
}

float veer_map_free_distance(VeerMapSight *sight, VeerVec3 from, VeerVec3 direction, float limit)
{
    float free = 0.0f;
    for (float step = limit; step > 0.02f * limit; step *= 0.5f) {
        if (veer_map_is_clear(sight, from, along3(from, direction, free + step))) {
            free += step;
        }
    }
    return min_f(free, limit);
}

float veer_map_free_across(VeerMapSight *sight, VeerVec3 from, VeerVec3 direction, float limit)
{
    VeerVec3 along = unit3(direction, (VeerVec3){0});
    VeerVec3 right = vec3(along.y, -along.x, 0.0f);
    float free = veer_map_free_distance(sight, from, right, limit);
    return free + veer_map_free_distance(sight, from, scale3(right, -1.0f), limit);
}
