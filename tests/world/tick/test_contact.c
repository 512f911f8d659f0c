// Bodies that avoid nothing do not pass through each other, through balls, walls or boxes.
#include "world/world_maker.h"

/// What rounding may take from a gap: a part of the 1 m that bodies here measure.
#define HAIR 1e-3f

typedef struct Case {
    float speed, dt;
} Case;

static const Case cases[] = {{1.4f, 1.0f / 60.0f}, {5.0f, 0.25f}, {100.0f, 0.1f}, {1000.0f, 1.0f}};
static const int case_count = 4;

/// Two walk into each other from 30 m away, `aside` m off the line. @return the least gap
static float collide(VeerSpace space, Case motion, float aside, VeerVec3 *end, VeerVec3 *other_end)
{
    VeerWorld *world = make_world(space);
    VeerVec3 wish = vec3(motion.speed, 0.0f, 0.0f);
    VeerAgentId a = add_blind(world, vec3(-15.0f, aside, 0.0f), wish);
    VeerAgentId b = add_blind(world, vec3(15.0f, 0.0f, 0.0f), scale3(wish, -1.0f));
    float least = INFINITY;
    int ticks = (int)(90.0f / (motion.speed * motion.dt)) + 40;
    for (int i = 0; i < ticks; ++i) {
        step_times(world, 1, motion.dt);
        least = min_f(least, gap_of_agents(world, a, b));
    }
    *end = read_agent(world, a).position;
    *other_end = read_agent(world, b).position;
    veer_world_destroy(world);
    return least;
}

static void blind_agents_head_on_never_pass_through(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2 * case_count; ++i) {
        VeerVec3 a, b;
        assert_true(collide((VeerSpace)(i & 1), cases[i / 2], 0.0f, &a, &b) >= -HAIR);
        assert_true(a.x < b.x);
    }
}

static void blind_agents_off_the_line_slide_past_each_other(void **unused)
{
    (void)unused;
    for (int i = 0; i < 4; ++i) {
        for (float aside = 0.2f; aside < 1.1f; aside += 0.4f) {
            VeerVec3 a, b;
            assert_true(collide((VeerSpace)(i & 1), cases[i / 2], aside, &a, &b) >= -HAIR);
            assert_true(a.x > b.x + 5.0f);
        }
    }
}

/// Walks into a ball of radius 2 at the origin. @return the least gap
static float walk_into_ball(VeerSpace space, Case motion, float aside, VeerVec3 velocity,
                            VeerVec3 *end)
{
    VeerWorld *world = make_world(space);
    VeerVec3 start = scale3(velocity, -15.0f / motion.speed);
    VeerObstacleId ball = add_moving_ball(world, VEER_MOTION_VELOCITY, start, velocity, 2.0f);
    VeerAgentId a = add_blind(world, vec3(-15.0f, aside, 0.0f), vec3(motion.speed, 0.0f, 0.0f));
    float least = INFINITY;
    int ticks = (int)(60.0f / (motion.speed * motion.dt)) + 40;
    for (int i = 0; i < ticks; ++i) {
        step_times(world, 1, motion.dt);
        least = min_f(least, gap_to_ball(world, a, ball));
    }
    *end = sub3(read_agent(world, a).position, read_obstacle(world, ball).position);
    veer_world_destroy(world);
    return least;
}

static void blind_agents_never_pass_through_a_ball(void **unused)
{
    (void)unused;
    VeerVec3 still = {0}, end;
    for (int i = 0; i < 2 * case_count; ++i) {
        assert_true(walk_into_ball((VeerSpace)(i & 1), cases[i / 2], 0.0f, still, &end) >= -HAIR);
        assert_true(end.x < 0.0f);
    }
}

static void blind_agents_slide_round_a_ball(void **unused)
{
    (void)unused;
    VeerVec3 still = {0}, end;
    for (int i = 0; i < 4; ++i) {
        assert_true(walk_into_ball((VeerSpace)(i & 1), cases[i / 2], 1.0f, still, &end) >= -HAIR);
        assert_true(end.x > 5.0f);
    }
}

