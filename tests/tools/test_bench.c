#define _POSIX_C_SOURCE 200809L
#define CALLER_FOLDER "bench-test"
#include "tools/caller.h"

#include "veer/api.h"

#include <math.h>

#define MAP "bench-test.map"

// Some floor with a wall, wide enough for discs of radius 8 and paths of 50 cells.
static int write_map(void **state)
{
    (void)state;
    FILE *file = fopen(MAP, "wb");
    assert_non_null(file);
    fputs("type octile\nheight 90\nwidth 100\nmap\n", file);
    for (int y = 0; y < 90; y++) {
        for (int x = 0; x < 100; x++) {
            fputc(x == 40 && y > 20 ? '@' : '.', file);
        }
        fputc('\n', file);
    }
    assert_int_equal(fclose(file), 0);
    return 0;
}

static int remove_map(void **state)
{
    (void)state;
    return remove(MAP);
}

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static const json_t *row_of(const json_t *json, const char *what)
{
    size_t i;
    const json_t *row;
    json_array_foreach(json_object_get(json, "rows"), i, row)
    {
        if (strcmp(json_string_value(json_object_get(row, "what")), what) == 0) {
            return row;
        }
    }
    fail_msg("no row %s", what);
    return NULL;
}

static void each_row_tells_its_spread(void **state)
{
    (void)state;
    static const char *const names[] = {"occupancy", "bitmaps", "dilation", "labels",    "upkeep",
                                        "field",     "window",  "path",     "short-path"};
    json_t *json = veer_json("bench maps " MAP " --ticks 12 --json --quiet");
    assert_int_equal(json_array_size(json_object_get(json, "rows")), 9);
    for (size_t i = 0; i < 9; i++) {
        const json_t *row = row_of(json, names[i]);
        assert_string_equal(json_string_value(json_object_get(row, "map")), MAP);
        double median = number(row, "median");
        assert_true(median >= number(row, "p10") && median <= number(row, "p90"));
        assert_true(number(row, "p10") >= 0.0 && number(row, "p90") <= number(row, "p99"));
    }
    json_decref(json);
}

static void ticks_say_how_often(void **state)
{
    (void)state;
    json_t *json = veer_json("bench maps " MAP " --ticks 12 --json --quiet --seed 3");
    assert_true(number(row_of(json, "upkeep"), "count") == 12.0);
    assert_true(number(row_of(json, "path"), "count") == 120.0);
    assert_true(number(row_of(json, "field"), "count") == 2.0);
    assert_string_equal(json_string_value(json_object_get(row_of(json, "path"), "unit")), "us");
    assert_string_equal(json_string_value(json_object_get(row_of(json, "field"), "unit")), "ms");
    json_decref(json);
}

static void without_a_map_it_is_an_empty_one(void **state)
{
    (void)state;
    const Call *call = veer("bench maps --ticks 1");
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, "empty, 1024 x 1024 cells"));
    assert_non_null(strstr(call->out, "\nupkeep "));
    assert_string_equal(veer("bench maps " MAP " --ticks 1 --quiet")->out, "");
}

static void crowds_are_timed_stage_by_stage(void **state)
{
    (void)state;
    json_t *json = veer_json("bench e14 --ticks 20 --json --quiet --workers 2");
    const json_t *row = json_array_get(json_object_get(json, "rows"), 0);
    assert_string_equal(json_string_value(json_object_get(row, "scene")), "e14");
    assert_string_equal(json_string_value(json_object_get(row, "model")), "crowd");
    assert_true(number(row, "agents") == 72.0 && number(row, "dimension") == 2.0);
    assert_true(number(row, "workers") == 2.0 && number(row, "ticks") == 20.0);
    double median = number(row, "ns_per_agent_tick"), sum = 0.0;
    assert_true(number(row, "p10") <= median && median <= number(row, "p90"));
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(row, "stages"), name, value)
    {
        assert_true(json_number_value(value) >= 0.0);
        sum += json_number_value(value);
    }
    assert_int_equal(json_object_size(json_object_get(row, "stages")), 6);
    assert_true(sum > 0.0 && sum <= 2.0 * number(row, "p90"));
    json_decref(json);
}

static void crowds_of_the_bench_itself_have_any_number_of_agents(void **state)
{
    (void)state;
    static const char *const names[] = {"dense-3d", "jam", "bottleneck", "plan", "squads-open"};
    static const double usual[] = {1000, 1000, 500, 500, 240};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (uint32_t agents = 0; agents < 31; agents += 30) {
            char line[200], number_of[40] = "";
            if (agents > 0) {
                snprintf(number_of, sizeof number_of, "--agents %u", agents);
            }
            snprintf(line, sizeof line, "bench %s %s --ticks 2 --json --quiet", names[i],
                     number_of);
            json_t *json = veer_json(line);
            const json_t *row = json_array_get(json_object_get(json, "rows"), 0);
            assert_string_equal(json_string_value(json_object_get(row, "scene")), names[i]);
            assert_true(number(row, "agents") == (agents > 0 ? agents : usual[i]));
            assert_true(number(row, "dimension") == (i == 0 ? 3.0 : 2.0));
            assert_true(number(row, "p90") <= number(row, "p99"));
            json_decref(json);
        }
    }
    assert_refused("bench jam --model orac",
                   "veer: --model: no model 'orac'; did you mean orca?\n");
}

