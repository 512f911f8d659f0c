// Right of way at a gap between walls, without a map.
#include "base/random.h"
#include "world/traffic/traffic.h"
#include "world/world_maker.h"

#define TICK (1.0f / 60.0f)

enum { CROWD = 40 };

/// A world with a wall along x = 0, 2.5 radii of 0.25 m open at y = 0.
static VeerWorld *make_gap(void)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    const VeerVec3 lower[] = {{0, -40, 0}, {0, -0.3125f, 0}};
    const VeerVec3 upper[] = {{0, 0.3125f, 0}, {0, 40, 0}};
    add_chain(world, lower, 2);
    add_chain(world, upper, 2);
    return world;
}

static VeerAgentId add_walker(VeerWorld *world, VeerVec3 from, VeerVec3 to)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = from;
    def.radius = 0.25f;
    def.max_speed = 1.6f;
    def.preferred_speed = 1.3f;
    VeerAgentId agent = add_agent(world, &def);
    assert_int_equal(veer_agent_go_to(world, agent, to, 0.5f), VEER_OK);
    return agent;
}

/// s until all of a crowd before the gap are through it.
static float seconds_through(VeerWorld *world, const VeerAgentId *agents, float side)
{
    for (int tick = 0; tick < 60 * 120; tick++) {
        int through = 0;
        for (int i = 0; i < CROWD; i++) {
            through += read_agent(world, agents[i]).position.x * side > 0.5f;
        }
        if (through == CROWD) {
            return (float)tick * TICK;
        }
        step_times(world, 1, TICK);
    }
    return INFINITY;
}

static void crowd_passes_a_gap_in_not_much_more_than_single_file(void **state)
{
    (void)state;
    VeerWorld *world = make_gap();
    VeerAgentId agents[CROWD];
    for (int i = 0; i < CROWD; i++) {
        float y = 0.9f * ((float)(i % 8) - 3.4f);
        agents[i] = add_walker(world, vec3(-2.0f - 0.9f * (float)(i / 8), y, 0), vec3(12, y, 0));
    }
    // Body to body at their pace: 15 s.
    assert_true(seconds_through(world, agents, 1.0f) < 30.0f);
    veer_world_destroy(world);
}

static void who_is_far_from_the_gap_sees_the_wall_and_heads_for_it(void **state)
{
    (void)state;
    VeerWorld *world = make_gap();
    VeerAgentId agent = add_walker(world, vec3(-3, 9, 0), vec3(10, 9, 0));
    step_times(world, 60 * 8, TICK);
    assert_true(fabsf(read_agent(world, agent).position.y) < 1.0f);
    step_times(world, 60 * 12, TICK);
    assert_near3(read_agent(world, agent).position, vec3(10, 9, 0), 0.6f);
    veer_world_destroy(world);
}

/// Where two agents are after a second, the first of them nearer to the gap.
static void walk_two(VeerVec3 first, VeerVec3 second, bool is_alone, VeerVec3 *out)
{
    VeerWorld *world = make_gap();
    VeerAgentId agent = add_walker(world, first, vec3(12, 0, 0));
    if (!is_alone) {
        add_walker(world, second, vec3(12, 0.5f, 0));
    }
    step_times(world, 60, TICK);
    *out = read_agent(world, agent).position;
    veer_world_destroy(world);
}

static void who_is_nearer_goes_as_if_alone(void **state)
{
    (void)state;
    VeerVec3 alone, ahead;
    VeerVec3 near = {-0.8f, -0.4f, 0}, far = {-1.2f, 0.3f, 0};
    walk_two(near, far, true, &alone);
    walk_two(near, far, false, &ahead);
    assert_true(ahead.x > 0.0f);
    assert_near3(alone, ahead, 0.02f);
}

