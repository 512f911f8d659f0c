// The edges of a map, and what is clear of them, against brute force.
#include "geom/segment.h"
#include "map/grid/grid.h"
#include "veer/grid.h"

#include "plan/maps.h"

#include "math/vec.h"

enum { MOST = 4096 };

typedef struct Found {
    VeerGridEdge edges[MOST];
    uint32_t count;
    uint32_t most; ///< to visit
} Found;

static bool note(void *context, const VeerGridEdge *edge)
{
    Found *found = context;
    assert_true(found->count < MOST);
    found->edges[found->count++] = *edge;
    return found->count < found->most;
}

static const VeerBounds everywhere = {{-1e6f, -1e6f, 0}, {1e6f, 1e6f, 0}};

static Found *edges_of(const Maps *maps, VeerBounds region)
{
    Found *found = calloc(1, sizeof *found);
    assert_non_null(found);
    found->most = MOST;
    veer_grid_edges(maps->grid, region, note, found);
    return found;
}

static bool is_blocked(const Maps *maps, int32_t x, int32_t y)
{
    return veer_grid_is_blocked(maps->grid, (VeerCell){x, y});
}

/// How many sides of cells have a free one and a blocked one.
static uint32_t count_sides(const Maps *maps)
{
    uint32_t count = 0;
    for (int32_t y = 0; y <= maps->height; y++) {
        for (int32_t x = 0; x <= maps->width; x++) {
            count += x < maps->width && is_blocked(maps, x, y) != is_blocked(maps, x, y - 1);
            count += y < maps->height && is_blocked(maps, x, y) != is_blocked(maps, x - 1, y);
        }
    }
    return count;
}

static void assert_all_sides(uint64_t seed, int32_t width, int32_t height, float part)
{
    Maps maps = maps_open(width, height);
    maps_scatter(&maps, seed + 100, 0.3f, 0); // most of which are freed again
    maps_scatter(&maps, seed, part, 0);
    maps_commit(&maps);
    Found *found = edges_of(&maps, everywhere);
    float length = 0.0f;
    for (uint32_t i = 0; i < found->count; i++) {
        VeerVec2 a = plane2(found->edges[i].a), b = plane2(found->edges[i].b);
        VeerVec2 along = scale2(sub2(b, a), 1.0f / length2(sub2(b, a)));
        VeerVec2 middle = add2(a, scale2(along, 0.5f)), off = scale2(left2(along), 0.5f);
        VeerVec2 free = add2(middle, off), blocked = sub2(middle, off);
        assert_false(is_blocked(&maps, (int32_t)floorf(free.x), (int32_t)floorf(free.y)));
        assert_true(is_blocked(&maps, (int32_t)floorf(blocked.x), (int32_t)floorf(blocked.y)));
        length += length2(sub2(b, a));
    }
    assert_int_equal((uint32_t)length, count_sides(&maps));
    free(found);
    maps_close(&maps);
}

static void edges_are_all_sides_between_free_and_blocked(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 6; seed++) {
        assert_all_sides(seed, 70 + (int32_t)seed * 13, 37, 0.3f);
    }
}

/// Most rows of which are as the one before.
static void edges_of_tall_maps_are_all_sides_too(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 6; seed++) {
        assert_all_sides(seed, 50 + (int32_t)seed * 39, 190 + (int32_t)seed, 0.0005f);
    }
}

/// Regions wider than rows are looked at word by word.
static void edges_of_wide_regions_are_all_sides_too(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 6; seed++) {
        assert_all_sides(seed, 1400 + (int32_t)seed * 133, 14, 0.02f);
    }
}

static void edges_are_as_long_as_they_go_on(void **unused)
{
    (void)unused;
    Maps maps = maps_open(200, 20);
    veer_grid_fill(maps.grid, (VeerCellRect){{3, 8}, {190, 9}}, true);
    maps_commit(&maps);
    Found *found = edges_of(&maps, (VeerBounds){{100, 7, 0}, {101, 10, 0}});
    assert_int_equal(found->count, 2);
    assert_float_equal(found->edges[0].a.x, 190.0f, 0);
    assert_float_equal(found->edges[0].b.x, 3.0f, 0);
    assert_float_equal(found->edges[1].a.x, 3.0f, 0);
    free(found);
    maps_close(&maps);
}

static void edges_have_orders_of_their_own(void **unused)
{
    (void)unused;
    Maps maps = maps_open(60, 60);
    maps_scatter(&maps, 3, 0.4f, 0);
    maps_commit(&maps);
    Found *found = edges_of(&maps, everywhere);
    for (uint32_t i = 1; i < found->count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            assert_true(found->edges[i].order != found->edges[k].order);
        }
    }
    free(found);
    maps_close(&maps);
}

static void edges_end_when_a_visit_returns_false(void **unused)
{
    (void)unused;
    for (int32_t width = 30; width < 3000; width *= 60) {
        Maps maps = maps_open(width, 30);
        Found found = {.most = 2};
        veer_grid_edges(maps.grid, everywhere, note, &found);
        assert_int_equal(found.count, 2);
        found = (Found){.most = 4};
        veer_grid_edges(maps.grid, everywhere, note, &found);
        assert_int_equal(found.count, 4);
        maps_close(&maps);
    }
}

