// Members come, go and die, orders are given, replaced and taken back, doors open and close, in any
// order: everyone always has an answer, and nothing is left over.
#include "world/map_maker.h"
#include "world/squad_maker.h"

#define AGENTS 40u
#define SQUADS 4u
#define ROUNDS 150
#define SIDE 40

/// Where it all takes place.
typedef enum Place {
    IN_THE_OPEN,
    OVER_A_GRID,
    AMONG_VOXELS,
} Place;

/// A world under churn, and what the host knows of it.
typedef struct Churn {
    VeerWorld *world;
    Dice dice;
    VeerAgentId agents[AGENTS];
    VeerSquadId squads[SQUADS];
    Place place;
} Churn;

static VeerVec3 somewhere(Churn *churn)
{
    float x = roll(&churn->dice, 1.0f, SIDE - 1.0f), y = roll(&churn->dice, 1.0f, SIDE - 1.0f);
    return vec3(x, y, churn->place == AMONG_VOXELS ? roll(&churn->dice, 1.0f, 9.0f) : 0.0f);
}

static uint32_t pick(Churn *churn, uint32_t count)
{
    return roll_index(&churn->dice, count);
}

static bool is_squad(const VeerWorld *world, VeerSquadId squad)
{
    VeerSquadState state;
    return veer_squad_get(world, squad, &state) == VEER_OK;
}

static void change_agent(Churn *churn)
{
    VeerAgentId *agent = &churn->agents[pick(churn, AGENTS)];
    if (veer_agent_is_alive(churn->world, *agent)) {
        assert_int_equal(veer_agent_destroy(churn->world, *agent), VEER_OK);
        return;
    }
    VeerAgentDef def = veer_agent_def_default();
    def.position = somewhere(churn);
    def.radius = roll(&churn->dice, 0.3f, 0.5f);
    *agent = add_agent(churn->world, &def);
}

static void change_member(Churn *churn)
{
    VeerAgentId agent = churn->agents[pick(churn, AGENTS)];
    VeerSquadId squad = churn->squads[pick(churn, SQUADS)];
    bool is_there = veer_agent_is_alive(churn->world, agent);
    bool is_squad_there = is_squad(churn->world, squad);
    if (pick(churn, 4) == 0) {
        VeerStatus status = veer_agent_leave_squad(churn->world, agent);
        assert_int_equal(status, is_there ? VEER_OK : VEER_BAD_HANDLE);
    } else {
        VeerStatus status = veer_squad_add(churn->world, squad, agent);
        assert_int_equal(status, is_there && is_squad_there ? VEER_OK : VEER_BAD_HANDLE);
    }
}

static void change_squad(Churn *churn)
{
    VeerSquadId *squad = &churn->squads[pick(churn, SQUADS)];
    VeerSquadDef def = veer_squad_def_default();
    def.mode = (VeerSquadMode)pick(churn, VEER_SQUAD_MODE_COUNT);
    def.formation.shape = (VeerFormation)pick(churn, VEER_FORMATION_TRIO);
    def.waiting_reach = pick(churn, 2) ? 30.0f : 0.0f;
    def.reach = roll(&churn->dice, 2.0f, 20.0f);
    if (!is_squad(churn->world, *squad)) {
        *squad = add_squad(churn->world, &def);
    } else if (pick(churn, 3) == 0) {
        assert_int_equal(veer_squad_destroy(churn->world, *squad), VEER_OK);
    } else {
        assert_int_equal(veer_squad_set_def(churn->world, *squad, &def), VEER_OK);
    }
}

