// A bridge to ODE without memory: each of its allocations fails once. The engine's own, in a shared
// library, do not.
#include "world/world_maker.h"

#include "support/failing.h"
#include "veer/ode.h"

#include <ode/ode.h>

enum { MOST_CALLS = 100, NODES = 3 };

static VeerWorld *make_spatial(void)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    return make_world_of(&def);
}

static bool create_fails_at(size_t failing, dSpaceID space, VeerWorld *world)
{
    VeerOde *bridge = NULL;
    calls_left = failing;
    VeerStatus status = veer_ode_create(space, world, &bridge);
    bool has_failed = end_failing(failing);
    assert_int_equal(status, has_failed ? VEER_OUT_OF_MEMORY : VEER_OK);
    assert_true((bridge == NULL) == has_failed);
    veer_ode_destroy(bridge);
    return has_failed;
}

static void each_allocation_of_a_bridge_may_fail(void **unused)
{
    (void)unused;
    dSpaceID space = dHashSpaceCreate(NULL);
    VeerWorld *world = make_spatial();
    uint64_t before = veer_world_hash(world);
    size_t failing = 1;
    for (; create_fails_at(failing, space, world); ++failing) {
        assert_true(failing < MOST_CALLS);
    }
    assert_true(failing > 6); // it has as many
    assert_int_equal(veer_world_hash(world), before);
    veer_world_destroy(world);
    dSpaceDestroy(space);
}

static VeerGraph *make_balls(void)
{
    static const VeerVec3 nodes[NODES] = {{0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 1.0f}, {8.0f, 0, 2}};
    static const float radii[NODES] = {1.0f, 1.5f, 2.0f};
    VeerGraphDef def = veer_graph_def_default();
    def.nodes = nodes;
    def.radii = radii;
    def.node_count = NODES;
    return veer_graph_init(aligned_alloc(64, (veer_graph_size(&def) + 63) / 64 * 64), &def);
}

static void each_allocation_of_cells_may_fail(void **unused)
{
    (void)unused;
    dSpaceID space = dHashSpaceCreate(NULL);
    VeerWorld *world = make_spatial();
    VeerGraph *graph = make_balls();
    VeerOde *bridge = NULL;
    assert_int_equal(veer_ode_create(space, world, &bridge), VEER_OK);
    dGeomSetPosition(dCreateSphere(space, 0.5), 4.0, 0.0, 1.0);
    size_t failing = 1;
    for (bool has_failed = true; has_failed; ++failing) {
        calls_left = failing;
        VeerStatus status = veer_ode_add_cells(bridge, graph, ~0u);
        has_failed = end_failing(failing);
        assert_int_equal(status, has_failed ? VEER_OUT_OF_MEMORY : VEER_OK);
        assert_true(failing < MOST_CALLS);
    }
    assert_true(failing > 3); // two, and the one that does not come
    assert_int_equal(veer_ode_steer(bridge, TICK), VEER_OK);
    assert_int_equal(veer_ode_push(bridge, TICK), VEER_OK);
    assert_int_equal(veer_ode_moved(bridge, TICK), VEER_OK);
    assert_int_equal(veer_ode_touching(bridge, 1), 1);
    assert_true(veer_graph_is_blocked(graph, 1));
    veer_ode_destroy(bridge);
    veer_world_destroy(world);
    dSpaceDestroy(space);
    free(graph);
}

// Nor does anything that is attached, nor a tick.
static void nothing_else_allocates(void **unused)
{
    (void)unused;
    dWorldID engine = dWorldCreate();
    dSpaceID space = dHashSpaceCreate(NULL);
    VeerWorld *world = make_spatial();
    VeerOde *bridge = NULL;
    assert_int_equal(veer_ode_create(space, world, &bridge), VEER_OK);
    VeerAgentDef def = veer_agent_def_default();
    dBodyID ship = dBodyCreate(engine);
    dGeomSetBody(dCreateSphere(space, 0.4), ship);
    dGeomID wall = dCreateBox(space, 1.0, 4.0, 4.0);
    dGeomSetPosition(wall, 5.0, 1.0, 0.5);
    VeerAgentId agent = {0, 0};
    calls_left = MOST_CALLS;
    assert_int_equal(veer_ode_add_agent(bridge, ship, &def, NULL, &agent), VEER_OK);
    assert_int_equal(veer_ode_add_geom(bridge, wall, NULL), VEER_OK);
    assert_int_equal(veer_agent_go_to(world, agent, vec3(10.0f, 0.0f, 0.0f), 0.5f), VEER_OK);
    for (int i = 0; i < 60 * 20; ++i) {
        assert_int_equal(veer_ode_steer(bridge, TICK), VEER_OK);
        assert_int_equal(veer_ode_push(bridge, TICK), VEER_OK);
        dWorldStep(engine, (double)TICK);
        assert_int_equal(veer_ode_moved(bridge, TICK), VEER_OK);
    }
    veer_ode_forget_geom(bridge, wall);
    assert_int_equal(calls_left, MOST_CALLS);
    assert_false(end_failing(MOST_CALLS));
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_ode_destroy(bridge);
    veer_world_destroy(world);
    dSpaceDestroy(space);
    dWorldDestroy(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_a_bridge_may_fail),
        cmocka_unit_test(each_allocation_of_cells_may_fail),
        cmocka_unit_test(nothing_else_allocates),
    };
    dInitODE2(0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    dCloseODE();
    return failed;
}
