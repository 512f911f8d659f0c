/// What the core needs of this header of C17 where there is no C library.
#ifndef VEER_WEB_STDLIB_H
#define VEER_WEB_STDLIB_H

#include <stddef.h>

/// For pages, too: exported.
__attribute__((visibility("default"))) void *malloc(size_t size);
__attribute__((visibility("default"))) void free(void *memory);

int abs(int number);

#endif
