/// Crowds at doors, in mazes and corridors move the same way, bit by bit, on every compiler,
/// optimisation level and machine, until long after they have met: golden worlds end before that. A
/// change that changes traffic changes these hashes, and says so.
#include "base/hash.h"
#include "base/random.h"
#include "veer/scenario.h"
#include "world/map_maker.h"

#include <string.h>

enum { TICKS_A_SAMPLE = 20 };

typedef struct LongScene {
    const char *name;
    uint32_t agents; ///< 0: as many as there are
    float seconds;
    uint64_t hash;
} LongScene;

static VeerScenario *open_scene(const LongScene *scene)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {""};
    VeerScenarioOptions options = veer_scenario_options_default();
    options.agents = scene->agents;
    const char *text = veer_scene_text(scene->name);
    assert_non_null(text);
    VeerStatus status =
        veer_scenario_read(scene->name, text, strlen(text), &options, &scenario, &error);
    assert_int_equal(status, VEER_OK);
    return scenario;
}

static uint64_t hash_of(const LongScene *scene)
{
    VeerScenario *scenario = open_scene(scene);
    VeerWorld *world = NULL;
    VeerInputError error = {""};
    assert_int_equal(veer_scenario_start(scenario, NULL, NULL, &world, &error), VEER_OK);
    float dt = veer_scenario_info(scenario).dt;
    uint64_t hash = 0;
    for (int tick = 1; (float)tick * dt <= scene->seconds; tick++) {
        veer_scenario_update(scenario, world);
        assert_int_equal(veer_world_step(world, dt), VEER_OK);
        hash = tick % TICKS_A_SAMPLE == 0 ? veer_hash_add(hash, veer_world_hash(world)) : hash;
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return hash;
}

static void expect_hashes(const LongScene *scenes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t hash = hash_of(&scenes[i]);
        print_message("%s: 0x%016llx\n", scenes[i].name, (unsigned long long)hash);
        assert_true(hash == scenes[i].hash);
    }
}

static void crowds_at_doors_go_the_same_everywhere(void **state)
{
    (void)state;
    static const LongScene scenes[] = {
        {"hallway", 0, 12.0f, UINT64_C(0x028fbe46b5caf4c4)},
        {"gap", 0, 18.0f, UINT64_C(0xce1fde80bd9cb59c)},
        {"doorway", 24, 25.0f, UINT64_C(0x116359fcb4dceab4)},
        {"two-doors", 60, 20.0f, UINT64_C(0x2785972af83ad707)},
        {"door", 30, 25.0f, UINT64_C(0xfe041a5ccc1f14e5)},
        {"e14", 0, 8.0f, UINT64_C(0xe36c325924764f14)},
        {"links", 24, 20.0f, UINT64_C(0x12bcc89f142955c2)},
    };
    expect_hashes(scenes, sizeof scenes / sizeof *scenes);
}

static void crowds_in_mazes_go_the_same_everywhere(void **state)
{
    (void)state;
    static const LongScene scenes[] = {
        {"warren", 16, 25.0f, UINT64_C(0x9869e2ba090c07a6)},
        {"warren", 0, 40.0f, UINT64_C(0x5b70bf27e05787d7)},
        {"maze", 60, 15.0f, UINT64_C(0x412aae6a66b2c1a5)},
        {"city", 60, 15.0f, UINT64_C(0xeefac442ea5048db)},
    };
    expect_hashes(scenes, sizeof scenes / sizeof *scenes);
}

static void crowds_without_a_map_go_the_same_everywhere(void **state)
{
    (void)state;
    static const LongScene scenes[] = {
        {"circle", 60, 25.0f, UINT64_C(0x31f4e87e8c031844)},
        {"goal-100", 0, 15.0f, UINT64_C(0x0f0e8468c8c07901)},
        {"crossing", 80, 15.0f, UINT64_C(0x7fd29c46c8972b2c)},
    };
    expect_hashes(scenes, sizeof scenes / sizeof *scenes);
}

enum { MAZE_HIGH = 7, MOST = 40, HALL = 24, HALL_HIGH = 20 };

static const char *const comb[MAZE_HIGH] = {
    "###########################", //
    "#.........................#", //
    "###.#####.#####.#####.#####", //
    "###.#####.#####.#####.#####", //
    "###.#####.#####.#####.#####", //
    "###.#####.#####.#####.#####", //
    "###########################", //
};

