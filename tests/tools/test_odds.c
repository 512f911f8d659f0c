#define _POSIX_C_SOURCE 200809L
#define CALLER_FOLDER "odds-test"
#include "base/base.h"
#include "caller.h"
#include "trial/trial.h"

#include <math.h>

static void assert_share(uint32_t successes, uint32_t trials, double low, double high)
{
    VeerMerged share = veer_merge_share(successes, trials);
    assert_true(fabs(share.value - (double)successes / trials) < 1e-12);
    assert_true(fabs(share.low - low) < 5e-5);
    assert_true(fabs(share.high - high) < 5e-5);
}

// Against values computed independently, to four digits.
static void wilson_gives_the_known_intervals(void **state)
{
    (void)state;
    assert_share(0, 10, 0.0, 0.2775);
    assert_share(10, 10, 0.7225, 1.0);
    assert_share(1, 10, 0.0179, 0.4042);
    assert_share(5, 10, 0.2366, 0.7634);
    assert_share(50, 100, 0.4038, 0.5962);
    assert_share(82, 100, 0.7333, 0.8830);
    assert_share(99, 100, 0.9455, 0.9982);
    assert_share(198, 200, 0.9643, 0.9973);
}

static void wilson_stays_within_0_and_1_and_holds_the_share(void **state)
{
    (void)state;
    for (uint32_t trials = 1; trials <= 60; trials++) {
        for (uint32_t i = 0; i <= trials; i++) {
            VeerMerged share = veer_merge_share(i, trials),
                       other = veer_merge_share(trials - i, trials);
            assert_true(share.low >= 0.0 && share.low <= share.value);
            assert_true(share.high <= 1.0 && share.high >= share.value);
            // What holds for coming through holds for not coming through.
            assert_true(fabs(share.low - (1.0 - other.high)) < 1e-12);
        }
    }
    assert_true(isnan(veer_merge_share(0, 0).low));
}

// Fails for some of the jobs.
static bool fail_some(void *user, uint32_t job, VeerInputError *error)
{
    uint32_t *calls = user;
    calls[job]++;
    snprintf(error->text, sizeof error->text, "job %u", job);
    return job < 30 || job % 3 != 0;
}

static void batch_gives_the_first_error_for_any_workers(void **state)
{
    (void)state;
    for (uint32_t workers = 1; workers <= 8; workers++) {
        uint32_t calls[100] = {0};
        VeerInputError error = {""};
        VeerBatch batch = {fail_some, calls, 100, workers, "", true};
        assert_false(veer_batch_run(&batch, &error));
        assert_string_equal(error.text, "job 30");
        for (uint32_t i = 0; i <= 30; i++) {
            assert_int_equal(calls[i], 1);
        }
    }
}

static void batch_does_each_job_once(void **state)
{
    (void)state;
    for (uint32_t workers = 0; workers <= 5; workers++) {
        uint32_t calls[30] = {0};
        VeerInputError error = {""};
        VeerBatch batch = {fail_some, calls, 30, workers, "", true};
        assert_true(veer_batch_run(&batch, &error));
        for (uint32_t i = 0; i < 30; i++) {
            assert_int_equal(calls[i], 1);
        }
    }
}

