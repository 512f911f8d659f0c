/// The half-planes of many neighbours at a time, against those of one after the other.
#include "avoid/view_maker.h"

#include "avoid/orca/orca.h"

enum { MOST = 2 * VEER_MAX_NEIGHBOURS, ROUNDS = 20000 };

typedef struct Meeting {
    VeerView view;
    VeerNeighbour neighbours[MOST];
    uint32_t count;
} Meeting;

// Neighbours as they are in a crowd: some overlap, some are head-on, some do not yield.
static Meeting roll_meeting(Dice *dice)
{
    Meeting meeting = {.view = make_view(VEER_PLANAR), .count = roll_below(dice, MOST + 1)};
    meeting.view.velocity = roll_vec(dice, 2.0, true);
    meeting.view.memory.crowd.jam = (float)roll_between(dice, -0.5, 1.5);
    for (uint32_t i = 0; i < meeting.count; i++) {
        VeerVec3 offset = roll_vec(dice, 6.0, true);
        VeerVec3 velocity = roll_below(dice, 4) ? roll_vec(dice, 2.0, true)
                                                : along3(meeting.view.velocity, offset, -0.25f);
        VeerNeighbour other = make_neighbour(offset, velocity);
        other.radius = (float)roll_between(dice, 0.0, 2.0);
        other.share = roll_below(dice, 3) ? 0.5f : (float)roll_between(dice, 0.0, 1.2);
        other.id = i + 2u;
        other.is_obstacle = roll_below(dice, 5) == 0;
        meeting.neighbours[i] = other;
    }
    return meeting;
}

static bool is_number(VeerHalfSpace plane)
{
    return isfinite(plane.normal.x + plane.normal.y + plane.distance);
}

static void check(VeerView view, const VeerNeighbour *neighbours, uint32_t count)
{
    VeerAvoidParams params = veer_avoid_params_default();
    VeerHalfSpace expected[MOST], planes[MOST];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        expected[kept] = veer_orca2_body(&view, &params, &neighbours[i]);
        kept += is_number(expected[kept]);
    }
    view.neighbours = neighbours;
    view.neighbour_count = count;
    assert_int_equal(veer_orca2_bodies(&view, &params, &params, planes), kept);
    assert_memory_equal(planes, expected, kept * sizeof planes[0]);
    for (int lanes = VEER_LANES_BASE; lanes <= (int)veer_lanes(); lanes++) {
        const VeerOrca2Lanes *table = veer_orca2_lanes((VeerLanes)lanes);
        assert_int_equal(table->bodies(&view, &params, &params, planes), kept);
        assert_memory_equal(planes, expected, kept * sizeof planes[0]);
    }
}

static void orca2_bodies_are_bit_by_bit_each_alone(void **state)
{
    (void)state;
    Dice dice = {41};
    print_message("seed 41\n");
    for (int round = 0; round < ROUNDS; round++) {
        Meeting meeting = roll_meeting(&dice);
        check(meeting.view, meeting.neighbours, meeting.count);
    }
}

static void orca2_bodies_of_anything_are_each_alone(void **state)
{
    (void)state;
    Dice dice = {42};
    print_message("seed 42\n");
    for (int round = 0; round < ROUNDS; round++) {
        WildView wild = roll_wild_view(&dice, VEER_PLANAR);
        check(wild.view, wild.neighbours, wild.view.neighbour_count);
    }
}

static void orca2_bodies_of_nobody_are_none(void **state)
{
    (void)state;
    VeerView view = make_view(VEER_PLANAR);
    VeerAvoidParams params = veer_avoid_params_default();
    VeerHalfSpace planes[1];
    assert_int_equal(veer_orca2_bodies(&view, &params, &params, planes), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orca2_bodies_are_bit_by_bit_each_alone),
        cmocka_unit_test(orca2_bodies_of_anything_are_each_alone),
        cmocka_unit_test(orca2_bodies_of_nobody_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
