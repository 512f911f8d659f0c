/// Fields over voxels, and scene E17's third part: 25 × 14 × 8.
#include "base/random.h"
#include "plan/field/seen.h"
#include "veer/field.h"

#include "support/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP 0.05f

typedef struct Solid {
    VeerVoxel side;
    VeerVoxels *voxels;
    VeerField *field;
    VeerFieldSolver *solver;
    size_t size;
} Solid;

static Solid open_solid(int32_t x, int32_t y, int32_t z)
{
    Solid solid = {.side = {x, y, z}};
    uint32_t side[3] = {(uint32_t)x, (uint32_t)y, (uint32_t)z};
    VeerVoxelsDef def = veer_voxels_def_default();
    def.cells = solid.side;
    solid.voxels = veer_voxels_init(take(veer_voxels_size(&def)), &def);
    solid.size = veer_field_size(side[0], side[1], side[2]);
    void *memory = take(solid.size);
    memset(memory, 0, solid.size);
    solid.field = veer_field_init(memory, side[0], side[1], side[2]);
    solid.solver =
        veer_field_solver_init(take(veer_field_solver_size(side[0], side[1], side[2], false)),
                               side[0], side[1], side[2], false);
    assert_non_null(solid.voxels);
    assert_non_null(solid.field);
    assert_non_null(solid.solver);
    return solid;
}

static void close_solid(Solid *solid)
{
    free(solid->voxels);
    free(solid->field);
    free(solid->solver);
}

static VeerVoxel voxel_of(const Solid *solid, int32_t i)
{
    return (VeerVoxel){i % solid->side.x, i / solid->side.x % solid->side.y,
                       i / (solid->side.x * solid->side.y)};
}

static int32_t count_of(const Solid *solid)
{
    return solid->side.x * solid->side.y * solid->side.z;
}

static bool is_free(const Solid *solid, int32_t x, int32_t y, int32_t z)
{
    return !veer_voxels_is_blocked(solid->voxels, (VeerVoxel){x, y, z});
}

// Blocks some voxels, none of them the goal's.
static void scatter(Solid *solid, uint64_t seed, int blocks, VeerVoxel goal)
{
    for (uint64_t i = 0; blocks > 0; i++) {
        uint64_t r = veer_random_u64(seed, 1, i) % (uint64_t)count_of(solid);
        VeerVoxel v = voxel_of(solid, (int32_t)r);
        bool is_goal = v.x == goal.x && v.y == goal.y && v.z == goal.z;
        if (!is_goal && is_free(solid, v.x, v.y, v.z)) {
            veer_voxels_set_blocked(solid->voxels, v, true);
            blocks--;
        }
    }
    veer_voxels_commit(solid->voxels);
}

static VeerVec3 middle(VeerVoxel v)
{
    return (VeerVec3){(float)v.x + 0.5f, (float)v.y + 0.5f, (float)v.z + 0.5f};
}

static void solve(Solid *solid, VeerVec3 goal, bool is_blind, uint32_t budget)
{
    VeerFieldQuery query = veer_field_query_default();
    query.goals = &goal;
    query.goal_count = 1;
    query.is_blind = is_blind;
    assert_int_equal(veer_field_begin_voxels(solid->solver, solid->field, solid->voxels, &query),
                     VEER_OK);
    while (veer_field_run(solid->solver, solid->field, budget) != VEER_FIELD_DONE) {
    }
}

static double distance(VeerVec3 a, VeerVec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

// How much of a segment is within a voxel that is wider by `margin` on all sides.
static double within(VeerVec3 a, VeerVec3 b, VeerVoxel v, double margin)
{
    const double start[3] = {(double)a.x, (double)a.y, (double)a.z};
    const double end[3] = {(double)b.x, (double)b.y, (double)b.z};
    const int32_t cell[3] = {v.x, v.y, v.z};
    double from = 0.0, to = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        double length = end[axis] - start[axis];
        double one = (cell[axis] - margin - start[axis]) / length;
        double other = (cell[axis] + 1.0 + margin - start[axis]) / length;
        from = fmax(from, fmin(one, other));
        to = fmin(to, fmax(one, other));
    }
    return to - from;
}

