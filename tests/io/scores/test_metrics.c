#include "io/scenario/scenario_maker.h"
#include "io/scores/near.h"

#include "io/scores/metrics.h"
#include "veer/metrics.h"

#include <math.h>

/// Two discs of radius 1 that rest, by a timeline of nobody: the test moves them.
static const char two_discs[] =
    "{\"world\": {\"dt\": 0.5}, \"groups\": [{\"radius\": 1, \"max_speed\": 100,"
    " \"avoidance\": {\"model\": \"none\"},"
    " \"place\": {\"kind\": \"points\", \"points\": [[0, 0], [10, 0]]}}]}";

/// A scenario, its world, and its metrics.
typedef struct Watch {
    VeerScenario *scenario;
    VeerWorld *world;
    VeerMetrics *metrics;
} Watch;

static Watch watch(const char *text)
{
    Watch watch = {.scenario = read_text(text)};
    watch.world = start(watch.scenario);
    assert_int_equal(veer_metrics_create(watch.scenario, watch.world, &watch.metrics), VEER_OK);
    return watch;
}

static void unwatch(Watch *watch)
{
    veer_metrics_destroy(watch->metrics);
    veer_world_destroy(watch->world);
    veer_scenario_destroy(watch->scenario);
}

static void tick(Watch *watch)
{
    run(watch->scenario, watch->world, 1);
    assert_int_equal(veer_metrics_observe(watch->metrics, watch->scenario, watch->world), VEER_OK);
}

/// A tick after which one agent stands somewhere, and the others where they started.
static void tick_at(Watch *watch, uint32_t agent, VeerVec3 position)
{
    run(watch->scenario, watch->world, 1);
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(watch->scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        veer_agent_set_position(watch->world, agents[i].agent, agents[i].start);
    }
    VeerAgentId id = veer_agent_at(watch->world, agent);
    assert_int_equal(veer_agent_set_position(watch->world, id, position), VEER_OK);
    assert_int_equal(veer_metrics_observe(watch->metrics, watch->scenario, watch->world), VEER_OK);
}

static VeerScores scores(const Watch *watch)
{
    return veer_metrics_scores(watch->metrics, watch->world);
}

static void metrics_count_episodes_of_contact(void **state)
{
    (void)state;
    Watch two = watch(two_discs);
    // Episodes begin under a gap of -0.002 (0.1% of 2) and end at 0.
    const float gaps[] = {0.5f, -0.001f, -0.25f, -0.001f, -0.5f, 0.0f, -0.001f, -0.25f, 1.0f};
    const uint32_t begun[] = {0, 0, 1, 1, 1, 1, 1, 2, 2};
    const double seconds[] = {0.0, 0.0, 0.5, 1.0, 1.5, 1.5, 1.5, 2.0, 2.0};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        tick_at(&two, 1, (VeerVec3){2.0f + gaps[i], 0.0f, 0.0f});
        assert_int_equal(scores(&two).contacts, begun[i]);
        assert_near(scores(&two).contact_seconds, seconds[i], 1e-9);
    }
    assert_int_equal(scores(&two).obstacle_contacts, 0);
    unwatch(&two);
}

static void metrics_count_touches_apart_from_contacts(void **state)
{
    (void)state;
    Watch two = watch(two_discs);
    // A gap of less than 0.002 (0.1% of 2) is a touch.
    const float gaps[] = {0.5f, 0.003f, 0.001f, 0.0f, 0.001f, -0.001f, 0.003f, 0.001f, 1.0f};
    const uint32_t begun[] = {0, 0, 1, 1, 1, 1, 1, 2, 2};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        tick_at(&two, 1, (VeerVec3){2.0f + gaps[i], 0.0f, 0.0f});
        assert_int_equal(scores(&two).touches, begun[i]);
    }
    assert_int_equal(scores(&two).contacts, 0);
    assert_int_equal(scores(&two).obstacle_touches, 0);
    unwatch(&two);
}

