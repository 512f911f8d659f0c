// Agents of all models in one world, models of the host's own, and traces.
#include "support/suite.h"
#include "world/world_maker.h"

#include "math/trig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CROWD = 1000, STEPS = 40 };

/// Turns what it wishes to the left, and counts in its memory.
static VeerAvoidResult turn_left(const VeerView *view, const VeerAvoidParams *params,
                                 VeerVec3 preferred, void *user)
{
    (void)params;
    (void)user;
    VeerAvoidResult result = {.velocity = {-preferred.y, preferred.x, preferred.z}};
    result.memory.value[0] = view->memory.value[0] + 1.0f;
    result.is_avoiding = true;
    return result;
}

static VeerAvoidResult go_mad(const VeerView *view, const VeerAvoidParams *params,
                              VeerVec3 preferred, void *user)
{
    (void)view;
    (void)params;
    (void)preferred;
    const float *value = user;
    VeerAvoidResult result = {.velocity = {*value, *value, *value}};
    result.memory.value[2] = *value;
    return result;
}

static VeerAgentDef def_of(VeerAvoidModel model)
{
    VeerAgentDef def = veer_agent_def_default();
    def.model = model;
    def.avoid = veer_avoid_params_for(model);
    return def;
}

/// Agent `i` of a crowd of all models in a box of 60 m, with ids of their own.
static void add_one(VeerWorld *world, uint32_t i)
{
    Dice dice = {i * 2654435769u + 1u};
    VeerAgentDef def = def_of((VeerAvoidModel)(i % VEER_AVOID_MODEL_COUNT));
    def.id = i + 1;
    def.position = roll3(&dice, 30.0f);
    VeerVec3 goal = roll3(&dice, 30.0f);
    if (veer_world_space(world) == VEER_PLANAR) {
        def.position.z = goal.z = 0.0f;
    }
    def.group = i % 3;
    if (i % 5 == 0) {
        def.max_acceleration = def.max_braking = 4.0f;
        def.max_turn_rate = 2.0f;
    }
    veer_agent_go_to(world, add_agent(world, &def), goal, 0.5f);
}

static VeerWorld *crowd(VeerSpace space, bool is_reversed)
{
    VeerWorld *world = make_world(space);
    veer_world_set_avoid_callback(world, 0, turn_left, NULL);
    for (uint32_t i = 0; i < CROWD; i++) {
        add_one(world, is_reversed ? CROWD - 1 - i : i);
    }
    return world;
}

static void run(VeerWorld *world, int steps)
{
    step_times(world, steps, 1.0f / 60.0f);
}

static void read_all(const VeerWorld *world, VeerAgentState states[CROWD])
{
    for (uint32_t slot = 0; slot < CROWD; slot++) {
        states[slot] = read_agent(world, veer_agent_at(world, slot));
    }
}

/// Speed, acceleration and turn rate, from one tick to the next; as much more as float rounds them.
static void check_limits(const VeerAgentState before[CROWD], const VeerAgentState after[CROWD])
{
    for (uint32_t slot = 0; slot < CROWD; slot++) {
        const VeerAgentState *a = &before[slot], *b = &after[slot];
        float across = length3(cross3(a->heading, b->heading));
        float turned = veer_atan2(across, dot3(a->heading, b->heading));
        float change = length3(sub3(b->velocity, a->velocity));
        assert_true(is_finite3(b->position) && length3(b->velocity) <= b->max_speed);
        assert_true(change <= b->max_acceleration * TICK * 1.0001f + 1e-5f);
        assert_true(turned <= b->max_turn_rate * TICK * 1.0001f + 1e-3f);
    }
}

static void models_mixed_in_one_world_keep_the_limits(void **unused)
{
    (void)unused;
    static VeerAgentState before[CROWD], after[CROWD];
    for (int space = VEER_PLANAR; space <= VEER_SPATIAL; space++) {
        VeerWorld *world = crowd((VeerSpace)space, false);
        for (int i = 0; i < STEPS; i++) {
            read_all(world, before);
            run(world, 1);
            read_all(world, after);
            check_limits(before, after);
        }
        veer_world_destroy(world);
    }
}

static void models_mixed_do_not_depend_on_the_order_of_agents(void **unused)
{
    (void)unused;
    VeerWorld *one = crowd(VEER_PLANAR, false), *two = crowd(VEER_PLANAR, true);
    run(one, STEPS);
    run(two, STEPS);
    assert_true(veer_world_hash(one) == veer_world_hash(two));
    veer_world_destroy(one);
    veer_world_destroy(two);
}

