// Which nodes agents in a maze reserve, without how they move between them: each comes to the
// middle of the node that it has claimed some ticks later, and the next tick of the maze is asked.
// So minutes in a full maze take milliseconds.
#include "base/hash.h"
#include "base/random.h"
#include "world/map_maker.h"
#include "world/traffic/maze/members.h"
#include "world/traffic/maze/roadmap.h"
#include "world/traffic/maze/step.h"
#include "world/traffic/traffic.h"

enum { SIDE = 13, MOST = 60, SEEDS = 20 };

#define MOVE_TICK 0.2f

typedef struct Run {
    VeerWorld *world;
    VeerAgentId agents[MOST];
    uint64_t seed;
    uint32_t count;
    float pace; ///< the part of those on their way that come to their node in a tick
} Run;

static float draw(const Run *run, uint64_t stream, uint64_t number)
{
    return veer_random_unit(run->seed, 40 + stream, number);
}

static void dig(const Run *run, int32_t x, int32_t y)
{
    VeerCellRect cell = {{x, y}, {x + 1, y + 1}};
    assert_int_equal(veer_world_grid_fill(run->world, cell, false), VEER_OK);
}

/// Rooms at odd cells: each leads to the one on the left or to the one below, which makes a tree;
/// some to both, which makes loops.
static void dig_maze(const Run *run)
{
    VeerCellRect all = {{0, 0}, {SIDE, SIDE}};
    assert_int_equal(veer_world_grid_fill(run->world, all, true), VEER_OK);
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        int32_t x = i % SIDE, y = i / SIDE;
        if (x % 2 == 0 || y % 2 == 0) {
            continue;
        }
        bool is_left = x > 1 && (y == 1 || draw(run, 1, (uint64_t)i) < 0.5f);
        bool is_both = run->seed % 4 > 0 && draw(run, 2, (uint64_t)i) < 0.15f;
        dig(run, x, y);
        if (x > 1 && (is_left || is_both)) {
            dig(run, x - 1, y);
        }
        if (y > 1 && (!is_left || is_both)) {
            dig(run, x, y - 1);
        }
    }
    // In some the first node of all is beside a branch.
    if (run->seed % 2 == 1) {
        dig(run, 1 + 2 * (int32_t)(run->seed / 2 % 6), 0);
    }
}

static VeerVec3 free_cell(const Run *run, uint64_t number)
{
    for (uint64_t i = 0;; i++) {
        VeerCell cell = {(int32_t)(draw(run, 3, 100 * number + i) * SIDE),
                         (int32_t)(draw(run, 4, 100 * number + i) * SIDE)};
        if (!veer_grid_is_blocked(veer_world_grid(run->world), cell)) {
            return vec3((float)cell.x + 0.5f, (float)cell.y + 0.5f, 0.0f);
        }
    }
}

static bool is_taken(const Run *run, VeerVec3 at)
{
    for (uint32_t i = 0; i < run->count; i++) {
        if (length3(sub3(run->world->agent.position[i], at)) < 0.9f) {
            return true;
        }
    }
    return false;
}

/// A maze with so many agents; one step of the world has them ask for routes, and enter.
static Run open_maze(uint64_t seed, uint32_t count)
{
    VeerWorldDef def = map_def(SIDE, SIDE);
    Run run = {.world = make_world_of(&def), .seed = seed, .pace = 0.5f};
    dig_maze(&run);
    for (uint64_t i = 0; run.count < count && i < 3000; i++) {
        VeerVec3 at = free_cell(&run, i);
        if (!is_taken(&run, at)) {
            VeerVec3 to = free_cell(&run, 5000 + i);
            float radius = 0.3f + 0.15f * draw(&run, 5, i);
            run.agents[run.count++] = add_traveller(run.world, at, to, radius);
        }
    }
    assert_int_equal(veer_world_step(run.world, 0.01f), VEER_OK);
    return run;
}

static const VeerReservation *reservation(const Run *run, uint32_t slot)
{
    return &run->world->map.traffic.reservations[slot];
}

