// What a place must be: reachable, in the goal's region, seen, grounded, clear, and as the host
// says.
#include "place_maker.h"

static float no_number(void *context, VeerVec3 point)
{
    (void)context;
    (void)point;
    return NAN;
}

static bool is_east(void *context, VeerVec3 point)
{
    (void)context;
    return point.x > 0.0f;
}

static uint32_t storey(void *context, VeerVec3 point)
{
    (void)context;
    return point.y < -1.0f ? 1u : 2u;
}

static bool does_not_cross_the_axis(void *context, VeerVec3 from, VeerVec3 to)
{
    (void)context;
    return from.y * to.y >= 0.0f;
}

static bool is_default_and_north(void *context, const VeerPlaceProbe *probe)
{
    (void)context;
    return probe->point.y > 0.0f && veer_place_is_valid(probe);
}

static VeerPlace find_one(const VeerPlaceDef *def, VeerVec3 preferred)
{
    VeerPlace place;
    (void)veer_place_find(def, &preferred, 1, &place);
    return place;
}

static void place_must_be_reachable(void **state)
{
    (void)state;
    VeerPlaceDef def = veer_place_def_default();
    def.sense.is_reachable = is_east;
    VeerPlace place = find_one(&def, vec3(-2, 0, 0));
    assert_int_equal(place.result, VEER_PLACE_SLOT);
    assert_true(place.position.x > 0.0f);
}

static void place_must_be_of_the_goals_region(void **state)
{
    (void)state;
    VeerPlaceDef def = veer_place_def_default();
    def.sense.region = storey;
    VeerPlace place = find_one(&def, vec3(0, -3, 0));
    assert_int_equal(place.result, VEER_PLACE_SLOT);
    assert_true(place.position.y >= -1.0f);
}

static void place_must_be_seen_from_the_goal(void **state)
{
    (void)state;
    VeerPlaceDef def = veer_place_def_default();
    def.goal = vec3(0, 0.1f, 0);
    def.sense.is_seen = does_not_cross_the_axis;
    VeerPlace place = find_one(&def, vec3(0, -3, 0));
    assert_int_equal(place.result, VEER_PLACE_SLOT);
    assert_true(place.position.y >= 0.0f);
}

static void place_must_be_grounded(void **state)
{
    (void)state;
    Ground ground = {.platform = 3.0f};
    VeerPlaceDef def = veer_place_def_default();
    def.sense = (VeerPlaceSense){.floor_below = floor_below, .context = &ground};
    def.goal = vec3(0, 0, 0.5f);
    assert_int_equal(find_one(&def, vec3(5, 0, 0.5f)).result, VEER_PLACE_SLOT);
    def.goal = vec3(0, 0, 1.5f); // higher than max_drop
    assert_int_equal(find_one(&def, vec3(5, 0, 1.5f)).result, VEER_PLACE_NONE);
}

static void place_of_unknown_clearance_is_not_valid(void **state)
{
    (void)state;
    VeerPlaceDef def = veer_place_def_default();
    def.sense.clearance = no_number;
    assert_int_equal(find_one(&def, vec3(0, 0, 0)).result, VEER_PLACE_NONE);
    def.sense.clearance = NULL;
    def.sense.floor_below = no_number;
    assert_int_equal(find_one(&def, vec3(0, 0, 0)).result, VEER_PLACE_NONE);
}

static void place_by_the_hosts_rule_may_ask_for_more(void **state)
{
    (void)state;
    VeerPlaceDef def = veer_place_def_default();
    def.rule = is_default_and_north;
    const VeerVec3 taken[1] = {{0, 0.5f, 0}};
    def.taken = taken;
    def.taken_count = 1;
    VeerPlace place = find_one(&def, vec3(0, 0, 0));
    assert_int_equal(place.result, VEER_PLACE_SLOT);
    assert_true(place.position.y > 0.0f);
    assert_true(length3(sub3(place.position, taken[0])) >= 1.0f - 1e-5f);
}

static void place_search_with_extreme_steps_ends(void **state)
{
    (void)state;
    Ground ground = {0};
    VeerPlaceDef def = veer_place_def_default();
    def.rule = note;
    def.rule_context = &ground;
    def.budget = 200;
    def.step = 1e-30f;
    def.reach = 1e6f;
    assert_true(find_one(&def, vec3(0, 0, 0)).is_cut_short);
    ground.probe_count = 0;
    def.space = VEER_SPATIAL;
    assert_true(find_one(&def, vec3(0, 0, 0)).is_cut_short);
    ground.probe_count = 0;
    def.reach = 0.0f;
    assert_int_equal(find_one(&def, vec3(0, 0, 0)).probes, 2); // the preferred place and the goal
}

static void check_refused(const VeerPlaceDef *def)
{
    VeerVec3 preferred = {0, 0, 0};
    VeerPlace place = {.probes = 7};
    assert_int_equal(veer_place_find(def, &preferred, 1, &place), VEER_BAD_VALUE);
    assert_int_equal(place.probes, 7);
}

static void place_search_refuses_bad_values(void **state)
{
    (void)state;
    VeerPlaceDef good = veer_place_def_default(), bad[16];
    for (int i = 0; i < 16; i++) {
        bad[i] = good;
    }
    bad[0].cookie = 0;
    bad[1].order = (VeerPlaceOrder)2;
    bad[2].space = (VeerSpace)2;
    bad[3].goal.x = NAN;
    bad[4].up.x = INFINITY;
    bad[5].ahead.y = NAN;
    bad[6].separation = -1.0f;
    bad[7].radius = NAN;
    bad[8].max_drop = -1.0f;
    bad[9].reach = 3e6f;
    bad[10].step = 0.0f;
    bad[11].taken_count = 1;
    bad[12].budget = 2000000;
    bad[13].waiting_reach = -1.0f;
    bad[14].reach = -1.0f;
    bad[15].step = 3e6f;
    for (int i = 0; i < 16; i++) {
        check_refused(&bad[i]);
    }
    VeerVec3 preferred = {0, 0, NAN};
    VeerPlace place;
    assert_int_equal(veer_place_find(&good, &preferred, 1, &place), VEER_BAD_VALUE);
    preferred.z = 0.0f;
    assert_int_equal(veer_place_find(&good, &preferred, 1, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_place_find(&good, &preferred, VEER_MAX_SQUAD_MEMBERS + 1u, &place),
                     VEER_BAD_VALUE);
}

static void place_search_takes_lengths_up_to_the_worlds_limit(void **state)
{
    (void)state;
    VeerPlaceDef def = veer_place_def_default();
    def.separation = def.radius = def.reach = def.waiting_reach = def.step = VEER_WORLD_LIMIT;
    VeerVec3 preferred = {0, 0, 0};
    VeerPlace place;
    assert_int_equal(veer_place_find(&def, &preferred, 1, &place), VEER_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(place_must_be_reachable),
        cmocka_unit_test(place_must_be_of_the_goals_region),
        cmocka_unit_test(place_must_be_seen_from_the_goal),
        cmocka_unit_test(place_must_be_grounded),
        cmocka_unit_test(place_of_unknown_clearance_is_not_valid),
        cmocka_unit_test(place_by_the_hosts_rule_may_ask_for_more),
        cmocka_unit_test(place_search_with_extreme_steps_ends),
        cmocka_unit_test(place_search_takes_lengths_up_to_the_worlds_limit),
        cmocka_unit_test(place_search_refuses_bad_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
