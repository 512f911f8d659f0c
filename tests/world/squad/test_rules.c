// What places squads take: the host's own rule, the goal's region, floors of voxels and of meshes.
#include "world/floor_maker.h"
#include "world/map_maker.h"
#include "world/squad_maker.h"

#include "world/host/check.h"
#include "world/squad/base/base.h"

#include <float.h>

#define MEMBERS 8u

static uint32_t count_slots(const VeerWorld *world, const VeerAgentId *members)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        count += read_member(world, members[i]).answer == VEER_PLACE_SLOT;
    }
    return count;
}

/// What the host's rule was asked.
typedef struct Host {
    VeerWorld *world;
    VeerSquadId squad;
    uint32_t probes;
    VeerStatus status; ///< of a call while it is asked
} Host;

static bool is_on_the_right(void *context, VeerSquadId squad, const VeerPlaceProbe *probe)
{
    Host *host = context;
    host->squad = squad;
    host->probes++;
    host->status = veer_world_set_place_rule(host->world, NULL, NULL);
    return probe->point.y < 0.0f && veer_place_is_valid(probe);
}

static void places_are_valid_by_the_hosts_own_rule(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[MEMBERS];
    add_members(world, squad, members, MEMBERS, vec3(-20, 0, 0));
    Host host = {.world = world};
    assert_int_equal(veer_world_set_place_rule(world, is_on_the_right, &host), VEER_OK);
    order_to(world, squad, vec3(10, 0, 0));
    step_times(world, 1, TICK);
    assert_true(host.probes >= MEMBERS);
    assert_int_equal(host.squad.generation, squad.generation);
    assert_int_equal(host.status, VEER_BUSY);
    assert_int_equal(count_slots(world, members), MEMBERS);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        assert_true(read_member(world, members[i]).place.y < 0.0f);
    }
    veer_world_destroy(world);
}

static void without_a_rule_the_default_one_holds(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadId squad = add_squad(world, NULL);
    VeerAgentId members[MEMBERS];
    add_members(world, squad, members, MEMBERS, vec3(-20, 0, 0));
    Host host = {.world = world};
    assert_int_equal(veer_world_set_place_rule(world, is_on_the_right, &host), VEER_OK);
    assert_int_equal(veer_world_set_place_rule(world, NULL, NULL), VEER_OK);
    assert_int_equal(veer_world_set_place_rule(NULL, NULL, NULL), VEER_BAD_VALUE);
    order_to(world, squad, vec3(10, 0, 0));
    step_times(world, 1, TICK);
    assert_int_equal(host.probes, 0);
    assert_int_equal(count_slots(world, members), MEMBERS);
    veer_world_destroy(world);
}

/// The goal is in a closed room: outside of it is room enough, if that will do.
static uint32_t slots_about_a_closed_room(bool is_in_region)
{
    VeerWorldDef world_def = map_def(40, 24);
    world_def.max_squads = 1;
    VeerWorld *world = make_world_of(&world_def);
    VeerCellRect walls = {{24, 8}, {32, 16}}, room = {{25, 9}, {31, 15}};
    assert_int_equal(veer_world_grid_fill(world, walls, true), VEER_OK);
    assert_int_equal(veer_world_grid_fill(world, room, false), VEER_OK);
    VeerSquadDef def = veer_squad_def_default();
    def.is_in_region = is_in_region;
    VeerSquadId squad = add_squad(world, &def);
    assert_int_equal(veer_squad_def(world, squad, &def), VEER_OK);
    assert_int_equal(def.is_in_region, is_in_region);
    VeerAgentId members[MEMBERS];
    add_members(world, squad, members, MEMBERS, vec3(8, 6, 0));
    order_to(world, squad, vec3(28, 12, 0));
    step_times(world, 1, TICK);
    uint32_t count = count_slots(world, members);
    veer_world_destroy(world);
    return count;
}

static void places_can_be_asked_to_be_in_the_goals_region(void **unused)
{
    (void)unused;
    assert_int_equal(slots_about_a_closed_room(false), MEMBERS);
    assert_int_equal(slots_about_a_closed_room(true), 0);
}

/// A platform of 4 m by 4 m among voxels: places are over it, though there is room all about.
static void grounded_places_have_voxels_below(void **unused)
{
    (void)unused;
    VeerWorldDef world_def = squad_world_def(VEER_SPATIAL);
    world_def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    world_def.map.voxels.cells = (VeerVoxel){32, 32, 16};
    VeerWorld *world = make_world_of(&world_def);
    VeerVoxelBox platform = {{18, 18, 0}, {22, 22, 6}};
    assert_int_equal(veer_world_voxels_fill(world, platform, true), VEER_OK);
    VeerSquadDef def = veer_squad_def_default();
    def.max_drop = 1.0f;
    def.formation.spacing = 1.4f;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[MEMBERS];
    add_members(world, squad, members, MEMBERS, vec3(10, 4, 10));
    order_to(world, squad, vec3(20, 20, 6.5f));
    step_times(world, 1, TICK);
    uint32_t slots = count_slots(world, members);
    assert_in_range(slots, 4, 9);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        VeerMemberState member = read_member(world, members[i]);
        if (member.answer == VEER_PLACE_SLOT) {
            assert_true(fabsf(member.place.x - 20.0f) < 2.0f);
            assert_true(fabsf(member.place.y - 20.0f) < 2.0f);
        }
    }
    veer_world_destroy(world);
}

