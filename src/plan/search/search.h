/// The inside of a search, for the spaces that veer brings along.
#ifndef VEER_PLAN_SEARCH_H
#define VEER_PLAN_SEARCH_H

#include "veer/search.h"

#define VEER_NO_NODE UINT32_MAX
#define VEER_SEARCH_ROOM 192 ///< bytes that a space may keep in the search

#define VEER_PUT_OFF UINT32_MAX ///< the tie of a node that waits once more

/// -1, 0 or 1.
static inline int32_t veer_sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

/// How far two coordinates are apart.
static inline int32_t veer_apart(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
}

/// What is known of a node. `mark` is stamp << 8 | tag << 2 | is closed; a stamp of another search
/// means that nothing is known.
typedef struct VeerSearchNode {
    uint64_t cost;
    uint32_t parent;
    uint32_t mark;
} VeerSearchNode;

/// A node that waits. The least (key, tie, node) comes first; it is past if the node was closed
/// since, or found at less.
typedef struct VeerSearchOpen {
    uint64_t key;
    uint64_t tie_node; ///< tie << 32 | node
} VeerSearchOpen;

struct VeerSearch {
    VeerSearchSpace space;
    VeerSearchOrder order;
    VeerSearchState state;
    uint32_t weight; ///< in 1/256
    uint32_t stamp;
    uint32_t expanding; ///< the node being expanded; VEER_NO_NODE: the starts are being set
    uint32_t sequence;  ///< how many nodes were found, for the orders that go by it
    bool is_replaced;   ///< the goal is not that of the query
    uint32_t target;
    uint32_t target_estimate;
    uint64_t expansions;
    uint32_t open_count, open_capacity;
    uint32_t node_capacity;
    VeerSearchNode *nodes; ///< nodes[node_capacity]
    VeerSearchOpen *open;  ///< open[open_capacity]: a binary heap
    union {
        uint64_t align;
        unsigned char bytes[VEER_SEARCH_ROOM];
    } room; ///< of the space
};

/// Puts a node in the heap.
void veer_search_push(VeerSearch *search, uint64_t key, uint32_t tie, uint32_t node);

/// The rank of a node in orders that do not go by cost: the steps, or how late it was found, the
/// latest being the least.
uint64_t veer_search_rank(const VeerSearch *search);

static inline uint32_t veer_search_tag(const VeerSearch *search, uint32_t node)
{
    return search->nodes[node].mark >> 2 & 63u;
}

/// Begins a search that has ended already: the best path is known. It leads from a start over the
/// nodes that veer_search_lead adds one by one.
void veer_search_settle(VeerSearch *search, uint32_t start);
/// Ends a search at a node that is being expanded: the best path leads on from there as is told by
/// veer_search_lead.
void veer_search_arrive(VeerSearch *search, uint32_t node);
void veer_search_lead(VeerSearch *search, uint32_t node, uint64_t cost);

/// Whether a node was expanded in this search.
static inline bool veer_search_is_closed(const VeerSearch *search, uint32_t node)
{
    uint32_t mark = search->nodes[node].mark;
    return mark >> 8 == search->stamp && (mark & 1u) != 0;
}

/// Keeps a path to a node if it is the best so far.
static inline bool veer_search_improve(VeerSearch *search, uint32_t node, uint64_t cost,
                                       uint32_t tag)
{
    VeerSearchNode *known = &search->nodes[node];
    if (known->mark >> 8 == search->stamp && (known->mark & 1u || known->cost <= cost)) {
        return false;
    }
    known->cost = cost;
    known->parent = search->expanding;
    known->mark = search->stamp << 8 | tag << 2;
    return true;
}

/// Keeps a path to a node that was not seen yet.
static inline void veer_search_find(VeerSearch *search, uint32_t node, uint64_t cost)
{
    search->nodes[node] = (VeerSearchNode){cost, search->expanding, search->stamp << 8};
}

/// Puts a node that was improved in the heap. `left` is its estimate, for A* alone.
static inline void veer_search_wait(VeerSearch *search, uint32_t node, uint64_t cost, uint32_t left)
{
    if (search->order == VEER_SEARCH_ASTAR) {
        veer_search_push(search, cost + ((uint64_t)left * search->weight >> 8), left, node);
    } else {
        veer_search_push(search, cost, search->sequence++, node);
    }
}

/// Has a node that is being expanded wait once more, with another tag, for what it leads to at
/// `key` or more. What else waits at that key comes first.
static inline void veer_search_put_off(VeerSearch *search, uint32_t node, uint32_t tag,
                                       uint64_t key)
{
    search->nodes[node].mark = search->stamp << 8 | tag << 2;
    veer_search_push(search, key, VEER_PUT_OFF, node);
}

/// Puts a node that is about to be expanded back into the queue, since it costs more than was
/// known; only from within its space's is_goal, for A*. Its expand is called all the same:
/// veer_search_is_closed tells.
static inline void veer_search_reopen(VeerSearch *search, uint32_t node, uint64_t cost,
                                      uint32_t left)
{
    search->nodes[node].cost = cost;
    search->nodes[node].mark &= ~1u;
    veer_search_wait(search, node, cost, left);
}

#endif
