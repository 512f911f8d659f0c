/// What squads make of the world's map: where members can stand, and the path of the leader.
#include "world/map/map.h"
#include "base/hash.h"
#include "math/vec.h"
#include "world/route/route.h"
#include "world/squad/base/constants.h"
#include "world/squad/base/map.h"
#include "world/squad/base/reach.h"

#include <string.h>

/// Cells or points that are looked at in one go, at most. Cost only.
#define MOST_LOOKS (1u << 16)

const VeerWorldMap *veer_squad_map(const VeerSquadRun *run)
{
    const VeerWorld *world = run->world;
    const VeerWorldMap *map = &world->map;
    bool has_ground = !map->graph.whole || (map->graph.area && !map->graph.area->is_flat);
    bool is_in_way = map->head && has_ground && (world->def.map.layer & run->mask) != 0;
    return is_in_way ? map : NULL;
}

/// The grid of that map; NULL: it is none.
static const VeerGrid *grid_of(const VeerSquadRun *run)
{
    const VeerWorldMap *map = veer_squad_map(run);
    return map ? map->grid.walls : NULL;
}

VeerVec3 veer_squad_map_on_floor(const VeerSquadRun *run, VeerVec3 point)
{
    const VeerWorldMap *map = veer_squad_map(run);
    VeerVec3 on_it = point;
    if (map && map->mesh.whole) {
        (void)veer_mesh_nearest(map->mesh.whole, point, &on_it);
    }
    point.z = on_it.z;
    return point;
}

/// The same through voxels, from one to the next.
static float voxels_below(const VeerVoxels *voxels, VeerVec3 point, float most)
{
    float size = veer_voxels_def(voxels)->cell_size;
    VeerVec3 at = point;
    while (point.z - at.z <= most + size) {
        VeerVoxel voxel = veer_voxels_at(voxels, at);
        if (veer_voxels_is_blocked(voxels, voxel)) {
            float top = veer_voxels_centre(voxels, voxel).z + 0.5f * size;
            return max_f(point.z - top, 0.0f);
        }
        at.z -= size;
    }
    return INFINITY;
}

float veer_squad_map_floor_below(const VeerSquadRun *run, VeerVec3 point, float most)
{
    const VeerWorldMap *map = veer_squad_map(run);
    if (map && map->mesh.whole) {
        VeerVec3 on_it;
        (void)veer_mesh_nearest(map->mesh.whole, point, &on_it);
        VeerVec3 off = sub3(point, on_it);
        bool is_over = off.x * off.x + off.y * off.y <= 1e-6f && off.z >= -1e-3f;
        return is_over ? max_f(off.z, 0.0f) : INFINITY;
    }
    return map && map->voxels.blocked ? voxels_below(map->voxels.blocked, point, most) : INFINITY;
}

uint32_t veer_squad_map_version(const VeerSquadRun *run)
{
    if (!veer_squad_map(run)) {
        return 0;
    }
    return (uint32_t)veer_links_hash(run->world, veer_map_cover_hash(&run->world->map));
}

/// Whether the map is blocked there, as it is stored.
static bool is_blocked(const VeerWorldMap *map, VeerVec3 point)
{
    if (map->graph.area) {
        return !veer_graph_area_holds(map->graph.area, plane2(point));
    }
    return map->voxels.blocked
               ? veer_voxels_is_blocked(map->voxels.blocked,
                                        veer_voxels_at(map->voxels.blocked, point))
               : veer_grid_is_blocked(map->grid.walls, veer_grid_cell_at(map->grid.walls, point));
}

bool veer_squad_map_is_open(const VeerSquadRun *run, VeerBounds box)
{
    const VeerWorldMap *map = veer_squad_map(run);
    if (!map || map->mesh.whole || map->graph.whole) {
        return !map;
    }
    float size = veer_map_cell_size(run->world);
    VeerVec3 cells = scale3(sub3(box.upper, box.lower), 1.0f / size);
    if ((cells.x + 2.0f) * (cells.y + 2.0f) * (cells.z + 2.0f) > (float)MOST_LOOKS) {
        return false;
    }
    VeerVec3 at = box.lower;
    for (at.z = box.lower.z; at.z < box.upper.z + size; at.z += size) {
        for (at.y = box.lower.y; at.y < box.upper.y + size; at.y += size) {
            for (at.x = box.lower.x; at.x < box.upper.x + size; at.x += size) {
                if (is_blocked(map, vec3(min_f(at.x, box.upper.x), min_f(at.y, box.upper.y),
                                         min_f(at.z, box.upper.z)))) {
                    return false;
                }
            }
        }
    }
    return true;
}

