/// Paths by question: the planners of routes, on a copy of the world that shares all but what a
/// search writes.
#include "base/arena.h"
#include "math/need.h"
#include "math/vec.h"
#include "world/query/query.h"
#include "world/route/route.h"

#include <string.h>

#define PATH_COOKIE 0x7EE2FA74u
/// m that a path over a mesh ends beside where it leads to, by rounding.
#define SLOP 1e-3f
/// Radii off a corner that turns are put.
#define OFF_RADII 1.02f
/// Times that turns are moved back for legs that cross walls, in the later half wholly.
#define DRAWS 8u
/// Samples of a leg per cell, and places beside the nearest to a wall, up to four radii off.
#define SAMPLES 4.0f
#define SHIFTS 32u
/// A path has so many times the turns at most when it is kept off walls.
#define MENDED 8u

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

/// Moves turns half of the way back to where the taut path has them, or wholly, where a leg beside
/// crosses a wall now. @return whether any was
static bool draw_in(const VeerWorld *copy, const VeerVec3 *taut, VeerVec3 *points, uint32_t count,
                    bool is_wholly)
{
    bool is_drawn = false;
    for (uint32_t i = 0; i + 1 < count; i++) {
        if (!sees(copy, points[i], points[i + 1], 0.0f)) {
            for (uint32_t end = i; end <= i + 1; end++) {
                VeerVec3 middle = scale3(add3(points[end], taut[end]), 0.5f);
                points[end] = is_wholly ? taut[end] : middle;
            }
            is_drawn = true;
        }
    }
    return is_drawn;
}

/// A turn moved off the corner that it touches: to that of the places around it where a body has
/// room that makes the path the least longer; itself if there is none.
static VeerVec3 off_corner(const VeerWorld *copy, const VeerVec3 *turn, VeerVec3 before,
                           float radius)
{
    static const float ways[][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1},
                                    {1, 0}, {0, 1},  {-1, 0},  {0, -1}};
    const VeerGrid *walls = copy->map.grid.walls;
    VeerVec3 best = *turn;
    float least = INFINITY;
    for (uint32_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        VeerVec3 way = unit3(vec3(ways[i][0], ways[i][1], 0.0f), (VeerVec3){0});
        VeerVec3 at = along3(*turn, way, OFF_RADII * radius);
        float length = length3(sub3(at, before)) + length3(sub3(turn[1], at));
        if (length < least && veer_grid_gap(walls, at, radius) >= radius) {
            least = length;
            best = at;
        }
    }
    return best;
}

/// Moves the turns of a taut path off the corners that it touches, as far as it crosses no other.
static void put_off_corners(const VeerWorld *copy, VeerVec3 *points, uint32_t count, float radius)
{
    VeerVec3 *taut = copy->map.routes.spare; // the cells of the path have been read
    if (count > copy->map.routes.spare_room) {
        return;
    }
    memcpy(taut, points, count * sizeof *taut);
    for (uint32_t i = 1; i + 1 < count; i++) {
        if (veer_grid_gap(copy->map.grid.walls, points[i], radius) < radius) {
            points[i] = off_corner(copy, &points[i], points[i - 1], radius);
        }
    }
    for (uint32_t i = 0; i < DRAWS && draw_in(copy, taut, points, count, 2 * i >= DRAWS); i++) {
    }
}

static bool is_same(VeerVec3 a, VeerVec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Has a path over cells begin and end at its points themselves, off the corners in between.
static uint32_t shape_cells(VeerWorld *copy, const VeerTrip *trip, VeerVec3 *points, uint32_t count)
{
    const VeerWorldMap *map = &copy->map;
    if (map->voxels.blocked) {
        veer_route_off_walls(copy, points, count, trip->radius);
    } else if (map->links.crossing_count == 0) {
        put_off_corners(copy, points, count, trip->radius);
    }
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

/// Where a leg over a grid comes nearest to a wall, moved to the side by as little as makes room
/// for a body. @return false: there is none
static bool find_room(const VeerWorld *copy, VeerVec3 from, VeerVec3 to, float radius,
                      VeerVec3 *room)
{
    const VeerGrid *walls = copy->map.grid.walls;
    VeerVec3 leg = sub3(to, from), across = unit3(vec3(-leg.y, leg.x, 0.0f), (VeerVec3){0});
    float least = INFINITY, middle = 0.5f;
    uint32_t steps = (uint32_t)(SAMPLES * length3(leg) / veer_map_cell_size(copy)) + 2u;
    for (uint32_t i = 1; i < steps; i++) {
        float part = (float)i / (float)steps;
        float gap = veer_grid_gap(walls, along3(from, leg, part), radius);
        middle = gap < least ? part : middle;
        least = min_f(least, gap);
    }
    for (uint32_t i = 2; i < 2u * SHIFTS; i++) {
        uint32_t step = i / 2u;
        float shift = (i & 1u ? -1.0f : 1.0f) * (float)step * 4.0f * radius / (float)SHIFTS;
        VeerVec3 at = along3(along3(from, leg, middle), across, shift);
        if (veer_grid_gap(walls, at, radius) >= radius && sees(copy, from, at, 0.0f) &&
            sees(copy, at, to, 0.0f)) {
            *room = at;
            return true;
        }
    }
    return false;
}

/// Leaves out turns that a body need not take. @return how many points are left
static uint32_t shorten(const VeerWorld *copy, VeerVec3 *points, uint32_t count, float radius)
{
    uint32_t kept = 1;
    for (uint32_t at = 1; at < count; at++) {
        bool is_needed = at + 1 == count || !sees(copy, points[kept - 1], points[at + 1], radius);
        points[kept] = points[at];
        kept += is_needed ? 1u : 0u;
    }
    return kept;
}

/// Inserts turns where a body would touch what is blocked, as far as there is room for them.
static uint32_t mend(const VeerWorld *copy, const VeerTrip *trip, VeerVec3 *points, uint32_t count)
{
    if (copy->map.voxels.blocked) {
        return veer_voxel_plan_path_off_walls(copy, points, count, VEER_SIGHT_RADII * trip->radius);
    }
    const VeerWorldMap *map = &copy->map;
    uint32_t most = copy->map.routes.room < MENDED * count ? copy->map.routes.room : MENDED * count;
    for (uint32_t at = 0; map->links.crossing_count == 0 && at + 1 < count; at++) {
        VeerVec3 room;
        while (count < most && !sees(copy, points[at], points[at + 1], trip->radius) &&
               find_room(copy, points[at], points[at + 1], trip->radius, &room)) {
            memmove(points + at + 2, points + at + 1, (count++ - at - 1) * sizeof *points);
            points[at + 1] = room;
        }
    }
    return map->links.crossing_count == 0 ? shorten(copy, points, count, trip->radius) : count;
}

static bool is_at(VeerVec3 a, VeerVec3 b)
{
    return fabsf(a.x - b.x) <= SLOP && fabsf(a.y - b.y) <= SLOP;
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
        count = mend(copy, trip, points, count);
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
