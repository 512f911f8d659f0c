// The command as a user calls it: what it prints, writes and refuses.
#define _POSIX_C_SOURCE 200809L
#define CALLER_FOLDER "command-test"
#include "caller.h"
#include "run_keys.h"

#include "veer/version.h"

#define KEY_COUNT (sizeof run_keys / sizeof *run_keys)

static json_t *parse(const char *text)
{
    json_error_t error;
    json_t *json = json_loads(text, 0, &error);
    if (!json) {
        fail_msg("%s in: %.200s", error.text, text);
    }
    return json;
}

static void run_prints_every_key_as_json(void **state)
{
    (void)state;
    const Call *call = veer("run e1 --json");
    assert_int_equal(call->status, 0);
    assert_string_equal(call->err, "");
    json_t *json = parse(call->out);
    assert_int_equal(json_object_size(json), KEY_COUNT);
    for (size_t i = 0; i < KEY_COUNT; i++) {
        assert_non_null(json_object_get(json, run_keys[i]));
    }
    assert_string_equal(json_string_value(json_object_get(json, "scene")), "e1");
    assert_string_equal(json_string_value(json_object_get(json, "model")), "crowd");
    assert_int_equal(json_integer_value(json_object_get(json, "arrived")), 1);
    assert_int_equal(strlen(json_string_value(json_object_get(json, "hash"))), 16);
    json_decref(json);
}

static void run_prints_null_for_what_makes_no_sense(void **state)
{
    (void)state;
    // Nobody arrives within a tenth of a second, so there is no ratio.
    const Call *call = veer("run e1 --json --duration 0.1 --set 'expect={}'");
    json_t *json = parse(call->out);
    assert_true(json_is_null(json_object_get(json, "time_ratio")));
    json_decref(json);
}

static void run_repeats_bit_by_bit_for_any_workers(void **state)
{
    (void)state;
    json_t *one = parse(veer("run e14 --json --duration 3")->out);
    json_t *two = parse(veer("run e14 --json --duration 3 --workers=2")->out);
    assert_true(json_equal(json_object_get(one, "hash"), json_object_get(two, "hash")));
    assert_int_equal(json_integer_value(json_object_get(two, "workers")), 2);
    json_decref(one);
    json_decref(two);
}

static void run_of_seeds_adds_up(void **state)
{
    (void)state;
    json_t *json = parse(veer("run e5 --json --seeds 3 --seed 7")->out);
    json_t *runs = json_object_get(json, "runs"), *total = json_object_get(json, "total");
    assert_int_equal(json_array_size(runs), 3);
    json_int_t arrived = 0;
    double seconds = 0.0;
    for (size_t i = 0; i < 3; i++) {
        json_t *run = json_array_get(runs, i);
        assert_int_equal(json_integer_value(json_object_get(run, "seed")), 7 + i);
        arrived += json_integer_value(json_object_get(run, "arrived"));
        seconds += json_number_value(json_object_get(run, "time_s"));
    }
    assert_int_equal(json_integer_value(json_object_get(total, "arrived")), arrived);
    double mean = json_number_value(json_object_get(total, "time_s"));
    assert_true(mean > seconds / 3.0 - 1e-6 && mean < seconds / 3.0 + 1e-6);
    assert_true(json_number_value(json_object_get(total, "time_s_low")) <= mean);
    assert_true(json_number_value(json_object_get(total, "time_s_high")) >= mean);
    for (size_t i = 0; i < KEY_COUNT; i++) {
        assert_non_null(json_object_get(total, run_keys[i]));
    }
    json_decref(json);
}

static void run_of_many_seeds_loses_no_count(void **state)
{
    (void)state;
    json_t *json = parse(veer("run e5 --model magnets --json --seeds 40")->out);
    static const char *const counts[] = {"ticks", "arrived", "obstacle_touches", "stuck_agents"};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        json_int_t sum = 0;
        for (size_t i = 0; i < 40; i++) {
            json_t *run = json_array_get(json_object_get(json, "runs"), i);
            sum += json_integer_value(json_object_get(run, counts[k]));
        }
        json_t *total = json_object_get(json, "total");
        assert_int_equal(json_integer_value(json_object_get(total, counts[k])), sum);
        assert_int_not_equal(sum, k == 1 ? 40 : -1); // some do not arrive
    }
    json_decref(json);
}

