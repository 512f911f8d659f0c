// Agents and obstacles that are bodies and geoms of ODE's.
#include "bridge/ode_maker.h"

static void meet(void *data, dGeomID a, dGeomID b)
{
    Setting *setting = data;
    dContact contact = {0};
    if (dCollide(a, b, 1, &contact.geom, sizeof contact) == 0) {
        return;
    }
    if (setting->removes) {
        assert_int_equal(veer_ode_remove_body(setting->bridge, dGeomGetBody(b)), VEER_OK);
        assert_int_equal(veer_ode_remove_body(setting->bridge, dGeomGetBody(b)), VEER_OK);
        return;
    }
    contact.surface.mode = dContactBounce;
    contact.surface.bounce = 1.0;
    dJointID joint = dJointCreateContact(setting->engine, setting->contacts, &contact);
    dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
}

static void tick(Setting *setting)
{
    assert_int_equal(veer_ode_steer(setting->bridge, TICK), VEER_OK);
    assert_int_equal(veer_ode_push(setting->bridge, TICK), VEER_OK);
    dSpaceCollide(setting->space, setting, meet);
    dWorldStep(setting->engine, (double)TICK);
    dJointGroupEmpty(setting->contacts);
    assert_int_equal(veer_ode_moved(setting->bridge, TICK), VEER_OK);
}

static VeerVec3 place_of(dBodyID body)
{
    const dReal *at = dBodyGetPosition(body);
    return vec3((float)at[0], (float)at[1], (float)at[2]);
}

static VeerVec3 velocity_of(dBodyID body)
{
    const dReal *v = dBodyGetLinearVel(body);
    return vec3((float)v[0], (float)v[1], (float)v[2]);
}

// --- Steering ---

