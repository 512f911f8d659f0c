// All models by number: any view, rotations, traces.
#include "avoid/model.h"
#include "avoid/view_maker.h"

static VeerAvoidResult decide(VeerAvoidModel model, const VeerView *view, VeerVec3 preferred)
{
    VeerAvoidParams params = veer_avoid_params_for(model);
    return veer_avoid_decide(model, view, &params, preferred);
}

static void check_wild(VeerAvoidModel model, VeerSpace space, uint64_t seed)
{
    Dice dice = {seed};
    VeerTraceMark marks[16];
    for (int i = 0; i < 20000; i++) {
        WildView wild = roll_wild_view(&dice, space);
        VeerAvoidTrace trace = {.marks = marks, .capacity = 16};
        wild.view.neighbours = wild.neighbours;
        wild.view.walls = wild.walls;
        wild.view.trace = i % 2 == 0 ? &trace : NULL;
        for (uint32_t k = 0; k < wild.view.neighbour_count; k++) {
            wild.neighbours[k].is_friend = k % 2 == 0;
            wild.neighbours[k].side = (int8_t)((int)(k % 3) - 1);
        }
        VeerAvoidResult result = decide(model, &wild.view, wild.preferred);
        assert_true(is_finite3(result.velocity));
        assert_true(length3(result.velocity) <= wild.view.max_speed);
        assert_true(space == VEER_SPATIAL || result.velocity.z == 0.0f);
        for (int k = 0; k < 4; k++) {
            assert_true(isfinite(result.memory.value[k]));
        }
    }
}

static void decide_any_view_gives_a_velocity_within_the_limit(void **state)
{
    (void)state;
    for (int model = 0; model <= VEER_AVOID_MODEL_COUNT; model++) {
        printf("decide: model %d, seeds 41 and 42\n", model);
        check_wild((VeerAvoidModel)model, VEER_PLANAR, 41);
        check_wild((VeerAvoidModel)model, VEER_SPATIAL, 42);
    }
}

static void default_is_the_model_that_suits_the_views_body(void **state)
{
    (void)state;
    Dice dice = {43};
    int moving = 0;
    for (int i = 0; i < 2000; i++) {
        WildView wild = roll_wild_view(&dice, i % 2 == 0 ? VEER_PLANAR : VEER_SPATIAL);
        wild.view.neighbours = wild.neighbours;
        wild.view.walls = wild.walls;
        wild.view.max_acceleration = i % 3 == 0 ? 3.0f : INFINITY;
        wild.view.max_turn_rate = i % 5 == 0 ? 3.0f : INFINITY;
        wild.view.vehicle = veer_vehicle_params_default(VEER_VEHICLE_FREE);
        bool is_nimble = i % 3 != 0 && i % 5 != 0;
        VeerAvoidModel model = is_nimble ? VEER_AVOID_CROWD : VEER_AVOID_PILOT;
        VeerAvoidParams params = veer_avoid_params_default();
        VeerAvoidResult a =
            veer_avoid_decide(VEER_AVOID_DEFAULT, &wild.view, &params, wild.preferred);
        VeerAvoidResult b = veer_avoid_decide(model, &wild.view, &params, wild.preferred);
        assert_memory_equal(&a.velocity, &b.velocity, sizeof a.velocity);
        moving += is_nimble && length3(b.velocity) > 0.0f;
    }
    assert_true(moving > 200);
}

/// A view of plain sizes: bodies a few metres away.
static void fill_plain(Dice *dice, VeerView *view, VeerNeighbour bodies[4])
{
    *view = make_view(VEER_PLANAR);
    view->velocity = roll_vec(dice, 1.0, true);
    view->heading = unit3(view->velocity, view->heading);
    for (int i = 0; i < 4; i++) {
        bodies[i] = make_neighbour(roll_vec(dice, 8.0, true), roll_vec(dice, 1.0, true));
        bodies[i].id = (uint32_t)(i + 2);
        bodies[i].offset.x += bodies[i].offset.x < 0.0f ? -2.0f : 2.0f;
    }
    view->neighbours = bodies;
    view->neighbour_count = 4;
}

