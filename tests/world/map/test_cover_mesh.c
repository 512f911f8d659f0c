// Bodies that cover the floors of a mesh.
#include "world/floor_maker.h"

#include "support/allocator.h"

#define PIECE 0.5f

enum { WALKERS = 12, BALLS = 6 };

// Two rooms with two doors in the wall between, and a corridor that leads off the second.
static VeerMesh *make_rooms(void)
{
    static const VeerVec3 vertices[] = {
        {0, 0, 0},  {10, 0, 0}, {10, 2, 0}, {10, 4, 0},  {10, 8, 0}, {10, 10, 0}, {10, 12, 0},
        {0, 12, 0}, {12, 0, 0}, {22, 0, 0}, {22, 5, 0},  {22, 7, 0}, {22, 12, 0}, {12, 12, 0},
        {12, 2, 0}, {12, 4, 0}, {12, 8, 0}, {12, 10, 0}, {40, 5, 0}, {40, 7, 0}};
    static const uint32_t first[] = {0, 8, 18, 22, 26, 30};
    static const uint32_t corners[] = {0,  1,  2,  3,  4,  5,  6,  7,          // the first room
                                       8,  9,  10, 11, 12, 13, 17, 16, 15, 14, // the second
                                       2,  14, 15, 3,                          // its lower door
                                       4,  16, 17, 5,                          // and the upper one
                                       10, 18, 19, 11};                        // the corridor
    return make_polygons(vertices, sizeof vertices / sizeof *vertices, first, corners, 5);
}

