/// Decisions of many agents at once, against those of one view after the other.
#include "avoid/view_maker.h"

#include "avoid/batch.h"
#include "avoid/crowd/crowd.h"
#include "avoid/share.h"

enum { ROUNDS = 4000, MOST = VEER_CROWD_LANES };

typedef struct Crowd {
    VeerSpace space;
    float dt;
    uint32_t count;
    VeerView views[MOST];
    VeerAvoidParams params[MOST];
    VeerVec3 preferred[MOST];
    VeerNeighbour neighbours[MOST][VEER_MAX_NEIGHBOURS];
    VeerWall walls[MOST][VEER_MAX_WALLS];
    VeerCrowdCourse courses[MOST];
    bool is_led[MOST];
} Crowd;

static VeerNeighbour roll_neighbour(Dice *dice, const VeerView *view, double extent)
{
    bool is_flat = view->space == VEER_PLANAR;
    VeerVec3 offset = roll_vec(dice, extent, is_flat);
    if (roll_below(dice, 20) == 0) {
        offset.x = offset.y = 0.0f;
    }
    VeerVec3 velocity =
        roll_below(dice, 8) ? roll_vec(dice, 2.0, is_flat) : along3(view->velocity, offset, -0.25f);
    VeerNeighbour other = make_neighbour(offset, velocity);
    other.radius = (float)roll_between(dice, 0.0, 1.0);
    other.share = roll_below(dice, 3) ? 0.5f : (float)roll_between(dice, 0.01, 1.0);
    other.id = 2u + roll_below(dice, 5);
    if (roll_below(dice, 40) == 0) {
        other.offset = (VeerVec3){0};
    }
    return other;
}

static void roll_agent(Dice *dice, Crowd *crowd, uint32_t i)
{
    VeerView *view = &crowd->views[i];
    bool is_flat = crowd->space == VEER_PLANAR;
    *view = make_view(crowd->space);
    view->dt = crowd->dt;
    view->velocity = roll_vec(dice, 2.0, is_flat);
    view->radius = (float)roll_between(dice, 0.0, 1.0);
    view->max_speed = (float)roll_between(dice, 0.1, 3.0);
    view->max_braking = roll_below(dice, 2) ? INFINITY : (float)roll_between(dice, 0.1, 9.0);
    view->memory.crowd.jam = (float)max_f((float)roll_between(dice, -1.0, 2.0), 0.0f);
    view->neighbours = crowd->neighbours[i];
    crowd->params[i] = veer_avoid_params_default();
    crowd->params[i].time_horizon = (float)roll_between(dice, 0.1, 10.0);
    crowd->params[i].max_neighbours = 1u + roll_below(dice, VEER_MAX_NEIGHBOURS);
    crowd->preferred[i] = roll_vec(dice, roll_below(dice, 9) ? 2.0 : 1e-3, is_flat);
    view->neighbour_count = roll_below(dice, crowd->params[i].max_neighbours + 1u);
    double extent = roll_below(dice, 3) ? 8.0 : 2.0; // of those near by most have no room
    for (uint32_t k = 0; k < view->neighbour_count; k++) {
        crowd->neighbours[i][k] = roll_neighbour(dice, view, extent);
    }
}

/// Puts walls about an agent, or a bottleneck ahead of it, where the first part of its decision is
/// one for a batch.
static void roll_walls(Dice *dice, Crowd *crowd, uint32_t i)
{
    VeerView *view = &crowd->views[i], bare = *view;
    bare.neighbour_count = 0;
    bare.walls = crowd->walls[i];
    bare.wall_count = roll_below(dice, 4) ? roll_below(dice, 4) : roll_below(dice, VEER_MAX_WALLS);
    for (uint32_t k = 0; k < bare.wall_count; k++) {
        VeerVec3 at = roll_vec(dice, 6.0, true);
        crowd->walls[i][k] = (VeerWall){at, add3(at, roll_vec(dice, 4.0, true))};
    }
    bare.bottleneck = roll_below(dice, 2) ? roll_vec(dice, 5.0, true) : (VeerVec3){0};
    bare.has_path = roll_below(dice, 4) > 0;
    crowd->is_led[i] =
        veer_crowd_prepare(&bare, &crowd->params[i], crowd->preferred[i], &crowd->courses[i]);
    if (crowd->is_led[i]) {
        bare.neighbour_count = view->neighbour_count;
        *view = bare;
    }
}

