/// Formations to test.
#ifndef VEER_TEST_SQUAD_FORMATION_MAKER_H
#define VEER_TEST_SQUAD_FORMATION_MAKER_H

#include "veer/formation.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "support/suite.h"

static const VeerVec3 no_heading = {0, 0, 0};
static const VeerVec3 z_up = {0, 0, 1};

static inline void assert_near(VeerVec3 a, VeerVec3 b, float tolerance)
{
    assert_true(length3(sub3(a, b)) <= tolerance);
}

#endif
