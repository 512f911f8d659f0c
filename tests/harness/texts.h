/// @file
/// Samples of what readers read: the seeds of the fuzz targets.
#ifndef VEER_HARNESS_TEXTS_H
#define VEER_HARNESS_TEXTS_H

#include "session.h"

typedef struct Text {
    const char *folder, *path;
    char *bytes;
    size_t size;
} Text;

/// One that a function would read, mostly; NULL: there are none.
const Text *any_sample(Session *session, const char *function);
/// Where calls may write a file.
const char *work_path(void);

#endif