static void solid_sight_equals_brute_force(void **state)
{
    (void)state;
    int seen = 0, asked = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        printf("seed %d\n", (int)seed);
        Solid solid = open_solid(14, 11, 9);
        VeerVoxel cell = {(int32_t)seed, 5, 4};
        scatter(&solid, seed, 90, cell);
        VeerVec3 goal = middle(cell);
        goal.x += 65.0f / 512.0f, goal.y -= 101.0f / 512.0f, goal.z += 7.0f / 512.0f;
        solve(&solid, goal, false, 100);
        for (int32_t i = 0; i < count_of(&solid); i++) {
            VeerVoxel v = voxel_of(&solid, i);
            double surely = -1.0, barely = -1.0;
            for (int32_t k = 0; k < count_of(&solid); k++) {
                VeerVoxel block = voxel_of(&solid, k);
                if (!is_free(&solid, block.x, block.y, block.z)) {
                    surely = fmax(surely, within(middle(v), goal, block, -1e-6));
                    barely = fmax(barely, within(middle(v), goal, block, 1e-6));
                }
            }
            bool is_seen = seen_voxel(solid.field, v);
            assert_false(is_seen && surely > 0.0);
            assert_true(is_seen || barely >= 0.0);
            seen += is_seen;
            asked++;
        }
        close_solid(&solid);
    }
    assert_true(seen > asked / 8 && seen < asked);
}

// The least neighbour along an axis that is accepted.
static double least_of(const Solid *solid, const double *values, const bool *is_accepted,
                       VeerVoxel v, int axis)
{
    double least = (double)INFINITY;
    for (int sign = -1; sign <= 1; sign += 2) {
        VeerVoxel n = {v.x + (axis == 0) * sign, v.y + (axis == 1) * sign,
                       v.z + (axis == 2) * sign};
        int32_t i = (n.z * solid->side.y + n.y) * solid->side.x + n.x;
        if (is_free(solid, n.x, n.y, n.z) && is_accepted[i]) {
            least = fmin(least, values[i]);
        }
    }
    return least;
}

// The greater root of Σ (u - a)² = 1 over those that are below it.
static double root_of(double a, double b, double c)
{
    double least = fmin(fmin(a, b), c), most = fmax(fmax(a, b), c);
    double mid = fmax(fmin(a, b), fmin(fmax(a, b), c)), u = least + 1.0;
    if (mid < u) {
        u = 0.5 * (least + mid + sqrt(2.0 - (mid - least) * (mid - least)));
    }
    if (most < u) {
        double sum = a + b + c, squares = a * a + b * b + c * c;
        u = (sum + sqrt(sum * sum - 3.0 * (squares - 1.0))) / 3.0;
    }
    return u;
}

static void march(const Solid *solid, double *values, const bool *is_fixed)
{
    int32_t count = count_of(solid);
    bool *is_accepted = calloc((size_t)count, sizeof *is_accepted);
    for (;;) {
        int32_t best = -1;
        for (int32_t i = 0; i < count; i++) {
            if (!is_accepted[i] && isfinite(values[i]) && (best < 0 || values[i] < values[best])) {
                best = i;
            }
        }
        if (best < 0) {
            break;
        }
        is_accepted[best] = true;
        for (int side = 0; side < 6; side++) {
            int sign = side % 2 ? 1 : -1;
            VeerVoxel v = voxel_of(solid, best);
            v.x += (side / 2 == 0) * sign, v.y += (side / 2 == 1) * sign;
            v.z += (side / 2 == 2) * sign;
            int32_t i = (v.z * solid->side.y + v.y) * solid->side.x + v.x;
            if (is_free(solid, v.x, v.y, v.z) && !is_accepted[i] && !is_fixed[i]) {
                values[i] = fmin(values[i], root_of(least_of(solid, values, is_accepted, v, 0),
                                                    least_of(solid, values, is_accepted, v, 1),
                                                    least_of(solid, values, is_accepted, v, 2)));
            }
        }
    }
    free(is_accepted);
}

static void solid_field_equals_marching_with_a_heap(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        printf("seed %d\n", (int)seed);
        Solid solid = open_solid(13, 11, 9);
        VeerVoxel cell = {3, 4, 5};
        scatter(&solid, seed, 250, cell);
        VeerVec3 goal = middle(cell);
        goal.x += 1.0f / 512.0f, goal.y += 1.0f / 512.0f, goal.z += 1.0f / 512.0f;
        bool is_blind = seed == 4;
        solve(&solid, goal, is_blind, UINT32_MAX);
        int32_t count = count_of(&solid);
        double *values = calloc((size_t)count, sizeof *values);
        bool *is_fixed = calloc((size_t)count, sizeof *is_fixed);
        for (int32_t i = 0; i < count; i++) {
            VeerVoxel v = voxel_of(&solid, i);
            int off = abs(v.x - cell.x) + abs(v.y - cell.y) + abs(v.z - cell.z);
            is_fixed[i] = seen_voxel(solid.field, v);
            bool is_start = is_fixed[i] || (is_blind && off <= 1 && is_free(&solid, v.x, v.y, v.z));
            values[i] = is_start ? distance(middle(v), goal) : (double)INFINITY;
        }
        march(&solid, values, is_fixed);
        for (int32_t i = 0; i < count; i++) {
            double value = (double)veer_field_at_voxel(solid.field, voxel_of(&solid, i));
            assert_true(isinf(values[i]) ? isinf(value)
                                         : fabs(value - values[i]) <= 1e-4 * fmax(1.0, values[i]));
        }
        free(values);
        free(is_fixed);
        close_solid(&solid);
    }
}

