#include "plan/corners.h"

#include "veer/plan_mesh.h"

#include <string.h>

enum { ROOM = 4000 };

// A mesh of a grid, with a search.
typedef struct Meshed {
    VeerMesh *mesh;
    VeerMeshSearch *search;
} Meshed;

static void *take(size_t size)
{
    return aligned_alloc(64, size);
}

static Meshed meshed_open(const VeerMeshDef *def)
{
    Meshed meshed;
    VeerMeshFault fault;
    uint32_t place;
    meshed.mesh = veer_mesh_init(take(veer_mesh_size(def)), def, &fault, &place);
    assert_non_null(meshed.mesh);
    meshed.search =
        veer_mesh_search_init(take(veer_mesh_search_size(meshed.mesh, 0)), meshed.mesh, 0);
    return meshed;
}

static Meshed meshed_grid(const VeerGrid *grid)
{
    VeerMeshDef def;
    void *scratch = take(veer_grid_mesh_size(grid));
    assert_int_equal(veer_grid_mesh(scratch, grid, &def), VEER_OK);
    Meshed meshed = meshed_open(&def);
    free(scratch);
    return meshed;
}

static void meshed_close(Meshed *meshed)
{
    free(meshed->mesh);
    free(meshed->search);
}

static double length_of(const VeerVec3 *points, uint32_t count)
{
    double length = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        length += hypot((double)points[i].x - (double)points[i - 1].x,
                        (double)points[i].y - (double)points[i - 1].y);
    }
    return length;
}

static VeerVec3 points[ROOM];
static uint32_t count;

static VeerStatus plan(const Meshed *meshed, VeerMeshQuery query)
{
    query.mesh = meshed->mesh;
    assert_int_equal(veer_mesh_search_begin(meshed->search, &query), VEER_OK);
    (void)veer_mesh_search_run(meshed->search, UINT32_MAX);
    return veer_mesh_search_route(meshed->search, points, ROOM, &count);
}

static VeerMeshQuery query_of(const Maps *maps, VeerCell start, VeerCell goal)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.start = veer_grid_centre(maps->grid, start);
    query.goal = veer_grid_centre(maps->grid, goal);
    return query;
}

// The length of the way is that of its points, none of which leads through what is blocked.
static void check_route(const Maps *maps, const Meshed *meshed)
{
    for (uint32_t i = 1; i < count; i++) {
        assert_true(is_clear(maps, half_of(points[i - 1]), half_of(points[i])));
    }
    double length = veer_mesh_search_length(meshed->search);
    assert_true(fabs(length_of(points, count) - length) <= 1e-4 + 1e-6 * length);
}

static void check_queries(const Maps *maps, uint64_t seed)
{
    Meshed meshed = meshed_grid(maps->grid);
    for (uint64_t i = 1; i <= 12; i++) {
        VeerCell start = maps_cell(maps, seed, 2 * i), goal = maps_cell(maps, seed, 2 * i + 1);
        if (!maps_is_free(maps, start.x, start.y) || !maps_is_free(maps, goal.x, goal.y)) {
            continue;
        }
        VeerMeshQuery query = query_of(maps, start, goal);
        double best = shortest(maps, half_of(query.start), half_of(query.goal));
        VeerStatus status = plan(&meshed, query);
        bool is_way = veer_labels_at(maps->labels, start) == veer_labels_at(maps->labels, goal);
        assert_int_equal(status, is_way ? VEER_OK : VEER_PARTIAL);
        if (is_way) {
            assert_true(fabs(veer_mesh_search_length(meshed.search) - best) <= 1e-5);
            check_route(maps, &meshed);
        }
    }
    meshed_close(&meshed);
}

