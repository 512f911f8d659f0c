/// Decisions of many agents at once: lanes are agents.
///
/// Of agents that see agents and walls that bar no path, and whose preferred velocity nothing
/// turns: most of a crowd. Their answers are bit by bit those of veer_crowd_decide.
#ifndef VEER_AVOID_BATCH_H
#define VEER_AVOID_BATCH_H

#include "avoid/crowd/crowd.h"
#include "avoid/orca/program_wide.h"
#include "base/lanes.h"

enum {
    VEER_CROWD_LANES = VEER_PROGRAM_LANES, ///< agents of a batch
    VEER_CROWD_WALLS = VEER_MAX_WALLS,     ///< rows of planes before those of neighbours
    VEER_CROWD_ROWS = VEER_CROWD_WALLS + VEER_MAX_NEIGHBOURS
};

/// A number of each agent.
typedef float VeerCrowdColumn[VEER_CROWD_LANES];

/// What others see of an agent: eight numbers of four bytes.
typedef struct VeerCrowdBody {
    _Alignas(32) float x; ///< m, of its place
    float y;
    float velocity_x, velocity_y; ///< m/s
    float radius;                 ///< m
    float weight;                 ///< see veer_yield_share
    uint32_t heed;                ///< bits: layers that it avoids
    uint32_t id;
} VeerCrowdBody;

/// What one agent brings to a batch: see VeerView and VeerAvoidParams.
typedef struct VeerCrowdAgent {
    VeerVec3 velocity, preferred; ///< m/s
    float radius;                 ///< m
    float max_speed;              ///< m/s, over VEER_LEAST_SPEED
    float braking;                ///< m/s²: the lesser of max_acceleration and max_braking
    float jam;                    ///< of its VeerCrowdMemory, whose detour is 0
    float sense_range;            ///< m
    float time_horizon;           ///< s
    uint32_t max_neighbours, id;
    uint32_t body;  ///< its number among the bodies
    uint32_t layer; ///< bits
    float weight;   ///< see veer_yield_share
} VeerCrowdAgent;

/// Agents, what they see, and what they answer, column by column. All zero when it is made, but for
/// what neighbours have.
typedef struct VeerCrowdBatch {
    float dt;        ///< s
    VeerIsa isa;     ///< of its kernels
    VeerSpace space; ///< in the plane no z is read
    uint32_t count;
    uint32_t most; ///< neighbours of the agent that has the most
    uint32_t id[VEER_CROWD_LANES], layer[VEER_CROWD_LANES];
    const VeerCrowdBody *bodies; ///< of all that can be seen: see veer_crowd_batch_look
    uint32_t body[VEER_CROWD_LANES];
    uint32_t other[VEER_MAX_NEIGHBOURS][VEER_CROWD_LANES]; ///< bodies, near to far
    VeerCrowdColumn velocity_x, velocity_y, velocity_z, preferred_x, preferred_y, preferred_z;
    VeerCrowdColumn radius, max_speed, braking;
    VeerCrowdColumn jam, weight, sense_range, time_horizon, max_neighbours;
    VeerCrowdColumn neighbour_count;
    uint32_t wall_count[VEER_CROWD_LANES];
    uint32_t most_walls;         ///< of the agent that has the most
    VeerCrowdColumn takes_turns; ///< 1, else 0: see VeerCrowdCourse
    VeerCrowdColumn aim_x, aim_y;
    VeerCrowdColumn density; ///< see VeerCrowding
    VeerCrowdColumn answer_x, answer_y, answer_z, next_jam;
    uint32_t avoiding; ///< bits: the answer differs from the preferred velocity
    // By neighbour, near to far: what no agent has is anything.
    VeerCrowdColumn offset_x[VEER_MAX_NEIGHBOURS], offset_y[VEER_MAX_NEIGHBOURS];
    VeerCrowdColumn offset_z[VEER_MAX_NEIGHBOURS];
    VeerCrowdColumn other_velocity_x[VEER_MAX_NEIGHBOURS], other_velocity_y[VEER_MAX_NEIGHBOURS];
    VeerCrowdColumn other_velocity_z[VEER_MAX_NEIGHBOURS];
    VeerCrowdColumn other_radius[VEER_MAX_NEIGHBOURS], share[VEER_MAX_NEIGHBOURS];
    uint32_t other_id[VEER_MAX_NEIGHBOURS][VEER_CROWD_LANES];
    // Planes: those of walls end where those of neighbours begin.
    VeerCrowdColumn normal_x[VEER_CROWD_ROWS], normal_y[VEER_CROWD_ROWS];
    VeerCrowdColumn normal_z[VEER_CROWD_ROWS];
    VeerCrowdColumn distance[VEER_CROWD_ROWS];
} VeerCrowdBatch;

/// A plane that nothing breaks.
static inline VeerHalfSpace veer_crowd_no_plane(void)
{
    return (VeerHalfSpace){.distance = -1e30f};
}

/// Makes a batch of nobody.
static inline void veer_crowd_batch_open(VeerCrowdBatch *batch)
{
    memset(batch, 0, offsetof(VeerCrowdBatch, offset_x));
}

