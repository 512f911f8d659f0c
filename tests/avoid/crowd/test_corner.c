// Ways past the walls in view.
#include "avoid/view_maker.h"

#include "avoid/base/detour.h"
#include "avoid/crowd/corner.h"
#include "avoid/orca/orca.h"
#include "geom/segment.h"

#define SEED 41u
#define CASES 2000

static const VeerVec3 FORWARD = {1.0f, 0.0f, 0.0f};

static VeerWall wall_between(float ax, float ay, float bx, float by)
{
    return (VeerWall){vec3(ax, ay, 0.0f), vec3(bx, by, 0.0f)};
}

/// An agent of radius 1 m whose goal is 20 m ahead.
static VeerView view_of(const VeerWall *walls, uint32_t count)
{
    VeerView view = make_view(VEER_PLANAR);
    view.walls = walls;
    view.wall_count = count;
    view.goal = vec3(20.0f, 0.0f, 0.0f);
    view.has_goal = view.finds_path = true;
    return view;
}

static void way_past_nothing_in_it_is_straight(void **state)
{
    (void)state;
    VeerWall beside = wall_between(0.0f, 5.0f, 20.0f, 5.0f);
    VeerView view = view_of(&beside, 1);
    VeerCorner corner = veer_corner_find(&view, FORWARD);
    assert_int_equal(corner.kind, VEER_CORNER_STRAIGHT);
    assert_true(corner.gap.x == 0.0f && corner.gap.y == 0.0f);
}

static void way_goes_round_the_nearer_end(void **state)
{
    (void)state;
    VeerWall wall = wall_between(8.0f, -3.0f, 8.0f, 6.0f);
    VeerView view = view_of(&wall, 1);
    VeerCorner corner = veer_corner_find(&view, FORWARD);
    assert_int_equal(corner.kind, VEER_CORNER_ROUND);
    assert_float_equal(corner.aim.x, 6.9f, 1e-4f); // 1.1 radii off the end, on its side
    assert_float_equal(corner.aim.y, -4.1f, 1e-4f);
}

static void way_leads_through_a_gap_and_tells_its_middle(void **state)
{
    (void)state;
    VeerWall walls[] = {wall_between(8.0f, 1.5f, 8.0f, -30.0f),
                        wall_between(8.0f, 4.0f, 8.0f, 30.0f)};
    VeerView view = view_of(walls, 2);
    VeerCorner corner = veer_corner_find(&view, FORWARD);
    assert_int_equal(corner.kind, VEER_CORNER_ROUND);
    assert_float_equal(corner.gap.x, 8.0f, 1e-4f);
    assert_float_equal(corner.gap.y, 2.75f, 1e-4f);
}

static void straight_way_through_a_gap_tells_its_middle(void **state)
{
    (void)state;
    VeerWall walls[] = {wall_between(8.0f, -1.2f, 8.0f, -30.0f),
                        wall_between(8.0f, 1.3f, 8.0f, 30.0f)};
    VeerView view = view_of(walls, 2);
    VeerCorner corner = veer_corner_find(&view, FORWARD);
    assert_int_equal(corner.kind, VEER_CORNER_STRAIGHT);
    assert_float_equal(corner.gap.x, 8.0f, 1e-4f);
    assert_float_equal(corner.gap.y, 0.05f, 1e-4f);
}

static void gap_too_narrow_for_the_body_is_none(void **state)
{
    (void)state;
    VeerWall walls[] = {wall_between(8.0f, -0.8f, 8.0f, -5.0f),
                        wall_between(8.0f, 0.8f, 8.0f, 4.0f)};
    VeerView view = view_of(walls, 2);
    VeerCorner corner = veer_corner_find(&view, FORWARD);
    assert_int_equal(corner.kind, VEER_CORNER_ROUND);
    assert_float_equal(corner.aim.y, 5.1f, 1e-4f);
}

static void way_leads_round_a_block_on_its_shorter_side(void **state)
{
    (void)state;
    VeerWall block[] = {
        wall_between(6.0f, -2.0f, 6.0f, 5.0f), wall_between(6.0f, 5.0f, 10.0f, 5.0f),
        wall_between(10.0f, 5.0f, 10.0f, -2.0f), wall_between(10.0f, -2.0f, 6.0f, -2.0f)};
    VeerView view = view_of(block, 4);
    VeerCorner corner = veer_corner_find(&view, FORWARD);
    assert_int_equal(corner.kind, VEER_CORNER_ROUND);
    assert_float_equal(corner.aim.x, 4.9f, 1e-3f);
    assert_float_equal(corner.aim.y, -3.1f, 1e-3f);
}

static void way_out_of_a_pocket_leads_back(void **state)
{
    (void)state;
    VeerWall pocket[] = {wall_between(3.0f, -4.0f, 3.0f, 5.0f),
                         wall_between(3.0f, 5.0f, -6.0f, 5.0f),
                         wall_between(3.0f, -4.0f, -6.0f, -4.0f)};
    VeerView view = view_of(pocket, 3);
    VeerCorner corner = veer_corner_find(&view, FORWARD);
    assert_int_equal(corner.kind, VEER_CORNER_ROUND);
    assert_true(corner.aim.x < -6.0f && corner.aim.y < 0.0f);
}

