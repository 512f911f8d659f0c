/// Questions change nothing: worlds that are asked, between ticks and from callbacks, keep their
/// hashes; and what is told does not depend on workers or on the order of creation.
#include "veer/threads.h"
#include "world/base/state.h"
#include "world/world_maker.h"

#define AGENTS 120
#define OUT 16

typedef struct Asker {
    VeerWorld *world;
    uint32_t asked, busy;
} Asker;

/// Asks all there is to ask. @return a sum of the answers
static uint64_t ask_all(VeerWorld *world, Dice *dice)
{
    VeerFound out[OUT];
    VeerHit hit;
    VeerVec3 point = roll3(dice, 12.0f), way = roll3(dice, 20.0f), half = {2.0f, 2.0f, 2.0f};
    VeerBounds box = {sub3(point, half), add3(point, half)};
    VeerQueryCone cone = {point, {1.0f, 0.5f, 0.0f}, 0.7f, 9.0f};
    VeerCast cast = {point, way, 0.3f};
    uint64_t sum = veer_world_find_in_box(world, box, NULL, out, OUT);
    sum = sum * 31u + veer_world_find_in_ball(world, point, 4.0f, NULL, out, OUT);
    sum = sum * 31u + veer_world_find_in_cone(world, &cone, NULL, out, OUT);
    uint32_t count = veer_world_find_nearest(world, point, INFINITY, NULL, out, OUT);
    for (uint32_t i = 0; i < count; i++) {
        sum = sum * 31u + out[i].id + (uint64_t)(out[i].distance * 1024.0f);
    }
    sum = sum * 31u + veer_world_is_free(world, point, 0.4f, NULL);
    if (veer_world_cast(world, &cast, NULL, &hit)) {
        sum = sum * 31u + hit.found.id + (uint64_t)(hit.fraction * 1024.0f);
    }
    return sum;
}

static VeerAvoidResult ask_and_go_on(const VeerView *view, const VeerAvoidParams *params,
                                     VeerVec3 preferred, void *user)
{
    (void)params;
    const Asker *asker = user;
    Dice dice = {view->id * 977u + 1u};
    if (asker) {
        (void)ask_all(asker->world, &dice);
    }
    return (VeerAvoidResult){.velocity = preferred};
}

static void ask_at_stage(void *user, VeerStage stage)
{
    Asker *asker = user;
    Dice dice = {7u};
    VeerFound found;
    bool is_shown = stage <= VEER_STAGE_AVOID;
    VeerVec3 origin = {0.0f, 0.0f, 0.0f};
    uint32_t count = veer_world_find_nearest(asker->world, origin, INFINITY, NULL, &found, 1);
    assert_int_equal(count, is_shown ? 1 : 0);
    assert_int_equal(veer_world_prepare_queries(asker->world), is_shown ? VEER_OK : VEER_BUSY);
    assert_true(is_shown || !veer_world_is_free(asker->world, (VeerVec3){900, 0, 0}, 0.1f, NULL));
    asker->busy += !is_shown;
    asker->asked += is_shown && ask_all(asker->world, &dice) != 0;
}

static VeerWorld *make_crowd(VeerSpace space, const VeerTasks *tasks, bool is_backwards)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    def.tasks = *tasks;
    if (space == VEER_PLANAR) {
        def.map = veer_world_map_def_default(VEER_MAP_GRID);
        def.map.grid.origin = (VeerVec3){-32.0f, -32.0f, 0.0f};
    }
    VeerWorld *world = make_world_of(&def);
    for (uint32_t i = 0; i < AGENTS; i++) {
        uint32_t number = is_backwards ? AGENTS - 1u - i : i;
        Dice dice = {number * 2654435769u + 99u};
        VeerAgentDef agent = veer_agent_def_default();
        agent.position = roll3(&dice, 12.0f);
        agent.position.z = space == VEER_PLANAR ? 0.0f : agent.position.z;
        agent.radius = 0.3f;
        agent.id = 1000u + number;
        agent.model = number % 8u == 0 ? VEER_AVOID_CUSTOM : VEER_AVOID_CROWD;
        agent.avoid = veer_avoid_params_for(agent.model);
        VeerAgentId id = add_agent(world, &agent);
        assert_int_equal(veer_agent_go_to(world, id, scale3(agent.position, -1.0f), 0.3f), VEER_OK);
    }
    (void)add_moving_ball(world, VEER_MOTION_FREE, (VeerVec3){9, 9, 0}, (VeerVec3){-2, -1, 0},
                          1.0f);
    return world;
}

static void worlds_that_are_asked_stay_the_same(void **state)
{
    (void)state;
    VeerTasks none = {0};
    for (int space = 0; space < 2; space++) {
        VeerWorld *world = make_crowd((VeerSpace)space, &none, false);
        VeerWorld *other = make_crowd((VeerSpace)space, &none, false);
        Asker asker = {world, 0, 0};
        (void)veer_world_set_avoid_callback(world, 0, ask_and_go_on, &asker);
        (void)veer_world_set_avoid_callback(other, 0, ask_and_go_on, NULL);
        (void)veer_world_set_stage_callback(world, ask_at_stage, &asker);
        Dice dice = make_dice((uint32_t)space);
        for (int tick = 0; tick < 40; tick++) {
            for (uint32_t i = roll_index(&dice, 4); i > 0; i--) {
                Copy copy = copy_of(world);
                (void)ask_all(world, &dice);
                assert_unchanged(world, copy);
            }
            expect_same_steps(world, other, 1);
        }
        assert_int_equal(asker.asked, 160);
        assert_int_equal(asker.busy, 80);
        veer_world_destroy(world);
        veer_world_destroy(other);
    }
}

