// Agents and obstacles that are bodies and shapes of Chipmunk's.
#include "bridge/chipmunk_maker.h"

// --- Steering ---

// Where nothing touches, Chipmunk's body and veer's agent do the same: forces are what the vehicle
// can do. Doubles and floats part by rounding.
static void bodies_move_as_veers_agents_of_their_limits(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerWorld *own = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_for(VEER_VEHICLE_TORQUE);
    def.radius = 0.5f;
    def.max_speed = 4.0f;
    def.max_acceleration = 3.0f;
    def.max_turn_rate = 2.0f;
    cpBody *body = add_body(setting.space, 1.5, 1.0, 2.0);
    VeerAgentId agent = attach(&setting, body, &def, NULL);
    def.position = vec3(1.0f, 2.0f, 0.0f);
    VeerAgentId free = add_agent(own, &def);
    veer_agent_go_to(setting.world, agent, vec3(-15.0f, 9.0f, 0.0f), 0.5f);
    veer_agent_go_to(own, free, vec3(-15.0f, 9.0f, 0.0f), 0.5f);
    for (int i = 0; i < 600; ++i) {
        assert_int_equal(veer_chipmunk_step(setting.bridge, TICK), VEER_OK);
        veer_world_step(own, TICK);
        cpVect at = cpBodyGetPosition(body);
        VeerVec3 wanted = read_agent(own, free).position;
        assert_true(hypot(at.x - (double)wanted.x, at.y - (double)wanted.y) < 1e-3);
    }
    assert_int_equal(read_agent(setting.world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(own);
    destroy_setting(&setting);
}

// 3 N on 2 kg: 1.5 m/s² and no more, whatever the def says.
static void forces_and_torques_keep_to_their_limits(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    VeerDrive drive = {.response = 20.0f, .max_force = 3.0f, .max_torque = 0.6f};
    cpBody *body = add_body(setting.space, 0.5, 0.0, 0.0);
    def.radius = 0.5f;
    def.max_speed = 3.0f;
    VeerAgentId agent = attach(&setting, body, &def, &drive);
    assert_float_equal(read_agent(setting.world, agent).max_acceleration, 1.5f, 1e-6f);
    veer_agent_go_to(setting.world, agent, vec3(-8.0f, 3.0f, 0.0f), 0.5f);
    double fastest = 0.0, spin = 0.0;
    for (int i = 0; i < 900; ++i) {
        cpVect before = cpBodyGetVelocity(body);
        double turned = cpBodyGetAngularVelocity(body);
        veer_chipmunk_step(setting.bridge, TICK);
        double change = cpvdist(cpBodyGetVelocity(body), before) / (double)TICK;
        double turn = fabs(cpBodyGetAngularVelocity(body) - turned) / (double)TICK;
        fastest = fmax(fastest, change);
        spin = fmax(spin, turn);
    }
    assert_true(fastest > 1.49 && fastest < 1.501); // m/s²
    assert_true(spin > 1.19 && spin < 1.201);       // rad/s²: 0.6 N m on 0.5 kg m²
    assert_int_equal(read_agent(setting.world, agent).status, VEER_AGENT_ARRIVED);
    destroy_setting(&setting);
}

// The force of a response of 3 1/s is 3 m (v_safe − v): in one step 3 dt of the gap.
static void response_is_the_rate_at_which_the_gap_closes(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    VeerDrive drive = {.response = 3.0f};
    cpBody *body = add_disc(setting.space, 0.0, 0.0, 0.5);
    VeerAgentId agent = attach(&setting, body, &def, &drive);
    veer_agent_set_preferred_velocity(setting.world, agent, vec3(1.0f, 0.0f, 0.0f));
    for (int i = 0; i < 4; ++i) {
        double gap = 1.0 - cpBodyGetVelocity(body).x;
        veer_chipmunk_step(setting.bridge, TICK);
        double left = 1.0 - cpBodyGetVelocity(body).x;
        assert_true(fabs(left - gap * (1.0 - 3.0 * (double)TICK)) < 1e-6);
    }
    destroy_setting(&setting);
}

// A ship that is bumped is veer's where the engine has thrown it, and comes back on its way.
static void knocks_are_taken_over_and_recovered_from(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    VeerDrive drive = {.max_force = 8.0f};
    cpBody *body = add_disc(setting.space, 0.0, 0.0, 0.5);
    VeerAgentId agent = attach(&setting, body, &def, &drive);
    veer_agent_go_to(setting.world, agent, vec3(12.0f, 0.0f, 0.0f), 0.5f);
    for (int i = 0; i < 60; ++i) {
        veer_chipmunk_step(setting.bridge, TICK);
    }
    cpBodyApplyImpulseAtWorldPoint(body, cpv(0.0, 10.0), cpBodyGetPosition(body));
    veer_chipmunk_step(setting.bridge, TICK);
    assert_true(read_agent(setting.world, agent).velocity.y > 4.0f);
    for (int i = 0; i < 900; ++i) {
        veer_chipmunk_step(setting.bridge, TICK);
    }
    assert_int_equal(read_agent(setting.world, agent).status, VEER_AGENT_ARRIVED);
    destroy_setting(&setting);
}

// Substeps are the host's: the force of each is that of its own length.
static void several_steps_of_the_engine_make_one_tick(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    def.max_acceleration = 2.0f;
    def.model = VEER_AVOID_NONE;
    cpBody *body = add_disc(setting.space, 0.0, 0.0, 0.5);
    VeerAgentId agent = attach(&setting, body, &def, NULL);
    veer_agent_set_preferred_velocity(setting.world, agent, vec3(1.0f, 0.0f, 0.0f));
    for (int i = 0; i < 6; ++i) {
        assert_int_equal(veer_chipmunk_steer(setting.bridge, TICK), VEER_OK);
        for (int k = 0; k < 4; ++k) {
            assert_int_equal(veer_chipmunk_push(setting.bridge, TICK / 4.0f), VEER_OK);
            cpSpaceStep(setting.space, (double)TICK / 4.0);
        }
        assert_int_equal(veer_chipmunk_moved(setting.bridge, TICK), VEER_OK);
    }
    assert_true(fabs(cpBodyGetVelocity(body).x - 0.2) < 1e-5); // 2 m/s² for 0.1 s
    destroy_setting(&setting);
}

// --- Shapes ---

static bool holds(const Setting *setting, VeerObstacleId id, VeerVec3 point)
{
    VeerObstacleState state;
    VeerVec3 corners[64];
    veer_obstacle_get(setting->world, id, &state);
    VeerVec3 off = sub3(point, state.position);
    if (state.shape == VEER_SHAPE_BALL) {
        return length3(off) <= state.radius + 1e-4f;
    }
    uint32_t count = veer_obstacle_vertices(setting->world, id, corners, 64);
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 from = corners[i], side = sub3(corners[(i + 1) % count], from);
        VeerVec3 to = sub3(point, from);
        if (side.x * to.y - side.y * to.x < -1e-4f * length3(side)) {
            return false;
        }
    }
    return true;
}

static bool is_covered(const Setting *setting, const cpShape *shape, VeerVec3 point)
{
    VeerObstacleId ids[32];
    uint32_t count = veer_chipmunk_obstacles(setting->bridge, shape, ids, 32);
    for (uint32_t i = 0; i < count; ++i) {
        if (holds(setting, ids[i], point)) {
            return true;
        }
    }
    return false;
}

// Points of and off a shape against its obstacles: all of it is covered, and nothing that is
// further off than `slack` times its half width.
static void assert_covers(const Setting *setting, const cpShape *shape, uint64_t seed, double slack)
{
    cpBB box = cpShapeGetBB(shape);
    for (uint64_t i = 0; i < 400; ++i) {
        VeerVec3 point =
            vec3(pick(seed, 2 * i, (float)box.l - 3.0f, (float)box.r + 3.0f),
                 pick(seed, 2 * i + 1, (float)box.b - 3.0f, (float)box.t + 3.0f), 0.0f);
        cpPointQueryInfo info;
        double off = cpShapePointQuery(shape, cpv((double)point.x, (double)point.y), &info);
        bool is_in = is_covered(setting, shape, point);
        assert_true(off > -1e-6 || is_in);
        assert_false(off > slack && is_in);
    }
}

// A random shape about the origin of its body. `*slack` is what its obstacles may be wider by.
static cpShape *random_shape(cpBody *body, uint64_t seed, bool is_static, double *slack)
{
    cpVect corners[6];
    double radius = seed % 2 ? (double)pick(seed, 1, 0.1f, 0.5f) : 0.0;
    double width = (double)pick(seed, 2, 0.4f, 3.0f), height = (double)pick(seed, 3, 0.4f, 3.0f);
    double half = 0.5 * fmin(width, height) + radius;
    switch (seed % 4) {
    case 0:
        *slack = 1e-4;
        return cpCircleShapeNew(body, width, cpv(0.3, -0.2));
    case 1:
        *slack = is_static ? 0.09 * radius : 0.2 * fmax(radius, 0.1) + 0.5 * radius;
        return cpSegmentShapeNew(body, cpv(-width, 0.1), cpv(width, 0.7), radius);
    case 2:
        *slack = is_static ? 0.09 * radius + 1e-4 : half;
        return cpBoxShapeNew(body, width, height, radius);
    default:
        for (int i = 0; i < 6; ++i) {
            double angle = 1.0471975512 * i;
            corners[i] = cpv(width * cos(angle), height * sin(angle));
        }
        *slack = is_static ? 0.09 * radius + 1e-4 : 2.0 * fmax(width, height);
        return cpPolyShapeNewRaw(body, 6, corners, radius);
    }
}

static void obstacles_are_where_shapes_of_any_kind_are(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 64; ++seed) {
        Setting setting = make_plain();
        bool is_static = seed & 16;
        cpBody *body = is_static ? cpBodyNewStatic() : cpBodyNewKinematic();
        double slack;
        cpSpaceAddBody(setting.space, body);
        cpBodySetPosition(body, cpv(4.0, -3.0));
        cpBodySetAngle(body, (double)seed);
        cpBodySetVelocity(body, is_static ? cpvzero : cpv(1.0, 0.5));
        cpBodySetAngularVelocity(body, is_static ? 0.0 : 1.3);
        cpShape *shape =
            cpSpaceAddShape(setting.space, random_shape(body, seed, is_static, &slack));
        assert_int_equal(veer_chipmunk_add_shape(setting.bridge, shape, NULL), VEER_OK);
        assert_covers(&setting, shape, seed, slack);
        for (int i = 0; i < 20 && !is_static; ++i) {
            veer_chipmunk_step(setting.bridge, TICK);
        }
        assert_covers(&setting, shape, seed, slack);
        destroy_setting(&setting);
    }
}

