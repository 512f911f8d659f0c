// Squads over links: leaders that take them, members that follow one by one, places beyond.
#include "world/floor_maker.h"
#include "world/map_maker.h"
#include "world/rollback.h"
#include "world/squad_maker.h"

#include "veer/link.h"

enum { MEMBERS = 8, WIDTH = 44, HEIGHT = 24 };

/// Two rooms with a wall 3 m thick between, and a squad in the left one.
typedef struct Rooms {
    VeerWorld *world;
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    bool was_on_link[MEMBERS];
    uint32_t most_on_link; // at a time
} Rooms;

static Rooms make_rooms(void)
{
    Rooms rooms = {0};
    VeerWorldDef def = map_def(WIDTH, HEIGHT);
    VeerSquadDef squad = veer_squad_def_default();
    VeerCellRect wall = {{20, 0}, {23, HEIGHT}};
    def.max_squads = 2;
    def.map.max_links = 4;
    squad.formation.spacing = 1.4f;
    rooms.world = make_world_of(&def);
    assert_int_equal(veer_world_grid_fill(rooms.world, wall, true), VEER_OK);
    rooms.squad = add_squad(rooms.world, &squad);
    add_members(rooms.world, rooms.squad, rooms.members, MEMBERS, vec3(10, 8, 0));
    return rooms;
}

/// A gap in the wall, far up.
static void open_door(VeerWorld *world)
{
    VeerCellRect door = {{20, 20}, {23, 23}};
    assert_int_equal(veer_world_grid_fill(world, door, false), VEER_OK);
}

static VeerLinkId add_link(VeerWorld *world, VeerVec3 from, VeerVec3 to, bool is_one_way)
{
    VeerLinkDef def = veer_link_def_default();
    VeerLinkId link = {0, 0};
    def.from = from;
    def.to = to;
    def.is_one_way = is_one_way;
    def.flags = 1;
    assert_int_equal(veer_link_create(world, &def, &link), VEER_OK);
    return link;
}

static VeerLinkId add_bridge(VeerWorld *world, bool is_one_way)
{
    return add_link(world, vec3(18.5f, 6.5f, 0), vec3(24.5f, 6.5f, 0), is_one_way);
}

static bool step_looking(Rooms *rooms)
{
    uint32_t on_link = 0;
    step_times(rooms->world, 1, TICK);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        VeerLinkId link;
        bool is_on = veer_agent_link(rooms->world, rooms->members[i], &link);
        on_link += is_on;
        rooms->was_on_link[i] |= is_on;
    }
    rooms->most_on_link = on_link > rooms->most_on_link ? on_link : rooms->most_on_link;
    return count_events(rooms->world, VEER_EVENT_ORDER_DONE) > 0;
}

/// @return s until the squad has come together at a point; INFINITY: it has not
static float march_to(Rooms *rooms, VeerVec3 point, float most)
{
    order_to(rooms->world, rooms->squad, point);
    for (int i = 1; (float)i * TICK < most; ++i) {
        if (step_looking(rooms)) {
            return (float)i * TICK;
        }
    }
    return INFINITY;
}

static uint32_t count_crossers(const Rooms *rooms)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        count += rooms->was_on_link[i];
    }
    return count;
}

static void expect_all_there(const Rooms *rooms)
{
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        assert_int_equal(read_member(rooms->world, rooms->members[i]).answer, VEER_PLACE_SLOT);
        VeerAgentState agent = read_agent(rooms->world, rooms->members[i]);
        assert_int_equal(agent.status, VEER_AGENT_ARRIVED);
        assert_true(veer_grid_gap(veer_world_grid(rooms->world), agent.position, 1.0f) >= 0.39f);
    }
}

static void link_that_is_the_only_way_is_taken(void **unused)
{
    (void)unused;
    Rooms rooms = make_rooms();
    add_bridge(rooms.world, false);
    // 24 m for the leader, and the column behind it.
    assert_true(march_to(&rooms, vec3(34, 9, 0), 60.0f) < INFINITY);
    assert_int_equal(count_crossers(&rooms), MEMBERS);
    expect_all_there(&rooms);
    assert_true(march_to(&rooms, vec3(8, 9, 0), 60.0f) < INFINITY);
    expect_all_there(&rooms);
    veer_world_destroy(rooms.world);
}