static void closed_room_has_no_way(void **state)
{
    (void)state;
    VeerWall room[] = {wall_between(4.0f, -4.0f, 4.0f, 4.0f), wall_between(4.0f, 4.0f, -4.0f, 4.0f),
                       wall_between(-4.0f, 4.0f, -4.0f, -4.0f),
                       wall_between(-4.0f, -4.0f, 4.0f, -4.0f)};
    VeerView view = view_of(room, 4);
    assert_int_equal(veer_corner_find(&view, FORWARD).kind, VEER_CORNER_NONE);
}

static void corners_are_only_for_agents_that_seek_a_path(void **state)
{
    (void)state;
    VeerWall wall = wall_between(8.0f, -3.0f, 8.0f, 6.0f);
    VeerView view = view_of(&wall, 1);
    view.has_path = true;
    assert_int_equal(veer_corner_find(&view, FORWARD).kind, VEER_CORNER_NONE);
    view = view_of(&wall, 1);
    view.finds_path = false;
    assert_int_equal(veer_corner_find(&view, FORWARD).kind, VEER_CORNER_NONE);
    view = view_of(&wall, 1);
    assert_int_equal(veer_corner_find(&view, vec3(0.0f, 1.0f, 0.0f)).kind, VEER_CORNER_NONE);
    view.goal = vec3(1.5f, 0.0f, 0.0f); // beside it already
    assert_int_equal(veer_corner_find(&view, FORWARD).kind, VEER_CORNER_NONE);
}

static void lost_agents_follow_their_detour_unless_they_queue(void **state)
{
    (void)state;
    VeerWall wall = wall_between(8.0f, -3.0f, 8.0f, 6.0f);
    VeerView view = view_of(&wall, 1);
    view.stalled = 100.0f;
    assert_int_equal(veer_corner_find(&view, FORWARD).kind, VEER_CORNER_NONE);
    view.memory.orca.jam = 1.0f; // somebody stands in its way
    assert_int_equal(veer_corner_find(&view, FORWARD).kind, VEER_CORNER_NONE);
    view.memory.orca.gap_x = 8.0f; // at a gap
    assert_int_equal(veer_corner_find(&view, FORWARD).kind, VEER_CORNER_ROUND);
}

static void orca_goes_round_the_corner_without_a_detour(void **state)
{
    (void)state;
    VeerWall wall = wall_between(3.0f, -3.0f, 3.0f, 6.0f);
    VeerView view = view_of(&wall, 1);
    VeerAvoidResult result = ask(&view, FORWARD);
    assert_true(result.velocity.y < -0.8f);
    assert_true(result.memory.orca.detour == 0.0f);
}

/// The first leg is free, whatever the walls.
static void first_leg_is_free(void **state)
{
    (void)state;
    Dice dice = {SEED};
    print_message("seed %u\n", SEED);
    uint32_t found = 0;
    for (int i = 0; i < CASES; i++) {
        VeerWall walls[VEER_MAX_WALLS];
        for (int k = 0; k < VEER_MAX_WALLS; k++) {
            float x = (float)roll_between(&dice, 2.0, 18.0);
            float y = (float)roll_between(&dice, -8.0, 8.0);
            walls[k] = wall_between(x, y, x + (float)roll_between(&dice, -3.0, 3.0),
                                    y + (float)roll_between(&dice, -3.0, 3.0));
        }
        VeerView view = view_of(walls, VEER_MAX_WALLS);
        VeerCorner corner = veer_corner_find(&view, FORWARD);
        found += corner.kind == VEER_CORNER_ROUND;
        for (int k = 0; k < VEER_MAX_WALLS && corner.kind == VEER_CORNER_ROUND; k++) {
            VeerVec2 start = {0.0f, 0.0f};
            assert_true(veer_segment_separation2(start, corner.aim, plane2(walls[k].a),
                                                 plane2(walls[k].b)) >= 0.95f);
        }
    }
    assert_true(found > CASES / 4);
}

static void any_finite_view_gets_a_finite_answer(void **state)
{
    (void)state;
    Dice dice = {SEED};
    print_message("seed %u\n", SEED);
    for (int i = 0; i < 20 * CASES; i++) {
        WildView wild = roll_wild_view(&dice, VEER_PLANAR);
        wild.view.has_goal = wild.view.finds_path = true;
        wild.view.goal = roll_wild_vec(&dice, true);
        wild.preferred = wild.view.goal;
        VeerVec3 answer = ask_wild(&wild);
        assert_true(is_finite3(answer));
        VeerCorner corner = veer_corner_find(&wild.view, wild.preferred);
        assert_true(isfinite(corner.gap.x) && isfinite(corner.gap.y));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(way_past_nothing_in_it_is_straight),
        cmocka_unit_test(way_goes_round_the_nearer_end),
        cmocka_unit_test(way_leads_through_a_gap_and_tells_its_middle),
        cmocka_unit_test(straight_way_through_a_gap_tells_its_middle),
        cmocka_unit_test(gap_too_narrow_for_the_body_is_none),
        cmocka_unit_test(way_leads_round_a_block_on_its_shorter_side),
        cmocka_unit_test(way_out_of_a_pocket_leads_back),
        cmocka_unit_test(closed_room_has_no_way),
        cmocka_unit_test(corners_are_only_for_agents_that_seek_a_path),
        cmocka_unit_test(lost_agents_follow_their_detour_unless_they_queue),
        cmocka_unit_test(orca_goes_round_the_corner_without_a_detour),
        cmocka_unit_test(first_leg_is_free),
        cmocka_unit_test(any_finite_view_gets_a_finite_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
