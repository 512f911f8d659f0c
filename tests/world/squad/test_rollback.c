// Squads keep the promises of the world: rollback, hashes, no allocation, memory, poison.
#include "world/squad_maker.h"

#include "support/allocator.h"

#include <math.h>

enum { FUTURE = 120 };

typedef struct Troop {
    VeerWorld *world;
    VeerSquadId squads[4];
    VeerAgentId members[4][12];
} Troop;

/// @param order  order[48] in which to create the members; NULL: by id
static void fill_troop(Troop *troop, const uint32_t *order)
{
    for (int i = 0; i < 4; ++i) {
        VeerSquadDef def = veer_squad_def_default();
        def.mode = (VeerSquadMode)(i % VEER_SQUAD_MODE_COUNT);
        def.waiting_reach = 24.0f;
        troop->squads[i] = add_squad(troop->world, &def);
    }
    for (uint32_t k = 0; k < 48; ++k) {
        uint32_t i = order ? order[k] : k;
        VeerAgentDef def = veer_agent_def_default();
        def.id = i + 1;
        def.radius = 0.4f;
        def.position = vec3((float)(i % 12 % 4) * 2.0f, (float)(i / 4) * 3.0f - 15.0f, 0);
        troop->members[i / 12][i % 12] = add_agent(troop->world, &def);
        veer_squad_add(troop->world, troop->squads[i / 12], troop->members[i / 12][i % 12]);
    }
    const VeerVec3 wall[] = {{14, 2, 0}, {14, 40, 0}}, other[] = {{14, -2, 0}, {14, -40, 0}};
    if (veer_world_space(troop->world) == VEER_PLANAR) {
        add_chain(troop->world, wall, 2);
        add_chain(troop->world, other, 2);
    } else {
        add_box(troop->world, vec3(14, 20, 0), vec3(0.5f, 18, 4));
    }
    add_ball(troop->world, vec3(24, 1, 0), 1.5f);
}

static void tell_troop(Troop *troop)
{
    order_to(troop->world, troop->squads[0], vec3(30, 0, 0));
    order_to(troop->world, troop->squads[1], vec3(30, 2, 0));
    order_to(troop->world, troop->squads[2], vec3(25, -4, 0));
    VeerOrder order = veer_order_default(VEER_ORDER_ESCORT);
    order.agent = troop->members[0][5];
    assert_int_equal(veer_squad_order(troop->world, troop->squads[3], &order, false), VEER_OK);
}

static Troop make_troop_of(const VeerWorldDef *def, const uint32_t *order)
{
    Troop troop = {.world = make_world_of(def)};
    fill_troop(&troop, order);
    tell_troop(&troop);
    return troop;
}

static Troop make_troop(VeerSpace space)
{
    VeerWorldDef def = squad_world_def(space);
    return make_troop_of(&def, NULL);
}

/// What a host does meanwhile.
static void stir_troop(Troop *troop, int tick)
{
    if (tick % 50 == 10) {
        veer_agent_destroy(troop->world, troop->members[tick / 50 % 3][tick % 7]);
    }
    if (tick % 70 == 30) {
        VeerOrder order = veer_order_go(vec3(20, (float)(tick % 9), 0));
        veer_squad_order(troop->world, troop->squads[1], &order, tick % 2 == 0);
    }
    if (tick == 150) {
        veer_agent_leave_squad(troop->world, troop->members[0][3]);
        veer_squad_add(troop->world, troop->squads[1], troop->members[0][4]);
    }
}

static void run(Troop *troop, int from, int ticks, uint64_t *hashes)
{
    for (int i = 0; i < ticks; ++i) {
        stir_troop(troop, from + i);
        step_times(troop->world, 1, TICK);
        hashes[i] = veer_world_hash(troop->world);
    }
}

static void rollback_gives_the_same_future(void **unused)
{
    (void)unused;
    for (int space = 0; space < 2; ++space) {
        for (int past = 0; past <= 700; past += 350) {
            Troop troop = make_troop((VeerSpace)space);
            uint64_t before[700], hashes[FUTURE], again[FUTURE];
            run(&troop, 0, past, before);
            Copy copy = copy_of(troop.world);
            run(&troop, past, FUTURE, hashes);
            assert_int_equal(veer_world_restore(troop.world, copy.block, copy.size), VEER_OK);
            assert_true(veer_world_hash(troop.world) == copy.hash);
            run(&troop, past, FUTURE, again);
            assert_memory_equal(hashes, again, sizeof hashes);
            free(copy.block);
            veer_world_destroy(troop.world);
        }
    }
}