static void metrics_keep_the_worst_overlap_and_the_least_gap(void **state)
{
    (void)state;
    Watch two = watch(two_discs);
    assert_near(scores(&two).min_gap_m, 8.0, 1e-6);
    assert_near(scores(&two).worst_penetration, 0.0, 0.0);
    tick_at(&two, 1, (VeerVec3){3.0f, 4.0f, 0.0f});
    assert_near(scores(&two).min_gap_m, 3.0, 1e-6);
    tick_at(&two, 1, (VeerVec3){1.5f, 0.0f, 0.0f});
    assert_near(scores(&two).min_gap_m, -0.5, 1e-6);
    assert_near(scores(&two).worst_penetration, 0.25, 1e-6);
    tick_at(&two, 1, (VeerVec3){9.0f, 0.0f, 0.0f});
    assert_near(scores(&two).min_gap_m, -0.5, 1e-6);
    assert_near(scores(&two).worst_penetration, 0.25, 1e-6);
    unwatch(&two);
}

static void metrics_count_a_contact_at_the_start(void **state)
{
    (void)state;
    Watch two = watch("{\"groups\": [{\"radius\": 1, \"place\": {\"kind\": \"points\","
                      " \"points\": [[0, 0], [1, 0]]}}]}");
    assert_int_equal(scores(&two).contacts, 1);
    assert_near(scores(&two).contact_seconds, 0.0, 0.0);
    assert_near(scores(&two).worst_penetration, 0.5, 1e-6);
    unwatch(&two);
}

/// Of bodies with masses: they meet within a tick, and are apart again at its end.
#define TWO_MASSES(others)                                                                         \
    "{\"world\": {\"dt\": 0.5}, \"obstacles\": [" others                                           \
    "], \"groups\": [{\"radius\": 0.5, \"max_speed\": 4, \"mass\": 1, \"restitution\": 1,"         \
    " \"avoidance\": {\"model\": \"none\"}, \"place\": {\"kind\": \"points\", \"points\": [[0, "   \
    "0],"                                                                                          \
    " [9.5, 0]]}, \"goal\": {\"kind\": \"points\", \"points\": [[10, 0], [0, 0]]}}]}"

static void metrics_count_impacts_within_a_tick(void **state)
{
    (void)state;
    Watch two = watch(TWO_MASSES(""));
    for (int i = 0; i < 3; i++) {
        tick(&two);
    }
    assert_int_equal(scores(&two).touches, 1);
    assert_int_equal(scores(&two).obstacle_touches, 0);
    assert_near(scores(&two).min_gap_m, 0.0, 1e-6);
    assert_near(scores(&two).contact_seconds, 0.0, 1e-9);
    unwatch(&two);

    Watch ball = watch(TWO_MASSES("{\"kind\": \"ball\", \"position\": [3, 0], \"radius\": 0.5,"
                                  " \"mass\": 1, \"motion\": \"free\"}"));
    for (int i = 0; i < 2; i++) {
        tick(&ball);
    }
    assert_int_equal(scores(&ball).touches, 0);
    assert_int_equal(scores(&ball).obstacle_touches, 2);
    unwatch(&ball);
}

static void metrics_leave_other_floors_apart(void **state)
{
    (void)state;
    Watch two = watch("{\"groups\": [{\"radius\": 1, \"height\": 2, \"place\": {\"kind\":"
                      " \"points\", \"points\": [[0, 0, 0], [0, 0, 3]]}}]}");
    assert_int_equal(scores(&two).contacts, 0);
    assert_true(isinf(scores(&two).min_gap_m));
    tick_at(&two, 1, (VeerVec3){0.0f, 0.0f, 1.5f});
    assert_int_equal(scores(&two).contacts, 1);
    unwatch(&two);
}

