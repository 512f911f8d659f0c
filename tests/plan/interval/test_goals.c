// Goals of searches in time: taken, unreachable, several; and who has to leave.
#include "interval_maker.h"
#include "support/memory.h"

static void goal_must_stay_free(void **state)
{
    (void)state;
    Scene scene = open_scene(20, 20, 0, 0.5f);
    // Over the goal from 14 s to 22 s.
    put(&scene, 0, (VeerVec3){33.5f, 10.5f, 0.0f}, (VeerVec3){-1.0f, 0.0f, 0.0f}, 3.0f);
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){6, 10, 0}, (VeerWindowCell){15, 10, 0});
    assert_int_equal(solve(&scene, &query), VEER_OK);
    assert_true(fabsf(arrival(&scene) - 9.0f) < 1e-3f);
    query.stay = 4.0f;
    assert_int_equal(solve(&scene, &query), VEER_OK);
    assert_true(fabsf(arrival(&scene) - 9.0f) < 1e-3f);
    query.stay = 7.0f;
    assert_int_equal(solve(&scene, &query), VEER_OK);
    assert_true(arrival(&scene) > 20.0f && arrival(&scene) < 25.0f);
    query.stay = INFINITY;
    assert_int_equal(solve(&scene, &query), VEER_OK);
    assert_true(arrival(&scene) > 20.0f && arrival(&scene) < 25.0f);
    close_scene(&scene);
}

static void who_is_in_danger_leaves_soonest(void **state)
{
    (void)state;
    Scene scene = open_scene(30, 30, 0, 0.25f);
    put(&scene, 0, (VeerVec3){13.5f, 15.5f, 0.0f}, (VeerVec3){0.0f, 0.0f, 0.0f}, 3.0f);
    // Off to the right is the nearest path out, though the goal is to the left.
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){15, 15, 0}, (VeerWindowCell){2, 15, 0});
    assert_int_equal(solve(&scene, &query), VEER_OK);
    assert_true(scene.points[1].position.x > 16.0f);
    assert_true(veer_interval_position(scene.points, scene.count, 2.0f).x >= 17.4f);
    // Danger counts, so that a sooner path out is found when there is one.
    float broken;
    assert_false(veer_interval_is_safe(scene.window, scene.points, scene.count, 0.0f, &broken));
    assert_true(broken == 0.0f);
    assert_true(veer_interval_is_safe(scene.window, scene.points, scene.count, 2.0f, &broken));
    assert_true(broken == INFINITY);
    // Where the danger soon passes by itself, it waits for that.
    put(&scene, 0, (VeerVec3){13.5f, 13.5f, 0.0f}, (VeerVec3){0.0f, -8.0f, 0.0f}, 3.0f);
    assert_int_equal(solve(&scene, &query), VEER_OK);
    assert_true(arrival(&scene) < 14.0f);
    close_scene(&scene);
}

static void who_stands_in_a_wall_may_leave_it(void **state)
{
    (void)state;
    Scene scene = open_scene(9, 9, 0, 0.25f);
    veer_window_set_static(scene.window, (VeerWindowCell){2, 2, 0}, true);
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){2, 2, 0}, (VeerWindowCell){7, 2, 0});
    assert_int_equal(solve(&scene, &query), VEER_OK);
    assert_true(fabsf(arrival(&scene) - 5.0f) < 1e-3f);
    close_scene(&scene);
}

static void unreachable_goals_are_approached(void **state)
{
    (void)state;
    Scene scene = open_scene(20, 9, 0, 0.25f);
    for (int32_t y = 0; y < 9; y++) {
        veer_window_set_static(scene.window, (VeerWindowCell){12, y, 0}, true);
    }
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){2, 2, 0}, (VeerWindowCell){17, 2, 0});
    assert_int_equal(solve(&scene, &query), VEER_PARTIAL);
    assert_true(scene.points[scene.count - 1].position.x == 11.5f);
    assert_true(scene.points[scene.count - 1].position.y == 2.5f);
    close_scene(&scene);
}

// What stands on the goal for ever is known at once, and labels tell what is behind a wall.
static void goals_that_nobody_can_be_at_are_replaced(void **state)
{
    (void)state;
    Scene scene = open_scene(64, 64, 0, 0.25f);
    put(&scene, 0, (VeerVec3){50.5f, 20.5f, 0.0f}, (VeerVec3){0.0f, 0.0f, 0.0f}, 3.2f);
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){30, 20, 0}, (VeerWindowCell){49, 20, 0});
    assert_int_equal(solve(&scene, &query), VEER_PARTIAL);
    assert_true(scene.points[scene.count - 1].position.x == 46.5f);
    assert_true(veer_interval_search_expansions(scene.search) <= 17);
    VeerGridDef def = veer_grid_def_default();
    VeerGrid *grid = veer_grid_init(take(veer_grid_size(&def)), &def);
    VeerLabels *labels = veer_labels_init(take(veer_labels_size(64, 64)), 64, 64);
    veer_grid_fill(grid, (VeerCellRect){{40, 0}, {41, 64}}, true);
    veer_grid_commit(grid);
    assert_int_equal(veer_labels_build(labels, grid), VEER_OK);
    assert_int_equal(veer_window_set_static_grid(scene.window, grid), VEER_OK);
    query.labels = labels;
    query.goal = (VeerWindowCell){45, 22, 0};
    assert_int_equal(solve(&scene, &query), VEER_PARTIAL);
    assert_true(scene.points[scene.count - 1].position.x == 39.5f);
    assert_true(scene.points[scene.count - 1].position.y == 22.5f);
    assert_true(veer_interval_search_expansions(scene.search) <= 10);
    free(labels);
    free(grid);
    close_scene(&scene);
    // In space as well; and where nothing is free at last, the goal stays as it is.
    scene = open_scene(9, 9, 9, 0.25f);
    put(&scene, 0, (VeerVec3){6.5f, 4.5f, 4.5f}, (VeerVec3){0.0f, 0.0f, 0.0f}, 1.2f);
    query = query_of(&scene, (VeerWindowCell){1, 4, 4}, (VeerWindowCell){6, 4, 4});
    assert_int_equal(solve(&scene, &query), VEER_PARTIAL);
    assert_true(scene.points[scene.count - 1].time < 6.0f);
    put(&scene, 0, (VeerVec3){6.5f, 4.5f, 4.5f}, (VeerVec3){0.0f, 0.0f, 0.0f}, 30.0f);
    assert_int_equal(solve(&scene, &query), VEER_PARTIAL);
    close_scene(&scene);
}

static bool is_far_enough(void *user, VeerWindowCell cell, float time)
{
    *(float *)user = time;
    return cell.x >= 15;
}

static void any_goal_will_do(void **state)
{
    (void)state;
    Scene scene = open_scene(20, 9, 0, 0.25f);
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){2, 2, 0}, (VeerWindowCell){99, 2, 0});
    float time = 0.0f;
    query.is_goal = is_far_enough;
    query.user = &time;
    query.begin = 1.0f;
    assert_int_equal(solve(&scene, &query), VEER_OK);
    assert_true(fabsf(arrival(&scene) - 14.0f) < 1e-3f);
    assert_true(time == arrival(&scene));
    assert_true(scene.points[0].time == 1.0f);
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goal_must_stay_free),
        cmocka_unit_test(who_is_in_danger_leaves_soonest),
        cmocka_unit_test(who_stands_in_a_wall_may_leave_it),
        cmocka_unit_test(unreachable_goals_are_approached),
        cmocka_unit_test(goals_that_nobody_can_be_at_are_replaced),
        cmocka_unit_test(any_goal_will_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