static void see(VeerCrowdBatch *batch, uint32_t lane, uint32_t k, const VeerNeighbour *other)
{
    batch->offset_x[k][lane] = other->offset.x;
    batch->offset_y[k][lane] = other->offset.y;
    batch->offset_z[k][lane] = other->offset.z;
    batch->other_velocity_x[k][lane] = other->velocity.x;
    batch->other_velocity_y[k][lane] = other->velocity.y;
    batch->other_velocity_z[k][lane] = other->velocity.z;
    batch->other_radius[k][lane] = other->radius;
    batch->share[k][lane] = other->share;
    batch->other_id[k][lane] = other->id;
}

static void fill(VeerCrowdBatch *batch, const Crowd *crowd)
{
    batch->dt = crowd->dt;
    batch->space = crowd->space;
    batch->count = batch->most = batch->most_walls = 0;
    for (uint32_t i = 0; i < crowd->count; i++) {
        const VeerView *view = &crowd->views[i];
        VeerCrowdAgent agent = {view->velocity,
                                crowd->preferred[i],
                                view->radius,
                                view->max_speed,
                                min_f(view->max_braking, view->max_acceleration),
                                view->memory.crowd.jam,
                                crowd->params[i].sense_range,
                                crowd->params[i].time_horizon,
                                crowd->params[i].max_neighbours,
                                view->id,
                                0,
                                0,
                                1.0f};
        uint32_t lane = veer_crowd_batch_add(batch, &agent);
        if (crowd->is_led[i]) {
            veer_crowd_batch_lead(batch, lane, &crowd->courses[i]);
        }
        for (uint32_t k = 0; k < view->neighbour_count; k++) {
            const VeerNeighbour *other = &view->neighbours[k];
            see(batch, lane, k, other);
        }
        veer_crowd_batch_close(batch, lane, view->neighbour_count);
    }
}

static void assert_same(const VeerAvoidResult *result, const VeerAvoidResult *expected)
{
    assert_true(same_bits3(result->velocity, expected->velocity));
    assert_memory_equal(&result->memory, &expected->memory, sizeof result->memory);
    assert_int_equal(result->is_avoiding, expected->is_avoiding);
}

/// @return how many of them have to decide alone
static uint32_t check(const Crowd *crowd, VeerCrowdBatch *batch, const VeerCrowdBatchLanes *lanes)
{
    uint32_t alone = 0;
    fill(batch, crowd);
    uint32_t strange = veer_crowd_batch_decide_by(lanes, batch);
    assert_int_equal(strange >> (crowd->count - 1u) >> 1, 0);
    for (uint32_t i = 0; i < crowd->count; i++) {
        if (strange >> i & 1u) {
            alone++;
            continue;
        }
        VeerAvoidResult expected =
            veer_crowd_decide(&crowd->views[i], &crowd->params[i], crowd->preferred[i]);
        VeerAvoidResult result = veer_crowd_batch_result(batch, i);
        assert_same(&result, &expected);
    }
    return alone;
}

static uint32_t check_all(const Crowd *crowd, VeerCrowdBatch *batch)
{
    uint32_t alone = 0;
    for (int lanes = VEER_LANES_BASE; lanes <= (int)veer_lanes(); lanes++) {
        alone += check(crowd, batch, veer_crowd_batch_lanes((VeerLanes)lanes));
    }
    return alone;
}

