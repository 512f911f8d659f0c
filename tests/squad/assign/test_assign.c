#include "squad/assign/cases.h"
#include "support/memory.h"

static void assign_total_equals_brute_force(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 10u * COUNTS; k++) {
        Case *c = draw_case(k, counts[k % COUNTS][0], counts[k % COUNTS][1], k % 2u);
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        Best best = search_all(c);
        assert_int_equal(c->out.assigned_count, best.count);
        assert_equal_cost(c->out.total, best.total);
        assert_true(c->out.bound == c->out.total);
        free(c);
    }
}

static void assign_total_equals_another_method_up_to_200(void **state)
{
    (void)state;
    const uint32_t sizes[][2] = {{31, 31}, {32, 32}, {33, 33}, {65, 65}, {100, 120}, {200, 200}};
    for (uint32_t k = 0; k < 12; k++) {
        Case *c = draw_case(3000u + k, sizes[k % 6u][0], sizes[k % 6u][1], k % 2u);
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_equal_cost(c->out.total, oracle_total(c));
        free(c);
    }
}

static void assign_total_of_a_move_equals_another_method(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 32; width *= 2) {
        Case *c = draw_move(4000u + width, 144, width, width == 8 ? 1e5f : 0.0f);
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_equal_cost(c->out.total, oracle_total(c));
        free(c);
    }
}

// Shapes so different that the first dual variables are far off; the last two in space.
static void assign_total_of_other_shapes_equals_another_method(void **state)
{
    (void)state;
    static const VeerFormation shapes[] = {VEER_FORMATION_WEDGE, VEER_FORMATION_CIRCLE,
                                           VEER_FORMATION_LINE, VEER_FORMATION_SPHERE,
                                           VEER_FORMATION_WALL};
    for (uint32_t k = 0; k < 10; k++) {
        uint32_t count = k < 5 ? 256 : 150;
        Case *c = draw_move(4600u + k, count, 16, 0.0f);
        VeerFormationDef def = veer_formation_def_default();
        def.shape = shapes[k % 5u];
        assert_int_equal(veer_formation_offsets(&def, count, c->slots), VEER_OK);
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_equal_cost(c->out.total, oracle_total(c));
        free(c);
    }
}

// Of two that set out and arrive at the same times, at even speeds, the squared distance at time t
// is
// |(1 - t) x + t y|² for x and y their offsets now and then: no less than the least of |x|² and
// |y|² over 2 when x·y >= 0.
static void assign_total_keeps_agents_in_step_apart(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 6; k++) {
        Case *c = draw_case(6100u + k, 80, 80, k % 2u);
        assert_int_equal(solve(c), VEER_OK);
        for (uint32_t i = 0; i < 80; i++) {
            for (uint32_t j = 0; j < i; j++) {
                VeerVec3 a = c->agents[i], b = c->slots[c->slot_of[i]];
                VeerVec3 p = c->agents[j], q = c->slots[c->slot_of[j]];
                double product = ((double)a.x - (double)p.x) * ((double)b.x - (double)q.x) +
                                 ((double)a.y - (double)p.y) * ((double)b.y - (double)q.y) +
                                 ((double)a.z - (double)p.z) * ((double)b.z - (double)q.z);
                assert_true(product >= -1e-9);
            }
        }
        free(c);
    }
}

static void assign_of_coincident_points_goes_by_order(void **state)
{
    (void)state;
    for (int aim = 0; aim <= VEER_ASSIGN_GREEDY; aim++) {
        Case *c = open_case(8000, 40, 40); // all at the origin
        c->def.aim = (VeerAssignAim)aim;
        assert_int_equal(solve(c), VEER_OK);
        check_answer(c);
        assert_int_equal(c->out.assigned_count, 40);
        assert_true(c->out.total == 0.0 && c->out.worst == 0.0f);
        uint32_t first[40];
        memcpy(first, c->slot_of, sizeof first);
        assert_int_equal(solve(c), VEER_OK);
        assert_memory_equal(first, c->slot_of, sizeof first);
        free(c);
    }
}

static void assign_of_points_on_a_line_keeps_their_order(void **state)
{
    (void)state;
    Case *c = open_case(8001, 50, 50);
    for (uint32_t i = 0; i < 50; i++) {
        c->agents[i] = (VeerVec3){draw(c, 30.0f), 7.0f, 3.0f};
        c->slots[i] = (VeerVec3){draw(c, 90.0f), -200.0f, 9.0f};
    }
    assert_int_equal(solve(c), VEER_OK);
    for (uint32_t i = 0; i < 50; i++) {
        for (uint32_t j = 0; j < 50; j++) {
            float a = c->agents[i].x - c->agents[j].x;
            float b = c->slots[c->slot_of[i]].x - c->slots[c->slot_of[j]].x;
            assert_true(a * b >= 0.0f);
        }
    }
    free(c);
}

static void assign_of_nobody_or_to_nothing(void **state)
{
    (void)state;
    Case *c = draw_case(9300, 3, 0, true);
    assert_int_equal(solve(c), VEER_OK);
    check_answer(c);
    assert_int_equal(c->slot_of[2], VEER_NO_SLOT);
    c->def.agent_count = 0;
    c->def.agents = c->def.slots = NULL;
    assert_int_equal(solve(c), VEER_OK);
    assert_int_equal(c->out.assigned_count, 0);
    free(c);
}

static void assign_without_sums(void **state)
{
    (void)state;
    Case *c = draw_case(9301, 3, 3, true);
    void *memory = take(veer_assign_size(3, 3));
    assert_int_equal(veer_assign(&c->def, memory, veer_assign_size(3, 3), c->slot_of, NULL),
                     VEER_OK);
    assert_true(c->slot_of[0] < 3u);
    free(memory);
    free(c);
}