static VeerVec3 turned(VeerVec3 a)
{
    return vec3(-a.y, a.x, a.z);
}

static void decide_is_the_same_turned_by_a_quarter(void **state)
{
    (void)state;
    Dice dice = {43};
    printf("decide: seed 43\n");
    for (int i = 0; i < 2000; i++) {
        VeerNeighbour bodies[4], quarter[4];
        VeerView view;
        fill_plain(&dice, &view, bodies);
        VeerView other = view;
        other.velocity = turned(view.velocity);
        other.heading = turned(view.heading);
        other.neighbours = quarter;
        for (int k = 0; k < 4; k++) {
            quarter[k] = bodies[k];
            quarter[k].offset = turned(bodies[k].offset);
            quarter[k].velocity = turned(bodies[k].velocity);
        }
        VeerVec3 preferred = roll_vec(&dice, 1.0, true);
        for (int m = VEER_AVOID_MAGNETS; m <= VEER_AVOID_RAYS; m++) {
            VeerVec3 a = decide((VeerAvoidModel)m, &view, preferred).velocity;
            VeerVec3 b = decide((VeerAvoidModel)m, &other, turned(preferred)).velocity;
            assert_true(length3(sub3(turned(a), b)) < 1e-3f);
        }
    }
}

static void decide_custom_without_a_function_is_the_preferred_velocity(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerAvoidResult result = decide(VEER_AVOID_CUSTOM, &view, vec3(3.0f, 4.0f, 5.0f));
    assert_true(fabsf(result.velocity.x - 1.2f) < 1e-6f && result.velocity.z == 0.0f);
    assert_false(result.is_avoiding);
}

static void sanitise_keeps_what_is_within_the_promises(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerAvoidResult good = {.velocity = {0.5f, 0.25f, 0.0f}, .memory = {{1, 2, 3, 4}}};
    good.is_avoiding = true;
    VeerAvoidResult result = veer_avoid_sanitise(&view, vec3(1.0f, 0.0f, 0.0f), good);
    assert_true(same_bits3(result.velocity, good.velocity) && result.is_avoiding);
    assert_memory_equal(&result.memory, &good.memory, sizeof good.memory);
}

static void sanitise_takes_the_preferred_velocity_for_what_is_no_number(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerAvoidResult bad = {.velocity = {NAN, 0.0f, 0.0f}, .memory = {{NAN, INFINITY, 1, 2}}};
    VeerAvoidResult result = veer_avoid_sanitise(&view, vec3(1.0f, 0.0f, 0.0f), bad);
    assert_true(same_bits3(result.velocity, vec3(1.0f, 0.0f, 0.0f)));
    assert_true(result.memory.value[0] == 0.0f && result.memory.value[1] == 0.0f);
    bad.velocity = vec3(30.0f, 40.0f, 7.0f);
    result = veer_avoid_sanitise(&view, vec3(1.0f, 0.0f, 0.0f), bad);
    assert_true(length3(result.velocity) <= view.max_speed && result.velocity.z == 0.0f);
}

/// The trace of a model in a view with two bodies and a wall ahead.
static uint32_t trace_of(VeerAvoidModel model, VeerSpace space, VeerTraceMark marks[],
                         uint32_t capacity, uint32_t *dropped)
{
    VeerNeighbour bodies[2] = {make_neighbour(vec3(2.5f, 0.5f, 0.0f), vec3(-1.0f, 0.0f, 0.0f)),
                               make_neighbour(vec3(3.0f, -3.0f, 0.0f), vec3(0.0f, 0.0f, 0.0f))};
    VeerWall wall = {vec3(4.0f, -4.0f, 0.0f), vec3(4.0f, 4.0f, 0.0f)};
    VeerAvoidTrace trace = {.marks = marks, .capacity = capacity};
    VeerView view = make_view(space);
    view.velocity = vec3(2.0f, 0.0f, 0.0f);
    view.neighbours = bodies;
    view.neighbour_count = 2;
    view.walls = &wall;
    view.wall_count = 1;
    VeerAvoidResult plain = decide(model, &view, vec3(2.0f, 0.0f, 0.0f));
    view.trace = &trace;
    VeerAvoidResult traced = decide(model, &view, vec3(2.0f, 0.0f, 0.0f));
    assert_memory_equal(&plain.velocity, &traced.velocity, sizeof plain.velocity);
    *dropped = trace.dropped;
    return trace.count;
}