/// Adds an agent that sees nobody yet, to a batch that is not full. @return its lane
static inline uint32_t veer_crowd_batch_add(VeerCrowdBatch *batch, const VeerCrowdAgent *agent)
{
    uint32_t lane = batch->count++;
    batch->id[lane] = agent->id;
    batch->body[lane] = agent->body;
    batch->layer[lane] = agent->layer;
    batch->velocity_x[lane] = agent->velocity.x;
    batch->velocity_y[lane] = agent->velocity.y;
    batch->velocity_z[lane] = agent->velocity.z;
    batch->preferred_x[lane] = agent->preferred.x;
    batch->preferred_y[lane] = agent->preferred.y;
    batch->preferred_z[lane] = agent->preferred.z;
    batch->radius[lane] = agent->radius;
    batch->max_speed[lane] = agent->max_speed;
    batch->braking[lane] = agent->braking;
    batch->jam[lane] = agent->jam;
    batch->weight[lane] = agent->weight;
    batch->sense_range[lane] = agent->sense_range;
    batch->time_horizon[lane] = agent->time_horizon;
    batch->max_neighbours[lane] = (float)agent->max_neighbours;
    batch->neighbour_count[lane] = 0.0f;
    batch->wall_count[lane] = 0;
    batch->takes_turns[lane] = 0.0f;
    return lane;
}

/// What walls and a bottleneck make of the decision of an agent that was added.
void veer_crowd_batch_lead(VeerCrowdBatch *batch, uint32_t lane, const VeerCrowdCourse *course);

/// Takes a neighbour of an agent's for its neighbour `i`, in the place of one that it does not see.
static inline void veer_crowd_batch_move(VeerCrowdBatch *batch, uint32_t lane, uint32_t i,
                                         uint32_t from)
{
    batch->offset_x[i][lane] = batch->offset_x[from][lane];
    batch->offset_y[i][lane] = batch->offset_y[from][lane];
    batch->offset_z[i][lane] = batch->offset_z[from][lane];
    batch->other_velocity_x[i][lane] = batch->other_velocity_x[from][lane];
    batch->other_velocity_y[i][lane] = batch->other_velocity_y[from][lane];
    batch->other_velocity_z[i][lane] = batch->other_velocity_z[from][lane];
    batch->other_radius[i][lane] = batch->other_radius[from][lane];
    batch->share[i][lane] = batch->share[from][lane];
    batch->other_id[i][lane] = batch->other_id[from][lane];
}

/// How many an agent sees.
static inline void veer_crowd_batch_close(VeerCrowdBatch *batch, uint32_t lane, uint32_t count)
{
    batch->neighbour_count[lane] = (float)count;
    batch->most = count > batch->most ? count : batch->most;
}

/// Sets the neighbours of all agents from bodies[], by the numbers in other[], with the offsets of
/// their places and the shares of their weights, but for z, which bodies do not have.
/// @return the lanes, as bits, that have a neighbour without a share of theirs: it is not to be
/// seen
uint32_t veer_crowd_batch_look(VeerCrowdBatch *batch);

/// Decides for all agents of a batch.
/// @return the lanes, as bits, whose numbers are out of all proportion: each is to be decided alone
uint32_t veer_crowd_batch_decide(VeerCrowdBatch *batch);

/// What an agent of a batch that is decided answers.
VeerAvoidResult veer_crowd_batch_result(const VeerCrowdBatch *batch, uint32_t lane);

/// Lanes, as bits.
typedef struct VeerCrowdRest {
    uint32_t jammed;  ///< whose program has no room: their answers are not found yet
    uint32_t strange; ///< see veer_crowd_batch_decide
} VeerCrowdRest;

/// The half-plane out of an overlap, for one agent and neighbour.
void veer_crowd_batch_leave(VeerCrowdBatch *batch, uint32_t i, uint32_t lane);

/// What of a decision is made in lanes.
typedef struct VeerCrowdBatchLanes {
    uint32_t (*look)(VeerCrowdBatch *batch);        ///< veer_crowd_batch_look
    VeerCrowdRest (*answer)(VeerCrowdBatch *batch); ///< up to the answer
    void (*conclude)(VeerCrowdBatch *batch);        ///< what follows from it
} VeerCrowdBatchLanes;

extern const VeerCrowdBatchLanes veer_crowd_batch_base, veer_crowd_batch_avx2,
    veer_crowd_batch_avx512;

/// The same two for those in space, which the above ask: batch_space_lanes.c.
typedef struct VeerCrowdSpaceLanes {
    VeerCrowdRest (*answer)(VeerCrowdBatch *batch);
    void (*conclude)(VeerCrowdBatch *batch);
} VeerCrowdSpaceLanes;

extern const VeerCrowdSpaceLanes veer_crowd_space_base, veer_crowd_space_avx2,
    veer_crowd_space_avx512;

/// The kernels of one width (base/lanes.h).
const VeerCrowdBatchLanes *veer_crowd_batch_lanes(VeerLanes lanes);
/// veer_crowd_batch_decide with the kernels of one width.
uint32_t veer_crowd_batch_decide_by(const VeerCrowdBatchLanes *lanes, VeerCrowdBatch *batch);

#endif
