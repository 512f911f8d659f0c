#define _POSIX_C_SOURCE 200809L
#define CALLER_FOLDER "compare-test"
#include "caller.h"
#include "run_keys.h"

static void compare_has_a_row_a_scene_and_model(void **state)
{
    (void)state;
    json_t *json = veer_json("compare e12 e5 --models none,crowd --seeds 2 --json");
    json_t *rows = json_object_get(json, "rows"), *row;
    assert_int_equal(json_array_size(rows), 4);
    const char *const scenes[] = {"e12", "e12", "e5", "e5"};
    const char *const models[] = {"none", "crowd", "none", "crowd"};
    size_t i;
    json_array_foreach(rows, i, row)
    {
        assert_string_equal(json_string_value(json_object_get(row, "scene")), scenes[i]);
        assert_string_equal(json_string_value(json_object_get(row, "model")), models[i]);
        for (size_t key = 0; key < sizeof run_keys / sizeof *run_keys; key++) {
            assert_non_null(json_object_get(row, run_keys[key]));
        }
    }
    json_decref(json);
}

static void compare_finds_what_run_finds(void **state)
{
    (void)state;
    json_t *json = veer_json("compare e5 --models crowd --seeds 3 --seed 4 --json");
    json_t *run = veer_json("run e5 --model crowd --seeds 3 --seed 4 --json");
    json_t *row = json_array_get(json_object_get(json, "rows"), 0);
    json_t *total = json_object_get(run, "total");
    const char *const same[] = {"seed",    "ticks",     "time_s",
                                "arrived", "min_gap_m", "path_ratio_high"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_true(json_equal(json_object_get(row, same[i]), json_object_get(total, same[i])));
    }
    json_decref(json);
    json_decref(run);
}

// The rows of a comparison, less what depends on the clock.
static json_t *timeless_rows(const char *arguments)
{
    json_t *json = veer_json(arguments), *row;
    size_t i;
    json_array_foreach(json_object_get(json, "rows"), i, row)
    {
        const char *const clocks[] = {"wall_s", "ns_per_agent_tick"};
        for (size_t key = 0; key < 2; key++) {
            char name[40];
            json_object_del(row, clocks[key]);
            snprintf(name, sizeof name, "%s_low", clocks[key]);
            json_object_del(row, name);
            snprintf(name, sizeof name, "%s_high", clocks[key]);
            json_object_del(row, name);
        }
    }
    return json;
}

static void compare_is_the_same_for_any_workers(void **state)
{
    (void)state;
    json_t *one =
        timeless_rows("compare e5 e13 --models crowd,whiskers --seeds 3 --workers 1 --json");
    json_t *many =
        timeless_rows("compare e5 e13 --models crowd,whiskers --seeds 3 --workers 4 --json");
    assert_true(json_equal(one, many));
    json_decref(one);
    json_decref(many);
}

static void compare_takes_all_models_where_none_are_named(void **state)
{
    (void)state;
    json_t *json = veer_json("compare e11 --duration 0.2 --json");
    json_t *rows = json_object_get(json, "rows"), *row;
    size_t i;
    assert_true(json_array_size(rows) >= 6);
    json_array_foreach(rows, i, row)
    {
        assert_string_not_equal(json_string_value(json_object_get(row, "model")), "custom");
    }
    json_decref(json);
}

/// What nimble ships are fast enough for, clumsy ones are not.
static void compare_flies_a_class_of_ships(void **state)
{
    (void)state;
    double time[2] = {0.0, 0.0};
    const char *const calls[] = {"compare e8 --models pilot --class nimble --json",
                                 "compare e8 --models pilot --class clumsy --json"};
    for (int i = 0; i < 2; i++) {
        json_t *json = veer_json(calls[i]);
        json_t *row = json_array_get(json_object_get(json, "rows"), 0);
        time[i] = json_number_value(json_object_get(row, "time_s"));
        json_decref(json);
    }
    assert_true(time[1] > 1.2 * time[0]);
}

static void compare_prints_a_table_a_scene(void **state)
{
    (void)state;
    const Call *call = veer("compare e11 e12 --models none,crowd");
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, "e11: "));
    assert_non_null(strstr(call->out, "\n\ne12: "));
    assert_non_null(strstr(call->out, "\n  crowd "));
    assert_string_equal(veer("compare e11 --models none --quiet")->out, "");
}