static void polyanya_equals_the_graph_of_corners(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        int32_t width = 2 + (int32_t)(veer_random_u64(seed, 8, 0) % 22);
        int32_t height = 2 + (int32_t)(veer_random_u64(seed, 8, 1) % 16);
        Maps maps = maps_open(width, height);
        print_message("seed %u: %d x %d\n", (unsigned)seed, width, height);
        maps_scatter(&maps, seed, 0.08f * (float)(seed % 5), (uint32_t)(seed % 3) * 3);
        veer_grid_set_blocked(maps.grid, (VeerCell){0, 0}, false);
        maps_commit(&maps);
        check_queries(&maps, seed);
        maps_close(&maps);
    }
}

// Of 8-cell corridors and many corners on one line, ways are as short as strings pulled tight, or
// shorter.
static void no_string_over_the_grid_is_shorter(void **state)
{
    (void)state;
    static VeerCell cells[ROOM];
    static VeerVec3 string[ROOM];
    for (uint64_t seed = 1; seed <= 150; seed++) {
        Maps maps = maps_open(8 + (int32_t)(seed % 97), 8 + (int32_t)(seed * 7 % 41));
        print_message("seed %u: %d x %d\n", (unsigned)seed, maps.width, maps.height);
        maps_scatter(&maps, seed, 0.25f, 0);
        Meshed meshed = meshed_grid(maps.grid);
        for (uint64_t i = 0; i < 20; i++) {
            VeerCell start = maps_cell(&maps, seed, 2 * i),
                     goal = maps_cell(&maps, seed, 2 * i + 1);
            uint32_t label = veer_labels_at(maps.labels, start), cell_count, string_count;
            if (label == VEER_NO_LABEL || label != veer_labels_at(maps.labels, goal)) {
                continue;
            }
            VeerGridQuery query = veer_grid_query_default();
            query.grid = maps.grid;
            query.start = start;
            query.goal = goal;
            assert_int_equal(veer_grid_search_begin(maps.search, &query), VEER_OK);
            veer_search_run(maps.search, UINT32_MAX);
            assert_int_equal(veer_grid_search_route(maps.search, cells, ROOM, &cell_count),
                             VEER_OK);
            assert_int_equal(
                veer_grid_pull(maps.grid, cells, cell_count, string, ROOM, &string_count), VEER_OK);
            assert_int_equal(plan(&meshed, query_of(&maps, start, goal)), VEER_OK);
            assert_true(veer_mesh_search_length(meshed.search) <=
                        length_of(string, string_count) + 1e-5);
        }
        meshed_close(&meshed);
        maps_close(&maps);
    }
}

// The way over the mesh of a grid whose cells are 0.3 m, off the origin.
static void ways_are_in_metres(void **state)
{
    (void)state;
    VeerGridDef def = veer_grid_def_default();
    def.width = 20;
    def.height = 10;
    def.cell_size = 0.3f;
    def.origin = (VeerVec3){-7.1f, 3.3f, 2.0f};
    Maps maps = maps_open_def(&def);
    veer_grid_fill(maps.grid, (VeerCellRect){{10, 0}, {11, 9}}, true);
    maps_commit(&maps);
    Meshed meshed = meshed_grid(maps.grid);
    VeerMeshQuery query = query_of(&maps, (VeerCell){0, 0}, (VeerCell){19, 0});
    assert_int_equal(plan(&meshed, query), VEER_OK);
    assert_int_equal(count, 4);
    double length = 0.3 * (hypot(9.5, 8.5) + 1.0 + hypot(8.5, 8.5));
    // Positions are floats some 7 m from the origin.
    assert_true(fabs(veer_mesh_search_length(meshed.search) - length) < 1e-5);
    assert_true(fabs(length_of(points, count) - length) < 1e-5);
    assert_true(fabsf(points[1].x - (-7.1f + 10 * 0.3f)) < 1e-6f && points[1].z == 2.0f);
    meshed_close(&meshed);
    maps_close(&maps);
}

