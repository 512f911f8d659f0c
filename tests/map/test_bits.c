/// The same maps, bit by bit, on every compiler, level and machine: a hash of what each kind of map
/// and layer tells about random ones. A change that means to change answers changes the hash, and
/// says so.
#include "map/graph/graph.h"
#include "map/layers/layers.h"
#include "map/rolls.h"
#include "support/voxel_maps.h"
#include "veer/graph.h"
#include "veer/mesh.h"

#include <math.h>
#include <string.h>

enum { MAPS = 16, WIDE = 70, HIGH = 45, LOOKS = 40 };

static VeerGrid *make_grid(void)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = WIDE;
    def.height = HIGH;
    def.origin = (VeerVec3){-3.0f, 2.0f, 0.0f};
    def.cell_size = 0.5f;
    return veer_grid_init(take(veer_grid_size(&def)), &def);
}

/// Polygons, thick segments, single cells and boxes, blocked and freed.
static VeerGrid *open_grid(uint64_t seed)
{
    VeerGrid *grid = make_grid();
    const VeerVec3 size = {0.5f * WIDE, 0.5f * HIGH, 0.0f};
    for (uint64_t i = 0; i < 10; i++) {
        VeerVec3 corners[5];
        for (uint64_t k = 0; k < 5; k++) {
            VeerVec3 at = roll_point(seed, 100 + i, size);
            corners[k] = (VeerVec3){at.x + roll(seed, 4, 10 * i + k, -4.0f, 4.0f),
                                    at.y + roll(seed, 5, 10 * i + k, -4.0f, 4.0f), 0.0f};
        }
        (void)veer_grid_fill_polygon(grid, corners, 3 + (uint32_t)(i % 3), i % 4 != 3);
        (void)veer_grid_fill_segment(grid, roll_point(seed, 200 + i, size),
                                     roll_point(seed, 300 + i, size), roll(seed, 6, i, 0.0f, 0.8f),
                                     i % 3 == 0);
    }
    for (uint64_t i = 0; i < 60 * (seed % 4); i++) {
        VeerCell cell = veer_grid_cell_at(grid, roll_point(seed, 400 + i, size));
        veer_grid_set_blocked(grid, cell, i % 4 != 0);
    }
    veer_grid_fill(grid, (VeerCellRect){{5, -2}, {9, 4}}, true);
    veer_grid_commit(grid);
    return grid;
}

static uint64_t add_cells(uint64_t hash, const VeerGrid *grid)
{
    uint64_t word = 0;
    for (int32_t i = 0; i < WIDE * HIGH; i++) {
        word = word << 1 | veer_grid_is_blocked(grid, (VeerCell){i % WIDE, i / WIDE});
        hash = i % 64 == 63 ? veer_hash_add(hash, word) : hash;
    }
    return veer_hash_add(hash, word);
}

static bool add_edge(void *context, const VeerGridEdge *edge)
{
    uint64_t *hash = context;
    *hash = veer_hash_words(*hash, &edge->a, sizeof edge->a);
    *hash = veer_hash_words(*hash, &edge->b, sizeof edge->b);
    *hash = veer_hash_add(*hash, edge->order);
    return true;
}

static void grids_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        VeerGrid *grid = open_grid(seed), *wide = make_grid();
        const VeerVec3 size = {0.5f * WIDE, 0.5f * HIGH, 0.0f};
        hash = add_cells(hash, grid);
        for (uint64_t i = 0; i < LOOKS; i++) {
            VeerVec3 at = roll_point(seed, i, size), to = roll_point(seed, 1000 + i, size);
            if (i % 4 == 0) { // right between two cells
                at = (VeerVec3){floorf(at.x), i % 8 == 0 ? at.y : floorf(at.y), 0.0f};
            }
            float reach = roll(seed, 7, i, 0.0f, 3.0f), gap = veer_grid_gap(grid, at, reach);
            hash = veer_hash_words(hash, &gap, sizeof gap);
            hash = veer_hash_add(hash, veer_grid_is_clear(grid, at, to, 0.3f * reach));
            VeerBounds region = {{at.x - reach, at.y - reach, 0.0f},
                                 {at.x + reach, at.y + reach, 0.0f}};
            veer_grid_edges(grid, region, add_edge, &hash);
        }
        float radius = roll(seed, 8, 0, 0.0f, 2.0f);
        assert_int_equal(veer_grid_dilate(grid, radius, wide), VEER_OK);
        hash = add_cells(hash, wide);
        free(grid);
        free(wide);
    }
    expect_hash("grids", hash, UINT64_C(0x54209b5b0127ee8e));
}

