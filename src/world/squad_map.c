/// What squads make of the world's map: where members can stand, and the way of the leader.
#include "math/vec.h"
#include "world/squad_march.h"
#include "world/stages.h"

/// A body sees along a wall within this part of its radius: routes run along walls.
#define SIGHT_RADII 0.99f
/// Turns keep so far off the corners, in radii.
#define OFF_RADII 1.25f
#define CORNER_CELLS 0.25f
/// A way wide enough for the formation may be so much longer than one for a file.
#define WIDE_DETOUR 1.5f
/// Cells are looked at so densely, in cells and in radii.
#define LOOK_CELLS 0.5f
#define LOOK_RADII 0.5f

/// The map as far as it stands in the way of a squad; NULL: there is none.
static const VeerWorldMap *map_of(const VeerSquadRun *run)
{
    const VeerWorld *world = run->world;
    bool is_in_way = world->map.head && (world->def.map.layer & run->mask) != 0;
    return is_in_way ? &world->map : NULL;
}

/// The grid of that map; NULL: it is none.
static const VeerGrid *grid_of(const VeerSquadRun *run)
{
    const VeerWorldMap *map = map_of(run);
    return map && !map->voxels && !map->mesh ? map->walls : NULL;
}

bool veer_squad_has_map(const VeerSquadRun *run)
{
    return grid_of(run) != NULL;
}

bool veer_squad_map_blocks(const VeerSquadRun *run, VeerVec3 point)
{
    const VeerWorldMap *map = map_of(run);
    if (!map) {
        return false;
    }
    if (map->voxels) {
        return veer_voxels_gap(map->voxels, point, run->radius) <= 0.0f;
    }
    if (map->mesh) {
        return veer_mesh_gap(map->mesh, point, run->radius) <= 0.0f;
    }
    return veer_grid_is_blocked(map->walls, veer_grid_cell_at(map->walls, point));
}

bool veer_squad_map_is_clear(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to, float radius)
{
    VeerMapSight sight = veer_map_sight(run->world, run->world->map.walls, SIGHT_RADII * radius);
    return !map_of(run) || veer_map_is_clear(&sight, from, to);
}

static const VeerMapClass *class_of(const VeerSquadRun *run, float radius)
{
    return veer_map_class(run->world, veer_map_class_for(run->world, radius));
}

uint32_t veer_squad_map_region(const VeerSquadRun *run, VeerVec3 point)
{
    if (!grid_of(run)) {
        return 0;
    }
    const VeerMapClass *class = class_of(run, run->radius);
    VeerCell cell = veer_grid_cell_at(class->grid, point);
    bool is_found = !veer_grid_is_blocked(class->grid, cell) ||
                    veer_labels_nearest(class->labels, cell, VEER_NO_LABEL, &cell);
    return is_found ? veer_labels_at(class->labels, cell) : VEER_NO_LABEL;
}

bool veer_squad_map_reaches(const VeerSquadRun *run, uint32_t region, VeerVec3 point)
{
    if (!grid_of(run)) {
        return true;
    }
    const VeerMapClass *class = class_of(run, run->radius);
    VeerCell cell = veer_grid_cell_at(class->grid, point);
    if (veer_labels_at(class->labels, cell) == region) {
        return true;
    }
    // A cell counts by its middle: a point in it may yet have room, beside a cell that does.
    for (int32_t i = 0; i < 9; ++i) {
        VeerCell near = {cell.x + i % 3 - 1, cell.y + i / 3 - 1};
        if (veer_labels_at(class->labels, near) == region &&
            veer_squad_map_is_clear(run, veer_grid_centre(class->grid, near), point, run->radius)) {
            return true;
        }
    }
    return false;
}

void veer_squad_map_slice(const VeerSquadRun *run, const VeerWayPiece *piece, float margin,
                          VeerSlice *slice)
{
    const VeerGrid *grid = grid_of(run);
    if (!grid) {
        return;
    }
    float size = veer_grid_def(grid)->cell_size;
    float step = max_f(LOOK_CELLS * size, LOOK_RADII * run->radius);
    for (float y = -piece->half_width; y <= piece->half_width; y += step) {
        for (float x = -piece->half_length; x <= piece->half_length; x += step) {
            VeerVec3 at = along3(along3(piece->middle, piece->ahead, x), piece->left, y);
            if (veer_grid_is_blocked(grid, veer_grid_cell_at(grid, at))) {
                veer_slice_block(slice, y - 0.5f * step - margin, y + 0.5f * step + margin);
                break;
            }
        }
    }
}

