/// The same bits on every compiler, level and machine: one hash for each part. A change that means
/// to change answers changes the hash, and says so.
#include "squad/assign/cases.h"

#include "base/hash.h"
#include "squad/assign/assign.h"
#include "squad/formation/formation.h"
#include "support/memory.h"

static uint64_t add_float(uint64_t hash, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return veer_hash_add(hash, bits);
}

static uint64_t add_point(uint64_t hash, VeerVec3 p)
{
    return add_float(add_float(add_float(hash, p.x), p.y), p.z);
}

static uint64_t add_answer(uint64_t hash, const Case *c)
{
    for (uint32_t i = 0; i < c->def.agent_count; i++) {
        hash = veer_hash_add(hash, c->slot_of[i]);
    }
    return hash;
}

// Lattices, so that many answers cost the same.
static Case *make_ties(uint32_t agent_count, uint32_t slot_count)
{
    Case *c = open_case(0, agent_count, slot_count);
    for (uint32_t i = 0; i < agent_count; i++) {
        c->agents[i] = (VeerVec3){(float)(i % 10u), (float)(i / 10u), 0.0f};
    }
    for (uint32_t i = 0; i < slot_count; i++) {
        c->slots[i] = (VeerVec3){(float)(i % 7u), 30.0f + (float)(i / 7u), 0.0f};
    }
    return c;
}

static void assign_bits_are_the_same_everywhere(void **state)
{
    (void)state;
    const uint32_t sizes[3][2] = {{100, 100}, {80, 100}, {100, 90}};
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 18; k++) {
        const uint32_t *n = sizes[k % 3u];
        Case *c = k < 9 ? draw_case(k, n[0], n[1], k % 2u) : make_ties(n[0], n[1]);
        c->def.aim = (VeerAssignAim)(k / 3u % 3u);
        assert_int_equal(solve(c), VEER_OK);
        hash = add_answer(hash, c);
        free(c);
    }
    assert_true(hash == UINT64_C(0x5ce80d60763717e6));
}

// Turned by about 37 and 90 degrees, and scattered.
static void assign_bits_of_many_are_the_same_everywhere(void **state)
{
    (void)state;
    const float turns[3][2] = {{0.8f, 0.6f}, {0.0f, 1.0f}, {1.0f, 0.0f}};
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 6; k++) {
        Case *c = k % 3u < 2u ? make_ties(390, 390) : draw_case(k, 390, 390, true);
        for (uint32_t i = 0; i < 390; i++) {
            float x = c->slots[i].x, y = c->slots[i].y;
            c->slots[i].x = turns[k % 3u][0] * x - turns[k % 3u][1] * y;
            c->slots[i].y = turns[k % 3u][1] * x + turns[k % 3u][0] * y;
        }
        c->def.aim = k < 3 ? VEER_ASSIGN_TOTAL : VEER_ASSIGN_BOTTLENECK;
        assert_int_equal(solve(c), VEER_OK);
        hash = add_answer(hash, c);
        free(c);
    }
    assert_true(hash == UINT64_C(0xfb94075eaced87e3));
}

static void formation_bits_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    VeerFrame frame = veer_formation_frame((VeerVec3){1, 2, 3}, (VeerVec3){0, 0, 0},
                                           (VeerVec3){0.1f, 0, 1}, false);
    for (int shape = 0; shape < VEER_FORMATION_OFFSETS; shape++) {
        VeerFormationDef def = veer_formation_def_default();
        VeerVec3 slots[77];
        def.shape = (VeerFormation)shape;
        assert_int_equal(veer_formation_slots(&def, (VeerVec3){5, 6, 7}, &frame, 77, slots),
                         VEER_OK);
        for (int i = 0; i < 77; i++) {
            hash = add_point(hash, slots[i]);
        }
    }
    assert_true(hash == UINT64_C(0x0f6a72de9ef1108d));
}

static void place_bits_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 4; k++) {
        VeerPlaceDef def = veer_place_def_default();
        VeerVec3 preferred[30] = {{0, 0, 0}};
        VeerPlace places[30];
        def.order = (VeerPlaceOrder)(k / 2u);
        def.space = (VeerSpace)(k % 2u);
        def.ahead = (VeerVec3){1, 2, 0};
        def.reach = 5.0f;
        (void)veer_place_find(&def, preferred, 30, places);
        for (int i = 0; i < 30; i++) {
            hash = veer_hash_add(add_point(hash, places[i].position), places[i].probes);
        }
    }
    assert_true(hash == UINT64_C(0xf2d1389a0e7ff5a6));
}

static void expect_hash(const char *name, uint64_t hash, uint64_t expected)
{
    print_message("%s: 0x%016llx\n", name, (unsigned long long)hash);
    assert_true(hash == expected);
}