static void another_part_is_approached_at_once(void **state)
{
    (void)state;
    Maps maps = maps_open(30, 20);
    veer_grid_fill(maps.grid, (VeerCellRect){{10, 0}, {12, 20}}, true);
    maps_commit(&maps);
    Meshed meshed = meshed_grid(maps.grid);
    for (int planner = 0; planner < VEER_MESH_PLANNER_COUNT; planner++) {
        VeerMeshQuery query = query_of(&maps, (VeerCell){2, 3}, (VeerCell){20, 15});
        query.planner = (VeerMeshPlanner)planner;
        assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
        assert_int_equal(veer_mesh_search_expansions(meshed.search) <= 3, true);
        assert_true(points[count - 1].x == 10.0f && points[count - 1].y == 15.5f);
    }
    meshed_close(&meshed);
    maps_close(&maps);
}

// Four squares in a row, 10 m wide: polygon i from x = 10 i on. The third may be for few only.
static Meshed row_of_squares(uint32_t flags, const VeerMeshLink *links, uint32_t link_count)
{
    static VeerVec3 vertices[10];
    static uint32_t corners[16], first[5], polygon_flags[4];
    for (uint32_t i = 0; i < 5; i++) {
        vertices[i] = (VeerVec3){10.0f * (float)i, 0.0f, 0.0f};
        vertices[5 + i] = (VeerVec3){10.0f * (float)i, 10.0f, 0.0f};
        first[i] = 4 * i;
    }
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t square[4] = {i, i + 1, i + 6, i + 5};
        memcpy(&corners[4 * i], square, sizeof square);
        polygon_flags[i] = i == 2 ? flags : 0;
    }
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 10;
    def.first = first;
    def.corners = corners;
    def.flags = polygon_flags;
    def.polygon_count = 4;
    def.links = links;
    def.link_count = link_count;
    return meshed_open(&def);
}

static VeerMeshQuery along_the_row(VeerMeshPlanner planner)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.planner = planner;
    query.start = (VeerVec3){1.0f, 5.0f, 0.0f};
    query.goal = (VeerVec3){39.0f, 5.0f, 0.0f};
    return query;
}

static void flags_and_blocks_close_polygons(void **state)
{
    (void)state;
    Meshed meshed = row_of_squares(4, NULL, 0);
    for (int planner = 0; planner < VEER_MESH_PLANNER_COUNT; planner++) {
        VeerMeshQuery query = along_the_row((VeerMeshPlanner)planner);
        assert_int_equal(plan(&meshed, query), VEER_OK);
        assert_true(fabs(length_of(points, count) - 38.0) < 1e-5);
        uint32_t polygons[8], polygon_count;
        assert_int_equal(veer_mesh_search_polygons(meshed.search, polygons, 8, &polygon_count),
                         VEER_OK);
        assert_int_equal(polygon_count, 4);
        for (uint32_t i = 0; i < 4; i++) {
            assert_int_equal(polygons[i], i);
        }
        query.may_use = 3;
        assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
        assert_true(points[count - 1].x <= 20.0f);
        query.may_use = 7;
        veer_mesh_set_blocked(meshed.mesh, 1, true);
        assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
        assert_true(veer_mesh_search_length(meshed.search) == (double)INFINITY);
        veer_mesh_set_blocked(meshed.mesh, 1, false);
        assert_int_equal(plan(&meshed, query), VEER_OK);
    }
    meshed_close(&meshed);
}

