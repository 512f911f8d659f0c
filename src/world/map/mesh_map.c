/// Meshes as maps of worlds: memory, edits, reads, and the floors that agents stand on.
#include "world/map/mesh_map.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/map/mesh_cover.h"
#include "world/map/mesh_links.h"
#include "world/map/traits.h"

/// Corners of a path at most.
#define MAX_TURNS (1u << 13)
/// Corridors need no intervals, as other mesh searches do.
#define INTERVALS 1u

/// m between samples of a path: a mesh has no cells.
#define LOOK_SIZE 1.0f

static bool is_good(const VeerWorldDef *def)
{
    return def->space == VEER_PLANAR && def->map.mesh.whole &&
           def->map.max_fields <= VEER_MAX_WORLD_FIELDS && !def->map.has_crowds &&
           veer_mesh_map_links_fit(&def->map);
}

static VeerMapShape shape(const VeerWorldMapDef *def)
{
    const VeerMesh *mesh = def->mesh.whole, *pieces = def->mesh.pieces;
    uint32_t words = (mesh->polygon_count + 63u) / 64u;
    return (VeerMapShape){
        words,
        LOOK_SIZE,
        {words, mesh->polygon_count, mesh->vertex_count, pieces ? pieces->polygon_count : 0}};
}

static void lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerMesh *mesh = world->def.map.mesh.whole;
    VeerWorldMap *map = &world->map;
    VeerMesh linked = world->def.map.mesh.pieces ? *world->def.map.mesh.pieces : *mesh;
    linked.link_count = world->def.map.max_links;
    void *copy = veer_arena_take(arena, 1, veer_mesh_linked_size(mesh, linked.link_count));
    veer_mesh_map_lay_out_covers(world, arena);
    void *search = veer_arena_take(arena, 1, veer_mesh_search_size(&linked, INTERVALS));
    veer_mesh_map_lay_out_links(world, arena);
    map->routes.room = MAX_TURNS;
    map->routes.points = veer_arena_take(arena, map->routes.room, sizeof *map->routes.points);
    if (arena->base) {
        map->mesh.whole = veer_mesh_copy_linked(copy, mesh, linked.link_count);
        map->mesh.searched = map->mesh.pieces ? map->mesh.pieces : map->mesh.whole;
        map->mesh.search = veer_mesh_search_init(search, map->mesh.searched, INTERVALS);
    }
}

static void begin(VeerWorld *world)
{
    for (uint32_t i = 0; i < world->map.mesh.whole->polygon_count; i++) {
        veer_map_keep(world, i, veer_mesh_is_blocked(world->map.mesh.whole, i));
    }
    veer_mesh_map_take_links(world, world->def.map.mesh.whole);
    veer_mesh_map_begin_covers(world);
    // the host may destroy its own mesh
    world->def.map.mesh.whole = world->map.mesh.whole;
}

static void rebuild(VeerWorld *world)
{
    VeerMesh *mesh = world->map.mesh.whole;
    bool has_changed = false;
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        bool is_blocked = veer_map_is_kept(world, i);
        has_changed = has_changed || is_blocked != veer_mesh_is_blocked(mesh, i);
        veer_mesh_set_blocked(mesh, i, is_blocked);
    }
    veer_mesh_map_rebuild_covers(world, has_changed);
    veer_mesh_map_bring_links(world);
}

const VeerMesh *veer_world_mesh(const VeerWorld *world)
{
    return world->map.mesh.whole;
}

const VeerMesh *veer_world_covered_mesh(const VeerWorld *world)
{
    return world->map.mesh.pieces;
}

static VeerBounds bounds_of(const VeerMesh *mesh, uint32_t polygon)
{
    VeerBounds bounds = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
        VeerVec2 plan = veer_mesh_begin_of(mesh, side);
        float height = mesh->height[mesh->corner[side]];
        VeerVec3 at = veer_mesh_to_metres(mesh, vec3(plan.x, plan.y, height));
        bounds.lower = vec3(min_f(bounds.lower.x, at.x), min_f(bounds.lower.y, at.y),
                            min_f(bounds.lower.z, at.z));
        bounds.upper = vec3(max_f(bounds.upper.x, at.x), max_f(bounds.upper.y, at.y),
                            max_f(bounds.upper.z, at.z));
    }
    return bounds;
}

VeerStatus veer_world_mesh_set_blocked(VeerWorld *world, uint32_t polygon, bool is_blocked)
{
    VeerMesh *mesh = world->map.mesh.whole;
    if (!mesh || polygon >= mesh->polygon_count) {
        return VEER_BAD_VALUE;
    }
    VeerStatus status = veer_world_check_idle(world);
    if (status != VEER_OK || veer_mesh_is_blocked(mesh, polygon) == is_blocked) {
        return status;
    }
    veer_mesh_set_blocked(mesh, polygon, is_blocked);
    veer_map_keep(world, polygon, is_blocked);
    veer_mesh_map_block_pieces(world, polygon, bounds_of(mesh, polygon));
    world->map.head->is_edited = 1;
    if (!is_blocked) {
        veer_map_tell_routes(world, bounds_of(mesh, polygon));
    }
    return VEER_OK;
}

void veer_mesh_map_stand(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    VeerVec3 on_it;
    if ((agent->avoid_mask[slot] & world->def.map.layer) == 0) {
        return;
    }
    agent->compensation[slot].z = 0.0f;
    if (veer_links_is_crossing(world, slot)) {
        agent->position[slot].z = veer_mesh_map_link_height(world, slot, dt);
        return;
    }
    (void)veer_mesh_nearest(world->map.mesh.whole, agent->position[slot], &on_it);
    agent->position[slot].z = on_it.z;
}

static bool is_clear(const VeerMapSight *sight, VeerVec3 from, VeerVec3 to)
{
    return veer_mesh_is_clear(sight->mesh, from, to, sight->radius);
}

static bool collect_side(void *context, const VeerMeshWall *wall)
{
    veer_walls_add_side(context, wall->a, wall->b, wall->order, false);
    return true;
}

/// Walls of the floor that a body is on, up to its height above and below it.
static void find_walls(VeerWallCollector *collector)
{
    const VeerWallQuery *query = collector->query;
    VeerMeshWallQuery asked = {query->point, query->range, 2.0f * query->lower - query->upper,
                               query->upper};
    veer_mesh_walls(collector->world->map.mesh.whole, &asked, collect_side, collector);
}

const VeerMapTraits veer_map_traits_mesh = {
    .kind = VEER_MAP_MESH,
    .is_good = is_good,
    .shape = shape,
    .lay_out_scratch = lay_out_scratch,
    .begin = begin,
    .rebuild = rebuild,
    .is_clear = is_clear,
    .find_walls = find_walls,
    .covers = &veer_cover_traits_mesh,
    .links = &veer_link_traits_mesh,
};
