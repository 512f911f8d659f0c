/// Mazes of chambers, with as many loops as asked for.
#include "io/maps/maps.h"

/// A maze in the making.
typedef struct Maze {
    const VeerMazeSpec *spec;
    VeerGrid *grid;
    VeerChance chance;
} Maze;

static int32_t pitch(const VeerMazeSpec *spec)
{
    return (int32_t)(spec->corridor + spec->wall);
}

void veer_map_size_maze(const VeerMazeSpec *spec, VeerGridDef *def)
{
    def->width = spec->columns * (spec->corridor + spec->wall) + spec->wall;
    def->height = spec->rows * (spec->corridor + spec->wall) + spec->wall;
}

static VeerCell corner(const Maze *maze, VeerCell chamber)
{
    int32_t wall = (int32_t)maze->spec->wall;
    return (VeerCell){chamber.x * pitch(maze->spec) + wall, chamber.y * pitch(maze->spec) + wall};
}

static bool is_in(const Maze *maze, VeerCell chamber)
{
    return chamber.x >= 0 && chamber.y >= 0 && chamber.x < (int32_t)maze->spec->columns &&
           chamber.y < (int32_t)maze->spec->rows;
}

static bool is_visited(const Maze *maze, VeerCell chamber)
{
    return !veer_grid_is_blocked(maze->grid, corner(maze, chamber));
}

static const VeerCell directions[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

static VeerCell beside(VeerCell chamber, uint32_t direction)
{
    return (VeerCell){chamber.x + directions[direction].x, chamber.y + directions[direction].y};
}

/// Frees a chamber, and the wall to the next one.
static void dig(Maze *maze, VeerCell from, VeerCell to)
{
    int32_t size = (int32_t)maze->spec->corridor;
    VeerCell a = corner(maze, from), b = corner(maze, to);
    VeerCell lower = {veer_map_least(a.x, b.x), veer_map_least(a.y, b.y)};
    VeerCell upper = {veer_map_most(a.x, b.x) + size, veer_map_most(a.y, b.y) + size};
    veer_grid_fill(maze->grid, (VeerCellRect){lower, upper}, false);
}

/// The direction of a chamber that was not visited yet; 4: there is none.
static uint32_t choose_direction(Maze *maze, VeerCell chamber)
{
    uint32_t open[4], count = 0;
    for (uint32_t direction = 0; direction < 4; direction++) {
        VeerCell next = beside(chamber, direction);
        if (is_in(maze, next) && !is_visited(maze, next)) {
            open[count++] = direction;
        }
    }
    return count > 0 ? open[veer_chance_below(&maze->chance, count)] : 4;
}

/// Whether the wall between two chambers is open.
static bool is_open(const Maze *maze, VeerCell chamber, uint32_t direction)
{
    VeerCell at = corner(maze, chamber);
    int32_t step = (int32_t)maze->spec->corridor;
    VeerCell wall = {at.x + directions[direction].x * step, at.y + directions[direction].y * step};
    return !veer_grid_is_blocked(maze->grid, wall);
}

/// Walks on into chambers that are not dug yet, and back where there are none.
/// @param from  the direction back from each chamber
static void dig_all(Maze *maze, uint8_t *from)
{
    uint32_t columns = maze->spec->columns;
    VeerCell at = {0, 0};
    dig(maze, at, at);
    from[0] = 4;
    for (;;) {
        uint32_t direction = choose_direction(maze, at);
        if (direction < 4) {
            VeerCell next = beside(at, direction);
            dig(maze, at, next);
            from[(uint32_t)next.y * columns + (uint32_t)next.x] = (uint8_t)(direction ^ 2u);
            at = next;
        } else if (from[(uint32_t)at.y * columns + (uint32_t)at.x] < 4) {
            at = beside(at, from[(uint32_t)at.y * columns + (uint32_t)at.x]);
        } else {
            return;
        }
    }
}

/// Leaves some of the walls out, so that there is more than one path.
static void open_loops(Maze *maze)
{
    VeerCell at;
    for (at.y = 0; at.y < (int32_t)maze->spec->rows; at.y++) {
        for (at.x = 0; at.x < (int32_t)maze->spec->columns; at.x++) {
            for (uint32_t direction = 0; direction < 2; direction++) {
                VeerCell next = beside(at, direction);
                if (is_in(maze, next) && !is_open(maze, at, direction) &&
                    veer_chance_unit(&maze->chance) < maze->spec->loops) {
                    dig(maze, at, next);
                }
            }
        }
    }
}

bool veer_map_lay_maze(const VeerMazeSpec *spec, uint64_t seed, VeerStore *store, VeerGrid *grid)
{
    Maze maze = {spec, grid, veer_chance_start(seed, VEER_FOR_MAP, 0, 0)};
    uint8_t *from = veer_store_take(store, (size_t)spec->columns * spec->rows, 1);
    if (!from) {
        return false;
    }
    const VeerGridDef *def = veer_grid_def(grid);
    VeerCell all = {(int32_t)def->width, (int32_t)def->height};
    veer_grid_fill(grid, (VeerCellRect){{0, 0}, all}, true);
    dig_all(&maze, from);
    open_loops(&maze);
    return true;
}
