/// Best-first search: one loop, one heap, one total order.
/// Source: Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum
/// cost paths", IEEE SSC 4(2), 1968.
#include "plan/search/search.h"

#include "base/arena.h"

#include <string.h>

#define MAX_STAMPS 0xffffffu // that fit beside tag and closed

static size_t lay_out(void *memory, uint32_t node_count, VeerSearch *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    // A node waits at most once in truth. What is past is swept out when the heap is full, and the
    // eighth makes that rare.
    uint64_t most = (uint64_t)node_count + node_count / 8u + 64u;
    *parts = (VeerSearch){.node_capacity = node_count, .target = VEER_NO_NODE};
    parts->open_capacity = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    parts->nodes = veer_arena_take(&arena, node_count, sizeof *parts->nodes);
    parts->open = veer_arena_take(&arena, parts->open_capacity, sizeof *parts->open);
    return arena.used;
}

size_t veer_search_size(uint32_t node_count)
{
    VeerSearch parts;
    return lay_out(NULL, node_count, &parts);
}

VeerSearch *veer_search_init(void *memory, uint32_t node_count)
{
    VeerSearch *search = memory;
    if (!search) {
        return NULL;
    }
    (void)lay_out(memory, node_count, search);
    memset(search->nodes, 0, node_count * sizeof *search->nodes);
    return search;
}

static bool comes_before(VeerSearchOpen a, VeerSearchOpen b)
{
    return a.key < b.key || (a.key == b.key && a.tie_node < b.tie_node);
}

/// Lets `item` rise from the hole at `at`, no higher than `top`.
static void rise(VeerSearchOpen *open, uint32_t at, uint32_t top, VeerSearchOpen item)
{
    while (at > top) {
        uint32_t above = (at - 1u) / 2u;
        if (!comes_before(item, open[above])) {
            break;
        }
        open[at] = open[above];
        at = above;
    }
    open[at] = item;
}

/// Fills the hole at `at` from below, and the hole that this leaves with `item`: it comes from the
/// bottom, so it seldom rises far. Source: Wegener, "Bottom-up-heapsort", 1993.
static void settle(VeerSearchOpen *open, uint32_t count, uint32_t at, VeerSearchOpen item)
{
    uint32_t top = at, child;
    while ((child = 2u * at + 2u) < count) {
        child -= comes_before(open[child - 1u], open[child]) ? 1u : 0u;
        open[at] = open[child];
        at = child;
    }
    if (child == count) {
        open[at] = open[child - 1u];
        at = child - 1u;
    }
    rise(open, at, top, item);
}

static uint32_t estimate_of(VeerSearch *search, uint32_t node)
{
    return search->space.estimate ? search->space.estimate(search->space.user, node) : 0;
}

static bool is_past(VeerSearch *search, VeerSearchOpen item)
{
    uint32_t node = (uint32_t)item.tie_node;
    const VeerSearchNode *known = &search->nodes[node];
    if (known->mark & 1u) {
        return true;
    }
    uint64_t left = search->order == VEER_SEARCH_ASTAR ? estimate_of(search, node) : 0;
    return item.tie_node >> 32 != VEER_PUT_OFF &&
           item.key != known->cost + (left * search->weight >> 8);
}

/// Makes room in the heap: drops stale entries, since each node has at most one that is not.
static void sweep(VeerSearch *search)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < search->open_count; i++) {
        VeerSearchOpen item = search->open[i];
        if (!is_past(search, item)) {
            search->open[kept++] = item;
        }
    }
    search->open_count = kept;
    for (uint32_t root = kept / 2u; root-- > 0;) {
        settle(search->open, kept, root, search->open[root]);
    }
}

void veer_search_push(VeerSearch *search, uint64_t key, uint32_t tie, uint32_t node)
{
    if (search->open_count == search->open_capacity) {
        // The node that is being pushed is not there yet, and what was known of it is past.
        sweep(search);
    }
    VeerSearchOpen item = {key, (uint64_t)tie << 32 | node};
    rise(search->open, search->open_count++, 0, item);
}

static VeerSearchOpen pop(VeerSearch *search)
{
    VeerSearchOpen first = search->open[0];
    uint32_t count = --search->open_count;
    if (count > 0) {
        settle(search->open, count, 0, search->open[count]);
    }
    return first;
}

uint64_t veer_search_rank(const VeerSearch *search)
{
    if (search->order == VEER_SEARCH_DEPTH_FIRST) {
        return VEER_MAX_COST / 2u - search->sequence; // later comes first
    }
    uint32_t from = search->expanding;
    return from == VEER_NO_NODE ? 0 : search->nodes[from].cost + 1u;
}

void veer_search_reach(VeerSearch *search, uint32_t node, uint64_t cost)
{
    if (!search || node >= search->space.node_count || cost >= VEER_MAX_COST) {
        return;
    }
    if (search->order >= VEER_SEARCH_BREADTH_FIRST) {
        cost = veer_search_rank(search);
    }
    if (veer_search_improve(search, node, cost, 0)) {
        bool is_asked = search->order == VEER_SEARCH_ASTAR;
        veer_search_wait(search, node, cost, is_asked ? estimate_of(search, node) : 0);
    }
}

