// What agents are made of, how they are named, and what their calls refuse.
#include "world/agent_calls.h"

typedef struct BadField {
    size_t offset;
    float value;
} BadField;

#define AT(field) offsetof(VeerAgentDef, field)
static const BadField bad_fields[] = {{AT(position.x), NAN},
                                      {AT(position.y), INFINITY},
                                      {AT(position.z), -INFINITY},
                                      {AT(position.x), 2.01e6f},
                                      {AT(position.y), -2.01e6f},
                                      {AT(velocity.x), NAN},
                                      {AT(velocity.y), INFINITY},
                                      {AT(velocity.z), NAN},
                                      {AT(velocity.x), 3e6f},
                                      {AT(heading.x), NAN},
                                      {AT(heading.y), INFINITY},
                                      {AT(heading.z), NAN},
                                      {AT(radius), NAN},
                                      {AT(radius), INFINITY},
                                      {AT(radius), -0.1f},
                                      {AT(radius), 2.01e6f},
                                      {AT(height), NAN},
                                      {AT(height), 0.0f},
                                      {AT(height), -1.0f},
                                      {AT(max_speed), NAN},
                                      {AT(max_speed), INFINITY},
                                      {AT(max_speed), -1.0f},
                                      {AT(preferred_speed), NAN},
                                      {AT(preferred_speed), INFINITY},
                                      {AT(preferred_speed), -1.0f},
                                      {AT(max_acceleration), NAN},
                                      {AT(max_acceleration), 0.0f},
                                      {AT(max_acceleration), -1.0f},
                                      {AT(max_braking), NAN},
                                      {AT(max_braking), -1.0f},
                                      {AT(max_turn_rate), NAN},
                                      {AT(max_turn_rate), 0.0f},
                                      {AT(max_turn_rate), -1.0f},
                                      {AT(priority), NAN},
                                      {AT(priority), -0.1f},
                                      {AT(avoid.sense_range), NAN},
                                      {AT(avoid.sense_range), -1.0f},
                                      {AT(avoid.sense_range), INFINITY},
                                      {AT(avoid.time_horizon), NAN},
                                      {AT(avoid.time_horizon), 0.0f},
                                      {AT(avoid.time_horizon), INFINITY},
                                      {AT(avoid.time_horizon_obstacles), NAN},
                                      {AT(avoid.time_horizon_obstacles), 0.0f},
                                      {AT(avoid.time_horizon_obstacles), INFINITY}};
#undef AT

static void expect_refused(const VeerAgentDef *def)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    Copy copy = copy_of(world);
    VeerAgentId agent = {77, 78};
    assert_int_equal(veer_agent_create(world, def, &agent), VEER_BAD_VALUE);
    assert_true(agent.slot == 77 && agent.generation == 78);
    assert_unchanged(world, copy);
    veer_world_destroy(world);
}

static void agent_create_refuses_each_bad_number(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof bad_fields / sizeof *bad_fields; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        memcpy((char *)&def + bad_fields[i].offset, &bad_fields[i].value, sizeof(float));
        expect_refused(&def);
    }
}

static void agent_create_refuses_a_def_without_its_default(void **unused)
{
    (void)unused;
    VeerAgentDef def = veer_agent_def_default();
    def.cookie = 0;
    expect_refused(&def);
    VeerAgentDef zero;
    memset(&zero, 0, sizeof zero);
    expect_refused(&zero);
    expect_refused(NULL);
}

static void agent_create_refuses_unknown_models_and_too_many_neighbours(void **unused)
{
    (void)unused;
    VeerAgentDef def = veer_agent_def_default();
    def.model = VEER_AVOID_MODEL_COUNT;
    expect_refused(&def);
    def.model = VEER_AVOID_CROWD;
    def.avoid.max_neighbours = VEER_MAX_NEIGHBOURS + 1;
    expect_refused(&def);
}

