// veer render: pictures and films of a run.
#define _POSIX_C_SOURCE 200809L
#define CALLER_FOLDER "render-test"
#include "caller.h"

static void render_draws_pictures_of_a_run(void **state)
{
    (void)state;
    remove_folder();
    assert_int_equal(veer("run e2-3d --quiet --out " CALLER_FOLDER)->status, 0);
    assert_int_equal(
        veer("render " CALLER_FOLDER " --out " CALLER_FOLDER "/a.png --width 400")->status, 0);
    assert_true(starts_with(CALLER_FOLDER "/a.png", "\x89PNG"));
    assert_int_equal(
        veer("render " CALLER_FOLDER "/trajectory.sqlite --quiet --out " CALLER_FOLDER "/a.svg")
            ->status,
        0);
    assert_true(starts_with(CALLER_FOLDER "/a.svg", "<?xml"));
    assert_int_equal(
        veer("render " CALLER_FOLDER " --trace 1 --out " CALLER_FOLDER "/t.svg")->status, 0);
    assert_int_equal(
        veer("render " CALLER_FOLDER " --fields --out " CALLER_FOLDER "/t.svg")->status, 0);
    assert_int_equal(
        veer("render " CALLER_FOLDER " --routes --out " CALLER_FOLDER "/r.svg")->status, 0);
    assert_int_equal(
        veer("render " CALLER_FOLDER " --trace 9999 --out " CALLER_FOLDER "/t.svg")->status, 0);
    const Call *call = veer("render " CALLER_FOLDER " --out " CALLER_FOLDER "/a.bmp");
    assert_int_equal(call->status, 2);
    assert_string_equal(call->err,
                        "veer: " CALLER_FOLDER "/a.bmp: must end in .svg, .png, .gif or .mp4\n");
    assert_int_equal(veer("render " CALLER_FOLDER " --out nowhere/a.png")->status, 2);
    remove_folder();
}

static void render_draws_a_picture_of_any_time(void **state)
{
    (void)state;
    remove_folder();
    assert_int_equal(veer("run e2 --quiet --out " CALLER_FOLDER)->status, 0);
    assert_int_equal(veer("render " CALLER_FOLDER " --at 3 --out " CALLER_FOLDER "/a.svg")->status,
                     0);
    assert_int_equal(
        veer("render " CALLER_FOLDER " --at 0.001 --out " CALLER_FOLDER "/b.svg")->status, 0);
    assert_int_equal(
        veer("render " CALLER_FOLDER " --at 900 --out " CALLER_FOLDER "/c.svg")->status, 0);
    assert_int_equal(veer("render " CALLER_FOLDER " --out " CALLER_FOLDER "/d.svg")->status, 0);
    assert_int_equal(system("cmp -s " CALLER_FOLDER "/c.svg " CALLER_FOLDER "/d.svg"), 0);
    // The further, the more of the paths there is to draw.
    assert_int_equal(system("test $(cat " CALLER_FOLDER "/b.svg | wc -c) -lt $(cat " CALLER_FOLDER
                            "/a.svg | wc -c)"),
                     0);
    assert_int_equal(system("test $(cat " CALLER_FOLDER "/a.svg | wc -c) -lt $(cat " CALLER_FOLDER
                            "/d.svg | wc -c)"),
                     0);
    const Call *call = veer("render " CALLER_FOLDER " --at 3 --out " CALLER_FOLDER "/a.gif");
    assert_int_equal(call->status, 2);
    assert_string_equal(call->err, "veer: --at: is of pictures (.svg, .png), not of films\n");
    remove_folder();
}