static void check_refused(const VeerAssignDef *def)
{
    static _Alignas(64) unsigned char memory[16384];
    uint32_t slot_of[4] = {7, 7, 7, 7};
    VeerAssignment out = {.assigned_count = 9};
    assert_int_equal(veer_assign(def, memory, sizeof memory, slot_of, &out), VEER_BAD_VALUE);
    assert_int_equal(slot_of[0], 7);
    assert_int_equal(out.assigned_count, 9);
    assert_int_equal(veer_assign_cost(def, slot_of, &out), VEER_BAD_VALUE);
}

static void assign_refuses_bad_values(void **state)
{
    (void)state;
    Case *c = draw_case(9400, 2, 2, true);
    VeerAssignDef def = c->def;
    check_refused(&(VeerAssignDef){0});
    def.aim = (VeerAssignAim)3;
    check_refused(&def);
    def = c->def;
    def.agent_count = VEER_MAX_SQUAD_MEMBERS + 1u;
    check_refused(&def);
    def = c->def;
    def.slot_count = VEER_MAX_SQUAD_MEMBERS + 1u;
    check_refused(&def);
    def = c->def;
    def.agents = NULL;
    check_refused(&def);
    static _Alignas(64) unsigned char memory[16384];
    VeerAssignment out = {.assigned_count = 9};
    assert_int_equal(veer_assign(&c->def, memory, sizeof memory, NULL, &out), VEER_BAD_VALUE);
    assert_int_equal(veer_assign_cost(&c->def, NULL, &out), VEER_BAD_VALUE);
    assert_int_equal(out.assigned_count, 9);
    def = c->def;
    def.slots = NULL;
    check_refused(&def);
    def = c->def;
    c->slots[1].y = NAN;
    check_refused(&def);
    c->slots[1].y = 3e6f;
    check_refused(&def);
    def.costs = (float[4]){1.0f, 2.0f, -1.0f, 0.0f};
    check_refused(&def);
    def.costs = (float[4]){1.0f, 2.0f, NAN, 0.0f};
    check_refused(&def);
    free(c);
}

static void assign_refuses_memory_too_small_or_not_aligned(void **state)
{
    (void)state;
    Case *c = draw_case(9401, 2, 2, true);
    size_t size = veer_assign_size(2, 2);
    unsigned char *memory = take(size + 64u);
    assert_int_equal(veer_assign(&c->def, memory, size - 1u, c->slot_of, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_assign(&c->def, memory + 8, size, c->slot_of, NULL), VEER_BAD_VALUE);
    free(memory);
    free(c);
}

static void assign_cost_measures_a_given_assignment(void **state)
{
    (void)state;
    Case *c = open_case(9500, 3, 2);
    c->agents[1].x = 3.0f;
    c->slots[1] = (VeerVec3){3.0f, 0.0f, 2.0f};
    uint32_t slot_of[3] = {VEER_NO_SLOT, 1, 0};
    VeerAssignment out;
    assert_int_equal(veer_assign_cost(&c->def, slot_of, &out), VEER_OK);
    assert_int_equal(out.assigned_count, 2);
    assert_true(out.total == 4.0 && out.worst == 4.0f && out.bound == 0.0);
    slot_of[0] = 2;
    assert_int_equal(veer_assign_cost(&c->def, slot_of, &out), VEER_BAD_VALUE);
    free(c);
}

static void assign_is_worth_it_beyond_the_stated_part(void **state)
{
    (void)state;
    VeerAssignment now = {4, 100.0, 0.0, 40.0f}, then = {4, 89.0, 0.0, 38.0f};
    assert_true(veer_assign_is_worth(VEER_ASSIGN_TOTAL, &now, &then, 0.1f));
    assert_false(veer_assign_is_worth(VEER_ASSIGN_TOTAL, &now, &then, 0.2f));
    assert_false(veer_assign_is_worth(VEER_ASSIGN_BOTTLENECK, &now, &then, 0.1f));
    assert_true(veer_assign_is_worth(VEER_ASSIGN_BOTTLENECK, &now, &then, 0.04f));
    assert_false(veer_assign_is_worth(VEER_ASSIGN_TOTAL, &now, &now, 0.0f));
    then.assigned_count = 5;
    then.total = 400.0;
    assert_true(veer_assign_is_worth(VEER_ASSIGN_TOTAL, &now, &then, 0.5f));
    assert_false(veer_assign_is_worth(VEER_ASSIGN_TOTAL, &then, &now, 0.0f));
}

int main(void)
{
    printf("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assign_total_equals_brute_force),
        cmocka_unit_test(assign_total_equals_another_method_up_to_200),
        cmocka_unit_test(assign_total_of_a_move_equals_another_method),
        cmocka_unit_test(assign_total_of_other_shapes_equals_another_method),
        cmocka_unit_test(assign_total_keeps_agents_in_step_apart),
        cmocka_unit_test(assign_of_coincident_points_goes_by_order),
        cmocka_unit_test(assign_of_points_on_a_line_keeps_their_order),
        cmocka_unit_test(assign_of_nobody_or_to_nothing),
        cmocka_unit_test(assign_without_sums),
        cmocka_unit_test(assign_refuses_bad_values),
        cmocka_unit_test(assign_refuses_memory_too_small_or_not_aligned),
        cmocka_unit_test(assign_cost_measures_a_given_assignment),
        cmocka_unit_test(assign_is_worth_it_beyond_the_stated_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