static void agent_create_takes_the_ends_of_the_ranges(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(VEER_WORLD_LIMIT, -VEER_WORLD_LIMIT, VEER_WORLD_LIMIT);
    def.radius = 0.0f;
    def.height = INFINITY;
    def.max_speed = 0.0f;
    def.priority = INFINITY;
    def.avoid.sense_range = 0.0f;
    def.avoid.max_neighbours = 0;
    add_agent(world, &def);
    def.radius = def.max_speed = def.preferred_speed = VEER_WORLD_LIMIT;
    def.priority = 0.0f;
    def.max_acceleration = def.max_braking = def.max_turn_rate = 1e-30f;
    add_agent(world, &def);
    step_times(world, 3, TICK);
    veer_world_destroy(world);
}

static void agent_create_refuses_to_write_nowhere(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    VeerAgentId agent;
    assert_int_equal(veer_agent_create(world, &def, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_create(NULL, &def, &agent), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_count(world), 0);
    veer_world_destroy(world);
}

static void agent_create_is_full_at_capacity(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 3;
    VeerWorld *world = make_world_of(&def);
    add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    add_agent_at(world, vec3(3.0f, 0.0f, 0.0f));
    add_agent_at(world, vec3(6.0f, 0.0f, 0.0f));
    Copy copy = copy_of(world);
    VeerAgentDef agent_def = veer_agent_def_default();
    VeerAgentId agent = {0, 0};
    assert_int_equal(veer_agent_create(world, &agent_def, &agent), VEER_FULL);
    assert_unchanged(world, copy);
    assert_int_equal(veer_agent_destroy(world, veer_agent_at(world, 1)), VEER_OK);
    assert_int_equal(veer_agent_create(world, &agent_def, &agent), VEER_OK);
    veer_world_destroy(world);
}

static void agent_headings_of_any_length_become_unit(void **unused)
{
    (void)unused;
    const float lengths[] = {1e-37f, 1e-20f, 1e-3f, 1.0f, 1e19f, 1e30f, 3e38f};
    VeerWorld *world = make_world(VEER_SPATIAL);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        def.heading = vec3(0.0f, 0.6f * lengths[i], -0.8f * lengths[i]);
        VeerVec3 heading = read_agent(world, add_agent(world, &def)).heading;
        assert_near3(heading, vec3(0.0f, 0.6f, -0.8f), 1e-6f);
    }
    veer_world_destroy(world);
}

static void agent_without_a_heading_looks_along_its_velocity_else_along_x(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    assert_near3(read_agent(world, add_agent(world, &def)).heading, vec3(1.0f, 0.0f, 0.0f), 0.0f);
    def.velocity = vec3(0.0f, -0.5f, 0.0f);
    assert_near3(read_agent(world, add_agent(world, &def)).heading, vec3(0.0f, -1.0f, 0.0f), 1e-6f);
    veer_world_destroy(world);
}

static void agent_reads_back_what_its_def_said(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerAgentDef def = veer_agent_def_default();
    def.id = 42;
    def.position = vec3(1.0f, 2.0f, 3.0f);
    def.velocity = vec3(0.1f, 0.2f, 0.3f);
    def.radius = 0.25f;
    def.height = 3.0f;
    def.max_speed = 2.5f;
    def.max_acceleration = 3.5f;
    def.max_braking = 4.5f;
    def.max_turn_rate = 5.5f;
    def.group = 6;
    def.user_data = 7;
    VeerAgentState state = read_agent(world, add_agent(world, &def));
    assert_int_equal(state.id, 42);
    assert_memory_equal(&state.position, &def.position, sizeof def.position);
    assert_memory_equal(&state.velocity, &def.velocity, sizeof def.velocity);
    assert_true(state.radius == 0.25f && state.height == 3.0f && state.max_speed == 2.5f);
    assert_true(state.max_acceleration == 3.5f && state.max_braking == 4.5f);
    assert_true(state.max_turn_rate == 5.5f && state.group == 6 && state.user_data == 7);
    assert_int_equal(state.status, VEER_AGENT_IDLE);
    assert_false(state.has_goal);
    veer_world_destroy(world);
}

static void agent_brakes_as_it_accelerates_where_nobody_says_how(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    VeerAgentId agent = add_agent(world, &def);
    assert_true(isinf(read_agent(world, agent).max_braking));
    def.max_acceleration = 3.0f;
    agent = add_agent(world, &def);
    assert_true(read_agent(world, agent).max_braking == 3.0f);
    def.max_braking = INFINITY;
    agent = add_agent(world, &def);
    assert_true(isinf(read_agent(world, agent).max_braking));
    assert_int_equal(veer_agent_set_limits(world, agent, 2.0f, 0.0f, 1.0f), VEER_OK);
    assert_true(read_agent(world, agent).max_braking == 2.0f);
    veer_world_destroy(world);
}

