#include "base/random.h"
#include "space/index_build.h"
#include "veer/space.h"

#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 3000 };

// A world of balls, and the case it was made by.
typedef struct Scene {
    uint64_t seed;
    VeerSpace space;
    uint32_t count;
    VeerVec3 positions[MOST];
    float radii[MOST], heights[MOST];
    uint32_t ids[MOST], layers[MOST];
    uint8_t is_present[MOST];
    bool has_heights, has_ids, has_layers, has_presence;
} Scene;

static Scene scene; // too large for the stack

static float draw(uint64_t stream, uint64_t counter, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(scene.seed, stream, counter);
}

static uint32_t draw_below(uint64_t stream, uint64_t counter, uint32_t limit)
{
    return (uint32_t)(veer_random_u64(scene.seed, stream, counter) % limit);
}

static VeerVec3 draw_point(uint64_t stream, uint32_t i, float extent)
{
    return (VeerVec3){draw(stream, 3u * i, -extent, extent),
                      draw(stream, 3u * i + 1u, -extent, extent),
                      draw(stream, 3u * i + 2u, -extent, extent)};
}

// The ways in which positions are laid out.
enum { EVEN, CLUSTERS, ONE_SPOT, FEW_SPOTS, CORNERS, LINE, OUTLIER, LATTICE, LAYOUT_COUNT };

static VeerVec3 place_cluster(uint32_t i)
{
    VeerVec3 centre = draw_point(11, i % 7u, 5e4f);
    VeerVec3 offset = draw_point(12, i, 20.0f);
    return (VeerVec3){centre.x + offset.x, centre.y + offset.y, centre.z + offset.z};
}

static VeerVec3 place(uint32_t layout, uint32_t i)
{
    switch (layout) {
    case CLUSTERS:
        return place_cluster(i);
    case ONE_SPOT:
        return (VeerVec3){17.25f, -3.5f, 2.0f};
    case FEW_SPOTS:
        return draw_point(13, i % 5u, 30.0f);
    case CORNERS:
        return (VeerVec3){i % 2u ? 1e6f : -1e6f, i % 3u ? 1e6f : -1e6f, i % 5u ? 1e6f : -1e6f};
    case LINE:
        return (VeerVec3){draw(14, i, -500.0f, 500.0f), 4.0f, -1.0f};
    case OUTLIER:
        return i == 0 ? (VeerVec3){1e6f, -1e6f, 1e6f} : draw_point(15, i, 40.0f);
    case LATTICE:
        return (VeerVec3){(float)(i % 20u), (float)(i / 20u % 20u), (float)(i / 400u)};
    default:
        return draw_point(10, i, 100.0f);
    }
}

// One radius, or radii over four decades, or points.
static float draw_radius(uint32_t kind, uint32_t i)
{
    float exponent = draw(20, i, -2.0f, 2.0f);
    float radius = 1.0f;
    for (; exponent > 0.0f; exponent -= 0.25f) {
        radius *= 1.77828f;
    }
    for (; exponent < 0.0f; exponent += 0.25f) {
        radius /= 1.77828f;
    }
    return kind == 0 ? 1.5f : kind == 1 ? radius : kind == 2 ? 0.0f : draw(21, i, 0.25f, 0.75f);
}

static void make_scene(uint64_t seed, VeerSpace space, uint32_t layout, uint32_t count)
{
    scene.seed = seed;
    scene.space = space;
    scene.count = count;
    uint32_t kind = draw_below(1, 0, 4);
    scene.has_heights = draw_below(1, 1, 2);
    scene.has_ids = draw_below(1, 2, 4) != 0;
    scene.has_layers = draw_below(1, 3, 2);
    scene.has_presence = draw_below(1, 4, 2);
    for (uint32_t i = 0; i < count; i++) {
        scene.positions[i] = place(layout, i);
        scene.radii[i] = draw_radius(kind, i);
        scene.heights[i] = draw(22, i, 0.0f, 30.0f);
        scene.ids[i] = (i * 2654435761u) ^ (uint32_t)seed; // a bijection: all different
        scene.layers[i] = (uint32_t)veer_random_u64(seed, 23, i);
        scene.is_present[i] = draw_below(24, i, 8) != 0;
    }
}

