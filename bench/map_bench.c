#include "map_bench.h"

#include "base/base.h"
#include "field_bench.h"
#include "problems.h"
#include "veer/interval_search.h"
#include "veer/mapfile.h"

#include <math.h>

enum {
    SIDE = 1024, // cells of a map where none is named
    DISCS = 200,
    PATHS_A_TICK = 10,
    TICKS_A_FIELD = 10,
    FAR = 50,         // cells from a path's start to its goal
    PAIR_TRIES = 100, // to find such a pair
    STATES = 200000,  // that a search for a path has room for
    BUDGET = 2000,    // states, of those that are held to one
};

#define DISC_RADIUS 8.0f // cells; discs, and those who look for a path, go one cell a tick
#define BODY_RADIUS 3.0f // cells: of the map by radius

typedef struct Disc {
    VeerVec3 position, step;
} Disc;

typedef struct Pair {
    VeerCell from, to;
} Pair;

struct VeerMapBench {
    VeerGrid *fixed, *now, *wide; ///< as the file says; with discs on it; for a radius
    VeerLabels *labels, *fixed_labels;
    VeerOccupancy *occupancy;
    VeerFieldBench field;
    VeerWindow *window;
    VeerIntervalSearch *search;
    Disc discs[DISCS];
    uint64_t seed; ///< moves on with each draw
    double *times; ///< times[VEER_BENCH_ROW_COUNT][room], s
    uint32_t counts[VEER_BENCH_ROW_COUNT], room;
};

static uint32_t draw(VeerMapBench *bench, uint32_t end)
{
    return veer_bench_draw(&bench->seed, end);
}

static bool is_path(uint32_t row)
{
    return row == VEER_BENCH_PATH || row == VEER_BENCH_SHORT_PATH;
}

static VeerGrid *make_grid(const VeerGridDef *def)
{
    void *memory = veer_memory_take(veer_grid_size(def));
    return memory ? veer_grid_init(memory, def) : NULL;
}

static VeerLabels *make_labels(const VeerGridDef *def)
{
    void *memory = veer_memory_take(veer_labels_size(def->width, def->height));
    return memory ? veer_labels_init(memory, def->width, def->height) : NULL;
}

static VeerWindow *make_window(const VeerGridDef *grid)
{
    VeerWindowDef def = veer_window_def_default();
    def.width = grid->width;
    def.height = grid->height;
    def.sweep_count = DISCS;
    def.slack = 0.01f; // m: positions are rounded
    void *memory = veer_memory_take(veer_window_size(&def));
    return memory ? veer_window_init(memory, &def) : NULL;
}

static bool make_maps(VeerMapBench *bench, const VeerGridDef *def)
{
    bench->fixed = make_grid(def);
    bench->now = make_grid(def);
    bench->wide = make_grid(def);
    bench->labels = make_labels(def);
    bench->fixed_labels = make_labels(def);
    bench->window = make_window(def);
    void *memory = veer_memory_take(veer_interval_search_size(STATES));
    bench->search = memory ? veer_interval_search_init(memory, STATES) : NULL;
    return bench->fixed && bench->now && bench->wide && bench->labels && bench->fixed_labels &&
           bench->window && bench->search;
}

static VeerSweep sweep_of(const Disc *disc)
{
    return (VeerSweep){disc->position,
                       {disc->step.x * 10.0f, disc->step.y * 10.0f, 0.0f}, // ticks of 0.1 s
                       DISC_RADIUS,
                       0.0f,
                       INFINITY};
}

static void place_discs(VeerMapBench *bench)
{
    const VeerGridDef *def = veer_grid_def(bench->now);
    for (uint32_t i = 0; i < DISCS; i++) {
        // Steps of one cell in any direction whose parts are whole twelfths of Pythagoras' triples.
        static const float steps[4][2] = {{1.0f, 0.0f}, {0.6f, 0.8f}, {0.8f, 0.6f}, {0.0f, 1.0f}};
        const float *step = steps[draw(bench, 4)];
        Disc *disc = &bench->discs[i];
        disc->position =
            (VeerVec3){(float)draw(bench, def->width), (float)draw(bench, def->height), 0.0f};
        disc->step = (VeerVec3){draw(bench, 2) ? step[0] : -step[0],
                                draw(bench, 2) ? step[1] : -step[1], 0.0f};
        veer_occupancy_move(bench->occupancy, bench->now, (VeerCellDisc){0},
                            veer_grid_disc(bench->now, disc->position, DISC_RADIUS));
        VeerSweep sweep = sweep_of(disc);
        (void)veer_window_put(bench->window, i, &sweep);
    }
}