/// Searches a way for bodies of a radius, pulled tight: points[*count] of the map's scratch, the
/// first where it begins. @return whether it leads to the goal's own region
static bool search(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                   uint32_t *count)
{
    VeerWorldMap *map = &run->world->map;
    const VeerMapClass *class = class_of(run, radius);
    VeerGridQuery query = veer_grid_query_default();
    query.grid = class->grid;
    query.start = veer_grid_cell_at(class->grid, from);
    query.goal = veer_grid_cell_at(class->grid, to);
    *count = 0;
    if (veer_grid_is_blocked(class->grid, query.start) &&
        !veer_labels_nearest(class->labels, query.start, VEER_NO_LABEL, &query.start)) {
        return false;
    }
    uint32_t label = veer_labels_at(class->labels, query.start), cells = 0;
    bool is_whole = veer_labels_at(class->labels, query.goal) == label;
    if (!is_whole) {
        (void)veer_labels_nearest(class->labels, query.goal, label, &query.goal);
    }
    // The search is lent by the plan stage, which begins its own again where it had got to.
    map->is_search_live = false;
    if (veer_grid_search_begin(map->search, &query) != VEER_OK) {
        return false;
    }
    (void)veer_search_run(map->search, UINT32_MAX);
    (void)veer_grid_search_route(map->search, map->cells, map->room, &cells);
    if (veer_grid_pull(class->grid, map->cells, cells, map->points, map->room - 1, count) !=
        VEER_OK) {
        *count = 0;
    }
    return is_whole && *count > 0;
}

static float length_of(const VeerVec3 *points, uint32_t count)
{
    float length = 0.0f;
    for (uint32_t i = 1; i < count; ++i) {
        length += length3(sub3(points[i], points[i - 1]));
    }
    return length;
}

/// The way for the whole formation where it is not much longer than that for a file, else that.
/// @return how many points of the map's scratch
static uint32_t search_widely(const VeerSquadRun *run, float side, VeerVec3 from, VeerVec3 to)
{
    VeerWorldMap *map = &run->world->map;
    uint32_t count, wide = 0;
    (void)search(run, run->radius, from, to, &count);
    float most = WIDE_DETOUR * length_of(map->points, count);
    bool has_room = side > run->radius && map->head->class_count < run->world->def.map.max_classes;
    if (has_room && search(run, side + run->radius, from, to, &wide) &&
        length_of(map->points, wide) <= most) {
        return wide;
    }
    if (has_room) {
        (void)search(run, run->radius, from, to, &count);
    }
    return count;
}

/// Away from the blocked cells that meet at a point.
static VeerVec3 off_corner(const VeerGrid *grid, VeerVec3 point)
{
    static const VeerVec3 quarters[] = {{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}};
    float reach = CORNER_CELLS * veer_grid_def(grid)->cell_size;
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
    const VeerGrid *grid = class_of(run, run->radius)->grid;
    VeerVec3 moved = along3(turn, off_corner(grid, turn), OFF_RADII * run->radius);
    return veer_squad_map_is_clear(run, turn, moved, 0.0f) ? moved : turn;
}

/// A turn moved out, as far as half of the formation where there is so much room.
static VeerVec3 widened(const VeerSquadRun *run, const VeerVec3 *turn, float side)
{
    VeerVec3 before = unit3(sub3(turn[0], turn[-1]), (VeerVec3){0});
    VeerVec3 after = unit3(sub3(turn[1], turn[0]), (VeerVec3){0});
    VeerVec3 out = unit3(sub3(before, after), (VeerVec3){0});
    for (float way = side; way > 0.1f * run->radius; way *= 0.5f) {
        VeerVec3 moved = along3(*turn, out, way);
        if (veer_squad_map_is_clear(run, turn[-1], moved, OFF_RADII * run->radius) &&
            veer_squad_map_is_clear(run, moved, turn[1], OFF_RADII * run->radius)) {
            return moved;
        }
    }
    return *turn;
}

void veer_squad_plan_way(const VeerMarch *march, VeerVec3 to)
{
    const VeerSquadRun *run = march->run;
    VeerSquadSlot *squad = march->squad;
    VeerVec3 from = squad->lead;
    squad->way_count = squad->way_at = squad->is_way_cut = 0;
    float off = OFF_RADII * run->radius;
    if (!veer_squad_has_map(run) || veer_squad_map_is_clear(run, from, to, off)) {
        return;
    }
    VeerVec3 *points = run->world->map.points;
    uint32_t count = search_widely(run, march->side, from, to);
    if (count < 2) {
        return;
    }
    points[0] = from;
    for (uint32_t i = 1; i + 1 < count; ++i) {
        points[i].z = to.z;
        points[i] = put_off(run, points[i]);
    }
    for (uint32_t i = 1; i + 1 < count; ++i) {
        points[i] = widened(run, &points[i], march->side);
    }
    points[count - 1].z = to.z;
    if (veer_squad_map_is_clear(run, points[count - 2], to, run->radius)) {
        points[count - 1] = to;
    } else if (veer_squad_map_is_clear(run, points[count - 1], to, run->radius)) {
        points[count++] = to;
    }
    squad->way_count = count - 1 < VEER_SQUAD_WAY ? count - 1 : VEER_SQUAD_WAY;
    squad->is_way_cut = count - 1 > VEER_SQUAD_WAY;
    for (uint32_t i = 0; i < squad->way_count; ++i) {
        squad->way[i] = points[i + 1];
    }
}