static void links_are_taken_where_they_pay(void **state)
{
    (void)state;
    const VeerMeshLink links[3] = {
        // A lift along the row: as dear as it is long. A jump back that costs more than walking.
        {{9.0f, 5.0f, 0.0f}, {31.0f, 5.0f, 0.0f}, VEER_NO_POLYGON, VEER_NO_POLYGON, 0.0f, 1, true},
        {{35.0f, 5.0f, 0.0f}, {15.0f, 5.0f, 0.0f}, 3, 1, 21.0f, 0, true},
        {{5.0f, 2.0f, 0.0f}, {25.0f, 2.0f, 0.0f}, 0, 2, 0.0f, 2, false}};
    Meshed meshed = row_of_squares(4, links, 3);
    for (int planner = 0; planner < VEER_MESH_PLANNER_COUNT; planner++) {
        VeerMeshQuery query = along_the_row((VeerMeshPlanner)planner);
        // Straight on is no longer than the lift.
        assert_int_equal(plan(&meshed, query), VEER_OK);
        assert_true(fabs(length_of(points, count) - 38.0) < 1e-4);
        // Who may not cross the third square needs the lift.
        query.may_use = 1;
        assert_int_equal(plan(&meshed, query), VEER_OK);
        assert_int_equal(count, 4);
        assert_true(points[1].x == 9.0f && points[2].x == 31.0f);
        uint32_t polygons[8], polygon_count;
        assert_int_equal(veer_mesh_search_polygons(meshed.search, polygons, 8, &polygon_count),
                         VEER_OK);
        assert_int_equal(polygon_count, 2);
        assert_int_equal(polygons[0], 0);
        assert_int_equal(polygons[1], 3);
        // And who may not use that either does not get there.
        query.may_use = 0;
        assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
        // The other way round: the lift is one-way, the jump is not.
        VeerVec3 start = query.start;
        query.start = query.goal;
        query.goal = start;
        assert_int_equal(plan(&meshed, query), VEER_OK);
        assert_true(points[1].x == 35.0f && points[2].x == 15.0f);
        if (planner == VEER_MESH_POLYANYA) {
            assert_true(fabs(veer_mesh_search_length(meshed.search) - (4.0 + 21.0 + 14.0)) < 1e-4);
        }
    }
    meshed_close(&meshed);
}

enum { SECTORS = 20 };

// A ramp that winds up round a pillar, an eighth of a turn a polygon, 0.5 m each.
static Meshed spiral(void)
{
    static const float ring[8][2] = {{1, 0},  {0.7f, 0.7f},   {0, 1},  {-0.7f, 0.7f},
                                     {-1, 0}, {-0.7f, -0.7f}, {0, -1}, {0.7f, -0.7f}};
    static VeerVec3 vertices[2 * (SECTORS + 1)];
    static uint32_t corners[4 * SECTORS], first[SECTORS + 1];
    for (uint32_t i = 0; i <= SECTORS; i++) {
        const float *at = ring[i % 8];
        first[i] = 4 * i;
        vertices[2 * i] = (VeerVec3){2.0f * at[0], 2.0f * at[1], 0.5f * (float)i};
        vertices[2 * i + 1] = (VeerVec3){4.0f * at[0], 4.0f * at[1], 0.5f * (float)i};
    }
    for (uint32_t i = 0; i < SECTORS; i++) {
        const uint32_t sector[4] = {2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2};
        memcpy(&corners[4 * i], sector, sizeof sector);
    }
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 2 * (SECTORS + 1);
    def.first = first;
    def.corners = corners;
    def.polygon_count = SECTORS;
    return meshed_open(&def);
}

static void floors_above_each_other_are_told_apart(void **state)
{
    (void)state;
    Meshed meshed = spiral();
    double lengths[VEER_MESH_PLANNER_COUNT];
    for (int planner = 0; planner < VEER_MESH_PLANNER_COUNT; planner++) {
        VeerMeshQuery query = veer_mesh_query_default();
        query.planner = (VeerMeshPlanner)planner;
        // Two turns up, right over the start.
        query.start = (VeerVec3){3.0f, 0.5f, 0.2f};
        query.goal = (VeerVec3){3.0f, 0.5f, 8.2f};
        assert_int_equal(plan(&meshed, query), VEER_OK);
        uint32_t polygons[SECTORS], polygon_count;
        assert_int_equal(
            veer_mesh_search_polygons(meshed.search, polygons, SECTORS, &polygon_count), VEER_OK);
        assert_int_equal(polygon_count, 17);
        for (uint32_t i = 0; i < polygon_count; i++) {
            assert_int_equal(polygons[i], i);
        }
        for (uint32_t i = 1; i < count; i++) {
            assert_true(points[i].z > points[i - 1].z);
        }
        lengths[planner] = length_of(points, count);
    }
    // There is but one corridor, so both find the same.
    assert_true(fabs(lengths[0] - lengths[1]) < 1e-5);
    assert_true(lengths[0] > 2.0 * 8.0 * 1.4);
    meshed_close(&meshed);
}

