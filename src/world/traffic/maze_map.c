/// The roadmap of a world's map.
#include "world/traffic/maze_map.h"
#include "math/vec.h"
#include "world/map/map.h"
#include "world/traffic/traffic.h"

/// Connected components with fewer nodes are no mazes.
#define MIN_NODES 32u
/// Passages narrower than so many radii have nodes: two agents do not even fit side by side.
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
    size_t room = veer_roadmap_room(def->width, def->height) + 1u;
    parts.holder = veer_arena_take(arena, room, sizeof *parts.holder);
    parts.claimer = veer_arena_take(arena, room, sizeof *parts.claimer);
    parts.steps = veer_arena_take(arena, room, sizeof *parts.steps);
    parts.queue = veer_arena_take(arena, room, sizeof *parts.queue);
    parts.inner_steps = veer_arena_take(arena, room, sizeof *parts.inner_steps);
    parts.inner_queue = veer_arena_take(arena, room, sizeof *parts.inner_queue);
    parts.is_done = veer_arena_take(arena, world->def.max_agents, sizeof *parts.is_done);
    world->map.traffic.maze = arena->base ? maze : NULL;
    if (arena->base) {
        parts.roadmap = veer_roadmap_init(nodes, def->width, def->height);
        parts.narrow = veer_narrow_init(narrow, def->width, def->height);
        *maze = parts;
    }
}

static void build(VeerWorld *world, VeerMaze *maze)
{
    VeerWorldMap *map = &world->map;
    float cells = ceilf(NARROW_RADII * maze->radius / veer_map_cell_size(world));
    int32_t side = (int32_t)min_f(cells, (float)VEER_MAX_GRID_CELLS);
    VeerRoadmapDef def = {
        .narrow = maze->narrow,
        .radius = maze->radius,
        .least = MIN_NODES,
        .queue = map->routes.marks,
        .queue_room = map->routes.room * (sizeof *map->routes.cells / sizeof(uint32_t)),
    };
    if (!veer_walls_leave_no_room(world, maze->radius) &&
        veer_narrow_mark(maze->narrow, map->grid.walls, side, 1)) {
        (void)veer_roadmap_build(maze->roadmap, map->grid.walls, &def);
    } else {
        (void)veer_roadmap_init(maze->roadmap, world->def.map.grid.width,
                                world->def.map.grid.height);
    }
}

bool veer_maze_refresh(VeerWorld *world)
{
    VeerMaze *maze = world->map.traffic.maze;
    uint32_t version = veer_grid_version(world->map.grid.walls);
    float radius = world->map.head->maze_radius;
    if (!maze->is_made || maze->version != version || maze->radius != radius) {
        maze->version = version;
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
