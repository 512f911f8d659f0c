// Levels that are too dense for cells: what a query looks at stays bounded, however many bodies
// share a spot, and those of other sizes do not make it look at more.
#include "base/random.h"
#include "space/nest.h"

#include "support/memory.h"

#include <math.h>

enum { COUNT = 20000, LIMIT = 12 };

static VeerVec3 positions[COUNT];
static float radii[COUNT];
static uint32_t ids[COUNT], layers[COUNT];

static float draw(uint64_t stream, uint32_t i)
{
    return veer_random_unit(7, stream, i);
}

/// All at one point, of one radius, with ids in no order.
static void put_on_one_spot(void)
{
    for (uint32_t i = 0; i < COUNT; i++) {
        positions[i] = (VeerVec3){30.0f, -4.0f, 0.0f};
        radii[i] = 0.3f;
        ids[i] = i * 2654435761u;
        layers[i] = 1;
    }
}

static void put_on_two_spots(void)
{
    put_on_one_spot();
    for (uint32_t i = 0; i < COUNT; i += 2) {
        positions[i].x = 40.0f;
    }
}

static void put_into_one_disc(void)
{
    put_on_one_spot();
    for (uint32_t i = 0; i < COUNT; i++) {
        positions[i].x += draw(1, i);
        positions[i].y += draw(2, i);
        positions[i].z += draw(3, i);
    }
}

static void put_on_one_spot_of_all_sizes(void)
{
    put_on_one_spot();
    for (uint32_t i = 0; i < COUNT; i++) {
        radii[i] = 0.3f + 0.2f * draw(4, i);
    }
}

/// Few are on the layer that is asked for.
static void put_on_other_layers(void)
{
    put_on_one_spot();
    for (uint32_t i = 0; i < COUNT; i++) {
        layers[i] = i % 5000 == 0 ? 1 : 2;
    }
}

static void (*const heaps[])(void) = {put_on_one_spot, put_on_two_spots, put_into_one_disc,
                                      put_on_one_spot_of_all_sizes, put_on_other_layers};

static VeerIndex *make_index(VeerSpace space)
{
    VeerBalls balls = {
        .count = COUNT, .positions = positions, .radii = radii, .ids = ids, .layers = layers};
    VeerIndex *index = veer_index_init(take(veer_index_size(COUNT)), COUNT);
    veer_index_build(index, space, &balls);
    return index;
}

/// A query whose walk is counted.
typedef struct Counted {
    const VeerIndex *index;
    VeerNearQuery query;
    VeerAnswers answers;
    uint32_t entries;
} Counted;

static void count_leaf(void *context, uint32_t begin, uint32_t near, const float *gaps)
{
    Counted *counted = context;
    counted->entries += VEER_NEST_LEAF;
    for (uint32_t i = 0; i < VEER_NEST_LEAF; i++) {
        if (near >> i & 1u && gaps[i] <= counted->answers.bound &&
            veer_index_is_wanted(counted->index, &counted->query, begin + i)) {
            veer_answers_add(&counted->answers, (VeerNear){begin + i, gaps[i]});
        }
    }
}

/// Asks for the nearest of a ball.
static Counted ask(const VeerIndex *index, uint32_t ball, VeerLanes lanes, VeerNear out[LIMIT])
{
    Counted counted = {
        .index = index,
        .query = {
            .centre = positions[ball], .range = 1e6f, .limit = LIMIT, .mask = 1, .except = ball}};
    counted.answers.tags = index->tags;
    counted.answers.out = out;
    counted.answers.limit = LIMIT;
    counted.answers.is_pooled = false;
    veer_answers_open(&counted.answers, counted.query.range);
    for (uint32_t g = 0; g < index->level_count; g++) {
        assert_true(index->levels[g].is_nested);
        VeerNestPlan plan = veer_nest_plan(index->levels[g].end - index->levels[g].begin);
        VeerNestWalk walk = {index,      &index->levels[g], &counted.query, &counted.answers,
                             count_leaf, &counted};
        veer_nest_lanes(lanes)->walk(&walk, &plan);
    }
    return counted;
}

static void nest_queries_look_at_few_of_a_heap(void **state)
{
    (void)state;
    for (size_t heap = 0; heap < sizeof heaps / sizeof *heaps; heap++) {
        for (VeerSpace space = VEER_PLANAR; space <= VEER_SPATIAL; space++) {
            heaps[heap]();
            VeerIndex *index = make_index(space);
            uint32_t sum = 0, asked = 0;
            for (uint32_t i = 0; i < COUNT; i += 37, asked++) {
                VeerNear out[LIMIT];
                sum += ask(index, i, veer_lanes(), out).entries;
            }
            assert_true(sum <= 10 * VEER_NEST_LEAF * asked);
            free(index);
        }
    }
}

static void nest_answers_are_the_same_by_all_widths_of_lanes(void **state)
{
    (void)state;
    for (size_t heap = 0; heap < sizeof heaps / sizeof *heaps; heap++) {
        heaps[heap]();
        VeerIndex *index = make_index(heap % 2 ? VEER_PLANAR : VEER_SPATIAL);
        for (uint32_t i = 0; i < COUNT; i += 997) {
            VeerNear out[LIMIT], other[LIMIT];
            Counted counted = ask(index, i, VEER_LANES_BASE, out);
            for (VeerLanes lanes = VEER_LANES_BASE; lanes <= veer_lanes(); lanes++) {
                Counted again = ask(index, i, lanes, other);
                assert_int_equal(again.entries, counted.entries);
                assert_int_equal(again.answers.count, counted.answers.count);
                assert_memory_equal(other, out, counted.answers.count * sizeof *out);
            }
        }
        free(index);
    }
}

static void nest_orders_are_the_same_each_time(void **state)
{
    (void)state;
    put_into_one_disc();
    VeerIndex *first = make_index(VEER_SPATIAL), *second = make_index(VEER_SPATIAL);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(first->order[i], second->order[i]);
    }
    free(first);
    free(second);
}

// Of radii over twelve decades each level holds those that differ by less than a factor of 4, and
// so a query reaches no further for one level than four times what that level's own balls need.
static void index_keeps_sizes_apart(void **state)
{
    (void)state;
    put_on_one_spot();
    for (uint32_t i = 0; i < 16; i++) {
        radii[i] = 1e6f / (float)(1u << 2u * i);
    }
    VeerIndex *index = make_index(VEER_PLANAR);
    for (uint32_t g = 0; g < index->level_count; g++) {
        const VeerIndexLevel *level = &index->levels[g];
        for (uint32_t i = level->begin; i < level->end; i++) {
            assert_true(level->max_radius <= 4.0f * index->radius[i]);
        }
    }
    free(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nest_queries_look_at_few_of_a_heap),
        cmocka_unit_test(nest_answers_are_the_same_by_all_widths_of_lanes),
        cmocka_unit_test(nest_orders_are_the_same_each_time),
        cmocka_unit_test(index_keeps_sizes_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
