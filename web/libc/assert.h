/// What the core needs of this header of C17 where there is no C library.
#ifndef VEER_WEB_ASSERT_H
#define VEER_WEB_ASSERT_H

#ifdef NDEBUG
#define assert(claim) ((void)0)
#else
#define assert(claim) ((claim) ? (void)0 : __builtin_trap())
#endif

#endif
