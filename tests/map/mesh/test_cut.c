// Meshes in pieces: nothing is lost, nothing is joined that was not.
#include "support/memory.h"

#include "base/random.h"
#include "veer/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CORNERS = 80, SPOKES = 24, ROUNDS = 40 };

static VeerMesh *make(const VeerMeshDef *def)
{
    VeerMesh *mesh = veer_mesh_init(take(veer_mesh_size(def)), def, NULL, NULL);
    assert_non_null(mesh);
    return mesh;
}

static VeerMesh *cut(const VeerMesh *mesh, float size)
{
    VeerMeshDef def;
    void *scratch = take(veer_mesh_cut_size(mesh, size));
    assert_int_equal(veer_mesh_cut(scratch, mesh, size, &def), VEER_OK);
    VeerMesh *made = make(&def);
    free(scratch);
    return made;
}

// What all polygons of a mesh come to.
typedef struct Sum {
    double area;   // m²
    double walls;  // m
    double widest; // m, of a polygon
    uint32_t parts;
} Sum;

static Sum sum_of(const VeerMesh *mesh)
{
    Sum sum = {0.0, 0.0, 0.0, 0};
    for (uint32_t i = 0; i < veer_mesh_polygon_count(mesh); i++) {
        VeerVec3 corners[MAX_CORNERS];
        uint32_t count = veer_mesh_corners(mesh, i, corners, MAX_CORNERS), part;
        float low = INFINITY, high = -INFINITY;
        for (uint32_t k = 0; k < count; k++) {
            VeerVec3 a = corners[k], b = corners[(k + 1) % count];
            sum.area += 0.5 * ((double)a.x * (double)b.y - (double)b.x * (double)a.y);
            bool is_wall = veer_mesh_beyond(mesh, i, k) == VEER_NO_POLYGON;
            sum.walls += is_wall ? hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y) : 0;
            low = fminf(low, a.x), high = fmaxf(high, a.x);
        }
        sum.widest = fmax(sum.widest, (double)(high - low));
        part = veer_mesh_component(mesh, i);
        sum.parts = part + 1 > sum.parts ? part + 1 : sum.parts;
    }
    return sum;
}

static void check(const VeerMesh *mesh, float size)
{
    VeerMesh *pieces = cut(mesh, size);
    Sum before = sum_of(mesh), after = sum_of(pieces);
    assert_true(fabs(after.area - before.area) < 1e-4 * before.area);
    assert_true(fabs(after.walls - before.walls) < 1e-3 * before.walls);
    assert_int_equal(after.parts, before.parts);
    assert_true(after.widest <= (double)size * 1.001);
    free(pieces);
}

static void mesh_of_a_grid_stays_whole(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= suite_seeds(ROUNDS); seed++) {
        print_message("seed %u\n", (unsigned)seed);
        VeerGridDef def = veer_grid_def_default();
        def.width = def.height = 12;
        VeerGrid *grid = veer_grid_init(take(veer_grid_size(&def)), &def);
        for (VeerCell cell = {0, 0}; cell.y < 12; cell.y++) {
            for (cell.x = 0; cell.x < 12; cell.x++) {
                uint64_t lot = veer_random_u64(seed, (uint64_t)cell.x, (uint64_t)cell.y);
                veer_grid_set_blocked(grid, cell, lot % 100 < 35);
            }
        }
        VeerMeshDef mesh_def;
        void *scratch = take(veer_grid_mesh_size(grid));
        assert_int_equal(veer_grid_mesh(scratch, grid, &mesh_def), VEER_OK);
        VeerMesh *mesh = make(&mesh_def);
        const float sizes[] = {0.5f, 1.0f, 0.37f, 5.0f};
        check(mesh, sizes[seed % 4]);
        free(mesh);
        free(scratch);
        free(grid);
    }
}

// Triangles round a point, of any slant, on a slope.
static VeerMesh *make_star(uint64_t seed)
{
    VeerVec3 vertices[SPOKES + 1] = {{0.1f, 0.2f, 1.0f}};
    uint32_t first[SPOKES + 1] = {0}, corners[3 * SPOKES];
    for (uint32_t i = 0; i < SPOKES; i++) {
        float turn = 6.2831853f * (float)i / SPOKES;
        float far = 1.0f + 6.0f * veer_random_unit(seed, i, 0);
        vertices[i + 1] = (VeerVec3){far * cosf(turn), far * sinf(turn), far};
        const uint32_t triangle[3] = {0, i + 1, (i + 1) % SPOKES + 1};
        memcpy(&corners[3 * i], triangle, sizeof triangle);
        first[i + 1] = 3 * (i + 1);
    }
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = SPOKES + 1;
    def.first = first;
    def.corners = corners;
    def.polygon_count = SPOKES;
    return make(&def);
}

static void slanted_mesh_stays_whole(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= suite_seeds(ROUNDS); seed++) {
        print_message("seed %u\n", (unsigned)seed);
        VeerMesh *mesh = make_star(seed);
        check(mesh, 0.3f + 0.05f * (float)(seed % 10));
        free(mesh);
    }
}

static void floors_that_touch_without_an_edge_stay_separate(void **unused)
{
    (void)unused;
    // Two rooms with a thin wall, whose corners lie on each other, and a floor above.
    static const VeerVec3 vertices[] = {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {0, 3, 0},
                                        {3, 0, 0}, {6, 0, 0}, {6, 3, 0}, {3, 3, 0},
                                        {0, 0, 3}, {6, 0, 3}, {6, 3, 3}, {0, 3, 3}};
    static const uint32_t first[] = {0, 4, 8, 12},
                          corners[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    VeerMeshDef def = veer_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 12;
    def.first = first;
    def.corners = corners;
    def.polygon_count = 3;
    VeerMesh *mesh = make(&def);
    check(mesh, 1.0f);
    check(mesh, 0.7f);
    VeerMesh *pieces = cut(mesh, 1.0f);
    assert_int_equal(veer_mesh_polygon_count(pieces), 9 + 9 + 18);
    free(pieces);
    free(mesh);
}

static void what_cannot_be_cut_is_refused(void **unused)
{
    (void)unused;
    VeerMesh *mesh = make_star(1);
    VeerMeshDef def;
    const float sizes[] = {0.0f, -1.0f, NAN, 1e-9f, 1e9f, 1e-5f, 1e-3f};
    for (int i = 0; i < 7; i++) {
        assert_int_equal(veer_mesh_cut_size(mesh, sizes[i]), 0);
        assert_int_equal(veer_mesh_cut(NULL, mesh, sizes[i], &def), VEER_BAD_VALUE);
    }
    free(mesh);
    // A polygon with very many corners.
    enum { MANY = 80 };
    VeerVec3 round[MANY];
    uint32_t first[] = {0, MANY}, corners[MANY];
    for (uint32_t i = 0; i < MANY; i++) {
        float turn = 6.2831853f * (float)i / MANY;
        round[i] = (VeerVec3){5.0f * cosf(turn), 5.0f * sinf(turn), 0.0f};
        corners[i] = i;
    }
    def = veer_mesh_def_default();
    def.vertices = round;
    def.vertex_count = MANY;
    def.first = first;
    def.corners = corners;
    def.polygon_count = 1;
    mesh = make(&def);
    assert_int_equal(veer_mesh_cut_size(mesh, 1.0f), 0);
    free(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_of_a_grid_stays_whole),
        cmocka_unit_test(slanted_mesh_stays_whole),
        cmocka_unit_test(floors_that_touch_without_an_edge_stay_separate),
        cmocka_unit_test(what_cannot_be_cut_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
