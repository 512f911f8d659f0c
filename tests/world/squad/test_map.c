// Squads over a map: ways through doors, places that can be reached, rooms that open and close.
#include "world/floor_maker.h"
#include "world/map_maker.h"
#include "world/squad_maker.h"

#include "world/squad/base/base.h"

#define MEMBERS 12u
#define WIDTH 44
#define HEIGHT 24

static void fill(VeerWorld *world, VeerCell lower, VeerCell upper, bool is_blocked)
{
    VeerCellRect rect = {lower, upper};
    assert_int_equal(veer_world_grid_fill(world, rect, is_blocked), VEER_OK);
}

/// Three rooms side by side: a door 4 m wide at the top of the first wall, one at the bottom of the
/// second. A squad in the left one.
static VeerWorld *make_rooms(const VeerSquadDef *def, VeerSquadId *squad, VeerAgentId *members)
{
    VeerWorldDef world_def = map_def(WIDTH, HEIGHT);
    world_def.max_squads = 4;
    VeerWorld *world = make_world_of(&world_def);
    fill(world, (VeerCell){14, 0}, (VeerCell){15, HEIGHT}, true);
    fill(world, (VeerCell){28, 0}, (VeerCell){29, HEIGHT}, true);
    fill(world, (VeerCell){14, 18}, (VeerCell){15, 22}, false);
    fill(world, (VeerCell){28, 2}, (VeerCell){29, 6}, false);
    *squad = add_squad(world, def);
    add_members(world, *squad, members, MEMBERS, vec3(9, 6, 0));
    return world;
}

/// Whether all members are at their slots, and off the walls.
static bool are_all_there(const VeerWorld *world, const VeerAgentId *members)
{
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        VeerMemberState member = read_member(world, members[i]);
        VeerAgentState agent = read_agent(world, members[i]);
        bool is_there = member.answer == VEER_PLACE_SLOT && agent.status == VEER_AGENT_ARRIVED &&
                        veer_grid_gap(veer_world_grid(world), agent.position, 1.0f) >= 0.39f;
        if (!is_there) {
            return false;
        }
    }
    return true;
}

static void a_squad_finds_its_way_through_doors(VeerSquadMode mode)
{
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    def.mode = mode;
    def.formation.spacing = 1.4f;
    VeerWorld *world = make_rooms(&def, &squad, members);
    order_to(world, squad, vec3(36, 17, 0));
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 150.0f));
    assert_true(are_all_there(world, members));
    veer_world_destroy(world);
}

static void a_formation_finds_its_way_through_doors(void **unused)
{
    (void)unused;
    a_squad_finds_its_way_through_doors(VEER_SQUAD_TOGETHER);
}

static void loose_members_find_their_way_through_doors(void **unused)
{
    (void)unused;
    a_squad_finds_its_way_through_doors(VEER_SQUAD_LOOSE);
}

/// How many squads have begun what they were ordered to do.
static uint32_t count_begun(const VeerWorld *world, uint32_t squads)
{
    uint32_t begun = 0;
    for (uint32_t i = 0; i < squads; ++i) {
        begun += world->squads[i].is_begun;
    }
    return begun;
}

static void squads_ordered_at_once_begin_within_the_budget(void **unused)
{
    (void)unused;
    enum { SQUADS = 12 };
    VeerAgentId members[SQUADS];
    VeerSquadId squads[SQUADS];
    VeerWorldDef def = map_def(WIDTH, HEIGHT);
    def.max_squads = SQUADS;
    def.map.budget = 64;
    VeerWorld *world = make_world_of(&def);
    fill(world, (VeerCell){14, 0}, (VeerCell){15, HEIGHT}, true);
    fill(world, (VeerCell){14, 18}, (VeerCell){15, 22}, false);
    for (uint32_t i = 0; i < SQUADS; ++i) {
        squads[i] = add_squad(world, NULL);
        add_members(world, squads[i], &members[i], 1,
                    vec3(2.0f + (float)(i % 6), 4.0f * (float)(i / 6 + 1), 0));
    }
    for (int round = 0; round < 2; ++round) {
        for (uint32_t i = 0; i < SQUADS; ++i) {
            order_to(world, squads[i], vec3(round ? 30.0f : 38.0f, 2.0f + 1.5f * (float)i, 0));
        }
        step_times(world, 1, TICK);
        assert_in_range(count_begun(world, SQUADS), 1, SQUADS / 2);
        step_times(world, SQUADS - 1, TICK); // one a tick, whatever it costs
        assert_int_equal(count_begun(world, SQUADS), SQUADS);
    }
    step_times(world, 3600, TICK);
    for (uint32_t i = 0; i < SQUADS; ++i) {
        assert_int_equal(read_agent(world, members[i]).status, VEER_AGENT_ARRIVED);
    }
    veer_world_destroy(world);
}

