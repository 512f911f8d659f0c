// Agents with routes over the floors of a mesh.
#include "world/floor_maker.h"

#include "support/allocator.h"

enum { POLYGONS = 7, TRAVELLERS = 12, FUTURE = 120 };

// Two floors of 10 × 10 m, one right above the other, 4 m apart: two flights of stairs beside them,
// with a landing, and a shelf on the lower floor that cannot be reached.
static const VeerVec3 vertices[] = {
    // The lower floor, with the foot of the stairs in its right side.
    {0, 0, 0},
    {10, 0, 0},
    {10, 1, 0},
    {10, 4, 0},
    {10, 10, 0},
    {0, 10, 0},
    // The landing.
    {15, 1, 2},
    {18, 1, 2},
    {18, 9, 2},
    {15, 9, 2},
    {15, 6, 2},
    {15, 4, 2},
    // The upper floor, with the head of the stairs.
    {0, 0, 4},
    {10, 0, 4},
    {10, 6, 4},
    {10, 9, 4},
    {10, 10, 4},
    {0, 10, 4},
    // The shelf.
    {30, 0, 0},
    {34, 0, 0},
    {34, 4, 0},
    {30, 4, 0},
    // The middle of the upper floor's left and right sides.
    {0, 5, 4},
    {10, 5, 4}};
static const uint32_t first[POLYGONS + 1] = {0, 6, 10, 16, 20, 24, 30, 34};
static const uint32_t corners[] = {0,  1,  2,  3,  4,  5,  // lower floor
                                   2,  6,  11, 3,          // flight up
                                   6,  7,  8,  9,  10, 11, // landing
                                   10, 9,  15, 14,         // flight back
                                   12, 13, 23, 22,         // upper floor, south
                                   22, 23, 14, 15, 16, 17, // upper floor, north
                                   18, 19, 20, 21};        // shelf
enum { FLIGHT = 1, NORTH = 5 };

static VeerMesh *make_mesh(void)
{
    return make_polygons(vertices, sizeof vertices / sizeof *vertices, first, corners, POLYGONS);
}

static VeerWorldDef mesh_def(const VeerMesh *mesh)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 64;
    def.max_obstacles = 16;
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = mesh;
    return def;
}

static VeerWorld *make_house(void)
{
    VeerMesh *mesh = make_mesh();
    VeerWorldDef def = mesh_def(mesh);
    VeerWorld *world = make_world_of(&def);
    free(mesh); // the world has its own
    return world;
}

static VeerRouteState read_route(const VeerWorld *world, VeerAgentId agent)
{
    VeerRouteState state;
    assert_int_equal(veer_agent_route(world, agent, &state), VEER_OK);
    return state;
}

static void expect_on_the_mesh(const VeerWorld *world, VeerAgentId agent)
{
    VeerAgentState state = read_agent(world, agent);
    VeerVec3 on_it;
    (void)veer_mesh_nearest(veer_world_mesh(world), state.position, &on_it);
    assert_true(fabsf(on_it.z - state.position.z) < 1e-3f);
    float gap = veer_mesh_gap(veer_world_mesh(world), state.position, 2.0f * state.radius);
    assert_true(gap >= 0.99f * state.radius);
}

static int step_until_done(VeerWorld *world, VeerAgentId agent, int most)
{
    int ticks = 0;
    VeerAgentStatus status = VEER_AGENT_MOVING;
    for (; ticks < most && status == VEER_AGENT_MOVING; ticks++) {
        step_times(world, 1, TICK);
        expect_on_the_mesh(world, agent);
        status = read_agent(world, agent).status;
    }
    return ticks;
}

static const VeerVec3 below = {2, 2, 0}, above = {2, 2, 4};

static void route_leads_up_the_stairs(void **unused)
{
    (void)unused;
    VeerWorld *world = make_house();
    VeerAgentId agent = add_walker(world, below, above);
    // Right over its head, it is not there yet.
    int ticks = step_until_done(world, agent, 4000);
    VeerAgentState state = read_agent(world, agent);
    assert_int_equal(state.status, VEER_AGENT_ARRIVED);
    assert_true(state.position.z == 4.0f);
    // Some 13 m there and 14 m back at 1.5 m/s.
    assert_in_range(ticks, 17 * 60, 21 * 60);
    veer_world_destroy(world);
}