// Costs from a matrix, some pairs forbidden; of other numbers than the lanes of a block; greedy,
// too.
static void assign_bits_of_matrices_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 60; k++) {
        uint32_t agents = 1 + 7 * k % 61, slots = 1 + 11 * k % 67;
        Case *c = draw_case(100 + k, agents, slots, k % 3 == 0);
        float *costs = malloc((size_t)agents * slots * sizeof *costs);
        for (uint32_t i = 0; i < agents * slots; i++) {
            float cost = (10.0f + draw(c, 10.0f)) * (k % 6 == 5 ? 1e-4f : 1.0f);
            cost = k % 5 == 1 ? floorf(0.3f * cost) : cost; // many cost the same
            costs[i] = k % 2 == 0 && draw(c, 1.0f) > 0.5f ? INFINITY : cost;
        }
        c->def.costs = k % 4 == 3 ? NULL : costs;
        c->def.aim = (VeerAssignAim)(k % 3u);
        c->def.exact_limit = k % 5 == 4 ? 8 : c->def.exact_limit;
        hash = veer_hash_add(hash, (uint64_t)solve(c));
        hash = add_answer(hash, c);
        hash = veer_hash_words(hash, &c->out.total, sizeof c->out.total);
        hash = veer_hash_words(hash, &c->out.bound, sizeof c->out.bound);
        hash = veer_hash_words(hash, &c->out.worst, sizeof c->out.worst);
        VeerAssignment given;
        assert_int_equal(veer_assign_cost(&c->def, c->slot_of, &given), VEER_OK);
        hash = veer_hash_words(hash, &given.total, sizeof given.total);
        hash = veer_hash_add(hash, veer_assign_is_worth(c->def.aim, &given, &c->out, 0.01f));
        free(costs);
        free(c);
    }
    expect_hash("matrices", hash, UINT64_C(0x61277b19f3eee91b));
}

static void formation_bits_of_any_def_are_the_same_everywhere(void **state)
{
    (void)state;
    Case *c = open_case(300, 0, 0);
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 400; k++) {
        VeerVec3 agents[5], slots[90], offsets[90];
        for (int i = 0; i < 5; i++) {
            agents[i] = draw_point(c, 20.0f, k % 2 == 0);
        }
        VeerVec3 goal = draw_point(c, 30.0f, false);
        VeerVec3 heading = k % 7 == 0 ? (VeerVec3){0, 0, 2} : draw_point(c, 1.0f, false);
        VeerVec3 up = k % 3 == 0 ? (VeerVec3){0, 0, 0} : draw_point(c, 1.0f, false);
        VeerVec3 approach = veer_formation_approach(agents, 1 + k % 5, goal);
        approach = k % 11 == 0 ? (VeerVec3){0, 0, draw(c, 3.0f)} : approach;
        VeerFrame frame = veer_formation_frame(approach, heading, up, k % 4 < 2);
        VeerFormationDef def = veer_formation_def_default();
        def.shape = (VeerFormation)(k % VEER_FORMATION_COUNT);
        def.spacing = 2.5f + draw(c, 2.0f);
        def.width = k % 5;
        def.layers = 1 + k % 3;
        def.radius = k % 4 == 0 ? 30.0f : 0.0f;
        for (int i = 0; i < 90; i++) {
            offsets[i] = draw_point(c, 9.0f, false);
        }
        def.offsets = offsets;
        def.offset_count = 90;
        // Each shape has few, and many.
        uint32_t count = k / VEER_FORMATION_COUNT + (k % 7 == 6 ? 50 : 0);
        assert_int_equal(veer_formation_slots(&def, goal, &frame, count, slots), VEER_OK);
        for (uint32_t i = 0; i < count; i++) {
            hash = add_point(hash, slots[i]);
        }
        hash = add_point(add_point(hash, frame.ahead), frame.up);
    }
    free(c);
    expect_hash("formations", hash, UINT64_C(0x67ab5b218af3914a));
}

static void trail_bits_are_the_same_everywhere(void **state)
{
    (void)state;
    Case *c = open_case(400, 0, 0);
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 40; k++) {
        VeerTrail trail = {.count = 0};
        VeerVec3 at = {0, 0, 0};
        for (uint32_t i = 0; i < 2 + 3 * k; i++) {
            VeerVec3 step = draw_point(c, 1.5f, k % 2 == 0);
            at = (VeerVec3){at.x + step.x + 0.5f, at.y + step.y, at.z + step.z};
            veer_trail_add(&trail, at);
        }
        for (int i = 0; i < 20; i++) {
            float along = trail.along[trail.count - 1] * (0.5f + draw(c, 0.7f));
            float half = 1.5f + draw(c, 1.5f);
            hash = veer_hash_add(hash, veer_trail_segment(&trail, along));
            hash = add_point(hash, veer_trail_at(&trail, along));
            hash = add_point(hash, veer_trail_smooth(&trail, along, half));
            hash = add_point(hash, veer_trail_direction(&trail, along, half, (VeerVec3){0, 1, 0}));
        }
    }
    free(c);
    expect_hash("trails", hash, UINT64_C(0x0b7844a35d3d50e7));
}

