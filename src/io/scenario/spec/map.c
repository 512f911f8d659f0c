/// The keys of maps.
#include "io/scenario/spec/tables.h"

#include "veer/grid.h"
#include "veer/voxels.h"

#define AT(type, member) offsetof(type, member)
#define MOST ((double)VEER_MAX_GRID_CELLS)

static const VeerProperty map_keys[] = {
    {VECTOR("origin", AT(VeerMapSpec, origin), 0)},
    {NUMBER("cell_size", AT(VeerMapSpec, cell_size), 0, LIMIT, ABOVE)},
    {NUMBER("piece_size", AT(VeerMapSpec, piece_size), 0, LIMIT, ABOVE)},
    {NODE("rows", AT(VeerMapSpec, rows), 0)},
    {TEXT("file", AT(VeerMapSpec, file), 0)},
    {NODE("maze", AT(VeerMapSpec, maze), 0)},
    {NODE("city", AT(VeerMapSpec, city), 0)},
    {NODE("mesh", AT(VeerMapSpec, mesh), 0)},
    {NODE("graph", AT(VeerMapSpec, graph), 0)},
    {TEXT("obj", AT(VeerMapSpec, level), 0)},
    {NODE("walker", AT(VeerMapSpec, walker), 0)},
    {COUNT("width", AT(VeerMapSpec, width), 1, MOST, 0)},
    {COUNT("height", AT(VeerMapSpec, height), 1, MOST, 0)},
    {COUNT("scatter", AT(VeerMapSpec, scatter), 0, 1 << 24, 0)},
    {COUNT("depth", AT(VeerMapSpec, depth), 1, VEER_MAX_VOXEL_CELLS, 0)},
    {NODE("runs", AT(VeerMapSpec, runs), 0)},
    {NODE("tunnels", AT(VeerMapSpec, tunnels), 0)},
    {NODE("blocked", AT(VeerMapSpec, blocked), 0)},
    {NODE("free", AT(VeerMapSpec, free), 0)},
    {NODE("costs", AT(VeerMapSpec, costs), 0)},
    {NODE("cost_rows", AT(VeerMapSpec, cost_rows), 0)},
    {NODE("links", AT(VeerMapSpec, links), 0)},
    {FLAG("obstacles", AT(VeerMapSpec, has_obstacles))},
    {LAYERS("layers", AT(VeerMapSpec, def.layer))},
    {COUNT("max_classes", AT(VeerMapSpec, def.max_classes), 1, 16, 0)},
    {COUNT("max_route_points", AT(VeerMapSpec, def.max_route_points), 1, 1 << 24, 0)},
    {COUNT("budget", AT(VeerMapSpec, def.budget), 1, 1e9, 0)},
    {COUNT("max_fields", AT(VeerMapSpec, def.max_fields), 0, 64, 0)},
    {COUNT("field_agents", AT(VeerMapSpec, def.field_agents), 0, 1 << 24, 0)},
    {FLAG("crowds", AT(VeerMapSpec, def.has_crowds))},
};
const VeerSchema veer_map_schema = VEER_SCHEMA("map", map_keys);

static const VeerProperty foresight_keys[] = {
    {BOUNDS("bounds", AT(VeerForesightSpec, bounds), REQUIRED)},
    {NUMBER("cell_size", AT(VeerForesightSpec, def.window.cell_size), 0, LIMIT, ABOVE)},
    {NUMBER("tick", AT(VeerForesightSpec, def.window.tick), 0, LIMIT, ABOVE)},
    {COUNT("max_states", AT(VeerForesightSpec, def.max_states), 1, 1 << 24, 0)},
    {COUNT("budget", AT(VeerForesightSpec, def.budget), 1, 1e9, 0)},
};
const VeerSchema veer_foresight_schema = VEER_SCHEMA("foresight", foresight_keys);

static const VeerProperty mesh_keys[] = {
    {POINTS("vertices", AT(VeerMeshSpec, vertices), REQUIRED)},
    {NODE("polygons", AT(VeerMeshSpec, polygons), REQUIRED)},
};
const VeerSchema veer_mesh_schema = VEER_SCHEMA("mesh", mesh_keys);

static const VeerProperty graph_keys[] = {
    {NODE("tiling", AT(VeerGraphSpec, tiling), 0)},
    {POINTS("nodes", AT(VeerGraphSpec, nodes), 0)},
    {NODE("edges", AT(VeerGraphSpec, edges), 0)},
    {NODE("one_way", AT(VeerGraphSpec, one_way), 0)},
    {NODE("cells", AT(VeerGraphSpec, cells), 0)},
    {NUMBER("radius", AT(VeerGraphSpec, radius), 0, LIMIT, 0)},
    {FLAG("walls", AT(VeerGraphSpec, has_walls))},
};
const VeerSchema veer_graph_schema = VEER_SCHEMA("graph", graph_keys);

