#define _XOPEN_SOURCE 700
#include "io/base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool veer_input_is_given(const char *name, const void *text, size_t length, const void *out,
                         VeerInputError **error, VeerInputError *own)
{
    *error = *error ? *error : own;
    if (name && (text || length == 0) && out) {
        return true;
    }
    (void)veer_input_fail(name ? name : "", *error,
                          "cannot be read: ", name && out ? "there is no text" : "NULL was given");
    return false;
}

VeerStatus veer_input_fail(const char *path, VeerInputError *error, const char *what,
                           const char *why)
{
    snprintf(error->text, sizeof error->text, "%.300s: %s%.180s", path, what, why);
    return VEER_BAD_VALUE;
}

static VeerStatus fail_errno(const char *path, VeerInputError *error)
{
    return veer_input_fail(path, error, "cannot be read: ", strerror(errno));
}

static VeerStatus fail_kind(const char *path, VeerInputError *error, mode_t mode)
{
    const char *kind = S_ISDIR(mode)    ? "a directory"
                       : S_ISFIFO(mode) ? "a pipe"
                                        : "a device or a socket";
    return veer_input_fail(path, error, "must be a regular file, is ", kind);
}

/// Opens a regular file, without waiting for what is none. @return its descriptor; -1: refused
static int open_regular(const char *path, struct stat *info, VeerInputError *error)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 || fstat(file, info) != 0) {
        (void)fail_errno(path, error);
    } else if (S_ISREG(info->st_mode)) {
        return file;
    } else {
        (void)fail_kind(path, error, info->st_mode);
    }
    if (file >= 0) {
        close(file);
    }
    return -1;
}

VeerStatus veer_input_check(const char *path, VeerInputError *error)
{
    struct stat info;
    int file = open_regular(path, &info, error);
    if (file < 0) {
        return VEER_BAD_VALUE;
    }
    close(file);
    return VEER_OK;
}

/// Reads text[size], or as much as there is.
static bool fill(int file, char *text, size_t size, size_t *length)
{
    ssize_t got = 1;
    for (*length = 0; *length < size && got != 0; *length += got > 0 ? (size_t)got : 0) {
        got = read(file, text + *length, size - *length);
        if (got < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

static VeerStatus read_open(int file, const struct stat *info, const char *path,
                            const VeerInputLimits *limits, char **text, size_t *length,
                            VeerInputError *error)
{
    uint64_t size = (uint64_t)info->st_size, most = veer_limit(limits, VEER_LIMIT_BYTES);
    if (size > most) {
        char mib[40];
        snprintf(mib, sizeof mib, "%llu MiB", (unsigned long long)(most >> 20));
        return veer_input_fail(path, error, "is larger than ", mib);
    }
    char *memory = malloc((size_t)size + 1);
    if (!memory) {
        (void)veer_input_fail(path, error, "out of memory", "");
        return VEER_OUT_OF_MEMORY;
    }
    if (!fill(file, memory, (size_t)size, length)) {
        VeerStatus status = fail_errno(path, error);
        free(memory);
        return status;
    }
    *text = memory;
    return VEER_OK;
}

VeerStatus veer_input_read(const char *path, const VeerInputLimits *limits, char **text,
                           size_t *length, VeerInputError *error)
{
    struct stat info;
    int file = open_regular(path, &info, error);
    if (file < 0) {
        return VEER_BAD_VALUE;
    }
    VeerStatus status = read_open(file, &info, path, limits, text, length, error);
    close(file);
    return status;
}

/// Whether a path leads to something in a folder, or below, once all links are followed.
static VeerStatus check_inside(const char *path, const char *folder, VeerInputError *error)
{
    char *real = realpath(path, NULL);
    char *root = real ? realpath(folder, NULL) : NULL;
    size_t length = root ? strlen(root) : 0;
    bool is_inside = root && strncmp(real, root, length) == 0 &&
                     (real[length] == '/' || (length > 0 && root[length - 1] == '/'));
    VeerStatus status = is_inside ? VEER_OK
                        : !root   ? fail_errno(path, error)
                                  : veer_input_fail(path, error, "must not lie outside of the ",
                                                    "folder of the file that names it");
    free(real);
    free(root);
    return status;
}

VeerStatus veer_input_beside(const char *owner, const char *named, const VeerInputLimits *limits,
                             VeerInputPath *out, VeerInputError *error)
{
    const char *slash = strrchr(owner, '/');
    size_t folder = slash ? (size_t)(slash - owner) + 1 : 0;
    size_t begin = named[0] == '/' ? 0 : folder, length = strlen(named);
    if (folder + length >= sizeof out->text) {
        return veer_input_fail(named, error, "is too long a path", "");
    }
    memcpy(out->text, owner, folder);
    out->text[folder] = '\0';
    VeerInputPath root = *out;
    memcpy(out->text + begin, named, length + 1);
    return limits && limits->allows_outside
               ? VEER_OK
               : check_inside(out->text, folder > 0 ? root.text : ".", error);
}
