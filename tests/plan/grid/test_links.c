// Links of grids: jumps and steps over them against a plain relaxation of all edges.
#include "plan/maps.h"
#include "support/memory.h"

enum { ROOM = 2048, LINKS = 12, HOPS = 64 };

static VeerGridLink links[LINKS];
static VeerCell route[ROOM];
static uint32_t route_count;

static uint64_t octile(VeerCell a, VeerCell b)
{
    uint64_t x = (uint64_t)llabs((long long)a.x - b.x), y = (uint64_t)llabs((long long)a.y - b.y);
    uint64_t least = x < y ? x : y, most = x < y ? y : x;
    return (most - least) * VEER_COST_STRAIGHT + least * VEER_COST_DIAGONAL;
}

static uint64_t link_cost(const VeerGridLink *link)
{
    uint64_t least = octile(link->from, link->to);
    return link->cost > least ? link->cost : least;
}

static uint64_t *cost_of(const Maps *maps, VeerCell cell)
{
    return &maps->oracle[(size_t)cell.y * (size_t)maps->width + (size_t)cell.x];
}

static bool relax(const Maps *maps, VeerCell from, VeerCell to, uint64_t step)
{
    uint64_t cost = *cost_of(maps, from);
    if (cost == MAPS_NO_PATH || *cost_of(maps, to) <= cost + step) {
        return false;
    }
    *cost_of(maps, to) = cost + step;
    return true;
}

static bool relax_around(const Maps *maps, VeerCell cell)
{
    bool has_changed = false;
    for (int32_t i = 0; i < 9; i++) {
        VeerCell step = {i % 3 - 1, i / 3 - 1};
        uint64_t length = i == 4 ? 0 : maps_step(maps, cell, step.x, step.y);
        has_changed |=
            length > 0 && relax(maps, cell, (VeerCell){cell.x + step.x, cell.y + step.y}, length);
    }
    return has_changed;
}

static bool relax_links(const Maps *maps, uint32_t may_use)
{
    bool has_changed = false;
    for (uint32_t i = 0; i < LINKS; i++) {
        const VeerGridLink *link = &links[i];
        bool is_open = maps_is_free(maps, link->from.x, link->from.y) &&
                       maps_is_free(maps, link->to.x, link->to.y) && (link->flags & ~may_use) == 0;
        if (is_open) {
            has_changed |= relax(maps, link->from, link->to, link_cost(link));
        }
        if (is_open && !link->is_one_way) {
            has_changed |= relax(maps, link->to, link->from, link_cost(link));
        }
    }
    return has_changed;
}

static void relax_all(const Maps *maps, VeerCell start, uint32_t may_use)
{
    for (int32_t i = 0; i < maps->width * maps->height; i++) {
        maps->oracle[i] = MAPS_NO_PATH;
    }
    *cost_of(maps, start) = 0;
    for (bool has_changed = true; has_changed;) {
        has_changed = relax_links(maps, may_use);
        for (VeerCell cell = {0, 0}; cell.y < maps->height; cell.y++) {
            for (cell.x = 0; cell.x < maps->width; cell.x++) {
                has_changed |= maps_is_free(maps, cell.x, cell.y) && relax_around(maps, cell);
            }
        }
    }
}

static bool is_same(VeerCell a, VeerCell b)
{
    return a.x == b.x && a.y == b.y;
}

// What a crossing costs; it must be one that may be taken.
static uint64_t walk_crossing(const VeerGridCrossing *crossing, uint32_t may_use)
{
    const VeerGridLink *link = &links[crossing->link];
    VeerCell from = route[crossing->at], to = route[crossing->at + 1];
    bool is_back = is_same(from, link->to) && is_same(to, link->from);
    assert_true((is_same(from, link->from) && is_same(to, link->to)) || is_back);
    assert_true(!link->is_one_way || (is_same(from, link->from) && is_same(to, link->to)));
    assert_int_equal(link->flags & ~may_use, 0);
    return link_cost(link);
}

static uint64_t walk_route(const Maps *maps, uint32_t may_use)
{
    VeerGridCrossing crossings[HOPS];
    uint32_t crossing_count = veer_grid_search_crossings(maps->search, crossings, HOPS),
             crossing = 0;
    uint64_t cost = 0;
    for (uint32_t i = 0; i + 1 < route_count; i++) {
        bool is_crossing = crossing < crossing_count && crossings[crossing].at == i;
        cost += is_crossing ? walk_crossing(&crossings[crossing], may_use)
                            : maps_walk(maps, &route[i], 2);
        crossing += is_crossing;
    }
    assert_int_equal(crossing, crossing_count);
    return cost;
}

static Maps open_linked(int32_t width, int32_t height, bool has_costs)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = (uint32_t)width;
    def.height = (uint32_t)height;
    def.has_costs = has_costs;
    Maps maps = maps_open_def(&def);
    free(maps.search);
    uint32_t nodes = def.width * def.height + 2u * LINKS;
    maps.search = veer_search_init(take(veer_search_size(nodes)), nodes);
    return maps;
}

static void make_links(const Maps *maps, uint64_t seed)
{
    for (uint32_t i = 0; i < LINKS; i++) {
        uint64_t lot = veer_random_u64(seed, 20, i);
        links[i] = (VeerGridLink){
            .from = maps_cell(maps, seed, 100 + 2 * (uint64_t)i),
            .to = maps_cell(maps, seed, 101 + 2 * (uint64_t)i),
            .cost = (uint32_t)(lot % 20) * VEER_COST_STRAIGHT,
            .flags = (uint32_t)(lot >> 20 & 3u),
            .is_one_way = lot >> 30 & 1u,
        };
    }
}