// Agents expect a part of a turning body to go where its turn takes it.
static void balls_of_a_body_that_turns_have_its_velocity_there(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    cpBody *body = cpSpaceAddBody(setting.space, cpBodyNewKinematic());
    cpShape *arm = cpSpaceAddShape(setting.space, cpCircleShapeNew(body, 0.5, cpv(3.0, 0.0)));
    cpShape *hub = cpSpaceAddShape(setting.space, cpCircleShapeNew(body, 0.5, cpvzero));
    VeerObstacleId id;
    VeerObstacleState state;
    cpBodySetAngularVelocity(body, 2.0);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.layer = 4;
    assert_int_equal(veer_chipmunk_add_body(setting.bridge, body, &def), VEER_OK);
    assert_int_equal(veer_chipmunk_add_shape(setting.bridge, hub, &def), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_obstacles(setting.bridge, arm, &id, 1), 1);
    veer_chipmunk_step(setting.bridge, TICK);
    veer_obstacle_get(setting.world, id, &state);
    assert_float_equal(length3(state.velocity), 6.0f, 1e-4f);
    assert_float_equal(dot3(state.velocity, state.position), 0.0f, 1e-4f);
    assert_int_equal(state.layer, 4);
    destroy_setting(&setting);
}

static void agents_go_round_walls_and_rocks_of_the_engine(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    cpBody *ground = cpSpaceGetStaticBody(setting.space);
    cpShape *wall = cpBoxShapeNew2(ground, cpBBNew(4.0, -3.0, 5.0, 1.0), 0.1);
    cpSpaceAddShape(setting.space, wall);
    veer_chipmunk_add_shape(setting.bridge, wall, NULL);
    cpBody *rock = add_disc(setting.space, 9.0, 1.0, 1.0);
    veer_chipmunk_add_body(setting.bridge, rock, NULL);
    VeerAgentDef def = veer_agent_def_default();
    def.max_acceleration = 4.0f;
    VeerAgentId agent = attach(&setting, add_disc(setting.space, 0.0, 0.0, 0.4), &def, NULL);
    assert_float_equal(read_agent(setting.world, agent).radius, 0.5f, 0.0f); // the def's
    veer_agent_go_to(setting.world, agent, vec3(14.0f, 0.0f, 0.0f), 0.5f);
    for (int i = 0; i < 60 * 30; ++i) {
        veer_chipmunk_step(setting.bridge, TICK);
    }
    assert_int_equal(read_agent(setting.world, agent).status, VEER_AGENT_ARRIVED);
    assert_true(cpvlength(cpBodyGetVelocity(rock)) == 0.0); // not even touched
    veer_chipmunk_forget_shape(setting.bridge, wall);
    assert_int_equal(veer_chipmunk_obstacles(setting.bridge, wall, NULL, 0), 0);
    cpSpaceRemoveShape(setting.space, wall);
    cpShapeFree(wall);
    destroy_setting(&setting);
}

