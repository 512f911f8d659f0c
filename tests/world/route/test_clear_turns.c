/// No turn of a route lies nearer to a wall than its agent's radius, on any kind of map.
#include "world/floor_maker.h"
#include "world/graph_maker.h"
#include "world/map_maker.h"

#include "support/memory.h"
#include "veer/mapfile.h"

#include <stdio.h>

enum { AGENTS = 400, POINTS = 4096 };

static VeerWorldDef routed(VeerWorldMapDef map)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = map.kind == VEER_MAP_VOXELS ? VEER_SPATIAL : VEER_PLANAR;
    def.max_agents = AGENTS;
    def.map = map;
    def.map.max_fields = 0;
    def.map.max_classes = 16;
    def.map.budget = UINT32_MAX;
    def.map.max_route_points = 1u << 18;
    return def;
}

/// Only the map counts: agents stand about in it anywhere.
static bool has_room(VeerWorld *world, VeerVec3 point, float radius)
{
    VeerQueryFilter map = veer_query_filter_default();
    map.has_agents = map.has_obstacles = false;
    map.lower = point.z;
    map.upper = point.z + 1.0f;
    return veer_world_is_free(world, point, radius, &map);
}

static VeerVec3 any_place(VeerWorld *world, Dice *dice, VeerBounds box, float radius)
{
    VeerVec3 place = {0};
    for (int i = 0; i < 200; i++) {
        place.x = roll(dice, box.lower.x, box.upper.x);
        place.y = roll(dice, box.lower.y, box.upper.y);
        place.z = roll(dice, box.lower.z, box.upper.z);
        if (has_room(world, place, radius)) {
            break;
        }
    }
    return place;
}

typedef struct Turns {
    uint32_t all, bad;
} Turns;

/// The first turn that is too near is printed.
static Turns count_turns(VeerWorld *world, const VeerAgentId *agents, uint32_t count)
{
    static VeerVec3 points[POINTS];
    Turns turns = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t ahead = veer_agent_route_points(world, agents[i], points, POINTS);
        float radius = read_agent(world, agents[i]).radius;
        for (uint32_t k = 0; k + 1 < ahead; k++) {
            bool is_bad = !has_room(world, points[k], 0.999f * radius);
            if (is_bad && turns.bad == 0) {
                VeerVec3 from = read_agent(world, agents[i]).position;
                print_message("radius %g from %g %g %g: turn %u of %u at %.9g %.9g %.9g\n",
                              (double)radius, (double)from.x, (double)from.y, (double)from.z, k,
                              ahead, (double)points[k].x, (double)points[k].y, (double)points[k].z);
            }
            turns.bad += is_bad;
            turns.all++;
        }
    }
    return turns;
}

static void expect_clear(VeerWorld *world, const VeerAgentId *agents, uint32_t count,
                         const char *name)
{
    Turns turns = count_turns(world, agents, count);
    print_message("%s: %u of %u turns are too near to a wall\n", name, turns.bad, turns.all);
    assert_true(turns.all > 0);
    assert_int_equal(turns.bad, 0);
}

/// Fills a world with agents that have routes across a box.
static void send_all(VeerWorld *world, Dice *dice, VeerBounds box, float least, float most,
                     const char *name)
{
    static VeerAgentId agents[AGENTS];
    for (int i = 0; i < AGENTS; i++) {
        float radius = roll(dice, least, most);
        VeerVec3 from = any_place(world, dice, box, radius);
        VeerVec3 to = any_place(world, dice, box, radius);
        agents[i] = add_traveller(world, from, to, radius);
    }
    step_times(world, 1, 1e-6f);
    expect_clear(world, agents, AGENTS, name);
}

static void a_bend_nearly_straight_is_moved_outwards(void **state)
{
    (void)state;
    VeerWorldDef def = map_def(24, 24);
    VeerWorld *world = make_world_of(&def);
    VeerCellRect wall = {{9, 0}, {11, 12}}, gap = {{9, 11}, {10, 12}};
    assert_int_equal(veer_world_grid_fill(world, wall, true), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, gap, false), VEER_OK);
    VeerAgentId agent = add_traveller(world, vec3(1.5f, 1.5f, 0), vec3(15.5f, 16.5f, 0), 0.4f);
    step_times(world, 1, 1e-6f);
    expect_clear(world, &agent, 1, "two corners nearly in line");
    veer_world_destroy(world);
}

