// Rows of agents that stages take in lanes, against one agent after the other.
#include "world/world_maker.h"

#include "base/lanes.h"
#include "world/base/state.h"

enum { ROW = 16, AGENTS = 3 * ROW, STEPS = 240, THROWN = 40, PUSHED = 150 };

// What agents have in common.
typedef struct Kind {
    VeerSpace space;
    float acceleration, braking;
    VeerVec3 middle;
    VeerVec3 velocity; // that they are to have for ever; none: they go to a point
} Kind;

static void add_walker(VeerWorld *world, Dice *dice, const Kind *kind, uint32_t i)
{
    VeerAgentDef def = veer_agent_def_default();
    float flat = kind->space == VEER_SPATIAL ? 1.0f : 0.0f;
    def.position = add3(kind->middle, vec3(100.0f * (float)(i % 8), 100.0f * (float)(i / 8), 0.0f));
    def.radius = roll(dice, 0.1f, 0.6f);
    def.max_speed = roll_index(dice, 8) ? roll(dice, 0.2f, 4.0f) : 0.0f;
    def.preferred_speed = roll_index(dice, 2) ? roll(dice, 0.1f, 5.0f) : 0.0f;
    def.max_acceleration = kind->acceleration;
    def.max_braking = kind->braking;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(agent.slot, i);
    assert_int_equal(world->agent.profile[i], world->agent.profile[0]);
    VeerVec3 way = roll3(dice, roll_index(dice, 9) ? 12.0f : 0.0f);
    VeerVec3 goal = add3(def.position, vec3(way.x, way.y, flat * way.z));
    assert_int_equal(veer_agent_go_to(world, agent, goal, roll(dice, 0.0f, 0.5f)), VEER_OK);
    if (kind->velocity.x != 0.0f) {
        assert_int_equal(veer_agent_set_preferred_velocity(world, agent, kind->velocity), VEER_OK);
    }
}

// @param is_broken  each row lacks its last agent, so that no lanes take it
static VeerWorld *make_walkers(const Kind *kind, VeerIsa isa, bool is_broken)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = kind->space;
    def.isa = isa;
    VeerWorld *world = make_world_of(&def);
    Dice dice = make_dice(61);
    for (uint32_t i = 0; i < AGENTS; i++) {
        add_walker(world, &dice, kind, i);
    }
    for (uint32_t i = ROW - 1; is_broken && i < AGENTS; i += ROW) {
        VeerAgentId last = {i, world->agent.generation[i]};
        assert_int_equal(veer_agent_destroy(world, last), VEER_OK);
    }
    return world;
}

// Some are faster than they can go, and some are put off where they were.
static void disturb(VeerWorld *world, int step)
{
    for (uint32_t i = 0; i < AGENTS; i++) {
        if (step == THROWN && i % 3 == 0) {
            world->agent.velocity[i] = vec3(5.0f, -1.0f, 0.0f);
        }
        if (step == PUSHED && i % 2 == 0 && i % ROW != ROW - 1) {
            VeerAgentId agent = {i, world->agent.generation[i]};
            VeerVec3 aside = vec3(0.75f, 0.25f, 0.0f);
            VeerVec3 place = add3(world->agent.position[i], aside);
            assert_int_equal(veer_agent_set_position(world, agent, place), VEER_OK);
        }
    }
}

#define SAME(name)                                                                                 \
    assert_memory_equal(&a->agent.name[i], &b->agent.name[i], sizeof a->agent.name[i])

static void assert_same_agent(const VeerWorld *a, const VeerWorld *b, uint32_t i)
{
    SAME(position);
    SAME(compensation);
    SAME(velocity);
    SAME(heading);
    SAME(spin);
    SAME(preferred);
    SAME(safe);
    SAME(goal_best);
    SAME(goal_stalled);
    SAME(status);
    SAME(is_knocked);
    SAME(goal_is_reported);
}

// @return statuses that were seen, as bits
static uint32_t check_walkers(const Kind *kind, VeerIsa isa)
{
    VeerWorld *rows = make_walkers(kind, isa, false), *broken = make_walkers(kind, isa, true);
    uint32_t seen = 0;
    for (int step = 0; step < STEPS; step++) {
        disturb(rows, step);
        disturb(broken, step);
        assert_int_equal(veer_world_step(rows, 0.05f), VEER_OK);
        assert_int_equal(veer_world_step(broken, 0.05f), VEER_OK);
        for (uint32_t i = 0; i < AGENTS; i++) {
            if (i % ROW != ROW - 1) {
                assert_same_agent(rows, broken, i);
                seen |= 1u << rows->agent.status[i];
            }
        }
    }
    veer_world_destroy(rows);
    veer_world_destroy(broken);
    return seen;
}

static void check_kind(const Kind *kind)
{
    uint32_t wanted = 1u << VEER_AGENT_MOVING | 1u << VEER_AGENT_ARRIVED | 1u << VEER_AGENT_BLOCKED;
    for (int isa = VEER_ISA_BASE; isa < VEER_ISA_COUNT; isa++) {
        if (!veer_isa_name((VeerIsa)isa)) {
            continue; // this machine does not have it
        }
        assert_int_equal(check_walkers(kind, (VeerIsa)isa), wanted);
    }
}

static void rows_step_as_one_after_the_other(void **state)
{
    (void)state;
    check_kind(&(Kind){.acceleration = INFINITY, .braking = INFINITY});
}

static void rows_keep_limits_as_one_after_the_other(void **state)
{
    (void)state;
    check_kind(&(Kind){.acceleration = 2.0f, .braking = 1.0f});
    check_kind(&(Kind){.acceleration = 1.0f, .braking = 3.0f});
}

static void rows_in_space_step_as_one_after_the_other(void **state)
{
    (void)state;
    check_kind(&(Kind){.space = VEER_SPATIAL, .acceleration = 3.0f, .braking = 3.0f});
}

static void rows_far_from_the_origin_step_as_one_after_the_other(void **state)
{
    (void)state;
    check_kind(
        &(Kind){.acceleration = 2.0f, .braking = 1.0f, .middle = {60000.0f, -70000.0f, 0.0f}});
}

static void rows_end_with_the_world_as_one_after_the_other(void **state)
{
    (void)state;
    Kind kind = {.acceleration = 2.0f, .braking = 1.0f};
    kind.middle.x = VEER_WORLD_LIMIT - 712.0f;
    kind.velocity.x = 7.7f;
    for (int isa = VEER_ISA_BASE; isa < VEER_ISA_COUNT; isa++) {
        if (veer_isa_name((VeerIsa)isa)) {
            assert_int_not_equal(check_walkers(&kind, (VeerIsa)isa), 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_step_as_one_after_the_other),
        cmocka_unit_test(rows_keep_limits_as_one_after_the_other),
        cmocka_unit_test(rows_in_space_step_as_one_after_the_other),
        cmocka_unit_test(rows_far_from_the_origin_step_as_one_after_the_other),
        cmocka_unit_test(rows_end_with_the_world_as_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
