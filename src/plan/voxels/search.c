/// Paths through a voxel map: from the query to the route, phase by phase.
#include "base/arena.h"
#include "map/layers/layers.h"
#include "plan/voxels/voxels.h"

#include <string.h>

#define COOKIE 0x76717279u
#define MAX_ROUTE 4096   // voxels of a route that is pulled
#define GOOD 1.02        // times what it would cost without obstacles: good enough
#define CHECKED 48.0     // voxels: paths up to this length are checked by plain A*
#define MAX_CHECKS 1200u // nodes that it may expand

VeerVoxelQuery veer_voxel_query_default(void)
{
    return (VeerVoxelQuery){.weight = 1.2f, .cookie = COOKIE};
}

const char *veer_voxel_planner_name(VeerVoxelPlanner planner)
{
    static const char *const names[VEER_VOXEL_PLANNER_COUNT] = {"any-angle", "astar"};
    return (uint32_t)planner < VEER_VOXEL_PLANNER_COUNT ? names[planner] : "unknown";
}

/// @return the bytes; 0, and nothing is touched, for a count out of range
static size_t lay_out(void *memory, uint32_t node_count, VeerVoxelSearch *parts)
{
    VeerArena arena = {memory, 0};
    uint64_t slots = 64;
    if (node_count == 0 || node_count > VEER_MAX_VOXEL_NODES) {
        return 0;
    }
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    *parts = (VeerVoxelSearch){.state = VEER_SEARCH_IDLE, .node_capacity = node_count};
    for (parts->slot_shift = 58; slots < 2 * (uint64_t)node_count; parts->slot_shift--) {
        slots *= 2;
    }
    parts->route_capacity = node_count < MAX_ROUTE - 64u ? node_count + 64u : MAX_ROUTE;
    parts->nodes = veer_arena_take(&arena, node_count, sizeof *parts->nodes);
    parts->slots = veer_arena_take(&arena, (size_t)slots, sizeof *parts->slots);
    parts->best.voxels = veer_arena_take(&arena, parts->route_capacity, sizeof(VeerVoxel));
    parts->trial.voxels = veer_arena_take(&arena, parts->route_capacity, sizeof(VeerVoxel));
    parts->core = veer_arena_take(&arena, veer_search_size(node_count), 1);
    return arena.used;
}

size_t veer_voxel_search_size(uint32_t node_count)
{
    VeerVoxelSearch parts;
    return lay_out(NULL, node_count, &parts);
}

static void forget_slots(VeerVoxelSearch *search)
{
    memset(search->slots, 0, ((size_t)1 << (64u - search->slot_shift)) * sizeof *search->slots);
}

VeerVoxelSearch *veer_voxel_search_init(void *memory, uint32_t node_count)
{
    VeerVoxelSearch *search = memory;
    if (!search || lay_out(memory, node_count, search) == 0) {
        return NULL;
    }
    search->core = veer_search_init(search->core, node_count);
    forget_slots(search);
    return search;
}

static bool is_good(const VeerVoxelQuery *query)
{
    return query && query->cookie == COOKIE && query->voxels &&
           (!query->labels || veer_voxel_labels_fit(query->labels, query->voxels)) &&
           (uint32_t)query->planner < VEER_VOXEL_PLANNER_COUNT &&
           veer_voxels_has(query->voxels, query->start) &&
           veer_voxels_has(query->voxels, query->goal) && query->weight >= 1.0f &&
           query->weight <= 64.0f;
}

/// The goal, or what comes nearest to it of all that can be reached. The labels of a start that is
/// blocked say nothing.
static VeerVoxel choose_goal(const VeerVoxelQuery *query)
{
    VeerVoxel goal = query->goal;
    if (!query->labels || veer_voxels_is_blocked(query->voxels, query->start)) {
        return goal;
    }
    uint32_t label = veer_voxel_labels_at(query->labels, query->start);
    if (label != veer_voxel_labels_at(query->labels, goal)) {
        (void)veer_voxel_labels_nearest(query->labels, goal, label, &goal);
    }
    return goal;
}

