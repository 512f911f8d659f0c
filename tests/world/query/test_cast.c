/// What a ray or a disc meets first, and where it is free: against distances to all there is, along
/// the way in steps no longer than the least of them.
#include "ask_maps.h"

#define SLOP 1e-3

static P3 at_part(const Oracle *oracle, double part)
{
    P3 from = p3(oracle->cast.from), way = p3(oracle->cast.way);
    way.z = oracle->scene->is_planar ? 0.0 : way.z;
    return (P3){from.x + part * way.x, from.y + part * way.y, from.z + part * way.z};
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