static void over_grids(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < suite_seeds(16); seed++) {
        Dice dice = make_dice(seed);
        VeerWorldMapDef map = veer_world_map_def_default(VEER_MAP_GRID);
        map.grid.width = map.grid.height = 48;
        map.grid.cell_size = roll(&dice, 0.5f, 2.0f);
        map.grid.origin = roll3(&dice, 100.0f);
        map.grid.origin.z = 0.0f;
        map.grid.has_costs = seed % 4 == 3;
        VeerWorldDef def = routed(map);
        VeerWorld *world = make_world_of(&def);
        uint32_t boxes = 20u + 60u * (seed % 5u);
        for (uint32_t i = 0; i < boxes; i++) {
            VeerCell at;
            at.x = (int32_t)roll_index(&dice, 48);
            at.y = (int32_t)roll_index(&dice, 48);
            VeerCellRect rect = {at, at};
            rect.upper.x += 1 + (int32_t)roll_index(&dice, 1 + seed % 3u * 4u);
            rect.upper.y += 1 + (int32_t)roll_index(&dice, 1 + seed % 3u * 4u);
            assert_int_equal(veer_world_grid_fill(world, rect, true), VEER_OK);
        }
        float side = 48.0f * map.grid.cell_size;
        VeerBounds box = {map.grid.origin, add3(map.grid.origin, vec3(side, side, 0))};
        send_all(world, &dice, box, 0.1f * map.grid.cell_size, 1.3f * map.grid.cell_size, "grid");
        veer_world_destroy(world);
    }
}

static void over_meshes(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < suite_seeds(16); seed++) {
        Dice dice = make_dice(seed);
        VeerGridDef cells = veer_grid_def_default();
        cells.width = cells.height = 48;
        VeerGrid *grid = veer_grid_init(take(veer_grid_size(&cells)), &cells);
        for (uint32_t i = 0; i < 60u + 60u * (seed % 3u); i++) {
            VeerCell at;
            at.x = (int32_t)roll_index(&dice, 48);
            at.y = (int32_t)roll_index(&dice, 48);
            veer_grid_set_blocked(grid, at, true);
        }
        veer_grid_commit(grid);
        void *scratch = take(veer_grid_mesh_size(grid));
        VeerMeshDef made;
        assert_int_equal(veer_grid_mesh(scratch, grid, &made), VEER_OK);
        VeerMesh *mesh = veer_mesh_init(take(veer_mesh_size(&made)), &made, NULL, NULL);
        VeerWorldMapDef map = veer_world_map_def_default(VEER_MAP_MESH);
        map.mesh.whole = mesh;
        VeerWorldDef def = routed(map);
        VeerWorld *world = make_world_of(&def);
        VeerBounds box = {{0, 0, 0}, {48, 48, 0}};
        send_all(world, &dice, box, 0.1f, 0.9f, "mesh");
        veer_world_destroy(world);
        free(mesh);
        free(scratch);
        free(grid);
    }
}

static void over_graphs(void **state)
{
    (void)state;
    static const VeerTiling kinds[] = {VEER_TILING_HEXES, VEER_TILING_SQUARES};
    for (uint32_t seed = 0; seed < suite_seeds(16); seed++) {
        Dice dice = make_dice(seed);
        VeerGraph *graph = make_tiling(kinds[seed % 2u], 24, 24, 2.0f, 2.0f);
        VeerWorldMapDef map = veer_world_map_def_default(VEER_MAP_GRAPH);
        map.graph.whole = graph;
        VeerWorldDef def = routed(map);
        VeerWorld *world = make_world_of(&def);
        for (uint32_t i = 0; i < 24 * 24; i++) {
            if (roll_index(&dice, 5) == 0) {
                assert_int_equal(veer_world_graph_set_blocked(world, i, true), VEER_OK);
            }
        }
        VeerBounds box = {{0, 0, 0}, {44, 40, 0}};
        send_all(world, &dice, box, 0.1f, 0.9f, "graph");
        veer_world_destroy(world);
        free(graph);
    }
}

