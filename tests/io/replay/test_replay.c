// What a host does to a world is recorded, and does the same again without the host.
#define _POSIX_C_SOURCE 200809L
#include "io/replay/recorded.h"

#include "base/random.h"
#include "states/subjects.h"
#include "world/busy_world.h"

enum { TICKS = 60 };

static void any_world_is_recorded_from_its_middle_on(void **unused)
{
    (void)unused;
    for (int i = 0; i < veer_state_subject_count; ++i) {
        const VeerStateSubject *subject = &veer_state_subjects[i];
        VeerWorld *world = veer_state_subject_make(subject);
        Recorded *recorded = begin_recording(world);
        for (int tick = 0; tick < TICKS; ++tick) {
            if (subject->stir) {
                subject->stir(world, subject->ticks + tick);
            }
            VeerAgentId agent = veer_agent_at(world, (uint32_t)tick % veer_agent_count(world));
            VeerAgentState state = {.user_data = 0};
            (void)veer_agent_get(world, agent, &state);
            if (tick % 4 == 0) {
                (void)veer_agent_go_to(world, agent, vec3(state.position.y, 3.0f, 1.0f), 0.5f);
            }
            advance(recorded, world, VEER_ADVANCE_STEP, tick % 7 == 0 ? 0.02f : 1.0f / 30.0f);
        }
        (void)veer_agent_destroy(world, veer_agent_at(world, 0));
        finish_recording(recorded, world);
        assert_int_equal(expect_same(recorded, world), TICKS);
        free_recording(recorded);
        veer_world_destroy(world);
    }
}

static void record_stirred(VeerSpace space)
{
    Busy busy = make_busy(space);
    Recorded *recorded = begin_recording(busy.world);
    for (int tick = 0; tick < 2 * TICKS; ++tick) {
        stir(&busy, tick);
        advance(recorded, busy.world, VEER_ADVANCE_STEP, TICK);
    }
    finish_recording(recorded, busy.world);
    assert_int_equal(expect_same(recorded, busy.world), 2 * TICKS);
    free_recording(recorded);
    veer_world_destroy(busy.world);
}

static void comings_and_goings_are_recorded(void **unused)
{
    (void)unused;
    record_stirred(VEER_PLANAR);
    record_stirred(VEER_SPATIAL);
}

/// Puts bodies where their safe velocities take them, and throws one now and then.
static void move_bodies(VeerWorld *world, int tick)
{
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerAgentState state;
        VeerAgentId agent = veer_agent_at(world, slot);
        if (veer_agent_get(world, agent, &state) == VEER_OK) {
            VeerVec3 shift = scale3(state.safe_velocity, TICK);
            float thrown = (uint32_t)tick % 31 == slot ? 2.0f : 1.0f;
            (void)veer_agent_set_position(world, agent, add3(state.position, shift));
            (void)veer_agent_set_velocity(world, agent, scale3(state.safe_velocity, thrown));
        }
    }
}

static void ticks_of_hosts_that_move_the_bodies_are_recorded(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_PLANAR);
    Recorded *recorded = begin_recording(busy.world);
    for (int tick = 0; tick < TICKS; ++tick) {
        stir(&busy, tick);
        advance(recorded, busy.world, VEER_ADVANCE_STEER, TICK);
        move_bodies(busy.world, tick);
        advance(recorded, busy.world, VEER_ADVANCE_MOVED, TICK);
    }
    finish_recording(recorded, busy.world);
    assert_int_equal(expect_same(recorded, busy.world), 2 * TICKS);
    free_recording(recorded);
    veer_world_destroy(busy.world);
}

/// Times to live and messages are calls as any other, and what comes of them is in the state.
static void lives_and_messages_are_recorded(void **unused)
{
    (void)unused;
    VeerWorldDef def = busy_def(VEER_PLANAR, (VeerTasks){0});
    def.has_lifetimes = true;
    def.max_messages = 50;
    Busy busy = make_busy_of(&def, NULL);
    Recorded *recorded = begin_recording(busy.world);
    uint32_t heard = 0, ended = 0;
    for (int tick = 0; tick < 2 * TICKS; ++tick) {
        float delay = 0.05f * (float)(tick % 17);
        VeerAgentId agent = veer_agent_at(busy.world, (uint32_t)tick);
        (void)veer_agent_post(busy.world, agent, agent, (VeerMessage){1, (uint32_t)tick}, delay);
        (void)veer_agent_set_time_to_live(busy.world, agent, 1.0f - delay);
        advance(recorded, busy.world, VEER_ADVANCE_STEP, TICK);
        uint32_t count = 0;
        const VeerEvent *events = veer_world_events(busy.world, &count);
        for (uint32_t i = 0; i < count; ++i) {
            heard += events[i].kind == VEER_EVENT_MESSAGE;
            ended += events[i].kind == VEER_EVENT_REMOVED;
        }
    }
    assert_true(heard > TICKS && ended > TICKS);
    finish_recording(recorded, busy.world);
    assert_int_equal(expect_same(recorded, busy.world), 2 * TICKS);
    free_recording(recorded);
    veer_world_destroy(busy.world);
}

