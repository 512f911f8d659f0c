/// The one door through which files are read.
#ifndef VEER_IO_INPUT_H
#define VEER_IO_INPUT_H

#include "io/base/limits.h"

/// A path that fits no system, or that of a file that another one names.
typedef struct VeerInputPath {
    char text[4096];
} VeerInputPath;

/// Whether a reader has what it needs: a name (of no length is fine), a text (NULL where it has no
/// length) and somewhere to put what is read. Without an error of the caller's, *error is `own`
/// from then on; it is filled where something lacks.
bool veer_input_is_given(const char *name, const void *text, size_t length, const void *out,
                         VeerInputError **error, VeerInputError *own);

/// Notes "PATH: WHAT WHY". @return VEER_BAD_VALUE
VeerStatus veer_input_fail(const char *path, VeerInputError *error, const char *what,
                           const char *why);

/// Whether a path is that of a regular file, which is all that is read: others may have no end, or
/// keep who opens them waiting. @return as veer_input_read
VeerStatus veer_input_check(const char *path, VeerInputError *error);

/// Reads a regular file into memory that the caller frees.
/// @param limits  NULL: the defaults; what is larger is refused before it is read
/// @param error   filled on failure
/// @return VEER_OK; VEER_BAD_VALUE; VEER_OUT_OF_MEMORY
VeerStatus veer_input_read(const char *path, const VeerInputLimits *limits, char **text,
                           size_t *length, VeerInputError *error);

/// The path of a file that another one names: from that one's folder on, unless it is absolute.
/// Unless the limits allow more, it must be there, in that folder or below, links followed.
/// @return VEER_OK; VEER_BAD_VALUE with the error filled
VeerStatus veer_input_beside(const char *owner, const char *named, const VeerInputLimits *limits,
                             VeerInputPath *out, VeerInputError *error);

#endif
