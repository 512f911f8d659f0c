// veer run --record and veer replay.
#define _POSIX_C_SOURCE 200809L
#define CALLER_FOLDER "replay-test"
#include "caller.h"

#include <unistd.h>

#define FILE_NAME CALLER_FOLDER ".veerplay"

static const char *text_of(const json_t *json, const char *key)
{
    return json_string_value(json_object_get(json, key));
}

static long long whole_of(const json_t *json, const char *key)
{
    return json_integer_value(json_object_get(json, key));
}

static void a_recorded_run_is_the_same_again(void **state)
{
    (void)state;
    json_t *run = veer_json("run e5 --json --quiet --record " FILE_NAME);
    json_t *replay = veer_json("replay --json " FILE_NAME);
    assert_string_equal(text_of(replay, "outcome"), "same");
    assert_string_equal(text_of(replay, "hash"), text_of(run, "hash"));
    assert_int_equal(whole_of(replay, "ticks"), whole_of(run, "ticks"));
    assert_true(json_is_null(json_object_get(replay, "tick")));
    json_decref(replay);
    replay = veer_json("replay --json --workers 2 --until 7 " FILE_NAME);
    assert_int_equal(whole_of(replay, "ticks"), 7);
    json_decref(replay);
    json_decref(run);
    const Call *call = veer("replay " FILE_NAME);
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, FILE_NAME ": the same\n"));
    assert_string_equal(veer("replay --quiet " FILE_NAME)->out, "");
}

/// Scenes of each kind of map, doors and squads.
static void scenes_of_all_kinds_can_be_recorded(void **state)
{
    (void)state;
    static const char *const scenes[] = {"e8",    "e17-3d", "e19-hexes",   "links", "rooftop",
                                         "tower", "door",   "squad-links", "cars",  "goal-100"};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; ++i) {
        char line[200];
        snprintf(line, sizeof line, "run %s --duration 1 --quiet --record " FILE_NAME, scenes[i]);
        assert_true(veer(line)->status < 2); // in a second few do what they are expected to
        json_t *replay = veer_json("replay --json " FILE_NAME);
        assert_string_equal(text_of(replay, "outcome"), "same");
        json_decref(replay);
    }
}

static void change_byte(long at, int by)
{
    FILE *file = fopen(FILE_NAME, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET), 0);
    int byte = fgetc(file);
    assert_int_equal(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET), 0);
    fputc(byte ^ by, file);
    assert_int_equal(fclose(file), 0);
}

static void what_is_no_recording_is_refused(void **state)
{
    (void)state;
    assert_int_equal(veer("run e5 --quiet --record " FILE_NAME)->status, 0);
    change_byte(-20, 8);
    const Call *call = veer("replay " FILE_NAME);
    assert_int_equal(call->status, 2);
    assert_non_null(strstr(call->err, "is damaged in tick"));
    change_byte(100, 8);
    call = veer("replay " FILE_NAME);
    assert_int_equal(call->status, 2);
    assert_non_null(strstr(call->err, "is damaged before its first tick"));
    change_byte(3, 8);
    call = veer("replay " FILE_NAME);
    assert_int_equal(call->status, 2);
    assert_string_equal(call->err, "veer: " FILE_NAME ": is no recording of a host's calls\n");
    assert_int_equal(veer("replay /dev/zero")->status, 2);
    assert_int_equal(veer("replay")->status, 2);
    // Nothing is left of a run that fails.
    remove(FILE_NAME);
    assert_int_equal(veer("run nothing --record " FILE_NAME)->status, 2);
    assert_false(exists(FILE_NAME));
}

static void a_recording_that_is_cut_off_is_replayed_up_to_there(void **state)
{
    (void)state;
    assert_int_equal(veer("run e5 --quiet --record " FILE_NAME)->status, 0);
    struct stat info;
    assert_int_equal(stat(FILE_NAME, &info), 0);
    assert_int_equal(truncate(FILE_NAME, info.st_size - 30), 0);
    const Call *call = veer("replay " FILE_NAME);
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, "the same up to where it is cut off"));
    remove(FILE_NAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recorded_run_is_the_same_again),
        cmocka_unit_test(scenes_of_all_kinds_can_be_recorded),
        cmocka_unit_test(what_is_no_recording_is_refused),
        cmocka_unit_test(a_recording_that_is_cut_off_is_replayed_up_to_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