static void rollbacks_of_the_host_are_recorded(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_PLANAR);
    size_t size = veer_world_save_size(busy.world);
    void *saved = malloc(size);
    Recorded *recorded = begin_recording(busy.world);
    for (int tick = 0; tick < TICKS; ++tick) {
        if (tick % 20 == 0) {
            assert_int_equal(veer_world_save(busy.world, saved, size), VEER_OK);
        } else if (tick % 20 == 12) {
            assert_int_equal(veer_world_restore(busy.world, saved, size), VEER_OK);
        }
        advance(recorded, busy.world, VEER_ADVANCE_STEP, TICK);
    }
    finish_recording(recorded, busy.world);
    assert_int_equal(expect_same(recorded, busy.world), TICKS);
    free_recording(recorded);
    free(saved);
    veer_world_destroy(busy.world);
}

static VeerAvoidResult go_left(const VeerView *view, const VeerAvoidParams *params,
                               VeerVec3 preferred, void *user)
{
    (void)view;
    (void)params;
    (void)user;
    return (VeerAvoidResult){.velocity = {-preferred.y, preferred.x, 0.0f}};
}

/// Functions of the host's are noted: without them a replay goes another way, with them the same.
static void functions_of_the_host_are_noted(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.model = VEER_AVOID_CUSTOM;
    def.avoid = veer_avoid_params_for(def.model);
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_go_to(world, agent, vec3(9, 0, 0), 0.5f), VEER_OK);
    Recorded *recorded = begin_recording(world);
    assert_false(veer_world_has_callbacks(world));
    assert_int_equal(veer_world_set_avoid_callback(world, 0, go_left, NULL), VEER_OK);
    assert_true(veer_world_has_callbacks(world));
    for (int tick = 0; tick < 9; ++tick) {
        advance(recorded, world, VEER_ADVANCE_STEP, TICK);
    }
    finish_recording(recorded, world);
    VeerReplay *replay = open_replay(recorded->bytes, recorded->size);
    VeerReplayTick tick = next_tick(replay);
    assert_true(tick.has_callbacks);
    assert_int_equal(tick.outcome, VEER_REPLAY_DIVERGED);
    assert_int_equal(tick.part.name, 1);
    veer_replay_close(replay);
    replay = open_replay(recorded->bytes, recorded->size);
    VeerWorld *again = veer_replay_world(replay);
    assert_int_equal(veer_world_set_avoid_callback(again, 0, go_left, NULL), VEER_OK);
    for (int i = 0; i < 9; ++i) {
        assert_int_equal(next_tick(replay).outcome, VEER_REPLAY_SAME);
    }
    assert_int_equal(next_tick(replay).outcome, VEER_REPLAY_END);
    veer_replay_close(replay);
    free_recording(recorded);
    veer_world_destroy(world);
}

static void the_def_of_a_world_makes_one_like_it(void **unused)
{
    (void)unused;
    for (int i = 0; i < veer_state_subject_count; ++i) {
        VeerWorld *world = veer_state_subject_make(&veer_state_subjects[i]);
        VeerWorldDef def = veer_world_def(world);
        VeerWorld *like = make_world_of(&def);
        size_t size = veer_world_export_size(world);
        void *state = malloc(size);
        assert_int_equal(veer_world_export(world, state, size), VEER_OK);
        assert_int_equal(veer_world_import(like, state, size, NULL), VEER_OK);
        assert_true(veer_world_hash(like) == veer_world_hash(world));
        free(state);
        veer_world_destroy(like);
        veer_world_destroy(world);
    }
    VeerWorldDef none = veer_world_def(NULL);
    VeerWorld *world = NULL;
    assert_int_equal(veer_world_create(&none, &world), VEER_BAD_VALUE);
}