static void check_crowds(VeerSpace space, uint32_t seed)
{
    Dice dice = {seed};
    print_message("seed %u\n", seed);
    static Crowd crowd;
    static VeerCrowdBatch batch;
    crowd.space = space;
    for (int round = 0; round < ROUNDS; round++) {
        crowd.dt = (float)roll_between(&dice, 0.004, 0.5);
        crowd.count = 1u + roll_below(&dice, MOST);
        for (uint32_t i = 0; i < crowd.count; i++) {
            roll_agent(&dice, &crowd, i);
        }
        assert_int_equal(check_all(&crowd, &batch), 0);
    }
}

static void batch_decides_bit_by_bit_as_each_alone(void **state)
{
    (void)state;
    check_crowds(VEER_PLANAR, 51);
}

static void batch_between_walls_decides_bit_by_bit_as_each_alone(void **state)
{
    (void)state;
    Dice dice = {56};
    static Crowd crowd;
    static VeerCrowdBatch batch;
    uint32_t led = 0, all = 0;
    for (int round = 0; round < ROUNDS; round++) {
        crowd.dt = (float)roll_between(&dice, 0.004, 0.5);
        crowd.count = 1u + roll_below(&dice, MOST);
        for (uint32_t i = 0; i < crowd.count; i++) {
            roll_agent(&dice, &crowd, i);
            roll_walls(&dice, &crowd, i);
            led += crowd.is_led[i];
        }
        all += crowd.count;
        assert_int_equal(check_all(&crowd, &batch), 0);
    }
    print_message("%u of %u between walls\n", led, all);
    assert_in_range(led, all / 4u, all - 1u);
}

static void batch_in_space_decides_bit_by_bit_as_each_alone(void **state)
{
    (void)state;
    check_crowds(VEER_SPATIAL, 54);
}

static void check_anything(VeerSpace space, uint32_t seed)
{
    Dice dice = {seed};
    print_message("seed %u\n", seed);
    static Crowd crowd;
    static VeerCrowdBatch batch;
    uint32_t alone = 0;
    crowd.space = space;
    crowd.dt = 1.0f / 60.0f;
    crowd.count = MOST;
    for (int round = 0; round < ROUNDS / 4; round++) {
        for (uint32_t i = 0; i < MOST; i++) {
            WildView wild = roll_wild_view(&dice, space);
            crowd.views[i] = wild.view;
            crowd.views[i].max_speed += 1e-6f;
            crowd.views[i].wall_count = 0;
            crowd.views[i].neighbours = crowd.neighbours[i];
            crowd.preferred[i] = wild.preferred;
            crowd.params[i] = veer_avoid_params_default();
            memcpy(crowd.neighbours[i], wild.neighbours, sizeof wild.neighbours);
        }
        alone += check_all(&crowd, &batch);
    }
    assert_in_range(alone, 1, ROUNDS / 4 * MOST * VEER_LANES_COUNT - 1);
}

static void batch_of_anything_decides_as_each_alone_or_says_so(void **state)
{
    (void)state;
    check_anything(VEER_PLANAR, 52);
}

static void batch_of_anything_in_space_decides_as_each_alone_or_says_so(void **state)
{
    (void)state;
    check_anything(VEER_SPATIAL, 55);
}

static void batch_of_nobody_is_nothing(void **state)
{
    (void)state;
    static VeerCrowdBatch batch;
    assert_int_equal(veer_crowd_batch_decide(&batch), 0);
}

enum { BODIES = 40 };

static VeerCrowdBody roll_body(Dice *dice)
{
    static const float weights[] = {0.0f, 0.5f, 1.0f, VEER_WEIGHT_UNYIELDING, INFINITY};
    return (VeerCrowdBody){
        .x = (float)roll_between(dice, -9.0, 9.0),
        .y = (float)roll_between(dice, -9.0, 9.0),
        .velocity_x = (float)roll_between(dice, -2.0, 2.0),
        .velocity_y = (float)roll_between(dice, -2.0, 2.0),
        .radius = (float)roll_between(dice, 0.0, 1.0),
        .weight = roll_below(dice, 2) ? weights[roll_below(dice, 5)]
                                      : (float)roll_between(dice, 0.0, 9.0),
        .heed = roll_below(dice, 8),
        .id = roll_below(dice, 1000),
    };
}

