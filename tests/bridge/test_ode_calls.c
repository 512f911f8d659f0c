// What calls of the bridge to ODE refuse, what shapes become, and what is gone meanwhile.
#include "bridge/ode_maker.h"
#include "world/graph_maker.h"

static void nothing_is_done_without_a_bridge_or_a_body(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerOde *none = NULL, *bridge = setting.bridge;
    VeerAgentDef def = veer_agent_def_default();
    dBodyID body = drop_ball(&setting, 1.0, 0.0, 0.0, 0.0);
    dGeomID geom = dBodyGetFirstGeom(body);
    assert_int_equal(veer_ode_create(NULL, setting.world, &none), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_create(setting.space, NULL, &none), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_create(setting.space, setting.world, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_add_agent(NULL, body, &def, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_add_agent(bridge, NULL, &def, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_add_geom(NULL, geom, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_add_geom(bridge, (dGeomID)setting.space, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_add_body(NULL, body, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_add_body(bridge, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_remove_body(NULL, body), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_remove_body(bridge, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_obstacles(NULL, geom, NULL, 0), 0);
    assert_int_equal(veer_ode_agent(NULL, body).generation, 0);
    assert_null(veer_ode_body(NULL, (VeerAgentId){0, 1}));
    assert_null(veer_ode_body(bridge, (VeerAgentId){UINT32_MAX, 1}));
    assert_int_equal(veer_ode_add_cells(NULL, NULL, 1), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_touching(NULL, 0), 0);
    assert_int_equal(veer_ode_touching(bridge, 0), 0);
    assert_int_equal(veer_ode_steer(NULL, TICK), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_push(NULL, TICK), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_push(bridge, 2.0f * VEER_MAX_DT), VEER_BAD_VALUE);
    veer_ode_forget_body(NULL, body);
    veer_ode_forget_body(bridge, NULL);
    veer_ode_forget_body(bridge, body); // which it does not know
    veer_ode_forget_geom(NULL, geom);
    assert_int_equal(veer_agent_count(setting.world), 0);
    destroy_setting(&setting);
}

// Drives and bodies that are no numbers, or that nothing could move.
static void drives_and_bodies_without_sense_are_refused(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    const VeerDrive bad[] = {
        {.response = -1.0f}, {.response = NAN}, {.max_force = NAN}, {.max_torque = -0.1f}};
    dBodyID body = drop_ball(&setting, 1.0, 0.0, 0.0, 0.0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_int_equal(veer_ode_add_agent(setting.bridge, body, &def, &bad[i], NULL),
                         VEER_BAD_VALUE);
    }
    dMass heavy;
    dMassSetSphereTotal(&heavy, 1e300, 1.0); // no float
    dBodySetMass(body, &heavy);
    assert_int_equal(veer_ode_add_agent(setting.bridge, body, &def, NULL, NULL), VEER_BAD_VALUE);
    dMassSetSphereTotal(&heavy, 1e-60, 1.0); // nothing, as a float
    dBodySetMass(body, &heavy);
    assert_int_equal(veer_ode_add_agent(setting.bridge, body, &def, NULL, NULL), VEER_BAD_VALUE);
    destroy_setting(&setting);
}

// 4 N on 2 kg bound braking as they do acceleration; 0.1 N m on 0.2 kg m² what turns by torque.
static void limits_in_newtons_bound_those_of_the_agent(void **unused)
{
    (void)unused;
    VeerDrive drive = {.max_force = 4.0f, .max_torque = 0.1f};
    for (int kind = VEER_VEHICLE_FREE; kind <= VEER_VEHICLE_TORQUE; ++kind) {
        Setting setting = make_plain();
        VeerAgentDef def = veer_agent_def_for((VeerVehicle)kind);
        def.max_acceleration = 3.0f;
        def.max_braking = 1.0f;
        VeerAgentId agent = attach(&setting, drop_ball(&setting, 0.5, 0, 0, 0), &def, &drive);
        VeerAgentState is = read_agent(setting.world, agent);
        assert_float_equal(is.max_acceleration, 2.0f, 1e-6f);
        assert_float_equal(is.max_braking, 1.0f, 1e-6f);
        assert_int_equal(is.vehicle.kind,
                         kind == VEER_VEHICLE_THRUSTER ? kind : VEER_VEHICLE_TORQUE);
        if (kind != VEER_VEHICLE_THRUSTER) {
            assert_float_equal(is.vehicle.torque.max_angular_acceleration, 0.5f, 1e-6f);
        }
        destroy_setting(&setting);
    }
}

// An agent's radius reaches round all geoms of its body, by the boxes along the axes that hold
// them.
static void agents_are_as_large_as_their_bodies(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    dBodyID body = drop_ball(&setting, 0.5, 1.0, 2.0, 3.0);
    dGeomSetOffsetPosition(dBodyGetFirstGeom(body), 0.0, 0.3, 0.4); // to 1 m
    def.radius = 0.0f;
    VeerAgentId small = attach(&setting, body, &def, NULL);
    assert_float_equal(read_agent(setting.world, small).radius, 1.0f, 1e-5f);
    dBodyID large = drop_ball(&setting, 0.5, 20.0, 0.0, 0.0);
    dGeomID box = dCreateBox(setting.space, 2.0, 4.0, 4.0); // its corners: to 3 m
    dGeomSetBody(box, large);
    VeerAgentId agent = attach(&setting, large, &def, NULL);
    assert_float_equal(read_agent(setting.world, agent).radius, 3.0f, 1e-5f);
    destroy_setting(&setting);
}

// --- Shapes ---

enum { POINTS = 400 };

static bool is_in_box(VeerVec3 off, VeerVec3 half)
{
    return fabsf(off.x) < half.x && fabsf(off.y) < half.y && fabsf(off.z) < half.z;
}

static VeerVec3 point_of_box(uint64_t i, VeerVec3 half)
{
    return vec3(pick(i, 0, -half.x, half.x), pick(i, 1, -half.y, half.y),
                pick(i, 2, -half.z, half.z));
}

// A point that a geom has in its own frame, in the world's.
static VeerVec3 in_world(dGeomID geom, VeerVec3 own)
{
    const dReal *turn = dGeomGetRotation(geom), *at = dGeomGetPosition(geom);
    float world[3];
    for (int i = 0; i < 3; ++i) {
        world[i] = (float)(at[i] + turn[4 * i] * (dReal)own.x + turn[4 * i + 1] * (dReal)own.y +
                           turn[4 * i + 2] * (dReal)own.z);
    }
    return vec3(world[0], world[1], world[2]);
}

static void turn_geom(dGeomID geom, double x, double y, double z, double angle)
{
    dMatrix3 turn;
    dRFromAxisAndAngle(turn, x, y, z, angle);
    dGeomSetRotation(geom, turn);
}

// A box turned by a right angle stays a box, of its own size; by any other it becomes balls that
// cover it.
static void boxes_that_are_turned_are_covered(void **unused)
{
    (void)unused;
    const VeerVec3 half = {0.5f, 2.0f, 1.0f};
    for (int kind = 0; kind < 4; ++kind) {
        Setting setting = make_plain();
        dGeomID box = dCreateBox(setting.space, 1.0, 4.0, 2.0);
        bool is_exact = kind < 2;
        dGeomSetPosition(box, 3.0, -2.0, 1.0);
        turn_geom(box, 0.0, kind == 1, kind != 1, is_exact ? 0.5 * M_PI : 0.3 * kind);
        assert_int_equal(veer_ode_add_geom(setting.bridge, box, NULL), VEER_OK);
        for (uint64_t i = 0; i < POINTS; ++i) {
            VeerVec3 own = point_of_box(i, vec3(2.5f, 2.5f, 2.5f));
            bool is_covered_here = is_covered(&setting, box, in_world(box, own));
            assert_true(is_covered_here || !is_in_box(own, half));
            assert_false(is_exact && is_covered_here &&
                         !is_in_box(own, add3(half, vec3(1e-3f, 1e-3f, 1e-3f))));
        }
        VeerObstacleId ids[32];
        assert_int_equal(veer_ode_obstacles(setting.bridge, box, ids, 32) == 1, is_exact);
        destroy_setting(&setting);
    }
}

// Long and flat ones, upright and turned.
static void cylinders_are_covered(void **unused)
{
    (void)unused;
    const float sizes[][2] = {{0.4f, 4.0f}, {2.0f, 0.5f}}; // radius, length, m
    for (int kind = 0; kind < 4; ++kind) {
        Setting setting = make_plain();
        float radius = sizes[kind / 2][0], half = 0.5f * sizes[kind / 2][1];
        dGeomID drum = dCreateCylinder(setting.space, (double)radius, 2.0 * (double)half);
        dGeomSetPosition(drum, -1.0, 4.0, 2.0);
        turn_geom(drum, 1.0, 0.5, 0.0, 0.7 * (kind % 2));
        assert_int_equal(veer_ode_add_geom(setting.bridge, drum, NULL), VEER_OK);
        for (uint64_t i = 0; i < POINTS; ++i) {
            VeerVec3 own = point_of_box(i, vec3(radius, radius, half));
            bool is_in = own.x * own.x + own.y * own.y < radius * radius;
            assert_true(!is_in || is_covered(&setting, drum, in_world(drum, own)));
        }
        destroy_setting(&setting);
    }
}

// What has no formula of its own is the box along the axes that holds it.
static void meshes_are_the_boxes_that_hold_them(void **unused)
{
    (void)unused;
    static const float corners[] = {0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 1};
    static const dTriIndex faces[] = {0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3};
    Setting setting = make_plain();
    dTriMeshDataID data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(data, corners, 3 * sizeof(float), 4, faces, 12,
                                3 * sizeof(dTriIndex));
    dGeomID mesh = dCreateTriMesh(setting.space, data, NULL, NULL, NULL);
    dGeomSetPosition(mesh, 10.0, 0.0, 0.0);
    assert_int_equal(veer_ode_add_geom(setting.bridge, mesh, NULL), VEER_OK);
    VeerObstacleId id;
    VeerObstacleState is;
    assert_int_equal(veer_ode_obstacles(setting.bridge, mesh, &id, 1), 1);
    assert_int_equal(veer_obstacle_get(setting.world, id, &is), VEER_OK);
    assert_true(length3(sub3(is.position, vec3(11.0f, 1.5f, 0.5f))) < 1e-3f);
    assert_true(length3(sub3(is.half_extents, vec3(1.0f, 1.5f, 0.5f))) < 1e-3f);
    destroy_setting(&setting);
    dGeomTriMeshDataDestroy(data);
}

static void planes_look_along_any_axis(void **unused)
{
    (void)unused;
    for (int side = 0; side < 6; ++side) {
        Setting setting = make_plain();
        double sign = side % 2 ? -1.0 : 1.0;
        int axis = side / 2;
        dGeomID plane = dCreatePlane(setting.space, axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0,
                                     axis == 2 ? sign : 0.0, 3.0);
        assert_int_equal(veer_ode_add_geom(setting.bridge, plane, NULL), VEER_OK);
        for (uint64_t i = 0; i < 100; ++i) {
            VeerVec3 point = point_of_box(i, vec3(9.0f, 9.0f, 9.0f));
            float along = axis == 0 ? point.x : axis == 1 ? point.y : point.z;
            assert_int_equal(is_covered(&setting, plane, point), (float)sign * along < 3.0f);
        }
        destroy_setting(&setting);
    }
}

// --- Room, and what is gone ---

// A row of balls is created whole or not at all, a body's geoms likewise.
static void what_has_no_room_leaves_nothing_behind(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.max_obstacles = 3;
    def.max_agents = 1;
    Setting setting = make_setting(&def);
    VeerAgentDef agent = veer_agent_def_default();
    dBodyID body = drop_ball(&setting, 0.5, 0.0, 0.0, 0.0);
    dGeomID long_one = dCreateCapsule(setting.space, 0.2, 9.0);
    dGeomSetBody(long_one, body);
    assert_int_equal(veer_ode_add_geom(setting.bridge, long_one, NULL), VEER_FULL);
    assert_int_equal(veer_ode_add_body(setting.bridge, body, NULL), VEER_FULL);
    assert_int_equal(count_obstacles(setting.world), 0);
    (void)attach(&setting, body, &agent, NULL);
    for (int i = 0; i < 4; ++i) { // as many as agents and obstacles may be
        dBodyID other = drop_ball(&setting, 0.5, 5.0 * i + 5.0, 0.0, 0.0);
        assert_int_equal(veer_ode_add_agent(setting.bridge, other, &agent, NULL, NULL), VEER_FULL);
        assert_int_equal(veer_ode_remove_body(setting.bridge, other), VEER_OK);
    }
    assert_int_equal(veer_ode_remove_body(setting.bridge, body), VEER_FULL);
    assert_int_equal(veer_ode_moved(setting.bridge, TICK), VEER_OK); // those are gone
    assert_int_equal(veer_ode_remove_body(setting.bridge, body), VEER_OK);
    assert_int_equal(veer_agent_count(setting.world), 0);
    destroy_setting(&setting);
}

// What the host destroys without the bridge: the bridge finds out, and the body stays the engine's.
static void what_the_world_lost_is_forgotten(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    dBodyID bodies[2] = {drop_ball(&setting, 0.5, 0, 0, 0), drop_ball(&setting, 0.5, 9, 0, 0)};
    dBodyID rock = drop_ball(&setting, 1.0, 0.0, 9.0, 0.0);
    VeerAgentId gone = attach(&setting, bodies[0], &def, NULL),
                stays = attach(&setting, bodies[1], &def, NULL);
    VeerObstacleId id;
    assert_int_equal(veer_ode_add_body(setting.bridge, rock, NULL), VEER_OK);
    assert_int_equal(veer_ode_obstacles(setting.bridge, dBodyGetFirstGeom(rock), &id, 1), 1);
    assert_int_equal(veer_agent_destroy(setting.world, gone), VEER_OK);
    assert_int_equal(veer_obstacle_destroy(setting.world, id), VEER_OK);
    assert_null(veer_ode_body(setting.bridge, gone));
    assert_int_equal(veer_ode_agent(setting.bridge, bodies[0]).generation, 0);
    assert_int_equal(veer_ode_obstacles(setting.bridge, dBodyGetFirstGeom(rock), NULL, 0), 0);
    dBodyDisable(bodies[1]);
    assert_int_equal(veer_ode_steer(setting.bridge, TICK), VEER_OK);
    assert_int_equal(veer_ode_push(setting.bridge, TICK), VEER_OK);
    assert_int_equal(veer_ode_moved(setting.bridge, TICK), VEER_OK);
    assert_ptr_equal(veer_ode_body(setting.bridge, stays), bodies[1]);
    // Its slot is another's now, whose body the bridge takes for its own again.
    VeerAgentId next = attach(&setting, bodies[0], &def, NULL);
    assert_null(veer_ode_body(setting.bridge, gone));
    assert_ptr_equal(veer_ode_body(setting.bridge, next), bodies[0]);
    assert_int_equal(veer_ode_add_body(setting.bridge, rock, NULL), VEER_OK);
    destroy_setting(&setting);
}

// --- Cells ---

// Of the world's own graph; a node without a radius is a point, which nothing touches; geoms may be
// in spaces within the space.
static void cells_of_the_worlds_graph_are_blocked(void **unused)
{
    (void)unused;
    static const VeerVec3 nodes[] = {{0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}, {8.0f, 0.0f, 0.0f}};
    static const float radii[] = {1.0f, 0.0f, 1.0f};
    VeerGraphDef of = veer_graph_def_default();
    of.nodes = nodes;
    of.radii = radii;
    of.node_count = 3;
    VeerGraph *graph = make_graph(&of);
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.map = veer_world_map_def_default(VEER_MAP_GRAPH);
    def.map.graph.whole = graph;
    def.map.graph.is_open = true;
    Setting setting = make_setting(&def);
    dSpaceID inner = dSimpleSpaceCreate(setting.space);
    dGeomID rocks[] = {dCreateSphere(inner, 0.5), dCreateSphere(setting.space, 0.5)};
    for (int i = 0; i < 2; ++i) {
        dGeomSetPosition(rocks[i], 4.0 * i, 1.2, 0.0);
    }
    assert_int_equal(veer_ode_add_cells(setting.bridge, NULL, 1), VEER_OK);
    assert_int_equal(veer_ode_add_cells(setting.bridge, NULL, 1), VEER_BAD_VALUE);
    assert_int_equal(veer_ode_moved(setting.bridge, TICK), VEER_OK);
    const VeerGraph *map = veer_world_graph(setting.world);
    for (uint32_t node = 0; node < 3; ++node) {
        assert_int_equal(veer_ode_touching(setting.bridge, node), node == 0);
        assert_int_equal(veer_graph_is_blocked(map, node), node == 0);
    }
    assert_int_equal(veer_ode_touching(setting.bridge, 3), 0);
    dGeomSetPosition(rocks[0], 0.0, 5.0, 0.0);
    assert_int_equal(veer_ode_moved(setting.bridge, TICK), VEER_OK);
    assert_false(veer_graph_is_blocked(map, 0));
    destroy_setting(&setting);
    free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_done_without_a_bridge_or_a_body),
        cmocka_unit_test(drives_and_bodies_without_sense_are_refused),
        cmocka_unit_test(limits_in_newtons_bound_those_of_the_agent),
        cmocka_unit_test(agents_are_as_large_as_their_bodies),
        cmocka_unit_test(boxes_that_are_turned_are_covered),
        cmocka_unit_test(cylinders_are_covered),
        cmocka_unit_test(meshes_are_the_boxes_that_hold_them),
        cmocka_unit_test(planes_look_along_any_axis),
        cmocka_unit_test(what_has_no_room_leaves_nothing_behind),
        cmocka_unit_test(what_the_world_lost_is_forgotten),
        cmocka_unit_test(cells_of_the_worlds_graph_are_blocked),
    };
    dInitODE2(0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    dCloseODE();
    return failed;
}
