/// Files that appear whole, or not at all (library veer_io): what is written goes aside first, and
/// takes its place when all of it is on the disk. Until then whatever stood there stays.
#ifndef VEER_FILE_H
#define VEER_FILE_H

#include "veer/scenario.h"

#include <stdio.h>

/// A file that is being written. Opaque.
typedef struct VeerFile VeerFile;

/// Begins a file. Where the system can keep one without a name (Linux, O_TMPFILE), nothing is to
/// be seen of it until it is published, and nothing is left of it when the program is killed. Where
/// it cannot, the file stands beside its place as ".NAME.veer-" and 16 digits, locked; what a
/// killed program left there is deleted when the next file of this name is begun.
///
/// @param path   a regular file, which is to be replaced and keeps its permissions, or nothing in a
///               folder that is there. Devices, FIFOs, sockets, folders and symbolic links are
///               refused
/// @param out    release it with veer_file_destroy
/// @param error  filled when the status is not VEER_OK
/// @return VEER_OK; VEER_BAD_VALUE when the file cannot be written; VEER_OUT_OF_MEMORY
VEER_API VeerStatus veer_file_create(const char *path, VeerFile **out, VeerInputError *error);

/// Where it belongs, as it was given. Lives as long as the file.
VEER_API const char *veer_file_path(const VeerFile *file);
/// Where to write the file's content. Lives as long as the file; not to be closed. NULL: no memory.
VEER_API FILE *veer_file_stream(VeerFile *file);
/// A path by which other libraries, and programs that inherit veer_file_descriptor, can write the
/// file before it is in its place. Lives as long as the file.
VEER_API const char *veer_file_name(const VeerFile *file);
/// The open file behind that path; it is closed in programs that are started.
VEER_API int veer_file_descriptor(const VeerFile *file);

/// Ends the writing: brings all of the content to the disk.
/// @return VEER_OK; VEER_BAD_VALUE when any of it could not be written since the file was begun
VEER_API VeerStatus veer_file_complete(VeerFile *file, VeerInputError *error);

/// Puts complete files in their places, all or none: on failure each place holds what it held.
///
/// @param files  files[count], which are still to be destroyed
/// @return VEER_OK; VEER_BAD_VALUE when one cannot be put there
VEER_API VeerStatus veer_file_publish(VeerFile *const *files, uint32_t count,
                                      VeerInputError *error);

/// Frees the file, and deletes what was written unless it was published. NULL is fine.
VEER_API void veer_file_destroy(VeerFile *file);

#endif
