// What of the building of an index is found in lanes, against one ball after the other.
#include "support/suite.h"

#include "base/random.h"
#include "space/place.h"

#include <math.h>
#include <string.h>

enum { BALLS = 77, ROOM = 16 };

static const VeerExponents OF = {126, 127}; // radii of 0.5 m to 2 m

typedef struct Scene {
    VeerVec3 positions[BALLS];
    float radii[BALLS];
    uint8_t is_present[BALLS];
    VeerBalls balls;
} Scene;

static float draw(uint64_t column, uint32_t i, float from, float to)
{
    return from + (to - from) * (float)(veer_random_u64(7, column, i) % 1000) / 1000.0f;
}

// Of a few radii, mostly of a level; some absent, and some that cannot be indexed.
static void make_scene(Scene *scene, uint32_t count, bool has_equal_radii)
{
    for (uint32_t i = 0; i < BALLS; i++) {
        scene->positions[i] =
            (VeerVec3){draw(0, i, -40.0f, 9.0f), draw(1, i, -5.0f, 30.0f), draw(2, i, -8.0f, 8.0f)};
        scene->radii[i] = has_equal_radii ? 1.0f : draw(3, i, 0.1f, 3.0f);
        scene->is_present[i] = has_equal_radii ? 1 : (uint8_t)(veer_random_u64(7, 4, i) % 3);
    }
    if (!has_equal_radii) {
        scene->positions[3].x = NAN;
        scene->positions[20].y = 2.0f * VEER_WORLD_LIMIT;
        scene->positions[31].z = -INFINITY;
        scene->radii[11] = -1.0f;
        scene->radii[40] = INFINITY;
        scene->radii[41] = NAN;
        scene->radii[42] = 0.0f;
    }
    scene->balls = (VeerBalls){.count = count,
                               .positions = scene->positions,
                               .radii = scene->radii,
                               .is_present = scene->is_present};
}

static uint8_t exponent_of(const Scene *scene, uint32_t i, uint8_t wanted)
{
    VeerVec3 p = scene->positions[i];
    float radius = scene->radii[i];
    bool is_wanted = wanted ? scene->is_present[i] == wanted : scene->is_present[i] != 0;
    bool is_near = fabsf(p.x) <= VEER_WORLD_LIMIT && fabsf(p.y) <= VEER_WORLD_LIMIT &&
                   fabsf(p.z) <= VEER_WORLD_LIMIT;
    uint32_t bits;
    memcpy(&bits, &radius, sizeof bits);
    bool is_ball = radius >= 0.0f && isfinite(radius);
    return is_wanted && is_near && is_ball ? (uint8_t)(bits >> 23) : (uint8_t)VEER_INDEX_ABSENT;
}

static bool is_of(uint8_t exponent)
{
    return exponent >= OF.lowest && exponent <= OF.highest;
}

static void check_survey(const VeerPlaceLanes *lanes, const Scene *scene, VeerIndex *index,
                         uint8_t wanted)
{
    uint32_t histogram[256] = {0}, expected[256] = {0};
    lanes->survey(index, &scene->balls, wanted, histogram);
    for (uint32_t i = 0; i < scene->balls.count; i++) {
        uint8_t exponent = exponent_of(scene, i, wanted);
        assert_int_equal(index->exponents[i], exponent);
        expected[exponent]++;
    }
    // Balls that are left out need not be counted.
    assert_memory_equal(histogram, expected, VEER_INDEX_ABSENT * sizeof *expected);
}

static VeerIndexLevel check_bound(const VeerPlaceLanes *lanes, const Scene *scene,
                                  const VeerIndex *index)
{
    VeerIndexLevel level = {.max_radius = 0.0f};
    VeerVec3 lower = {INFINITY, INFINITY, INFINITY}, upper = {-INFINITY, -INFINITY, -INFINITY};
    float most = 0.0f;
    lanes->bound(index, &scene->balls, OF, &level);
    for (uint32_t i = 0; i < scene->balls.count; i++) {
        VeerVec3 p = scene->positions[i];
        if (is_of(index->exponents[i])) {
            lower = (VeerVec3){fminf(lower.x, p.x), fminf(lower.y, p.y), fminf(lower.z, p.z)};
            upper = (VeerVec3){fmaxf(upper.x, p.x), fmaxf(upper.y, p.y), fmaxf(upper.z, p.z)};
            most = fmaxf(most, scene->radii[i]);
        }
    }
    assert_true(level.lower.x == lower.x && level.lower.y == lower.y && level.lower.z == lower.z);
    assert_true(level.upper.x == upper.x && level.upper.y == upper.y && level.upper.z == upper.z);
    assert_true(level.max_radius == most);
    return level;
}

