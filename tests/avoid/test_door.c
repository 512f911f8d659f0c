/// What models are handed is looked at: a view, constants or a preferred velocity that are not good
/// are answered with nothing.
#include "support/suite.h"

#include "math/vec.h"
#include "veer/avoid.h"

#include <string.h>

typedef struct Given {
    VeerNeighbour body;
    VeerWall wall;
    VeerTarget target;
    VeerView view;
} Given;

static void fill(Given *given)
{
    memset(given, 0, sizeof *given);
    given->body =
        (VeerNeighbour){.offset = {1.5f, 0.1f, 0.0f}, .radius = 0.5f, .share = 0.5f, .id = 2};
    given->wall = (VeerWall){{-1.0f, 2.0f, 0.0f}, {4.0f, 2.0f, 0.0f}};
    given->target = (VeerTarget){.offset = {4.0f, 1.0f, 0.0f}, .weight = 1.0f};
    given->view = (VeerView){.dt = 0.1f,
                             .id = 1,
                             .velocity = {1.0f, 0.0f, 0.0f},
                             .goal = {5.0f, 0.0f, 0.0f},
                             .heading = {1.0f, 0.0f, 0.0f},
                             .radius = 0.5f,
                             .max_speed = 1.4f,
                             .preferred_speed = 1.4f,
                             .max_acceleration = INFINITY,
                             .max_braking = INFINITY,
                             .max_turn_rate = INFINITY,
                             .neighbours = &given->body,
                             .walls = &given->wall,
                             .targets = &given->target,
                             .neighbour_count = 1,
                             .wall_count = 1,
                             .target_count = 1,
                             .has_goal = true};
}

static const VeerVec3 ahead = {1.4f, 0.0f, 0.0f};

static VeerAvoidResult decide(VeerAvoidModel model, const VeerView *view, VeerVec3 preferred)
{
    VeerAvoidParams params = veer_avoid_params_for(model);
    return veer_avoid_decide(model, view, &params, preferred);
}

static void assert_nothing(VeerAvoidResult result)
{
    assert_true(length3(result.velocity) == 0.0f && !result.is_avoiding);
    for (int i = 0; i < 4; ++i) {
        assert_true(result.memory.value[i] == 0.0f);
    }
}

static void views_that_are_not_good_are_answered_with_nothing(void **unused)
{
    (void)unused;
    Given given;
    float *const spoiled[] = {
        &given.view.dt,           &given.view.velocity.x,    &given.view.goal.y,
        &given.view.bottleneck.x, &given.view.heading.z,     &given.view.spin.x,
        &given.view.radius,       &given.view.max_speed,     &given.view.preferred_speed,
        &given.view.stalled,      &given.view.max_turn_rate, &given.view.memory.value[3],
        &given.body.offset.x,     &given.body.velocity.y,    &given.body.radius,
        &given.body.share,        &given.body.mass,          &given.wall.b.x,
        &given.target.offset.y,   &given.target.radius,      &given.target.weight};
    for (unsigned model = 0; model < VEER_AVOID_MODEL_COUNT; ++model) {
        fill(&given);
        assert_true(length3(decide((VeerAvoidModel)model, &given.view, ahead).velocity) > 0.0f);
        for (size_t i = 0; i < sizeof spoiled / sizeof *spoiled; ++i) {
            fill(&given);
            *spoiled[i] = NAN;
            assert_nothing(decide((VeerAvoidModel)model, &given.view, ahead));
        }
    }
}

static void views_without_their_arrays_are_answered_with_nothing(void **unused)
{
    (void)unused;
    Given given;
    VeerAvoidTrace trace = {.marks = NULL, .capacity = 3};
    for (unsigned model = 0; model < VEER_AVOID_MODEL_COUNT; ++model) {
        fill(&given);
        given.view.neighbours = NULL;
        assert_nothing(decide((VeerAvoidModel)model, &given.view, ahead));
        fill(&given);
        given.view.walls = NULL;
        assert_nothing(decide((VeerAvoidModel)model, &given.view, ahead));
        fill(&given);
        given.view.targets = NULL;
        assert_nothing(decide((VeerAvoidModel)model, &given.view, ahead));
        fill(&given);
        given.view.trace = &trace;
        assert_nothing(decide((VeerAvoidModel)model, &given.view, ahead));
        assert_nothing(decide((VeerAvoidModel)model, NULL, ahead));
        assert_nothing(veer_avoid_decide((VeerAvoidModel)model, &given.view, NULL, ahead));
    }
}

static void preferred_velocities_and_constants_are_looked_at(void **unused)
{
    (void)unused;
    Given given;
    fill(&given);
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_MAGNETS);
    assert_nothing(decide(VEER_AVOID_CROWD, &given.view, vec3(NAN, 0.0f, 0.0f)));
    params.magnets.least_gap = 0.0f;
    assert_nothing(veer_avoid_magnets(&given.view, &params, ahead));
    assert_false(veer_avoid_params_are_valid(VEER_AVOID_CROWD, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_that_are_not_good_are_answered_with_nothing),
        cmocka_unit_test(views_without_their_arrays_are_answered_with_nothing),
        cmocka_unit_test(preferred_velocities_and_constants_are_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