// A maze between two halls, with a loop.
static const char *const halls[MAZE_HIGH] = {
    "......####################.....", //
    "...............................", //
    "......###.#####.#####.####.....", //
    "......###.#####.#####.####.....", //
    "......###.......#####.####.....", //
    "......###.#####.#####.####.....", //
    "......####################.....", //
};

/// A hand-made world, and what happens to it.
typedef struct Run {
    VeerWorld *world;
    VeerAgentId agents[MOST];
    uint32_t count;
    uint64_t seed, hash;
} Run;

static void add(Run *run, VeerVec3 from, VeerVec3 to)
{
    float radius = 0.3f + 0.15f * veer_random_unit(run->seed, 1, run->count);
    run->agents[run->count++] = add_traveller(run->world, from, to, radius);
}

static void step_on(Run *run, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        assert_int_equal(veer_world_step(run->world, 1.0f / 20.0f), VEER_OK);
        run->hash = veer_hash_add(run->hash, veer_world_hash(run->world));
    }
}

/// All go on to the place that another one had.
static void send_on(Run *run)
{
    for (uint32_t i = 0; i < run->count; i++) {
        VeerVec3 to = read_agent(run->world, run->agents[(i * 7 + 3) % run->count]).position;
        (void)veer_agent_route_to(run->world, run->agents[i], to, 0.3f);
    }
}

static Run open_maze(const char *const *rows, uint64_t seed)
{
    VeerWorldDef def = map_def(rows == comb ? 27 : 31, MAZE_HIGH);
    Run run = {.world = make_world_of(&def), .seed = seed};
    lay_rows(run.world, rows, MAZE_HIGH);
    return run;
}

static uint64_t hash_comb(uint64_t seed)
{
    Run run = open_maze(comb, seed);
    for (uint32_t i = 0; i < 4 + 2 * seed; i++) {
        float x = 2.5f + 2.0f * (float)i;
        bool is_deep = i % 3 == 2; // at the end of a tooth
        VeerVec3 deep = {3.5f + 6.0f * (float)(i % 4), 5.5f, 0.0f}, to = {26.0f - x, 1.5f, 0.0f};
        add(&run, vec3(x, 1.5f, 0.0f), is_deep ? deep : to);
    }
    step_on(&run, 500);
    send_on(&run);
    step_on(&run, 300);
    (void)veer_world_grid_fill(run.world, (VeerCellRect){{9, 3}, {10, 6}}, true);
    step_on(&run, 200);
    veer_world_destroy(run.world);
    return run.hash;
}

static uint64_t hash_halls(uint64_t seed)
{
    Run run = open_maze(halls, seed);
    for (uint32_t i = 0; i < 4 + seed; i++) {
        VeerVec3 left = {1.5f + 2.0f * (float)(i % 2), 0.8f + 0.9f * (float)(i / 2), 0.0f};
        VeerVec3 right = {28.0f + (float)(i % 2), 0.8f + 0.9f * (float)(i / 2), 0.0f};
        VeerVec3 inside = {9.5f + 6.0f * (float)(i % 2), 4.5f, 0.0f};
        add(&run, left, i % 4 == 3 ? inside : right);
        add(&run, right, left);
    }
    step_on(&run, 500);
    send_on(&run);
    step_on(&run, 300);
    veer_world_destroy(run.world);
    return run.hash;
}

/// Two halls with a passage, straight and `wide` cells wide, or slanting: 0; both ways.
static uint64_t hash_gate(uint64_t seed, int32_t length, int32_t wide)
{
    VeerWorldDef def = map_def(2 * HALL + (uint32_t)length, HALL_HIGH);
    def.max_agents = MOST;
    Run run = {.world = make_world_of(&def), .seed = seed};
    VeerCellRect wall = {{HALL, 0}, {HALL + length, HALL_HIGH}};
    assert_int_equal(veer_world_grid_fill(run.world, wall, true), VEER_OK);
    for (int32_t x = 0; x < length; x++) {
        int32_t low = wide > 0 ? 10 : 4 + x % 12, high = low + (wide > 0 ? wide : 3);
        VeerCellRect gap = {{HALL + x, low}, {HALL + x + 1, high}};
        assert_int_equal(veer_world_grid_fill(run.world, gap, false), VEER_OK);
    }
    for (uint32_t i = 0; i < 16; i++) {
        VeerVec3 a = {4.0f + 2.0f * (float)(i % 4), 3.0f + 3.0f * (float)(i / 4), 0.0f};
        VeerVec3 b = {a.x + (float)(HALL + length), a.y, 0.0f};
        bool is_back = i % 3 == (uint32_t)(seed % 3);
        add(&run, is_back ? b : a, is_back ? a : b);
    }
    step_on(&run, 400);
    send_on(&run);
    step_on(&run, 300);
    (void)veer_world_grid_fill(run.world, (VeerCellRect){{HALL, 0}, {HALL + 1, HALL_HIGH}}, true);
    step_on(&run, 100);
    veer_world_destroy(run.world);
    return run.hash;
}

