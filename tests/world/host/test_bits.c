// Promise 1: the same bits for any number of workers, any order of their ranges, any order of
// creation.
#include "world/busy_world.h"

/// Ranges from the last to the first.
static void run_backwards(void *user, uint32_t count, uint32_t grain, VeerTaskFn *task,
                          void *context)
{
    (void)user;
    for (uint32_t begin = (count - 1) / grain * grain;; begin -= grain) {
        task(context, begin, begin + grain < count ? begin + grain : count, 1);
        if (begin == 0) {
            return;
        }
    }
}

/// Odd ranges first, one element at a time.
static void run_scattered(void *user, uint32_t count, uint32_t grain, VeerTaskFn *task,
                          void *context)
{
    (void)user;
    for (uint32_t parity = 2; parity-- > 0;) {
        for (uint32_t i = 0; i < count; ++i) {
            if (i / grain % 2 == parity) {
                task(context, i, i + 1, i % 3);
            }
        }
    }
}

static void bits_are_the_same_for_any_order_of_ranges(void **unused)
{
    (void)unused;
    for (int space = 0; space < 2; ++space) {
        uint64_t alone = busy_future_of((VeerSpace)space, (VeerTasks){0}, NULL);
        VeerTasks backwards = {2, run_backwards, NULL}, scattered = {3, run_scattered, NULL};
        assert_true(busy_future_of((VeerSpace)space, backwards, NULL) == alone);
        assert_true(busy_future_of((VeerSpace)space, scattered, NULL) == alone);
    }
}

static void shuffle(uint32_t *order, uint32_t seed)
{
    Dice dice = make_dice(seed);
    for (uint32_t i = 0; i < BUSY_AGENTS; ++i) {
        order[i] = i;
    }
    for (uint32_t i = BUSY_AGENTS; i > 1; --i) {
        uint32_t other = roll_index(&dice, i), held = order[i - 1];
        order[i - 1] = order[other];
        order[other] = held;
    }
}

static void bits_do_not_depend_on_the_order_of_creation(void **unused)
{
    (void)unused;
    for (int space = 0; space < 2; ++space) {
        uint64_t sorted = busy_future_of((VeerSpace)space, (VeerTasks){0}, NULL);
        for (uint32_t seed = 1; seed <= 2; ++seed) {
            uint32_t order[BUSY_AGENTS];
            shuffle(order, seed);
            assert_true(busy_future_of((VeerSpace)space, (VeerTasks){0}, order) == sorted);
        }
    }
}

/// Two by two on opposite sides of a circle that is symmetric to the last bit.
static uint64_t symmetric_future(bool is_reversed, VeerVec3 *places)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    const VeerVec3 corners[8] = {{4, 0, 0},  {3, 3, 0},   {0, 4, 0},  {-3, 3, 0},
                                 {-4, 0, 0}, {-3, -3, 0}, {0, -4, 0}, {3, -3, 0}};
    VeerAgentId agents[8];
    for (uint32_t k = 0; k < 8; ++k) {
        uint32_t i = is_reversed ? 7 - k : k;
        VeerAgentDef def = veer_agent_def_default();
        def.id = i + 1;
        def.position = corners[i];
        agents[i] = add_agent(world, &def);
        veer_agent_go_to(world, agents[i], scale3(corners[i], -1.0f), 0.2f);
    }
    step_times(world, 400, TICK);
    for (int i = 0; i < 8; ++i) {
        places[i] = read_agent(world, agents[i]).position;
    }
    uint64_t hash = veer_world_hash(world);
    veer_world_destroy(world);
    return hash;
}

static void bits_of_exact_symmetry_do_not_depend_on_the_order(void **unused)
{
    (void)unused;
    VeerVec3 places[8], others[8];
    uint64_t hash = symmetric_future(false, places);
    assert_true(symmetric_future(true, others) == hash);
    assert_memory_equal(places, others, sizeof places);
}

static void hash_tells_states_apart(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_PLANAR);
    uint64_t hash = veer_world_hash(busy.world);
    veer_agent_set_user_data(busy.world, busy.agents[3], 1);
    uint64_t with_data = veer_world_hash(busy.world);
    veer_agent_set_user_data(busy.world, busy.agents[3], 0);
    assert_true(with_data != hash && veer_world_hash(busy.world) == hash);
    veer_agent_follow_agent(busy.world, busy.agents[4], busy.agents[100], 1.0f);
    assert_true(veer_world_hash(busy.world) != hash);
    veer_world_destroy(busy.world);
}

static void hash_tells_seeds_apart(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *zero = make_world_of(&def);
    def.seed = 1;
    VeerWorld *one = make_world_of(&def);
    assert_true(veer_world_hash(zero) != veer_world_hash(one));
    veer_world_destroy(zero);
    veer_world_destroy(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_the_same_for_any_order_of_ranges),
        cmocka_unit_test(bits_do_not_depend_on_the_order_of_creation),
        cmocka_unit_test(bits_of_exact_symmetry_do_not_depend_on_the_order),
        cmocka_unit_test(hash_tells_states_apart),
        cmocka_unit_test(hash_tells_seeds_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