// --- Coming and going ---

static cpBool take_rock(cpArbiter *arbiter, cpSpace *space, cpDataPointer bridge)
{
    cpBody *ship, *rock;
    (void)space;
    cpArbiterGetBodies(arbiter, &ship, &rock);
    veer_chipmunk_remove_body(bridge, rock);
    veer_chipmunk_remove_body(bridge, rock);
    return cpFalse;
}

static void bodies_are_removed_in_callbacks(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    cpCollisionHandler *handler = cpSpaceAddCollisionHandler(setting.space, 1, 2);
    handler->beginFunc = take_rock;
    handler->userData = setting.bridge;
    VeerAgentDef def = veer_agent_def_default();
    def.model = VEER_AVOID_NONE;
    cpBody *ship = add_body(setting.space, (double)INFINITY, 0.0, 0.0);
    cpShapeSetCollisionType(cpSpaceAddShape(setting.space, cpCircleShapeNew(ship, 0.5, cpvzero)),
                            1);
    VeerAgentId agent = attach(&setting, ship, &def, NULL);
    veer_agent_set_preferred_velocity(setting.world, agent, vec3(1.4f, 0.0f, 0.0f));
    for (int i = 0; i < 5; ++i) {
        cpBody *rock = add_body(setting.space, (double)INFINITY, 2.0 + 1.5 * i, 0.0);
        cpShape *shape = cpSpaceAddShape(setting.space, cpCircleShapeNew(rock, 0.5, cpvzero));
        cpShapeSetCollisionType(shape, 2);
        // The last one is an agent that flees from nobody.
        if (i < 4) {
            assert_int_equal(veer_chipmunk_add_body(setting.bridge, rock, NULL), VEER_OK);
        } else {
            (void)attach(&setting, rock, &def, NULL);
        }
    }
    for (int i = 0; i < 60 * 8; ++i) {
        assert_int_equal(veer_chipmunk_step(setting.bridge, TICK), VEER_OK);
    }
    assert_int_equal(count_obstacles(setting.world), 0);
    assert_int_equal(veer_agent_count(setting.world), 1);
    assert_true(cpBodyGetPosition(ship).x > 10.0);
    destroy_setting(&setting);
}

