/// How the engine moves bodies that agents steer: as its own functions do, without what a crowd has
/// no use for. Those find the sine of its angle, though it has not turned, and look up what kind of
/// body it is; and many builds of the engine, Debian's too, have them check every number.
#include "bridge/chipmunk/motion.h"

#include <chipmunk/chipmunk_structs.h>

static void change_velocity(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt)
{
    if (body->m_inv == 0.0) {
        cpBodyUpdateVelocity(body, gravity, damping, dt); // kinematic by now
        return;
    }
    cpVect gained = cpvmult(cpvadd(gravity, cpvmult(body->f, body->m_inv)), dt);
    body->v = cpvadd(cpvmult(body->v, damping), gained);
    body->w = body->w * damping + body->t * body->i_inv * dt;
    body->f = cpvzero;
    body->t = 0.0;
}

/// What turns needs a new sine; the engine knows how.
static void change_position(cpBody *body, cpFloat dt)
{
    if (body->w + body->w_bias != 0.0) {
        cpBodyUpdatePosition(body, dt);
        return;
    }
    cpVect moved = cpvmult(cpvadd(body->v, body->v_bias), dt);
    cpTransform *at = &body->transform;
    cpVect cog = body->cog, rotation = cpv(at->a, at->b);
    body->p = cpvadd(body->p, moved);
    at->tx = body->p.x - (cog.x * rotation.x - cog.y * rotation.y);
    at->ty = body->p.y - (cog.x * rotation.y + cog.y * rotation.x);
    body->v_bias = cpvzero;
    body->w_bias = 0.0;
}

void veer_motion_take(cpBody *body)
{
    if (body->velocity_func == cpBodyUpdateVelocity) {
        body->velocity_func = change_velocity;
    }
    if (body->position_func == cpBodyUpdatePosition) {
        body->position_func = change_position;
    }
}

void veer_motion_give(cpBody *body)
{
    if (body->velocity_func == change_velocity) {
        body->velocity_func = cpBodyUpdateVelocity;
    }
    if (body->position_func == change_position) {
        body->position_func = cpBodyUpdatePosition;
    }
}
