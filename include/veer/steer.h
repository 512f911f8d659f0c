/// Behaviours: the velocity that an agent prefers. Pure functions of plain values; veer/behaviour.h
/// has lists of them that agents of a world follow.
///
/// Offsets are relative to the agent's centre, velocities in m/s, in the plane or in space: no
/// function here knows which, but gets vectors with z = 0 and answers with such.
/// Answers are finite: zero where an argument is bad, or too great for one. A dt is VEER_MIN_DT or
/// more.
/// Source, unless stated otherwise: Reynolds, "Steering behaviors for autonomous characters", 1999.
#ifndef VEER_STEER_H
#define VEER_STEER_H

#include "veer/api.h"

/// @name One body and one other, or one place
/// @{

/// The velocity straight to a point; zero when it is there.
VEER_API VeerVec3 veer_steer_seek(VeerVec3 offset, float speed);

/// The velocity straight away from a point that is nearer than `range`, m; else zero.
VEER_API VeerVec3 veer_steer_flee(VeerVec3 offset, float speed, float range);

/// How fast a body may go so that it can still stop within `distance`.
///
/// @param distance  m, >= 0
/// @param braking   m/s², > 0; INFINITY: stops at once
/// @param dt        s: the speed is held for one tick before braking begins
/// @return m/s; covers no more than `distance` in the tick
/// Source: v dt + v²/(2 b) = d, solved in the form that does not subtract nearly equal numbers.
VEER_API float veer_steer_stopping_speed(float distance, float braking, float dt);

/// The velocity that goes straight to a point and comes to rest there.
///
/// @param offset  m, to the point
/// @param speed   m/s, where nothing makes it brake
VEER_API VeerVec3 veer_steer_arrive(VeerVec3 offset, float speed, float braking, float dt);

/// Seconds until a body of `speed` can meet a target that keeps its velocity.
///
/// @param offset    m, from the body to the target
/// @param velocity  m/s, of the target
/// @return >= 0; INFINITY when it never can, or for what is not a number
/// Source: smallest root t >= 0 of |offset + velocity t| = speed t.
VEER_API float veer_steer_intercept_time(VeerVec3 offset, VeerVec3 velocity, float speed);

/// The velocity that meets a target which keeps its own, the soonest; straight to it where it
/// cannot be met.
VEER_API VeerVec3 veer_steer_pursue(VeerVec3 offset, VeerVec3 velocity, float speed);

/// The velocity away from where a pursuer that keeps its own would be when it gets here at its
/// present speed; zero beyond `range`, m.
VEER_API VeerVec3 veer_steer_evade(VeerVec3 offset, VeerVec3 velocity, float speed, float range);

/// @}

/// @name Alone
/// @{

/// The state of a wander: the same always gives the same.
typedef struct VeerWander {
    uint64_t seed; ///< of its turns
    uint32_t id;   ///< of the agent
    double time;   ///< s, >= 0
    float period;  ///< s, > 0: how long a whim lasts
    float angle;   ///< rad, >= 0: the furthest that it looks aside, and in space up or down
} VeerWander;

/// A velocity ahead, off the heading by an angle that drifts at random, without any memory.
///
/// @param is_spatial  up and down too
/// @return zero for a bad time or period, and from 2^53 whims on
/// Source: value noise, drawn by counter; takes the place of Reynolds' point that wanders on a
/// circle ahead.
VEER_API VeerVec3 veer_steer_wander(const VeerWander *wander, VeerVec3 heading, float speed,
                                    bool is_spatial);

/// A path to follow.
typedef struct VeerSteerPath {
    const VeerVec3 *points; ///< points[count], m, in any one frame
    uint32_t count;         ///< >= 1
    bool is_loop;           ///< from the last on to the first; else it comes to rest at the last
} VeerSteerPath;

/// An agent that follows a path.
typedef struct VeerFollower {
    VeerVec3 position;  ///< m, in the frame of the path
    float speed;        ///< m/s, >= 0, where nothing makes it brake
    float braking;      ///< m/s², > 0; INFINITY: none
    float turn_rate;    ///< rad/s, > 0; INFINITY: none
    float max_sideways; ///< m/s², > 0, in bends; INFINITY: none
    float look_ahead;   ///< m, > 0: how far along the path it aims
    float dt;           ///< s, > 0
} VeerFollower;

