/// What the plan stage does where the map is a mesh.
#include "math/vec.h"
#include "world/map_kind.h"

/// Passages up to this many radii wide have a lane for each way.
#define LANE_RADII 16.0f
/// A way keeps this many radii off the walls, and is mended where it does not keep that many.
#define WIDE_RADII 1.05f
#define CUT_RADII 0.99f
/// Looks for the nearest place on a leg, a radius; and at most.
#define LOOKS 4.0f
#define MOST_LOOKS 256u
/// Turns that are put in between, at most, for each that there was.
#define MOST_ADDED 4u
/// m by which the end of a way may differ from the goal, by rounding.
#define HAIR 1e-3f

static bool is_cut_off(VeerWorld *world, uint32_t slot, float most)
{
    (void)most; // only asked after edits
    enum { PART = 32 };
    VeerVec3 points[PART + 1] = {world->agent.position[slot]};
    uint32_t count = veer_route_ahead(world, slot, points + 1, PART);
    for (uint32_t i = 0; i < count; i++) {
        if (!veer_mesh_is_clear(world->map.mesh, points[i], points[i + 1], 0.0f)) {
            return true;
        }
    }
    return false;
}

static bool begin(VeerWorld *world, const VeerPlanJob *job)
{
    float radius = world->agent.radius[job->slot];
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = world->map.mesh;
    query.planner = VEER_MESH_CORRIDOR;
    query.start = job->from;
    query.goal = job->to;
    query.radius = min_f(WIDE_RADII * radius, VEER_WORLD_LIMIT);
    query.lane = min_f(LANE_RADII * radius, VEER_WORLD_LIMIT);
    query.takes_no_links = true;
    return veer_mesh_search_begin(world->map.mesh_search, &query) == VEER_OK;
}

/// The place between two points where a body comes nearest to a wall, moved off what is near it.
static VeerVec3 place_between(const VeerWorld *world, VeerVec3 from, VeerVec3 to, float radius)
{
    VeerVec3 way = sub3(to, from), place = from;
    float least = INFINITY, wanted = WIDE_RADII * radius;
    uint32_t steps = (uint32_t)(LOOKS * length3(way) / radius) + 2u;
    steps = steps < MOST_LOOKS ? steps : MOST_LOOKS;
    for (uint32_t i = 1; i < steps; i++) {
        VeerVec3 at = along3(from, way, (float)i / (float)steps), on_it;
        (void)veer_mesh_nearest(world->map.mesh, at, &on_it);
        at.z = on_it.z; // the way may be steeper here than there
        float gap = veer_mesh_gap(world->map.mesh, at, wanted);
        place = gap < least ? at : place;
        least = min_f(gap, least);
    }
    VeerNearWall near[VEER_MAX_WALLS];
    VeerWallQuery query = {.point = place,
                           .range = wanted,
                           .lower = place.z,
                           .upper = place.z,
                           .mask = world->def.map.layer};
    uint32_t count = veer_walls_near(world, &query, near);
    for (uint32_t i = 0; i < count; i++) {
        if (near[i].obstacle == VEER_NO_SLOT) {
            // Straight off the wall, or away from its end; what touches it goes to its free side.
            VeerVec3 side = sub3(near[i].b, near[i].a);
            VeerVec3 off = unit3(vec3(-side.y, side.x, 0.0f), (VeerVec3){0});
            off = unit3(scale3(near[i].offset, -1.0f), off);
            place = along3(place, off, wanted - near[i].distance);
        }
    }
    return place;
}

uint32_t veer_deck_mend(const VeerWorld *world, VeerVec3 from, VeerVec3 *points, uint32_t count,
                        float body)
{
    const VeerMesh *mesh = world->map.mesh;
    float radius = CUT_RADII * body;
    uint32_t most = count + MOST_ADDED * count + MOST_ADDED;
    most = most < world->map.room ? most : world->map.room;
    VeerVec3 before = from;
    for (uint32_t at = 0; radius > 0.0f && at < count; before = points[at++]) {
        while (count < most && !veer_mesh_is_clear(mesh, before, points[at], radius)) {
            VeerVec3 place = place_between(world, before, points[at], radius);
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

/// Without the first point: the agent is there.
static uint32_t read(VeerWorld *world, const VeerPlanJob *job)
{
    VeerWorldMap *map = &world->map;
    VeerVec3 *points = map->points;
    uint32_t count = 0;
    VeerStatus status = veer_mesh_search_route(map->mesh_search, points, map->room, &count);
    if ((status != VEER_OK && status != VEER_PARTIAL) || count < 2) {
        points[0] = job->from;
        return 1;
    }
    for (uint32_t i = 1; i < count; i++) {
        points[i - 1] = points[i];
    }
    VeerVec3 *last = &points[count - 2];
    VeerVec3 off = sub3(job->to, *last);
    if (status == VEER_OK && fabsf(off.x) <= HAIR && fabsf(off.y) <= HAIR) {
        last->x = job->to.x;
        last->y = job->to.y;
    }
    return veer_deck_mend(world, job->from, points, count - 1, world->agent.radius[job->slot]);
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

const VeerWayKind veer_ways_deck = {place, begin, search_on, expansions, read, is_cut_off, NULL};
