/// Files that are written aside, and appear whole or not at all.
#define _GNU_SOURCE // O_TMPFILE, renameat2
#include "veer/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MARK ".veer-"
#define DIGITS 16
#define MAX_NAME 200 // bytes of the name aside that are the file's own
#define TRIES 100

/// Where a file is.
typedef enum FilePlace {
    FILE_NAMELESS, ///< an open file alone
    FILE_ASIDE,    ///< under its name aside
    FILE_NEW,      ///< in its place, where nothing was
    FILE_SWAPPED,  ///< in its place; what was there is under the name aside
    FILE_SETTLED,  ///< nothing of it is aside any more
} FilePlace;

struct VeerFile {
    char *path, *folder, *aside;
    char *spare;        ///< room for another name aside
    char by_number[32]; ///< its path while it has no name
    int descriptor;
    FILE *stream; ///< NULL: not asked for yet
    FilePlace place;
};

static VeerStatus fail(VeerInputError *error, const char *path, const char *why)
{
    if (error) {
        snprintf(error->text, sizeof error->text, "%.300s: cannot be written: %.150s", path, why);
    }
    return VEER_BAD_VALUE;
}

static VeerStatus fail_memory(VeerInputError *error, const char *path)
{
    if (error) {
        snprintf(error->text, sizeof error->text, "%.300s: no memory", path);
    }
    return VEER_OUT_OF_MEMORY;
}

/// What is at a path that a file must not replace; NULL: nothing, or a regular file.
static const char *name_obstacle(mode_t mode)
{
    return S_ISREG(mode)    ? NULL
           : S_ISLNK(mode)  ? "it is a symbolic link; only regular files are replaced"
           : S_ISDIR(mode)  ? "it is a folder; only regular files are replaced"
           : S_ISFIFO(mode) ? "it is a FIFO; only regular files are replaced"
           : S_ISSOCK(mode) ? "it is a socket; only regular files are replaced"
                            : "it is a device; only regular files are replaced";
}

/// Whether a file may come to this path. @param mode  of the file that is there; 0: none
static VeerStatus check_place(const char *path, mode_t *mode, VeerInputError *error)
{
    struct stat info;
    *mode = 0;
    if (lstat(path, &info) != 0) {
        return errno == ENOENT ? VEER_OK : fail(error, path, strerror(errno));
    }
    *mode = info.st_mode;
    const char *obstacle = name_obstacle(info.st_mode);
    if (obstacle) {
        return fail(error, path, obstacle);
    }
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 ? VEER_OK
                                                            : fail(error, path, strerror(errno));
}

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/// Copies the paths of the file, and makes room for its name aside.
static bool set_paths(VeerFile *file, const char *path)
{
    size_t length = strlen(path), head = (size_t)(name_in(path) - path);
    size_t room = head + MAX_NAME + sizeof MARK + DIGITS + 2;
    file->path = malloc(length + 1);
    file->folder = malloc(head + 2);
    file->aside = malloc(room);
    file->spare = malloc(room);
    if (!file->path || !file->folder || !file->aside || !file->spare) {
        return false;
    }
    memcpy(file->path, path, length + 1);
    snprintf(file->folder, head + 2, "%.*s", (int)head, head > 0 ? path : "");
    if (head == 0) {
        memcpy(file->folder, ".", 2);
    }
    snprintf(file->aside, room, "%.*s.%.*s" MARK "%0*d", (int)head, path, MAX_NAME, name_in(path),
             DIGITS, 0);
    return true;
}

/// Gives a name aside other digits: of the clock and the process.
static void draw_digits(char *aside, uint64_t draw)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 40;
    uint64_t digits = (seed + draw) * UINT64_C(0x9E3779B97F4A7C15);
    snprintf(aside + strlen(aside) - DIGITS, DIGITS + 1, "%016" PRIx64, digits);
}

/// Whether a name is what this file could be called aside.
static bool is_aside(const VeerFile *file, const char *name)
{
    const char *own = name_in(file->aside);
    size_t head = strlen(own) - DIGITS;
    return strlen(name) == head + DIGITS && memcmp(name, own, head) == 0 &&
           strspn(name + head, "0123456789abcdef") == DIGITS;
}

