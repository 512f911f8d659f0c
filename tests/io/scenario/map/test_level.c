// Maps of scenarios that are meshes of level geometry.
#include "io/scenario/scenario_maker.h"

#include "veer/level.h"
#include "veer/route.h"

#define LEVEL "scenario_level_test.obj"
#define GROUP                                                                                      \
    "\"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[1, 1]]}, \"goal\": {\"kind\": " \
    "\"points\", \"points\": [[9, 1]]}, \"radius\": 0.2, \"max_speed\": 2, \"route\": true}]"

static VeerWalker walker_seen;
static VeerStatus status_given;
static uint32_t made, released;

// Two squares side by side, of as many whole cells as the level has vertices, on its lowest floor.
static VeerStatus make(const VeerLevel *level, const VeerWalker *walker, VeerMeshDef *out)
{
    static const VeerVec3 vertices[] = {{0, 0, 0},  {20, 0, 1}, {20, 20, 1},
                                        {0, 20, 0}, {40, 0, 2}, {40, 20, 2}};
    static const uint32_t first[] = {0, 4, 8}, corners[] = {0, 1, 2, 3, 1, 4, 5, 2};
    walker_seen = *walker;
    if (status_given != VEER_OK) {
        return status_given;
    }
    *out = veer_mesh_def_default();
    out->origin = level->vertices[0];
    out->unit = (VeerVec3){0.25f, 0.25f, 0.1f};
    out->vertices = vertices;
    out->vertex_count = 6;
    out->first = first;
    out->corners = corners;
    out->polygon_count = 2;
    made++;
    return VEER_OK;
}

static void release(VeerMeshDef *def)
{
    (void)def;
    released++;
}

static const VeerLevelMesher mesher = {make, release};

static VeerScenarioOptions with_mesher(void)
{
    VeerScenarioOptions options = veer_scenario_options_default();
    options.mesher = &mesher;
    status_given = VEER_OK;
    return options;
}

static void write_level(void)
{
    FILE *file = fopen(LEVEL, "w");
    assert_non_null(file);
    fputs("v 0 0.5 0\nv 10 0 0\nv 10 0 -5\nf 1 2 3\n", file);
    fclose(file);
}

static void level_becomes_the_floors_of_a_world(void **state)
{
    (void)state;
    write_level();
    VeerScenarioOptions options = with_mesher();
    VeerScenario *scenario = read_with("{\"map\": {\"obj\": \"" LEVEL "\"}, " GROUP "}", &options);
    assert_true(walker_seen.height == 1.8f && walker_seen.slope == 45.0f);
    assert_int_equal(made, released);
    VeerWorld *world = start(scenario);
    const VeerMesh *mesh = veer_world_mesh(world);
    VeerVec3 at, on_it;
    assert_int_equal(veer_mesh_polygon_count(mesh), 2);
    (void)veer_mesh_nearest(mesh, (VeerVec3){10, 5, 0}, &on_it);
    assert_true(on_it.x == 10.0f && on_it.y == 5.0f);
    assert_float_equal(on_it.z, 0.7f, 1e-5f);
    at = veer_mesh_origin(mesh);
    assert_true(at.x == 0.0f && at.y == 0.0f && at.z == 0.5f);
    assert_true(veer_mesh_unit(mesh).x == 0.25f);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    remove(LEVEL);
}

static void level_is_kept_as_a_mesh_that_runs_the_same(void **state)
{
    (void)state;
    write_level();
    VeerScenarioOptions options = with_mesher();
    VeerScenario *scenario =
        read_with("{\"map\": {\"obj\": \"" LEVEL
                  "\", \"walker\": {\"climb\": 0.5, \"cell_size\": 0.25}}, " GROUP "}",
                  &options);
    assert_true(walker_seen.climb == 0.5f && walker_seen.cell_size == 0.25f);
    remove(LEVEL);
    VeerScenario *again = read_text(veer_scenario_text(scenario));
    assert_true(hash_after(scenario, 120) == hash_after(again, 120));
    veer_scenario_destroy(scenario);
    veer_scenario_destroy(again);
}

static void assert_refused(const char *text, const VeerScenarioOptions *options, const char *begin)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    assert_int_equal(
        veer_scenario_read("test.json", text, strlen(text), options, &scenario, &error),
        VEER_BAD_VALUE);
    if (strncmp(error.text, begin, strlen(begin)) != 0) {
        fail_msg("'%s' does not begin with '%s'", error.text, begin);
    }
}

static void levels_are_known_by_their_name(void **state)
{
    (void)state;
    VeerScenarioOptions options = with_mesher();
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    static const char *const text =
        "{\"map\": {\"file\": \"" LEVEL "\", \"walker\": {\"slope\": 30}}}";
    write_level();
    assert_int_equal(
        veer_scenario_read("test.json", text, strlen(text), &options, &scenario, &error), VEER_OK);
    assert_true(walker_seen.slope == 30.0f);
    VeerWorld *world = start(scenario);
    assert_non_null(veer_world_mesh(world));
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    assert_refused("{\"map\": {\"file\": \"" LEVEL "\", \"obj\": \"" LEVEL "\"}}", &options,
                   "test.json: map: with \"mesh\" must have nothing that is for cells");
    remove(LEVEL);
}

static void levels_that_are_wrong_are_refused(void **state)
{
    (void)state;
    VeerScenarioOptions options = with_mesher();
    static const char *const good = "{\"map\": {\"obj\": \"" LEVEL "\"}}";
    write_level();
    assert_refused(good, NULL, "test.json: map.obj: needs a program that makes meshes of levels");
    assert_refused(
        "{\"map\": {\"obj\": \"" LEVEL "\", \"cell_size\": 2}}", &options,
        "test.json: map.obj: must have no \"mesh\", \"cell_size\" or \"origin\" beside it");
    assert_refused("{\"map\": {\"obj\": \"" LEVEL "\", \"walker\": {\"slope\": 91}}}", &options,
                   "test.json: map.walker.slope: ");
    assert_refused("{\"map\": {\"walker\": {}, \"width\": 3, \"height\": 3}}", &options,
                   "test.json: map: \"walker\" goes with \"obj\"");
    assert_refused("{\"map\": {\"obj\": \"" LEVEL "\", \"costs\": []}}", &options,
                   "test.json: map: \"costs\" and \"cost_rows\" are for grids");
    assert_refused("{\"world\": {\"space\": \"spatial\"}, \"map\": {\"obj\": \"" LEVEL "\"}}",
                   &options, "test.json: map: with \"obj\" needs a planar world");
    assert_refused("{\"map\": {\"obj\": \"nowhere.obj\"}}", &options,
                   "test.json: map.obj: nowhere.obj: ");
    status_given = VEER_BAD_VALUE;
    assert_refused(good, &options, "test.json: map.obj: has nothing that its walker can walk on");
    status_given = VEER_FULL;
    assert_refused(good, &options,
                   "test.json: map.obj: is too large for its walker's \"cell_size\"");
    VeerScenario *scenario = NULL;
    VeerInputError error;
    status_given = VEER_OUT_OF_MEMORY;
    assert_int_equal(
        veer_scenario_read("test.json", good, strlen(good), &options, &scenario, &error),
        VEER_OUT_OF_MEMORY);
    remove(LEVEL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_becomes_the_floors_of_a_world),
        cmocka_unit_test(level_is_kept_as_a_mesh_that_runs_the_same),
        cmocka_unit_test(levels_are_known_by_their_name),
        cmocka_unit_test(levels_that_are_wrong_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