/// A host's mistake is no tick.
static void refused_ticks_are_not_recorded(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_PLANAR);
    Recorded *recorded = begin_recording(busy.world);
    advance(recorded, busy.world, VEER_ADVANCE_STEP, TICK);
    assert_int_equal(
        veer_recorder_advance(recorded->recorder, busy.world, VEER_ADVANCE_STEP, -1.0f),
        VEER_BAD_VALUE);
    assert_int_equal(
        veer_recorder_advance(recorded->recorder, busy.world, VEER_ADVANCE_COUNT, TICK),
        VEER_BAD_VALUE);
    VeerWorld *other = make_world(VEER_PLANAR);
    assert_int_equal(veer_recorder_advance(recorded->recorder, other, VEER_ADVANCE_STEP, TICK),
                     VEER_BAD_VALUE);
    veer_world_destroy(other);
    finish_recording(recorded, busy.world);
    assert_int_equal(expect_same(recorded, busy.world), 1);
    free_recording(recorded);
    veer_world_destroy(busy.world);
}

// --- Sizes ---

typedef void CallFn(VeerWorld *world, VeerAgentId agent, int number);

static void call_preferred(VeerWorld *world, VeerAgentId agent, int number)
{
    VeerVec3 velocity = vec3(veer_random_unit(1, 1, (uint64_t)number),
                             veer_random_unit(1, 2, (uint64_t)number), 0.0f);
    assert_int_equal(veer_agent_set_preferred_velocity(world, agent, velocity), VEER_OK);
}

static void call_go_to(VeerWorld *world, VeerAgentId agent, int number)
{
    VeerVec3 goal = vec3(30.0f * veer_random_unit(1, 1, (uint64_t)number),
                         -30.0f * veer_random_unit(1, 2, (uint64_t)number), 0.0f);
    assert_int_equal(veer_agent_go_to(world, agent, goal, 0.5f), VEER_OK);
}

static void call_max_speed(VeerWorld *world, VeerAgentId agent, int number)
{
    assert_int_equal(veer_agent_set_max_speed(world, agent, 1.0f + 0.1f * (float)(number % 9)),
                     VEER_OK);
}

/// Bytes of a call, of some a tick, and of a tick without.
static double bytes_of(CallFn *call, int calls)
{
    enum { MEASURED = 300 };
    Busy busy = make_busy(VEER_PLANAR);
    Recorded *recorded = begin_recording(busy.world);
    for (int tick = 0; tick < MEASURED; ++tick) {
        for (int i = 0; i < calls; ++i) {
            int number = tick * calls + i;
            call(busy.world, busy.agents[number * 7 % BUSY_AGENTS], number);
        }
        advance(recorded, busy.world, VEER_ADVANCE_STEP, TICK);
    }
    double bytes = (double)(recorded->size - recorded->head) / MEASURED;
    finish_recording(recorded, busy.world);
    free_recording(recorded);
    veer_world_destroy(busy.world);
    return calls > 0 ? bytes / calls : bytes;
}

static void calls_take_a_few_bytes(void **unused)
{
    (void)unused;
    const struct {
        const char *name;
        CallFn *call;
        double most[3]; // bytes a call: 1, 10 and 100 calls a tick
    } calls[] = {{"preferred velocity", call_preferred, {60, 20, 12}},
                 {"go to", call_go_to, {60, 22, 16}},
                 {"max speed", call_max_speed, {60, 12, 8}}};
    assert_true(bytes_of(call_go_to, 0) <= 11.1);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        for (int k = 0, count = 1; k < 3; ++k, count *= 10) {
            double bytes = bytes_of(calls[i].call, count);
            print_message("%s: %d a tick, %.1f bytes each\n", calls[i].name, count, bytes);
            assert_true(bytes <= calls[i].most[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_world_is_recorded_from_its_middle_on),
        cmocka_unit_test(comings_and_goings_are_recorded),
        cmocka_unit_test(ticks_of_hosts_that_move_the_bodies_are_recorded),
        cmocka_unit_test(lives_and_messages_are_recorded),
        cmocka_unit_test(rollbacks_of_the_host_are_recorded),
        cmocka_unit_test(functions_of_the_host_are_noted),
        cmocka_unit_test(the_def_of_a_world_makes_one_like_it),
        cmocka_unit_test(refused_ticks_are_not_recorded),
        cmocka_unit_test(calls_take_a_few_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
