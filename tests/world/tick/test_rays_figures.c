// The rays in the source's form at the source's figures: scenes E11 to E14 as they were measured
// there. All of a side have one goal, nothing holds bodies apart (so the host moves them here), and
// what counts is who of one side overlaps whom of the other.
#include "world/world_maker.h"

enum { COLUMNS = 3, MAX_OF_A_SIDE = 36, DURATION = 8 };

static const float reach = 2.0f * 0.23f;

typedef struct Sides {
    VeerWorld *world;
    VeerVec3 goal[2];
    int number; ///< of agents on each side
    VeerAgentId agent[2][MAX_OF_A_SIDE];
    bool is_open[MAX_OF_A_SIDE][MAX_OF_A_SIDE]; ///< [one][other]: they overlap
    int contacts;
    float contact_seconds;
} Sides;

static VeerAgentId add_one(Sides *sides, int side, float x, float y, float speed)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(side == 0 ? x : 24.0f - x, y, 0.0f);
    def.radius = 0.5f * reach;
    def.max_speed = def.preferred_speed = speed;
    def.model = VEER_AVOID_RAYS;
    def.avoid = veer_avoid_params_for(VEER_AVOID_RAYS);
    def.avoid.max_neighbours = VEER_MAX_NEIGHBOURS;
    def.avoid.rays.hit = VEER_RAYS_FIRST_HIT;
    VeerAgentId agent = add_agent(sides->world, &def);
    assert_int_equal(veer_agent_go_to(sides->world, agent, sides->goal[side], 0.05f), VEER_OK);
    return agent;
}

/// A row of so many of each side, the front ones last.
static void add_row(Sides *sides, int columns, float y, float speed)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < columns; i++) {
            sides->agent[side][sides->number + i] = add_one(sides, side, (float)i, y, speed);
        }
    }
    sides->number += columns;
}

static Sides make_sides(float goal_y)
{
    Sides sides = {.world = make_world(VEER_PLANAR),
                   .goal = {vec3(23.0f, goal_y, 0.0f), vec3(1.0f, goal_y, 0.0f)}};
    return sides;
}

/// Groups of so many rows of three, the first at `first_y`.
static Sides make_groups(int rows, float first_y, float speed)
{
    Sides sides = make_sides(7.0f);
    for (int row = 0; row < rows; row++) {
        add_row(&sides, COLUMNS, first_y + (float)row, speed);
    }
    return sides;
}

/// What a host does that lets bodies pass through each other.
static void move(VeerWorld *world, VeerAgentId agent)
{
    VeerAgentState state = read_agent(world, agent);
    VeerVec3 position = along3(state.position, state.safe_velocity, TICK);
    assert_int_equal(veer_agent_set_position(world, agent, position), VEER_OK);
    assert_int_equal(veer_agent_set_velocity(world, agent, state.safe_velocity), VEER_OK);
}

static void count_pair(Sides *sides, int one, int other)
{
    VeerVec3 gap = sub3(read_agent(sides->world, sides->agent[0][one]).position,
                        read_agent(sides->world, sides->agent[1][other]).position);
    bool *is_open = &sides->is_open[one][other];
    bool is_touching = length3(gap) < (*is_open ? 1.0f : 0.999f) * reach;
    sides->contacts += is_touching && !*is_open;
    sides->contact_seconds += is_touching ? TICK : 0.0f;
    *is_open = is_touching;
}

static void count_contacts(Sides *sides)
{
    for (int one = 0; one < sides->number; one++) {
        for (int other = 0; other < sides->number; other++) {
            count_pair(sides, one, other);
        }
    }
}

/// Runs the two sides past each other.
static void run(Sides *sides)
{
    for (int tick = 0; tick < DURATION * 60; tick++) {
        assert_int_equal(veer_world_steer(sides->world, TICK), VEER_OK);
        for (int i = 0; i < sides->number; i++) {
            move(sides->world, sides->agent[0][i]);
            move(sides->world, sides->agent[1][i]);
        }
        count_contacts(sides);
    }
    print_message("%d contacts, %.1f s\n", sides->contacts, (double)sides->contact_seconds);
    veer_world_destroy(sides->world);
}

static void rays_pass_one_each_way(void **unused)
{
    (void)unused;
    Sides sides = make_sides(7.0f);
    sides.agent[0][0] = add_one(&sides, 0, 0.0f, 7.0f, 4.0f);
    sides.agent[1][0] = add_one(&sides, 1, 1.0f, 7.0f, 4.0f);
    sides.number = 1;
    run(&sides);
    assert_int_equal(sides.contacts, 0);
}

static void rays_touch_once_where_two_cross_from_the_top(void **unused)
{
    (void)unused;
    Sides sides = make_sides(13.0f);
    sides.agent[0][0] = add_one(&sides, 0, 0.0f, 2.0f, 4.0f);
    sides.agent[1][0] = add_one(&sides, 1, 1.0f, 2.0f, 4.0f);
    sides.number = 1;
    run(&sides);
    assert_int_equal(sides.contacts, 1);
}

static void rays_of_small_groups_touch_as_the_sources_do(void **unused)
{
    (void)unused;
    Sides sides = make_groups(3, 6.0f, 4.0f);
    run(&sides);
    assert_in_range(sides.contacts, 3, 6);
}

static void rays_of_large_groups_touch_as_the_sources_do(void **unused)
{
    (void)unused;
    Sides sides = make_groups(12, 1.0f, 4.0f);
    run(&sides);
    assert_in_range(sides.contacts, 104, 119);
    assert_true(sides.contact_seconds >= 31.0f && sides.contact_seconds <= 40.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_pass_one_each_way),
        cmocka_unit_test(rays_touch_once_where_two_cross_from_the_top),
        cmocka_unit_test(rays_of_small_groups_touch_as_the_sources_do),
        cmocka_unit_test(rays_of_large_groups_touch_as_the_sources_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
