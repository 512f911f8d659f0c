// veer explain.
#define _POSIX_C_SOURCE 200809L
#define CALLER_FOLDER "explain-test"
#include "caller.h"

#include <unistd.h>

static void it_says_why_in_sentences(void **state)
{
    (void)state;
    const Call *call = veer("explain e1 --agent 1 --at 3");
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, "e1, agent 1 at 3.000 s: at ("));
    assert_non_null(strstr(call->out, "\n  goal     It goes to (100, 0), "));
    assert_non_null(strstr(call->out, "\n  decides  It prefers 10 m/s.\n"));
    assert_non_null(strstr(call->out, " because of obstacle 0.\n"));
    assert_string_equal(veer("explain e1 --agent 1 --at 3 --quiet")->out, "");
    // The end, where it is not told when.
    assert_non_null(strstr(veer("explain e1 --agent 1")->out, "It is at its goal"));
}

static void it_says_why_as_json(void **state)
{
    (void)state;
    json_t *json = veer_json("explain e1 --agent 1 --at 3 --json");
    json_t *reasons = json_object_get(json, "reasons");
    assert_int_equal(json_integer_value(json_object_get(json, "agent")), 1);
    assert_float_equal(json_number_value(json_object_get(json, "time_s")), 3.0, 1e-3);
    json_t *goal = json_array_get(reasons, 0);
    json_t *last = json_array_get(reasons, json_array_size(reasons) - 1);
    assert_string_equal(json_string_value(json_object_get(goal, "kind")), "goal");
    assert_true(json_is_null(json_object_get(goal, "body")));
    assert_float_equal(json_number_value(json_array_get(json_object_get(goal, "place_m"), 0)),
                       100.0, 0.0);
    assert_string_equal(json_string_value(json_object_get(last, "kind")), "turns");
    assert_string_equal(json_string_value(json_object_get(json_object_get(last, "body"), "kind")),
                        "obstacle");
    json_decref(json);
}

static void it_draws_pictures(void **state)
{
    (void)state;
    static const char *const files[] = {CALLER_FOLDER ".png", CALLER_FOLDER ".svg"};
    for (int i = 0; i < 2; i++) {
        char line[120];
        snprintf(line, sizeof line, "explain e1 --agent 1 --at 3 --quiet --width 320 --out %s",
                 files[i]);
        assert_int_equal(veer(line)->status, 0);
        assert_int_equal(access(files[i], R_OK), 0);
        assert_int_equal(unlink(files[i]), 0);
    }
}

static void assert_refuses(const char *line, const char *why)
{
    const Call *call = veer(line);
    assert_int_equal(call->status, 2);
    if (!strstr(call->err, why)) {
        fail_msg("%s: %s", line, call->err);
    }
}

static void what_cannot_be_explained_is_refused(void **state)
{
    (void)state;
    assert_refuses("explain e1", "needs --agent ID");
    assert_refuses("explain e1 --agent 7 --at 1", "--agent: there is no agent 7 at 1.000 s");
    assert_refuses("explain e0 --agent 1", "no scene or file of that name");
    assert_refuses("explain e1 --agent 1 --out a.gif", "must end in .svg or .png");
    assert_refuses("explain", "says not what");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_says_why_in_sentences),
        cmocka_unit_test(it_says_why_as_json),
        cmocka_unit_test(it_draws_pictures),
        cmocka_unit_test(what_cannot_be_explained_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
