// Places near a goal: found in rings, in shells and by turns.
#include "place_maker.h"

static void assert_near(VeerVec3 a, VeerVec3 b, float tolerance)
{
    assert_true(length3(sub3(a, b)) <= tolerance);
}

static void places_that_are_valid_are_the_preferred_ones(void **state)
{
    (void)state;
    VeerPlaceDef def = veer_place_def_default();
    const VeerVec3 preferred[3] = {{1, 0, 0}, {0, 0, 0}, {-1, 0, 0}};
    VeerPlace places[3];
    assert_int_equal(veer_place_find(&def, preferred, 3, places), VEER_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(places[i].result, VEER_PLACE_SLOT);
        assert_int_equal(places[i].probes, 1);
        assert_near(places[i].position, preferred[i], 0.0f);
    }
}

static void place_in_rings_is_the_nearest_to_the_goal(void **state)
{
    (void)state;
    const VeerVec3 taken[1] = {{0, 0, 0}};
    VeerPlaceDef def = veer_place_def_default();
    def.taken = taken;
    def.taken_count = 1;
    def.separation = 3.0f;
    VeerVec3 preferred = {0, 2, 0};
    VeerPlace place;
    assert_int_equal(veer_place_find(&def, &preferred, 1, &place), VEER_OK);
    assert_near(place.position, vec3(0, 3, 0), 1e-5f); // on the side of the preferred place
}

static void place_in_shells_leaves_the_plane(void **state)
{
    (void)state;
    Ground ground = {.discs = {{0, 0, 0}}, .radii = {2.0f}, .disc_count = 1};
    VeerPlaceDef def = veer_place_def_default();
    def.space = VEER_SPATIAL;
    def.sense = (VeerPlaceSense){.clearance = clearance, .context = &ground};
    VeerVec3 preferred[40] = {{0, 0, 0}};
    for (int i = 0; i < 40; i++) {
        preferred[i] = vec3(0, 0, 1.5f);
    }
    VeerPlace places[40];
    assert_int_equal(veer_place_find(&def, preferred, 40, places), VEER_OK);
    assert_near(places[0].position, vec3(0, 0, 2.5f), 1e-5f); // radius 0.5 clear of the ball
    bool is_level = true;
    for (int i = 0; i < 40; i++) {
        is_level = is_level && fabsf(places[i].position.z) < 0.1f;
    }
    assert_false(is_level);
}

static VeerPlaceDef draw_ground(Ground *ground, uint64_t stream)
{
    ground->disc_count = 25;
    for (uint32_t i = 0; i < 25; i++) {
        float x = veer_random_unit(SEED, stream, 3 * i);
        float y = veer_random_unit(SEED, stream, 3 * i + 1);
        ground->discs[i] = vec3(20.0f * x - 10.0f, 20.0f * y - 10.0f, 0.0f);
        ground->radii[i] = 0.3f + 1.5f * veer_random_unit(SEED, stream, 3 * i + 2);
    }
    VeerPlaceDef def = veer_place_def_default();
    def.separation = 1.2f;
    def.radius = 0.6f;
    def.reach = 8.0f;
    def.waiting_reach = 11.0f;
    def.sense = (VeerPlaceSense){.clearance = clearance, .context = ground};
    return def;
}

static void check_places(const VeerPlaceDef *def, const VeerPlace *places, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        float from_goal = length3(sub3(places[i].position, def->goal));
        assert_true(is_finite3(places[i].position));
        assert_true(places[i].probes <= def->budget);
        if (places[i].result == VEER_PLACE_NONE) {
            continue;
        }
        assert_true(clearance(def->sense.context, places[i].position) >= def->radius);
        assert_true(from_goal <= def->waiting_reach + 1e-4f);
        assert_true(places[i].result == VEER_PLACE_SLOT || from_goal > def->reach - 1e-4f);
        for (uint32_t j = 0; j < i; j++) {
            float apart = length3(sub3(places[i].position, places[j].position));
            assert_true(places[j].result == VEER_PLACE_NONE || apart >= 1.2f * (1.0f - 1e-5f));
        }
    }
}