/// Some of those on their way to a node come to it, if all before them have left it. Who is at its
/// goal has arrived, and may get another one.
static void move(const Run *run, uint64_t tick, bool gets_another)
{
    VeerWorld *world = run->world;
    for (uint32_t i = 0; i < run->count; i++) {
        const VeerReservation *own = reservation(run, i);
        uint64_t number = tick * MOST + i;
        if (own->nodes[0] == 0) {
            continue;
        }
        bool is_free = own->ahead == 0 || veer_maze_is_free_for(world, i, own->nodes[1]);
        if (is_free && draw(run, 6, number) < run->pace) {
            // Near its middle; a fast one reaches it from further off.
            world->agent.position[i] = veer_maze_centre(world, own->nodes[own->ahead > 0]);
            world->agent.position[i].x += 0.1f * draw(run, 10, number);
            world->agent.velocity[i].x = 2.0f * draw(run, 11, number);
        }
        bool is_there = own->nodes[0] == own->goal && own->ahead == 0;
        if (is_there) {
            world->agent.status[i] = VEER_AGENT_ARRIVED;
        }
        if (is_there && gets_another && draw(run, 7, number) < 0.1f) {
            (void)veer_agent_route_to(world, run->agents[i], free_cell(run, 9000 + number), 0.3f);
        }
    }
}

static bool is_beside(const VeerMaze *maze, uint32_t node, uint32_t other)
{
    const VeerRoadmapNode *about = veer_roadmap_node(maze->roadmap, node);
    for (uint32_t i = 0; i < about->count; i++) {
        if (about->next[i] == other) {
            return true;
        }
    }
    return false;
}

/// Whether each node is held by one at most and what is reserved leads to neighbours.
static bool is_in_order(const Run *run)
{
    const VeerMaze *maze = run->world->map.traffic.maze;
    bool is_good = true;
    for (uint32_t i = 0; i < run->count; i++) {
        const VeerReservation *own = reservation(run, i);
        is_good &= own->nodes[0] == 0 || maze->there[own->nodes[0]] == i;
        for (uint32_t k = 0; k < own->ahead; k++) {
            is_good &= is_beside(maze, own->nodes[k], own->nodes[k + 1]);
        }
    }
    return is_good;
}

/// Whether somebody may go on, if anybody is to: none wait for each other in a circle.
static bool is_live(const Run *run)
{
    bool is_any = false, is_free = false;
    for (uint32_t i = 0; i < run->count; i++) {
        const VeerReservation *own = reservation(run, i);
        is_any |= own->ahead > 0;
        is_free |= own->ahead > 0 && veer_maze_is_free_for(run->world, i, own->nodes[1]);
    }
    return is_free || !is_any;
}

static void tick_on(const Run *run)
{
    run->world->map.head->plan_tick++;
    veer_maze_run(run->world, false, MOVE_TICK);
    assert_true(is_in_order(run));
    assert_true(is_live(run));
}

/// What agents would do now, from some place about their node.
static uint64_t add_velocities(uint64_t hash, const Run *run, uint64_t tick)
{
    VeerWorld *world = run->world;
    for (uint32_t i = 0; i < run->count; i++) {
        VeerVec3 at = world->agent.position[i], velocity = {0.0f, 0.0f, 0.0f};
        world->agent.position[i].x += 0.3f * draw(run, 8, tick * MOST + i);
        world->agent.position[i].y -= 0.3f * draw(run, 9, tick * MOST + i);
        VeerAvoidParams params;
        bool is_in = veer_maze_velocity(world, i, 1.5f, MOVE_TICK, &velocity);
        hash = veer_hash_add(veer_hash_words(hash, &velocity, sizeof velocity), is_in);
        if (veer_maze_shorten_horizon(world, i, &params)) {
            float values[3] = {params.time_horizon, params.time_horizon_obstacles,
                               veer_maze_remaining(world, i)};
            hash = veer_hash_words(hash, values, sizeof values);
        }
        world->agent.position[i] = at;
    }
    return hash;
}

static uint64_t add_reservations(uint64_t hash, const Run *run)
{
    for (uint32_t i = 0; i < run->count; i++) {
        hash = veer_maze_hash(run->world, i, hash);
        hash = veer_hash_add(hash, run->world->agent.goal_stalled[i] > 0.0f);
    }
    return hash;
}

