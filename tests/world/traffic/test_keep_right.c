// Keeping to the right: two crowds meet in a corridor.
#include "base/random.h"
#include "world/map_maker.h"
#include "world/traffic/traffic.h"

enum { CROWD = 36 };

/// Two halls and a corridor between them, four cells wide and thirteen long.
static VeerWorld *open_corridor(void)
{
    VeerWorldDef def = map_def(25, 14);
    def.max_agents = 2 * CROWD;
    VeerWorld *world = make_world_of(&def);
    VeerCellRect low = {{6, 0}, {19, 5}}, high = {{6, 9}, {19, 14}};
    assert_int_equal(veer_world_grid_fill(world, low, true), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, high, true), VEER_OK);
    return world;
}

static VeerAgentId add_runner(VeerWorld *world, VeerVec3 from, float side)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = from;
    def.radius = 0.23f;
    def.max_speed = 4.0f;
    VeerAgentId agent = add_agent(world, &def);
    VeerVec3 goal = add3(from, vec3(side, 0.0f, 0.0f));
    assert_int_equal(veer_agent_route_to(world, agent, goal, 1.5f), VEER_OK);
    return agent;
}

/// A crowd in rows of three, each agent a little off its position in the row.
static void add_runners(VeerWorld *world, uint32_t seed, float middle, float side)
{
    for (uint32_t i = 0; i < CROWD; i++) {
        float x = 0.006f * veer_random_unit(seed, 2u * i, side > 0.0f) - 0.003f;
        float y = 0.006f * veer_random_unit(seed, 2u * i + 1u, side > 0.0f) - 0.003f;
        VeerVec3 place = {middle - 1.0f + (float)(i % 3u) + x, 1.5f + (float)(i / 3u) + y, 0.0f};
        (void)add_runner(world, place, side);
    }
}

/// How many agents are not yet out of the corridor at the other side.
static int count_late(const VeerWorld *world)
{
    int late = 0;
    for (uint32_t i = 0; i < 2 * CROWD; i++) {
        float x = read_agent(world, veer_agent_at(world, i)).position.x;
        late += i < CROWD ? x < 19.0f : x > 6.0f;
    }
    return late;
}

static void lanes_let_two_crowds_pass_each_other(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 3; seed++) {
        print_message("seed %u\n", seed);
        VeerWorld *world = open_corridor();
        add_runners(world, seed, 1.5f, 22.0f);
        add_runners(world, seed, 23.5f, -22.0f);
        step_times(world, 8 * 60, TICK);
        // Without walls along the middle up to 5 of the 72 were pushed back and came later.
        assert_in_range(count_late(world), 0, 2);
        veer_world_destroy(world);
    }
}

static void lane_is_left_to_who_is_alone(void **state)
{
    (void)state;
    VeerWorld *world = open_corridor();
    VeerAgentId agent = add_runner(world, vec3(1.5f, 8.5f, 0.0f), 22.0f);
    int ticks = step_until_done(world, agent, 1000);
    // 20.5 m at 4 m/s take 308 ticks.
    assert_in_range(ticks, 300, 330);
    veer_world_destroy(world);
}

static void lanes_are_used_whole_by_those_who_go_one_way(void **state)
{
    (void)state;
    VeerWorld *world = open_corridor();
    VeerAgentId last = {0};
    for (int i = 0; i < 6; i++) {
        last = add_runner(world, vec3(3.0f, 5.3f + 0.65f * (float)i, 0.0f), 19.0f);
    }
    assert_in_range(step_until_done(world, last, 1000), 250, 330);
    veer_world_destroy(world);
}

// Round the end of a wall, 18 cells from the next: there is space to spread, but legs are short.
static void turns_are_spread_no_further_than_short_legs_allow(void **state)
{
    (void)state;
    VeerWorldDef def = map_def(24, 24);
    VeerWorld *world = make_world_of(&def);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{11, 0}, {12, 6}}, true), VEER_OK);
    for (int i = 0; i < 16; i++) {
        VeerVec3 from = vec3(8.5f, 3.5f, 0), to = vec3(14.5f, 3.5f, 0);
        VeerAgentId agent = add_traveller(world, from, to, 0.4f);
        step_times(world, 1, TICK);
        // At the cells about the corner it is 9.3 m, and 12 m at a third of the free width.
        assert_true(read_route(world, agent).length < 10.0f);
        assert_int_equal(veer_agent_destroy(world, agent), VEER_OK);
    }
    veer_world_destroy(world);
}

