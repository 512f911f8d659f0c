#include "geom/box.h"
#include "support/memory.h"
#include "support/voxel_maps.h"

#include <math.h>
#include <stdio.h>

#define SEEDS 6u

// All blocked voxels, and those right outside of the map.
static float gap_by_force(const VeerVoxels *voxels, VeerVec3 from, VeerVec3 offset)
{
    const VeerVoxelsDef *def = veer_voxels_def(voxels);
    float least = INFINITY;
    VeerVoxel v;
    for (v.z = -1; v.z <= def->cells.z; v.z++) {
        for (v.y = -1; v.y <= def->cells.y; v.y++) {
            for (v.x = -1; v.x <= def->cells.x; v.x++) {
                if (veer_voxels_is_blocked(voxels, v)) {
                    VeerVec3 middle = veer_voxels_centre(voxels, v);
                    float half = 0.5f * def->cell_size;
                    VeerVec3 side = {half, half, half};
                    VeerBounds box = {sub3(middle, side), add3(middle, side)};
                    least = min_f(least, veer_box_segment_distance(box, from, offset));
                }
            }
        }
    }
    return least;
}

static VeerVoxels *open_any(uint64_t seed)
{
    VeerVoxelsDef def = veer_voxels_def_default();
    def.cells = (VeerVoxel){13, 11, 9};
    def.origin = (VeerVec3){-3.0f, 2.0f, 1.0f};
    def.cell_size = 0.5f;
    VeerVoxels *voxels = veer_voxels_init(take(veer_voxels_size(&def)), &def);
    voxel_map_scatter(voxels, seed, 0.02f, 4);
    return voxels;
}

static VeerVec3 any_point(uint64_t seed, uint64_t number)
{
    return (VeerVec3){-3.0f + 6.5f * veer_random_unit(seed, 20, number),
                      2.0f + 5.5f * veer_random_unit(seed, 21, number),
                      1.0f + 4.5f * veer_random_unit(seed, 22, number)};
}

static void gap_equals_brute_force(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(SEEDS); seed++) {
        print_message("seed %d\n", (int)seed);
        VeerVoxels *voxels = open_any(seed);
        for (uint64_t i = 0; i < 100; i++) {
            VeerVec3 at = any_point(seed, i);
            float right = gap_by_force(voxels, at, (VeerVec3){0});
            // Corners of voxels are rounded two ways.
            assert_true(fabsf(veer_voxels_gap(voxels, at, INFINITY) - right) < 1e-5f);
            float limited = veer_voxels_gap(voxels, at, 0.3f);
            assert_true(right > 0.3f ? isinf(limited) : fabsf(limited - right) < 1e-5f);
        }
        free(voxels);
    }
}

typedef struct Found {
    const VeerVoxels *voxels;
    VeerVec3 point;
    uint32_t count, most;
    float nearest;
    VeerVoxelWall last;
} Found;

static bool note_wall(void *context, const VeerVoxelWall *wall)
{
    Found *found = context;
    VeerVec3 offset = sub3(wall->nearest, found->point);
    found->nearest = min_f(found->nearest, length3(offset));
    found->last = *wall;
    // All of the box is blocked.
    for (int i = 0; i < 8; i++) {
        VeerVec3 a = wall->box.lower, b = wall->box.upper, m = scale3(add3(a, b), 0.5f);
        VeerVec3 corner = {i & 1 ? b.x : a.x, i & 2 ? b.y : a.y, i & 4 ? b.z : a.z};
        VeerVec3 inside = along3(corner, sub3(m, corner), 0.01f);
        assert_true(veer_voxels_is_blocked(found->voxels, veer_voxels_at(found->voxels, inside)));
    }
    return ++found->count < found->most;
}

static Found walls_of(const VeerVoxels *voxels, VeerVec3 point, float range)
{
    Found found = {.voxels = voxels, .point = point, .most = UINT32_MAX, .nearest = INFINITY};
    veer_voxels_walls(voxels, point, range, note_wall, &found);
    return found;
}

static void nearest_wall_is_at_the_gap(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= suite_seeds(SEEDS); seed++) {
        print_message("seed %d\n", (int)seed);
        VeerVoxels *voxels = open_any(seed);
        for (uint64_t i = 0; i < 100; i++) {
            VeerVec3 at = any_point(seed, i);
            Found found = walls_of(voxels, at, 1.5f);
            float gap = veer_voxels_gap(voxels, at, 1.5f);
            assert_true(gap == 0.0f || gap > 1.4999f || fabsf(found.nearest - gap) < 1e-6f);
        }
        free(voxels);
    }
}

