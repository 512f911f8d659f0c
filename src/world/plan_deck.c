/// What the plan stage does where the map is a mesh.
#include "math/vec.h"
#include "world/deck.h"

/// Passages up to this many radii wide have a lane for each way.
#define LANE_RADII 16.0f
/// A way is mended where it does not keep so many radii off the walls.
#define CUT_RADII 0.99f
/// Turns that are put in between, at most, for each that there was.
#define MOST_ADDED 4u
/// Times that the end of a link is moved off the walls.
#define MOST_PUSHES 4u
/// m by which the end of a way may differ from the goal, by rounding.
#define HAIR 1e-3f

/// Whether a leg that is walked has been shut.
static bool is_shut(const VeerWorld *world, VeerVec3 from, VeerVec3 to, bool is_last)
{
    return !veer_mesh_is_clear(world->map.mesh, from, to, 0.0f) ||
           veer_deck_is_covered(world, from, to, is_last);
}

static bool is_cut_off(VeerWorld *world, uint32_t slot, float most)
{
    enum { PART = 32 };
    VeerVec3 points[PART + 1] = {world->agent.position[slot]};
    uint32_t count = veer_route_ahead(world, slot, points + 1, PART);
    bool is_whole = count == world->map.routes[slot].count;
    float gone = 0.0f;
    for (uint32_t i = 0; i < count && gone < most; i++) {
        VeerHop hop = veer_links_hop(world, slot, i);
        bool is_last = is_whole && i + 1 == count;
        if (hop == VEER_HOP_CLOSED ||
            (hop == VEER_HOP_NONE && is_shut(world, points[i], points[i + 1], is_last))) {
            return true;
        }
        gone += length3(sub3(points[i + 1], points[i]));
    }
    return false;
}

/// Whether the floor itself is blocked at a place, whatever is on it.
static bool is_shut_up(const VeerWorld *world, VeerVec3 place)
{
    return veer_mesh_is_blocked(world->map.mesh, veer_mesh_nearest(world->map.mesh, place, NULL));
}

static bool begin(VeerWorld *world, const VeerPlanJob *job)
{
    float radius = world->agent.radius[job->slot];
    bool has_links = world->map.links != NULL;
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = world->map.searched;
    query.enters_goal = world->map.pieces && !is_shut_up(world, job->to);
    query.planner = VEER_MESH_CORRIDOR;
    query.start =
        veer_links_is_crossing(world, job->slot) ? veer_deck_exit(world, job->slot) : job->from;
    query.goal = job->to;
    query.radius = min_f(VEER_DECK_RADII * radius, VEER_WORLD_LIMIT);
    query.lane = min_f(LANE_RADII * radius, VEER_WORLD_LIMIT);
    query.takes_no_links = !has_links;
    // Those that are closed are none of the mesh.
    query.may_use =
        has_links ? veer_links_allowed(world, job->slot) | VEER_LINK_CLOSED : query.may_use;
    return veer_mesh_search_begin(world->map.mesh_search, &query) == VEER_OK;
}

/// Away from a wall: from its nearest point; of what touches it, to its free side.
static VeerVec3 away_from(const VeerNearWall *wall)
{
    VeerVec3 side = sub3(wall->b, wall->a);
    VeerVec3 off = unit3(vec3(-side.y, side.x, 0.0f), (VeerVec3){0});
    return unit3(scale3(wall->offset, -1.0f), off);
}

/// Beyond the end of a wall that a place lies on.
static VeerVec3 beyond(const VeerNearWall *wall, VeerVec3 place, float wanted)
{
    VeerVec2 from_b = sub2(plane2(place), plane2(wall->b));
    VeerVec3 along = unit3(sub3(wall->b, wall->a), (VeerVec3){0});
    return along3(place, along, from_b.x == 0.0f && from_b.y == 0.0f ? wanted : -wanted);
}

/// A place moved off the walls that are near it.
/// @param is_one  for one body: beyond the end of walls that a way leads right through
static VeerVec3 pushed(const VeerWorld *world, VeerVec3 place, float wanted, bool is_one)
{
    VeerNearWall near[VEER_MAX_WALLS];
    VeerWallQuery query = {.point = place,
                           .range = wanted,
                           .lower = place.z,
                           .upper = place.z,
                           .mask = world->def.map.layer};
    uint32_t count = veer_walls_near(world, &query, near);
    VeerVec3 at = place;
    for (uint32_t i = 0; i < count; i++) {
        if (near[i].obstacle == VEER_NO_SLOT) {
            at = along3(at, away_from(&near[i]), wanted - near[i].distance);
        }
    }
    bool is_touched = count > 0 && near[0].obstacle == VEER_NO_SLOT && near[0].distance == 0.0f;
    if (is_one && is_touched &&
        veer_mesh_gap(world->map.mesh, at, wanted) < CUT_RADII / VEER_DECK_RADII * wanted) {
        // Walls that end in one point have it between their sides.
        at = beyond(&near[0], place, wanted);
    }
    return at;
}

