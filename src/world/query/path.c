/// Paths by question: the planners of routes, on a copy of the world that shares all but what a
/// search writes.
#include "base/arena.h"
#include "math/need.h"
#include "math/vec.h"
#include "world/query/query.h"
#include "world/route/route.h"

#include <string.h>

#define PATH_COOKIE 0x7EE2FA74u

struct VeerPathFinder {
    const VeerWorld *of;
    VeerWorld copy;   ///< of one class
    VeerMapHead head; ///< of the copy's map
    float radius;     ///< m, that its class is made for; < 0: none is
};

VeerPathQuery veer_path_query_default(void)
{
    return (VeerPathQuery){.radius = 0.5f, .may_use = UINT32_MAX, .cookie = PATH_COOKIE};
}

/// Lays out what the copy of a world has to itself.
static void lay_out(VeerWorld *copy, VeerArena *arena)
{
    copy->def.map.max_classes = 1;
    if (copy->map.traits) {
        copy->map.traits->lay_out_search(copy, arena);
        veer_links_lay_out_scratch(copy, arena);
        copy->map.routes.room -= 2u; // a path's own begin and end
    }
}

size_t veer_path_finder_size(const VeerWorld *world)
{
    VeerArena arena = {NULL, 0};
    if (!world) {
        return 0;
    }
    VeerWorld copy = *world;
    (void)veer_arena_take(&arena, 1, sizeof(VeerPathFinder));
    lay_out(&copy, &arena);
    return arena.used;
}

VeerPathFinder *veer_path_finder_init(void *memory, const VeerWorld *world)
{
    VeerArena arena = {memory, 0};
    if (!memory || !world) {
        return NULL;
    }
    VeerPathFinder *finder = veer_arena_take(&arena, 1, sizeof *finder);
    *finder = (VeerPathFinder){.of = world, .copy = *world, .radius = -1.0f};
    finder->copy.map.head = &finder->head;
    lay_out(&finder->copy, &arena);
    return finder;
}

/// Has the copy show the world as it is, and a class for a radius.
static void follow(VeerPathFinder *finder, const VeerWorld *world, float radius)
{
    finder->copy.wall_count = world->wall_count;
    if (finder->radius != radius) {
        finder->head.class_count = 0;
        finder->radius = radius;
    }
    if (finder->copy.map.links.all && world->map.grid.walls) {
        finder->copy.map.classes[0].has_links = false; // links open and close
    }
}

static bool sees(const VeerWorld *copy, VeerVec3 from, VeerVec3 to, float radius)
{
    radius = max_f(radius, VEER_PATH_CELLS * veer_map_cell_size(copy));
    VeerMapSight sight = veer_map_sight(copy, copy->map.grid.walls, VEER_SIGHT_RADII * radius);
    return veer_map_is_clear(&sight, from, to);
}

/// Whether the path crosses a link from a point on.
static bool is_crossing(const VeerWorldMap *map, uint32_t point)
{
    for (uint32_t i = 0; i < map->links.crossing_count && i <= VEER_ROUTE_LINKS; i++) {
        if (map->links.crossings[i].left == point) {
            return true;
        }
    }
    return false;
}

