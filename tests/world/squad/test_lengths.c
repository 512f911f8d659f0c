// Members are assigned to places by the lengths of their paths over the map.
#include "world/map_maker.h"
#include "world/path_lengths.h"
#include "world/squad_maker.h"

#define WIDTH 30
#define HEIGHT 20
#define MOST 6u

static void fill(VeerWorld *world, int32_t left, int32_t bottom, int32_t right, int32_t top)
{
    VeerCellRect rect = {{left, bottom}, {right, top}};
    assert_int_equal(veer_world_grid_fill(world, rect, true), VEER_OK);
}

static VeerWorld *make_field(void)
{
    VeerWorldDef def = map_def(WIDTH, HEIGHT);
    def.max_squads = 1;
    return make_world_of(&def);
}

/// A loose squad whose slots are points of the world: `origin` is where it is sent.
static VeerSquadId add_loose(VeerWorld *world, const VeerVec3 *points, uint32_t count,
                             VeerVec3 origin)
{
    VeerVec3 offsets[VEER_MAX_SQUAD_OFFSETS];
    for (uint32_t i = 0; i < count; ++i) {
        offsets[i] = sub3(points[i], origin);
    }
    VeerSquadDef def = veer_squad_def_default();
    def.mode = VEER_SQUAD_LOOSE;
    def.formation.shape = VEER_FORMATION_OFFSETS;
    def.formation.offsets = offsets;
    def.formation.offset_count = count;
    def.separation = 1.0f;
    return add_squad(world, &def);
}

static VeerAgentId join(VeerWorld *world, VeerSquadId squad, VeerVec3 at)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = at;
    def.radius = 0.4f;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_squad_add(world, squad, agent), VEER_OK);
    return agent;
}

/// Ordered so that +x is ahead and the slots are where they were stated.
static void send(VeerWorld *world, VeerSquadId squad, VeerVec3 origin)
{
    VeerOrder order = veer_order_go(origin);
    order.heading = vec3(1, 0, 0);
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_OK);
    step_times(world, 1, TICK);
}

/// Straight through the wall it would be 4 m to each other's place, and round it 40.
static void nobody_is_sent_round_the_wall_for_a_place_behind_it(void **unused)
{
    (void)unused;
    VeerWorld *world = make_field();
    fill(world, 15, 0, 16, 19);
    const VeerVec3 slots[] = {{13.5f, 12, 0}, {17.5f, 2, 0}};
    VeerSquadId squad = add_loose(world, slots, 2, vec3(13.5f, 12, 0));
    VeerAgentId left = join(world, squad, vec3(13.5f, 2, 0));
    VeerAgentId right = join(world, squad, vec3(17.5f, 12, 0));
    send(world, squad, vec3(13.5f, 12, 0));
    assert_float_equal(read_member(world, left).place.x, 13.5f, 0.01f);
    assert_float_equal(read_member(world, right).place.x, 17.5f, 0.01f);
    // Nor does it change when places are looked at again.
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 20.0f));
    assert_true(read_agent(world, left).position.x < 15.0f);
    veer_world_destroy(world);
}

/// Who is locked in gets no place outside, and the others theirs.
static void who_is_locked_in_gets_none(void **unused)
{
    (void)unused;
    VeerWorld *world = make_field();
    fill(world, 4, 0, 5, 5);
    fill(world, 0, 5, 5, 6);
    const VeerVec3 slots[] = {{20, 10, 0}, {20, 12, 0}, {20, 14, 0}};
    VeerSquadId squad = add_loose(world, slots, 3, vec3(20, 12, 0));
    VeerAgentId locked = join(world, squad, vec3(2, 2, 0));
    VeerAgentId free[] = {join(world, squad, vec3(8, 2, 0)), join(world, squad, vec3(8, 6, 0))};
    send(world, squad, vec3(20, 12, 0));
    assert_int_equal(read_member(world, locked).answer, VEER_PLACE_NONE);
    assert_int_equal(read_member(world, free[0]).answer, VEER_PLACE_SLOT);
    assert_int_equal(read_member(world, free[1]).answer, VEER_PLACE_SLOT);
    // Let out, it gets the place that is left.
    VeerCellRect door = {{4, 1}, {5, 4}};
    assert_int_equal(veer_world_grid_fill(world, door, false), VEER_OK);
    step_times(world, 60, TICK);
    assert_int_equal(read_member(world, locked).answer, VEER_PLACE_SLOT);
    veer_world_destroy(world);
}