static void corridors_are_near_the_shortest(void **state)
{
    (void)state;
    double sum = 0.0;
    uint32_t ways = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        Maps maps = maps_open(40, 30);
        print_message("seed %u\n", (unsigned)seed);
        maps_scatter(&maps, seed, 0.05f, 10);
        Meshed meshed = meshed_grid(maps.grid);
        for (uint64_t i = 0; i < 8; i++) {
            VeerMeshQuery query =
                query_of(&maps, maps_cell(&maps, seed, 2 * i), maps_cell(&maps, seed, 2 * i + 1));
            VeerStatus status = plan(&meshed, query);
            double best = veer_mesh_search_length(meshed.search);
            query.planner = VEER_MESH_CORRIDOR;
            assert_int_equal(plan(&meshed, query), status);
            if (status == VEER_OK && best > 0.0) {
                for (uint32_t k = 1; k < count; k++) {
                    assert_true(is_clear(&maps, half_of(points[k - 1]), half_of(points[k])) ||
                                k == 1 || k == count - 1);
                }
                assert_true(length_of(points, count) >= best - 1e-4);
                sum += length_of(points, count) / best;
                ways++;
            }
        }
        meshed_close(&meshed);
        maps_close(&maps);
    }
    print_message("corridors: %f of the shortest\n", sum / ways);
    assert_true(sum / ways < 1.03);
}

static void corridors_keep_off_walls_by_a_radius(void **state)
{
    (void)state;
    Maps maps = maps_open(20, 20);
    veer_grid_fill(maps.grid, (VeerCellRect){{9, 0}, {11, 8}}, true);
    veer_grid_fill(maps.grid, (VeerCellRect){{9, 10}, {11, 20}}, true); // a door, 2 m wide
    maps_commit(&maps);
    Meshed meshed = meshed_grid(maps.grid);
    VeerMeshQuery query = query_of(&maps, (VeerCell){2, 2}, (VeerCell){17, 2});
    query.planner = VEER_MESH_CORRIDOR;
    query.radius = 0.8f;
    assert_int_equal(plan(&meshed, query), VEER_OK);
    for (uint32_t i = 1; i + 1 < count; i++) {
        assert_true(points[i].y > 8.79f && points[i].y < 9.21f);
    }
    query.radius = 1.1f; // does not fit
    assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
    assert_true(points[count - 1].x <= 9.0f);
    meshed_close(&meshed);
    maps_close(&maps);
}

// Who goes along a passage, and who comes the other way, keep to their right.
static void lanes_keep_to_the_right(void **state)
{
    (void)state;
    Meshed meshed = row_of_squares(0, NULL, 0);
    VeerMeshQuery query = along_the_row(VEER_MESH_CORRIDOR);
    query.radius = 1.0f;
    query.lane = 10.0f;
    assert_int_equal(plan(&meshed, query), VEER_OK);
    for (uint32_t i = 1; i + 1 < count; i++) {
        assert_true(points[i].y <= 4.0f && points[i].y >= 1.0f);
    }
    assert_true(count > 2);
    VeerVec3 start = query.start;
    query.start = query.goal;
    query.goal = start;
    assert_int_equal(plan(&meshed, query), VEER_OK);
    for (uint32_t i = 1; i + 1 < count; i++) {
        assert_true(points[i].y >= 6.0f && points[i].y <= 9.0f);
    }
    // Too wide for a passage, or too narrow for two lanes.
    query.lane = 9.0f;
    assert_int_equal(plan(&meshed, query), VEER_OK);
    assert_int_equal(count, 2);
    query.lane = 10.0f;
    query.radius = 2.6f;
    assert_int_equal(plan(&meshed, query), VEER_OK);
    assert_int_equal(count, 2);
    query.lane = -1.0f;
    query.mesh = meshed.mesh;
    assert_int_equal(veer_mesh_search_begin(meshed.search, &query), VEER_BAD_VALUE);
    meshed_close(&meshed);
}

