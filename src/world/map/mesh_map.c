/// Meshes as maps of worlds: memory, edits, reads, and the floors that agents stand on.
#include "geom/box.h"
#include "math/vec.h"
#include "world/map/map.h"
#include "world/map/mesh_cover.h"
#include "world/map/traits.h"

/// Corners of a path at most.
#define MAX_TURNS (1u << 13)
/// Corridors need no intervals, as other mesh searches do.
#define INTERVALS 1u

/// Bodies that an agent on a link looks for.
#define MAX_NEAR 8u
/// m of height within which an agent steps onto a floor.
#define STEP 0.3f

// --- Links ---

static void need_links(VeerRefusal *refusal, const VeerWorldMapDef *def)
{
    const VeerMesh *mesh = def->mesh.whole;
    veer_need(refusal, def->max_links == 0 || def->max_links >= mesh->link_count,
              "def.map.max_links", "must be 0, or as many as the mesh has, or more",
              (double)def->max_links);
    for (uint32_t i = 0; def->max_links > 0 && i < mesh->link_count; i++) {
        uint32_t flags = mesh->links[i].flags;
        veer_need(refusal, (flags & VEER_LINK_CLOSED) == 0, "def.map.mesh.whole",
                  "must have links with flags of VEER_LINK_FLAGS", (double)flags);
    }
}

static void lay_out_links(VeerWorld *world, VeerArena *arena)
{
    uint32_t links = world->def.map.max_links;
    world->map.mesh.links = veer_arena_take(arena, links, sizeof *world->map.mesh.links);
    world->map.mesh.components =
        veer_arena_take(arena, links > 0 ? world->def.map.mesh.whole->polygon_count : 0u,
                        sizeof *world->map.mesh.components);
}

static void take_links(VeerWorld *world, const VeerMesh *mesh)
{
    if (world->map.links.all) {
        veer_mesh_find_islands(mesh, world->map.mesh.components);
    }
    for (uint32_t i = 0; world->map.links.all && i < mesh->link_count; i++) {
        const VeerMeshLink *link = &mesh->links[i];
        if (veer_mesh_has_link(link)) {
            world->map.links.all[i] = (VeerWorldLink){.from = veer_mesh_to_metres(mesh, link->from),
                                                      .to = veer_mesh_to_metres(mesh, link->to),
                                                      .cost = link->cost * mesh->unit.x,
                                                      .flags = link->flags,
                                                      .generation = 1,
                                                      .is_one_way = link->is_one_way,
                                                      .is_alive = 1};
        }
    }
}

/// As stored in the mesh; a closed link is none of it.
static VeerMeshLink link_of(const VeerWorldLink *link)
{
    bool is_open = link->is_alive && !(link->flags & VEER_LINK_CLOSED);
    float length = length2(sub2(plane2(link->to), plane2(link->from)));
    VeerMeshLink made = {.from = link->from,
                         .to = link->to,
                         .from_polygon = VEER_NO_POLYGON,
                         .to_polygon = VEER_NO_POLYGON,
                         .cost = is_open ? 0.0f : NAN,
                         .flags = link->flags,
                         .is_one_way = link->is_one_way};
    // a little shorter than it is, so that rounding drops no link
    made.cost = is_open && link->cost > length * 1.0001f ? link->cost : made.cost;
    return made;
}

static void bring_links(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    for (uint32_t i = 0; i < world->def.map.max_links; i++) {
        map->mesh.links[i] = link_of(&map->links.all[i]);
    }
    if (map->links.all) {
        veer_mesh_relink(map->mesh.whole, map->mesh.links);
    }
    if (map->links.all && map->mesh.pieces) {
        veer_mesh_relink(map->mesh.pieces, map->mesh.links);
    }
}

static bool place_link(const VeerWorld *world, VeerVec3 *end)
{
    VeerVec3 on_it;
    (void)veer_mesh_nearest(world->map.mesh.whole, *end, &on_it);
    VeerVec3 off = sub3(on_it, *end);
    *end = on_it;
    return fabsf(off.x) <= VEER_LENGTH_SLOP && fabsf(off.y) <= VEER_LENGTH_SLOP &&
           fabsf(off.z) <= VEER_OFF_FLOOR;
}

static bool is_free(const VeerWorld *world, uint32_t slot)
{
    const VeerMesh *mesh = world->map.mesh.whole;
    float radius = world->agent.radius[slot];
    VeerVec3 position = world->agent.position[slot], on_it;
    (void)veer_mesh_nearest(mesh, position, &on_it);
    return fabsf(on_it.z - position.z) <= STEP &&
           veer_mesh_gap(mesh, position, radius) >= VEER_SIGHT_RADII * radius;
}

// --- Agents on links ---

/// Whether two bodies overlap in height.
static bool is_level(const VeerAgentColumns *agent, uint32_t a, uint32_t b)
{
    float low = agent->position[a].z, high = agent->position[b].z;
    return low <= high + agent->height[b] && high <= low + agent->height[a];
}

