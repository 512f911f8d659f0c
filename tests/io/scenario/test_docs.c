/// The tables of properties, the schema and the documentation list the same keys.
#include "io/scenario/spec/spec.h"
#include "support/suite.h"
#include "veer/metrics.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const VeerSchema *const single_schemas[] = {
    &veer_file_schema,      &veer_world_schema,          &veer_group_schema,
    &veer_motion_schema,    &veer_avoidance_schema,      &veer_orbit_schema,
    &veer_clear_schema,     &veer_bound_schema,          &veer_magnets_schema,
    &veer_potential_schema, &veer_whiskers_schema,       &veer_rays_schema,
    &veer_custom_schema,    &veer_behaviour_list_schema, &veer_behaviour_schema,
    &veer_map_schema,       &veer_tunnels_schema,        &veer_maze_schema,
    &veer_city_schema,      &veer_rect_schema,           &veer_link_schema,
    &veer_cost_schema,      &veer_walker_schema,         &veer_squad_schema,
    &veer_formation_schema, &veer_order_schema,          &veer_models_schema,
    &veer_tether_schema,    &veer_foresight_schema,      &veer_mesh_schema,
    &veer_graph_schema,     &veer_tiling_schema,
};

/// The schemas of all objects of a scenario file, one after the other; NULL: no more.
static const VeerSchema *schema_at(uint32_t index)
{
    const uint32_t singles = sizeof single_schemas / sizeof single_schemas[0];
    if (index < singles) {
        return single_schemas[index];
    }
    index -= singles;
    if (index < VEER_GOAL_KINDS) {
        return &veer_place_schemas[index];
    }
    index -= VEER_GOAL_KINDS;
    if (index < VEER_OBSTACLE_KINDS) {
        return &veer_obstacle_schemas[index];
    }
    index -= VEER_OBSTACLE_KINDS;
    return index < VEER_TIMELINE_KINDS ? &veer_timeline_schemas[index] : NULL;
}

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    enum { ROOM = 1 << 18 };
    char *text = calloc(1, ROOM);
    assert_non_null(text);
    assert_true(fread(text, 1, ROOM - 1, file) < ROOM - 1);
    fclose(file);
    return text;
}

static json_t *load_schema(void)
{
    json_t *schema = json_load_file(VEER_SOURCE_DIR "/docs/scenario.schema.json", 0, NULL);
    assert_non_null(schema);
    return schema;
}

static const json_t *shape_in_schema(const json_t *schema, const char *name)
{
    const json_t *found = strcmp(name, "scenario") == 0
                              ? schema
                              : json_object_get(json_object_get(schema, "$defs"), name);
    if (!found) {
        fail_msg("the schema has no $defs/%s", name);
    }
    return found;
}

/// Whether objects of this shape are chosen by "kind".
static uint32_t count_keys(const VeerSchema *table)
{
    uint32_t count = 0;
    const VeerProperty *each = veer_schema_next(table, NULL);
    for (; each; each = veer_schema_next(table, each)) {
        count++;
    }
    return count;
}

static bool is_variant(const VeerSchema *table)
{
    return strchr(table->name, '.');
}

static bool is_required(const json_t *object, const char *key)
{
    const json_t *list = json_object_get(object, "required");
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (strcmp(json_string_value(json_array_get(list, i)), key) == 0) {
            return true;
        }
    }
    return false;
}

static void schema_has_the_keys_of_each_shape(void **state)
{
    (void)state;
    json_t *schema = load_schema();
    for (uint32_t i = 0; schema_at(i); i++) {
        const VeerSchema *table = schema_at(i);
        const json_t *object = shape_in_schema(schema, table->name);
        const json_t *properties = json_object_get(object, "properties");
        assert_int_equal(json_object_size(properties), count_keys(table) + is_variant(table));
        assert_int_equal(json_object_get(properties, "kind") && is_required(object, "kind"),
                         is_variant(table) || table == &veer_behaviour_schema ||
                             table == &veer_order_schema || table == &veer_tiling_schema);
        assert_true(json_is_false(json_object_get(object, "additionalProperties")));
        for (const VeerProperty *property = veer_schema_next(table, NULL); property;
             property = veer_schema_next(table, property)) {
            if (!json_object_get(properties, property->key)) {
                fail_msg("the schema's %s lacks %s", table->name, property->key);
            }
        }
    }
    json_decref(schema);
}

static void schema_requires_what_the_loader_does(void **state)
{
    (void)state;
    json_t *schema = load_schema();
    for (uint32_t i = 0; schema_at(i); i++) {
        const VeerSchema *table = schema_at(i);
        const json_t *object = shape_in_schema(schema, table->name);
        for (const VeerProperty *property = veer_schema_next(table, NULL); property;
             property = veer_schema_next(table, property)) {
            bool is_needed = property->flags & VEER_PROPERTY_REQUIRED;
            if (is_required(object, property->key) != is_needed) {
                fail_msg("%s.%s is required in one only", table->name, property->key);
            }
        }
    }
    json_decref(schema);
}