/// One disc of radius 1 and obstacles.
#define ONE_DISC(obstacles)                                                                        \
    "{\"world\": {\"dt\": 0.5}, \"obstacles\": [" obstacles                                        \
    "], \"groups\": [{\"radius\": 1, \"max_speed\": 100, \"avoidance\": {\"model\": \"none\"},"    \
    " \"place\": {\"kind\": \"points\", \"points\": [[20, 0]]}}]}"

/// What the metrics say of a disc that is put somewhere, of its contacts with obstacles.
static void assert_touch(const char *text, VeerVec3 place, double gap, double penetration)
{
    Watch one = watch(text);
    tick_at(&one, 0, place);
    assert_near(scores(&one).min_gap_m, gap, 1e-5);
    assert_near(scores(&one).worst_penetration, penetration, 1e-5);
    assert_int_equal(scores(&one).obstacle_contacts, penetration > 0.0);
    assert_near(scores(&one).obstacle_contact_seconds, penetration > 0.0 ? 0.5 : 0.0, 1e-9);
    assert_int_equal(scores(&one).contacts, 0);
    unwatch(&one);
}

static void metrics_measure_balls(void **state)
{
    (void)state;
    const char *ball = ONE_DISC("{\"kind\": \"ball\", \"position\": [0, 0], \"radius\": 3}");
    assert_touch(ball, (VeerVec3){6.0f, 0.0f, 0.0f}, 2.0, 0.0);
    assert_touch(ball, (VeerVec3){3.0f, 0.0f, 0.0f}, -1.0, 0.25);
}

static void metrics_measure_chains(void **state)
{
    (void)state;
    const char *chain = ONE_DISC("{\"kind\": \"chain\", \"points\": [[-5, 0], [0, 0], [0, -5]]}");
    assert_touch(chain, (VeerVec3){-2.0f, 3.0f, 0.0f}, 2.0, 0.0);
    assert_touch(chain, (VeerVec3){-2.0f, 0.75f, 0.0f}, -0.25, 0.25);
    // Near the corner it touches both segments, and is in one contact.
    assert_touch(chain, (VeerVec3){-0.5f, -0.5f, 0.0f}, -0.5, 0.5);
}

/// A disc that nears a wall slowly, a thousand kilometres out, where a float's step is 0.06 m.
static void assert_nears(const char *wall)
{
    char text[1000];
    snprintf(text, sizeof text,
             "{\"world\": {\"dt\": 0.5}, %s, \"groups\": [{\"radius\": 0.45, \"max_speed\": 1,"
             " \"avoidance\": {\"model\": \"none\"}, \"place\": {\"kind\": \"points\", \"points\":"
             " [[1000000, 1000000.625]]}, \"goal\": {\"kind\": \"points\", \"points\":"
             " [[1000008, 1000000.5]]}}]}",
             wall);
    Watch one = watch(text);
    for (int i = 0; i < 4; i++) {
        tick(&one);
    }
    assert_near(scores(&one).min_gap_m, 0.625 - 0.125 * 2.0 / 8.0 - 0.45, 1e-4);
    unwatch(&one);
}

static void metrics_measure_as_well_far_from_the_origin(void **state)
{
    (void)state;
    assert_nears("\"obstacles\": [{\"kind\": \"chain\", \"points\": [[999990, 1000000], [1000010,"
                 " 1000000]]}]");
    assert_nears("\"map\": {\"origin\": [999990, 999990], \"width\": 20, \"height\": 20,"
                 " \"cell_size\": 1, \"blocked\": [{\"lower\": [999990, 999990], \"upper\":"
                 " [1000010, 1000000]}]}");
}

static void metrics_measure_polygons_inside_too(void **state)
{
    (void)state;
    const char *square =
        ONE_DISC("{\"kind\": \"polygon\", \"points\": [[-5, -5], [5, -5], [5, 5], [-5, 5]]}");
    assert_touch(square, (VeerVec3){8.0f, 9.0f, 0.0f}, 4.0, 0.0);
    assert_touch(square, (VeerVec3){5.5f, 0.0f, 0.0f}, -0.5, 0.5);
    assert_touch(square, (VeerVec3){4.0f, 0.0f, 0.0f}, -2.0, 2.0);
}