static void who_rests_in_the_way_yields_as_ever(void **state)
{
    (void)state;
    VeerWorld *world = make_gap();
    VeerAgentId walker = add_walker(world, vec3(-3, 0, 0), vec3(5, 0, 0));
    VeerAgentId idler = add_agent_at(world, vec3(-0.5f, 0, 0));
    step_times(world, 60 * 20, TICK);
    assert_true(read_agent(world, walker).position.x > 4.0f);
    assert_true(read_agent(world, idler).position.x < 1.0f);
    veer_world_destroy(world);
}

static VeerVec2 draw2(uint64_t number, float extent)
{
    float x = veer_random_unit(9, 1, number), y = veer_random_unit(9, 2, number);
    return vec2((2.0f * x - 1.0f) * extent, (2.0f * y - 1.0f) * extent);
}

/// Of two beside each other, with one gap ahead, with two, or with none, at which they go in, come
/// out, or neither: what one does not do the other does; of two at a door the one that is nearer
/// does no more than by the weights.
static void shares_of_two_are_one_evasion(void **state)
{
    (void)state;
    uint32_t shifted = 0;
    for (uint64_t i = 0; i < 12000; i++) {
        VeerVec2 a = draw2(4 * i, 3.0f), b = draw2(4 * i + 1, 3.0f), none = {0.0f, 0.0f};
        VeerVec2 gap = draw2(4 * i + 2, 4.0f);
        VeerVec2 other_gap = i % 4 == 3 ? draw2(4 * i + 3, 4.0f) : gap;
        bool are_doors = i < 4000;
        int8_t side_a = (int8_t)(are_doors ? 0 : (int)(i / 4 % 3) - 1);
        int8_t side_b = (int8_t)(are_doors ? 0 : (int)(i / 12 % 3) - 1);
        VeerOutlineGap of_a = {.offset = i % 4 == 1 ? none : sub2(gap, a), .side = side_a};
        VeerOutlineGap of_b = {.offset = i % 4 == 2 ? none : sub2(other_gap, b), .side = side_b};
        VeerSeenAgent seen_a = {.gap = of_a};
        VeerSeenAgent seen_b = {.gap = of_b};
        VeerVec3 to_b = vec3(b.x - a.x, b.y - a.y, 0.0f), to_a = scale3(to_b, -1.0f);
        float own = veer_yield_share_off_routes(&of_a, 0.7f, &seen_b, to_b, 0.4f);
        float its = veer_yield_share_off_routes(&of_b, 0.7f, &seen_a, to_a, 0.6f);
        assert_true(own >= 0.0f && own <= 1.0f && fabsf(own + its - 1.0f) < 1e-4f);
        assert_true(veer_yield_share_off_routes(&of_a, 0.7f, &seen_b, to_b, 0.0f) == 0.0f);
        assert_true(veer_yield_share_off_routes(&of_a, 0.7f, &seen_b, to_b, 1.0f) == 1.0f);
        float behind = length2(sub2(gap, a)) - length2(sub2(gap, b));
        assert_true(i % 4 > 0 || !are_doors || (own - 0.4f) * behind >= 0.0f);
        seen_b.signal.is_resting = true;
        assert_true(veer_yield_share_off_routes(&of_a, 0.7f, &seen_b, to_b, 0.4f) == 0.4f);
        shifted += own != 0.4f;
    }
    print_message("%u shifted\n", shifted);
    assert_true(shifted > 5000 && shifted < 9000);
}

static VeerOutlineGap draw_gap(uint64_t number)
{
    VeerVec2 at = draw2(number, 4.0f), none = {0.0f, 0.0f};
    return (VeerOutlineGap){.offset = number % 5 == 0 ? none : at,
                            .side = (int8_t)((int)(number / 3 % 3) - 1),
                            .is_astray = number % 7 == 0,
                            .is_held = number % 2 == 0};
}

