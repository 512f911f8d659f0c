// Paths through voxels, against floods.
#include "voxel_maker.h"

static Scene *open_random(uint64_t seed, float share, uint32_t boxes)
{
    Scene *scene = open_scene(23, 18 + (int32_t)seed % 5, 20);
    voxel_map_scatter(scene->voxels, seed, share, boxes);
    label(scene);
    return scene;
}

// Whether all voxels of the box between two that are beside each other are free.
static bool is_step(const VeerVoxels *voxels, VeerVoxel a, VeerVoxel b)
{
    for (int i = 1; i < 8; i++) {
        VeerVoxel v = {i & 1 ? b.x : a.x, i & 2 ? b.y : a.y, i & 4 ? b.z : a.z};
        if (!is_same(v, a) && veer_voxels_is_blocked(voxels, v)) {
            return false;
        }
    }
    return true;
}

// Relaxes all steps until nothing changes any more.
static void flood(Scene *scene, VeerVoxel start)
{
    int32_t count = voxel_map_count(scene->voxels);
    for (int32_t i = 0; i < count; i++) {
        scene->costs[i] = (double)INFINITY;
    }
    scene->costs[voxel_map_number(scene->voxels, start)] = 0.0;
    for (bool changes = true; changes;) {
        changes = false;
        for (int32_t i = 0; i < 27 * count; i++) {
            VeerVoxel a = voxel_map_at(scene->voxels, i / 27);
            int32_t k = i % 27;
            VeerVoxel b = {a.x + k % 3 - 1, a.y + k / 3 % 3 - 1, a.z + k / 9 - 1};
            double cost = scene->costs[i / 27] + distance(a, b);
            if (k == 13 || !(cost < 1e9) || !is_step(scene->voxels, a, b)) {
                continue;
            }
            double *known = &scene->costs[voxel_map_number(scene->voxels, b)];
            if (cost < *known - 1e-9) {
                *known = cost;
                changes = true;
            }
        }
    }
}

static VeerVoxel free_voxel(const Scene *scene, uint64_t seed, uint64_t number)
{
    for (uint64_t n = number * 1000;; n++) {
        VeerVoxel voxel = voxel_map_any(scene->voxels, seed, n);
        if (!veer_voxels_is_blocked(scene->voxels, voxel)) {
            return voxel;
        }
    }
}

static void planners_have_names(void **state)
{
    (void)state;
    assert_string_equal(veer_voxel_planner_name(VEER_VOXEL_ANY_ANGLE), "any-angle");
    assert_string_equal(veer_voxel_planner_name(VEER_VOXEL_ASTAR), "astar");
    assert_string_equal(veer_voxel_planner_name(VEER_VOXEL_PLANNER_COUNT), "unknown");
}

static void astar_equals_a_flood(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        printf("seed %llu\n", (unsigned long long)seed);
        Scene *scene = open_random(seed, seed % 2 ? 0.0f : 0.25f, 40);
        VeerVoxel start = free_voxel(scene, seed, 1);
        flood(scene, start);
        for (uint64_t n = 2; n < 40; n++) {
            VeerVoxelQuery query = query_of(scene, start, free_voxel(scene, seed, n));
            query.planner = VEER_VOXEL_ASTAR;
            query.weight = 1.0f;
            VeerStatus status = solve(scene, &query);
            double cost = scene->costs[voxel_map_number(scene->voxels, query.goal)];
            assert_int_equal(status, cost < 1e9 ? VEER_OK : VEER_PARTIAL);
            if (status == VEER_OK) {
                assert_true(fabs(length_of(scene->route, scene->count) - cost) < 1e-4);
                for (uint32_t i = 1; i < scene->count; i++) {
                    assert_true(is_step(scene->voxels, scene->route[i - 1], scene->route[i]));
                }
            }
        }
        close_scene(scene);
    }
}