bool veer_squad_map_blocks(const VeerSquadRun *run, VeerVec3 point)
{
    const VeerWorldMap *map = veer_squad_map(run);
    if (!map) {
        return false;
    }
    if (map->voxels.blocked) {
        return veer_voxels_gap(map->voxels.blocked, point, run->radius) <= 0.0f;
    }
    if (map->mesh.whole) {
        return veer_mesh_gap(map->mesh.whole, point, run->radius) <= 0.0f;
    }
    return is_blocked(map, point);
}

bool veer_squad_map_is_clear(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to, float radius)
{
    VeerMapSight sight =
        veer_map_sight(run->world, run->world->map.grid.walls, VEER_SIGHT_RADII * radius);
    return !veer_squad_map(run) || veer_map_is_clear(&sight, from, to);
}

/// m between the points of a piece that are looked at: half a cell, or half a radius.
static float look_step(const VeerSquadRun *run, const VeerPathPiece *piece)
{
    float dense = 0.5f * max_f(veer_map_cell_size(run->world), run->radius);
    float length = 2.0f * piece->half_length, width = 2.0f * piece->half_width;
    float in_all = sqrtf(length) * sqrtf(width) / sqrtf((float)MOST_LOOKS);
    return max_f(dense, max_f(in_all, max_f(length, width) / (float)MOST_LOOKS));
}

void veer_squad_map_slice(const VeerSquadRun *run, const VeerPathPiece *piece, float margin,
                          VeerSlice *slice)
{
    const VeerWorldMap *map = veer_squad_map(run);
    if (!map || map->mesh.whole) {
        return;
    }
    float step = look_step(run, piece);
    for (float y = -piece->half_width; y <= piece->half_width; y += step) {
        for (float x = -piece->half_length; x <= piece->half_length; x += step) {
            VeerVec3 at = along3(along3(piece->middle, piece->ahead, x), piece->left, y);
            if (is_blocked(map, at)) {
                veer_slice_block(slice, y - 0.5f * step - margin, y + 0.5f * step + margin);
                break;
            }
        }
    }
}

/// A path that was searched, as far as a squad keeps one.
typedef struct SquadPath {
    uint32_t count, links;
    VeerVec3 points[VEER_SQUAD_PATH + 2];
    VeerRouteLink crossings[VEER_ROUTE_LINKS + 1u];
} SquadPath;

static SquadPath put_aside(const VeerWorldMap *map, uint32_t count)
{
    SquadPath path = {.count = count, .links = map->links.crossing_count};
    uint32_t kept = count < VEER_SQUAD_PATH + 2 ? count : VEER_SQUAD_PATH + 2;
    memcpy(path.points, map->routes.points, kept * sizeof *path.points);
    memcpy(path.crossings, map->links.crossings, sizeof path.crossings);
    return path;
}

/// Makes it what was searched last again.
static void take_back(VeerWorldMap *map, const SquadPath *path)
{
    uint32_t kept = path->count < VEER_SQUAD_PATH + 2 ? path->count : VEER_SQUAD_PATH + 2;
    memcpy(map->routes.points, path->points, kept * sizeof *path->points);
    memcpy(map->links.crossings, path->crossings, sizeof path->crossings);
    map->links.crossing_count = path->links;
}

/// As veer_squad_search, charged to the tick. @param length  m, of what was found
static bool search(const VeerSquadRun *run, float radius, const VeerVec3 ends[2], uint32_t *count,
                   float *length)
{
    VeerWorldMap *map = &run->world->map;
    bool is_whole = veer_squad_search(run, radius, ends[0], ends[1], count);
    *length = veer_squad_length(map->routes.points, *count);
    run->world->squad_scratch.searched +=
        veer_plan_traits(map)->expansions(map) + veer_plan_cost(run->world, *length);
    return is_whole;
}

