/// The same routes over random meshes, bit by bit, on every compiler, level and machine, and found
/// with the same work. A change that means to change routes or work changes the hash, and says so.
#include "base/hash.h"
#include "plan/mesh/mesh.h"

#include "plan/mesh/mesh_maker.h"

#include "plan/mesh/tree_length.h"
#include <math.h>

enum { MAPS = 50, PIECED = 12, ROUTES = 24, LINKS = 6 };

/// Every third route in portions.
static uint64_t add_route(uint64_t hash, const Meshed *meshed, const VeerMeshQuery *query, int i)
{
    VeerStatus status = veer_mesh_search_begin(meshed->search, query);
    hash = veer_hash_add(hash, (uint64_t)status);
    if (status != VEER_OK) {
        return hash;
    }
    while (veer_mesh_search_run(meshed->search, i % 3 == 0 ? 4 : UINT32_MAX) ==
           VEER_SEARCH_RUNNING) {
    }
    status = veer_mesh_search_route(meshed->search, points, ROOM, &count);
    double length = veer_mesh_search_length(meshed->search);
    hash = veer_hash_add(veer_hash_words(hash, &length, sizeof length), (uint64_t)status);
    hash = veer_hash_words(hash, points, count * sizeof *points);
    return veer_hash_add(hash, veer_mesh_search_expansions(meshed->search));
}

static VeerVec3 roll_point(const Maps *maps, uint64_t seed, uint64_t number)
{
    return (VeerVec3){(float)maps->width * veer_random_unit(seed, 11, number),
                      (float)maps->height * veer_random_unit(seed, 12, number), 0.0f};
}

/// The mesh of a grid with links and polygons for few, some of which are blocked.
static Meshed open_mesh(const Maps *maps, uint64_t seed)
{
    static VeerMeshLink links[LINKS];
    VeerMeshDef def;
    void *scratch = take(veer_grid_mesh_size(maps->grid));
    assert_int_equal(veer_grid_mesh(scratch, maps->grid, &def), VEER_OK);
    uint32_t *flags = calloc(def.polygon_count, sizeof *flags);
    for (uint32_t i = 0; i < def.polygon_count; i++) {
        flags[i] = i % 17 == 3 ? 1 + i % 2 : 0;
    }
    for (uint32_t i = 0; i < LINKS; i++) {
        float cost = i % 3 == 2 ? 150.0f : 0.0f;
        links[i] = (VeerMeshLink){roll_point(maps, seed, 300 + i),
                                  roll_point(maps, seed, 400 + i),
                                  VEER_NO_POLYGON,
                                  VEER_NO_POLYGON,
                                  cost,
                                  i % 2,
                                  i % 2 == 0};
    }
    def.flags = flags;
    def.links = links;
    def.link_count = seed % 2 == 0 ? LINKS : 0;
    Meshed meshed = meshed_open(&def);
    for (uint32_t i = 0; i < def.polygon_count; i += 13) {
        veer_mesh_set_blocked(meshed.mesh, i, true);
    }
    free(flags);
    free(scratch);
    return meshed;
}

static uint64_t hash_of(VeerMeshPlanner planner)
{
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        Maps maps = maps_open(40, 30 + (int32_t)seed);
        maps_scatter(&maps, seed, seed % 3 == 0 ? 0.15f : 0.02f, 14);
        Meshed meshed = open_mesh(&maps, seed);
        for (int i = 0; i < ROUTES; i++) {
            VeerMeshQuery query = veer_mesh_query_default();
            query.mesh = meshed.mesh;
            query.planner = planner;
            query.start = roll_point(&maps, seed, (uint64_t)i);
            query.goal = roll_point(&maps, seed, 100 + (uint64_t)i);
            query.takes_no_links = i % 5 == 4;
            query.enters_goal = i % 4 == 1;
            query.may_use = (uint32_t)i % 4;
            query.radius = i % 2 == 0 && planner == VEER_MESH_CORRIDOR ? 0.4f : 0.0f;
            query.lane = i % 6 == 2 && planner == VEER_MESH_CORRIDOR ? 3.0f : 0.0f;
            hash = add_route(hash, &meshed, &query, i);
        }
        meshed_close(&meshed);
        maps_close(&maps);
    }
    print_message("%s: 0x%016llx\n", veer_mesh_planner_name(planner), (unsigned long long)hash);
    return hash;
}

static void shortest_routes_are_the_same_everywhere(void **state)
{
    (void)state;
    assert_true(hash_of(VEER_MESH_POLYANYA) == UINT64_C(0xee8daeecedb65f6c));
}

static void routes_in_corridors_are_the_same_everywhere(void **state)
{
    (void)state;
    assert_true(hash_of(VEER_MESH_CORRIDOR) == UINT64_C(0x174d9a2a45b93db2));
}

