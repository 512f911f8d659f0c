#include "door_bench.h"

#include "base/base.h"
#include "problems.h"
#include "veer/agent.h"
#include "veer/obstacle.h"
#include "veer/route.h"

#include <math.h>
#include <stdlib.h>

// People, 1 m and more before a wall along x = 0 with a door about y = 0; their goal is behind it.
#define RADIUS 0.25
#define PACE 1.34
#define MOST_PACE 1.6
#define LEAST_PACE (0.05 * MOST_PACE) // slower ones have no direction, as for turning_rad_s
#define SPACE 0.6                     // m between neighbours at the start, before they are shaken
#define SHAKEN 0.05                   // m, either way
#define DT (1.0f / 60.0f)
#define SECONDS 180.0
#define GOAL 10.0 // m behind the wall
#define GOAL_RADIUS 0.5
#define HALF_WALL 0.1 // m
#define CELL 0.1f     // m
#define ABOUT 10      // m of map about the middle; 20 along x
#define RIGHT 1.57079633

static const float widths[] = {0.8f, 1.0f, 1.5f, 2.0f, 2.5f};
enum { WIDTHS = sizeof widths / sizeof *widths };

typedef struct Walker {
    VeerAgentId id;
    VeerVec3 position, velocity;
    double shortest, walked, nearest, swept; // m
    bool has_passed, has_arrived;
} Walker;

typedef struct DoorRun {
    VeerWorld *world;
    Walker *walkers;
    double *passed; // s
    uint32_t count, passed_count, arrived;
    float dt;
    double time, seconds, turn, walked, shortest, last, penetration, swept;
    uint32_t reversals;
} DoorRun;

static double apart(VeerVec3 a, VeerVec3 b)
{
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

static void add_wall(VeerWorld *world, float from, float to)
{
    VeerVec3 ends[2] = {{0.0f, from, 0.0f}, {0.0f, to, 0.0f}};
    VeerObstacleDef def = veer_obstacle_def_default();
    VeerObstacleId id;
    def.shape = VEER_SHAPE_CHAIN;
    def.vertices = ends;
    def.vertex_count = 2;
    (void)veer_obstacle_create(world, &def, &id);
}

static bool make_world(DoorRun *run, float width, bool has_map)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = run->count;
    if (has_map) {
        def.map = veer_world_map_def_default(VEER_MAP_GRID);
        def.map.grid.origin = (VeerVec3){-2.0f * ABOUT, -ABOUT, 0.0f};
        def.map.grid.cell_size = CELL;
        def.map.grid.width = 400;
        def.map.grid.height = 200;
    }
    if (veer_world_create(&def, &run->world) != VEER_OK) {
        return false;
    }
    int32_t half = (int32_t)lrintf(0.5f * width / CELL);
    if (has_map) {
        (void)veer_world_grid_fill(run->world, (VeerCellRect){{199, 0}, {201, 100 - half}}, true);
        (void)veer_world_grid_fill(run->world, (VeerCellRect){{199, 100 + half}, {201, 200}}, true);
    } else {
        add_wall(run->world, -4.0f * ABOUT, -0.5f * width);
        add_wall(run->world, 0.5f * width, 4.0f * ABOUT);
    }
    return true;
}

static float shake(uint64_t *seed)
{
    return (float)(SHAKEN * ((double)veer_bench_draw(seed, 2001) * 1e-3 - 1.0));
}

static bool add_walker(DoorRun *run, uint32_t i, double half, bool has_map, uint64_t *seed)
{
    Walker *walker = &run->walkers[i];
    VeerAgentDef def = veer_agent_def_default();
    uint32_t rows = (uint32_t)ceil(sqrt((double)run->count));
    uint32_t column = i / rows;
    double row = (double)(i % rows) - 0.5 * (double)(rows - 1);
    def.position.x = (float)(-1.5 - SPACE * (double)column) + shake(seed);
    def.position.y = (float)(SPACE * row) + shake(seed);
    def.radius = (float)RADIUS;
    def.preferred_speed = (float)PACE;
    def.max_speed = (float)MOST_PACE;
    VeerVec3 goal = {(float)GOAL, 0.0f, 0.0f};
    double y = (double)def.position.y;
    VeerVec3 door = {0.0f, (float)fmin(fmax(y, -half), half), 0.0f};
    *walker = (Walker){.position = def.position, .nearest = HUGE_VAL};
    walker->shortest = apart(def.position, door) + apart(door, goal) - GOAL_RADIUS;
    return veer_agent_create(run->world, &def, &walker->id) == VEER_OK &&
           (has_map
                ? veer_agent_route_to(run->world, walker->id, goal, (float)GOAL_RADIUS)
                : veer_agent_go_to(run->world, walker->id, goal, (float)GOAL_RADIUS)) == VEER_OK;
}

