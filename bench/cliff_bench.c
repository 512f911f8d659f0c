#include "cliff_bench.h"

#include "base/base.h"
#include "cliffs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TICKS = 64 };

#define FILLED 0.2f // part of the area, or of the volume, that ordinary crowds fill
#define DT (1.0f / 60.0f)

// A crowd that is timed.
typedef struct CliffRun {
    VeerCliff cliff;
    VeerMapKind map;
    VeerCrowd crowd;
    double mark, stages[VEER_STAGE_COUNT];
} CliffRun;

static void note_stage(void *user, VeerStage stage)
{
    CliffRun *run = user;
    double now = veer_clock_thread();
    run->stages[stage] = 1e3 * (now - run->mark);
    run->mark = now;
}

// --- Maps ---

static VeerGrid *make_grid(const VeerGridDef *def)
{
    void *memory = veer_memory_take(veer_grid_size(def));
    VeerGrid *grid = memory ? veer_grid_init(memory, def) : NULL;
    for (int32_t y = 4; grid && y < VEER_CLIFF_SIDE; y += 16) {
        for (int32_t x = 4; x < VEER_CLIFF_SIDE; x += 16) {
            veer_grid_fill(grid, (VeerCellRect){{x, y}, {x + 4, y + 4}}, true);
        }
    }
    return grid;
}

static VeerGridDef grid_def(void)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = def.height = VEER_CLIFF_SIDE;
    return def;
}

static VeerMesh *mesh_of(const VeerMeshDef *def)
{
    void *memory = veer_memory_take(veer_mesh_size(def));
    return memory ? veer_mesh_init(memory, def, NULL, NULL) : NULL;
}

static bool set_mesh(VeerWorldDef *def)
{
    VeerGridDef cells = grid_def();
    VeerGrid *grid = make_grid(&cells);
    void *scratch = grid ? veer_memory_take(veer_grid_mesh_size(grid)) : NULL;
    VeerMeshDef made;
    bool is_made = scratch && veer_grid_mesh(scratch, grid, &made) == VEER_OK;
    def->map.mesh.whole = is_made ? mesh_of(&made) : NULL;
    free(scratch);
    scratch = is_made ? veer_memory_take(veer_mesh_cut_size(def->map.mesh.whole, 4.0f)) : NULL;
    is_made = scratch && veer_mesh_cut(scratch, def->map.mesh.whole, 4.0f, &made) == VEER_OK;
    def->map.mesh.pieces = is_made ? mesh_of(&made) : NULL;
    free(scratch);
    free(grid);
    return def->map.mesh.pieces != NULL;
}

static bool set_graph(VeerWorldDef *def)
{
    VeerTilingDef tiling = {VEER_TILING_HEXES,
                            VEER_CLIFF_SIDE / 2,
                            VEER_CLIFF_SIDE / 2,
                            {1.0f, 1.0f, 0.0f},
                            2.0f,
                            2.0f};
    VeerGraphDef made;
    void *scratch = veer_memory_take(veer_tiling_size(&tiling));
    bool is_made = scratch && veer_tiling_graph(scratch, &tiling, &made) == VEER_OK;
    void *memory = is_made ? veer_memory_take(veer_graph_size(&made)) : NULL;
    def->map.graph.whole = memory ? veer_graph_init(memory, &made) : NULL;
    free(scratch);
    return def->map.graph.whole != NULL;
}

// @return false: no memory
static bool set_map(VeerWorldDef *def, VeerMapKind kind)
{
    if (kind == VEER_MAP_NONE) {
        return true;
    }
    def->map = veer_world_map_def_default(kind);
    def->map.has_covers = true;
    def->map.max_route_points = 1u << 18;
    switch (kind) {
    case VEER_MAP_GRID:
        def->map.grid = grid_def();
        return true;
    case VEER_MAP_VOXELS:
        def->map.voxels.cells = (VeerVoxel){VEER_CLIFF_SIDE, VEER_CLIFF_SIDE, VEER_CLIFF_LEVELS};
        return true;
    case VEER_MAP_MESH:
        return set_mesh(def);
    default:
        return set_graph(def);
    }
}

// Worlds have copies.
static void free_map(const VeerWorldDef *def)
{
    if (def->map.kind == VEER_MAP_MESH) {
        free((void *)(uintptr_t)def->map.mesh.whole);
        free((void *)(uintptr_t)def->map.mesh.pieces);
    } else if (def->map.kind == VEER_MAP_GRAPH) {
        free((void *)(uintptr_t)def->map.graph.whole);
    }
}

static void block_cells(VeerWorld *world)
{
    VeerGridDef def = grid_def();
    VeerGrid *grid = make_grid(&def);
    if (grid) {
        (void)veer_world_grid_copy(world, grid);
    }
    free(grid);
}

// --- Crowds ---

