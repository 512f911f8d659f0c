// Agents, obstacles and bounds are drawn through callbacks of the host.
#include "draw_counter.h"

static VeerWorld *make_world(VeerSpace space)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    def.bounds = (VeerBounds){{-50, -50, -50}, {50, 50, 50}};
    VeerWorld *world = NULL;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    return world;
}

static VeerAgentId add_agent(VeerWorld *world)
{
    VeerAgentDef def = veer_agent_def_default();
    def.group = 3;
    VeerAgentId agent;
    assert_int_equal(veer_agent_create(world, &def, &agent), VEER_OK);
    return agent;
}

static void add_obstacle(VeerWorld *world, const VeerObstacleDef *def)
{
    VeerObstacleId obstacle;
    assert_int_equal(veer_obstacle_create(world, def, &obstacle), VEER_OK);
}

static void draw_shows_agents_with_group_and_heading(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    add_agent(world);
    Count count = draw(world, false);
    assert_int_equal(count.balls[VEER_DRAW_AGENT], 1);
    assert_int_equal(count.last_group, 3);
    assert_int_equal(count.lines[VEER_DRAW_HEADING], 1);
    assert_true(count.last_to.x == 0.5f && count.last_to.y == 0.0f);
    assert_int_equal(count.lines[VEER_DRAW_VELOCITY], 0);
    veer_world_destroy(world);
}

static void draw_shows_preferred_velocities_when_asked(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent(world);
    assert_int_equal(draw(world, true).lines[VEER_DRAW_GOAL], 0);
    assert_int_equal(veer_agent_go_to(world, agent, (VeerVec3){10, 0, 0}, 0.5f), VEER_OK);
    Count count = draw(world, true);
    assert_int_equal(count.lines[VEER_DRAW_GOAL], 1);
    assert_int_equal(count.lines[VEER_DRAW_VELOCITY], 1);
    assert_int_equal(count.lines[VEER_DRAW_PREFERRED], 1);
    assert_int_equal(draw(world, false).lines[VEER_DRAW_GOAL], 0);
    veer_world_destroy(world);
}

static void draw_tells_who_has_arrived(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent(world);
    assert_int_equal(veer_agent_go_to(world, agent, (VeerVec3){0.1f, 0, 0}, 0.5f), VEER_OK);
    assert_int_equal(veer_world_step(world, 0.1f), VEER_OK);
    assert_int_equal(draw(world, false).balls[VEER_DRAW_AGENT_ARRIVED], 1);
    veer_world_destroy(world);
}

static void draw_shows_planar_obstacles(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    const VeerVec3 vertices[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}};
    VeerObstacleDef def = veer_obstacle_def_default();
    add_obstacle(world, &def);
    def.shape = VEER_SHAPE_CHAIN;
    def.vertices = vertices;
    def.vertex_count = 3;
    add_obstacle(world, &def);
    def.is_closed = true;
    add_obstacle(world, &def);
    def.is_closed = false;
    def.shape = VEER_SHAPE_POLYGON;
    add_obstacle(world, &def);
    Count count = draw(world, false);
    assert_int_equal(count.balls[VEER_DRAW_OBSTACLE], 1);
    assert_int_equal(count.lines[VEER_DRAW_WALL], 2 + 3);
    assert_int_equal(count.polygons[VEER_DRAW_WALL], 1);
    assert_int_equal(count.corners, 3);
    assert_int_equal(count.lines[VEER_DRAW_BOUNDS], 4);
    veer_world_destroy(world);
}

static void draw_shows_boxes_by_their_faces(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_BOX;
    def.half_extents = (VeerVec3){1, 2, 3};
    add_obstacle(world, &def);
    Count count = draw(world, false);
    assert_int_equal(count.polygons[VEER_DRAW_WALL], 6);
    assert_int_equal(count.corners, 24);
    assert_int_equal(count.lines[VEER_DRAW_BOUNDS], 12);
    veer_world_destroy(world);
}

static void draw_leaves_out_bounds_without_end(void **state)
{
    (void)state;
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    assert_int_equal(draw(world, false).lines[VEER_DRAW_BOUNDS], 0);
    veer_world_destroy(world);
}

static void draw_needs_no_callback(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_SPATIAL);
    add_agent(world);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_BOX;
    add_obstacle(world, &def);
    VeerDraw nothing = {.show_goals = true, .show_velocities = true};
    uint64_t hash = veer_world_hash(world);
    veer_world_draw(world, &nothing);
    assert_true(veer_world_hash(world) == hash);
    veer_world_destroy(world);
}

static void note_line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from, VeerVec3 to)
{
    (void)group;
    VeerVec3 *ends = user;
    if (role >= VEER_DRAW_TRACE) {
        ends[2 * (role - VEER_DRAW_TRACE)] = from;
        ends[2 * (role - VEER_DRAW_TRACE) + 1] = to;
    }
}

static void draw_puts_a_trace_where_its_agent_is(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerTraceMark marks[] = {
        {.role = VEER_TRACE_PREFERRED, .to = {4, 0, 0}},
        {.role = VEER_TRACE_PUSH, .from = {9, 9, 0}, .to = {0, -2000, 0}},
        {.role = VEER_TRACE_PULL, .to = {1000, 0, 0}},
        {.role = VEER_TRACE_HIT, .from = {1, 1, 0}, .radius = 2},
    };
    VeerAvoidTrace trace = {.marks = marks, .capacity = 4, .count = 4, .origin = {10, 20, 0}};
    VeerVec3 ends[2 * VEER_TRACE_ROLE_COUNT] = {{0, 0, 0}};
    VeerDraw draw_lines = {.line = note_line, .user = ends, .trace = &trace};
    veer_world_draw(world, &draw_lines);
    assert_true(ends[2 * VEER_TRACE_PREFERRED].x == 10 &&
                ends[2 * VEER_TRACE_PREFERRED + 1].x == 14);
    // Forces start at the agent, and the strongest is as long as the preferred velocity.
    assert_true(ends[2 * VEER_TRACE_PUSH].x == 10 && ends[2 * VEER_TRACE_PUSH + 1].y == 16);
    assert_true(ends[2 * VEER_TRACE_PULL + 1].x == 12);
    Count count = {0};
    VeerDraw draw_balls = {.ball = count_ball, .user = &count, .trace = &trace};
    veer_world_draw(world, &draw_balls);
    assert_int_equal(count.balls[VEER_DRAW_TRACE + VEER_TRACE_HIT], 1);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draw_shows_agents_with_group_and_heading),
        cmocka_unit_test(draw_shows_preferred_velocities_when_asked),
        cmocka_unit_test(draw_tells_who_has_arrived),
        cmocka_unit_test(draw_shows_planar_obstacles),
        cmocka_unit_test(draw_shows_boxes_by_their_faces),
        cmocka_unit_test(draw_leaves_out_bounds_without_end),
        cmocka_unit_test(draw_needs_no_callback),
        cmocka_unit_test(draw_puts_a_trace_where_its_agent_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