static void those_who_meet_on_the_stairs_pass(void **unused)
{
    (void)unused;
    VeerWorld *world = make_house();
    VeerAgentId agents[TRAVELLERS];
    for (int i = 0; i < TRAVELLERS; i++) {
        float x = 1.0f + (float)(i / 2 % 3) * 1.5f, y = 1.0f + (float)(i / 6) * 1.5f;
        VeerVec3 low = {x, y, 0}, high = {x, y, 4};
        agents[i] = add_walker(world, i % 2 ? low : high, i % 2 ? high : low);
    }
    for (int tick = 0; tick < 60 * 60; tick++) {
        step_times(world, 1, TICK);
        for (int i = 0; i < TRAVELLERS; i++) {
            expect_on_the_mesh(world, agents[i]);
        }
    }
    for (int i = 0; i < TRAVELLERS; i++) {
        assert_int_equal(read_agent(world, agents[i]).status, VEER_AGENT_ARRIVED);
        assert_true(read_agent(world, agents[i]).position.z == (i % 2 ? 4.0f : 0.0f));
    }
    veer_world_destroy(world);
}

static void door_on_the_stairs_stops_all_until_it_opens(void **unused)
{
    (void)unused;
    VeerWorld *world = make_house();
    VeerAgentId agent = add_walker(world, below, above);
    step_times(world, 60, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    assert_int_equal(veer_world_mesh_set_blocked(world, FLIGHT, true), VEER_OK);
    step_until_done(world, agent, 1200);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_BLOCKED);
    assert_true(read_agent(world, agent).position.x < 10.0f);
    assert_int_equal(veer_world_mesh_set_blocked(world, FLIGHT, false), VEER_OK);
    step_times(world, 2, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    step_until_done(world, agent, 4000);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void what_cannot_be_reached_is_approached(void **unused)
{
    (void)unused;
    VeerWorld *world = make_house();
    VeerAgentId agent = add_walker(world, below, (VeerVec3){32, 2, 0});
    step_until_done(world, agent, 4000);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    assert_true(read_agent(world, agent).position.x > 14.0f); // on the landing
    veer_world_destroy(world);
}

static void walls_hold_those_without_a_route(void **unused)
{
    (void)unused;
    VeerWorld *world = make_house();
    VeerAgentDef def = veer_agent_def_default();
    def.position = (VeerVec3){8, 8, 4};
    def.radius = 0.3f;
    def.model = VEER_AVOID_NONE;
    VeerAgentId blind = add_agent(world, &def);
    def.position.y = 5.0f;
    def.position.z = 4.9f; // it comes down to the floor
    def.model = VEER_AVOID_CROWD;
    VeerAgentId other = add_agent(world, &def);
    for (int i = 0; i < 2; i++) {
        VeerVec3 beyond = {-5.0f, 5.0f, 4.0f};
        assert_int_equal(veer_agent_go_to(world, i ? other : blind, beyond, 0.1f), VEER_OK);
    }
    for (int tick = 0; tick < 900; tick++) {
        step_times(world, 1, TICK);
        expect_on_the_mesh(world, blind);
        expect_on_the_mesh(world, other);
    }
    assert_true(read_agent(world, other).position.z == 4.0f);
    veer_world_destroy(world);
}

static void those_who_do_not_heed_the_map_float(void **unused)
{
    (void)unused;
    VeerWorld *world = make_house();
    VeerAgentDef def = veer_agent_def_default();
    def.position = (VeerVec3){5, 5, 9};
    def.avoid_mask = 0;
    VeerAgentId agent = add_agent(world, &def);
    step_times(world, 5, TICK);
    assert_true(read_agent(world, agent).position.z == 9.0f);
    veer_world_destroy(world);
}

static void rollback_gives_the_same_future(void **unused)
{
    (void)unused;
    VeerWorld *world = make_house();
    for (int i = 0; i < TRAVELLERS; i++) {
        VeerVec3 low = {1.0f + (float)i * 0.7f, 8.0f, 0}, high = {1.0f + (float)i * 0.7f, 2.0f, 4};
        (void)add_walker(world, i % 2 ? low : high, i % 2 ? high : low);
    }
    assert_int_equal(veer_world_mesh_set_blocked(world, NORTH, true), VEER_OK);
    step_times(world, 200, TICK);
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        step_times(world, FUTURE / 2, TICK);
        assert_int_equal(veer_world_mesh_set_blocked(world, NORTH, false), VEER_OK);
        step_times(world, FUTURE / 2, TICK);
        hashes[i] = veer_world_hash(world);
        assert_int_equal(veer_world_restore(world, saved, size), VEER_OK);
        assert_true(veer_mesh_is_blocked(veer_world_mesh(world), NORTH));
    }
    assert_true(hashes[0] == hashes[1]);
    // In a fresh world too.
    VeerWorld *other = make_house();
    assert_int_equal(veer_world_restore(other, saved, size), VEER_OK);
    step_times(other, FUTURE / 2, TICK);
    assert_int_equal(veer_world_mesh_set_blocked(other, NORTH, false), VEER_OK);
    step_times(other, FUTURE / 2, TICK);
    assert_true(veer_world_hash(other) == hashes[0]);
    free(saved);
    veer_world_destroy(other);
    veer_world_destroy(world);
}

static void searches_in_small_portions_find_the_way(void **unused)
{
    (void)unused;
    VeerMesh *mesh = make_mesh();
    VeerWorldDef def = mesh_def(mesh);
    def.map.budget = 1;
    VeerWorld *world = make_world_of(&def);
    free(mesh);
    VeerAgentId agent = add_walker(world, below, above);
    step_times(world, 3, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WAITING);
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
    step_times(world, 60, TICK);
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    // In mid-search too.
    assert_int_equal(veer_world_restore(world, saved, size), VEER_OK);
    step_times(world, 60, TICK);
    assert_true(veer_world_hash(world) == hash);
    free(saved);
    veer_world_destroy(world);
}

static void bad_calls_are_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = make_house();
    assert_int_equal(veer_world_mesh_set_blocked(world, POLYGONS, true), VEER_BAD_VALUE);
    assert_null(veer_world_grid(world));
    VeerCellRect rect = {{0, 0}, {1, 1}};
    assert_int_equal(veer_world_grid_fill(world, rect, true), VEER_BAD_VALUE);
    VeerAgentId agent = add_walker(world, below, above);
    assert_int_equal(veer_agent_set_covering(world, agent, true), VEER_BAD_VALUE);
    veer_world_destroy(world);
    VeerWorldDef plain = veer_world_def_default();
    world = make_world_of(&plain);
    assert_null(veer_world_mesh(world));
    assert_int_equal(veer_world_mesh_set_blocked(world, 0, true), VEER_BAD_VALUE);
    veer_world_destroy(world);
    VeerMesh *mesh = make_mesh();
    VeerWorldDef def = mesh_def(mesh);
    def.map.mesh.whole = NULL;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    def = mesh_def(mesh);
    def.space = VEER_SPATIAL;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    free(mesh);
}

static void steps_over_a_mesh_allocate_nothing(void **unused)
{
    (void)unused;
    VeerMesh *mesh = make_mesh();
    VeerTestAllocator counter = {0};
    VeerWorldDef def = mesh_def(mesh);
    def.allocator = veer_test_allocator(&counter);
    VeerWorld *world = make_world_of(&def);
    free(mesh);
    (void)add_walker(world, below, above);
    step_times(world, 1, TICK);
    counter.calls = 0;
    step_times(world, 100, TICK);
    assert_int_equal(counter.calls, 0);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(route_leads_up_the_stairs),
        cmocka_unit_test(those_who_meet_on_the_stairs_pass),
        cmocka_unit_test(door_on_the_stairs_stops_all_until_it_opens),
        cmocka_unit_test(what_cannot_be_reached_is_approached),
        cmocka_unit_test(walls_hold_those_without_a_route),
        cmocka_unit_test(those_who_do_not_heed_the_map_float),
        cmocka_unit_test(rollback_gives_the_same_future),
        cmocka_unit_test(searches_in_small_portions_find_the_way),
        cmocka_unit_test(bad_calls_are_refused),
        cmocka_unit_test(steps_over_a_mesh_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