static VeerGridQuery query_of(const Maps *maps, VeerGridPlanner planner, VeerCell start,
                              VeerCell goal)
{
    VeerGridQuery query = veer_grid_query_default();
    query.grid = maps->grid;
    query.planner = planner;
    query.start = start;
    query.goal = goal;
    query.links = links;
    query.link_count = LINKS;
    return query;
}

static void check_query(const Maps *maps, const VeerGridQuery *query)
{
    uint64_t best = *cost_of(maps, query->goal);
    assert_int_equal(veer_grid_search_begin(maps->search, query), VEER_OK);
    veer_search_run(maps->search, UINT32_MAX);
    VeerStatus status = veer_grid_search_route(maps->search, route, ROOM, &route_count);
    if (best == MAPS_NO_PATH) {
        assert_int_equal(status, VEER_PARTIAL);
        return;
    }
    assert_int_equal(status, VEER_OK);
    assert_int_equal(veer_search_cost(maps->search), best);
    assert_int_equal(walk_route(maps, query->may_use), best);
}

static void check_planner(VeerGridPlanner planner, bool has_costs)
{
    for (uint64_t seed = 1; seed <= suite_seeds(80); seed++) {
        int32_t width = 2 + (int32_t)(veer_random_u64(seed, 8, 0) % 40);
        int32_t height = 2 + (int32_t)(veer_random_u64(seed, 8, 1) % 20);
        Maps maps = open_linked(width, height, has_costs);
        print_message("seed %u: %d x %d\n", (unsigned)seed, width, height);
        for (uint32_t i = 0; has_costs && i < 60; i++) {
            uint8_t cost = (uint8_t)(1u + veer_random_u64(seed, 9, i) % 9u);
            (void)veer_grid_set_cost(maps.grid, maps_cell(&maps, seed, 200 + i), cost);
        }
        maps_scatter(&maps, seed, 0.1f * (float)(seed % 5), (uint32_t)(seed % 4) * 6);
        VeerCell start = maps_cell(&maps, seed, 0);
        veer_grid_set_blocked(maps.grid, start, false);
        maps_commit(&maps);
        make_links(&maps, seed);
        uint32_t may_use = (uint32_t)(seed % 4);
        relax_all(&maps, start, may_use);
        for (uint64_t i = 1; i <= 15; i++) {
            VeerGridQuery query = query_of(&maps, planner, start, maps_cell(&maps, seed, i));
            query.may_use = may_use;
            check_query(&maps, &query);
        }
        maps_close(&maps);
    }
}

static void links_jump_equals_relaxation(void **state)
{
    (void)state;
    check_planner(VEER_GRID_JUMP, false);
}

static void links_astar_equals_relaxation(void **state)
{
    (void)state;
    check_planner(VEER_GRID_ASTAR, false);
}

static void links_astar_over_costs_equals_relaxation(void **state)
{
    (void)state;
    check_planner(VEER_GRID_ASTAR, true);
}

static void links_dijkstra_over_costs_equals_relaxation(void **state)
{
    (void)state;
    check_planner(VEER_GRID_DIJKSTRA, true);
}

static bool is_at_the_top(void *user, VeerCell cell)
{
    (void)user;
    return cell.y == 9;
}

// A wall with no gap, and one link through it.
static Maps open_wall(void)
{
    Maps maps = open_linked(12, 10, false);
    veer_grid_fill(maps.grid, (VeerCellRect){{0, 4}, {12, 6}}, true);
    maps_commit(&maps);
    for (uint32_t i = 0; i < LINKS; i++) {
        links[i] = (VeerGridLink){.from = {7, 3}, .to = {7, 6}};
    }
    return maps;
}

static void links_lead_to_any_goal(void **state)
{
    (void)state;
    Maps maps = open_wall();
    VeerGridQuery query = query_of(&maps, VEER_GRID_DIJKSTRA, (VeerCell){1, 1}, (VeerCell){0});
    query.is_goal = is_at_the_top;
    assert_int_equal(veer_grid_search_begin(maps.search, &query), VEER_OK);
    assert_int_equal(veer_search_run(maps.search, UINT32_MAX), VEER_SEARCH_FOUND);
    assert_int_equal(veer_grid_search_crossings(maps.search, NULL, 0), 1);
    maps_close(&maps);
}

static void links_tell_no_crossings_before_a_search(void **state)
{
    (void)state;
    Maps maps = open_wall();
    assert_int_equal(veer_grid_search_crossings(maps.search, NULL, 0), 0);
    maps_close(&maps);
}

static void links_that_are_bad_are_refused(void **state)
{
    (void)state;
    Maps maps = open_wall();
    VeerGridQuery query = query_of(&maps, VEER_GRID_JUMP, (VeerCell){1, 1}, (VeerCell){1, 8}),
                  bad = query;
    bad.links = NULL;
    assert_int_equal(veer_grid_search_begin(maps.search, &bad), VEER_BAD_VALUE);
    links[3].to.x = 12;
    assert_int_equal(veer_grid_search_begin(maps.search, &query), VEER_BAD_VALUE);
    maps_close(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_jump_equals_relaxation),
        cmocka_unit_test(links_astar_equals_relaxation),
        cmocka_unit_test(links_astar_over_costs_equals_relaxation),
        cmocka_unit_test(links_dijkstra_over_costs_equals_relaxation),
        cmocka_unit_test(links_lead_to_any_goal),
        cmocka_unit_test(links_tell_no_crossings_before_a_search),
        cmocka_unit_test(links_that_are_bad_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
