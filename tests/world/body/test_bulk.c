// All agents at once, in and out of the host's arrays, and poses between two ticks.
#include "world/world_maker.h"

/// A host's own body, with members in the way.
typedef struct Body {
    char name[3];
    VeerAgentId agent;
    VeerVec3 position, velocity, heading, spin, safe;
    uint64_t user_data;
    uint8_t status;
} Body;

static VeerBodyColumns columns_of(Body *bodies)
{
    return (VeerBodyColumns){
        .agents = {&bodies->agent, sizeof(Body)},
        .positions = {&bodies->position, sizeof(Body)},
        .velocities = {&bodies->velocity, sizeof(Body)},
        .headings = {&bodies->heading, sizeof(Body)},
        .spins = {&bodies->spin, sizeof(Body)},
        .safe_velocities = {&bodies->safe, sizeof(Body)},
        .user_data = {&bodies->user_data, sizeof(Body)},
        .statuses = {&bodies->status, sizeof(Body)},
    };
}

enum { COUNT = 40 };

/// Agents that turn and go to and fro among each other; a few slots are empty.
static VeerWorld *make_crowd(VeerSpace space)
{
    VeerWorld *world = make_world(space);
    for (int i = 0; i < COUNT + 5; ++i) {
        VeerAgentDef def = veer_agent_def_for((VeerVehicle)(i % VEER_VEHICLE_COUNT));
        def.position = vec3((float)(i % 7) * 3.0f, (float)(i / 7) * 3.0f, 0.0f);
        def.max_acceleration = 3.0f;
        def.user_data = (uint64_t)i;
        VeerAgentId agent = add_agent(world, &def);
        veer_agent_go_to(world, agent, vec3(18.0f - def.position.x, 18.0f - def.position.y, 0.0f),
                         0.5f);
    }
    for (uint32_t slot = 3; slot < 40; slot += 8) {
        veer_agent_destroy(world, veer_agent_at(world, slot));
    }
    return world;
}

static void reading_all_is_reading_each(void **unused)
{
    (void)unused;
    VeerWorld *world = make_crowd(VEER_SPATIAL);
    Body bodies[COUNT + 1];
    VeerBodyColumns columns = columns_of(bodies);
    step_times(world, 100, TICK);
    memset(bodies, 0x5a, sizeof bodies);
    assert_int_equal(veer_world_read_agents(world, 1.0f, &columns, COUNT + 1), COUNT);
    uint32_t last = 0;
    for (int i = 0; i < COUNT; ++i) {
        VeerAgentState state = read_agent(world, bodies[i].agent);
        assert_true(i == 0 || bodies[i].agent.slot > last);
        last = bodies[i].agent.slot;
        assert_memory_equal(&bodies[i].position, &state.position, sizeof(VeerVec3));
        assert_memory_equal(&bodies[i].velocity, &state.velocity, sizeof(VeerVec3));
        assert_memory_equal(&bodies[i].heading, &state.heading, sizeof(VeerVec3));
        assert_memory_equal(&bodies[i].spin, &state.spin, sizeof(VeerVec3));
        assert_memory_equal(&bodies[i].safe, &state.safe_velocity, sizeof(VeerVec3));
        assert_true(bodies[i].user_data == state.user_data);
        assert_int_equal(bodies[i].status, state.status);
        assert_int_equal(bodies[i].name[0], 0x5a);
    }
    assert_int_equal(bodies[COUNT].status, 0x5a);
    veer_world_destroy(world);
}

static void reading_writes_no_more_than_its_room_and_columns(void **unused)
{
    (void)unused;
    VeerWorld *world = make_crowd(VEER_PLANAR);
    Body bodies[COUNT];
    memset(bodies, 0x5a, sizeof bodies);
    VeerBodyColumns columns = columns_of(bodies), none = {.agents = {NULL, 0}};
    assert_int_equal(veer_world_read_agents(world, 1.0f, &columns, 7), COUNT);
    assert_int_equal(bodies[6].user_data, 7);
    assert_int_equal(bodies[7].status, 0x5a);
    assert_int_equal(veer_world_read_agents(world, 1.0f, &none, COUNT), COUNT);
    assert_int_equal(veer_world_read_agents(world, 1.0f, &columns, 0), COUNT);
    assert_int_equal(veer_world_read_agents(NULL, 1.0f, &columns, 7), 0);
    assert_int_equal(veer_world_read_agents(world, 1.0f, NULL, 7), 0);
    static const float bad[] = {-0.01f, 1.01f, NAN, INFINITY};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(veer_world_read_agents(world, bad[i], &columns, 7), 0);
    }
    veer_world_destroy(world);
}

