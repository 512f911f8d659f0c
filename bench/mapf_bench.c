#include "mapf_bench.h"

#include "base/base.h"
#include "problems.h"
#include "veer/agent.h"
#include "veer/grid_search.h"
#include "veer/route.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RADIUS 0.45
#define PACE 1.4 // m/s
#define GOAL_RADIUS 0.5f
#define DT (1.0f / 30.0f) // s: 30 ticks a second, unless told otherwise
#define SECONDS 300.0     // at least
#define TIMES 3.0         // the longest way's free time
#define SHALLOW 0.01      // of the sum of the radii: deeper overlaps count as contacts
enum { TRIES = 1000, AGENTS = 100 };

// --- Maps by seed ---

typedef enum MapKind { MAP_BLOCKED, MAP_ROOMS, MAP_MAZE, MAP_SHELVES } MapKind;

typedef struct MadeMap {
    VeerMapfCase info;
    MapKind kind;
    uint32_t width, height, part; // part: percent blocked, side of a room, width of a passage
} MadeMap;

static const MadeMap made[] = {
    {{"blocked", "32 x 32, 20% blocked", 100}, MAP_BLOCKED, 32, 32, 20},
    {{"blocked-200", "32 x 32, 20% blocked", 200}, MAP_BLOCKED, 32, 32, 20},
    {{"blocked-400", "32 x 32, 20% blocked", 400}, MAP_BLOCKED, 32, 32, 20},
    {{"blocked-64", "64 x 64, 20% blocked", 200}, MAP_BLOCKED, 64, 64, 20},
    {{"rooms-8", "64 x 64, rooms of 8 x 8", 400}, MAP_ROOMS, 64, 64, 8},
    {{"rooms-4", "32 x 32, rooms of 4 x 4", 200}, MAP_ROOMS, 32, 32, 4},
    {{"maze-2", "32 x 32, a maze two cells wide", 200}, MAP_MAZE, 32, 32, 2},
    {{"warehouse", "340 x 164, shelves of 10 x 2", 1000}, MAP_SHELVES, 340, 164, 2},
};

const VeerMapfCase *veer_mapf_case(uint32_t number)
{
    return number < sizeof made / sizeof *made ? &made[number].info : NULL;
}

static char *cell_of(const VeerMapText *map, uint32_t x, uint32_t y)
{
    return &map->cells[(size_t)y * map->width + x];
}

static void scatter(const VeerMapText *map, uint32_t percent, uint64_t *seed)
{
    for (uint32_t i = 0; i < map->width * map->height; i++) {
        map->cells[i] = veer_bench_draw(seed, 100) < percent ? '@' : '.';
    }
}

/// Walls between rooms, each with a door somewhere; period is a room and its wall.
static void raise_walls(const VeerMapText *map, uint32_t period, uint64_t *seed)
{
    for (uint32_t i = 0; i < map->width * map->height; i++) {
        bool is_wall = i % map->width % period == 0 || i / map->width % period == 0;
        map->cells[i] = is_wall ? '@' : '.';
    }
    for (uint32_t y = 0; y < map->height; y += period) {
        for (uint32_t x = 0; x < map->width; x += period) {
            uint32_t right = x + 1 + veer_bench_draw(seed, period - 1);
            uint32_t down = y + 1 + veer_bench_draw(seed, period - 1);
            if (y > 0 && right < map->width) {
                *cell_of(map, right, y) = '.';
            }
            if (x > 0 && down < map->height) {
                *cell_of(map, x, down) = '.';
            }
        }
    }
}

static void open_cells(const VeerMapText *map, uint32_t left, uint32_t top, uint32_t right,
                       uint32_t bottom)
{
    for (uint32_t y = top; y < bottom && y < map->height; y++) {
        for (uint32_t x = left; x < right && x < map->width; x++) {
            *cell_of(map, x, y) = '.';
        }
    }
}

