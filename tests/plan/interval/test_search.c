// Searches in time: paths that wait, slip through, and arrive soonest.
#include "interval_maker.h"
#include "support/memory.h"

// Looks at each cell where the body is, many times a tick.
static void check_way(const Scene *scene, float speed)
{
    const VeerWindowDef *def = veer_window_def(scene->window);
    float end = arrival(scene), step = def->tick / 32.0f;
    VeerVec3 before = scene->points[0].position;
    for (float time = 0.5f * step; time < end; time += step) {
        VeerVec3 place = veer_interval_position(scene->points, scene->count, time);
        VeerVec3 gone = {place.x - before.x, place.y - before.y, place.z - before.z};
        float square = gone.x * gone.x + gone.y * gone.y + gone.z * gone.z;
        assert_true(sqrtf(square) <= 1.001f * speed * step);
        before = place;
        // At the border of two cells it is in either.
        float tick = time / def->tick;
        VeerWindowCell cell = veer_window_cell_at(scene->window, place);
        VeerVec3 centre = veer_window_centre(scene->window, cell);
        float off = fmaxf(fabsf(place.x - centre.x), fabsf(place.y - centre.y));
        off = def->depth > 0 ? fmaxf(off, fabsf(place.z - centre.z)) : off;
        bool is_inside = off < 0.499f && tick - floorf(tick) > 0.01f && tick - floorf(tick) < 0.99f;
        uint32_t bit = tick < 63.0f ? (uint32_t)tick : 63u;
        assert_false(is_inside && veer_window_word(scene->window, cell) >> bit & 1);
    }
}

static void open_way_is_straight(void **state)
{
    (void)state;
    Scene scene = open_scene(40, 40, 0, 0.1f);
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){3, 4, 0}, (VeerWindowCell){23, 9, 0});
    query.speed = 2.0f;
    assert_int_equal(solve(&scene, &query), VEER_OK);
    assert_true(fabsf(arrival(&scene) - (15.0f + 5.0f * sqrtf(2.0f)) / 2.0f) < 1e-3f);
    assert_int_equal(scene.count, 3);
    assert_true(veer_interval_search_expansions(scene.search) <= 21);
    check_way(&scene, 2.0f);
    close_scene(&scene);
}

// A corridor that a body comes along: it must wait in the niche beside.
static void waits_in_a_niche(void **state)
{
    (void)state;
    Scene scene = open_scene(20, 3, 0, 0.5f);
    for (int32_t x = 0; x < 20; x++) {
        veer_window_set_static(scene.window, (VeerWindowCell){x, 0, 0}, true);
        veer_window_set_static(scene.window, (VeerWindowCell){x, 2, 0}, x != 8);
    }
    put(&scene, 0, (VeerVec3){18.5f, 1.5f, 0.0f}, (VeerVec3){-1.0f, 0.0f, 0.0f}, 0.4f);
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){0, 1, 0}, (VeerWindowCell){19, 1, 0});
    assert_int_equal(solve(&scene, &query), VEER_OK);
    check_way(&scene, 1.0f);
    // Into the niche by 9, as the body comes by from 9 to 12, then 12 more to go.
    assert_true(arrival(&scene) > 22.0f && arrival(&scene) < 25.0f);
    assert_true(veer_interval_is_safe(scene.window, scene.points, scene.count, 0.0f, NULL));
    bool is_in_niche = false;
    for (uint32_t i = 0; i < scene.count; i++) {
        is_in_niche |= scene.points[i].position.y > 2.0f;
    }
    assert_true(is_in_niche);
    close_scene(&scene);
}

// Behind a body that crosses there is room as soon as it has gone by.
static void slips_through_behind(void **state)
{
    (void)state;
    Scene scene = open_scene(30, 31, 0, 0.25f);
    put(&scene, 0, (VeerVec3){15.5f, 15.5f, 0.0f}, (VeerVec3){0.0f, 0.6f, 0.0f}, 5.0f);
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){2, 15, 0}, (VeerWindowCell){27, 15, 0});
    query.speed = 2.0f;
    assert_int_equal(solve(&scene, &query), VEER_OK);
    check_way(&scene, 2.0f);
    assert_true(arrival(&scene) < 15.5f);
    for (uint32_t i = 0; i < scene.count; i++) {
        assert_true(scene.points[i].position.y < 16.0f); // not before its bow
    }
    close_scene(&scene);
}

static VeerWindowCell draw_cell(const VeerWindowDef *def, uint64_t seed, uint64_t number)
{
    VeerWindowCell cell = {(int32_t)(veer_random_u64(seed, 1, number) % def->width),
                           (int32_t)(veer_random_u64(seed, 2, number) % def->height), 0};
    if (def->depth > 0) {
        cell.z = (int32_t)(veer_random_u64(seed, 3, number) % def->depth);
    }
    return cell;
}

static float draw(uint64_t seed, uint64_t number, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(seed, 4, number);
}