static void a_flat_floor_is_one_wall(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(20, 20, 20);
    veer_voxels_fill(voxels, (VeerVoxelBox){{0, 0, 0}, {20, 20, 3}}, true);
    Found found = walls_of(voxels, (VeerVec3){10.3f, 10.7f, 3.4f}, 2.5f);
    assert_int_equal(found.count, 1);
    assert_true(found.last.nearest.x == 10.3f && found.last.nearest.z == 3.0f);
    // It spans the floor within the range.
    assert_true(found.last.box.lower.x <= 7.8f && found.last.box.upper.x >= 12.8f);
    free(voxels);
}

static void outside_is_a_wall(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(67, 5, 5);
    Found found = walls_of(voxels, (VeerVec3){66.6f, 2.5f, 2.5f}, 1.0f);
    assert_int_equal(found.count, 1);
    assert_true(found.last.nearest.x == 67.0f);
    assert_int_equal(walls_of(voxels, (VeerVec3){0.5f, 0.5f, 0.5f}, 0.6f).count, 3);
    free(voxels);
}

static void what_is_inside_may_come_out(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(20, 20, 20);
    veer_voxels_fill(voxels, (VeerVoxelBox){{0, 0, 0}, {20, 20, 3}}, true);
    VeerVec3 inside = {10.5f, 10.5f, 2.5f};
    assert_int_equal(walls_of(voxels, inside, 1.5f).count, 0);
    assert_true(veer_voxels_gap(voxels, inside, 1.0f) == 0.0f);
    assert_false(veer_voxels_is_clear(voxels, inside, (VeerVec3){10.5f, 10.5f, 5.0f}, 0.2f));
    VeerVec3 ground = {10.5f, 10.5f, 3.0f};
    assert_true(veer_voxels_gap(voxels, ground, 1.0f) == 0.0f);
    assert_int_equal(walls_of(voxels, (VeerVec3){-50.0f, 500.0f, 3.0f}, 1e6f).count, 0);
    free(voxels);
}

/// A point, and a ball that begins at a wall, are stopped by what they would go through, not by
/// what they go along, and at once where the way leads far beyond the map.
static void points_go_through_no_wall(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(12, 12, 12);
    veer_voxels_fill(voxels, (VeerVoxelBox){{5, 0, 0}, {6, 12, 12}}, true);
    VeerVec3 from = {2.5f, 2.5f, 2.5f}, at_wall = {5.0f, 2.5f, 2.5f}, beyond = {10.5f, 2.5f, 2.5f};
    VeerVec3 far = {1e38f, -1e38f, 2.5f};
    assert_false(veer_voxels_is_clear(voxels, from, beyond, 0.0f));
    assert_false(veer_voxels_is_clear(voxels, from, (VeerVec3){-1e6f, 1e6f, 2.5f}, 0.0f));
    assert_false(veer_voxels_is_clear(voxels, from, far, 0.0f));
    VeerVec3 on_floor = {2.5f, 2.5f, 0.0f}; // goes along the faces of two blocked voxels
    assert_true(veer_voxels_is_clear(voxels, on_floor, (VeerVec3){2.5f, 11.5f, 0.0f}, 0.3f));
    assert_false(veer_voxels_is_clear(voxels, on_floor, (VeerVec3){2.5f, 1e6f, 0.0f}, 0.3f));
    assert_false(veer_voxels_is_clear(voxels, on_floor, (VeerVec3){8.5f, 2.5f, 0.0f}, 0.3f));
    assert_true(veer_voxels_is_clear(voxels, from, (VeerVec3){4.999f, 11.5f, 2.5f}, 0.0f));
    assert_true(veer_voxels_is_clear(voxels, (VeerVec3){6.0f, 2.5f, 2.5f}, beyond, 0.3f));
    assert_false(veer_voxels_is_clear(voxels, beyond, at_wall, 0.0f));
    assert_true(veer_voxels_is_clear(voxels, (VeerVec3){6.0f, 2.5f, 2.5f},
                                     (VeerVec3){6.0f, 8.5f, 2.5f}, 0.3f));
    assert_false(veer_voxels_is_clear(voxels, (VeerVec3){6.0f, 2.5f, 2.5f},
                                      (VeerVec3){2.0f, 8.5f, 2.5f}, 0.3f));
    free(voxels);
}