static void agents_without_an_id_are_numbered(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId first = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    VeerAgentId second = add_agent_at(world, vec3(3.0f, 0.0f, 0.0f));
    assert_int_equal(read_agent(world, first).id, 1);
    assert_int_equal(read_agent(world, second).id, 2);
    veer_world_destroy(world);
}

/// A world with an agent that may be followed, a ball, and the agent to call.
static VeerAgentId fill_for_calls(VeerWorld *world)
{
    add_agent_at(world, vec3(20.0f, 0.0f, 0.0f));
    add_ball(world, vec3(0.0f, 20.0f, 0.0f), 1.0f);
    return add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
}

static void agent_calls_refuse_bad_values_and_change_nothing(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = fill_for_calls(world);
    for (int i = 0; i < agent_call_count; ++i) {
        for (int k = 0; k < agent_calls[i].bad_count; ++k) {
            Copy copy = copy_of(world);
            VeerStatus status = agent_calls[i].call(world, agent, agent_calls[i].bad[k]);
            if (status != VEER_BAD_VALUE) {
                print_error("%s %g\n", agent_calls[i].name, (double)agent_calls[i].bad[k]);
            }
            assert_int_equal(status, VEER_BAD_VALUE);
            assert_unchanged(world, copy);
        }
    }
    assert_int_equal(veer_agent_set_avoidance(world, agent, VEER_AVOID_CROWD, NULL),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_agent_follow_agent(world, agent, agent, 1.0f), VEER_BAD_VALUE);
    veer_world_destroy(world);
}

static void agent_calls_take_good_values(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = fill_for_calls(world);
    for (int i = 0; i < agent_call_count; ++i) {
        VeerStatus status = agent_calls[i].call(world, agent, agent_calls[i].good);
        if (status != VEER_OK) {
            print_error("%s\n", agent_calls[i].name);
        }
        assert_int_equal(status, VEER_OK);
        step_times(world, 1, TICK);
    }
    assert_false(veer_agent_is_alive(world, agent));
    veer_world_destroy(world);
}

static void agent_calls_refuse_null_stale_and_foreign_handles(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId gone = fill_for_calls(world);
    veer_agent_destroy(world, gone);
    VeerAgentId heir = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    assert_int_equal(heir.slot, gone.slot);
    const VeerAgentId handles[] = {
        {0, 0}, gone, {heir.slot, heir.generation + 1}, {900, 1}, {UINT32_MAX, 1}};
    Copy copy = copy_of(world);
    for (size_t h = 0; h < sizeof handles / sizeof *handles; ++h) {
        VeerAgentState state;
        assert_int_equal(veer_agent_get(world, handles[h], &state), VEER_BAD_HANDLE);
        assert_false(veer_agent_is_alive(world, handles[h]));
        for (int i = 0; i < agent_call_count; ++i) {
            VeerStatus status = agent_calls[i].call(world, handles[h], agent_calls[i].good);
            assert_int_equal(status, VEER_BAD_HANDLE);
        }
    }
    assert_unchanged(world, copy);
    veer_world_destroy(world);
}

static void agents_cannot_follow_what_is_gone(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = fill_for_calls(world);
    VeerAgentId gone = veer_agent_at(world, 0);
    VeerObstacleId ball = veer_obstacle_at(world, 0);
    veer_agent_destroy(world, gone);
    veer_obstacle_destroy(world, ball);
    assert_int_equal(veer_agent_follow_agent(world, agent, gone, 1.0f), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_follow_obstacle(world, agent, ball, 1.0f), VEER_BAD_HANDLE);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_IDLE);
    veer_world_destroy(world);
}

static void agent_slots_are_reused_under_new_generations(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 1;
    VeerWorld *world = make_world_of(&def);
    VeerAgentId last = {0, 0};
    for (int i = 0; i < 100; ++i) {
        VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
        assert_int_equal(agent.slot, 0);
        assert_true(agent.generation > last.generation);
        assert_false(veer_agent_is_alive(world, last));
        assert_int_equal(veer_agent_destroy(world, agent), VEER_OK);
        assert_int_equal(veer_agent_destroy(world, agent), VEER_BAD_HANDLE);
        last = agent;
    }
    assert_int_equal(veer_agent_slot_count(world), 1);
    veer_world_destroy(world);
}

