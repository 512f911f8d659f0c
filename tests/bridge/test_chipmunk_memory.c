// A bridge to Chipmunk without memory: each of its allocations fails once. The engine's own, in a
// shared library, do not.
#include "bridge/chipmunk_maker.h"
#include "support/failing.h"

enum { MOST_CALLS = 100, NODES = 3 };

static VeerGraph *make_graph(void)
{
    static const VeerVec3 nodes[NODES] = {{0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}, {8.0f, 0, 0}};
    static const float radii[NODES] = {1.0f, 1.5f, 2.0f};
    VeerGraphDef def = veer_graph_def_default();
    def.nodes = nodes;
    def.radii = radii;
    def.node_count = NODES;
    return veer_graph_init(aligned_alloc(64, (veer_graph_size(&def) + 63) / 64 * 64), &def);
}

static bool create_fails_at(size_t failing, cpSpace *space, VeerWorld *world)
{
    VeerChipmunk *bridge = NULL;
    calls_left = failing;
    VeerStatus status = veer_chipmunk_create(space, world, &bridge);
    bool has_failed = end_failing(failing);
    assert_int_equal(status, has_failed ? VEER_OUT_OF_MEMORY : VEER_OK);
    assert_true((bridge == NULL) == has_failed);
    veer_chipmunk_destroy(bridge);
    return has_failed;
}

static void each_allocation_of_a_bridge_may_fail(void **unused)
{
    (void)unused;
    cpSpace *space = cpSpaceNew();
    VeerWorld *world = make_world(VEER_PLANAR);
    uint64_t before = veer_world_hash(world);
    size_t failing = 1;
    for (; create_fails_at(failing, space, world); ++failing) {
        assert_true(failing < MOST_CALLS);
    }
    assert_true(failing > 5); // it has as many
    assert_int_equal(veer_world_hash(world), before);
    veer_world_destroy(world);
    cpSpaceFree(space);
}

static void each_allocation_of_cells_may_fail(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerGraph *graph = make_graph();
    add_disc(setting.space, 4.0, 0.0, 0.5);
    size_t failing = 1;
    for (bool has_failed = true; has_failed; ++failing) {
        calls_left = failing;
        VeerStatus status = veer_chipmunk_add_cells(setting.bridge, graph, ~0u);
        has_failed = end_failing(failing);
        assert_int_equal(status, has_failed ? VEER_OUT_OF_MEMORY : VEER_OK);
        assert_true(failing < MOST_CALLS);
    }
    assert_true(failing > 3); // two, and the one that does not come
    assert_int_equal(veer_chipmunk_step(setting.bridge, TICK), VEER_OK);
    assert_int_equal(veer_chipmunk_touching(setting.bridge, 1), 1);
    assert_true(veer_graph_is_blocked(graph, 1));
    destroy_setting(&setting);
    free(graph);
}

// Nor does anything that is attached, nor a tick.
static void nothing_else_allocates(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    def.radius = 0.0f;
    cpBody *ship = add_disc(setting.space, 0.0, 0.0, 0.4),
           *rock = add_disc(setting.space, 5.0, 0.1, 1.0);
    calls_left = MOST_CALLS;
    VeerAgentId agent = attach(&setting, ship, &def, NULL);
    assert_int_equal(veer_chipmunk_add_body(setting.bridge, rock, NULL), VEER_OK);
    assert_int_equal(veer_agent_go_to(setting.world, agent, vec3(10.0f, 0.0f, 0.0f), 0.5f),
                     VEER_OK);
    for (int i = 0; i < 60 * 10; ++i) {
        assert_int_equal(veer_chipmunk_step(setting.bridge, TICK), VEER_OK);
    }
    veer_chipmunk_forget_body(setting.bridge, rock);
    assert_int_equal(calls_left, MOST_CALLS);
    assert_false(end_failing(MOST_CALLS));
    assert_int_equal(read_agent(setting.world, agent).status, VEER_AGENT_ARRIVED);
    destroy_setting(&setting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_a_bridge_may_fail),
        cmocka_unit_test(each_allocation_of_cells_may_fail),
        cmocka_unit_test(nothing_else_allocates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