static void models_mixed_roll_back(void **unused)
{
    (void)unused;
    VeerWorld *world = crowd(VEER_PLANAR, false);
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    assert_non_null(saved);
    run(world, 20);
    assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
    run(world, 20);
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_world_restore(world, saved, size), VEER_OK);
    run(world, 20);
    assert_true(veer_world_hash(world) == hash);
    free(saved);
    veer_world_destroy(world);
}

static void params_of_bytes_that_no_model_uses_hash_alike(void **unused)
{
    (void)unused;
    VeerWorld *worlds[2];
    for (int i = 0; i < 2; i++) {
        worlds[i] = make_world(VEER_PLANAR);
        VeerAgentDef def = veer_agent_def_default();
        memset(&def.avoid.custom, i * 0x3c, sizeof def.avoid.custom);
        VeerAgentId id = add_agent(worlds[i], &def);
        assert_int_equal(veer_agent_set_avoidance(worlds[i], id, VEER_AVOID_CROWD, &def.avoid),
                         VEER_OK);
    }
    assert_true(veer_world_hash(worlds[0]) == veer_world_hash(worlds[1]));
    veer_world_destroy(worlds[0]);
    veer_world_destroy(worlds[1]);
}

static void agent_of_bad_constants_is_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = def_of(VEER_AVOID_POTENTIAL);
    def.avoid.potential.push = NAN;
    VeerAgentId id = {0, 0};
    assert_int_equal(veer_agent_create(world, &def, &id), VEER_BAD_VALUE);
    VeerAgentDef good = veer_agent_def_default();
    id = add_agent(world, &good);
    assert_int_equal(veer_agent_set_avoidance(world, id, VEER_AVOID_POTENTIAL, &def.avoid),
                     VEER_BAD_VALUE);
    veer_world_destroy(world);
}

/// A world with one custom agent at the origin that wishes 1 m/s along x.
static VeerWorld *custom_world(uint32_t callback, VeerAgentId *id)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = def_of(VEER_AVOID_CUSTOM);
    def.avoid.custom.callback = callback;
    *id = add_agent(world, &def);
    veer_agent_set_preferred_velocity(world, *id, (VeerVec3){1.0f, 0.0f, 0.0f});
    return world;
}

static void callback_steers_its_agents(void **unused)
{
    (void)unused;
    VeerAgentId id;
    VeerWorld *world = custom_world(7, &id);
    assert_int_equal(veer_world_set_avoid_callback(world, 7, turn_left, NULL), VEER_OK);
    run(world, 3);
    VeerAgentState state = read_agent(world, id);
    assert_true(state.velocity.x == 0.0f && state.velocity.y == 1.0f && state.is_avoiding);
    veer_world_destroy(world);
}

static void callback_that_is_missing_leaves_the_wish(void **unused)
{
    (void)unused;
    VeerAgentId id;
    VeerWorld *world = custom_world(3, &id);
    assert_int_equal(veer_world_set_avoid_callback(world, 2, turn_left, NULL), VEER_OK);
    run(world, 1);
    assert_true(read_agent(world, id).velocity.x == 1.0f);
    veer_world_destroy(world);
}

static void callback_cannot_poison_the_world(void **unused)
{
    (void)unused;
    const float values[] = {NAN, INFINITY, -INFINITY, 1e30f};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        VeerAgentId id;
        float value = values[i];
        VeerWorld *world = custom_world(0, &id);
        assert_int_equal(veer_world_set_avoid_callback(world, 0, go_mad, &value), VEER_OK);
        run(world, 3);
        VeerAgentState state = read_agent(world, id);
        assert_true(is_finite3(state.position) && length3(state.velocity) <= state.max_speed);
        veer_world_destroy(world);
    }
}

static void callback_of_no_index_is_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    assert_int_equal(veer_world_set_avoid_callback(world, 8, turn_left, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_world_set_avoid_callback(NULL, 0, turn_left, NULL), VEER_BAD_VALUE);
    veer_world_destroy(world);
}

/// What a callback gets back from calls during a step.
typedef struct Busy {
    VeerWorld *world;
    VeerAgentId agent;
    VeerStatus callback, trace;
} Busy;

static VeerAvoidResult call_back(const VeerView *view, const VeerAvoidParams *params,
                                 VeerVec3 preferred, void *user)
{
    Busy *busy = user;
    VeerAvoidTrace trace = {0};
    busy->callback = veer_world_set_avoid_callback(busy->world, 0, NULL, NULL);
    busy->trace = veer_world_trace(busy->world, busy->agent, 0.1f, &trace);
    return veer_avoid_decide(VEER_AVOID_NONE, view, params, preferred);
}

