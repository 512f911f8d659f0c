// Paths over meshes where what is blocked, flagged or too narrow parts the surroundings of corners,
// against brute force: what is known of a corner on one side of it is nothing to the other.
#include "plan/mesh/lengths.h"
#include "plan/mesh/tree.h"

#include "plan/mesh/facets.h"
#include "support/memory.h"

enum { SEEDS = 40, QUERIES = 10 };

// A mesh with all that finds paths over it.
typedef struct Stage {
    Facets *facets;
    VeerMeshSearch *search, *flood;
    VeerMeshTree *tree;
    VeerMeshLengths *lengths;
} Stage;

static Stage stage_open(uint64_t seed, bool winds, uint32_t gaps, uint32_t flags)
{
    Facets *facets = facets_open(seed, winds, gaps, flags);
    VeerMesh *mesh = facets->mesh;
    print_message("seed %u: %u triangles, %u links\n", (unsigned)seed, facets->count,
                  facets->link_count);
    return (Stage){facets, veer_mesh_search_init(take(veer_mesh_search_size(mesh, 0)), mesh, 0),
                   veer_mesh_flood_init(take(veer_mesh_flood_size(mesh)), mesh),
                   veer_mesh_tree_init(take(veer_mesh_tree_size(mesh)), mesh),
                   veer_mesh_lengths_init(take(veer_mesh_lengths_size(mesh, 1)), mesh, 1)};
}

static void stage_close(Stage *stage)
{
    facets_close(stage->facets);
    free(stage->search);
    free(stage->flood);
    free(stage->tree);
    free(stage->lengths);
}

static void shut_some(Facets *facets, uint32_t percent)
{
    for (uint32_t i = 0; i < facets->count; i++) {
        bool is_blocked = facets_roll(facets, 100) < percent;
        veer_mesh_set_blocked(facets->mesh, i, is_blocked);
        facets->is_shut[i] = is_blocked || facets->flags[i] != 0;
    }
    facets_find_sectors(facets);
}

static uint32_t open_triangle(Facets *facets)
{
    uint32_t triangle = facets_roll(facets, facets->count);
    while (facets->is_shut[triangle]) {
        triangle = (triangle + 1) % facets->count;
    }
    return triangle;
}

static bool is_as_long(double length, double best)
{
    return length == best || fabs(length - best) <= 1e-6 * (1.0 + best);
}

static VeerMeshQuery query_between(const Stage *stage, VeerVec3 start, uint32_t from, VeerVec3 goal,
                                   uint32_t to)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = stage->facets->mesh;
    query.start = start;
    query.goal = goal;
    query.start_polygon = from;
    query.goal_polygon = to;
    query.may_use = ~2u;
    return query;
}

static double length_of_tree(Stage *stage, const VeerMeshQuery *query)
{
    assert_int_equal(veer_mesh_tree_begin(stage->flood, stage->tree, query), VEER_OK);
    (void)veer_mesh_search_run(stage->flood, UINT32_MAX);
    assert_true(veer_mesh_tree_is_whole(stage->flood));
    double length;
    (void)veer_mesh_tree_find(stage->tree, query->start_polygon, plane2(query->start), &length);
    return length;
}

// Searches and trees find the shortest path, over links and past what is shut.
static void check_ways(Stage *stage)
{
    Facets *facets = stage->facets;
    uint32_t from = open_triangle(facets), to = open_triangle(facets);
    VeerVec3 start = facets_anywhere(facets, from), goal = facets_anywhere(facets, to);
    double best = facets_shortest(facets, start, from, goal, to, true);
    VeerMeshQuery query = query_between(stage, start, from, goal, to);
    assert_int_equal(veer_mesh_search_begin(stage->search, &query), VEER_OK);
    (void)veer_mesh_search_run(stage->search, UINT32_MAX);
    double length = veer_mesh_search_length(stage->search);
    double told = length_of_tree(stage, &query);
    if (!is_as_long(length, best) || !is_as_long(told, best)) {
        print_message("from %u to %u: %f, by the tree %f, not %f\n", from, to, length, told, best);
    }
    assert_true(is_as_long(length, best));
    assert_true(is_as_long(told, best));
}

static void paths_past_what_is_blocked_are_shortest(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= suite_seeds(SEEDS); seed++) {
        Stage stage = stage_open(seed, seed % 3 == 0, (uint32_t)(seed % 4) * 6u, 0);
        for (uint32_t i = 0; i < QUERIES; i++) {
            shut_some(stage.facets, 5u + 5u * (i % 6u));
            check_ways(&stage);
        }
        stage_close(&stage);
    }
}

static void paths_past_what_may_not_be_used_are_shortest(void **unused)
{
    (void)unused;
    for (uint64_t seed = 101; seed <= 100 + suite_seeds(SEEDS); seed++) {
        Stage stage =
            stage_open(seed, seed % 3 == 0, (uint32_t)(seed % 4) * 6u, 8u + (uint32_t)seed % 20u);
        for (uint32_t i = 0; i < QUERIES; i++) {
            shut_some(stage.facets, 5u * (i % 3u));
            check_ways(&stage);
        }
        stage_close(&stage);
    }
}

// Closes the sides that are too narrow for a radius.
static void close_narrow(Stage *stage, float radius)
{
    Facets *facets = stage->facets;
    veer_mesh_lengths_aim(stage->lengths, facets->vertices, 1, UINT32_MAX, radius);
    for (uint32_t side = 0; side < 3 * facets->count; side++) {
        facets->is_closed[side] = veer_mesh_lengths_is_closed(stage->lengths, side);
    }
    facets_find_sectors(facets);
}

static void check_length(Stage *stage, float radius)
{
    Facets *facets = stage->facets;
    uint32_t from = open_triangle(facets), to = open_triangle(facets);
    VeerVec3 start = facets_inside(facets, from), goal = facets_inside(facets, to);
    uint32_t part = veer_mesh_component(facets->mesh, from);
    if (veer_mesh_component(facets->mesh, to) != part) {
        return;
    }
    double best = facets_shortest(facets, start, from, goal, to, false);
    veer_mesh_lengths_aim(stage->lengths, &goal, 1, part, radius);
    bool is_found = veer_mesh_lengths_from(stage->lengths, stage->search, start, part);
    double length = veer_mesh_lengths_at(stage->lengths, 0);
    if (!is_as_long(length, best)) {
        print_message("from %u to %u: %f, not %f\n", from, to, length, best);
    }
    assert_true(is_as_long(length, best));
    assert_int_equal(is_found, best < (double)INFINITY);
}

static void lengths_past_what_is_narrow_are_shortest(void **unused)
{
    (void)unused;
    for (uint64_t seed = 201; seed <= 200 + suite_seeds(SEEDS); seed++) {
        Stage stage = stage_open(seed, seed % 3 == 0, 5u + (uint32_t)seed % 15u, 0);
        float radius = seed % 2 == 0 ? 0.8f : 1.2f;
        close_narrow(&stage, radius);
        for (uint32_t i = 0; i < QUERIES; i++) {
            shut_some(stage.facets, 5u * (i % 4u));
            check_length(&stage, radius);
        }
        stage_close(&stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_past_what_is_blocked_are_shortest),
        cmocka_unit_test(paths_past_what_may_not_be_used_are_shortest),
        cmocka_unit_test(lengths_past_what_is_narrow_are_shortest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
