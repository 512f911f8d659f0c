/// cmocka with the headers that it needs before it.
#ifndef VEER_TEST_SUITE_H
#define VEER_TEST_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
