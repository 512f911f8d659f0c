// Links over meshes: corridors over them against a relaxation of all steps.
#include "support/memory.h"

#include "base/random.h"
#include "veer/veer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 14, MAPS = 60, LINKS = 5, MAX_PLACES = 2000, MAX_EDGES = 64, MAX_POLYGONS = 400 };

// Where a path may bend: the middle of a side, an end of a link, the start, the goal.
typedef struct Place {
    VeerVec3 at;
    uint32_t polygons[2]; // that it is on
    double cost;
} Place;

static Place places[MAX_PLACES];
static uint32_t place_count;
static uint64_t seed, rolls;

static uint32_t add_place(VeerVec3 at, uint32_t polygon, uint32_t other)
{
    assert_true(place_count < MAX_PLACES);
    places[place_count] = (Place){at, {polygon, other}, (double)INFINITY};
    return place_count++;
}

static uint32_t roll(uint32_t count)
{
    return (uint32_t)(veer_random_u64(seed, 7, rolls++) >> 33) % count;
}

static VeerGrid *random_grid(void)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = def.height = SIDE;
    VeerGrid *grid = veer_grid_init(take(veer_grid_size(&def)), &def);
    for (VeerCell cell = {0, 0}; cell.y < SIDE; cell.y++) {
        for (cell.x = 0; cell.x < SIDE; cell.x++) {
            veer_grid_set_blocked(grid, cell, roll(100) < 30);
        }
    }
    return grid;
}

static VeerMesh *mesh_of(const VeerGrid *grid, const VeerMeshLink *links, uint32_t link_count)
{
    VeerMeshDef def;
    void *scratch = take(veer_grid_mesh_size(grid));
    assert_int_equal(veer_grid_mesh(scratch, grid, &def), VEER_OK);
    def.links = links;
    def.link_count = link_count;
    VeerMesh *mesh = veer_mesh_init(take(veer_mesh_size(&def)), &def, NULL, NULL);
    assert_non_null(mesh);
    free(scratch);
    return mesh;
}

static VeerVec3 random_point(void)
{
    return (VeerVec3){(float)roll(SIDE) + 0.5f, (float)roll(SIDE) + 0.5f, 0.0f};
}

static void add_sides(const VeerMesh *mesh)
{
    VeerVec3 corners[MAX_EDGES];
    for (uint32_t i = 0; i < veer_mesh_polygon_count(mesh); i++) {
        uint32_t count = veer_mesh_corners(mesh, i, corners, MAX_EDGES);
        for (uint32_t edge = 0; edge < count; edge++) {
            uint32_t beyond = veer_mesh_beyond(mesh, i, edge);
            VeerVec3 a = corners[edge], b = corners[(edge + 1) % count];
            if (beyond != VEER_NO_POLYGON && beyond > i) {
                add_place((VeerVec3){0.5f * (a.x + b.x), 0.5f * (a.y + b.y), 0.0f}, i, beyond);
            }
        }
    }
}

static bool lies_on(const Place *place, uint32_t polygon)
{
    return place->polygons[0] == polygon || place->polygons[1] == polygon;
}

static bool share_polygon(const Place *a, const Place *b)
{
    return lies_on(b, a->polygons[0]) || lies_on(b, a->polygons[1]);
}

static bool lower(uint32_t from, uint32_t to, double length)
{
    bool is_less = places[from].cost + length < places[to].cost - 1e-9;
    places[to].cost = is_less ? places[from].cost + length : places[to].cost;
    return is_less;
}

static double gap(VeerVec3 a, VeerVec3 b)
{
    return hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
}

// Lowers all costs by walks over one polygon. @return whether one was lowered
static bool relax_walks(void)
{
    bool is_lowered = false;
    for (uint32_t i = 0; i < place_count; i++) {
        for (uint32_t k = 0; places[i].cost < (double)INFINITY && k < place_count; k++) {
            if (share_polygon(&places[i], &places[k])) {
                is_lowered = lower(i, k, gap(places[i].at, places[k].at)) || is_lowered;
            }
        }
    }
    return is_lowered;
}

