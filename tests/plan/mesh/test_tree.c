// Trees of paths over meshes: each of their lengths against a search of its own.
#include "plan/mesh/tree_length.h"

#include "base/random.h"
#include "support/memory.h"

#include <math.h>
#include <stdlib.h>

enum { WIDE = 40, HIGH = 30, LINKS = 6, POINTS = 400 };

static uint64_t seed, rolls;

static uint32_t roll(uint32_t count)
{
    return (uint32_t)(veer_random_u64(seed, 7, rolls++) >> 33) % count;
}

// Anywhere, now and then right on a corner or a side of a cell.
static VeerVec3 random_point(void)
{
    uint32_t parts = roll(4) == 0 ? 1u : 256u;
    return (VeerVec3){(float)roll(WIDE * parts) / (float)parts,
                      (float)roll(HIGH * parts) / (float)parts, 0.0f};
}

static VeerGrid *random_grid(uint32_t percent)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = WIDE;
    def.height = HIGH;
    VeerGrid *grid = veer_grid_init(take(veer_grid_size(&def)), &def);
    for (VeerCell cell = {0, 0}; cell.y < HIGH; cell.y++) {
        for (cell.x = 0; cell.x < WIDE; cell.x++) {
            veer_grid_set_blocked(grid, cell, roll(100) < percent);
        }
    }
    return grid;
}

static VeerMesh *make_mesh(uint32_t percent, uint32_t link_count)
{
    VeerGrid *grid = random_grid(percent);
    VeerMeshLink links[LINKS];
    for (uint32_t i = 0; i < link_count; i++) {
        links[i] = (VeerMeshLink){.from = random_point(),
                                  .to = random_point(),
                                  .from_polygon = VEER_NO_POLYGON,
                                  .to_polygon = VEER_NO_POLYGON,
                                  .flags = roll(3) == 0 ? 2u : 0u,
                                  .is_one_way = roll(2) == 0};
    }
    VeerMeshDef def;
    void *scratch = take(veer_grid_mesh_size(grid));
    assert_int_equal(veer_grid_mesh(scratch, grid, &def), VEER_OK);
    def.links = links;
    def.link_count = link_count;
    VeerMesh *mesh = veer_mesh_init(take(veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(mesh);
    free(scratch);
    free(grid);
    return mesh;
}

// A mesh, a search of each kind, and a tree.
typedef struct Maker {
    VeerMesh *mesh;
    VeerMeshSearch *search, *flood;
    VeerMeshTree *tree;
} Maker;

static Maker open_maker(VeerMesh *mesh)
{
    return (Maker){mesh, veer_mesh_search_init(take(veer_mesh_search_size(mesh, 0)), mesh, 0),
                   veer_mesh_flood_init(take(veer_mesh_flood_size(mesh)), mesh),
                   veer_mesh_tree_init(take(veer_mesh_tree_size(mesh)), mesh)};
}

static void close_maker(Maker *maker)
{
    free(maker->search);
    free(maker->flood);
    free(maker->tree);
    free(maker->mesh);
}

static bool make_tree(Maker *maker, const VeerMeshQuery *query)
{
    if (veer_mesh_tree_begin(maker->flood, maker->tree, query) != VEER_OK) {
        return false;
    }
    while (veer_mesh_search_run(maker->flood, 7) == VEER_SEARCH_RUNNING) {
    }
    assert_true(veer_mesh_tree_is_whole(maker->flood));
    return true;
}

static double length_of_search(Maker *maker, VeerMeshQuery query)
{
    assert_int_equal(veer_mesh_search_begin(maker->search, &query), VEER_OK);
    (void)veer_mesh_search_run(maker->search, UINT32_MAX);
    VeerVec3 none;
    uint32_t count;
    bool is_whole = veer_mesh_search_route(maker->search, &none, 0, &count) != VEER_BAD_VALUE &&
                    veer_mesh_search_length(maker->search) < (double)INFINITY;
    VeerVec3 points[256];
    is_whole = is_whole && veer_mesh_search_route(maker->search, points, 256, &count) == VEER_OK;
    return is_whole ? veer_mesh_search_length(maker->search) : (double)INFINITY;
}

// How a tree's lengths compare with those of searches.
typedef struct Tally {
    uint32_t asked, reached, entries;
    double most;
} Tally;

static void compare(Maker *maker, Tally *tally)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = maker->mesh;
    query.goal = random_point();
    query.may_use = roll(2) == 0 ? UINT32_MAX : 0u;
    if (!make_tree(maker, &query)) {
        return;
    }
    tally->entries += maker->tree->count;
    for (int i = 0; i < POINTS; i++) {
        query.start = random_point();
        double expected = length_of_search(maker, query);
        double found = tree_length(maker->tree, maker->mesh, query.start);
        assert_int_equal(found < (double)INFINITY, expected < (double)INFINITY);
        if (expected < (double)INFINITY) {
            double off = fabs(found - expected);
            tally->most = off > tally->most ? off : tally->most;
            if (off > 1e-3 + 1e-5 * expected) {
                print_error("(%g %g) to (%g %g): %g, not %g\n", (double)query.start.x,
                            (double)query.start.y, (double)query.goal.x, (double)query.goal.y,
                            found, expected);
                fail();
            }
            tally->reached++;
        }
        tally->asked++;
    }
}

static void check_meshes(uint32_t most_percent, uint32_t link_count, bool has_doors)
{
    Tally tally = {0};
    for (seed = 1; seed <= 12; seed++) {
        rolls = 0;
        print_message("seed %u\n", (unsigned)seed);
        Maker maker = open_maker(make_mesh(roll(most_percent), link_count));
        for (uint32_t i = 0; has_doors && i < veer_mesh_polygon_count(maker.mesh) / 10u; i++) {
            veer_mesh_set_blocked(maker.mesh, roll(veer_mesh_polygon_count(maker.mesh)), true);
        }
        compare(&maker, &tally);
        close_maker(&maker);
    }
    print_message("%u paths of %u, %u entries, off by %g m at most\n", tally.reached, tally.asked,
                  tally.entries, tally.most);
    assert_true(tally.reached > tally.asked / 3);
}

static void lengths_are_those_of_searches(void **state)
{
    (void)state;
    check_meshes(35, 0, false);
}

static void lengths_are_those_of_searches_over_links(void **state)
{
    (void)state;
    check_meshes(35, LINKS, false);
}

static void lengths_are_those_of_searches_past_what_is_blocked(void **state)
{
    (void)state;
    check_meshes(10, LINKS, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_those_of_searches),
        cmocka_unit_test(lengths_are_those_of_searches_over_links),
        cmocka_unit_test(lengths_are_those_of_searches_past_what_is_blocked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