static void note_turn(DoorRun *run, VeerVec3 a, VeerVec3 b)
{
    double ax = (double)a.x, ay = (double)a.y, bx = (double)b.x, by = (double)b.y;
    run->seconds += (double)run->dt;
    if (hypot(ax, ay) > LEAST_PACE && hypot(bx, by) > LEAST_PACE) {
        double angle = fabs(atan2(ax * by - ay * bx, ax * bx + ay * by));
        run->turn += angle;
        run->reversals += angle > RIGHT;
    }
}

static void arrive(DoorRun *run, Walker *walker)
{
    walker->has_arrived = true;
    run->arrived++;
    run->walked += walker->walked;
    run->shortest += walker->shortest;
    run->last = run->time;
    (void)veer_agent_destroy(run->world, walker->id);
}

static void note(DoorRun *run, Walker *walker)
{
    VeerAgentState state;
    if (walker->has_arrived || veer_agent_get(run->world, walker->id, &state) != VEER_OK) {
        return;
    }
    double left = apart(state.position, (VeerVec3){(float)GOAL, 0.0f, 0.0f});
    walker->walked += apart(state.position, walker->position);
    walker->nearest = fmin(walker->nearest, left);
    run->swept = fmax(run->swept, left - walker->nearest);
    note_turn(run, walker->velocity, state.velocity);
    walker->position = state.position;
    walker->velocity = state.velocity;
    if (!walker->has_passed && (double)state.position.x > HALF_WALL) {
        walker->has_passed = true;
        run->passed[run->passed_count++] = run->time;
    }
    if (state.status == VEER_AGENT_ARRIVED) {
        arrive(run, walker);
    }
}

static void note_overlaps(DoorRun *run)
{
    for (uint32_t i = 0; i < run->count; i++) {
        for (uint32_t j = 0; j < i && !run->walkers[i].has_arrived; j++) {
            double distance = apart(run->walkers[i].position, run->walkers[j].position);
            if (!run->walkers[j].has_arrived && distance < 2.0 * RADIUS) {
                run->penetration = fmax(run->penetration, 1.0 - distance / (2.0 * RADIUS));
            }
        }
    }
}

static double flow_of(const DoorRun *run)
{
    uint32_t tenth = run->passed_count / 10, last = run->passed_count - 1u - tenth;
    bool is_known = run->passed_count > 4 && run->passed[last] > run->passed[tenth];
    return is_known ? (double)(last - tenth) / (run->passed[last] - run->passed[tenth]) : 0.0;
}

static bool run_door(DoorRun *run, float width, bool has_map, uint64_t seed)
{
    double half = 0.5 * (double)width - RADIUS;
    bool is_good = make_world(run, width, has_map);
    for (uint32_t i = 0; is_good && i < run->count; i++) {
        is_good = add_walker(run, i, half, has_map, &seed);
    }
    while (is_good && run->time < SECONDS && run->arrived < run->count) {
        is_good = veer_world_step(run->world, run->dt) == VEER_OK;
        run->time += (double)run->dt;
        for (uint32_t i = 0; i < run->count; i++) {
            note(run, &run->walkers[i]);
        }
        note_overlaps(run);
    }
    veer_world_destroy(run->world);
    run->world = NULL;
    return is_good;
}

static void add_scores(const DoorRun *run, uint32_t seeds, VeerDoorScores *out)
{
    double part = 1.0 / (double)seeds, seconds = fmax(run->seconds, (double)run->dt);
    out->agents += run->count;
    out->arrived += run->arrived;
    out->turn += part * run->turn / seconds;
    out->reversals += part * (double)run->reversals / seconds;
    out->waste += part * (run->walked > 0.0 ? 1.0 - run->shortest / run->walked : 0.0);
    out->flow += part * flow_of(run);
    out->last = fmax(out->last, run->last);
    out->penetration = fmax(out->penetration, run->penetration);
    out->swept = fmax(out->swept, run->swept);
}

bool veer_door_bench_run(uint32_t number, const VeerDoorCase *given, VeerDoorScores *out)
{
    uint32_t agents = given->agents;
    float dt = given->dt > 0.0f ? given->dt : DT;
    if (number >= 2u * WIDTHS || agents == 0) {
        return false;
    }
    *out = (VeerDoorScores){.width = widths[number % WIDTHS], .has_map = number >= WIDTHS};
    Walker *walkers = calloc(agents, sizeof *walkers);
    double *passed = calloc(agents, sizeof *passed);
    bool is_good = walkers && passed;
    for (uint32_t i = 0; is_good && i < given->seeds; i++) {
        DoorRun run = {.walkers = walkers, .passed = passed, .count = agents, .dt = dt};
        is_good = run_door(&run, out->width, out->has_map, given->seed + i);
        add_scores(&run, given->seeds, out);
    }
    free(walkers);
    free(passed);
    return is_good;
}