static void instructions_are_those_asked_for(void **state)
{
    (void)state;
    uint32_t count = 0;
    for (; veer_isa_name((VeerIsa)(count + VEER_ISA_BASE)); count++) {
        const char *isa = veer_isa_name((VeerIsa)(count + VEER_ISA_BASE));
        char line[200];
        snprintf(line, sizeof line, "bench dense --agents 60 --ticks 2 --json --quiet --isa %s",
                 isa);
        json_t *json = veer_json(line);
        const json_t *row = json_array_get(json_object_get(json, "rows"), 0);
        assert_string_equal(json_string_value(json_object_get(row, "isa")), isa);
        json_decref(json);
    }
    assert_in_range(count, 1, VEER_ISA_COUNT - VEER_ISA_BASE);
    const Call *call = veer("bench dense --agents 60 --ticks 2 --isa avx1024");
    assert_int_equal(call->status, 2);
    assert_non_null(strstr(call->err, "--isa: no instruction set here 'avx1024'"));
}

static void going_back_comes_to_the_same_hashes(void **state)
{
    (void)state;
    json_t *json = veer_json("bench rollback e14 --ticks 3 --json --quiet");
    static const char *const kinds[] = {"save", "restore", "ticks", "rollback", "extra"};
    const json_t *rows = json_object_get(json, "rows");
    assert_int_equal(json_array_size(rows), 5);
    for (size_t i = 0; i < 5; i++) {
        const json_t *row = json_array_get(rows, i);
        assert_string_equal(json_string_value(json_object_get(row, "what")), kinds[i]);
        assert_true(json_is_true(json_object_get(row, "is_same")));
        assert_true(number(row, "agents") == 72.0 && number(row, "back") == 60.0);
        assert_true(number(row, "count") == 3.0 && number(row, "bytes") > 1000.0);
        assert_true(number(row, "p10") <= number(row, "median"));
        assert_true(number(row, "median") <= number(row, "p90"));
    }
    json_decref(json);
    const Call *call = veer("bench rollback --agents 20 --ticks 2");
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, "20 agents, 60 ticks back"));
    assert_non_null(strstr(call->out, "the same hashes"));
    assert_int_equal(veer("bench rollback nowhere")->status, 2);
}

static void questions_are_timed_by_kind(void **state)
{
    (void)state;
    static const char *const kinds[] = {"box",     "nearest",   "ray",
                                        "is_free", "find_free", "find_path"};
    json_t *json = veer_json("bench queries --agents 200 --ticks 20 --json --quiet");
    const json_t *rows = json_object_get(json, "rows");
    assert_int_equal(json_array_size(rows), sizeof kinds / sizeof *kinds);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        assert_string_equal(json_string_value(json_object_get(row, "query")), kinds[i]);
        assert_string_equal(json_string_value(json_object_get(row, "unit")), "us");
        assert_true(number(row, "agents") == 200.0 && number(row, "count") == 20.0);
        assert_true(number(row, "p10") > 0.0 && number(row, "p10") <= number(row, "median"));
        assert_true(number(row, "median") <= number(row, "p90"));
    }
    json_decref(json);
    const Call *call = veer("bench queries --agents 50 --ticks 2");
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, "find_path"));
    assert_refused("bench queries e12", "veer: bench: 'e12': one word too many\n");
    assert_refused("bench doors e12", "veer: bench: 'e12': one word too many\n");
}

static void made_maps_are_run_by_seed(void **state)
{
    (void)state;
    json_t *json = veer_json("bench mapf blocked --agents 5 --seed 3 --seeds 2 --json --quiet");
    const json_t *rows = json_object_get(json, "rows");
    assert_int_equal(json_array_size(rows), 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *row = json_array_get(rows, i);
        assert_string_equal(json_string_value(json_object_get(row, "map")), "blocked");
        assert_true(number(row, "seed") == 3.0 + (double)i);
        assert_true(number(row, "agents") == 5.0 && number(row, "arrived") == 5.0);
        assert_true(number(row, "contacts") == 0.0 && number(row, "worst_penetration") <= 0.01);
        // A taut path is shorter than one of whole steps, by 8% at most; 0.5 m count as arrived.
        assert_true(number(row, "makespan_s") >= 0.9 * number(row, "longest_free_s") - 0.4);
        assert_true(number(row, "worst_tick_ms") >= number(row, "mean_tick_ms"));
    }
    double first = number(json_array_get(rows, 0), "longest_free_s");
    assert_true(number(json_array_get(rows, 1), "longest_free_s") != first);
    json_decref(json);
}