static void solid_field_in_portions_is_the_same(void **state)
{
    (void)state;
    Solid whole = open_solid(20, 18, 16), cut = open_solid(20, 18, 16);
    VeerVoxel cell = {2, 2, 2};
    scatter(&whole, 9, 900, cell);
    scatter(&cut, 9, 900, cell);
    solve(&whole, middle(cell), false, UINT32_MAX);
    solve(&cut, middle(cell), false, 13);
    assert_memory_equal(whole.field, cut.field, whole.size);
    close_solid(&whole);
    close_solid(&cut);
}

// Follows a field. @return how long the path is; INFINITY: it came nowhere
static double follow(const Solid *solid, VeerVec3 at, VeerVec3 goal)
{
    double length = 0.0;
    while (length < 200.0) {
        double left = distance(at, goal);
        if (left < (double)STEP) {
            return length + left;
        }
        VeerVec3 direction = veer_field_direction(solid->field, at);
        at.x += STEP * direction.x, at.y += STEP * direction.y, at.z += STEP * direction.z;
        length += (double)STEP;
        assert_true(is_free(solid, (int32_t)at.x, (int32_t)at.y, (int32_t)at.z));
    }
    return (double)INFINITY;
}

static void e17_solid_empty_is_straight(void **state)
{
    (void)state;
    Solid solid = open_solid(25, 14, 8);
    VeerVec3 goal = {23.5f, 7.5f, 4.5f};
    solve(&solid, goal, false, UINT32_MAX);
    for (int32_t i = 0; i < count_of(&solid); i++) {
        VeerVoxel v = voxel_of(&solid, i);
        assert_true(seen_voxel(solid.field, v));
        assert_true(i % 11 > 0 ||
                    follow(&solid, middle(v), goal) <= 1.02 * distance(middle(v), goal) + 0.01);
    }
    close_solid(&solid);
}

static void e17_solid_between_blocks_is_nearly_straight(void **state)
{
    (void)state;
    double worst = 1.0, sum = 0.0;
    int paths = 0, over = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        Solid solid = open_solid(25, 14, 8);
        VeerVec3 goal = {23.5f, 7.5f, 4.5f};
        scatter(&solid, seed, 240, (VeerVoxel){23, 7, 4}); // as dense as 30 in the plane
        solve(&solid, goal, false, UINT32_MAX);
        for (int32_t i = 0; i < count_of(&solid); i += 17) {
            VeerVoxel v = voxel_of(&solid, i);
            double straight = distance(middle(v), goal);
            if (isfinite(veer_field_at_voxel(solid.field, v)) && straight > 6.0) {
                // No path is shorter than the straight line, but the shortest may be longer.
                double ratio = follow(&solid, middle(v), goal) / straight;
                over += ratio > 1.10;
                worst = fmax(worst, ratio);
                sum += ratio;
                paths++;
            }
        }
        close_solid(&solid);
    }
    printf("%d paths, mean %.4f, worst %.4f of the straight line\n", paths, sum / paths, worst);
    assert_true(sum / paths <= 1.03 && worst <= 1.20);
    assert_true(over * 100 <= paths);
}

static void solid_field_refuses_what_does_not_fit(void **state)
{
    (void)state;
    Solid one = open_solid(9, 8, 7), other = open_solid(9, 8, 6);
    VeerFieldQuery query = veer_field_query_default();
    VeerVec3 goal = {3.0f, 3.0f, -0.5f};
    query.goals = &goal;
    query.goal_count = 1;
    assert_int_equal(veer_field_begin_voxels(one.solver, one.field, one.voxels, &query),
                     VEER_BAD_VALUE);
    goal.z = 0.5f;
    assert_int_equal(veer_field_begin_voxels(one.solver, one.field, other.voxels, &query),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_field_begin_voxels(other.solver, one.field, one.voxels, &query),
                     VEER_BAD_VALUE);
    assert_int_equal(veer_field_state(one.field), VEER_FIELD_IDLE);
    close_solid(&one);
    close_solid(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solid_sight_equals_brute_force),
        cmocka_unit_test(solid_field_equals_marching_with_a_heap),
        cmocka_unit_test(solid_field_in_portions_is_the_same),
        cmocka_unit_test(e17_solid_empty_is_straight),
        cmocka_unit_test(e17_solid_between_blocks_is_nearly_straight),
        cmocka_unit_test(solid_field_refuses_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
