#include "map/layers/roadmap.h"

#include "map/grid/grid.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

/// Of a cell that no node has yet; and of one that is too near to a node to have one of its own.
#define UNASSIGNED UINT32_MAX
#define CROWDED (UINT32_MAX - 1u)

struct VeerRoadmap {
    uint32_t width, height;
    uint32_t count, room;
    uint32_t *of_cell;      ///< of_cell[width * height]
    VeerRoadmapNode *nodes; ///< nodes[room + 1]
    VeerCell *borders;      ///< borders[room + 1][VEER_ROADMAP_NODE_EDGES]: apart, floods need none
    bool has_halls;         ///< a component that is kept has is_halls
};

typedef struct RoadmapBuild {
    VeerRoadmap *roadmap;
    const VeerGrid *grid;
    const VeerRoadmapDef *def;
    float spacing; ///< cells
} RoadmapBuild;

static const VeerCell beside[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

uint32_t veer_roadmap_room(uint32_t width, uint32_t height)
{
    uint32_t room = width * height;
    return room < VEER_MAX_ROADMAP_NODES ? room : VEER_MAX_ROADMAP_NODES;
}

static size_t lay_out(void *memory, uint32_t width, uint32_t height, VeerRoadmap *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    parts->width = width;
    parts->height = height;
    parts->count = 0;
    parts->room = veer_roadmap_room(width, height);
    parts->of_cell = veer_arena_take(&arena, (size_t)width * height, sizeof *parts->of_cell);
    parts->nodes = veer_arena_take(&arena, parts->room + 1u, sizeof *parts->nodes);
    parts->borders =
        veer_arena_take(&arena, parts->room + 1u, VEER_ROADMAP_NODE_EDGES * sizeof *parts->borders);
    return arena.used;
}

size_t veer_roadmap_size(uint32_t width, uint32_t height)
{
    VeerRoadmap parts;
    return lay_out(NULL, width, height, &parts);
}

static void clear(VeerRoadmap *roadmap)
{
    roadmap->has_halls = false;
    roadmap->count = 0;
    memset(roadmap->of_cell, 0,
           (size_t)roadmap->width * roadmap->height * sizeof *roadmap->of_cell);
}

VeerRoadmap *veer_roadmap_init(void *memory, uint32_t width, uint32_t height)
{
    VeerRoadmap *roadmap = memory;
    (void)lay_out(memory, width, height, roadmap);
    clear(roadmap);
    return roadmap;
}

static bool has_cell(const VeerRoadmap *roadmap, VeerCell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < (int32_t)roadmap->width &&
           cell.y < (int32_t)roadmap->height;
}

static uint32_t *entry(const VeerRoadmap *roadmap, VeerCell cell)
{
    return &roadmap->of_cell[(size_t)cell.y * roadmap->width + (size_t)cell.x];
}

static VeerCell moved(VeerCell cell, uint32_t direction)
{
    return (VeerCell){cell.x + beside[direction].x, cell.y + beside[direction].y};
}

/// The node of a cell: 0 outside.
static uint32_t look(const VeerRoadmap *roadmap, VeerCell cell)
{
    return has_cell(roadmap, cell) ? *entry(roadmap, cell) : 0;
}

uint32_t veer_roadmap_at(const VeerRoadmap *roadmap, VeerCell cell)
{
    return look(roadmap, cell);
}

static VeerCell *borders_of(const VeerRoadmap *roadmap, uint32_t node)
{
    return roadmap->borders + (size_t)node * VEER_ROADMAP_NODE_EDGES;
}

const VeerRoadmapNode *veer_roadmap_node(const VeerRoadmap *roadmap, uint32_t number)
{
    return &roadmap->nodes[number];
}

bool veer_roadmap_border(const VeerRoadmap *roadmap, uint32_t node, uint32_t neighbour,
                         VeerCell *out)
{
    const VeerRoadmapNode *own = &roadmap->nodes[node];
    for (uint32_t i = 0; i < own->count; i++) {
        if (own->next[i] == neighbour) {
            *out = borders_of(roadmap, node)[i];
            return true;
        }
    }
    return false;
}

uint32_t veer_roadmap_count(const VeerRoadmap *roadmap)
{
    return roadmap->count;
}

bool veer_roadmap_has_halls(const VeerRoadmap *roadmap)
{
    return roadmap->has_halls;
}

// --- Cells ---

static bool has_room(const RoadmapBuild *build, VeerCell cell)
{
    float radius = build->def->radius;
    VeerVec3 middle = veer_grid_centre(build->grid, cell);
    return veer_grid_has_gap(build->grid, middle, radius);
}

/// Visits each narrow cell, row by row: no other has a node.
static void for_cells(const RoadmapBuild *build,
                      void (*visit)(const RoadmapBuild *build, VeerCell cell))
{
    for (VeerCell cell = {0, 0}; veer_narrow_next(build->def->narrow, &cell); cell.x++) {
        visit(build, cell);
    }
}

static void mark_free(const RoadmapBuild *build, VeerCell cell)
{
    *entry(build->roadmap, cell) = has_room(build, cell) ? UNASSIGNED : 0;
}

/// Whether the passage goes straight on over a cell.
static bool is_straight(const VeerRoadmap *roadmap, VeerCell cell)
{
    bool is_free[4];
    for (uint32_t i = 0; i < 4; i++) {
        is_free[i] = look(roadmap, moved(cell, i)) > 0;
    }
    return is_free[0] == is_free[2] && is_free[1] == is_free[3] && is_free[0] != is_free[1];
}

static bool has_no_node(uint32_t number)
{
    return number == UNASSIGNED || number == CROWDED;
}

/// Keeps others off a node: each cell is within reach of a few nodes at most, as these are off each
/// other.
static void crowd(const RoadmapBuild *build, VeerCell cell)
{
    int32_t reach = (int32_t)ceilf(build->spacing);
    VeerRoadmap *roadmap = build->roadmap;
    int32_t left = max_i(-reach, -cell.x),
            right = min_i(reach, (int32_t)roadmap->width - 1 - cell.x);
    int32_t lower = max_i(-reach, -cell.y);
    int32_t upper = min_i(reach, (int32_t)roadmap->height - 1 - cell.y);
    for (int32_t y = lower; y <= upper; y++) {
        for (int32_t x = left; x <= right; x++) {
            uint32_t *number = entry(roadmap, (VeerCell){cell.x + x, cell.y + y});
            bool is_near = (float)(x * x + y * y) < build->spacing * build->spacing;
            *number = is_near && *number == UNASSIGNED ? CROWDED : *number;
        }
    }
}

static void put_node(const RoadmapBuild *build, VeerCell cell)
{
    VeerRoadmap *roadmap = build->roadmap;
    if (*entry(roadmap, cell) == UNASSIGNED && roadmap->count < roadmap->room) {
        VeerRoadmapNode *node = &roadmap->nodes[++roadmap->count];
        *node = (VeerRoadmapNode){.cell = cell};
        *entry(roadmap, cell) = roadmap->count;
        crowd(build, cell);
    }
}

static void put_node_at_turn(const RoadmapBuild *build, VeerCell cell)
{
    if (*entry(build->roadmap, cell) == UNASSIGNED && !is_straight(build->roadmap, cell)) {
        put_node(build, cell);
    }
}

/// Gives each cell to the node with the shortest path to it, the lesser number of two: a
/// breadth-first search from all nodes.
static void spread(const RoadmapBuild *build)
{
    VeerRoadmap *roadmap = build->roadmap;
    uint32_t *queue = build->def->queue;
    size_t count = 0;
    for (uint32_t i = 1; i <= roadmap->count && count < build->def->queue_room; i++) {
        queue[count++] = veer_grid_node(build->grid, roadmap->nodes[i].cell);
    }
    for (size_t next = 0; next < count; next++) {
        VeerCell at = veer_grid_node_cell(build->grid, queue[next]);
        for (uint32_t i = 0; i < 4 && count < build->def->queue_room; i++) {
            VeerCell to = moved(at, i);
            if (has_no_node(look(roadmap, to))) {
                *entry(roadmap, to) = *entry(roadmap, at);
                queue[count++] = veer_grid_node(build->grid, to);
            }
        }
    }
}

static void clear_unassigned(const RoadmapBuild *build, VeerCell cell)
{
    uint32_t *number = entry(build->roadmap, cell);
    *number = has_no_node(*number) ? 0 : *number;
}

// --- Edges ---

/// Adds an edge from one node to another, over a cell of its own.
static void add_edge(const VeerRoadmap *roadmap, uint32_t node, uint32_t to, VeerCell border)
{
    VeerRoadmapNode *from = &roadmap->nodes[node];
    VeerCell *borders = borders_of(roadmap, node);
    uint32_t at = from->count;
    for (uint32_t i = 0; i < from->count; i++) {
        if (from->next[i] == to) {
            return;
        }
    }
    if (from->count == VEER_ROADMAP_NODE_EDGES) {
        return;
    }
    for (; at > 0 && from->next[at - 1] > to; at--) {
        from->next[at] = from->next[at - 1];
        borders[at] = borders[at - 1];
    }
    from->next[at] = to;
    borders[at] = border;
    from->count++;
}

static void add_edges(const RoadmapBuild *build, VeerCell cell)
{
    const VeerRoadmap *roadmap = build->roadmap;
    uint32_t own = *entry(roadmap, cell);
    for (uint32_t i = 0; own > 0 && i < 2; i++) {
        VeerCell other = moved(cell, i);
        uint32_t its = look(roadmap, other);
        if (its > 0 && its != own) {
            add_edge(roadmap, own, its, cell);
            add_edge(roadmap, its, own, other);
        }
    }
}

/// Gives all nodes of a hall, what is connected off tight cells, the number of its first.
static void mark_hall(const RoadmapBuild *build, uint32_t first)
{
    VeerRoadmapNode *nodes = build->roadmap->nodes;
    uint32_t *queue = build->def->queue;
    size_t count = 0, room = build->def->queue_room;
    queue[count++] = first;
    nodes[first].hall = first;
    for (size_t next = 0; next < count; next++) {
        const VeerRoadmapNode *at = &nodes[queue[next]];
        for (uint32_t i = 0; i < at->count && count < room; i++) {
            VeerRoadmapNode *to = &nodes[at->next[i]];
            if (to->hall == 0 && !veer_narrow_has(build->def->tight, to->cell)) {
                to->hall = first;
                queue[count++] = at->next[i];
            }
        }
    }
}

static void mark_halls(const RoadmapBuild *build)
{
    const VeerRoadmap *roadmap = build->roadmap;
    for (uint32_t i = 1; i <= roadmap->count; i++) {
        const VeerRoadmapNode *node = &roadmap->nodes[i];
        if (node->hall == 0 && !veer_narrow_has(build->def->tight, node->cell)) {
            mark_hall(build, i);
        }
    }
}

/// Gives all nodes of a component the number of its first. @return whether it is a maze: it has a
/// node with more than two neighbours and, where few are on tight cells, halls that these connect
static bool mark_component(const RoadmapBuild *build, uint32_t first)
{
    VeerRoadmap *roadmap = build->roadmap;
    uint32_t *queue = build->def->queue, tight = 0, halls = 0;
    size_t count = 0, room = build->def->queue_room;
    bool has_branch = false;
    queue[count++] = first;
    roadmap->nodes[first].component = first;
    for (size_t next = 0; next < count; next++) {
        const VeerRoadmapNode *at = &roadmap->nodes[queue[next]];
        has_branch |= at->count > 2;
        tight += at->hall == 0;
        halls += at->hall == queue[next];
        for (uint32_t i = 0; i < at->count && count < room; i++) {
            VeerRoadmapNode *to = &roadmap->nodes[at->next[i]];
            if (to->component == 0) {
                to->component = first;
                queue[count++] = at->next[i];
            }
        }
    }
    roadmap->nodes[first].is_halls = halls > 0 && tight < build->def->least;
    return has_branch && (halls > 1 || tight >= build->def->least);
}

/// Drops components that are no mazes.
static void drop_components(const RoadmapBuild *build)
{
    VeerRoadmap *roadmap = build->roadmap;
    bool is_any = false;
    mark_halls(build);
    for (uint32_t i = 1; i <= roadmap->count; i++) {
        if (roadmap->nodes[i].component == 0) {
            bool is_dropped = !mark_component(build, i);
            roadmap->nodes[i].is_dropped = is_dropped;
            is_any |= !is_dropped;
            roadmap->has_halls |= !is_dropped && roadmap->nodes[i].is_halls;
        }
    }
    roadmap->count = is_any ? roadmap->count : 0;
}

static void drop_cell(const RoadmapBuild *build, VeerCell cell)
{
    VeerRoadmap *roadmap = build->roadmap;
    uint32_t *number = entry(roadmap, cell);
    if (*number > 0 && roadmap->nodes[roadmap->nodes[*number].component].is_dropped) {
        *number = 0;
    }
}

uint32_t veer_roadmap_build(VeerRoadmap *roadmap, const VeerGrid *grid, const VeerRoadmapDef *def)
{
    RoadmapBuild build = {roadmap, grid, def, 2.0f * def->radius / grid->def.cell_size};
    clear(roadmap);
    for_cells(&build, mark_free);
    for_cells(&build, put_node_at_turn);
    for_cells(&build, put_node);
    spread(&build);
    for_cells(&build, clear_unassigned);
    for_cells(&build, add_edges);
    drop_components(&build);
    for_cells(&build, drop_cell);
    return roadmap->count;
}