static void through_voxels(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < suite_seeds(8); seed++) {
        Dice dice = make_dice(seed);
        VeerWorldMapDef map = veer_world_map_def_default(VEER_MAP_VOXELS);
        map.voxels.cells = (VeerVoxel){24, 24, 24};
        VeerWorldDef def = routed(map);
        VeerWorld *world = make_world_of(&def);
        for (int i = 0; i < 40 + 40 * (int)(seed % 3); i++) {
            VeerVoxel at;
            at.x = (int32_t)roll_index(&dice, 24);
            at.y = (int32_t)roll_index(&dice, 24);
            at.z = (int32_t)roll_index(&dice, 24);
            int32_t side = 1 + (int32_t)roll_index(&dice, 5);
            VeerVoxelBox rect = {at, {at.x + side, at.y + side, at.z + side}};
            assert_int_equal(veer_world_voxels_fill(world, rect, true), VEER_OK);
        }
        VeerBounds box = {{0, 0, 0}, {24, 24, 24}};
        send_all(world, &dice, box, 0.1f, 0.9f, "voxels");
        veer_world_destroy(world);
    }
}

static const char *data_folder(void)
{
    const char *folder = getenv("VEER_DATA");
    if (!folder) {
        print_message("VEER_DATA names no folder of benchmark data\n");
        skip();
    }
    return folder;
}

static void over_benchmark_grids(void **state)
{
    (void)state;
    const char *folder = data_folder();
    const char *const names[] = {
        "grid/arena",          "grid/den520d",      "grid/brc202d",
        "grid/AR0011SR",       "grid/maze512-8-0",  "grid/16room_000",
        "grid/Berlin_0_1024",  "grid/Aurora",       "grid/lt_0_lowtown_a2_n_c",
        "grid/random512-25-0", "mapf/room-64-64-8", "mapf/warehouse-20-40-10-2-2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[4096];
        VeerInputError error;
        VeerMapText text;
        snprintf(path, sizeof path, "%s/%s.map", folder, names[i]);
        assert_int_equal(veer_map_read_file(path, NULL, &text, &error), VEER_OK);
        VeerWorldMapDef map = veer_world_map_def_default(VEER_MAP_GRID);
        map.grid.width = text.width;
        map.grid.height = text.height;
        VeerGrid *grid = veer_grid_init(take(veer_grid_size(&map.grid)), &map.grid);
        veer_map_text_lay(&text, grid, (VeerCell){0, 0});
        veer_grid_commit(grid);
        VeerWorldDef def = routed(map);
        VeerWorld *world = make_world_of(&def);
        assert_int_equal(veer_world_grid_copy(world, grid), VEER_OK);
        Dice dice = make_dice((uint32_t)i);
        VeerBounds box = {{0, 0, 0}, {(float)text.width, (float)text.height, 0}};
        send_all(world, &dice, box, 0.2f, i < 9 ? 1.2f : 0.49f, names[i]);
        veer_world_destroy(world);
        free(grid);
        veer_map_text_free(&text);
    }
}

static void through_benchmark_voxels(void **state)
{
    (void)state;
    const char *folder = data_folder();
    const char *const names[] = {"voxel/Simple", "voxel/Complex"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[4096];
        VeerInputError error;
        VeerVoxelText text;
        snprintf(path, sizeof path, "%s/%s.3dmap", folder, names[i]);
        assert_int_equal(veer_voxel_text_read_file(path, NULL, &text, &error), VEER_OK);
        VeerWorldMapDef map = veer_world_map_def_default(VEER_MAP_VOXELS);
        map.voxels.cells = text.cells;
        VeerVoxels *voxels = veer_voxels_init(take(veer_voxels_size(&map.voxels)), &map.voxels);
        veer_voxel_text_lay(&text, voxels, (VeerVoxel){0, 0, 0});
        VeerWorldDef def = routed(map);
        VeerWorld *world = make_world_of(&def);
        assert_int_equal(veer_world_voxels_copy(world, voxels), VEER_OK);
        Dice dice = make_dice((uint32_t)i);
        VeerBounds box = {{0, 0, 0},
                          {(float)text.cells.x, (float)text.cells.y, (float)text.cells.z}};
        send_all(world, &dice, box, 0.2f, 1.2f, names[i]);
        veer_world_destroy(world);
        free(voxels);
        veer_voxel_text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bend_nearly_straight_is_moved_outwards),
        cmocka_unit_test(over_grids),
        cmocka_unit_test(over_meshes),
        cmocka_unit_test(over_graphs),
        cmocka_unit_test(through_voxels),
        cmocka_unit_test(over_benchmark_grids),
        cmocka_unit_test(through_benchmark_voxels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
