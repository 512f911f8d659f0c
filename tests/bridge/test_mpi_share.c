// Worlds of any kind over the ranks of MPI, which share their decisions, have the bits of one
// process. Run by mpirun with 1 to 4 ranks.
#include "bridge/ranks.h"
#include "world/world_maker.h"

#include "veer/mpi.h"

/// Agents that keep to a grid, follow each other, come and go, and push a free ball: nothing of it
/// can be split by regions.
static VeerWorld *make_mixed(void)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 80;
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    VeerWorld *world = make_world_of(&def);
    Dice dice = make_dice(5);
    (void)add_moving_ball(world, VEER_MOTION_FREE, vec3(20.0f, 20.0f, 0.0f), vec3(0.5f, 0.0f, 0.0f),
                          1.0f);
    for (uint32_t i = 0; i < 60; ++i) {
        VeerAgentDef agent = veer_agent_def_default();
        agent.position = vec3(roll(&dice, 12.0f, 28.0f), roll(&dice, 12.0f, 28.0f), 0.0f);
        agent.model = i % 5 == 0 ? VEER_AVOID_PILOT : agent.model;
        VeerAgentId id = add_agent(world, &agent);
        hold(veer_agent_route_to(world, id, vec3(38.0f - (float)(i % 30), 2.0f, 0.0f), 0.5f) ==
             VEER_OK);
    }
    return world;
}

/// What a host does to a world while it runs, on all ranks alike.
static void meddle(VeerWorld *world, uint32_t tick)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(5.0f + (float)(tick % 7), 30.0f, 0.0f);
    if (tick % 10 == 3) {
        hold(veer_agent_destroy(world, veer_agent_at(world, tick % 60)) == VEER_OK);
        VeerAgentId agent = add_agent(world, &def);
        hold(veer_agent_follow_agent(world, agent, veer_agent_at(world, 59), 1.0f) == VEER_OK);
    }
}

static VeerMpi *share(VeerWorld *whole)
{
    VeerMpi *mpi = NULL;
    VeerMpiDef def = veer_mpi_def_default();
    def.period = 3;
    def.imbalance = 0.0f;
    hold(veer_mpi_share(NULL, whole, &def, &mpi, NULL) == VEER_OK);
    return mpi;
}

static void worlds_of_any_kind_are_shared(void **unused)
{
    (void)unused;
    VeerWorld *world = make_mixed(), *alone = make_mixed();
    VeerMpi *mpi = share(world);
    for (uint32_t tick = 0; tick < 60; ++tick) {
        uint32_t count, all, mine;
        meddle(world, tick);
        meddle(alone, tick);
        hold(veer_mpi_step(mpi, 0.1f) == VEER_OK && veer_world_step(alone, 0.1f) == VEER_OK);
        hold(veer_mpi_hash(mpi) == veer_world_hash(alone));
        const VeerEvent *told = veer_mpi_gather_events(mpi, 0, &all);
        const VeerEvent *events = veer_world_events(alone, &count);
        hold(all == (own_rank() == 0 ? count : 0) && veer_mpi_events(mpi, &mine) && mine == count);
        hold(all == 0 || memcmp(told, events, all * sizeof *told) == 0);
    }
    VeerMpiStats stats = veer_mpi_stats(mpi);
    hold(stats.is_shared && stats.ticks == 60 && stats.own + stats.ghosts == 60);
    hold(stats.cuts > 0 && (rank_count() == 1) == (stats.bytes == 0));
    veer_mpi_destroy(mpi);
    veer_world_destroy(world);
    veer_world_destroy(alone);
}

static void every_rank_has_all_of_a_shared_world(void **unused)
{
    (void)unused;
    VeerWorld *world = make_mixed(), *other = make_mixed(), *strange = make_world(VEER_SPATIAL);
    VeerMpi *mpi = share(world);
    VeerAgentId agent = veer_agent_at(world, 7), nobody = {7, 99};
    VeerAgentState state;
    hold(veer_mpi_step(mpi, 0.1f) == VEER_OK && veer_mpi_world(mpi) == world);
    hold(veer_mpi_own(mpi, agent).slot == 7 && veer_mpi_name(mpi, agent).slot == 7);
    hold(veer_mpi_own(mpi, nobody).generation == 0 &&
         veer_mpi_own(mpi, (VeerAgentId){0, 0}).slot == 0);
    hold(veer_mpi_owner(mpi, agent) == 0 && veer_mpi_owner(mpi, nobody) == -1);
    hold(veer_mpi_agent_get(mpi, agent, &state) == VEER_OK && state.id == 8);
    hold(veer_mpi_gather(mpi, 0, world) == VEER_OK && veer_mpi_gather(mpi, 0, other) == VEER_OK);
    hold(own_rank() != 0 || veer_world_hash(other) == veer_world_hash(world));
    VeerStatus expected = own_rank() == 0 ? VEER_BAD_VALUE : VEER_OK;
    hold(veer_mpi_gather(mpi, 0, strange) == expected && veer_mpi_gather(mpi, 0, NULL) == expected);
    veer_mpi_destroy(mpi);
    veer_world_destroy(world);
    veer_world_destroy(other);
    veer_world_destroy(strange);
}

static void a_tick_of_a_shared_world_is_the_same_on_all_ranks_or_none(void **unused)
{
    (void)unused;
    VeerWorld *world = make_mixed();
    VeerMpi *mpi = share(world), *none = NULL;
    VeerStatus differing = rank_count() > 1 ? VEER_BAD_VALUE : VEER_OK;
    hold(veer_mpi_step(mpi, 0.0f) == VEER_BAD_VALUE);
    hold(veer_mpi_step(mpi, 0.1f + 0.01f * (float)own_rank()) == differing);
    hold(own_rank() > 0 || veer_agent_destroy(world, veer_agent_at(world, 0)) == VEER_OK);
    hold(veer_mpi_step(mpi, 0.1f) == differing);
    hold(veer_mpi_share(NULL, NULL, NULL, &none, NULL) == VEER_BAD_VALUE);
    hold(veer_mpi_share(NULL, world, NULL, NULL, NULL) == VEER_BAD_VALUE);
    VeerStatus status = veer_mpi_share(NULL, world, NULL, &none, NULL);
    hold(status == (rank_count() > 1 ? VEER_WRONG_DEF : VEER_OK));
    veer_mpi_destroy(none);
    veer_mpi_destroy(mpi);
    veer_world_destroy(world);
}

static void a_shared_world_without_agents_goes_on(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerMpi *mpi = share(world);
    for (int tick = 0; tick < 7; ++tick) {
        hold(veer_mpi_step(mpi, 0.1f) == VEER_OK);
    }
    hold(veer_mpi_hash(mpi) == veer_world_hash(world) && veer_mpi_stats(mpi).own == 0);
    veer_mpi_destroy(mpi);
    veer_world_destroy(world);
}

int main(int count, char **arguments)
{
    MPI_Init(&count, &arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_of_any_kind_are_shared),
        cmocka_unit_test(every_rank_has_all_of_a_shared_world),
        cmocka_unit_test(a_tick_of_a_shared_world_is_the_same_on_all_ranks_or_none),
        cmocka_unit_test(a_shared_world_without_agents_goes_on),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    MPI_Finalize();
    return failed;
}