static void run_exits_1_when_its_expectations_fail(void **state)
{
    (void)state;
    const Call *call = veer("run e1 --quiet --set 'expect={\"time_s\": {\"at_most\": 1}}'");
    assert_int_equal(call->status, 1);
    assert_string_equal(call->out, "");
    assert_non_null(strstr(call->err, "veer: e1: time_s: expected at most 1, is 10"));
    call = veer("run e1 --quiet --duration 0.1 --set 'expect={\"time_ratio\": {\"at_most\": 2}}'");
    assert_int_equal(call->status, 1);
    assert_string_equal(call->err, "veer: e1: time_ratio: expected a number, there is none\n");
}

static void run_prints_a_table(void **state)
{
    (void)state;
    const Call *call = veer("run e1");
    assert_non_null(strstr(call->out, "arrived"));
    assert_non_null(strstr(call->out, "of 1\n"));
    call = veer("run e5 --seeds 2");
    assert_non_null(strstr(call->out, "2 seeds"));
}

static void run_tells_who_has_no_way(void **state)
{
    (void)state;
    static const char path[] = "test_command_sealed.json";
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("{\"world\": {\"duration\": 3}, \"map\": {\"rows\": [\"....\", \".###\", \".#.#\", "
          "\".###\"]}, \"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0.5, 0.5]]}, "
          "\"goal\": {\"kind\": \"points\", \"points\": [[2.5, 1.5]]}, \"radius\": 0.3, "
          "\"route\": true}]}",
          file);
    fclose(file);
    const Call *call = veer("run test_command_sealed.json");
    remove(path);
    assert_non_null(strstr(call->out, "without a path"));
    call = veer("run e1");
    assert_null(strstr(call->out, "without a path"));
}

static void run_writes_its_files(void **state)
{
    (void)state;
    remove_folder();
    const Call *call = veer("run e16 --json --out " CALLER_FOLDER "/a/b");
    json_t *json = parse(call->out),
           *summary = json_load_file(CALLER_FOLDER "/a/b/summary.json", 0, NULL);
    assert_non_null(summary);
    assert_true(json_equal(json, summary));
    assert_true(starts_with(CALLER_FOLDER "/a/b/paths.png", "\x89PNG"));
    assert_true(starts_with(CALLER_FOLDER "/a/b/paths.svg", "<?xml"));
    assert_true(starts_with(CALLER_FOLDER "/a/b/trajectory.sqlite", "SQLite format 3"));
    assert_int_equal(system("test $(ls -A " CALLER_FOLDER "/a/b | wc -l) = 4"), 0);
    assert_true(size_of(CALLER_FOLDER "/a/b/paths.svg") < 600000);
    json_decref(json);
    json_decref(summary);
    remove_folder();
}

static void errors_are_one_line_with_what_would_be_right(void **state)
{
    (void)state;
    remove_folder();
    assert_refused("", "veer: says not what to do: list, run, compare, odds, render, plan, bench, "
                       "check, replay and explain; see veer --help\n");
    assert_refused("rnu e1", "veer: rnu: no such command; did you mean run?\n");
    assert_refused("walk", "veer: walk: no such command; there are list, run, compare, odds, "
                           "render, plan, bench, check, replay and explain\n");
    assert_refused("run", "veer: run: says not what: veer run SCENE|FILE [OPTIONS]\n");
    assert_refused("run e1 e2", "veer: 'e2': one word too many: veer run SCENE|FILE [OPTIONS]\n");
    assert_refused("run e1 --agent 3",
                   "veer: --agent: no such option of run; did you mean --agents?\n");
    assert_refused("run e1 --xyzzy", "veer: --xyzzy: no such option of run; see veer run --help\n");
    assert_refused("list --json", "veer: --json: no such option of list; see veer list --help\n");
    assert_refused("run e1 --seed", "veer: --seed: needs a value: --seed S\n");
    assert_refused("run e1 --seed --json", "veer: --seed: needs a value: --seed S\n");
    assert_refused("run e1 --json=1", "veer: --json: takes no value\n");
    assert_refused("run e1 --dt fast",
                   "veer: --dt: must be a number of at least 1e-06 and at most 1, is 'fast'\n");
    assert_refused("run e1 --dt nan",
                   "veer: --dt: must be a number of at least 1e-06 and at most 1, is 'nan'\n");
    assert_refused("run e1 --workers 65",
                   "veer: --workers: must be a whole number from 1 to 64, is '65'\n");
    assert_refused("run e1 --agents -3",
                   "veer: --agents: must be a whole number from 1 to 16777216, is '-3'\n");
    assert_refused("run e1 --seed 18446744073709551616",
                   "veer: --seed: must be a whole number from 0 to 18446744073709551615, is "
                   "'18446744073709551616'\n");
    assert_refused("run e1 --set radius", "veer: --set: must be path=value, is 'radius'\n");
    assert_refused("run e1 --model orac --out " CALLER_FOLDER,
                   "veer: --model: no model 'orac'; did you mean orca?\n");
    assert_refused("run galaxi --out " CALLER_FOLDER,
                   "veer: galaxi: no scene or file of that name; did you mean 'galaxy'?\n");
    assert_refused("render x", "veer: render: needs --out FILE, ending in .svg, .png, .gif or "
                               ".mp4\n");
}

