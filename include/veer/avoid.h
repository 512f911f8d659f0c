/// Avoidance models: from what one agent senses and wishes to a velocity that is safe.
///
/// Every model is a pure function of plain values: it never sees the world, so a host can call it
/// with a view of its own making, and the same view gives the same bits.
#ifndef VEER_AVOID_H
#define VEER_AVOID_H

#include "veer/api.h"

/// How an agent avoids.
typedef enum VeerAvoidModel {
    VEER_AVOID_NONE = 0, ///< not at all: goes as it wishes, and others know that it will not yield
    VEER_AVOID_ORCA,     ///< optimal reciprocal collision avoidance, 2-D and 3-D; the default
    VEER_AVOID_MODEL_COUNT
} VeerAvoidModel;

/// The model's name as scenario files and the command spell it ("orca"); NULL for any other number.
VEER_API const char *veer_avoid_model_name(VeerAvoidModel model);

#define VEER_MAX_NEIGHBOURS 32 ///< most neighbours that an agent may ask for
#define VEER_MAX_WALLS 16      ///< most walls in a view: the nearest

/// What an agent senses and how far ahead it looks.
typedef struct VeerAvoidParams {
    float
        sense_range; ///< m, >= 0: how far away, from its centre to their surface, it senses bodies
    float time_horizon;           ///< s, > 0: it keeps clear of other agents for so long
    float time_horizon_obstacles; ///< s, > 0: likewise of obstacles and walls
    uint32_t max_neighbours;      ///< 0 to VEER_MAX_NEIGHBOURS agents, and as many moving obstacles
} VeerAvoidParams;

/// Range 10 m, horizons 4 s and 2 s, 12 neighbours.
VEER_API VeerAvoidParams veer_avoid_params_default(void);

/// A disc or sphere that an agent senses.
typedef struct VeerNeighbour {
    VeerVec3 offset;   ///< m, from the agent's centre to its centre
    VeerVec3 velocity; ///< m/s
    float radius;      ///< m
    float share;       ///< 0 to 1: the part of the evasion that falls to the agent; 1: all of it
    uint32_t id;       ///< breaks ties of distance
    bool is_obstacle;  ///< not an agent
} VeerNeighbour;

/// Something that stands: offsets from the agent's centre, m. In a planar view the ends of a
/// segment, in a spatial one the lower and the upper corner of a box.
typedef struct VeerWall {
    VeerVec3 a, b;
} VeerWall;

/// What a model keeps from one tick to the next about one agent. Its meaning is the model's own;
/// all zero at first, and again when the agent's model or goal changes.
typedef struct VeerAvoidMemory {
    float value[4];
} VeerAvoidMemory;

/// What one agent senses. Planar views have z = 0 throughout.
typedef struct VeerView {
    VeerSpace space;
    float dt;                                           ///< s
    uint32_t id;                                        ///< the agent's own
    VeerVec3 velocity;                                  ///< m/s
    VeerVec3 heading;                                   ///< unit vector
    float radius;                                       ///< m
    float max_speed, preferred_speed;                   ///< m/s
    float max_acceleration, max_braking, max_turn_rate; ///< m/s², m/s², rad/s; INFINITY: no limit
    const VeerNeighbour *neighbours; ///< neighbours[neighbour_count], near to far, ties by id
    const VeerWall *walls;           ///< walls[wall_count], near to far
    uint32_t neighbour_count, wall_count;
    VeerAvoidMemory memory;
} VeerView;

/// What a model answers.
typedef struct VeerAvoidResult {
    VeerVec3 velocity; ///< m/s, finite, at most the view's max_speed
    VeerAvoidMemory memory;
    bool is_avoiding; ///< the answer differs from the wish
} VeerAvoidResult;

/// Optimal reciprocal collision avoidance.
///
/// @param preferred  the wish, m/s
/// Promise: while every body near obeys the same rule, the half-planes leave room, and none is
/// limited in acceleration, no two touch within time_horizon. Where they leave no room the answer
/// is the velocity that breaks them least; walls are kept before bodies. Exact symmetry (head-on,
/// crossing, n-fold circle) resolves by keeping to the right, without noise. Cost O(neighbours +
/// walls), expected; allocates nothing. Source: van den Berg, Guy, Lin, Manocha, "Reciprocal n-body
/// collision avoidance", 2011.
VEER_API VeerAvoidResult veer_avoid_orca(const VeerView *view, const VeerAvoidParams *params,
                                         VeerVec3 preferred);

#endif