static bool is_goal(void *user, uint32_t node)
{
    const VeerVoxelSearch *search = user;
    return veer_voxel_is_same(search->nodes[node].point, search->goal);
}

static uint32_t straight_estimate(void *user, uint32_t node)
{
    const VeerVoxelSearch *search = user;
    return veer_voxel_distance(search->nodes[node].point, search->goal);
}

static uint32_t step_estimate(void *user, uint32_t node)
{
    const VeerVoxelSearch *search = user;
    return veer_voxel_free_cost(search->nodes[node].point, search->goal);
}

static uint32_t first_node(VeerVoxelSearch *search, bool is_astar)
{
    VeerVoxel start = search->start;
    if (++search->stamp == 0) {
        forget_slots(search);
        search->stamp = 1;
    }
    search->node_count = 0;
    uint64_t key =
        is_astar ? veer_region_key(start, 0) : veer_region_of(search->query.voxels, start);
    uint32_t number = veer_voxel_node(search, key);
    search->nodes[number] = (VeerVoxelNode){.key = key,
                                            .point = start,
                                            .turn = start,
                                            .base = number & (VEER_MAX_VOXEL_NODES - 1u),
                                            .is_settled = 1,
                                            .before = VEER_NO_NODE};
    return number;
}

static void begin_phase(VeerVoxelSearch *search, VeerVoxelPhase phase, float weight)
{
    bool is_astar = phase == VEER_VOXEL_CHECK || search->query.planner == VEER_VOXEL_ASTAR;
    search->phase = phase;
    uint32_t start = first_node(search, is_astar);
    VeerSearchSpace space = {search->node_capacity,
                             is_astar ? veer_voxel_steps : veer_voxel_regions,
                             is_astar ? step_estimate : straight_estimate,
                             is_astar ? is_goal : veer_region_arrives, search};
    VeerSearchOptions options = {VEER_SEARCH_ASTAR, weight};
    // It has room, and all its values are good.
    (void)veer_search_begin(search->core, &space, &options, &start, 1);
}

static void turn_round(VeerVoxelSearch *search)
{
    VeerVoxel start = search->start;
    search->start = search->goal;
    search->goal = start;
}

VeerStatus veer_voxel_search_begin(VeerVoxelSearch *search, const VeerVoxelQuery *query)
{
    if (!search || !is_good(query)) {
        return VEER_BAD_VALUE;
    }
    if (!veer_voxels_is_committed(query->voxels)) {
        return VEER_BUSY;
    }
    search->query = *query;
    search->state = VEER_SEARCH_RUNNING;
    search->start = query->start;
    search->goal = choose_goal(query);
    search->is_replaced = !veer_voxel_is_same(search->goal, query->goal);
    search->limit = VEER_MAX_COST;
    search->expansions = 0;
    search->is_full = false;
    search->best.count = 0;
    begin_phase(search, VEER_VOXEL_FORWARD, query->weight);
    return VEER_OK;
}

/// Pulls the route that was found tight, and keeps it if it is the best so far.
static void keep_route(VeerVoxelSearch *search)
{
    VeerVoxelRoute *trial = &search->trial;
    trial->count = veer_voxel_write(search, trial->voxels, search->route_capacity);
    if (trial->count > search->route_capacity) {
        return;
    }
    trial->count = veer_voxel_pull(search->query.voxels, trial->voxels, trial->count);
    trial->length = 0.0;
    for (uint32_t i = 1; i < trial->count; i++) {
        VeerVoxel a = trial->voxels[i - 1u], b = trial->voxels[i];
        double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
        trial->length += sqrt(x * x + y * y + z * z);
    }
    if (search->best.count == 0 || trial->length < search->best.length) {
        VeerVoxelRoute best = *trial;
        *trial = search->best;
        search->best = best;
    }
}

