// A thousand agents of six models and five vehicles, among rocks that bounce: every promise at
// once.
#include "support/allocator.h"
#include "world/world_maker.h"

#include "motion/vehicle_limits.h"

enum { CROWD = 1000, ROCKS = 60, STEPS = 30, WORKERS = 4 };

static const VeerAvoidModel models[] = {VEER_AVOID_CROWD,     VEER_AVOID_MAGNETS,
                                        VEER_AVOID_POTENTIAL, VEER_AVOID_WHISKERS,
                                        VEER_AVOID_RAYS,      VEER_AVOID_PILOT};

static VeerVec3 roll_place(Dice *dice, const VeerWorld *world, float reach)
{
    VeerVec3 place = roll3(dice, reach);
    place.z = veer_world_space(world) == VEER_SPATIAL ? place.z : 0.0f;
    return place;
}

/// Ranges from the last to the first, each as if on another worker: what a host may do.
static void run_backwards(void *user, uint32_t count, uint32_t grain, VeerTaskFn *task,
                          void *context)
{
    (void)user;
    for (uint32_t range = (count + grain - 1) / grain; range-- > 0;) {
        uint32_t end = (range + 1) * grain;
        task(context, range * grain, end < count ? end : count, range % WORKERS);
    }
}

static void add_ship(VeerWorld *world, Dice *dice, uint32_t number)
{
    VeerAgentDef def = veer_agent_def_for((VeerVehicle)(number % VEER_VEHICLE_COUNT));
    def.id = number + 1;
    def.model = models[number % (sizeof models / sizeof *models)];
    def.avoid = veer_avoid_params_for(def.model);
    def.position = roll_place(dice, world, 100.0f);
    def.radius = 0.5f;
    def.max_speed = 12.0f;
    def.max_acceleration = def.max_braking = 8.0f;
    def.max_turn_rate = 2.0f;
    def.group = number % 3;
    VeerAgentId agent = add_agent(world, &def);
    VeerVec3 goal = roll_place(dice, world, 100.0f);
    assert_int_equal(veer_agent_go_to(world, agent, goal, 1.0f), VEER_OK);
}

static VeerWorld *make_crowd(VeerSpace space, VeerTestAllocator *counter, bool is_split)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    def.bounds = (VeerBounds){{-110.0f, -110.0f, -110.0f}, {110.0f, 110.0f, 110.0f}};
    if (counter) {
        def.allocator = veer_test_allocator(counter);
    }
    if (is_split) {
        def.tasks = (VeerTasks){.worker_count = WORKERS, .run = run_backwards};
    }
    VeerWorld *world = make_world_of(&def);
    Dice dice = make_dice(7);
    for (uint32_t i = 0; i < CROWD; i++) {
        add_ship(world, &dice, i);
    }
    for (uint32_t i = 0; i < ROCKS; i++) {
        VeerObstacleDef rock = veer_obstacle_def_default();
        rock.motion = VEER_MOTION_FREE;
        rock.position = roll_place(&dice, world, 100.0f);
        rock.velocity = roll_place(&dice, world, 5.0f);
        rock.radius = 3.0f;
        add_obstacle(world, &rock);
    }
    return world;
}

static void step(VeerWorld *world, int times)
{
    for (int i = 0; i < times; i++) {
        assert_int_equal(veer_world_step(world, TICK), VEER_OK);
    }
}

static void expect_limits(const VeerAgentState *before, const VeerAgentState *after)
{
    VeerMotionLimits limits = {after->max_speed, after->max_acceleration, after->max_braking,
                               after->max_turn_rate};
    VeerMotionTick tick = {&after->vehicle, &limits, TICK};
    VeerMotionState was = {before->velocity, before->heading, before->spin};
    VeerMotionState is = {after->velocity, after->heading, after->spin};
    VeerVec3 moved = scale3(sub3(after->position, before->position), 1.0f / TICK);
    assert_true(is_finite3(after->position) && length3(moved) <= after->max_speed * 1.001f);
    expect_vehicle(&tick, was, is, moved);
}

static void mixed_crowd_keeps_every_limit(void **unused)
{
    (void)unused;
    static VeerAgentState before[CROWD];
    for (int space = VEER_PLANAR; space <= VEER_SPATIAL; space++) {
        VeerWorld *world = make_crowd((VeerSpace)space, NULL, false);
        uint32_t avoiding = 0, judged = 0;
        int recovers[CROWD] = {0};
        for (int i = 0; i < STEPS; i++) {
            for (uint32_t slot = 0; slot < CROWD; slot++) {
                veer_agent_get(world, veer_agent_at(world, slot), &before[slot]);
            }
            step(world, 1);
            for (uint32_t slot = 0; slot < CROWD; slot++) {
                VeerAgentState after;
                veer_agent_get(world, veer_agent_at(world, slot), &after);
                // Rocks that knock an agent ask for no limits, and it takes it a while to recover.
                recovers[slot] = after.is_knocked ? 120 : recovers[slot] - (recovers[slot] > 0);
                if (recovers[slot] == 0) {
                    judged++;
                    expect_limits(&before[slot], &after);
                }
                avoiding += after.is_avoiding;
            }
        }
        print_message("%u of %u avoid\n", avoiding, CROWD * STEPS);
        assert_true(judged > CROWD * STEPS / 2);
        assert_true(avoiding > CROWD * STEPS / 8); // else preferred velocities alone would be tried
        veer_world_destroy(world);
    }
}

static void mixed_crowd_is_the_same_for_any_workers(void **unused)
{
    (void)unused;
    for (int space = VEER_PLANAR; space <= VEER_SPATIAL; space++) {
        VeerWorld *one = make_crowd((VeerSpace)space, NULL, false);
        VeerWorld *four = make_crowd((VeerSpace)space, NULL, true);
        step(one, STEPS);
        step(four, STEPS);
        assert_true(veer_world_hash(one) == veer_world_hash(four));
        veer_world_destroy(one);
        veer_world_destroy(four);
    }
}

static void mixed_crowd_allocates_nothing_in_a_step(void **unused)
{
    (void)unused;
    VeerTestAllocator counter = {0};
    VeerWorld *world = make_crowd(VEER_PLANAR, &counter, false);
    step(world, 1);
    counter.calls = 0;
    step(world, STEPS);
    assert_int_equal(counter.calls, 0);
    veer_world_destroy(world);
    assert_int_equal(counter.live_blocks, 0);
    assert_int_equal(counter.errors, 0);
}

static void mixed_crowd_rolls_back_into_another_world(void **unused)
{
    (void)unused;
    for (int space = VEER_PLANAR; space <= VEER_SPATIAL; space++) {
        VeerWorld *world = make_crowd((VeerSpace)space, NULL, false);
        VeerWorld *other = make_crowd((VeerSpace)space, NULL, false);
        size_t size = veer_world_save_size(world);
        void *saved = malloc(size);
        assert_non_null(saved);
        step(world, STEPS / 2);
        assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
        step(world, STEPS / 2);
        assert_int_equal(veer_world_restore(other, saved, size), VEER_OK);
        step(other, STEPS / 2);
        assert_true(veer_world_hash(other) == veer_world_hash(world));
        free(saved);
        veer_world_destroy(world);
        veer_world_destroy(other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixed_crowd_keeps_every_limit),
        cmocka_unit_test(mixed_crowd_is_the_same_for_any_workers),
        cmocka_unit_test(mixed_crowd_allocates_nothing_in_a_step),
        cmocka_unit_test(mixed_crowd_rolls_back_into_another_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
