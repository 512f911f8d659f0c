/// A level of an index whose balls lie too densely for cells: a k-d tree over its entries.
///
/// What lies in one cell is read as a whole, so where thousands share a spot, or bodies far wider
/// than the gaps between them, each query would read them all. The nodes tell how near, how low
/// and on which layers what is below them can be at best, and balls that nothing tells apart but
/// their ids are split by these: the nearest are found in a few leaves however many there are.
#ifndef VEER_SPACE_NEST_H
#define VEER_SPACE_NEST_H

#include "space/answers.h"

enum {
    VEER_NEST_LEAF = 16 ///< entries of a leaf
};

/// A node. Its entries follow from its number: see nest.c.
struct VeerIndexNode {
    VeerVec3 lower, upper; ///< m: bounds of the centres; planar: z those of the ranges of height
    float max_radius;      ///< m
    uint32_t layers;       ///< those that any of its balls is on
    uint32_t least_id;
};

/// How many nodes a level of so many entries has at most.
static inline size_t veer_nest_nodes(size_t count)
{
    return 2u * (count / VEER_NEST_LEAF + 1u);
}

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
    /// Called with the entries [begin, end) of a leaf.
    void (*scan)(void *context, uint32_t begin, uint32_t end);
    void *context;
} VeerNestWalk;

void veer_nest_walk(const VeerNestWalk *walk);

/// Calls `scan` with the entries [begin, end) of each leaf that may hold a centre within the box.
void veer_nest_visit(const VeerIndex *index, const VeerIndexLevel *level, VeerBounds centres,
                     void (*scan)(void *context, uint32_t begin, uint32_t end), void *context);

#endif
