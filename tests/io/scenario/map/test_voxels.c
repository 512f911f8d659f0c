// Maps of voxels in scenarios: ways to make one, doors, routes, scores, and what is refused.
#include "io/scenario/scenario_maker.h"

#include "veer/draw.h"
#include "veer/metrics.h"
#include "veer/route.h"

#include <math.h>
#include <stdlib.h>

#define SPACE "\"world\": {\"space\": \"spatial\", \"duration\": 20}"
#define SIZE "\"width\": 12, \"height\": 6, \"depth\": 6"
#define WALL "{\"lower\": [5, 0, 0], \"upper\": [7, 6, 6]}"
#define HOLE "{\"lower\": [5, 4, 4], \"upper\": [7, 6, 6]}"
#define ROOMS "\"map\": {" SIZE ", \"blocked\": [" WALL "], \"free\": [" HOLE "]}"
#define GROUP                                                                                      \
    "\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[1.5, 1.5, 1.5]]}, \"goal\": "   \
    "{\"kind\": \"points\", \"points\": [[10.5, 1.5, 1.5]]}, \"radius\": 0.3, \"max_speed\": 2, "  \
    "\"arrival_radius\": 0.2, \"route\": true}]"

static bool is_blocked(const VeerWorld *world, int32_t x, int32_t y, int32_t z)
{
    return veer_voxels_is_blocked(veer_world_voxels(world), (VeerVoxel){x, y, z});
}