/// The least sum of costs[count * MOST] over all permutations from `first` on.
static float brute_force(const float *costs, uint32_t *order, uint32_t first, uint32_t count)
{
    if (first == count) {
        return 0.0f;
    }
    float best = INFINITY;
    for (uint32_t i = first; i < count; ++i) {
        uint32_t held = order[first];
        order[first] = order[i];
        order[i] = held;
        float cost =
            costs[first * MOST + order[first]] + brute_force(costs, order, first + 1, count);
        best = fminf(best, cost);
        held = order[first];
        order[first] = order[i];
        order[i] = held;
    }
    return best;
}

/// A point in the middle of a free cell that is apart from others.
static VeerVec3 free_point(const VeerWorld *world, Dice *dice, const VeerVec3 *others,
                           uint32_t count)
{
    for (;;) {
        VeerVec3 at = {1.5f + (float)(roll_index(dice, WIDTH - 3)),
                       1.5f + (float)(roll_index(dice, HEIGHT - 3)), 0.0f};
        bool is_good = veer_grid_gap(veer_world_grid(world), at, 2.0f) > 0.45f;
        for (uint32_t i = 0; i < count; ++i) {
            is_good &= flat_distance(at, others[i]) > 1.9f;
        }
        if (is_good) {
            return at;
        }
    }
}

/// What the answers of a squad cost, and the least that they can.
typedef struct Sums {
    float given, least;
    bool is_whole; ///< there is a way from everyone to every slot
} Sums;

static Sums sum_up(const VeerWorld *world, const VeerAgentId *agents, const VeerVec3 *points,
                   uint32_t count)
{
    Measure measure = make_measure(veer_world_grid(world), 0.4f);
    Sums sums = {0.0f, 0.0f, true};
    float costs[MOST * MOST];
    uint32_t order[MOST];
    for (uint32_t a = 0; a < count; ++a) {
        VeerVec3 place = read_member(world, agents[a]).place;
        order[a] = a;
        for (uint32_t s = 0; s < count; ++s) {
            VeerVec3 slot = points[count + s];
            float length = shortest(&measure, points[a], slot);
            costs[a * MOST + s] = length * length;
            sums.given += flat_distance(place, slot) < 0.01f ? length * length : 0.0f;
            sums.is_whole &= isfinite(length);
        }
    }
    sums.least = brute_force(costs, order, 0, count);
    free(measure.search);
    free(measure.mesh);
    return sums;
}

/// A field of walls with gaps, and members and slots anywhere in it.
static Sums try_seed(uint32_t seed)
{
    VeerWorld *world = make_field();
    Dice dice = make_dice(seed);
    uint32_t count = 2u + seed % (MOST - 1u);
    for (int i = 0; i < 3; ++i) {
        int32_t x = 4 + (int32_t)roll_index(&dice, 20), gap = 2 + (int32_t)roll_index(&dice, 14);
        fill(world, x, 0, x + 1, gap);
        fill(world, x, gap + 3, x + 1, HEIGHT);
    }
    VeerVec3 points[2 * MOST];
    for (uint32_t i = 0; i < 2 * count; ++i) {
        points[i] = free_point(world, &dice, points, i);
    }
    VeerSquadId squad = add_loose(world, points + count, count, points[count]);
    VeerAgentId agents[MOST];
    for (uint32_t i = 0; i < count; ++i) {
        agents[i] = join(world, squad, points[i]);
    }
    send(world, squad, points[count]);
    Sums sums = sum_up(world, agents, points, count);
    veer_world_destroy(world);
    return sums;
}

/// Costs are squares in float: 1e-5.
static void the_sum_is_least_by_brute_force(void **unused)
{
    (void)unused;
    uint32_t checked = 0;
    for (uint32_t seed = 0; seed < 60; ++seed) {
        Sums sums = try_seed(seed);
        if (sums.is_whole) {
            ++checked;
            assert_true(sums.given >= 0.99999f * sums.least);
            assert_true(sums.given <= 1.00001f * sums.least);
        }
    }
    assert_true(checked >= 30);
}

