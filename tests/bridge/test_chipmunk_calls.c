// What calls of the bridge to Chipmunk refuse, what shapes become, and what is gone meanwhile.
#include "bridge/chipmunk_maker.h"
#include "world/graph_maker.h"

static void what_cannot_be_is_refused(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerWorld *spatial = make_world(VEER_SPATIAL);
    VeerChipmunk *none = NULL;
    VeerAgentDef def = veer_agent_def_default();
    VeerDrive bad = {.max_force = -1.0f};
    cpBody *wall = cpSpaceGetStaticBody(setting.space), *disc = add_disc(setting.space, 0, 0, 1.0);
    cpShape *sensor = cpSpaceAddShape(setting.space, cpCircleShapeNew(disc, 1.0, cpvzero));
    cpShapeSetSensor(sensor, cpTrue);
    assert_int_equal(veer_chipmunk_create(setting.space, spatial, &none), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_create(NULL, setting.world, &none), VEER_BAD_VALUE);
    VeerChipmunk *bridge = setting.bridge;
    assert_int_equal(veer_chipmunk_add_agent(bridge, wall, &def, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_agent(bridge, disc, NULL, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_agent(bridge, disc, &def, &bad, NULL), VEER_BAD_VALUE);
    def.radius = 0.0f;
    VeerAgentId agent = attach(&setting, disc, &def, NULL);
    assert_true(read_agent(setting.world, agent).radius == 1.0f); // of its shapes
    assert_int_equal(veer_chipmunk_add_agent(bridge, disc, &def, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_shape(bridge, sensor, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_body(bridge, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_push(bridge, 0.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_step(bridge, -1.0f), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_step(NULL, TICK), VEER_BAD_VALUE);
    veer_chipmunk_destroy(NULL);
    veer_world_destroy(spatial);
    destroy_setting(&setting);
}

// A row of balls is created whole or not at all.
static void shapes_without_room_leave_nothing_behind(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_obstacles = 3;
    Setting setting = make_setting(&def);
    cpBody *body = cpSpaceAddBody(setting.space, cpBodyNewKinematic());
    cpSpaceAddShape(setting.space, cpBoxShapeNew(body, 1.0, 8.0, 0.0));
    cpSpaceAddShape(setting.space, cpCircleShapeNew(body, 1.0, cpvzero));
    assert_int_equal(veer_chipmunk_add_body(setting.bridge, body, NULL), VEER_FULL);
    assert_int_equal(count_obstacles(setting.world), 0);
    destroy_setting(&setting);
}

static void nothing_is_done_without_a_bridge_or_a_body(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerChipmunk *none = NULL, *bridge = setting.bridge;
    VeerAgentDef def = veer_agent_def_default();
    cpBody *disc = add_disc(setting.space, 0.0, 0.0, 1.0), *foreign = cpBodyNew(1.0, 1.0),
           *loose = cpBodyNew(1.0, 1.0);
    cpShape *shape = cpCircleShapeNew(disc, 1.0, cpvzero); // in no space
    cpSpace *other = cpSpaceNew();
    cpSpaceAddBody(other, foreign);
    assert_int_equal(veer_chipmunk_create(setting.space, NULL, &none), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_create(setting.space, setting.world, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_agent(NULL, disc, &def, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_agent(bridge, NULL, &def, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_agent(bridge, foreign, &def, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_agent(bridge, loose, &def, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_shape(NULL, shape, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_shape(bridge, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_shape(bridge, shape, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_body(NULL, disc, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_obstacles(NULL, shape, NULL, 0), 0);
    assert_int_equal(veer_chipmunk_agent(NULL, disc).generation, 0);
    assert_null(veer_chipmunk_body(NULL, (VeerAgentId){0, 1}));
    assert_null(veer_chipmunk_body(bridge, (VeerAgentId){UINT32_MAX, 1}));
    assert_int_equal(veer_chipmunk_add_cells(NULL, NULL, 1), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_cells(bridge, NULL, 1), VEER_BAD_VALUE); // no graph
    assert_int_equal(veer_chipmunk_touching(NULL, 0), 0);
    assert_int_equal(veer_chipmunk_touching(bridge, 0), 0);
    assert_int_equal(veer_chipmunk_steer(NULL, TICK), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_push(NULL, TICK), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_push(bridge, 2.0f * VEER_MAX_DT), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_moved(NULL, TICK), VEER_BAD_VALUE);
    veer_chipmunk_forget_body(NULL, disc);
    veer_chipmunk_forget_body(bridge, NULL);
    veer_chipmunk_forget_shape(NULL, shape);
    veer_chipmunk_remove_body(NULL, disc);
    veer_chipmunk_remove_body(bridge, NULL);
    assert_int_equal(veer_agent_count(setting.world), 0);
    cpShapeFree(shape);
    cpBodyFree(loose);
    cpSpaceRemoveBody(other, foreign);
    cpBodyFree(foreign);
    cpSpaceFree(other);
    destroy_setting(&setting);
}

static void drives_and_bodies_without_sense_are_refused(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    const VeerDrive bad[] = {
        {.response = -1.0f}, {.response = NAN}, {.max_force = NAN}, {.max_torque = -0.1f}};
    cpBody *disc = add_disc(setting.space, 0.0, 0.0, 1.0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_int_equal(veer_chipmunk_add_agent(setting.bridge, disc, &def, &bad[i], NULL),
                         VEER_BAD_VALUE);
    }
    cpBodySetMass(disc, 1e300); // no float
    assert_int_equal(veer_chipmunk_add_agent(setting.bridge, disc, &def, NULL, NULL),
                     VEER_BAD_VALUE);
    cpBodySetMass(disc, 1e-60); // nothing, as a float
    assert_int_equal(veer_chipmunk_add_agent(setting.bridge, disc, &def, NULL, NULL),
                     VEER_BAD_VALUE);
    destroy_setting(&setting);
}

// An agent's radius reaches round all shapes of its body but sensors.
static void agents_are_as_large_as_their_bodies(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 4; ++kind) {
        Setting setting = make_plain();
        VeerAgentDef def = veer_agent_def_default();
        cpBody *body = add_disc(setting.space, 1.0, 2.0, 0.5);
        const cpVect square[] = {{-3, -4}, {0, -4}, {0, 0}, {-3, 0}};
        cpShape *shape = kind == 0   ? cpCircleShapeNew(body, 2.0, cpv(3.0, 4.0))
                         : kind == 1 ? cpSegmentShapeNew(body, cpvzero, cpv(0.0, 6.0), 1.0)
                         : kind == 2 ? cpSegmentShapeNew(body, cpv(-6.0, 0.0), cpvzero, 1.0)
                                     : cpPolyShapeNewRaw(body, 4, square, 2.0);
        cpSpaceAddShape(setting.space, shape);
        cpShape *sense = cpSpaceAddShape(setting.space, cpCircleShapeNew(body, 99.0, cpvzero));
        cpShapeSetSensor(sense, cpTrue);
        def.radius = 0.0f;
        VeerAgentId agent = attach(&setting, body, &def, NULL);
        assert_float_equal(read_agent(setting.world, agent).radius, 7.0f, 1e-5f);
        destroy_setting(&setting);
    }
}

// What is added once is not added again, with its body or alone; sensors are no obstacles.
static void bodies_are_added_once(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    cpBody *body = add_disc(setting.space, 0.0, 0.0, 1.0);
    cpShape *box = cpSpaceAddShape(setting.space, cpBoxShapeNew(body, 1.0, 1.0, 0.1));
    cpShape *sensor = cpSpaceAddShape(setting.space, cpCircleShapeNew(body, 9.0, cpvzero));
    cpShapeSetSensor(sensor, cpTrue);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.layer = 2;
    assert_int_equal(veer_chipmunk_add_shape(setting.bridge, box, &def), VEER_OK);
    assert_int_equal(veer_chipmunk_add_shape(setting.bridge, box, &def), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_body(setting.bridge, body, &def), VEER_BAD_VALUE);
    veer_chipmunk_forget_shape(setting.bridge, box);
    assert_int_equal(veer_chipmunk_add_body(setting.bridge, body, &def), VEER_OK);
    assert_int_equal(veer_chipmunk_obstacles(setting.bridge, sensor, NULL, 0), 0);
    VeerObstacleId ids[8];
    uint32_t count = veer_chipmunk_obstacles(setting.bridge, box, ids, 8);
    assert_in_range(count, 1, 8);
    veer_obstacle_destroy(setting.world, ids[0]); // without the bridge
    assert_int_equal(veer_chipmunk_obstacles(setting.bridge, box, NULL, 0), count - 1);
    assert_int_equal(veer_chipmunk_step(setting.bridge, TICK), VEER_OK);
    assert_int_equal(count_obstacles(setting.world), count); // and the disc
    destroy_setting(&setting);
}

// Polygons of a static body that have no area, or too many corners, are refused.
static void walls_that_are_no_polygons_are_refused(void **unused)
{
    (void)unused;
    enum { MANY = 70 };
    Setting setting = make_plain();
    cpBody *ground = cpSpaceGetStaticBody(setting.space);
    cpVect corners[MANY];
    for (int i = 0; i < MANY; ++i) {
        corners[i] = cpvmult(cpvforangle(6.28318530717959 * i / MANY), 9.0);
    }
    cpShape *round = cpPolyShapeNewRaw(ground, MANY, corners, 0.0),
            *line = cpSegmentShapeNew(ground, cpvzero, cpv(4.0, 0.0), 0.0),
            *point = cpSegmentShapeNew(ground, cpvzero, cpvzero, 0.0);
    cpSpaceAddShape(setting.space, round);
    cpSpaceAddShape(setting.space, line);
    cpSpaceAddShape(setting.space, point);
    assert_int_equal(veer_chipmunk_add_shape(setting.bridge, round, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_shape(setting.bridge, point, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_chipmunk_add_shape(setting.bridge, line, NULL), VEER_OK); // a chain
    assert_int_equal(count_obstacles(setting.world), 1);
    cpSpaceRemoveShape(setting.space, round);
    cpSpaceRemoveShape(setting.space, line);
    cpSpaceRemoveShape(setting.space, point);
    cpShapeFree(round);
    cpShapeFree(line);
    cpShapeFree(point);
    destroy_setting(&setting);
}

// What joins a body to others goes with it.
static void joints_go_with_their_bodies(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    cpBody *a = add_disc(setting.space, 0.0, 0.0, 1.0), *b = add_disc(setting.space, 4.0, 0.0, 1.0);
    cpConstraint *rope = cpSlideJointNew(a, b, cpvzero, cpvzero, 0.0, 5.0);
    cpSpaceAddConstraint(setting.space, rope);
    veer_chipmunk_remove_body(setting.bridge, a);
    assert_int_equal(veer_chipmunk_step(setting.bridge, TICK), VEER_OK);
    assert_true(cpSpaceContainsBody(setting.space, b));
    destroy_setting(&setting);
}

// A node without a cell is a point, which nothing touches.
static void points_of_graphs_have_no_sensors(void **unused)
{
    (void)unused;
    static const VeerVec3 nodes[] = {{0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}};
    static const float radii[] = {0.0f, 1.0f};
    VeerGraphDef def = veer_graph_def_default();
    def.nodes = nodes;
    def.radii = radii;
    def.node_count = 2;
    Setting setting = make_plain();
    VeerGraph *graph = make_graph(&def);
    assert_int_equal(veer_chipmunk_add_cells(setting.bridge, graph, 1), VEER_OK);
    (void)add_disc(setting.space, 0.0, 0.0, 1.0);
    (void)add_disc(setting.space, 4.0, 0.0, 1.0);
    veer_chipmunk_step(setting.bridge, TICK);
    for (uint32_t node = 0; node < 2; ++node) {
        assert_int_equal(veer_chipmunk_touching(setting.bridge, node), node);
        assert_int_equal(veer_graph_is_blocked(graph, node), node);
    }
    assert_int_equal(veer_chipmunk_touching(setting.bridge, 2), 0);
    destroy_setting(&setting);
    free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(shapes_without_room_leave_nothing_behind),
        cmocka_unit_test(nothing_is_done_without_a_bridge_or_a_body),
        cmocka_unit_test(drives_and_bodies_without_sense_are_refused),
        cmocka_unit_test(agents_are_as_large_as_their_bodies),
        cmocka_unit_test(bodies_are_added_once),
        cmocka_unit_test(walls_that_are_no_polygons_are_refused),
        cmocka_unit_test(joints_go_with_their_bodies),
        cmocka_unit_test(points_of_graphs_have_no_sensors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
