/// Start and goal of paths over cells, of grids and of voxels.
#include "world/route/route.h"

_Static_assert(VEER_NO_LABEL == VEER_NO_VOXEL_LABEL, "labels of both kinds are compared");

VeerVoxel veer_cells_at(const VeerWorldMap *map, VeerVec3 point)
{
    if (map->voxels.blocked) {
        return veer_voxels_at(map->voxels.blocked, point);
    }
    VeerCell cell = veer_grid_cell_at(map->grid.walls, point);
    return (VeerVoxel){cell.x, cell.y, 0};
}

VeerVec3 veer_cells_middle(const VeerWorldMap *map, VeerVoxel cell)
{
    return map->voxels.blocked ? veer_voxels_centre(map->voxels.blocked, cell)
                               : veer_grid_centre(map->grid.walls, veer_cells_flat(cell));
}

bool veer_cells_have(const VeerWorldMap *map, VeerVoxel cell, VeerVec3 point)
{
    return veer_cells_are_same(veer_cells_at(map, point), cell);
}

static bool is_blocked(const VeerMapClass *class, VeerVoxel cell)
{
    return class->voxels ? veer_voxels_is_blocked(class->voxels, cell)
                         : veer_grid_is_blocked(class->grid, veer_cells_flat(cell));
}

static bool has_labels(const VeerMapClass *class)
{
    return !class->voxels || class->has_labels;
}

uint32_t veer_cells_label(const VeerMapClass *class, VeerVoxel cell)
{
    return class->voxels ? veer_voxel_labels_at(class->voxel_labels, cell)
                         : veer_labels_at(class->labels, veer_cells_flat(cell));
}

/// The cell nearest to one of those with a label (VEER_NO_LABEL: with any).
static bool find_nearest(const VeerMapClass *class, VeerVoxel cell, uint32_t label, VeerVoxel *out)
{
    VeerCell flat;
    if (class->voxels) {
        return veer_voxel_labels_nearest(class->voxel_labels, cell, label, out);
    }
    bool is_found = veer_labels_nearest(class->labels, veer_cells_flat(cell), label, &flat);
    if (is_found) {
        *out = (VeerVoxel){flat.x, flat.y, 0};
    }
    return is_found;
}

static int64_t squared(VeerVoxel a, VeerVoxel b)
{
    int64_t x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

bool veer_cells_find_start(const VeerMapClass *class, VeerVoxel at, VeerVoxel goal, VeerVoxel *out)
{
    VeerVoxel other;
    *out = at;
    if (!has_labels(class) || !is_blocked(class, at)) {
        return true;
    }
    bool is_found = find_nearest(class, at, VEER_NO_LABEL, out);
    if (is_found && find_nearest(class, at, veer_cells_label(class, goal), &other) &&
        squared(at, other) <= squared(at, *out)) {
        *out = other;
    }
    return is_found;
}

VeerVoxel veer_cells_goal(const VeerWorld *world, const VeerMapClass *class, uint32_t may_use,
                          VeerVoxel start, VeerVec3 to)
{
    VeerVoxel cell = veer_cells_at(&world->map, to), best = cell, other;
    uint32_t label = veer_cells_label(class, start), *labels = &label, count = 1;
    uint32_t wanted = veer_cells_label(class, cell);
    if (wanted != label && world->map.links.all) {
        count = veer_links_reach(world, class, may_use, label);
        labels = world->map.links.labels;
    }
    if (!has_labels(class) || veer_links_has_label(labels, count, wanted)) {
        return cell;
    }
    bool has_best = false;
    for (uint32_t i = 0; i < count; i++) {
        if (find_nearest(class, cell, labels[i], &other) &&
            (!has_best || squared(cell, other) < squared(cell, best))) {
            best = other;
            has_best = true;
        }
    }
    return best;
}

/// An agent on a link plans from the link's end.
bool veer_cells_place(VeerWorld *world, uint32_t slot, VeerPlanJob *job)
{
    job->class = veer_map_class_for(world, world->agent.radius[slot]);
    const VeerMapClass *class = veer_map_class(world, job->class);
    VeerVoxel at = veer_cells_at(&world->map, job->from);
    if (veer_links_is_crossing(world, slot)) {
        VeerCell exit = veer_links_exit(world, slot, class);
        at = (VeerVoxel){exit.x, exit.y, 0};
    }
    if (!veer_cells_find_start(class, at, veer_cells_at(&world->map, job->to), &job->start)) {
        return false;
    }
    job->goal = veer_cells_goal(world, class, veer_links_allowed(world, slot), job->start, job->to);
    return true;
}

bool veer_cells_have_opened(VeerWorld *world, uint32_t slot)
{
    const VeerWorldMap *map = &world->map;
    const VeerMapClass *class =
        veer_map_class(world, veer_map_class_for(world, world->agent.radius[slot]));
    uint32_t label = veer_cells_label(class, veer_cells_at(map, map->routes.all[slot].target));
    uint32_t wanted = veer_cells_label(class, veer_cells_at(map, world->agent.goal_point[slot]));
    if (label == VEER_NO_LABEL || wanted == VEER_NO_LABEL) {
        return false;
    }
    if (label == wanted || !map->links.all) {
        return label == wanted;
    }
    uint32_t count = veer_links_reach(world, class, veer_links_allowed(world, slot), label);
    return veer_links_has_label(map->links.labels, count, wanted);
}