/// Asks for the walls of an agent at a point, behind walls[count]. @return how many there are
static uint32_t walls_at(VeerWorld *world, VeerVec3 at, VeerWall *walls, uint32_t count)
{
    world->agent.position[0] = at;
    return veer_keep_right_walls(world, 0, walls, count);
}

static void walls_of_a_corridor_are_on_the_left(void **state)
{
    (void)state;
    VeerWorld *world = open_corridor();
    (void)add_traveller(world, vec3(1.0f, 7.0f, 0.0f), vec3(24.0f, 7.0f, 0.0f), 0.25f);
    VeerRoute *route = &world->map.routes.all[0];
    VeerWall walls[VEER_MAX_WALLS] = {{{9.0f, 9.0f, 9.0f}, {9.0f, 9.0f, 9.0f}}};
    route->behind = vec3(0.0f, 5.0f, 0.0f);
    route->aim = vec3(20.0f, 5.0f, 0.0f);
    route->beyond = vec3(0.0f, 10.0f, 0.0f);
    route->middle = route->next_middle = 0.0f; // neither in a corridor nor before one
    assert_int_equal(walls_at(world, vec3(10.0f, 5.0f, 0.0f), walls, 3), 3);
    route->middle = 1.5f; // in one, whose middle is at y = 6.5
    assert_int_equal(walls_at(world, vec3(10.0f, 5.0f, 0.0f), walls, 1), 2);
    assert_true(walls[0].a.x == 9.0f);
    assert_near3(walls[1].a, vec3(-12.0f, 1.5f, 0.0f), 1e-6f); // begins 8 radii before the leg
    assert_near3(walls[1].b, vec3(10.0f, 1.5f, 0.0f), 1e-6f);
    assert_int_equal(walls_at(world, vec3(10.0f, 6.5f, 0.0f), walls, 0), 0); // on the middle
    assert_int_equal(walls_at(world, vec3(10.0f, 7.0f, 0.0f), walls, 0), 0); // in the left half
    assert_int_equal(walls_at(world, vec3(10.0f, 5.0f, 0.0f), walls, VEER_MAX_WALLS),
                     VEER_MAX_WALLS);
    route->middle = 0.0f;
    route->next_middle = 2.0f; // before one that leads up from (20, 5), its middle at x = 18
    assert_int_equal(walls_at(world, vec3(10.0f, 0.0f, 0.0f), walls, 0), 1);
    assert_near3(walls[0].a, vec3(8.0f, 5.0f, 0.0f), 1e-6f); // the left half of its mouth
    assert_near3(walls[0].b, vec3(4.0f, 5.0f, 0.0f), 1e-6f);
    assert_int_equal(walls_at(world, vec3(30.0f, 0.0f, 0.0f), walls, 0), 2);
    assert_near3(walls[0].b, vec3(-12.0f, 15.0f, 0.0f), 1e-6f);
    assert_near3(walls[1].b, vec3(-16.0f, 5.0f, 0.0f), 1e-6f);
    assert_int_equal(walls_at(world, vec3(30.0f, 5.0f, 0.0f), walls, 0), 1);
    assert_int_equal(walls_at(world, vec3(30.0f, 0.0f, 0.0f), walls, VEER_MAX_WALLS - 1),
                     VEER_MAX_WALLS);
    veer_world_destroy(world);
}

/// In a tick in which it does not look for those that come.
static bool is_astray_at(VeerWorld *world, VeerVec3 at)
{
    world->agent.position[0] = at;
    world->map.head->plan_tick = 1u - world->agent.id[0];
    world->agent.goal_stalled[0] = 3.0f;
    veer_keep_right_run(world, TICK);
    bool is_astray = veer_keep_right_is_astray(world, 0);
    assert_true(world->agent.goal_stalled[0] == (is_astray ? 0.0f : 3.0f));
    return is_astray;
}

