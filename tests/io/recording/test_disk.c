// A database in a file that is open already: what it keeps there, and calls of the system that are
// interrupted, do half, or fail.
#define _POSIX_C_SOURCE 200809L
#include "io/recording/disk.h"
#include "support/suite.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define FILE_NAME "disk-test.sqlite"

enum { ROWS = 1500, PART = 700 };

/// What the system does, of all that goes through here.
static struct {
    size_t calls_left; ///< until one fails; 0: none does
    int error;         ///< errno of that
    bool is_halting;   ///< every other call is interrupted, and the others do PART bytes at most
    size_t calls;
} trouble;

ssize_t __real_pread(int file, void *bytes, size_t size, off_t offset);
ssize_t __real_pwrite(int file, const void *bytes, size_t size, off_t offset);
int __real_fstat(int file, struct stat *info);
int __real_ftruncate(int file, off_t size);
sqlite3_vfs *__real_sqlite3_vfs_find(const char *name);
int __real_sqlite3_vfs_register(sqlite3_vfs *files, int is_default);
ssize_t __wrap_pread(int file, void *bytes, size_t size, off_t offset);
ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t offset);
int __wrap_fstat(int file, struct stat *info);
int __wrap_ftruncate(int file, off_t size);
sqlite3_vfs *__wrap_sqlite3_vfs_find(const char *name);
int __wrap_sqlite3_vfs_register(sqlite3_vfs *files, int is_default);

static bool fails(void)
{
    bool is_last = trouble.calls_left == 1;
    trouble.calls_left -= trouble.calls_left > 0;
    errno = is_last ? trouble.error : errno;
    return is_last;
}

static bool is_interrupted(void)
{
    bool is_so = trouble.is_halting && ++trouble.calls % 2 == 0;
    errno = is_so ? EINTR : errno;
    return is_so;
}

static size_t part_of(size_t size)
{
    return trouble.is_halting && size > PART ? PART : size;
}

ssize_t __wrap_pread(int file, void *bytes, size_t size, off_t offset)
{
    bool has_failed = fails() || is_interrupted();
    return has_failed ? -1 : __real_pread(file, bytes, part_of(size), offset);
}

ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t offset)
{
    bool has_failed = fails() || is_interrupted();
    return has_failed ? -1 : __real_pwrite(file, bytes, part_of(size), offset);
}

int __wrap_fstat(int file, struct stat *info)
{
    return fails() ? -1 : __real_fstat(file, info);
}

int __wrap_ftruncate(int file, off_t size)
{
    return fails() ? -1 : __real_ftruncate(file, size);
}

sqlite3_vfs *__wrap_sqlite3_vfs_find(const char *name)
{
    return fails() ? NULL : __real_sqlite3_vfs_find(name);
}

int __wrap_sqlite3_vfs_register(sqlite3_vfs *files, int is_default)
{
    return fails() ? SQLITE_NOMEM : __real_sqlite3_vfs_register(files, is_default);
}

static bool does(sqlite3 *base, const char *text)
{
    return sqlite3_exec(base, text, NULL, NULL, NULL) == SQLITE_OK;
}

/// A number that a query answers; -1: it does not.
static int ask(sqlite3 *base, const char *query)
{
    sqlite3_stmt *statement = NULL;
    bool is_there = sqlite3_prepare_v2(base, query, -1, &statement, NULL) == SQLITE_OK &&
                    sqlite3_step(statement) == SQLITE_ROW;
    int answer = is_there ? sqlite3_column_int(statement, 0) : -1;
    sqlite3_finalize(statement);
    return answer;
}

/// Writes rows, takes most of them out, sorts the others beside the file, and makes it shorter.
static bool work(sqlite3 *base)
{
    // What it knows is read from the file again; what it sorts does not fit its memory.
    return does(base, "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA cache_size = 5;"
                      "PRAGMA temp_store = FILE; CREATE TABLE rows(number INTEGER, bytes BLOB);"
                      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
                      "1500) INSERT INTO rows SELECT i, randomblob(900) FROM n;") &&
           ask(base, "SELECT length(bytes) FROM rows ORDER BY bytes || number") == 900 &&
           does(base, "DELETE FROM rows WHERE number % 10 > 0; PRAGMA incremental_vacuum;") &&
           ask(base, "SELECT count(*) FROM rows") == ROWS / 10;
}

/// @return whether all of it was done, in FILE_NAME
static bool try_work(void)
{
    VeerDisk disk;
    sqlite3 *base;
    FILE *file = fopen(FILE_NAME, "w+b");
    assert_non_null(file);
    bool is_done = veer_disk_open(&disk, fileno(file), &base) && work(base);
    sqlite3_close(base);
    (void)fclose(file);
    return is_done;
}

/// Whether the file is a database of the rows that are left, as any other program reads it.
static void expect_rows(void)
{
    sqlite3 *base;
    struct stat info;
    assert_int_equal(sqlite3_open_v2(FILE_NAME, &base, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(ask(base, "SELECT count(*) FROM rows WHERE length(bytes) = 900"), ROWS / 10);
    assert_int_equal(ask(base, "SELECT count(*) FROM pragma_integrity_check"), 1);
    sqlite3_close(base);
    assert_int_equal(stat(FILE_NAME, &info), 0);
    assert_in_range(info.st_size, 100000, 400000);
    assert_int_equal(remove(FILE_NAME), 0);
}

static void a_disk_keeps_what_the_database_writes(void **unused)
{
    (void)unused;
    assert_true(try_work());
    expect_rows();
}

static void halting_calls_are_gone_on_with(void **unused)
{
    (void)unused;
    trouble.is_halting = true;
    bool is_done = try_work();
    trouble.is_halting = false;
    assert_true(is_done);
    assert_true(trouble.calls > 100);
    expect_rows();
}

static void each_call_that_fails_is_told(void **unused)
{
    (void)unused;
    size_t told = 0;
    bool has_failed = true;
    for (size_t at = 1; has_failed; at += 1 + at / 20) {
        trouble.error = at % 2 ? EIO : ENOSPC;
        trouble.calls_left = at;
        bool is_done = try_work();
        has_failed = trouble.calls_left == 0;
        trouble.calls_left = 0;
        told += !is_done;
        assert_true(is_done || has_failed);
    }
    assert_true(told > 30);
    assert_int_equal(remove(FILE_NAME), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disk_keeps_what_the_database_writes),
        cmocka_unit_test(halting_calls_are_gone_on_with),
        cmocka_unit_test(each_call_that_fails_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