/// Bodies right below or above, which avoidance does not see: it considers those of the same height
/// only.
static uint32_t find_near(const VeerWorld *world, uint32_t slot, VeerNear near[MAX_NEAR])
{
    const VeerAgentColumns *agent = &world->agent;
    float ahead = VEER_COMMITMENT_SECONDS * agent->max_speed[slot];
    VeerNearQuery query = {
        .centre = agent->position[slot],
        .range = 2.0f * agent->radius[slot],
        .limit = MAX_NEAR,
        .mask = veer_profile(world, slot)->avoid_mask,
        .except = slot,
        .height = agent->height[slot] + ahead,
    };
    query.centre.z -= veer_links_crossed(world, slot).to.z < query.centre.z ? ahead : 0.0f;
    uint32_t count = veer_index_nearest(world->agent_index, &query, near), kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_level(agent, slot, near[i].index)) {
            near[kept++] = near[i];
        }
    }
    return kept;
}

/// Keeps an agent at its height, moving aside, until it is clear of such bodies by its radius.
static bool velocity_on_link(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *preferred)
{
    VeerNear near[MAX_NEAR];
    uint32_t count = find_near(world, slot, near);
    const VeerAgentColumns *agent = &world->agent;
    VeerVec3 away = {0};
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 off = sub3(agent->position[slot], agent->position[near[i].index]);
        // Agents at one point part by their ids.
        VeerVec3 apart =
            agent->id[slot] < agent->id[near[i].index] ? vec3(1, 0, 0) : vec3(-1, 0, 0);
        away = add3(away, unit3(veer_world_flat(world, off), apart));
    }
    world->map.links.use[slot].is_held = count > 0;
    *preferred = scale3(unit3(away, vec3(0, 1, 0)), speed);
    return count > 0;
}

static const VeerLinkTraits links = {place_link, is_free, bring_links, velocity_on_link};

static float link_height(const VeerWorld *world, uint32_t slot, float dt)
{
    VeerCrossing climb = veer_links_crossed(world, slot);
    VeerVec2 leg = sub2(plane2(climb.to), plane2(climb.from));
    VeerVec3 at = world->agent.position[slot];
    float square = dot2(leg, leg);
    float part = square > 0.0f ? dot2(sub2(plane2(at), plane2(climb.from)), leg) / square : 1.0f;
    float wanted = climb.from.z + clamp_f(part, 0.0f, 1.0f) * (climb.to.z - climb.from.z);
    float limit = world->map.links.use[slot].is_held ? 0.0f : world->agent.max_speed[slot] * dt;
    return at.z + clamp_f(wanted - at.z, -limit, limit);
}

// --- The map ---

static void need(VeerRefusal *refusal, const VeerWorldDef *def)
{
    veer_need(refusal, def->space == VEER_PLANAR, "def.space", "must be VEER_PLANAR with a mesh",
              (double)def->space);
    veer_need_that(refusal, !def->map.has_crowds, "def.map.has_crowds",
                   "must be false over a mesh");
    if (veer_need_object(refusal, def->map.mesh.whole, "def.map.mesh.whole")) {
        const VeerMesh *pieces = def->map.mesh.pieces;
        need_links(refusal, &def->map);
        veer_need_that(refusal, !pieces || veer_mesh_map_pieces_fit(def->map.mesh.whole, pieces),
                       "def.map.mesh.pieces", "must be cut from the mesh");
    }
}

static VeerMapShape shape(const VeerWorldMapDef *def)
{
    const VeerMesh *mesh = def->mesh.whole, *pieces = def->mesh.pieces;
    uint32_t words = (mesh->polygon_count + 63u) / 64u;
    return (VeerMapShape){
        words,
        VEER_SAMPLE_STEP,
        {words, mesh->polygon_count, mesh->vertex_count, pieces ? pieces->polygon_count : 0}};
}

static uint64_t content(const VeerWorldMapDef *def)
{
    uint64_t hash = veer_mesh_hash(def->mesh.whole, VEER_MAP_MESH);
    return def->mesh.pieces ? veer_mesh_hash(def->mesh.pieces, hash) : hash;
}

static void lay_out_search(VeerWorld *world, VeerArena *arena)
{
    const VeerMeshMapDef *def = &world->def.map.mesh;
    VeerWorldMap *map = &world->map;
    uint32_t link_count = world->def.map.max_links;
    VeerMesh linked = def->pieces ? *def->pieces : *def->whole;
    linked.link_count = link_count;
    void *search = veer_arena_take(arena, 1, veer_mesh_search_size(&linked, INTERVALS));
    map->mesh.crossings =
        veer_arena_take(arena, 2u * (size_t)link_count, sizeof *map->mesh.crossings);
    map->routes.room = MAX_TURNS;
    map->routes.points = veer_arena_take(arena, map->routes.room, sizeof *map->routes.points);
    if (arena->base) {
        map->mesh.search = veer_mesh_search_init(search, map->mesh.searched, INTERVALS);
    }
}

