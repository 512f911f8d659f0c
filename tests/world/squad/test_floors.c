// Squads over meshes: floors, ramps and shafts.
#include "world/floor_maker.h"
#include "world/map_maker.h"
#include "world/squad_maker.h"

/// A squad of eight on the lower floor.
static VeerWorld *make_floor_world(VeerSquadId *squad, VeerAgentId *members)
{
    VeerMesh *mesh = make_floors();
    VeerWorldDef world_def = squad_world_def(VEER_PLANAR);
    world_def.map.kind = VEER_MAP_MESH;
    world_def.map.mesh.whole = mesh;
    VeerWorld *world = make_world_of(&world_def);
    free(mesh);
    VeerSquadDef def = veer_squad_def_default();
    def.formation.spacing = 1.2f;
    *squad = add_squad(world, &def);
    add_members(world, *squad, members, 8, vec3(8, 1, 0));
    return world;
}

static void a_squad_goes_to_another_floor_of_a_mesh(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[8];
    VeerWorld *world = make_floor_world(&squad, members);
    order_to(world, squad, vec3(4, 4, 4));
    step_times(world, 1, TICK);
    assert_int_equal(read_squad(world, squad).phase, VEER_SQUAD_MARCHING);
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 120.0f));
    for (uint32_t i = 0; i < 8; ++i) {
        VeerVec3 at = read_agent(world, members[i]).position;
        assert_float_equal(at.z, 4.0f, 0.1f);
        assert_true(veer_mesh_gap(veer_world_mesh(world), at, 1.0f) >= 0.39f);
    }
    veer_world_destroy(world);
}

/// On the ramp everyone keeps its slot: the leader's way leads up, and slots lie on it.
static void a_squad_goes_up_a_ramp_in_formation(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[8];
    VeerWorld *world = make_floor_world(&squad, members);
    order_to(world, squad, vec3(4, 4, 4));
    float worst = 0.0f, climbed = 0.0f;
    while (read_squad(world, squad).leader.z < 3.0f && climbed < 60.0f) {
        step_times(world, 1, TICK);
        climbed += TICK;
        for (uint32_t i = 0; i < 8 && read_squad(world, squad).leader.z > 0.5f; ++i) {
            VeerVec3 at = read_agent(world, members[i]).position;
            worst = fmaxf(worst, flat_distance(at, read_member(world, members[i]).slot));
        }
    }
    assert_true(climbed < 60.0f);
    assert_true(worst < 1.5f); // m: no more than from one file of the box to the next and a little
    veer_world_destroy(world);
}

static void a_patrol_goes_up_and_down(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[8];
    VeerWorld *world = make_floor_world(&squad, members);
    VeerOrder order = veer_order_default(VEER_ORDER_PATROL);
    order.points[0] = vec3(8, 4, 4);
    order.points[1] = vec3(8, 4, 0);
    order.point_count = 2;
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_OK);
    bool was_up = false, was_down_again = false;
    for (int i = 0; i < 120 * 60 && !was_down_again; ++i) {
        step_times(world, 1, TICK);
        float height = read_agent(world, members[0]).position.z;
        was_up |= height > 3.9f;
        was_down_again |= was_up && height < 0.1f;
    }
    assert_true(was_down_again);
    veer_world_destroy(world);
}

/// The ramp is closed while the squad is on its way: it stops below. It goes on once it is open.
static void a_ramp_that_is_closed_is_waited_for(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[8];
    VeerWorld *world = make_floor_world(&squad, members);
    order_to(world, squad, vec3(4, 4, 4));
    step_times(world, 60, TICK);
    assert_int_equal(veer_world_mesh_set_blocked(world, 2, true), VEER_OK);
    assert_false(step_until(world, VEER_EVENT_ORDER_DONE, 30.0f));
    for (uint32_t i = 0; i < 8; ++i) {
        assert_true(read_agent(world, members[i]).position.z < 2.1f);
    }
    assert_int_equal(veer_world_mesh_set_blocked(world, 2, false), VEER_OK);
    order_to(world, squad, vec3(4, 4, 4));
    assert_true(step_until(world, VEER_EVENT_ORDER_DONE, 120.0f));
    veer_world_destroy(world);
}

