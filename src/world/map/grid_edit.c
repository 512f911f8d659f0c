/// Grids as maps of worlds: what the host edits and reads, and which routes have to know.
#include "geom/box.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/map/grid_map.h"
#include "world/map/map.h"

const VeerGrid *veer_world_grid(const VeerWorld *world)
{
    return world->map.grid.walls;
}

const VeerGrid *veer_world_covered_grid(const VeerWorld *world)
{
    return world->map.grid.covered;
}

static VeerStatus open_map(const VeerWorld *world)
{
    return world->map.grid.walls ? veer_world_check_idle(world) : VEER_BAD_VALUE;
}

static int32_t clamped(int32_t value, uint32_t limit)
{
    return value < 0 ? 0 : value < (int32_t)limit ? value : (int32_t)limit;
}

/// m from a point to a box, in a planar world in the plane.
static float distance_to(const VeerWorld *world, VeerBounds box, VeerVec3 point)
{
    VeerVec3 nearest = veer_box_nearest(box, point);
    return length3(veer_world_flat(world, sub3(nearest, point)));
}

static VeerBounds box_of(const VeerGridDef *def, VeerCellRect rect)
{
    float size = def->cell_size;
    return (VeerBounds){
        {def->origin.x + (float)rect.lower.x * size, def->origin.y + (float)rect.lower.y * size, 0},
        {def->origin.x + (float)rect.upper.x * size, def->origin.y + (float)rect.upper.y * size,
         0}};
}

/// Whether a path through freed cells may be shorter: the straight one to them and on is.
static bool may_shorten(const VeerWorld *world, uint32_t slot, VeerBounds opened)
{
    uint8_t status = world->map.routes.all[slot].status;
    if (world->map.routes.all[slot].field > 0) {
        return false; // fields are recomputed
    }
    if (status != VEER_ROUTE_WHOLE) {
        return status != VEER_ROUTE_NONE;
    }
    float through = distance_to(world, opened, world->agent.position[slot]) +
                    distance_to(world, opened, world->agent.goal_point[slot]);
    return through < veer_route_rest(world, slot);
}

void veer_map_tell_routes(VeerWorld *world, VeerBounds opened)
{
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (may_shorten(world, slot, opened)) {
            veer_route_wake(world, slot);
        }
    }
}

static void finish_edit(VeerWorld *world, VeerCellRect opened)
{
    veer_grid_commit(world->map.grid.walls);
    veer_grid_commit(world->map.grid.covered);
    world->map.head->is_edited = 1;
    if (opened.lower.x < opened.upper.x) {
        veer_map_tell_routes(world, box_of(&world->def.map.grid, opened));
    }
}

/// A rectangle clipped to the map.
static VeerCellRect clipped(const VeerWorld *world, VeerCellRect rect)
{
    const VeerGridDef *def = &world->def.map.grid;
    rect.lower = (VeerCell){clamped(rect.lower.x, def->width), clamped(rect.lower.y, def->height)};
    rect.upper = (VeerCell){clamped(rect.upper.x, def->width), clamped(rect.upper.y, def->height)};
    return rect;
}

VeerStatus veer_world_grid_fill(VeerWorld *world, VeerCellRect rect, bool is_blocked)
{
    VeerStatus status = open_map(world);
    if (status != VEER_OK) {
        return status;
    }
    rect = clipped(world, rect);
    for (VeerCell cell = rect.lower; cell.y < rect.upper.y; cell.y++) {
        for (cell.x = rect.lower.x; cell.x < rect.upper.x; cell.x++) {
            veer_map_put(world, cell, is_blocked);
        }
    }
    finish_edit(world, is_blocked ? (VeerCellRect){{0, 0}, {0, 0}} : rect);
    return VEER_OK;
}

/// Changed costs may concern any route.
static void finish_costs(VeerWorld *world)
{
    veer_grid_commit(world->map.grid.walls);
    veer_grid_commit(world->map.grid.covered);
    world->map.head->is_edited = 1;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (veer_route_is_on(world, slot)) {
            veer_route_ask(world, slot);
        }
    }
}

VeerStatus veer_world_grid_set_cost(VeerWorld *world, VeerCellRect rect, uint8_t cost)
{
    VeerStatus status = world->map.grid.costs && cost > 0 ? open_map(world) : VEER_BAD_VALUE;
    if (status != VEER_OK) {
        return status;
    }
    rect = clipped(world, rect);
    for (VeerCell cell = rect.lower; cell.y < rect.upper.y; cell.y++) {
        for (cell.x = rect.lower.x; cell.x < rect.upper.x; cell.x++) {
            veer_map_put_cost(world, cell, cost);
        }
    }
    finish_costs(world);
    return VEER_OK;
}

VeerStatus veer_world_grid_copy(VeerWorld *world, const VeerGrid *from)
{
    VeerStatus status = open_map(world);
    if (status != VEER_OK) {
        return status;
    }
    const VeerGridDef *def = &world->def.map.grid, *other = from ? veer_grid_def(from) : NULL;
    if (!other || other->width != def->width || other->height != def->height) {
        return VEER_BAD_VALUE;
    }
    VeerCellRect all = {{0, 0}, {(int32_t)def->width, (int32_t)def->height}};
    for (VeerCell cell = all.lower; cell.y < all.upper.y; cell.y++) {
        for (cell.x = 0; cell.x < all.upper.x; cell.x++) {
            veer_map_put(world, cell, veer_grid_is_blocked(from, cell));
            if (world->map.grid.costs) {
                veer_map_put_cost(world, cell, veer_grid_cost(from, cell));
            }
        }
    }
    finish_edit(world, all);
    return VEER_OK;
}