/// A spanning tree of blocks by rows: each block is joined to one above or beside it, so that there
/// is one way between any two (Kruskal on shuffled walls would do as well).
static void carve(const VeerMapText *map, uint32_t wide, uint64_t *seed)
{
    uint32_t period = wide + 1, columns = map->width / period, rows = map->height / period;
    memset(map->cells, '@', (size_t)map->width * map->height);
    for (uint32_t i = 0; i < columns * rows; i++) {
        uint32_t column = i % columns, row = i / columns, x = column * period, y = row * period;
        bool goes_up = row > 0 && (column == 0 || veer_bench_draw(seed, 2) == 0);
        open_cells(map, x, y, x + wide, y + wide);
        if (goes_up) {
            open_cells(map, x, y - 1, x + wide, y);
        } else if (column > 0) {
            open_cells(map, x - 1, y, x, y + wide);
        }
    }
}

static void put_shelves(const VeerMapText *map, uint32_t aisle)
{
    uint32_t margin = 50, tall = aisle + 2, wide = 10 + aisle;
    for (uint32_t i = 0; i < map->width * map->height; i++) {
        uint32_t x = i % map->width, y = i / map->width;
        bool is_among = x >= margin && x + margin < map->width && y >= 2 && y + 2 < map->height;
        map->cells[i] = is_among && (x - margin) % wide < 10 && (y - 2) % tall < 2 ? '@' : '.';
    }
}

static bool make_map(const MadeMap *what, uint64_t *seed, VeerMapText *map)
{
    *map = (VeerMapText){.width = what->width, .height = what->height};
    map->cells = malloc((size_t)map->width * map->height);
    if (!map->cells) {
        return false;
    }
    switch (what->kind) {
    case MAP_BLOCKED:
        scatter(map, what->part, seed);
        break;
    case MAP_ROOMS:
        raise_walls(map, what->part, seed);
        break;
    case MAP_MAZE:
        carve(map, what->part, seed);
        break;
    case MAP_SHELVES:
        put_shelves(map, what->part);
        break;
    }
    return true;
}

// --- Starts and goals ---

typedef struct Traveller {
    VeerAgentId id;
    VeerVec3 position;
    double free;   ///< s
    uint32_t next; ///< in its cell, +1
    bool has_arrived;
} Traveller;

typedef struct Run {
    VeerMapText map;
    VeerGrid *grid;
    VeerLabels *labels;
    VeerSearch *search;
    VeerWorld *world;
    Traveller *bodies;
    uint32_t *first; ///< body of each cell, +1
    uint8_t *taken;  ///< bits of each cell: 1 is a start, 2 a goal
    uint32_t count, label;
    bool *touching; ///< of pairs, by the lower number
    double time, ticks, spent;
    float dt; ///< s
} Run;

static VeerCell cell_at(const Run *run, uint32_t index)
{
    return (VeerCell){(int32_t)(index % run->map.width), (int32_t)(index / run->map.width)};
}

/// The largest of the connected components. @return 0: nothing is free
static uint32_t find_largest(const Run *run)
{
    uint32_t cells = run->map.width * run->map.height, most = 0, size = 0;
    uint32_t *sizes = calloc((size_t)veer_labels_count(run->labels) + 2, sizeof *sizes);
    for (uint32_t i = 0; sizes && i < cells; i++) {
        uint32_t label = veer_labels_at(run->labels, cell_at(run, i));
        if (label != VEER_NO_LABEL && ++sizes[label] > size) {
            size = sizes[label];
            most = label;
        }
    }
    free(sizes);
    return most;
}

/// A cell of the largest component without that mark, which it gets. @return false: none was found
static bool draw_cell(Run *run, uint8_t mark, uint64_t *seed, uint32_t *out)
{
    uint32_t cells = run->map.width * run->map.height;
    for (uint32_t i = 0; i < TRIES; i++) {
        *out = veer_bench_draw(seed, cells);
        if (!(run->taken[*out] & mark) &&
            veer_labels_at(run->labels, cell_at(run, *out)) == run->label) {
            run->taken[*out] |= mark;
            return true;
        }
    }
    return false;
}