bool veer_squad_map_may_search(const VeerSquadRun *run, bool is_new)
{
    uint64_t spent = run->world->squad_scratch.searched * (is_new ? 1u : 2u);
    return !veer_squad_map(run) || spent < run->world->def.map.budget;
}

/// The path for the whole formation where it is not much longer than that for a file, else that.
/// @return how many points of the map's scratch
static uint32_t search_widely(const VeerSquadRun *run, float side, const VeerVec3 ends[2])
{
    VeerWorldMap *map = &run->world->map;
    uint32_t count, wide = 0;
    float length, wide_length;
    (void)search(run, run->radius, ends, &count, &length);
    bool has_class = map->mesh.whole || map->graph.whole ||
                     map->head->class_count < run->world->def.map.max_classes;
    if (side <= run->radius || !has_class) {
        return count;
    }
    SquadPath file = put_aside(map, count);
    if (search(run, side + run->radius, ends, &wide, &wide_length) &&
        wide_length <= DETOUR * length) {
        return wide;
    }
    take_back(map, &file);
    return count;
}

/// Away from the blocked cells that meet at a point.
static VeerVec3 off_corner(const VeerGrid *grid, VeerVec3 point)
{
    static const VeerVec3 quarters[] = {{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}};
    float reach = 0.5f * veer_grid_def(grid)->cell_size;
    VeerVec3 off = {0};
    for (uint32_t i = 0; i < 4; ++i) {
        VeerCell cell = veer_grid_cell_at(grid, along3(point, quarters[i], reach));
        off = veer_grid_is_blocked(grid, cell) ? sub3(off, quarters[i]) : off;
    }
    return unit3(off, (VeerVec3){0});
}

/// A turn moved off the corner that the pulled string touches, where there is room for a body.
static VeerVec3 put_off(const VeerSquadRun *run, VeerVec3 turn)
{
    if (!grid_of(run)) {
        return turn; // strings that are pulled over other maps keep off corners
    }
    const VeerGrid *grid = veer_squad_class(run, run->radius)->grid;
    VeerVec3 moved = along3(turn, off_corner(grid, turn), MARGIN_RADII * run->radius);
    return veer_squad_map_is_clear(run, turn, moved, 0.0f) ? moved : turn;
}

/// A path that is being widened: as it was found, and as it becomes.
typedef struct Widening {
    const VeerSquadRun *run;
    VeerVec3 found[VEER_SQUAD_PATH + 2];
    VeerVec3 *points; ///< points[count]
    uint32_t count;
    float side; ///< m, half of the formation
} Widening;

/// The point of the path as found so far from one of its turns, m, on or back; its end at most.
static VeerVec3 point_along(const Widening *path, uint32_t turn, float distance, bool is_on)
{
    VeerVec3 at = path->found[turn];
    while (is_on ? turn + 1 < path->count : turn > 0) {
        turn = is_on ? turn + 1 : turn - 1;
        VeerVec3 step = sub3(path->found[turn], at);
        float length = length3(step);
        if (length > distance) {
            return along3(at, step, distance / length);
        }
        distance -= length;
        at = path->found[turn];
    }
    return at;
}

/// A turn moved out, as far as half of the formation where there is so much room. Turns near each
/// other are one to the formation: where out is, the path tells as far as its side reaches.
static VeerVec3 widened(const Widening *path, uint32_t turn)
{
    const VeerSquadRun *run = path->run;
    VeerVec3 own = path->found[turn], *points = path->points;
    VeerVec3 before = sub3(own, point_along(path, turn, path->side, false));
    VeerVec3 after = sub3(point_along(path, turn, path->side, true), own);
    before = unit3(before, (VeerVec3){0});
    after = unit3(after, (VeerVec3){0});
    VeerVec3 out = unit3(veer_world_flat(run->world, sub3(before, after)), (VeerVec3){0});
    float off = (grid_of(run) ? MARGIN_RADII : 1.0f) * run->radius;
    for (float far = path->side; far > 0.1f * run->radius; far *= 0.5f) {
        VeerVec3 moved = veer_squad_map_on_floor(run, along3(own, out, far));
        if (veer_squad_map_is_clear(run, points[turn - 1], moved, off) &&
            veer_squad_map_is_clear(run, moved, points[turn + 1], off)) {
            return moved;
        }
    }
    return own;
}