static void balls_that_move_slower_than_an_agent_never_pass_through_it(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2 * case_count; ++i) {
        VeerVec3 end, velocity = vec3(-0.9f * cases[i / 2].speed, 0.0f, 0.0f);
        VeerSpace space = (VeerSpace)(i & 1);
        assert_true(walk_into_ball(space, cases[i / 2], 0.0f, velocity, &end) >= -HAIR);
        assert_true(end.x < 0.0f);
    }
}

static void blind_agents_never_pass_through_a_wall(void **unused)
{
    (void)unused;
    const VeerVec3 ends[] = {{0.0f, -5000.0f, 0.0f}, {0.0f, 5000.0f, 0.0f}};
    for (int i = 0; i < case_count; ++i) {
        for (float slope = 0.0f; slope < 2.0f; slope += 0.5f) {
            VeerWorld *world = make_world(VEER_PLANAR);
            add_chain(world, ends, 2);
            VeerVec3 wish = vec3(cases[i].speed, slope * cases[i].speed, 0.0f);
            VeerAgentId agent = add_blind(world, vec3(-7.0f, 0.0f, 0.0f), wish);
            int ticks = (int)(14.0f / (cases[i].speed * cases[i].dt)) + 3;
            for (int k = 0; k < ticks; ++k) {
                step_times(world, 1, cases[i].dt);
                assert_true(read_agent(world, agent).position.x <= -0.5f + HAIR);
            }
            float seconds = (float)ticks * cases[i].dt;
            // It slides: all of the wish along the wall is kept.
            float along = read_agent(world, agent).position.y;
            assert_float_equal(along, wish.y * seconds, 0.02f * wish.y * seconds + HAIR);
            veer_world_destroy(world);
        }
    }
}

static void blind_agents_stop_in_an_acute_corner(void **unused)
{
    (void)unused;
    const VeerVec3 corner[] = {{0.0f, 40.0f, 0.0f}, {100.0f, 0.0f, 0.0f}, {0.0f, -40.0f, 0.0f}};
    const VeerVec3 wedge[] = {{0.0f, 8.0f, 0.0f}, {100.0f, 0.0f, 0.0f}, {0.0f, -8.0f, 0.0f}};
    for (int i = 0; i < 2 * case_count; ++i) {
        VeerWorld *world = make_world(VEER_PLANAR);
        Case motion = cases[i / 2];
        const VeerVec3 *walls = i & 1 ? wedge : corner;
        add_chain(world, walls, 3);
        VeerAgentId agent =
            add_blind(world, vec3(1.0f, 0.3f, 0.0f), vec3(motion.speed, 0.1f * motion.speed, 0.0f));
        int ticks = (int)(200.0f / (motion.speed * motion.dt)) + 20;
        float slope = walls[0].y / 100.0f;
        for (int k = 0; k < ticks; ++k) {
            step_times(world, 1, motion.dt);
            VeerVec3 place = read_agent(world, agent).position;
            float gap = ((100.0f - place.x) * slope - fabsf(place.y)) / sqrtf(1.0f + slope * slope);
            // Two planes pull against each other here: what eight rounds leave is a little more.
            assert_true(gap >= 0.5f - 0.02f);
        }
        veer_world_destroy(world);
    }
}

static void blind_agents_never_pass_through_a_box(void **unused)
{
    (void)unused;
    for (int i = 0; i < case_count; ++i) {
        for (float slope = 0.0f; slope < 0.2f; slope += 0.1f) {
            VeerWorld *world = make_world(VEER_SPATIAL);
            add_box(world, vec3(10.0f, 0.0f, 0.0f), vec3(2.0f, 3000.0f, 3000.0f));
            VeerVec3 wish = vec3(cases[i].speed, slope * cases[i].speed, -slope * cases[i].speed);
            VeerAgentId agent = add_blind(world, vec3(0.0f, 0.0f, 0.0f), wish);
            int ticks = (int)(30.0f / (cases[i].speed * cases[i].dt)) + 10;
            for (int k = 0; k < ticks; ++k) {
                step_times(world, 1, cases[i].dt);
                assert_true(read_agent(world, agent).position.x <= 7.5f + HAIR);
            }
            veer_world_destroy(world);
        }
    }
}

