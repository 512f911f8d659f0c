/// The keys of maps.
#include "io/scenario/spec/spec.h"

#include "veer/grid.h"
#include "veer/voxels.h"

#define AT(type, member) offsetof(type, member)
#define LIMIT ((double)VEER_WORLD_LIMIT)
#define MOST ((double)VEER_MAX_GRID_CELLS)

enum { REQUIRED = VEER_FIELD_REQUIRED, ABOVE = VEER_FIELD_ABOVE };

static const VeerField map_fields[] = {
    {"origin", VEER_FIELD_VECTOR, AT(VeerMapSpec, origin), 0, 0, 0, NULL},
    {"cell", VEER_FIELD_NUMBER, AT(VeerMapSpec, cell), 0, LIMIT, ABOVE, NULL},
    {"pieces", VEER_FIELD_NUMBER, AT(VeerMapSpec, pieces), 0, LIMIT, ABOVE, NULL},
    {"rows", VEER_FIELD_NODE, AT(VeerMapSpec, rows), 0, 0, 0, NULL},
    {"file", VEER_FIELD_TEXT, AT(VeerMapSpec, file), 0, 0, 0, NULL},
    {"maze", VEER_FIELD_NODE, AT(VeerMapSpec, maze), 0, 0, 0, NULL},
    {"city", VEER_FIELD_NODE, AT(VeerMapSpec, city), 0, 0, 0, NULL},
    {"mesh", VEER_FIELD_NODE, AT(VeerMapSpec, mesh), 0, 0, 0, NULL},
    {"graph", VEER_FIELD_NODE, AT(VeerMapSpec, graph), 0, 0, 0, NULL},
    {"obj", VEER_FIELD_TEXT, AT(VeerMapSpec, level), 0, 0, 0, NULL},
    {"walker", VEER_FIELD_NODE, AT(VeerMapSpec, walker), 0, 0, 0, NULL},
    {"width", VEER_FIELD_COUNT, AT(VeerMapSpec, width), 1, MOST, 0, NULL},
    {"height", VEER_FIELD_COUNT, AT(VeerMapSpec, height), 1, MOST, 0, NULL},
    {"scatter", VEER_FIELD_COUNT, AT(VeerMapSpec, scatter), 0, 1 << 24, 0, NULL},
    {"depth", VEER_FIELD_COUNT, AT(VeerMapSpec, depth), 1, VEER_MAX_VOXEL_CELLS, 0, NULL},
    {"runs", VEER_FIELD_NODE, AT(VeerMapSpec, runs), 0, 0, 0, NULL},
    {"tunnels", VEER_FIELD_NODE, AT(VeerMapSpec, tunnels), 0, 0, 0, NULL},
    {"blocked", VEER_FIELD_NODE, AT(VeerMapSpec, blocked), 0, 0, 0, NULL},
    {"free", VEER_FIELD_NODE, AT(VeerMapSpec, free), 0, 0, 0, NULL},
    {"costs", VEER_FIELD_NODE, AT(VeerMapSpec, costs), 0, 0, 0, NULL},
    {"cost_rows", VEER_FIELD_NODE, AT(VeerMapSpec, cost_rows), 0, 0, 0, NULL},
    {"links", VEER_FIELD_NODE, AT(VeerMapSpec, links), 0, 0, 0, NULL},
    {"obstacles", VEER_FIELD_FLAG, AT(VeerMapSpec, has_obstacles), 0, 0, 0, NULL},
    {"layers", VEER_FIELD_LAYERS, AT(VeerMapSpec, layers), 0, 0, 0, NULL},
    {"classes", VEER_FIELD_COUNT, AT(VeerMapSpec, classes), 1, 16, 0, NULL},
    {"points", VEER_FIELD_COUNT, AT(VeerMapSpec, points), 1, 1 << 24, 0, NULL},
    {"budget", VEER_FIELD_COUNT, AT(VeerMapSpec, budget), 1, 1e9, 0, NULL},
    {"fields", VEER_FIELD_COUNT, AT(VeerMapSpec, fields), 0, 64, 0, NULL},
    {"field_agents", VEER_FIELD_COUNT, AT(VeerMapSpec, field_agents), 0, 1 << 24, 0, NULL},
    {"crowds", VEER_FIELD_FLAG, AT(VeerMapSpec, has_crowds), 0, 0, 0, NULL},
};
const VeerShape veer_map_shape = VEER_SHAPE("map", map_fields);