static double length_between(const Run *run, VeerCell start, VeerCell goal)
{
    VeerGridQuery query = veer_grid_query_default();
    query.grid = run->grid;
    query.start = start;
    query.goal = goal;
    (void)veer_grid_search_begin(run->search, &query);
    (void)veer_search_run(run->search, UINT32_MAX);
    return (double)veer_search_cost(run->search) / VEER_COST_STRAIGHT;
}

static bool add_traveller(Run *run, uint64_t *seed)
{
    uint32_t start, goal;
    Traveller *body = &run->bodies[run->count];
    if (!draw_cell(run, 1, seed, &start) || !draw_cell(run, 2, seed, &goal)) {
        return false;
    }
    VeerAgentDef def = veer_agent_def_default();
    def.position = veer_grid_centre(run->grid, cell_at(run, start));
    def.radius = (float)RADIUS;
    def.preferred_speed = def.max_speed = (float)PACE;
    double length = length_between(run, cell_at(run, start), cell_at(run, goal));
    *body = (Traveller){.position = def.position, .free = length / PACE};
    run->count++;
    return veer_agent_create(run->world, &def, &body->id) == VEER_OK &&
           veer_agent_route_to(run->world, body->id,
                               veer_grid_centre(run->grid, cell_at(run, goal)),
                               GOAL_RADIUS) == VEER_OK;
}

// --- A run ---

static void close_run(Run *run)
{
    veer_world_destroy(run->world);
    free(run->grid);
    free(run->labels);
    free(run->search);
    free(run->bodies);
    free(run->first);
    free(run->taken);
    free(run->touching);
}

static bool open_world(Run *run, uint32_t agents)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = agents;
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    def.map.grid.width = run->map.width;
    def.map.grid.height = run->map.height;
    if (veer_world_create(&def, &run->world) != VEER_OK) {
        return false;
    }
    for (uint32_t i = 0; i < run->map.width * run->map.height; i++) {
        VeerCell at = cell_at(run, i), end = {at.x + 1, at.y + 1};
        if (!veer_map_letter_is_free(run->map.cells[i])) {
            (void)veer_world_grid_fill(run->world, (VeerCellRect){at, end}, true);
        }
    }
    return true;
}

static bool open_run(Run *run, uint32_t agents, uint64_t *seed)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = run->map.width, def.height = run->map.height;
    size_t cells = (size_t)def.width * def.height;
    run->grid = veer_memory_take(veer_grid_size(&def));
    run->labels = veer_memory_take(veer_labels_size(def.width, def.height));
    run->search = veer_memory_take(veer_search_size((uint32_t)cells));
    run->bodies = calloc(agents, sizeof *run->bodies);
    run->first = calloc(cells, sizeof *run->first);
    run->taken = calloc(cells, sizeof *run->taken);
    run->touching = calloc((size_t)agents * agents, sizeof *run->touching);
    if (!run->grid || !run->labels || !run->search || !run->bodies || !run->first || !run->taken ||
        !run->touching || !open_world(run, agents)) {
        return false;
    }
    (void)veer_grid_init(run->grid, &def);
    (void)veer_labels_init(run->labels, def.width, def.height);
    (void)veer_search_init(run->search, (uint32_t)cells);
    veer_map_text_lay(&run->map, run->grid, (VeerCell){0, 0});
    veer_grid_commit(run->grid);
    (void)veer_labels_build(run->labels, run->grid);
    run->label = find_largest(run);
    while (run->count < agents && add_traveller(run, seed)) {
    }
    return run->count > 0;
}