static uint64_t add_labels(uint64_t hash, const VeerGrid *grid, uint64_t seed)
{
    VeerLabels *labels = veer_labels_init(take(veer_labels_size(WIDE, HIGH)), WIDE, HIGH);
    assert_int_equal(veer_labels_build(labels, grid), VEER_OK);
    hash = veer_hash_add(hash, veer_labels_count(labels));
    for (uint64_t i = 0; i < LOOKS; i++) {
        VeerCell cell = {(int32_t)roll(seed, 9, i, -4.0f, WIDE + 4.0f),
                         (int32_t)roll(seed, 10, i, -4.0f, HIGH + 4.0f)};
        VeerCell nearest = {-1, -1};
        uint32_t label = i % 2 == 0 ? VEER_NO_LABEL : (uint32_t)(i % 3);
        hash = veer_hash_add(hash, veer_labels_at(labels, cell));
        hash = veer_hash_add(hash, veer_labels_nearest(labels, cell, label, &nearest));
        hash = veer_hash_words(hash, &nearest, sizeof nearest);
    }
    free(labels);
    return hash;
}

static uint64_t add_narrow(uint64_t hash, const VeerGrid *grid, uint64_t seed)
{
    VeerNarrow *narrow = veer_narrow_init(take(veer_narrow_size(WIDE, HIGH)), WIDE, HIGH);
    VeerRoadmap *roadmap = veer_roadmap_init(take(veer_roadmap_size(WIDE, HIGH)), WIDE, HIGH);
    uint32_t *queue = malloc(WIDE * HIGH * sizeof *queue);
    bool is_any = veer_narrow_mark(narrow, grid, 3 + (int32_t)(seed % 4), (int32_t)(seed % 3));
    hash = veer_hash_add(hash, is_any);
    for (int32_t i = 0; i < WIDE * HIGH; i++) {
        hash = veer_hash_add(hash, veer_narrow_has(narrow, (VeerCell){i % WIDE, i / WIDE}));
    }
    VeerRoadmapDef def = {narrow, narrow, 0.4f, (uint32_t)(seed % 5), queue, WIDE * HIGH};
    uint32_t count = veer_roadmap_build(roadmap, grid, &def);
    for (uint32_t i = 1; i <= count; i++) {
        const VeerRoadmapNode *node = veer_roadmap_node(roadmap, i);
        hash = veer_hash_words(hash, &node->cell, sizeof node->cell);
        for (uint32_t k = 0; k < node->count; k++) {
            VeerCell border = {0, 0};
            (void)veer_roadmap_border(roadmap, i, node->next[k], &border);
            hash = veer_hash_words(hash, &border, sizeof border);
            hash = veer_hash_add(hash, node->next[k]);
        }
        hash = veer_hash_add(hash, node->component * 2u + node->is_dropped);
    }
    for (int32_t i = 0; i < WIDE * HIGH; i++) {
        hash = veer_hash_add(hash, veer_roadmap_at(roadmap, (VeerCell){i % WIDE, i / WIDE}));
    }
    free(narrow);
    free(roadmap);
    free(queue);
    return hash;
}

