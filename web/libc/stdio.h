/// What the loader of scenarios needs of this header of C17 where there is no C library.
#ifndef VEER_WEB_STDIO_H
#define VEER_WEB_STDIO_H

#include <stdarg.h>
#include <stddef.h>

/// Of flags and conversions as much as messages use: %s %c %d %u %x %f %g, with l, ll, z, a
/// width with leading zeros and a precision.
int snprintf(char *out, size_t size, const char *format, ...);
int vsnprintf(char *out, size_t size, const char *format, va_list values);

#endif
