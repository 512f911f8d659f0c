#include "io/scenario/scenario_maker.h"

#include <math.h>

static VeerScenario *read_scene(const char *name, uint32_t agents)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    VeerScenarioOptions options = veer_scenario_options_default();
    const char *text = veer_scene_text(name);
    assert_non_null(text);
    options.agents = agents;
    if (veer_scenario_read(name, text, strlen(text), &options, &scenario, &error) != VEER_OK) {
        fail_msg("%s", error.text);
    }
    return scenario;
}

static void scenes_are_sorted_and_found(void **state)
{
    (void)state;
    uint32_t count = 0;
    for (; veer_scene_name(count); count++) {
        assert_non_null(veer_scene_text(veer_scene_name(count)));
        if (count > 0) {
            assert_true(strcmp(veer_scene_name(count - 1), veer_scene_name(count)) < 0);
        }
    }
    assert_true(count >= 30);
    assert_null(veer_scene_text("e7"));
    assert_null(veer_scene_name(count + 3));
}

static void scenes_all_start_and_say_what_they_expect(void **state)
{
    (void)state;
    for (uint32_t i = 0; veer_scene_name(i); i++) {
        VeerScenario *scenario = read_scene(veer_scene_name(i), 0);
        VeerScenarioInfo info = veer_scenario_info(scenario);
        uint32_t count = 0;
        assert_string_equal(info.name, veer_scene_name(i));
        assert_true(strlen(info.title) > 10);
        assert_true(info.viewport.lower.x < info.viewport.upper.x);
        assert_non_null(veer_scenario_expectations(scenario, &count));
        assert_true(count > 0);
        VeerWorld *world = start(scenario);
        assert_int_equal(veer_agent_count(world), info.agents);
        veer_scenario_agents(scenario, &count);
        assert_int_equal(count, info.agents);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

/// No body of a scene starts within another.
static void scenes_start_clear(void **state)
{
    (void)state;
    for (uint32_t i = 0; veer_scene_name(i); i++) {
        VeerScenario *scenario = read_scene(veer_scene_name(i), 0);
        VeerWorld *world = start(scenario);
        uint32_t count = 0, events = 0;
        veer_scenario_agents(scenario, &count);
        for (uint32_t a = 0; a < count; a++) {
            for (uint32_t b = 0; b < a; b++) {
                VeerAgentState one, other;
                veer_agent_get(world, veer_agent_at(world, a), &one);
                veer_agent_get(world, veer_agent_at(world, b), &other);
                float x = one.position.x - other.position.x;
                float y = one.position.y - other.position.y;
                float z = one.position.z - other.position.z;
                float reach = one.radius + other.radius;
                assert_true(x * x + y * y + z * z >= reach * reach);
            }
        }
        run(scenario, world, 1);
        const VeerEvent *event = veer_world_events(world, &events);
        for (uint32_t k = 0; k < events; k++) {
            assert_int_not_equal(event[k].kind, VEER_EVENT_CONTACT_BEGUN);
        }
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

/// The text is the whole scenario: read under another name it runs to the same bits.
static void scenes_read_back_from_their_text(void **state)
{
    (void)state;
    for (uint32_t i = 0; veer_scene_name(i); i++) {
        VeerScenario *scenario = read_scene(veer_scene_name(i), 0);
        VeerScenario *again = read_text(veer_scenario_text(scenario));
        assert_string_equal(veer_scenario_text(again), veer_scenario_text(scenario));
        assert_string_equal(veer_scenario_info(again).name, veer_scene_name(i));
        assert_int_equal(hash_after(again, 20), hash_after(scenario, 20));
        veer_scenario_destroy(again);
        veer_scenario_destroy(scenario);
    }
}

/// A second start of the same scenario gives the same world.
static void scenes_start_again_equal(void **state)
{
    (void)state;
    VeerScenario *scenario = read_scene("asteroid-field", 0);
    uint64_t first = hash_after(scenario, 30);
    assert_int_equal(hash_after(scenario, 30), first);
    veer_scenario_destroy(scenario);
}

static void scenes_have_aliases(void **state)
{
    (void)state;
    assert_ptr_equal(veer_scene_text("e4"), veer_scene_text("galaxy"));
    assert_ptr_equal(veer_scene_text("e4-3d"), veer_scene_text("galaxy-3d"));
    assert_ptr_equal(veer_scene_text("e9"), veer_scene_text("e8"));
}

static float distance(VeerVec3 a, VeerVec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return (float)sqrt(x * x + y * y + z * z);
}

/// Outer radius 200 sqrt(N / 250); nobody nearer than the spacing of 5.03, less the bend of a ring.
static void circle_has_its_radius_and_spacing(void **state)
{
    static const uint32_t sizes[] = {1, 2, 3, 8, 10, 50, 250, 251, 600};
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        uint32_t count = 0;
        VeerScenario *scenario = read_scene("circle", sizes[s]);
        VeerWorld *world = start(scenario);
        const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
        assert_int_equal(count, sizes[s]);
        float radius = 200.0f * sqrtf((float)sizes[s] / 250.0f);
        assert_float_equal(distance(agents[0].start, (VeerVec3){0}), radius, 1e-3f);
        for (uint32_t a = 0; a < count; a++) {
            assert_true(agents[a].goal.x == -agents[a].start.x);
            assert_true(agents[a].goal.y == -agents[a].start.y);
            for (uint32_t b = 0; b < a; b++) {
                assert_true(distance(agents[a].start, agents[b].start) > 5.0f);
            }
        }
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

/// A ring of even number is symmetric to the bit under the half turn.
static void circle_is_exactly_symmetric(void **state)
{
    (void)state;
    uint32_t count = 0;
    VeerScenario *scenario = read_scene("circle", 10);
    VeerWorld *world = start(scenario);
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    for (uint32_t i = 0; i < 5; i++) {
        assert_true(agents[i].start.x == -agents[i + 5].start.x);
        assert_true(agents[i].start.y == -agents[i + 5].start.y);
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void sphere_has_neighbours_5_apart(void **state)
{
    (void)state;
    uint32_t count = 0;
    float nearest = 1e9f;
    VeerScenario *scenario = read_scene("sphere", 0);
    VeerWorld *world = start(scenario);
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    for (uint32_t a = 0; a < count; a++) {
        assert_float_equal(distance(agents[a].start, (VeerVec3){0}), 22.9f, 1e-4f);
        for (uint32_t b = 0; b < a; b++) {
            float apart = distance(agents[a].start, agents[b].start);
            nearest = apart < nearest ? apart : nearest;
        }
    }
    assert_true(nearest > 4.5f && nearest < 5.5f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

/// E4's random members lie in their ranges, for every seed; the ship is clear of its planet.
static void galaxy_keeps_its_ranges(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(30); seed++) {
        VeerScenarioOptions options = veer_scenario_options_default();
        options.has_seed = true;
        options.seed = seed;
        VeerScenario *scenario = read_with(veer_scene_text("galaxy"), &options);
        VeerWorld *world = start(scenario);
        VeerObstacleState planet;
        for (uint32_t i = 0; i < 8; i++) {
            veer_obstacle_get(world, veer_obstacle_at(world, i + 1), &planet);
            assert_true(planet.radius >= 8.0f && planet.radius <= 20.0f);
            float away = distance(planet.position, (VeerVec3){0});
            float a = 80.0f + 45.0f * (float)i;
            assert_true(away >= 0.8f * a - 1e-2f && away <= a + 1e-2f);
        }
        veer_obstacle_get(world, veer_obstacle_at(world, 1), &planet);
        VeerAgentState ship;
        veer_agent_get(world, veer_agent_at(world, 0), &ship);
        assert_float_equal(distance(ship.position, planet.position), 1.5f * (4.0f + planet.radius),
                           1e-2f);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

/// Random scenes can be made, and start clear, whatever the seed.
static void random_scenes_start_clear_for_every_seed(void **state)
{
    static const char *const names[] = {"galaxy", "galaxy-3d", "e5"};
    (void)state;
    for (uint64_t i = 0; i < 3u * suite_seeds(100); i++) {
        VeerScenarioOptions options = veer_scenario_options_default();
        options.has_seed = true;
        options.seed = i / 3 + 1;
        VeerScenario *scenario = read_with(veer_scene_text(names[i % 3]), &options);
        VeerWorld *world = start(scenario);
        VeerAgentState ship;
        veer_agent_get(world, veer_agent_at(world, 0), &ship);
        for (uint32_t k = 0; k < veer_obstacle_slot_count(world); k++) {
            VeerObstacleState ball;
            veer_obstacle_get(world, veer_obstacle_at(world, k), &ball);
            assert_true(distance(ship.position, ball.position) > ship.radius + ball.radius);
        }
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_are_sorted_and_found),
        cmocka_unit_test(scenes_all_start_and_say_what_they_expect),
        cmocka_unit_test(scenes_start_clear),
        cmocka_unit_test(scenes_read_back_from_their_text),
        cmocka_unit_test(scenes_start_again_equal),
        cmocka_unit_test(scenes_have_aliases),
        cmocka_unit_test(circle_has_its_radius_and_spacing),
        cmocka_unit_test(circle_is_exactly_symmetric),
        cmocka_unit_test(sphere_has_neighbours_5_apart),
        cmocka_unit_test(galaxy_keeps_its_ranges),
        cmocka_unit_test(random_scenes_start_clear_for_every_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