static uint64_t add_clearance(uint64_t hash, VeerGrid *grid)
{
    VeerClearance *clearance =
        veer_clearance_init(take(veer_clearance_size(WIDE, HIGH)), WIDE, HIGH, 9);
    assert_int_equal(veer_clearance_build(clearance, grid), VEER_OK);
    VeerCellRect rect = {{20, 10}, {24, 13}};
    veer_grid_fill(grid, rect, true);
    veer_grid_commit(grid);
    assert_int_equal(veer_clearance_update(clearance, grid, rect), VEER_OK);
    for (int32_t i = 0; i < WIDE * HIGH; i++) {
        float room = veer_clearance_at(clearance, (VeerCell){i % WIDE, i / WIDE});
        hash = veer_hash_words(hash, &room, sizeof room);
    }
    free(clearance);
    return hash;
}

static uint64_t add_density(uint64_t hash, const VeerGrid *grid, uint64_t seed)
{
    const VeerGridDef *def = veer_grid_def(grid);
    const VeerVec3 size = {0.5f * WIDE, 0.5f * HIGH, 0.0f};
    VeerDensity *density =
        veer_density_init(take(veer_density_size(def)), def, 1.0f + (float)(seed % 3));
    for (uint64_t i = 0; i < 80; i++) {
        veer_density_add(density, roll_point(seed, 500 + i, size),
                         roll_point(seed, 600 + i, (VeerVec3){2.0f, -1.0f, 0.0f}));
    }
    if (seed % 2 == 0) {
        veer_density_blur(density, grid, 1 + (uint32_t)(seed % 3));
    }
    for (int32_t i = 0; i < WIDE * HIGH; i++) {
        VeerCell cell = {i % WIDE, i / WIDE};
        float here = veer_density_at(density, cell);
        VeerVec3 velocity = veer_density_velocity(density, cell);
        hash = veer_hash_words(hash, &here, sizeof here);
        hash = veer_hash_words(hash, &velocity, sizeof velocity);
    }
    free(density);
    return hash;
}

static void layers_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        VeerGrid *grid = open_grid(seed);
        hash = add_labels(hash, grid, seed);
        hash = add_narrow(hash, grid, seed);
        hash = add_density(hash, grid, seed);
        hash = add_clearance(hash, grid);
        free(grid);
    }
    expect_hash("layers", hash, UINT64_C(0x2c4553954c586694));
}

static bool add_mesh_wall(void *context, const VeerMeshWall *wall)
{
    uint64_t *hash = context;
    *hash = veer_hash_words(*hash, &wall->a, sizeof wall->a);
    *hash = veer_hash_words(*hash, &wall->b, sizeof wall->b);
    *hash = veer_hash_add(*hash, wall->order);
    return true;
}

static uint64_t add_mesh(uint64_t hash, VeerMesh *mesh, uint64_t seed)
{
    for (uint32_t polygon = 0; polygon < veer_mesh_polygon_count(mesh); polygon++) {
        VeerVec3 corners[64];
        uint32_t count = veer_mesh_corners(mesh, polygon, corners, 64);
        hash = veer_hash_words(hash, corners, count * sizeof *corners);
        for (uint32_t edge = 0; edge < count; edge++) {
            hash = veer_hash_add(hash, veer_mesh_beyond(mesh, polygon, edge));
        }
        veer_mesh_set_blocked(mesh, polygon, polygon % 11 == 5);
    }
    const VeerVec3 size = {0.5f * WIDE, 0.5f * HIGH, 1.0f};
    for (uint64_t i = 0; i < LOOKS; i++) {
        VeerVec3 at = roll_point(seed, 700 + i, size), to = roll_point(seed, 800 + i, size),
                 on_it = at;
        float reach = roll(seed, 11, i, 0.1f, 4.0f);
        hash = veer_hash_add(hash, veer_mesh_nearest(mesh, at, &on_it));
        hash = veer_hash_words(hash, &on_it, sizeof on_it);
        float gap = veer_mesh_gap(mesh, at, reach);
        hash = veer_hash_words(hash, &gap, sizeof gap);
        hash = veer_hash_add(hash, veer_mesh_is_clear(mesh, at, to, 0.2f * reach));
        VeerMeshWallQuery query = {at, reach, -1.0f, 1.0f};
        veer_mesh_walls(mesh, &query, add_mesh_wall, &hash);
    }
    return hash;
}