/// Agents of a batch that see others of bodies[BODIES].
static void fill_lookers(Dice *dice, VeerCrowdBatch *batch, const VeerCrowdBody *bodies)
{
    batch->bodies = bodies;
    batch->count = batch->most = 0;
    uint32_t count = 1u + roll_below(dice, MOST);
    for (uint32_t i = 0; i < count; i++) {
        VeerCrowdAgent agent = {.body = roll_below(dice, BODIES), .layer = roll_below(dice, 8)};
        agent.weight = bodies[agent.body].weight;
        uint32_t lane = veer_crowd_batch_add(batch, &agent);
        uint32_t seen = roll_below(dice, VEER_MAX_NEIGHBOURS + 1u);
        for (uint32_t k = 0; k < seen; k++) {
            batch->other[k][lane] = roll_below(dice, BODIES);
        }
        veer_crowd_batch_close(batch, lane, seen);
    }
}

/// @return whether a lane has a neighbour that it leaves no share of
static bool check_look(const VeerCrowdBatch *batch, uint32_t lane)
{
    bool has_none = false;
    const VeerCrowdBody *self = &batch->bodies[batch->body[lane]];
    for (uint32_t k = 0; k < (uint32_t)batch->neighbour_count[lane]; k++) {
        const VeerCrowdBody *other = &batch->bodies[batch->other[k][lane]];
        float share =
            batch->layer[lane] & other->heed ? veer_yield_share(self->weight, other->weight) : 1.0f;
        assert_true(batch->offset_x[k][lane] == other->x - self->x);
        assert_true(batch->offset_y[k][lane] == other->y - self->y);
        assert_true(batch->other_velocity_x[k][lane] == other->velocity_x);
        assert_true(batch->other_velocity_y[k][lane] == other->velocity_y);
        assert_true(batch->other_radius[k][lane] == other->radius);
        assert_true(batch->share[k][lane] == share);
        assert_int_equal(batch->other_id[k][lane], other->id);
        has_none |= share <= 0.0f;
    }
    return has_none;
}

static void batch_looks_as_each_alone(void **state)
{
    (void)state;
    Dice dice = {53};
    print_message("seed 53\n");
    static VeerCrowdBatch batch;
    VeerCrowdBody bodies[BODIES];
    for (int round = 0; round < ROUNDS / 4; round++) {
        for (uint32_t i = 0; i < BODIES; i++) {
            bodies[i] = roll_body(&dice);
        }
        fill_lookers(&dice, &batch, bodies);
        uint32_t without = veer_crowd_batch_look(&batch);
        for (int lanes = VEER_LANES_BASE; lanes <= (int)veer_lanes(); lanes++) {
            assert_int_equal(veer_crowd_batch_lanes((VeerLanes)lanes)->look(&batch), without);
            for (uint32_t i = 0; i < batch.count; i++) {
                assert_int_equal(without >> i & 1u, check_look(&batch, i));
            }
        }
        assert_int_equal(without >> (batch.count - 1u) >> 1, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch_decides_bit_by_bit_as_each_alone),
        cmocka_unit_test(batch_between_walls_decides_bit_by_bit_as_each_alone),
        cmocka_unit_test(batch_in_space_decides_bit_by_bit_as_each_alone),
        cmocka_unit_test(batch_of_anything_decides_as_each_alone_or_says_so),
        cmocka_unit_test(batch_of_anything_in_space_decides_as_each_alone_or_says_so),
        cmocka_unit_test(batch_of_nobody_is_nothing),
        cmocka_unit_test(batch_looks_as_each_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
