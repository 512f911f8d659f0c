/// Agents with vehicles: that worlds hold them, and that they get where they are going.
#include "world/world_maker.h"

#include "math/trig.h"

static VeerAgentDef vehicle_def(VeerVehicle kind)
{
    VeerAgentDef def = veer_agent_def_default();
    def.vehicle = veer_vehicle_params_default(kind);
    def.max_speed = 15.0f;
    def.max_acceleration = 12.0f;
    def.max_braking = 12.0f;
    def.heading = (VeerVec3){1.0f, 0.0f, 0.0f};
    return def;
}

static void vehicle_is_read_as_it_was_given(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = vehicle_def(VEER_VEHICLE_CAR);
    def.vehicle.car.wheelbase = 3.5f;
    VeerAgentId agent = add_agent(world, &def);
    VeerAgentState state = read_agent(world, agent);
    assert_int_equal(state.vehicle.kind, VEER_VEHICLE_CAR);
    assert_true(state.vehicle.car.wheelbase == 3.5f);
    assert_true(length3(state.spin) == 0.0f);
    veer_world_destroy(world);
}

static void vehicles_but_the_free_look_ahead_by_default(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < VEER_VEHICLE_COUNT; ++kind) {
        VeerAgentDef def = veer_agent_def_for((VeerVehicle)kind);
        assert_int_equal(def.vehicle.kind, kind);
        assert_int_equal(def.model,
                         kind == VEER_VEHICLE_FREE ? VEER_AVOID_DEFAULT : VEER_AVOID_PILOT);
        assert_true(veer_avoid_params_are_valid(def.model, &def.avoid));
    }
}

static VeerAgentState read_of(const VeerAgentDef *def)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentState state = read_agent(world, add_agent(world, def));
    veer_world_destroy(world);
    return state;
}

static void model_that_is_not_chosen_suits_the_body(void **unused)
{
    (void)unused;
    VeerAgentDef nimble = veer_agent_def_default(), braking = nimble, slow = nimble,
                 turning = nimble;
    braking.max_braking = 3.0f;
    slow.max_acceleration = 1e6f;
    turning.max_turn_rate = 3.0f;
    assert_int_equal(read_of(&nimble).model, VEER_AVOID_CROWD);
    assert_int_equal(read_of(&braking).model, VEER_AVOID_CROWD);
    assert_int_equal(read_of(&slow).model, VEER_AVOID_PILOT);
    assert_int_equal(read_of(&turning).model, VEER_AVOID_PILOT);
    for (int kind = 0; kind < VEER_VEHICLE_COUNT; ++kind) {
        VeerAgentDef def = vehicle_def((VeerVehicle)kind);
        assert_int_equal(read_of(&def).model, VEER_AVOID_PILOT);
        def.model = VEER_AVOID_CROWD;
        assert_int_equal(read_of(&def).model, VEER_AVOID_CROWD);
        assert_true(read_of(&def).avoid.sense_range == def.avoid.sense_range);
    }
}

static void params_that_are_not_chosen_are_the_models_own(void **unused)
{
    (void)unused;
    VeerAgentDef def = vehicle_def(VEER_VEHICLE_FREE);
    VeerAvoidParams pilot = veer_avoid_params_for(VEER_AVOID_PILOT), read = read_of(&def).avoid;
    assert_memory_equal(&read, &pilot, sizeof read);
    def.avoid.max_neighbours = 0;
    read = read_of(&def).avoid;
    assert_int_equal(read.max_neighbours, 0);
    assert_true(read.sense_range == pilot.sense_range);
    def.avoid = veer_avoid_params_default();
    def.avoid.sense_range = 25.0f;
    def.avoid.time_horizon = 3.0f;
    def.avoid.time_horizon_obstacles = 5.0f;
    read = read_of(&def).avoid;
    assert_true(read.sense_range == 25.0f && read.time_horizon == 3.0f);
    assert_true(read.time_horizon_obstacles == 5.0f);
    assert_int_equal(read.max_neighbours, pilot.max_neighbours);
}

static void model_stays_until_it_is_set(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_set_limits(world, agent, 3.0f, 0.0f, INFINITY), VEER_OK);
    assert_int_equal(read_agent(world, agent).model, VEER_AVOID_CROWD);
    assert_int_equal(veer_agent_set_avoidance(world, agent, VEER_AVOID_DEFAULT, &def.avoid),
                     VEER_OK);
    assert_int_equal(read_agent(world, agent).model, VEER_AVOID_PILOT);
    assert_true(read_agent(world, agent).avoid.time_horizon_obstacles == 4.0f);
    veer_world_destroy(world);
}

