// Every behaviour from a scenario file, in the plane and in space: that it does what it is for.
#include "io/scenario/scenario_maker.h"
#include "math/vec.h"

/// A scenario of agents that steer, of number 1, and one agent of number 2 that keeps a velocity.
typedef struct Scene {
    const char *places;     ///< of those that steer
    const char *more;       ///< members of their group, each with a comma before it
    const char *behaviours; ///< theirs
    const char *other;      ///< the other's place; NULL: there is none
    const char *velocity;   ///< the other's
    const char *obstacles;
} Scene;

/// What is there after some seconds: two of those that steer, or one and the other.
typedef struct After {
    VeerAgentState first, second;
} After;

static const char *const spaces[] = {"planar", "spatial"};

static const char *or_nothing(const char *text)
{
    return text ? text : "";
}

static VeerScenario *read_scene(const Scene *scene, const char *space)
{
    char other[512] = "", text[2048];
    if (scene->other) {
        snprintf(other, sizeof other,
                 ", {\"name\": \"other\", \"group\": 2, \"place\": {\"kind\": \"points\", "
                 "\"points\": [%s]}, \"goal\": {\"kind\": \"velocity\", \"velocity\": %s}}",
                 scene->other, scene->velocity);
    }
    snprintf(text, sizeof text,
             "{\"world\": {\"space\": \"%s\"}, \"obstacles\": [%s], "
             "\"defaults\": {\"radius\": 0.4, \"max_speed\": 2}, "
             "\"groups\": [{\"group\": 1, \"place\": {\"kind\": \"points\", \"points\": [%s]}%s, "
             "\"behaviour_list\": {\"response\": 0.1, \"path\": [[0, 0, 0], [8, 0, 0], [8, 8, 0]], "
             "\"behaviours\": [%s]}}%s]}",
             space, or_nothing(scene->obstacles), scene->places, or_nothing(scene->more),
             scene->behaviours, other);
    return read_text(text);
}

static VeerAgentState agent_at(const VeerWorld *world, uint32_t place)
{
    VeerAgentState state;
    memset(&state, 0, sizeof state);
    veer_agent_get(world, veer_agent_at(world, place), &state);
    return state;
}

static After after(const Scene *scene, const char *space, float seconds)
{
    VeerScenario *scenario = read_scene(scene, space);
    VeerWorld *world = start(scenario);
    run(scenario, world, (uint32_t)(seconds * 60.0f));
    After result = {agent_at(world, 0), agent_at(world, 1)};
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return result;
}

static float between(VeerVec3 a, VeerVec3 b)
{
    return length3(sub3(a, b));
}

static void expect_place(const Scene *scene, float seconds, VeerVec3 place, float within)
{
    for (int i = 0; i < 2; ++i) {
        assert_true(between(after(scene, spaces[i], seconds).first.position, place) < within);
    }
}

static void files_make_agents_seek_arrive_and_go_to_their_goals(void **state)
{
    (void)state;
    VeerVec3 point = vec3(6.0f, 4.0f, 0.0f);
    Scene scene = {.places = "[0, 0, 0]"};
    scene.behaviours = "{\"kind\": \"seek\", \"point\": [6, 4, 0]}";
    expect_place(&scene, 8.0f, point, 0.7f);
    scene.behaviours = "{\"kind\": \"arrive\", \"point\": [6, 4, 0]}";
    expect_place(&scene, 8.0f, point, 0.1f);
    scene.behaviours = "{\"kind\": \"goal\"}";
    scene.more = ", \"goal\": {\"kind\": \"points\", \"points\": [[6, 4, 0]]}";
    expect_place(&scene, 8.0f, point, 0.7f);
}

static void files_make_agents_flee_to_the_range(void **state)
{
    (void)state;
    Scene scene = {.places = "[1, 0, 0]",
                   .behaviours = "{\"kind\": \"flee\", \"range\": 5},"
                                 "{\"kind\": \"arrive\", \"weight\": 0.1}"};
    for (int i = 0; i < 2; ++i) {
        float distance = length3(after(&scene, spaces[i], 10.0f).first.position);
        assert_true(distance > 4.0f && distance < 6.0f);
    }
}

