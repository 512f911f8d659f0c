#define _POSIX_C_SOURCE 200809L
#include "outputs.h"

#include "process/process.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Makes one folder of the path, or finds it. @return false: errno says why
static bool make_folder(VeerOutputs *outputs, size_t end)
{
    struct stat info = {0};
    char *path = outputs->folder, kept = path[end];
    path[end] = '\0';
    outputs->is_made[end] = mkdir(path, 0777) == 0;
    bool is_there = outputs->is_made[end] || (errno == EEXIST && stat(path, &info) == 0);
    if (is_there && !outputs->is_made[end] && !S_ISDIR(info.st_mode)) {
        is_there = false;
        errno = ENOTDIR;
    }
    path[end] = kept;
    return is_there;
}

bool veer_outputs_begin_folder(VeerOutputs *outputs, const char *path, VeerInputError *error)
{
    size_t length = strlen(path);
    if (length >= sizeof outputs->folder) {
        return veer_error_unwritten(error, path, "the path is too long");
    }
    veer_signals_hold();
    snprintf(outputs->folder, sizeof outputs->folder, "%s", path);
    for (size_t end = 1; end <= length; end++) {
        bool is_end = path[end] == '/' || path[end] == '\0';
        if (is_end && path[end - 1] != '/' && !make_folder(outputs, end)) {
            return veer_error_unwritten(error, path, strerror(errno));
        }
    }
    return true;
}

/// Removes the folders that were made, if nothing is in them.
static void remove_folders(VeerOutputs *outputs)
{
    for (size_t end = strlen(outputs->folder); end > 0; end--) {
        if (outputs->is_made[end]) {
            outputs->folder[end] = '\0';
            rmdir(outputs->folder);
        }
    }
}

/// Brings the names of the folders that were made to the disk, where the system can.
static void sync_folders(VeerOutputs *outputs)
{
    for (size_t end = strlen(outputs->folder); end > 0; end--) {
        if (!outputs->is_made[end]) {
            continue;
        }
        outputs->is_made[end] = false;
        outputs->folder[end] = '\0';
        int descriptor = open(outputs->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        int above = descriptor < 0 ? -1 : openat(descriptor, "..", O_RDONLY | O_CLOEXEC);
        if (above >= 0) {
            (void)fsync(above);
            close(above);
        }
        if (descriptor >= 0) {
            close(descriptor);
        }
    }
}

VeerFile *veer_outputs_add(VeerOutputs *outputs, const char *path, VeerInputError *error)
{
    veer_signals_hold();
    if (outputs->count == VEER_MAX_OUTPUTS) {
        veer_error_unwritten(error, path, "too many files at a time");
        return NULL;
    }
    VeerFile *file = NULL;
    if (veer_file_create(path, &file, error) != VEER_OK) {
        return NULL;
    }
    outputs->files[outputs->count++] = file;
    return file;
}

VeerFile *veer_outputs_add_inside(VeerOutputs *outputs, const char *name, VeerInputError *error)
{
    char path[sizeof outputs->folder + 200];
    snprintf(path, sizeof path, "%s/%.190s", outputs->folder, name);
    return veer_outputs_add(outputs, path, error);
}

bool veer_outputs_publish(VeerOutputs *outputs, VeerInputError *error)
{
    if (veer_signals_have_come()) {
        return false;
    }
    if (veer_file_publish(outputs->files, outputs->count, error) != VEER_OK) {
        return false;
    }
    sync_folders(outputs);
    return true;
}

void veer_outputs_discard(VeerOutputs *outputs)
{
    for (uint32_t i = 0; i < outputs->count; i++) {
        veer_file_destroy(outputs->files[i]);
    }
    outputs->count = 0;
    remove_folders(outputs);
}
