/// The same fields, bit by bit, on every compiler, level and machine, and found with the same work.
/// A change that means to change fields or work changes the hash, and says so.
#include "plan/field/fields.h"
#include "plan/field/seen.h"

#include "base/hash.h"
#include "support/memory.h"
#include "support/voxel_maps.h"

enum { MAPS = 45, LOOKS = 60, BODIES = 80 };

static uint64_t run(uint64_t hash, VeerFieldSolver *solver, VeerField *field, uint64_t seed)
{
    while (veer_field_run(solver, field, seed % 2 == 0 ? UINT32_MAX : 37) == VEER_FIELD_RUNNING) {
    }
    return veer_hash_add(hash, veer_field_work(solver));
}

/// What a field says of every cell of the plane, and of points anywhere.
static uint64_t add_field(uint64_t hash, const VeerField *field, VeerVec3 size, uint64_t seed)
{
    for (VeerVoxel at = {0, 0, 0}; (float)at.z < size.z; at.z++) {
        for (at.y = 0; (float)at.y < size.y; at.y++) {
            for (at.x = 0; (float)at.x < size.x; at.x++) {
                float value = veer_field_at_voxel(field, at);
                hash = veer_hash_words(hash, &value, sizeof value);
                hash = veer_hash_add(hash, seen_voxel(field, at));
            }
        }
    }
    for (uint64_t i = 0; i < LOOKS; i++) {
        VeerVec3 at = {size.x * veer_random_unit(seed, 21, i),
                       size.y * veer_random_unit(seed, 22, i),
                       size.z * veer_random_unit(seed, 23, i)};
        VeerVec3 direction = veer_field_direction(field, at);
        float distance = veer_field_distance(field, at);
        hash = veer_hash_words(hash, &direction, sizeof direction);
        hash = veer_hash_words(hash, &distance, sizeof distance);
    }
    return hash;
}

static Maps open_map(uint64_t seed)
{
    return open_scattered_map(44, 36, seed, seed % 3 == 1 ? 0.0f : 0.15f, seed % 3 == 2);
}

static void fields_of_grids_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        Maps maps = open_map(seed);
        Fields fields = fields_open(&maps);
        VeerVec3 goals[3];
        for (uint64_t i = 0; i < 3; i++) {
            goals[i] = fields_middle(fields_free_cell(&maps, seed, 10 * i));
            goals[i].x += 0.3f * (float)(seed % 2);
        }
        VeerFieldQuery query = fields_query(goals, 1 + (uint32_t)(seed % 3), seed % 4 == 3);
        assert_int_equal(veer_field_begin(fields.solver, fields.field, maps.grid, &query), VEER_OK);
        hash = run(hash, fields.solver, fields.field, seed);
        if (seed % 2 == 0) {
            VeerCell from = fields_free_cell(&maps, seed, 70),
                     to = fields_free_cell(&maps, seed, 80);
            bool is_added = veer_field_add_link(fields.solver, fields.field, from, to, 2.0f);
            hash = run(veer_hash_add(hash, is_added), fields.solver, fields.field, seed);
        }
        hash = add_field(hash, fields.field, (VeerVec3){44.0f, 36.0f, 1.0f}, seed);
        fields_close(&fields);
        maps_close(&maps);
    }
    print_message("grids: 0x%016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0x91b7d3256d0cd223));
}

static VeerDensity *open_density(const Maps *maps, uint64_t seed)
{
    const VeerGridDef *def = veer_grid_def(maps->grid);
    VeerDensity *density = veer_density_init(take(veer_density_size(def)), def, 1.0f);
    for (uint64_t i = 0; i < BODIES; i++) {
        VeerVec3 at = {15.0f + 9.0f * veer_random_unit(seed, 31, i),
                       10.0f + 9.0f * veer_random_unit(seed, 32, i), 0.0f};
        VeerVec3 velocity = {2.0f * veer_random_unit(seed, 33, i) - 1.0f,
                             2.0f * veer_random_unit(seed, 34, i) - 1.0f, 0.0f};
        veer_density_add(density, at, velocity);
    }
    veer_density_blur(density, maps->grid, 1 + (uint32_t)(seed % 2));
    for (uint64_t i = 0; i < 40; i++) {
        (void)veer_density_set_discomfort(density, maps_cell(maps, seed, i), 0.5f);
    }
    return density;
}

static void fields_of_crowds_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        Maps maps = open_map(seed);
        VeerDensity *density = open_density(&maps, seed);
        VeerField *field = veer_field_init(take(veer_field_size(44, 36, 1)), 44, 36, 1);
        size_t size = veer_field_solver_size(44, 36, 1, true);
        VeerFieldSolver *solver = veer_field_solver_init(take(size), 44, 36, 1, true);
        VeerVec3 goal = fields_middle(fields_free_cell(&maps, seed, 5));
        VeerFieldQuery query = fields_query(&goal, 1, seed % 4 == 3);
        VeerFieldCrowd crowd = veer_field_crowd_default();
        crowd.density = density;
        crowd.discomfort_weight = 1.5f;
        VeerStatus status = veer_field_begin_crowd(solver, field, maps.grid, &crowd, &query);
        assert_int_equal(status, VEER_OK);
        hash = run(hash, solver, field, seed);
        hash = add_field(hash, field, (VeerVec3){44.0f, 36.0f, 1.0f}, seed);
        free(solver);
        free(field);
        free(density);
        maps_close(&maps);
    }
    print_message("crowds: 0x%016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0x40f9a15dbecaa7ef));
}

static void fields_of_voxels_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < MAPS; seed++) {
        VeerVoxels *voxels = voxel_map_open(20, 18, 16);
        voxel_map_scatter(voxels, seed, seed % 2 == 0 ? 0.02f : 0.2f, 8);
        VeerField *field = veer_field_init(take(veer_field_size(20, 18, 16)), 20, 18, 16);
        size_t size = veer_field_solver_size(20, 18, 16, false);
        VeerFieldSolver *solver = veer_field_solver_init(take(size), 20, 18, 16, false);
        VeerVec3 goals[2] = {veer_voxels_centre(voxels, voxel_map_any(voxels, seed, 3)),
                             veer_voxels_centre(voxels, voxel_map_any(voxels, seed, 4))};
        VeerFieldQuery query = fields_query(goals, 1 + (uint32_t)(seed % 2), seed % 4 == 3);
        hash =
            veer_hash_add(hash, (uint64_t)veer_field_begin_voxels(solver, field, voxels, &query));
        hash = run(hash, solver, field, seed);
        hash = add_field(hash, field, (VeerVec3){20.0f, 18.0f, 16.0f}, seed);
        free(solver);
        free(field);
        free(voxels);
    }
    print_message("voxels: 0x%016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0x0a0daf4b966270c4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_grids_are_the_same_everywhere),
        cmocka_unit_test(fields_of_crowds_are_the_same_everywhere),
        cmocka_unit_test(fields_of_voxels_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
