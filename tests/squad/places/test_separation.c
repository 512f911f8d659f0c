// The answers of cells are those of testing all points.
#include "base/random.h"
#include "math/vec.h"
#include "support/suite.h"
#include "veer/formation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 12, MEMBERS = 300, LATTICE = 12 };

static VeerVec3 draw(uint64_t stream, uint64_t i, float extent)
{
    float x = veer_random_unit(SEED, stream, 3 * i), y = veer_random_unit(SEED, stream, 3 * i + 1);
    return vec3((x - 0.5f) * extent, (y - 0.5f) * extent,
                (veer_random_unit(SEED, stream, 3 * i + 2) - 0.5f) * 2.0f);
}

static bool plain_rule(void *context, const VeerPlaceProbe *probe)
{
    (void)context;
    return veer_place_is_valid(probe);
}

/// The default rule, which uses cells, against the same rule as a host's, which does not.
/// Streams from LATTICE on prefer whole numbers, where many are just as far apart as they have to
/// be.
static void check_places(VeerPlaceDef def, uint64_t stream, float extent)
{
    VeerVec3 preferred[MEMBERS];
    VeerPlace found[MEMBERS], plain[MEMBERS];
    memset(found, 0, sizeof found);
    memset(plain, 0, sizeof plain);
    for (uint64_t i = 0; i < MEMBERS; i++) {
        preferred[i] = draw(100 + stream, i, extent);
        if (stream >= LATTICE) {
            preferred[i] = vec3(floorf(preferred[i].x), floorf(preferred[i].y), 0.0f);
        }
        preferred[i].z = def.space == VEER_PLANAR ? 0.0f : preferred[i].z;
    }
    VeerStatus status = veer_place_find(&def, preferred, MEMBERS, found);
    def.rule = plain_rule;
    assert_int_equal(veer_place_find(&def, preferred, MEMBERS, plain), status);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        assert_int_equal(found[i].result, plain[i].result);
        assert_int_equal(found[i].probes, plain[i].probes);
        assert_memory_equal(&found[i].position, &plain[i].position, sizeof found[i].position);
    }
}

static void places_are_those_of_the_plain_rule(void **unused)
{
    (void)unused;
    VeerVec3 taken[60];
    for (uint64_t stream = 0; stream < LATTICE + 2; stream++) {
        VeerPlaceDef def = veer_place_def_default();
        for (uint64_t i = 0; i < 60; i++) {
            taken[i] = draw(stream, i, 20.0f);
        }
        def.space = stream % 2 ? VEER_SPATIAL : VEER_PLANAR;
        def.taken = taken;
        def.taken_count = 60;
        def.separation = stream % 3 == 2 ? 1e-4f : 0.7f * (float)(1 + stream % 3);
        def.separation = stream >= LATTICE ? 1.0f : def.separation;
        def.waiting_reach = 24.0f;
        def.reach = 10.0f;
        check_places(def, stream, 12.0f);
    }
}

/// Of any size of cells, in the plane and in space.
static void separation_is_that_of_all_pairs(void **unused)
{
    (void)unused;
    VeerVec3 taken[100];
    for (uint64_t stream = 0; stream < 8; stream++) {
        VeerPlaceDef def = veer_place_def_default();
        def.separation = 0.4f + (float)stream;
        for (uint64_t i = 0; i < 100; i++) {
            taken[i] = draw(stream, i, 30.0f * def.separation);
        }
        def.space = stream % 2 ? VEER_SPATIAL : VEER_PLANAR;
        def.taken = taken;
        def.taken_count = 100;
        def.reach = def.step = def.separation;
        check_places(def, 20 + stream, 30.0f * def.separation);
    }
}

/// With more points than cells hold, all are tested.
static void too_many_for_the_cells_are_separate_too(void **unused)
{
    (void)unused;
    enum { MANY = 4096 + 50 };
    VeerVec3 *taken = malloc(MANY * sizeof *taken);
    for (uint32_t i = 0; i < MANY; i++) {
        taken[i] = vec3((float)(i % 50), (float)(i / 50), 0.0f);
    }
    VeerPlaceDef def = veer_place_def_default();
    def.goal = vec3(25, 20, 0);
    def.reach = 40.0f;
    def.taken = taken;
    def.taken_count = MANY;
    def.budget = 1 << 16;
    VeerPlace place;
    assert_int_equal(veer_place_find(&def, &taken[MANY - 1], 1, &place), VEER_OK);
    for (uint32_t i = 0; i < MANY; i++) {
        assert_true(length3(sub3(taken[i], place.position)) >= 0.9999f);
    }
    free(taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separation_is_that_of_all_pairs),
        cmocka_unit_test(places_are_those_of_the_plain_rule),
        cmocka_unit_test(too_many_for_the_cells_are_separate_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