/// Asks for pairs of all lanes by one kernel. Of those of whom one is astray nothing is shifted.
static void check_lanes(const VeerYieldLanes *kernel, uint64_t seed)
{
    VeerYieldPairs pairs;
    VeerSeenAgent others[VEER_CROWD_LANES];
    VeerOutlineGap gaps[VEER_CROWD_LANES];
    VeerCrowdColumn x, y, radius, other_radius, count, shares, expected;
    uint32_t astray = 0;
    for (uint32_t lane = 0; lane < VEER_CROWD_LANES; lane++) {
        uint64_t number = VEER_CROWD_LANES * seed + lane;
        VeerVec2 offset = draw2(3 * number, 3.0f);
        gaps[lane] = draw_gap(3 * number + 1);
        others[lane] =
            (VeerSeenAgent){.gap = draw_gap(3 * number + 2), .signal.is_resting = number % 11 == 0};
        if (number % 3 == 0) { // one gap
            others[lane].gap.offset = sub2(gaps[lane].offset, offset);
        }
        veer_yield_set_gap(&pairs.own, lane, &gaps[lane]);
        veer_yield_set_gap(&pairs.its, lane, &others[lane].gap);
        pairs.is_asked[lane] = number % 13 > 0;
        pairs.is_resting[lane] = others[lane].signal.is_resting;
        x[lane] = offset.x, y[lane] = offset.y, radius[lane] = 0.3f, other_radius[lane] = 0.4f;
        count[lane] = number % 17 > 0 ? 3.0f : 2.0f;
        shares[lane] = expected[lane] = (float)(number % 6) * 0.2f;
        bool is_asked = pairs.is_asked[lane] && count[lane] > 2.0f;
        bool is_one = gaps[lane].is_astray != others[lane].gap.is_astray;
        astray |= (uint32_t)(is_asked && is_one) << lane;
        if (is_asked && !is_one) {
            float reach = radius[lane] + other_radius[lane];
            expected[lane] = veer_yield_share_off_routes(
                &gaps[lane], reach, &others[lane], vec3(offset.x, offset.y, 0.0f), shares[lane]);
        }
    }
    pairs.offset_x = x, pairs.offset_y = y;
    pairs.radius = radius, pairs.other_radius = other_radius, pairs.neighbour_count = count;
    assert_int_equal(kernel->shift(&pairs, 2, shares), astray);
    assert_memory_equal(shares, expected, sizeof shares);
}

static void lanes_share_bit_by_bit_as_one_after_the_other(void **state)
{
    (void)state;
    for (int lanes = VEER_LANES_BASE; lanes <= (int)veer_lanes(); lanes++) {
        for (uint64_t seed = 0; seed < 2000; seed++) {
            check_lanes(veer_yield_lanes((VeerLanes)lanes), seed);
        }
    }
}

/// The share of one at the origin beside another, m from it, by where their gaps are and what they
/// do there.
static float share_of(VeerVec2 gap, int side, VeerVec2 other, VeerVec2 other_gap, int other_side)
{
    VeerOutlineGap own = {.offset = gap, .side = (int8_t)side};
    VeerSeenAgent seen = {.gap = {.offset = sub2(other_gap, other), .side = (int8_t)other_side}};
    return veer_yield_share_off_routes(&own, 0.6f, &seen, vec3(other.x, other.y, 0.0f), 0.5f);
}

static void who_comes_out_goes_before_those_that_go_in(void **state)
{
    (void)state;
    VeerVec2 gap = {1, 0};
    // However near each of them is.
    assert_true(share_of(gap, 1, vec2(4, 0), gap, -1) == 1.0f);
    assert_true(share_of(gap, -1, vec2(1.5f, 0), gap, 1) == 0.0f);
    // At a door, and of two that go in, the nearer one.
    assert_true(share_of(gap, 0, vec2(4, 0), gap, 0) == 0.0f);
    assert_true(share_of(gap, 1, vec2(-2, 0), gap, 1) == 0.0f);
}

/// The shares of one that is astray, whose own half begins 1 m to its right, which is along -y, and
/// of another in the same corridor.
typedef struct AstrayShares {
    float own, its;
} AstrayShares;