static bool has_role(const VeerTraceMark *marks, uint32_t count, VeerTraceRole role)
{
    for (uint32_t i = 0; i < count; i++) {
        if (marks[i].role == role) {
            return true;
        }
    }
    return false;
}

static void trace_of_each_model_says_why(void **state)
{
    (void)state;
    const struct {
        VeerAvoidModel model;
        VeerTraceRole role;
    } table[] = {
        {VEER_AVOID_CROWD, VEER_TRACE_CONSTRAINT}, {VEER_AVOID_ORCA, VEER_TRACE_CONSTRAINT},
        {VEER_AVOID_MAGNETS, VEER_TRACE_PUSH},     {VEER_AVOID_POTENTIAL, VEER_TRACE_PUSH},
        {VEER_AVOID_POTENTIAL, VEER_TRACE_PULL},   {VEER_AVOID_WHISKERS, VEER_TRACE_PROBE},
        {VEER_AVOID_WHISKERS, VEER_TRACE_HIT},     {VEER_AVOID_WHISKERS, VEER_TRACE_SIDE},
        {VEER_AVOID_RAYS, VEER_TRACE_HIT},         {VEER_AVOID_RAYS, VEER_TRACE_SIDE},
        {VEER_AVOID_NONE, VEER_TRACE_PREFERRED}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        for (int space = VEER_PLANAR; space <= VEER_SPATIAL; space++) {
            VeerTraceMark marks[64];
            uint32_t dropped;
            uint32_t count = trace_of(table[i].model, (VeerSpace)space, marks, 64, &dropped);
            assert_true(has_role(marks, count, table[i].role));
            assert_true(has_role(marks, count, VEER_TRACE_CHOICE));
            assert_int_equal(dropped, 0);
        }
    }
}

static void trace_without_room_counts_what_it_drops(void **state)
{
    (void)state;
    VeerTraceMark marks[64];
    uint32_t dropped, none;
    uint32_t whole = trace_of(VEER_AVOID_CROWD, VEER_PLANAR, marks, 64, &none);
    assert_int_equal(trace_of(VEER_AVOID_CROWD, VEER_PLANAR, marks, 2, &dropped), 2);
    assert_int_equal(dropped, whole - 2);
    assert_int_equal(trace_of(VEER_AVOID_CROWD, VEER_PLANAR, NULL, 0, &dropped), 0);
    assert_int_equal(dropped, whole);
}

static void trace_roles_have_names(void **state)
{
    (void)state;
    for (int i = 0; i < VEER_TRACE_ROLE_COUNT; i++) {
        assert_non_null(veer_trace_role_name((VeerTraceRole)i));
    }
    assert_string_equal(veer_trace_role_name(VEER_TRACE_CONSTRAINT), "constraint");
    assert_null(veer_trace_role_name(VEER_TRACE_ROLE_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decide_any_view_gives_a_velocity_within_the_limit),
        cmocka_unit_test(default_is_the_model_that_suits_the_views_body),
        cmocka_unit_test(decide_is_the_same_turned_by_a_quarter),
        cmocka_unit_test(decide_custom_without_a_function_is_the_preferred_velocity),
        cmocka_unit_test(sanitise_keeps_what_is_within_the_promises),
        cmocka_unit_test(sanitise_takes_the_preferred_velocity_for_what_is_no_number),
        cmocka_unit_test(trace_of_each_model_says_why),
        cmocka_unit_test(trace_without_room_counts_what_it_drops),
        cmocka_unit_test(trace_roles_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