/// Two halls of voxels, one above the other, and a shaft of 4 m by 4 m.
static VeerWorld *make_shaft(VeerSquadId *squad, VeerAgentId *members)
{
    VeerWorldDef world_def = squad_world_def(VEER_SPATIAL);
    world_def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    world_def.map.voxels.cells = (VeerVoxel){32, 32, 24};
    VeerWorld *world = make_world_of(&world_def);
    VeerVoxelBox floor = {{0, 0, 10}, {32, 32, 14}}, hole = {{14, 14, 10}, {18, 18, 14}};
    assert_int_equal(veer_world_voxels_fill(world, floor, true), VEER_OK);
    assert_int_equal(veer_world_voxels_fill(world, hole, false), VEER_OK);
    *squad = add_squad(world, NULL);
    add_members(world, *squad, members, 8, vec3(8, 4, 5));
    return world;
}

/// Formations are level: through a shaft they go in file.
static void a_shaft_is_gone_through_in_file(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[8];
    VeerWorld *world = make_shaft(&squad, members);
    order_to(world, squad, vec3(24, 24, 19));
    bool was_in_file = false;
    for (int i = 0; i < 60 * 60 && read_squad(world, squad).phase != VEER_SQUAD_RESTING; ++i) {
        step_times(world, 1, TICK);
        VeerSquadState state = read_squad(world, squad);
        bool is_in_shaft = state.leader.z > 10.0f && state.leader.z < 14.0f;
        assert_true(!is_in_shaft || state.abreast == 1);
        was_in_file |= is_in_shaft;
    }
    assert_true(was_in_file);
    for (uint32_t i = 0; i < 8; ++i) {
        assert_true(read_agent(world, members[i]).position.z > 14.0f);
    }
    veer_world_destroy(world);
}

static void a_patrol_goes_through_a_shaft_and_back(void **unused)
{
    (void)unused;
    VeerSquadId squad;
    VeerAgentId members[8];
    VeerWorld *world = make_shaft(&squad, members);
    VeerOrder order = veer_order_default(VEER_ORDER_PATROL);
    order.points[0] = vec3(24, 24, 19);
    order.points[1] = vec3(8, 8, 5);
    order.point_count = 2;
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_OK);
    uint32_t up = 0, down = 0;
    for (int i = 0; i < 120 * 60 && down < 8; ++i) {
        step_times(world, 1, TICK);
        uint32_t above = 0;
        for (uint32_t k = 0; k < 8; ++k) {
            above += read_agent(world, members[k]).position.z > 14.0f;
        }
        up = above > up ? above : up;
        down = up == 8 ? 8 - above : 0;
    }
    assert_int_equal(down, 8);
    veer_world_destroy(world);
}

/// s: two layers of four go under a ceiling that is lower by a step, to a point `under` m below it.
static float time_below_step(int32_t low, float under)
{
    VeerWorldDef world_def = squad_world_def(VEER_SPATIAL);
    world_def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    world_def.map.voxels.cells = (VeerVoxel){48, 16, 20};
    VeerWorld *world = make_world_of(&world_def);
    VeerVoxelBox rock = {{24, 0, low}, {48, 16, 20}};
    assert_int_equal(veer_world_voxels_fill(world, rock, true), VEER_OK);
    VeerSquadDef def = veer_squad_def_default();
    def.formation.shape = VEER_FORMATION_BOX;
    def.formation.layers = 2;
    def.formation.spacing = 1.6f;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[8];
    add_members(world, squad, members, 8, vec3(8, 5, 15));
    for (uint32_t i = 0; i < 8; ++i) {
        assert_int_equal(veer_agent_set_max_speed(world, members[i], 3.0f), VEER_OK);
    }
    order_to(world, squad, vec3(42, 8, (float)low - under));
    float time = 0.0f;
    while (time < 120.0f && read_squad(world, squad).phase != VEER_SQUAD_RESTING) {
        step_times(world, 1, TICK);
        time += TICK;
    }
    veer_world_destroy(world);
    return time;
}

/// Who loses sight of its slot behind the step goes after it: nobody waits for it.
static void a_step_in_the_ceiling_holds_nobody_up(void **unused)
{
    (void)unused;
    for (int32_t low = 6; low <= 14; low += 4) {
        // The straight path is 36 m long, at 2.7 m/s; closer to the ceiling they change places.
        assert_true(time_below_step(low, 1.0f) < 22.0f);
        assert_true(time_below_step(low, 3.0f) < 18.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_squad_goes_to_another_floor_of_a_mesh),
        cmocka_unit_test(a_squad_goes_up_a_ramp_in_formation),
        cmocka_unit_test(a_patrol_goes_up_and_down),
        cmocka_unit_test(a_ramp_that_is_closed_is_waited_for),
        cmocka_unit_test(a_shaft_is_gone_through_in_file),
        cmocka_unit_test(a_patrol_goes_through_a_shaft_and_back),
        cmocka_unit_test(a_step_in_the_ceiling_holds_nobody_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