/// A point right beyond a blocked voxel, by the rounded corner, that division finds in it: the
/// voxel is a wall, not what holds the point.
static void what_is_beyond_a_rounded_corner_sees_the_voxel(void **state)
{
    (void)state;
    uint32_t cases = 0;
    for (int32_t i = 0; i < 600; i++) {
        VeerVoxelsDef def = veer_voxels_def_default();
        def.cells = (VeerVoxel){20, 3, 3};
        def.cell_size = 0.07f + 0.013f * (float)(i % 30);
        def.origin.x = 0.3f + 1.7f * (float)(i / 200);
        VeerVoxel voxel = {i % 17 + 1, 1, 1};
        float upper = def.origin.x + (float)(voxel.x + 1) * def.cell_size;
        VeerVoxels *voxels = veer_voxels_init(take(veer_voxels_size(&def)), &def);
        VeerVec3 point = veer_voxels_centre(voxels, voxel);
        point.x = nextafterf(upper, INFINITY);
        if (veer_voxels_at(voxels, point).x == voxel.x) {
            VeerVoxelBox box = {voxel, {voxel.x + 1, 2, 2}};
            veer_voxels_fill(voxels, box, true);
            assert_int_equal(walls_of(voxels, point, 0.5f * def.cell_size).count, 1);
            cases++;
        }
        free(voxels);
    }
    assert_true(cases > 0);
}

static void walls_end_when_a_visit_returns_false(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(4, 4, 4);
    Found found = {.voxels = voxels, .point = {2.0f, 2.0f, 2.0f}, .most = 2};
    veer_voxels_walls(voxels, found.point, 3.0f, note_wall, &found);
    assert_int_equal(found.count, 2);
    free(voxels);
}

static void clear_lines_equal_brute_force(void **state)
{
    (void)state;
    uint32_t clear = 0, barred = 0;
    for (uint64_t seed = 1; seed <= suite_seeds(SEEDS); seed++) {
        print_message("seed %d\n", (int)seed);
        VeerVoxels *voxels = open_any(seed);
        for (uint64_t i = 0; i < 200; i++) {
            VeerVec3 from = any_point(seed, 2 * i), to = any_point(seed, 2 * i + 1);
            float radius = 0.25f * veer_random_unit(seed, 23, i);
            float gap = veer_voxels_gap(voxels, from, INFINITY);
            float reach = min_f(radius, gap);
            float least = gap_by_force(voxels, from, sub3(to, from));
            bool is_clear = veer_voxels_is_clear(voxels, from, to, radius);
            if (gap == 0.0f || fabsf(least - reach) < 1e-5f) {
                continue; // pressed from the start, or a matter of rounding
            }
            assert_true(is_clear == (least > reach));
            clear += is_clear;
            barred += !is_clear;
        }
        free(voxels);
    }
    assert_true(clear > 50 && barred > 50);
}

static void what_slides_along_a_wall_sees(void **state)
{
    (void)state;
    VeerVoxels *voxels = voxel_map_open(40, 8, 8);
    VeerVec3 from = {1.3f, 3.1f, 0.2f}, to = {38.7f, 6.2f, 0.2f};
    assert_true(veer_voxels_is_clear(voxels, from, to, 0.5f)); // no nearer than at the start
    assert_false(veer_voxels_is_clear(voxels, from, (VeerVec3){38.7f, 6.2f, 0.1f}, 0.5f));
    assert_true(veer_voxels_is_clear(voxels, from, from, 0.5f));
    free(voxels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gap_equals_brute_force),
        cmocka_unit_test(nearest_wall_is_at_the_gap),
        cmocka_unit_test(a_flat_floor_is_one_wall),
        cmocka_unit_test(outside_is_a_wall),
        cmocka_unit_test(what_is_inside_may_come_out),
        cmocka_unit_test(points_go_through_no_wall),
        cmocka_unit_test(what_is_beyond_a_rounded_corner_sees_the_voxel),
        cmocka_unit_test(walls_end_when_a_visit_returns_false),
        cmocka_unit_test(clear_lines_equal_brute_force),
        cmocka_unit_test(what_slides_along_a_wall_sees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