/// A host that copies all columns of a stepped world has its hash.
static void expect_copies(bool has_agents)
{
    VeerWorld *stepped = make_crowd(VEER_PLANAR), *hosted = make_crowd(VEER_PLANAR);
    Body bodies[COUNT];
    VeerBodyColumns columns = columns_of(bodies);
    for (int i = 0; i < 200; ++i) {
        step_times(stepped, 1, TICK);
        assert_int_equal(veer_world_steer(hosted, TICK), VEER_OK);
        (void)veer_world_read_agents(stepped, 1.0f, &columns, COUNT);
        if (has_agents) {
            for (int k = 0; k < COUNT / 2; ++k) { // in any order
                Body held = bodies[k];
                bodies[k] = bodies[COUNT - 1 - k];
                bodies[COUNT - 1 - k] = held;
            }
        }
        VeerBodyColumns written = columns;
        written.agents.data = has_agents ? columns.agents.data : NULL;
        assert_int_equal(veer_world_write_agents(hosted, &written, COUNT), VEER_OK);
        assert_int_equal(veer_world_write_agents(stepped, &written, COUNT), VEER_OK);
        assert_int_equal(veer_world_moved(hosted, TICK), VEER_OK);
        assert_true(veer_world_hash(hosted) == veer_world_hash(stepped));
    }
    veer_world_destroy(stepped);
    veer_world_destroy(hosted);
}

static void writing_all_is_writing_each(void **unused)
{
    (void)unused;
    expect_copies(false);
    expect_copies(true);
}

static void writing_changes_nothing_when_a_row_is_bad(void **unused)
{
    (void)unused;
    VeerWorld *world = make_crowd(VEER_PLANAR);
    for (int i = 0; i < 8; ++i) {
        Body bodies[COUNT];
        VeerBodyColumns columns = columns_of(bodies);
        (void)veer_world_read_agents(world, 1.0f, &columns, COUNT);
        bodies[0].position.x += 1.0f;
        VeerStatus expected = VEER_BAD_VALUE;
        Body *bad = &bodies[COUNT - 1];
        uint32_t count = COUNT;
        switch (i) {
        case 0:
            bad->position.y = NAN;
            break;
        case 1:
            bad->velocity.x = 3e6f;
            break;
        case 2:
            bad->heading = vec3(0.0f, 0.0f, 1.0f); // none in the plane
            break;
        case 3:
            bad->spin.z = INFINITY;
            break;
        case 4:
            bad->agent.generation += 1;
            expected = VEER_BAD_HANDLE;
            break;
        case 5:
            bad->agent = (VeerAgentId){77777, 1};
            expected = VEER_BAD_HANDLE;
            break;
        default: // all, and not by their handles
            columns.agents.data = NULL;
            count = i == 6 ? COUNT - 1 : COUNT + 1;
            break;
        }
        Copy copy = copy_of(world);
        assert_int_equal(veer_world_write_agents(world, &columns, count), expected);
        assert_unchanged(world, copy);
    }
    VeerBodyColumns none = {.agents = {NULL, 0}};
    assert_int_equal(veer_world_write_agents(world, &none, COUNT), VEER_OK);
    assert_int_equal(veer_world_write_agents(world, NULL, COUNT), VEER_BAD_VALUE);
    assert_int_equal(veer_world_write_agents(NULL, &none, 0), VEER_BAD_VALUE);
    veer_world_destroy(world);
}

static void poses_lead_from_one_tick_to_the_next(void **unused)
{
    (void)unused;
    for (int space = VEER_PLANAR; space <= VEER_SPATIAL; ++space) {
        VeerWorld *world = make_crowd((VeerSpace)space);
        Body before[COUNT], first[COUNT], half[COUNT], after[COUNT];
        VeerBodyColumns to_before = columns_of(before), to_first = columns_of(first);
        VeerBodyColumns to_half = columns_of(half), to_after = columns_of(after);
        for (int i = 0; i < 100; ++i) {
            (void)veer_world_read_agents(world, 1.0f, &to_before, COUNT);
            step_times(world, 1, TICK);
            (void)veer_world_read_agents(world, 0.0f, &to_first, COUNT);
            (void)veer_world_read_agents(world, 0.5f, &to_half, COUNT);
            (void)veer_world_read_agents(world, 1.0f, &to_after, COUNT);
            for (int k = 0; k < COUNT; ++k) {
                assert_memory_equal(&first[k].position, &before[k].position, sizeof(VeerVec3));
                assert_memory_equal(&first[k].heading, &before[k].heading, sizeof(VeerVec3));
                VeerVec3 middle = scale3(add3(before[k].position, after[k].position), 0.5f);
                assert_near3(half[k].position, middle, 1e-5f);
                assert_float_equal(length3(half[k].heading), 1.0f, 1e-5f);
                assert_float_equal(dot3(half[k].heading, before[k].heading),
                                   dot3(half[k].heading, after[k].heading), 1e-3f);
            }
        }
        veer_world_destroy(world);
    }
}

