// Links over the mesh of a world: jumps, ladders and doors between floors.
#include "world/floor_maker.h"

#include "veer/link.h"

enum { LINKS = 4, CROWD = 16 };

static VeerWorld *make_linked_floors(void)
{
    VeerMesh *mesh = make_floors();
    VeerWorldDef def = veer_world_def_default();
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = mesh;
    def.map.max_links = LINKS;
    VeerWorld *world = make_world_of(&def);
    free(mesh);
    return world;
}

static VeerLinkId add_link(VeerWorld *world, VeerVec3 from, VeerVec3 to, bool is_one_way)
{
    VeerLinkDef def = veer_link_def_default();
    VeerLinkId link = {0, 0};
    def.from = from;
    def.to = to;
    def.is_one_way = is_one_way;
    assert_int_equal(veer_link_create(world, &def, &link), VEER_OK);
    return link;
}

// From the upper floor down to the lower one, at its middle.
static VeerLinkId add_jump(VeerWorld *world)
{
    return add_link(world, vec3(3, 4, 4), vec3(6, 4, 0), true);
}

// Between the two, right above each other, in a corner.
static VeerLinkId add_ladder(VeerWorld *world)
{
    return add_link(world, vec3(0, 0, 0), vec3(0, 0, 4), false);
}

// How an agent went.
typedef struct Walk {
    float furthest; // x, m
    float steepest; // of its rises and falls, m/s
    bool was_on_link;
} Walk;

static Walk go(VeerWorld *world, VeerAgentId agent, int ticks)
{
    Walk walk = {0.0f, 0.0f, false};
    VeerLinkId on;
    VeerAgentState last = read_agent(world, agent);
    for (int i = 0; i < ticks && last.status == VEER_AGENT_MOVING; i++) {
        step_times(world, 1, TICK);
        VeerAgentState now = read_agent(world, agent);
        walk.furthest = max_f(walk.furthest, now.position.x);
        walk.steepest = max_f(walk.steepest, fabsf(now.position.z - last.position.z) / TICK);
        walk.was_on_link = walk.was_on_link || veer_agent_link(world, agent, &on);
        last = now;
    }
    assert_int_equal(last.status, VEER_AGENT_ARRIVED);
    return walk;
}

static const VeerVec3 below = {10, 2, 0}, above = {2, 6, 4};

static void jump_is_taken_down(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_floors();
    add_jump(world);
    VeerAgentId agent = add_walker(world, above, below);
    Walk walk = go(world, agent, 1200);
    assert_true(walk.was_on_link && walk.furthest < 11.0f);
    assert_true(read_agent(world, agent).position.z == 0.0f);
    veer_world_destroy(world);
}

static void jump_is_never_taken_up(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_floors();
    add_jump(world);
    VeerAgentId agent = add_walker(world, below, above);
    Walk walk = go(world, agent, 3600);
    assert_true(!walk.was_on_link && walk.furthest > 28.0f);
    assert_true(read_agent(world, agent).position.z == 4.0f);
    veer_world_destroy(world);
}

static void ladder_is_climbed_at_the_pace_of_the_body(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_floors();
    add_ladder(world);
    for (int i = 0; i < 2; i++) {
        VeerAgentId agent = add_walker(world, i ? above : below, i ? below : above);
        Walk walk = go(world, agent, 1800);
        assert_true(walk.was_on_link && walk.furthest < 11.0f);
        // But for the step at its end.
        assert_true(walk.steepest <= 0.3f / TICK);
        assert_true(read_agent(world, agent).position.z == (i ? 0.0f : 4.0f));
        assert_int_equal(veer_agent_destroy(world, agent), VEER_OK);
    }
    veer_world_destroy(world);
}

static void link_is_for_those_who_may_use_it(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_floors();
    VeerLinkDef def = veer_link_def_default();
    VeerLinkId link;
    def.from = vec3(3, 4, 4);
    def.to = vec3(6, 4, 0);
    def.flags = 1u << 3;
    assert_int_equal(veer_link_create(world, &def, &link), VEER_OK);
    VeerAgentId few = add_walker(world, above, below);
    assert_int_equal(veer_agent_set_may_use(world, few, ~def.flags), VEER_OK);
    Walk walk = go(world, few, 3600);
    assert_true(!walk.was_on_link && walk.furthest > 28.0f);
    assert_int_equal(veer_agent_destroy(world, few), VEER_OK);
    VeerAgentId all = add_walker(world, above, below);
    assert_true(go(world, all, 1200).was_on_link);
    veer_world_destroy(world);
}

