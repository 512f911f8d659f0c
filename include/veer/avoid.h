/// Avoidance models: from what one agent senses and its preferred velocity to a safe one.
///
/// Every model is a pure function of plain values: it never sees the world, so a host can call it
/// with a view of its own making, and the same view gives the same bits.
#ifndef VEER_AVOID_H
#define VEER_AVOID_H

#include "veer/api.h"
#include "veer/trace.h"
#include "veer/vehicle.h"

/// How an agent avoids. docs/models has a page on each.
typedef enum VeerAvoidModel {
    VEER_AVOID_DEFAULT = -1, ///< the model that suits the body (veer_avoid_model_for): decided when
                             ///< an agent is made or set, so that readers get one of the others
    VEER_AVOID_NONE = 0,     ///< none: the preferred velocity; others know that it will not yield
    VEER_AVOID_CROWD,        ///< the default of who goes anywhere at once: ORCA, and steps by which
                             ///< crowds get on where ORCA alone stands still, 2-D and 3-D
    VEER_AVOID_MAGNETS,      ///< bodies push, the preferred velocity pulls, 2-D and 3-D
    VEER_AVOID_POTENTIAL, ///< Lennard-Jones forces of obstacles, friends and the goal, 2-D and 3-D
    VEER_AVOID_WHISKERS,  ///< feels ahead along its heading, and turns past what it feels
    VEER_AVOID_RAYS,      ///< three rays along its velocity, and sides agreed with the agent met
    VEER_AVOID_PILOT,     ///< samples and simulates manoeuvres with its own motion, 2-D and 3-D
    VEER_AVOID_ORCA,      ///< optimal reciprocal collision avoidance as in its paper, 2-D and 3-D
    VEER_AVOID_CUSTOM,    ///< the host's own: veer_world_set_avoid_callback
    VEER_AVOID_MODEL_COUNT
} VeerAvoidModel;

/// The model's name as scenario files and the command spell it ("crowd"); NULL for any other
/// number.
VEER_API const char *veer_avoid_model_name(VeerAvoidModel model);

#define VEER_MAX_NEIGHBOURS 32     ///< most neighbours that an agent may ask for
#define VEER_MAX_WALLS 16          ///< most walls in a view: the nearest
#define VEER_MAX_TARGETS 32        ///< most targets in a view
#define VEER_MAX_AVOID_CALLBACKS 8 ///< models of the host's own in one world

/// Constants of VEER_AVOID_MAGNETS. Each acts if its gap is less than `range`, with the force
/// offset · push / gap^exponent; the pull is unit(preferred) · pull · max(1, pull_per_body ·
/// bodies).
typedef struct VeerMagnets {
    float range;         ///< own radii, >= 0
    float push;          ///< >= 0
    float exponent;      ///< -8 to 8
    float pull;          ///< >= 0
    float pull_per_body; ///< >= 0
    float least_gap;     ///< m, > 0: smaller gaps count as this
} VeerMagnets;

/// Constants of VEER_AVOID_POTENTIAL: the force at gap g is push / g^push_exponent away, less
/// pull / g^pull_exponent, all strengths >= 0 and exponents -8 to 8. Obstacles and strangers push,
/// friends push and pull, the goal and each target pull.
typedef struct VeerPotential {
    float goal_pull, goal_exponent;     ///< of the goal, and of targets
    float friend_pull, friend_exponent; ///< of agents of its group
    float push, push_exponent;          ///< of all bodies
} VeerPotential;

/// Constants of VEER_AVOID_WHISKERS.
typedef struct VeerWhiskers {
    float look_ahead;  ///< m, >= 0, along the heading
    float width;       ///< own diameters, >= 0: of the feelers, and between the two
    float safe_own;    ///< >= 0: passes at this times its own diameter
    float safe_other;  ///< >= 0: and this times the other's
    float inside_turn; ///< rad, 0 to pi: off the other's bearing, where it is nearer than that
    float probe_step;  ///< own diameters, >= 0: from one probe circle to the next, at most 64 of
                       ///< them (planar views); 0: the exact swept disc or sphere
} VeerWhiskers;

/// Where a ray stops.
typedef enum VeerRaysHit {
    VEER_RAYS_NEAREST_HIT = 0, ///< at the nearest body
    VEER_RAYS_FIRST_HIT        ///< as the source's: at the first body that is told of, which is the
                               ///< one with the lowest id (planar views); and the other's side is
                               ///< copied even where that had just copied one's own
} VeerRaysHit;

/// Constants of VEER_AVOID_RAYS.
typedef struct VeerRays {
    float look_ahead;       ///< s, > 0: length of the rays at the present velocity
    float acceleration;     ///< m/s², > 0: the most that its forces amount to
    float separation;       ///< >= 0: weight of keeping away from agents near; 0: it does not
    float separation_range; ///< own radii, >= 0, between centres: how near is too near
    float flocking;         ///< >= 0: weight of alignment and cohesion with its group
    VeerRaysHit hit;        ///< where its rays stop
} VeerRays;

