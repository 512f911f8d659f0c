/// How much longer it is round cells than through them.
#include "map/grid/grid.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

enum {
    MARGIN = 6,     ///< cells round what is looked at, in which a way round may lead
    MAX_SIDE = 24,  ///< of all that is looked at, cells
    UNSEEN = 65535, ///< no way has been found
};

/// Cells in and round a rectangle, by the middles that a body may be at.
typedef struct DetourWindow {
    VeerCellRect cells, hole; ///< all of them; those that the ways round leave out
    bool is_free[MAX_SIDE * MAX_SIDE];
    uint16_t steps[MAX_SIDE * MAX_SIDE], queue[MAX_SIDE * MAX_SIDE];
} DetourWindow;

static VeerCellRect grown(VeerCellRect rect, int32_t by)
{
    return (VeerCellRect){{rect.lower.x - by, rect.lower.y - by},
                          {rect.upper.x + by, rect.upper.y + by}};
}

static bool holds(VeerCellRect rect, VeerCell cell)
{
    return cell.x >= rect.lower.x && cell.x < rect.upper.x && cell.y >= rect.lower.y &&
           cell.y < rect.upper.y;
}

static uint16_t index_of(const DetourWindow *window, VeerCell cell)
{
    return (uint16_t)((cell.y - window->cells.lower.y) * MAX_SIDE + cell.x - window->cells.lower.x);
}

static VeerCell cell_of(const DetourWindow *window, uint16_t index)
{
    return (VeerCell){window->cells.lower.x + index % MAX_SIDE,
                      window->cells.lower.y + index / MAX_SIDE};
}

static void look(DetourWindow *window, const VeerGrid *grid, float radius)
{
    VeerCellRect all = window->cells;
    for (VeerCell cell = all.lower; cell.y < all.upper.y; cell.y++) {
        for (cell.x = all.lower.x; cell.x < all.upper.x; cell.x++) {
            window->is_free[index_of(window, cell)] =
                !holds(window->hole, cell) && veer_grid_has(grid, cell) &&
                veer_grid_has_gap(grid, veer_grid_centre(grid, cell), radius);
        }
    }
}

/// Finds the steps from a cell to all others, side by side.
static void flood(DetourWindow *window, VeerCell from)
{
    static const int32_t steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    memset(window->steps, 0xff, sizeof window->steps);
    uint32_t count = 1;
    window->queue[0] = index_of(window, from);
    window->steps[window->queue[0]] = 0;
    for (uint32_t at = 0; at < count; at++) {
        VeerCell cell = cell_of(window, window->queue[at]);
        for (uint32_t i = 0; i < 4; i++) {
            VeerCell next = {cell.x + steps[i][0], cell.y + steps[i][1]};
            uint16_t to = holds(window->cells, next) ? index_of(window, next) : UNSEEN;
            if (to != UNSEEN && window->is_free[to] && window->steps[to] == UNSEEN) {
                window->steps[to] = (uint16_t)(window->steps[window->queue[at]] + 1u);
                window->queue[count++] = to;
            }
        }
    }
}

/// The most that any of the cells about the hole is further from one of them round it than
/// straight, cells.
static float farthest(const DetourWindow *window, VeerCell from)
{
    VeerCellRect ring = grown(window->hole, 1);
    float most = 0.0f;
    for (VeerCell cell = ring.lower; cell.y < ring.upper.y; cell.y++) {
        for (cell.x = ring.lower.x; cell.x < ring.upper.x; cell.x++) {
            uint16_t to = index_of(window, cell);
            float x = (float)(cell.x - from.x), y = (float)(cell.y - from.y);
            float round = window->steps[to] == UNSEEN ? INFINITY : (float)window->steps[to];
            most = window->is_free[to] ? max_f(most, round - sqrtf(x * x + y * y)) : most;
        }
    }
    return most;
}

float veer_grid_detour(const VeerGrid *grid, VeerCellRect rect, float radius)
{
    float reach = ceilf(radius / grid->def.cell_size + 0.5f) - 1.0f;
    if (!(reach <= (float)MAX_SIDE) || rect.upper.x - rect.lower.x > MAX_SIDE ||
        rect.upper.y - rect.lower.y > MAX_SIDE) {
        return INFINITY;
    }
    DetourWindow window;
    window.hole = grown(rect, (int32_t)max_f(reach, 0.0f));
    window.cells = grown(window.hole, MARGIN);
    if (window.cells.upper.x - window.cells.lower.x > MAX_SIDE ||
        window.cells.upper.y - window.cells.lower.y > MAX_SIDE) {
        return INFINITY;
    }
    look(&window, grid, radius);
    VeerCellRect ring = grown(window.hole, 1);
    float most = 0.0f;
    for (VeerCell cell = ring.lower; cell.y < ring.upper.y; cell.y++) {
        for (cell.x = ring.lower.x; cell.x < ring.upper.x && most < INFINITY; cell.x++) {
            if (window.is_free[index_of(&window, cell)]) {
                flood(&window, cell);
                most = max_f(most, farthest(&window, cell));
            }
        }
    }
    return most * grid->def.cell_size;
}