static void metrics_measure_boxes(void **state)
{
    (void)state;
    const char *box =
        "{\"world\": {\"dt\": 0.5, \"space\": \"spatial\"}, \"obstacles\": [{\"kind\": \"box\","
        " \"lower\": [-2, -2, -2], \"upper\": [2, 2, 2]}], \"groups\": [{\"radius\": 1,"
        " \"max_speed\": 100, \"avoidance\": {\"model\": \"none\"}, \"place\": {\"kind\":"
        " \"points\", \"points\": [[20, 0, 0]]}}]}";
    assert_touch(box, (VeerVec3){0.0f, 5.0f, 6.0f}, 4.0, 0.0);
    assert_touch(box, (VeerVec3){0.0f, 0.0f, 2.5f}, -0.5, 0.5);
    assert_touch(box, (VeerVec3){0.0f, 0.0f, 1.0f}, -2.0, 2.0);
}

static void metrics_leave_walls_of_other_floors_apart(void **state)
{
    (void)state;
    const char *chain =
        ONE_DISC("{\"kind\": \"chain\", \"height\": 1, \"points\": [[-5, 0, 10], [5, 0, 10]]}");
    Watch one = watch(chain);
    tick_at(&one, 0, (VeerVec3){0.0f, 0.5f, 0.0f});
    assert_int_equal(scores(&one).obstacle_contacts, 0);
    tick_at(&one, 0, (VeerVec3){0.0f, 0.5f, 9.0f});
    assert_int_equal(scores(&one).obstacle_contacts, 1);
    unwatch(&one);
}

static void metrics_see_walls_move_and_go(void **state)
{
    (void)state;
    Watch one = watch(ONE_DISC("{\"kind\": \"chain\", \"points\": [[-5, 0], [5, 0]]}"));
    VeerObstacleId wall = veer_obstacle_at(one.world, 0);
    tick_at(&one, 0, (VeerVec3){0.0f, 20.5f, 0.0f});
    assert_int_equal(scores(&one).obstacle_contacts, 0);
    assert_int_equal(veer_obstacle_set_position(one.world, wall, (VeerVec3){0, 20, 0}), VEER_OK);
    tick_at(&one, 0, (VeerVec3){0.0f, 20.5f, 0.0f});
    assert_int_equal(scores(&one).obstacle_contacts, 1);
    assert_int_equal(veer_obstacle_destroy(one.world, wall), VEER_OK);
    tick_at(&one, 0, (VeerVec3){0.0f, 20.5f, 0.0f});
    assert_near(scores(&one).obstacle_contact_seconds, 0.5, 1e-9);
    unwatch(&one);
}

static void metrics_of_a_straight_way(void **state)
{
    (void)state;
    Watch one = watch("{\"world\": {\"dt\": 0.25}, \"groups\": [{\"radius\": 0.5, \"max_speed\": 4,"
                      " \"preferred_speed\": 2, \"arrival_radius\": 1, \"place\": {\"kind\":"
                      " \"points\", \"points\": [[0, 0]]}, \"goal\": {\"kind\": \"points\","
                      " \"points\": [[21, 0]]}}]}");
    assert_false(veer_metrics_is_done(one.metrics));
    assert_true(isnan(scores(&one).time_ratio));
    while (!veer_metrics_is_done(one.metrics)) {
        tick(&one);
    }
    VeerScores found = scores(&one);
    assert_int_equal(found.arrived, 1);
    assert_int_equal(found.agents, 1);
    // 20 m at 2 m/s, give or take a tick.
    assert_near(found.time_s, 10.0, 0.26);
    assert_near(found.time_ratio, found.time_s / 10.0, 1e-6);
    assert_near(found.path_ratio, 1.0, 0.03);
    assert_near(found.turning_rad_s, 0.0, 1e-6);
    assert_near(found.mode_changes_per_s, 0.0, 0.0);
    assert_int_equal(found.limit_violations, 0);
    assert_true(isinf(found.min_gap_m));
    for (int i = 0; i < 8; i++) {
        tick(&one);
    }
    assert_near(scores(&one).time_s, found.time_s, 0.0);
    assert_true(scores(&one).ticks == found.ticks + 8);
    assert_true(scores(&one).hash == veer_world_hash(one.world));
    unwatch(&one);
}

