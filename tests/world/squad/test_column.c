// Squads in columns: how they become one, what they do before a gap and behind it.
#include "world/squad_maker.h"

#include <math.h>

/// A wall along y at x = 0 with a gap of a width about y = 0.
static void add_gap(VeerWorld *world, float width)
{
    const VeerVec3 upper[] = {{0, 0.5f * width, 0}, {0, 60, 0}};
    const VeerVec3 lower[] = {{0, -0.5f * width, 0}, {0, -60, 0}};
    add_chain(world, upper, 2);
    add_chain(world, lower, 2);
}

static VeerSquadId add_shape(VeerWorld *world, VeerFormation shape, float spacing)
{
    VeerSquadDef def = veer_squad_def_default();
    def.formation.shape = shape;
    def.formation.spacing = spacing;
    return add_squad(world, &def);
}

static void nobody_goes_back_to_form_a_column(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_shape(world, VEER_FORMATION_BOX, 2.0f);
    VeerAgentId members[12];
    add_members(world, squad, members, 12, vec3(-16, -3, 0));
    add_gap(world, 1.5f);
    order_to(world, squad, vec3(30, 0, 0));
    step_times(world, 240, TICK);
    float far[12], worst = 0.0f;
    for (int i = 0; i < 12; ++i) {
        far[i] = -INFINITY;
    }
    while (read_squad(world, squad).phase == VEER_SQUAD_MARCHING) {
        step_times(world, 1, TICK);
        for (int i = 0; i < 12; ++i) {
            float x = read_agent(world, members[i]).position.x;
            far[i] = max_f(far[i], x);
            worst = max_f(worst, far[i] - x);
        }
    }
    assert_true(worst < 2.0f);
    veer_world_destroy(world);
}

static void a_wide_squad_turns_behind_a_gap_not_in_it(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_shape(world, VEER_FORMATION_WEDGE, 1.8f);
    VeerAgentId members[12];
    add_members(world, squad, members, 12, vec3(-22, 7, 0));
    add_gap(world, 4.0f);
    VeerOrder order = veer_order_go(vec3(-8, 0, 0));
    order.points[order.point_count++] = vec3(8, 0, 0);
    order.points[order.point_count++] = vec3(28, 21, 0);
    veer_squad_order(world, squad, &order, false);
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 240.0f));
    assert_true(veer_world_time(world) < 90.0);
    veer_world_destroy(world);
}

static void who_came_first_leads(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_shape(world, VEER_FORMATION_COLUMN, 2.0f);
    VeerAgentId members[6];
    add_members(world, squad, members, 6, vec3(-16, -3, 0));
    order_to(world, squad, vec3(60, 0, 0));
    step_times(world, 900, TICK);
    VeerVec3 lead = read_squad(world, squad).leader;
    VeerAgentId last = members[0];
    for (int i = 1; i < 6; ++i) {
        VeerVec3 at = read_agent(world, members[i]).position;
        last = at.x < read_agent(world, last).position.x ? members[i] : last;
    }
    veer_agent_set_position(world, last, vec3(lead.x + 8.0f, lead.y, 0));
    step_times(world, 240, TICK);
    VeerVec3 now = read_agent(world, last).position;
    assert_true(now.x > read_squad(world, squad).leader.x);
    assert_true(flat_distance(now, read_member(world, last).slot) < 0.5f);
    veer_world_destroy(world);
}

static void a_wall_behind_the_goal_moves_no_slot(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_shape(world, VEER_FORMATION_BOX, 2.0f);
    VeerAgentId members[12];
    add_members(world, squad, members, 12, vec3(-16, -3, 0));
    const VeerVec3 wall[] = {{20, -12, 0}, {20, 12, 0}};
    add_chain(world, wall, 2);
    order_to(world, squad, vec3(18.5f, 0, 0));
    step_times(world, 120, TICK);
    while (read_squad(world, squad).phase == VEER_SQUAD_MARCHING) {
        for (int i = 0; i < 12; ++i) {
            assert_true(fabsf(read_member(world, members[i]).slot.y) < 5.0f);
        }
        step_times(world, 1, TICK);
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_goes_back_to_form_a_column),
        cmocka_unit_test(a_wide_squad_turns_behind_a_gap_not_in_it),
        cmocka_unit_test(who_came_first_leads),
        cmocka_unit_test(a_wall_behind_the_goal_moves_no_slot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