/// Whether a leg of the path that was searched last is a link: the one from a point on.
static bool is_crossing(const VeerWorldMap *map, uint32_t from)
{
    uint32_t known =
        map->links.crossing_count < VEER_ROUTE_LINKS ? map->links.crossing_count : VEER_ROUTE_LINKS;
    for (uint32_t i = 0; i < known; ++i) {
        if (map->links.crossings[i].left == from) {
            return true;
        }
    }
    return false;
}

/// Whether a point is where a link begins or ends.
static bool is_crossing_end(const VeerSquadRun *run, uint32_t point)
{
    return is_crossing(&run->world->map, point) || is_crossing(&run->world->map, point - 1u);
}

/// Moves the turns of points[count] off the walls, and out for a formation.
static void widen(const VeerSquadRun *run, VeerVec3 *points, uint32_t count, float side)
{
    Widening path = {.run = run, .points = points, .count = count, .side = side};
    path.count = count < VEER_SQUAD_PATH + 2 ? count : VEER_SQUAD_PATH + 2;
    for (uint32_t i = 1; i + 1 < path.count; ++i) {
        points[i] = is_crossing_end(run, i) ? points[i] : put_off(run, points[i]);
    }
    for (uint32_t i = 0; i < path.count; ++i) {
        path.found[i] = points[i];
    }
    for (uint32_t i = 1; i + 1 < path.count; ++i) {
        points[i] = is_crossing_end(run, i) ? points[i] : widened(&path, i);
    }
}

/// Has a path of points[count] end at a point, where a body sees that. @return how many there are
static uint32_t end_at(const VeerSquadRun *run, VeerVec3 *points, uint32_t count, VeerVec3 to)
{
    if (!is_crossing(&run->world->map, count - 2) &&
        veer_squad_map_is_clear(run, points[count - 2], to, run->radius)) {
        points[count - 1] = to;
    } else if (veer_squad_map_is_clear(run, points[count - 1], to, run->radius)) {
        points[count++] = to;
    }
    return count;
}

/// Keeps points[1] to points[count - 1]: as many as there is room for, up to where the first link
/// begins that is not known.
static void keep_path(const VeerSquadRun *run, const VeerVec3 *points, uint32_t count)
{
    const VeerWorldMap *map = &run->world->map;
    VeerSquadSlot *squad = run->squad;
    bool is_known = map->links.crossing_count <= VEER_ROUTE_LINKS;
    uint32_t most = is_known ? VEER_SQUAD_PATH : map->links.crossings[VEER_ROUTE_LINKS].left;
    most = most < VEER_SQUAD_PATH ? most : VEER_SQUAD_PATH;
    squad->path_count = count - 1 < most ? count - 1 : most;
    squad->is_path_cut = count - 1 > most;
    for (uint32_t i = 0; i < squad->path_count; ++i) {
        squad->path[i] = points[i + 1];
        squad->crossings.path[i] = is_crossing(map, i);
    }
}

void veer_squad_plan_path(const VeerSquadRun *run, float side, VeerVec3 to)
{
    VeerSquadSlot *squad = run->squad;
    VeerVec3 from = squad->lead;
    squad->path_count = squad->path_at = squad->is_path_cut = 0;
    memset(squad->crossings.path, 0, sizeof squad->crossings.path);
    float off = MARGIN_RADII * run->radius;
    if (!veer_squad_map(run) || veer_squad_map_is_clear(run, from, to, off)) {
        return;
    }
    VeerVec3 *points = run->world->map.routes.points;
    uint32_t count = search_widely(run, side, (VeerVec3[]){from, to});
    if (count < 2) {
        return;
    }
    points[0] = from;
    for (uint32_t i = 1; grid_of(run) && i < count; ++i) {
        points[i].z = to.z;
    }
    widen(run, points, count, side);
    count = end_at(run, points, count, to);
    keep_path(run, points, count);
}
