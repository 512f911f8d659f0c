/// Crowds at doors, in mazes and corridors move the same way, bit by bit, on every compiler,
/// optimisation level and machine, until long after they have met: golden worlds end before that. A
/// change that changes traffic changes these hashes, and says so.
#include "support/suite.h"

#include "base/hash.h"
#include "veer/scenario.h"

#include <string.h>

enum { TICKS_A_SAMPLE = 20 };

typedef struct LongScene {
    const char *name;
    uint32_t agents; ///< 0: as many as there are
    float seconds;
    uint64_t hash;
} LongScene;

static VeerScenario *open_scene(const LongScene *scene)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {""};
    VeerScenarioOptions options = veer_scenario_options_default();
    options.agents = scene->agents;
    const char *text = veer_scene_text(scene->name);
    assert_non_null(text);
    VeerStatus status =
        veer_scenario_read(scene->name, text, strlen(text), &options, &scenario, &error);
    assert_int_equal(status, VEER_OK);
    return scenario;
}

static uint64_t hash_of(const LongScene *scene)
{
    VeerScenario *scenario = open_scene(scene);
    VeerWorld *world = NULL;
    VeerInputError error = {""};
    assert_int_equal(veer_scenario_start(scenario, NULL, NULL, &world, &error), VEER_OK);
    float dt = veer_scenario_info(scenario).dt;
    uint64_t hash = 0;
    for (int tick = 1; (float)tick * dt <= scene->seconds; tick++) {
        veer_scenario_update(scenario, world);
        assert_int_equal(veer_world_step(world, dt), VEER_OK);
        hash = tick % TICKS_A_SAMPLE == 0 ? veer_hash_add(hash, veer_world_hash(world)) : hash;
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return hash;
}

static void expect_hashes(const LongScene *scenes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t hash = hash_of(&scenes[i]);
        print_message("%s: 0x%016llx\n", scenes[i].name, (unsigned long long)hash);
        assert_true(hash == scenes[i].hash);
    }
}

static void crowds_at_doors_go_the_same_everywhere(void **state)
{
    (void)state;
    static const LongScene scenes[] = {
        {"hallway", 0, 12.0f, UINT64_C(0x0b2a10d873e6b75f)},
        {"gap", 0, 18.0f, UINT64_C(0x6dcbcf8c2edb8bd5)},
        {"doorway", 24, 25.0f, UINT64_C(0x068da29a88cbbeab)},
        {"two-doors", 60, 20.0f, UINT64_C(0xfb9c310cd6e6c712)},
        {"door", 30, 25.0f, UINT64_C(0x340ade2b43170225)},
        {"e14", 0, 8.0f, UINT64_C(0x6bfafc61b8991888)},
        {"links", 24, 20.0f, UINT64_C(0xc821fe7bec17a3ce)},
    };
    expect_hashes(scenes, sizeof scenes / sizeof *scenes);
}

static void crowds_in_mazes_go_the_same_everywhere(void **state)
{
    (void)state;
    static const LongScene scenes[] = {
        {"warren", 16, 25.0f, UINT64_C(0x7f64e05af7c4c305)},
        {"warren", 0, 40.0f, UINT64_C(0x057e7af3b4504f8f)},
        {"maze", 60, 15.0f, UINT64_C(0xf427e85d787b3ce9)},
        {"city", 60, 15.0f, UINT64_C(0x65edc067e8acb35f)},
    };
    expect_hashes(scenes, sizeof scenes / sizeof *scenes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_at_doors_go_the_same_everywhere),
        cmocka_unit_test(crowds_in_mazes_go_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
