/// What the core and the loader of scenarios need of this header of C17 where there is no C
/// library.
#ifndef VEER_WEB_STRING_H
#define VEER_WEB_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t most);
char *strchr(const char *text, int letter);
char *strrchr(const char *text, int letter);
size_t strspn(const char *text, const char *letters);
size_t strcspn(const char *text, const char *letters);
void *memchr(const void *bytes, int byte, size_t size);
char *strstr(const char *text, const char *part);

#endif