static float roll(uint64_t seed, uint64_t n, float reach)
{
    return (float)(veer_random_u64(seed, n, 0) % 10000u) * 1e-4f * reach;
}

/// From a point to the nearest blocked cell, asking all.
static float gap_by_force(const Maps *maps, VeerVec3 point)
{
    float least = INFINITY;
    for (int32_t y = -1; y <= maps->height; y++) {
        for (int32_t x = -1; x <= maps->width; x++) {
            if (is_blocked(maps, x, y)) {
                float dx = clamp_f(point.x, (float)x, (float)(x + 1)) - point.x;
                float dy = clamp_f(point.y, (float)y, (float)(y + 1)) - point.y;
                least = min_f(least, sqrtf(dx * dx + dy * dy));
            }
        }
    }
    return least;
}

/// Twenty regions near each other, then others.
static VeerBounds draw_region(uint64_t seed, uint32_t number)
{
    float x =
        90.0f * veer_random_unit(seed, 1, number / 20u) + 4.0f * veer_random_unit(seed, 2, number);
    float y =
        50.0f * veer_random_unit(seed, 3, number / 20u) + 4.0f * veer_random_unit(seed, 4, number);
    float half = 1.0f + 5.0f * veer_random_unit(seed, 5, number / 20u);
    return (VeerBounds){{x - half, y - half, 0}, {x + half, y + half, 0}};
}

static void assert_listed(const Maps *maps, VeerBounds region, const VeerGridEdgeList *list)
{
    Found *expected = edges_of(maps, region), *found = calloc(1, sizeof *found);
    assert_non_null(found);
    found->most = MOST;
    veer_grid_listed_edges(maps->grid, region, list, note, found);
    assert_int_equal(found->count, expected->count);
    assert_memory_equal(found->edges, expected->edges, found->count * sizeof *found->edges);
    free(expected);
    free(found);
}

static void listed_edges_are_those_of_each_region(void **unused)
{
    (void)unused;
    uint32_t listed = 0, crowded = 0;
    for (uint64_t seed = 0; seed < 6; seed++) {
        Maps maps = maps_open(90, 50);
        maps_scatter(&maps, seed, seed % 2u ? 0.002f : 0.1f, 0);
        maps_commit(&maps);
        VeerGridEdgeList list = {.count = 0};
        for (uint32_t i = 0; i < 200; i++) {
            VeerBounds region = draw_region(seed, i);
            bool is_listed = veer_grid_list_edges(maps.grid, region, &list);
            listed += is_listed;
            crowded += !is_listed;
            if (is_listed) {
                assert_listed(&maps, region, &list);
            }
        }
        maps_close(&maps);
    }
    print_message("%u listed, %u not\n", listed, crowded);
    assert_true(listed > 200 && crowded > 200);
}

static void gap_equals_brute_force(void **unused)
{
    (void)unused;
    Maps maps = maps_open(40, 30);
    maps_scatter(&maps, 5, 0.04f, 0);
    maps_commit(&maps);
    for (uint64_t i = 0; i < 500; i++) {
        VeerVec3 point = vec3(roll(1, i, 40), roll(2, i, 30), 0);
        float limit = roll(3, i, 8), gap = gap_by_force(&maps, point);
        float told = veer_grid_gap(maps.grid, point, limit);
        if (gap <= limit) {
            assert_float_equal(told, gap, 1e-5f);
        } else {
            assert_true(isinf(told));
        }
    }
    assert_float_equal(veer_grid_gap(maps.grid, vec3(-1, 5, 0), 9.0f), 0.0f, 0);
    maps_close(&maps);
}

static void clear_lines_keep_the_radius_and_others_do_not(void **unused)
{
    (void)unused;
    Maps maps = maps_open(40, 30);
    maps_scatter(&maps, 8, 0.05f, 0);
    maps_commit(&maps);
    uint32_t clear = 0, blocked = 0;
    for (uint64_t i = 0; i < 2000; i++) {
        VeerVec3 from = vec3(roll(4, i, 40), roll(5, i, 30), 0);
        VeerVec3 to = vec3(from.x + roll(6, i, 8) - 4, from.y + roll(7, i, 8) - 4, 0);
        float radius = roll(8, i, 0.8f), least = INFINITY;
        for (int k = 0; k <= 100; k++) {
            VeerVec3 at = along3(from, sub3(to, from), 0.01f * (float)k);
            least = min_f(least, veer_grid_gap(maps.grid, at, 3.0f));
        }
        if (veer_grid_gap(maps.grid, from, 3.0f) <= radius) {
            continue;
        }
        bool is_clear = veer_grid_is_clear(maps.grid, from, to, radius);
        clear += is_clear;
        blocked += !is_clear;
        // Between two of a hundred places lie at most 0.03 m.
        assert_true(is_clear ? least >= radius - 1e-4f : least <= radius + 0.03f);
    }
    assert_true(clear > 200 && blocked > 200);
    maps_close(&maps);
}

