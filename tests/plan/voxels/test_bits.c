/// The same routes through random voxels on every compiler, level and machine, and found with the
/// same work. A change that means to change routes or work changes the hash, and says so.
#include "plan/voxels/voxel_maker.h"

enum { MAPS = 8, ROUTES = 12 };

/// Every third search in portions, some with too little room.
static uint64_t add_route(uint64_t hash, Scene *scene, const VeerVoxelQuery *query, int number)
{
    VeerVoxelSearch *search = number % 5 == 4 ? open_search(300) : scene->search;
    uint32_t budget = number % 3 == 0 ? 5 : UINT32_MAX;
    assert_int_equal(veer_voxel_search_begin(search, query), VEER_OK);
    while (veer_voxel_search_run(search, budget) == VEER_SEARCH_RUNNING) {
    }
    VeerStatus status = veer_voxel_search_route(search, scene->route, MAX_ROUTE, &scene->count);
    hash = veer_hash_words(hash, scene->route, scene->count * sizeof *scene->route);
    hash = veer_hash_add(hash, (uint64_t)status * 2 + veer_voxel_search_is_full(search));
    hash = veer_hash_add(hash, veer_voxel_search_expansions(search));
    uint32_t pulled = veer_voxel_pull(scene->voxels, scene->route, scene->count);
    hash = veer_hash_words(hash, scene->route, pulled * sizeof *scene->route);
    if (search != scene->search) {
        free(search);
    }
    return veer_hash_add(hash, veer_voxels_sees(scene->voxels, query->start, query->goal));
}

static uint64_t hash_of(VeerVoxelPlanner planner)
{
    static const float shares[4] = {0.02f, 0.15f, 0.3f, 0.0f};
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        int32_t more = 6 * (int32_t)(seed % 3);
        Scene *scene = open_scene(28 + more, 33, 24);
        voxel_map_scatter(scene->voxels, seed, shares[seed % 4], 60);
        label(scene);
        for (int i = 0; i < ROUTES; i++) {
            VeerVoxelQuery query =
                query_of(scene, voxel_map_any(scene->voxels, seed, 100 + (uint64_t)i),
                         voxel_map_any(scene->voxels, seed, 200 + (uint64_t)i));
            query.planner = planner;
            query.labels = i % 2 == 0 ? scene->labels : NULL;
            query.weight = i % 4 == 3 ? 2.0f : 1.0f;
            query.takes_first = i % 3 == 1;
            hash = add_route(hash, scene, &query, i);
        }
        close_scene(scene);
    }
    print_message("%s: 0x%016llx\n", veer_voxel_planner_name(planner), (unsigned long long)hash);
    return hash;
}

static void routes_at_any_angle_are_the_same_everywhere(void **state)
{
    (void)state;
    assert_true(hash_of(VEER_VOXEL_ANY_ANGLE) == UINT64_C(0xd0d0aad84f7584da));
}

static void routes_from_voxel_to_voxel_are_the_same_everywhere(void **state)
{
    (void)state;
    assert_true(hash_of(VEER_VOXEL_ASTAR) == UINT64_C(0x9e7aedebd6c98ac8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_at_any_angle_are_the_same_everywhere),
        cmocka_unit_test(routes_from_voxel_to_voxel_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