/// What VEER_AVOID_CUSTOM hands to the host's function.
typedef struct VeerCustomAvoidance {
    uint32_t callback; ///< 0 to VEER_MAX_AVOID_CALLBACKS - 1
    float value[5];    ///< the host's own, finite
} VeerCustomAvoidance;

/// What an agent senses, how far ahead it looks, and the constants of its model.
typedef struct VeerAvoidParams {
    float
        sense_range; ///< m, >= 0: how far away, from its centre to their surface, it senses bodies
    float time_horizon;           ///< s, > 0: it keeps clear of other agents for so long
    float time_horizon_obstacles; ///< s, > 0: likewise of obstacles and walls
    uint32_t max_neighbours;      ///< 0 to VEER_MAX_NEIGHBOURS agents, and as many moving obstacles
    union {
        VeerMagnets magnets;
        VeerPotential potential;
        VeerWhiskers whiskers;
        VeerRays rays;
        VeerCustomAvoidance custom;
    }; ///< of the model that they are for; others have none
} VeerAvoidParams;

/// Of VEER_AVOID_CROWD: range 10 m, horizons 4 s and 2 s, 12 neighbours.
VEER_API VeerAvoidParams veer_avoid_params_default(void);

/// A model's own defaults: the constants of the source that it comes from, in that source's units.
/// For VEER_AVOID_CUSTOM callback 0; for VEER_AVOID_DEFAULT and a number that is no model those of
/// veer_avoid_params_default.
VEER_API VeerAvoidParams veer_avoid_params_for(VeerAvoidModel model);

/// The model that suits a body: VEER_AVOID_CROWD those that go anywhere at once, and
/// VEER_AVOID_PILOT, which looks ahead with their own motion, all others: vehicles, and free bodies
/// whose acceleration or turn rate is limited (docs/odds.md).
///
/// @param limits  NULL: as limited
VEER_API VeerAvoidModel veer_avoid_model_for(VeerVehicle vehicle, const VeerMotionLimits *limits);

/// What a body can do, as far as it decides how early it has to avoid.
typedef struct VeerShipClass {
    float max_speed;    ///< m/s, > 0
    float acceleration; ///< m/s², > 0; INFINITY: stops at once
    float turn_rate;    ///< rad/s, > 0; INFINITY: turns at once
    float radius;       ///< m, >= 0
} VeerShipClass;

/// Constants that fit a ship: nimble ones thread gaps, clumsy ones avoid from afar.
///
/// Lengths grow with the ship's stride, the longer of its turning radius (speed / turn rate) and
/// its stopping distance (speed² / 2 acceleration); docs/models/ship-class.md has the rules, which
/// give back the source's own constants for the source's own ship.
///
/// @param model  VEER_AVOID_DEFAULT: the one that suits a free body with the ship's limits
/// @param ship   out of range or not a number: as veer_avoid_params_for
VEER_API VeerAvoidParams veer_avoid_params_for_ship(VeerAvoidModel model,
                                                    const VeerShipClass *ship);

/// Whether an agent may have these for its model: finite, in range.
VEER_API bool veer_avoid_params_are_valid(VeerAvoidModel model, const VeerAvoidParams *params);

/// A disc or sphere that an agent senses.
typedef struct VeerNeighbour {
    VeerVec3 offset;   ///< m, from the agent's centre to its centre
    VeerVec3 velocity; ///< m/s
    float radius;      ///< m
    float share;       ///< 0 to 1: the part of the evasion that falls to the agent; 1: all of it
    uint32_t id;       ///< breaks ties of distance
    float mass; ///< kg, of a ball that bounces off others and the bounds; 0: one that does not
    bool is_obstacle; ///< not an agent
    bool is_friend;   ///< an agent of the same group, which is not 0
    bool is_avoiding; ///< an agent whose avoidance changed its velocity in the last tick
    int8_t side;      ///< where an agent with VEER_AVOID_RAYS went in the last tick to get past
                      ///< the agent met: 1 left, -1 right; 0: met none, or another model
} VeerNeighbour;

/// A wall: offsets from the agent's centre, m. In a planar view the ends of a
/// segment, in a spatial one the lower and the upper corner of a box.
typedef struct VeerWall {
    VeerVec3 a, b; ///< m: its ends, or corners
} VeerWall;

/// A place or a body that an agent goes for beside its goal, at any distance.
typedef struct VeerTarget {
    VeerVec3 offset; ///< m, from the agent's centre to its centre
    float radius;    ///< m; 0: a place
    float weight;    ///< >= 0: times the pull of a goal
} VeerTarget;

