#include "support/suite.h"

#include "base/random.h"
#include "space/order.h"
#include "space/vicinity.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 1500, LIMIT = 12 };

// Balls, by columns.
typedef struct Crowd {
    uint64_t seed;
    uint32_t count;
    VeerVec3 positions[MOST];
    float radii[MOST], heights[MOST];
    uint32_t layers[MOST];
} Crowd;

static Crowd crowd; // too large for the stack

static float draw(uint64_t stream, uint32_t i, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(crowd.seed, stream, i);
}

// Discs of many sizes, layers and heights within the extent, m; on whole numbers, so that many
// distances are equal, where `is_lattice`.
static void make_crowd(uint64_t seed, float extent, bool is_lattice)
{
    crowd.seed = seed;
    crowd.count = MOST;
    for (uint32_t i = 0; i < MOST; i++) {
        VeerVec3 p = {draw(1, i, -extent, extent), draw(2, i, -extent, extent),
                      draw(3, i, -extent, extent)};
        crowd.positions[i] =
            is_lattice ? (VeerVec3){(float)(int)p.x, (float)(int)p.y, (float)(int)p.z} : p;
        crowd.radii[i] = is_lattice ? 0.5f : draw(4, i, 0.1f, i % 50u ? 0.6f : 4.0f);
        crowd.heights[i] = draw(5, i, 0.5f, extent);
        crowd.layers[i] = 1u << i % 3u;
    }
}

static VeerIndex *index_crowd(VeerSpace space, bool has_heights, bool has_layers)
{
    size_t size = veer_index_size(MOST);
    void *memory = aligned_alloc(64, size);
    assert_non_null(memory);
    memset(memory, 0xa5, size);
    VeerIndex *index = veer_index_init(memory, MOST);
    VeerBalls balls = {.count = crowd.count,
                       .positions = crowd.positions,
                       .radii = crowd.radii,
                       .heights = has_heights ? crowd.heights : NULL,
                       .layers = has_layers ? crowd.layers : NULL};
    veer_index_build(index, space, &balls);
    return index;
}

// The list of all that are in range has those that the index finds, whatever their order.
static void check_list(const VeerIndex *index, const VeerVicinity *vicinity, uint32_t entry,
                       const VeerNearQuery *query)
{
    VeerNear expected[VEER_ORDER_MOST + 1];
    VeerNearQuery all = *query;
    all.limit = VEER_ORDER_MOST + 1;
    uint32_t near = veer_index_nearest_entries(index, &all, expected);
    for (int lanes = VEER_LANES_BASE; lanes <= (int)veer_lanes(); lanes++) {
        double keys[VEER_ORDER_MOST];
        uint32_t count = veer_vicinity_lanes((VeerLanes)lanes)->list(vicinity, query, entry, keys);
        // Those of other layers or heights count, too, before they are left out.
        assert_true(count == near || count == VEER_VICINITY_CROWDED);
        assert_true(count <= VEER_ORDER_MOST || near > VEER_ORDER_MOST ||
                    !veer_index_is_open(index, query));
        for (uint32_t i = 0; count <= VEER_ORDER_MOST && i < VEER_ORDER_MOST; i++) {
            double key = i < count ? veer_order_key(expected[i].gap, expected[i].index)
                                   : veer_order_key(INFINITY, 0);
            uint32_t times = 0;
            for (uint32_t j = 0; j < VEER_ORDER_MOST; j++) {
                times += keys[j] == key;
            }
            assert_int_equal(times, i < count ? 1u : VEER_ORDER_MOST - count);
        }
    }
}

// Asks for the neighbours of an entry in both ways. @return whether the vicinity had an answer
static bool check_entry(const VeerIndex *index, const VeerVicinity *vicinity, uint32_t entry,
                        float range, float asked)
{
    VeerNear found[LIMIT], expected[LIMIT];
    uint32_t self = index->order[entry];
    VeerNearQuery query = {.centre = crowd.positions[self],
                           .range = range,
                           .limit = LIMIT,
                           .mask = entry % 4u ? UINT32_MAX : 5u,
                           .except = self,
                           .height = crowd.heights[self]};
    uint32_t count = veer_vicinity_nearest(vicinity, &query, found);
    if (count == VEER_VICINITY_CROWDED) {
        return false;
    }
    query.range = count == LIMIT ? asked : range;
    assert_int_equal(count, veer_index_nearest_entries(index, &query, expected));
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(found[i].index, expected[i].index);
        assert_true(found[i].gap == expected[i].gap);
    }
    query.range = range;
    for (int lanes = VEER_LANES_BASE; lanes <= (int)veer_lanes(); lanes++) {
        assert_int_equal(veer_vicinity_lanes((VeerLanes)lanes)->nearest(vicinity, &query, expected),
                         count);
        assert_memory_equal(found, expected, count * sizeof *found);
    }
    if (!index->is_spatial) {
        check_list(index, vicinity, entry, &query);
    }
    return true;
}