/// The next phase, unless the best path is known to be good enough: as long as that between start
/// and goal on a map without anything in it, or nearly. Another phase costs as much as the first.
static void go_on(VeerVoxelSearch *search)
{
    double least = (double)veer_voxel_free_cost(search->start, search->goal);
    double most = search->best.length * VEER_VOXEL_COST_STRAIGHT;
    search->state = VEER_SEARCH_FOUND;
    if (search->best.count == 0 || most <= GOOD * least || search->query.takes_first ||
        veer_voxel_is_set(search->query.voxels, search->query.start)) {
        return;
    }
    if (search->phase == VEER_VOXEL_FORWARD) {
        search->state = VEER_SEARCH_RUNNING;
        turn_round(search);
        begin_phase(search, VEER_VOXEL_BACKWARD, search->query.weight);
    } else if (search->phase == VEER_VOXEL_BACKWARD && search->best.length <= CHECKED) {
        search->state = VEER_SEARCH_RUNNING;
        turn_round(search);
        search->limit = (uint64_t)(most / GOOD);
        begin_phase(search, VEER_VOXEL_CHECK, 1.0f);
    }
}

static void end_phase(VeerVoxelSearch *search, VeerSearchState state)
{
    if (search->query.planner == VEER_VOXEL_ASTAR ||
        (search->phase == VEER_VOXEL_FORWARD && state == VEER_SEARCH_EXHAUSTED)) {
        search->state = state;
        return;
    }
    if (state == VEER_SEARCH_FOUND) {
        keep_route(search);
    }
    go_on(search);
}

/// Searches on in a phase. A check that takes too long gives up.
static VeerSearchState run_phase(VeerVoxelSearch *search, uint32_t budget)
{
    VeerSearch *core = search->core;
    if (search->phase != VEER_VOXEL_CHECK) {
        return veer_search_run(core, budget);
    }
    uint32_t left = MAX_CHECKS - (uint32_t)veer_search_expansions(core);
    VeerSearchState state = veer_search_run(core, budget < left ? budget : left);
    bool is_over = state == VEER_SEARCH_RUNNING && veer_search_expansions(core) == MAX_CHECKS;
    return is_over ? VEER_SEARCH_EXHAUSTED : state;
}

VeerSearchState veer_voxel_search_run(VeerVoxelSearch *search, uint32_t budget)
{
    if (!search) {
        return VEER_SEARCH_IDLE;
    }
    while (search->state == VEER_SEARCH_RUNNING && budget > 0) {
        uint64_t before = veer_search_expansions(search->core);
        VeerSearchState state = run_phase(search, budget);
        uint64_t more = veer_search_expansions(search->core) - before;
        budget -= (uint32_t)more;
        search->expansions += more;
        if (state != VEER_SEARCH_RUNNING) {
            end_phase(search, state);
        }
    }
    return search->state;
}

uint64_t veer_voxel_search_expansions(const VeerVoxelSearch *search)
{
    return search ? search->expansions : 0;
}

bool veer_voxel_search_is_full(const VeerVoxelSearch *search)
{
    return search && search->is_full;
}

VeerStatus veer_voxel_search_route(const VeerVoxelSearch *search, VeerVoxel *route,
                                   uint32_t capacity, uint32_t *count)
{
    if (!search || !count || (!route && capacity > 0)) {
        return VEER_BAD_VALUE;
    }
    const VeerVoxelRoute *best = &search->best;
    *count = 0;
    if (search->state == VEER_SEARCH_IDLE ||
        (best->count == 0 && veer_search_target(search->core) == VEER_NO_NODE)) {
        return VEER_BAD_VALUE;
    }
    *count = best->count > 0 ? best->count : veer_voxel_write(search, route, capacity);
    if (*count > capacity) {
        return VEER_FULL;
    }
    if (best->count > 0) {
        memcpy(route, best->voxels, best->count * sizeof *route);
    }
    bool is_there = best->count > 0 || search->state == VEER_SEARCH_FOUND;
    return is_there && !search->is_replaced ? VEER_OK : VEER_PARTIAL;
}