static VeerBalls balls_of(const Scene *s)
{
    return (VeerBalls){.count = s->count,
                       .positions = s->positions,
                       .radii = s->radii,
                       .heights = s->has_heights ? s->heights : NULL,
                       .ids = s->has_ids ? s->ids : NULL,
                       .layers = s->has_layers ? s->layers : NULL,
                       .is_present = s->has_presence ? s->is_present : NULL};
}

static VeerIndex *make_index(uint32_t capacity)
{
    void *memory = aligned_alloc(64, veer_index_size(capacity));
    assert_non_null(memory);
    memset(memory, 0xa5, veer_index_size(capacity));
    return veer_index_init(memory, capacity);
}

static uint32_t id_of(const VeerBalls *balls, uint32_t i)
{
    return balls->ids ? balls->ids[i] : i;
}

static bool is_answer(const VeerBalls *balls, VeerSpace space, const VeerNearQuery *query,
                      uint32_t i)
{
    uint32_t layers = balls->layers ? balls->layers[i] : UINT32_MAX;
    if ((balls->is_present && !balls->is_present[i]) || !(layers & query->mask) ||
        i == query->except) {
        return false;
    }
    if (space == VEER_SPATIAL || !balls->heights) {
        return true;
    }
    float z = balls->positions[i].z;
    return z <= query->centre.z + query->height && z + balls->heights[i] >= query->centre.z;
}

static float gap_of(const VeerBalls *balls, VeerSpace space, const VeerNearQuery *query, uint32_t i)
{
    float x = balls->positions[i].x - query->centre.x;
    float y = balls->positions[i].y - query->centre.y;
    float z = balls->positions[i].z - query->centre.z;
    float squared = space == VEER_SPATIAL ? x * x + y * y + z * z : x * x + y * y;
    return sqrtf(squared) - balls->radii[i];
}

// A candidate of the oracle.
typedef struct Candidate {
    float gap;
    uint32_t id, index;
} Candidate;

static Candidate candidates[MOST];

static int compare_candidates(const void *a, const void *b)
{
    const Candidate *p = a, *q = b;
    if (p->gap != q->gap) {
        return p->gap < q->gap ? -1 : 1;
    }
    return p->id < q->id ? -1 : p->id > q->id;
}

// All answers in order, however many.
static uint32_t brute_force(const VeerBalls *balls, VeerSpace space, const VeerNearQuery *query)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < balls->count; i++) {
        float gap = gap_of(balls, space, query, i);
        if (is_answer(balls, space, query, i) && gap <= query->range) {
            candidates[count++] = (Candidate){gap, id_of(balls, i), i};
        }
    }
    qsort(candidates, count, sizeof candidates[0], compare_candidates);
    return count < query->limit ? count : query->limit;
}

static void check_query(const VeerIndex *index, const VeerBalls *balls, const VeerNearQuery *query)
{
    static VeerNear out[MOST];
    uint32_t expected = brute_force(balls, scene.space, query);
    uint32_t found = veer_index_nearest(index, query, out);
    bool is_same = found == expected;
    for (uint32_t i = 0; i < found && is_same; i++) {
        is_same = out[i].index == candidates[i].index && out[i].gap == candidates[i].gap;
    }
    if (!is_same) {
        print_message("seed %llu: %u found, %u expected\n", (unsigned long long)scene.seed, found,
                      expected);
    }
    assert_true(is_same);
}

