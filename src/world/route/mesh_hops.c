/// Paths over a mesh that use links.
#include "math/vec.h"
#include "plan/mesh/mesh.h"
#include "veer/mesh.h"
#include "world/base/base.h"
#include "world/route/route.h"

#include <string.h>

/// Points of a path between two links.
typedef struct MeshStretch {
    uint32_t begin, end;
} MeshStretch;

/// Appends a stretch of a path, off the walls, behind the map's first points.
static uint32_t append(VeerWorld *world, const VeerMeshReading *reading, VeerVec3 from,
                       MeshStretch stretch, uint32_t before)
{
    VeerWorldMap *map = &world->map;
    uint32_t count = stretch.end - stretch.begin;
    memcpy(map->routes.points + before, reading->raw + stretch.begin, count * sizeof *reading->raw);
    map->routes.room -= before;
    uint32_t made = veer_mesh_plan_path_off_walls(world, from, map->routes.points + before, count,
                                                  reading->radius, reading->is_single);
    map->routes.room += before;
    return before + made;
}

uint32_t veer_mesh_plan_read_hops(VeerWorld *world, const VeerMeshReading *reading)
{
    VeerWorldMap *map = &world->map;
    uint32_t hops = veer_corridor_hop_count(map->mesh.search), made = 0, next = reading->first;
    VeerVec3 *raw = reading->raw, from = raw[0];
    (void)veer_corridor_pull(map->mesh.search, NULL, map->mesh.hops);
    for (uint32_t i = 0; i < hops; i++) {
        uint32_t at = map->mesh.hops[i].at;
        raw[at] = veer_mesh_plan_off_walls(world, raw[at], VEER_MESH_RADII * reading->radius);
        raw[at + 1u] =
            veer_mesh_plan_off_walls(world, raw[at + 1u], VEER_MESH_RADII * reading->radius);
        made = append(world, reading, from, (MeshStretch){next, at + 1u}, made);
        if (i <= VEER_ROUTE_LINKS) {
            map->links.hops[i] = (VeerRouteLink){made - 1u, map->mesh.hops[i].start};
        }
        from = raw[at + 1u];
        map->routes.points[made++] = from;
        next = at + 2u;
    }
    map->links.hop_count = hops;
    return append(world, reading, from, (MeshStretch){next, reading->count}, made);
}

VeerVec3 veer_mesh_plan_exit(const VeerWorld *world, uint32_t slot)
{
    return veer_mesh_plan_off_walls(world, veer_links_end(world, slot),
                                    VEER_MESH_RADII * world->agent.radius[slot]);
}