static void agent_columns_show_what_get_shows(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId first = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    VeerAgentId second = add_agent_at(world, vec3(5.0f, 1.0f, 0.0f));
    veer_agent_go_to(world, second, vec3(9.0f, 9.0f, 0.0f), 0.5f);
    veer_agent_destroy(world, first);
    step_times(world, 10, TICK);
    VeerAgentState state = read_agent(world, second);
    const VeerSpan spans[] = {veer_agent_positions(world), veer_agent_velocities(world),
                              veer_agent_headings(world), veer_agent_radii(world)};
    const void *values[] = {&state.position, &state.velocity, &state.heading, &state.radius};
    const size_t sizes[] = {12, 12, 12, 4};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(spans[i].count, 2);
        assert_memory_equal((const char *)spans[i].data + spans[i].stride, values[i], sizes[i]);
    }
    const uint8_t *is_alive = veer_agent_liveness(world).data;
    const uint8_t *statuses = veer_agent_statuses(world).data;
    assert_true(is_alive[0] == 0 && is_alive[1] == 1 && statuses[1] == VEER_AGENT_MOVING);
    assert_int_equal(veer_agent_at(world, 0).generation, 0);
    assert_int_equal(veer_agent_at(world, 2).generation, 0);
    assert_int_equal(veer_agent_at(world, 1).generation, second.generation);
    assert_int_equal(veer_agent_count(world), 1);
    veer_world_destroy(world);
}

static void agent_max_speed_scales_the_velocity_down(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    veer_agent_set_velocity(world, agent, vec3(0.6f, 0.8f, 0.0f));
    veer_agent_set_max_speed(world, agent, 0.5f);
    VeerVec3 velocity = read_agent(world, agent).velocity;
    assert_near3(velocity, vec3(0.3f, 0.4f, 0.0f), 1e-6f);
    assert_true(length3(velocity) <= 0.5f);
    veer_world_destroy(world);
}

static void agent_keeps_its_height_in_a_planar_world(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 4.0f));
    veer_agent_set_velocity(world, agent, vec3(0.0f, 0.5f, 1.0f));
    assert_true(read_agent(world, agent).velocity.z == 0.0f);
    veer_agent_go_to(world, agent, vec3(3.0f, 0.0f, 9.0f), 0.1f);
    step_times(world, 300, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    assert_near3(read_agent(world, agent).position, vec3(3.0f, 0.0f, 4.0f), 0.1f);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agent_create_refuses_each_bad_number),
        cmocka_unit_test(agent_create_refuses_a_def_without_its_default),
        cmocka_unit_test(agent_create_refuses_unknown_models_and_too_many_neighbours),
        cmocka_unit_test(agent_create_takes_the_ends_of_the_ranges),
        cmocka_unit_test(agent_create_refuses_to_write_nowhere),
        cmocka_unit_test(agent_create_is_full_at_capacity),
        cmocka_unit_test(agent_headings_of_any_length_become_unit),
        cmocka_unit_test(agent_without_a_heading_looks_along_its_velocity_else_along_x),
        cmocka_unit_test(agent_reads_back_what_its_def_said),
        cmocka_unit_test(agent_brakes_as_it_accelerates_where_nobody_says_how),
        cmocka_unit_test(agents_without_an_id_are_numbered),
        cmocka_unit_test(agent_calls_refuse_bad_values_and_change_nothing),
        cmocka_unit_test(agent_calls_take_good_values),
        cmocka_unit_test(agent_calls_refuse_null_stale_and_foreign_handles),
        cmocka_unit_test(agents_cannot_follow_what_is_gone),
        cmocka_unit_test(agent_slots_are_reused_under_new_generations),
        cmocka_unit_test(agent_columns_show_what_get_shows),
        cmocka_unit_test(agent_max_speed_scales_the_velocity_down),
        cmocka_unit_test(agent_keeps_its_height_in_a_planar_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