static void give_order(Churn *churn)
{
    VeerOrder order = veer_order_default((VeerOrderKind)pick(churn, VEER_ORDER_COUNT));
    bool is_target = order.kind == VEER_ORDER_FOLLOW || order.kind == VEER_ORDER_ESCORT;
    order.point_count = order.kind == VEER_ORDER_HOLD || is_target ? 0 : 1 + pick(churn, 3);
    for (uint32_t i = 0; i < order.point_count; ++i) {
        order.points[i] = somewhere(churn);
    }
    order.seconds = order.kind == VEER_ORDER_HOLD ? roll(&churn->dice, 0.0f, 2.0f) : 0.0f;
    if (is_target) {
        order.agent = churn->agents[pick(churn, AGENTS)];
    }
    VeerSquadId squad = churn->squads[pick(churn, SQUADS)];
    VeerStatus status = veer_squad_order(churn->world, squad, &order, pick(churn, 2));
    bool is_good = is_squad(churn->world, squad) &&
                   (!is_target || veer_agent_is_alive(churn->world, order.agent));
    assert_true(is_good ? status == VEER_OK || status == VEER_FULL
                        : status == VEER_BAD_HANDLE || status == VEER_BAD_VALUE);
}

static void take_back(Churn *churn)
{
    VeerSquadId squad = churn->squads[pick(churn, SQUADS)];
    (void)(pick(churn, 2) ? veer_squad_cancel(churn->world, squad)
                          : veer_squad_skip(churn->world, squad));
}

/// Blocks or frees a part of the wall in the middle.
static void fill(const Churn *churn, int32_t from, int32_t to, bool is_blocked)
{
    VeerStatus status = VEER_OK;
    if (churn->place == OVER_A_GRID) {
        VeerCellRect part = {{20, from}, {21, to}};
        status = veer_world_grid_fill(churn->world, part, is_blocked);
    } else if (churn->place == AMONG_VOXELS) {
        VeerVoxelBox part = {{20, from, 0}, {21, to, 10}};
        status = veer_world_voxels_fill(churn->world, part, is_blocked);
    }
    assert_int_equal(status, VEER_OK);
}

static void change_door(Churn *churn)
{
    int32_t from = 4 + (int32_t)pick(churn, 30);
    fill(churn, from, from + 4, pick(churn, 2));
}

static void change_something(Churn *churn)
{
    static void (*const changes[])(Churn * churn) = {
        change_agent, change_agent, change_member, change_member, change_member,
        change_squad, give_order,   give_order,    take_back,     change_door};
    changes[pick(churn, sizeof changes / sizeof *changes)](churn);
}

static void check_agent(const VeerWorld *world, VeerAgentId agent)
{
    VeerMemberState member = read_member(world, agent);
    VeerVec3 at = read_agent(world, agent).position;
    assert_true(isfinite(at.x) && isfinite(at.y) && isfinite(at.z));
    if (!is_squad(world, member.squad)) {
        assert_false(member.is_answered);
        return;
    }
    VeerSquadState squad = read_squad(world, member.squad);
    assert_int_equal(member.is_answered, squad.order_count > 0);
    assert_in_range(member.answer, VEER_PLACE_NONE, VEER_PLACE_WAITING);
    assert_true(isfinite(member.place.x) && isfinite(member.place.y));
    assert_true(isfinite(member.slot.x) && isfinite(member.slot.y));
}

static void check(const Churn *churn)
{
    uint32_t members = 0;
    for (uint32_t i = 0; i < AGENTS; ++i) {
        if (veer_agent_is_alive(churn->world, churn->agents[i])) {
            check_agent(churn->world, churn->agents[i]);
            members += veer_agent_squad(churn->world, churn->agents[i]).generation != 0;
        }
    }
    for (uint32_t i = 0; i < SQUADS; ++i) {
        if (is_squad(churn->world, churn->squads[i])) {
            VeerSquadState squad = read_squad(churn->world, churn->squads[i]);
            uint32_t answers = squad.slot_count + squad.waiting_count + squad.none_count;
            assert_int_equal(answers, squad.order_count > 0 ? squad.member_count : 0);
            members -= squad.member_count;
        }
    }
    assert_int_equal(members, 0);
}

/// @return the hash after the last round
static uint64_t run(Churn *churn, int rounds)
{
    for (int i = 0; i < rounds; ++i) {
        change_something(churn);
        step_times(churn->world, 1, TICK);
        check(churn);
        step_times(churn->world, 10, 1.0f / 30.0f);
        check(churn);
    }
    return veer_world_hash(churn->world);
}

