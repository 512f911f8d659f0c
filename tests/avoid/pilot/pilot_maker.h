/// Ships and rocks as the pilot sees them.
#ifndef VEER_TEST_AVOID_PILOT_MAKER_H
#define VEER_TEST_AVOID_PILOT_MAKER_H

#include "avoid/pilot/pilot.h"
#include "avoid/view_maker.h"

/// A ship that can go 12 m/s with real limits, heading for +x at 10 m/s.
static inline VeerView make_ship(VeerSpace space)
{
    VeerView view = make_view(space);
    view.velocity = vec3(10.0f, 0.0f, 0.0f);
    view.max_speed = 12.0f;
    view.preferred_speed = 10.0f;
    view.max_acceleration = view.max_braking = 15.0f;
    view.max_turn_rate = 3.0f;
    float far = INFINITY;
    view.bounds = (VeerBounds){{-far, -far, -far}, {far, far, far}};
    return view;
}

static inline VeerNeighbour make_rock(VeerVec3 offset, VeerVec3 velocity, float radius)
{
    VeerNeighbour rock = make_neighbour(offset, velocity);
    rock.radius = radius;
    rock.mass = radius * radius;
    rock.is_obstacle = true;
    rock.share = 1.0f;
    return rock;
}

static inline VeerAvoidResult fly(const VeerView *view, VeerVec3 preferred)
{
    VeerAvoidParams params = veer_avoid_params_for(VEER_AVOID_PILOT);
    return veer_avoid_pilot(view, &params, preferred);
}

#endif