static uint32_t key_of(const VeerIndexLevel *level, VeerVec3 p, bool is_spatial)
{
    int32_t z = is_spatial ? veer_index_cell(level, p.z) : 0;
    uint32_t row = veer_index_row(level, veer_index_cell(level, p.y), z);
    return (row + (uint32_t)veer_index_cell(level, p.x)) & level->mask;
}

static void set_cells(VeerIndexLevel *level, bool is_hashed, bool is_spatial)
{
    const VeerVec3 *lower = &level->lower, *upper = &level->upper;
    level->inverse = 0.25f;
    level->lower_cell[0] = veer_index_cell(level, lower->x);
    level->lower_cell[1] = veer_index_cell(level, lower->y);
    level->lower_cell[2] = is_spatial ? veer_index_cell(level, lower->z) : 0;
    level->width = (uint32_t)(veer_index_cell(level, upper->x) - level->lower_cell[0]) + 1u;
    level->height = (uint32_t)(veer_index_cell(level, upper->y) - level->lower_cell[1]) + 1u;
    level->is_hashed = is_hashed;
    level->mask = is_hashed ? 63u : UINT32_MAX;
}

static void check_count(const VeerPlaceLanes *lanes, const Scene *scene, VeerIndex *index,
                        VeerIndexLevel *level)
{
    uint32_t counts[1024] = {0};
    uint64_t pairs = 0;
    for (int form = 0; form < 4; form++) {
        index->is_spatial = form / 2;
        set_cells(level, form % 2, index->is_spatial);
        memset(index->table, 0, 1024 * sizeof *index->table);
        memset(index->keys, 0xab, (BALLS + ROOM) * sizeof *index->keys);
        memset(counts, 0, sizeof counts);
        pairs = lanes->count(index, &scene->balls, OF, level);
        for (uint32_t i = 0; i < BALLS + ROOM; i++) {
            bool is_here = i < scene->balls.count && is_of(index->exponents[i]);
            uint32_t key = is_here ? key_of(level, scene->positions[i], index->is_spatial) + 1u : 0;
            assert_int_equal(index->keys[i], is_here ? key : 0xababababu);
            pairs -= is_here ? counts[key]++ : 0;
        }
        assert_int_equal(pairs, 0);
        assert_memory_equal(index->table, counts, sizeof counts);
    }
}

static void lanes_place_balls_as_one_by_one(void **state)
{
    (void)state;
    uint8_t exponents[BALLS + ROOM];
    uint32_t keys[BALLS + ROOM], table[1024];
    VeerIndex index = {.exponents = exponents, .keys = keys, .table = table};
    for (int lanes = VEER_LANES_BASE; lanes <= (int)veer_lanes(); lanes++) {
        const VeerPlaceLanes *kernels = veer_place_lanes((VeerLanes)lanes);
        for (uint32_t i = 0; i < 8; i++) {
            Scene scene;
            make_scene(&scene, i < 4 ? BALLS : 64 + i, i % 2);
            check_survey(kernels, &scene, &index, (uint8_t)(i / 2 % 2));
            VeerIndexLevel level = check_bound(kernels, &scene, &index);
            level.ends = table + 1;
            check_count(kernels, &scene, &index, &level);
        }
    }
}

static void without_presence_all_are_there(void **state)
{
    (void)state;
    uint8_t exponents[BALLS + ROOM];
    VeerIndex index = {.exponents = exponents};
    Scene scene;
    make_scene(&scene, BALLS, true);
    scene.balls.is_present = NULL;
    for (int lanes = VEER_LANES_BASE; lanes <= (int)veer_lanes(); lanes++) {
        uint32_t histogram[256] = {0};
        veer_place_lanes((VeerLanes)lanes)->survey(&index, &scene.balls, 2, histogram);
        assert_int_equal(histogram[127], BALLS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_place_balls_as_one_by_one),
        cmocka_unit_test(without_presence_all_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