static VeerNearQuery draw_query(uint32_t number)
{
    static const float ranges[] = {0.0f, 0.5f, 3.0f, 15.0f, 60.0f, 1e4f, 3e6f, INFINITY};
    static const uint32_t limits[] = {0, 1, 2, 10, 32, 64, 65, MOST};
    uint32_t at = scene.count ? draw_below(30, number, scene.count) : 0;
    VeerNearQuery query = {
        .centre = scene.count ? scene.positions[at] : (VeerVec3){0, 0, 0},
        .range = ranges[draw_below(31, number, 8)],
        .limit = limits[draw_below(32, number, 8)],
        .mask = draw_below(33, number, 2) ? UINT32_MAX : 1u << draw_below(34, number, 32),
        .except = draw_below(35, number, 2) ? at : UINT32_MAX,
        .height = draw(36, number, 0.0f, 5.0f),
    };
    if (draw_below(37, number, 2)) {
        VeerVec3 offset = draw_point(38, number, 50.0f);
        query.centre.x += offset.x;
        query.centre.y += offset.y;
        query.centre.z += offset.z;
    }
    return query;
}

static void check_scene(uint32_t query_count)
{
    VeerIndex *index = make_index(scene.count);
    VeerBalls balls = balls_of(&scene);
    veer_index_build(index, scene.space, &balls);
    for (uint32_t q = 0; q < query_count; q++) {
        VeerNearQuery query = draw_query(q);
        check_query(index, &balls, &query);
    }
    free(index);
}

static void check_layout(uint32_t layout, uint64_t seed)
{
    static const uint32_t counts[] = {0, 1, 2, 9, 60, 350, 1000};
    print_message("layout %u from seed %llu\n", layout, (unsigned long long)seed);
    for (uint32_t c = 0; c < 7; c++) {
        for (uint32_t variant = 0; variant < 8; variant++) {
            VeerSpace space = variant % 2 ? VEER_SPATIAL : VEER_PLANAR;
            make_scene(seed + 100u * c + variant, space, layout, counts[c]);
            check_scene(40);
        }
    }
}

// Builds one part of a scene, asks for it, and adds the other one.
static void check_parts(uint32_t query_count)
{
    VeerIndex *index = make_index(scene.count);
    VeerBalls balls = balls_of(&scene), first = balls, both = balls;
    static uint8_t is_first[MOST], is_any[MOST], parts[MOST];
    for (uint32_t i = 0; i < scene.count; i++) {
        parts[i] = (uint8_t)draw_below(40, i, 3);
        is_first[i] = parts[i] == 1;
        is_any[i] = parts[i] > 0;
    }
    balls.is_present = parts;
    first.is_present = is_first;
    both.is_present = is_any;
    veer_index_place(index, scene.space, &balls, 1);
    veer_index_put_all(index, 0, &balls);
    for (uint32_t q = 0; q < query_count; q++) {
        VeerNearQuery query = draw_query(q);
        check_query(index, &first, &query);
    }
    uint32_t count = index->count;
    uint32_t *order = calloc(count + 1u, sizeof *order);
    assert_non_null(order);
    memcpy(order, index->order, count * sizeof *order);
    veer_index_place_more(index, &balls, 2);
    veer_index_put_all(index, count, &balls);
    assert_memory_equal(order, index->order, count * sizeof *order);
    for (uint32_t q = 0; q < query_count; q++) {
        VeerNearQuery query = draw_query(q);
        check_query(index, &both, &query);
    }
    free(order);
    free(index);
}

static void what_comes_in_two_parts_is_found_as_if_at_once(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < suite_seeds(200); seed++) {
        make_scene(9000 + seed, seed % 2 ? VEER_SPATIAL : VEER_PLANAR, seed % LAYOUT_COUNT,
                   seed % 5 * 100u);
        check_parts(20);
    }
}

static void index_finds_even_crowds(void **state)
{
    (void)state;
    check_layout(EVEN, 1000);
}

static void index_finds_clusters(void **state)
{
    (void)state;
    check_layout(CLUSTERS, 2000);
}

static void index_finds_all_in_one_spot(void **state)
{
    (void)state;
    check_layout(ONE_SPOT, 3000);
}

static void index_finds_piles(void **state)
{
    (void)state;
    check_layout(FEW_SPOTS, 4000);
}

