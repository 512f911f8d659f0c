/// Searches through safe intervals: from the query to the best-first search, and its states.
#include "map/layers/layers.h"
#include "plan/interval/interval.h"

#include <string.h>

#define COOKIE 0x73697070u

#define MAX_STATES (1u << 30)
#define MAX_TICK 60.0f ///< cells a tick

VeerIntervalQuery veer_interval_query_default(void)
{
    return (VeerIntervalQuery){.speed = 1.0f, .weight = 1.0f, .cookie = COOKIE};
}

/// @return the bytes; 0 for a count out of range
static size_t lay_out(void *memory, uint32_t count, VeerIntervalSearch *parts)
{
    VeerArena arena = {memory, 0};
    if (count > MAX_STATES) {
        return 0;
    }
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    *parts = (VeerIntervalSearch){.capacity = count, .mask = 15};
    while (parts->mask < count + count / 2u) { // at most two thirds full
        parts->mask = parts->mask * 2u + 1u;
    }
    parts->states = veer_arena_take(&arena, count, sizeof *parts->states);
    parts->table = veer_arena_take(&arena, (size_t)parts->mask + 1u, sizeof *parts->table);
    parts->search = veer_arena_take(&arena, veer_search_size(count), 1);
    return arena.used;
}

size_t veer_interval_search_size(uint32_t state_count)
{
    VeerIntervalSearch parts;
    return lay_out(NULL, state_count, &parts);
}

VeerIntervalSearch *veer_interval_search_init(void *memory, uint32_t state_count)
{
    VeerIntervalSearch *all = memory;
    if (!all || lay_out(memory, state_count, all) == 0) {
        return NULL;
    }
    all->search = veer_search_init(all->search, state_count);
    memset(all->table, 0, ((size_t)all->mask + 1u) * sizeof *all->table);
    return all;
}

static uint32_t estimate(void *user, uint32_t node)
{
    const VeerIntervalSearch *all = user;
    return veer_interval_estimate(all, veer_window_node_cell(all->window, all->states[node].cell));
}

static float seconds(const VeerIntervalSearch *all, uint64_t time)
{
    return (float)(all->offset + time) / (float)all->tick * all->window->def.tick;
}

static bool is_goal(void *user, uint32_t node)
{
    const VeerIntervalSearch *all = user;
    VeerIntervalState state = all->states[node];
    if (state.slot == VEER_INTERVAL_DANGER ||
        (all->goal != VEER_NO_NODE && all->goal != state.cell)) {
        return false;
    }
    uint64_t time = veer_interval_time(all->search->nodes[node].cost);
    uint32_t end = veer_interval_end(all->window->words[state.cell], state.slot);
    if (time + all->stay > veer_interval_tick_time(all, end)) {
        return false;
    }
    return all->goal != VEER_NO_NODE ||
           all->query.is_goal(all->query.user, veer_window_node_cell(all->window, state.cell),
                              seconds(all, time));
}

static bool is_good(const VeerIntervalQuery *query)
{
    if (!query || query->cookie != COOKIE || !query->window) {
        return false;
    }
    const VeerWindowDef *def = &query->window->def;
    return (!query->labels || veer_labels_fit(query->labels, def->width, def->height)) &&
           veer_window_has(query->window, query->start) &&
           (query->is_goal || veer_window_has(query->window, query->goal)) && query->speed > 0.0f &&
           query->begin >= 0.0f && query->begin <= VEER_WORLD_LIMIT && query->stay >= 0.0f &&
           query->weight >= 1.0f && query->weight <= 64.0f;
}

/// Units of time in some ticks, held to never.
static uint64_t units(float ticks, uint64_t tick)
{
    const uint64_t most = VEER_INTERVAL_NEVER / 2u;
    float time = ticks * (float)tick;
    return time < (float)most ? (uint64_t)time : most;
}

static void take_query(VeerIntervalSearch *all, const VeerIntervalQuery *query, float cells)
{
    const VeerWindowDef *def = &query->window->def;
    all->query = *query;
    all->window = query->window;
    // Rounded down: the body is taken to be no faster than it is.
    all->tick = (uint64_t)(cells * (float)VEER_COST_STRAIGHT);
    all->offset = units(query->begin / def->tick, all->tick);
    all->stay = units(query->stay / def->tick, all->tick);
    all->is_replaced = false;
    all->goal = VEER_NO_NODE;
    if (!query->is_goal) {
        all->goal = veer_window_node(query->window, query->goal); // for the estimate
        all->query.goal = veer_interval_choose_goal(all);
        all->goal = veer_window_node(query->window, all->query.goal);
        all->is_replaced = all->goal != veer_window_node(query->window, query->goal);
    }
}

VeerStatus veer_interval_search_begin(VeerIntervalSearch *all, const VeerIntervalQuery *query)
{
    if (!all || !is_good(query)) {
        return VEER_BAD_VALUE;
    }
    const VeerWindow *window = query->window;
    float cells = query->speed * window->def.tick / window->def.cell_size;
    if (!(cells * (float)VEER_COST_STRAIGHT >= 1.0f && cells <= MAX_TICK)) {
        return VEER_BAD_VALUE;
    }
    if (all->capacity == 0) {
        return VEER_FULL;
    }
    all->state_count = 0;
    all->is_full = false;
    take_query(all, query, cells);
    uint64_t word = veer_window_word(window, query->start);
    uint64_t first = all->offset / all->tick;
    uint32_t tick = first < 63u ? (uint32_t)first : 63u;
    uint64_t before = word & ((UINT64_C(1) << tick) - 1u);
    uint32_t slot = word >> tick & 1u ? VEER_INTERVAL_DANGER
                    : before          ? veer_bits_highest(before) + 1u
                                      : 0;
    uint32_t start = veer_interval_state(all, veer_window_node(window, query->start), slot);
    VeerSearchSpace space = {all->capacity, veer_interval_steps, estimate, is_goal, all};
    VeerSearchOptions options = {VEER_SEARCH_ASTAR, query->weight};
    return veer_search_begin(all->search, &space, &options, &start, 1);
}

VeerSearchState veer_interval_search_run(VeerIntervalSearch *all, uint32_t budget)
{
    return all ? veer_search_run(all->search, budget) : VEER_SEARCH_IDLE;
}

uint64_t veer_interval_search_expansions(const VeerIntervalSearch *all)
{
    return all ? veer_search_expansions(all->search) : 0;
}

bool veer_interval_search_is_full(const VeerIntervalSearch *all)
{
    return all && all->is_full;
}
