// ORCA as in its paper: the one velocity program, and nothing beside it.
#include "avoid/orca/allowed.h"
#include "avoid/view_maker.h"

#define SEED 6203u
#define CASES 400

static VeerAvoidResult ask_orca(const VeerView *view, VeerVec3 preferred)
{
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_ORCA);
    return veer_avoid_orca(view, &params, preferred);
}

/// Six bodies at random places around, none overlapping the agent.
typedef struct Ring {
    VeerView view;
    VeerNeighbour bodies[6];
    VeerVec3 preferred;
} Ring;

static VeerVec3 roll_course(Dice *dice, VeerSpace space, double speed)
{
    float x = (float)roll_between(dice, -speed, speed),
          y = (float)roll_between(dice, -speed, speed);
    return vec3(x, y, space == VEER_PLANAR ? 0.0f : (float)roll_between(dice, -speed, speed));
}

static Ring roll_ring(Dice *dice, VeerSpace space)
{
    Ring ring = {.view = make_view(space), .preferred = roll_course(dice, space, 1.0)};
    for (uint32_t i = 0; i < 6; i++) {
        VeerVec3 side = unit3(roll_course(dice, space, 1.0), vec3(1.0f, 0.0f, 0.0f));
        VeerVec3 offset = scale3(side, (float)roll_between(dice, 2.5, 9.0));
        ring.bodies[i] = make_neighbour(offset, roll_course(dice, space, 1.0));
        ring.bodies[i].id = 2 + i;
    }
    ring.view.velocity = roll_course(dice, space, 1.0);
    return ring;
}

static Ring *aimed(Ring *ring)
{
    ring->view.neighbours = ring->bodies;
    ring->view.neighbour_count = 6;
    return ring;
}

/// By how much, m/s, a velocity breaks the constraints most.
static float worst(const VeerAllowedVelocities *allowed, VeerVec3 velocity)
{
    float most = length3(velocity) - allowed->limit;
    for (uint32_t i = 0; i < allowed->count; i++) {
        const VeerHalfSpace *plane = &allowed->planes[i];
        most = max_f(most, plane->distance - dot3(plane->normal, velocity));
    }
    return most;
}

// Steps of 1/40 of the max speed over the disc or ball; 1e-4 is a hundred times the program's
// slack.
static void answer_is_the_nearest_that_keeps_all(void **state)
{
    (void)state;
    print_message("seed %u\n", SEED);
    Dice dice = {SEED};
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_ORCA);
    int asked = 0;
    for (int i = 0; i < CASES; i++) {
        VeerSpace space = i % 2 == 0 ? VEER_PLANAR : VEER_SPATIAL;
        Ring rolled = roll_ring(&dice, space);
        const Ring *ring = aimed(&rolled);
        VeerVec3 answer = ask_orca(&ring->view, ring->preferred).velocity;
        VeerView slim = ring->view;
        slim.memory.crowd.jam = 1.0f;
        VeerAllowedVelocities allowed;
        veer_allowed_sense(&allowed, &slim, &params, &params, (VeerVec3){0});
        if (worst(&allowed, answer) > 1e-4f) {
            continue; // nothing keeps all
        }
        asked++;
        float off = length3(sub3(answer, ring->preferred));
        VeerVec3 other = roll_course(&dice, space, 2.0);
        for (int k = 0; k < 200; k++, other = roll_course(&dice, space, 2.0)) {
            bool is_nearer = length3(sub3(other, ring->preferred)) < off - 1e-3f;
            assert_false(is_nearer && worst(&allowed, other) <= 0.0f);
        }
    }
    assert_true(asked > CASES / 2);
}

static void answer_depends_on_no_memory(void **state)
{
    (void)state;
    Dice dice = {SEED + 1u};
    for (int i = 0; i < CASES; i++) {
        Ring rolled = roll_ring(&dice, VEER_PLANAR);
        Ring *ring = aimed(&rolled);
        VeerVec3 first = ask_orca(&ring->view, ring->preferred).velocity;
        ring->view.memory.crowd = (VeerCrowdMemory){.jam = 2.0f, .detour = 1.0f};
        assert_true(same_bits3(ask_orca(&ring->view, ring->preferred).velocity, first));
    }
}

/// Two that pass beside each other: the default keeps a margin, the paper none.
static void no_margin_is_kept(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerNeighbour other = make_neighbour(vec3(4.0f, 2.05f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    view.neighbours = &other;
    view.neighbour_count = 1;
    assert_false(ask_orca(&view, view.velocity).is_avoiding);
    assert_true(ask(&view, view.velocity).is_avoiding);
}

/// Behind a wall across its way it stands; the default turns aside.
static void a_wall_across_holds_it(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerWall wall = {vec3(1.1f, -4.0f, 0.0f), vec3(1.1f, 4.0f, 0.0f)};
    view.walls = &wall;
    view.wall_count = 1;
    VeerVec3 ahead = vec3(1.0f, 0.0f, 0.0f);
    VeerAvoidMemory crowd = {.value = {0}};
    for (int tick = 0; tick < 60; tick++) {
        VeerAvoidResult answer = ask_orca(&view, ahead);
        assert_true(fabsf(answer.velocity.x) < 0.1f && answer.velocity.y == 0.0f);
        view.memory = crowd;
        crowd = ask(&view, ahead).memory;
    }
    view.memory = crowd;
    assert_true(fabsf(ask(&view, ahead).velocity.y) > 0.5f);
}

static void who_cannot_move_answers_nothing(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_SPATIAL);
    view.max_speed = 0.0f;
    VeerAvoidResult answer = ask_orca(&view, vec3(1.0f, 0.0f, 0.0f));
    assert_true(same_bits3(answer.velocity, vec3(0.0f, 0.0f, 0.0f)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answer_is_the_nearest_that_keeps_all),
        cmocka_unit_test(answer_depends_on_no_memory),
        cmocka_unit_test(no_margin_is_kept),
        cmocka_unit_test(a_wall_across_holds_it),
        cmocka_unit_test(who_cannot_move_answers_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
