// Between walls and an obstacle that comes.
#include "avoid/view_maker.h"

#include "avoid/crowd/escape.h"

#define SEED 5u
#define CASES 300
#define DT 0.05f

/// A yard: walls along x = 0 and y = 0, seen from the agent at (x, y). An obstacle rolls into it.
typedef struct Yard {
    VeerVec3 agent, velocity, preferred;
    VeerVec3 ball, roll;
    float ball_radius;
} Yard;

static float gap_of(const Yard *yard, float radius)
{
    return length3(sub3(yard->ball, yard->agent)) - radius - yard->ball_radius;
}

static VeerView look(const Yard *yard, VeerWall walls[2], VeerNeighbour *ball)
{
    VeerVec3 corner = scale3(yard->agent, -1.0f);
    walls[0] = (VeerWall){corner, add3(corner, vec3(30.0f, 0.0f, 0.0f))};
    walls[1] = (VeerWall){corner, add3(corner, vec3(0.0f, 30.0f, 0.0f))};
    *ball = make_neighbour(sub3(yard->ball, yard->agent), yard->roll);
    ball->radius = yard->ball_radius;
    ball->share = 1.0f;
    ball->is_obstacle = true;
    VeerView view = make_view(VEER_PLANAR);
    view.dt = DT;
    view.radius = 0.4f;
    view.max_speed = 2.2f;
    view.velocity = yard->velocity;
    view.walls = walls;
    view.wall_count = 2;
    view.neighbours = ball;
    view.neighbour_count = length3(ball->offset) < 6.0f;
    view.has_path = true;
    return view;
}

/// Goes on until the obstacle comes to a wall. @return the least gap between the two
static float run_yard(Yard *yard)
{
    VeerAvoidMemory memory = {{0}};
    float least = INFINITY;
    while (yard->ball.x > yard->ball_radius && yard->ball.y > yard->ball_radius) {
        VeerWall walls[2];
        VeerNeighbour ball;
        VeerView view = look(yard, walls, &ball);
        view.memory = memory;
        VeerAvoidResult result = ask(&view, yard->preferred);
        memory = result.memory;
        yard->velocity = result.velocity;
        yard->agent = along3(yard->agent, result.velocity, DT);
        yard->ball = along3(yard->ball, yard->roll, DT);
        least = min_f(least, gap_of(yard, view.radius));
    }
    return least;
}

static Yard roll_yard(Dice *dice)
{
    Yard yard = {.ball_radius = (float)roll_between(dice, 0.6, 1.2)};
    yard.agent =
        vec3((float)roll_between(dice, 0.42, 2.0), (float)roll_between(dice, 0.42, 2.0), 0);
    float angle = (float)roll_between(dice, 0.1, 1.5);
    VeerVec3 from = {cosf(angle), sinf(angle), 0.0f};
    VeerVec3 target = {(float)roll_between(dice, 0.5, 2.0), (float)roll_between(dice, 0.5, 2.0), 0};
    yard.ball = along3(target, from, 8.0f);
    yard.roll = scale3(from, (float)-roll_between(dice, 0.5, 1.2));
    yard.preferred = scale3(from, (float)roll_between(dice, 0.0, 1.8));
    return yard;
}

static void escape_from_a_corner_that_an_obstacle_rolls_into(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    for (int i = 0; i < CASES; i++) {
        Yard yard = roll_yard(&dice);
        assert_true(run_yard(&yard) > 0.0f);
    }
}

/// What the agent does first in a yard, with one more body about.
static VeerVec3 first_step(const Yard *yard, const VeerNeighbour *other)
{
    VeerWall walls[2];
    VeerNeighbour bodies[2];
    VeerView view = look(yard, walls, bodies);
    bodies[1] = *other;
    view.neighbour_count = 2;
    return ask(&view, yard->preferred).velocity;
}