static void metrics_wait_for_what_the_timeline_brings(void **state)
{
    (void)state;
    Watch some =
        watch("{\"world\": {\"dt\": 0.25}, \"groups\": [{\"name\": \"a\", \"place\": {\"kind\":"
              " \"points\", \"points\": [[0, 0]]}, \"goal\": {\"kind\": \"points\", \"points\":"
              " [[2, 0]]}}], \"timeline\": [{\"at\": 5, \"kind\": \"go_to\", \"group\": \"a\","
              " \"goal\": {\"kind\": \"points\", \"points\": [[0, 0]]}}]}");
    for (int i = 0; i < 16; i++) {
        tick(&some);
        assert_false(veer_metrics_is_done(some.metrics));
    }
    assert_int_equal(scores(&some).arrived, 1);
    while (veer_world_time(some.world) < 5.5) {
        tick(&some);
    }
    assert_int_equal(scores(&some).arrived, 0);
    while (!veer_metrics_is_done(some.metrics)) {
        tick(&some);
    }
    assert_int_equal(scores(&some).arrived, 1);
    assert_true(scores(&some).time_s > 5.5);
    unwatch(&some);
}

static void metrics_of_nobody(void **state)
{
    (void)state;
    Watch none = watch("{}");
    tick(&none);
    VeerScores found = scores(&none);
    assert_int_equal(found.agents, 0);
    assert_true(isinf(found.min_gap_m));
    assert_true(isnan(found.time_ratio) && isnan(found.turning_rad_s));
    assert_false(veer_metrics_is_done(none.metrics));
    unwatch(&none);
}

