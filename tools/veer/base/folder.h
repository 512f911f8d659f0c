/// A folder of files that appear together, or not at all.
#ifndef VEER_TOOLS_FOLDER_H
#define VEER_TOOLS_FOLDER_H

#include "veer/scenario.h"

#define VEER_MAX_FOLDER_FILES 96u

/// The path of a file.
typedef struct VeerPath {
    char text[4200];
} VeerPath;

/// A file of a folder.
typedef struct VeerFolderFile {
    char name[100];
    bool is_published;
} VeerFolderFile;

/// All zero: nothing begun. What was begun ends with veer_folder_publish, or veer_folder_discard,
/// which leaves no file, nor folder that was made for them.
typedef struct VeerFolder {
    char path[4000];
    size_t made_from; ///< the folders from this length of the path on were made; 0: none
    VeerFolderFile files[VEER_MAX_FOLDER_FILES];
    uint32_t file_count;
    bool is_begun;
} VeerFolder;

/// Makes the folder and those above it.
bool veer_folder_begin(VeerFolder *folder, const char *path, VeerInputError *error);

/// Where a file of this name is to be written: beside its place, until all are published.
VeerPath veer_folder_add(VeerFolder *folder, const char *name);
/// Where a file of this name belongs, for one that is written in place.
VeerPath veer_folder_place(const VeerFolder *folder, const char *name);
/// Notes that such a file is in its place.
void veer_folder_note(VeerFolder *folder, const char *name);

/// Puts all files in their places. On failure the folder is still to be discarded.
bool veer_folder_publish(VeerFolder *folder, VeerInputError *error);
void veer_folder_discard(VeerFolder *folder);

/// Fills `error`: "PATH: cannot be written: WHY". @return false
bool veer_folder_fail(VeerInputError *error, const char *path, const char *why);

#endif