static void link_that_closes_has_all_plan_anew_within_a_second(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_floors();
    VeerLinkId jump = add_jump(world);
    VeerAgentId agents[CROWD];
    VeerRouteState route;
    for (int i = 0; i < CROWD; i++) {
        agents[i] = add_walker(world, vec3(10.0f + (float)(i % 8), 2.0f + (float)(i / 8), 4),
                               vec3(8.0f + (float)(i % 8), 2.0f + (float)(i / 8), 0));
    }
    step_times(world, 30, TICK);
    for (int i = 0; i < CROWD; i++) {
        assert_int_equal(veer_agent_route(world, agents[i], &route), VEER_OK);
        assert_int_equal(route.status, VEER_ROUTE_WHOLE);
    }
    assert_int_equal(veer_agent_route(world, agents[0], &route), VEER_OK);
    float before = route.length;
    assert_int_equal(veer_link_set_open(world, jump, false), VEER_OK);
    step_times(world, 60, TICK);
    for (int i = 0; i < CROWD; i++) {
        assert_int_equal(veer_agent_route(world, agents[i], &route), VEER_OK);
        assert_int_equal(route.status, VEER_ROUTE_WHOLE);
        VeerVec3 points[16];
        uint32_t count = veer_agent_route_points(world, agents[i], points, 16);
        float furthest = 0.0f;
        for (uint32_t k = 0; k < count && k < 16; k++) {
            furthest = max_f(furthest, points[k].x);
        }
        assert_true(furthest > 28.0f); // by the ramp
    }
    assert_int_equal(veer_link_set_open(world, jump, true), VEER_OK);
    step_times(world, 2, TICK);
    assert_int_equal(veer_agent_route(world, agents[0], &route), VEER_OK);
    assert_true(route.length < before + 2.0f);
    veer_world_destroy(world);
}

static void crowd_swaps_floors_by_a_ladder(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_floors();
    add_ladder(world);
    VeerAgentId agents[CROWD];
    for (int i = 0; i < CROWD; i++) {
        VeerVec3 low = {2.0f + (float)(i % 8), 2.0f + (float)(i / 8) * 2.0f, 0}, high = low;
        high.z = 4.0f;
        agents[i] = add_walker(world, i % 2 ? low : high, i % 2 ? high : low);
    }
    step_times(world, 60 * 60, TICK);
    for (int i = 0; i < CROWD; i++) {
        VeerAgentState state = read_agent(world, agents[i]);
        assert_int_equal(state.status, VEER_AGENT_ARRIVED);
        assert_true(state.position.z == (i % 2 ? 4.0f : 0.0f));
    }
    veer_world_destroy(world);
}

