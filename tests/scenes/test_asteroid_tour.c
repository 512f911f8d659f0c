// The asteroid tour (e19) and the rock that comes to a resting ship (e20), tick by tick.
#include "io/scenario/scenario_maker.h"

#include "math/vec.h"
#include "veer/foresight.h"
#include "veer/grid.h"
#include "veer/route.h"

#include <stdlib.h>

enum { CELLS = 35 };

static VeerScenario *read_scene(const char *name)
{
    return read_text(veer_scene_text(name));
}

static VeerObstacleState rock_at(const VeerWorld *world, uint32_t slot)
{
    VeerObstacleState state;
    assert_int_equal(veer_obstacle_get(world, veer_obstacle_at(world, slot), &state), VEER_OK);
    return state;
}

static VeerAgentState ship_of(const VeerWorld *world)
{
    VeerAgentState state;
    assert_int_equal(veer_agent_get(world, veer_agent_at(world, 0), &state), VEER_OK);
    return state;
}

/// Of a number to what lies in [lower, upper].
static double gap_to(double value, double lower, double upper)
{
    return value < lower ? lower - value : value > upper ? value - upper : 0.0;
}

/// How deep a disc lies in the cell of 4 m, m; negative: how far from it.
static double depth_in(VeerCell cell, VeerVec3 centre, float radius)
{
    double left = -70.0 + 4.0 * cell.x, low = -70.0 + 4.0 * cell.y;
    double x = gap_to((double)centre.x, left, left + 4.0);
    double y = gap_to((double)centre.y, low, low + 4.0);
    return (double)radius - sqrt(x * x + y * y);
}

/// Every cell of the covered map against every rock.
static void expect_brute_force(const VeerWorld *world, const VeerObstacleState *rocks,
                               uint32_t count)
{
    const VeerGrid *covered = veer_world_covered_grid(world);
    for (VeerCell cell = {0, 0}; cell.y < CELLS; cell.y++) {
        for (cell.x = 0; cell.x < CELLS; cell.x++) {
            double deepest = -100.0;
            for (uint32_t i = 0; i < count; i++) {
                double depth = depth_in(cell, rocks[i].position, rocks[i].radius);
                deepest = depth > deepest ? depth : deepest;
            }
            // Places in cells are floats: what touches within their rounding may be either.
            if (deepest > 1e-4 || deepest < -1e-4) {
                assert_int_equal(veer_grid_is_blocked(covered, cell), deepest > 0.0);
            }
        }
    }
}

