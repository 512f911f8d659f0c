/// Each value of a scenario that is right, exchanged for one of every kind: what is read starts,
/// what is not is refused by a line that names the file.
#include "io/json/values.h"
#include "io/scenario/every_kind.h"
#include "io/scenario/scenario_maker.h"

static VeerStatus read_changed(const char *text)
{
    VeerScenario *scenario = NULL;
    VeerInputError error = {{0}};
    VeerStatus status = veer_scenario_read("f.json", text, strlen(text), NULL, &scenario, &error);
    if (status == VEER_OK) {
        VeerWorld *world = NULL;
        status = veer_scenario_start(scenario, NULL, NULL, &world, &error);
        assert_true((status == VEER_OK) == (world != NULL));
        veer_world_destroy(world);
        veer_scenario_destroy(scenario);
    } else {
        assert_int_equal(status, VEER_BAD_VALUE);
        assert_null(scenario);
    }
    if (status != VEER_OK && strncmp(error.text, "f.json:", 7) != 0) {
        fail_msg("%s: %s", text, error.text);
    }
    return status;
}

static void values_of_any_kind_are_read_or_refused(void **state)
{
    (void)state;
    char changed[4000];
    uint32_t refused = 0, read = 0;
    for (int kind = 0; kind < EVERY_KIND; kind++) {
        const char *text = every_kind[kind];
        if (read_changed(text) != VEER_OK) {
            fail_msg("kind %d is refused", kind);
        }
        for (size_t at = next_value(text, 1); text[at];
             at = next_value(text, beyond_value(text, at))) {
            for (int i = 0; i < OTHER_VALUES; i++) {
                snprintf(changed, sizeof changed, "%.*s%s%s", (int)at, text, other_values[i],
                         text + value_end(text, at));
                *(read_changed(changed) == VEER_OK ? &read : &refused) += 1;
            }
        }
    }
    assert_true(refused > 2 * read);
}

static void keys_with_a_wrong_letter_are_refused(void **state)
{
    (void)state;
    char changed[4000];
    for (int kind = 0; kind < EVERY_KIND; kind++) {
        const char *text = every_kind[kind];
        for (size_t at = 0; text[at]; at = text[at] == '"' ? text_end(text, at) : at + 1) {
            if (text[at] == '"' && text[text_end(text, at)] == ':') {
                snprintf(changed, sizeof changed, "%s", text);
                changed[at + 1] = '?';
                assert_int_equal(read_changed(changed), VEER_BAD_VALUE);
            }
        }
    }
}

static void texts_that_end_too_soon_are_refused(void **state)
{
    (void)state;
    char begun[4000];
    for (int kind = 0; kind < EVERY_KIND; kind++) {
        for (size_t length = 0; length < strlen(every_kind[kind]); length += 7) {
            snprintf(begun, sizeof begun, "%.*s", (int)length, every_kind[kind]);
            assert_int_equal(read_changed(begun), VEER_BAD_VALUE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_any_kind_are_read_or_refused),
        cmocka_unit_test(keys_with_a_wrong_letter_are_refused),
        cmocka_unit_test(texts_that_end_too_soon_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
