// What calls in any order, and soaks, have found: each was a crash, a state that its own check
// refuses, or motion that is none.
#include "world/link_maker.h"
#include "world/squad_maker.h"

#include "world/host/check.h"

#include <math.h>

#define MEMBERS 6u

static void assert_sound(const VeerWorld *world)
{
    VeerStateFault fault = {"", 0};
    (void)veer_world_check(world, &fault);
    assert_string_equal(fault.what, "");
}

static void step_soundly(VeerWorld *world, int ticks)
{
    for (int i = 0; i < ticks; ++i) {
        step_times(world, 1, TICK);
        assert_sound(world);
    }
}

static void patrols_that_lead_nowhere_end_at_their_point(void **unused)
{
    (void)unused;
    for (uint32_t count = 1; count <= 3; ++count) {
        VeerWorld *world = make_squad_world(VEER_PLANAR);
        VeerSquadId squad = add_squad(world, NULL);
        VeerAgentId members[MEMBERS];
        add_members(world, squad, members, MEMBERS, vec3(0, 0, 0));
        VeerOrder order = veer_order_default(VEER_ORDER_PATROL);
        order.point_count = count;
        for (uint32_t i = 0; i < count; ++i) {
            order.points[i] = vec3(12, 3, 0);
        }
        assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_OK);
        step_soundly(world, 600);
        for (uint32_t i = 0; i < MEMBERS; ++i) {
            VeerAgentState state = read_agent(world, members[i]);
            assert_true(isfinite(state.preferred_velocity.x));
            assert_true(length3(sub3(state.position, order.points[0])) < 6.0f);
        }
        veer_world_destroy(world);
    }
}

/// The link that a path would have gone over is removed after the path has ended.
static void paths_that_end_leave_no_links_ahead(void **unused)
{
    (void)unused;
    VeerWorld *world = make_linked_world();
    VeerLinkDef def = through_the_wall();
    VeerLinkId link = add_link(world, &def);
    VeerAgentId agent = add_crosser(world);
    step_soundly(world, 3);
    assert_int_equal(veer_agent_stop(world, agent), VEER_OK);
    assert_int_equal(veer_link_destroy(world, link), VEER_OK);
    assert_sound(world);
    step_soundly(world, 3);
    veer_world_destroy(world);
}

static void squads_in_any_mode_stay_sound_for_long(void **unused)
{
    (void)unused;
    for (uint32_t mode = 0; mode < VEER_SQUAD_MODE_COUNT; ++mode) {
        VeerWorld *world = make_squad_world(VEER_PLANAR);
        VeerSquadDef def = veer_squad_def_default();
        def.mode = (VeerSquadMode)mode;
        VeerSquadId squad = add_squad(world, &def);
        VeerAgentId members[MEMBERS];
        add_members(world, squad, members, MEMBERS, vec3(0, 0, 0));
        order_to(world, squad, vec3(5, 5, 0));
        step_soundly(world, 300);
        veer_world_destroy(world);
    }
}

/// An order to which nobody has a place yet: all members came after it.
static void leaders_without_riders_set_out_from_their_members(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    order_to(world, squad, vec3(30, 0, 0));
    step_soundly(world, 2);
    VeerAgentId members[MEMBERS];
    add_members(world, squad, members, MEMBERS, vec3(3, 4, 0));
    step_soundly(world, 60);
    assert_true(read_agent(world, members[0]).position.x > 3.0f);
    veer_world_destroy(world);
}

/// A wall that is a point has no side.
static void bodies_at_a_wall_of_no_length_part_in_the_plane(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    const VeerVec3 vertices[2] = {{3, 3, 0}, {3, 3, 0}};
    VeerObstacleDef wall = veer_obstacle_def_default();
    wall.shape = VEER_SHAPE_CHAIN;
    wall.vertices = vertices;
    wall.vertex_count = 2;
    VeerObstacleId id;
    assert_int_equal(veer_obstacle_create(world, &wall, &id), VEER_OK);
    for (uint32_t i = 0; i < 3; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        def.position = vertices[0];
        (void)add_agent(world, &def);
    }
    step_soundly(world, 30);
    veer_world_destroy(world);
}

static void destroy_at_once(void *user, VeerStage stage)
{
    (void)stage;
    veer_world_destroy(user);
}

static void worlds_outlive_their_own_step(void **unused)
{
    (void)unused;
    VeerTestAllocator allocator = {0};
    VeerWorldDef def = squad_world_def(VEER_PLANAR);
    def.allocator = veer_test_allocator(&allocator);
    VeerWorld *world = make_world_of(&def);
    assert_int_equal(veer_world_set_stage_callback(world, destroy_at_once, world), VEER_OK);
    step_soundly(world, 2);
    assert_int_equal(allocator.live_blocks, 1);
    veer_world_destroy(world);
    assert_int_equal(allocator.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patrols_that_lead_nowhere_end_at_their_point),
        cmocka_unit_test(paths_that_end_leave_no_links_ahead),
        cmocka_unit_test(squads_in_any_mode_stay_sound_for_long),
        cmocka_unit_test(leaders_without_riders_set_out_from_their_members),
        cmocka_unit_test(bodies_at_a_wall_of_no_length_part_in_the_plane),
        cmocka_unit_test(worlds_outlive_their_own_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