static void answers_are_the_same_for_any_workers_and_order(void **state)
{
    (void)state;
    VeerThreads *threads = NULL;
    assert_int_equal(veer_threads_create(4, &threads), VEER_OK);
    VeerTasks none = {0}, many = veer_threads_tasks(threads);
    for (int space = 0; space < 2; space++) {
        VeerWorld *world = make_crowd((VeerSpace)space, &none, false);
        VeerWorld *other = make_crowd((VeerSpace)space, &many, true);
        Asker asker = {other, 0, 0}, own = {world, 0, 0};
        (void)veer_world_set_avoid_callback(world, 0, ask_and_go_on, &own);
        (void)veer_world_set_avoid_callback(other, 0, ask_and_go_on, &asker);
        for (uint32_t tick = 0; tick < 20; tick++) {
            Dice dice = {tick}, same = dice;
            for (int i = 0; i < 20; i++) {
                assert_true(ask_all(world, &dice) == ask_all(other, &same));
            }
            expect_same_steps(world, other, 1);
        }
        veer_world_destroy(world);
        veer_world_destroy(other);
    }
    veer_threads_destroy(threads);
}

// --- What is asked shows every change ---

/// One change of a body's place, size, layer or being. @return whether the nearest must be asked
/// anew
static void change(VeerWorld *world, Dice *dice)
{
    uint32_t slot = roll_index(dice, veer_agent_slot_count(world));
    uint32_t other = roll_index(dice, veer_obstacle_slot_count(world));
    VeerAgentId agent = veer_agent_at(world, slot);
    VeerObstacleId ball = veer_obstacle_at(world, other);
    VeerVec3 place = roll3(dice, 12.0f);
    uint32_t what = roll_index(dice, 10), layer = 1u << roll_index(dice, 2);
    float radius = roll(dice, 0.1f, 1.0f);
    VeerAgentDef def = veer_agent_def_default();
    def.position = place;
    switch (what) {
    case 0:
        (void)veer_agent_set_position(world, agent, place);
        break;
    case 1:
        (void)veer_agent_set_radius(world, agent, radius);
        break;
    case 2:
        (void)veer_agent_set_layers(world, agent, layer, UINT32_MAX);
        break;
    case 3:
        (void)veer_agent_destroy(world, agent);
        break;
    case 4:
        (void)veer_agent_create(world, &def, &agent);
        break;
    case 5:
        (void)veer_obstacle_set_position(world, ball, place);
        break;
    case 6:
        (void)veer_obstacle_set_radius(world, ball, radius);
        break;
    case 7:
        (void)veer_obstacle_set_layer(world, ball, layer);
        break;
    case 8:
        (void)veer_obstacle_destroy(world, ball);
        break;
    default:
        (void)add_ball(world, place, radius);
        break;
    }
}

/// m from a point to the nearest of all bodies on layer 1.
static float nearest_by_hand(const VeerWorld *world, VeerVec3 point)
{
    float least = INFINITY;
    for (uint32_t i = 0; i < veer_agent_slot_count(world); i++) {
        VeerAgentState state;
        if (veer_agent_get(world, veer_agent_at(world, i), &state) == VEER_OK &&
            world->agent.layer[i] & 1u) {
            least = min_f(least, distance3(state.position, point) - state.radius);
        }
    }
    for (uint32_t i = 0; i < veer_obstacle_slot_count(world); i++) {
        VeerObstacleState state;
        if (veer_obstacle_get(world, veer_obstacle_at(world, i), &state) == VEER_OK &&
            state.layer & 1u) {
            least = min_f(least, distance3(state.position, point) - state.radius);
        }
    }
    return max_f(least, 0.0f);
}

static void assert_nearest(VeerWorld *world, Dice *dice)
{
    VeerVec3 point = roll3(dice, 12.0f);
    VeerQueryFilter filter = veer_query_filter_default();
    filter.mask = 1;
    VeerFound found;
    float least = nearest_by_hand(world, point);
    assert_int_equal(veer_world_find_nearest(world, point, INFINITY, &filter, &found, 1),
                     least < INFINITY ? 1 : 0);
    if (least < INFINITY) {
        assert_float_equal(found.distance, least, 1e-4f);
    }
    if (fabsf(least - 0.3f) > 1e-3f) {
        assert_true(veer_world_is_free(world, point, 0.3f, &filter) == (least > 0.3f));
    }
}

static void every_change_shows_at_once(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 4; seed++) {
        Dice dice = make_dice(seed);
        VeerTasks none = {0};
        VeerWorld *world = make_crowd(VEER_SPATIAL, &none, false);
        size_t size = veer_world_save_size(world);
        void *saved = malloc(size);
        (void)veer_world_save(world, saved, size);
        for (int i = 0; i < 400; i++) {
            change(world, &dice);
            assert_nearest(world, &dice);
            if (i % 50 == 49) {
                step_times(world, 1, TICK);
                assert_nearest(world, &dice);
                assert_int_equal(veer_world_steer(world, TICK), VEER_OK);
                change(world, &dice);
                assert_int_equal(veer_world_moved(world, TICK), VEER_OK);
                assert_nearest(world, &dice);
            }
        }
        assert_int_equal(veer_world_restore(world, saved, size), VEER_OK);
        assert_nearest(world, &dice);
        free(saved);
        veer_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_that_are_asked_stay_the_same),
        cmocka_unit_test(answers_are_the_same_for_any_workers_and_order),
        cmocka_unit_test(every_change_shows_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
