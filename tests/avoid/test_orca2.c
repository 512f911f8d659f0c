// Optimal reciprocal collision avoidance in the plane, on views made by hand.
#include "avoid/view_maker.h"

#include "math/vec.h"

static void orca2_alone_keeps_velocity(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerAvoidResult answer = ask(&view, vec3(0.6f, -0.3f, 0.0f));
    assert_true(same_bits3(answer.velocity, vec3(0.6f, -0.3f, 0.0f)));
    assert_false(answer.is_avoiding);
}

static void orca2_head_on_keeps_right(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerNeighbour other = make_neighbour(vec3(4.0f, 0.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f));
    view.velocity = vec3(1.0f, 0.0f, 0.0f);
    view.neighbours = &other;
    view.neighbour_count = 1;
    VeerAvoidResult answer = ask(&view, view.velocity);
    assert_true(answer.velocity.y < -0.05f);
    assert_true(answer.is_avoiding);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orca2_alone_keeps_velocity),
        cmocka_unit_test(orca2_head_on_keeps_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