/// A box of slots behind a wall with two doors, and members on both sides of the wall.
static VeerWorld *make_doors(VeerSquadId *squad, VeerAgentId *agents, uint32_t count,
                             float separation)
{
    VeerWorldDef def = map_def(60, 40);
    def.max_agents = 256;
    def.max_squads = 1;
    VeerWorld *world = make_world_of(&def);
    fill(world, 30, 0, 32, 6);
    fill(world, 30, 9, 32, 31);
    fill(world, 30, 34, 32, 40);
    VeerSquadDef loose = veer_squad_def_default();
    loose.mode = VEER_SQUAD_LOOSE;
    loose.formation.spacing = 1.2f;
    loose.separation = separation;
    loose.reach = 12.0f;
    *squad = add_squad(world, &loose);
    uint32_t columns = 20;
    for (uint32_t i = 0; i < count; ++i) {
        float x = 1.5f + 1.4f * (float)(i % columns), y = 2.5f + 4.0f * (float)(i / columns);
        bool is_beyond = i % 5 == 0;
        agents[i] = join(world, *squad, vec3(is_beyond ? x + 31.5f : x, y, 0));
    }
    return world;
}

/// @return how many of the agents, which were ordered at from[count], got a slot; the sum of the
/// squared lengths of their paths is the least
static uint32_t check_is_least(const VeerWorld *world, const VeerAgentId *agents,
                               const VeerVec3 *from, uint32_t count)
{
    Measure measure = make_measure(veer_world_grid(world), 0.4f);
    VeerVec3 *places = take(count * sizeof *places);
    float *costs = take((size_t)count * count * sizeof *costs);
    uint32_t *seats = take(count * sizeof *seats), slots = 0;
    for (uint32_t i = 0; i < count; ++i) {
        VeerMemberState member = read_member(world, agents[i]);
        bool is_in = member.answer == VEER_PLACE_SLOT;
        seats[i] = is_in ? slots : VEER_NO_SLOT;
        places[slots] = member.place;
        slots += is_in;
    }
    for (uint32_t i = 0; i < count * slots; ++i) {
        float length = shortest(&measure, from[i / slots], places[i % slots]);
        costs[i] = length * length;
    }
    VeerAssignDef def = veer_assign_def_default();
    def.agent_count = count;
    def.slot_count = slots;
    def.costs = costs;
    VeerAssignment given, least;
    assert_int_equal(veer_assign_cost(&def, seats, &given), VEER_OK);
    size_t size = veer_assign_size(count, slots);
    void *scratch = take(size);
    assert_int_equal(veer_assign(&def, scratch, size, seats, &least), VEER_OK);
    assert_true(given.total <= 1.00001 * least.total);
    void *all[] = {scratch, seats, costs, places, measure.search, measure.mesh};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        free(all[i]);
    }
    return slots;
}

/// Also with fewer places than members.
static void the_sum_is_least_for_many(void **unused)
{
    (void)unused;
    enum { COUNT = 180 };
    static const float separations[] = {1.0f, 1.35f};
    for (int k = 0; k < 2; ++k) {
        VeerSquadId squad;
        VeerAgentId agents[COUNT];
        VeerVec3 from[COUNT];
        VeerWorld *world = make_doors(&squad, agents, COUNT, separations[k]);
        for (uint32_t i = 0; i < COUNT; ++i) {
            from[i] = read_agent(world, agents[i]).position;
        }
        send(world, squad, vec3(45, 20, 0));
        uint32_t slots = check_is_least(world, agents, from, COUNT);
        if (k == 0) {
            assert_int_equal(slots, COUNT);
        } else {
            assert_in_range(slots, 128, COUNT - 1);
        }
        veer_world_destroy(world);
    }
}

/// Too many to look along all pairs each time that places are exchanged.
static void a_crowd_takes_its_places_behind_two_doors(void **unused)
{
    (void)unused;
    enum { COUNT = 180 };
    VeerSquadId squad;
    VeerAgentId agents[COUNT];
    VeerWorld *world = make_doors(&squad, agents, COUNT, 1.0f);
    send(world, squad, vec3(45, 20, 0));
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 120.0f));
    for (uint32_t i = 0; i < COUNT; ++i) {
        assert_int_equal(read_member(world, agents[i]).answer, VEER_PLACE_SLOT);
        assert_true(read_agent(world, agents[i]).position.x > 32.0f);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_sent_round_the_wall_for_a_place_behind_it),
        cmocka_unit_test(who_is_locked_in_gets_none),
        cmocka_unit_test(the_sum_is_least_by_brute_force),
        cmocka_unit_test(the_sum_is_least_for_many),
        cmocka_unit_test(a_crowd_takes_its_places_behind_two_doors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
