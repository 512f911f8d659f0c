/// The same routes over random grids, bit by bit, on every compiler, level and machine, and found
/// with the same work. A change that means to change routes or work changes the hash, and says so.
#include "plan/grid/grid_maker.h"

#include "base/hash.h"
#include "support/memory.h"

enum { MAPS = 12, ROUTES = 24, POINTS = 512, LINKS = 12 };

/// Every third route in portions.
static uint64_t add_route(uint64_t hash, const Maps *maps, const VeerGridQuery *query, int number)
{
    VeerStatus status = veer_grid_search_begin(maps->search, query);
    hash = veer_hash_add(hash, (uint64_t)status);
    if (status != VEER_OK) {
        return hash;
    }
    uint32_t budget = number % 3 == 0 ? 7 : UINT32_MAX;
    while (veer_search_run(maps->search, budget) == VEER_SEARCH_RUNNING) {
    }
    status = veer_grid_search_route(maps->search, route, ROOM, &route_count);
    hash = veer_hash_add(hash, (uint64_t)status);
    hash = veer_hash_words(hash, route, route_count * sizeof *route);
    VeerGridCrossing crossings[LINKS];
    uint32_t crossing_count = veer_grid_search_crossings(maps->search, crossings, LINKS);
    hash = veer_hash_words(hash, crossings, crossing_count * sizeof *crossings);
    return veer_hash_add(hash, veer_search_expansions(maps->search));
}

static uint64_t add_points(uint64_t hash, const Maps *maps, const VeerGridQuery *query)
{
    VeerVec3 points[POINTS];
    uint32_t count = 0;
    VeerStatus status = veer_grid_plan(maps->search, query, points, POINTS, &count);
    hash = veer_hash_words(hash, points, count * sizeof *points);
    return veer_hash_add(hash, (uint64_t)status);
}

static uint64_t add_map(uint64_t hash, Maps *maps, VeerGridPlanner planner, uint64_t seed)
{
    VeerGridLink links[LINKS];
    for (uint32_t i = 0; i < LINKS; i++) {
        uint32_t cost = (uint32_t)(veer_random_u64(seed, 1, i) % 40) * VEER_COST_STRAIGHT;
        links[i] = (VeerGridLink){maps_cell(maps, seed, 100 + i), maps_cell(maps, seed, 200 + i),
                                  cost, i % 3, i % 2 == 0};
    }
    for (int i = 0; i < ROUTES; i++) {
        VeerGridQuery query = query_of(maps, planner, maps_cell(maps, seed, (uint64_t)i),
                                       maps_cell(maps, seed, (uint64_t)i + 50));
        query.labels = i % 2 == 0 ? maps->labels : NULL;
        query.weight = i % 5 == 4 ? 2.0f : 1.0f;
        query.links = i % 4 == 3 && planner != VEER_GRID_JUMP ? links : NULL;
        query.link_count = query.links ? LINKS : 0;
        query.may_use = i % 8 == 3 ? 1 : 3;
        query.is_goal = i % 7 == 6 && planner != VEER_GRID_JUMP ? is_on_the_rim : NULL;
        query.user = maps;
        hash = add_route(hash, maps, &query, i);
        hash = add_points(hash, maps, &query);
        hash = veer_hash_add(hash, veer_grid_sees(maps->grid, query.start, query.goal));
    }
    return hash;
}

static uint64_t hash_of(VeerGridPlanner planner)
{
    static const float shares[4] = {0.05f, 0.2f, 0.35f, 0.0f};
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        VeerGridDef def = veer_grid_def_default();
        def.width = 70 - 5 * (uint32_t)(seed % 4);
        def.height = 40 + 9 * (uint32_t)(seed % 3);
        def.has_costs = seed % 3 == 2 && planner != VEER_GRID_JUMP;
        Maps maps = maps_open_def(&def);
        free(maps.search);
        uint32_t nodes = def.width * def.height + 2 * LINKS;
        maps.search = veer_search_init(take(veer_search_size(nodes)), nodes);
        maps_scatter(&maps, seed, shares[seed % 4], 12);
        for (int32_t i = 0; def.has_costs && i < maps.width * maps.height; i++) {
            uint8_t cost = veer_random_unit(seed, 2, (uint64_t)i) < 0.2f ? 7 : 1;
            (void)veer_grid_set_cost(maps.grid, (VeerCell){i % maps.width, i / maps.width}, cost);
        }
        hash = add_map(hash, &maps, planner, seed);
        maps_close(&maps);
    }
    print_message("%s: 0x%016llx\n", veer_grid_planner_name(planner), (unsigned long long)hash);
    return hash;
}

static void routes_are_the_same_everywhere(void **state)
{
    (void)state;
    static const uint64_t expected[VEER_GRID_PLANNER_COUNT] = {
        UINT64_C(0x4999a1f6393395ec), UINT64_C(0x1492e6c523fa9455), UINT64_C(0xe5887e2e02ce112b),
        UINT64_C(0xa5f3c0a27ee34bd6), UINT64_C(0x6f88cffeed14c2aa)};
    uint64_t hashes[VEER_GRID_PLANNER_COUNT];
    for (int planner = 0; planner < VEER_GRID_PLANNER_COUNT; planner++) {
        hashes[planner] = hash_of((VeerGridPlanner)planner);
    }
    assert_memory_equal(hashes, expected, sizeof hashes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