static void lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerMesh *mesh = world->def.map.mesh.whole;
    VeerWorldMap *map = &world->map;
    uint32_t link_count = world->def.map.max_links;
    void *copy = veer_arena_take(arena, 1, veer_mesh_linked_size(mesh, link_count));
    veer_mesh_map_lay_out_covers(world, arena);
    lay_out_links(world, arena);
    if (arena->base) {
        map->mesh.whole = veer_mesh_copy_linked(copy, mesh, link_count);
        map->mesh.searched = map->mesh.pieces ? map->mesh.pieces : map->mesh.whole;
    }
    lay_out_search(world, arena);
}

static void begin(VeerWorld *world)
{
    for (uint32_t i = 0; i < world->map.mesh.whole->polygon_count; i++) {
        veer_map_keep(world, i, veer_mesh_is_blocked(world->map.mesh.whole, i));
    }
    take_links(world, world->def.map.mesh.whole);
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
    bring_links(world);
}

const VeerMesh *veer_world_mesh(const VeerWorld *world)
{
    return world ? world->map.mesh.whole : NULL;
}

const VeerMesh *veer_world_covered_mesh(const VeerWorld *world)
{
    return world ? world->map.mesh.pieces : NULL;
}

static VeerBounds bounds_of(const VeerMesh *mesh, uint32_t polygon)
{
    VeerBounds bounds = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
        VeerVec2 plan = veer_mesh_begin_of(mesh, side);
        float height = mesh->height[mesh->corner[side]];
        VeerVec3 at = veer_mesh_to_metres(mesh, vec3(plan.x, plan.y, height));
        bounds = veer_boxes_join(bounds, (VeerBounds){at, at});
    }
    return bounds;
}

VeerStatus veer_world_mesh_set_blocked(VeerWorld *world, uint32_t polygon, bool is_blocked)
{
    VeerMesh *mesh = world ? world->map.mesh.whole : NULL;
    bool is_there = mesh && polygon < mesh->polygon_count;
    VeerRefusal refusal = {.function = __func__};
    veer_need_that(&refusal, mesh, "world", "must have a mesh");
    veer_need(&refusal, is_there, "polygon", "must be below the mesh's number of them",
              (double)polygon);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK || veer_mesh_is_blocked(mesh, polygon) == is_blocked) {
        return status;
    }
    veer_mesh_set_blocked(mesh, polygon, is_blocked);
    veer_map_keep(world, polygon, is_blocked);
    veer_mesh_map_block_pieces(world, bounds_of(mesh, polygon));
    veer_map_note_edit(world,
                       (VeerMapOpening){!is_blocked, bounds_of(mesh, polygon), INFINITY, 0.0f});
    return VEER_OK;
}

void veer_mesh_map_stand(VeerWorld *world, uint32_t slot, float from, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    VeerVec3 on_it;
    if ((veer_profile(world, slot)->avoid_mask & world->def.map.layer) == 0) {
        return;
    }
    agent->position[slot].z = from;
    agent->compensation[slot].z = 0.0f;
    if (veer_links_is_crossing(world, slot)) {
        agent->position[slot].z = link_height(world, slot, dt);
        return;
    }
    (void)veer_mesh_nearest(world->map.mesh.whole, agent->position[slot], &on_it);
    agent->position[slot].z = on_it.z;
}

static float gap(const VeerWorld *world, VeerVec3 point, float limit)
{
    return veer_mesh_gap(world->map.mesh.whole, point, limit);
}

static bool is_clear(const VeerMapSight *sight, VeerVec3 from, VeerVec3 to)
{
    return veer_mesh_is_clear(sight->map->mesh.whole, from, to, sight->radius);
}

static bool collect_side(void *context, const VeerMeshWall *wall)
{
    veer_walls_add_side(context, wall->a, wall->b, wall->order, false);
    return true;
}

/// Walls of the floor that a body is on, up to its height above and below it.
static void search_walls(VeerWallCollector *collector, float range)
{
    const VeerWallQuery *query = collector->query;
    VeerMeshWallQuery asked = {query->point, range, 2.0f * query->lower - query->upper,
                               query->upper};
    veer_mesh_walls(collector->world->map.mesh.whole, &asked, collect_side, collector);
}

static void find_walls(VeerWallCollector *collector)
{
    const VeerMesh *mesh = collector->world->map.mesh.whole;
    veer_walls_search(collector, mesh->buckets.side * mesh->unit.x, search_walls);
}

static VeerBounds bounds(const VeerWorldMap *map)
{
    const VeerMesh *mesh = map->mesh.whole;
    VeerBounds plan = veer_buckets_bounds(&mesh->buckets);
    return (VeerBounds){veer_mesh_to_metres(mesh, plan.lower),
                        veer_mesh_to_metres(mesh, plan.upper)};
}

const VeerMapTraits veer_map_traits_mesh = {
    .kind = VEER_MAP_MESH,
    .need = need,
    .shape = shape,
    .content = content,
    .lay_out_scratch = lay_out_scratch,
    .lay_out_search = lay_out_search,
    .begin = begin,
    .rebuild = rebuild,
    .bounds = bounds,
    .gap = gap,
    .is_clear = is_clear,
    .find_walls = find_walls,
    .covers = &veer_cover_traits_mesh,
    .links = &links,
};
