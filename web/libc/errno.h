/// What the loader of scenarios needs of this header of C17 where there is no C library.
#ifndef VEER_WEB_ERRNO_H
#define VEER_WEB_ERRNO_H

extern int errno;
#define ERANGE 34

#endif
