/// A database in a file that is open already, which may have no name.
#ifndef VEER_IO_RECORDING_DISK_H
#define VEER_IO_RECORDING_DISK_H

#include <sqlite3.h>
#include <stdbool.h>

/// Lives, in its place, as long as the database.
typedef struct VeerDisk {
    sqlite3_vfs files;   ///< what the database opens files by
    sqlite3_vfs *system; ///< what it would open them by: still so for its temporary ones
    char name[32];
    int descriptor;
} VeerDisk;

/// Opens a database in an empty file, for one thread, without journal nor locks.
/// @param base  to be closed, also after a failure, unless NULL
bool veer_disk_open(VeerDisk *disk, int descriptor, sqlite3 **base);

#endif