/// Over meshes in pieces, whose corners are no whole numbers, and lie on lines but for rounding;
/// every third route from a whole number to another.
static void routes_over_pieces_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < PIECED; seed++) {
        Maps maps = maps_open(30, 20 + (int32_t)seed);
        maps_scatter(&maps, 70 + seed, seed % 3 == 0 ? 0.12f : 0.02f, 10);
        Meshed whole = open_mesh(&maps, seed);
        VeerMeshDef def;
        float piece = 1.3f + 0.7f * (float)(seed % 5);
        void *room = take(veer_mesh_cut_size(whole.mesh, piece));
        assert_int_equal(veer_mesh_cut(room, whole.mesh, piece, &def), VEER_OK);
        Meshed meshed = meshed_open(&def);
        for (int i = 0; i < ROUTES; i++) {
            VeerMeshQuery query = veer_mesh_query_default();
            query.mesh = meshed.mesh;
            query.planner = i % 2 == 0 ? VEER_MESH_POLYANYA : VEER_MESH_CORRIDOR;
            query.start = roll_point(&maps, seed, (uint64_t)i);
            query.goal = roll_point(&maps, seed, 100 + (uint64_t)i);
            if (i % 3 == 0) {
                query.start = (VeerVec3){floorf(query.start.x), floorf(query.start.y), 0.0f};
                query.goal = (VeerVec3){floorf(query.goal.x), floorf(query.goal.y), 0.0f};
            }
            hash = add_route(hash, &meshed, &query, i);
        }
        meshed_close(&meshed);
        free(room);
        meshed_close(&whole);
        maps_close(&maps);
    }
    print_message("pieces: 0x%016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0xa9e9d7f9aa38bb0b));
}

/// The lengths that a tree and a search for many lengths know, for bodies of some width, and a
/// route that a tree leads.
static uint64_t add_lengths(uint64_t hash, const Maps *maps, const Meshed *meshed, uint64_t seed)
{
    const VeerMesh *mesh = meshed->mesh;
    VeerMeshSearch *flood = veer_mesh_flood_init(take(veer_mesh_flood_size(mesh)), mesh);
    VeerMeshTree *tree = veer_mesh_tree_init(take(veer_mesh_tree_size(mesh)), mesh);
    VeerMeshLengths *lengths =
        veer_mesh_lengths_init(take(veer_mesh_lengths_size(mesh, ROUTES)), mesh, ROUTES);
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = mesh;
    query.goal = roll_point(maps, seed, 500);
    query.start = roll_point(maps, seed, 501);
    query.radius = seed % 2 == 0 ? 0.0f : 0.6f;
    query.may_use = 1;
    hash = veer_hash_add(hash, (uint64_t)veer_mesh_tree_begin(flood, tree, &query));
    while (veer_mesh_search_run(flood, 50) == VEER_SEARCH_RUNNING) {
    }
    hash = veer_hash_add(hash, veer_mesh_tree_is_whole(flood));
    VeerVec3 goals[ROUTES];
    for (uint32_t i = 0; i < ROUTES; i++) {
        goals[i] = roll_point(maps, seed, 600 + i);
        double length = tree_length(tree, mesh, goals[i]);
        hash = veer_hash_words(hash, &length, sizeof length);
    }
    query.planner = VEER_MESH_CORRIDOR;
    hash = veer_hash_add(hash, (uint64_t)veer_mesh_search_lead(meshed->search, &query, tree));
    (void)veer_mesh_search_route(meshed->search, points, ROOM, &count);
    hash = veer_hash_words(hash, points, count * sizeof *points);
    uint32_t part = veer_mesh_component(mesh, veer_mesh_nearest(mesh, goals[0], NULL));
    veer_mesh_lengths_aim(lengths, goals, ROUTES, part, query.radius);
    hash = veer_hash_add(hash, veer_mesh_lengths_from(lengths, meshed->search, query.start, part));
    for (uint32_t i = 0; i < ROUTES; i++) {
        double length = veer_mesh_lengths_at(lengths, i);
        hash = veer_hash_words(hash, &length, sizeof length);
    }
    hash = veer_hash_add(hash, veer_mesh_lengths_work(lengths));
    free(flood);
    free(tree);
    free(lengths);
    return hash;
}

static void lengths_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        Maps maps = maps_open(40, 30);
        maps_scatter(&maps, 50 + seed, seed % 3 == 0 ? 0.15f : 0.02f, 10);
        Meshed meshed = open_mesh(&maps, seed);
        hash = add_lengths(hash, &maps, &meshed, seed);
        meshed_close(&meshed);
        maps_close(&maps);
    }
    print_message("lengths: 0x%016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0xc553fc9ed571b55f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shortest_routes_are_the_same_everywhere),
        cmocka_unit_test(routes_in_corridors_are_the_same_everywhere),
        cmocka_unit_test(routes_over_pieces_are_the_same_everywhere),
        cmocka_unit_test(lengths_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