static void boxes_are_laid_over_each_other(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{" SPACE ", " ROOMS "}");
    VeerWorld *world = start(scenario);
    assert_true(is_blocked(world, 5, 0, 0) && is_blocked(world, 6, 3, 5));
    assert_false(is_blocked(world, 5, 4, 4) || is_blocked(world, 7, 0, 0));
    VeerBounds view = veer_scenario_info(scenario).viewport;
    assert_true(view.lower.z <= 0.0f && view.upper.z >= 6.0f && view.upper.x < 14.0f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void route_of_a_group_leads_through_the_hole(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{" SPACE ", " ROOMS ", " GROUP "}");
    VeerWorld *world = start(scenario);
    uint32_t count;
    float length = veer_scenario_agents(scenario, &count)->shortest_path;
    // By the hole's corner, less the arrival radius; bodies keep their radius off it.
    float straight = 2.0f * sqrtf(3.5f * 3.5f + 2.5f * 2.5f + 2.5f * 2.5f) + 2.0f;
    assert_true(length > straight - 0.2f && length < 1.08f * straight);
    run(scenario, world, 60 * 9);
    VeerAgentState agent;
    assert_int_equal(veer_agent_get(world, veer_scenario_agents(scenario, &count)->agent, &agent),
                     VEER_OK);
    assert_int_equal(agent.status, VEER_AGENT_ARRIVED);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void doors_open_and_close(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        "{" SPACE ", " ROOMS
        ", \"timeline\": [{\"kind\": \"close\", \"at\": 0.1, \"lower\": [5, 4, "
        "4], \"upper\": [7, 6, 6]}, {\"kind\": \"open\", \"at\": 0.5, \"lower\": [5, 0, 0], "
        "\"upper\": [7, 1, 1]}]}");
    VeerWorld *world = start(scenario);
    run(scenario, world, 20);
    assert_true(is_blocked(world, 5, 4, 4) && is_blocked(world, 5, 0, 0));
    run(scenario, world, 20);
    assert_true(is_blocked(world, 5, 4, 4));
    assert_false(is_blocked(world, 6, 0, 0));
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void file_is_kept_as_runs(void **state)
{
    (void)state;
    write_file("test_scenario_voxels.3dmap", "voxel 6 4 5\n1 2 3\n2 2 3\n5 3 4\n");
    VeerScenario *scenario =
        read_text("{" SPACE ", \"map\": {\"file\": \"test_scenario_voxels.3dmap\"}}");
    remove("test_scenario_voxels.3dmap");
    VeerScenario *again = read_text(veer_scenario_text(scenario));
    VeerWorld *world = start(again);
    assert_int_equal(veer_voxels_blocked_count(veer_world_voxels(world)), 3);
    assert_true(is_blocked(world, 2, 2, 3) && is_blocked(world, 5, 3, 4));
    assert_true(hash_after(scenario, 3) == hash_after(again, 3));
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    veer_scenario_destroy(again);
}

static VeerWorld *start_tunnels(const char *seed, VeerScenario **scenario)
{
    char text[400];
    snprintf(
        text, sizeof text,
        "{\"world\": {\"space\": \"spatial\", \"seed\": %s}, \"map\": {\"width\": 40, "
        "\"height\": 12, \"depth\": 10, \"tunnels\": {\"count\": 3, \"bore\": 2, \"halls\": 5}}}",
        seed);
    *scenario = read_text(text);
    return start(*scenario);
}

static void bodies_that_cover_voxels_are_told_so(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        "{" SPACE
        ", \"map\": {\"width\": 12, \"height\": 8, \"depth\": 8}, \"obstacles\": [{\"kind\": "
        "\"ball\", \"position\": [4, 4, 4], \"radius\": 1, \"covers\": true}], \"groups\": "
        "[{\"place\": "
        "{\"kind\": \"points\", \"points\": [[9.5, 4.5, 4.5]]}, \"radius\": 0.4, \"covers\": "
        "true}]}");
    VeerWorld *world = start(scenario);
    run(scenario, world, 1);
    const VeerVoxels *covered = veer_world_covered_voxels(world);
    assert_true(veer_voxels_is_blocked(covered, (VeerVoxel){4, 4, 4}));
    assert_true(veer_voxels_is_blocked(covered, (VeerVoxel){9, 4, 4}));
    assert_int_equal(veer_voxels_blocked_count(covered), 8 + 1);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void tunnels_join_the_halls(void **state)
{
    (void)state;
    const char *const seeds[] = {"1", "2", "3"};
    for (int i = 0; i < 3; i++) {
        VeerScenario *scenario;
        VeerWorld *world = start_tunnels(seeds[i], &scenario);
        const VeerVoxels *voxels = veer_world_voxels(world);
        const VeerVoxelsDef *def = veer_voxels_def(voxels);
        uint32_t runs = veer_voxel_labels_runs(voxels);
        void *memory = aligned_alloc(64, (veer_voxel_labels_size(def, runs) + 63) / 64 * 64);
        VeerVoxelLabels *labels = veer_voxel_labels_init(memory, def, runs);
        assert_int_equal(veer_voxel_labels_build(labels, voxels), VEER_OK);
        assert_int_equal(veer_voxel_labels_count(labels), 1);
        assert_false(is_blocked(world, 2, 2, 2) || is_blocked(world, 37, 9, 8));
        assert_true(is_blocked(world, 0, 5, 5) && is_blocked(world, 39, 5, 5));
        free(memory);
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    }
    VeerScenario *one, *other;
    VeerWorld *world = start_tunnels("1", &one), *second = start_tunnels("2", &other);
    assert_true(veer_world_hash(world) != veer_world_hash(second));
    veer_world_destroy(world);
    veer_world_destroy(second);
    veer_scenario_destroy(one);
    veer_scenario_destroy(other);
}

static void scattered_voxels_are_as_many_as_told(void **state)
{
    (void)state;
    VeerScenario *scenario =
        read_text("{" SPACE ", \"map\": {" SIZE ", \"scatter\": 50, \"blocked\": []}}");
    VeerWorld *world = start(scenario);
    assert_int_equal(veer_voxels_blocked_count(veer_world_voxels(world)), 50);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void bodies_are_placed_clear_of_rock(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text(
        "{" SPACE ", " ROOMS ", \"groups\": [{\"count\": 12, \"place\": {\"kind\": \"box\", "
        "\"lower\": [0, 0, 0], \"upper\": [12, 6, 6]}, \"radius\": 0.4, \"max_speed\": 1}]}");
    VeerWorld *world = start(scenario);
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        VeerAgentState agent;
        assert_int_equal(veer_agent_get(world, agents[i].agent, &agent), VEER_OK);
        assert_true(veer_voxels_gap(veer_world_voxels(world), agent.position, 1.0f) >= 0.4f);
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

/// Adds up what is drawn of a map, m.
static void add_length(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from, VeerVec3 to)
{
    (void)group;
    double *length = user;
    if (role == VEER_DRAW_MAP) {
        *length += fabs((double)to.x - (double)from.x) + fabs((double)to.y - (double)from.y) +
                   fabs((double)to.z - (double)from.z);
    }
}

static void edges_of_rooms_are_drawn(void **state)
{
    (void)state;
    VeerScenario *scenario = read_text("{" SPACE ", \"map\": {" SIZE ", \"blocked\": [" WALL "]}}");
    VeerWorld *world = start(scenario);
    double length = 0.0;
    VeerDraw draw = {.user = &length, .line = add_length};
    veer_world_draw(world, &draw);
    // Two rooms of 5 × 6 × 6, each with four edges a way.
    assert_true(length == 2.0 * 4.0 * (5.0 + 6.0 + 6.0));
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

static void voxels_that_are_wrong_are_refused(void **state)
{
    (void)state;
    const struct {
        const char *text, *told;
    } cases[] = {
        {"{}", "test.json: map: needs \"file\", or \"width\""},
        {"{\"width\": 4, \"height\": 4}", "test.json: map: needs \"file\", or \"width\""},
        {"{\"rows\": [\"..\"]}", "test.json: map: in space must have none of"},
        {"{" SIZE ", \"crowds\": true}", "test.json: map: in space must have none of"},
        {"{" SIZE ", \"obstacles\": true}", "test.json: map: in space must have none of"},
        {"{\"width\": 5000, \"height\": 4, \"depth\": 4}",
         "test.json: map: must have 1 to 4096 voxels to a side"},
        {"{\"file\": \"none.3dmap\"}",
         "test.json: map.file: none.3dmap: cannot be read: No such file"},
        {"{" SIZE ", \"runs\": 3}", "test.json: map.runs: must be an array"},
        {"{" SIZE ", \"runs\": [1, 2, 3]}", "test.json: map.runs: must have four numbers"},
        {"{" SIZE ", \"runs\": [1, 2, 3, \"4\"]}", "test.json: map.runs[3]: must be a number"},
        {"{" SIZE ", \"runs\": [1, 2, 6, 4]}", "test.json: map.runs[2]: must be <= 5, is 6"},
        {"{" SIZE ", \"runs\": [1, 2.5, 3, 4]}", "test.json: map.runs[1]: must be a whole number"},
        {"{" SIZE ", \"runs\": [8, 2, 3, 5]}", "test.json: map.runs[3]: must be <= 4, is 5"},
        {"{" SIZE ", \"tunnels\": {}}", "test.json: map.tunnels: needs the key"},
        {"{" SIZE ", \"tunnels\": {\"count\": 1}}", "test.json: map.tunnels: needs 7 voxels"},
        {"{" SIZE ", \"blocked\": 3}", "test.json: map.blocked: must be an array"},
        {"{" SIZE ", \"free\": [{\"lower\": [0, 0, 0]}]}", "test.json: map.free[0]: needs the key"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        VeerScenario *scenario = NULL;
        VeerInputError error = {{0}};
        snprintf(text, sizeof text, "{" SPACE ", \"map\": %s}", cases[i].text);
        assert_int_equal(
            veer_scenario_read("test.json", text, strlen(text), NULL, &scenario, &error),
            VEER_BAD_VALUE);
        if (strncmp(error.text, cases[i].told, strlen(cases[i].told)) != 0) {
            fail_msg("%s: %s", cases[i].text, error.text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_laid_over_each_other),
        cmocka_unit_test(route_of_a_group_leads_through_the_hole),
        cmocka_unit_test(doors_open_and_close),
        cmocka_unit_test(file_is_kept_as_runs),
        cmocka_unit_test(bodies_that_cover_voxels_are_told_so),
        cmocka_unit_test(tunnels_join_the_halls),
        cmocka_unit_test(scattered_voxels_are_as_many_as_told),
        cmocka_unit_test(bodies_are_placed_clear_of_rock),
        cmocka_unit_test(edges_of_rooms_are_drawn),
        cmocka_unit_test(voxels_that_are_wrong_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