/// The velocity towards a point on the path, look_ahead beyond the nearest one to the body (the
/// first of those equally near): pure pursuit. It brakes in time for the corners ahead, which it
/// cuts by no more than look_ahead, and for the end.
///
/// Cost O(points). Source: Coulter, "Implementation of the pure pursuit path tracking algorithm",
/// 1992.
VEER_API VeerVec3 veer_steer_follow_path(const VeerSteerPath *path, const VeerFollower *follower);
/// @}

/// @name Among others
/// @{

/// Another agent near.
typedef struct VeerMate {
    VeerVec3 offset;   ///< m
    VeerVec3 velocity; ///< m/s
    float radius;      ///< m
} VeerMate;

/// The others, near to far.
typedef struct VeerMates {
    const VeerMate *mates; ///< mates[count]
    uint32_t count;        ///< of mates
} VeerMates;

/// Away from all that are nearer than `range`: the mean of unit vectors times 1 - (d - R) ÷ (range
/// - R), where R is the sum of the radii, times `strength` (m/s, or a force). Agents whose centres
/// coincide have no direction and are left out.
///
/// @param range  m, between centres; where R is not less, the weight is 1
/// Source: the row on flocking of the follow-up to Reynolds, "Flocks, herds and schools", 1987.
VEER_API VeerVec3 veer_steer_separation(VeerMates mates, float radius, float range, float strength);

/// The velocity to the middle of all within `range`, m; zero when none is.
VEER_API VeerVec3 veer_steer_cohesion(VeerMates mates, float range, float speed);

/// The mean of the directions in which those within `range` move, times speed; zero when none is.
VEER_API VeerVec3 veer_steer_alignment(VeerMates mates, float range, float speed);

/// An agent that goes ahead.
typedef struct VeerLeader {
    VeerVec3 offset;   ///< m
    VeerVec3 velocity; ///< m/s
    VeerVec3 heading;  ///< unit vector
} VeerLeader;

/// The velocity that gets to a place which moves with a leader, and stays there.
///
/// @param slot   m ahead, to the left and up of the leader
/// @param speed  m/s, at most
VEER_API VeerVec3 veer_steer_keep_slot(const VeerLeader *leader, VeerVec3 slot, float speed,
                                       float braking, float dt);

/// Follows a leader `distance` behind it, m, and steps aside where it would go: where the agent is
/// within `distance` ahead of it and `distance` beside its course.
VEER_API VeerVec3 veer_steer_follow_leader(const VeerLeader *leader, float distance, float speed,
                                           float braking, float dt);

/// Queues: a velocity, slowed down for agents ahead on its course within `distance` (m, between the
/// surfaces): to the speed of the nearest along that course, and to less where the gap is below
/// half of that.
VEER_API VeerVec3 veer_steer_queue(VeerMates mates, float radius, float distance,
                                   VeerVec3 preferred);

/// Where to hide from a threat: behind the nearest body that is big enough, `gap` (m) off its
/// surface. @return m, from the agent; zero vector and false in *is_found when there is none
VEER_API VeerVec3 veer_steer_hiding_place(VeerMates bodies, VeerVec3 threat, float radius,
                                          float gap, bool *is_found);
/// @}

/// @name Among walls
/// @{

/// Keeps within a box: the velocity, with what would lead out of the box within `seconds` turned
/// back. @param box  m, relative to the agent
VEER_API VeerVec3 veer_steer_contain(VeerBounds box, VeerVec3 velocity, float speed, float seconds);

/// Follows a wall at a distance, the way that it already heads.
///
/// @param nearest   m, to the nearest point of the wall
/// @param distance  m, >= 0, to keep from the wall to the centre
VEER_API VeerVec3 veer_steer_follow_wall(VeerVec3 nearest, VeerVec3 heading, float distance,
                                         float speed);
/// @}

/// @name Combination
/// @{

/// A change of velocity, and its weight.
typedef struct VeerSteerChange {
    VeerVec3 change; ///< m/s
    float weight;    ///< >= 0
} VeerSteerChange;

/// The sum of weight · change.
VEER_API VeerVec3 veer_steer_blend(const VeerSteerChange *changes, uint32_t count);

/// As veer_steer_blend, but the first come first: each is shortened to what is left of the budget,
/// m/s, by those before it. Source: Reynolds, "Flocks, herds and schools", 1987: prioritised
/// acceleration allocation.
VEER_API VeerVec3 veer_steer_prioritise(const VeerSteerChange *changes, uint32_t count,
                                        float budget);
/// @}

#endif