static AstrayShares astray_shares(VeerVec2 other, bool is_held)
{
    VeerOutlineGap astray = {.offset = {0.0f, -1.0f}, .is_astray = true};
    VeerOutlineGap others = {.is_held = is_held};
    VeerSeenAgent seen_astray = {.gap = astray}, seen_other = {.gap = others};
    VeerVec3 to = vec3(other.x, other.y, 0.0f);
    return (AstrayShares){
        veer_yield_share_off_routes(&astray, 0.6f, &seen_other, to, 0.4f),
        veer_yield_share_off_routes(&others, 0.6f, &seen_astray, scale3(to, -1.0f), 0.6f)};
}

static void who_is_astray_is_let_out_until_others_are_held_up(void **state)
{
    (void)state;
    AstrayShares met = astray_shares(vec2(2.0f, 0.5f), false);
    assert_true(met.own == 0.0f && met.its == 1.0f);
    AstrayShares held = astray_shares(vec2(2.0f, 0.5f), true);
    assert_true(held.own == 1.0f && held.its == 0.0f);
    // Those on the half that it is to come to go the same way: they share by the weights.
    AstrayShares beside = astray_shares(vec2(2.0f, -1.5f), false);
    assert_true(beside.own == 0.4f && beside.its == 0.6f);
}

static void of_two_face_to_face_in_a_passage_the_one_nearer_to_its_end_goes_first(void **state)
{
    (void)state;
    VeerVec2 east = {3, 0}, west = {-5, 0};
    assert_true(share_of(east, -1, vec2(1, 0), west, -1) == 0.0f);
    assert_true(share_of(vec2(7, 0), -1, vec2(1, 0), vec2(-2, 0), -1) == 1.0f);
    // Back to back, or beside a gap that only one of them comes to, neither.
    assert_true(share_of(east, -1, vec2(-1, 0), west, -1) == 0.5f);
    assert_true(share_of(east, 1, vec2(1, 0), west, 1) == 0.5f);
}

static void who_has_passed_a_mouth_goes_before_who_goes_in_by_it(void **state)
{
    (void)state;
    VeerVec2 mouth = {1, 0}, end = {6, 0};
    assert_true(share_of(mouth, 1, vec2(1.2f, 0), end, -1) == 1.0f);
    assert_true(share_of(vec2(4, 0), -1, vec2(-2, 0), vec2(-0.5f, 0), 1) == 0.0f);
}

static void who_came_out_of_a_mouth_is_done_with_it(void **state)
{
    (void)state;
    VeerVec2 mouth = {2, 0}, none = {0, 0}, beside = {1, 0}, beyond = {2.5f, 0};
    assert_true(share_of(mouth, 1, beside, beside, 0) == 0.5f);
    assert_true(share_of(none, 0, vec2(0.5f, 0), vec2(-1, 0), 1) == 0.5f);
    assert_true(share_of(mouth, 1, beyond, beyond, 0) == 1.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_of_two_are_one_evasion),
        cmocka_unit_test(lanes_share_bit_by_bit_as_one_after_the_other),
        cmocka_unit_test(who_comes_out_goes_before_those_that_go_in),
        cmocka_unit_test(who_is_astray_is_let_out_until_others_are_held_up),
        cmocka_unit_test(of_two_face_to_face_in_a_passage_the_one_nearer_to_its_end_goes_first),
        cmocka_unit_test(who_has_passed_a_mouth_goes_before_who_goes_in_by_it),
        cmocka_unit_test(who_came_out_of_a_mouth_is_done_with_it),
        cmocka_unit_test(crowd_passes_a_gap_in_not_much_more_than_single_file),
        cmocka_unit_test(who_is_far_from_the_gap_sees_the_wall_and_heads_for_it),
        cmocka_unit_test(who_is_nearer_goes_as_if_alone),
        cmocka_unit_test(who_rests_in_the_way_yields_as_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
