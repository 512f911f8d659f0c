/// The same routes through moving bodies, bit by bit, on every compiler, level and machine, and
/// found with the same work. A change that means to change routes or work changes the hash, and
/// says so.
#include "plan/interval/interval_maker.h"

#include "base/hash.h"

enum { WINDOWS = 60, SWEEPS = 24, ROUTES = 12 };

static float roll(uint64_t seed, uint64_t stream, uint64_t number, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(seed, stream, number);
}

static VeerVec3 roll_place(const Scene *scene, uint64_t seed, uint64_t number, float reach)
{
    const VeerWindowDef *def = veer_window_def(scene->window);
    float deep = def->depth > 1 ? reach : 0.0f;
    return (VeerVec3){roll(seed, 1, number, 0.0f, 1.0f) * reach,
                      roll(seed, 2, number, 0.0f, 1.0f) * reach,
                      roll(seed, 3, number, 0.0f, 1.0f) * deep};
}

static void fill(const Scene *scene, uint64_t seed)
{
    for (uint32_t i = 0; i < SWEEPS; i++) {
        VeerVec3 velocity = roll_place(scene, seed, 100 + i, 3.0f);
        float begin = i % 4 == 3 ? roll(seed, 4, i, 0.0f, 5.0f) : 0.0f;
        VeerSweep sweep = {roll_place(scene, seed, i, 20.0f),
                           {velocity.x - 1.5f, velocity.y - 1.5f, velocity.z},
                           roll(seed, 5, i, 0.4f, 2.5f),
                           begin,
                           i % 5 == 4 ? begin + 3.0f : INFINITY};
        assert_int_equal(veer_window_put(scene->window, i, &sweep), VEER_OK);
    }
    for (uint64_t i = 0; i < 30; i++) {
        VeerWindowCell cell =
            veer_window_cell_at(scene->window, roll_place(scene, seed, 200 + i, 20.0f));
        veer_window_set_static(scene->window, cell, true);
    }
    veer_window_commit(scene->window);
    veer_window_advance(scene->window, (uint32_t)(seed % 3));
    veer_window_commit(scene->window);
}

static uint64_t add_route(uint64_t hash, Scene *scene, const VeerIntervalQuery *query, int number)
{
    VeerStatus status = veer_interval_search_begin(scene->search, query);
    hash = veer_hash_add(hash, (uint64_t)status);
    if (status != VEER_OK) {
        return hash;
    }
    uint32_t budget = number % 3 == 0 ? 9 : UINT32_MAX;
    while (veer_interval_search_run(scene->search, budget) == VEER_SEARCH_RUNNING) {
    }
    status = veer_interval_search_route(scene->search, scene->points, POINTS, &scene->count);
    hash = veer_hash_add(hash, (uint64_t)status * 2 + veer_interval_search_is_full(scene->search));
    hash = veer_hash_words(hash, scene->points, scene->count * sizeof *scene->points);
    hash = veer_hash_add(hash, veer_interval_search_expansions(scene->search));
    for (int i = 0; i < 5 && scene->count > 1; i++) {
        float elapsed = 0.4f * (float)i, broken = 0.0f;
        bool is_safe =
            veer_interval_is_safe(scene->window, scene->points, scene->count, elapsed, &broken);
        VeerVec3 at = veer_interval_position(scene->points, scene->count, 2.0f * elapsed);
        bool sees = veer_interval_sees(scene->window, scene->points[0],
                                       scene->points[scene->count - 1], elapsed);
        hash = veer_hash_words(veer_hash_add(hash, is_safe * 2u + sees), &broken, sizeof broken);
        hash = veer_hash_words(hash, &at, sizeof at);
    }
    return hash;
}

static uint64_t hash_of(uint32_t depth)
{
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < WINDOWS; seed++) {
        Scene scene = open_scene(20, 20, depth, seed % 2 == 0 ? 0.25f : 0.1f);
        fill(&scene, seed);
        for (int i = 0; i < ROUTES; i++) {
            uint64_t n = (uint64_t)i;
            VeerIntervalQuery query = query_of(
                &scene, veer_window_cell_at(scene.window, roll_place(&scene, seed, 300 + n, 20.0f)),
                veer_window_cell_at(scene.window, roll_place(&scene, seed, 400 + n, 20.0f)));
            query.speed = roll(seed, 6, n, 1.0f, 6.0f);
            query.begin = i % 4 == 1 ? 0.7f : 0.0f;
            query.stay = i % 4 == 2 ? 1.5f : 0.0f;
            query.weight = i % 5 == 4 ? 2.0f : 1.0f;
            hash = add_route(hash, &scene, &query, i);
        }
        close_scene(&scene);
    }
    print_message("depth %u: 0x%016llx\n", depth, (unsigned long long)hash);
    return hash;
}

static void routes_in_time_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t plane = hash_of(0), space = hash_of(12);
    assert_true(plane == UINT64_C(0x58d6bb1678a3d6d3) && space == UINT64_C(0x60d86e31961b5543));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_in_time_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
