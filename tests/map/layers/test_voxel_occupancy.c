// How many bodies cover each voxel: against brute force.
#include "support/memory.h"
#include "support/voxel_maps.h"

#include <math.h>
#include <stdio.h>

enum { BODIES = 24, ROUNDS = 12 };

static float axis_gap(float point, int32_t index)
{
    return fmaxf(fmaxf((float)index - point, point - (float)(index + 1)), 0.0f);
}

static bool covers(VeerVoxelBall ball, VeerVoxel at)
{
    float x = axis_gap(ball.x, at.x), y = axis_gap(ball.y, at.y), z = axis_gap(ball.z, at.z);
    return x * x < ball.radius * ball.radius - (y * y + z * z);
}

static const VeerVoxelBall nothing = {0};

/// What stands, what covers it, and the bodies that do.
typedef struct Case {
    VeerVoxels *walls, *covered;
    VeerVoxelOccupancy *occupancy;
    VeerVoxelBall balls[BODIES];
} Case;

static Case make_case(uint64_t seed)
{
    Case made = {.walls = voxel_map_open(21, 14, 11), .covered = voxel_map_open(21, 14, 11)};
    const VeerVoxelsDef *def = veer_voxels_def(made.walls);
    voxel_map_scatter(made.walls, seed, 0.1f, 3);
    assert_int_equal(veer_voxels_dilate(made.walls, 0.0f, made.covered), VEER_OK);
    void *memory = take(veer_voxel_occupancy_size(def));
    made.occupancy = veer_voxel_occupancy_init(memory, def);
    return made;
}

static void free_case(Case *made)
{
    free(made->walls);
    free(made->covered);
    free(made->occupancy);
}

static void check(const Case *made)
{
    for (int32_t i = 0; i < voxel_map_count(made->walls); i++) {
        VeerVoxel at = voxel_map_at(made->walls, i);
        uint32_t count = 0;
        for (int k = 0; k < BODIES; k++) {
            count += covers(made->balls[k], at);
        }
        assert_int_equal(veer_voxel_occupancy_count(made->occupancy, at), count);
        assert_int_equal(veer_voxels_is_blocked(made->covered, at),
                         count > 0 || veer_voxels_is_blocked(made->walls, at));
    }
}

static VeerVoxelBall draw_ball(uint64_t seed, uint64_t n)
{
    // Some of them partly, or all, beside the map.
    return (VeerVoxelBall){
        veer_random_unit(seed, 11, n) * 27.0f - 3.0f, veer_random_unit(seed, 12, n) * 20.0f - 3.0f,
        veer_random_unit(seed, 13, n) * 17.0f - 3.0f, veer_random_unit(seed, 14, n) * 3.0f};
}

/// A ball that has moved, by a little as a rule, now and then far.
static VeerVoxelBall moved(VeerVoxelBall ball, uint64_t seed, uint64_t n)
{
    if (n % 7 == 0) {
        return draw_ball(seed, 1000 + n);
    }
    ball.x += veer_random_unit(seed, 15, n) - 0.5f;
    ball.y += veer_random_unit(seed, 16, n) - 0.5f;
    ball.z += veer_random_unit(seed, 17, n) - 0.5f;
    return ball;
}

static void counts_equal_brute_force(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        printf("seed %u\n", (unsigned)seed);
        Case made = make_case(seed);
        for (uint64_t i = 0; i < BODIES; i++) {
            made.balls[i] = draw_ball(seed, i);
            veer_voxel_occupancy_move(made.occupancy, made.walls, made.covered, nothing,
                                      made.balls[i]);
        }
        check(&made);
        for (uint64_t n = 0; n < ROUNDS * BODIES; n++) {
            VeerVoxelBall *ball = &made.balls[n % BODIES], to = moved(*ball, seed, n);
            veer_voxel_occupancy_move(made.occupancy, made.walls, made.covered, *ball, to);
            *ball = to;
            if (n % BODIES == BODIES - 1) {
                check(&made);
            }
        }
        for (int i = 0; i < BODIES; i++) {
            veer_voxel_occupancy_move(made.occupancy, made.walls, made.covered, made.balls[i],
                                      nothing);
            made.balls[i].radius = 0.0f;
        }
        check(&made);
        veer_voxels_commit(made.covered);
        assert_int_equal(veer_voxels_blocked_count(made.covered),
                         veer_voxels_blocked_count(made.walls));
        free_case(&made);
    }
}

static void what_touches_does_not_cover(void **unused)
{
    (void)unused;
    Case made = make_case(1);
    VeerVoxelsDef def = veer_voxels_def_default();
    def.origin = (VeerVec3){1.0f, 2.0f, 3.0f};
    def.cell_size = 0.5f;
    VeerVoxels *voxels = veer_voxels_init(take(veer_voxels_size(&def)), &def);
    VeerVoxelBall ball = veer_voxels_ball(voxels, (VeerVec3){3.0f, 4.0f, 5.0f}, 0.5f);
    assert_true(ball.x == 4.0f && ball.y == 4.0f && ball.z == 4.0f && ball.radius == 1.0f);
    veer_voxel_occupancy_move(made.occupancy, made.walls, made.covered, nothing, ball);
    assert_int_equal(veer_voxel_occupancy_count(made.occupancy, (VeerVoxel){3, 3, 3}), 1);
    assert_int_equal(veer_voxel_occupancy_count(made.occupancy, (VeerVoxel){5, 3, 3}), 0);
    assert_int_equal(veer_voxel_occupancy_count(made.occupancy, (VeerVoxel){2, 3, 3}), 0);
    free(voxels);
    free_case(&made);
}

static void bad_defs_are_refused(void **unused)
{
    (void)unused;
    VeerVoxelsDef def = veer_voxels_def_default();
    def.cells.x = 0;
    assert_int_equal(veer_voxel_occupancy_size(&def), 0);
    assert_null(veer_voxel_occupancy_init(NULL, &def));
    Case made = make_case(2);
    assert_int_equal(veer_voxel_occupancy_count(made.occupancy, (VeerVoxel){-1, 0, 0}), 0);
    assert_int_equal(veer_voxel_occupancy_count(made.occupancy, (VeerVoxel){0, 0, 11}), 0);
    free_case(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_equal_brute_force),
        cmocka_unit_test(what_touches_does_not_cover),
        cmocka_unit_test(bad_defs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
