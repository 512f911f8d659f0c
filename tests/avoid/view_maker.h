/// Views made by hand, for the tests of avoidance models.
#ifndef VEER_TESTS_AVOID_VIEW_MAKER_H
#define VEER_TESTS_AVOID_VIEW_MAKER_H

// cmocka wants these first.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "veer/avoid.h"

/// An agent of id 1 and radius 1 m at rest, heading for +x: wishes 1 m/s, can go 2 m/s.
static inline VeerView make_view(VeerSpace space)
{
    VeerView view;
    memset(&view, 0, sizeof view);
    view.space = space;
    view.dt = 1.0f / 60.0f;
    view.id = 1;
    view.heading = (VeerVec3){1.0f, 0.0f, 0.0f};
    view.radius = 1.0f;
    view.max_speed = 2.0f;
    view.preferred_speed = 1.0f;
    view.max_acceleration = view.max_braking = view.max_turn_rate = INFINITY;
    return view;
}

/// An agent of id 2 and radius 1 m that takes its half of the evasion.
static inline VeerNeighbour make_neighbour(VeerVec3 offset, VeerVec3 velocity)
{
    VeerNeighbour neighbour;
    memset(&neighbour, 0, sizeof neighbour);
    neighbour.offset = offset;
    neighbour.velocity = velocity;
    neighbour.radius = 1.0f;
    neighbour.share = 0.5f;
    neighbour.id = 2;
    return neighbour;
}

static inline VeerAvoidResult ask(const VeerView *view, VeerVec3 preferred)
{
    VeerAvoidParams params = veer_avoid_params_default();
    return veer_avoid_orca(view, &params, preferred);
}

static inline bool same_bits3(VeerVec3 a, VeerVec3 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

#endif
