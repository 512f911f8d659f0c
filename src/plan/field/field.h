/// The inside of fields and of their solver.
#ifndef VEER_PLAN_FIELD_H
#define VEER_PLAN_FIELD_H

#include "base/hash.h"
#include "plan/field/check.h"
#include "veer/field.h"

#include <math.h>
#include <string.h>

#define VEER_FIELD_STEPS 512    ///< a goal's place is kept in so many steps a cell, always odd
#define VEER_FIELD_UNIT 256u    ///< a weight of so much is cost 1
#define VEER_FIELD_PER_CHUNK 14 ///< cells of a chunk of the queue
#define VEER_FIELD_RING 2048u   ///< buckets that the queue holds at a time
#define VEER_FIELD_NO_CHUNK UINT32_MAX

/// What fields and solvers know of the map: one layer of cells more all round, so that neighbours
/// need no bounds; in a grid there is one layer and no margin above and below.
typedef struct VeerFieldShape {
    uint32_t side[3]; ///< cells
    uint32_t step[3]; ///< from a cell to the next along an axis
    uint32_t count;   ///< cells with the margin
    uint32_t words;   ///< of 64 bits in a row of the map
} VeerFieldShape;

/// Where a goal is, in VEER_FIELD_STEPS a cell: odd.
typedef struct VeerFieldGoal {
    int32_t at[3];
} VeerFieldGoal;

struct VeerField {
    VeerFieldShape shape;
    VeerVec3 origin; ///< m
    float cell_size; ///< m
    uint32_t state;
    uint32_t goal_count;
    bool is_blind, has_costs;
    VeerFieldGoal goals[VEER_MAX_FIELD_GOALS];
    uint64_t values_at; ///< bytes from here
    uint64_t seen_at;
    uint64_t past; ///< while it runs: as its solver's; else 0
};

/// A slope: cells to the side for each cell on; `down` > 0.
typedef struct VeerSlope {
    int32_t over, down;
} VeerSlope;

/// An open range of slopes that sees the goal.
typedef struct VeerSightSpan {
    VeerSlope left, right;
} VeerSightSpan;

/// A chunk of the queue of waiting cells.
typedef struct VeerFieldChunk {
    uint32_t next;
    uint32_t count;
    uint32_t cells[VEER_FIELD_PER_CHUNK];
} VeerFieldChunk;

/// What a solver does next.
typedef enum VeerFieldPhase {
    VEER_FIELD_SIGHT, ///< rows that see goals
    VEER_FIELD_FILL,  ///< their distances
    VEER_FIELD_EDGE,  ///< the cells beside them
    VEER_FIELD_MARCH
} VeerFieldPhase;

struct VeerFieldSolver {
    VeerFieldShape shape;
    uint64_t work;
    uint32_t phase;
    // The sweep of lines of sight.
    uint32_t goal;
    int32_t row, direction;
    uint32_t span_count, which;
    // The queue: cells wait in buckets of a sixteenth of a cell's cost.
    uint32_t cursor;      ///< the number of the bucket that is being emptied
    uint32_t open;        ///< chunks of it that were taken out
    uint32_t far;         ///< chunks of cells that wait beyond the ring
    uint32_t free, fresh; ///< chunks given back; chunks that were never used
    uint32_t stale_count; ///< entries of cells that were entered again elsewhere
    bool has_faces, is_crowd;
    uint64_t weights_at; ///< uint16_t: cost × 256; 0: not to be computed
    uint64_t spans_at;   ///< VeerSightSpan[2][width + 2]
    uint64_t sight_at;   ///< one bit a cell: sees
    uint64_t heads_at;   ///< chunks of the ring's buckets
    uint64_t chunks_at;
    uint64_t faces_at; ///< VeerFieldFaces[count], if it has any
    uint64_t past;     ///< hash of all that made what it holds; 0: nothing has
};

/// What it costs to go from a cell to those beside it: before and after along x, then along y.
typedef struct VeerFieldFaces {
    float cost[4];
} VeerFieldFaces;

static inline void *veer_field_part(const void *base, uint64_t at)
{
    return (char *)(uintptr_t)base + (size_t)at;
}

/// The distances, in cells; negative: waits in the queue. INFINITY: none known.
static inline float *veer_field_values(const VeerField *field)
{
    return veer_field_part(field, field->values_at);
}

static inline uint16_t *veer_field_weights(const VeerFieldSolver *solver)
{
    return veer_field_part(solver, solver->weights_at);
}

static inline VeerFieldFaces *veer_field_faces(const VeerFieldSolver *solver)
{
    return veer_field_part(solver, solver->faces_at);
}

/// Where a cell is in the values and weights.
static inline uint32_t veer_field_index(const VeerFieldShape *shape, int32_t x, int32_t y,
                                        int32_t z)
{
    uint32_t layer = shape->side[2] > 1 ? (uint32_t)z + 1u : 0u;
    return layer * shape->step[2] + ((uint32_t)y + 1u) * shape->step[1] + (uint32_t)x + 1u;
}