static void files_make_agents_wander_in_a_box(void **state)
{
    (void)state;
    Scene scene = {.places = "[0, 0, 0]",
                   .behaviours = "{\"kind\": \"wander\"}, {\"kind\": \"contain\", \"seconds\": 1, "
                                 "\"weight\": 3, \"point\": [-6, -6, -6], \"upper\": [6, 6, 6]}"};
    for (int i = 0; i < 6; ++i) {
        VeerAgentState end = after(&scene, spaces[i % 2], 10.0f * (float)(i + 1)).first;
        assert_true(length3(end.velocity) > 0.2f);
        assert_true(fabsf(end.position.x) < 6.5f && fabsf(end.position.y) < 6.5f);
        assert_true(fabsf(end.position.z) < 6.5f);
    }
}

static void files_make_groups_part_and_gather(void **state)
{
    (void)state;
    Scene apart = {.places = "[0, 0, 0], [1.2, 0, 0]",
                   .behaviours = "{\"kind\": \"separation\", \"range\": 4}"};
    Scene together = {.places = "[0, 0, 0], [9, 0, 0]",
                      .behaviours = "{\"kind\": \"cohesion\", \"range\": 20}"};
    for (int i = 0; i < 2; ++i) {
        After parted = after(&apart, spaces[i], 3.0f), met = after(&together, spaces[i], 3.0f);
        assert_true(between(parted.first.position, parted.second.position) > 2.0f);
        assert_true(between(met.first.position, met.second.position) < 4.0f);
    }
}