static void a_patrol_goes_over_the_map_and_back(void **unused)
{
    (void)unused;
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    def.formation.spacing = 1.4f;
    VeerWorld *world = make_rooms(&def, &squad, members);
    VeerOrder order = veer_order_default(VEER_ORDER_PATROL);
    order.points[0] = vec3(21, 12, 0);
    order.points[1] = vec3(7, 6, 0);
    order.point_count = 2;
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_OK);
    float farthest = 0.0f;
    for (int i = 0; i < 60; ++i) {
        step_times(world, 60, TICK);
        farthest = max_f(farthest, read_squad(world, squad).leader.x);
    }
    assert_true(farthest > 19.0f);
    for (int i = 0; i < 100 && read_squad(world, squad).leader.x > 9.0f; ++i) {
        step_times(world, 60, TICK);
    }
    assert_true(read_squad(world, squad).leader.x <= 9.0f);
    veer_world_destroy(world);
}

static void places_behind_walls_are_not_given(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    VeerWorld *world = make_rooms(NULL, &squad, members);
    // A room without a door, beside the goal.
    fill(world, (VeerCell){36, 0}, (VeerCell){37, HEIGHT}, true);
    order_to(world, squad, vec3(34.5f, 12, 0));
    step_times(world, 1, TICK);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        VeerMemberState member = read_member(world, members[i]);
        assert_int_equal(member.answer, VEER_PLACE_SLOT);
        assert_true(member.place.x < 35.7f);
        assert_true(veer_grid_gap(veer_world_grid(world), member.place, 1.0f) >= 0.39f);
    }
    veer_world_destroy(world);
}

static void where_none_can_be_reached_all_are_told(void **unused)
{
    (void)unused;
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    def.reach = 4.0f;
    VeerWorld *world = make_rooms(&def, &squad, members);
    fill(world, (VeerCell){28, 2}, (VeerCell){29, 6}, true);
    order_to(world, squad, vec3(36, 12, 0));
    step_times(world, 1, TICK);
    assert_int_equal(read_squad(world, squad).none_count, MEMBERS);
    assert_int_equal(count_events(world, VEER_EVENT_NO_PLACE), MEMBERS);
    veer_world_destroy(world);
}

static void a_door_that_closes_sends_the_squad_round(void **unused)
{
    (void)unused;
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    def.formation.spacing = 1.4f;
    VeerWorld *world = make_rooms(&def, &squad, members);
    fill(world, (VeerCell){14, 2}, (VeerCell){15, 6}, false);
    order_to(world, squad, vec3(21, 6, 0));
    step_times(world, 60, TICK);
    fill(world, (VeerCell){14, 2}, (VeerCell){15, 6}, true);
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 150.0f));
    assert_true(are_all_there(world, members));
    veer_world_destroy(world);
}

static void a_squad_follows_over_the_map(void **unused)
{
    (void)unused;
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    def.formation.spacing = 1.4f;
    VeerWorld *world = make_rooms(&def, &squad, members);
    VeerAgentDef guide = veer_agent_def_default();
    guide.position = vec3(12, 14, 0);
    guide.max_speed = 0.8f;
    VeerAgentId leader = add_agent(world, &guide);
    assert_int_equal(veer_agent_route_to(world, leader, vec3(38, 20, 0), 0.5f), VEER_OK);
    VeerOrder order = veer_order_default(VEER_ORDER_FOLLOW);
    order.agent = leader;
    order.distance = 3.0f;
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_OK);
    step_times(world, 120 * 60, TICK);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        assert_true(read_agent(world, members[i]).position.x > 29.0f);
    }
    veer_world_destroy(world);
}