static void fill_scene(const Scene *scene, uint64_t seed)
{
    const VeerWindowDef *def = veer_window_def(scene->window);
    uint32_t cells = def->width * def->height * (def->depth > 0 ? def->depth : 1);
    for (uint64_t i = 0; i < cells / 10; i++) {
        veer_window_set_static(scene->window, draw_cell(def, seed, 10 + i), true);
    }
    for (uint32_t i = 0; i < 5; i++) {
        uint64_t n = 16 * i;
        float side = (float)def->width;
        VeerVec3 place = {draw(seed, n, 0.0f, side), draw(seed, n + 1, 0.0f, side),
                          draw(seed, n + 2, 0.0f, side)};
        VeerVec3 velocity = {draw(seed, n + 3, -0.7f, 0.7f), draw(seed, n + 4, -0.7f, 0.7f),
                             draw(seed, n + 5, -0.7f, 0.7f)};
        put(scene, i, place, velocity, draw(seed, n + 6, 0.2f, 0.9f));
    }
}

static void check_against_oracle(uint64_t seed, bool is_spatial, uint32_t *found)
{
    Scene scene = is_spatial ? open_scene(5, 5, 4, 0.31f) : open_scene(8, 8, 0, 0.31f);
    const VeerWindowDef *def = veer_window_def(scene.window);
    const float speed = 1.1f;
    fill_scene(&scene, seed);
    uint64_t tick = (uint64_t)(speed * def->tick / def->cell_size * (float)VEER_COST_STRAIGHT);
    VeerIntervalQuery query = query_of(&scene, draw_cell(def, seed, 0), draw_cell(def, seed, 1));
    query.speed = speed;
    query.stay = seed % 3 == 0 ? 2.0f : 0.0f;
    if (!(veer_window_word(scene.window, query.start) & 1)) {
        uint64_t stay = (uint64_t)(query.stay / def->tick * (float)tick);
        VeerStatus status = solve(&scene, &query);
        uint64_t limit = 12 * (uint64_t)VEER_COST_STRAIGHT;
        if (status == VEER_OK) {
            float ticks = arrival(&scene) / def->tick;
            limit = (uint64_t)((double)ticks * (double)tick + 2.0);
            check_way(&scene, speed);
            assert_true(veer_interval_is_safe(scene.window, scene.points, scene.count, 0.0f, NULL));
            ++*found;
        }
        uint64_t best = oracle_arrival(scene.window, tick, query.start, query.goal, stay, limit);
        assert_true(status == VEER_OK ? best + 4 >= limit && best <= limit : best == ORACLE_NEVER);
    }
    close_scene(&scene);
}

static void arrival_is_the_earliest(void **state)
{
    (void)state;
    uint32_t found = 0;
    for (uint64_t seed = 1; seed <= suite_seeds(60); seed++) {
        print_message("seed %u\n", (unsigned)seed);
        check_against_oracle(seed, seed % 2, &found);
    }
    print_message("%u paths\n", found);
    assert_true(3u * found > suite_seeds(60));
}

static void a_budget_changes_nothing(void **state)
{
    (void)state;
    Scene scene = open_scene(30, 30, 0, 0.3f), other = open_scene(30, 30, 0, 0.3f);
    fill_scene(&scene, 5);
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){1, 1, 0}, (VeerWindowCell){28, 27, 0});
    assert_int_equal(solve(&scene, &query), VEER_OK);
    assert_int_equal(veer_interval_search_begin(other.search, &query), VEER_OK);
    uint32_t calls = 0;
    while (veer_interval_search_run(other.search, 7) == VEER_SEARCH_RUNNING) {
        calls++;
        assert_int_equal(
            veer_interval_search_route(other.search, other.points, POINTS, &other.count),
            VEER_PARTIAL);
    }
    assert_true(calls > 2);
    assert_int_equal(veer_interval_search_route(other.search, other.points, POINTS, &other.count),
                     VEER_OK);
    assert_int_equal(other.count, scene.count);
    assert_memory_equal(other.points, scene.points, scene.count * sizeof *scene.points);
    close_scene(&other);
    close_scene(&scene);
}

static void weight_bounds_what_is_lost(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(20); seed++) {
        Scene scene = open_scene(30, 30, 0, 0.3f);
        fill_scene(&scene, seed);
        VeerIntervalQuery query =
            query_of(&scene, (VeerWindowCell){1, 1, 0}, (VeerWindowCell){28, 27, 0});
        bool is_safe = !(veer_window_word(scene.window, query.start) & 1);
        if (is_safe && solve(&scene, &query) == VEER_OK) {
            float best = arrival(&scene);
            query.weight = 1.5f;
            assert_int_equal(solve(&scene, &query), VEER_OK);
            assert_true(arrival(&scene) <= 1.5f * best);
            check_way(&scene, 1.0f);
        }
        close_scene(&scene);
    }
}