static void render_draws_fields_when_asked(void **state)
{
    (void)state;
    remove_folder();
    (void)veer("run e17 --duration 1 --quiet --out " CALLER_FOLDER);
    assert_int_equal(veer("render " CALLER_FOLDER " --out " CALLER_FOLDER "/a.svg")->status, 0);
    assert_int_equal(
        veer("render " CALLER_FOLDER " --fields --out " CALLER_FOLDER "/b.svg")->status, 0);
    // A line and a dot for each of 25 x 14 cells.
    assert_int_equal(system("test $(cat " CALLER_FOLDER
                            "/b.svg | wc -l) -gt $(($(cat " CALLER_FOLDER
                            "/a.svg | wc -l) + 600))"),
                     0);
    remove_folder();
}

static void render_makes_films(void **state)
{
    (void)state;
    if (system("ffmpeg -version >command-test.out 2>&1") != 0) {
        skip();
    }
    remove("command-test.out");
    remove_folder();
    assert_int_equal(
        veer("run e11 --quiet --duration 1 --set 'expect={}' --out " CALLER_FOLDER)->status, 0);
    assert_int_equal(
        veer("render " CALLER_FOLDER " --width 200 --fps 5 --out " CALLER_FOLDER "/a.gif")->status,
        0);
    assert_true(starts_with(CALLER_FOLDER "/a.gif", "GIF89a"));
    assert_int_equal(
        veer("render " CALLER_FOLDER " --width 200 --fps 50 --out " CALLER_FOLDER "/b.gif")->status,
        0);
    assert_string_equal(
        veer("render " CALLER_FOLDER " --fps 50.1 --out " CALLER_FOLDER "/c.gif")->err,
        "veer: --fps: a .gif has at most 50 frames a second\n");
    assert_int_equal(
        veer("render " CALLER_FOLDER " --width 200 --fps 5 --speed 2 --out " CALLER_FOLDER "/a.mp4")
            ->status,
        0);
    assert_true(size_of(CALLER_FOLDER "/a.mp4") > 1000);
    assert_int_equal(
        veer("render " CALLER_FOLDER " --width 200 --out " CALLER_FOLDER "/no/a.mp4")->status, 2);
    remove_folder();
}

static void render_tells_when_a_run_does_not_repeat(void **state)
{
    (void)state;
    if (system("sqlite3 --version >command-test.out 2>&1") != 0) {
        skip();
    }
    remove("command-test.out");
    remove_folder();
    assert_int_equal(veer("run e1 --quiet --out " CALLER_FOLDER)->status, 0);
    assert_int_equal(system("sqlite3 " CALLER_FOLDER
                            "/trajectory.sqlite \"UPDATE metadata SET value = "
                            "'00' WHERE key = 'veer_hash'\""),
                     0);
    const Call *call = veer("render " CALLER_FOLDER " --out " CALLER_FOLDER "/a.png");
    assert_int_equal(call->status, 2);
    assert_non_null(strstr(call->err, "was made by another version of veer"));
    assert_false(exists(CALLER_FOLDER "/a.png"));
    remove_folder();
}

// Letters of an SVG are text, that one can search and edit.
static void svg_labels_are_text(void **state)
{
    (void)state;
    static char text[100000];
    remove_folder();
    (void)veer("run e11 --duration 1 --quiet --set 'expect={}' "
               "--set 'title=\"a<b & ü\\u0001\"' --out " CALLER_FOLDER);
    FILE *file = fopen(CALLER_FOLDER "/paths.svg", "r");
    caller_read(file, text, sizeof text);
    fclose(file);
    assert_non_null(strstr(text, ">a&lt;b &amp; ü?</text>"));
    assert_non_null(strstr(text, " contacts</text>"));
    assert_null(strstr(text, "glyph"));
    assert_non_null(strstr(text, "</text></svg>\n</svg>\n"));
    remove_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(svg_labels_are_text),
        cmocka_unit_test(render_draws_pictures_of_a_run),
        cmocka_unit_test(render_draws_a_picture_of_any_time),
        cmocka_unit_test(render_draws_fields_when_asked),
        cmocka_unit_test(render_makes_films),
        cmocka_unit_test(render_tells_when_a_run_does_not_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
