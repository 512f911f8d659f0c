// Crowds so dense that nobody gets on unless others make room.
#include "world/world_maker.h"

enum { SIDE = 14, CROWD = SIDE * SIDE };

/// m, between the centres of bodies of radius 0.5 m on a square lattice: they cover half the area.
#define PITCH 1.25f

static VeerVec3 place_of(int i)
{
    return vec3(PITCH * (float)(i % SIDE), PITCH * (float)(i / SIDE), 0.0f);
}

/// The numbers below CROWD in any order.
static void shuffle(Dice *dice, int order[CROWD])
{
    for (int i = 0; i < CROWD; i++) {
        int other = (int)roll_index(dice, (uint32_t)i + 1);
        order[i] = order[other];
        order[other] = i;
    }
}

static void add_crowd(VeerWorld *world, uint32_t seed, VeerAgentId agents[CROWD])
{
    Dice dice = make_dice(seed);
    int goals[CROWD];
    shuffle(&dice, goals);
    for (int i = 0; i < CROWD; i++) {
        VeerAgentDef def = veer_agent_def_default();
        def.position = place_of(i);
        def.radius = 0.5f;
        def.preferred_speed = 1.0f;
        def.max_speed = 2.0f;
        agents[i] = add_agent(world, &def);
        assert_int_equal(veer_agent_go_to(world, agents[i], place_of(goals[i]), 0.5f), VEER_OK);
    }
}

static int count_arrived(const VeerWorld *world, const VeerAgentId agents[CROWD])
{
    int count = 0;
    for (int i = 0; i < CROWD; i++) {
        count += read_agent(world, agents[i]).status == VEER_AGENT_ARRIVED;
    }
    return count;
}

static void expect_all_arrive(uint32_t seed)
{
    print_message("seed %u\n", seed);
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agents[CROWD];
    add_crowd(world, seed, agents);
    // 6 x what the length of a side takes where nobody is in the way.
    step_times(world, (int)(6.0f * PITCH * (float)SIDE / 0.1f), 0.1f);
    assert_int_equal(count_arrived(world, agents), CROWD);
    veer_world_destroy(world);
}

static void all_of_a_crowd_that_covers_half_the_area_arrive(void **unused)
{
    (void)unused;
    expect_all_arrive(1);
    expect_all_arrive(2);
    expect_all_arrive(3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_a_crowd_that_covers_half_the_area_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
