#include "query_bench.h"

#include "base/base.h"
#include "problems.h"
#include "veer/veer.h"

#include <math.h>
#include <stdlib.h>

enum { SIDE = 512, WALLS = 200, BLOCKED = SIDE * SIDE / 1000, CELLS = 1024, FOUND = 64 };

struct VeerQueryBench {
    VeerWorld *world;
    void *memory; ///< of the finder
    VeerPathFinder *finder;
    uint64_t dice;
    VeerVec3 point, other; ///< m: of the question that is timed
    VeerFreeCell cells[CELLS];
};

static float draw_metres(VeerQueryBench *bench)
{
    return (float)veer_bench_draw(&bench->dice, SIDE * 64u) / 64.0f;
}

static VeerVec3 draw_place(VeerQueryBench *bench)
{
    float x = draw_metres(bench);
    return (VeerVec3){x, draw_metres(bench), 0.0f};
}

/// Up to 50 m off.
static VeerVec3 draw_offset(VeerQueryBench *bench)
{
    float x = (draw_metres(bench) / SIDE - 0.5f) * 100.0f;
    return (VeerVec3){x, (draw_metres(bench) / SIDE - 0.5f) * 100.0f, 0.0f};
}

static bool fill(VeerQueryBench *bench, uint32_t agents)
{
    VeerStatus status = VEER_OK;
    for (uint32_t i = 0; i < BLOCKED && status == VEER_OK; i++) {
        int32_t x = (int32_t)veer_bench_draw(&bench->dice, SIDE);
        int32_t y = (int32_t)veer_bench_draw(&bench->dice, SIDE);
        VeerCellRect cell = {{x, y}, {x + 1, y + 1}};
        status = veer_world_grid_fill(bench->world, cell, true);
    }
    for (uint32_t i = 0; i < WALLS && status == VEER_OK; i++) {
        VeerVec3 ends[2] = {draw_place(bench), draw_offset(bench)};
        VeerObstacleDef def = veer_obstacle_def_default();
        VeerObstacleId id;
        ends[1] = (VeerVec3){ends[0].x + 0.1f * ends[1].x, ends[0].y + 0.1f * ends[1].y + 1.0f, 0};
        def.shape = VEER_SHAPE_CHAIN;
        def.vertices = ends;
        def.vertex_count = 2;
        status = veer_obstacle_create(bench->world, &def, &id);
    }
    for (uint32_t i = 0; i < agents && status == VEER_OK; i++) {
        VeerAgentDef def = veer_agent_def_default();
        VeerAgentId id;
        def.position = draw_place(bench);
        def.radius = 0.4f;
        status = veer_agent_create(bench->world, &def, &id);
    }
    return status == VEER_OK && veer_world_prepare_queries(bench->world) == VEER_OK;
}

VeerQueryBench *veer_query_bench_open(uint32_t agents, uint64_t seed)
{
    VeerQueryBench *bench = calloc(1, sizeof *bench);
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = agents;
    def.max_obstacles = WALLS;
    def.max_wall_vertices = 2 * WALLS;
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    def.map.grid.width = def.map.grid.height = SIDE;
    bool is_made = bench && veer_world_create(&def, &bench->world) == VEER_OK;
    if (is_made) {
        bench->dice = seed;
        bench->memory = veer_memory_take(veer_path_finder_size(bench->world));
        bench->finder = bench->memory ? veer_path_finder_init(bench->memory, bench->world) : NULL;
    }
    if (!is_made || !bench->finder || !fill(bench, agents)) {
        veer_query_bench_close(bench);
        return NULL;
    }
    return bench;
}

void veer_query_bench_close(VeerQueryBench *bench)
{
    if (bench) {
        veer_world_destroy(bench->world);
        free(bench->memory);
        free(bench);
    }
}

// --- The questions ---

static void ask_box(void *user)
{
    VeerQueryBench *bench = user;
    VeerFound found[FOUND];
    VeerVec3 at = bench->point;
    VeerBounds box = {{at.x - 5.0f, at.y - 5.0f, 0.0f}, {at.x + 5.0f, at.y + 5.0f, 0.0f}};
    (void)veer_world_find_in_box(bench->world, box, NULL, found, FOUND);
}

static void ask_nearest(void *user)
{
    VeerQueryBench *bench = user;
    VeerFound found[8];
    VeerQueryFilter filter = veer_query_filter_default();
    filter.has_map = false;
    (void)veer_world_find_nearest(bench->world, bench->point, (float)INFINITY, &filter, found, 8);
}

static void ask_ray(void *user)
{
    VeerQueryBench *bench = user;
    VeerCast cast = {bench->point, bench->other, 0.0f};
    VeerHit hit;
    (void)veer_world_cast(bench->world, &cast, NULL, &hit);
}

static void ask_is_free(void *user)
{
    VeerQueryBench *bench = user;
    (void)veer_world_is_free(bench->world, bench->point, 0.4f, NULL);
}

static void ask_free(void *user)
{
    VeerQueryBench *bench = user;
    VeerFreeQuery query = veer_free_query_default();
    VeerFreePlace place;
    query.point = bench->point;
    query.radius = 2.0f;
    (void)veer_world_find_free(bench->world, &query, NULL, bench->cells, CELLS, &place);
}

static void ask_path(void *user)
{
    VeerQueryBench *bench = user;
    VeerPathQuery query = veer_path_query_default();
    VeerPathFound path;
    query.from = bench->point;
    query.to = (VeerVec3){SIDE - bench->point.x, SIDE - bench->point.y, 0.0f};
    query.radius = 0.4f;
    (void)veer_world_find_path(bench->world, bench->finder, &query, NULL, 0, &path);
}

static const struct {
    const char *name, *help;
    void (*ask)(void *bench);
} kinds[] = {
    {"box", "all in a box of 10 x 10 m", ask_box},
    {"nearest", "the nearest eight bodies", ask_nearest},
    {"ray", "the first hit within some 40 m", ask_ray},
    {"is_free", "is there room for 0.4 m", ask_is_free},
    {"find_free", "the nearest place with room for 2 m", ask_free},
    {"find_path", "to the other side of the map", ask_path},
};

bool veer_query_bench_run(VeerQueryBench *bench, uint32_t number, uint32_t count,
                          VeerQueryScores *out)
{
    double *times = number < sizeof kinds / sizeof *kinds ? calloc(count, sizeof *times) : NULL;
    for (uint32_t i = 0; times && i < count; i++) {
        bench->point = draw_place(bench);
        bench->other = draw_offset(bench);
        times[i] = veer_plan_watch_time(kinds[number].ask, bench);
    }
    if (times) {
        *out = (VeerQueryScores){kinds[number].name, kinds[number].help,
                                 veer_quantiles(times, count, 1.0)};
    }
    free(times);
    return times;
}