static void who_is_on_the_wrong_half_waits(void **state)
{
    (void)state;
    VeerWorld *world = open_corridor();
    (void)add_traveller(world, vec3(1.0f, 7.0f, 0.0f), vec3(24.0f, 7.0f, 0.0f), 0.25f);
    VeerRoute *route = &world->map.routes.all[0];
    route->behind = vec3(0.0f, 5.0f, 0.0f);
    route->aim = vec3(20.0f, 5.0f, 0.0f);
    route->beyond = vec3(0.0f, 10.0f, 0.0f);
    route->middle = 1.5f; // its middle is at y = 6.5
    route->next_middle = 0.0f;
    route->opposed = 0;
    assert_false(is_astray_at(world, vec3(10.0f, 7.0f, 0.0f))); // nobody comes
    route->opposed = 1;
    assert_false(is_astray_at(world, vec3(10.0f, 6.0f, 0.0f))); // on its own half
    assert_true(is_astray_at(world, vec3(10.0f, 7.0f, 0.0f)));
    assert_near3(veer_passage_ahead(world, 0), vec3(0.0f, -2.0f, 0.0f), 1e-6f);
    route->middle = 0.0f;
    assert_false(is_astray_at(world, vec3(10.0f, 7.0f, 0.0f))); // in no corridor
    route->next_middle = 2.0f; // before one that leads up from (20, 5), its middle at x = 18
    assert_true(is_astray_at(world, vec3(17.0f, 4.0f, 0.0f)));
    assert_near3(veer_passage_ahead(world, 0), vec3(3.0f, 0.0f, 0.0f), 1e-6f);
    assert_false(is_astray_at(world, vec3(17.0f, 2.0f, 0.0f))); // 8 radii before it
    veer_world_destroy(world);
}

/// Whoever is astray in a corridor goes straight over to its own half.
static void who_is_on_the_wrong_half_goes_straight_over(void **state)
{
    (void)state;
    VeerWorld *world = open_corridor();
    VeerAgentId agent =
        add_traveller(world, vec3(12.0f, 6.5f, 0.0f), vec3(24.0f, 6.5f, 0.0f), 0.25f);
    step_times(world, 2, TICK);
    VeerRoute *route = &world->map.routes.all[0];
    route->behind = vec3(6.0f, route->aim.y, 0.0f);
    route->middle = 0.5f;
    route->opposed = 9;
    world->agent.position[0] = vec3(12.0f, route->aim.y + 1.0f, 0.0f);
    step_times(world, 1, TICK);
    assert_true(veer_keep_right_is_astray(world, 0));
    VeerVec3 preferred = read_agent(world, agent).preferred_velocity;
    assert_true(preferred.y < -1.0f);
    assert_true(fabsf(preferred.x) < 0.01f);
    veer_world_destroy(world);
}

/// UBSan watches: paths are divided by widths.
static void bodies_without_width_have_routes(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        VeerWorld *world = open_corridor();
        VeerAgentId agent = add_runner(world, vec3(2.5f, 7.0f, 0.0f), 20.0f);
        assert_int_equal(veer_agent_set_radius(world, agent, i ? -0.0f : 0.0f), VEER_OK);
        step_times(world, 300, 0.05f);
        assert_true(read_agent(world, agent).position.x > 19.0f);
        veer_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_without_width_have_routes),
        cmocka_unit_test(lanes_let_two_crowds_pass_each_other),
        cmocka_unit_test(lane_is_left_to_who_is_alone),
        cmocka_unit_test(lanes_are_used_whole_by_those_who_go_one_way),
        cmocka_unit_test(walls_of_a_corridor_are_on_the_left),
        cmocka_unit_test(who_is_on_the_wrong_half_waits),
        cmocka_unit_test(who_is_on_the_wrong_half_goes_straight_over),
        cmocka_unit_test(turns_are_spread_no_further_than_short_legs_allow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
