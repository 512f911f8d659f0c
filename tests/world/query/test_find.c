/// What is in a box, a disc, a cone, and what is nearest: against all there is, one by one.
#include "ask_scenes.h"

#define OUT 64

/// Distances that rounding may move across a limit are not asked for.
#define SLOP 1e-4

typedef struct Expected {
    VeerFound found[MOST_BODIES + 1];
    uint32_t count;
    bool is_close; ///< some distance is too near to the limit to tell
} Expected;

static bool is_before(const VeerFound *a, const VeerFound *b)
{
    return a->distance < b->distance ||
           (a->distance == b->distance &&
            (a->kind < b->kind || (a->kind == b->kind && a->id < b->id)));
}

static void expect(Expected *expected, VeerFoundKind kind, uint32_t id, double distance,
                   double most)
{
    expected->is_close = expected->is_close || fabs(distance - most) < SLOP;
    if (distance <= most) {
        expected->found[expected->count++] =
            (VeerFound){.kind = kind, .id = id, .distance = (float)distance};
    }
}

/// All within a distance of a point.
static Expected all_within(const Scene *scene, VeerVec3 point, double most,
                           const VeerQueryFilter *filter)
{
    Expected expected = {.count = 0};
    for (uint32_t i = 0; i < scene->count; i++) {
        const SceneBody *body = &scene->bodies[i];
        if (scene_wants(scene, body, filter)) {
            expect(&expected, body->kind, body->id, to_body(scene, body, p3(point)), most);
        }
    }
    if (scene->side > 0 && filter->has_map && filter->mask != 0) {
        expect(&expected, VEER_FOUND_MAP, 0, to_map(scene, p3(point)), most);
    }
    return expected;
}

/// Whether the same was found, as far as there was room, and in order.
static void assert_found(const Expected *expected, const VeerFound *out, uint32_t count,
                         uint32_t capacity)
{
    if (expected->is_close) {
        return;
    }
    assert_int_equal(count, expected->count);
    uint32_t kept = count < capacity ? count : capacity;
    for (uint32_t i = 0; i < kept; i++) {
        assert_true(i == 0 || is_before(&out[i - 1], &out[i]));
        bool is_there = false;
        for (uint32_t k = 0; k < expected->count && !is_there; k++) {
            const VeerFound *one = &expected->found[k];
            is_there = one->kind == out[i].kind && one->id == out[i].id;
            if (is_there) {
                assert_float_equal(one->distance, out[i].distance, 1e-3);
            }
        }
        assert_true(is_there);
    }
    for (uint32_t k = 0; k < expected->count && kept > 0 && kept < count; k++) {
        bool is_kept = false;
        for (uint32_t i = 0; i < kept && !is_kept; i++) {
            is_kept = out[i].kind == expected->found[k].kind && out[i].id == expected->found[k].id;
        }
        assert_true(is_kept || expected->found[k].distance >= out[kept - 1].distance - 1e-3f);
    }
}

static void find_balls(const Scene *scene, Dice *dice, VeerVec3 middle, float reach)
{
    VeerFound out[OUT];
    VeerVec3 point = roll_place(dice, scene, middle, reach);
    VeerQueryFilter filter = roll_filter(dice, scene);
    float radius = roll_index(dice, 8) == 0 ? 0.0f : roll(dice, 0.0f, reach);
    uint32_t capacity = roll_index(dice, 2) == 0 ? OUT : roll_index(dice, 8);
    Expected expected = all_within(scene, point, (double)radius, &filter);
    uint32_t count = veer_world_find_in_ball(scene->world, point, radius, &filter, out, capacity);
    assert_found(&expected, out, count, capacity);

    uint32_t few = 1u + roll_index(dice, 4);
    float range = roll_index(dice, 2) == 0 ? INFINITY : radius;
    expected = all_within(scene, point, (double)range, &filter);
    count = veer_world_find_nearest(scene->world, point, range, &filter, out, few);
    if (!expected.is_close) {
        assert_int_equal(count, expected.count < few ? expected.count : few);
        expected.is_close = false;
        assert_found(&expected, out, expected.count, count);
    }
}

