/// What a ray or a disc meets first, and where it is free: against distances to all there is, along
/// the way in steps no longer than the least of them.
#include "ask_scenes.h"
#include "world/floor_maker.h"
#include "world/graph_maker.h"

#define SLOP 1e-3

/// All that a test knows of one cast.
typedef struct Oracle {
    const Scene *scene;
    VeerCast cast;
    VeerQueryFilter filter;
} Oracle;

static P3 at_part(const Oracle *oracle, double part)
{
    P3 from = p3(oracle->cast.from), way = p3(oracle->cast.way);
    way.z = oracle->scene->is_planar ? 0.0 : way.z;
    return (P3){from.x + part * way.x, from.y + part * way.y, from.z + part * way.z};
}

/// m from a point to the nearest of all that is asked for, and what that is.
static double to_any(const Oracle *oracle, P3 p, VeerFoundKind *kind, uint32_t *id)
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

static double to_one(const Oracle *oracle, P3 p, const VeerFound *found)
{
    const Scene *scene = oracle->scene;
    for (uint32_t i = 0; i < scene->count; i++) {
        const SceneBody *body = &scene->bodies[i];
        if (body->kind == found->kind && body->id == found->id) {
            return to_body(scene, body, p);
        }
    }
    assert_int_equal(found->kind, VEER_FOUND_MAP);
    return to_map(scene, p);
}

static double way_length(const Oracle *oracle)
{
    P3 way = p3(oracle->cast.way);
    return hypot3(way.x, way.y, oracle->scene->is_planar ? 0.0 : way.z);
}

/// The part of the way that is surely free for a disc that is wider by `more`, m, and at which it
/// is not; above 1: it is free all along.
static double free_part(const Oracle *oracle, double more)
{
    double length = way_length(oracle), reach = (double)oracle->cast.radius + more, gone = 0.0;
    for (int i = 0; i < 3000 && gone <= length; i++) {
        VeerFoundKind kind;
        uint32_t id;
        double part = length > 0.0 ? gone / length : 0.0;
        double gap = to_any(oracle, at_part(oracle, part), &kind, &id) - reach;
        if (gap <= 1e-6) {
            return part;
        }
        gone += fmax(gap, 1e-4);
    }
    return 2.0;
}

static void assert_cast(const Oracle *oracle)
{
    VeerHit hit;
    bool is_hit = veer_world_cast(oracle->scene->world, &oracle->cast, &oracle->filter, &hit);
    double length = way_length(oracle), radius = (double)oracle->cast.radius;
    double surely_hit = free_part(oracle, -SLOP - 2e-4 * radius),
           perhaps_hit = free_part(oracle, SLOP);
    if (!is_hit) {
        assert_true(surely_hit > 1.0 || radius <= SLOP);
        assert_true(hit.found.kind == VEER_FOUND_NONE && hit.fraction == 1.0f);
        return;
    }
    assert_true((double)hit.fraction >= perhaps_hit - (SLOP + 1e-6 * length) / (length + SLOP));
    assert_true((double)hit.fraction <= surely_hit + 1e-5);
    assert_float_equal(hit.found.distance, (float)((double)hit.fraction * length),
                       (float)(1e-5 * length + 1e-6));
    // It touches what it says, there, with that normal.
    P3 centre = p3(hit.centre), point = p3(hit.point), normal = p3(hit.normal);
    double gap = to_one(oracle, centre, &hit.found) - radius;
    assert_true(gap <= SLOP && (hit.fraction == 0.0f || gap >= -SLOP));
    double size = hypot3(normal.x, normal.y, normal.z);
    assert_true(fabs(size - 1.0) < 1e-4 || (size == 0.0 && hit.fraction == 0.0f));
    if (hit.fraction > 0.0f) {
        P3 way = p3(oracle->cast.way);
        way.z = oracle->scene->is_planar ? 0.0 : way.z;
        double rate = way.x * normal.x + way.y * normal.y + way.z * normal.z;
        assert_true(rate <= 0.05 * length);
        assert_true(to_one(oracle, point, &hit.found) <= SLOP);
        double off =
            hypot3(centre.x - point.x - radius * normal.x, centre.y - point.y - radius * normal.y,
                   centre.z - point.z - radius * normal.z);
        assert_true(off <= SLOP + 0.05 * radius);
    }
}

