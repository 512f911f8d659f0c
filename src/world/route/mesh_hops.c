/// Paths over a mesh that lead over links.
#include "math/vec.h"
#include "plan/mesh/mesh.h"
#include "veer/mesh.h"
#include "world/base/base.h"
#include "world/route/route.h"

#include <string.h>

/// Points of a way that are walked, without links.
typedef struct MeshStretch {
    uint32_t begin, end;
} MeshStretch;

/// Appends a stretch of a way, mended, behind the map's first points.
static uint32_t append(VeerWorld *world, const VeerMeshReading *way, VeerVec3 from,
                       MeshStretch stretch, uint32_t before)
{
    VeerWorldMap *map = &world->map;
    uint32_t count = stretch.end - stretch.begin;
    memcpy(map->routes.points + before, way->raw + stretch.begin, count * sizeof *way->raw);
    map->routes.room -= before;
    uint32_t made = veer_mesh_plan_path_off_walls(world, from, map->routes.points + before, count,
                                                  way->radius, way->is_one);
    map->routes.room += before;
    return before + made;
}

uint32_t veer_mesh_plan_read_hops(VeerWorld *world, const VeerMeshReading *way)
{
    VeerWorldMap *map = &world->map;
    uint32_t hops = veer_corridor_hop_count(map->mesh.search), made = 0, next = way->first;
    VeerVec3 *raw = way->raw, from = raw[0];
    (void)veer_corridor_pull(map->mesh.search, NULL, map->mesh.hops);
    for (uint32_t i = 0; i < hops; i++) {
        uint32_t at = map->mesh.hops[i].at;
        raw[at] = veer_mesh_plan_off_walls(world, raw[at], VEER_MESH_RADII * way->radius);
        raw[at + 1u] = veer_mesh_plan_off_walls(world, raw[at + 1u], VEER_MESH_RADII * way->radius);
        made = append(world, way, from, (MeshStretch){next, at + 1u}, made);
        if (i <= VEER_ROUTE_HOPS) {
            map->links.hops[i] = (VeerRouteHop){made - 1u, map->mesh.hops[i].start};
        }
        from = raw[at + 1u];
        map->routes.points[made++] = from;
        next = at + 2u;
    }
    map->links.hop_count = hops;
    return append(world, way, from, (MeshStretch){next, way->count}, made);
}

VeerVec3 veer_mesh_plan_exit(const VeerWorld *world, uint32_t slot)
{
    return veer_mesh_plan_off_walls(world, veer_links_end(world, slot),
                                    VEER_MESH_RADII * world->agent.radius[slot]);
}
