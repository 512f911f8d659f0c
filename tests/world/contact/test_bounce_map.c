// Free balls bounce off the map: edges of a grid, voxels, sides of a mesh.
#include "world/map_maker.h"

#include "base/random.h"

#include <stdio.h>

enum { SEEDS = 12 };

static float gap_of(const VeerWorld *world, VeerVec3 position)
{
    return veer_world_voxels(world) ? veer_voxels_gap(veer_world_voxels(world), position, 4.0f)
           : veer_world_mesh(world) ? veer_mesh_gap(veer_world_mesh(world), position, 4.0f)
                                    : veer_grid_gap(veer_world_grid(world), position, 4.0f);
}

/// A ball keeps its speed, and never gets further into a wall than it goes in a tick.
static void expect_inside(VeerWorld *world, VeerObstacleId ball, int ticks)
{
    float speed = length3(read_obstacle(world, ball).velocity);
    VeerVec3 start = read_obstacle(world, ball).position;
    float furthest = 0.0f;
    for (int tick = 0; tick < ticks; tick++) {
        step_times(world, 1, TICK);
        VeerObstacleState state = read_obstacle(world, ball);
        float gap = gap_of(world, state.position);
        assert_true(gap > 0.0f && state.radius - gap <= speed * TICK);
        // Each of some hundred bounces rounds twice.
        assert_true(fabsf(length3(state.velocity) - speed) <= 1e-4f * speed);
        furthest = max_f(furthest, length3(sub3(state.position, start)));
    }
    assert_true(furthest > 2.0f);
}

static VeerObstacleId throw_ball(VeerWorld *world, Dice *dice, VeerVec3 position)
{
    VeerVec3 velocity = roll3(dice, 12.0f);
    velocity.z = veer_world_voxels(world) ? velocity.z : 0.0f;
    return add_moving_ball(world, VEER_MOTION_FREE, position, velocity, roll(dice, 0.3f, 0.9f));
}

static int32_t draw(uint64_t seed, uint64_t i, int32_t most)
{
    return (int32_t)(veer_random_u64(seed, 7, i) % (uint64_t)most);
}

/// Blocks of rock, except in the middle.
static VeerWorld *make_cave(uint64_t seed)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    def.map.voxels.cells = (VeerVoxel){24, 20, 16};
    VeerWorld *world = make_world_of(&def);
    for (uint64_t i = 0; i < 40; i++) {
        VeerVoxel at = {draw(seed, 3 * i, 22), draw(seed, 3 * i + 1, 17),
                        draw(seed, 3 * i + 2, 14)};
        VeerVoxelBox box = {at, {at.x + 2, at.y + 3, at.z + 2}};
        assert_int_equal(veer_world_voxels_fill(world, box, true), VEER_OK);
    }
    VeerVoxelBox middle = {{10, 8, 6}, {14, 12, 10}};
    assert_int_equal(veer_world_voxels_fill(world, middle, false), VEER_OK);
    return world;
}

static void ball_stays_out_of_rock(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= suite_seeds(SEEDS); seed++) {
        printf("seed %u\n", seed);
        Dice dice = make_dice(seed);
        VeerWorld *world = make_cave(seed);
        expect_inside(world, throw_ball(world, &dice, vec3(12.0f, 10.0f, 8.0f)), 1500);
        veer_world_destroy(world);
    }
}

static void ball_stays_within_a_grid(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= suite_seeds(SEEDS); seed++) {
        printf("seed %u\n", seed);
        Dice dice = make_dice(seed);
        VeerWorldDef def = map_def(24, 20);
        VeerWorld *world = make_world_of(&def);
        for (uint64_t i = 0; i < 12; i++) {
            VeerCell at = {draw(seed, 2 * i, 22), draw(seed, 2 * i + 1, 17)};
            VeerCellRect rect = {at, {at.x + 2, at.y + 3}};
            assert_int_equal(veer_world_grid_fill(world, rect, true), VEER_OK);
        }
        VeerCellRect middle = {{10, 8}, {14, 12}};
        assert_int_equal(veer_world_grid_fill(world, middle, false), VEER_OK);
        expect_inside(world, throw_ball(world, &dice, vec3(12.0f, 10.0f, 0.0f)), 1500);
        veer_world_destroy(world);
    }
}

// Two rooms of 8 × 8 m with a door of 2 m between them, the second a step up.
static const VeerVec3 vertices[] = {{0, 0, 2},  {8, 0, 2},  {8, 3, 2},  {8, 5, 2},
                                    {8, 8, 2},  {0, 8, 2},  {10, 3, 3}, {10, 5, 3},
                                    {10, 0, 3}, {18, 0, 3}, {18, 8, 3}, {10, 8, 3}};
static const uint32_t first[] = {0, 6, 10, 16};
static const uint32_t corners[] = {0, 1, 2, 3, 4, 5, 2, 6, 7, 3, 8, 9, 10, 11, 7, 6};

static void ball_stays_within_a_mesh(void **unused)
{
    (void)unused;
    VeerMeshDef mesh = veer_mesh_def_default();
    mesh.vertices = vertices;
    mesh.vertex_count = sizeof vertices / sizeof *vertices;
    mesh.first = first;
    mesh.corners = corners;
    mesh.polygon_count = 3;
    void *memory = aligned_alloc(64, veer_mesh_size(&mesh));
    VeerWorldDef def = veer_world_def_default();
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = veer_mesh_init(memory, &mesh, NULL, NULL);
    assert_non_null(def.map.mesh.whole);
    for (uint32_t seed = 1; seed <= suite_seeds(SEEDS); seed++) {
        printf("seed %u\n", seed);
        Dice dice = make_dice(seed);
        VeerWorld *world = make_world_of(&def);
        expect_inside(world, throw_ball(world, &dice, vec3(4.0f, 4.0f, 2.0f)), 1500);
        veer_world_destroy(world);
    }
    free(memory);
}

/// The floor is nearer all the way, but it flies along that.
static void ball_over_the_floor_bounces_off_the_wall_ahead(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    def.map.voxels.cells = (VeerVoxel){20, 10, 10};
    VeerWorld *world = make_world_of(&def);
    VeerObstacleId ball = add_moving_ball(world, VEER_MOTION_FREE, vec3(5.0f, 5.0f, 0.55f),
                                          vec3(30.0f, 0.0f, -0.01f), 0.5f);
    for (int tick = 0; tick < 200; tick++) {
        step_times(world, 1, TICK);
        assert_true(gap_of(world, read_obstacle(world, ball).position) > 0.4f);
    }
    veer_world_destroy(world);
}

static void ball_in_a_gap_too_narrow_for_it_stays(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    def.map.voxels.cells = (VeerVoxel){9, 9, 1};
    VeerWorld *world = make_world_of(&def);
    VeerObstacleId ball = add_moving_ball(world, VEER_MOTION_FREE, vec3(4.0f, 4.0f, 0.5f),
                                          vec3(0.0f, 0.0f, 3.0f), 0.8f);
    step_times(world, 100, TICK);
    assert_true(read_obstacle(world, ball).position.z == 0.5f);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_stays_out_of_rock),
        cmocka_unit_test(ball_stays_within_a_grid),
        cmocka_unit_test(ball_stays_within_a_mesh),
        cmocka_unit_test(ball_over_the_floor_bounces_off_the_wall_ahead),
        cmocka_unit_test(ball_in_a_gap_too_narrow_for_it_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