static void compare_writes_its_files(void **state)
{
    (void)state;
    remove_folder();
    assert_int_equal(
        veer("compare e5 e2-3d e5 --models none,crowd --seeds 2 --quiet --out " CALLER_FOLDER
             "/a --csv " CALLER_FOLDER "/table.csv")
            ->status,
        0);
    assert_true(starts_with(CALLER_FOLDER "/a/compare.png", "\x89PNG"));
    assert_true(starts_with(CALLER_FOLDER "/a/compare.svg", "<?xml"));
    assert_true(starts_with(CALLER_FOLDER "/a/paths-e5.png", "\x89PNG"));
    assert_true(starts_with(CALLER_FOLDER "/a/paths-e5-2.svg", "<?xml"));
    assert_true(starts_with(CALLER_FOLDER "/a/paths-e2-3d.svg", "<?xml"));
    assert_true(starts_with(CALLER_FOLDER "/a/compare.csv", "scene,model,seed,dt,"));
    assert_int_equal(system("test $(ls -A " CALLER_FOLDER "/a | wc -l) = 10"), 0);
    // A line of names, then one for each of three scenes, two models and two seeds.
    assert_int_equal(system("test $(wc -l <" CALLER_FOLDER "/table.csv) = 13"), 0);
    assert_int_equal(system("test $(cut -d, -f1,2,3 " CALLER_FOLDER
                            "/table.csv | grep -c '^e2-3d,crowd,[01]$') = 2"),
                     0);
    assert_int_equal(system("cmp -s " CALLER_FOLDER "/a/compare.csv " CALLER_FOLDER "/table.csv"),
                     0);
    json_t *summary = json_load_file(CALLER_FOLDER "/a/summary.json", 0, NULL);
    assert_int_equal(json_array_size(json_object_get(summary, "rows")), 6);
    json_decref(summary);
    remove_folder();
}

static void compare_tells_in_one_line_what_is_wrong(void **state)
{
    (void)state;
    remove_folder();
    assert_refused("compare",
                   "veer: compare: says not what: veer compare SCENE|FILE... [OPTIONS]\n");
    assert_refused("compare e5 --models crowd,orac --out " CALLER_FOLDER,
                   "veer: --models: no model 'orac'; did you mean orca?\n");
    assert_refused(
        "compare e5 --models crowd,,none",
        "veer: --models: no model ''; there are none, crowd, magnets, potential, whiskers, "
        "rays, pilot, orca\n");
    assert_refused("compare e8 --models crowd --class nimble,usual",
                   "veer: --class: must be one class, is \"nimble,usual\"\n");
    assert_refused("compare e8 --models crowd --class big",
                   "veer: --class: no class of ships 'big'; there are nimble, usual, clumsy\n");
    assert_refused("compare e5 --models crowd --class usual --set groups[0].radius=0",
                   "veer: e5: groups[0] or defaults: must state radius and max_speed as "
                   "numbers, for a class of ships\n");
    assert_refused("compare e5 --models crowd,crowd", "veer: --models: crowd: is there twice\n");
    assert_refused("compare e5 e5x --models crowd --out " CALLER_FOLDER,
                   "veer: e5x: no scene or file of that name; did you mean 'e5'?\n");
    assert_refused("compare e5 --models crowd --set groups[0].radius=-1 --out " CALLER_FOLDER,
                   "veer: e5: groups[0].radius: must be >= 0, is -1\n");
    assert_refused("compare e11 --models crowd --out /dev/null/x",
                   "veer: /dev/null/x: cannot be written: Not a directory\n");
    assert_refused("compare e11 --models crowd --csv nowhere/x.csv --out " CALLER_FOLDER,
                   "veer: nowhere/x.csv: cannot be written: No such file or directory\n");
}

static void compare_leaves_nothing_when_it_cannot_write(void **state)
{
    (void)state;
    remove_folder();
    assert_int_equal(system("mkdir -p " CALLER_FOLDER "/summary.json"), 0);
    assert_int_equal(
        veer("compare e11 --models crowd --csv " CALLER_FOLDER ".csv --out " CALLER_FOLDER)->status,
        2);
    assert_int_equal(system("test $(ls -A " CALLER_FOLDER " | wc -l) = 1"), 0);
    assert_false(exists(CALLER_FOLDER ".csv"));
    remove_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compare_has_a_row_a_scene_and_model),
        cmocka_unit_test(compare_finds_what_run_finds),
        cmocka_unit_test(compare_is_the_same_for_any_workers),
        cmocka_unit_test(compare_takes_all_models_where_none_are_named),
        cmocka_unit_test(compare_flies_a_class_of_ships),
        cmocka_unit_test(compare_prints_a_table_a_scene),
        cmocka_unit_test(compare_writes_its_files),
        cmocka_unit_test(compare_tells_in_one_line_what_is_wrong),
        cmocka_unit_test(compare_leaves_nothing_when_it_cannot_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