/// Deletes what programs that were killed left aside of this place: whoever lives holds a lock.
static void delete_remains(const VeerFile *file)
{
    DIR *folder = opendir(file->folder);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)) != NULL) {
        if (!is_aside(file, entry->d_name)) {
            continue;
        }
        int descriptor =
            openat(dirfd(folder), entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
            unlinkat(dirfd(folder), entry->d_name, 0);
        }
        if (descriptor >= 0) {
            close(descriptor);
        }
    }
    if (folder) {
        closedir(folder);
    }
}

/// Opens a file without a name. @return false where the system has none, or no path to it
static bool open_nameless(VeerFile *file)
{
#ifdef O_TMPFILE
    file->descriptor = open(file->folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (file->descriptor < 0) {
        return false;
    }
    snprintf(file->by_number, sizeof file->by_number, "/proc/self/fd/%d", file->descriptor);
    if (access(file->by_number, F_OK) == 0) {
        return true;
    }
    close(file->descriptor);
#endif
    file->descriptor = -1;
    return false;
}

/// Opens the file under its name aside.
static bool open_aside(VeerFile *file)
{
    for (uint64_t i = 0; file->descriptor < 0 && i < TRIES; i++) {
        draw_digits(file->aside, i);
        file->descriptor = open(file->aside, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
        if (file->descriptor < 0 && errno != EEXIST) {
            return false;
        }
    }
    file->place = file->descriptor >= 0 ? FILE_ASIDE : FILE_NAMELESS;
    return file->descriptor >= 0;
}

static VeerStatus open_file(VeerFile *file, VeerInputError *error)
{
    mode_t mode;
    VeerStatus status = check_place(file->path, &mode, error);
    if (status != VEER_OK) {
        return status;
    }
    delete_remains(file);
    if (!open_nameless(file) && !open_aside(file)) {
        return fail(error, file->path, strerror(errno));
    }
    (void)flock(file->descriptor, LOCK_EX | LOCK_NB);
    if (mode != 0 && fchmod(file->descriptor, mode & 0777) != 0) {
        return fail(error, file->path, strerror(errno));
    }
    return VEER_OK;
}

VeerStatus veer_file_create(const char *path, VeerFile **out, VeerInputError *error)
{
    if (!path || !out || !*name_in(path)) {
        return fail(error, path ? path : "", "it is no name of a file");
    }
    VeerFile *file = calloc(1, sizeof *file);
    if (!file) {
        return fail_memory(error, path);
    }
    file->descriptor = -1;
    VeerStatus status = set_paths(file, path) ? open_file(file, error) : fail_memory(error, path);
    if (status != VEER_OK) {
        veer_file_destroy(file);
        return status;
    }
    *out = file;
    return VEER_OK;
}

const char *veer_file_path(const VeerFile *file)
{
    return file ? file->path : NULL;
}

FILE *veer_file_stream(VeerFile *file)
{
    if (file && !file->stream) {
        file->stream = fdopen(file->descriptor, "w+b");
    }
    return file ? file->stream : NULL;
}

const char *veer_file_name(const VeerFile *file)
{
    return !file ? NULL : file->place == FILE_NAMELESS ? file->by_number : file->aside;
}

int veer_file_descriptor(const VeerFile *file)
{
    return file ? file->descriptor : -1;
}

VeerStatus veer_file_complete(VeerFile *file, VeerInputError *error)
{
    if (!file) {
        return fail(error, "", "there is no file");
    }
    errno = 0;
    bool is_whole = !file->stream || (fflush(file->stream) == 0 && !ferror(file->stream));
    if (is_whole && fsync(file->descriptor) == 0) {
        return VEER_OK;
    }
    return fail(error, file->path, errno ? strerror(errno) : "the disk does not take it");
}

/// Gives a file without a name its name aside.
static bool link_aside(VeerFile *file)
{
    for (uint64_t i = 0; file->place == FILE_NAMELESS && i < TRIES; i++) {
        draw_digits(file->aside, i);
        if (linkat(AT_FDCWD, file->by_number, AT_FDCWD, file->aside, AT_SYMLINK_FOLLOW) == 0) {
            file->place = FILE_ASIDE;
        } else if (errno != EEXIST) {
            return false;
        }
    }
    return file->place == FILE_ASIDE;
}

/// Puts a file where nothing is.
static bool put_alone(VeerFile *file)
{
    bool is_put = file->place == FILE_NAMELESS ? linkat(AT_FDCWD, file->by_number, AT_FDCWD,
                                                        file->path, AT_SYMLINK_FOLLOW) == 0
                                               : rename(file->aside, file->path) == 0;
    file->place = is_put ? FILE_NEW : file->place;
    return is_put;
}

/// Exchanges the names of what is aside and what is in its place.
static bool swap_names(VeerFile *file)
{
#ifdef RENAME_EXCHANGE
    if (renameat2(AT_FDCWD, file->aside, AT_FDCWD, file->path, RENAME_EXCHANGE) == 0) {
        return true;
    }
    if (errno != ENOSYS && errno != EINVAL) {
        return false;
    }
#endif
    // By hand: what is in the place has two names meanwhile, or where that cannot be, another.
    memcpy(file->spare, file->aside, strlen(file->aside) + 1);
    draw_digits(file->spare, 1);
    bool is_kept = link(file->path, file->spare) == 0 || rename(file->path, file->spare) == 0;
    if (is_kept && rename(file->aside, file->path) == 0 && rename(file->spare, file->aside) == 0) {
        return true;
    }
    int why = errno;
    if (is_kept && rename(file->spare, file->path) == 0) {
        unlink(file->spare); // two names of one file stay two
    }
    errno = why;
    return false;
}

/// Puts a file where another is.
static bool put_instead(VeerFile *file)
{
    bool is_put = link_aside(file) && swap_names(file);
    file->place = is_put ? FILE_SWAPPED : file->place;
    return is_put;
}

static VeerStatus put_in_place(VeerFile *file, VeerInputError *error)
{
    if (!file || file->place > FILE_ASIDE) {
        return fail(error, file ? file->path : "", "there is no such file any more");
    }
    mode_t mode;
    VeerStatus status = check_place(file->path, &mode, error);
    if (status != VEER_OK) {
        return status;
    }
    bool is_put = mode == 0 ? put_alone(file) : put_instead(file);
    return is_put ? VEER_OK : fail(error, file->path, strerror(errno));
}

/// Takes a file out of its place again.
static void take_back(VeerFile *file)
{
    if (file->place == FILE_SWAPPED && swap_names(file)) {
        file->place = FILE_ASIDE;
    } else if (file->place == FILE_NEW && unlink(file->path) == 0) {
        file->place = FILE_SETTLED;
    }
}

/// Deletes what was in the place of the file.
static void drop_old(VeerFile *file)
{
    if (file->place == FILE_SWAPPED && unlink(file->aside) == 0) {
        file->place = FILE_SETTLED;
    }
}

/// Brings the names in the folder to the disk, where the system can.
static void sync_folder(const VeerFile *file)
{
    int descriptor = open(file->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor);
        close(descriptor);
    }
}

VeerStatus veer_file_publish(VeerFile *const *files, uint32_t count, VeerInputError *error)
{
    VeerStatus status = files || count == 0 ? VEER_OK : fail(error, "", "there is no file");
    uint32_t put = 0;
    while (status == VEER_OK && put < count) {
        status = put_in_place(files[put], error);
        put += status == VEER_OK;
    }
    if (status != VEER_OK) {
        while (put > 0) {
            take_back(files[--put]);
        }
        return status;
    }
    // What is between this and the above is all that a program killed here leaves aside.
    for (uint32_t i = 0; i < count; i++) {
        drop_old(files[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || strcmp(files[i]->folder, files[i - 1]->folder) != 0) {
            sync_folder(files[i]);
        }
    }
    return VEER_OK;
}

void veer_file_destroy(VeerFile *file)
{
    if (!file) {
        return;
    }
    if (file->place == FILE_ASIDE || file->place == FILE_SWAPPED) {
        unlink(file->aside);
    }
    if (file->stream) {
        fclose(file->stream);
    } else if (file->descriptor >= 0) {
        close(file->descriptor);
    }
    free(file->path);
    free(file->folder);
    free(file->aside);
    free(file->spare);
    free(file);
}