static void slice_bits_are_the_same_everywhere(void **state)
{
    (void)state;
    Case *c = open_case(500, 0, 0);
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 400; k++) {
        VeerSlice slices[2] = {{.count = 0}, {.count = 0}};
        for (uint32_t i = 0; i < k % 12; i++) {
            float lower = draw(c, 8.0f), wide = 1.0f + draw(c, 1.0f);
            // On whole numbers ranges touch; some are a point, some are none.
            lower = k % 3 == 0 ? floorf(lower) : lower;
            wide = i % 5 == 4 ? 0.0f : i % 7 == 6 ? -wide : k % 3 == 0 ? ceilf(wide) : wide;
            veer_slice_block(&slices[i % 2], lower, lower + wide);
        }
        veer_slice_join(&slices[0], &slices[1]);
        for (int i = 0; i < 6; i++) {
            float point = draw(c, 9.0f), limit = 5.0f + draw(c, 4.0f), lower = 0.0f, upper = 0.0f;
            point = k % 3 == 0 ? floorf(point) : point;
            hash = veer_hash_add(hash, veer_slice_is_free(&slices[0], point));
            veer_slice_room(&slices[0], point, limit, &lower, &upper);
            hash = add_float(add_float(hash, lower), upper);
            hash = add_float(hash, veer_slice_nearest(&slices[0], point));
            hash = add_float(hash, veer_slice_free(&slices[0], limit));
            hash = add_float(hash, veer_slice_open(&slices[0], limit));
        }
    }
    free(c);
    expect_hash("slices", hash, UINT64_C(0x0114215056e12a70));
}

// Two walls, a hole in the ground and two rooms.
static float clearance_here(void *context, VeerVec3 p)
{
    (void)context;
    return fminf(fabsf(p.x - 4.0f), fabsf(p.y + 5.0f)) - 0.2f;
}

static float floor_here(void *context, VeerVec3 p)
{
    (void)context;
    return p.x < -6.0f ? INFINITY : p.z + 2.0f;
}

static bool is_seen_here(void *context, VeerVec3 from, VeerVec3 to)
{
    (void)context;
    return (from.y - 7.0f) * (to.y - 7.0f) > 0.0f;
}

static uint32_t region_here(void *context, VeerVec3 p)
{
    (void)context;
    return p.x > 8.0f;
}

static void place_bits_among_walls_are_the_same_everywhere(void **state)
{
    (void)state;
    Case *c = open_case(600, 0, 0);
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 80; k++) {
        VeerPlaceDef def = veer_place_def_default();
        VeerVec3 preferred[24], taken[12];
        VeerPlace places[24];
        for (int i = 0; i < 24; i++) {
            preferred[i] = draw_point(c, 4.0f, k % 2 == 0);
            taken[i / 2] = draw_point(c, 5.0f, k % 2 == 0);
        }
        def.order = (VeerPlaceOrder)(k / 2u % 2u);
        def.space = (VeerSpace)(k % 2u);
        def.goal = draw_point(c, 2.0f, k % 2 == 0);
        def.ahead = draw_point(c, 1.0f, false);
        def.up = k % 3 == 0 ? def.up : draw_point(c, 1.0f, false);
        def.separation = 0.8f + draw(c, 0.7f);
        def.radius = 0.4f + draw(c, 0.3f);
        def.reach = 4.0f + draw(c, 3.0f);
        def.waiting_reach = def.reach + (k % 3 == 1 ? 3.0f : 0.0f);
        def.step = 0.5f + draw(c, 0.3f);
        def.max_drop = 2.5f;
        def.budget = k % 5 == 4 ? 60 : 700;
        def.sense.clearance = k % 4 > 0 ? clearance_here : NULL;
        def.sense.floor_below = k % 4 > 1 ? floor_here : NULL;
        def.sense.is_seen = k % 4 > 2 ? is_seen_here : NULL;
        def.sense.region = k % 3 == 0 ? region_here : NULL;
        def.taken = taken;
        def.taken_count = k % 13;
        hash = veer_hash_add(hash, (uint64_t)veer_place_find(&def, preferred, 24, places));
        for (int i = 0; i < 24; i++) {
            hash = veer_hash_add(add_point(hash, places[i].position), places[i].probes);
            hash = veer_hash_add(hash, (uint64_t)places[i].result * 2u + places[i].is_cut_short);
        }
    }
    free(c);
    expect_hash("places", hash, UINT64_C(0x3ad9b6cdbfa89f77));
}