/// The row of bits of a map of what sees the goal.
static inline uint64_t *veer_field_bits(const VeerFieldShape *shape, uint64_t *bits, int32_t y,
                                        int32_t z)
{
    return bits + ((size_t)z * shape->side[1] + (size_t)y) * shape->words;
}

static inline uint64_t *veer_field_seen(const VeerField *field)
{
    return veer_field_part(field, field->seen_at);
}

/// Whether the middle of a cell sees the nearest goal in a straight line that touches nothing
/// blocked, not even a corner, and no cell of a cost other than 1.
static inline bool veer_field_is_seen(const VeerField *field, const int32_t *cell)
{
    const uint64_t *bits = veer_field_bits(&field->shape, veer_field_seen(field), cell[1], cell[2]);
    return bits[cell[0] >> 6] >> (cell[0] & 63) & 1u;
}

static inline uint64_t *veer_field_sight(const VeerFieldSolver *solver)
{
    return veer_field_part(solver, solver->sight_at);
}

/// Begins a field. @return its bytes; 0, and nothing is touched, for a size out of range
size_t veer_field_lay_out(VeerField *field, uint32_t width, uint32_t height, uint32_t depth);
/// Likewise of a solver.
size_t veer_field_solver_lay_out(VeerFieldSolver *solver, uint32_t width, uint32_t height,
                                 uint32_t depth, bool has_crowds);

/// Marks the cells of a few rows that see a goal; the first time with phase VEER_FIELD_SIGHT, goal
/// 0, direction 0. @return false when all is done
bool veer_field_sweep(VeerFieldSolver *solver, const VeerField *field);

/// A map as a field needs to know it.
typedef struct VeerFieldFrame {
    uint32_t side[3]; ///< cells
    VeerVec3 origin;  ///< m
    float cell_size;  ///< m
    const void *map;
    bool (*is_blocked)(const void *map, int32_t x, int32_t y, int32_t z); ///< true outside
    /// Writes the weights of a row of cells.
    void (*load_row)(const void *map, int32_t y, int32_t z, uint16_t *weights);
    bool has_costs;
} VeerFieldFrame;

/// Takes over a map and a query, and begins at the first phase. @return VEER_BAD_VALUE, and nothing
/// is changed, for a bad query, no goal on a free cell, or sizes that differ
VeerStatus veer_field_start(VeerFieldSolver *solver, VeerField *field, const VeerFieldFrame *frame,
                            const VeerFieldQuery *query);

/// In three dimensions: row by row, the cells near a goal that see it. @return as veer_field_sweep
bool veer_field_sweep_voxels(VeerFieldSolver *solver, const VeerField *field);
/// Whether the goal is the nearest of a field's to the middle of a cell.
bool veer_field_is_nearest(const VeerField *field, uint32_t goal, int32_t x, int32_t y, int32_t z);

/// The straight distance from a place in the map, in cells, to a goal, on the grid of the values.
static inline float veer_field_straight(const VeerField *field, uint32_t goal, float x, float y,
                                        float z)
{
    const int32_t *g = field->goals[goal].at;
    const float step = 1.0f / (float)VEER_FIELD_STEPS;
    float dx = x - (float)g[0] * step, dy = y - (float)g[1] * step;
    float dz = field->shape.side[2] > 1 ? z - (float)g[2] * step : 0.0f;
    float distance = sqrtf(dx * dx + dy * dy + dz * dz);
    return (distance + 192.0f) - 192.0f; // whole multiples of 2^-16 (see update.h)
}

/// Whether a solver can go on with a field: what it holds came about with that field's values.
static inline bool veer_field_is_of(const VeerField *field, const VeerFieldSolver *solver)
{
    return field->past == solver->past &&
           memcmp(solver->shape.side, field->shape.side, sizeof field->shape.side) == 0;
}

/// Adds to the past of a field that runs and of its solver what changes them both.
static inline void veer_field_go_on(VeerField *field, VeerFieldSolver *solver, uint64_t what)
{
    field->past = solver->past = veer_hash_add(solver->past, what);
}

/// Empties the queue.
void veer_field_queue_clear(VeerFieldSolver *solver);
/// Computes the cell from those around it, and lets it wait if that is less than was known.
void veer_field_improve(VeerFieldSolver *solver, VeerField *field, uint32_t cell);
/// Keeps a value that is less than what was known, and lets the cell wait.
void veer_field_keep(VeerFieldSolver *solver, VeerField *field, uint32_t cell, float value);
/// Spreads cells that wait, at most about `budget`. @return the cells looked at; less than `budget`
/// only when none waits any more
uint32_t veer_field_march(VeerFieldSolver *solver, VeerField *field, uint32_t budget);

#endif