static void occupancy_equals_brute_force_every_tick(void **state)
{
    (void)state;
    VeerScenario *scenario = read_scene("asteroid-tour");
    VeerWorld *world = start(scenario);
    uint32_t count = veer_obstacle_slot_count(world);
    assert_int_equal(count, 44);
    for (int tick = 0; tick < 900; tick++) {
        VeerObstacleState rocks[44];
        for (uint32_t i = 0; i < count; i++) {
            rocks[i] = rock_at(world, i);
        }
        run(scenario, world, 1);
        expect_brute_force(world, rocks, count);
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

/// The ship of the tour plans where to be when, and seldom: predictions hold for seconds.
static void plans_are_few(void **state)
{
    (void)state;
    VeerScenario *scenario = read_scene("asteroid-tour");
    VeerWorld *world = start(scenario);
    VeerForesightState foresight;
    run(scenario, world, 1800);
    assert_int_equal(veer_agent_foresight(world, veer_agent_at(world, 0), &foresight), VEER_OK);
    assert_true(foresight.is_on);
    // A minute of 300 looks.
    assert_in_range(foresight.plans, 1, 60);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

/// Through gaps that rocks swing across, whatever the speed: what is swift slips through, what is
/// slow waits.
static void gates_are_passed_at_any_speed(void **state)
{
    (void)state;
    static const char *const speeds[] = {"groups[0].max_speed=1.5", "groups[0].max_speed=2",
                                         "groups[0].max_speed=2.5", "groups[0].max_speed=3.5",
                                         "groups[0].max_speed=5"};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        VeerScenarioOptions options = veer_scenario_options_default();
        options.settings = &speeds[i];
        options.setting_count = 1;
        VeerScenario *scenario = read_with(veer_scene_text("gates"), &options);
        VeerWorld *world = start(scenario);
        for (int tick = 0; tick < 1500; tick++) {
            run(scenario, world, 1);
            VeerAgentState ship = ship_of(world);
            for (uint32_t slot = 12; slot < 15; slot++) {
                VeerObstacleState rock = rock_at(world, slot);
                float gap = length3(sub3(rock.position, ship.position)) - rock.radius;
                assert_true(gap > ship.radius);
            }
        }
        assert_int_equal(ship_of(world).status, VEER_AGENT_ARRIVED);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

/// Rocks keep to about 1 m/s and to their rings, and bounce: none goes off, none comes to rest.
static void rocks_go_round_for_ever(void **state)
{
    (void)state;
    static const char *const scenes[] = {"e19", "e19-3d"};
    for (int i = 0; i < 2; i++) {
        VeerScenario *scenario = read_scene(scenes[i]);
        VeerWorld *world = start(scenario);
        run(scenario, world, 300);
        float sum = 0.0f;
        uint32_t count = veer_obstacle_slot_count(world);
        for (uint32_t slot = 0; slot < count; slot++) {
            VeerObstacleState rock = rock_at(world, slot);
            float speed = length3(rock.velocity);
            assert_true(speed > 0.2f && speed < 3.0f);
            assert_true(length3(rock.position) < 48.0f);
            sum += speed;
        }
        assert_true(sum > 0.8f * (float)count && sum < 1.2f * (float)count);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

static void a_replay_of_a_minute_is_bit_identical(void **state)
{
    (void)state;
    enum { TICKS = 1800 };
    uint64_t *hashes = calloc(TICKS, sizeof *hashes);
    assert_non_null(hashes);
    VeerScenario *scenario = read_scene("asteroid-tour");
    for (int round = 0; round < 2; round++) {
        VeerWorld *world = start(scenario);
        for (int tick = 0; tick < TICKS; tick++) {
            run(scenario, world, 1);
            uint64_t hash = veer_world_hash(world);
            assert_true(round == 0 || hash == hashes[tick]);
            hashes[tick] = hash;
        }
        veer_world_destroy(world);
    }
    veer_scenario_destroy(scenario);
    free(hashes);
}

/// Whether a disc lies over the cell of 3.8 m in whose middle the ship rested.
static bool is_over_cell(VeerVec3 position, float radius)
{
    double x = gap_to((double)position.x, 18.1, 21.9), y = gap_to((double)position.y, -1.9, 1.9);
    double z = gap_to((double)position.z, -1.9, 1.9);
    return sqrt(x * x + y * y + z * z) < (double)radius;
}

static void a_resting_ship_is_gone_before_its_cell_is_taken(void **state)
{
    (void)state;
    static const char *const scenes[] = {"e20", "e20-3d"};
    for (int i = 0; i < 2; i++) {
        VeerScenario *scenario = read_scene(scenes[i]);
        VeerWorld *world = start(scenario);
        double left = -1.0, rested = -1.0;
        bool was_taken = false;
        for (int tick = 0; tick < 600; tick++) {
            run(scenario, world, 1);
            VeerAgentState ship = ship_of(world);
            VeerObstacleState rock = rock_at(world, 0);
            double time = veer_world_time(world);
            bool is_moving = length3(ship.velocity) > 1e-3f;
            left = is_moving && left < 0.0 ? time : left;
            rested = is_moving ? -1.0 : rested < 0.0 ? time : rested;
            bool is_taken = is_over_cell(rock.position, rock.radius);
            assert_false(is_taken && is_over_cell(ship.position, ship.radius));
            was_taken = was_taken || is_taken;
            assert_true(length3(sub3(rock.position, ship.position)) > 2.48f);
        }
        assert_true(was_taken && left > 0.0);
        assert_true(rested > left && rested < left + 5.0);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(occupancy_equals_brute_force_every_tick),
        cmocka_unit_test(plans_are_few),
        cmocka_unit_test(gates_are_passed_at_any_speed),
        cmocka_unit_test(rocks_go_round_for_ever),
        cmocka_unit_test(a_replay_of_a_minute_is_bit_identical),
        cmocka_unit_test(a_resting_ship_is_gone_before_its_cell_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
