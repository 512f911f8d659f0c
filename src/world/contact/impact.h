/// Impacts: bodies that exchange momentum when they meet, one after the other as they do in time.
#ifndef VEER_WORLD_CONTACT_IMPACT_H
#define VEER_WORLD_CONTACT_IMPACT_H

#include "math/vec.h"
#include "world/base/state.h"

/// The impacts of one tick.
typedef struct VeerImpacts {
    VeerWorld *world;
    float dt;
    float now;           ///< s from the tick's start on
    float top_speed;     ///< m/s: no body that matters is faster
    bool is_hosted;      ///< agents go where the host has them
    uint32_t heap_count; ///< bodies that meet something
} VeerImpacts;

/// A body on its way.
typedef struct VeerMover {
    VeerVec3 position, low; ///< m, at the tick's start, and what rounding took from that
    VeerVec3 gone;          ///< m, that it has gone since
    VeerVec3 path;          ///< m/s, as it goes on
    VeerVec3 velocity;      ///< m/s, that it has: who is stopped for the rest of the tick keeps it
    float radius;           ///< m
    float mass;             ///< kg; INFINITY: nothing moves it
    float restitution, friction;
    float lower, upper; ///< m: its range of height, planar
} VeerMover;

/// Impacts of one body in a tick: so many as they are, then so many without restitution. A ball
/// that has had them all stops for the rest of the tick, and an agent is left to the contacts that
/// push. Bodies that are pressed together have more than there is time for; measured, 200 balls of
/// restitution .5 in a heap: see docs/contacts.md.
#define VEER_MOST_BOUNCES 32u
#define VEER_MOST_IMPACTS 48u
/// Of an agent, whom contacts push after that.
#define VEER_MOST_KNOCKS 32u

static inline uint32_t veer_impact_most(uint32_t key)
{
    return key & VEER_KEY_AGENT ? VEER_MOST_KNOCKS : VEER_MOST_IMPACTS;
}

/// Bodies come together that do so at more than this part of their speeds: less is rounding, and
/// of those that go side by side.
#define VEER_LEAST_APPROACH 1e-5f

/// Whether a body comes to another one at more than a part of their speeds. @param normal  from the
/// other to the body, a unit vector
static inline bool veer_impact_is_towards(VeerVec3 velocity, VeerVec3 other, VeerVec3 normal,
                                          float least)
{
    float speeds = length3(velocity) + length3(other);
    return -dot3(sub3(velocity, other), normal) > least * speeds;
}

/// What is noted of a body. @param key  not that of a wall
VeerNextHit *veer_impact_hit(const VeerWorld *world, uint32_t key);
/// A body as it is now. Of a wall and of VEER_NO_SLOT, which is one, what counts in an exchange.
VeerMover veer_impact_mover(const VeerImpacts *impacts, uint32_t key);
/// Whether an agent meets all that is solid to it, others with a mass of their own among them; else
/// only who exchanges momentum with it by itself.
bool veer_impact_is_active(const VeerWorld *world, uint32_t slot);
/// Of two keys the one that comes first of what happens at the same time.
bool veer_impact_precedes(const VeerWorld *world, uint32_t key, uint32_t other);
#endif