static void budget_stops_and_goes_on(void **state)
{
    (void)state;
    Maps maps = maps_open(60, 40);
    maps_scatter(&maps, 5, 0.25f, 0);
    Meshed meshed = meshed_grid(maps.grid);
    VeerCell start = {0, 0}, goal = {0, 0};
    for (uint64_t i = 0; abs(goal.x - start.x) < 40 || veer_labels_at(maps.labels, start) != 0 ||
                         veer_labels_at(maps.labels, goal) != 0;
         i++) {
        start = maps_cell(&maps, 1, i);
        goal = maps_cell(&maps, 2, i);
    }
    for (int planner = 0; planner < VEER_MESH_PLANNER_COUNT; planner++) {
        VeerMeshQuery query = query_of(&maps, start, goal);
        query.planner = (VeerMeshPlanner)planner;
        assert_int_equal(plan(&meshed, query), VEER_OK);
        VeerVec3 first[100];
        uint32_t first_count = count;
        assert_true(count <= 100);
        memcpy(first, points, count * sizeof *points);
        query.mesh = meshed.mesh;
        assert_int_equal(veer_mesh_search_begin(meshed.search, &query), VEER_OK);
        while (veer_mesh_search_run(meshed.search, 1) == VEER_SEARCH_RUNNING) {
            assert_int_equal(veer_mesh_search_route(meshed.search, points, ROOM, &count),
                             VEER_PARTIAL);
            assert_true(count >= 1);
        }
        assert_int_equal(veer_mesh_search_route(meshed.search, points, ROOM, &count), VEER_OK);
        assert_int_equal(count, first_count);
        assert_memory_equal(points, first, count * sizeof *points);
        // What does not fit is counted.
        assert_int_equal(veer_mesh_search_route(meshed.search, points, 1, &count), VEER_FULL);
        assert_int_equal(count, first_count);
        uint32_t polygons[1];
        assert_int_equal(veer_mesh_search_polygons(meshed.search, polygons, 1, &count), VEER_FULL);
    }
    meshed_close(&meshed);
    maps_close(&maps);
}

static void without_room_it_ends_near(void **state)
{
    (void)state;
    Maps maps = maps_open(60, 40);
    maps_scatter(&maps, 5, 0.25f, 0);
    Meshed meshed = meshed_grid(maps.grid);
    free(meshed.search);
    meshed.search =
        veer_mesh_search_init(take(veer_mesh_search_size(meshed.mesh, 30)), meshed.mesh, 30);
    VeerMeshQuery query = query_of(&maps, (VeerCell){0, 0}, (VeerCell){58, 38});
    assert_int_equal(plan(&meshed, query), VEER_PARTIAL);
    assert_true(veer_mesh_search_intervals(meshed.search) == 30);
    assert_true(count >= 2);
    meshed_close(&meshed);
    maps_close(&maps);
}