static void link_is_taken_as_a_short_cut(void **unused)
{
    (void)unused;
    Rooms round = make_rooms(), over = make_rooms();
    open_door(round.world);
    open_door(over.world);
    add_bridge(over.world, false);
    float by_door = march_to(&round, vec3(34, 6, 0), 120.0f);
    float by_link = march_to(&over, vec3(34, 6, 0), 120.0f);
    assert_true(by_link < by_door && by_door < INFINITY);
    assert_int_equal(count_crossers(&over), MEMBERS);
    expect_all_there(&over);
    veer_world_destroy(round.world);
    veer_world_destroy(over.world);
}

static void link_one_way_is_never_taken_back(void **unused)
{
    (void)unused;
    Rooms rooms = make_rooms();
    open_door(rooms.world);
    add_bridge(rooms.world, true);
    assert_true(march_to(&rooms, vec3(34, 6, 0), 120.0f) < INFINITY);
    assert_int_equal(count_crossers(&rooms), MEMBERS);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        rooms.was_on_link[i] = false;
    }
    assert_true(march_to(&rooms, vec3(8, 6, 0), 120.0f) < INFINITY);
    assert_int_equal(count_crossers(&rooms), 0);
    expect_all_there(&rooms);
    veer_world_destroy(rooms.world);
}

static void places_are_where_links_lead_one_way(void **unused)
{
    (void)unused;
    Rooms rooms = make_rooms();
    add_bridge(rooms.world, true);
    assert_true(march_to(&rooms, vec3(34, 6, 0), 120.0f) < INFINITY);
    // Back there is no way: places are as near as it gets, on this side.
    (void)march_to(&rooms, vec3(18, 12, 0), 20.0f);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        VeerMemberState member = read_member(rooms.world, rooms.members[i]);
        assert_true(member.answer == VEER_PLACE_NONE || member.place.x > 23.0f);
        assert_true(read_agent(rooms.world, rooms.members[i]).position.x > 23.0f);
    }
    veer_world_destroy(rooms.world);
}

static void those_beyond_a_one_way_link_get_places_too(void **unused)
{
    (void)unused;
    Rooms rooms = make_rooms();
    add_bridge(rooms.world, true);
    for (uint32_t i = 0; i < 3; ++i) {
        VeerVec3 beyond = vec3(38.0f, 8.0f + 2.0f * (float)i, 0);
        assert_int_equal(veer_agent_set_position(rooms.world, rooms.members[i], beyond), VEER_OK);
    }
    assert_true(march_to(&rooms, vec3(32, 10, 0), 90.0f) < INFINITY);
    expect_all_there(&rooms);
    assert_int_equal(count_crossers(&rooms), MEMBERS - 3);
    veer_world_destroy(rooms.world);
}

static void link_that_one_may_not_use_is_taken_by_none(void **unused)
{
    (void)unused;
    Rooms rooms = make_rooms();
    open_door(rooms.world);
    add_bridge(rooms.world, false);
    assert_int_equal(veer_agent_set_may_use(rooms.world, rooms.members[5], 0), VEER_OK);
    order_to(rooms.world, rooms.squad, vec3(34, 6, 0));
    step_times(rooms.world, 600, TICK);
    assert_true(read_squad(rooms.world, rooms.squad).leader.y > 10.0f); // it is on its way round
    veer_world_destroy(rooms.world);
}

static void link_that_closes_sends_the_squad_round(void **unused)
{
    (void)unused;
    Rooms rooms = make_rooms();
    open_door(rooms.world);
    VeerLinkId bridge = add_bridge(rooms.world, false);
    order_to(rooms.world, rooms.squad, vec3(34, 6, 0));
    while (count_crossers(&rooms) < 3) {
        (void)step_looking(&rooms);
    }
    assert_int_equal(veer_link_set_open(rooms.world, bridge, false), VEER_OK);
    assert_true(step_until(rooms.world, VEER_EVENT_ORDER_DONE, 120.0f));
    expect_all_there(&rooms);
    assert_true(count_crossers(&rooms) < MEMBERS);
    veer_world_destroy(rooms.world);
}

static void rollback_on_a_link_gives_the_same_future(void **unused)
{
    (void)unused;
    Rooms rooms = make_rooms(), other = make_rooms();
    add_bridge(rooms.world, false);
    order_to(rooms.world, rooms.squad, vec3(34, 9, 0));
    while (count_crossers(&rooms) < 4) {
        (void)step_looking(&rooms);
    }
    expect_same_future(rooms.world, rooms.world, NULL, 0, 600);
    expect_same_future(rooms.world, other.world, NULL, 0, 600);
    veer_world_destroy(rooms.world);
    veer_world_destroy(other.world);
}

// --- Over floors ---