static void bad_input_writes_nothing(void **state)
{
    (void)state;
    remove_folder();
    assert_refused("run e1 --set groups[0].radius=-1 --out " CALLER_FOLDER,
                   "veer: e1: groups[0].radius: must be >= 0, is -1\n");
    const Call *call = veer("run e1 --out /dev/null/x");
    assert_int_equal(call->status, 2);
    assert_string_equal(call->err, "veer: /dev/null/x: cannot be written: Not a directory\n");
    call = veer("render nowhere --out x.png");
    assert_int_equal(call->status, 2);
    assert_string_equal(call->err,
                        "veer: nowhere: no such run; veer run SCENE --out DIR makes one\n");
}

static void a_failed_run_takes_away_what_it_made(void **state)
{
    (void)state;
    remove_folder();
    assert_int_equal(system("mkdir -p " CALLER_FOLDER "/kept/summary.json"), 0);
    const Call *call = veer("run e1 --out " CALLER_FOLDER "/kept");
    assert_int_equal(call->status, 2);
    assert_int_equal(system("test $(ls -A " CALLER_FOLDER "/kept | wc -l) = 1"), 0);
    remove_folder();
}

static void list_names_scenes_models_and_planners(void **state)
{
    (void)state;
    const Call *call = veer("list");
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, "asteroid-field"));
    assert_non_null(strstr(call->out, "\n  crowd\n"));
    assert_null(strstr(call->out, "\n  custom\n"));
    assert_non_null(strstr(call->out, "\n  polyanya\n"));
    assert_non_null(strstr(call->out, "\n  any-angle\n"));
}

static void models_of_hosts_are_not_the_commands(void **state)
{
    (void)state;
    assert_refused("run e1 --model custom",
                   "veer: --model: no model 'custom'; there are none, crowd, magnets, potential, "
                   "whiskers, rays, pilot, orca\n");
}

static void help_tells_every_option(void **state)
{
    (void)state;
    assert_non_null(strstr(veer("--help")->out, "Exit status"));
    const Call *call = veer("run --help");
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, "--seeds N"));
    assert_non_null(strstr(veer("render -h")->out, "--speed X"));
    assert_non_null(strstr(veer("list --help")->out, "veer list"));
}

static void version_is_that_of_the_headers(void **state)
{
    (void)state;
    const Call *call = veer("--version");
    assert_int_equal(call->status, 0);
    assert_string_equal(call->out, "veer " VEER_VERSION_TEXT "\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_prints_every_key_as_json),
        cmocka_unit_test(run_prints_null_for_what_makes_no_sense),
        cmocka_unit_test(run_repeats_bit_by_bit_for_any_workers),
        cmocka_unit_test(run_of_seeds_adds_up),
        cmocka_unit_test(run_of_many_seeds_loses_no_count),
        cmocka_unit_test(run_exits_1_when_its_expectations_fail),
        cmocka_unit_test(run_prints_a_table),
        cmocka_unit_test(run_tells_who_has_no_way),
        cmocka_unit_test(run_writes_its_files),
        cmocka_unit_test(errors_are_one_line_with_what_would_be_right),
        cmocka_unit_test(bad_input_writes_nothing),
        cmocka_unit_test(a_failed_run_takes_away_what_it_made),
        cmocka_unit_test(list_names_scenes_models_and_planners),
        cmocka_unit_test(models_of_hosts_are_not_the_commands),
        cmocka_unit_test(help_tells_every_option),
        cmocka_unit_test(version_is_that_of_the_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