// All of these are short enough to be checked by plain A*, unless that takes too long: a few may.
static void any_angle_is_at_most_a_little_longer_than_a_flood(void **state)
{
    (void)state;
    uint32_t longer = 0, count = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        printf("seed %llu\n", (unsigned long long)seed);
        Scene *scene = open_random(seed, 0.06f * (float)(seed % 4), 50);
        VeerVoxel start = free_voxel(scene, seed, 1);
        flood(scene, start);
        for (uint64_t n = 2; n < 60; n++) {
            VeerVoxelQuery query = query_of(scene, start, free_voxel(scene, seed, n));
            VeerStatus status = solve(scene, &query);
            double cost = scene->costs[voxel_map_number(scene->voxels, query.goal)];
            assert_int_equal(status, cost < 1e9 ? VEER_OK : VEER_PARTIAL);
            if (status == VEER_OK) {
                check_legs(scene, start, query.goal);
                double length = length_of(scene->route, scene->count);
                assert_true(length <= 1.2 * cost);
                longer += length > 1.0201 * cost;
                count++;
            }
        }
        close_scene(scene);
    }
    assert_true(count > 300);
    assert_true(longer <= count / 100);
}

static void any_angle_goes_straight_where_nothing_is(void **state)
{
    (void)state;
    Scene *scene = open_scene(100, 90, 80);
    VeerVoxel start = {3, 80, 7}, goal = {90, 10, 77};
    VeerVoxelQuery query = query_of(scene, start, goal);
    assert_int_equal(solve(scene, &query), VEER_OK);
    assert_int_equal(scene->count, 2);
    check_legs(scene, start, goal);
    assert_int_equal(veer_voxel_search_expansions(scene->search), 1);
    query.goal = start;
    assert_int_equal(solve(scene, &query), VEER_OK);
    assert_int_equal(scene->count, 1);
    close_scene(scene);
}

static void any_angle_finds_the_holes(void **state)
{
    (void)state;
    Scene *scene = open_walls();
    VeerVoxel start = {3, 5, 50}, goal = {80, 60, 3};
    VeerVoxelQuery query = query_of(scene, start, goal);
    assert_int_equal(solve(scene, &query), VEER_OK);
    check_legs(scene, start, goal);
    double least = distance(start, (VeerVoxel){30, 60, 3}) +
                   distance((VeerVoxel){30, 60, 3}, (VeerVoxel){50, 6, 50}) +
                   distance((VeerVoxel){51, 6, 50}, goal);
    assert_true(length_of(scene->route, scene->count) < 1.03 * least);
    close_scene(scene);
}

static void a_blocked_start_is_left(void **state)
{
    (void)state;
    for (int planner = 0; planner < VEER_VOXEL_PLANNER_COUNT; planner++) {
        Scene *scene = open_room();
        label(scene);
        VeerVoxelQuery query = query_of(scene, (VeerVoxel){10, 15, 15}, (VeerVoxel){30, 15, 15});
        query.planner = (VeerVoxelPlanner)planner;
        assert_int_equal(solve(scene, &query), VEER_OK);
        assert_true(is_same(scene->route[0], query.start));
        assert_true(is_same(scene->route[scene->count - 1], query.goal));
        for (uint32_t i = 2; i < scene->count; i++) {
            assert_true(veer_voxels_sees(scene->voxels, scene->route[i - 1], scene->route[i]));
        }
        query.start = (VeerVoxel){11, 11, 11}; // nothing free beside it
        assert_int_equal(solve(scene, &query), VEER_PARTIAL);
        assert_int_equal(scene->count, 1);
        close_scene(scene);
    }
}

static void a_pocket_with_a_wall_in_it_is_crossed(void **state)
{
    (void)state;
    // A brick of its own with a wall through it that leaves one voxel to pass.
    Scene *scene = open_scene(4, 4, 4);
    veer_voxels_fill(scene->voxels, (VeerVoxelBox){{1, 0, 0}, {2, 4, 4}}, true);
    veer_voxels_set_blocked(scene->voxels, (VeerVoxel){1, 3, 3}, false);
    veer_voxels_commit(scene->voxels);
    VeerVoxelQuery query = query_of(scene, (VeerVoxel){0, 0, 0}, (VeerVoxel){2, 0, 0});
    assert_int_equal(solve(scene, &query), VEER_OK);
    check_legs(scene, query.start, query.goal);
    assert_true(length_of(scene->route, scene->count) < 2.0 * sqrt(18.0) + 2.1);
    close_scene(scene);
}