static void grounded_places_are_over_the_floor_of_a_mesh(void **unused)
{
    (void)unused;
    VeerMesh *mesh = make_floors();
    VeerWorldDef world_def = squad_world_def(VEER_PLANAR);
    world_def.map.kind = VEER_MAP_MESH;
    world_def.map.mesh.whole = mesh;
    VeerWorld *world = make_world_of(&world_def);
    free(mesh);
    VeerSquadDef def = veer_squad_def_default();
    def.max_drop = 0.5f;
    def.formation.spacing = 1.2f;
    VeerSquadId squad = add_squad(world, &def);
    VeerAgentId members[MEMBERS];
    add_members(world, squad, members, MEMBERS, vec3(8, 1, 0));
    order_to(world, squad, vec3(4, 4, 4.3f));
    step_times(world, 1, TICK);
    assert_int_equal(count_slots(world, members), MEMBERS);
    order_to(world, squad, vec3(4, 4, 4.8f)); // hangs in the air
    step_times(world, 1, TICK);
    assert_int_equal(count_slots(world, members), 0);
    veer_world_destroy(world);
}

static void rules_as_small_as_can_be_hold(void **unused)
{
    (void)unused;
    VeerWorld *world = make_squad_world(VEER_PLANAR);
    VeerSquadDef def = veer_squad_def_default();
    def.formation.spacing = FLT_TRUE_MIN;
    (void)add_squad(world, &def);
    VeerStateFault fault;
    assert_true(veer_world_check(world, &fault));
    veer_world_destroy(world);
}

static void squads_of_any_spacing_march(void **unused)
{
    (void)unused;
    const float spacings[] = {FLT_TRUE_MIN, 2e-44f, FLT_MIN, 1e-20f, 1e-6f};
    for (size_t i = 0; i < sizeof spacings / sizeof spacings[0]; ++i) {
        VeerWorld *world = make_squad_world(VEER_PLANAR);
        VeerSquadDef def = veer_squad_def_default();
        def.formation.spacing = spacings[i];
        def.mode = VEER_SQUAD_TOGETHER;
        VeerSquadId squad = add_squad(world, &def);
        VeerAgentId members[MEMBERS];
        add_members(world, squad, members, MEMBERS, vec3(-20, 0, 0));
        order_to(world, squad, vec3(10, 0, 0));
        for (uint32_t tick = 0; tick < 60; ++tick) {
            VeerStateFault fault = {"", 0};
            step_times(world, 1, TICK);
            (void)veer_world_check(world, &fault);
            assert_string_equal(fault.what, "");
        }
        veer_world_destroy(world);
    }
}

/// As a state from outside may have it: they have their places, and their formation is far wider
/// than the map, and than the world. The look at what stands in its path has a bound.
static void squads_wider_than_the_map_march(void **unused)
{
    (void)unused;
    const float spacings[] = {300.0f, 3e4f, VEER_WORLD_LIMIT};
    for (size_t i = 0; i < sizeof spacings / sizeof spacings[0]; ++i) {
        VeerWorldDef world_def = squad_world_def(VEER_PLANAR);
        world_def.map = veer_world_map_def_default(VEER_MAP_GRID);
        world_def.map.grid.width = world_def.map.grid.height = 64;
        VeerWorld *world = make_world_of(&world_def);
        VeerSquadDef def = veer_squad_def_default();
        def.formation.shape = VEER_FORMATION_LINE;
        def.mode = VEER_SQUAD_TOGETHER;
        VeerSquadId squad = add_squad(world, &def);
        VeerAgentId members[24];
        add_members(world, squad, members, 24, vec3(20, 20, 0));
        order_to(world, squad, vec3(50, 40, 0));
        for (uint32_t tick = 0; tick < 30; ++tick) {
            VeerStateFault fault = {"", 0};
            world->squads[squad.slot].rules.spacing = tick < 5 ? 1.0f : spacings[i];
            step_times(world, 1, TICK);
            (void)veer_world_check(world, &fault);
            assert_string_equal(fault.what, "");
        }
        veer_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_valid_by_the_hosts_own_rule),
        cmocka_unit_test(without_a_rule_the_default_one_holds),
        cmocka_unit_test(places_can_be_asked_to_be_in_the_goals_region),
        cmocka_unit_test(grounded_places_have_voxels_below),
        cmocka_unit_test(grounded_places_are_over_the_floor_of_a_mesh),
        cmocka_unit_test(rules_as_small_as_can_be_hold),
        cmocka_unit_test(squads_of_any_spacing_march),
        cmocka_unit_test(squads_wider_than_the_map_march),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