// Where nothing touches, ODE's body and veer's agent do the same, but for rounding and for how each
// adds turns up: 2 cm in 8 s at 4 m/s.
static void bodies_move_as_veers_agents_of_their_limits(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerWorld *own = make_world(VEER_SPATIAL);
    VeerAgentDef def = veer_agent_def_for(VEER_VEHICLE_TORQUE);
    def.radius = 0.5f;
    def.max_speed = 4.0f;
    def.max_acceleration = 3.0f;
    def.max_turn_rate = 2.0f;
    dBodyID body = drop_ball(&setting, 0.5, 1.0, 2.0, 0.0);
    VeerAgentId agent = attach(&setting, body, &def, NULL);
    def.position = vec3(1.0f, 2.0f, 0.0f);
    VeerAgentId free = add_agent(own, &def);
    veer_agent_go_to(setting.world, agent, vec3(-9.0f, 9.0f, 12.0f), 0.5f);
    veer_agent_go_to(own, free, vec3(-9.0f, 9.0f, 12.0f), 0.5f);
    for (int i = 0; i < 480; ++i) {
        tick(&setting);
        veer_world_step(own, TICK);
        assert_true(length3(sub3(place_of(body), read_agent(own, free).position)) < 0.02f);
    }
    assert_int_equal(read_agent(setting.world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(own);
    destroy_setting(&setting);
}

// 3 N on 2 kg: 1.5 m/s² and no more, 0.1 N m on 0.2 kg m²: 0.5 rad/s².
static void forces_and_torques_keep_to_their_limits(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    VeerDrive drive = {.response = 20.0f, .max_force = 3.0f, .max_torque = 0.1f};
    dBodyID body = drop_ball(&setting, 0.5, 0.0, 0.0, 0.0);
    def.max_speed = 3.0f;
    VeerAgentId agent = attach(&setting, body, &def, &drive);
    veer_agent_go_to(setting.world, agent, vec3(-8.0f, 3.0f, 5.0f), 0.5f);
    float fastest = 0.0f, spin = 0.0f;
    for (int i = 0; i < 900; ++i) {
        VeerVec3 before = velocity_of(body);
        const dReal *turn = dBodyGetAngularVel(body);
        VeerVec3 turned = vec3((float)turn[0], (float)turn[1], (float)turn[2]);
        tick(&setting);
        fastest = max_f(fastest, length3(sub3(velocity_of(body), before)) / TICK);
        turn = dBodyGetAngularVel(body);
        VeerVec3 now = vec3((float)turn[0], (float)turn[1], (float)turn[2]);
        spin = max_f(spin, length3(sub3(now, turned)) / TICK);
    }
    assert_true(fastest > 1.49f && fastest < 1.501f); // m/s²
    assert_true(spin > 0.49f && spin < 0.502f);       // rad/s²
    assert_int_equal(read_agent(setting.world, agent).status, VEER_AGENT_ARRIVED);
    destroy_setting(&setting);
}

static void agents_fly_round_boxes_and_balls_of_the_engine(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    dGeomID wall = dCreateBox(setting.space, 1.0, 6.0, 6.0);
    dGeomSetPosition(wall, 4.0, 1.0, 0.5);
    assert_int_equal(veer_ode_add_geom(setting.bridge, wall, NULL), VEER_OK);
    dBodyID rock = drop_ball(&setting, 1.0, 9.0, 0.3, 0.2);
    assert_int_equal(veer_ode_add_body(setting.bridge, rock, NULL), VEER_OK);
    VeerAgentDef def = veer_agent_def_default();
    def.max_acceleration = 4.0f;
    def.radius = 0.0f;
    VeerAgentId agent = attach(&setting, drop_ball(&setting, 0.4, 0.0, 0.0, 0.0), &def, NULL);
    assert_float_equal(read_agent(setting.world, agent).radius, 0.4f, 1e-6f);
    veer_agent_go_to(setting.world, agent, vec3(14.0f, 0.0f, 0.0f), 0.5f);
    for (int i = 0; i < 60 * 30; ++i) {
        tick(&setting);
    }
    assert_int_equal(read_agent(setting.world, agent).status, VEER_AGENT_ARRIVED);
    assert_true(length3(velocity_of(rock)) == 0.0f); // not even touched
    veer_ode_forget_geom(setting.bridge, wall);
    assert_int_equal(veer_ode_obstacles(setting.bridge, wall, NULL, 0), 0);
    destroy_setting(&setting);
}

// --- Geoms ---

static double depth_of(dGeomID geom, VeerVec3 point)
{
    double x = (double)point.x, y = (double)point.y, z = (double)point.z;
    int kind = dGeomGetClass(geom);
    return kind == dSphereClass  ? dGeomSpherePointDepth(geom, x, y, z)
           : kind == dBoxClass   ? dGeomBoxPointDepth(geom, x, y, z)
           : kind == dPlaneClass ? dGeomPlanePointDepth(geom, x, y, z)
                                 : dGeomCapsulePointDepth(geom, x, y, z);
}

static dGeomID random_geom(const Setting *setting, uint64_t seed)
{
    double a = (double)pick(seed, 1, 0.3f, 3.0f), b = (double)pick(seed, 2, 0.3f, 3.0f);
    return seed % 3 == 0   ? dCreateSphere(setting->space, a)
           : seed % 3 == 1 ? dCreateBox(setting->space, a, b, (double)pick(seed, 3, 0.3f, 3.0f))
                           : dCreateCapsule(setting->space, 0.5 * a, b);
}

// All points of a geom are in its obstacles, wherever its body has got; spheres and boxes along the
// axes are no more than that.
static void obstacles_are_where_geoms_are(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 60; ++seed) {
        Setting setting = make_plain();
        dGeomID geom = random_geom(&setting, seed);
        bool is_static = seed & 8, is_exact = seed % 3 == 0 || (is_static && seed % 3 == 1);
        if (is_static) {
            dGeomSetPosition(geom, 2.0, -1.0, 3.0);
        } else {
            dBodyID body = add_body(&setting, geom, 2.0, -1.0, 3.0);
            dGeomSetOffsetPosition(geom, 0.5, 0.0, 0.2);
            dBodySetLinearVel(body, 1.0, 0.5, -0.3);
            dBodySetAngularVel(body, 0.4, 1.2, -0.8);
        }
        assert_int_equal(veer_ode_add_geom(setting.bridge, geom, NULL), VEER_OK);
        for (int i = 0; i < 20; ++i) {
            tick(&setting);
        }
        const dReal *at = dGeomGetPosition(geom);
        for (uint64_t i = 0; i < 400; ++i) {
            VeerVec3 point = vec3((float)at[0] + pick(seed, 10 + 3 * i, -4.0f, 4.0f),
                                  (float)at[1] + pick(seed, 11 + 3 * i, -4.0f, 4.0f),
                                  (float)at[2] + pick(seed, 12 + 3 * i, -4.0f, 4.0f));
            double depth = depth_of(geom, point);
            bool is_in = is_covered(&setting, geom, point);
            assert_true(depth < 1e-3 || is_in);
            assert_false(is_exact && depth < -1e-3 && is_in);
        }
        destroy_setting(&setting);
    }
}

static void planes_along_the_axes_are_ground(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    dGeomID ground = dCreatePlane(setting.space, 0.0, 0.0, 1.0, -2.0);
    dGeomID slope = dCreatePlane(setting.space, 0.6, 0.0, 0.8, 0.0);
    assert_int_equal(veer_ode_add_geom(setting.bridge, ground, NULL), VEER_OK);
    assert_int_equal(veer_ode_add_geom(setting.bridge, slope, NULL), VEER_BAD_VALUE);
    for (uint64_t i = 0; i < 200; ++i) {
        VeerVec3 point = vec3(pick(i, 0, -50.0f, 50.0f), 1.0f, pick(i, 1, -9.0f, 5.0f));
        assert_int_equal(is_covered(&setting, ground, point), point.z < -2.0f);
    }
    destroy_setting(&setting);
}

// --- Coming and going ---

static void bodies_are_removed_in_callbacks(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    def.model = VEER_AVOID_NONE;
    dBodyID rocks[4];
    for (int i = 0; i < 4; ++i) {
        rocks[i] = drop_ball(&setting, 0.5, 2.0 + 1.5 * i, 0.0, 0.0);
        veer_ode_add_body(setting.bridge, rocks[i], NULL);
    }
    dBodyID ship = drop_ball(&setting, 0.5, 0.0, 0.0, 0.0);
    VeerAgentId agent = attach(&setting, ship, &def, NULL);
    veer_agent_set_preferred_velocity(setting.world, agent, vec3(1.4f, 0.0f, 0.0f));
    for (int i = 0; i < 60 * 8; ++i) {
        // Whichever of the two the engine names second goes: rocks, until the ship is one.
        setting.removes = veer_agent_is_alive(setting.world, agent);
        tick(&setting);
    }
    uint32_t left = veer_agent_count(setting.world);
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(setting.world); ++slot) {
        left += veer_obstacle_at(setting.world, slot).generation != 0;
    }
    assert_in_range(left, 1, 4); // some met
    veer_ode_forget_body(setting.bridge, ship);
    assert_int_equal(veer_ode_agent(setting.bridge, ship).generation, 0);
    destroy_setting(&setting);
}

