#include "avoid/base/detour.h"

#include "avoid/base/constants.h"
#include "math/trig.h"

/// The axis to turn about: up, or x where the velocity is along it.
static VeerVec3 turning_axis(VeerVec3 velocity)
{
    float flat = velocity.x * velocity.x + velocity.y * velocity.y;
    bool is_upright = flat <= 1e-6f * velocity.z * velocity.z;
    return is_upright ? vec3(1.0f, 0.0f, 0.0f) : vec3(0.0f, 0.0f, 1.0f);
}

VeerVec3 veer_detour_turn(VeerVec3 velocity, float angle)
{
    if (angle == 0.0f) {
        return velocity;
    }
    VeerVec3 axis = turning_axis(velocity);
    VeerVec3 along = scale3(axis, dot3(axis, velocity));
    VeerVec3 across = sub3(velocity, along);
    VeerVec3 turned = along3(along, across, veer_cos(angle));
    return along3(turned, cross3(axis, across), veer_sin(angle));
}

/// Whether the answer makes this part of the progress along the aim.
static bool makes(VeerVec3 aim, VeerVec3 answer, float part)
{
    return dot3(answer, aim) >= part * dot3(aim, aim);
}

bool veer_detour_is_slow(VeerVec3 aim, VeerVec3 answer)
{
    return !makes(aim, answer, SLOW_PROGRESS);
}

/// The side to turn to: that of the detour so far; else that to which the answer leans; else right.
static float side_of(float detour, VeerVec3 aim, VeerVec3 answer)
{
    if (detour != 0.0f) {
        return detour > 0.0f ? 1.0f : -1.0f;
    }
    float lean = dot3(cross3(turning_axis(aim), aim), answer);
    return lean > SIDE_PACE * dot3(aim, aim) ? 1.0f : -1.0f;
}

float veer_detour_update(float detour, float dt, VeerVec3 aim, VeerVec3 answer, bool is_barred)
{
    float side = side_of(detour, aim, answer);
    float angle = fabsf(detour);
    if (is_barred) {
        angle = min_f(angle + TURN_RATE * dt, FURTHEST);
    } else if (makes(aim, answer, FREE_PROGRESS)) {
        angle = max_f(angle - TURN_RATE * dt, 0.0f);
    }
    return angle > 0.0f ? side * angle : 0.0f; // never -0: memory is hashed
}