static void clear_from_too_near_as_long_as_it_gets_no_nearer(void **unused)
{
    (void)unused;
    Maps maps = maps_open(20, 20);
    VeerVec3 from = vec3(0.3f, 10, 0);
    assert_true(veer_grid_is_clear(maps.grid, from, vec3(5, 10, 0), 0.5f));
    assert_true(veer_grid_is_clear(maps.grid, from, vec3(0.3f, 15, 0), 0.5f));
    assert_false(veer_grid_is_clear(maps.grid, from, vec3(0.2f, 15, 0), 0.5f));
    veer_grid_fill(maps.grid, (VeerCellRect){{8, 8}, {12, 12}}, true);
    assert_true(veer_grid_is_clear(maps.grid, vec3(10, 10, 0), vec3(15, 10, 0), 0.5f));
    maps_close(&maps);
}

// From a point of its rim nothing leads into what is blocked, but along it, and out of it.
static void nothing_leads_in_from_the_rim_of_what_is_blocked(void **unused)
{
    (void)unused;
    Maps maps = maps_open(20, 20);
    veer_grid_fill(maps.grid, (VeerCellRect){{8, 8}, {12, 12}}, true);
    const struct {
        VeerVec3 from, to;
        bool is_clear;
    } ways[] = {
        {{8, 8, 0}, {15, 15, 0}, false}, // over a corner
        {{8, 8, 0}, {8, 3, 0}, true},    // away from it
        {{8, 8, 0}, {15, 8, 0}, true},   // along a side
        {{8, 8, 0}, {15, 8.1f, 0}, false},
        {{8, 10, 0}, {15, 10, 0}, false}, // over a side, between cells
        {{8, 10.5f, 0}, {15, 10.5f, 0}, false},
        {{8, 10.5f, 0}, {2, 10.5f, 0}, true},
        {{8, 10.5f, 0}, {8, 15, 0}, true},
        {{0, 5, 0}, {0, 9, 0}, true}, // along the rim of the map
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        float part = veer_grid_free_part(maps.grid, ways[i].from, ways[i].to, 0.0f);
        assert_true(veer_grid_is_clear(maps.grid, ways[i].from, ways[i].to, 0.0f) ==
                    ways[i].is_clear);
        assert_true(part == (ways[i].is_clear ? 1.0f : 0.0f));
    }
    maps_close(&maps);
}

// A little less than the part that is said to be clear is so, and a little more is not.
static void the_part_of_a_way_that_is_clear_ends_where_it_is_not(void **unused)
{
    (void)unused;
    Maps maps = maps_open(40, 30);
    maps_scatter(&maps, 8, 0.15f, 0);
    maps_commit(&maps);
    uint32_t whole = 0, cut = 0;
    for (uint64_t i = 0; i < 4000; i++) {
        VeerVec3 from = vec3(roll(4, i, 40), roll(5, i, 30), 0);
        VeerVec3 way = vec3(roll(6, i, 12) - 6, roll(7, i, 12) - 6, 0);
        float radius = roll(8, i, 0.8f), length = length3(way);
        float part = veer_grid_free_part(maps.grid, from, add3(from, way), radius);
        float less = part - 1e-3f / length, more = part + 0.05f / length;
        assert_true(part >= 0.0f && part <= 1.0f);
        assert_true(less <= 0.0f ||
                    veer_grid_is_clear(maps.grid, from, along3(from, way, less), radius));
        assert_true((part == 1.0f) == veer_grid_is_clear(maps.grid, from, add3(from, way), radius));
        assert_true(more >= 1.0f ||
                    !veer_grid_is_clear(maps.grid, from, along3(from, way, more), radius));
        whole += part == 1.0f;
        cut += part > 0.0f && part < 1.0f;
    }
    print_message("%u whole, %u cut\n", whole, cut);
    assert_true(whole > 500 && cut > 500);
    maps_close(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_all_sides_between_free_and_blocked),
        cmocka_unit_test(edges_of_tall_maps_are_all_sides_too),
        cmocka_unit_test(edges_of_wide_regions_are_all_sides_too),
        cmocka_unit_test(edges_are_as_long_as_they_go_on),
        cmocka_unit_test(edges_have_orders_of_their_own),
        cmocka_unit_test(edges_end_when_a_visit_returns_false),
        cmocka_unit_test(listed_edges_are_those_of_each_region),
        cmocka_unit_test(gap_equals_brute_force),
        cmocka_unit_test(clear_lines_keep_the_radius_and_others_do_not),
        cmocka_unit_test(clear_from_too_near_as_long_as_it_gets_no_nearer),
        cmocka_unit_test(nothing_leads_in_from_the_rim_of_what_is_blocked),
        cmocka_unit_test(the_part_of_a_way_that_is_clear_ends_where_it_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