static void the_order_of_creation_does_not_matter(void **unused)
{
    (void)unused;
    uint32_t order[48];
    uint64_t hashes[600], again[600];
    for (uint32_t i = 0; i < 48; ++i) {
        order[i] = i * 29u % 48u;
    }
    VeerWorldDef def = squad_world_def(VEER_PLANAR);
    Troop first = make_troop_of(&def, NULL), second = make_troop_of(&def, order);
    run(&first, 0, 600, hashes);
    run(&second, 0, 600, again);
    assert_memory_equal(hashes, again, sizeof hashes);
    veer_world_destroy(first.world);
    veer_world_destroy(second.world);
}

static void steps_with_squads_allocate_nothing(void **unused)
{
    (void)unused;
    VeerTestAllocator allocator = {0};
    VeerWorldDef def = squad_world_def(VEER_PLANAR);
    def.allocator = veer_test_allocator(&allocator);
    Troop troop = make_troop_of(&def, NULL);
    uint64_t hashes[600];
    allocator.calls = 0;
    run(&troop, 0, 600, hashes);
    assert_int_equal(allocator.calls, 0);
    veer_world_destroy(troop.world);
    assert_int_equal(allocator.live_blocks, 0);
    assert_int_equal(allocator.errors, 0);
}

static void squads_cost_nothing_where_there_are_none(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *without = make_world_of(&def);
    def.max_squads = 1;
    VeerWorld *with = make_world_of(&def);
    assert_true(veer_world_stats(without).bytes_per_agent <= 428);
    size_t more =
        veer_world_stats(with).bytes_per_agent - veer_world_stats(without).bytes_per_agent;
    assert_in_range(more, 1, 400);
    veer_world_destroy(without);
    veer_world_destroy(with);
}

static void a_block_of_another_number_of_squads_is_refused(void **unused)
{
    (void)unused;
    VeerWorldDef def = squad_world_def(VEER_PLANAR);
    VeerWorld *world = make_world_of(&def);
    def.max_squads = 7;
    VeerWorld *other = make_world_of(&def);
    Copy copy = copy_of(world);
    assert_int_equal(veer_world_restore(other, copy.block, copy.size), VEER_BAD_VALUE);
    free(copy.block);
    veer_world_destroy(world);
    veer_world_destroy(other);
}

static void max_squads_has_a_limit(void **unused)
{
    (void)unused;
    VeerWorldDef def = squad_world_def(VEER_PLANAR);
    VeerWorld *world = NULL;
    def.max_squads = 65537;
    assert_int_equal(veer_world_create(&def, &world), VEER_BAD_VALUE);
}

/// Far, huge, coincident: everything stays finite.
static void squads_survive_odd_values(void **unused)
{
    (void)unused;
    const float far = VEER_WORLD_LIMIT;
    const VeerVec3 goals[] = {{far, far, far}, {0, 0, 0}, {-far, 0, 0}, {1e-30f, 0, 0}};
    for (int space = 0; space < 2; ++space) {
        VeerWorldDef def = squad_world_def((VeerSpace)space);
        VeerWorld *world = make_world_of(&def);
        VeerAgentId members[40];
        for (int i = 0; i < 4; ++i) {
            VeerSquadDef squad_def = veer_squad_def_default();
            squad_def.formation.spacing = i % 2 ? far : 1e-6f;
            squad_def.mode = (VeerSquadMode)(i % 3);
            VeerSquadId squad = add_squad(world, &squad_def);
            for (int k = 0; k < 10; ++k) {
                VeerAgentDef agent = veer_agent_def_default();
                agent.radius = k % 3 == 0 ? 0.0f : (k % 3 == 1 ? 0.5f : 1000.0f);
                agent.position = k % 2 ? goals[i] : (VeerVec3){0};
                agent.max_speed = k == 7 ? 0.0f : 2.0f;
                members[i * 10 + k] = add_agent(world, &agent);
                veer_squad_add(world, squad, members[i * 10 + k]);
            }
            order_to(world, squad, goals[(i + 1) % 4]);
        }
        step_times(world, 120, TICK);
        for (int i = 0; i < 40; ++i) {
            VeerAgentState state = read_agent(world, members[i]);
            assert_true(is_finite3(state.position) && is_finite3(state.velocity));
        }
        veer_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rollback_gives_the_same_future),
        cmocka_unit_test(the_order_of_creation_does_not_matter),
        cmocka_unit_test(steps_with_squads_allocate_nothing),
        cmocka_unit_test(squads_cost_nothing_where_there_are_none),
        cmocka_unit_test(a_block_of_another_number_of_squads_is_refused),
        cmocka_unit_test(max_squads_has_a_limit),
        cmocka_unit_test(squads_survive_odd_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