_Static_assert(sizeof(VeerTiling) == sizeof(int), "a tiling is read as a choice");
static const char *const tiling_names[] = {"squares", "hexes", "discs", NULL};
static const VeerProperty tiling_keys[] = {
    {CHOICE("kind", AT(VeerTilingDef, kind), tiling_names, REQUIRED)},
    {COUNT("columns", AT(VeerTilingDef, columns), 1, 4096, REQUIRED)},
    {COUNT("rows", AT(VeerTilingDef, rows), 1, 4096, REQUIRED)},
    {NUMBER("pitch", AT(VeerTilingDef, pitch), 0, LIMIT, REQUIRED | ABOVE)},
    {NUMBER("size", AT(VeerTilingDef, size), 0, LIMIT, ABOVE)},
};
const VeerSchema veer_tiling_schema = VEER_SCHEMA("tiling", tiling_keys);

static const VeerProperty maze_keys[] = {
    {COUNT("columns", AT(VeerMazeSpec, columns), 1, 4096, REQUIRED)},
    {COUNT("rows", AT(VeerMazeSpec, rows), 1, 4096, REQUIRED)},
    {COUNT("corridor", AT(VeerMazeSpec, corridor), 1, 256, 0)},
    {COUNT("wall", AT(VeerMazeSpec, wall), 1, 256, 0)},
    {NUMBER("loops", AT(VeerMazeSpec, loops), 0, 1, 0)},
};
const VeerSchema veer_maze_schema = VEER_SCHEMA("maze", maze_keys);

static const VeerProperty city_keys[] = {
    {COUNT("width", AT(VeerCitySpec, width), 16, MOST, REQUIRED)},
    {COUNT("height", AT(VeerCitySpec, height), 16, MOST, REQUIRED)},
    {COUNT("avenue", AT(VeerCitySpec, avenue), 1, 256, 0)},
    {COUNT("lane", AT(VeerCitySpec, lane), 1, 256, 0)},
    {COUNT("block", AT(VeerCitySpec, block), 8, 4096, 0)},
    {NUMBER("squares", AT(VeerCitySpec, squares), 0, 1, 0)},
};
const VeerSchema veer_city_schema = VEER_SCHEMA("city", city_keys);

static const VeerProperty tunnels_keys[] = {
    {COUNT("count", AT(VeerTunnelsSpec, count), 1, 1000, REQUIRED)},
    {COUNT("bore", AT(VeerTunnelsSpec, bore), 1, 1000, 0)},
    {COUNT("halls", AT(VeerTunnelsSpec, halls), 2, 2000, 0)},
    {COUNT("turns", AT(VeerTunnelsSpec, turns), 0, 100, 0)},
};
const VeerSchema veer_tunnels_schema = VEER_SCHEMA("tunnels", tunnels_keys);

static const VeerProperty rect_keys[] = {
    {VECTOR("lower", AT(VeerRectSpec, lower), REQUIRED)},
    {VECTOR("upper", AT(VeerRectSpec, upper), REQUIRED)},
};
const VeerSchema veer_rect_schema = VEER_SCHEMA("rect", rect_keys);

static const VeerProperty walker_keys[] = {
    {NUMBER("height", AT(VeerWalker, height), 0, LIMIT, ABOVE)},
    {NUMBER("climb", AT(VeerWalker, climb), 0, LIMIT, 0)},
    {NUMBER("slope", AT(VeerWalker, slope), 0, 90, 0)},
    {NUMBER("cell_size", AT(VeerWalker, cell_size), 0, LIMIT, ABOVE)},
    {NUMBER("cell_height", AT(VeerWalker, cell_height), 0, LIMIT, ABOVE)},
};
const VeerSchema veer_walker_schema = VEER_SCHEMA("walker", walker_keys);

static const VeerProperty cost_keys[] = {
    {VECTOR("lower", AT(VeerCostSpec, lower), REQUIRED)},
    {VECTOR("upper", AT(VeerCostSpec, upper), REQUIRED)},
    {COUNT("cost", AT(VeerCostSpec, cost), 1, 255, REQUIRED)},
};
const VeerSchema veer_cost_schema = VEER_SCHEMA("cost", cost_keys);

static const VeerProperty link_keys[] = {
    {VECTOR("from", AT(VeerLinkSpec, def.from), REQUIRED)},
    {VECTOR("to", AT(VeerLinkSpec, def.to), REQUIRED)},
    {NUMBER("cost", AT(VeerLinkSpec, def.cost), 0, LIMIT, 0)},
    {FLAG("one_way", AT(VeerLinkSpec, def.is_one_way))},
    {LINK_FLAGS("flags", AT(VeerLinkSpec, def.flags))},
    {FLAG("closed", AT(VeerLinkSpec, is_closed))},
};
const VeerSchema veer_link_schema = VEER_SCHEMA("link", link_keys);
