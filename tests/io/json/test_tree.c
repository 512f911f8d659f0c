#include "io/json/json.h"
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

/// A text's tree, in a store that the test clears.
static VeerNode *parse(VeerStore *store, const char *text)
{
    static VeerInputError error;
    VeerReader reader = {.file = "t", .error = &error, .store = store};
    VeerNode *root = veer_source_parse(&reader, text, strlen(text));
    if (!root) {
        fail_msg("%s", error.text);
    }
    return root;
}

static void tree_names_the_place_of_a_node(void **state)
{
    (void)state;
    VeerStore store = {0};
    char place[32];
    VeerNode *root = parse(&store, "{\"a\": [1, {\"b\": [[2]]}]}");
    veer_node_place(root, place, sizeof place);
    assert_string_equal(place, "");
    VeerNode *inner = veer_node_element(veer_node_member(root, "a"), 1);
    VeerNode *last = veer_node_element(veer_node_element(veer_node_member(inner, "b"), 0), 0);
    veer_node_place(last, place, sizeof place);
    assert_string_equal(place, "a[1].b[0][0]");
    veer_node_place(last, place, 6);
    assert_string_equal(place, "a[1].");
    veer_store_clear(&store);
}

static void tree_finds_nothing_where_there_is_nothing(void **state)
{
    (void)state;
    VeerStore store = {0};
    VeerNode *root = parse(&store, "{\"a\": [1]}");
    assert_null(veer_node_member(root, "b"));
    assert_null(veer_node_member(NULL, "b"));
    assert_null(veer_node_member(veer_node_member(root, "a"), "b"));
    assert_null(veer_node_element(root, 0));
    assert_null(veer_node_element(NULL, 0));
    assert_null(veer_node_element(veer_node_member(root, "a"), 1));
    veer_store_clear(&store);
}

static void tree_text_reads_back_equal(void **state)
{
    static const char text[] = "{\"a\": [1, -0.1, 1e300, 5e-324, 0.30000000000000004], "
                               "\"b\": {\"c\": true, \"d\": false, \"e\": null}, "
                               "\"f\": \"x\\\"\\\\\\n\\u0001é\", \"g\": [], \"h\": {}}";
    (void)state;
    VeerStore store = {0};
    char *once = veer_node_text(parse(&store, text), &store);
    char *twice = veer_node_text(parse(&store, once), &store);
    assert_string_equal(once, twice);
    assert_non_null(strstr(once, "0.30000000000000004"));
    assert_non_null(strstr(once, "-0.1,"));
    assert_non_null(strstr(once, "\"x\\\"\\\\\\u000a\\u0001é\""));
    VeerNode *numbers = veer_node_member(parse(&store, once), "a");
    assert_true(veer_node_element(numbers, 3)->value.number == 5e-324);
    assert_true(veer_node_element(numbers, 2)->value.number == 1e300);
    veer_store_clear(&store);
}

static void tree_keeps_the_order_of_keys(void **state)
{
    (void)state;
    VeerStore store = {0};
    VeerNode *root = parse(&store, "{\"z\": 1, \"a\": 2, \"m\": 3}");
    assert_string_equal(root->first->key, "z");
    assert_string_equal(root->first->next->key, "a");
    assert_string_equal(root->last->key, "m");
    assert_int_equal(root->count, 3);
    veer_store_clear(&store);
}

static void value_of_a_setting_is_json_or_a_string(void **state)
{
    (void)state;
    VeerStore store = {0};
    VeerInputError error;
    VeerReader reader = {.file = "t", .error = &error, .store = &store};
    assert_int_equal(veer_source_parse_value(&reader, "3")->kind, VEER_NODE_NUMBER);
    assert_int_equal(veer_source_parse_value(&reader, "[1, 2]")->count, 2);
    assert_int_equal(veer_source_parse_value(&reader, "null")->kind, VEER_NODE_NULL);
    assert_string_equal(veer_source_parse_value(&reader, "two words")->value.string, "two words");
    assert_string_equal(veer_source_parse_value(&reader, "\"3\"")->value.string, "3");
    assert_string_equal(veer_source_parse_value(&reader, "")->value.string, "");
    veer_store_clear(&store);
}

static void store_gives_aligned_zeroed_memory(void **state)
{
    (void)state;
    VeerStore store = {0};
    for (size_t size = 1; size < 3000; size += 7) {
        unsigned char *memory = veer_store_take(&store, size, 3);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size * 3; i++) {
            assert_int_equal(memory[i], 0);
            memory[i] = 0xff;
        }
    }
    assert_null(veer_store_take(&store, SIZE_MAX / 2, 3));
    veer_store_clear(&store);
    assert_null(store.blocks);
}

static void nearest_name_is_the_one_with_the_fewest_edits(void **state)
{
    static const char *const names[] = {"radius", "height", "heading"};
    (void)state;
    assert_string_equal(veer_nearest_name("raduis", names, 3), "radius");
    assert_string_equal(veer_nearest_name("headin", names, 3), "heading");
    assert_string_equal(veer_nearest_name("hight", names, 3), "height");
    assert_null(veer_nearest_name("x", names, 0));
    char longest[200];
    memset(longest, 'r', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_non_null(veer_nearest_name(longest, names, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tree_names_the_place_of_a_node),
        cmocka_unit_test(tree_finds_nothing_where_there_is_nothing),
        cmocka_unit_test(tree_text_reads_back_equal),
        cmocka_unit_test(tree_keeps_the_order_of_keys),
        cmocka_unit_test(value_of_a_setting_is_json_or_a_string),
        cmocka_unit_test(store_gives_aligned_zeroed_memory),
        cmocka_unit_test(nearest_name_is_the_one_with_the_fewest_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
