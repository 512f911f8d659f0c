// The slots of formations: spacing, order, approach.
#include "formation_maker.h"

enum { MOST = 1200 };

static VeerFormationDef make(VeerFormation shape, float spacing)
{
    VeerFormationDef def = veer_formation_def_default();
    def.shape = shape;
    def.spacing = spacing;
    return def;
}

static float least_distance(const VeerVec3 *slots, uint32_t count)
{
    float least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            least = min_f(least, length3(sub3(slots[i], slots[j])));
        }
    }
    return least;
}

static const uint32_t counts[] = {1, 2, 3, 4, 5, 6, 7, 12, 19, 33, 100, 333, 1000};

enum { COUNTS = sizeof counts / sizeof *counts };

static void formation_slots_keep_their_spacing(void **state)
{
    (void)state;
    VeerVec3 slots[MOST];
    for (int shape = 0; shape < VEER_FORMATION_OFFSETS; shape++) {
        for (int k = 0; k < COUNTS; k++) {
            VeerFormationDef def = make((VeerFormation)shape, 1.5f);
            assert_int_equal(veer_formation_offsets(&def, counts[k], slots), VEER_OK);
            // Coordinates reach 1500 m, where floats are 1.2e-4 apart.
            assert_true(least_distance(slots, counts[k]) >= 1.5f * (1.0f - 2e-4f));
        }
    }
}

static void formation_slots_are_centred_on_the_goal(void **state)
{
    (void)state;
    VeerVec3 slots[MOST];
    for (int shape = 0; shape < VEER_FORMATION_TRIO; shape++) {
        for (int k = 0; k < COUNTS; k++) {
            VeerFormationDef def = make((VeerFormation)shape, 2.0f);
            assert_int_equal(veer_formation_offsets(&def, counts[k], slots), VEER_OK);
            VeerVec3 mean = {0, 0, 0};
            for (uint32_t i = 0; i < counts[k]; i++) {
                mean = along3(mean, slots[i], 1.0f / (float)counts[k]);
            }
            assert_near(mean, vec3(0, 0, 0), 2e-3f); // of up to 1000 m
        }
    }
}

static void formation_trio_has_the_offsets_of_the_source(void **state)
{
    (void)state;
    VeerFormationDef def = make(VEER_FORMATION_TRIO, 5.0f);
    VeerVec3 slots[4];
    VeerFrame frame = veer_formation_frame(vec3(0, 3, 0), no_heading, z_up, true);
    VeerVec3 goal = {10, 20, 30};
    assert_int_equal(veer_formation_slots(&def, goal, &frame, 1, slots), VEER_OK);
    assert_near(slots[0], goal, 0.0f);
    assert_int_equal(veer_formation_slots(&def, goal, &frame, 2, slots), VEER_OK);
    assert_near(slots[0], vec3(5, 20, 30), 0.0f); // left of +y
    assert_near(slots[1], vec3(15, 20, 30), 0.0f);
    assert_int_equal(veer_formation_slots(&def, goal, &frame, 3, slots), VEER_OK);
    assert_near(slots[0], vec3(10, 25, 30), 0.0f);
    assert_near(slots[1], vec3(5, 15, 30), 0.0f);
    assert_near(slots[2], vec3(15, 15, 30), 0.0f);
    assert_int_equal(veer_formation_slots(&def, goal, &frame, 4, slots), VEER_OK);
    assert_near(slots[0], vec3(5, 25, 30), 0.0f);
    assert_near(slots[3], vec3(15, 15, 30), 0.0f);
}

static void formation_line_is_across_the_approach(void **state)
{
    (void)state;
    VeerFormationDef def = make(VEER_FORMATION_LINE, 2.0f);
    VeerVec3 slots[4];
    VeerFrame frame = veer_formation_frame(vec3(1, 1, 0), no_heading, z_up, true);
    assert_int_equal(veer_formation_slots(&def, vec3(0, 0, 0), &frame, 4, slots), VEER_OK);
    for (int i = 0; i < 4; i++) {
        assert_true(fabsf(dot3(slots[i], frame.ahead)) < 1e-6f);
        assert_true(fabsf(dot3(slots[i], frame.left) - (3.0f - 2.0f * (float)i)) < 1e-5f);
    }
}

static void formation_column_is_along_the_approach(void **state)
{
    (void)state;
    VeerFormationDef def = make(VEER_FORMATION_COLUMN, 2.0f);
    VeerVec3 slots[6];
    assert_int_equal(veer_formation_offsets(&def, 3, slots), VEER_OK);
    assert_near(slots[0], vec3(2, 0, 0), 0.0f);
    assert_near(slots[2], vec3(-2, 0, 0), 0.0f);
    def.width = 2;
    assert_int_equal(veer_formation_offsets(&def, 6, slots), VEER_OK);
    assert_near(slots[0], vec3(2, 1, 0), 0.0f);
    assert_near(slots[5], vec3(-2, -1, 0), 0.0f);
}