static void files_make_groups_align(void **state)
{
    (void)state;
    // The second, of the same group by its number, goes another way and does not steer.
    static const char text[] =
        "{\"world\": {\"space\": \"%s\"}, \"defaults\": {\"max_speed\": 2, \"group\": 1}, "
        "\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0, 0]]}, "
        "\"velocity\": [1, 0, 0], \"behaviour_list\": {\"behaviours\": [{\"kind\": \"alignment\", "
        "\"range\": 30}]}}, {\"place\": {\"kind\": \"points\", \"points\": [[3, 0, 0]]}, "
        "\"goal\": {\"kind\": \"velocity\", \"velocity\": [0, 1.5, 0]}}]}";
    for (int i = 0; i < 2; ++i) {
        char scene[sizeof text + 16];
        snprintf(scene, sizeof scene, text, spaces[i]);
        VeerScenario *scenario = read_text(scene);
        VeerWorld *world = start(scenario);
        run(scenario, world, 180);
        assert_true(agent_at(world, 0).velocity.y > 1.5f);
        assert_true(fabsf(agent_at(world, 0).velocity.x) < 0.1f);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
}

static void files_make_agents_pursue_and_evade(void **state)
{
    (void)state;
    Scene scene = {.places = "[0, 0, 0]", .other = "[6, 0, 0]", .velocity = "[0, 1, 0]"};
    for (int i = 0; i < 2; ++i) {
        scene.behaviours = "{\"kind\": \"pursue\", \"group\": 2, \"range\": 40}";
        After caught = after(&scene, spaces[i], 6.0f);
        assert_true(between(caught.first.position, caught.second.position) < 1.4f);
        scene.behaviours = "{\"kind\": \"evade\", \"group\": 2, \"range\": 40}";
        After away = after(&scene, spaces[i], 6.0f);
        assert_true(between(away.first.position, away.second.position) > 9.0f);
    }
}

static void files_make_agents_hide(void **state)
{
    (void)state;
    Scene scene = {.places = "[2, 5, 0]",
                   .behaviours =
                       "{\"kind\": \"hide\", \"group\": 2, \"range\": 40, \"distance\": 0.5}",
                   .other = "[20, 0, 0]",
                   .velocity = "[0, 0, 0]",
                   .obstacles = "{\"kind\": \"ball\", \"position\": [0, 0, 0], \"radius\": 2}"};
    expect_place(&scene, 15.0f, vec3(-2.9f, 0.0f, 0.0f), 0.6f);
}

static void files_make_agents_follow_leaders(void **state)
{
    (void)state;
    Scene scene = {.places = "[0, -3, 0]",
                   .more = ", \"goal\": {\"kind\": \"agent\", \"group\": \"other\"}",
                   .other = "[5, 0, 0]",
                   .velocity = "[1, 0, 0]"};
    for (int i = 0; i < 4; ++i) {
        bool has_slot = i < 2;
        scene.behaviours = has_slot ? "{\"kind\": \"slot\", \"point\": [-2, 1.5, 0]}"
                                    : "{\"kind\": \"leader\", \"distance\": 2}";
        After led = after(&scene, spaces[i % 2], 15.0f);
        VeerVec3 place = vec3(-2.0f, has_slot ? 1.5f : 0.0f, 0.0f);
        assert_true(between(led.first.position, add3(led.second.position, place)) < 0.6f);
    }
}

static void files_make_agents_follow_paths(void **state)
{
    (void)state;
    Scene scene = {.places = "[0, 1, 0]", .behaviours = "{\"kind\": \"path\"}"};
    expect_place(&scene, 3.5f, vec3(6.0f, 0.0f, 0.0f), 1.5f);
    expect_place(&scene, 14.0f, vec3(8.0f, 8.0f, 0.0f), 0.4f);
}

static void files_make_agents_follow_walls(void **state)
{
    (void)state;
    static const char *const walls[] = {
        "{\"kind\": \"chain\", \"points\": [[-50, 0], [50, 0]]}",
        "{\"kind\": \"box\", \"lower\": [-50, 0, -50], \"upper\": [50, 2, 50]}"};
    Scene scene = {.places = "[0, -5, 0]",
                   .more = ", \"velocity\": [1, 0, 0]",
                   .behaviours = "{\"kind\": \"wall\", \"distance\": 2}"};
    for (int i = 0; i < 2; ++i) {
        scene.obstacles = walls[i];
        VeerVec3 at = after(&scene, spaces[i], 9.0f).first.position;
        assert_true(fabsf(at.y + 2.0f) < 0.4f && at.x > 10.0f);
    }
}

static void files_make_agents_queue(void **state)
{
    (void)state;
    // Without avoidance, which would take them round who stands in their way.
    Scene scene = {.places = "[4, 0, 0], [0, 0, 0]",
                   .more = ", \"avoidance\": {\"model\": \"none\"}, \"goal\": {\"kind\": "
                           "\"points\", \"points\": [[30, 0, 0]]}",
                   .behaviours = "{\"kind\": \"goal\"}, {\"kind\": \"queue\"}",
                   .other = "[10, 0, 0]",
                   .velocity = "[0, 0, 0]"};
    for (int i = 0; i < 2; ++i) {
        After queue = after(&scene, spaces[i], 12.0f);
        assert_true(queue.first.position.x < 9.3f && queue.second.position.x < 8.5f);
        assert_true(length3(queue.second.velocity) < 0.2f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_make_agents_seek_arrive_and_go_to_their_goals),
        cmocka_unit_test(files_make_agents_flee_to_the_range),
        cmocka_unit_test(files_make_agents_wander_in_a_box),
        cmocka_unit_test(files_make_groups_part_and_gather),
        cmocka_unit_test(files_make_groups_align),
        cmocka_unit_test(files_make_agents_pursue_and_evade),
        cmocka_unit_test(files_make_agents_hide),
        cmocka_unit_test(files_make_agents_follow_leaders),
        cmocka_unit_test(files_make_agents_follow_paths),
        cmocka_unit_test(files_make_agents_follow_walls),
        cmocka_unit_test(files_make_agents_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