static void escape_leaves_a_corner_past_the_obstacle(void **state)
{
    (void)state;
    // In the corner, an obstacle comes along the diagonal, a little on its right.
    Yard yard = {.agent = {0.5f, 0.5f, 0.0f}, .ball_radius = 0.8f};
    yard.ball = vec3(2.1f, 1.9f, 0.0f);
    yard.roll = vec3(-0.6f, -0.6f, 0.0f);
    VeerNeighbour far = make_neighbour(vec3(-5.0f, -5.0f, 0.0f), (VeerVec3){0});
    VeerVec3 offset = first_step(&yard, &far);
    assert_true(length3(offset) > 1.5f);
    assert_true(cross2(plane2(sub3(yard.ball, yard.agent)), plane2(offset)) != 0.0f);
}

static void escape_comes_before_other_bodies(void **state)
{
    (void)state;
    // Between a wall and an obstacle that comes to it, another agent stands in the way out.
    Yard yard = {.agent = {8.0f, 0.5f, 0.0f}, .ball_radius = 0.8f};
    yard.ball = vec3(7.5f, 2.0f, 0.0f);
    yard.roll = vec3(0.0f, -1.0f, 0.0f);
    VeerNeighbour other = make_neighbour(vec3(1.6f, 0.0f, 0.0f), (VeerVec3){0});
    other.radius = 0.4f;
    VeerVec3 offset = first_step(&yard, &other);
    assert_true(offset.x > 0.5f);
}

static void escape_of_two_obstacles_goes_between_neither(void **state)
{
    (void)state;
    Yard yard = {.agent = {6.0f, 0.5f, 0.0f}, .ball_radius = 0.8f};
    yard.ball = vec3(6.0f, 2.3f, 0.0f);
    yard.roll = vec3(0.0f, -0.8f, 0.0f);
    VeerNeighbour other = make_neighbour(vec3(1.5f, 1.5f, 0.0f), vec3(0.0f, -0.8f, 0.0f));
    other.radius = 0.7f;
    other.is_obstacle = true;
    other.share = 1.0f;
    assert_true(first_step(&yard, &other).x < -0.8f);
}

static void escape_leaves_the_answer_where_there_are_no_walls(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerAvoidParams params = veer_avoid_params_default();
    VeerNeighbour ball = make_neighbour(vec3(3.0f, 0.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    ball.is_obstacle = true;
    view.neighbours = &ball;
    view.neighbour_count = 1;
    VeerVec3 answer = {0.5f, 0.25f, 0.0f};
    assert_true(
        same_bits3(veer_crowd_escape(&view, &params, vec3(1.0f, 0.0f, 0.0f), answer), answer));
}

static void escape_keeps_the_answer_while_there_is_room_to_go_ahead(void **state)
{
    (void)state;
    Yard yard = {.agent = {20.0f, 0.6f, 0.0f}, .ball_radius = 0.8f};
    yard.ball = vec3(22.5f, 0.9f, 0.0f);
    yard.roll = vec3(-0.8f, 0.0f, 0.0f);
    VeerWall walls[2];
    VeerNeighbour ball;
    VeerView view = look(&yard, walls, &ball);
    VeerAvoidParams params = veer_avoid_params_default();
    VeerVec3 answer = {-0.8f, 0.0f, 0.0f};
    VeerVec3 aim = {1.0f, 0.0f, 0.0f};
    assert_true(same_bits3(veer_crowd_escape(&view, &params, aim, answer), answer));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escape_from_a_corner_that_an_obstacle_rolls_into),
        cmocka_unit_test(escape_leaves_a_corner_past_the_obstacle),
        cmocka_unit_test(escape_comes_before_other_bodies),
        cmocka_unit_test(escape_of_two_obstacles_goes_between_neither),
        cmocka_unit_test(escape_leaves_the_answer_where_there_are_no_walls),
        cmocka_unit_test(escape_keeps_the_answer_while_there_is_room_to_go_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