static void assert_free(const Oracle *oracle)
{
    VeerFoundKind kind;
    uint32_t id;
    double gap = to_any(oracle, p3(oracle->cast.from), &kind, &id) - (double)oracle->cast.radius;
    bool is_free = veer_world_is_free(oracle->scene->world, oracle->cast.from, oracle->cast.radius,
                                      &oracle->filter);
    if (fabs(gap) > SLOP) {
        assert_true(is_free == (gap > 0.0));
    }
}

static Oracle roll_oracle(const Scene *scene, Dice *dice, VeerVec3 middle, float reach)
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

static void casts_are_as_one_by_one(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < suite_seeds(16); seed++) {
        Dice dice = make_dice(seed);
        Scene *scene = make_scene(seed % 2 ? VEER_SPATIAL : VEER_PLANAR);
        VeerVec3 middle = roll3(&dice, seed % 3 == 0 ? 900.0f : 5.0f);
        float reach = seed % 4 < 2 ? 30.0f : 8.0f;
        scene_fill(scene, &dice, middle, reach, 5u + roll_index(&dice, 150));
        for (int i = 0; i < 60; i++) {
            Oracle oracle = roll_oracle(scene, &dice, middle, reach);
            assert_cast(&oracle);
            assert_free(&oracle);
        }
        drop_scene(scene);
    }
}

// --- Maps ---

static void scatter(Scene *scene, Dice *dice, uint32_t one_in)
{
    int cells = scene->side * scene->side * scene->height;
    for (int i = 0; i < cells; i++) {
        scene->is_blocked[i] = roll_index(dice, one_in) == 0;
    }
}

static Scene *open_map_scene(Dice *dice, VeerMapKind kind)
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

static VeerGrid *grid_of(const Scene *scene)
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

static void make_mesh_scene(Scene *scene, VeerWorldDef *def)
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

static void make_graph_scene(Scene *scene, VeerWorldDef *def)
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

static Scene *make_map_scene(Dice *dice, VeerMapKind kind)
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

static void cast_on_maps(VeerMapKind kind)
{
    for (uint32_t seed = 0; seed < suite_seeds(6); seed++) {
        Dice dice = make_dice(seed);
        Scene *scene = make_map_scene(&dice, kind);
        float half = 0.5f * (float)scene->side;
        VeerVec3 middle = add3(scene->origin, vec3(half, half, 0.5f * (float)scene->height));
        scene_fill(scene, &dice, middle, half, roll_index(&dice, 6));
        for (int i = 0; i < 40; i++) {
            Oracle oracle = roll_oracle(scene, &dice, middle, half);
            if (kind == VEER_MAP_MESH) {
                oracle.cast.from.z = 0.0f;
            }
            if (roll_index(&dice, 3) == 0) { // from the middle of a cell, along and across others
                VeerVec3 *from = &oracle.cast.from, *way = &oracle.cast.way;
                *from =
                    vec3(floorf(from->x) + 0.5f, floorf(from->y) + 0.5f, floorf(from->z) + 0.5f);
                *from = kind == VEER_MAP_GRAPH ? sub3(*from, vec3(0.5f, 0.5f, 0.0f)) : *from;
                *way = vec3(roundf(way->x), roundf(way->y), roundf(way->z));
            }
            assert_cast(&oracle);
            assert_free(&oracle);
        }
        drop_scene(scene);
    }
}

static void casts_on_grids_are_as_one_by_one(void **state)
{
    (void)state;
    cast_on_maps(VEER_MAP_GRID);
}

static void casts_among_voxels_are_as_one_by_one(void **state)
{
    (void)state;
    cast_on_maps(VEER_MAP_VOXELS);
}

static void casts_on_meshes_are_as_one_by_one(void **state)
{
    (void)state;
    cast_on_maps(VEER_MAP_MESH);
}

static void casts_on_graphs_are_as_one_by_one(void **state)
{
    (void)state;
    cast_on_maps(VEER_MAP_GRAPH);
}

// --- What lies just so ---

static bool cast_ray(VeerWorld *world, VeerVec3 from, VeerVec3 way, float radius, VeerHit *hit)
{
    VeerCast cast = {from, way, radius};
    return veer_world_cast(world, &cast, NULL, hit);
}

