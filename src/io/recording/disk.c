#define _POSIX_C_SOURCE 200809L
#include "io/recording/disk.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// What the database takes for its open file.
typedef struct DiskFile {
    sqlite3_file base;
    int descriptor;
} DiskFile;

static int descriptor_of(sqlite3_file *file)
{
    return ((DiskFile *)(void *)file)->descriptor;
}

/// The descriptor is another's to close.
static int close_file(sqlite3_file *file)
{
    (void)file;
    return SQLITE_OK;
}

static int read_bytes(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
    char *to = bytes;
    int done = 0;
    while (done < size) {
        ssize_t count = pread(descriptor_of(file), to + done, (size_t)(size - done), offset + done);
        if (count < 0 && errno != EINTR) {
            return SQLITE_IOERR_READ;
        }
        if (count == 0) {
            memset(to + done, 0, (size_t)(size - done));
            return SQLITE_IOERR_SHORT_READ;
        }
        done += count > 0 ? (int)count : 0;
    }
    return SQLITE_OK;
}

static int write_bytes(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
    const char *from = bytes;
    int done = 0;
    while (done < size) {
        ssize_t count =
            pwrite(descriptor_of(file), from + done, (size_t)(size - done), offset + done);
        if (count < 0 && errno != EINTR) {
            return errno == EIO ? SQLITE_IOERR_WRITE : SQLITE_FULL;
        }
        done += count > 0 ? (int)count : 0;
    }
    return SQLITE_OK;
}

static int cut(sqlite3_file *file, sqlite3_int64 size)
{
    return ftruncate(descriptor_of(file), size) == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

/// Whoever completes the file brings it to the disk.
static int sync_nothing(sqlite3_file *file, int flags)
{
    (void)file;
    (void)flags;
    return SQLITE_OK;
}

static int find_size(sqlite3_file *file, sqlite3_int64 *size)
{
    struct stat info;
    if (fstat(descriptor_of(file), &info) != 0) {
        return SQLITE_IOERR_FSTAT;
    }
    *size = info.st_size;
    return SQLITE_OK;
}

/// Nobody else knows the file.
static int lock_nothing(sqlite3_file *file, int level)
{
    (void)file;
    (void)level;
    return SQLITE_OK;
}

static int find_no_lock(sqlite3_file *file, int *is_locked)
{
    (void)file;
    *is_locked = 0;
    return SQLITE_OK;
}

static int control_nothing(sqlite3_file *file, int operation, void *argument)
{
    (void)file;
    (void)operation;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int name_nothing(sqlite3_file *file)
{
    (void)file;
    return 0;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_bytes,
    .xWrite = write_bytes,
    .xTruncate = cut,
    .xSync = sync_nothing,
    .xFileSize = find_size,
    .xLock = lock_nothing,
    .xUnlock = lock_nothing,
    .xCheckReservedLock = find_no_lock,
    .xFileControl = control_nothing,
    .xSectorSize = name_nothing,
    .xDeviceCharacteristics = name_nothing,
};

static int open_file(sqlite3_vfs *files, const char *name, sqlite3_file *file, int flags,
                     int *out_flags)
{
    VeerDisk *disk = files->pAppData;
    if (!(flags & SQLITE_OPEN_MAIN_DB)) {
        return disk->system->xOpen(disk->system, name, file, flags, out_flags);
    }
    *(DiskFile *)(void *)file = (DiskFile){{&methods}, disk->descriptor};
    if (out_flags) {
        *out_flags = flags;
    }
    return SQLITE_OK;
}

/// There is no journal, nor anything else beside the file.
static int find_nothing(sqlite3_vfs *files, const char *name, int flags, int *is_there)
{
    (void)files;
    (void)name;
    (void)flags;
    *is_there = 0;
    return SQLITE_OK;
}

static int keep_path(sqlite3_vfs *files, const char *path, int size, char *out)
{
    (void)files;
    snprintf(out, (size_t)size, "%s", path);
    return SQLITE_OK;
}

bool veer_disk_open(VeerDisk *disk, int descriptor, sqlite3 **base)
{
    *base = NULL;
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (!system) {
        return false;
    }
    *disk = (VeerDisk){.files = *system, .system = system, .descriptor = descriptor};
    // A name of its own: others may be opened at the same time.
    snprintf(disk->name, sizeof disk->name, "veer-%p", (void *)disk);
    disk->files.zName = disk->name;
    disk->files.pAppData = disk;
    disk->files.xOpen = open_file;
    disk->files.xAccess = find_nothing;
    disk->files.xFullPathname = keep_path;
    if (disk->files.szOsFile < (int)sizeof(DiskFile)) {
        disk->files.szOsFile = (int)sizeof(DiskFile);
    }
    if (sqlite3_vfs_register(&disk->files, 0) != SQLITE_OK) {
        return false;
    }
    int status =
        sqlite3_open_v2("recording", base, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, disk->name);
    sqlite3_vfs_unregister(&disk->files);
    return status == SQLITE_OK &&
           sqlite3_exec(*base, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;", NULL, NULL,
                        NULL) == SQLITE_OK;
}
