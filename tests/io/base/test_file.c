// Files that appear whole, or not at all.
#define _GNU_SOURCE // O_TMPFILE
#include "support/suite.h"

#include "veer/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define FOLDER "file-test"

// What the system can, and which call to it fails: all go through the test, by the linker.
static bool has_nameless = true, has_exchange = true, has_links = true;
static uint32_t calls_left; // until one fails; 0: none does

static bool fails(int why)
{
    bool is_it = calls_left > 0 && --calls_left == 0;
    errno = is_it ? why : errno;
    return is_it;
}

#define WRAP(kind, name, declared, given, failed, why)                                             \
    kind __real_##name declared;                                                                   \
    kind __wrap_##name declared;                                                                   \
    kind __wrap_##name declared                                                                    \
    {                                                                                              \
        return fails(why) ? (failed) : __real_##name given;                                        \
    }

WRAP(void *, malloc, (size_t size), (size), NULL, ENOMEM)
WRAP(void *, calloc, (size_t count, size_t size), (count, size), NULL, ENOMEM)
WRAP(int, lstat, (const char *path, struct stat *info), (path, info), -1, EIO)
WRAP(int, faccessat, (int at, const char *path, int mode, int flags), (at, path, mode, flags), -1,
     EIO)
WRAP(int, access, (const char *path, int mode), (path, mode), -1, EIO)
WRAP(int, fchmod, (int file, mode_t mode), (file, mode), -1, EIO)
WRAP(int, flock, (int file, int kind), (file, kind), -1, EIO)
WRAP(int, linkat, (int at, const char *a, int to, const char *b, int flags), (at, a, to, b, flags),
     -1, EIO)
WRAP(int, rename, (const char *a, const char *b), (a, b), -1, EIO)
WRAP(int, unlink, (const char *path), (path), -1, EIO)
WRAP(int, fsync, (int file), (file), -1, EIO)
WRAP(FILE *, fdopen, (int file, const char *mode), (file, mode), NULL, ENOMEM)

int __real_open(const char *path, int flags, mode_t mode);
int __wrap_open(const char *path, int flags, mode_t mode);
int __real_renameat2(int from, const char *a, int to, const char *b, unsigned flags);
int __wrap_renameat2(int from, const char *a, int to, const char *b, unsigned flags);
int __real_link(const char *a, const char *b);
int __wrap_link(const char *a, const char *b);

int __wrap_open(const char *path, int flags, mode_t mode)
{
    bool is_refused = fails(EIO);
#ifdef O_TMPFILE
    if (!has_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        is_refused = true;
    }
#endif
    return is_refused ? -1 : __real_open(path, flags, mode);
}

int __wrap_renameat2(int from, const char *a, int to, const char *b, unsigned flags)
{
    errno = EINVAL;
    return !has_exchange || fails(EIO) ? -1 : __real_renameat2(from, a, to, b, flags);
}

int __wrap_link(const char *a, const char *b)
{
    errno = EPERM;
    return !has_links || fails(EIO) ? -1 : __real_link(a, b);
}

static void make_folder(void)
{
    assert_int_equal(system("rm -rf " FOLDER " && mkdir " FOLDER), 0);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void assert_text(const char *path, const char *text)
{
    char found[100] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, text);
}

// The folder holds these files and no others, as ls -A names them.
static void assert_folder(const char *names)
{
    char found[400] = "";
    FILE *list = popen("ls -A " FOLDER " | tr '\\n' ' '", "r");
    assert_non_null(list);
    found[fread(found, 1, sizeof found - 1, list)] = '\0';
    pclose(list);
    assert_string_equal(found, names);
}

static VeerFile *begin(const char *path, const char *text)
{
    VeerFile *file = NULL;
    VeerInputError error = {""};
    assert_int_equal(veer_file_create(path, &file, &error), VEER_OK);
    fputs(text, veer_file_stream(file));
    assert_int_equal(veer_file_complete(file, &error), VEER_OK);
    return file;
}

static void file_appears_when_it_is_published(void **state)
{
    (void)state;
    make_folder();
    VeerInputError error;
    VeerFile *file = begin(FOLDER "/a", "new");
    assert_int_not_equal(access(FOLDER "/a", F_OK), 0);
    assert_int_equal(veer_file_publish(&file, 1, &error), VEER_OK);
    // It is there already.
    assert_int_equal(veer_file_publish(&file, 1, &error), VEER_BAD_VALUE);
    veer_file_destroy(file);
    assert_text(FOLDER "/a", "new");
    assert_folder("a ");
}