static void callback_may_not_change_the_world(void **unused)
{
    (void)unused;
    Busy busy = {0};
    busy.world = custom_world(0, &busy.agent);
    veer_world_set_avoid_callback(busy.world, 0, call_back, &busy);
    run(busy.world, 1);
    assert_int_equal(busy.callback, VEER_BUSY);
    assert_int_equal(busy.trace, VEER_BUSY);
    veer_world_destroy(busy.world);
}

static void sides_are_seen_a_tick_later(void **unused)
{
    (void)unused;
    // Two that meet head-on: both choose right at once, and hold it until they are past.
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId ids[2];
    for (int i = 0; i < 2; i++) {
        float side = i == 0 ? -1.0f : 1.0f;
        VeerAgentDef def = def_of(VEER_AVOID_RAYS);
        def.position = (VeerVec3){side * 6.0f, 0.0f, 0.0f};
        def.max_speed = 4.0f;
        def.radius = 0.23f;
        ids[i] = add_agent(world, &def);
        veer_agent_go_to(world, ids[i], (VeerVec3){-side * 6.0f, 0.0f, 0.0f}, 0.5f);
    }
    run(world, 150);
    float y0 = 0.0f;
    for (int i = 0; i < 120; i++) {
        run(world, 1);
        y0 = fminf(y0, read_agent(world, ids[0]).position.y);
    }
    VeerAgentState one = read_agent(world, ids[0]), two = read_agent(world, ids[1]);
    assert_int_equal(one.status, VEER_AGENT_ARRIVED);
    assert_int_equal(two.status, VEER_AGENT_ARRIVED);
    // Point symmetric: neither was asked first.
    assert_true(fabsf(one.position.x + two.position.x) < 1e-3f);
    assert_true(fabsf(one.position.y + two.position.y) < 1e-3f);
    veer_world_destroy(world);
}

static void trace_tells_what_is_decided_and_changes_nothing(void **unused)
{
    (void)unused;
    VeerWorld *world = crowd(VEER_PLANAR, false);
    run(world, 5);
    uint64_t hash = veer_world_hash(world);
    VeerTraceMark marks[128];
    for (uint32_t slot = 0; slot < 14; slot++) {
        VeerAvoidTrace trace = {.marks = marks, .capacity = 128, .count = 99, .dropped = 99};
        VeerAgentId id = veer_agent_at(world, slot);
        assert_int_equal(veer_world_trace(world, id, 1.0f / 60.0f, &trace), VEER_OK);
        assert_true(trace.count > 0 && trace.dropped == 0);
        assert_true(trace.origin.x == read_agent(world, id).position.x);
    }
    assert_true(veer_world_hash(world) == hash);
    veer_world_destroy(world);
}

static void trace_of_nobody_is_refused(void **unused)
{
    (void)unused;
    VeerAgentId id;
    VeerWorld *world = custom_world(0, &id);
    VeerTraceMark mark;
    VeerAvoidTrace trace = {.marks = &mark, .capacity = 1}, bad = {.capacity = 1};
    assert_int_equal(veer_world_trace(world, (VeerAgentId){5, 1}, 0.1f, &trace), VEER_BAD_HANDLE);
    assert_int_equal(veer_world_trace(world, id, 0.1f, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_world_trace(world, id, 0.1f, &bad), VEER_BAD_VALUE);
    assert_int_equal(veer_world_trace(world, id, 0.0f, &trace), VEER_BAD_VALUE);
    assert_int_equal(veer_world_trace(world, id, NAN, &trace), VEER_BAD_VALUE);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_mixed_in_one_world_keep_the_limits),
        cmocka_unit_test(models_mixed_do_not_depend_on_the_order_of_agents),
        cmocka_unit_test(models_mixed_roll_back),
        cmocka_unit_test(params_of_bytes_that_no_model_uses_hash_alike),
        cmocka_unit_test(agent_of_bad_constants_is_refused),
        cmocka_unit_test(callback_steers_its_agents),
        cmocka_unit_test(callback_that_is_missing_leaves_the_wish),
        cmocka_unit_test(callback_cannot_poison_the_world),
        cmocka_unit_test(callback_of_no_index_is_refused),
        cmocka_unit_test(callback_may_not_change_the_world),
        cmocka_unit_test(sides_are_seen_a_tick_later),
        cmocka_unit_test(trace_tells_what_is_decided_and_changes_nothing),
        cmocka_unit_test(trace_of_nobody_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