static const VeerField foresight_fields[] = {
    {"bounds", VEER_FIELD_BOUNDS, AT(VeerForesightSpec, bounds), 0, 0, REQUIRED, NULL},
    {"cell", VEER_FIELD_NUMBER, AT(VeerForesightSpec, cell), 0, LIMIT, ABOVE, NULL},
    {"tick", VEER_FIELD_NUMBER, AT(VeerForesightSpec, tick), 0, LIMIT, ABOVE, NULL},
    {"states", VEER_FIELD_COUNT, AT(VeerForesightSpec, states), 1, 1 << 24, 0, NULL},
    {"budget", VEER_FIELD_COUNT, AT(VeerForesightSpec, budget), 1, 1e9, 0, NULL},
};
const VeerShape veer_foresight_shape = VEER_SHAPE("foresight", foresight_fields);

static const VeerField mesh_fields[] = {
    {"vertices", VEER_FIELD_POINTS, AT(VeerMeshSpec, vertices), 0, 0, REQUIRED, NULL},
    {"polygons", VEER_FIELD_NODE, AT(VeerMeshSpec, polygons), 0, 0, REQUIRED, NULL},
};
const VeerShape veer_mesh_shape = VEER_SHAPE("mesh", mesh_fields);

static const VeerField graph_fields[] = {
    {"tiling", VEER_FIELD_NODE, AT(VeerGraphSpec, tiling), 0, 0, 0, NULL},
    {"nodes", VEER_FIELD_POINTS, AT(VeerGraphSpec, nodes), 0, 0, 0, NULL},
    {"edges", VEER_FIELD_NODE, AT(VeerGraphSpec, edges), 0, 0, 0, NULL},
    {"one_way", VEER_FIELD_NODE, AT(VeerGraphSpec, ways), 0, 0, 0, NULL},
    {"cells", VEER_FIELD_NODE, AT(VeerGraphSpec, cells), 0, 0, 0, NULL},
    {"radius", VEER_FIELD_NUMBER, AT(VeerGraphSpec, radius), 0, LIMIT, 0, NULL},
    {"walls", VEER_FIELD_FLAG, AT(VeerGraphSpec, has_walls), 0, 0, 0, NULL},
};
const VeerShape veer_graph_shape = VEER_SHAPE("graph", graph_fields);

static const char *const tiling_names[] = {"squares", "hexes", "discs", NULL};
static const VeerField tiling_fields[] = {
    {"kind", VEER_FIELD_CHOICE, AT(VeerTilingSpec, kind), 0, 0, REQUIRED, tiling_names},
    {"columns", VEER_FIELD_COUNT, AT(VeerTilingSpec, columns), 1, 4096, REQUIRED, NULL},
    {"rows", VEER_FIELD_COUNT, AT(VeerTilingSpec, rows), 1, 4096, REQUIRED, NULL},
    {"pitch", VEER_FIELD_NUMBER, AT(VeerTilingSpec, pitch), 0, LIMIT, REQUIRED | ABOVE, NULL},
    {"size", VEER_FIELD_NUMBER, AT(VeerTilingSpec, size), 0, LIMIT, ABOVE, NULL},
};
const VeerShape veer_tiling_shape = VEER_SHAPE("tiling", tiling_fields);

static const VeerField maze_fields[] = {
    {"columns", VEER_FIELD_COUNT, AT(VeerMazeSpec, columns), 1, 4096, REQUIRED, NULL},
    {"rows", VEER_FIELD_COUNT, AT(VeerMazeSpec, rows), 1, 4096, REQUIRED, NULL},
    {"corridor", VEER_FIELD_COUNT, AT(VeerMazeSpec, corridor), 1, 256, 0, NULL},
    {"wall", VEER_FIELD_COUNT, AT(VeerMazeSpec, wall), 1, 256, 0, NULL},
    {"loops", VEER_FIELD_NUMBER, AT(VeerMazeSpec, loops), 0, 1, 0, NULL},
};
const VeerShape veer_maze_shape = VEER_SHAPE("maze", maze_fields);

