/// The walkable area of maps of every kind: its size against sums of shapes, and its points against
/// where a point is free.
#include "io/recording/walkable.h"
#include "io/scenario/scenario_maker.h"

#include <math.h>
#include <stdlib.h>

#define MOST_POINTS 4096

/// The rings of a polygon, one after the other.
typedef struct Rings {
    double x[MOST_POINTS], y[MOST_POINTS];
    uint32_t ends[64], count;
} Rings;

/// Reads "POLYGON ((x y, …), (…))".
static void read_rings(const char *text, Rings *rings)
{
    uint32_t points = 0;
    rings->count = 0;
    assert_memory_equal(text, "POLYGON ((", 10);
    for (const char *at = text + 9; *at == '(' || *at == ',';) {
        at += strspn(at, ", (");
        char *end;
        for (bool is_ring = true; is_ring; is_ring = *end == ',', at = end + 1) {
            assert_true(points < MOST_POINTS);
            rings->x[points] = strtod(at, &end);
            rings->y[points++] = strtod(end, &end);
        }
        assert_true(rings->count < 64);
        rings->ends[rings->count++] = points;
    }
}

static double area_of(const Rings *rings)
{
    double area = 0.0;
    for (uint32_t ring = 0, i = 0; ring < rings->count; ring++) {
        double twice = 0.0;
        for (; i + 1 < rings->ends[ring]; i++) {
            twice += rings->x[i] * rings->y[i + 1] - rings->x[i + 1] * rings->y[i];
        }
        i++;
        area += ring == 0 ? fabs(twice) / 2.0 : -fabs(twice) / 2.0;
    }
    return area;
}

/// By the parity of the sides that a ray crosses.
static bool holds(const Rings *rings, double x, double y)
{
    bool is_in = false;
    for (uint32_t ring = 0, i = 0; ring < rings->count; ring++, i++) {
        for (; i + 1 < rings->ends[ring]; i++) {
            double ax = rings->x[i], ay = rings->y[i], bx = rings->x[i + 1], by = rings->y[i + 1];
            if ((ay > y) != (by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay)) {
                is_in = !is_in;
            }
        }
    }
    return is_in;
}

static void read_area(VeerWorld *world, Rings *rings)
{
    VeerWalkableArea area = {.box = {{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 0.0f}}};
    VeerVec3 points[8];
    uint32_t count = 0;
    for (uint32_t i = 0; i < veer_agent_slot_count(world); i++) {
        VeerAgentState state;
        assert_int_equal(veer_agent_get(world, veer_agent_at(world, i), &state), VEER_OK);
        points[count++] = state.position;
    }
    assert_true(veer_walkable_read(&area, world));
    char *text = veer_walkable_text(&area, points, count);
    assert_non_null(text);
    read_rings(text, rings);
    GEOSFree_r(area.geos, text);
    veer_walkable_free(&area);
}

/// What is done to a world before its area is read.
typedef void Edit(VeerWorld *world);

/// A map with agents. @return of 10,000 points those that are in the area but not free in the
/// world, or the other way
static int read_map(const char *map, const char *agents, Edit *edit, double *area)
{
    static Rings rings;
    char text[4096];
    snprintf(text, sizeof text,
             "{\"map\": %s, \"groups\": [{\"radius\": 0.1, \"place\": {\"kind\": \"points\", "
             "\"points\": %s}}]}",
             map, agents);
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    if (edit) {
        edit(world);
    }
    read_area(world, &rings);
    VeerQueryFilter filter = veer_query_filter_default();
    filter.has_agents = filter.has_obstacles = false;
    int count = 0;
    for (int i = 0; i < 10000; i++) {
        VeerVec3 at = {-3.0f + 0.3f * (float)(i % 100) + 0.0137f,
                       -3.0f + 0.3f * (float)(i / 100) + 0.0071f, 0.0f};
        bool is_free = veer_world_is_free(world, at, 0.0f, &filter);
        for (at.z = 3.0f; !is_free && at.z <= 4.0f; at.z += 1.0f) { // on any floor
            is_free = veer_world_is_free(world, at, 0.0f, &filter);
        }
        count += holds(&rings, (double)at.x, (double)at.y) != is_free;
    }
    *area = area_of(&rings);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return count;
}

static void assert_is(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance)) {
        fail_msg("%.9g, not %.9g", value, expected);
    }
}

/// A floor, a ramp, an upper floor with a gable, a gable, an island, and a gallery over the floor.
#define MESH(links)                                                                                \
    "{\"mesh\": {\"vertices\": [[0, 0, 0], [8, 0, 0], [8, 6, 0], [0, 6, 0], [14, 0, 3],"           \
    " [14, 6, 3], [20, 0, 3], [20, 9, 3], [4, 12, 0], [22, 1, 0], [26, 1, 0], [26, 4, 0],"         \
    " [22, 4, 0], [5, 3, 4], [9, 3, 4], [9, 8, 4], [5, 8, 4]], \"polygons\": [[0, 1, 2, 3],"       \
    " [1, 4, 5, 2], [4, 6, 7, 5], [3, 2, 8], [9, 10, 11, 12], [13, 14, 15, 16]]}" links "}"
