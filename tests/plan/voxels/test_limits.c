// Searches through voxels that end early: budgets, room, labels, routes that do not fit.
#include "voxel_maker.h"

static void steps_of_a_budget_lead_to_the_same_way(void **state)
{
    (void)state;
    Scene *scene = open_walls();
    for (int planner = 0; planner < VEER_VOXEL_PLANNER_COUNT; planner++) {
        VeerVoxelQuery query = query_of(scene, (VeerVoxel){3, 5, 50}, (VeerVoxel){80, 60, 3});
        query.planner = (VeerVoxelPlanner)planner;
        query.weight = 1.3f;
        assert_int_equal(solve(scene, &query), VEER_OK);
        uint64_t expansions = veer_voxel_search_expansions(scene->search);
        VeerVoxel *route = malloc(scene->count * sizeof *route);
        uint32_t count = scene->count, rounds = 0;
        memcpy(route, scene->route, count * sizeof *route);
        assert_int_equal(veer_voxel_search_begin(scene->search, &query), VEER_OK);
        assert_int_equal(veer_voxel_search_run(scene->search, 0), VEER_SEARCH_RUNNING);
        assert_int_equal(veer_voxel_search_run(scene->search, 0), VEER_SEARCH_RUNNING);
        while (veer_voxel_search_run(scene->search, 3) == VEER_SEARCH_RUNNING) {
            uint64_t done = veer_voxel_search_expansions(scene->search);
            assert_true(done <= 3u * ++rounds);
            VeerStatus status =
                veer_voxel_search_route(scene->search, scene->route, MAX_ROUTE, &scene->count);
            assert_true(status == VEER_PARTIAL || status == VEER_OK);
            check_legs(scene, query.start, scene->route[scene->count - 1]);
        }
        assert_true(rounds > 3);
        assert_int_equal(veer_voxel_search_expansions(scene->search), expansions);
        assert_int_equal(
            veer_voxel_search_route(scene->search, scene->route, MAX_ROUTE, &scene->count),
            VEER_OK);
        assert_int_equal(scene->count, count);
        assert_memory_equal(scene->route, route, count * sizeof *route);
        free(route);
    }
    close_scene(scene);
}

static void what_cannot_be_reached_is_known_at_once(void **state)
{
    (void)state;
    Scene *scene = open_room();
    label(scene);
    VeerVoxelQuery query = query_of(scene, (VeerVoxel){2, 15, 15}, (VeerVoxel){13, 15, 15});
    assert_int_equal(solve(scene, &query), VEER_PARTIAL);
    assert_true(veer_voxel_search_expansions(scene->search) < 5);
    assert_int_equal(veer_voxel_search_run(scene->search, 0), VEER_SEARCH_FOUND);
    check_legs(scene, query.start, (VeerVoxel){9, 15, 15});
    query.goal = (VeerVoxel){20, 15, 15}; // blocked
    assert_int_equal(solve(scene, &query), VEER_PARTIAL);
    check_legs(scene, query.start, (VeerVoxel){21, 15, 15});
    close_scene(scene);
}

static void without_labels_the_way_leads_as_near_as_was_seen(void **state)
{
    (void)state;
    Scene *scene = open_room();
    VeerVoxelQuery query = query_of(scene, (VeerVoxel){2, 15, 15}, (VeerVoxel){13, 15, 15});
    assert_int_equal(solve(scene, &query), VEER_PARTIAL);
    assert_int_equal(veer_voxel_search_run(scene->search, 0), VEER_SEARCH_EXHAUSTED);
    assert_false(veer_voxel_search_is_full(scene->search));
    VeerVoxel end = scene->route[scene->count - 1];
    check_legs(scene, query.start, end);
    assert_true(distance(end, query.goal) < 8.0);
    close_scene(scene);
}