static void formation_wedge_has_its_point_ahead(void **state)
{
    (void)state;
    VeerFormationDef def = make(VEER_FORMATION_WEDGE, 2.0f);
    VeerVec3 slots[7];
    assert_int_equal(veer_formation_offsets(&def, 7, slots), VEER_OK);
    for (int i = 1; i < 7; i++) {
        assert_true(slots[i].x < slots[0].x);
        float side = i % 2 ? 1.0f : -1.0f;
        assert_true(side * (slots[i].y - slots[0].y) > 0.0f);
        assert_true(fabsf(length3(sub3(slots[i], slots[i > 2 ? i - 2 : 0])) - 2.0f) < 1e-5f);
    }
}

static void formation_box_has_a_last_row_in_the_middle(void **state)
{
    (void)state;
    VeerFormationDef def = make(VEER_FORMATION_BOX, 1.0f);
    VeerVec3 slots[10];
    assert_int_equal(veer_formation_offsets(&def, 10, slots), VEER_OK); // 4, 4, 2
    assert_true(slots[0].x == slots[3].x && slots[3].x == slots[4].x + 1.0f);
    assert_true(slots[8].y == 0.5f && slots[9].y == -0.5f);
}

static void formation_box_of_layers_fills_space(void **state)
{
    (void)state;
    VeerFormationDef def = make(VEER_FORMATION_BOX, 1.0f);
    VeerVec3 slots[27];
    def.layers = 3;
    assert_int_equal(veer_formation_offsets(&def, 27, slots), VEER_OK);
    assert_near(slots[0], vec3(1, 1, -1), 1e-6f);
    assert_near(slots[13], vec3(0, 0, 0), 1e-6f);
    assert_near(slots[26], vec3(-1, -1, 1), 1e-6f);
    def.layers = 100; // no more than slots
    assert_int_equal(veer_formation_offsets(&def, 2, slots), VEER_OK);
    assert_near(slots[1], vec3(0, 0, 0.5f), 1e-6f);
}

static void formation_circle_begins_ahead(void **state)
{
    (void)state;
    VeerFormationDef def = make(VEER_FORMATION_CIRCLE, 2.0f);
    VeerVec3 slots[6];
    assert_int_equal(veer_formation_offsets(&def, 6, slots), VEER_OK);
    assert_near(slots[0], vec3(2, 0, 0), 1e-6f);
    assert_true(slots[1].y > 0.0f);
    def.radius = 7.0f;
    assert_int_equal(veer_formation_offsets(&def, 4, slots), VEER_OK);
    assert_near(slots[1], vec3(0, 7, 0), 1e-5f);
}

// A disc that holds n hexagons of the packing.
static float packed_radius(uint32_t count, float spacing)
{
    return spacing * sqrtf((float)count * 0.8660254f / 3.14159265f);
}

static void formation_disc_is_packed(void **state)
{
    (void)state;
    VeerFormationDef def = make(VEER_FORMATION_DISC, 1.0f);
    VeerVec3 slots[MOST];
    for (uint32_t count = 7; count <= 1000; count += 31) {
        assert_int_equal(veer_formation_offsets(&def, count, slots), VEER_OK);
        float outer = 0.0f;
        for (uint32_t i = 0; i < count; i++) {
            outer = max_f(outer, length3(slots[i]));
        }
        assert_true(outer <= packed_radius(count, 1.0f) + 0.5f);
    }
}

static void formation_sphere_is_round(void **state)
{
    (void)state;
    VeerFormationDef def = make(VEER_FORMATION_SPHERE, 1.0f);
    VeerVec3 slots[100];
    def.radius = 20.0f;
    assert_int_equal(veer_formation_offsets(&def, 100, slots), VEER_OK);
    float least = INFINITY;
    for (int i = 0; i < 100; i++) {
        assert_true(fabsf(length3(slots[i]) - 20.0f) < 0.5f); // the mean was moved to the origin
        least = min_f(least, slots[i].z);
    }
    assert_true(slots[0].z > 19.0f && least < -19.0f);
    assert_true(least_distance(slots, 100) > 5.0f); // evenly: 20 · 2.685 / 10
}

static void formation_wall_is_upright(void **state)
{
    (void)state;
    VeerFormationDef def = make(VEER_FORMATION_WALL, 1.0f);
    VeerVec3 slots[9];
    assert_int_equal(veer_formation_offsets(&def, 9, slots), VEER_OK);
    assert_near(slots[0], vec3(0, 1, -1), 0.0f);
    assert_near(slots[8], vec3(0, -1, 1), 0.0f);
    def.width = 9;
    assert_int_equal(veer_formation_offsets(&def, 9, slots), VEER_OK);
    assert_near(slots[0], vec3(0, 4, 0), 0.0f);
}

