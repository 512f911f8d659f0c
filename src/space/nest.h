/// A level of an index whose balls lie too densely for cells: a wide k-d tree over its entries.
///
/// What lies in one cell is read as a whole, so where thousands share a spot, or bodies far wider
/// than the gaps between them, each query would read them all. The nodes tell how near, how low
/// and on which layers what is below them can be at best, and balls that nothing tells apart but
/// their ids are split by these: the nearest are found in a few leaves however many there are.
#ifndef VEER_SPACE_NEST_H
#define VEER_SPACE_NEST_H

#include "base/lanes.h"
#include "space/answers.h"

enum {
    VEER_NEST_LEAF = 16, ///< entries of a leaf
    VEER_NEST_FAN = 16,  ///< parts of a node: like those of a leaf, a multiple of VEER_WIDE
    VEER_NEST_HEIGHT = 8 ///< most heights of nodes, of 2^32 entries
};

/// What is known of some balls.
typedef struct VeerIndexPart {
    VeerBounds bounds; ///< m, of the centres; planar: z those of the ranges of height
    float max_radius;  ///< m
    uint32_t layers;   ///< those that any of them is on
    uint32_t least_id;
} VeerIndexPart;

/// A node: what is known of its parts, column by column. Which entries those are follows from its
/// number: see nest.c.
struct VeerIndexNode {
    float lower[3][VEER_NEST_FAN], upper[3][VEER_NEST_FAN];
    float max_radius[VEER_NEST_FAN];
    uint32_t layers[VEER_NEST_FAN]; ///< 0: there is no such part
    uint32_t least_id[VEER_NEST_FAN];
};

/// Where the nodes of each height are, from those above leaves to the root.
typedef struct VeerNestPlan {
    uint32_t first[VEER_NEST_HEIGHT]; ///< number of the first node
    uint32_t parts[VEER_NEST_HEIGHT]; ///< of all nodes: nodes of the height below, or leaves
    uint32_t height;
} VeerNestPlan;

/// The plan of a level of so many entries.
VeerNestPlan veer_nest_plan(uint32_t entries);

/// The entry that a leaf begins at; the end of the level for those behind the last.
static inline uint32_t veer_nest_leaf(const VeerIndexLevel *level, uint32_t leaf)
{
    uint64_t begin = level->begin + (uint64_t)leaf * VEER_NEST_LEAF;
    return begin < level->end ? (uint32_t)begin : level->end;
}

/// How many nodes so many entries of `levels` levels have at most.
size_t veer_nest_nodes(size_t count, size_t levels);

/// Brings the entries of a level into the order of its tree, by their numbers alone.
/// Cost O(entries · log entries).
void veer_nest_sort(const VeerIndex *index, const VeerIndexLevel *level, const VeerBalls *balls);
/// Fills the nodes of a level from its entries.
void veer_nest_fill(const VeerIndex *index, const VeerIndexLevel *level);

/// A walk through what may answer a query, the nearest first.
typedef struct VeerNestWalk {
    const VeerIndex *index;
    const VeerIndexLevel *level;
    const VeerNearQuery *query;
    const VeerAnswers *answers; ///< what is not among the best of them is left out
    /// Called for a leaf with those entries `begin + i` that are within the bound, as bits i of
    /// `near`, and with gaps[VEER_NEST_LEAF], m.
    void (*take)(void *context, uint32_t begin, uint32_t near, const float *gaps);
    void *context;
} VeerNestWalk;

void veer_nest_walk(const VeerNestWalk *walk);

/// What is within `bound` (m) of any point in a box.
typedef struct VeerNestSweep {
    const VeerIndex *index;
    const VeerIndexLevel *level;
    VeerBounds box; ///< m
    float bound;
    /// Called for each leaf with any such entry `begin + i`, as bits i of `near`. @return false:
    /// no more are wanted
    bool (*take)(void *context, uint32_t begin, uint32_t near);
    void *context;
} VeerNestSweep;

/// @return false: stopped by `take`
bool veer_nest_sweep(const VeerNestSweep *sweep);

/// The gap of the `limit`-th nearest to an entry in its leaf, m; INFINITY: there are not so many.
float veer_nest_gap(const VeerIndex *index, const VeerIndexLevel *level, uint32_t entry,
                    uint32_t limit);

/// The leaf that an entry is in.
static inline uint32_t veer_nest_leaf_of(const VeerIndexLevel *level, uint32_t entry)
{
    return (entry - level->begin) / VEER_NEST_LEAF;
}

/// Calls `scan` with the entries [begin, end) of each leaf that may hold a centre within the box.
void veer_nest_visit(const VeerIndex *index, const VeerIndexLevel *level, VeerBounds centres,
                     void (*scan)(void *context, uint32_t begin, uint32_t end), void *context);

/// See the functions of these names, veer_nest_...
typedef struct VeerNestLanes {
    void (*walk)(const VeerNestWalk *walk, const VeerNestPlan *plan);
    bool (*sweep)(const VeerNestSweep *sweep, const VeerNestPlan *plan);
    float (*gap)(const VeerIndex *index, const VeerIndexLevel *level, uint32_t entry,
                 uint32_t limit);
} VeerNestLanes;

extern const VeerNestLanes veer_nest_base, veer_nest_avx2, veer_nest_avx512;

/// The kernels of one width (base/lanes.h).
const VeerNestLanes *veer_nest_lanes(VeerLanes lanes);

#endif