static void bodies_rest_until_their_agents_go_somewhere(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    def.max_acceleration = 5.0f;
    dBodyID body = drop_ball(&setting, 0.5, 0.0, 0.0, 0.0);
    VeerAgentId agent = attach(&setting, body, &def, NULL);
    assert_ptr_equal(veer_ode_body(setting.bridge, agent), body);
    veer_agent_go_to(setting.world, agent, vec3(-2.0f, 0.0f, 1.0f), 0.5f);
    for (int i = 0; i < 60 * 10; ++i) {
        tick(&setting);
    }
    dBodyDisable(body); // as the engine does once it rests on something
    for (int i = 0; i < 60; ++i) {
        tick(&setting);
    }
    assert_false(dBodyIsEnabled(body));
    veer_agent_go_to(setting.world, agent, vec3(3.0f, 0.0f, 0.0f), 0.5f);
    for (int i = 0; i < 60 * 10; ++i) {
        tick(&setting);
    }
    assert_int_equal(read_agent(setting.world, agent).status, VEER_AGENT_ARRIVED);
    destroy_setting(&setting);
}

static void what_cannot_be_is_refused(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerWorld *planar = make_world(VEER_PLANAR);
    VeerOde *none = NULL;
    VeerAgentDef def = veer_agent_def_default();
    dBodyID ball = drop_ball(&setting, 1.0, 0.0, 0.0, 0.0),
            door = drop_ball(&setting, 1.0, 5.0, 0, 0);
    dBodySetKinematic(door);
    assert_int_equal(veer_ode_create(setting.space, planar, &none), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_add_agent(setting.bridge, door, &def, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_add_agent(setting.bridge, ball, NULL, NULL, NULL), VEER_BAD_VALUE);
    (void)attach(&setting, ball, &def, NULL);
    assert_int_equal(veer_ode_add_agent(setting.bridge, ball, &def, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_add_body(setting.bridge, door, NULL), VEER_OK);
    assert_int_equal(veer_ode_add_body(setting.bridge, door, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_add_geom(setting.bridge, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_add_cells(setting.bridge, NULL, 1), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_push(setting.bridge, 0.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_steer(setting.bridge, -1.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_moved(NULL, TICK), VEER_BAD_VALUE);
    veer_ode_destroy(NULL);
    veer_world_destroy(planar);
    destroy_setting(&setting);
}

// --- Cells ---

enum { ROCKS = 16, SIDE = 5, CELLS = SIDE * SIDE * SIDE };

static VeerGraph *make_balls(void)
{
    static VeerVec3 nodes[CELLS];
    static float radii[CELLS];
    for (int i = 0; i < CELLS; ++i) {
        nodes[i] = vec3(4.0f * (float)(i % SIDE) - 8.0f, 4.0f * (float)(i / SIDE % SIDE) - 8.0f,
                        4.0f * (float)(i / SIDE / SIDE) - 8.0f);
        radii[i] = 1.5f + 0.1f * (float)(i % 7);
    }
    VeerGraphDef def = veer_graph_def_default();
    def.nodes = nodes;
    def.radii = radii;
    def.node_count = CELLS;
    return veer_graph_init(aligned_alloc(64, (veer_graph_size(&def) + 63) / 64 * 64), &def);
}

// In float's rounding of the two ways to reckon a gap, 1e-4 m, either answer is right.
static void check_cells(const Setting *setting, const VeerGraph *graph, dBodyID *rocks,
                        const float *radii)
{
    for (uint32_t node = 0; node < CELLS; ++node) {
        uint32_t least = 0, most = 0, count = veer_ode_touching(setting->bridge, node);
        for (int i = 0; i < ROCKS; ++i) {
            VeerVec3 off = sub3(place_of(rocks[i]), veer_graph_position(graph, node));
            float gap = length3(off) - veer_graph_radius(graph, node) - radii[i];
            least += gap < -1e-4f;
            most += gap < 1e-4f;
        }
        assert_in_range(count, least, most);
        assert_int_equal(veer_graph_is_blocked(graph, node), count > 0);
    }
}

static void sensors_count_as_brute_force_does(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < suite_seeds(60); ++seed) {
        Setting setting = make_plain();
        VeerGraph *graph = make_balls();
        dBodyID rocks[ROCKS];
        float radii[ROCKS];
        assert_int_equal(veer_ode_add_cells(setting.bridge, graph, 1), VEER_OK);
        for (uint64_t i = 0; i < ROCKS; ++i) {
            radii[i] = pick(seed, i, 0.3f, 1.5f);
            rocks[i] = drop_ball(
                &setting, (double)radii[i], (double)pick(seed, 100 + i, -8.0f, 8.0f),
                (double)pick(seed, 200 + i, -8.0f, 8.0f), (double)pick(seed, 300 + i, -8.0f, 8.0f));
            dBodySetLinearVel(rocks[i], (double)pick(seed, 400 + i, -3.0f, 3.0f),
                              (double)pick(seed, 500 + i, -3.0f, 3.0f), 1.0);
        }
        // A ship of another category does not count.
        dBodyID ship = drop_ball(&setting, 1.0, 0.0, 0.0, 20.0);
        dGeomSetCategoryBits(dBodyGetFirstGeom(ship), 2);
        dBodySetLinearVel(ship, 0.0, 0.0, -10.0);
        for (int i = 0; i < 60; ++i) {
            tick(&setting);
            check_cells(&setting, graph, rocks, radii);
        }
        destroy_setting(&setting);
        free(graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_move_as_veers_agents_of_their_limits),
        cmocka_unit_test(forces_and_torques_keep_to_their_limits),
        cmocka_unit_test(agents_fly_round_boxes_and_balls_of_the_engine),
        cmocka_unit_test(obstacles_are_where_geoms_are),
        cmocka_unit_test(planes_along_the_axes_are_ground),
        cmocka_unit_test(bodies_are_removed_in_callbacks),
        cmocka_unit_test(bodies_rest_until_their_agents_go_somewhere),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(sensors_count_as_brute_force_does),
    };
    dInitODE2(0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    dCloseODE();
    return failed;
}