static void file_that_stood_there_stays_until_then(void **state)
{
    (void)state;
    make_folder();
    write_text(FOLDER "/a", "old");
    assert_int_equal(chmod(FOLDER "/a", 0640), 0);
    VeerInputError error;
    veer_file_destroy(begin(FOLDER "/a", "dropped"));
    VeerFile *file = begin(FOLDER "/a", "new");
    assert_text(FOLDER "/a", "old");
    assert_int_equal(veer_file_publish(&file, 1, &error), VEER_OK);
    veer_file_destroy(file);
    assert_text(FOLDER "/a", "new");
    struct stat info;
    assert_int_equal(stat(FOLDER "/a", &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_folder("a ");
}

static void files_are_published_together(void **state)
{
    (void)state;
    make_folder();
    write_text(FOLDER "/b", "old");
    VeerInputError error = {""};
    VeerFile *files[] = {begin(FOLDER "/a", "new"), begin(FOLDER "/b", "new"),
                         begin(FOLDER "/c", "new")};
    // It was free when the file was begun.
    assert_int_equal(mkdir(FOLDER "/c", 0777), 0);
    assert_int_equal(veer_file_publish(files, 3, &error), VEER_BAD_VALUE);
    assert_string_equal(error.text, FOLDER "/c: cannot be written: it is a folder; only regular "
                                           "files are replaced");
    assert_text(FOLDER "/b", "old");
    for (int i = 0; i < 3; i++) {
        veer_file_destroy(files[i]);
    }
    assert_text(FOLDER "/b", "old");
    assert_folder("b c ");
}

static void assert_refused(const char *path, const char *why)
{
    VeerFile *file = NULL;
    VeerInputError error = {""};
    char line[512];
    snprintf(line, sizeof line, "%s: cannot be written: %s", path, why);
    assert_int_equal(veer_file_create(path, &file, &error), VEER_BAD_VALUE);
    assert_null(file);
    assert_string_equal(error.text, line);
}

static void file_replaces_nothing_but_regular_files(void **state)
{
    (void)state;
    make_folder();
    write_text(FOLDER "/a", "old");
    assert_int_equal(mkfifo(FOLDER "/fifo", 0666), 0);
    assert_int_equal(symlink("a", FOLDER "/link"), 0);
    assert_int_equal(symlink("nowhere", FOLDER "/loose"), 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = FOLDER "/socket"};
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(descriptor, (struct sockaddr *)&address, sizeof address), 0);
    close(descriptor);
    assert_refused(FOLDER "/fifo", "it is a FIFO; only regular files are replaced");
    assert_refused(FOLDER "/link", "it is a symbolic link; only regular files are replaced");
    assert_refused(FOLDER "/loose", "it is a symbolic link; only regular files are replaced");
    assert_refused(FOLDER "/socket", "it is a socket; only regular files are replaced");
    assert_refused(FOLDER, "it is a folder; only regular files are replaced");
    assert_refused("/dev/null", "it is a device; only regular files are replaced");
    assert_refused(FOLDER "/no/x", "No such file or directory");
    assert_refused(FOLDER "/a/x", "Not a directory");
    assert_refused(FOLDER "/", "it is no name of a file");
    assert_refused("", "it is no name of a file");
    assert_folder("a fifo link loose socket ");
}

// More than fits: of all that is written, the first that fails counts.
static void file_that_does_not_fit_is_not_complete(void **state)
{
    (void)state;
    make_folder();
    struct rlimit all, little = {4096, RLIM_INFINITY};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
    little.rlim_max = all.rlim_max;
    VeerInputError error = {""};
    VeerFile *file = NULL;
    assert_int_equal(veer_file_create(FOLDER "/a", &file, &error), VEER_OK);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    for (int i = 0; i < 5000; i++) {
        fputs("many words ", veer_file_stream(file));
    }
    VeerStatus status = veer_file_complete(file, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
    assert_int_equal(status, VEER_BAD_VALUE);
    // That there is room again does not help.
    assert_int_equal(veer_file_complete(file, &error), VEER_BAD_VALUE);
    veer_file_destroy(file);
    assert_folder("");
}

// A name as killed programs leave it where files must have one; who lives holds a lock.
static void file_deletes_what_killed_programs_left(void **state)
{
    (void)state;
    make_folder();
    write_text(FOLDER "/.a.veer-0123456789abcdef", "of a killed program");
    write_text(FOLDER "/.a.veer-fedcba9876543210", "of one that lives");
    write_text(FOLDER "/.a.veer-0123456789abcdeX", "of somebody else");
    write_text(FOLDER "/.ab.veer-0123456789abcdef", "of another file");
    int lived = open(FOLDER "/.a.veer-fedcba9876543210", O_RDONLY);
    assert_int_equal(flock(lived, LOCK_EX), 0);
    veer_file_destroy(begin(FOLDER "/a", ""));
    close(lived);
    assert_folder(".a.veer-0123456789abcdeX .a.veer-fedcba9876543210 .ab.veer-0123456789abcdef ");
}

static void file_can_be_written_by_its_name(void **state)
{
    (void)state;
    make_folder();
    VeerInputError error;
    VeerFile *file = NULL;
    assert_int_equal(veer_file_create(FOLDER "/a", &file, &error), VEER_OK);
    assert_string_equal(veer_file_path(file), FOLDER "/a");
    assert_true(veer_file_descriptor(file) >= 0);
    write_text(veer_file_name(file), "by name");
    assert_int_equal(veer_file_complete(file, &error), VEER_OK);
    assert_int_equal(veer_file_publish(&file, 1, &error), VEER_OK);
    veer_file_destroy(file);
    assert_text(FOLDER "/a", "by name");
}

// Writes one file anew and one over another. Returns whether both are there.
static bool write_two(void)
{
    static const char *const paths[] = {FOLDER "/old", FOLDER "/new"};
    VeerFile *files[2] = {NULL, NULL};
    VeerInputError error = {""};
    bool is_done = true;
    for (int i = 0; is_done && i < 2; i++) {
        is_done = veer_file_create(paths[i], &files[i], &error) == VEER_OK &&
                  veer_file_stream(files[i]) && fputs("new", veer_file_stream(files[i])) >= 0 &&
                  veer_file_complete(files[i], &error) == VEER_OK;
    }
    is_done = is_done && veer_file_publish(files, 2, &error) == VEER_OK;
    for (int i = 0; i < 2; i++) {
        veer_file_destroy(files[i]);
    }
    return is_done;
}

static void files_survive_every_failed_call(void **state)
{
    (void)state;
    uint32_t failures = 0;
    for (uint32_t failing = 1;; failing++) {
        make_folder();
        write_text(FOLDER "/old", "old");
        calls_left = failing;
        bool is_done = write_two();
        bool has_failed = calls_left == 0;
        calls_left = 0;
        assert_text(FOLDER "/old", is_done ? "new" : "old");
        assert_folder(is_done ? "new old " : "old ");
        if (!has_failed) {
            assert_true(is_done);
            break;
        }
        failures += !is_done;
    }
    assert_true(failures > 15);
}

static void file_answers_to_no_file(void **state)
{
    (void)state;
    VeerInputError error;
    VeerFile *file = NULL;
    assert_int_equal(veer_file_create(NULL, &file, &error), VEER_BAD_VALUE);
    assert_int_equal(veer_file_create(FOLDER "/a", NULL, &error), VEER_BAD_VALUE);
    assert_int_equal(veer_file_create("", &file, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_file_complete(NULL, &error), VEER_BAD_VALUE);
    assert_int_equal(veer_file_publish(&file, 1, &error), VEER_BAD_VALUE);
    assert_int_equal(veer_file_publish(NULL, 0, NULL), VEER_OK);
    assert_int_equal(veer_file_publish(NULL, 1, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_file_descriptor(NULL), -1);
    assert_null(veer_file_stream(NULL));
    assert_null(veer_file_name(NULL));
    assert_null(veer_file_path(NULL));
    veer_file_destroy(NULL);
    assert_int_equal(system("rm -rf " FOLDER), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_appears_when_it_is_published),
        cmocka_unit_test(file_that_stood_there_stays_until_then),
        cmocka_unit_test(files_are_published_together),
        cmocka_unit_test(file_replaces_nothing_but_regular_files),
        cmocka_unit_test(file_that_does_not_fit_is_not_complete),
        cmocka_unit_test(file_deletes_what_killed_programs_left),
        cmocka_unit_test(file_can_be_written_by_its_name),
        cmocka_unit_test(files_survive_every_failed_call),
        cmocka_unit_test(file_answers_to_no_file),
    };
    int failed = cmocka_run_group_tests_name("all that there is", tests, NULL, NULL);
    has_nameless = false;
    failed += cmocka_run_group_tests_name("no files without names", tests, NULL, NULL);
    has_exchange = false;
    failed += cmocka_run_group_tests_name("no exchange of names", tests, NULL, NULL);
    has_links = false;
    return failed + cmocka_run_group_tests_name("no second names", tests, NULL, NULL);
}