static VeerVec3 position_at(const VeerWorld *world, VeerAgentId agent, float fraction)
{
    VeerVec3 position = {0}, heading;
    assert_int_equal(veer_agent_pose(world, agent, fraction, &position, &heading), VEER_OK);
    return position;
}

static void poses_do_not_show_what_was_put_elsewhere_on_the_way(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_blind(world, vec3(0.0f, 0.0f, 0.0f), vec3(6.0f, 0.0f, 0.0f));
    assert_near3(position_at(world, agent, 0.3f), vec3(0.0f, 0.0f, 0.0f), 0.0f);
    step_times(world, 1, TICK);
    assert_near3(position_at(world, agent, 0.3f), vec3(0.03f, 0.0f, 0.0f), 1e-6f);
    veer_agent_set_position(world, agent, vec3(50.0f, 0.0f, 0.0f));
    assert_near3(position_at(world, agent, 0.3f), vec3(50.0f, 0.0f, 0.0f), 0.0f);
    step_times(world, 1, TICK);
    assert_near3(position_at(world, agent, 0.3f), vec3(50.03f, 0.0f, 0.0f), 1e-5f);
    // By a host: a step of the body, and a jump.
    veer_world_steer(world, TICK);
    veer_agent_set_position(world, agent, vec3(50.2f, 0.0f, 0.0f));
    veer_world_moved(world, TICK);
    assert_near3(position_at(world, agent, 0.0f), vec3(50.1f, 0.0f, 0.0f), 1e-5f);
    veer_world_steer(world, TICK);
    veer_agent_set_position(world, agent, vec3(80.0f, 0.0f, 0.0f));
    veer_world_moved(world, TICK);
    assert_near3(position_at(world, agent, 0.0f), vec3(80.0f, 0.0f, 0.0f), 0.0f);
    // Another in the slot is where it is.
    veer_agent_destroy(world, agent);
    VeerAgentId other = add_agent_at(world, vec3(-7.0f, 0.0f, 0.0f));
    assert_int_equal(other.slot, agent.slot);
    assert_near3(position_at(world, other, 0.0f), vec3(-7.0f, 0.0f, 0.0f), 0.0f);
    VeerVec3 position;
    assert_int_equal(veer_agent_pose(world, agent, 0.5f, &position, NULL), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_pose(world, other, 0.5f, NULL, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_pose(world, other, NAN, &position, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_agent_pose(world, other, 0.5f, &position, NULL), VEER_OK);
    veer_world_destroy(world);
}

static void poses_turn_round_half_a_circle_at_one_rate(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0.0f, 0.0f, 0.0f));
    veer_world_steer(world, TICK);
    veer_agent_set_heading(world, agent, vec3(-1.0f, 0.0f, 0.0f));
    veer_world_moved(world, TICK);
    for (int i = 0; i <= 4; ++i) {
        VeerVec3 position, heading;
        veer_agent_pose(world, agent, 0.25f * (float)i, &position, &heading);
        assert_float_equal(heading.x, cosf(0.785398f * (float)i), 1e-3f);
    }
    veer_world_destroy(world);
}

static void poses_are_the_state_after_a_restore_and_stay_while_it_is_traced(void **unused)
{
    (void)unused;
    VeerWorld *world = make_crowd(VEER_PLANAR);
    step_times(world, 50, TICK);
    VeerAgentId agent = veer_agent_at(world, 0);
    VeerVec3 half = position_at(world, agent, 0.5f);
    VeerTraceMark marks[8];
    VeerAvoidTrace trace = {.marks = marks, .capacity = 8};
    assert_int_equal(veer_world_trace(world, agent, TICK, &trace), VEER_OK);
    VeerVec3 again = position_at(world, agent, 0.5f);
    assert_memory_equal(&half, &again, sizeof half);
    Copy copy = copy_of(world);
    assert_int_equal(veer_world_restore(world, copy.block, copy.size), VEER_OK);
    VeerVec3 now = position_at(world, agent, 1.0f), shown = position_at(world, agent, 0.5f);
    assert_memory_equal(&now, &shown, sizeof now);
    free(copy.block);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_all_is_reading_each),
        cmocka_unit_test(reading_writes_no_more_than_its_room_and_columns),
        cmocka_unit_test(writing_all_is_writing_each),
        cmocka_unit_test(writing_changes_nothing_when_a_row_is_bad),
        cmocka_unit_test(poses_lead_from_one_tick_to_the_next),
        cmocka_unit_test(poses_do_not_show_what_was_put_elsewhere_on_the_way),
        cmocka_unit_test(poses_turn_round_half_a_circle_at_one_rate),
        cmocka_unit_test(poses_are_the_state_after_a_restore_and_stay_while_it_is_traced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