static VeerMesh *open_mesh(const VeerMeshDef *def)
{
    VeerMesh *mesh = veer_mesh_init(take(veer_mesh_size(def)), def, NULL, NULL);
    assert_non_null(mesh);
    return mesh;
}

static void meshes_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        VeerGrid *grid = open_grid(seed);
        VeerMeshDef def;
        void *scratch = take(veer_grid_mesh_size(grid));
        assert_int_equal(veer_grid_mesh(scratch, grid, &def), VEER_OK);
        VeerMesh *mesh = open_mesh(&def);
        hash = add_mesh(hash, mesh, seed);
        float piece = roll(seed, 12, 0, 1.0f, 5.0f);
        void *room = take(veer_mesh_cut_size(mesh, piece));
        assert_int_equal(veer_mesh_cut(room, mesh, piece, &def), VEER_OK);
        VeerMesh *cut = open_mesh(&def);
        hash = add_mesh(hash, cut, seed);
        free(cut);
        free(room);
        free(mesh);
        free(scratch);
        free(grid);
    }
    expect_hash("meshes", hash, UINT64_C(0x0c939d56c6542d0b));
}

static bool add_voxel_wall(void *context, const VeerVoxelWall *wall)
{
    uint64_t *hash = context;
    *hash = veer_hash_words(*hash, &wall->box, sizeof wall->box);
    *hash = veer_hash_words(*hash, &wall->nearest, sizeof wall->nearest);
    *hash = veer_hash_add(*hash, wall->order);
    return true;
}

static uint64_t add_voxels(uint64_t hash, const VeerVoxels *voxels)
{
    uint64_t word = 0;
    for (int32_t i = 0; i < voxel_map_count(voxels); i++) {
        word = word << 1 | veer_voxels_is_blocked(voxels, voxel_map_at(voxels, i));
        hash = i % 64 == 63 ? veer_hash_add(hash, word) : hash;
    }
    return veer_hash_add(hash, word + veer_voxels_blocked_count(voxels));
}

static uint64_t add_voxel_labels(uint64_t hash, const VeerVoxels *voxels, uint64_t seed)
{
    const VeerVoxelsDef *def = veer_voxels_def(voxels);
    uint32_t runs = veer_voxel_labels_runs(voxels);
    VeerVoxelLabels *labels =
        veer_voxel_labels_init(take(veer_voxel_labels_size(def, runs)), def, runs);
    assert_int_equal(veer_voxel_labels_build(labels, voxels), VEER_OK);
    hash = veer_hash_add(hash, veer_voxel_labels_count(labels) + runs * 65536u);
    for (uint64_t i = 0; i < LOOKS; i++) {
        VeerVoxel at = voxel_map_any(voxels, seed, 900 + i), nearest = {-1, -1, -1};
        uint32_t label = i % 2 == 0 ? VEER_NO_VOXEL_LABEL : (uint32_t)(i % 3);
        hash = veer_hash_add(hash, veer_voxel_labels_at(labels, at));
        hash = veer_hash_add(hash, veer_voxel_labels_nearest(labels, at, label, &nearest));
        hash = veer_hash_words(hash, &nearest, sizeof nearest);
    }
    free(labels);
    return hash;
}