static void note_pair(Run *run, uint32_t i, uint32_t j, VeerMapfScores *out)
{
    VeerVec3 a = run->bodies[i].position, b = run->bodies[j].position;
    double apart = hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
    double depth = 1.0 - apart / (2.0 * RADIUS);
    bool *was = &run->touching[(size_t)i * run->count + j], is = depth > SHALLOW;
    out->penetration = fmax(out->penetration, depth);
    out->contacts += is && !*was;
    *was = is;
}

/// Looks at the pairs of bodies in the cells about each.
static void note_overlaps(Run *run, VeerMapfScores *out)
{
    int32_t width = (int32_t)run->map.width, height = (int32_t)run->map.height;
    memset(run->first, 0, (size_t)width * (size_t)height * sizeof *run->first);
    for (uint32_t i = 0; i < run->count; i++) {
        VeerCell at = veer_grid_cell_at(run->grid, run->bodies[i].position);
        for (int32_t k = 0; k < 9; k++) {
            int32_t x = at.x + k % 3 - 1, y = at.y + k / 3 - 1;
            bool is_in = x >= 0 && y >= 0 && x < width && y < height;
            uint32_t j = is_in ? run->first[y * width + x] : 0;
            for (; j > 0; j = run->bodies[j - 1].next) {
                note_pair(run, i, j - 1, out);
            }
        }
        if (veer_grid_has(run->grid, at)) {
            uint32_t *first = &run->first[at.y * width + at.x];
            run->bodies[i].next = *first;
            *first = i + 1;
        }
    }
}

static void note(Run *run, Traveller *body, VeerMapfScores *out)
{
    VeerAgentState state;
    if (veer_agent_get(run->world, body->id, &state) != VEER_OK) {
        return;
    }
    body->position = state.position;
    if (!body->has_arrived && state.status == VEER_AGENT_ARRIVED) {
        body->has_arrived = true;
        out->arrived++;
        out->makespan = run->time;
        out->ratio += run->time / fmax(body->free, 1.0 / PACE);
    }
}

static bool step(Run *run, VeerMapfScores *out)
{
    double begin = veer_clock_thread();
    bool is_good = veer_world_step(run->world, run->dt) == VEER_OK;
    double spent = 1e3 * (veer_clock_thread() - begin);
    run->time += (double)run->dt;
    run->ticks += 1.0;
    run->spent += spent;
    out->worst = fmax(out->worst, spent);
    for (uint32_t i = 0; i < run->count; i++) {
        note(run, &run->bodies[i], out);
    }
    note_overlaps(run, out);
    return is_good;
}

static bool run_map(Run *run, uint32_t agents, uint64_t *seed, VeerMapfScores *out)
{
    bool is_good = open_run(run, agents, seed);
    out->agents = run->count;
    for (uint32_t i = 0; is_good && i < run->count; i++) {
        out->longest = fmax(out->longest, run->bodies[i].free);
    }
    double seconds = fmax(SECONDS, TIMES * out->longest);
    while (is_good && run->time < seconds && out->arrived < run->count) {
        is_good = step(run, out);
    }
    out->ratio /= fmax((double)out->arrived, 1.0);
    out->mean = run->spent / fmax(run->ticks, 1.0);
    close_run(run);
    return is_good;
}

bool veer_mapf_bench_run(uint32_t number, const VeerMapText *map, const VeerMapfGiven *given,
                         VeerMapfScores *out)
{
    const VeerMapfCase *info = veer_mapf_case(number);
    uint32_t wanted = given->agents > 0 ? given->agents : info && !map ? info->agents : AGENTS;
    uint64_t seed = given->seed;
    Run run = {.dt = given->dt > 0.0f ? given->dt : DT};
    *out = (VeerMapfScores){0};
    if (map) {
        run.map = *map;
        return run_map(&run, wanted, &seed, out);
    }
    if (!info || !make_map(&made[number], &seed, &run.map)) {
        return false;
    }
    bool is_good = run_map(&run, wanted, &seed, out);
    free(run.map.cells);
    return is_good;
}