static void agents_that_are_gone_leave_their_bodies_to_the_engine(void **unused)
{
    (void)unused;
    VeerWorldDef world = veer_world_def_default();
    world.max_agents = 2;
    Setting setting = make_setting(&world);
    VeerAgentDef def = veer_agent_def_default();
    cpBody *bodies[3];
    for (int i = 0; i < 3; ++i) {
        bodies[i] = add_disc(setting.space, 5.0 * i, 0.0, 0.5);
    }
    VeerAgentId first = attach(&setting, bodies[0], &def, NULL);
    VeerAgentId second = attach(&setting, bodies[1], &def, NULL);
    assert_int_equal(veer_chipmunk_add_agent(setting.bridge, bodies[2], &def, NULL, NULL),
                     VEER_FULL);
    // Its slot has another agent before the bridge has seen that the first is gone.
    veer_agent_destroy(setting.world, first);
    assert_null(veer_chipmunk_body(setting.bridge, first));
    VeerAgentId third = attach(&setting, bodies[2], &def, NULL);
    assert_int_equal(third.slot, first.slot);
    assert_ptr_equal(veer_chipmunk_body(setting.bridge, third), bodies[2]);
    assert_int_equal(veer_chipmunk_agent(setting.bridge, bodies[1]).slot, second.slot);
    assert_int_equal(veer_chipmunk_agent(setting.bridge, bodies[0]).generation, 0);
    cpBodySetVelocity(bodies[0], cpv(1.0, 0.0));
    veer_chipmunk_step(setting.bridge, TICK);
    veer_chipmunk_forget_body(setting.bridge, bodies[1]);
    assert_int_equal(veer_agent_count(setting.world), 1);
    assert_int_equal(veer_chipmunk_step(setting.bridge, TICK), VEER_OK);
    assert_true(cpBodyGetVelocity(bodies[0]).x == 1.0);
    destroy_setting(&setting);
}