static void vehicle_that_is_not_valid_is_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = vehicle_def(VEER_VEHICLE_TORQUE);
    VeerAgentId agent = add_agent(world, &def), none;
    Copy copy = copy_of(world);
    VeerVehicleParams bad = def.vehicle;
    bad.torque.max_angular_acceleration = -1.0f;
    def.vehicle = bad;
    assert_int_equal(veer_agent_create(world, &def, &none), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_set_vehicle(world, agent, &bad), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_set_vehicle(world, agent, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_set_spin(world, agent, vec3(NAN, 0.0f, 0.0f)), VEER_BAD_VALUE);
    VeerAgentId stale = {agent.slot, agent.generation + 1};
    assert_int_equal(veer_agent_set_vehicle(world, stale, &def.vehicle), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_set_spin(world, stale, vec3(0.0f, 0.0f, 0.0f)), VEER_BAD_HANDLE);
    assert_unchanged(world, copy);
    veer_world_destroy(world);
}

static void another_vehicle_begins_without_spin(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = vehicle_def(VEER_VEHICLE_TORQUE);
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_set_spin(world, agent, vec3(0.0f, 0.0f, 1.5f)), VEER_OK);
    assert_true(read_agent(world, agent).spin.z == 1.5f);
    VeerVehicleParams car = veer_vehicle_params_default(VEER_VEHICLE_CAR);
    assert_int_equal(veer_agent_set_vehicle(world, agent, &car), VEER_OK);
    assert_true(read_agent(world, agent).spin.z == 0.0f);
    assert_int_equal(read_agent(world, agent).vehicle.kind, VEER_VEHICLE_CAR);
    veer_world_destroy(world);
}

static void spin_that_a_vehicle_cannot_have_is_dropped(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerVec3 spin = {0.2f, 3.0f, 0.5f};
    VeerAgentDef def = vehicle_def(VEER_VEHICLE_TORQUE);
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_set_spin(world, agent, spin), VEER_OK);
    VeerVec3 flat = read_agent(world, agent).spin; // it would turn out of the plane
    assert_true(flat.x == 0.0f && flat.y == 0.0f && flat.z == spin.z);
    VeerVehicleParams car = veer_vehicle_params_default(VEER_VEHICLE_CAR);
    assert_int_equal(veer_agent_set_vehicle(world, agent, &car), VEER_OK);
    assert_int_equal(veer_agent_set_spin(world, agent, spin), VEER_OK);
    VeerVec3 steering = read_agent(world, agent).spin;
    assert_true(steering.x == spin.x && steering.y == 0.0f && steering.z == 0.0f);
    veer_world_destroy(world);
}

/// Seconds until an agent of a vehicle arrives at a point; INFINITY if it does not.
static float seconds_to(VeerSpace space, VeerVehicle kind, VeerVec3 goal)
{
    VeerWorld *world = make_world(space);
    VeerAgentDef def = vehicle_def(kind);
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_go_to(world, agent, goal, 2.0f), VEER_OK);
    float time = INFINITY;
    for (int i = 0; i < 3600 && !isfinite(time); ++i) {
        step_times(world, 1, TICK);
        bool is_there = read_agent(world, agent).status == VEER_AGENT_ARRIVED;
        time = is_there ? (float)veer_world_time(world) : INFINITY;
    }
    veer_world_destroy(world);
    return time;
}

static void every_vehicle_gets_to_every_point(void **unused)
{
    (void)unused;
    const VeerVec3 goals[] = {{60.0f, 0.0f, 0.0f}, {-60.0f, 0.0f, 0.0f}, {5.0f, 40.0f, 0.0f},
                              {0.0f, 4.0f, 0.0f},  {-4.0f, 0.0f, 0.0f},  {3.0f, -5.0f, 0.0f}};
    for (int kind = 0; kind < VEER_VEHICLE_COUNT; ++kind) {
        for (size_t i = 0; i < sizeof goals / sizeof *goals; ++i) {
            float time = seconds_to(VEER_PLANAR, (VeerVehicle)kind, goals[i]);
            float limit = 2.0f * length3(goals[i]) / 15.0f + 20.0f;
            if (!(time <= limit)) {
                fail_msg("vehicle %d, goal %d: %g s", kind, (int)i, (double)time);
            }
        }
    }
}

static void vehicles_of_space_climb_to_their_goals(void **unused)
{
    (void)unused;
    const VeerVehicle kinds[] = {VEER_VEHICLE_FREE, VEER_VEHICLE_THRUSTER, VEER_VEHICLE_TORQUE,
                                 VEER_VEHICLE_AIRCRAFT};
    for (int i = 0; i < 4; ++i) {
        assert_true(seconds_to(VEER_SPATIAL, kinds[i], vec3(90.0f, 20.0f, 25.0f)) <= 30.0f);
    }
}