static void rays_along_walls_hit_their_ends(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    const VeerVec3 wall[] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}};
    VeerHit hit;
    (void)add_chain(world, wall, 3);
    assert_true(cast_ray(world, vec3(-5, 0, 0), vec3(20, 0, 0), 0.0f, &hit));
    assert_float_equal(hit.found.distance, 5.0f, 1e-4f);
    assert_near3(hit.normal, vec3(-1, 0, 0), 1e-5f);
    // Through the corner where two walls meet, from both sides.
    assert_true(cast_ray(world, vec3(7, 3, 0), vec3(6, -6, 0), 0.0f, &hit));
    assert_float_equal(hit.fraction, 0.5f, 1e-5f);
    assert_true(cast_ray(world, vec3(13, -3, 0), vec3(-6, 6, 0), 0.0f, &hit));
    assert_float_equal(hit.fraction, 0.5f, 1e-5f);
    // A disc that touches may slide along and leave, but not come nearer.
    assert_false(cast_ray(world, vec3(2, 0.5f, 0), vec3(6, 0, 0), 0.5f, &hit));
    assert_false(cast_ray(world, vec3(2, 0.5f, 0), vec3(0, 6, 0), 0.5f, &hit));
    assert_true(cast_ray(world, vec3(2, 0.5f, 0), vec3(0, -6, 0), 0.5f, &hit));
    assert_true(hit.fraction == 0.0f);
    assert_near3(hit.normal, vec3(0, 1, 0), 1e-5f);
    // It has room where it touches, and a point has none on a wall.
    assert_true(veer_world_is_free(world, vec3(2, 0.5f, 0), 0.5f, NULL));
    assert_false(veer_world_is_free(world, vec3(2, 0.49f, 0), 0.5f, NULL));
    assert_false(veer_world_is_free(world, vec3(2, 0, 0), 0.0f, NULL));
    veer_world_destroy(world);
}

static void rays_cross_the_whole_world(void **state)
{
    (void)state;
    for (int space = 0; space < 2; space++) {
        VeerWorld *world = make_world((VeerSpace)space);
        VeerAgentDef def = veer_agent_def_default();
        def.position = vec3(VEER_WORLD_LIMIT - 2.0f, 0, 0);
        VeerAgentId agent = add_agent(world, &def);
        VeerVec3 from = {-VEER_WORLD_LIMIT, 0, 0}, way = {2.0f * VEER_WORLD_LIMIT, 0, 0};
        VeerHit hit;
        assert_true(cast_ray(world, from, way, 0.0f, &hit));
        assert_memory_equal(&hit.found.agent, &agent, sizeof agent);
        assert_float_equal(hit.found.distance, 2.0f * VEER_WORLD_LIMIT - 2.0f - def.radius, 0.5f);
        way.y = 20.0f; // past it
        assert_false(cast_ray(world, from, way, 0.0f, &hit));
        way.x = INFINITY;
        assert_false(cast_ray(world, from, way, 0.0f, &hit));
        way = vec3(0, 0, 0);
        assert_false(cast_ray(world, from, way, -1.0f, &hit));
        assert_false(veer_world_cast(world, NULL, NULL, &hit));
        assert_false(veer_world_is_free(NULL, from, 1.0f, NULL));
        assert_true(veer_world_is_free(world, from, 1.0f, NULL));
        veer_world_destroy(world);
    }
}

static void within_something_casts_hit_at_once(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_SPATIAL);
    (void)add_box(world, vec3(0, 0, 0), vec3(2, 2, 2));
    (void)add_ball(world, vec3(10, 0, 0), 1.0f);
    VeerHit hit;
    assert_true(cast_ray(world, vec3(1, 0, 0), vec3(5, 0, 0), 0.0f, &hit));
    assert_true(hit.fraction == 0.0f && length3(hit.normal) == 0.0f);
    assert_true(cast_ray(world, vec3(10, 0.5f, 0), vec3(0, 5, 0), 0.0f, &hit));
    assert_true(hit.fraction == 0.0f);
    assert_near3(hit.normal, vec3(0, 1, 0), 1e-5f);
    assert_true(cast_ray(world, vec3(-5, 0.3f, 0.1f), vec3(5, 0, 0), 0.0f, &hit));
    assert_near3(hit.normal, vec3(-1, 0, 0), 1e-6f);
    assert_near3(hit.point, vec3(-2, 0.3f, 0.1f), 1e-5f);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casts_are_as_one_by_one),
        cmocka_unit_test(casts_on_grids_are_as_one_by_one),
        cmocka_unit_test(casts_among_voxels_are_as_one_by_one),
        cmocka_unit_test(casts_on_meshes_are_as_one_by_one),
        cmocka_unit_test(casts_on_graphs_are_as_one_by_one),
        cmocka_unit_test(rays_along_walls_hit_their_ends),
        cmocka_unit_test(rays_cross_the_whole_world),
        cmocka_unit_test(within_something_casts_hit_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