static uint64_t hash_maze(uint64_t seed, uint32_t count, uint64_t ticks, float pace)
{
    Run run = open_maze(seed, count);
    run.pace = pace;
    uint64_t hash = 0;
    for (uint64_t tick = 0; tick < ticks; tick++) {
        move(&run, tick, true);
        for (uint32_t i = 0; i < run.count; i++) {
            run.world->agent.goal_stalled[i] += MOVE_TICK;
        }
        tick_on(&run);
        hash = add_reservations(hash, &run);
        if (tick % 16 == 0) {
            hash = add_velocities(hash, &run, tick);
        }
        // Some stay for good, wherever they are; some give up.
        if (tick % 200 == 150) {
            run.world->agent.is_immovable[(tick + seed) % run.count] = 1;
            run.world->map.routes.all[(tick + seed + 1) % run.count].status = VEER_ROUTE_GIVEN_UP;
        }
    }
    veer_world_destroy(run.world);
    return hash;
}

static void mazes_are_shared_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        hash = veer_hash_add(hash, hash_maze(seed, 4 + 3 * (uint32_t)seed, 500, 0.5f));
    }
    print_message("mazes: 0x%016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0xb73ad7a3d48a49de));
}

/// Nearly every node is held, so that whoever has to let another pass finds few places.
static void full_mazes_are_shared_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 35; seed < 135; seed += 10) {
        hash = veer_hash_add(hash, hash_maze(seed, 49, 300, 0.5f));
    }
    // Who takes long between two nodes is in the way of a third.
    static const uint32_t slow[3][2] = {{80, 44}, {106, 34}, {112, 28}};
    for (uint32_t i = 0; i < 3; i++) {
        hash = veer_hash_add(hash, hash_maze(slow[i][0], slow[i][1], 200, 0.3f));
    }
    print_message("full mazes: 0x%016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0x2ad0e3ead939cebf));
}

/// Whether an agent whose path has so many points near its own place enters for a node beyond.
static bool finds_exit(uint32_t points)
{
    Run run = open_maze(3, 1);
    VeerWorld *world = run.world;
    tick_on(&run);
    uint32_t from = veer_maze_at(world, world->agent.position[0]);
    VeerVec3 path[40], at = veer_maze_centre(world, from);
    VeerVec3 next =
        veer_maze_centre(world, veer_roadmap_node(world->map.traffic.maze->roadmap, from)->next[0]);
    for (uint32_t i = 0; i < points; i++) {
        path[i] = along3(at, sub3(next, at), 0.02f * (float)(i % 2));
    }
    path[points] = along3(at, sub3(next, at), 1.2f);
    world->agent.position[0] = at;
    world->agent.goal_point[0] = vec3(0.5f, 0.5f, 0.0f); // in a wall, so in no node
    world->map.traffic.reservations[0] = (VeerReservation){0};
    veer_route_keep(world, 0, path, points + 1);
    assert_int_equal(world->map.routes.all[0].count, points + 1);
    tick_on(&run);
    bool is_found = veer_maze_has(world, 0);
    veer_world_destroy(world);
    return is_found;
}

static void exit_is_found_within_so_many_points_of_a_path_and_no_more(void **state)
{
    (void)state;
    for (uint32_t points = 1; points < 39; points++) {
        assert_true(finds_exit(points) == (points < 32));
    }
}

/// With room to spare, all come to their goals, whatever these are.
static void all_come_to_their_goals_in_a_maze_with_room(void **state)
{
    (void)state;
    for (uint64_t seed = 100; seed < 112; seed++) {
        Run run = open_maze(seed, 6 + (uint32_t)seed % 12);
        uint32_t arrived = 0;
        for (uint64_t tick = 0; tick < 9000 && arrived < run.count; tick++) {
            move(&run, tick, false);
            tick_on(&run);
            arrived = 0;
            for (uint32_t i = 0; i < run.count; i++) {
                arrived += run.world->agent.status[i] == VEER_AGENT_ARRIVED;
            }
        }
        print_message("seed %u: %u of %u\n", (unsigned)seed, arrived, run.count);
        assert_int_equal(arrived, run.count);
        veer_world_destroy(run.world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mazes_are_shared_the_same_everywhere),
        cmocka_unit_test(full_mazes_are_shared_the_same_everywhere),
        cmocka_unit_test(exit_is_found_within_so_many_points_of_a_path_and_no_more),
        cmocka_unit_test(all_come_to_their_goals_in_a_maze_with_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
