/// Meshes of any shape, bit by bit, on every compiler, level and machine: terrain of triangles and
/// quadrangles that lie askew, with holes, two floors and links. What is derived of them is in the
/// hashes as well. A change that means to change answers changes the hash, and says so.
#include "map/mesh/mesh.h"
#include "map/rolls.h"

#include <math.h>
#include <string.h>

enum {
    MESHES = 16,
    WIDE = 9,
    HIGH = 7,
    VERTICES = 2 * WIDE * HIGH,
    POLYGONS = 2 * VERTICES,
    LINKS = 8,
    LOOKS = 60
};

/// A def and its arrays.
typedef struct Terrain {
    VeerVec3 vertices[VERTICES];
    uint32_t first[POLYGONS + 1], corners[4 * POLYGONS], flags[POLYGONS];
    VeerMeshLink links[LINKS];
    uint32_t count;
} Terrain;

static const VeerVec3 unit = {0.75f, 0.75f, 0.5f}, origin = {-3.0f, 2.0f, 1.0f};

static void add_polygon(Terrain *terrain, const uint32_t *corners, uint32_t count)
{
    uint32_t begin = terrain->first[terrain->count];
    memcpy(&terrain->corners[begin], corners, count * sizeof *corners);
    terrain->flags[terrain->count] = terrain->count % 6 == 0 ? 2u : 0u;
    terrain->first[++terrain->count] = begin + count;
}

static VeerVec3 place(uint64_t seed, uint64_t number)
{
    VeerVec3 at = roll_point(seed, number, (VeerVec3){WIDE - 1, HIGH - 1, 12.0f});
    float z = number % 3 == 0 ? at.z : number % 3 == 1 ? 0.5f : 8.5f;
    return (VeerVec3){origin.x + unit.x * at.x, origin.y + unit.y * at.y, origin.z + unit.z * z};
}

/// One floor from z = 0, one from 8; every third mesh on whole numbers.
static void roll_terrain(Terrain *terrain, uint64_t seed)
{
    float off = seed % 3 == 0 ? 0.0f : 0.2f;
    terrain->count = terrain->first[0] = 0;
    for (uint32_t i = 0; i < VERTICES; i++) {
        float z = roll(seed, 22, i, 0.0f, 1.5f) + (i < VERTICES / 2 ? 0.0f : 8.0f);
        terrain->vertices[i] = (VeerVec3){(float)(i % WIDE) + roll(seed, 20, i, -off, off),
                                          (float)(i / WIDE % HIGH) + roll(seed, 21, i, -off, off),
                                          seed % 3 == 0 ? floorf(z) : z};
    }
    for (uint32_t i = 0; i + WIDE + 1 < VERTICES; i++) {
        const uint32_t quad[4] = {i, i + 1, i + WIDE + 1, i + WIDE};
        const uint32_t lower[3] = {i, i + 1, i + WIDE + 1}, upper[3] = {i, quad[2], quad[3]};
        float kind = veer_random_unit(seed, 23, i);
        if (i % WIDE == WIDE - 1 || i / WIDE % HIGH == HIGH - 1 || kind < 0.15f) {
            continue;
        }
        if (kind < 0.4f) {
            add_polygon(terrain, quad, 4);
        } else {
            add_polygon(terrain, lower, 3);
            if (kind < 0.9f) {
                add_polygon(terrain, upper, 3);
            }
        }
    }
    for (uint32_t i = 0; i < LINKS; i++) {
        uint32_t polygon = i % 3 == 0 ? 5u * i : VEER_NO_POLYGON;
        terrain->links[i] = (VeerMeshLink){place(seed, 20 + i), place(seed, 40 + i),       polygon,
                                           VEER_NO_POLYGON,     i % 4 == 0 ? 30.0f : 0.0f, i % 2,
                                           i % 5 == 0};
    }
}

static VeerMesh *open_mesh(const VeerMeshDef *def)
{
    VeerMesh *mesh = veer_mesh_init(take(veer_mesh_size(def)), def, NULL, NULL);
    assert_non_null(mesh);
    return mesh;
}

static VeerMesh *open_terrain(uint64_t seed)
{
    Terrain *terrain = take(sizeof *terrain);
    roll_terrain(terrain, seed);
    VeerMeshDef def = veer_mesh_def_default();
    def.origin = origin;
    def.unit = unit;
    def.vertices = terrain->vertices;
    def.vertex_count = VERTICES;
    def.first = terrain->first;
    def.corners = terrain->corners;
    def.flags = terrain->flags;
    def.polygon_count = terrain->count;
    def.links = terrain->links;
    def.link_count = LINKS;
    VeerMesh *mesh = open_mesh(&def);
    free(terrain);
    return mesh;
}

#define ADD(hash, array, count) veer_hash_words(hash, array, (count) * sizeof *(array))

