/// The map of a scenario: read, generated, written back into its text, and its doors.
#ifndef VEER_IO_SCENARIO_MAP_H
#define VEER_IO_SCENARIO_MAP_H

#include "io/scenario/base/base.h"
#include "veer/movingai.h"

/// @name Stages, in this order. @return false with the reader's error
/// @{
bool veer_load_map(VeerLoader *loader);
/// Blocks the cells that static obstacles meet.
bool veer_map_lay_obstacles(VeerLoader *loader);
/// Blocks or frees what lies in the event's box, or closes or opens its link.
VeerStatus veer_map_move_door(const VeerScenario *scenario, VeerWorld *world,
                              const VeerTimelineEvent *event);
/// @}

/// What the text of a map states, of all that only some kinds of maps can have: bits.
typedef enum VeerMapStated {
    VEER_STATED_ROWS = 1u << 0,
    VEER_STATED_FILE = 1u << 1,
    VEER_STATED_MAZE = 1u << 2,
    VEER_STATED_CITY = 1u << 3,
    VEER_STATED_SIZE = 1u << 4,
    VEER_STATED_SOURCES = (1u << 5) - 1u, ///< what its cells come from: one of those above
    VEER_STATED_OF_VOXELS = 7u << 5,      ///< depth, runs, tunnels
    VEER_STATED_FREE = 1u << 8,
    VEER_STATED_BLOCKED = 1u << 9,
    VEER_STATED_OBSTACLES = 1u << 10,
    VEER_STATED_CROWDS = 1u << 11,
    VEER_STATED_SCATTER = 1u << 12,
    VEER_STATED_OF_GRIDS = VEER_STATED_ROWS | VEER_STATED_MAZE | VEER_STATED_CITY |
                           VEER_STATED_OBSTACLES | VEER_STATED_CROWDS
} VeerMapStated;
uint32_t veer_map_stated(const VeerMapSpec *spec);

/// @name The parts of loading it
/// @{
bool veer_load_voxels(VeerLoader *loader, const VeerNode *node, const VeerMapSpec *spec);
/// Its part where it is the mesh of a level in a file.
bool veer_load_level(VeerLoader *loader, const VeerNode *map, VeerMapSpec *spec);
/// Whether a map of a file has cells that cost more than others.
bool veer_map_has_costs(const VeerMapText *text);
/// Reads what cells cost, once the map is there: rows of it, then rectangles.
bool veer_load_costs(VeerLoader *loader, const VeerMapSpec *spec);
/// Keeps the costs of a map as rows, so that the scenario's text holds all of it.
void veer_keep_costs(VeerStore *store, VeerNode *map, const VeerMapText *text);
/// Reads its links, once it is there.
bool veer_load_links(VeerLoader *loader, const VeerNode *links);
bool veer_load_mesh(VeerLoader *loader, const VeerNode *map, const VeerMapSpec *spec);
bool veer_load_graph(VeerLoader *loader, const VeerNode *map, const VeerMapSpec *spec);
/// @}

/// Blocks or frees what lies in the boxes of a list: cells, voxels or nodes.
bool veer_load_boxes(VeerLoader *loader, const VeerNode *list, bool is_blocked);
/// The cells that a rectangle covers: those whose middles lie in it.
VeerCellRect veer_map_rect(const VeerGridDef *def, VeerVec3 lower, VeerVec3 upper);

/// How many cells of a map lie in a rectangle.
double veer_map_box_cells(const VeerGridDef *def, VeerVec3 lower, VeerVec3 upper);

#endif
