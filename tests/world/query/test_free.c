/// The nearest place where a body has room: against distances to all there is, at many places.
#include "ask_maps.h"

#define SLOP 1e-3
#define CELLS 4096

static VeerFreeCell cells[CELLS];

static double gap_at(const Oracle *oracle, P3 p)
{
    VeerFoundKind kind;
    uint32_t id;
    return to_any(oracle, p, &kind, &id);
}

static P3 place_about(const Oracle *oracle, Dice *dice, double distance)
{
    P3 at = p3(oracle->cast.from), by;
    double length;
    do {
        by = p3(roll3(dice, 1.0f));
        by.z = oracle->scene->is_planar ? 0.0 : by.z;
        length = hypot3(by.x, by.y, by.z);
    } while (!(length > 0.1 && length <= 1.0));
    // More of them far out, where the last of those that have room would be.
    double part = distance * (1.0 - pow((double)roll(dice, 0.0f, 1.0f), 3.0)) / length;
    return (P3){at.x + part * by.x, at.y + part * by.y, at.z + part * by.z};
}

/// No place that is clearly nearer has clearly more room.
static void assert_nearest(const Oracle *oracle, const VeerFreeQuery *query, float distance,
                           Dice *dice)
{
    double slack = fmax((double)query->tolerance, 0.05 * (double)distance);
    double near = isinf(distance) ? (double)query->range : (double)distance - slack;
    for (int i = 0; i < 2000 && near > 0.0; i++) {
        P3 p = place_about(oracle, dice, near);
        double gap = gap_at(oracle, p);
        if (gap > (double)query->radius + (double)query->tolerance + SLOP) {
            fail_msg("%g m off, but there is room for %g m: %g", (double)distance,
                     hypot3(p.x - (double)query->point.x, p.y - (double)query->point.y,
                            p.z - (double)query->point.z),
                     gap);
        }
    }
}

/// @return whether a place was found away from the point
static bool assert_free_place(const Oracle *oracle, Dice *dice)
{
    VeerWorld *world = oracle->scene->world;
    VeerFreeQuery query = veer_free_query_default();
    query.point = oracle->cast.from;
    query.radius = oracle->cast.radius;
    query.range = roll(dice, 1.0f, 12.0f);
    VeerFreePlace found;
    VeerStatus status = veer_world_find_free(world, &query, &oracle->filter, cells, CELLS, &found);
    if (isinf(found.distance)) {
        assert_true(status == VEER_OK || status == VEER_PARTIAL);
    } else {
        assert_true(found.distance <= query.range);
        assert_true(veer_world_is_free(world, found.place, query.radius, &oracle->filter));
        assert_true(gap_at(oracle, p3(found.place)) >= (double)query.radius - SLOP);
        VeerVec3 off = sub3(found.place, query.point);
        off.z = oracle->scene->is_planar ? 0.0f : off.z;
        assert_true(fabsf(length3(off) - found.distance) <= 1e-4f);
    }
    bool is_free = veer_world_is_free(world, query.point, query.radius, &oracle->filter);
    assert_true(is_free == (found.distance == 0.0f));
    if (status == VEER_OK) {
        assert_nearest(oracle, &query, found.distance, dice);
    }
    return status == VEER_OK && found.distance > 0.0f && isfinite(found.distance);
}

static void places_among_bodies_are_the_nearest(void **state)
{
    (void)state;
    int count = 0;
    for (uint32_t seed = 0; seed < suite_seeds(12); seed++) {
        Dice dice = make_dice(seed);
        Scene *scene = make_scene(seed % 2 ? VEER_SPATIAL : VEER_PLANAR);
        VeerVec3 middle = roll3(&dice, seed % 3 == 0 ? 900.0f : 5.0f);
        float reach = seed % 4 < 2 ? 20.0f : 5.0f;
        scene_fill(scene, &dice, middle, reach, 5u + roll_index(&dice, 150));
        uint64_t hash = veer_world_hash(scene->world);
        for (int i = 0; i < 25; i++) {
            Oracle oracle = roll_oracle(scene, &dice, middle, 0.6f * reach);
            count += assert_free_place(&oracle, &dice);
        }
        assert_true(hash == veer_world_hash(scene->world));
        drop_scene(scene);
    }
    assert_true(count > 60);
}

static void find_on_maps(VeerMapKind kind)
{
    int count = 0;
    for (uint32_t seed = 0; seed < suite_seeds(6); seed++) {
        Dice dice = make_dice(seed);
        Scene *scene = make_map_scene(&dice, kind);
        float half = 0.5f * (float)scene->side;
        VeerVec3 middle = add3(scene->origin, vec3(half, half, 0.5f * (float)scene->height));
        scene_fill(scene, &dice, middle, half, roll_index(&dice, 6));
        for (int i = 0; i < 30; i++) {
            Oracle oracle = roll_oracle(scene, &dice, middle, 1.3f * half);
            oracle.cast.from.z = kind == VEER_MAP_MESH ? 0.0f : oracle.cast.from.z;
            count += assert_free_place(&oracle, &dice);
        }
        drop_scene(scene);
    }
    assert_true(count > 30);
}

static void places_on_grids_are_the_nearest(void **state)
{
    (void)state;
    find_on_maps(VEER_MAP_GRID);
}

static void places_among_voxels_are_the_nearest(void **state)
{
    (void)state;
    find_on_maps(VEER_MAP_VOXELS);
}

static void places_on_meshes_are_the_nearest(void **state)
{
    (void)state;
    find_on_maps(VEER_MAP_MESH);
}