static void bodies_sleep_until_their_agents_go_somewhere(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    cpSpaceSetSleepTimeThreshold(setting.space, 0.5);
    cpSpaceSetIdleSpeedThreshold(setting.space, 0.01);
    VeerAgentDef def = veer_agent_def_default();
    def.max_acceleration = 5.0f;
    cpBody *body = add_disc(setting.space, 0.0, 0.0, 0.5),
           *rock = add_disc(setting.space, 3.0, 0.0, 1.0);
    VeerAgentId agent = attach(&setting, body, &def, NULL);
    veer_chipmunk_add_body(setting.bridge, rock, NULL);
    veer_agent_go_to(setting.world, agent, vec3(-2.0f, 0.0f, 0.0f), 0.5f);
    for (int i = 0; i < 60 * 10; ++i) {
        veer_chipmunk_step(setting.bridge, TICK);
    }
    assert_true(cpBodyIsSleeping(body) && cpBodyIsSleeping(rock));
    veer_agent_go_to(setting.world, agent, vec3(7.0f, 0.0f, 0.0f), 0.5f);
    for (int i = 0; i < 60 * 12; ++i) {
        veer_chipmunk_step(setting.bridge, TICK);
    }
    assert_int_equal(read_agent(setting.world, agent).status, VEER_AGENT_ARRIVED);
    assert_true(cpBodyIsSleeping(rock)); // it was gone round
    destroy_setting(&setting);
}

static void who_sleeps_when_sleep_is_turned_off_is_woken(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    cpSpaceSetSleepTimeThreshold(setting.space, 0.1);
    VeerAgentDef def = veer_agent_def_default();
    cpBody *body = add_disc(setting.space, 0.0, 0.0, 0.5);
    VeerAgentId agent = attach(&setting, body, &def, NULL);
    cpBodySleep(body);
    cpSpaceSetSleepTimeThreshold(setting.space, (double)INFINITY);
    veer_chipmunk_step(setting.bridge, TICK);
    assert_true(cpBodyIsSleeping(body)); // it has nowhere to go
    veer_agent_go_to(setting.world, agent, vec3(2.0f, 0.0f, 0.0f), 0.5f);
    veer_chipmunk_step(setting.bridge, TICK);
    assert_false(cpBodyIsSleeping(body));
    assert_true(cpBodyGetPosition(body).x > 0.0);
    destroy_setting(&setting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_move_as_veers_agents_of_their_limits),
        cmocka_unit_test(forces_and_torques_keep_to_their_limits),
        cmocka_unit_test(response_is_the_rate_at_which_the_gap_closes),
        cmocka_unit_test(knocks_are_taken_over_and_recovered_from),
        cmocka_unit_test(several_steps_of_the_engine_make_one_tick),
        cmocka_unit_test(obstacles_are_where_shapes_of_any_kind_are),
        cmocka_unit_test(balls_of_a_body_that_turns_have_its_velocity_there),
        cmocka_unit_test(agents_go_round_walls_and_rocks_of_the_engine),
        cmocka_unit_test(bodies_are_removed_in_callbacks),
        cmocka_unit_test(agents_that_are_gone_leave_their_bodies_to_the_engine),
        cmocka_unit_test(bodies_sleep_until_their_agents_go_somewhere),
        cmocka_unit_test(who_sleeps_when_sleep_is_turned_off_is_woken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
