#include "map/layers/stations.h"

#include "map/grid/grid.h"

#include <math.h>
#include <string.h>

/// A cell that is to belong to some station.
#define OPEN UINT16_MAX

struct VeerStations {
    uint32_t width, height;
    uint32_t count, room;
    uint16_t *of_cell;     ///< of_cell[width * height]
    VeerStation *stations; ///< stations[room + 1]
};

/// What is under work.
typedef struct Layout {
    VeerStations *stations;
    const VeerGrid *grid;
    const VeerStationsDef *def;
    float spacing; ///< cells
} Layout;

static const VeerCell beside[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

uint32_t veer_stations_room(uint32_t width, uint32_t height)
{
    uint32_t room = width * height / 2u + 1u;
    return room < VEER_MAX_STATIONS ? room : VEER_MAX_STATIONS;
}

static size_t lay_out(void *memory, uint32_t width, uint32_t height, VeerStations *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    parts->width = width;
    parts->height = height;
    parts->count = 0;
    parts->room = veer_stations_room(width, height);
    parts->of_cell = veer_arena_take(&arena, (size_t)width * height, sizeof *parts->of_cell);
    parts->stations = veer_arena_take(&arena, parts->room + 1u, sizeof *parts->stations);
    return arena.used;
}

size_t veer_stations_size(uint32_t width, uint32_t height)
{
    VeerStations parts;
    return lay_out(NULL, width, height, &parts);
}

static void clear(VeerStations *stations)
{
    stations->count = 0;
    memset(stations->of_cell, 0,
           (size_t)stations->width * stations->height * sizeof *stations->of_cell);
}

VeerStations *veer_stations_init(void *memory, uint32_t width, uint32_t height)
{
    VeerStations *stations = memory;
    (void)lay_out(memory, width, height, stations);
    clear(stations);
    return stations;
}

static bool has_cell(const VeerStations *stations, VeerCell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < (int32_t)stations->width &&
           cell.y < (int32_t)stations->height;
}

static uint16_t *entry(const VeerStations *stations, VeerCell cell)
{
    return &stations->of_cell[(size_t)cell.y * stations->width + (size_t)cell.x];
}

static VeerCell moved(VeerCell cell, uint32_t direction)
{
    return (VeerCell){cell.x + beside[direction].x, cell.y + beside[direction].y};
}

/// What stands about a cell: 0 outside.
static uint16_t look(const VeerStations *stations, VeerCell cell)
{
    return has_cell(stations, cell) ? *entry(stations, cell) : 0;
}

uint32_t veer_stations_at(const VeerStations *stations, VeerCell cell)
{
    return look(stations, cell);
}

const VeerStation *veer_station(const VeerStations *stations, uint32_t number)
{
    return &stations->stations[number];
}

uint32_t veer_stations_count(const VeerStations *stations)
{
    return stations->count;
}

// --- Cells ---

static bool has_room(const Layout *layout, VeerCell cell)
{
    float radius = layout->def->radius;
    VeerVec3 middle = veer_grid_centre(layout->grid, cell);
    return veer_narrow_has(layout->def->narrow, cell) &&
           veer_grid_gap(layout->grid, middle, radius) >= radius;
}

/// Calls for each cell, row by row.
static void for_cells(const Layout *layout, void (*visit)(const Layout *layout, VeerCell cell))
{
    const VeerStations *stations = layout->stations;
    for (VeerCell cell = {0, 0}; cell.y < (int32_t)stations->height; cell.y++) {
        for (cell.x = 0; cell.x < (int32_t)stations->width; cell.x++) {
            visit(layout, cell);
        }
    }
}

static void open_cell(const Layout *layout, VeerCell cell)
{
    *entry(layout->stations, cell) = has_room(layout, cell) ? OPEN : 0;
}

/// Whether the way goes straight on over a cell.
static bool is_straight(const VeerStations *stations, VeerCell cell)
{
    bool is_free[4];
    for (uint32_t i = 0; i < 4; i++) {
        is_free[i] = look(stations, moved(cell, i)) > 0;
    }
    return is_free[0] == is_free[2] && is_free[1] == is_free[3] && is_free[0] != is_free[1];
}

static bool is_station(const VeerStations *stations, VeerCell cell)
{
    uint16_t number = look(stations, cell);
    return number > 0 && number != OPEN;
}

/// Whether there is a station too near to a cell.
static bool is_crowded(const Layout *layout, VeerCell cell)
{
    int32_t reach = (int32_t)ceilf(layout->spacing);
    for (int32_t y = -reach; y <= reach; y++) {
        for (int32_t x = -reach; x <= reach; x++) {
            bool is_near = (float)(x * x + y * y) < layout->spacing * layout->spacing;
            VeerCell other = {cell.x + x, cell.y + y};
            if (is_near && is_station(layout->stations, other)) {
                return true;
            }
        }
    }
    return false;
}

static void put_station(const Layout *layout, VeerCell cell)
{
    VeerStations *stations = layout->stations;
    if (*entry(stations, cell) == OPEN && stations->count < stations->room &&
        !is_crowded(layout, cell)) {
        VeerStation *station = &stations->stations[++stations->count];
        *station = (VeerStation){.cell = cell};
        *entry(stations, cell) = (uint16_t)stations->count;
    }
}

static void put_where_it_turns(const Layout *layout, VeerCell cell)
{
    if (*entry(layout->stations, cell) == OPEN && !is_straight(layout->stations, cell)) {
        put_station(layout, cell);
    }
}

/// Gives each open cell to the station that is nearest by way, the least number of two.
static void spread(const Layout *layout)
{
    VeerStations *stations = layout->stations;
    uint32_t *queue = layout->def->queue;
    size_t count = 0;
    for (uint32_t i = 1; i <= stations->count && count < layout->def->queue_room; i++) {
        queue[count++] = veer_grid_node(layout->grid, stations->stations[i].cell);
    }
    for (size_t next = 0; next < count; next++) {
        VeerCell at = veer_grid_node_cell(layout->grid, queue[next]);
        for (uint32_t i = 0; i < 4 && count < layout->def->queue_room; i++) {
            VeerCell to = moved(at, i);
            if (look(stations, to) == OPEN) {
                *entry(stations, to) = *entry(stations, at);
                queue[count++] = veer_grid_node(layout->grid, to);
            }
        }
    }
}

static void close_cell(const Layout *layout, VeerCell cell)
{
    uint16_t *number = entry(layout->stations, cell);
    *number = *number == OPEN ? 0 : *number;
}

// --- Ways ---

/// Has one station lead to another, over a cell of its own.
static void lead(VeerStation *from, uint16_t to, VeerCell border)
{
    uint32_t at = from->count;
    for (uint32_t i = 0; i < from->count; i++) {
        if (from->next[i] == to) {
            return;
        }
    }
    if (from->count == VEER_STATION_WAYS) {
        return;
    }
    for (; at > 0 && from->next[at - 1] > to; at--) {
        from->next[at] = from->next[at - 1];
        from->border[at] = from->border[at - 1];
    }
    from->next[at] = to;
    from->border[at] = border;
    from->count++;
}

static void join(const Layout *layout, VeerCell cell)
{
    const VeerStations *stations = layout->stations;
    uint16_t own = *entry(stations, cell);
    for (uint32_t i = 0; own > 0 && i < 2; i++) {
        VeerCell other = moved(cell, i);
        uint16_t its = look(stations, other);
        if (its > 0 && its != own) {
            lead(&stations->stations[own], its, cell);
            lead(&stations->stations[its], own, other);
        }
    }
}

/// Gives all that hang together with a station its number, as their part. @return how many those
/// are; 0 if no way branches
static uint32_t mark_part(VeerStations *stations, uint32_t first, uint32_t *queue, size_t room)
{
    size_t count = 0;
    bool has_branch = false;
    queue[count++] = first;
    stations->stations[first].part = (uint16_t)first;
    for (size_t next = 0; next < count; next++) {
        const VeerStation *at = &stations->stations[queue[next]];
        has_branch |= at->count > 2;
        for (uint32_t i = 0; i < at->count && count < room; i++) {
            VeerStation *to = &stations->stations[at->next[i]];
            if (to->part == 0) {
                to->part = (uint16_t)first;
                queue[count++] = at->next[i];
            }
        }
    }
    return has_branch ? (uint32_t)count : 0;
}

/// Leaves out those with too few to hang together with.
static void drop_small(const Layout *layout)
{
    VeerStations *stations = layout->stations;
    uint32_t *queue = layout->def->queue;
    bool is_any = false;
    for (uint32_t i = 1; i <= stations->count; i++) {
        if (stations->stations[i].part == 0) {
            uint32_t size = mark_part(stations, i, queue, layout->def->queue_room);
            bool is_small = size < layout->def->least;
            stations->stations[i].is_small = is_small;
            is_any |= !is_small;
        }
    }
    stations->count = is_any ? stations->count : 0;
}

static void drop_cell(const Layout *layout, VeerCell cell)
{
    VeerStations *stations = layout->stations;
    uint16_t *number = entry(stations, cell);
    if (*number > 0 && stations->stations[stations->stations[*number].part].is_small) {
        *number = 0;
    }
}

uint32_t veer_stations_build(VeerStations *stations, const VeerGrid *grid,
                             const VeerStationsDef *def)
{
    Layout layout = {stations, grid, def, 2.0f * def->radius / grid->def.cell_size};
    clear(stations);
    for_cells(&layout, open_cell);
    for_cells(&layout, put_where_it_turns);
    for_cells(&layout, put_station);
    spread(&layout);
    for_cells(&layout, close_cell);
    for_cells(&layout, join);
    drop_small(&layout);
    for_cells(&layout, drop_cell);
    return stations->count;
}