/// What VEER_AVOID_CROWD keeps.
typedef struct VeerCrowdMemory {
    float jam;    ///< 0: free; 1: slowed down for long, keeps no margin; 2: jammed between others
    float detour; ///< rad, positive to the left: how far its preferred velocity is turned aside; by
                  ///< the world where its view says finds_path
    uint32_t corner, across; ///< the world's own: where its path past bare walls leads next, and
                             ///< through what
} VeerCrowdMemory;

/// What VEER_AVOID_WHISKERS keeps.
typedef struct VeerWhiskersMemory {
    float turn_rate; ///< rad/s, positive to the left: of its last turn
} VeerWhiskersMemory;

/// What VEER_AVOID_RAYS keeps.
typedef struct VeerRaysMemory {
    float side; ///< on which it passes the agent met: 1 left, -1 right; 0: met none
} VeerRaysMemory;

/// What VEER_AVOID_PILOT keeps.
typedef struct VeerPilotMemory {
    float x, y; ///< m/s: its last manoeuvre, all 0 for none
    union {
        float z;      ///< m/s, in space
        float detour; ///< rad, in the plane: as of VeerCrowdMemory
    };
    float impatience; ///< 0 to 1: how long it has got nowhere
} VeerPilotMemory;

/// What a model keeps from one tick to the next about one agent: all zero at first, and again when
/// the agent's model or goal changes. A host passes it on, and need not look inside.
typedef union VeerAvoidMemory {
    float value[4];              ///< a custom model's own
    VeerCrowdMemory crowd;       ///< of VEER_AVOID_CROWD
    VeerWhiskersMemory whiskers; ///< of VEER_AVOID_WHISKERS
    VeerRaysMemory rays;         ///< of VEER_AVOID_RAYS
    VeerPilotMemory pilot;       ///< of VEER_AVOID_PILOT
} VeerAvoidMemory;

/// What one agent senses. Planar views have z = 0 throughout.
typedef struct VeerView {
    VeerSpace space;                  ///< the world's
    float dt;                         ///< s
    uint32_t id;                      ///< the agent's own
    VeerVec3 velocity;                ///< m/s
    VeerVec3 goal;                    ///< m, from the agent's centre, where has_goal
    VeerVec3 heading;                 ///< unit vector
    VeerVec3 spin;                    ///< as in VeerMotionState
    float radius;                     ///< m
    float max_speed, preferred_speed; ///< m/s
    float stalled;                    ///< s since it came nearer to its goal
    float max_acceleration, max_braking, max_turn_rate; ///< m/s², m/s², rad/s; INFINITY: no limit
    VeerVehicleParams vehicle;                          ///< how it moves within those limits
    VeerBounds bounds; ///< m, from the agent's centre: what bouncing balls turn back at
    const VeerNeighbour *neighbours;      ///< neighbours[neighbour_count], near to far, ties by id
    const VeerWall *walls;                ///< walls[wall_count], near to far
    const VeerTarget *targets;            ///< targets[target_count]: for VEER_AVOID_POTENTIAL
    uint32_t neighbour_count, wall_count; ///< of what it senses
    uint32_t target_count;                ///< of them the first VEER_MAX_TARGETS
    VeerVec3 bottleneck; ///< m, from the agent's centre to where its path becomes narrow next;
                         ///< 0: nowhere, or not known
    bool has_goal;       ///< it goes to a place, or to another body
    bool has_path;       ///< its preferred velocity follows a path planned round obstacles at rest
    bool finds_path; ///< that path leads past bare walls: no map tells streams where to keep, so
                     ///< the memory's detour does, and the model leaves it as it is
    VeerIsa isa;     ///< of the model's wide steps; no bit depends on it
    VeerAvoidMemory memory; ///< what the model kept in the last step
    VeerAvoidTrace *trace;  ///< where the model notes what it saw and why it chose; NULL: nowhere
} VeerView;

/// What a model answers; all zero for a view, constants or a preferred velocity that are not good:
/// not finite, negative where they may not be, dt beyond VEER_MIN_DT to VEER_MAX_DT.
typedef struct VeerAvoidResult {
    VeerVec3 velocity;      ///< m/s, finite, at most the view's max_speed
    VeerAvoidMemory memory; ///< what the model keeps for the next step
    bool is_avoiding;       ///< the answer differs from the preferred velocity
} VeerAvoidResult;

