// The def of a mesh makes the same mesh, whatever it was made of.
#include "support/memory.h"

#include "map/mesh/mesh.h"

#include <math.h>

#include <stdlib.h>

static VeerMesh *make(const VeerMeshDef *def)
{
    VeerMesh *mesh = veer_mesh_init(take(veer_mesh_size(def)), def, NULL, NULL);
    assert_non_null(mesh);
    return mesh;
}

static void expect_same(const VeerMesh *mesh)
{
    VeerMeshDef def;
    void *memory = take(veer_mesh_def_size(mesh));
    assert_int_equal(veer_mesh_def(memory, mesh, &def), VEER_OK);
    VeerMesh *again = make(&def);
    assert_true(veer_mesh_hash(again, 0) == veer_mesh_hash(mesh, 0));
    assert_int_equal(again->link_count, mesh->link_count);
    for (uint32_t i = 0; i < mesh->link_count; ++i) {
        const VeerMeshLink *a = &again->links[i], *b = &mesh->links[i];
        assert_memory_equal(&a->from, &b->from, sizeof a->from);
        assert_memory_equal(&a->to, &b->to, sizeof a->to);
        assert_true(a->from_polygon == b->from_polygon && a->to_polygon == b->to_polygon);
        assert_true(a->cost == b->cost && a->flags == b->flags && a->is_one_way == b->is_one_way);
    }
    free(again);
    free(memory);
}

/// Two squares side by side, two apart, and links whose ends rounding moves, in odd units.
static VeerMesh *make_squares(void)
{
    static const VeerVec3 vertices[] = {{0, 0, 0},  {7, 0, 0},  {14, 0, 1}, {0, 7, 0},  {7, 7, 0},
                                        {14, 7, 1}, {30, 0, 2}, {37, 0, 2}, {37, 7, 2}, {30, 7, 2}};
    static const uint32_t first[] = {0, 4, 8, 12};
    static const uint32_t corners[] = {0, 1, 4, 3, 1, 2, 5, 4, 6, 7, 8, 9};
    static const uint32_t flags[] = {0, 5, 0};
    static const VeerMeshLink links[] = {
        {{1.1f, 0.7f, 0.0f}, {3.3f, 0.9f, 0.0f}, VEER_NO_POLYGON, 2, 0.0f, 0, false},
        {{0.3f, 0.1f, 0.0f}, {3.7f, 0.3f, 0.0f}, 0, 2, 9.0f, 3, true}};
    VeerMeshDef def = veer_mesh_def_default();
    def.origin = (VeerVec3){0.1f, -0.3f, 0.7f};
    def.unit = (VeerVec3){0.1f, 0.1f, 0.3f};
    def.vertices = vertices;
    def.vertex_count = 10;
    def.first = first;
    def.corners = corners;
    def.flags = flags;
    def.polygon_count = 3;
    def.links = links;
    def.link_count = 2;
    return make(&def);
}

static void a_mesh_with_links_is_made_again(void **unused)
{
    (void)unused;
    VeerMesh *mesh = make_squares();
    expect_same(mesh);
    free(mesh);
}

static void pieces_are_made_again_and_know_their_size(void **unused)
{
    (void)unused;
    VeerMesh *mesh = make_squares();
    VeerMeshDef def;
    void *scratch = take(veer_mesh_cut_size(mesh, 0.23f));
    assert_int_equal(veer_mesh_cut(scratch, mesh, 0.23f, &def), VEER_OK);
    VeerMesh *pieces = make(&def);
    expect_same(pieces);
    void *memory = take(veer_mesh_def_size(pieces));
    assert_int_equal(veer_mesh_def(memory, pieces, &def), VEER_OK);
    assert_true(def.piece_size == 0.23f);
    free(memory);
    free(pieces);
    free(scratch);
    free(mesh);
}

static void settled_links_are_looked_over(void **unused)
{
    (void)unused;
    VeerMesh *mesh = make_squares();
    VeerMeshDef def;
    void *memory = take(veer_mesh_def_size(mesh));
    assert_int_equal(veer_mesh_def(memory, mesh, &def), VEER_OK);
    const VeerMeshLink wrong[] = {
        {{0, 0, 0}, {1, 1, 0}, 0, 3, 9.0f, 0, false},         // no such polygon
        {{0, 0, 0}, {1, 1, 0}, 0, 1, 1.0f, 0, false},         // shorter than straight
        {{0, 0, 0}, {1, 1, 0}, 0, 1, NAN, 0, false},          // no cost
        {{0, 0, 0}, {1, 1, INFINITY}, 0, 1, 9.0f, 0, false}}; // no place
    for (int i = 0; i < 4; ++i) {
        VeerMeshFault fault;
        uint32_t place;
        def.links = &wrong[i];
        def.link_count = 1;
        void *room = take(veer_mesh_size(&def));
        assert_null(veer_mesh_init(room, &def, &fault, &place));
        assert_int_equal(fault, VEER_MESH_BAD_LINK);
        free(room);
    }
    assert_int_equal(veer_mesh_def(NULL, mesh, &def), VEER_BAD_VALUE);
    assert_int_equal(veer_mesh_def_size(NULL), 0);
    free(memory);
    free(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_with_links_is_made_again),
        cmocka_unit_test(pieces_are_made_again_and_know_their_size),
        cmocka_unit_test(settled_links_are_looked_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