static void forget(VeerSearch *search)
{
    if (search->stamp == MAX_STAMPS) {
        memset(search->nodes, 0, search->node_capacity * sizeof *search->nodes);
        search->stamp = 0;
    }
    search->stamp++;
    search->state = VEER_SEARCH_RUNNING;
    search->expanding = VEER_NO_NODE;
    search->sequence = 0;
    search->is_replaced = false;
    search->target = VEER_NO_NODE;
    search->expansions = 0;
    search->open_count = 0;
}

static bool are_good(const VeerSearchOptions *options)
{
    return options && (uint32_t)options->order < VEER_SEARCH_ORDER_COUNT &&
           (options->weight == 0.0f || (options->weight >= 1.0f && options->weight <= 64.0f));
}

VeerStatus veer_search_begin(VeerSearch *search, const VeerSearchSpace *space,
                             const VeerSearchOptions *options, const uint32_t *starts,
                             uint32_t start_count)
{
    if (!search || !space || !space->expand || !space->is_goal || !are_good(options) ||
        (!starts && start_count > 0)) {
        return VEER_BAD_VALUE;
    }
    for (uint32_t i = 0; i < start_count; i++) {
        if (starts[i] >= space->node_count) {
            return VEER_BAD_VALUE;
        }
    }
    if (space->node_count > search->node_capacity) {
        return VEER_FULL;
    }
    forget(search);
    search->space = *space;
    search->order = options->order;
    search->weight = options->weight == 0.0f ? 256u : (uint32_t)(options->weight * 256.0f);
    for (uint32_t i = 0; i < start_count; i++) {
        veer_search_reach(search, starts[i], 0);
    }
    return VEER_OK;
}

void veer_search_settle(VeerSearch *search, uint32_t start)
{
    forget(search);
    search->order = VEER_SEARCH_ASTAR;
    search->state = VEER_SEARCH_FOUND;
    veer_search_lead(search, start, 0);
}

void veer_search_arrive(VeerSearch *search, uint32_t node)
{
    search->state = VEER_SEARCH_FOUND;
    search->target = node;
}

void veer_search_lead(VeerSearch *search, uint32_t node, uint64_t cost)
{
    search->nodes[node] = (VeerSearchNode){cost, search->target, search->stamp << 8 | 1u};
    search->target = node;
    search->target_estimate = 0;
    search->expansions++;
}

static void note_nearest(VeerSearch *search, uint32_t node, uint32_t left)
{
    uint64_t cost = search->nodes[node].cost;
    if (search->target != VEER_NO_NODE) {
        uint64_t best = search->nodes[search->target].cost;
        if (left > search->target_estimate ||
            (left == search->target_estimate &&
             (cost > best || (cost == best && node > search->target)))) {
            return;
        }
    }
    search->target = node;
    search->target_estimate = left;
}

/// Takes the first that waits. @return whether the search goes on
static bool step(VeerSearch *search, uint32_t *budget)
{
    VeerSearchOpen item = pop(search);
    uint32_t node = (uint32_t)item.tie_node;
    VeerSearchNode *known = &search->nodes[node];
    if (known->mark & 1u) {
        return true;
    }
    known->mark |= 1u;
    search->expansions++;
    --*budget;
    note_nearest(search, node,
                 search->order == VEER_SEARCH_ASTAR ? (uint32_t)(item.tie_node >> 32)
                                                    : estimate_of(search, node));
    if (search->space.is_goal(search->space.user, node)) {
        search->target = node;
        search->state = VEER_SEARCH_FOUND;
        return false;
    }
    search->expanding = node;
    search->space.expand(search->space.user, search, node, known->cost);
    return true;
}

VeerSearchState veer_search_run(VeerSearch *search, uint32_t budget)
{
    if (!search) {
        return VEER_SEARCH_IDLE;
    }
    while (search->state == VEER_SEARCH_RUNNING && budget > 0) {
        if (search->open_count == 0) {
            search->state = VEER_SEARCH_EXHAUSTED;
        } else if (!step(search, &budget)) {
            break;
        }
    }
    return search->state;
}

VeerSearchState veer_search_state(const VeerSearch *search)
{
    return search ? search->state : VEER_SEARCH_IDLE;
}

uint64_t veer_search_expansions(const VeerSearch *search)
{
    return search ? search->expansions : 0;
}

uint32_t veer_search_target(const VeerSearch *search)
{
    return search ? search->target : VEER_NO_NODE;
}

uint64_t veer_search_cost(const VeerSearch *search)
{
    return veer_search_target(search) == VEER_NO_NODE ? 0 : search->nodes[search->target].cost;
}

VeerStatus veer_search_nodes(const VeerSearch *search, uint32_t *nodes, uint32_t capacity,
                             uint32_t *count)
{
    if (!count || (!nodes && capacity > 0) || veer_search_target(search) == VEER_NO_NODE) {
        return VEER_BAD_VALUE;
    }
    *count = 0;
    for (uint32_t n = search->target; n != VEER_NO_NODE; n = search->nodes[n].parent) {
        ++*count;
    }
    if (*count > capacity) {
        return VEER_FULL;
    }
    uint32_t at = *count;
    for (uint32_t n = search->target; n != VEER_NO_NODE; n = search->nodes[n].parent) {
        nodes[--at] = n;
    }
    bool is_whole = search->state == VEER_SEARCH_FOUND && !search->is_replaced;
    return is_whole ? VEER_OK : VEER_PARTIAL;
}