static void find_boxes(const Scene *scene, Dice *dice, VeerVec3 middle, float reach)
{
    VeerFound out[OUT];
    VeerVec3 centre = roll_place(dice, scene, middle, reach), half = roll3(dice, 0.5f * reach);
    half = vec3(fabsf(half.x), fabsf(half.y), fabsf(half.z));
    VeerBounds box = {sub3(centre, half), add3(centre, half)};
    VeerQueryFilter filter = roll_filter(dice, scene);
    uint32_t count = veer_world_find_in_box(scene->world, box, &filter, out, OUT), sure = 0;
    for (uint32_t i = 0; i < count && i < OUT; i++) {
        assert_true(out[i].distance == 0.0f);
        assert_true(i == 0 || is_before(&out[i - 1], &out[i]));
    }
    // Points of the box are probed: what holds one of them must be among the answers.
    for (uint32_t i = 0; i < scene->count && count <= OUT; i++) {
        const SceneBody *body = &scene->bodies[i];
        bool is_in = false, is_found = false;
        for (uint32_t k = 0; k < count; k++) {
            is_found = is_found || (out[k].kind == body->kind && out[k].id == body->id);
        }
        double least = (double)INFINITY;
        for (int k = 0; k < 11 * 11 * 11; k++) {
            P3 p = p3(centre), h = p3(half);
            p.x += h.x * ((k % 11) / 5.0 - 1.0);
            p.y += h.y * ((k / 11 % 11) / 5.0 - 1.0);
            p.z += h.z * ((k / 121) / 5.0 - 1.0);
            least = fmin(least, to_body(scene, body, p));
        }
        is_in = least == 0.0 && scene_wants(scene, body, &filter);
        assert_true(!is_in || is_found);
        // No point of the box is farther than this from a probed one.
        double mesh = hypot3((double)half.x, (double)half.y, (double)half.z) / 10.0;
        assert_true(!is_found || (least <= mesh + SLOP && scene_wants(scene, body, &filter)));
        sure += is_in;
    }
    assert_true(sure <= count);
}

/// The nearest point of a body that lies in a cone, by probing; INFINITY: none was found.
static double probe_cone(const Scene *scene, const SceneBody *body, const VeerQueryCone *cone,
                         double *least_outside)
{
    VeerVec3 axis =
        unit3(scene->is_planar ? vec3(cone->direction.x, cone->direction.y, 0.0f) : cone->direction,
              (VeerVec3){0});
    VeerVec3 aside =
        unit3(fabsf(axis.z) < 0.9f ? vec3(-axis.y, axis.x, 0.0f) : vec3(0.0f, -axis.z, axis.y),
              (VeerVec3){0});
    P3 a = p3(axis), u = p3(aside), v = p3(cross3(axis, aside)), apex = p3(cone->apex);
    apex.z = scene->is_planar ? 0.0 : apex.z;
    double least = (double)INFINITY;
    *least_outside = (double)INFINITY;
    int turns = scene->is_planar ? 2 : 24;
    for (int i = 0; i <= 40; i++) {
        double angle = (double)cone->angle * i / 40.0;
        for (int k = 0; k < turns; k++) {
            double turn = 6.283185307 * k / turns;
            double x = cos(angle), y = sin(angle) * cos(turn), z = sin(angle) * sin(turn);
            P3 way = {x * a.x + y * u.x + z * v.x, x * a.y + y * u.y + z * v.y,
                      x * a.z + y * u.z + z * v.z};
            double t = 0.0, gap = (double)INFINITY;
            for (int n = 0; n < 200 && t <= (double)cone->range && gap > 1e-7; n++) {
                P3 p = {apex.x + t * way.x, apex.y + t * way.y, apex.z + t * way.z};
                gap = to_body(scene, body, p);
                *least_outside = fmin(*least_outside, gap);
                t += gap;
            }
            if (gap <= 1e-7) {
                least = fmin(least, t);
            }
        }
    }
    return least;
}

