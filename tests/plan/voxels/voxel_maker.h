/// Voxels to search.
#ifndef VEER_TEST_PLAN_VOXEL_MAKER_H
#define VEER_TEST_PLAN_VOXEL_MAKER_H

#include "base/hash.h"
#include "support/memory.h"
#include "support/voxel_maps.h"
#include "veer/voxel_search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_ROUTE 4000

/// A map with all that hangs on it.
typedef struct Scene {
    VeerVoxels *voxels;
    VeerVoxelLabels *labels;
    VeerVoxelSearch *search;
    VeerVoxel route[MAX_ROUTE];
    uint32_t count;
    double *costs; ///< from one voxel to each, by flooding
} Scene;

static inline VeerVoxelSearch *open_search(uint32_t node_count)
{
    size_t size = (veer_voxel_search_size(node_count) + 63u) / 64u * 64u;
    VeerVoxelSearch *search = veer_voxel_search_init(take(size), node_count);
    assert_non_null(search);
    return search;
}

static inline Scene *open_scene(int32_t x, int32_t y, int32_t z)
{
    Scene *scene = calloc(1, sizeof *scene);
    scene->voxels = voxel_map_open(x, y, z);
    scene->search = open_search((uint32_t)voxel_map_count(scene->voxels));
    scene->costs = malloc((size_t)voxel_map_count(scene->voxels) * sizeof *scene->costs);
    return scene;
}

static inline void label(Scene *scene)
{
    const VeerVoxelsDef *def = veer_voxels_def(scene->voxels);
    uint32_t runs = veer_voxel_labels_runs(scene->voxels);
    size_t size = (veer_voxel_labels_size(def, runs) + 63u) / 64u * 64u;
    scene->labels = veer_voxel_labels_init(take(size), def, runs);
    assert_int_equal(veer_voxel_labels_build(scene->labels, scene->voxels), VEER_OK);
}

static inline void close_scene(Scene *scene)
{
    free(scene->voxels);
    free(scene->labels);
    free(scene->search);
    free(scene->costs);
    free(scene);
}

static inline VeerVoxelQuery query_of(const Scene *scene, VeerVoxel start, VeerVoxel goal)
{
    VeerVoxelQuery query = veer_voxel_query_default();
    query.voxels = scene->voxels;
    query.labels = scene->labels;
    query.start = start;
    query.goal = goal;
    return query;
}

static inline VeerStatus solve(Scene *scene, const VeerVoxelQuery *query)
{
    assert_int_equal(veer_voxel_search_begin(scene->search, query), VEER_OK);
    (void)veer_voxel_search_run(scene->search, UINT32_MAX);
    return veer_voxel_search_route(scene->search, scene->route, MAX_ROUTE, &scene->count);
}

static inline double distance(VeerVoxel a, VeerVoxel b)
{
    double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

static inline double length_of(const VeerVoxel *route, uint32_t count)
{
    double length = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        length += distance(route[i - 1], route[i]);
    }
    return length;
}

static inline bool is_same(VeerVoxel a, VeerVoxel b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static inline void check_legs(const Scene *scene, VeerVoxel start, VeerVoxel goal)
{
    assert_true(is_same(scene->route[0], start));
    assert_true(is_same(scene->route[scene->count - 1], goal));
    for (uint32_t i = 1; i < scene->count; i++) {
        assert_true(veer_voxels_sees(scene->voxels, scene->route[i - 1], scene->route[i]));
    }
}

// A wall across the map with one hole, and another behind it.
static inline Scene *open_walls(void)
{
    Scene *scene = open_scene(90, 70, 60);
    veer_voxels_fill(scene->voxels, (VeerVoxelBox){{30, 0, 0}, {31, 70, 60}}, true);
    veer_voxels_fill(scene->voxels, (VeerVoxelBox){{50, 0, 0}, {52, 70, 60}}, true);
    veer_voxels_set_blocked(scene->voxels, (VeerVoxel){30, 60, 3}, false);
    veer_voxels_fill(scene->voxels, (VeerVoxelBox){{50, 5, 50}, {52, 7, 52}}, false);
    veer_voxels_commit(scene->voxels);
    label(scene);
    return scene;
}

// A room within walls, which nothing leads into.
static inline Scene *open_room(void)
{
    Scene *scene = open_scene(40, 40, 40);
    veer_voxels_fill(scene->voxels, (VeerVoxelBox){{10, 10, 10}, {21, 21, 21}}, true);
    veer_voxels_fill(scene->voxels, (VeerVoxelBox){{12, 12, 12}, {19, 19, 19}}, false);
    veer_voxels_commit(scene->voxels);
    return scene;
}

#endif
