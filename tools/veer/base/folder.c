#define _POSIX_C_SOURCE 200809L
#include "folder.h"

#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool veer_folder_fail(VeerInputError *error, const char *path, const char *why)
{
    return veer_error_set(error, "%.300s: cannot be written: %.150s", path, why);
}

static VeerPath path_of(const VeerFolder *folder, const char *name, bool is_partial)
{
    VeerPath path;
    snprintf(path.text, sizeof path.text, "%s/%s%s", folder->path, name,
             is_partial ? ".partial" : "");
    return path;
}

/// Makes the folder and those above it, and notes from where on they are new.
static bool make_folders(VeerFolder *folder, VeerInputError *error)
{
    char *path = folder->path;
    for (size_t end = 1;; end++) {
        if (path[end] != '/' && path[end] != '\0') {
            continue;
        }
        char kept = path[end];
        path[end] = '\0';
        bool is_made = mkdir(path, 0777) == 0;
        bool is_there = is_made || errno == EEXIST;
        path[end] = kept;
        if (is_made && folder->made_from == 0) {
            folder->made_from = end;
        }
        if (!is_there) {
            return veer_folder_fail(error, folder->path, strerror(errno));
        }
        if (kept == '\0') {
            return true;
        }
    }
}

/// Removes the folders that were made, if nothing is in them.
static void remove_folders(VeerFolder *folder)
{
    size_t length = strlen(folder->path);
    while (folder->made_from > 0 && length >= folder->made_from) {
        folder->path[length] = '\0';
        if (rmdir(folder->path) != 0) {
            return;
        }
        do {
            length--;
        } while (length > 0 && folder->path[length] != '/');
    }
}

bool veer_folder_begin(VeerFolder *folder, const char *path, VeerInputError *error)
{
    *folder = (VeerFolder){0};
    if (strlen(path) >= sizeof folder->path) {
        return veer_folder_fail(error, path, "the path is too long");
    }
    snprintf(folder->path, sizeof folder->path, "%s", path);
    folder->is_begun = true;
    return make_folders(folder, error);
}

static VeerFolderFile *add_file(VeerFolder *folder, const char *name)
{
    VeerFolderFile *file = &folder->files[folder->file_count];
    if (folder->file_count + 1 < VEER_MAX_FOLDER_FILES) {
        folder->file_count++;
    }
    *file = (VeerFolderFile){.is_published = false};
    snprintf(file->name, sizeof file->name, "%s", name);
    return file;
}

VeerPath veer_folder_add(VeerFolder *folder, const char *name)
{
    return path_of(folder, add_file(folder, name)->name, true);
}

VeerPath veer_folder_place(const VeerFolder *folder, const char *name)
{
    return path_of(folder, name, false);
}

void veer_folder_note(VeerFolder *folder, const char *name)
{
    add_file(folder, name)->is_published = true;
}

bool veer_folder_publish(VeerFolder *folder, VeerInputError *error)
{
    for (uint32_t i = 0; i < folder->file_count; i++) {
        VeerFolderFile *file = &folder->files[i];
        VeerPath from = path_of(folder, file->name, true), to = path_of(folder, file->name, false);
        if (!file->is_published && rename(from.text, to.text) != 0) {
            return veer_folder_fail(error, to.text, strerror(errno));
        }
        file->is_published = true;
    }
    folder->is_begun = false;
    return true;
}

void veer_folder_discard(VeerFolder *folder)
{
    if (!folder->is_begun) {
        return;
    }
    for (uint32_t i = 0; i < folder->file_count; i++) {
        const VeerFolderFile *file = &folder->files[i];
        remove(path_of(folder, file->name, !file->is_published).text);
    }
    remove_folders(folder);
    folder->is_begun = false;
}