static void find_cones(const Scene *scene, Dice *dice, VeerVec3 middle, float reach)
{
    VeerFound out[OUT];
    VeerQueryCone cone = {.angle = roll(dice, 0.05f, 3.14159f), .range = 0.5f * reach};
    cone.apex = roll_place(dice, scene, middle, reach);
    cone.direction = roll3(dice, 2.0f);
    VeerQueryFilter filter = roll_filter(dice, scene);
    filter.has_map = false;
    uint32_t count = veer_world_find_in_cone(scene->world, &cone, &filter, out, OUT);
    assert_true(count <= OUT);
    for (uint32_t i = 0; i < scene->count; i++) {
        const SceneBody *body = &scene->bodies[i];
        const VeerFound *found = NULL;
        for (uint32_t k = 0; k < count; k++) {
            found = out[k].kind == body->kind && out[k].id == body->id ? &out[k] : found;
        }
        if (!scene_wants(scene, body, &filter)) {
            assert_null(found);
            continue;
        }
        double near, probed = probe_cone(scene, body, &cone, &near);
        // Probes are rays: the nearest point in the cone is no farther than what they hit, and
        // what they never come near to is not in it.
        if (probed < (double)INFINITY) {
            assert_true(found && (double)found->distance <= probed + 1e-3);
        }
        double mesh = (double)cone.range * (scene->is_planar ? 0.08 : 0.4);
        assert_true(!found || near <= mesh);
        assert_true(!found || found->distance <= cone.range);
        if (found && probed < (double)INFINITY && scene->is_planar) {
            assert_true((double)found->distance >= probed - (double)cone.range * 0.5);
        }
    }
}

static void all_shapes_are_found_as_one_by_one(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < suite_seeds(24); seed++) {
        Dice dice = make_dice(seed);
        Scene *scene = make_scene(seed % 2 ? VEER_SPATIAL : VEER_PLANAR);
        VeerVec3 middle = roll3(&dice, seed % 3 == 0 ? 900.0f : 5.0f);
        float reach = seed % 4 < 2 ? 20.0f : 6.0f;
        scene_fill(scene, &dice, middle, reach, 20u + roll_index(&dice, 200));
        for (int i = 0; i < 60; i++) {
            find_balls(scene, &dice, middle, reach);
        }
        for (int i = 0; i < 6; i++) {
            find_boxes(scene, &dice, middle, reach);
            find_cones(scene, &dice, middle, reach);
        }
        drop_scene(scene);
    }
}

/// Of many at one spot, as in a heap where an index has no cells.
static void heaps_are_found(void **state)
{
    (void)state;
    Dice dice = make_dice(1);
    Scene *scene = make_scene(VEER_PLANAR);
    VeerVec3 spot = {3.0f, -2.0f, 0.0f};
    for (int i = 0; i < 300; i++) {
        scene_add_agent(scene, &dice, add3(spot, roll3(&dice, i < 150 ? 1e-3f : 0.0f)), 0.4f);
    }
    scene_fill(scene, &dice, spot, 30.0f, 60);
    for (int i = 0; i < 200; i++) {
        find_balls(scene, &dice, spot, 4.0f);
    }
    drop_scene(scene);
}

/// Nothing of a polygon's outline is near to a point in it.
static void a_point_in_a_polygon_finds_it(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    const VeerVec3 corners[] = {{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}, {-9, 9, 0}};
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_POLYGON;
    def.vertices = corners;
    def.vertex_count = 4;
    VeerObstacleId block = add_obstacle(world, &def);
    VeerFound found;
    assert_int_equal(veer_world_find_in_ball(world, (VeerVec3){1, 2, 0}, 0.1f, NULL, &found, 1), 1);
    assert_memory_equal(&found.obstacle, &block, sizeof block);
    assert_true(found.distance == 0.0f);
    VeerBounds box = {{0, 0, 0}, {1, 1, 0}};
    assert_int_equal(veer_world_find_in_box(world, box, NULL, NULL, 0), 1);
    VeerQueryCone cone = {{1, 1, 0}, {1, 0, 0}, 0.1f, 0.5f};
    assert_int_equal(veer_world_find_in_cone(world, &cone, NULL, &found, 1), 1);
    veer_world_destroy(world);
}

