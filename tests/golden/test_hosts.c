// A host that moves its bodies exactly as veer would gets what veer_world_step gives: every golden
// world and scene, tick by tick, on one worker and on two.
#include "golden/golden.h"
#include "golden/scene.h"
#include "world/world_maker.h"

#include "veer/scenario.h"
#include "veer/threads.h"

enum { LEAST_TICKS = 60, MOST_TICKS = 300, AGENT_TICKS = 3600, TICKS_A_HASH = 10 };

// One world is stepped, the other steered, and moved to where the first one is.
typedef struct Pair {
    VeerWorld *stepped, *hosted;
    VeerScenario *scenarios[2]; // of each; NULL: none
    const char *name;
    uint32_t *events; // events[kind], of all so far
} Pair;

// Sets where bodies are to what it is: a host has no more digits than a float.
static void round_positions(VeerWorld *world)
{
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerAgentId agent = veer_agent_at(world, slot);
        if (veer_agent_is_alive(world, agent)) {
            VeerVec3 position = read_agent(world, agent).position;
            assert_int_equal(veer_agent_set_position(world, agent, position), VEER_OK);
        }
    }
}

static void move_as(VeerWorld *hosted, const VeerWorld *stepped)
{
    for (uint32_t slot = 0; slot < veer_agent_slot_count(stepped); ++slot) {
        VeerAgentId agent = veer_agent_at(stepped, slot);
        if (veer_agent_is_alive(stepped, agent)) {
            VeerAgentState next = read_agent(stepped, agent);
            assert_int_equal(veer_agent_set_position(hosted, agent, next.position), VEER_OK);
            assert_int_equal(veer_agent_set_velocity(hosted, agent, next.velocity), VEER_OK);
            assert_int_equal(veer_agent_set_heading(hosted, agent, next.heading), VEER_OK);
            assert_int_equal(veer_agent_set_spin(hosted, agent, next.spin), VEER_OK);
        }
    }
}

static void expect_same_events(Pair *pair, int tick)
{
    uint32_t count = 0, hosted_count = 0;
    const VeerEvent *events = veer_world_events(pair->stepped, &count);
    const VeerEvent *hosted = veer_world_events(pair->hosted, &hosted_count);
    if (count != hosted_count || memcmp(events, hosted, count * sizeof *events) != 0) {
        fail_msg("%s: events of tick %d: %u and %u", pair->name, tick, count, hosted_count);
    }
    for (uint32_t i = 0; i < count; ++i) {
        pair->events[events[i].kind]++;
    }
}

// Whether an agent and a free ball exchanged momentum: what the agent did then is no more the
// host's own.
static bool has_bumped(const VeerWorld *world)
{
    uint32_t count = 0;
    const VeerEvent *events = veer_world_events(world, &count);
    bool has = false;
    for (uint32_t i = 0; i < count; ++i) {
        has |= events[i].impulse > 0.0f && events[i].agent.generation != 0;
    }
    return has;
}

static void expect_same_state(const Pair *pair, int tick)
{
    assert_true(veer_world_time(pair->stepped) == veer_world_time(pair->hosted));
    assert_true(veer_world_tick(pair->stepped) == veer_world_tick(pair->hosted));
    if (veer_world_hash(pair->stepped) != veer_world_hash(pair->hosted)) {
        fail_msg("%s: states after tick %d", pair->name, tick);
    }
}

static void run(Pair *pair, int ticks, float dt)
{
    for (int tick = 1; tick <= ticks; ++tick) {
        if (pair->scenarios[0]) {
            veer_scenario_update(pair->scenarios[0], pair->stepped);
            veer_scenario_update(pair->scenarios[1], pair->hosted);
        }
        assert_int_equal(veer_world_step(pair->stepped, dt), VEER_OK);
        if (has_bumped(pair->stepped)) {
            break;
        }
        assert_int_equal(veer_world_steer(pair->hosted, dt), VEER_OK);
        move_as(pair->hosted, pair->stepped);
        assert_int_equal(veer_world_moved(pair->hosted, dt), VEER_OK);
        expect_same_events(pair, tick);
        round_positions(pair->stepped);
        if (tick % TICKS_A_HASH == 0) {
            expect_same_state(pair, tick);
        }
    }
    veer_world_destroy(pair->stepped);
    veer_world_destroy(pair->hosted);
}

static VeerWorld *make_golden(const VeerGoldenWorld *golden, const VeerTasks *tasks)
{
    VeerWorldDef def = veer_world_def_default();
    if (tasks) {
        def.tasks = *tasks;
    }
    if (golden->prepare != NULL) {
        golden->prepare(&def);
    }
    VeerWorld *world = make_world_of(&def);
    golden->fill(world);
    return world;
}

static VeerScenario *read_scene(const char *name)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {""};
    if (veer_golden_scene(name, &scenario, &error) != VEER_OK) {
        fail_msg("%s", error.text);
    }
    return scenario;
}

static VeerWorld *start(VeerScenario *scenario, const VeerTasks *tasks)
{
    VeerWorld *world = NULL;
    VeerInputError error = {""};
    assert_int_equal(veer_scenario_start(scenario, NULL, tasks, &world, &error), VEER_OK);
    return world;
}

// Scenes of few agents run until these have arrived.
static int ticks_for(const VeerWorld *world)
{
    int ticks = (int)(suite_seeds(AGENT_TICKS) / (veer_agent_count(world) + 1u));
    return ticks < LEAST_TICKS ? LEAST_TICKS : ticks > MOST_TICKS ? MOST_TICKS : ticks;
}

// veer moves on one thread, the host on two.
static void a_host_that_moves_as_veer_gets_what_veer_gets(void **state)
{
    (void)state;
    VeerThreads *threads = NULL;
    uint32_t events[VEER_EVENT_KIND_COUNT] = {0};
    assert_int_equal(veer_threads_create(2, &threads), VEER_OK);
    VeerTasks tasks = veer_threads_tasks(threads);
    for (int i = 0; i < veer_golden_world_count; ++i) {
        const VeerGoldenWorld *golden = &veer_golden_worlds[i];
        Pair pair = {.stepped = make_golden(golden, NULL),
                     .hosted = make_golden(golden, &tasks),
                     .name = golden->name,
                     .events = events};
        run(&pair, golden->ticks, golden->dt);
    }
    for (uint32_t i = 0; veer_scene_name(i) != NULL; ++i) {
        const char *name = veer_scene_name(i);
        Pair pair = {
            .scenarios = {read_scene(name), read_scene(name)}, .name = name, .events = events};
        pair.stepped = start(pair.scenarios[0], NULL);
        pair.hosted = start(pair.scenarios[1], &tasks);
        run(&pair, ticks_for(pair.stepped), veer_scenario_info(pair.scenarios[0]).dt);
        veer_scenario_destroy(pair.scenarios[0]);
        veer_scenario_destroy(pair.scenarios[1]);
    }
    veer_threads_destroy(threads);
    static const VeerEventKind kinds[] = {VEER_EVENT_ARRIVED, VEER_EVENT_BLOCKED,
                                          VEER_EVENT_CONTACT_BEGUN, VEER_EVENT_CONTACT_ENDED,
                                          VEER_EVENT_SLOT_GIVEN};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        assert_true(events[kinds[i]] > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_that_moves_as_veer_gets_what_veer_gets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