/// Two floors side by side, one 4 m above the other, that nothing joins.
static VeerMesh *make_terraces(void)
{
    static const VeerVec3 vertices[] = {{0, 0, 4},  {18, 0, 4}, {18, 10, 4}, {0, 10, 4},
                                        {22, 0, 0}, {40, 0, 0}, {40, 10, 0}, {22, 10, 0}};
    static const uint32_t first[] = {0, 4, 8}, corners[] = {0, 1, 2, 3, 4, 5, 6, 7};
    return make_polygons(vertices, 8, first, corners, 2);
}

/// A squad on a mesh, which it frees.
static Rooms make_floor_squad(VeerMesh *mesh, VeerVec3 first)
{
    Rooms rooms = {0};
    VeerWorldDef def = veer_world_def_default();
    VeerSquadDef squad = veer_squad_def_default();
    def.map.kind = VEER_MAP_MESH;
    def.map.mesh.whole = mesh;
    def.map.max_links = 4;
    def.max_squads = 2;
    squad.formation.spacing = 1.2f;
    rooms.world = make_world_of(&def);
    free(mesh);
    rooms.squad = add_squad(rooms.world, &squad);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        VeerAgentDef agent = veer_agent_def_default();
        VeerVec3 offset = {-1.2f * (float)(i / 4), 1.2f * (float)(i % 4), 0.0f};
        agent.position = add3(first, offset);
        agent.radius = 0.3f;
        agent.height = 1.8f;
        agent.max_speed = 1.5f;
        rooms.members[i] = add_agent(rooms.world, &agent);
        assert_int_equal(veer_squad_add(rooms.world, rooms.squad, rooms.members[i]), VEER_OK);
    }
    return rooms;
}

static float march_over_floors(VeerVec3 first, VeerVec3 goal, bool has_jump, uint32_t crossers)
{
    Rooms rooms = make_floor_squad(make_floors(), first);
    if (has_jump) {
        (void)add_link(rooms.world, vec3(3, 4, 4), vec3(6, 4, 0), true);
    }
    float seconds = march_to(&rooms, goal, 120.0f);
    assert_int_equal(count_crossers(&rooms), crossers);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        VeerAgentState agent = read_agent(rooms.world, rooms.members[i]);
        assert_int_equal(agent.status, VEER_AGENT_ARRIVED);
        assert_true(fabsf(agent.position.z - goal.z) < 0.01f);
    }
    veer_world_destroy(rooms.world);
    return seconds;
}

static void jump_between_floors_is_taken_down_not_up(void **unused)
{
    (void)unused;
    const VeerVec3 above = {8, 2, 4}, below = {13, 4, 0};
    float down = march_over_floors(above, below, true, MEMBERS);
    float round = march_over_floors(above, below, false, 0);
    assert_true(down < round && round < INFINITY);
    assert_true(march_over_floors(vec3(12, 2, 0), vec3(8, 4, 4), true, 0) < INFINITY);
}

static void places_on_floors_are_where_links_lead(void **unused)
{
    (void)unused;
    Rooms rooms = make_floor_squad(make_terraces(), vec3(8, 2, 4));
    (void)add_link(rooms.world, vec3(16, 5, 4), vec3(24, 5, 0), true);
    assert_true(march_to(&rooms, vec3(32, 5, 0), 60.0f) < INFINITY);
    assert_int_equal(count_crossers(&rooms), MEMBERS);
    (void)march_to(&rooms, vec3(10, 5, 4), 20.0f);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        VeerMemberState member = read_member(rooms.world, rooms.members[i]);
        assert_true(member.answer == VEER_PLACE_NONE || member.place.x > 21.0f);
        assert_true(read_agent(rooms.world, rooms.members[i]).position.z == 0.0f);
    }
    veer_world_destroy(rooms.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(link_that_is_the_only_way_is_taken),
        cmocka_unit_test(link_is_taken_as_a_short_cut),
        cmocka_unit_test(link_one_way_is_never_taken_back),
        cmocka_unit_test(places_are_where_links_lead_one_way),
        cmocka_unit_test(those_beyond_a_one_way_link_get_places_too),
        cmocka_unit_test(link_that_one_may_not_use_is_taken_by_none),
        cmocka_unit_test(link_that_closes_sends_the_squad_round),
        cmocka_unit_test(rollback_on_a_link_gives_the_same_future),
        cmocka_unit_test(jump_between_floors_is_taken_down_not_up),
        cmocka_unit_test(places_on_floors_are_where_links_lead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