static VeerMesh *cut(const VeerMesh *mesh)
{
    VeerMeshDef def;
    void *scratch = aligned_alloc(64, veer_mesh_cut_size(mesh, PIECE));
    assert_int_equal(veer_mesh_cut(scratch, mesh, PIECE, &def), VEER_OK);
    VeerMesh *made = veer_mesh_init(aligned_alloc(64, veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(made);
    free(scratch);
    return made;
}

static VeerWorld *make_covered(VeerMesh *mesh, const VeerAllocator *allocator)
{
    VeerMesh *pieces = cut(mesh);
    VeerWorldDef def = veer_world_def_default();
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = mesh;
    def.map.mesh.pieces = pieces;
    def.allocator = allocator ? *allocator : def.allocator;
    VeerWorld *world = make_world_of(&def);
    free(pieces);
    free(mesh);
    return world;
}

static VeerObstacleId add_truck(VeerWorld *world, VeerVec3 at, VeerVec3 velocity, float radius)
{
    VeerObstacleMotion motion =
        length3(velocity) > 0.0f ? VEER_MOTION_VELOCITY : VEER_MOTION_STATIC;
    VeerObstacleId truck = add_moving_ball(world, motion, at, velocity, radius);
    assert_int_equal(veer_obstacle_set_covering(world, truck, true), VEER_OK);
    return truck;
}

static VeerRouteState read_route(const VeerWorld *world, VeerAgentId agent)
{
    VeerRouteState state;
    assert_int_equal(veer_agent_route(world, agent, &state), VEER_OK);
    return state;
}

// From a point to a polygon in plan, m.
static double distance_to(const VeerVec3 *corners, uint32_t count, VeerVec3 p)
{
    double least = (double)INFINITY;
    bool is_inside = true;
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 a = corners[i], b = corners[(i + 1) % count];
        double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
        double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y;
        double part = fmin(fmax((px * x + py * y) / (x * x + y * y), 0.0), 1.0);
        least = fmin(least, hypot(px - part * x, py - part * y));
        is_inside = is_inside && x * py - y * px >= 0.0;
    }
    return is_inside ? 0.0 : least;
}

// A piece is blocked if and only if a ball overlaps it.
static void expect_counted(const VeerWorld *world, const VeerObstacleId *balls, uint32_t count)
{
    const VeerMesh *pieces = veer_world_covered_mesh(world);
    for (uint32_t i = 0; i < veer_mesh_polygon_count(pieces); i++) {
        VeerVec3 corners[16];
        uint32_t sides = veer_mesh_corners(pieces, i, corners, 16);
        bool is_covered = false, is_near = false;
        for (uint32_t k = 0; k < count; k++) {
            VeerObstacleState ball = read_obstacle(world, balls[k]);
            double gap = distance_to(corners, sides, ball.position) - (double)ball.radius;
            is_covered = is_covered || gap < 0.0;
            is_near = is_near || fabs(gap) < 1e-4;
        }
        assert_true(is_near || veer_mesh_is_blocked(pieces, i) == is_covered);
    }
}

static void covers_are_those_of_brute_force_at_every_tick(void **unused)
{
    (void)unused;
    VeerWorld *world = make_covered(make_rooms(), NULL);
    VeerObstacleId balls[BALLS];
    for (int i = 0; i < BALLS; i++) {
        VeerVec3 at = vec3(1.0f + (float)i * 3.0f, 2.0f + (float)(i % 3) * 3.0f, 0.1f);
        VeerVec3 velocity = vec3(2.0f - (float)i * 0.7f, 1.0f - (float)(i % 4) * 0.6f, 0);
        balls[i] = add_truck(world, at, velocity, 0.3f + 0.4f * (float)i);
    }
    // A route, so that there is something to plan for.
    (void)add_walker(world, vec3(2, 6, 0), vec3(20, 6, 0));
    for (int tick = 0; tick < 90; tick++) {
        // The plan stage sees them as they are before the tick moves them.
        VeerWorld *same = world;
        assert_int_equal(veer_world_steer(same, 1.0f / 30.0f), VEER_OK);
        expect_counted(same, balls, BALLS);
        step_times(world, 1, 1.0f / 30.0f);
    }
    veer_world_destroy(world);
}

static void truck_in_a_door_sends_all_by_the_other_within_a_second(void **unused)
{
    (void)unused;
    VeerWorld *world = make_covered(make_rooms(), NULL);
    VeerAgentId agents[WALKERS];
    for (int i = 0; i < WALKERS; i++) {
        VeerVec3 from = vec3(1.0f + (float)(i % 4), 1.5f + (float)(i / 4), 0);
        agents[i] = add_walker(world, from, vec3(from.x + 15.0f, from.y, 0));
    }
    step_times(world, 30, TICK);
    for (int i = 0; i < WALKERS; i++) {
        assert_true(read_route(world, agents[i]).length < 17.0f);
    }
    VeerObstacleId truck = add_truck(world, vec3(11, 3, 0), vec3(0, 0, 0), 0.9f);
    step_times(world, 60, TICK);
    for (int i = 0; i < WALKERS; i++) {
        VeerRouteState route = read_route(world, agents[i]);
        VeerVec3 points[16];
        uint32_t count = veer_agent_route_points(world, agents[i], points, 16);
        float top = 0.0f;
        for (uint32_t k = 0; k < count && k < 16; k++) {
            top = max_f(top, points[k].y);
        }
        assert_int_equal(route.status, VEER_ROUTE_WHOLE);
        assert_true(top > 8.0f); // by the upper door
    }
    step_times(world, 60 * 30, TICK);
    for (int i = 0; i < WALKERS; i++) {
        assert_int_equal(read_agent(world, agents[i]).status, VEER_AGENT_ARRIVED);
    }
    assert_int_equal(veer_obstacle_destroy(world, truck), VEER_OK);
    step_times(world, 1, TICK);
    expect_counted(world, NULL, 0);
    veer_world_destroy(world);
}

static void truck_parked_in_a_corridor_of_one_polygon_is_waited_for(void **unused)
{
    (void)unused;
    VeerWorld *world = make_covered(make_rooms(), NULL);
    // It leaves less than a body to either side; after some seconds it drives out.
    VeerObstacleId truck = add_truck(world, vec3(30, 6, 0), vec3(0, 0, 0), 0.8f);
    VeerAgentId agent = add_walker(world, vec3(20, 6, 0), vec3(39, 6, 0));
    step_times(world, 60 * 10, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    assert_true(read_agent(world, agent).position.x < 29.5f);
    assert_int_equal(veer_obstacle_set_covering(world, truck, false), VEER_OK);
    assert_int_equal(veer_obstacle_destroy(world, truck), VEER_OK);
    step_times(world, 60 * 14, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void small_truck_leaves_room_beside_it(void **unused)
{
    (void)unused;
    VeerWorld *world = make_covered(make_rooms(), NULL);
    // In the room, right on the path.
    (void)add_truck(world, vec3(5, 6, 0), vec3(0, 0, 0), 1.5f);
    VeerAgentId agent = add_walker(world, vec3(1, 6, 0), vec3(9, 6, 0));
    step_times(world, 2, TICK);
    VeerRouteState route = read_route(world, agent);
    assert_int_equal(route.status, VEER_ROUTE_WHOLE);
    assert_true(route.length > 8.3f && route.length < 11.0f);
    step_times(world, 60 * 9, TICK);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void bodies_larger_than_pieces_are_led_through_no_narrow_door(void **unused)
{
    (void)unused;
    VeerWorld *world = make_covered(make_rooms(), NULL);
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(5, 3, 0);
    def.radius = 1.2f; // the doors are 2 m wide
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_route_to(world, agent, vec3(17, 3, 0), 0.3f), VEER_OK);
    step_times(world, 5, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_PARTIAL);
    def.position = vec3(5, 9, 0);
    def.radius = 0.9f;
    VeerAgentId less = add_agent(world, &def);
    assert_int_equal(veer_agent_route_to(world, less, vec3(17, 9, 0), 0.3f), VEER_OK);
    step_times(world, 5, TICK);
    assert_int_equal(read_route(world, less).status, VEER_ROUTE_WHOLE);
    // Where the floor is blocked and freed again, clearances are as before.
    assert_int_equal(veer_world_mesh_set_blocked(world, 3, true), VEER_OK);
    step_times(world, 5, TICK);
    assert_int_equal(read_route(world, less).status, VEER_ROUTE_WHOLE);
    assert_true(read_route(world, less).length > 14.0f); // by the other door
    assert_int_equal(veer_world_mesh_set_blocked(world, 3, false), VEER_OK);
    step_times(world, 5, TICK);
    assert_int_equal(read_route(world, less).status, VEER_ROUTE_WHOLE);
    assert_true(read_route(world, less).length < 13.0f);
    veer_world_destroy(world);
}

static void one_who_stands_on_the_goal_makes_it_none_the_less_a_goal(void **unused)
{
    (void)unused;
    VeerWorld *world = make_covered(make_rooms(), NULL);
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(16.6f, 6, 0);
    def.radius = 0.3f;
    VeerAgentId other = add_agent(world, &def);
    assert_int_equal(veer_agent_set_covering(world, other, true), VEER_OK);
    VeerAgentId agent = add_walker(world, vec3(14, 6, 0), vec3(16, 6, 0));
    step_times(world, 60 * 4, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void covers_are_of_their_own_floor(void **unused)
{
    (void)unused;
    VeerWorld *world = make_covered(make_floors(), NULL);
    (void)add_truck(world, vec3(6, 4, 4), vec3(0, 0, 0), 1.0f);
    step_times(world, 1, TICK);
    const VeerMesh *pieces = veer_world_covered_mesh(world);
    VeerVec3 low = vec3(6, 4, 0), high = vec3(6, 4, 4);
    assert_false(veer_mesh_is_blocked(pieces, veer_mesh_nearest(pieces, low, NULL)));
    assert_true(veer_mesh_is_blocked(pieces, veer_mesh_nearest(pieces, high, NULL)));
    veer_world_destroy(world);
}

static void doors_close_their_pieces_too(void **unused)
{
    (void)unused;
    VeerWorld *world = make_covered(make_rooms(), NULL);
    const VeerMesh *pieces = veer_world_covered_mesh(world);
    uint32_t piece = veer_mesh_nearest(pieces, vec3(11, 3, 0), NULL);
    VeerObstacleId truck = add_truck(world, vec3(11, 3, 0), vec3(0, 0, 0), 0.5f);
    assert_int_equal(veer_world_mesh_set_blocked(world, 2, true), VEER_OK);
    assert_true(veer_mesh_is_blocked(pieces, piece));
    step_times(world, 1, TICK);
    assert_int_equal(veer_world_mesh_set_blocked(world, 2, false), VEER_OK);
    assert_true(veer_mesh_is_blocked(pieces, piece)); // the truck is there
    assert_int_equal(veer_obstacle_set_covering(world, truck, false), VEER_OK);
    step_times(world, 1, TICK);
    assert_false(veer_mesh_is_blocked(pieces, piece));
    veer_world_destroy(world);
}

static void rollback_gives_the_same_future(void **unused)
{
    (void)unused;
    VeerWorld *world = make_covered(make_rooms(), NULL);
    for (int i = 0; i < WALKERS; i++) {
        VeerVec3 from = vec3(1.0f + (float)(i % 4), 1.5f + (float)(i / 4), 0);
        (void)add_walker(world, from, vec3(from.x + 15.0f, from.y, 0));
    }
    VeerObstacleId truck = add_truck(world, vec3(11, -1, 0), vec3(0, 1, 0), 0.9f);
    step_times(world, 120, TICK);
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
    step_times(world, 240, TICK);
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_obstacle_destroy(world, truck), VEER_OK);
    step_times(world, 60, TICK);
    for (int i = 0; i < 2; i++) {
        VeerWorld *other = i ? make_covered(make_rooms(), NULL) : world;
        assert_int_equal(veer_world_restore(other, saved, size), VEER_OK);
        step_times(other, 240, TICK);
        assert_true(veer_world_hash(other) == hash);
        veer_world_destroy(other);
    }
    free(saved);
}

static void steps_allocate_nothing(void **unused)
{
    (void)unused;
    VeerTestAllocator counter = {0};
    VeerAllocator allocator = veer_test_allocator(&counter);
    VeerWorld *world = make_covered(make_rooms(), &allocator);
    (void)add_truck(world, vec3(5, 6, 0), vec3(1, 0, 0), 1.5f);
    (void)add_walker(world, vec3(1, 6, 0), vec3(20, 6, 0));
    step_times(world, 1, TICK);
    counter.calls = 0;
    step_times(world, 100, TICK);
    assert_int_equal(counter.calls, 0);
    veer_world_destroy(world);
}

static void pieces_need_a_mesh(void **unused)
{
    (void)unused;
    VeerMesh *mesh = make_rooms(), *pieces = cut(mesh);
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.pieces = pieces; // of no mesh
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
    def.map.mesh.whole = mesh;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    veer_world_destroy(world);
    free(pieces);
    free(mesh);
}

/// A square floor of so many m a side, so high.
static VeerMesh *make_floor(float side, float height)
{
    const VeerVec3 vertices[4] = {
        {0, 0, height}, {side, 0, height}, {side, side, height}, {0, side, height}};
    const uint32_t first[2] = {0, 4}, corners[4] = {0, 1, 2, 3};
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 4;
    def.first = first;
    def.polygon_count = 1;
    def.corners = corners;
    VeerMesh *mesh = veer_mesh_init(aligned_alloc(64, veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(mesh);
    return mesh;
}

static VeerStatus create_of(const VeerMesh *whole, const VeerMesh *pieces)
{
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = whole;
    def.map.mesh.pieces = pieces;
    VeerStatus status = veer_world_create(&def, &world);
    veer_world_destroy(world);
    return status;
}

static void pieces_are_those_of_the_mesh(void **unused)
{
    (void)unused;
    VeerMesh *small = make_floor(12, 0), *large = make_floor(40, 0), *high = make_floor(12, 5);
    VeerMesh *of_small = cut(small), *of_large = cut(large), *of_high = cut(high);
    assert_int_equal(create_of(small, of_small), VEER_OK);
    assert_int_equal(create_of(high, of_high), VEER_OK);
    assert_int_equal(create_of(small, of_large), VEER_BAD_VALUE);
    assert_int_equal(create_of(small, of_high), VEER_BAD_VALUE);
    assert_int_equal(create_of(high, of_small), VEER_BAD_VALUE);
    VeerMesh *all[] = {small, large, high, of_small, of_large, of_high};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        free(all[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_those_of_the_mesh),
        cmocka_unit_test(covers_are_those_of_brute_force_at_every_tick),
        cmocka_unit_test(truck_in_a_door_sends_all_by_the_other_within_a_second),
        cmocka_unit_test(truck_parked_in_a_corridor_of_one_polygon_is_waited_for),
        cmocka_unit_test(small_truck_leaves_room_beside_it),
        cmocka_unit_test(bodies_larger_than_pieces_are_led_through_no_narrow_door),
        cmocka_unit_test(one_who_stands_on_the_goal_makes_it_none_the_less_a_goal),
        cmocka_unit_test(covers_are_of_their_own_floor),
        cmocka_unit_test(doors_close_their_pieces_too),
        cmocka_unit_test(rollback_gives_the_same_future),
        cmocka_unit_test(steps_allocate_nothing),
        cmocka_unit_test(pieces_need_a_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