// What the first dual variables save: an answer has its cost from any, but not its work.
static uint64_t add_work(uint64_t hash, Case *c, const float *costs, uint32_t rows,
                         uint32_t columns)
{
    VeerAssignWork work = {.rows = {.count = rows, .given = c->agents},
                           .columns = {.count = columns, .given = c->slots},
                           .limit = 1e30f};
    size_t size = veer_assign_size(rows, columns);
    VeerArena arena = {take(size), 0};
    void *memory = arena.base;
    veer_assign_lay_out(&work, &arena);
    if (costs) {
        veer_assign_pose(&work, costs, rows, columns);
    }
    veer_assign_start(&work);
    for (uint32_t i = 0; i < rows; i++) {
        assert_true(isfinite(work.rows.offset[i]));
    }
    hash = veer_hash_words(hash, work.rows.offset, rows * sizeof *work.rows.offset);
    veer_assign_total(&work);
    hash = veer_hash_words(hash, work.column_of, rows * sizeof *work.column_of);
    hash = veer_hash_words(hash, work.columns.offset, columns * sizeof *work.columns.offset);
    free(memory);
    return veer_hash_add(hash, work.looked);
}

static void assign_takes_the_same_work_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 40; k++) {
        uint32_t rows = 20 + 3 * k, columns = rows + (k % 3 == 2 ? 15 : 0);
        Case *c = draw_case(700 + k, rows, columns, k % 2 == 0);
        float *costs = malloc((size_t)rows * columns * sizeof *costs);
        for (uint32_t i = 0; i < rows * columns; i++) {
            costs[i] = (float)squared_length(c->agents[i / columns], c->slots[i % columns]);
        }
        hash = add_work(hash, c, k % 4 < 2 ? costs : NULL, rows, columns);
        free(costs);
        free(c);
    }
    expect_hash("work", hash, UINT64_C(0xbc00f7c4b886824b));
}

/// Sets that lie at one point, on a line or in a plane, or nearly so.
static void flatten(VeerVec3 *points, uint32_t count, uint32_t kind)
{
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 *p = &points[i];
        float jitter = kind % 2 == 1 ? 1e-4f * p->x : 0.0f;
        if (kind < 2) {
            *p = (VeerVec3){3.0f + jitter, 4.0f, 5.0f};
        } else if (kind < 4) {
            *p = (VeerVec3){jitter, 0.0f, p->z + p->y};
        } else if (kind < 6) {
            *p = (VeerVec3){p->x, 0.5f * p->x + jitter, -2.0f * p->x};
        } else {
            *p = (VeerVec3){jitter, p->y, p->z};
        }
    }
}

static void assign_of_flat_sets_takes_the_same_work_everywhere(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 64; k++) {
        uint32_t rows = 7 + k % 5, columns = rows;
        Case *c = draw_case(800 + k, rows, columns, false);
        flatten(c->agents, rows, k % 8);
        flatten(c->slots, columns, k / 8);
        hash = add_work(hash, c, NULL, rows, columns);
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        float none[12 * 12] = {0.0f}; // all pairs cost the same
        none[0] = k % 2 == 0 ? 0.0f : 1e-30f;
        hash = add_work(hash, c, none, rows, columns);
        // Of those that cost nothing some are forbidden, and there is an answer without them.
        none[0] = none[k % 7 * columns + k % 5] = INFINITY;
        c->def.costs = none;
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_int_equal(c->out.assigned_count, rows);
        assert_true(c->out.worst < 1.0f);
        free(c);
    }
    expect_hash("flat work", hash, UINT64_C(0xabe0f42abbc8d91c));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assign_bits_are_the_same_everywhere),
        cmocka_unit_test(assign_bits_of_many_are_the_same_everywhere),
        cmocka_unit_test(formation_bits_are_the_same_everywhere),
        cmocka_unit_test(place_bits_are_the_same_everywhere),
        cmocka_unit_test(assign_bits_of_matrices_are_the_same_everywhere),
        cmocka_unit_test(assign_takes_the_same_work_everywhere),
        cmocka_unit_test(assign_of_flat_sets_takes_the_same_work_everywhere),
        cmocka_unit_test(formation_bits_of_any_def_are_the_same_everywhere),
        cmocka_unit_test(trail_bits_are_the_same_everywhere),
        cmocka_unit_test(slice_bits_are_the_same_everywhere),
        cmocka_unit_test(place_bits_among_walls_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
