// Two groups that meet in a passage between bare walls, without a map.
#include "base/random.h"
#include "world/world_maker.h"

#define TICK (1.0f / 60.0f)
#define RADIUS 0.3f
#define LENGTH 4.0f

enum { MOST = 5 };

/// A box, or the side of a row of small ones.
static void add_wall_box(VeerWorld *world, VeerVec2 lower, VeerVec2 upper)
{
    const VeerVec3 corners[] = {{0, 0, 0},
                                {upper.x - lower.x, 0, 0},
                                {upper.x - lower.x, upper.y - lower.y, 0},
                                {0, upper.y - lower.y, 0}};
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_POLYGON;
    def.position = vec3(lower.x, lower.y, 0.0f);
    def.vertices = corners;
    def.vertex_count = 4;
    add_obstacle(world, &def);
}

/// A passage along x, `width` radii wide, of `pieces` boxes to either side.
static VeerWorld *make_passage(float width, int pieces)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    float half = 0.5f * width * RADIUS, step = LENGTH / (float)pieces;
    for (int i = 0; i < pieces; i++) {
        float x = step * (float)i - 0.5f * LENGTH;
        add_wall_box(world, vec2(x, half), vec2(x + step, 8));
        add_wall_box(world, vec2(x, -8), vec2(x + step, -half));
    }
    return world;
}

/// Adds an agent of a group, two abreast, shaken; the last of an odd number goes in the middle.
static VeerAgentId add_member(VeerWorld *world, int i, int count, float side, uint64_t seed)
{
    bool is_alone = count % 2 == 1 && i == count - 1;
    float y = is_alone ? 0.0f : (i % 2 ? -1.5f : 1.5f) * RADIUS;
    float back = 3.0f + (float)(i / 2), on = 5.0f + (float)(count / 2 - i / 2);
    uint64_t key = 100u * seed + (uint64_t)(10 * (side > 0.0f) + i);
    float x = 0.2f * veer_random_unit(key, 1, 0) - 0.1f, shake = veer_random_unit(key, 2, 0);
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(side * (0.5f * LENGTH + back + x), y + 0.2f * shake - 0.1f, 0);
    def.radius = RADIUS;
    def.max_speed = 1.68f;
    def.preferred_speed = 1.4f;
    VeerAgentId agent = add_agent(world, &def);
    VeerVec3 goal = vec3(-side * (0.5f * LENGTH + on), y, 0);
    assert_int_equal(veer_agent_go_to(world, agent, goal, 0.4f), VEER_OK);
    return agent;
}

/// s until all of two groups have passed each other in a passage.
static float seconds_to_pass(VeerWorld *world, int east, int west, uint64_t seed)
{
    VeerAgentId agents[2 * MOST];
    int count = 0;
    for (int i = 0; i < east; i++) {
        agents[count++] = add_member(world, i, east, -1.0f, seed);
    }
    for (int i = 0; i < west; i++) {
        agents[count++] = add_member(world, i, west, 1.0f, seed);
    }
    for (int tick = 0; tick < 60 * 60; tick++) {
        int arrived = 0;
        for (int i = 0; i < count; i++) {
            arrived += read_agent(world, agents[i]).status == VEER_AGENT_ARRIVED;
        }
        if (arrived == count) {
            return (float)tick * TICK;
        }
        step_times(world, 1, TICK);
    }
    return INFINITY;
}

/// s that the slowest of some shaken starts takes.
static float slowest(float width, int pieces, int east, int west)
{
    float most = 0.0f;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        VeerWorld *world = make_passage(width, pieces);
        float seconds = seconds_to_pass(world, east, west, seed);
        most = seconds > most ? seconds : most;
        veer_world_destroy(world);
    }
    return most;
}

static void two_pass_each_other_where_only_one_has_room(void **state)
{
    (void)state;
    assert_true(slowest(3.0f, 1, 1, 1) < 20.0f);
    assert_true(slowest(4.0f, 1, 1, 1) < 20.0f);
}

static void two_abreast_and_one_do_not_stand_face_to_face(void **state)
{
    (void)state;
    assert_true(slowest(5.0f, 1, 2, 1) < 25.0f);
    assert_true(slowest(7.0f, 1, 2, 1) < 25.0f);
}

static void groups_take_turns(void **state)
{
    (void)state;
    assert_true(slowest(4.0f, 1, 5, 5) < 30.0f);
    assert_true(slowest(6.0f, 1, 5, 5) < 30.0f);
}

static void walls_of_many_pieces_are_a_passage_too(void **state)
{
    (void)state;
    assert_true(slowest(3.0f, 8, 1, 1) < 20.0f);
    assert_true(slowest(5.0f, 8, 2, 1) < 25.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_pass_each_other_where_only_one_has_room),
        cmocka_unit_test(two_abreast_and_one_do_not_stand_face_to_face),
        cmocka_unit_test(groups_take_turns),
        cmocka_unit_test(walls_of_many_pieces_are_a_passage_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