static void expect_hash(const char *name, uint64_t hash, uint64_t expected)
{
    print_message("%s: 0x%016llx\n", name, (unsigned long long)hash);
    assert_true(hash == expected);
}

static void those_who_meet_in_a_maze_step_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        hash = veer_hash_add(hash, hash_comb(seed));
        hash = veer_hash_add(hash, hash_halls(seed));
    }
    expect_hash("mazes", hash, UINT64_C(0x4dec9b30fb51fd42));
}

static void those_who_meet_at_a_gate_take_turns_the_same_everywhere(void **state)
{
    (void)state;
    static const int32_t shapes[6][2] = {{8, 1}, {1, 1}, {20, 1}, {8, 0}, {14, 2}, {3, 1}};
    uint64_t hash = 0;
    for (uint64_t i = 0; i < 6; i++) {
        hash = veer_hash_add(hash, hash_gate(i, shapes[i][0], shapes[i][1]));
    }
    expect_hash("gates", hash, UINT64_C(0x94c5e9f72b53dfb1));
}

/// A direct passage of 1 m, and a way round with room beside it, so many cells further.
static void who_has_room_beside_goes_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (int32_t more = 3; more < 27; more += 4) {
        VeerWorldDef def = map_def(60, 48);
        Run run = {.world = make_world_of(&def), .seed = (uint64_t)more};
        assert_int_equal(veer_world_grid_fill(run.world, (VeerCellRect){{20, 0}, {40, 48}}, true),
                         VEER_OK);
        VeerCellRect alley = {{20, 5}, {40, 6}}, street = {{20, 5 + more}, {40, 9 + more}};
        assert_int_equal(veer_world_grid_fill(run.world, alley, false), VEER_OK);
        assert_int_equal(veer_world_grid_fill(run.world, street, false), VEER_OK);
        for (int i = 0; i < 6; i++) {
            float y = 5.5f + 0.9f * (float)(i / 2);
            add(&run, vec3(i % 2 ? 55.0f : 5.0f, y, 0.0f), vec3(i % 2 ? 5.0f : 55.0f, y, 0.0f));
        }
        step_on(&run, 500);
        hash = veer_hash_add(hash, run.hash);
        veer_world_destroy(run.world);
    }
    expect_hash("rooms", hash, UINT64_C(0x0d8550e2ec7fb710));
}

/// A packed square, each bound for the opposite place, so that many are jammed for long.
static void those_who_jam_give_way_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < 2; seed++) {
        Run run = {.world = make_world(VEER_PLANAR), .seed = seed};
        for (uint32_t i = 0; i < MOST; i++) {
            VeerAgentDef def = veer_agent_def_default();
            def.radius = 0.4f + 0.1f * veer_random_unit(seed, 2, i);
            def.max_speed = 1.5f;
            def.position = vec3(1.15f * (float)(i % 8) - 4.0f, 1.15f * (float)(i / 8) - 2.3f, 0.0f);
            VeerAgentId agent = add_agent(run.world, &def);
            VeerVec3 goal = vec3(-def.position.x, -def.position.y, 0.0f);
            (void)veer_agent_go_to(run.world, agent, goal, 0.2f);
        }
        step_on(&run, 700);
        hash = veer_hash_add(hash, run.hash);
        veer_world_destroy(run.world);
    }
    expect_hash("jams", hash, UINT64_C(0xe8a0a7c3a8de00d5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_at_doors_go_the_same_everywhere),
        cmocka_unit_test(crowds_in_mazes_go_the_same_everywhere),
        cmocka_unit_test(crowds_without_a_map_go_the_same_everywhere),
        cmocka_unit_test(those_who_meet_in_a_maze_step_the_same_everywhere),
        cmocka_unit_test(those_who_meet_at_a_gate_take_turns_the_same_everywhere),
        cmocka_unit_test(who_has_room_beside_goes_the_same_everywhere),
        cmocka_unit_test(those_who_jam_give_way_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