static void ghosts_are_left_out_where_asked(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.is_ghost = true;
    (void)add_obstacle(world, &def);
    VeerQueryFilter filter = veer_query_filter_default();
    VeerVec3 origin = {0, 0, 0};
    VeerFound found;
    assert_int_equal(veer_world_find_nearest(world, origin, INFINITY, &filter, &found, 1), 1);
    filter.has_ghosts = false;
    assert_int_equal(veer_world_find_nearest(world, origin, INFINITY, &filter, &found, 1), 0);
    assert_string_equal(veer_found_kind_name(VEER_FOUND_OBSTACLE), "obstacle");
    assert_null(veer_found_kind_name(VEER_FOUND_KIND_COUNT));
    veer_world_destroy(world);
}

static void bad_values_find_nothing(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    (void)add_agent_at(world, (VeerVec3){0, 0, 0});
    VeerFound found;
    VeerVec3 origin = {0, 0, 0}, nowhere = {NAN, 0, 0};
    VeerQueryFilter raw = {0}, twisted = veer_query_filter_default();
    twisted.lower = 1.0f;
    twisted.upper = 0.0f;
    VeerBounds inside_out = {{1, 0, 0}, {0, 1, 1}}, all = {{-1, -1, 0}, {1, 1, 0}};
    VeerQueryCone cone = {origin, {1, 0, 0}, 1.0f, 5.0f};
    assert_int_equal(veer_world_find_in_ball(NULL, origin, 1.0f, NULL, &found, 1), 0);
    assert_int_equal(veer_world_find_in_ball(world, nowhere, 1.0f, NULL, &found, 1), 0);
    assert_int_equal(veer_world_find_in_ball(world, origin, NAN, NULL, &found, 1), 0);
    assert_int_equal(veer_world_find_in_ball(world, origin, 1.0f, &raw, &found, 1), 0);
    assert_int_equal(veer_world_find_in_ball(world, origin, 1.0f, &twisted, &found, 1), 0);
    assert_int_equal(veer_world_find_in_ball(world, origin, 1.0f, NULL, NULL, 1), 0);
    assert_int_equal(veer_world_find_in_ball(world, origin, 1.0f, NULL, NULL, 0), 1);
    assert_int_equal(veer_world_find_in_ball(world, origin, INFINITY, NULL, NULL, 0), 1);
    assert_int_equal(veer_world_find_in_box(world, inside_out, NULL, &found, 1), 0);
    assert_int_equal(veer_world_find_in_box(world, all, NULL, &found, 1), 1);
    assert_int_equal(veer_world_find_nearest(world, origin, -1.0f, NULL, &found, 1), 0);
    assert_int_equal(veer_world_find_nearest(world, origin, 1.0f, NULL, &found, 0), 0);
    assert_int_equal(veer_world_find_in_cone(world, &cone, NULL, &found, 1), 1);
    cone.direction = (VeerVec3){0, 0, 1}; // which is none in the plane
    assert_int_equal(veer_world_find_in_cone(world, &cone, NULL, &found, 1), 0);
    cone.direction = origin;
    cone.angle = 4.0f;
    assert_int_equal(veer_world_find_in_cone(world, &cone, NULL, &found, 1), 0);
    assert_int_equal(veer_world_prepare_queries(NULL), VEER_BAD_VALUE);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_shapes_are_found_as_one_by_one),
        cmocka_unit_test(heaps_are_found),
        cmocka_unit_test(a_point_in_a_polygon_finds_it),
        cmocka_unit_test(ghosts_are_left_out_where_asked),
        cmocka_unit_test(bad_values_find_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