static void maps_of_files_are_run_too(void **state)
{
    (void)state;
    const Call *call = veer("bench mapf " MAP " --agents 3 --quiet");
    assert_int_equal(call->status, 0);
    assert_string_equal(call->out, "");
    call = veer("bench mapf rooms-4 --agents 3");
    assert_non_null(strstr(call->out, "\nrooms-4 "));
    assert_non_null(strstr(call->out, "3 of    3"));
    assert_refused("bench mapf no-such.map",
                   "veer: no-such.map: cannot be read: No such file or directory\n");
}

static void doors_are_measured_with_and_without_a_map(void **state)
{
    (void)state;
    json_t *json = veer_json("bench doors --agents 12 --json --quiet");
    const json_t *rows = json_object_get(json, "rows");
    assert_int_equal(json_array_size(rows), 10);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        assert_int_equal(json_is_true(json_object_get(row, "has_map")), i >= 5);
        assert_true(number(row, "agents") == 36.0 && number(row, "arrived") == 36.0);
        assert_true(number(row, "turning_rad_s") > 0.0 && number(row, "turning_rad_s") < 20.0);
        assert_true(number(row, "reversals_per_s") >= 0.0 && number(row, "flow_per_s") > 0.5);
        assert_true(number(row, "waste") > 0.0 && number(row, "waste") < 0.5);
        assert_true(number(row, "worst_penetration") <= 0.01 && number(row, "swept_m") < 2.0);
        assert_true(number(row, "last_s") > 8.0 && number(row, "last_s") < 30.0);
    }
    json_decref(json);
    const Call *call = veer("bench doors --agents 1 --seed 7");
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, " 2.5 map     3 of    3 "));
}

static void doors_are_measured_at_the_tick_that_is_asked_for(void **state)
{
    (void)state;
    double last[3];
    const char *const lines[] = {"bench doors --agents 4 --json --quiet",
                                 "bench doors --agents 4 --dt 0.016666667 --json --quiet",
                                 "bench doors --agents 4 --dt 0.25 --json --quiet"};
    for (int i = 0; i < 3; i++) {
        json_t *json = veer_json(lines[i]);
        last[i] = number(json_array_get(json_object_get(json, "rows"), 0), "last_s");
        json_decref(json);
    }
    assert_true(fabs(last[0] - last[1]) < 0.02);
    // Whole ticks of a quarter second.
    assert_true(last[2] > 0.0 && fabs(fmod(last[2], 0.25)) < 1e-6 && last[2] != last[0]);
}

static void without_a_name_several_crowds_are_timed(void **state)
{
    (void)state;
    const Call *call = veer("bench --ticks 2 --agents 50");
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->out, "\ncrossing "));
    assert_non_null(strstr(call->out, "\ncircle "));
    assert_non_null(strstr(call->out, "\nsphere "));
    assert_non_null(strstr(call->out, "\nsquads-open "));
}

static void what_cannot_be_measured_is_refused(void **state)
{
    (void)state;
    assert_refused("bench crossin",
                   "veer: crossin: no scene or file of that name; did you mean 'crossing'?\n");
    assert_refused("bench e11 e12", "veer: bench: 'e12': one word too many\n");
    assert_refused("bench e11 --model orac",
                   "veer: --model: no model 'orac'; did you mean orca?\n");
    assert_refused("bench maps none.map",
                   "veer: none.map: cannot be read: No such file or directory\n");
    assert_refused("bench maps --ticks 0",
                   "veer: --ticks: must be a whole number from 1 to 100000, is '0'\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_tells_its_spread),
        cmocka_unit_test(ticks_say_how_often),
        cmocka_unit_test(without_a_map_it_is_an_empty_one),
        cmocka_unit_test(crowds_are_timed_stage_by_stage),
        cmocka_unit_test(crowds_of_the_bench_itself_have_any_number_of_agents),
        cmocka_unit_test(instructions_are_those_asked_for),
        cmocka_unit_test(going_back_comes_to_the_same_hashes),
        cmocka_unit_test(questions_are_timed_by_kind),
        cmocka_unit_test(made_maps_are_run_by_seed),
        cmocka_unit_test(maps_of_files_are_run_too),
        cmocka_unit_test(doors_are_measured_with_and_without_a_map),
        cmocka_unit_test(doors_are_measured_at_the_tick_that_is_asked_for),
        cmocka_unit_test(without_a_name_several_crowds_are_timed),
        cmocka_unit_test(what_cannot_be_measured_is_refused),
    };
    return cmocka_run_group_tests(tests, write_map, remove_map);
}
