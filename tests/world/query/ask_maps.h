/// Casts at random and what they are told of, and scenes over maps of every kind.
#ifndef VEER_TESTS_ASK_MAPS_H
#define VEER_TESTS_ASK_MAPS_H

#include "ask_scenes.h"
#include "world/floor_maker.h"
#include "world/graph_maker.h"

/// All that a test knows of one cast.
typedef struct Oracle {
    const Scene *scene;
    VeerCast cast;
    VeerQueryFilter filter;
} Oracle;

/// m from a point to the nearest of all that is asked for, and what that is.
static inline double to_any(const Oracle *oracle, P3 p, VeerFoundKind *kind, uint32_t *id)
{
    const Scene *scene = oracle->scene;
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < scene->count; i++) {
        const SceneBody *body = &scene->bodies[i];
        if (scene_wants(scene, body, &oracle->filter)) {
            double distance = to_body(scene, body, p);
            if (distance < least) {
                least = distance;
                *kind = body->kind;
                *id = body->id;
            }
        }
    }
    if (scene->side > 0 && oracle->filter.has_map && oracle->filter.mask != 0) {
        double distance = to_map(scene, p);
        if (distance < least) {
            least = distance;
            *kind = VEER_FOUND_MAP;
            *id = 0;
        }
    }
    return least;
}

static inline Oracle roll_oracle(const Scene *scene, Dice *dice, VeerVec3 middle, float reach)
{
    Oracle oracle = {.scene = scene, .filter = roll_filter(dice, scene)};
    oracle.cast.from = roll_place(dice, scene, middle, reach);
    oracle.cast.way = roll3(dice, roll_index(dice, 4) == 0 ? 3.0f * reach : reach);
    uint32_t how = roll_index(dice, 8);
    oracle.cast.radius = how < 3 ? 0.0f : roll(dice, 0.01f, how == 3 ? 0.3f * reach : 0.8f);
    if (how == 4) {
        oracle.cast.way = (VeerVec3){0};
    } else if (how == 5) { // along an axis
        oracle.cast.way = vec3(roll(dice, -reach, reach), 0.0f, 0.0f);
    }
    return oracle;
}

// --- Maps ---

static inline void scatter(Scene *scene, Dice *dice, uint32_t one_in)
{
    int cells = scene->side * scene->side * scene->height;
    for (int i = 0; i < cells; i++) {
        scene->is_blocked[i] = roll_index(dice, one_in) == 0;
    }
}

static inline Scene *open_map_scene(Dice *dice, VeerMapKind kind)
{
    Scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    scene->is_planar = kind != VEER_MAP_VOXELS;
    scene->side = kind == VEER_MAP_VOXELS ? 7 : 18;
    scene->height = kind == VEER_MAP_VOXELS ? 6 : 1;
    scene->origin = kind == VEER_MAP_GRAPH ? vec3(-0.5f, -0.5f, 0.0f) : vec3(0.0f, 0.0f, 0.0f);
    scatter(scene, dice, 2u + roll_index(dice, 12));
    return scene;
}

static inline VeerGrid *grid_of(const Scene *scene)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = def.height = (uint32_t)scene->side;
    VeerGrid *grid =
        veer_grid_init(aligned_alloc(64, (veer_grid_size(&def) + 63u) / 64u * 64u), &def);
    assert_non_null(grid);
    for (int i = 0; i < scene->side * scene->side; i++) {
        VeerCell cell = {i % scene->side, i / scene->side};
        veer_grid_set_blocked(grid, cell, scene->is_blocked[i]);
    }
    veer_grid_commit(grid);
    return grid;
}

static inline void make_mesh_scene(Scene *scene, VeerWorldDef *def)
{
    VeerGrid *grid = grid_of(scene);
    VeerMeshDef parts;
    void *scratch = aligned_alloc(64, (veer_grid_mesh_size(grid) + 63u) / 64u * 64u);
    assert_int_equal(veer_grid_mesh(scratch, grid, &parts), VEER_OK);
    void *memory = aligned_alloc(64, (veer_mesh_size(&parts) + 63u) / 64u * 64u);
    VeerMesh *mesh = veer_mesh_init(memory, &parts, NULL, NULL);
    assert_non_null(mesh);
    def->map = veer_world_map_def_default(VEER_MAP_MESH);
    def->map.mesh.whole = mesh;
    scene->world = make_world_of(def);
    free(memory);
    free(scratch);
    free(grid);
}

static inline void make_graph_scene(Scene *scene, VeerWorldDef *def)
{
    uint32_t side = (uint32_t)scene->side;
    VeerGraph *graph = make_tiling(VEER_TILING_SQUARES, side, side, 1.0f, 1.0f);
    def->map = veer_world_map_def_default(VEER_MAP_GRAPH);
    def->map.graph.whole = graph;
    scene->world = make_world_of(def);
    // Paths from corner to corner cut off corners of what is blocked.
    for (uint32_t i = 0; i < veer_graph_edge_count(graph); i++) {
        VeerGraphEdge edge = veer_graph_edge(graph, i);
        bool is_diagonal = edge.from % side != edge.to % side && edge.from / side != edge.to / side;
        assert_int_equal(veer_world_graph_set_edge_blocked(scene->world, i, is_diagonal), VEER_OK);
    }
    for (uint32_t i = 0; i < side * side; i++) {
        assert_int_equal(veer_world_graph_set_blocked(scene->world, i, scene->is_blocked[i]),
                         VEER_OK);
    }
    free(graph);
}

static inline Scene *make_map_scene(Dice *dice, VeerMapKind kind)
{
    Scene *scene = open_map_scene(dice, kind);
    VeerWorldDef def = veer_world_def_default();
    def.space = scene->is_planar ? VEER_PLANAR : VEER_SPATIAL;
    if (kind == VEER_MAP_MESH) {
        make_mesh_scene(scene, &def);
        return scene;
    }
    if (kind == VEER_MAP_GRAPH) {
        make_graph_scene(scene, &def);
        return scene;
    }
    def.map = veer_world_map_def_default(kind);
    if (kind == VEER_MAP_GRID) {
        def.map.grid.width = def.map.grid.height = (uint32_t)scene->side;
        scene->world = make_world_of(&def);
        VeerGrid *grid = grid_of(scene);
        assert_int_equal(veer_world_grid_copy(scene->world, grid), VEER_OK);
        free(grid);
        return scene;
    }
    def.map.voxels.cells = (VeerVoxel){scene->side, scene->side, scene->height};
    scene->world = make_world_of(&def);
    for (int i = 0; i < scene->side * scene->side * scene->height; i++) {
        VeerVoxel at = {i % scene->side, i / scene->side % scene->side,
                        i / scene->side / scene->side};
        VeerVoxelBox box = {at, {at.x + 1, at.y + 1, at.z + 1}};
        assert_int_equal(veer_world_voxels_fill(scene->world, box, scene->is_blocked[i]), VEER_OK);
    }
    return scene;
}

#endif