static void car_that_has_arrived_rests(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = vehicle_def(VEER_VEHICLE_CAR);
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_go_to(world, agent, vec3(30.0f, 12.0f, 0.0f), 1.0f), VEER_OK);
    step_times(world, 900, TICK);
    VeerAgentState state = read_agent(world, agent);
    assert_int_equal(state.status, VEER_AGENT_ARRIVED);
    assert_true(length3(state.velocity) <= 0.05f);
    veer_world_destroy(world);
}

static void car_gets_to_goals_beside_it(void **unused)
{
    (void)unused;
    for (int i = 0; i < 16; ++i) {
        float angle = 0.3926991f * (float)i;
        VeerWorld *world = make_world(VEER_PLANAR);
        VeerAgentDef def = vehicle_def(VEER_VEHICLE_CAR);
        def.velocity = vec3(8.0f, 0.0f, 0.0f);
        def.max_acceleration = 4.0f;
        VeerAgentId agent = add_agent(world, &def);
        VeerVec3 goal = {6.0f * veer_cos(angle), 6.0f * veer_sin(angle), 0.0f};
        assert_int_equal(veer_agent_go_to(world, agent, goal, 0.8f), VEER_OK);
        int ticks = 0;
        while (read_agent(world, agent).status != VEER_AGENT_ARRIVED && ticks++ < 1200) {
            step_times(world, 1, TICK);
            assert_true(distance3(read_agent(world, agent).position, goal) <= 25.0f);
        }
        assert_true(ticks < 1200);
        veer_world_destroy(world);
    }
}

static void aircraft_stays_about_its_goal(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerAgentDef def = vehicle_def(VEER_VEHICLE_AIRCRAFT);
    VeerAgentId agent = add_agent(world, &def);
    VeerVec3 goal = {80.0f, 40.0f, 10.0f};
    assert_int_equal(veer_agent_go_to(world, agent, goal, 5.0f), VEER_OK);
    step_times(world, 1800, TICK);
    for (int i = 0; i < 1800; ++i) {
        step_times(world, 1, TICK);
        assert_true(distance3(read_agent(world, agent).position, goal) <= 90.0f);
        assert_true(length3(read_agent(world, agent).velocity) >= 9.99f);
    }
    veer_world_destroy(world);
}

/// A crowd of every kind, through each other and off a wall: the same after a rollback.
static void vehicles_roll_back(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    Dice dice = make_dice(5);
    for (int i = 0; i < 40; ++i) {
        VeerAgentDef def = vehicle_def((VeerVehicle)(i % VEER_VEHICLE_COUNT));
        def.position = vec3((float)(i % 8) * 5.0f - 20.0f, (float)(i / 8) * 5.0f, 0.0f);
        def.heading = vec3((float)roll_index(&dice, 9) - 4.0f, 1.0f, 0.0f);
        VeerAgentId agent = add_agent(world, &def);
        VeerVec3 goal = {-def.position.x, 20.0f - def.position.y, 0.0f};
        assert_int_equal(veer_agent_go_to(world, agent, goal, 1.0f), VEER_OK);
    }
    const VeerVec3 wall[] = {{-30.0f, 30.0f, 0.0f}, {30.0f, 30.0f, 0.0f}};
    add_chain(world, wall, 2);
    step_times(world, 100, TICK);
    Copy copy = copy_of(world);
    step_times(world, 200, TICK);
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_world_restore(world, copy.block, copy.size), VEER_OK);
    step_times(world, 200, TICK);
    assert_true(veer_world_hash(world) == hash);
    free(copy.block);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vehicle_is_read_as_it_was_given),
        cmocka_unit_test(vehicles_but_the_free_look_ahead_by_default),
        cmocka_unit_test(model_that_is_not_chosen_suits_the_body),
        cmocka_unit_test(params_that_are_not_chosen_are_the_models_own),
        cmocka_unit_test(model_stays_until_it_is_set),
        cmocka_unit_test(vehicle_that_is_not_valid_is_refused),
        cmocka_unit_test(another_vehicle_begins_without_spin),
        cmocka_unit_test(spin_that_a_vehicle_cannot_have_is_dropped),
        cmocka_unit_test(every_vehicle_gets_to_every_point),
        cmocka_unit_test(vehicles_of_space_climb_to_their_goals),
        cmocka_unit_test(car_that_has_arrived_rests),
        cmocka_unit_test(car_gets_to_goals_beside_it),
        cmocka_unit_test(aircraft_stays_about_its_goal),
        cmocka_unit_test(vehicles_roll_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