VeerVec3 veer_deck_off_walls(const VeerWorld *world, VeerVec3 point, float wanted)
{
    const VeerMesh *mesh = world->map.mesh;
    VeerVec3 place = point;
    for (uint32_t i = 0; i < MOST_PUSHES && veer_mesh_gap(mesh, place, wanted) < wanted; i++) {
        place = pushed(world, place, wanted, true);
        (void)veer_mesh_nearest(mesh, place, &place);
    }
    return veer_mesh_gap(mesh, place, wanted) >= CUT_RADII / VEER_DECK_RADII * wanted ? place
                                                                                      : point;
}

uint32_t veer_deck_mend(const VeerWorld *world, VeerVec3 from, VeerVec3 *points, uint32_t count,
                        float body, bool is_one)
{
    const VeerMesh *mesh = world->map.mesh;
    float radius = CUT_RADII * body;
    uint32_t most = count + MOST_ADDED * count + MOST_ADDED;
    most = most < world->map.room ? most : world->map.room;
    VeerVec3 before = from;
    for (uint32_t at = 0; radius > 0.0f && at < count; before = points[at++]) {
        float part;
        while (count < most && (part = veer_mesh_pinch(mesh, before, points[at], radius)) <= 1.0f) {
            VeerVec3 place = along3(before, sub3(points[at], before), part);
            (void)veer_mesh_nearest(mesh, place, &place); // a way is not as steep all along
            place = pushed(world, place, VEER_DECK_RADII * body, is_one);
            if (veer_mesh_gap(mesh, place, radius) < radius) {
                break; // it is narrow here: the walls lead the body through
            }
            for (uint32_t i = count++; i > at; i--) {
                points[i] = points[i - 1];
            }
            points[at] = place;
        }
    }
    return count;
}

/// Reads the way that the search found. @return how many points it has, < 2: none
static uint32_t read_raw(const VeerWorld *world, const VeerPlanJob *job, VeerVec3 *raw,
                         uint32_t room)
{
    const VeerWorldMap *map = &world->map;
    uint32_t count = 0;
    VeerStatus status = veer_mesh_search_route(map->mesh_search, raw, room, &count);
    if ((status != VEER_OK && status != VEER_PARTIAL) || count < 2) {
        return 0;
    }
    VeerVec3 *last = &raw[count - 1];
    VeerVec3 off = sub3(job->to, *last);
    if (status == VEER_OK && fabsf(off.x) <= HAIR && fabsf(off.y) <= HAIR) {
        last->x = job->to.x;
        last->y = job->to.y;
    } else {
        *last = veer_deck_off_walls(world, *last, VEER_DECK_RADII * world->agent.radius[job->slot]);
    }
    return count;
}

static uint32_t read_linked(VeerWorld *world, const VeerPlanJob *job)
{
    VeerWorldMap *map = &world->map;
    uint32_t room = map->room;
    VeerVec3 *raw = map->points + room / 2u;
    uint32_t count = read_raw(world, job, raw, room / 2u);
    map->room = room / 2u;
    count = count > 0 ? veer_deck_read_hops(world, job, raw, count) : 0;
    map->room = room;
    return count;
}

/// Without the first point: the agent is there.
static uint32_t read_plain(VeerWorld *world, const VeerPlanJob *job)
{
    VeerVec3 *points = world->map.points;
    uint32_t count = read_raw(world, job, points, world->map.room);
    for (uint32_t i = 1; i < count; i++) {
        points[i - 1] = points[i];
    }
    return count > 0 ? veer_deck_mend(world, job->from, points, count - 1,
                                      world->agent.radius[job->slot], true)
                     : 0;
}

static uint32_t read(VeerWorld *world, const VeerPlanJob *job)
{
    uint32_t count = world->map.links ? read_linked(world, job) : read_plain(world, job);
    if (count == 0) {
        world->map.points[0] = job->from;
        return 1;
    }
    return count;
}

static bool place(VeerWorld *world, uint32_t slot, VeerPlanJob *job)
{
    (void)world;
    (void)slot;
    (void)job;
    return true;
}

static VeerSearchState search_on(VeerWorldMap *map, uint32_t budget)
{
    return veer_mesh_search_run(map->mesh_search, budget);
}

static uint64_t expansions(const VeerWorldMap *map)
{
    return veer_mesh_search_expansions(map->mesh_search);
}

/// What covers the floors goes without a word, so those with a partial route look again.
static bool has_opened(VeerWorld *world, uint32_t slot)
{
    (void)slot;
    return world->map.pieces != NULL;
}

const VeerWayKind veer_ways_deck = {place, begin,      search_on, expansions,
                                    read,  is_cut_off, has_opened};