static void places_among_obstacles_are_apart_and_clear(void **state)
{
    (void)state;
    uint32_t kinds[3] = {0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        Ground ground = {0};
        VeerPlaceDef def = draw_ground(&ground, seed);
        VeerFormationDef box = veer_formation_def_default();
        VeerFrame frame = veer_formation_frame(def.ahead, def.ahead, def.up, true);
        VeerVec3 preferred[MOST];
        VeerPlace places[MOST];
        box.spacing = 1.5f;
        assert_int_equal(veer_formation_slots(&box, def.goal, &frame, MOST, preferred), VEER_OK);
        VeerStatus status = veer_place_find(&def, preferred, MOST, places);
        check_places(&def, places, MOST);
        uint32_t here[3] = {0};
        for (int i = 0; i < MOST; i++) {
            here[places[i].result]++;
            kinds[places[i].result]++;
        }
        assert_int_equal(status, here[VEER_PLACE_SLOT] == MOST ? VEER_OK : VEER_PARTIAL);
    }
    assert_true(kinds[VEER_PLACE_SLOT] > 800u && kinds[VEER_PLACE_WAITING] > 0u);
}

// Nobody is left out: where there is no place for one, there is none at all on the rings.
static void place_none_means_that_no_probe_is_valid(void **state)
{
    (void)state;
    Ground ground = {0};
    VeerPlaceDef def = draw_ground(&ground, 0);
    def.reach = 3.0f;
    def.waiting_reach = 4.0f;
    VeerVec3 preferred[MOST];
    VeerPlace places[MOST];
    for (int i = 0; i < MOST; i++) {
        preferred[i] = vec3(0, 0, 0);
    }
    assert_int_equal(veer_place_find(&def, preferred, MOST, places), VEER_PARTIAL);
    assert_int_equal(places[MOST - 1].result, VEER_PLACE_NONE);
    assert_false(places[MOST - 1].is_cut_short);
    for (float r = 0.0f; r <= 4.0f; r += 0.5f) {
        VeerPlaceProbe probe = {&def, vec3(r, 0, 0), places, MOST};
        assert_false(veer_place_is_valid(&probe));
    }
}

static void place_that_comes_free_is_found(void **state)
{
    (void)state;
    Ground ground = {0};
    VeerPlaceDef def = draw_ground(&ground, 0);
    VeerVec3 preferred[MOST], taken[MOST];
    VeerPlace places[MOST], again;
    for (int i = 0; i < MOST; i++) {
        preferred[i] = vec3(0, 0, 0);
    }
    def.reach = 4.0f;
    assert_int_equal(veer_place_find(&def, preferred, MOST, places), VEER_PARTIAL);
    def.taken = taken;
    for (int i = 1; i < MOST; i++) { // the first one leaves
        if (places[i].result == VEER_PLACE_SLOT) {
            taken[def.taken_count++] = places[i].position;
        }
    }
    assert_int_equal(veer_place_find(&def, preferred, 1, &again), VEER_OK);
    assert_near(again.position, places[0].position, 0.0f);
}

static void place_on_a_pinpoint_platform_is_one_and_three_nones(void **state)
{
    (void)state;
    Ground ground = {.platform = 1.0f};
    VeerPlaceDef def = veer_place_def_default();
    VeerFormationDef trio = veer_formation_def_default();
    def.separation = 4.0f;
    def.waiting_reach = 30.0f;
    def.sense = (VeerPlaceSense){.floor_below = floor_below, .context = &ground};
    trio.shape = VEER_FORMATION_TRIO;
    trio.spacing = 5.0f;
    VeerFrame frame = veer_formation_frame(vec3(0, 50, 0), vec3(0, 0, 0), def.up, true);
    VeerVec3 preferred[4];
    VeerPlace places[4];
    assert_int_equal(veer_formation_slots(&trio, def.goal, &frame, 4, preferred), VEER_OK);
    assert_int_equal(veer_place_find(&def, preferred, 4, places), VEER_PARTIAL);
    assert_int_equal(places[0].result, VEER_PLACE_SLOT);
    assert_near(places[0].position, vec3(0, 0, 0), 0.0f);
    for (int i = 1; i < 4; i++) {
        assert_int_equal(places[i].result, VEER_PLACE_NONE);
        assert_near(places[i].position, preferred[i], 0.0f); // not the zero vector
    }
}