/// The default model of bodies that go anywhere at once: the velocity program of veer_avoid_orca,
/// and a few stated steps by which crowds get on where it alone stands still
/// (docs/models/crowd.md). Keeps VeerCrowdMemory.
///
/// @param preferred  m/s, the velocity that it would have alone
/// Promise: that of veer_avoid_orca; where there is room a margin is kept beside. Exact symmetry
/// (head-on, crossing, n-fold circle) resolves by keeping to the right, without noise. Cost
/// O(neighbours + walls), expected; allocates nothing.
VEER_API VeerAvoidResult veer_avoid_crowd(const VeerView *view, const VeerAvoidParams *params,
                                          VeerVec3 preferred);

/// Optimal reciprocal collision avoidance: of the velocities that keep clear of all that is sensed
/// for the horizons, if others take their share, the one nearest to the preferred one. It keeps no
/// memory, so pockets hold it, and crowds end in standstills.
///
/// @param preferred  m/s, the velocity that it would have alone
/// Promise: while every body near obeys the same rule, the half-planes leave room, and none is
/// limited in acceleration, no two touch within time_horizon. Where they leave no room the answer
/// is the velocity that breaks them least; walls are kept before bodies. Cost O(neighbours +
/// walls), expected; allocates nothing. Source: van den Berg, Guy, Lin, Manocha, "Reciprocal n-body
/// collision avoidance", 2011; docs/models/orca.md has what differs.
VEER_API VeerAvoidResult veer_avoid_orca(const VeerView *view, const VeerAvoidParams *params,
                                         VeerVec3 preferred);

/// Magnets: goes at the preferred speed along the sum of the preferred velocity's pull and the push
/// of all bodies near, bigger ones pushing harder. Uses no velocities. Can freeze face to face with
/// what it goes for. Cost O(neighbours + walls).
VEER_API VeerAvoidResult veer_avoid_magnets(const VeerView *view, const VeerAvoidParams *params,
                                            VeerVec3 preferred);

/// Lennard-Jones steering: goes at the preferred speed along the sum of the forces: of bodies and
/// walls, of the preferred velocity, which stands for the goal, and of the view's targets. Uses no
/// velocities. Cost O(neighbours + walls + targets).
VEER_API VeerAvoidResult veer_avoid_potential(const VeerView *view, const VeerAvoidParams *params,
                                              VeerVec3 preferred);

/// Whiskers: where nothing is felt ahead, the preferred velocity; else the direction that passes
/// the first thing felt at a safe distance, on the side where the feeler is free, at the preferred
/// speed. Uses no velocities but the heading. Cost O(neighbours + walls), times the probes of the
/// source's form.
VEER_API VeerAvoidResult veer_avoid_whiskers(const VeerView *view, const VeerAvoidParams *params,
                                             VeerVec3 preferred);

/// Three rays along the velocity (in space: the swept sphere) and sides agreed with the agent
/// met: forces of at most VeerRays.acceleration towards the preferred velocity and past the nearest
/// agent ahead. Heeds agents alone, no obstacles or walls. Cost O(neighbours).
VEER_API VeerAvoidResult veer_avoid_rays(const VeerView *view, const VeerAvoidParams *params,
                                         VeerVec3 preferred);

/// Dynamic window: samples some forty manoeuvres (70 in space), simulates each with the body's own
/// motion among the neighbours where they will be, and takes the one that costs least: difference
/// from the preferred velocity, danger of meeting something (soon more than late), nearness, change
/// of manoeuvre.
///
/// Neighbours go straight on, but for the bounces of those that bounce, off each other and off the
/// bounds, one after the other; free bodies without a limit of acceleration share the way aside. Of
/// two agents else just one gives way at once (docs/models/pilot.md); cars also try to reverse. It
/// looks ahead for time_horizon_obstacles, at the nearest 32 bodies. At rest it makes room for
/// others, and its preferred velocity takes it back. Promise: none; where every manoeuvre meets
/// something, it takes the one that does so last. Cost O(manoeuvres · (bodies + walls)), much less
/// where the preferred velocity itself is free; allocates nothing.
VEER_API VeerAvoidResult veer_avoid_pilot(const VeerView *view, const VeerAvoidParams *params,
                                          VeerVec3 preferred);

/// Any model by its number: as the functions above. VEER_AVOID_DEFAULT is the one that suits the
/// view's body, by these params as they are; VEER_AVOID_CUSTOM, whose function the world keeps, and
/// numbers that are no models answer as VEER_AVOID_NONE.
VEER_API VeerAvoidResult veer_avoid_decide(VeerAvoidModel model, const VeerView *view,
                                           const VeerAvoidParams *params, VeerVec3 preferred);

/// A model of the host's own: as the functions above, and like them pure, or the promises of equal
/// bits and of rollback end. May be called from several threads at the same time. What it answers
/// is brought within max_speed; what is not finite counts as the preferred velocity.
typedef VeerAvoidResult VeerAvoidFn(const VeerView *view, const VeerAvoidParams *params,
                                    VeerVec3 preferred, void *user);

#endif