/// A wall of voxels with one hole, and a squad that has to get through it.
static void squads_in_space_go_through_a_hole(void **unused)
{
    (void)unused;
    VeerWorldDef world_def = squad_world_def(VEER_SPATIAL);
    world_def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    world_def.map.voxels.cells = (VeerVoxel){40, 16, 16};
    VeerWorld *world = make_world_of(&world_def);
    VeerVoxelBox wall = {{19, 0, 0}, {21, 16, 16}}, hole = {{19, 11, 10}, {21, 14, 13}};
    assert_int_equal(veer_world_voxels_fill(world, wall, true), VEER_OK);
    assert_int_equal(veer_world_voxels_fill(world, hole, false), VEER_OK);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[8];
    add_members(world, squad, members, 8, vec3(8, 4, 5));
    order_to(world, squad, vec3(32, 6, 5));
    step_times(world, 1, TICK);
    assert_int_equal(read_squad(world, squad).phase, VEER_SQUAD_MARCHING);
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 90.0f));
    for (uint32_t i = 0; i < 8; ++i) {
        VeerVec3 at = read_agent(world, members[i]).position;
        assert_true(at.x > 25.0f);
        assert_true(veer_voxels_gap(veer_world_voxels(world), at, 1.0f) >= 0.39f);
    }
    veer_world_destroy(world);
}

/// In an open voxel world a leader flies straight, and places keep off the rock.
static void a_formation_in_open_space_keeps_off_the_rock(void **unused)
{
    (void)unused;
    VeerWorldDef world_def = squad_world_def(VEER_SPATIAL);
    world_def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    world_def.map.voxels.cells = (VeerVoxel){40, 16, 16};
    VeerWorld *world = make_world_of(&world_def);
    VeerVoxelBox rock = {{31, 7, 0}, {33, 9, 16}};
    assert_int_equal(veer_world_voxels_fill(world, rock, true), VEER_OK);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[8];
    add_members(world, squad, members, 8, vec3(8, 4, 5));
    order_to(world, squad, vec3(30, 8, 5));
    step_times(world, 1, TICK);
    assert_int_equal(read_squad(world, squad).phase, VEER_SQUAD_MARCHING);
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 90.0f));
    for (uint32_t i = 0; i < 8; ++i) {
        VeerVec3 at = read_member(world, members[i]).place;
        assert_true(veer_voxels_gap(veer_world_voxels(world), at, 1.0f) >= 0.39f);
    }
    veer_world_destroy(world);
}

static void a_march_over_a_map_rolls_back(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    VeerWorld *world = make_rooms(NULL, &squad, members);
    order_to(world, squad, vec3(36, 17, 0));
    step_times(world, 600, TICK);
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    assert_int_equal(veer_world_save(world, saved, size), VEER_OK);
    step_times(world, 600, TICK);
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_world_restore(world, saved, size), VEER_OK);
    step_times(world, 600, TICK);
    assert_true(veer_world_hash(world) == hash);
    free(saved);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_formation_finds_its_way_through_doors),
        cmocka_unit_test(loose_members_find_their_way_through_doors),
        cmocka_unit_test(squads_ordered_at_once_begin_within_the_budget),
        cmocka_unit_test(a_patrol_goes_over_the_map_and_back),
        cmocka_unit_test(places_behind_walls_are_not_given),
        cmocka_unit_test(where_none_can_be_reached_all_are_told),
        cmocka_unit_test(a_door_that_closes_sends_the_squad_round),
        cmocka_unit_test(a_squad_follows_over_the_map),
        cmocka_unit_test(squads_in_space_go_through_a_hole),
        cmocka_unit_test(a_formation_in_open_space_keeps_off_the_rock),
        cmocka_unit_test(a_march_over_a_map_rolls_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