static void voxels_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        VeerVoxels *voxels = voxel_map_open(34, 22, 18), *wide = voxel_map_open(34, 22, 18);
        voxel_map_scatter(voxels, seed, seed % 3 == 0 ? 0.15f : 0.004f, 10);
        const VeerVec3 size = {34.0f, 22.0f, 18.0f};
        hash = add_voxels(hash, voxels);
        for (uint64_t i = 0; i < LOOKS; i++) {
            VeerVec3 at = roll_point(seed, i, size), to = roll_point(seed, 1000 + i, size);
            at.y -= i % 8 == 5 ? 40.0f : 0.0f; // far outside
            if (i % 4 == 0) {                  // right between two voxels along some axes
                at = (VeerVec3){floorf(at.x), floorf(at.y), i % 8 == 0 ? at.z : floorf(at.z)};
            }
            float reach = roll(seed, 13, i, 0.1f, 5.0f), gap = veer_voxels_gap(voxels, at, reach);
            hash = veer_hash_words(hash, &gap, sizeof gap);
            hash = veer_hash_add(hash, veer_voxels_is_clear(voxels, at, to, 0.3f * reach));
            hash = veer_hash_add(hash, veer_voxels_sees(voxels, veer_voxels_at(voxels, at),
                                                        veer_voxels_at(voxels, to)));
            veer_voxels_walls(voxels, at, reach, add_voxel_wall, &hash);
        }
        hash = add_voxel_labels(hash, voxels, seed);
        assert_int_equal(veer_voxels_dilate(voxels, roll(seed, 14, 0, 0.0f, 3.0f), wide), VEER_OK);
        hash = add_voxels(hash, wide);
        free(voxels);
        free(wide);
    }
    expect_hash("voxels", hash, UINT64_C(0x675e54992620d175));
}

static void graphs_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        VeerTilingDef tiling = {(VeerTiling)(seed % VEER_TILING_COUNT),
                                9,
                                8,
                                {-3.0f, 2.0f, 0.0f},
                                4.0f,
                                seed % 2 == 0 ? 4.0f : 2.5f};
        VeerGraphDef def;
        void *scratch = take(veer_tiling_size(&tiling));
        assert_int_equal(veer_tiling_graph(scratch, &tiling, &def), VEER_OK);
        // A copy tells what the graph told, and needs nothing of it any more.
        VeerGraph *first = veer_graph_init(take(veer_graph_size(&def)), &def);
        VeerGraph *graph = veer_graph_copy(take(veer_graph_copy_size(first)), first);
        memset(first, 0xA5, veer_graph_size(&def));
        free(first);
        for (uint32_t i = 0; i < veer_graph_edge_count(graph); i++) {
            VeerGraphEdge edge = veer_graph_edge(graph, i);
            hash = veer_hash_words(veer_hash_add(hash, edge.from), &edge.cost, sizeof edge.cost);
            hash = veer_hash_add(hash, edge.to);
        }
        for (uint64_t i = 0; i < LOOKS; i++) {
            VeerVec3 at = roll_point(seed, i, (VeerVec3){40.0f, 34.0f, 0.0f});
            uint32_t node = veer_graph_nearest(graph, at);
            float distance = veer_graph_distance(graph, node, at);
            hash = veer_hash_words(veer_hash_add(hash, node), &distance, sizeof distance);
            veer_graph_enter(graph, (VeerGraphBody){at, roll(seed, 15, i, 0.0f, 5.0f)});
        }
        for (uint32_t i = 0; i < veer_graph_node_count(graph); i++) {
            VeerVec3 corners[8];
            uint32_t count = veer_graph_corners(graph, i, corners, 8);
            hash = veer_hash_words(hash, corners, count * sizeof *corners);
            hash = veer_hash_add(hash, veer_graph_covered(graph, i));
        }
        free(graph);
        free(scratch);
    }
    expect_hash("graphs", hash, UINT64_C(0xf49417a042598f6d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids_are_the_same_everywhere),
        cmocka_unit_test(layers_are_the_same_everywhere),
        cmocka_unit_test(meshes_are_the_same_everywhere),
        cmocka_unit_test(voxels_are_the_same_everywhere),
        cmocka_unit_test(graphs_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
