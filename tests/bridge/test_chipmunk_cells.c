// Cells of graphs that sensors of Chipmunk's count in.
#include "bridge/chipmunk_maker.h"

enum { CELL_ROCKS = 12, CELL_SIDE = 8 };

// From a rock to the cell of a node, less its radius: below 0 they overlap.
static float cell_gap(const VeerGraph *graph, uint32_t node, const cpBody *rock, float radius)
{
    cpVect at = cpBodyGetPosition(rock);
    return veer_graph_distance(graph, node, vec3((float)at.x, (float)at.y, 0.0f)) - radius;
}

static VeerGraph *make_graph(VeerTiling kind, float pitch)
{
    VeerTilingDef tiling = {kind,  CELL_SIDE,    CELL_SIDE, vec3(-12.0f, -12.0f, 0.0f),
                            pitch, pitch * 0.95f};
    void *scratch = aligned_alloc(64, (veer_tiling_size(&tiling) + 63) / 64 * 64);
    VeerGraphDef def;
    assert_int_equal(veer_tiling_graph(scratch, &tiling, &def), VEER_OK);
    void *memory = aligned_alloc(64, (veer_graph_size(&def) + 63) / 64 * 64);
    VeerGraph *graph = veer_graph_init(memory, &def);
    free(scratch);
    return graph;
}

// In float's rounding of the two ways to reckon a gap, 1e-4 m, either answer is right.
static void check_cells(const Setting *setting, const VeerGraph *graph, cpBody *const *rocks,
                        const float *radii)
{
    for (uint32_t node = 0; node < veer_graph_node_count(graph); ++node) {
        uint32_t least = 0, most = 0, count = veer_chipmunk_touching(setting->bridge, node);
        for (int i = 0; i < CELL_ROCKS; ++i) {
            float gap = rocks[i] ? cell_gap(graph, node, rocks[i], radii[i]) : INFINITY;
            least += gap < -1e-4f;
            most += gap < 1e-4f;
        }
        assert_in_range(count, least, most);
        assert_int_equal(veer_graph_is_blocked(graph, node), count > 0);
    }
}

// Rocks drift, bounce and vanish; squares, hexes and discs.
static void try_cells(uint64_t seed)
{
    Setting setting = make_plain();
    VeerGraph *graph = make_graph((VeerTiling)(seed % VEER_TILING_COUNT), 3.0f);
    cpBody *rocks[CELL_ROCKS];
    float radii[CELL_ROCKS];
    assert_int_equal(veer_chipmunk_add_cells(setting.bridge, graph, ~0u), VEER_OK);
    for (uint64_t i = 0; i < CELL_ROCKS; ++i) {
        radii[i] = pick(seed, i, 0.3f, 2.5f);
        rocks[i] = add_disc(setting.space, (double)pick(seed, 100 + i, -12.0f, 10.0f),
                            (double)pick(seed, 200 + i, -12.0f, 10.0f), (double)radii[i]);
        cpBodySetVelocity(rocks[i], cpv((double)pick(seed, 300 + i, -3.0f, 3.0f),
                                        (double)pick(seed, 400 + i, -3.0f, 3.0f)));
    }
    for (uint64_t tick = 0; tick < 90; ++tick) {
        veer_chipmunk_step(setting.bridge, TICK);
        check_cells(&setting, graph, rocks, radii);
        if (tick % 30 == 29) {
            veer_chipmunk_remove_body(setting.bridge, rocks[tick / 30]);
            rocks[tick / 30] = NULL;
            check_cells(&setting, graph, rocks, radii);
        }
    }
    destroy_setting(&setting);
    free(graph);
}

static void sensors_count_as_brute_force_does(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < suite_seeds(200); ++seed) {
        try_cells(seed);
    }
}

// The world's own graph: what a rock touches is blocked to routes; a ship is none of that kind.
static void routes_lead_round_cells_that_rocks_touch(void **unused)
{
    (void)unused;
    VeerGraph *graph = make_graph(VEER_TILING_SQUARES, 3.0f);
    VeerWorldDef def = veer_world_def_default();
    def.map = veer_world_map_def_default(VEER_MAP_GRAPH);
    def.map.graph.whole = graph;
    def.map.graph.is_open = true;
    Setting setting = make_setting(&def);
    assert_int_equal(veer_chipmunk_add_cells(setting.bridge, NULL, 1), VEER_OK);
    assert_int_equal(veer_chipmunk_add_cells(setting.bridge, NULL, 1), VEER_BAD_VALUE);
    cpBody *ship = add_body(setting.space, (double)INFINITY, -12.0, 0.0);
    cpShape *hull = cpSpaceAddShape(setting.space, cpCircleShapeNew(ship, 0.4, cpvzero));
    cpShapeSetFilter(hull, cpShapeFilterNew(CP_NO_GROUP, 2, CP_ALL_CATEGORIES));
    cpBody *rock = add_body(setting.space, (double)INFINITY, 0.0, 0.0);
    hull = cpSpaceAddShape(setting.space, cpCircleShapeNew(rock, 2.0, cpvzero));
    cpShapeSetFilter(hull, cpShapeFilterNew(CP_NO_GROUP, 1, CP_ALL_CATEGORIES));
    VeerAgentDef agent_def = veer_agent_def_default();
    agent_def.radius = 0.4f;
    VeerAgentId agent = attach(&setting, ship, &agent_def, NULL);
    veer_agent_route_to(setting.world, agent, vec3(9.0f, 0.0f, 0.0f), 0.5f);
    float widest = 0.0f;
    for (int i = 0; i < 60 * 25; ++i) {
        veer_chipmunk_step(setting.bridge, TICK);
        widest = max_f(widest, fabsf((float)cpBodyGetPosition(ship).y));
    }
    const VeerGraph *map = veer_world_graph(setting.world);
    assert_true(veer_graph_is_blocked(map, veer_graph_nearest(map, vec3(0.0f, 0.0f, 0.0f))));
    assert_false(veer_graph_is_blocked(
        map, veer_graph_nearest(map, read_agent(setting.world, agent).position)));
    assert_int_equal(read_agent(setting.world, agent).status, VEER_AGENT_ARRIVED);
    assert_true(widest > 2.3f && cpvlength(cpBodyGetVelocity(rock)) == 0.0);
    destroy_setting(&setting);
    free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sensors_count_as_brute_force_does),
        cmocka_unit_test(routes_lead_round_cells_that_rocks_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