static void places_on_graphs_are_the_nearest(void **state)
{
    (void)state;
    find_on_maps(VEER_MAP_GRAPH);
}

static VeerWorld *world_with_ball(VeerSpace space, float radius)
{
    VeerWorld *world = make_world(space);
    VeerObstacleDef def = veer_obstacle_def_default();
    VeerObstacleId ball;
    def.radius = radius;
    assert_int_equal(veer_obstacle_create(world, &def, &ball), VEER_OK);
    return world;
}

static void place_beside_a_ball_touches_it(void **state)
{
    (void)state;
    for (int space = 0; space < 2; space++) {
        for (float radius = 0.0f; radius < 1.0f; radius += 0.3f) {
            VeerWorld *world = world_with_ball((VeerSpace)space, 40.0f);
            VeerFreeQuery query = veer_free_query_default();
            query.radius = radius;
            query.point = vec3(39.0f, 3.0f, 0.0f);
            VeerFreePlace found;
            assert_int_equal(veer_world_find_free(world, &query, NULL, cells, CELLS, &found),
                             VEER_OK);
            float exact = 40.0f + radius - length3(query.point);
            assert_in_range((int)(1000.0f * found.distance), (int)(1000.0f * exact) - 1,
                            (int)(1000.0f * (1.05f * exact + 0.05f)));
            query.range = 0.9f * exact;
            assert_int_equal(veer_world_find_free(world, &query, NULL, cells, CELLS, &found),
                             VEER_OK);
            assert_true(isinf(found.distance));
            veer_world_destroy(world);
        }
    }
}

/// Deep within a wide ball, in the widest range: few looks are enough.
static void few_looks_are_enough(void **state)
{
    (void)state;
    VeerWorld *world = world_with_ball(VEER_PLANAR, 100.0f);
    VeerFreeQuery query = veer_free_query_default();
    query.range = INFINITY;
    query.radius = 0.1f;
    VeerFreePlace found;
    query.point = vec3(60.0f, 0.0f, 0.0f);
    assert_int_equal(veer_world_find_free(world, &query, NULL, cells, 256, &found), VEER_OK);
    assert_in_range((int)found.distance, 40, 42);
    query.point = vec3(0.0f, 0.0f, 0.0f); // all round as far
    assert_int_equal(veer_world_find_free(world, &query, NULL, cells, 1024, &found), VEER_OK);
    assert_in_range((int)found.distance, 100, 105);
    assert_int_equal(veer_world_find_free(world, &query, NULL, cells, 3, &found), VEER_PARTIAL);
    assert_true(isinf(found.distance));
    veer_world_destroy(world);
}

static void place_has_the_height_of_the_point(void **state)
{
    (void)state;
    VeerWorld *world = world_with_ball(VEER_PLANAR, 1.0f);
    VeerFreeQuery query = veer_free_query_default();
    query.point.z = 7.0f; // in the plane heights are those of the filter
    VeerFreePlace found;
    assert_int_equal(veer_world_find_free(world, &query, NULL, cells, CELLS, &found), VEER_OK);
    assert_true(found.place.z == 7.0f && found.distance > 1.4f && found.distance < 1.6f);
    veer_world_destroy(world);
}

static void bad_values_are_refused(void **state)
{
    (void)state;
    VeerWorld *world = world_with_ball(VEER_PLANAR, 1.0f);
    VeerFreeQuery good = veer_free_query_default();
    VeerFreePlace found = {{1.0f, 2.0f, 3.0f}, 4.0f};
    const VeerFreeQuery bad[] = {{.radius = 1.0f, .range = 1.0f, .tolerance = 1.0f},
                                 {vec3(NAN, 0, 0), 1, 1, 1, good.cookie},
                                 {vec3(0, 0, 0), -1, 1, 1, good.cookie},
                                 {vec3(0, 0, 0), 1, NAN, 1, good.cookie},
                                 {vec3(0, 0, 0), 1, 1, 0, good.cookie},
                                 {vec3(0, 3e6f, 0), 1, 1, 1, good.cookie},
                                 {vec3(0, 0, 0), INFINITY, 1, 1, good.cookie}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(veer_world_find_free(world, &bad[i], NULL, cells, CELLS, &found),
                         VEER_BAD_VALUE);
    }
    VeerQueryFilter filter = {.mask = 1};
    assert_int_equal(veer_world_find_free(world, &good, &filter, cells, CELLS, &found),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_world_find_free(NULL, &good, NULL, cells, CELLS, &found), VEER_BAD_VALUE);
    assert_int_equal(veer_world_find_free(world, NULL, NULL, cells, CELLS, &found), VEER_BAD_VALUE);
    assert_int_equal(veer_world_find_free(world, &good, NULL, NULL, 8, &found), VEER_BAD_VALUE);
    assert_int_equal(veer_world_find_free(world, &good, NULL, cells, 8, NULL), VEER_BAD_VALUE);
    assert_true(found.place.y == 2.0f && found.distance == 4.0f);
    assert_int_equal(veer_world_find_free(world, &good, NULL, NULL, 0, &found), VEER_PARTIAL);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_among_bodies_are_the_nearest),
        cmocka_unit_test(places_on_grids_are_the_nearest),
        cmocka_unit_test(places_among_voxels_are_the_nearest),
        cmocka_unit_test(places_on_meshes_are_the_nearest),
        cmocka_unit_test(places_on_graphs_are_the_nearest),
        cmocka_unit_test(place_beside_a_ball_touches_it),
        cmocka_unit_test(few_looks_are_enough),
        cmocka_unit_test(place_has_the_height_of_the_point),
        cmocka_unit_test(bad_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
