// Paths that are wide enough for two, instead of single-file passages.
#include "world/map_maker.h"

/// A single-file passage, one cell wide, straight ahead, and a wide path round it that is `rows`
/// longer to either side.
static VeerWorld *make_alley(int32_t rows)
{
    VeerWorldDef def = map_def(60, 40);
    VeerWorld *world = make_world_of(&def);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{20, 0}, {40, 40}}, true), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{20, 5}, {40, 6}}, false), VEER_OK);
    VeerCellRect street = {{20, 5 + rows}, {40, 9 + rows}};
    assert_int_equal(veer_world_grid_fill(world, street, false), VEER_OK);
    return world;
}

static bool leads_below(const VeerWorld *world, VeerAgentId agent, float y)
{
    VeerVec3 points[32];
    uint32_t count = veer_agent_route_points(world, agent, points, 32);
    for (uint32_t i = 0; i + 1 < count; i++) {
        if (points[i].y > y) {
            return false;
        }
    }
    return true;
}

static void room_is_preferred_where_it_is_near(void **state)
{
    (void)state;
    VeerWorld *world = make_alley(6);
    VeerAgentId agent = add_traveller(world, vec3(5, 5.5f, 0), vec3(55, 5.5f, 0), 0.4f);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    assert_false(leads_below(world, agent, 10.0f));
    step_until_done(world, agent, 2400);
    assert_int_equal(read_agent(world, agent).status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
}

static void room_is_not_worth_any_detour(void **state)
{
    (void)state;
    VeerWorld *world = make_alley(26);
    VeerAgentId agent = add_traveller(world, vec3(5, 5.5f, 0), vec3(55, 5.5f, 0), 0.4f);
    step_times(world, 1, TICK);
    assert_true(leads_below(world, agent, 10.0f));
    veer_world_destroy(world);
}

static void room_may_be_missing(void **state)
{
    (void)state;
    VeerWorld *world = make_alley(6);
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{20, 11}, {40, 15}}, true),
                     VEER_OK);
    VeerAgentId agent = add_traveller(world, vec3(5, 5.5f, 0), vec3(55, 5.5f, 0), 0.4f);
    step_times(world, 1, TICK);
    assert_int_equal(read_route(world, agent).status, VEER_ROUTE_WHOLE);
    assert_true(leads_below(world, agent, 10.0f));
    veer_world_destroy(world);
}

static void room_does_not_matter_to_a_small_body(void **state)
{
    (void)state;
    VeerWorld *world = make_alley(6);
    VeerAgentId agent = add_traveller(world, vec3(5, 5.5f, 0), vec3(55, 5.5f, 0), 0.0f);
    step_times(world, 1, TICK);
    assert_true(leads_below(world, agent, 10.0f));
    veer_world_destroy(world);
}

static void room_need_not_be_where_a_way_begins_or_ends(void **state)
{
    (void)state;
    VeerWorld *world = make_alley(6);
    VeerAgentId out = add_traveller(world, vec3(30, 5.5f, 0), vec3(55, 5.5f, 0), 0.4f);
    VeerAgentId in = add_traveller(world, vec3(5, 5.5f, 0), vec3(36, 5.5f, 0), 0.4f);
    step_times(world, 1, TICK);
    assert_true(leads_below(world, out, 10.0f));
    assert_true(leads_below(world, in, 10.0f));
    veer_world_destroy(world);
}

/// From the end of an alley of its own, beside the direct one: the wall between is of one cell. In
/// all four directions.
static bool prefers_street_from_beside(bool is_along_x, int32_t side)
{
    VeerWorldDef def = map_def(60, 60);
    VeerWorld *world = make_world_of(&def);
    VeerCellRect rects[4] = {
        {{20, 0}, {40, 60}},
        {{20, 28}, {40, 29}}, // the alley
        {{20, 28 + 2 * side}, {36, 29 + 2 * side}},
        {{20, 34}, {40, 38}}, // the street
    };
    for (uint32_t i = 0; i < 4; i++) {
        VeerCell a = rects[i].lower, b = rects[i].upper;
        VeerCellRect turned = {{a.y, a.x}, {b.y, b.x}};
        VeerCellRect rect = is_along_x ? rects[i] : turned;
        assert_int_equal(veer_world_grid_fill(world, rect, i == 0), VEER_OK);
    }
    float y = 28.5f + 2.0f * (float)side;
    VeerVec3 from = is_along_x ? vec3(28.5f, y, 0) : vec3(y, 28.5f, 0),
             to = is_along_x ? vec3(55, 28.5f, 0) : vec3(28.5f, 55, 0);
    VeerAgentId agent = add_traveller(world, from, to, 0.4f);
    step_times(world, 1, TICK);
    VeerVec3 points[32], highest = {0};
    uint32_t count = veer_agent_route_points(world, agent, points, 32);
    for (uint32_t i = 0; i < count; i++) {
        highest = vec3(max_f(highest.x, points[i].x), max_f(highest.y, points[i].y), 0.0f);
    }
    bool is_round = (is_along_x ? highest.y : highest.x) > 33.0f;
    veer_world_destroy(world);
    return is_round;
}

static void room_is_not_given_up_for_an_alley_beside_ones_own(void **state)
{
    (void)state;
    for (int32_t side = -1; side <= 1; side += 2) {
        assert_true(prefers_street_from_beside(true, side));
        assert_true(prefers_street_from_beside(false, side));
    }
}

static void room_is_looked_for_anew_when_the_map_changes(void **state)
{
    (void)state;
    VeerWorld *world = make_alley(6);
    VeerAgentId agent = add_traveller(world, vec3(5, 5.5f, 0), vec3(55, 5.5f, 0), 0.4f);
    step_times(world, 1, TICK);
    assert_false(leads_below(world, agent, 10.0f));
    assert_int_equal(veer_world_grid_fill(world, (VeerCellRect){{20, 4}, {40, 8}}, false), VEER_OK);
    step_times(world, 1, TICK);
    assert_true(leads_below(world, agent, 10.0f));
    veer_world_destroy(world);
}

static void many_meet_where_there_is_an_alley_and_a_street(void **state)
{
    (void)state;
    VeerWorld *world = make_alley(6);
    VeerAgentId agents[24];
    for (int i = 0; i < 24; i++) {
        float y = 2.0f + 1.2f * (float)(i / 2), west = 4.0f, east = 56.0f;
        bool goes_east = i % 2 == 0;
        agents[i] = add_traveller(world, vec3(goes_east ? west : east, y, 0),
                                  vec3(goes_east ? east : west, y, 0), 0.4f);
    }
    step_times(world, 60 * 60, TICK);
    for (int i = 0; i < 24; i++) {
        assert_int_equal(read_agent(world, agents[i]).status, VEER_AGENT_ARRIVED);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_is_preferred_where_it_is_near),
        cmocka_unit_test(room_is_not_worth_any_detour),
        cmocka_unit_test(room_may_be_missing),
        cmocka_unit_test(room_does_not_matter_to_a_small_body),
        cmocka_unit_test(room_need_not_be_where_a_way_begins_or_ends),
        cmocka_unit_test(room_is_not_given_up_for_an_alley_beside_ones_own),
        cmocka_unit_test(room_is_looked_for_anew_when_the_map_changes),
        cmocka_unit_test(many_meet_where_there_is_an_alley_and_a_street),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