static const VeerField city_fields[] = {
    {"width", VEER_FIELD_COUNT, AT(VeerCitySpec, width), 16, MOST, REQUIRED, NULL},
    {"height", VEER_FIELD_COUNT, AT(VeerCitySpec, height), 16, MOST, REQUIRED, NULL},
    {"avenue", VEER_FIELD_COUNT, AT(VeerCitySpec, avenue), 1, 256, 0, NULL},
    {"lane", VEER_FIELD_COUNT, AT(VeerCitySpec, lane), 1, 256, 0, NULL},
    {"block", VEER_FIELD_COUNT, AT(VeerCitySpec, block), 8, 4096, 0, NULL},
    {"squares", VEER_FIELD_NUMBER, AT(VeerCitySpec, squares), 0, 1, 0, NULL},
};
const VeerShape veer_city_shape = VEER_SHAPE("city", city_fields);

static const VeerField tunnels_fields[] = {
    {"count", VEER_FIELD_COUNT, AT(VeerTunnelsSpec, count), 1, 1000, REQUIRED, NULL},
    {"bore", VEER_FIELD_COUNT, AT(VeerTunnelsSpec, bore), 1, 1000, 0, NULL},
    {"halls", VEER_FIELD_COUNT, AT(VeerTunnelsSpec, halls), 2, 2000, 0, NULL},
    {"turns", VEER_FIELD_COUNT, AT(VeerTunnelsSpec, turns), 0, 100, 0, NULL},
};
const VeerShape veer_tunnels_shape = VEER_SHAPE("tunnels", tunnels_fields);

static const VeerField rect_fields[] = {
    {"lower", VEER_FIELD_VECTOR, AT(VeerRectSpec, lower), 0, 0, REQUIRED, NULL},
    {"upper", VEER_FIELD_VECTOR, AT(VeerRectSpec, upper), 0, 0, REQUIRED, NULL},
};
const VeerShape veer_rect_shape = VEER_SHAPE("rect", rect_fields);

static const VeerField walker_fields[] = {
    {"height", VEER_FIELD_NUMBER, AT(VeerWalkerSpec, height), 0, LIMIT, ABOVE, NULL},
    {"climb", VEER_FIELD_NUMBER, AT(VeerWalkerSpec, climb), 0, LIMIT, 0, NULL},
    {"slope", VEER_FIELD_NUMBER, AT(VeerWalkerSpec, slope), 0, 90, 0, NULL},
    {"cell", VEER_FIELD_NUMBER, AT(VeerWalkerSpec, cell), 0, LIMIT, ABOVE, NULL},
    {"step", VEER_FIELD_NUMBER, AT(VeerWalkerSpec, step), 0, LIMIT, ABOVE, NULL},
};
const VeerShape veer_walker_shape = VEER_SHAPE("walker", walker_fields);

static const VeerField cost_fields[] = {
    {"lower", VEER_FIELD_VECTOR, AT(VeerCostSpec, lower), 0, 0, REQUIRED, NULL},
    {"upper", VEER_FIELD_VECTOR, AT(VeerCostSpec, upper), 0, 0, REQUIRED, NULL},
    {"cost", VEER_FIELD_COUNT, AT(VeerCostSpec, cost), 1, 255, REQUIRED, NULL},
};
const VeerShape veer_cost_shape = VEER_SHAPE("cost", cost_fields);

static const VeerField link_fields[] = {
    {"from", VEER_FIELD_VECTOR, AT(VeerLinkSpec, from), 0, 0, REQUIRED, NULL},
    {"to", VEER_FIELD_VECTOR, AT(VeerLinkSpec, to), 0, 0, REQUIRED, NULL},
    {"cost", VEER_FIELD_NUMBER, AT(VeerLinkSpec, cost), 0, LIMIT, 0, NULL},
    {"one_way", VEER_FIELD_FLAG, AT(VeerLinkSpec, is_one_way), 0, 0, 0, NULL},
    {"flags", VEER_FIELD_LAYERS, AT(VeerLinkSpec, flags), 0, 0, 0, NULL},
    {"closed", VEER_FIELD_FLAG, AT(VeerLinkSpec, is_closed), 0, 0, 0, NULL},
};
const VeerShape veer_link_shape = VEER_SHAPE("link", link_fields);
