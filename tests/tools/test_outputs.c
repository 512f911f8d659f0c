// What the command does not write: over what is no file, to full disks, to nobody.
#define _POSIX_C_SOURCE 200809L
#define CALLER_FOLDER "outputs-test"
#include "caller.h"

#include <unistd.h>

// A line of a shell, $V being the command.
static int shell(const char *line)
{
    char text[2000];
    snprintf(text, sizeof text, "V='%s'; { %s; } 2>" CALLER_FOLDER ".err", VEER_COMMAND, line);
    int status = system(text);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void assert_said(const char *text)
{
    char found[600];
    FILE *file = fopen(CALLER_FOLDER ".err", "r");
    caller_read(file, found, sizeof found);
    fclose(file);
    assert_string_equal(found, text);
    remove(CALLER_FOLDER ".err");
}

static void make_folder(void)
{
    remove_folder();
    assert_int_equal(shell("mkdir " CALLER_FOLDER), 0);
}

#define COMPARE "compare e11 --duration 0.1 --models crowd --quiet "
#define RUN "run e11 --duration 0.1 --set expect={} "
#define ONLY "only regular files are replaced\n"

static void outputs_replace_nothing_but_files(void **state)
{
    (void)state;
    make_folder();
    assert_int_equal(shell("cd " CALLER_FOLDER
                           " && mkdir d && mkfifo f && echo kept >k && ln -s k l.svg && "
                           "mkdir t && ln -s ../k t/summary.json"),
                     0);
    assert_int_equal(shell("$V " COMPARE "--csv /dev/null"), 2);
    assert_said("veer: /dev/null: cannot be written: it is a device; " ONLY);
    assert_int_equal(shell("$V " COMPARE "--csv " CALLER_FOLDER "/f"), 2);
    assert_said("veer: " CALLER_FOLDER "/f: cannot be written: it is a FIFO; " ONLY);
    assert_int_equal(shell("$V " COMPARE "--csv " CALLER_FOLDER "/d"), 2);
    assert_said("veer: " CALLER_FOLDER "/d: cannot be written: it is a folder; " ONLY);
    assert_int_equal(shell("$V " COMPARE "--out " CALLER_FOLDER "/k"), 2);
    assert_said("veer: " CALLER_FOLDER "/k: cannot be written: Not a directory\n");
    assert_int_equal(shell("$V " COMPARE "--out " CALLER_FOLDER "/t"), 2);
    assert_said("veer: " CALLER_FOLDER
                "/t/summary.json: cannot be written: it is a symbolic link; " ONLY);
    assert_int_equal(shell("$V " RUN "--quiet --out " CALLER_FOLDER "/t"), 2);
    assert_said("veer: " CALLER_FOLDER
                "/t/summary.json: cannot be written: it is a symbolic link; " ONLY);
    assert_int_equal(shell("$V " RUN "--quiet --out " CALLER_FOLDER "/r"), 0);
    assert_int_equal(shell("$V render " CALLER_FOLDER "/r --out " CALLER_FOLDER "/l.svg"), 2);
    assert_said("veer: " CALLER_FOLDER "/l.svg: cannot be written: it is a symbolic link; " ONLY);
    // All that was there is there still, and nothing else.
    assert_int_equal(shell("cd " CALLER_FOLDER
                           " && test \"$(ls -A | tr '\\n' ' ')\" = 'd f k l.svg r t ' && "
                           "test \"$(ls -A t)\" = summary.json && test \"$(cat l.svg)\" = kept && "
                           "test -p f && test -c /dev/null"),
                     0);
    remove_folder();
}

static void outputs_that_the_disk_does_not_take_are_not_there(void **state)
{
    (void)state;
    make_folder();
    assert_int_equal(shell("$V " RUN "--quiet --out " CALLER_FOLDER "/r"), 0);
    bool has_ffmpeg = system("ffmpeg -version >/dev/null 2>&1") == 0;
    // Of 512 bytes: no file is to be larger.
    static const char *const lines[] = {
        "render " CALLER_FOLDER "/r --out " CALLER_FOLDER "/x.svg",
        "render " CALLER_FOLDER "/r --out " CALLER_FOLDER "/x.png",
        RUN "--quiet --out " CALLER_FOLDER "/new/x",
        "run crossing --agents 200 --duration 4 --set expect={} --quiet --out " CALLER_FOLDER "/x",
        "compare e11 --models crowd,none,pilot --seeds 2 --quiet --csv " CALLER_FOLDER "/x",
        COMPARE "--out " CALLER_FOLDER "/new",
        COMPARE "--out " CALLER_FOLDER "/r",
        "render " CALLER_FOLDER "/r --out " CALLER_FOLDER "/x.gif",
        "render " CALLER_FOLDER "/r --out " CALLER_FOLDER "/x.mp4",
    };
    assert_int_equal(shell("cp -a " CALLER_FOLDER "/r " CALLER_FOLDER "/same"), 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines - (has_ffmpeg ? 0 : 2); i++) {
        char line[400];
        snprintf(line, sizeof line, "ulimit -f 2; exec $V %s", lines[i]);
        assert_int_equal(shell(line), 2);
        assert_int_equal(system("test $(wc -l <" CALLER_FOLDER ".err) = 1 && grep -q '^veer: .' " //
                                CALLER_FOLDER ".err"),
                         0);
        assert_int_equal(system("test \"$(ls -A " CALLER_FOLDER " | tr '\\n' ' ')\" = 'r same '"),
                         0);
    }
    assert_int_equal(shell("diff -r " CALLER_FOLDER "/r " CALLER_FOLDER "/same"), 0);
    remove_folder();
}

static void outputs_are_not_there_when_nobody_takes_the_rest(void **state)
{
    (void)state;
    make_folder();
    static const char *const lines[] = {
        "$V " RUN "--json --out " CALLER_FOLDER "/x >/dev/full",
        "$V " RUN "--out " CALLER_FOLDER "/x >/dev/full",
        "$V " RUN "--json --out " CALLER_FOLDER "/x >&-",
        "$V compare e11 --models crowd --csv " CALLER_FOLDER "/x >&-",
        "$V list >/dev/full",
        "$V --help >&-",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_int_equal(shell(lines[i]), 2);
        assert_said("veer: cannot write to the standard output\n");
        assert_int_equal(rmdir(CALLER_FOLDER), 0);
        make_folder();
    }
    // Who reads no more says so by a closed pipe.
    assert_int_equal(shell("{ $V list; echo $? >" CALLER_FOLDER "/status; } | true; "
                           "test $(cat " CALLER_FOLDER "/status) = 2 -o $(cat " CALLER_FOLDER
                           "/status) = 0"),
                     0);
    // What is closed is no file's place: nothing of the command's own text goes into one.
    assert_int_equal(shell("$V " RUN "--quiet --out " CALLER_FOLDER "/x <&- >&- 2>&-"), 0);
    assert_true(starts_with(CALLER_FOLDER "/x/paths.png", "\x89PNG"));
    assert_true(starts_with(CALLER_FOLDER "/x/trajectory.sqlite", "SQLite format 3"));
    remove(CALLER_FOLDER ".err");
    remove_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_replace_nothing_but_files),
        cmocka_unit_test(outputs_that_the_disk_does_not_take_are_not_there),
        cmocka_unit_test(outputs_are_not_there_when_nobody_takes_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
