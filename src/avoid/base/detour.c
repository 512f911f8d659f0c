#include "avoid/base/detour.h"

#include "math/trig.h"

/// An answer is slow below this part of the way of its aim, and free from the second on.
#define SLOW_PROGRESS 0.85f
#define FREE_PROGRESS 0.9f
/// rad/s: how fast the detour grows while the way is barred, and goes back while it is free.
#define TURN_RATE 4.0f
#define RETURN_RATE 4.0f
/// rad: the furthest detour: nearly back where it came from.
#define FURTHEST 2.8f
/// A lateral part of the answer below this part of its aim does not choose the side.
#define SIDE_PACE 0.02f

/// The axis that turns go round: up, or x where the wish is along it.
static VeerVec3 turning_axis(VeerVec3 wish)
{
    float flat = wish.x * wish.x + wish.y * wish.y;
    bool is_upright = flat <= 1e-6f * wish.z * wish.z;
    return is_upright ? vec3(1.0f, 0.0f, 0.0f) : vec3(0.0f, 0.0f, 1.0f);
}

VeerVec3 veer_detour_turn(VeerVec3 wish, float angle)
{
    if (angle == 0.0f) {
        return wish;
    }
    VeerVec3 axis = turning_axis(wish);
    VeerVec3 along = scale3(axis, dot3(axis, wish));
    VeerVec3 across = sub3(wish, along);
    VeerVec3 turned = along3(along, across, veer_cos(angle));
    return along3(turned, cross3(axis, across), veer_sin(angle));
}

/// Whether the answer makes this part of the aim's way.
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
        angle = max_f(angle - RETURN_RATE * dt, 0.0f);
    }
    return angle > 0.0f ? side * angle : 0.0f; // never -0: memory is hashed
}