static void index_finds_at_the_ends_of_the_world(void **state)
{
    (void)state;
    check_layout(CORNERS, 5000);
}

static void index_finds_on_a_line(void **state)
{
    (void)state;
    check_layout(LINE, 6000);
}

static void index_finds_beside_a_far_outlier(void **state)
{
    (void)state;
    check_layout(OUTLIER, 7000);
}

static void index_breaks_ties_of_a_lattice_by_id(void **state)
{
    (void)state;
    check_layout(LATTICE, 8000);
}

// Swaps the balls about, in all their columns.
static void shuffle_scene(uint32_t *order)
{
    Scene *copy = malloc(sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, &scene, sizeof *copy);
    for (uint32_t i = 0; i < scene.count; i++) {
        order[i] = i;
    }
    for (uint32_t i = scene.count; i-- > 1;) {
        uint32_t j = draw_below(40, i, i + 1);
        uint32_t swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
    for (uint32_t i = 0; i < scene.count; i++) {
        scene.positions[i] = copy->positions[order[i]];
        scene.radii[i] = copy->radii[order[i]];
        scene.heights[i] = copy->heights[order[i]];
        scene.ids[i] = copy->ids[order[i]];
        scene.layers[i] = copy->layers[order[i]];
        scene.is_present[i] = copy->is_present[order[i]];
    }
    free(copy);
}

static void check_shuffle(uint32_t layout)
{
    static uint32_t order[MOST];
    enum { LIMIT = 12 };
    make_scene(9000 + layout, VEER_PLANAR, layout, 500);
    scene.has_ids = true;
    VeerIndex *index = make_index(scene.count);
    VeerBalls balls = balls_of(&scene);
    VeerNear before[LIMIT], after[LIMIT];
    VeerNearQuery query = {draw_point(41, 0, 20.0f), 3e6f, LIMIT, UINT32_MAX, UINT32_MAX, 1.0f};
    veer_index_build(index, scene.space, &balls);
    uint32_t count = veer_index_nearest(index, &query, before);
    shuffle_scene(order);
    veer_index_build(index, scene.space, &balls);
    assert_int_equal(veer_index_nearest(index, &query, after), count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(order[after[i].index], before[i].index);
        assert_true(after[i].gap == before[i].gap);
    }
    free(index);
}

static void index_answers_do_not_depend_on_memory_order(void **state)
{
    (void)state;
    for (uint32_t layout = 0; layout < LAYOUT_COUNT; layout++) {
        check_shuffle(layout);
    }
}

static void index_order_lists_each_present_ball_once(void **state)
{
    (void)state;
    for (uint32_t layout = 0; layout < LAYOUT_COUNT; layout++) {
        make_scene(9100 + layout, VEER_SPATIAL, layout, 700);
        scene.has_presence = true;
        VeerIndex *index = make_index(scene.count);
        VeerBalls balls = balls_of(&scene);
        veer_index_build(index, scene.space, &balls);
        uint32_t count = 0;
        const uint32_t *order = veer_index_order(index, &count);
        uint8_t seen[MOST] = {0};
        for (uint32_t i = 0; i < count; i++) {
            seen[order[i]]++;
        }
        assert_memory_equal(seen, scene.is_present, scene.count);
        free(index);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_in_two_parts_is_found_as_if_at_once),
        cmocka_unit_test(index_finds_even_crowds),
        cmocka_unit_test(index_finds_clusters),
        cmocka_unit_test(index_finds_all_in_one_spot),
        cmocka_unit_test(index_finds_piles),
        cmocka_unit_test(index_finds_at_the_ends_of_the_world),
        cmocka_unit_test(index_finds_on_a_line),
        cmocka_unit_test(index_finds_beside_a_far_outlier),
        cmocka_unit_test(index_breaks_ties_of_a_lattice_by_id),
        cmocka_unit_test(index_answers_do_not_depend_on_memory_order),
        cmocka_unit_test(index_order_lists_each_present_ball_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