static void starts_and_goals_on_edges_and_vertices(void **state)
{
    (void)state;
    Maps maps = maps_open(24, 16);
    maps_scatter(&maps, 11, 0.2f, 0);
    Meshed meshed = meshed_grid(maps.grid);
    uint32_t ways = 0;
    for (int32_t i = 0; i < 400; i++) {
        Half from = {(int64_t)(veer_random_u64(1, 1, (uint64_t)i) % 49),
                     (int64_t)(veer_random_u64(1, 2, (uint64_t)i) % 33)};
        Half to = {(int64_t)(veer_random_u64(1, 3, (uint64_t)i) % 49),
                   (int64_t)(veer_random_u64(1, 4, (uint64_t)i) % 33)};
        VeerMeshQuery query = veer_mesh_query_default();
        query.start = (VeerVec3){0.5f * (float)from.x, 0.5f * (float)from.y, 0.0f};
        query.goal = (VeerVec3){0.5f * (float)to.x, 0.5f * (float)to.y, 0.0f};
        VeerStatus status = plan(&meshed, query);
        bool is_moved = points[0].x != query.start.x || points[0].y != query.start.y ||
                        points[count - 1].x != query.goal.x || points[count - 1].y != query.goal.y;
        if (status != VEER_OK || is_moved) {
            continue; // within something blocked
        }
        double best = shortest(&maps, from, to);
        // At a point where corners touch, the graph of corners may go either way.
        assert_true(veer_mesh_search_length(meshed.search) >= best - 1e-5);
        ways += fabs(veer_mesh_search_length(meshed.search) - best) < 1e-5;
    }
    assert_true(ways > 200);
    meshed_close(&meshed);
    maps_close(&maps);
}

static void bad_queries_are_refused(void **state)
{
    (void)state;
    Meshed meshed = row_of_squares(0, NULL, 0);
    Meshed other = row_of_squares(0, NULL, 0);
    assert_int_equal(veer_mesh_search_route(meshed.search, points, ROOM, &count), VEER_BAD_VALUE);
    uint32_t polygons[4];
    assert_int_equal(veer_mesh_search_polygons(meshed.search, polygons, 4, &count), VEER_BAD_VALUE);
    for (int i = 0; i < 8; i++) {
        VeerMeshQuery query = along_the_row(VEER_MESH_POLYANYA);
        query.mesh = i == 0 ? other.mesh : meshed.mesh;
        query.cookie = i == 1 ? 0 : query.cookie;
        query.start.x = i == 2 ? NAN : query.start.x;
        query.goal.z = i == 3 ? INFINITY : query.goal.z;
        query.start_polygon = i == 4 ? 4 : VEER_NO_POLYGON;
        query.goal_polygon = i == 5 ? 4 : VEER_NO_POLYGON;
        query.radius = i == 6 ? -1.0f : 0.0f;
        query.planner = i == 7 ? VEER_MESH_PLANNER_COUNT : VEER_MESH_POLYANYA;
        assert_int_equal(veer_mesh_search_begin(meshed.search, &query), VEER_BAD_VALUE);
    }
    assert_string_equal(veer_mesh_planner_name(VEER_MESH_CORRIDOR), "corridor");
    assert_string_equal(veer_mesh_planner_name(VEER_MESH_PLANNER_COUNT), "unknown");
    meshed_close(&meshed);
    meshed_close(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polyanya_equals_the_graph_of_corners),
        cmocka_unit_test(no_string_over_the_grid_is_shorter),
        cmocka_unit_test(ways_are_in_metres),
        cmocka_unit_test(another_part_is_approached_at_once),
        cmocka_unit_test(flags_and_blocks_close_polygons),
        cmocka_unit_test(links_are_taken_where_they_pay),
        cmocka_unit_test(floors_above_each_other_are_told_apart),
        cmocka_unit_test(corridors_are_near_the_shortest),
        cmocka_unit_test(corridors_keep_off_walls_by_a_radius),
        cmocka_unit_test(lanes_keep_to_the_right),
        cmocka_unit_test(budget_stops_and_goes_on),
        cmocka_unit_test(without_room_it_ends_near),
        cmocka_unit_test(starts_and_goals_on_edges_and_vertices),
        cmocka_unit_test(bad_queries_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
