/// The roadmap of a world's map.
#include "world/traffic/maze/roadmap.h"
#include "math/vec.h"
#include "world/map/map.h"

/// Connected components with halls and fewer nodes where two cannot pass each other are mazes only
/// while agents meet there. With 8 two rooms with a door are the same, four and nine rooms, which
/// have more such nodes, mazes always.
#define MIN_NODES 32u
/// Radii of width from which on a place is no part of a maze of bodies wider than a cell: between
/// nodes off any lattice, those side by side would touch. On a lattice halls of two streams are
/// none.
#define NARROW_RADII 3.0f

void veer_maze_lay_out(VeerWorld *world, VeerArena *arena)
{
    const VeerGridDef *def = &world->def.map.grid;
    if (!world->map.traits || world->map.traits->kind != VEER_MAP_GRID) {
        return;
    }
    VeerMaze *maze = veer_arena_take(arena, 1, sizeof *maze), parts = {.is_made = false};
    void *nodes = veer_arena_take(arena, 1, veer_roadmap_size(def->width, def->height));
    void *narrow = veer_arena_take(arena, 1, veer_narrow_size(def->width, def->height));
    void *tight = veer_arena_take(arena, 1, veer_narrow_size(def->width, def->height));
    uint32_t nodes_room = veer_roadmap_room(def->width, def->height);
    uint32_t agents = world->def.max_agents;
    void *steps = veer_arena_take(arena, 1, veer_joint_steps_size(nodes_room, agents));
    void *sides = veer_arena_take(arena, 1, veer_joint_sides_size(nodes_room));
    parts.there = veer_arena_take(arena, nodes_room + 1u, sizeof *parts.there);
    parts.coming = veer_arena_take(arena, nodes_room + 1u, sizeof *parts.coming);
    parts.wanted = veer_arena_take(arena, nodes_room + 1u, sizeof *parts.wanted);
    parts.joint_scratch =
        veer_arena_take(arena, nodes_room + 1u, VEER_JOINT_SCRATCH * sizeof *parts.joint_scratch);
    parts.agents = veer_arena_take(arena, agents, sizeof *parts.agents);
    world->map.traffic.maze = arena->base ? maze : NULL;
    if (arena->base) {
        parts.roadmap = veer_roadmap_init(nodes, def->width, def->height);
        parts.narrow = veer_narrow_init(narrow, def->width, def->height);
        parts.tight = veer_narrow_init(tight, def->width, def->height);
        parts.steps = veer_joint_steps_init(steps, nodes_room, agents);
        parts.sides = veer_joint_sides_init(sides, nodes_room);
        *maze = parts;
    }
}

static int32_t cells_of(const VeerWorld *world, float length)
{
    float cells = ceilf(length / veer_map_cell_size(world));
    return (int32_t)min_f(cells, (float)VEER_MAX_GRID_CELLS);
}

bool veer_maze_is_lattice(const VeerWorld *world, float radius)
{
    return 2.0f * radius <= veer_map_cell_size(world);
}

/// Marks the cells of mazes. @return whether there are any
static bool mark(const VeerWorld *world, VeerMaze *maze)
{
    const VeerGrid *walls = world->map.grid.walls;
    bool is_lattice = veer_maze_is_lattice(world, maze->radius);
    float hall = !is_lattice     ? NARROW_RADII
                 : maze->is_wide ? (float)VEER_MAX_GRID_CELLS
                                 : VEER_STREAM_RADII;
    float passing = is_lattice ? VEER_PASSING_RADII : NARROW_RADII;
    return !veer_walls_leave_no_room(world, maze->radius) &&
           veer_narrow_mark(maze->tight, walls, cells_of(world, passing * maze->radius), 0) &&
           veer_narrow_mark(maze->narrow, walls, cells_of(world, hall * maze->radius), 0);
}

static void build(VeerWorld *world, VeerMaze *maze)
{
    VeerWorldMap *map = &world->map;
    VeerRoadmapDef def = {
        .narrow = maze->narrow,
        .tight = maze->tight,
        .radius = maze->radius,
        .least = MIN_NODES,
        .queue = map->routes.marks,
        .queue_room = map->routes.room * (sizeof *map->routes.cells / sizeof(uint32_t)),
    };
    if (mark(world, maze)) {
        (void)veer_roadmap_build(maze->roadmap, map->grid.walls, &def);
    } else {
        (void)veer_roadmap_init(maze->roadmap, world->def.map.grid.width,
                                world->def.map.grid.height);
    }
    veer_joint_steps_clear(maze->steps, veer_roadmap_count(maze->roadmap));
    veer_joint_sides_build(maze->sides, maze->roadmap);
}

bool veer_maze_refresh(VeerWorld *world)
{
    VeerMaze *maze = world->map.traffic.maze;
    uint32_t version = veer_grid_version(world->map.grid.walls);
    float radius = world->map.head->maze_radius;
    bool is_wide = world->map.head->wide_ticks > 0;
    if (!maze->is_made || maze->version != version || maze->radius != radius ||
        maze->is_wide != is_wide) {
        maze->version = version;
        maze->is_wide = is_wide;
        maze->radius = radius;
        maze->is_made = true;
        build(world, maze);
    }
    return veer_roadmap_count(maze->roadmap) > 0;
}

VeerVec3 veer_maze_centre(const VeerWorld *world, uint32_t node)
{
    return veer_grid_centre(world->map.grid.walls,
                            veer_roadmap_node(world->map.traffic.maze->roadmap, node)->cell);
}

uint32_t veer_maze_at(const VeerWorld *world, VeerVec3 point)
{
    return veer_roadmap_at(world->map.traffic.maze->roadmap,
                           veer_grid_cell_at(world->map.grid.walls, point));
}

/// A point a diameter ahead of an agent on its path.
static VeerVec3 point_ahead(const VeerWorld *world, uint32_t slot)
{
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    VeerVec3 ahead = veer_world_offset(world, slot, world->map.routes.all[slot].aim);
    return along3(at, unit3(ahead, (VeerVec3){0}), 2.0f * world->agent.radius[slot]);
}

uint32_t veer_maze_before(const VeerWorld *world, uint32_t slot, uint32_t inside)
{
    if (inside > 0) {
        return inside;
    }
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    VeerVec3 ahead = point_ahead(world, slot);
    uint32_t node = veer_maze_at(world, ahead);
    return node > 0 && veer_map_sees(world, slot, at, ahead) ? node : 0;
}