static bool make_world(CliffRun *run)
{
    const VeerCliff *cliff = &run->cliff;
    VeerWorldDef def = veer_world_def_default();
    def.space = cliff->space;
    def.max_agents = run->crowd.count;
    def.max_obstacles = 1u << 17;
    def.max_wall_vertices = 1u << 18;
    def.max_squads = 4;
    bool is_made = set_map(&def, run->map);
    if (cliff->set_world) {
        cliff->set_world(&def);
    }
    is_made = is_made && veer_world_create(&def, &run->crowd.world) == VEER_OK;
    free_map(&def);
    if (is_made && run->map == VEER_MAP_GRID) {
        block_cells(run->crowd.world);
    }
    return is_made;
}

static void set_out(CliffRun *run, VeerAgentId agent)
{
    VeerCrowd *crowd = &run->crowd;
    bool is_one = run->cliff.is_one_goal;
    float x = is_one ? 0.5f * crowd->side : veer_crowd_draw(crowd, 0.0f, crowd->side);
    float y = is_one ? 0.5f * crowd->side : veer_crowd_draw(crowd, 0.0f, crowd->side);
    VeerVec3 goal = {x, y, run->cliff.space == VEER_SPATIAL ? 8.0f : 0.0f};
    if (run->map == VEER_MAP_NONE) {
        (void)veer_agent_go_to(crowd->world, agent, goal, 0.5f);
    } else {
        (void)veer_agent_route_to(crowd->world, agent, goal, 0.5f);
    }
}

static float side_of(const CliffRun *run)
{
    float count = (float)run->crowd.count, radius = VEER_CLIFF_RADIUS;
    if (run->map != VEER_MAP_NONE) {
        return (float)VEER_CLIFF_SIDE;
    }
    return run->cliff.space == VEER_SPATIAL
               ? cbrtf(count * 4.1888f * radius * radius * radius / FILLED)
               : sqrtf(count * 3.1416f * radius * radius / FILLED);
}

// Where an ordinary agent stands: evenly spread, so that none touches another.
static VeerVec3 place_of(const CliffRun *run, uint32_t i)
{
    const VeerCrowd *crowd = &run->crowd;
    bool is_spatial = run->cliff.space == VEER_SPATIAL;
    float height = run->map == VEER_MAP_VOXELS ? (float)VEER_CLIFF_LEVELS : crowd->side;
    float volume = crowd->side * crowd->side * (is_spatial ? height : 1.0f);
    float share = volume / (float)crowd->count;
    float step = is_spatial ? cbrtf(share) : sqrtf(share);
    uint32_t wide = (uint32_t)ceilf(crowd->side / step), row = i / wide;
    uint32_t rows = is_spatial ? wide : UINT32_MAX, layer = row / rows;
    float at = crowd->side / (float)wide;
    VeerVec3 place = {((float)(i % wide) + 0.5f) * at, ((float)(row % rows) + 0.5f) * at,
                      ((float)layer + 0.5f) * at};
    place.z = is_spatial ? fminf(place.z, height - 0.5f * at) : 0.0f;
    return place;
}

static void add_agents(CliffRun *run)
{
    VeerCrowd *crowd = &run->crowd;
    for (uint32_t i = 0; i < crowd->count; i++) {
        VeerAgentDef def = veer_agent_def_default();
        def.radius = VEER_CLIFF_RADIUS;
        def.position = place_of(run, i);
        if (run->cliff.set_agent) {
            run->cliff.set_agent(crowd, i, &def);
        }
        if (veer_agent_create(crowd->world, &def, &crowd->agents[i]) == VEER_OK) {
            set_out(run, crowd->agents[i]);
        }
    }
}

static void time_ticks(CliffRun *run, uint32_t ticks, VeerCliffScores *out)
{
    double times[MAX_TICKS];
    float dt = run->cliff.dt > 0.0f ? run->cliff.dt : DT;
    veer_world_set_stage_callback(run->crowd.world, note_stage, run);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        double begin = veer_clock_thread();
        run->mark = begin;
        (void)veer_world_step(run->crowd.world, dt);
        times[tick] = 1e3 * (veer_clock_thread() - begin);
        if (times[tick] > out->worst) {
            out->worst = times[tick];
            memcpy(out->stages, run->stages, sizeof run->stages);
        }
    }
    out->median = veer_quantiles(times, ticks, 1.0).median;
}

bool veer_cliff_bench_run(uint32_t number, uint32_t agents, uint32_t ticks, VeerCliffScores *out)
{
    CliffRun run = {.crowd = {.seed = 1}};
    if (!veer_cliff_at(number, &run.cliff, &run.map)) {
        return false;
    }
    uint32_t count = run.cliff.share > 0 ? agents / run.cliff.share : agents;
    run.crowd.count = count;
    run.crowd.side = side_of(&run);
    run.crowd.agents = calloc(count + 1u, sizeof *run.crowd.agents);
    bool is_made = run.crowd.agents && make_world(&run);
    *out = (VeerCliffScores){run.cliff.name, run.cliff.beside, run.map, count, 0, 0, {0}};
    if (is_made) {
        add_agents(&run);
        if (run.cliff.add) {
            run.cliff.add(&run.crowd);
        }
        time_ticks(&run, ticks < MAX_TICKS ? ticks : MAX_TICKS, out);
    }
    veer_world_destroy(run.crowd.world);
    free(run.crowd.agents);
    return is_made;
}