// The gallery lies over the floors but for 4 x 2 m less what the gable takes, and 1 x 3 m.
#define FLOORS (48.0 + 36.0 + 45.0 + 24.0)

/// Of the gallery, what lies over none of the floors below it, by counting small squares.
static double gallery_alone(void)
{
    double area = 0.0;
    for (int i = 0; i < 4000; i++) {
        for (int k = 0; k < 2000; k++) {
            double x = 5.0 + 0.001 * (i + 0.5), y = 6.0 + 0.001 * (k + 0.5);
            bool is_under = x <= 8.0 && y <= 6.0 + (8.0 - x) * 6.0 / 4.0;
            area += is_under ? 0.0 : 1e-6;
        }
    }
    return area;
}

static void meshes_are_their_floors_in_plan(void **state)
{
    (void)state;
    double area, expected = FLOORS + gallery_alone();
    int count = read_map(MESH(""), "[[1, 1, 0], [15, 2, 3]]", NULL, &area);
    assert_is(area, expected, 1e-3);
    assert_in_range(count, 12.0 / 0.09 - 10.0, 12.0 / 0.09 + 10.0); // of the island
    // The link is a millimetre wide.
    count = read_map(MESH(", \"links\": [{\"from\": [19, 2, 3], \"to\": [23, 2, 0]}]"),
                     "[[1, 1, 0], [23, 2, 0]]", NULL, &area);
    assert_is(area, expected + 12.0 + 2.0 * 1e-3, 1e-3);
    assert_in_range(count, 0, 1);
}

static void close_ramp(VeerWorld *world)
{
    assert_int_equal(veer_world_mesh_set_blocked(world, 1, true), VEER_OK);
}

static void blocked_polygons_are_none_of_it(void **state)
{
    (void)state;
    double area;
    (void)read_map(MESH(""), "[[1, 1, 0]]", close_ramp, &area);
    assert_is(area, 48.0 + 24.0 + gallery_alone() + 1.0 * 3.0, 2e-3);
    (void)read_map(MESH(""), "[[15, 1, 3]]", close_ramp, &area);
    assert_is(area, 45.0, 1e-6);
}

#define TILING(kind, size)                                                                         \
    "{\"graph\": {\"tiling\": {\"kind\": \"" kind "\", \"columns\": 8, \"rows\": 7, \"pitch\": 3," \
    " \"size\": " size "}}}"

static void close_two(VeerWorld *world)
{
    assert_int_equal(veer_world_graph_set_blocked(world, 9, true), VEER_OK);
    assert_int_equal(veer_world_graph_set_blocked(world, 30, true), VEER_OK);
}

static void graphs_are_their_cells(void **state)
{
    (void)state;
    double area;
    int count = read_map(TILING("squares", "3"), "[[0, 0], [20, 17]]", NULL, &area);
    assert_is(area, 9.0 * 56.0, 1e-3);
    assert_int_equal(count, 0);
    count = read_map(TILING("squares", "3"), "[[0, 0], [20, 17]]", close_two, &area);
    assert_is(area, 9.0 * 54.0, 1e-3);
    assert_int_equal(count, 0);
}

#define CORRIDOR                                                                                   \
    "{\"graph\": {\"nodes\": [[0, 0], [10, 0], [10, 10], [3, 15]], \"edges\": [[0, 1], [1, 2],"    \
    " [2, 3]], \"radius\": 1}}"

static void graphs_have_strips_between_their_cells(void **state)
{
    (void)state;
    const char *const maps[] = {TILING("hexes", "3"), TILING("hexes", "2.7"), TILING("discs", "2"),
                                TILING("squares", "2"), CORRIDOR};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        double area;
        assert_in_range(read_map(maps[i], "[[0, 0]]", NULL, &area), 0, 1);
    }
    // Two halves of polygons of 16 corners, but for the strip between them as wide as those are.
    double area;
    (void)read_map("{\"graph\": {\"nodes\": [[0, 0], [10, 0]], \"edges\": [[0, 1]],"
                   " \"radius\": 1}}",
                   "[[0, 0]]", NULL, &area);
    double pi = acos(-1.0), polygon = 8.0 * sin(pi / 8.0), half = cos(pi / 16.0);
    double strip = 10.0 * 2.0 * half;
    assert_is(area, polygon + strip, 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_are_their_floors_in_plan),
        cmocka_unit_test(blocked_polygons_are_none_of_it),
        cmocka_unit_test(graphs_are_their_cells),
        cmocka_unit_test(graphs_have_strips_between_their_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