static void metrics_refuse_nothing_to_watch(void **state)
{
    (void)state;
    Watch two = watch(two_discs);
    VeerMetrics *metrics;
    assert_int_equal(veer_metrics_create(NULL, two.world, &metrics), VEER_BAD_VALUE);
    assert_int_equal(veer_metrics_create(two.scenario, NULL, &metrics), VEER_BAD_VALUE);
    assert_int_equal(veer_metrics_create(two.scenario, two.world, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_metrics_observe(NULL, two.scenario, two.world), VEER_BAD_VALUE);
    assert_int_equal(veer_metrics_observe(two.metrics, two.scenario, NULL), VEER_BAD_VALUE);
    veer_metrics_destroy(NULL);
    unwatch(&two);
}

/// All gaps of a planar world of balls, the slow way.
static double least_gap(const VeerWorld *world, uint32_t *overlaps)
{
    double least = HUGE_VAL;
    uint32_t agents = veer_agent_slot_count(world), balls = veer_obstacle_slot_count(world);
    for (uint32_t i = 0; i < agents; i++) {
        VeerAgentState a;
        assert_int_equal(veer_agent_get(world, veer_agent_at(world, i), &a), VEER_OK);
        for (uint32_t j = i + 1; j < agents + balls; j++) {
            VeerAgentState b = {0};
            VeerObstacleState o = {0};
            bool is_agent = j < agents;
            if (is_agent) {
                veer_agent_get(world, veer_agent_at(world, j), &b);
            } else {
                veer_obstacle_get(world, veer_obstacle_at(world, j - agents), &o);
                if (o.shape != VEER_SHAPE_BALL) {
                    continue;
                }
            }
            VeerVec3 at = is_agent ? b.position : o.position;
            double x = (double)at.x - (double)a.position.x, y = (double)at.y - (double)a.position.y;
            double sum = (double)a.radius + (double)(is_agent ? b.radius : o.radius);
            double gap = sqrt(x * x + y * y) - sum;
            *overlaps += is_agent && gap < -VEER_CONTACT_DEPTH * sum;
            least = fmin(least, gap);
        }
    }
    return least;
}

/// A crowd of agents that do not avoid, through drifting balls.
static const char crowd[] =
    "{\"world\": {\"dt\": 0.1, \"seed\": 7}, \"obstacles\": [{\"kind\": \"field\", \"count\": 30,"
    " \"lower\": [-15, -15], \"upper\": [15, 15], \"radius\": {\"min\": 0.3, \"max\": 2},"
    " \"motion\": \"velocity\", \"speed\": {\"min\": 0, \"max\": 1}}],"
    " \"groups\": [{\"count\": 60, \"radius\": {\"min\": 0.1, \"max\": 0.6},"
    " \"avoidance\": {\"model\": \"none\"}, \"place\": {\"kind\": \"box\","
    " \"lower\": [-20, -20], \"upper\": [20, 20]}, \"goal\": {\"kind\": \"mirrored\"}}]}";

static void metrics_agree_with_all_pairs(void **state)
{
    (void)state;
    Watch many = watch(crowd);
    uint32_t overlaps = 0;
    double least = least_gap(many.world, &overlaps);
    assert_near(scores(&many).min_gap_m, least, 1e-5);
    for (int i = 0; i < 100; i++) {
        tick(&many);
        least = fmin(least, least_gap(many.world, &overlaps));
        assert_near(scores(&many).min_gap_m, least, 1e-5);
    }
    assert_true((scores(&many).contacts > 0) == (overlaps > 0));
    unwatch(&many);
}

static void scores_are_found_by_their_keys(void **state)
{
    (void)state;
    VeerScores some = {.ticks = 3, .arrived = 5, .min_gap_m = 0.25, .limit_violations = 7};
    double value = 0.0;
    assert_true(veer_scores_value(&some, "ticks", &value) && value == 3.0);
    assert_true(veer_scores_value(&some, "arrived", &value) && value == 5.0);
    assert_true(veer_scores_value(&some, "min_gap_m", &value) && value == 0.25);
    assert_true(veer_scores_value(&some, "limit_violations", &value) && value == 7.0);
    assert_false(veer_scores_value(&some, "hash", &value));
    assert_false(veer_scores_value(&some, "arrive", &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_count_episodes_of_contact),
        cmocka_unit_test(metrics_count_touches_apart_from_contacts),
        cmocka_unit_test(metrics_keep_the_worst_overlap_and_the_least_gap),
        cmocka_unit_test(metrics_count_a_contact_at_the_start),
        cmocka_unit_test(metrics_count_impacts_within_a_tick),
        cmocka_unit_test(metrics_leave_other_floors_apart),
        cmocka_unit_test(metrics_measure_balls),
        cmocka_unit_test(metrics_measure_chains),
        cmocka_unit_test(metrics_measure_as_well_far_from_the_origin),
        cmocka_unit_test(metrics_measure_polygons_inside_too),
        cmocka_unit_test(metrics_measure_boxes),
        cmocka_unit_test(metrics_leave_walls_of_other_floors_apart),
        cmocka_unit_test(metrics_see_walls_move_and_go),
        cmocka_unit_test(metrics_of_a_straight_way),
        cmocka_unit_test(metrics_wait_for_what_the_timeline_brings),
        cmocka_unit_test(metrics_of_nobody),
        cmocka_unit_test(metrics_refuse_nothing_to_watch),
        cmocka_unit_test(metrics_agree_with_all_pairs),
        cmocka_unit_test(scores_are_found_by_their_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