static VeerWorldDef def_of(Place place)
{
    bool is_spatial = place == AMONG_VOXELS;
    VeerWorldDef def = place == OVER_A_GRID
                           ? map_def(SIDE, SIDE)
                           : squad_world_def(is_spatial ? VEER_SPATIAL : VEER_PLANAR);
    if (is_spatial) {
        def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
        def.map.voxels.cells = (VeerVoxel){SIDE, SIDE, 10};
    }
    def.max_squads = SQUADS;
    return def;
}

static Churn make_churn(uint32_t seed, Place place)
{
    VeerWorldDef def = def_of(place);
    Churn churn = {.world = make_world_of(&def), .dice = make_dice(seed), .place = place};
    fill(&churn, 0, SIDE, true);
    fill(&churn, 8, 12, false);
    for (uint32_t i = 0; i < AGENTS / 2u; ++i) {
        change_agent(&churn);
        change_squad(&churn);
        change_member(&churn);
    }
    return churn;
}

static void everyone_has_an_answer(Place place, uint32_t seeds)
{
    for (uint32_t seed = 1; seed <= seeds; ++seed) {
        Churn churn = make_churn(seed, place);
        (void)run(&churn, ROUNDS);
        veer_world_destroy(churn.world);
    }
}

static void everyone_has_an_answer_in_the_open(void **unused)
{
    (void)unused;
    everyone_has_an_answer(IN_THE_OPEN, 10);
}

static void everyone_has_an_answer_over_a_grid(void **unused)
{
    (void)unused;
    everyone_has_an_answer(OVER_A_GRID, 10);
}

static void everyone_has_an_answer_among_voxels(void **unused)
{
    (void)unused;
    everyone_has_an_answer(AMONG_VOXELS, 4);
}

/// All that squads go by is state: the same changes again have the same end.
static void churn_rolls_back(void **unused)
{
    (void)unused;
    for (Place place = IN_THE_OPEN; place <= AMONG_VOXELS; ++place) {
        Churn churn = make_churn(11, place);
        (void)run(&churn, 40);
        size_t size = veer_world_save_size(churn.world);
        void *saved = malloc(size);
        assert_int_equal(veer_world_save(churn.world, saved, size), VEER_OK);
        Churn then = churn;
        uint64_t hash = run(&churn, 40);
        assert_int_equal(veer_world_restore(then.world, saved, size), VEER_OK);
        assert_true(run(&then, 40) == hash);
        free(saved);
        veer_world_destroy(then.world);
    }
}

/// Once all squads and agents are gone there is room for as many again.
static void nothing_is_left_over(void **unused)
{
    (void)unused;
    Churn churn = make_churn(21, OVER_A_GRID);
    (void)run(&churn, ROUNDS);
    for (uint32_t i = 0; i < AGENTS; ++i) {
        (void)veer_agent_destroy(churn.world, churn.agents[i]);
    }
    for (uint32_t i = 0; i < SQUADS; ++i) {
        (void)veer_squad_destroy(churn.world, churn.squads[i]);
    }
    step_times(churn.world, 1, TICK);
    VeerSquadId squads[SQUADS];
    for (uint32_t i = 0; i < SQUADS; ++i) {
        squads[i] = add_squad(churn.world, NULL);
        assert_int_equal(read_squad(churn.world, squads[i]).member_count, 0);
    }
    for (uint32_t i = 0; i < 64; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        def.position = vec3(2.0f + 2.0f * (float)(i % 8), 2.0f + 2.0f * (float)(i / 8), 0.0f);
        def.radius = 0.4f;
        VeerAgentId agent = add_agent(churn.world, &def);
        assert_int_equal(veer_squad_add(churn.world, squads[i % SQUADS], agent), VEER_OK);
    }
    veer_world_destroy(churn.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_has_an_answer_in_the_open),
        cmocka_unit_test(everyone_has_an_answer_over_a_grid),
        cmocka_unit_test(everyone_has_an_answer_among_voxels),
        cmocka_unit_test(churn_rolls_back),
        cmocka_unit_test(nothing_is_left_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