static void agents_that_are_pushed_do_not_pass_through_a_wall(void **unused)
{
    (void)unused;
    const VeerVec3 ends[] = {{3.0f, -500.0f, 0.0f}, {3.0f, 500.0f, 0.0f}};
    VeerWorld *world = make_world(VEER_PLANAR);
    add_chain(world, ends, 2);
    // One rests before the wall, though it could go fast; another one rams it.
    VeerAgentId rammed = add_blind(world, vec3(0.0f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
    veer_agent_set_max_speed(world, rammed, 100.0f);
    VeerAgentId rammer = add_blind(world, vec3(-15.0f, 0.1f, 0.0f), vec3(100.0f, 0.0f, 0.0f));
    for (int i = 0; i < 40; ++i) {
        step_times(world, 1, 0.1f);
        assert_true(read_agent(world, rammed).position.x <= 2.5f + HAIR);
        assert_true(read_agent(world, rammer).position.x <= 2.5f + HAIR);
    }
    veer_world_destroy(world);
}

/// The first of a row rams the second, which stands before one that cannot be moved.
/// @return the least gap of any two
static float ram_row(float speed, float dt)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId row[3];
    for (int i = 0; i < 3; ++i) {
        row[i] = add_blind(world, vec3(4.0f * (float)i, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
        veer_agent_set_max_speed(world, row[i], speed);
    }
    veer_agent_set_immovable(world, row[2], true);
    veer_agent_set_preferred_velocity(world, row[0], vec3(speed, 0.0f, 0.0f));
    float least = INFINITY;
    for (int i = 0; i < (int)(10.0f / (speed * dt)) + 40; ++i) {
        step_times(world, 1, dt);
        least = min_f(least, gap_of_agents(world, row[0], row[1]));
        least = min_f(least, gap_of_agents(world, row[1], row[2]));
        float first = read_agent(world, row[0]).position.x;
        float second = read_agent(world, row[1]).position.x;
        assert_true(first < second && second < 8.0f);
    }
    veer_world_destroy(world);
    return least;
}

static void agents_that_are_pushed_do_not_pass_through_the_next(void **unused)
{
    (void)unused;
    // Ten radii a tick press what is between; it is not passed through all the same.
    assert_true(ram_row(100.0f, 0.1f) >= -0.4f);
    assert_true(ram_row(1.4f, 1.0f / 60.0f) >= -0.01f);
    assert_true(ram_row(5.0f, 1.0f / 60.0f) >= -0.02f);
}

static void blind_agents_do_not_pass_through_where_ghosts_are_thick(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId a = add_blind(world, vec3(-3.0f, 0.0f, 0.0f), vec3(1.4f, 0.0f, 0.0f));
    VeerAgentId b = add_blind(world, vec3(3.0f, 0.0f, 0.0f), vec3(-1.4f, 0.0f, 0.0f));
    veer_agent_set_layers(world, a, 1u, 1u);
    veer_agent_set_layers(world, b, 1u, 1u);
    for (int i = 0; i < 20; ++i) {
        VeerVec3 place = vec3(0.1f * (float)i - 1.0f, 0.0f, 0.0f);
        VeerAgentId ghost = add_blind(world, place, vec3(0.0f, 0.0f, 0.0f));
        veer_agent_set_layers(world, ghost, 2u, 0u);
    }
    for (int i = 0; i < 400; ++i) {
        step_times(world, 1, TICK);
        assert_true(gap_of_agents(world, a, b) >= -HAIR);
    }
    assert_true(gap_of_agents(world, a, b) <= 0.01f);
    veer_world_destroy(world);
}

static void agents_without_speed_stand_like_rocks(void **unused)
{
    (void)unused;
    for (int i = 0; i < case_count; ++i) {
        VeerWorld *world = make_world(VEER_PLANAR);
        VeerAgentId rock = add_blind(world, vec3(0.0f, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f));
        veer_agent_set_max_speed(world, rock, 0.0f);
        VeerVec3 wish = vec3(cases[i].speed, 0.0f, 0.0f);
        VeerAgentId walker = add_blind(world, vec3(-15.0f, 0.0f, 0.0f), wish);
        int ticks = (int)(30.0f / (cases[i].speed * cases[i].dt)) + 10;
        for (int k = 0; k < ticks; ++k) {
            step_times(world, 1, cases[i].dt);
            assert_true(gap_of_agents(world, rock, walker) >= -HAIR);
        }
        assert_near3(read_agent(world, rock).position, vec3(0.0f, 0.0f, 0.0f), 0.0f);
        veer_world_destroy(world);
    }
}

static void one_that_avoids_another_is_solid_to_it_however_many_are_near(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerVec3 still = {0};
    VeerAgentId a = add_blind(world, still, still);
    veer_agent_set_layers(world, a, 1u, 1u);
    veer_agent_set_immovable(world, a, true);
    const VeerVec3 ring[] = {{1.0f, 1.0f, 0.0f},  {0.0f, 1.2f, 0.0f},  {-1.0f, 1.0f, 0.0f},
                             {1.2f, 0.0f, 0.0f},  {1.0f, -1.0f, 0.0f}, {0.0f, -1.2f, 0.0f},
                             {-1.0f, -1.0f, 0.0f}};
    for (int i = 0; i < 7; ++i) {
        veer_agent_set_layers(world, add_blind(world, ring[i], still), 1u, 1u);
    }
    // It is on a layer that none of them avoids, and avoids them all.
    VeerAgentId b = add_blind(world, vec3(-4.0f, 0.0f, 0.0f), vec3(1.4f, 0.0f, 0.0f));
    veer_agent_set_layers(world, b, 2u, 1u);
    for (int i = 0; i < 400; ++i) {
        step_times(world, 1, TICK);
        assert_true(gap_of_agents(world, a, b) >= -HAIR);
    }
    veer_world_destroy(world);
}

enum { RUSH = 40 };

/// Two crowds rush at each other through a corridor, avoiding nothing.
static VeerWorld *make_rush(VeerAgentId agents[RUSH])
{
    VeerWorld *world = make_world(VEER_PLANAR);
    const VeerVec3 lower[] = {{-60.0f, -1.5f, 0.0f}, {60.0f, -1.5f, 0.0f}};
    const VeerVec3 upper[] = {{-60.0f, 1.5f, 0.0f}, {60.0f, 1.5f, 0.0f}};
    add_chain(world, lower, 2);
    add_chain(world, upper, 2);
    for (int i = 0; i < RUSH; ++i) {
        float side = i & 1 ? 1.0f : -1.0f, shake = 0.01f * (float)(i % 7);
        VeerVec3 at = vec3(side * (5.0f + (float)(i / 8)), 0.7f * (float)(i / 2 % 4) - 1.05f, 0.0f);
        agents[i] = add_blind(world, add3(at, vec3(shake, shake, 0)), vec3(-4.0f * side, 0, 0));
        assert_int_equal(veer_agent_set_radius(world, agents[i], 0.23f), VEER_OK);
    }
    return world;
}

/// m, the least room between two on their way in a tick, which is straight.
static float least_gap(VeerVec3 from, VeerVec3 to, float reach)
{
    VeerVec3 way = sub3(to, from);
    float square = dot3(way, way);
    float part = square > 0.0f ? clamp_f(-dot3(from, way) / square, 0.0f, 1.0f) : 0.0f;
    return length3(along3(from, way, part)) - reach;
}

static void crowds_that_rush_at_each_other_never_pass_through(void **unused)
{
    (void)unused;
    const float ticks[] = {0.1f, 0.25f, 0.5f};
    for (int k = 0; k < 3; ++k) {
        VeerAgentId agents[RUSH];
        VeerVec3 last[RUSH], now[RUSH];
        VeerWorld *world = make_rush(agents);
        for (int tick = 0; (float)tick * ticks[k] < 12.0f; ++tick) {
            for (int i = 0; i < RUSH; ++i) {
                last[i] = read_agent(world, agents[i]).position;
            }
            step_times(world, 1, ticks[k]);
            for (int i = 0; i < RUSH; ++i) {
                now[i] = read_agent(world, agents[i]).position;
                assert_true(fabsf(now[i].y) <= 1.5f - 0.23f + HAIR);
                for (int j = 0; j < i; ++j) {
                    float gap = least_gap(sub3(last[i], last[j]), sub3(now[i], now[j]), 0.46f);
                    assert_true(gap >= -1e-3f * 0.46f);
                }
            }
        }
        veer_world_destroy(world);
    }
}

/// m between two agents as exactly as can be read.
static double exact_gap(const VeerAgentState *a, const VeerAgentState *b)
{
    double x = (double)a->position.x - (double)b->position.x;
    double y = (double)a->position.y - (double)b->position.y;
    x += (double)a->remainder.x - (double)b->remainder.x;
    y += (double)a->remainder.y - (double)b->remainder.y;
    return sqrt(x * x + y * y) - (double)a->radius - (double)b->radius;
}

static void crowds_far_from_the_origin_push_each_other_as_at_it(void **unused)
{
    (void)unused;
    enum { CROWD = 24 };
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerVec3 far = vec3(-9e5f, 6e5f, 0.0f), wall[] = {{0.0f, -50.0f, 0.0f}, {0.0f, 50.0f, 0.0f}};
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_CHAIN;
    def.position = far;
    def.vertices = wall;
    def.vertex_count = 2;
    add_obstacle(world, &def);
    VeerAgentId agents[CROWD];
    for (int i = 0; i < CROWD; ++i) {
        VeerVec3 at = vec3(-3.0f - (float)(i / 4), 1.25f * (float)(i % 4) - 2.5f, 0.0f);
        VeerVec3 wish = vec3(1.3f, -0.1f * at.y, 0.0f);
        agents[i] = add_blind(world, add3(far, at), wish);
        assert_int_equal(veer_agent_set_radius(world, agents[i], 0.3f), VEER_OK);
    }
    for (int tick = 0; tick < 300; ++tick) {
        step_times(world, 1, 1.0f / 30.0f);
        for (int i = 0; i < CROWD; ++i) {
            VeerAgentState a = read_agent(world, agents[i]);
            double x = (double)a.position.x - (double)far.x + (double)a.remainder.x;
            assert_true(x <= -0.3 + (double)HAIR);
            for (int j = 0; j < i; ++j) {
                VeerAgentState b = read_agent(world, agents[j]);
                assert_true(exact_gap(&a, &b) >= -6e-4);
            }
        }
    }
    veer_world_destroy(world);
}

// Of a heap each is pushed once a tick and no more; it dissolves as soon as by all rounds.
static void heap_of_hundreds_dissolves(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agents[COUNT];
    for (uint32_t i = 0; i < COUNT; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        def.radius = 0.3f;
        agents[i] = add_agent(world, &def);
    }
    step_times(world, 360, TICK);
    for (uint32_t i = 0; i < COUNT; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            assert_true(gap_of_agents(world, agents[i], agents[k]) >= -HAIR);
        }
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blind_agents_head_on_never_pass_through),
        cmocka_unit_test(blind_agents_off_the_line_slide_past_each_other),
        cmocka_unit_test(blind_agents_never_pass_through_a_ball),
        cmocka_unit_test(blind_agents_slide_round_a_ball),
        cmocka_unit_test(balls_that_move_slower_than_an_agent_never_pass_through_it),
        cmocka_unit_test(blind_agents_never_pass_through_a_wall),
        cmocka_unit_test(blind_agents_stop_in_an_acute_corner),
        cmocka_unit_test(blind_agents_never_pass_through_a_box),
        cmocka_unit_test(agents_that_are_pushed_do_not_pass_through_a_wall),
        cmocka_unit_test(agents_that_are_pushed_do_not_pass_through_the_next),
        cmocka_unit_test(blind_agents_do_not_pass_through_where_ghosts_are_thick),
        cmocka_unit_test(agents_without_speed_stand_like_rocks),
        cmocka_unit_test(one_that_avoids_another_is_solid_to_it_however_many_are_near),
        cmocka_unit_test(crowds_that_rush_at_each_other_never_pass_through),
        cmocka_unit_test(crowds_far_from_the_origin_push_each_other_as_at_it),
        cmocka_unit_test(heap_of_hundreds_dissolves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