static void no_room_is_told(void **state)
{
    (void)state;
    Scene scene = open_scene(60, 60, 0, 0.3f);
    size_t size = veer_interval_search_size(30);
    VeerIntervalSearch *small = veer_interval_search_init(take(size), 30);
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){1, 1, 0}, (VeerWindowCell){58, 50, 0});
    assert_int_equal(veer_interval_search_begin(small, &query), VEER_OK);
    assert_int_equal(veer_interval_search_run(small, UINT32_MAX), VEER_SEARCH_EXHAUSTED);
    assert_true(veer_interval_search_is_full(small));
    assert_int_equal(veer_interval_search_route(small, scene.points, POINTS, &scene.count),
                     VEER_PARTIAL);
    assert_int_equal(veer_interval_search_route(small, scene.points, 1, &scene.count), VEER_FULL);
    assert_int_equal(solve(&scene, &query), VEER_OK);
    assert_false(veer_interval_search_is_full(scene.search));
    free(small);
    small = veer_interval_search_init(take(veer_interval_search_size(0)), 0);
    assert_int_equal(veer_interval_search_route(small, scene.points, POINTS, &scene.count),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_interval_search_begin(small, &query), VEER_FULL);
    free(small);
    assert_int_equal(veer_interval_search_size(UINT32_MAX), 0);
    close_scene(&scene);
}

static void bad_queries_are_refused(void **state)
{
    (void)state;
    Scene scene = open_scene(9, 9, 0, 0.25f);
    VeerIntervalQuery good = query_of(&scene, (VeerWindowCell){1, 1, 0}, (VeerWindowCell){8, 8, 0});
    for (int i = 0; i < 15; i++) {
        VeerIntervalQuery bad = good;
        bad.window = i == 0 ? NULL : bad.window;
        bad.start.x = i == 1 ? 9 : bad.start.x;
        bad.goal.z = i == 2 ? 1 : bad.goal.z;
        bad.speed = i == 3 ? 0.0f : bad.speed;
        bad.speed = i == 4 ? 1000.0f : bad.speed;
        bad.speed = i == 5 ? 1e-5f : bad.speed;
        bad.begin = i == 6 ? -1.0f : i == 11 ? 3e6f : bad.begin;
        bad.stay = i == 7 ? NAN : i == 12 ? -1.0f : bad.stay;
        bad.weight = i == 8 ? 0.5f : i == 13 ? 65.0f : i == 14 ? NAN : bad.weight;
        bad.cookie = i == 9 ? 0 : bad.cookie;
        bad.speed = i == 10 ? NAN : bad.speed;
        assert_int_equal(veer_interval_search_begin(scene.search, &bad), VEER_BAD_VALUE);
    }
    close_scene(&scene);
}

static void a_way_breaks_where_the_prediction_does(void **state)
{
    (void)state;
    Scene scene = open_scene(30, 9, 0, 0.5f);
    put(&scene, 0, (VeerVec3){20.5f, 0.5f, 0.0f}, (VeerVec3){0.0f, 0.0f, 0.0f}, 1.0f);
    VeerIntervalQuery query =
        query_of(&scene, (VeerWindowCell){1, 4, 0}, (VeerWindowCell){28, 4, 0});
    assert_int_equal(solve(&scene, &query), VEER_OK);
    float broken;
    veer_window_advance(scene.window, 10);
    put(&scene, 0, (VeerVec3){20.5f, 0.5f, 0.0f}, (VeerVec3){0.0f, 0.0f, 0.0f}, 1.5f);
    assert_true(veer_interval_is_safe(scene.window, scene.points, scene.count, 5.0f, &broken));
    // It sets out for the path, and is there while we go by.
    put(&scene, 0, (VeerVec3){20.5f, 0.5f, 0.0f}, (VeerVec3){0.0f, 0.3f, 0.0f}, 1.4f);
    assert_false(veer_interval_is_safe(scene.window, scene.points, scene.count, 5.0f, &broken));
    assert_true(broken > 17.0f && broken < 20.0f);
    // Once we have gone by, it is none of our business.
    veer_window_advance(scene.window, 40);
    veer_window_commit(scene.window);
    assert_true(veer_interval_is_safe(scene.window, scene.points, scene.count, 25.0f, &broken));
    close_scene(&scene);
}

static void places_lie_on_the_way(void **state)
{
    (void)state;
    const VeerTimedPoint points[3] = {
        {{1.0f, 0.0f, 0.0f}, 1.0f}, {{3.0f, 0.0f, 2.0f}, 2.0f}, {{3.0f, 0.0f, 2.0f}, 4.0f}};
    assert_true(veer_interval_position(points, 3, 0.0f).x == 1.0f);
    assert_true(veer_interval_position(points, 3, 1.5f).x == 2.0f);
    assert_true(veer_interval_position(points, 3, 1.5f).z == 1.0f);
    assert_true(veer_interval_position(points, 3, 3.0f).x == 3.0f);
    assert_true(veer_interval_position(points, 3, 9.0f).x == 3.0f);
    assert_true(veer_interval_position(points, 1, 9.0f).x == 1.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_way_is_straight),
        cmocka_unit_test(waits_in_a_niche),
        cmocka_unit_test(slips_through_behind),
        cmocka_unit_test(arrival_is_the_earliest),
        cmocka_unit_test(a_budget_changes_nothing),
        cmocka_unit_test(weight_bounds_what_is_lost),
        cmocka_unit_test(no_room_is_told),
        cmocka_unit_test(bad_queries_are_refused),
        cmocka_unit_test(a_way_breaks_where_the_prediction_does),
        cmocka_unit_test(places_lie_on_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