static double number(const json_t *row, const char *key)
{
    const json_t *value = json_object_get(row, key);
    assert_non_null(value);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static void odds_has_a_row_a_class_and_model(void **state)
{
    (void)state;
    json_t *json = veer_json("odds --models none,pilot --classes usual,nimble --seeds 4 --json");
    assert_string_equal(json_string_value(json_object_get(json, "scene")), "odds");
    assert_int_equal(json_integer_value(json_object_get(json, "seeds")), 4);
    json_t *rows = json_object_get(json, "models"), *row;
    assert_int_equal(json_array_size(rows), 4);
    const char *const models[] = {"none", "pilot", "none", "pilot"};
    const char *const classes[] = {"usual", "usual", "nimble", "nimble"};
    size_t i;
    json_array_foreach(rows, i, row)
    {
        assert_string_equal(json_string_value(json_object_get(row, "model")), models[i]);
        assert_string_equal(json_string_value(json_object_get(row, "class")), classes[i]);
        double survival = number(row, "survival");
        assert_true(number(row, "low") <= survival && survival <= number(row, "high"));
        assert_true(number(row, "us_per_decision") >= 0.0);
        assert_true(number(row, "worst_seed") >= 1.0 && number(row, "worst_seed") <= 4.0);
        assert_non_null(json_object_get(row, "time_ratio"));
    }
    json_decref(json);
}

// A lone rock far from the path: a ship that avoids nothing comes through too.
#define EMPTY_FIELD                                                                                \
    "--set obstacles[0].count=1 --set 'obstacles[0].lower=[0,60]' --set "                          \
    "'obstacles[0].upper=[0.001,60.001]' --set obstacles[0].speed=0 --set "                        \
    "'groups[0].place={\"kind\": \"points\", \"points\": [[-150, 0]]}'"

static void odds_are_certain_where_nothing_is_in_the_way(void **state)
{
    (void)state;
    json_t *json = veer_json("odds --models none --classes usual --seeds 3 --json " EMPTY_FIELD);
    json_t *row = json_array_get(json_object_get(json, "models"), 0);
    assert_true(number(row, "survival") == 1.0);
    assert_true(number(row, "high") == 1.0);
    assert_true(number(row, "low") < 0.5);
    // A twelfth of a second to get up to speed, and little else.
    assert_true(number(row, "time_ratio") > 1.0 && number(row, "time_ratio") < 1.05);
    json_decref(json);
}

static void odds_count_any_touch_though_bodies_never_overlap(void **state)
{
    (void)state;
    // A static rock right on the path, much larger than the ship.
    json_t *json = veer_json(
        "odds --models none --classes usual --seeds 2 --json --set obstacles[0].count=1 --set "
        "'obstacles[0].lower=[0,0]' --set 'obstacles[0].upper=[0.001,0.001]' --set "
        "obstacles[0].speed=0 --set 'groups[0].place={\"kind\": \"points\", \"points\": [[-150, "
        "1]]}'");
    json_t *row = json_array_get(json_object_get(json, "models"), 0);
    assert_true(number(row, "survival") == 0.0);
    assert_true(json_is_null(json_object_get(row, "time_ratio")));
    json_decref(json);
}

static void odds_do_not_count_who_comes_late(void **state)
{
    (void)state;
    json_t *json =
        veer_json("odds --models none --classes usual --seeds 2 --json --duration 5 " EMPTY_FIELD);
    assert_true(number(json_array_get(json_object_get(json, "models"), 0), "survival") == 0.0);
    json_decref(json);
}

// The odds, less what depends on the clock.
static json_t *timeless(const char *arguments)
{
    json_t *json = veer_json(arguments), *row;
    size_t i;
    json_array_foreach(json_object_get(json, "models"), i, row)
    {
        json_object_del(row, "us_per_decision");
    }
    return json;
}

#define TWO_AND_TWO "odds --models crowd,pilot --classes usual,nimble --seeds 2 --json --workers "

static void odds_are_the_same_for_any_workers(void **state)
{
    (void)state;
    json_t *one = timeless(TWO_AND_TWO "1");
    json_t *many = timeless(TWO_AND_TWO "5");
    assert_true(json_equal(one, many));
    json_decref(one);
    json_decref(many);
}

static void odds_in_space_too(void **state)
{
    (void)state;
    json_t *json = veer_json("odds odds-3d --models pilot --classes usual --seeds 2 --json");
    assert_string_equal(json_string_value(json_object_get(json, "scene")), "odds-3d");
    json_decref(json);
}

static void odds_take_the_dimensions_and_single_names(void **state)
{
    (void)state;
    json_t *json = veer_json("odds --dims 3 --model none --class usual --seeds 1 --json");
    assert_string_equal(json_string_value(json_object_get(json, "scene")), "odds-3d");
    assert_int_equal(json_array_size(json_object_get(json, "models")), 1);
    json_decref(json);
    json = veer_json("odds --dims 2 --model none --class usual --seeds 1 --json");
    assert_string_equal(json_string_value(json_object_get(json, "scene")), "odds");
    json_decref(json);
}

/// The ship of e8 is in its defaults, and there are five.
static void odds_find_the_ship_of_the_defaults(void **state)
{
    (void)state;
    json_t *json = veer_json("odds e8 --models pilot --seeds 1 --json");
    const json_t *rows = json_object_get(json, "models");
    assert_int_equal(json_array_size(rows), 3);
    assert_true(number(json_array_get(rows, 0), "survival") == 1.0);
    json_decref(json);
}

static void more_and_faster_rocks_leave_fewer(void **state)
{
    (void)state;
    json_t *thin =
        veer_json("odds --models crowd --classes nimble --seeds 12 --density 0.1 --json");
    json_t *thick = veer_json("odds --models crowd --classes nimble --seeds 12 --speed 3 --json");
    double few = number(json_array_get(json_object_get(thin, "models"), 0), "survival");
    double many = number(json_array_get(json_object_get(thick, "models"), 0), "survival");
    assert_true(few > many + 0.3);
    json_decref(thin);
    json_decref(thick);
}

static void odds_writes_its_files(void **state)
{
    (void)state;
    if (system("ffmpeg -version >odds-test.out 2>&1") != 0) {
        skip();
    }
    remove("odds-test.out");
    remove_folder();
    const Call *call =
        veer("odds --models whiskers --classes usual --seeds 2 --duration 4 --out " CALLER_FOLDER);
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, "whiskers"));
    assert_true(starts_with(CALLER_FOLDER "/odds.png", "\x89PNG"));
    assert_true(starts_with(CALLER_FOLDER "/odds.svg", "<?xml"));
    assert_true(starts_with(CALLER_FOLDER "/odds.csv", "model,class,survival,low,high,"));
    assert_true(exists(CALLER_FOLDER "/worst-whiskers.mp4"));
    assert_true(exists(CALLER_FOLDER "/summary.json"));
    assert_int_equal(system("test $(ls -A " CALLER_FOLDER " | wc -l) = 6"), 0);
    // The flight that is filmed can be flown again.
    assert_int_equal(veer("run " CALLER_FOLDER "/worst-whiskers.json --quiet")->status, 0);
    remove_folder();
}

