/// The same bits on every compiler, level and machine: one hash for each part. A change that means
/// to change answers changes the hash, and says so.
#include "squad/assign/cases.h"

#include "base/hash.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assign_bits_are_the_same_everywhere),
        cmocka_unit_test(assign_bits_of_many_are_the_same_everywhere),
        cmocka_unit_test(formation_bits_are_the_same_everywhere),
        cmocka_unit_test(place_bits_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
