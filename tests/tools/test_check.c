// veer check, what veer run warns of, and the guides.
#define _POSIX_C_SOURCE 200809L
#define CALLER_FOLDER "check-test"
#include "caller.h"

#define ODD CALLER_FOLDER ".json"

static void write_scenario(const char *text)
{
    FILE *file = fopen(ODD, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void check_tells_who_overlaps_what(void **state)
{
    (void)state;
    write_scenario("{\"obstacles\": [{\"kind\": \"ball\", \"position\": [20, 0], \"radius\": 2},"
                   " {\"kind\": \"chain\", \"points\": [[40, -5], [40, 5]]}],"
                   " \"groups\": [{\"place\": {\"kind\": \"points\", \"points\": [[0, 0], [0.4, 0],"
                   " [20, 1], [30, 0], [40.3, 0]]}}]}");
    const Call *call = veer("check " ODD);
    assert_int_equal(call->status, 1);
    assert_string_equal(call->out, ODD ": 5 agents, 3 warnings\n");
    assert_string_equal(
        call->err, "veer: " ODD ": warning: agent 1 overlaps agent 2 by 0.6 m at the start, at (0, "
                   "0, 0)\n"
                   "veer: " ODD ": warning: agent 3 is within an obstacle at the start, at (20, 1, "
                   "0)\n"
                   "veer: " ODD ": warning: agent 5 overlaps an obstacle by 0.2 m at the start, at "
                   "(40.3, 0, 0)\n");
    // A run warns, and goes on; the first of many, and how many more there are.
    call = veer("run --json --duration 0.1 " ODD);
    assert_int_equal(call->status, 0);
    assert_non_null(strstr(call->err, "warning: agent 1 overlaps agent 2"));
    assert_string_equal(veer("run --quiet --duration 0.1 " ODD)->err, "");
    write_scenario("{\"groups\": [{\"count\": 12, \"place\": {\"kind\": \"line\", \"from\": [0, 0],"
                   " \"to\": [3, 0]}}]}");
    call = veer("check --quiet " ODD);
    assert_int_equal(call->status, 1);
    assert_string_equal(call->out, "");
    assert_non_null(strstr(call->err, "more agents overlap another agent\n"));
    remove(ODD);
}

static void check_tells_of_maps_and_of_nothing(void **state)
{
    (void)state;
    write_scenario("{\"map\": {\"rows\": [\"....\", \".@..\", \"....\"]}, \"groups\": [{\"place\":"
                   " {\"kind\": \"points\", \"points\": [[1.5, 1.5]]}, \"radius\": 0.2}]}");
    const Call *call = veer("check " ODD);
    assert_int_equal(call->status, 1);
    assert_non_null(strstr(call->err, "agent 1 is within what is blocked on the map"));
    write_scenario("{}");
    call = veer("check " ODD);
    assert_int_equal(call->status, 1);
    assert_string_equal(call->err,
                        "veer: " ODD ": warning: has no agents, there is nothing to run\n");
    assert_int_equal(veer("run --duration 0.1 " ODD)->status, 0);
    write_scenario("{\"groups\": 1}");
    assert_int_equal(veer("check " ODD)->status, 2);
    remove(ODD);
    call = veer("check e1 doorway two-doors odds-3d e18");
    assert_int_equal(call->status, 0);
    assert_string_equal(call->err, "");
}

// All commands and options are in every guide, since both are made from one table.
static void guides_tell_every_command_and_option(void **state)
{
    (void)state;
    const char *const forms[] = {"man", "bash", "zsh", "fish"};
    const char *const words[] = {"run",     "compare", "check",   "bench",
                                 "workers", "input",   "duration"};
    for (size_t form = 0; form < 4; form++) {
        char line[40];
        snprintf(line, sizeof line, "--guide %s", forms[form]);
        const Call *call = veer(line);
        assert_int_equal(call->status, 0);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            assert_non_null(strstr(call->out, words[i]));
        }
    }
    assert_int_equal(veer("--guide man | head -1 | grep -q '^.TH VEER 1 '")->status, 0);
    assert_int_equal(veer("--guide bash | bash -n")->status, 0);
    const Call *call = veer("--guide perl");
    assert_int_equal(call->status, 2);
    assert_string_equal(call->err, "veer: --guide: must be man, bash, zsh or fish, is 'perl'\n");
}

// What a shell offers for the beginning of an option.
static void bash_completes_options(void **state)
{
    (void)state;
    assert_int_equal(system("bash -c 'source <(\"" VEER_COMMAND "\" --guide bash); "
                            "COMP_WORDS=(veer plan --pl); COMP_CWORD=2; _veer; "
                            "test \"${COMPREPLY[*]}\" = --planner; "
                            "COMP_WORDS=(veer ch); COMP_CWORD=1; _veer; "
                            "test \"${COMPREPLY[*]}\" = check'"),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_tells_who_overlaps_what),
        cmocka_unit_test(check_tells_of_maps_and_of_nothing),
        cmocka_unit_test(guides_tell_every_command_and_option),
        cmocka_unit_test(bash_completes_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
