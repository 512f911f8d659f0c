/// Links over a mesh: placed on it, used by paths, and climbed.
#include "world/map/mesh_links.h"
#include "base/arena.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/map/traits.h"

#include <string.h>

/// m, greatest distance of an end above or below its floor.
#define OFF_FLOOR 1.0f
/// m, and beside it, by rounding.
#define BESIDE 1e-3f
/// An agent on a link looks for so many bodies, so many seconds up or down, and keeps so many radii
/// of distance.
#define LOOK_SECONDS 0.5f
#define MAX_NEAR 8u
#define HOLD_GAP 1.0f
/// m of height within which an agent steps onto a floor.
#define STEP 0.3f

bool veer_mesh_map_links_fit(const VeerWorldMapDef *def)
{
    const VeerMesh *mesh = def->mesh.whole;
    bool fits = def->max_links == 0 || def->max_links >= mesh->link_count;
    for (uint32_t i = 0; fits && def->max_links > 0 && i < mesh->link_count; i++) {
        fits = (mesh->links[i].flags & VEER_LINK_CLOSED) == 0;
    }
    return fits;
}

void veer_mesh_map_lay_out_links(VeerWorld *world, VeerArena *arena)
{
    uint32_t links = world->def.map.max_links;
    world->map.mesh.links = veer_arena_take(arena, links, sizeof *world->map.mesh.links);
    world->map.mesh.hops = veer_arena_take(arena, 2u * links, sizeof *world->map.mesh.hops);
    world->map.mesh.components =
        veer_arena_take(arena, links > 0 ? world->def.map.mesh.whole->polygon_count : 0u,
                        sizeof *world->map.mesh.components);
}

void veer_mesh_map_take_links(VeerWorld *world, const VeerMesh *mesh)
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

void veer_mesh_map_bring_links(VeerWorld *world)
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
    return fabsf(off.x) <= BESIDE && fabsf(off.y) <= BESIDE && fabsf(off.z) <= OFF_FLOOR;
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

/// An agent's path over its link.
typedef struct Climb {
    VeerVec3 from, to;
} Climb;

static Climb climb_of(const VeerWorld *world, uint32_t slot)
{
    uint32_t start = world->map.links.use[slot].crossing - 1u;
    const VeerWorldLink *link = &world->map.links.all[start / 2u];
    return start & 1u ? (Climb){link->to, link->from} : (Climb){link->from, link->to};
}

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
    float ahead = LOOK_SECONDS * agent->max_speed[slot];
    VeerNearQuery query = {
        .centre = agent->position[slot],
        .range = agent->radius[slot] * (1.0f + HOLD_GAP),
        .limit = MAX_NEAR,
        .mask = agent->avoid_mask[slot],
        .except = slot,
        .height = agent->height[slot] + ahead,
    };
    query.centre.z -= climb_of(world, slot).to.z < query.centre.z ? ahead : 0.0f;
    uint32_t count = veer_index_nearest(world->agent_index, &query, near), kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_level(agent, slot, near[i].index)) {
            near[kept++] = near[i];
        }
    }
    return kept;
}

/// Keeps an agent at its height, moving aside, until it is clear of such bodies.
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

const VeerLinkTraits veer_link_traits_mesh = {place_link, is_free, veer_mesh_map_bring_links,
                                              velocity_on_link};

float veer_mesh_map_link_height(const VeerWorld *world, uint32_t slot, float dt)
{
    Climb climb = climb_of(world, slot);
    VeerVec2 leg = sub2(plane2(climb.to), plane2(climb.from));
    VeerVec3 at = world->agent.position[slot];
    float square = dot2(leg, leg);
    float part = square > 0.0f ? dot2(sub2(plane2(at), plane2(climb.from)), leg) / square : 1.0f;
    float wanted = climb.from.z + clamp_f(part, 0.0f, 1.0f) * (climb.to.z - climb.from.z);
    float limit = world->map.links.use[slot].is_held ? 0.0f : world->agent.max_speed[slot] * dt;
    return at.z + clamp_f(wanted - at.z, -limit, limit);
}
