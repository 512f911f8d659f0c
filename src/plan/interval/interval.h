/// The inside of a search through safe intervals.
#ifndef VEER_PLAN_INTERVAL_H
#define VEER_PLAN_INTERVAL_H

#include "map/layers/layers.h"
#include "plan/search/search.h"
#include "veer/interval_search.h"

/// Times are in units of the time that 1/VEER_COST_STRAIGHT of a cell takes at full speed, so
/// that lengths and times are the same numbers.
#define VEER_INTERVAL_NEVER (UINT64_C(1) << 40)

/// What a step along three axes costs: √3, as VEER_COST_STRAIGHT is 1.
#define VEER_INTERVAL_CUBIC 57956u

/// A cost is the time spent in danger << VEER_INTERVAL_TIME_BITS | the time of arrival: to leave
/// danger comes first.
#define VEER_INTERVAL_TIME_BITS 33

/// The place of a safe interval in its cell: the tick where it begins; or this, while the cell is
/// taken.
#define VEER_INTERVAL_DANGER 64u

/// A pair of a cell and one of its intervals.
typedef struct VeerIntervalState {
    uint32_t cell;
    uint32_t slot;
    uint32_t at; ///< its entry in the table
} VeerIntervalState;

struct VeerIntervalSearch {
    VeerSearch *search; ///< its nodes are the states, in the order in which they were found
    const VeerWindow *window;
    VeerIntervalQuery query;
    uint64_t tick;   ///< units of time a tick
    uint64_t offset; ///< from now to the begin of the path
    uint64_t stay;
    uint32_t goal; ///< VEER_NO_NODE where is_goal decides
    uint32_t state_count, capacity;
    VeerIntervalState *states; ///< states[capacity]
    /// Finds states: table[mask + 1], by hash and then one after the other.
    uint32_t *table;
    uint32_t mask;
    bool is_full;
    bool is_replaced; ///< the goal is not that of the query
};

/// The expand function. `user` is the VeerIntervalSearch.
void veer_interval_steps(void *user, VeerSearch *search, uint32_t node, uint64_t cost);

/// Where in the table a pair is looked for first. Sixteen cells of a row are side by side: most of
/// those around a cell are in three cache lines.
static inline uint32_t veer_interval_entry(const VeerIntervalSearch *search, uint32_t cell,
                                           uint32_t slot)
{
    uint64_t key = (uint64_t)(cell >> 4) << 7 | slot;
    uint32_t at = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & search->mask;
    return (at & ~15u) | (cell & 15u);
}

/// The number of a pair, which is new if it was not known; VEER_NO_NODE: there is no room.
uint32_t veer_interval_state(VeerIntervalSearch *search, uint32_t cell, uint32_t slot);

/// The cost from a cell to the goal without obstacles.
uint32_t veer_interval_estimate(const VeerIntervalSearch *search, VeerWindowCell cell);

/// The goal of the query, or if nobody can arrive there in time, or ever, the cell that is nearest
/// to it of those that will be free at last.
VeerWindowCell veer_interval_choose_goal(const VeerIntervalSearch *search);

/// The end of the free run of a word that holds the tick `from`: the first tick that is taken, 64
/// for never.
static inline uint32_t veer_interval_end(uint64_t word, uint32_t from)
{
    uint64_t after = word >> from;
    return after ? from + veer_bits_lowest(after) : 64u;
}

static inline uint64_t veer_interval_time(uint64_t cost)
{
    return cost & ((UINT64_C(1) << VEER_INTERVAL_TIME_BITS) - 1u);
}

/// When a tick begins, counted from the begin of the path; 64 is never.
static inline uint64_t veer_interval_tick_time(const VeerIntervalSearch *search, uint32_t tick)
{
    uint64_t time = tick * search->tick;
    return tick >= 64u ? VEER_INTERVAL_NEVER : time > search->offset ? time - search->offset : 0;
}

#endif