// The least cost from the first place to the second; links lead between pairs from the third on.
static double relaxed(const VeerMeshLink *links, uint32_t may_use)
{
    bool is_lowered = true;
    places[0].cost = 0.0;
    while (is_lowered) {
        is_lowered = relax_walks();
        for (uint32_t i = 0; i < LINKS; i++) {
            uint32_t from = 2 + 2 * i, to = from + 1;
            double cost = fmax((double)links[i].cost, gap(links[i].from, links[i].to));
            if ((links[i].flags & ~may_use) == 0) {
                is_lowered = lower(from, to, cost) || is_lowered;
                is_lowered = (!links[i].is_one_way && lower(to, from, cost)) || is_lowered;
            }
        }
    }
    return places[1].cost;
}

// A random place of the mesh, noted.
static VeerVec3 random_place(const VeerMesh *mesh)
{
    VeerVec3 at;
    uint32_t polygon = veer_mesh_nearest(mesh, random_point(), &at);
    return places[add_place(at, polygon, polygon)].at;
}

static VeerMeshLink random_link(const VeerMesh *mesh)
{
    VeerMeshLink link = {.from = random_place(mesh), .to = random_place(mesh)};
    link.from_polygon = link.to_polygon = VEER_NO_POLYGON;
    link.cost = (float)gap(link.from, link.to) * (1.0f + 0.25f * (float)roll(4)) + 0.01f;
    link.flags = roll(3) == 0 ? 1u << roll(2) : 0;
    link.is_one_way = roll(2) == 0;
    return link;
}

// What a corridor costs; INFINITY: there is none.
static double search_length(const VeerMesh *mesh, uint32_t may_use)
{
    VeerMeshQuery query = veer_mesh_query_default();
    query.mesh = mesh;
    query.planner = VEER_MESH_CORRIDOR;
    query.start = places[0].at;
    query.goal = places[1].at;
    query.may_use = may_use;
    VeerMeshSearch *search = veer_mesh_search_init(take(veer_mesh_search_size(mesh, 0)), mesh, 0);
    assert_int_equal(veer_mesh_search_begin(search, &query), VEER_OK);
    (void)veer_mesh_search_run(search, UINT32_MAX);
    VeerVec3 points[256];
    uint32_t count;
    // Short of another part of the mesh it has a length too.
    bool is_whole = veer_mesh_search_route(search, points, 256, &count) == VEER_OK;
    double length = is_whole ? veer_mesh_search_length(search) : (double)INFINITY;
    free(search);
    return length;
}

static void check_map(uint32_t *found)
{
    VeerMeshLink links[LINKS];
    VeerGrid *grid = random_grid();
    VeerMesh *plain = mesh_of(grid, NULL, 0);
    place_count = 0;
    (void)random_place(plain), (void)random_place(plain);
    for (uint32_t i = 0; i < LINKS; i++) {
        links[i] = random_link(plain);
    }
    add_sides(plain);
    VeerMesh *mesh = mesh_of(grid, links, LINKS);
    uint32_t may_use = roll(4);
    double wanted = relaxed(links, may_use), length = search_length(mesh, may_use);
    assert_true(isinf(wanted) == isinf(length));
    // Each step is rounded up to a 1024th of a metre.
    assert_true(isinf(wanted) || (length >= wanted - 1e-3 && length <= wanted + 0.1));
    *found += !isinf(wanted);
    free(grid);
    free(plain);
    free(mesh);
}

static void corridors_over_links_are_the_cheapest(void **unused)
{
    (void)unused;
    uint32_t found = 0;
    for (seed = 1; seed <= MAPS; seed++) {
        print_message("seed %u\n", (unsigned)seed);
        rolls = 0;
        check_map(&found);
    }
    assert_in_range(found, MAPS / 2, MAPS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(corridors_over_links_are_the_cheapest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