/// All that is there before the first tick. @return whether there was memory
static bool set_up(VeerMapBench *bench, const VeerMapText *map)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = map ? map->width : SIDE;
    def.height = map ? map->height : SIDE;
    bench->times = calloc((size_t)VEER_BENCH_ROW_COUNT * bench->room, sizeof *bench->times);
    if (!bench->times || !make_maps(bench, &def) ||
        !veer_field_bench_make(&bench->field, bench->fixed)) {
        return false;
    }
    if (map) {
        veer_map_text_lay(map, bench->fixed, (VeerCell){0, 0});
    }
    veer_grid_commit(bench->fixed);
    (void)veer_grid_dilate(bench->fixed, 0.0f, bench->now);
    (void)veer_labels_build(bench->fixed_labels, bench->fixed);
    (void)veer_window_set_static_grid(bench->window, bench->fixed);
    void *memory = veer_memory_take(veer_occupancy_size(def.width, def.height));
    if (!memory) {
        return false;
    }
    bench->occupancy = veer_occupancy_init(memory, bench->now);
    place_discs(bench);
    veer_grid_commit(bench->now);
    veer_window_commit(bench->window);
    return true;
}

VeerMapBench *veer_map_bench_open(const char *map, uint32_t ticks, uint64_t seed,
                                  const VeerInputLimits *limits, VeerInputError *error)
{
    VeerMapText text = {0};
    VeerMapBench *bench = calloc(1, sizeof *bench);
    if (map && veer_map_read_file(map, limits, &text, error) != VEER_OK) {
        free(bench);
        return NULL;
    }
    if (bench) {
        bench->room = PATHS_A_TICK * ticks;
        bench->seed = seed;
    }
    if (!bench || !set_up(bench, map ? &text : NULL)) {
        veer_error_of(error, "bench", "no memory");
        veer_map_bench_close(bench);
        bench = NULL;
    }
    veer_map_text_free(&text);
    return bench;
}

void veer_map_bench_close(VeerMapBench *bench)
{
    if (!bench) {
        return;
    }
    void *parts[] = {bench->fixed,  bench->now,          bench->wide,
                     bench->labels, bench->fixed_labels, bench->occupancy,
                     bench->window, bench->search,       bench->times};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        free(parts[i]);
    }
    veer_field_bench_free(&bench->field);
    free(bench);
}

/// Counts what passed since a time. @return seconds
static double count(VeerMapBench *bench, VeerMapBenchRow row, double since)
{
    double seconds = veer_clock_thread() - since;
    bench->times[row * bench->room + bench->counts[row]++] = seconds;
    return seconds;
}

/// A disc that would leave the map turns round.
static bool bounce(float *step, float at, uint32_t end)
{
    bool turns = at + *step < 0.0f || at + *step >= (float)end;
    *step = turns ? -*step : *step;
    return turns;
}

static void move_discs(VeerMapBench *bench)
{
    const VeerGridDef *def = veer_grid_def(bench->now);
    for (uint32_t i = 0; i < DISCS; i++) {
        Disc *disc = &bench->discs[i];
        (void)bounce(&disc->step.x, disc->position.x, def->width);
        (void)bounce(&disc->step.y, disc->position.y, def->height);
        VeerCellDisc from = veer_grid_disc(bench->now, disc->position, DISC_RADIUS);
        disc->position.x += disc->step.x;
        disc->position.y += disc->step.y;
        VeerCellDisc to = veer_grid_disc(bench->now, disc->position, DISC_RADIUS);
        veer_occupancy_move(bench->occupancy, bench->now, from, to);
    }
}

static void keep_up(VeerMapBench *bench)
{
    double begin = veer_clock_thread();
    move_discs(bench);
    double sum = count(bench, VEER_BENCH_OCCUPANCY, begin);
    begin = veer_clock_thread();
    veer_grid_commit(bench->now);
    sum += count(bench, VEER_BENCH_BITMAPS, begin);
    begin = veer_clock_thread();
    (void)veer_grid_dilate(bench->now, BODY_RADIUS, bench->wide);
    sum += count(bench, VEER_BENCH_DILATION, begin);
    begin = veer_clock_thread();
    (void)veer_labels_build(bench->labels, bench->now);
    sum += count(bench, VEER_BENCH_LABELS, begin);
    count(bench, VEER_BENCH_UPKEEP, veer_clock_thread() - sum);
}