/// The bounds of plain numbers are the loader's.
static void schema_has_the_loaders_bounds(void **state)
{
    (void)state;
    json_t *schema = load_schema();
    for (uint32_t i = 0; schema_at(i); i++) {
        const VeerSchema *table = schema_at(i);
        const json_t *object = shape_in_schema(schema, table->name);
        for (const VeerProperty *property = veer_schema_next(table, NULL); property;
             property = veer_schema_next(table, property)) {
            const json_t *value =
                json_object_get(json_object_get(object, "properties"), property->key);
            const char *lowest =
                property->flags & VEER_PROPERTY_ABOVE ? "exclusiveMinimum" : "minimum";
            if (json_object_get(value, "maximum")) {
                assert_true(json_number_value(json_object_get(value, "maximum")) ==
                            property->upper);
                assert_true(json_number_value(json_object_get(value, lowest)) == property->lower);
            }
        }
    }
    json_decref(schema);
}

static void schema_and_loader_expect_the_same_scores(void **state)
{
    (void)state;
    json_t *schema = load_schema();
    const json_t *expect = json_object_get(json_object_get(schema, "$defs"), "expect");
    const json_t *properties = json_object_get(expect, "properties");
    size_t count = 0;
    for (; veer_score_keys[count]; count++) {
        assert_non_null(json_object_get(properties, veer_score_keys[count]));
    }
    assert_int_equal(json_object_size(properties), count);
    json_decref(schema);
}

static void scores_have_all_keys_that_may_be_expected(void **state)
{
    (void)state;
    VeerScores scores = {0};
    for (size_t i = 0; veer_score_keys[i]; i++) {
        double value = 0.0;
        assert_true(veer_scores_value(&scores, veer_score_keys[i], &value));
    }
}

/// The part of the documentation about a shape: from its heading to the next.
static char *section_of(const char *docs, const char *name)
{
    char heading[80];
    snprintf(heading, sizeof heading, "(`%s`)\n", name);
    const char *begin = strstr(docs, heading);
    if (!begin) {
        fail_msg("docs/scenario.md has no heading for %s", name);
    }
    begin += strlen(heading);
    const char *end = strstr(begin, "\n## ");
    const char *sub = strstr(begin, "\n### ");
    end = sub && (!end || sub < end) ? sub : end;
    size_t length = end ? (size_t)(end - begin) : strlen(begin);
    char *section = calloc(1, length + 1);
    assert_non_null(section);
    memcpy(section, begin, length);
    return section;
}

static uint32_t count_rows(const char *section)
{
    uint32_t count = 0;
    for (const char *at = strstr(section, "\n| `"); at; at = strstr(at + 1, "\n| `")) {
        count++;
    }
    return count;
}

static void docs_have_a_row_for_each_key(void **state)
{
    (void)state;
    char *docs = read_all(VEER_SOURCE_DIR "/docs/scenario.md");
    for (uint32_t i = 0; schema_at(i); i++) {
        const VeerSchema *table = schema_at(i);
        char *section = section_of(docs, table->name);
        assert_int_equal(count_rows(section), count_keys(table) + is_variant(table));
        assert_true(!is_variant(table) || strstr(section, "\n| `kind` |"));
        for (const VeerProperty *property = veer_schema_next(table, NULL); property;
             property = veer_schema_next(table, property)) {
            char row[64];
            snprintf(row, sizeof row, "\n| `%s` |", property->key);
            if (!strstr(section, row)) {
                fail_msg("docs/scenario.md lacks %s of %s", property->key, table->name);
            }
        }
        free(section);
    }
    free(docs);
}

static void docs_name_all_scores(void **state)
{
    (void)state;
    char *docs = read_all(VEER_SOURCE_DIR "/docs/scenario.md");
    for (size_t i = 0; veer_score_keys[i]; i++) {
        char quoted[64];
        snprintf(quoted, sizeof quoted, "`%s`", veer_score_keys[i]);
        assert_non_null(strstr(docs, quoted));
    }
    free(docs);
}

/// The names of models in scenario files are those of the library.
static void models_have_the_librarys_names(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < veer_avoidance_schema.property_count; i++) {
        const VeerProperty *property = &veer_avoidance_schema.properties[i];
        if (strcmp(property->key, "model") == 0) {
            const char *const *names = property->more;
            for (int model = 0; model < VEER_AVOID_MODEL_COUNT; model++) {
                assert_string_equal(names[model], veer_avoid_model_name((VeerAvoidModel)model));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schema_has_the_keys_of_each_shape),
        cmocka_unit_test(schema_requires_what_the_loader_does),
        cmocka_unit_test(schema_has_the_loaders_bounds),
        cmocka_unit_test(schema_and_loader_expect_the_same_scores),
        cmocka_unit_test(scores_have_all_keys_that_may_be_expected),
        cmocka_unit_test(docs_have_a_row_for_each_key),
        cmocka_unit_test(docs_name_all_scores),
        cmocka_unit_test(models_have_the_librarys_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