static void odds_needs_ffmpeg_before_it_begins(void **state)
{
    (void)state;
    remove_folder();
    char line[1000];
    snprintf(line, sizeof line,
             "PATH=/nowhere '%s' odds --seeds 100000 --out " CALLER_FOLDER " 2>odds-test.err",
             VEER_COMMAND);
    int status = system(line);
    assert_int_equal(WEXITSTATUS(status), 2);
    assert_int_equal(system("grep -q '^veer: ffmpeg: is not installed' odds-test.err"), 0);
    remove("odds-test.err");
    assert_false(exists(CALLER_FOLDER));
}

static void odds_tells_in_one_line_what_is_wrong(void **state)
{
    (void)state;
    remove_folder();
    assert_refused("odds --classes usual,clumzy",
                   "veer: --classes: no class of ships 'clumzy'; did you mean clumsy?\n");
    assert_refused("odds --models pilo", "veer: --models: no model 'pilo'; did you mean pilot?\n");
    assert_refused("odds odd", "veer: odd: no scene or file of that name; did you mean 'odds'?\n");
    assert_refused("odds --density 0",
                   "veer: --density: must be a number over 0 and at most 100, is '0'\n");
    assert_refused("odds --density 40 --seeds 1",
                   "veer: odds: obstacles[0]: has no room for 4000 balls, must be larger or hold "
                   "fewer\n");
    assert_refused("odds e1 --seeds 1",
                   "veer: e1: obstacles: must have some of the kind \"field\", "
                   "for odds\n");
    assert_refused(
        "odds --set groups[0].radius=0",
        "veer: odds: groups[0] or defaults: must state radius and max_speed as numbers, for "
        "a class of ships\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_gives_the_known_intervals),
        cmocka_unit_test(wilson_stays_within_0_and_1_and_holds_the_share),
        cmocka_unit_test(batch_gives_the_first_error_for_any_workers),
        cmocka_unit_test(batch_does_each_job_once),
        cmocka_unit_test(odds_has_a_row_a_class_and_model),
        cmocka_unit_test(odds_are_certain_where_nothing_is_in_the_way),
        cmocka_unit_test(odds_count_any_touch_though_bodies_never_overlap),
        cmocka_unit_test(odds_do_not_count_who_comes_late),
        cmocka_unit_test(odds_are_the_same_for_any_workers),
        cmocka_unit_test(odds_in_space_too),
        cmocka_unit_test(odds_take_the_dimensions_and_single_names),
        cmocka_unit_test(odds_find_the_ship_of_the_defaults),
        cmocka_unit_test(more_and_faster_rocks_leave_fewer),
        cmocka_unit_test(odds_writes_its_files),
        cmocka_unit_test(odds_needs_ffmpeg_before_it_begins),
        cmocka_unit_test(odds_tells_in_one_line_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
