/// Where a squad's members can get to: its connected components, which lead to which, and paths.
#include "world/squad/base/reach.h"
#include "math/vec.h"
#include "world/map/map.h"
#include "world/route/route.h"
#include "world/squad/base/map.h"

const VeerMapClass *veer_squad_class(const VeerSquadRun *run, float radius)
{
    return veer_map_class(run->world, veer_map_class_for(run->world, radius));
}

// --- Regions ---

/// The region that a cell, or the nearest free one, is in; voxels are all of one where there was no
/// room to tell them apart.
static uint32_t cell_region(const VeerSquadRun *run, VeerVec3 point)
{
    const VeerMapClass *class = veer_squad_class(run, run->radius);
    VeerVoxel at = veer_cells_at(&run->world->map, point);
    bool is_found = veer_cells_find_start(class, at, at, &at);
    return is_found ? veer_cells_label(class, at) : VEER_NO_LABEL;
}

/// The same of a mesh: of what is joined without links, where there may be any.
static uint32_t floor_region(const VeerWorldMap *map, VeerVec3 point)
{
    uint32_t polygon = veer_mesh_nearest(map->mesh.whole, point, NULL);
    bool has_rooms = map->links.all && polygon != VEER_NO_POLYGON;
    return has_rooms ? map->mesh.components[polygon]
                     : veer_mesh_component(map->mesh.whole, polygon);
}

uint32_t veer_squad_map_region(const VeerSquadRun *run, VeerVec3 point)
{
    const VeerWorldMap *map = veer_squad_map(run);
    if (!map) {
        return 0;
    }
    if (map->mesh.whole) {
        return floor_region(map, point);
    }
    if (map->graph.whole) {
        return veer_graph_map_strong_component_at(
            run->world, (VeerGraphWalker){run->radius, run->may_use}, point);
    }
    return cell_region(run, point);
}

// --- From one to another ---

/// The same over links, one-way or not. What can be reached from the region asked for last is kept
/// as long as the squad's turn lasts.
static bool leads_over_links(const VeerSquadRun *run, uint32_t from, uint32_t to)
{
    const VeerWorldMap *map = &run->world->map;
    VeerSquadScratch *scratch = &run->world->squad_scratch;
    if (scratch->reached_count == 0 || scratch->reached[0] != from) {
        const VeerMapClass *class = map->mesh.whole ? NULL : veer_squad_class(run, run->radius);
        scratch->reached_count = veer_links_reach(run->world, class, run->may_use, from);
        for (uint32_t i = 0; i < scratch->reached_count; ++i) {
            scratch->reached[i] = map->links.labels[i];
        }
    }
    return veer_links_has_label(scratch->reached, scratch->reached_count, to);
}

bool veer_squad_map_leads(const VeerSquadRun *run, uint32_t from, uint32_t to)
{
    const VeerWorldMap *map = veer_squad_map(run);
    if (!map || from == to) {
        return true;
    }
    if (map->graph.whole) {
        VeerGraphWalker walker = {run->radius, run->may_use};
        bool is_somewhere = from != VEER_NO_SLOT && to != VEER_NO_SLOT;
        return is_somewhere &&
               veer_graph_map_is_reached(run->world, veer_graph_map_components(run->world, walker),
                                         from, to);
    }
    return map->links.all && leads_over_links(run, from, to);
}

/// Whether a point of a cell without room has room beside one that can be reached: cells count by
/// their middle.
static bool is_beside(const VeerSquadRun *run, uint32_t from, VeerVec3 point)
{
    const VeerMapClass *class = veer_squad_class(run, run->radius);
    VeerCell cell = veer_grid_cell_at(class->grid, point);
    for (int32_t i = 0; i < 9; ++i) {
        VeerCell near = {cell.x + i % 3 - 1, cell.y + i / 3 - 1};
        uint32_t label = veer_labels_at(class->labels, near);
        if (label != VEER_NO_LABEL && veer_squad_map_leads(run, from, label) &&
            veer_squad_map_is_clear(run, veer_grid_centre(class->grid, near), point, run->radius)) {
            return true;
        }
    }
    return false;
}

bool veer_squad_map_reaches(const VeerSquadRun *run, uint32_t from, VeerVec3 point)
{
    const VeerWorldMap *map = veer_squad_map(run);
    if (!map || veer_squad_map_leads(run, from, veer_squad_map_region(run, point))) {
        return true;
    }
    return map->grid.walls && is_beside(run, from, point);
}

// --- Of many ---

/// The region that most of points[count] are in, if more than half of them are in one.
static uint32_t most_common(const VeerSquadRun *run, const uint32_t *slots, uint32_t count)
{
    uint32_t region = 0, votes = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t own = veer_squad_map_region(run, run->world->agent.position[slots[i]]);
        region = votes == 0 ? own : region;
        votes = own == region ? votes + 1 : votes - 1;
    }
    return region;
}

/// Of two regions that lead to a goal, what can be reached from both and leads furthest.
static uint32_t meet(const VeerSquadRun *run, uint32_t a, uint32_t b, uint32_t goal)
{
    if (a == b || veer_squad_map_leads(run, b, a)) {
        return a;
    }
    return veer_squad_map_leads(run, a, b) ? b : goal;
}

uint32_t veer_squad_map_home(const VeerSquadRun *run, const uint32_t *slots, uint32_t count,
                             uint32_t goal)
{
    uint32_t able = 0, home = goal;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t own = veer_squad_map_region(run, run->world->agent.position[slots[i]]);
        if (veer_squad_map_leads(run, own, goal)) {
            home = able++ == 0 ? own : meet(run, home, own, goal);
        }
    }
    return 2u * able > count ? home : most_common(run, slots, count);
}

// --- Paths ---

bool veer_squad_search(const VeerSquadRun *run, float radius, VeerVec3 from, VeerVec3 to,
                       uint32_t *count)
{
    VeerTrip trip = {from, to, radius, run->may_use};
    return veer_route_between(run->world, &trip, count);
}

bool veer_squad_can_lead(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to)
{
    VeerTrip trip = {from, to, run->radius, run->may_use};
    return !veer_squad_map(run) || veer_squad_map_is_clear(run, from, to, run->radius) ||
           veer_route_leads(run->world, &trip);
}
