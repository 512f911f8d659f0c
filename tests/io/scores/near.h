/// Doubles that are nearly equal: cmocka's own comparison is of floats.
#ifndef VEER_TEST_NEAR_H
#define VEER_TEST_NEAR_H

#include "support/suite.h"

#include <math.h>

static inline void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance)) {
        fail_msg("%.12g is not within %g of %.12g", found, tolerance, expected);
    }
}

#endif