/// What veer_mesh_init derives of a def.
static uint64_t add_parts(uint64_t hash, const VeerMesh *mesh)
{
    uint32_t polygons = mesh->polygon_count;
    hash = ADD(hash, mesh->plan, mesh->vertex_count);
    hash = ADD(hash, mesh->height, mesh->vertex_count);
    hash = ADD(hash, mesh->first, polygons + 1);
    hash = ADD(hash, mesh->corner, mesh->side_count);
    hash = ADD(hash, mesh->mate, mesh->side_count);
    hash = ADD(hash, mesh->face, mesh->side_count);
    hash = ADD(hash, mesh->flags, polygons);
    hash = ADD(hash, mesh->component, polygons);
    hash = ADD(hash, mesh->exit, polygons);
    hash = ADD(hash, mesh->link_first, polygons + 1);
    hash = ADD(hash, mesh->link_starts, mesh->link_first[polygons]);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        hash = veer_hash_add(hash, 2u * mesh->turns[i] + mesh->is_border[i]);
    }
    for (uint32_t i = 0; i < polygons; i++) {
        hash = ADD(hash, &mesh->boxes[i].lower, 2);
        hash = veer_hash_add(hash, isnan(mesh->boxes[i].level) ? 1u : 0u);
    }
    for (uint32_t i = 0; i < mesh->link_count; i++) {
        const VeerMeshLink *link = &mesh->links[i];
        hash = ADD(hash, &link->from, 2);
        hash = ADD(hash, &link->from_polygon, 2);
        hash = ADD(hash, &link->cost, 1);
    }
    return veer_hash_add(hash, mesh->component_count * 2u + mesh->is_lattice);
}

static bool add_wall(void *context, const VeerMeshWall *wall)
{
    uint64_t *hash = context;
    *hash = ADD(*hash, &wall->a, 2);
    *hash = veer_hash_add(*hash, wall->order);
    return true;
}

/// What is asked of a mesh about a place, and about a line from there.
static uint64_t add_looks(uint64_t hash, const VeerMesh *mesh, uint64_t seed)
{
    for (uint64_t i = 0; i < LOOKS; i++) {
        VeerVec3 at = place(seed, 100 + i), on_it = at, to = place(seed, 200 + i);
        float reach = roll(seed, 24, i, 0.0f, 3.0f), part = i % 4 == 0 ? 1.0f : 0.2f;
        uint32_t polygon = veer_mesh_nearest(mesh, at, &on_it);
        hash = ADD(veer_hash_add(hash, polygon), &on_it, 1);
        at = i % 2 == 0 ? on_it : at;
        // Some lines lead along a side, or to a corner, where walls begin.
        if (i % 5 == 0) {
            VeerVec3 corners[4];
            (void)veer_mesh_corners(mesh, polygon, corners, 4);
            at = i % 10 == 0 ? corners[0] : at;
            to = corners[1];
        } else {
            to = (VeerVec3){at.x + part * (to.x - at.x), at.y + part * (to.y - at.y),
                            at.z + part * (to.z - at.z)};
        }
        float found[2] = {veer_mesh_gap(mesh, at, reach),
                          veer_mesh_pinch(mesh, at, to, 0.2f * reach)};
        hash = ADD(hash, found, 2);
        hash = veer_hash_add(hash, veer_mesh_is_clear(mesh, at, to, 0.2f * reach));
        VeerMeshWallQuery query = {at, reach, at.z - 0.4f, at.z + 0.4f};
        veer_mesh_walls(mesh, &query, add_wall, &hash);
    }
    return hash;
}

static uint64_t add_pieces(uint64_t hash, const VeerMesh *mesh, uint64_t seed)
{
    float piece = roll(seed, 25, 0, 0.5f, 3.0f);
    VeerMeshDef def;
    void *room = take(veer_mesh_cut_size(mesh, piece));
    assert_int_equal(veer_mesh_cut(room, mesh, piece, &def), VEER_OK);
    VeerMesh *cut = open_mesh(&def);
    hash = add_looks(add_parts(hash, cut), cut, seed);
    free(cut);
    free(room);
    return hash;
}

static void meshes_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MESHES; seed++) {
        VeerMesh *mesh = open_terrain(seed);
        hash = add_looks(add_parts(hash, mesh), mesh, seed);
        hash = add_pieces(hash, mesh, seed);
        for (uint32_t i = 0; i < mesh->polygon_count; i += 9) {
            veer_mesh_set_blocked(mesh, i, true);
        }
        hash = add_looks(hash, mesh, seed + 100);
        free(mesh);
    }
    expect_hash("meshes", hash, UINT64_C(0x922fa97f89d7277b));
}

/// A copy needs nothing of the mesh any more, and tells what a mesh made with its links tells.
static void copies_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MESHES; seed++) {
        VeerMesh *mesh = open_terrain(seed);
        veer_mesh_set_blocked(mesh, 7, true);
        VeerMesh *linked = veer_mesh_copy_linked(take(veer_mesh_linked_size(mesh, 5)), mesh, 5);
        memset(mesh, 0xA5, veer_mesh_copy_size(mesh));
        free(mesh);
        assert_true(veer_mesh_is_blocked(linked, 7));
        for (uint64_t round = 0; round < 3; round++) {
            VeerMeshLink links[5];
            for (uint64_t i = 0; i < 5; i++) {
                links[i] = (VeerMeshLink){.from = place(seed, 10 * round + i),
                                          .to = place(seed, 50 + 10 * round + i),
                                          .from_polygon = VEER_NO_POLYGON,
                                          .to_polygon = VEER_NO_POLYGON,
                                          .cost = i % 2 == 0 ? 0.0f : 0.1f + 20.0f * (float)round};
            }
            veer_mesh_relink(linked, links);
            hash = add_parts(hash, linked);
        }
        free(linked);
    }
    expect_hash("copies", hash, UINT64_C(0x1c2ca2ac72f0848f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_are_the_same_everywhere),
        cmocka_unit_test(copies_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