// Two rooms that only a door in the wall between them connects.
static VeerMesh *make_rooms(const VeerMeshLink *links, uint32_t link_count)
{
    static const VeerVec3 vertices[] = {{0, 0, 0},  {8, 0, 0},  {8, 6, 0},  {0, 6, 0},
                                        {10, 0, 0}, {18, 0, 0}, {18, 6, 0}, {10, 6, 0}};
    static const uint32_t first[] = {0, 4, 8}, corners[] = {0, 1, 2, 3, 4, 5, 6, 7};
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 8;
    def.first = first;
    def.corners = corners;
    def.polygon_count = 2;
    def.links = links;
    def.link_count = link_count;
    VeerMesh *mesh = veer_mesh_init(aligned_alloc(64, veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(mesh);
    return mesh;
}

static void own_links_of_the_mesh_are_the_first_of_the_world(void **unused)
{
    (void)unused;
    const VeerMeshLink door = {.from = {8, 3, 0},
                               .to = {10, 3, 0},
                               .from_polygon = VEER_NO_POLYGON,
                               .to_polygon = VEER_NO_POLYGON,
                               .cost = 3.0f};
    VeerMesh *mesh = make_rooms(&door, 1);
    VeerWorldDef def = veer_world_def_default();
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = mesh;
    def.map.max_links = 2;
    VeerWorld *world = make_world_of(&def);
    VeerLinkId link;
    VeerLinkDef read;
    assert_true(veer_link_at(world, 0, &link));
    assert_int_equal(veer_link_get(world, link, &read), VEER_OK);
    assert_true(read.cost == 3.0f && read.from.x == 8.0f && read.to.x == 10.0f);
    // Its ends touch the walls, so the body enters it where it has space.
    VeerAgentId agent = add_walker(world, vec3(2, 5, 0), vec3(16, 1, 0));
    assert_true(go(world, agent, 1200).was_on_link);
    veer_world_destroy(world);
    // Without slots for links there are none.
    def.map.max_links = 0;
    world = make_world_of(&def);
    agent = add_walker(world, vec3(2, 5, 0), vec3(16, 1, 0));
    step_times(world, 10, TICK);
    VeerRouteState route;
    assert_int_equal(veer_agent_route(world, agent, &route), VEER_OK);
    assert_int_equal(route.status, VEER_ROUTE_PARTIAL);
    veer_world_destroy(world);
    free(mesh);
}

static void door_that_opens_wakes_those_who_wait(void **unused)
{
    (void)unused;
    VeerMesh *mesh = make_rooms(NULL, 0);
    VeerWorldDef def = veer_world_def_default();
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = mesh;
    def.map.max_links = 1;
    VeerWorld *world = make_world_of(&def);
    free(mesh);
    VeerLinkId door = add_link(world, vec3(7, 3, 0), vec3(11, 3, 0), false);
    assert_int_equal(veer_link_set_open(world, door, false), VEER_OK);
    VeerAgentId agent = add_walker(world, vec3(2, 5, 0), vec3(16, 1, 0));
    step_times(world, 600, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_BLOCKED);
    assert_int_equal(veer_link_set_open(world, door, true), VEER_OK);
    step_times(world, 600, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    // On its way back the link is destroyed: it leaves it where it can.
    assert_int_equal(veer_agent_route_to(world, agent, vec3(2, 5, 0), 0.3f), VEER_OK);
    VeerLinkId on;
    for (int i = 0; i < 600 && !veer_agent_link(world, agent, &on); i++) {
        step_times(world, 1, TICK);
    }
    assert_int_equal(veer_link_destroy(world, door), VEER_OK);
    step_times(world, 600, TICK);
    assert_false(veer_agent_link(world, agent, &on));
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_BLOCKED);
    veer_world_destroy(world);
}

static void links_come_back_with_a_rollback(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_floors();
    VeerLinkId ladder = add_ladder(world), on;
    VeerAgentId agent = add_walker(world, below, above);
    for (int i = 0; i < 1200 && !veer_agent_link(world, agent, &on); i++) {
        step_times(world, 1, TICK);
    }
    assert_true(veer_agent_link(world, agent, &on));
    // Its goal moves while it climbs, so that it plans from where the ladder ends.
    assert_int_equal(veer_agent_route_to(world, agent, vec3(15, 2, 4), 0.3f), VEER_OK);
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
    step_times(world, 120, TICK);
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_link_destroy(world, ladder), VEER_OK);
    step_times(world, 10, TICK);
    assert_int_equal(veer_world_restore(world, saved, size), VEER_OK);
    step_times(world, 120, TICK);
    assert_true(veer_world_hash(world) == hash);
    step_times(world, 1200, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    free(saved);
    veer_world_destroy(world);
}

static void what_is_bad_is_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_floors();
    VeerLinkDef def = veer_link_def_default();
    VeerLinkId link = {9, 9};
    def.from = vec3(3, 4, 0);
    def.to = vec3(40, 4, 0); // beside the mesh
    assert_int_equal(veer_link_create(world, &def, &link), VEER_BAD_VALUE);
    def.to = vec3(3, 4, 2); // between the floors
    assert_int_equal(veer_link_create(world, &def, &link), VEER_BAD_VALUE);
    assert_int_equal(link.slot, 9);
    veer_world_destroy(world);
    const VeerMeshLink doors[2] = {{{1, 1, 0}, {12, 1, 0}, 0, 1, 0.0f, 0, false},
                                   {{1, 5, 0}, {12, 5, 0}, 0, 1, 0.0f, 1u << 31, false}};
    VeerMesh *mesh = make_rooms(doors, 2);
    VeerWorldDef world_def = veer_world_def_default();
    world_def.map.kind = VEER_MAP_MESH;
    world_def.map.mesh.whole = mesh;
    world_def.map.max_links = 1; // too few
    assert_int_equal(veer_world_create(&world_def, &world), VEER_BAD_VALUE);
    world_def.map.max_links = 2; // a flag that is the world's own
    assert_int_equal(veer_world_create(&world_def, &world), VEER_BAD_VALUE);
    free(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jump_is_taken_down),
        cmocka_unit_test(jump_is_never_taken_up),
        cmocka_unit_test(ladder_is_climbed_at_the_pace_of_the_body),
        cmocka_unit_test(link_is_for_those_who_may_use_it),
        cmocka_unit_test(link_that_closes_has_all_plan_anew_within_a_second),
        cmocka_unit_test(crowd_swaps_floors_by_a_ladder),
        cmocka_unit_test(own_links_of_the_mesh_are_the_first_of_the_world),
        cmocka_unit_test(door_that_opens_wakes_those_who_wait),
        cmocka_unit_test(links_come_back_with_a_rollback),
        cmocka_unit_test(what_is_bad_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