// What has been searched so far leads through a pocket that a change has parted since.
static void a_route_is_read_after_its_pocket_is_parted(void **state)
{
    (void)state;
    // Bricks in a row; of two walls through the second, and one far behind, each leaves one voxel.
    Scene *scene = open_scene(32, 4, 4);
    veer_voxels_fill(scene->voxels, (VeerVoxelBox){{25, 0, 0}, {26, 4, 4}}, true);
    veer_voxels_set_blocked(scene->voxels, (VeerVoxel){25, 3, 3}, false);
    veer_voxels_fill(scene->voxels, (VeerVoxelBox){{5, 0, 0}, {6, 4, 4}}, true);
    veer_voxels_fill(scene->voxels, (VeerVoxelBox){{7, 0, 0}, {8, 4, 4}}, true);
    veer_voxels_set_blocked(scene->voxels, (VeerVoxel){5, 3, 3}, false);
    veer_voxels_set_blocked(scene->voxels, (VeerVoxel){7, 0, 0}, false);
    VeerVoxelQuery query = query_of(scene, (VeerVoxel){0, 0, 0}, (VeerVoxel){31, 0, 0});
    uint32_t most = 0;
    for (uint32_t budget = 1; budget < 24; budget++) {
        VeerVoxelBox between = {{6, 1, 0}, {7, 2, 4}};
        veer_voxels_fill(scene->voxels, between, false);
        veer_voxels_commit(scene->voxels);
        assert_int_equal(veer_voxel_search_begin(scene->search, &query), VEER_OK);
        (void)veer_voxel_search_run(scene->search, budget);
        veer_voxels_fill(scene->voxels, between, true);
        veer_voxels_commit(scene->voxels);
        uint32_t count;
        VeerStatus status = veer_voxel_search_route(scene->search, scene->route, MAX_ROUTE, &count);
        assert_true(status == VEER_OK || status == VEER_PARTIAL);
        assert_true(is_same(scene->route[0], query.start));
        most = count > most ? count : most;
    }
    assert_true(most > 3); // it bends
    close_scene(scene);
}

static void pulling_never_lengthens_and_keeps_sight(void **state)
{
    (void)state;
    Scene *scene = open_random(4, 0.05f, 50);
    for (uint64_t n = 2; n < 60; n++) {
        VeerVoxelQuery query =
            query_of(scene, free_voxel(scene, 4, n), free_voxel(scene, 4, n + 1));
        query.planner = VEER_VOXEL_ASTAR;
        if (solve(scene, &query) == VEER_OK) {
            double before = length_of(scene->route, scene->count);
            scene->count = veer_voxel_pull(scene->voxels, scene->route, scene->count);
            assert_true(length_of(scene->route, scene->count) <= before + 1e-9);
            check_legs(scene, query.start, query.goal);
        }
    }
    assert_int_equal(veer_voxel_pull(scene->voxels, scene->route, 0), 0);
    close_scene(scene);
}

// One hash of many routes, taken from gcc -O3 on x86-64.
static void voxel_routes_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        Scene *scene = open_random(seed, 0.03f, 60);
        for (uint64_t n = 2; n < 40; n++) {
            VeerVoxelQuery query =
                query_of(scene, free_voxel(scene, seed, n), free_voxel(scene, seed, n + 1));
            (void)solve(scene, &query);
            for (uint32_t i = 0; i < scene->count; i++) {
                hash =
                    veer_hash_add(hash, (uint64_t)voxel_map_number(scene->voxels, scene->route[i]));
            }
            hash = veer_hash_add(hash, veer_voxel_search_expansions(scene->search));
        }
        close_scene(scene);
    }
    printf("hash %016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0x1c0d1c5780381cb4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planners_have_names),
        cmocka_unit_test(astar_equals_a_flood),
        cmocka_unit_test(any_angle_is_at_most_a_little_longer_than_a_flood),
        cmocka_unit_test(any_angle_goes_straight_where_nothing_is),
        cmocka_unit_test(any_angle_finds_the_holes),
        cmocka_unit_test(a_blocked_start_is_left),
        cmocka_unit_test(a_pocket_with_a_wall_in_it_is_crossed),
        cmocka_unit_test(a_route_is_read_after_its_pocket_is_parted),
        cmocka_unit_test(pulling_never_lengthens_and_keeps_sight),
        cmocka_unit_test(voxel_routes_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