static void a_search_without_room_says_so(void **state)
{
    (void)state;
    Scene *scene = open_walls();
    free(scene->search);
    scene->search = open_search(20);
    VeerVoxelQuery query = query_of(scene, (VeerVoxel){3, 5, 50}, (VeerVoxel){80, 60, 3});
    assert_int_equal(solve(scene, &query), VEER_PARTIAL);
    assert_true(veer_voxel_search_is_full(scene->search));
    check_legs(scene, query.start, scene->route[scene->count - 1]);
    query.planner = VEER_VOXEL_ASTAR;
    assert_int_equal(solve(scene, &query), VEER_PARTIAL);
    assert_true(veer_voxel_search_is_full(scene->search));
    close_scene(scene);
}

static void a_route_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    Scene *scene = open_walls();
    VeerVoxelQuery query = query_of(scene, (VeerVoxel){3, 5, 50}, (VeerVoxel){80, 60, 3});
    assert_int_equal(veer_voxel_search_begin(scene->search, &query), VEER_OK);
    assert_int_equal(veer_voxel_search_route(scene->search, scene->route, 9, &scene->count),
                     VEER_BAD_VALUE); // nothing was expanded yet
    (void)veer_voxel_search_run(scene->search, 5);
    assert_int_equal(veer_voxel_search_route(scene->search, scene->route, 0, &scene->count),
                     VEER_FULL);
    (void)veer_voxel_search_run(scene->search, UINT32_MAX);
    assert_int_equal(veer_voxel_search_route(scene->search, scene->route, 3, &scene->count),
                     VEER_FULL);
    assert_true(scene->count > 3);
    close_scene(scene);
}

static void the_first_way_may_be_taken(void **state)
{
    (void)state;
    Scene *scene = open_walls();
    VeerVoxelQuery query = query_of(scene, (VeerVoxel){3, 5, 50}, (VeerVoxel){80, 60, 3});
    assert_int_equal(solve(scene, &query), VEER_OK);
    double length = length_of(scene->route, scene->count);
    uint64_t expansions = veer_voxel_search_expansions(scene->search);
    query.takes_first = true;
    assert_int_equal(solve(scene, &query), VEER_OK);
    assert_true(length_of(scene->route, scene->count) >= length);
    assert_true(veer_voxel_search_expansions(scene->search) < expansions);
    close_scene(scene);
}

static void bad_queries_are_refused(void **state)
{
    (void)state;
    Scene *scene = open_walls();
    const VeerVoxel inside = {3, 5, 50}, outside = {90, 5, 5};
    assert_int_equal(veer_voxel_search_size(0), 0);
    assert_null(veer_voxel_search_init(NULL, UINT32_MAX));
    assert_int_equal(veer_voxel_search_run(scene->search, 5), VEER_SEARCH_IDLE);
    assert_int_equal(veer_voxel_search_route(scene->search, scene->route, 9, &scene->count),
                     VEER_BAD_VALUE);
    for (int i = 0; i < 7; i++) {
        VeerVoxelQuery query =
            query_of(scene, i == 0 ? outside : inside, i == 1 ? outside : inside);
        query.voxels = i == 2 ? NULL : scene->voxels;
        query.weight = i == 3 ? 0.9f : i == 4 ? (float)NAN : 1.0f;
        query.planner = i == 5 ? VEER_VOXEL_PLANNER_COUNT : VEER_VOXEL_ANY_ANGLE;
        query.cookie = i == 6 ? 0 : query.cookie;
        assert_int_equal(veer_voxel_search_begin(scene->search, &query), VEER_BAD_VALUE);
    }
    veer_voxels_set_blocked(scene->voxels, (VeerVoxel){30, 60, 3}, true);
    VeerVoxelQuery query = query_of(scene, inside, inside);
    assert_int_equal(veer_voxel_search_begin(scene->search, &query), VEER_BUSY);
    close_scene(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_a_budget_lead_to_the_same_way),
        cmocka_unit_test(what_cannot_be_reached_is_known_at_once),
        cmocka_unit_test(without_labels_the_way_leads_as_near_as_was_seen),
        cmocka_unit_test(a_search_without_room_says_so),
        cmocka_unit_test(a_route_that_does_not_fit_is_refused),
        cmocka_unit_test(the_first_way_may_be_taken),
        cmocka_unit_test(bad_queries_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