static void formation_of_own_offsets_is_turned_and_moved(void **state)
{
    (void)state;
    const VeerVec3 own[2] = {{1, 2, 3}, {-4, 0, 0}};
    VeerFormationDef def = make(VEER_FORMATION_OFFSETS, 1.0f);
    VeerVec3 slots[2];
    def.offsets = own;
    def.offset_count = 2;
    VeerFrame frame = veer_formation_frame(vec3(-2, 0, 0), no_heading, z_up, true);
    assert_int_equal(veer_formation_slots(&def, vec3(100, 0, 0), &frame, 2, slots), VEER_OK);
    assert_near(slots[0], vec3(99, -2, 3), 0.0f);
    assert_near(slots[1], vec3(104, 0, 0), 0.0f);
}

static void formation_approach_is_from_the_middle_of_the_squad(void **state)
{
    (void)state;
    const VeerVec3 agents[2] = {{0, 0, 0}, {2, 4, 6}};
    assert_near(veer_formation_approach(agents, 2, vec3(11, 2, 3)), vec3(10, 0, 0), 0.0f);
    assert_near(veer_formation_approach(agents, 2, vec3(1, 2, 3)), vec3(0, 0, 0), 0.0f);
}

static void formation_of_nobody_is_empty(void **state)
{
    (void)state;
    for (int shape = 0; shape < VEER_FORMATION_COUNT; shape++) {
        VeerFormationDef def = make((VeerFormation)shape, 1.0f);
        assert_int_equal(veer_formation_offsets(&def, 0, NULL), VEER_OK);
    }
}

static void check_refused(const VeerFormationDef *def, uint32_t count)
{
    VeerVec3 slots[4] = {{7, 7, 7}};
    VeerFrame frame = veer_formation_frame(no_heading, no_heading, z_up, true);
    assert_int_equal(veer_formation_offsets(def, count, slots), VEER_BAD_VALUE);
    assert_int_equal(veer_formation_slots(def, vec3(0, 0, 0), &frame, count, slots),
                     VEER_BAD_VALUE);
    assert_true(slots[0].x == 7.0f);
}

static void formation_refuses_bad_values(void **state)
{
    (void)state;
    VeerFormationDef good = make(VEER_FORMATION_BOX, 1.0f), def = good;
    check_refused(&(VeerFormationDef){0}, 2);
    check_refused(&good, VEER_MAX_SQUAD_MEMBERS + 1u);
    def.shape = VEER_FORMATION_COUNT;
    check_refused(&def, 2);
    def = good;
    def.spacing = 0.0f;
    check_refused(&def, 2);
    def.spacing = NAN;
    check_refused(&def, 2);
    def = good;
    def.layers = 0;
    check_refused(&def, 2);
    def = good;
    def.radius = -1.0f;
    check_refused(&def, 2);
}

static void formation_refuses_bad_offsets_and_goals(void **state)
{
    (void)state;
    VeerVec3 own[2] = {{0, 0, 0}, {0, NAN, 0}}, slots[2];
    VeerFormationDef def = make(VEER_FORMATION_OFFSETS, 1.0f);
    check_refused(&def, 1);
    def.offsets = own;
    def.offset_count = 1;
    check_refused(&def, 2);
    def.offset_count = 2;
    check_refused(&def, 2);
    VeerFrame frame = veer_formation_frame(no_heading, no_heading, z_up, true);
    assert_int_equal(veer_formation_slots(&def, vec3(0, 0, 3e6f), &frame, 1, slots),
                     VEER_BAD_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formation_slots_keep_their_spacing),
        cmocka_unit_test(formation_slots_are_centred_on_the_goal),
        cmocka_unit_test(formation_trio_has_the_offsets_of_the_source),
        cmocka_unit_test(formation_line_is_across_the_approach),
        cmocka_unit_test(formation_column_is_along_the_approach),
        cmocka_unit_test(formation_wedge_has_its_point_ahead),
        cmocka_unit_test(formation_box_has_a_last_row_in_the_middle),
        cmocka_unit_test(formation_box_of_layers_fills_space),
        cmocka_unit_test(formation_circle_begins_ahead),
        cmocka_unit_test(formation_disc_is_packed),
        cmocka_unit_test(formation_sphere_is_round),
        cmocka_unit_test(formation_wall_is_upright),
        cmocka_unit_test(formation_of_own_offsets_is_turned_and_moved),
        cmocka_unit_test(formation_approach_is_from_the_middle_of_the_squad),
        cmocka_unit_test(formation_of_nobody_is_empty),
        cmocka_unit_test(formation_refuses_bad_values),
        cmocka_unit_test(formation_refuses_bad_offsets_and_goals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
