/// What the core and the loader of scenarios need of this header of C17 where there is no C
/// library.
#ifndef VEER_WEB_STDLIB_H
#define VEER_WEB_STDLIB_H

#include <stddef.h>

/// For pages, too: exported.
__attribute__((visibility("default"))) void *malloc(size_t size);
__attribute__((visibility("default"))) void free(void *memory);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);
void *aligned_alloc(size_t alignment, size_t size);

int abs(int number);
double strtod(const char *text, char **end);
long long strtoll(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
/// Stable, as the C libraries' are that scenes have been made with.
void qsort(void *values, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