/// The window's bodies are put anew only where their paths bend.
static void go_on(VeerMapBench *bench)
{
    double begin = veer_clock_thread();
    veer_window_advance(bench->window, 1);
    for (uint32_t i = 0; i < DISCS; i++) {
        VeerSweep sweep = sweep_of(&bench->discs[i]);
        (void)veer_window_put(bench->window, i, &sweep);
    }
    veer_window_commit(bench->window);
    count(bench, VEER_BENCH_WINDOW, begin);
}

static VeerCell free_cell(VeerMapBench *bench)
{
    const VeerGridDef *def = veer_grid_def(bench->fixed);
    VeerCell cell = {0, 0};
    for (int i = 0; i < PAIR_TRIES; i++) {
        cell = (VeerCell){(int32_t)draw(bench, def->width), (int32_t)draw(bench, def->height)};
        if (!veer_grid_is_blocked(bench->fixed, cell)) {
            break;
        }
    }
    return cell;
}

/// Two connected cells, as far off each other as paths are, or as the map allows.
static Pair draw_pair(VeerMapBench *bench)
{
    Pair pair = {free_cell(bench), {0, 0}};
    pair.to = pair.from;
    uint32_t label = veer_labels_at(bench->fixed_labels, pair.from);
    for (int i = 0; i < PAIR_TRIES; i++) {
        double angle = 2.0 * 3.14159265358979 * (double)draw(bench, 1 << 20) / (double)(1 << 20);
        VeerCell to = {pair.from.x + (int32_t)lround(FAR * cos(angle)),
                       pair.from.y + (int32_t)lround(FAR * sin(angle))};
        if (veer_grid_has(bench->fixed, to) && !veer_grid_is_blocked(bench->fixed, to) &&
            veer_labels_at(bench->fixed_labels, to) == label) {
            pair.to = to;
            break;
        }
    }
    return pair;
}

static void find_path(VeerMapBench *bench, VeerMapBenchRow row, uint32_t budget)
{
    Pair pair = draw_pair(bench);
    VeerIntervalQuery query = veer_interval_query_default();
    query.window = bench->window;
    query.labels = bench->fixed_labels;
    query.start = (VeerWindowCell){pair.from.x, pair.from.y, 0};
    query.goal = (VeerWindowCell){pair.to.x, pair.to.y, 0};
    query.speed = 10.0f; // a cell a tick
    VeerTimedPoint points[256];
    uint32_t points_count;
    double begin = veer_clock_thread();
    (void)veer_interval_search_begin(bench->search, &query);
    (void)veer_interval_search_run(bench->search, budget);
    (void)veer_interval_search_route(bench->search, points, 256, &points_count);
    count(bench, row, begin);
}

static void make_field(VeerMapBench *bench)
{
    VeerCell goal = free_cell(bench);
    double us;
    double begin = veer_clock_thread();
    (void)veer_field_bench_solve(&bench->field, bench->fixed, goal, goal, &us);
    count(bench, VEER_BENCH_FIELD, begin);
}

void veer_map_bench_step(VeerMapBench *bench)
{
    uint32_t tick = bench->counts[VEER_BENCH_UPKEEP];
    keep_up(bench);
    go_on(bench);
    for (int i = 0; i < PATHS_A_TICK; i++) {
        find_path(bench, VEER_BENCH_PATH, UINT32_MAX);
        find_path(bench, VEER_BENCH_SHORT_PATH, BUDGET);
    }
    if (tick % TICKS_A_FIELD == 0) {
        make_field(bench);
    }
}

VeerMapBenchScores veer_map_bench_scores(VeerMapBench *bench, VeerMapBenchRow row)
{
    static const char *const texts[VEER_BENCH_ROW_COUNT][2] = {
        {"occupancy", "200 discs of radius 8 counted from cell to cell"},
        {"bitmaps", "where searches stop, of the rows and columns that changed"},
        {"dilation", "the map for bodies of radius 3"},
        {"labels", "connected components"},
        {"upkeep", "the four above, of one tick"},
        {"field", "a whole field to one goal"},
        {"window", "the next 64 ticks go on by one"},
        {"path", "50 cells through what moves"},
        {"short-path", "the same, or as near as 2000 states lead"},
    };
    double scale = is_path(row) ? 1e6 : 1e3;
    return (VeerMapBenchScores){.name = texts[row][0],
                                .unit = is_path(row) ? "us" : "ms",
                                .help = texts[row][1],
                                .count = bench->counts[row],
                                .times = veer_quantiles(bench->times + (size_t)row * bench->room,
                                                        bench->counts[row], scale)};
}