static bool is_same(VeerVec3 a, VeerVec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Has a path over cells begin and end at its points themselves.
static uint32_t shape_cells(VeerWorld *copy, const VeerTrip *trip, VeerVec3 *points, uint32_t count)
{
    const VeerWorldMap *map = &copy->map;
    VeerVec3 *last = &points[count - 1];
    bool is_there = veer_cells_have(map, veer_cells_at(map, *last), trip->to);
    bool is_on_link = count > 1 && is_crossing(map, count - 2);
    if (is_there && !is_on_link &&
        sees(copy, points[count > 1 ? count - 2 : 0], trip->to, trip->radius)) {
        *last = trip->to;
    } else if (!is_same(*last, trip->to) &&
               (is_there || sees(copy, *last, trip->to, trip->radius))) {
        points[count++] = trip->to;
    }
    bool is_begun = veer_cells_have(map, veer_cells_at(map, points[0]), trip->from) ||
                    (count > 1 && sees(copy, trip->from, points[1], trip->radius));
    if (count > 1 && is_begun && !is_crossing(map, 0)) {
        points[0] = trip->from;
        return count;
    }
    memmove(points + 1, points, count * sizeof *points);
    points[0] = trip->from;
    return count + 1;
}

static bool is_at(VeerVec3 a, VeerVec3 b)
{
    return fabsf(a.x - b.x) <= VEER_LENGTH_SLOP && fabsf(a.y - b.y) <= VEER_LENGTH_SLOP;
}

/// Searches a path to the copy's points. @return how many there are
static uint32_t search(VeerWorld *copy, const VeerTrip *trip, bool *is_whole)
{
    uint32_t count = 0;
    *is_whole = veer_route_between(copy, trip, &count);
    VeerVec3 *points = copy->map.routes.points, *last = &points[count - 1];
    if (count == 0) {
        return 0;
    }
    if (copy->map.grid.walls || copy->map.voxels.blocked) {
        count = shape_cells(copy, trip, points, count);
        if (copy->map.links.crossing_count == 0) {
            count = veer_route_off_walls(copy, points, count, trip->radius);
        }
        last = &points[count - 1];
        *is_whole = is_same(*last, trip->to);
    } else if (*is_whole && is_at(*last, trip->to)) {
        last->x = trip->to.x;
        last->y = trip->to.y;
    }
    return count;
}

static float length_of(const VeerWorld *world, const VeerVec3 *points, uint32_t count)
{
    double length = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        length += (double)length3(veer_world_flat(world, sub3(points[i], points[i - 1])));
    }
    return (float)length;
}

/// What is refused of a question for a path.
static VeerStatus check(const VeerWorld *world, const VeerPathFinder *finder,
                        const VeerPathQuery *query, bool has_points, VeerRefusal *refusal)
{
    (void)veer_need_object(refusal, world, "world");
    if (veer_need_object(refusal, finder, "finder")) {
        veer_need_that(refusal, finder->of == world, "finder", "must be of this world");
    }
    if (veer_need_object(refusal, query, "query")) {
        veer_need_that(refusal, query->cookie == PATH_COOKIE, "query", VEER_MUST_DEFAULT);
        veer_need_position(refusal, "query.from", query->from);
        veer_need_position(refusal, "query.to", query->to);
        veer_need_length(refusal, "query.radius", query->radius);
    }
    veer_need_that(refusal, has_points, "points", VEER_MUST_PLACE);
    return world && world->is_indexed ? veer_world_check_read(world, refusal)
                                      : veer_world_check_change(world, refusal);
}

/// The path of a trip over the world's map. @param path  becomes where its points are
static VeerPathFound go(const VeerWorld *world, VeerPathFinder *finder, VeerTrip trip,
                        const VeerVec3 **path)
{
    bool is_whole;
    follow(finder, world, trip.radius);
    if (!world->map.mesh.whole) {
        trip.from = veer_world_flat(world, trip.from);
        trip.to = veer_world_flat(world, trip.to);
    }
    uint32_t count = search(&finder->copy, &trip, &is_whole);
    *path = finder->copy.map.routes.points;
    if (count == 0) {
        return (VeerPathFound){VEER_PATH_NONE, 0, INFINITY};
    }
    return (VeerPathFound){is_whole ? VEER_PATH_WHOLE : VEER_PATH_PARTIAL, count,
                           length_of(world, *path, count)};
}

VeerStatus veer_world_find_path(VeerWorld *world, VeerPathFinder *finder,
                                const VeerPathQuery *query, VeerVec3 *points, uint32_t capacity,
                                VeerPathFound *out)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_place(&refusal, out, "out");
    VeerStatus status = check(world, finder, query, points || capacity == 0, &refusal);
    if (status == VEER_OK) {
        status = veer_world_prepare_queries(world);
    }
    if (status != VEER_OK) {
        return status;
    }
    VeerVec3 straight[] = {query->from, query->to};
    VeerTrip trip = {query->from, query->to, query->radius, query->may_use & ~VEER_LINK_CLOSED};
    const VeerVec3 *path = straight;
    *out = world->map.traits ? go(world, finder, trip, &path)
                             : (VeerPathFound){VEER_PATH_WHOLE, 2, length_of(world, straight, 2)};
    bool fits = out->point_count <= capacity;
    if (fits && points) {
        memcpy(points, path, out->point_count * sizeof *points);
    }
    return veer_world_check_room(world, &refusal, fits || capacity == 0, "capacity", capacity);
}