// How many entries had an answer, of all runs together.
static uint32_t check_runs(const VeerIndex *index, float bound)
{
    static VeerVicinity vicinity;
    uint32_t answered = 0;
    for (uint32_t begin = 0; begin < index->count;) {
        uint32_t end = veer_vicinity_run(index, begin, index->count);
        assert_in_range(end, begin + 1, index->count);
        float ranges[VEER_VICINITY_RUN];
        for (uint32_t i = begin; i < end; i++) {
            ranges[i - begin] = draw(7, i, 0.0f, bound);
        }
        bool is_gathered = veer_vicinity_gather(&vicinity, index, begin, end, ranges, LIMIT);
        for (uint32_t i = begin; i < end; i++) {
            float asked = draw(7, i, 0.0f, bound);
            assert_true(ranges[i - begin] <= asked);
            answered += is_gathered && check_entry(index, &vicinity, i, ranges[i - begin], asked);
        }
        begin = end;
    }
    return answered;
}

// Seeds, spaces, heights and layers in all combinations. @return how many were answered
static uint32_t check_crowds(uint64_t seed, float extent, bool is_lattice, float bound)
{
    uint32_t answered = 0;
    print_message("from seed %llu\n", (unsigned long long)seed);
    for (uint32_t variant = 0; variant < 8; variant++) {
        make_crowd(seed + variant, extent, is_lattice);
        VeerSpace space = variant & 1u ? VEER_SPATIAL : VEER_PLANAR;
        VeerIndex *index = index_crowd(space, variant & 2u, variant & 4u);
        answered += check_runs(index, bound);
        free(index);
    }
    return answered;
}

static void vicinity_answers_as_the_index(void **state)
{
    (void)state;
    uint32_t answered = check_crowds(100, 60.0f, false, 5.0f);
    assert_in_range(answered, 8 * MOST / 2, 8 * MOST); // where it is dense, the index answers
}

static void vicinity_breaks_ties_of_a_lattice_by_id(void **state)
{
    (void)state;
    uint32_t answered = check_crowds(200, 20.0f, true, 2.5f);
    assert_in_range(answered, 8 * MOST / 2, 8 * MOST);
}

static void vicinity_of_a_bound_of_nothing_answers(void **state)
{
    (void)state;
    assert_in_range(check_crowds(300, 60.0f, false, 0.0f), 8 * MOST / 2, 8 * MOST);
}

// In each other, where only the nearest of each are gathered.
static void vicinity_of_a_heap_answers(void **state)
{
    (void)state;
    uint32_t answered = check_crowds(400, 0.5f, false, 5.0f);
    assert_in_range(answered, 4 * MOST * 3 / 4, 4 * MOST); // not where layers differ
}

// All at one point: the nearest are those of the least ids, in other leaves.
static void vicinity_of_one_point_is_too_full(void **state)
{
    (void)state;
    make_crowd(450, 0.5f, true);
    VeerIndex *index = index_crowd(VEER_PLANAR, false, false);
    assert_int_equal(check_runs(index, 5.0f), 0);
    free(index);
}

static void vicinity_of_hashed_rows_says_so(void **state)
{
    (void)state;
    make_crowd(500, 60.0f, false);
    crowd.positions[0] = (VeerVec3){1e6f, 1e6f, 0.0f};
    crowd.positions[1] = (VeerVec3){-1e6f, -1e6f, 0.0f};
    VeerIndex *index = index_crowd(VEER_PLANAR, true, true);
    static VeerVicinity vicinity;
    float range = 5.0f;
    assert_false(veer_vicinity_gather(&vicinity, index, 0, 1, &range, LIMIT));
    assert_true(range == 5.0f);
    free(index);
}

// Many in range, though there is room for the candidates.
static void vicinity_leaves_long_answers_to_the_index(void **state)
{
    (void)state;
    make_crowd(600, 4.0f, false);
    crowd.count = 200;
    VeerIndex *index = index_crowd(VEER_PLANAR, false, false);
    static VeerVicinity vicinity;
    float range = 20.0f;
    assert_true(veer_vicinity_gather(&vicinity, index, 0, 1, &range, LIMIT));
    assert_false(check_entry(index, &vicinity, 0, range, range));
    free(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vicinity_answers_as_the_index),
        cmocka_unit_test(vicinity_breaks_ties_of_a_lattice_by_id),
        cmocka_unit_test(vicinity_of_a_bound_of_nothing_answers),
        cmocka_unit_test(vicinity_of_a_heap_answers),
        cmocka_unit_test(vicinity_of_one_point_is_too_full),
        cmocka_unit_test(vicinity_of_hashed_rows_says_so),
        cmocka_unit_test(vicinity_leaves_long_answers_to_the_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