// Plan A about the goal, then plan B about each taken slot.
static void place_by_turns_has_the_probe_order_of_the_source(void **state)
{
    (void)state;
    Ground ground = {0};
    const VeerVec3 taken[2] = {{30, 0, 0}, {0, 40, 1}};
    VeerPlaceDef def = veer_place_def_default();
    def.order = VEER_PLACE_TURNS;
    def.step = 5.0f;
    def.goal = vec3(1, 2, 3);
    def.ahead = vec3(0, 1, 0);
    def.taken = taken;
    def.taken_count = 2;
    def.rule = note;
    def.rule_context = &ground;
    VeerVec3 preferred = {6, 2, 3};
    VeerPlace place;
    assert_int_equal(veer_place_find(&def, &preferred, 1, &place), VEER_PARTIAL);
    assert_int_equal(place.result, VEER_PLACE_NONE);
    assert_int_equal(place.probes, 33);
    assert_int_equal(ground.probe_count, 33);
    for (uint32_t i = 0; i < 33; i++) {
        VeerVec3 centre = i < 11 ? def.goal : taken[i / 11u - 1u];
        double angle = (double)(i % 11u) * 0.62831853071795865;
        VeerVec3 offset = vec3((float)(-5.0 * sin(angle)), (float)(5.0 * cos(angle)), 0);
        offset = i % 11u == 0u ? vec3(5, 0, 0) : offset;
        assert_near(ground.probes[i], add3(centre, offset), 1e-5f);
    }
}

static void place_by_turns_takes_few_probes(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        Ground ground = {0};
        VeerPlaceDef def = draw_ground(&ground, 100u + seed);
        VeerVec3 preferred[12];
        VeerPlace places[12];
        def.order = VEER_PLACE_TURNS;
        def.step = 2.0f;
        uint32_t taken = 0;
        for (int i = 0; i < 12; i++) {
            preferred[i] = vec3(0, 0, 0);
        }
        (void)veer_place_find(&def, preferred, 12, places);
        for (int i = 0; i < 12; i++) {
            assert_true(places[i].probes >= 1u && places[i].probes <= 11u * (taken + 1u));
            taken += places[i].result == VEER_PLACE_SLOT ? 1u : 0u;
        }
    }
}

static void place_search_ends_with_its_budget(void **state)
{
    (void)state;
    Ground ground = {0};
    VeerPlaceDef def = veer_place_def_default();
    VeerVec3 preferred = {1, 1, 0};
    VeerPlace place;
    def.rule = note;
    def.rule_context = &ground;
    def.budget = 17;
    assert_int_equal(veer_place_find(&def, &preferred, 1, &place), VEER_PARTIAL);
    assert_int_equal(place.result, VEER_PLACE_NONE);
    assert_int_equal(place.probes, 17);
    assert_true(place.is_cut_short);
    assert_int_equal(ground.probe_count, 17);
    def.order = VEER_PLACE_TURNS;
    def.budget = 0;
    assert_int_equal(veer_place_find(&def, &preferred, 1, &place), VEER_PARTIAL);
    assert_true(place.is_cut_short && place.probes == 0u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_that_are_valid_are_the_preferred_ones),
        cmocka_unit_test(place_in_rings_is_the_nearest_to_the_goal),
        cmocka_unit_test(place_in_shells_leaves_the_plane),
        cmocka_unit_test(places_among_obstacles_are_apart_and_clear),
        cmocka_unit_test(place_none_means_that_no_probe_is_valid),
        cmocka_unit_test(place_that_comes_free_is_found),
        cmocka_unit_test(place_on_a_pinpoint_platform_is_one_and_three_nones),
        cmocka_unit_test(place_by_turns_has_the_probe_order_of_the_source),
        cmocka_unit_test(place_by_turns_takes_few_probes),
        cmocka_unit_test(place_search_ends_with_its_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
