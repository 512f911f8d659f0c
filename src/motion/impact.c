#include "motion/impact.h"

/// What of a push along a unit vector moves a body that leans on a wall.
///
/// @param yield  its squared length. Without a wall 1, and not the sum of squares: where that is
///               rounded to the next float below 1, its inverse is rounded up by as much again, and
///               energy would grow, by 10⁻⁸ of it with each impact
static VeerVec3 free_of_wall(VeerVec3 push, VeerVec3 held, float *yield)
{
    float into = min_f(dot3(push, held), 0.0f);
    *yield = max_f(1.0f - into * into, 0.0f);
    return along3(push, held, -into);
}

/// What of an exchange falls to a body whose inverse mass along a push is `yield` ÷ mass: its share
/// times its yield and the other's times that one's add up to 1. Two without mass share alike.
static float share_of(float mass, float yield, float other_mass, float other_yield)
{
    float ratio = isinf(other_mass) ? 0.0f : mass == other_mass ? 1.0f : mass / other_mass;
    float sum = yield + ratio * other_yield;
    return !isinf(mass) && sum > 0.0f ? 1.0f / sum : 0.0f;
}

/// Changes what two bodies have of a relative velocity along a unit vector. @return N s; -1 if
/// neither can be moved
static float change(VeerImpactBody *body, VeerImpactBody *other, VeerVec3 along, float speed)
{
    float yield, other_yield;
    VeerVec3 push = free_of_wall(along, body->held, &yield);
    VeerVec3 back = free_of_wall(scale3(along, -1.0f), other->held, &other_yield);
    float share = share_of(body->mass, yield, other->mass, other_yield) * speed;
    float other_share = share_of(other->mass, other_yield, body->mass, yield) * speed;
    body->velocity = along3(body->velocity, push, share);
    other->velocity = along3(other->velocity, back, other_share);
    bool is_moved = share > 0.0f || other_share > 0.0f;
    return !is_moved ? -1.0f : share > 0.0f ? share * body->mass : other_share * other->mass;
}

float veer_impact_exchange(const VeerImpact *impact, VeerImpactBody *body, VeerImpactBody *other)
{
    VeerVec3 relative = sub3(body->velocity, other->velocity);
    float speed = -dot3(relative, impact->normal);
    if (!(speed > 0.0f)) {
        return -1.0f;
    }
    float bounce = (1.0f + impact->restitution) * speed;
    float impulse = change(body, other, impact->normal, bounce);
    VeerVec3 sliding = along3(relative, impact->normal, speed);
    float slip = length3(sliding), grip = min_f(slip, impact->friction * bounce);
    if (grip > 0.0f) {
        (void)change(body, other, scale3(sliding, -1.0f / slip), grip);
    }
    return impulse;
}
