// A world over the ranks of MPI has the bits of one process. Run by mpirun with 1 to 4 ranks, of
// which each makes the same claims: what does not hold on one of them ends all, since the others
// would wait.
#include "bridge/press_maker.h"
#include "bridge/ranks.h"
#include "golden/scene.h"
#include "world/world_maker.h"

#include "veer/mpi.h"

enum { TICKS_A_HASH = 10 };

// --- Scenes ---

typedef struct Scene {
    VeerScenario *scenario;
    VeerWorld *whole; // as one process has it
    VeerMpi *mpi;
    float dt;
} Scene;

static bool open_scene(const char *name, const VeerMpiDef *def, Scene *scene)
{
    VeerInputError error = {""};
    *scene = (Scene){.scenario = NULL};
    hold(veer_golden_scene(name, &scene->scenario, &error) == VEER_OK);
    hold(veer_scenario_start(scene->scenario, NULL, NULL, &scene->whole, &error) == VEER_OK);
    VeerScenarioInfo info = veer_scenario_info(scene->scenario);
    scene->dt = info.dt;
    VeerStatus status = veer_mpi_create(NULL, scene->whole, def, &scene->mpi, NULL);
    hold((status == VEER_OK) == (scene->mpi != NULL));
    return status == VEER_OK;
}

static void close_scene(Scene *scene)
{
    veer_mpi_destroy(scene->mpi);
    veer_world_destroy(scene->whole);
    veer_scenario_destroy(scene->scenario);
}

static void step_both(Scene *scene)
{
    hold(veer_mpi_step(scene->mpi, scene->dt) == VEER_OK);
    hold(veer_world_step(scene->whole, scene->dt) == VEER_OK);
}

static void hold_events(Scene *scene)
{
    uint32_t count, all;
    const VeerEvent *told = veer_mpi_gather_events(scene->mpi, 0, &all);
    const VeerEvent *events = veer_world_events(scene->whole, &count);
    hold(own_rank() == 0 ? all == count : all == 0);
    for (uint32_t i = 0; i < all; ++i) {
        hold(memcmp(&told[i], &events[i], sizeof told[i]) == 0);
    }
}

static void run_scene(Scene *scene, int ticks)
{
    for (int tick = 1; tick <= ticks; ++tick) {
        step_both(scene);
        hold_events(scene);
        if (tick % TICKS_A_HASH == 0) {
            hold(veer_mpi_hash(scene->mpi) == veer_world_hash(scene->whole));
        }
    }
}

static void every_scene_that_is_not_refused_has_the_hashes_of_one_process(void **unused)
{
    (void)unused;
    VeerMpiDef def = veer_mpi_def_default();
    def.imbalance = 0.0f; // cut anew at each look
    uint32_t run = 0;
    for (uint32_t i = 0; veer_scene_name(i); ++i) {
        Scene scene;
        def.period = 1 + i % 3; // regions without agents are cut, too
        if (open_scene(veer_scene_name(i), &def, &scene)) {
            run_scene(&scene, (int)suite_seeds(60)); // golden_ranks runs them for longer
            run++;
        }
        close_scene(&scene);
    }
    print_message("%u scenes on %d ranks\n", run, rank_count());
    hold(run >= 10);
}

// --- Crowds that press ---

static VeerMpi *spread(const VeerWorld *whole, const VeerMpiDef *def)
{
    VeerMpi *mpi = NULL;
    hold(veer_mpi_create(NULL, whole, def, &mpi, NULL) == VEER_OK);
    return mpi;
}

static void run_press(VeerSpace space, uint32_t heap, float dt)
{
    VeerMpiDef def = veer_mpi_def_default();
    def.period = 5;
    def.imbalance = 0.0f;
    Scene scene = {.whole = make_press(space, 300, heap, 7), .dt = dt};
    add_surroundings(scene.whole);
    step_times(scene.whole, 3, dt); // some touch when it is spread
    scene.mpi = spread(scene.whole, &def);
    uint32_t contacts = 0;
    for (int tick = 0; tick < 80; ++tick) {
        uint32_t count;
        step_both(&scene);
        hold_events(&scene);
        hold(veer_mpi_hash(scene.mpi) == veer_world_hash(scene.whole));
        (void)veer_world_events(scene.whole, &count);
        contacts += count;
    }
    hold(contacts > 100);
    close_scene(&scene);
}

static void crowds_that_press_have_the_bits_of_one_process(void **unused)
{
    (void)unused;
    run_press(VEER_PLANAR, 0, 0.25f);
    run_press(VEER_PLANAR, 60, 0.1f);
    run_press(VEER_SPATIAL, 0, 0.25f);
}

// --- Out of the ranks and into others ---

/// Ranks that are as many as there are, less one; alone it stays.
static MPI_Comm fewer_ranks(void)
{
    MPI_Comm fewer;
    int colour = own_rank() == 0 && rank_count() > 1 ? 0 : 1;
    MPI_Comm_split(MPI_COMM_WORLD, colour, own_rank(), &fewer);
    return fewer;
}

static void share_state(VeerWorld *world)
{
    size_t size = veer_world_save_size(world);
    void *block = malloc(size);
    hold(block && veer_world_save(world, block, size) == VEER_OK);
    MPI_Bcast(block, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD);
    hold(veer_world_restore(world, block, size) == VEER_OK);
    free(block);
}

static void what_is_gathered_goes_on_with_fewer_ranks(void **unused)
{
    (void)unused;
    Scene scene = {.whole = make_press(VEER_PLANAR, 200, 0, 3), .dt = 0.1f};
    VeerWorld *gathered = make_press(VEER_PLANAR, 200, 0, 3);
    scene.mpi = spread(scene.whole, NULL);
    run_scene(&scene, 40);
    hold(veer_mpi_gather(scene.mpi, 0, gathered) == VEER_OK);
    veer_mpi_destroy(scene.mpi);
    share_state(gathered);
    hold(veer_world_hash(gathered) == veer_world_hash(scene.whole));
    hold(veer_world_time(gathered) == veer_world_time(scene.whole));
    MPI_Comm fewer = fewer_ranks();
    hold(veer_mpi_create(&fewer, gathered, NULL, &scene.mpi, NULL) == VEER_OK);
    for (int tick = 0; tick < 40; ++tick) {
        step_both(&scene);
        hold(veer_mpi_hash(scene.mpi) == veer_world_hash(scene.whole));
    }
    MPI_Comm_free(&fewer);
    veer_world_destroy(gathered);
    close_scene(&scene);
}

/// Whether two worlds had the same events in their last ticks.
static void hold_same_events(const VeerWorld *a, const VeerWorld *b)
{
    uint32_t count, other_count;
    const VeerEvent *events = veer_world_events(a, &count);
    const VeerEvent *others = veer_world_events(b, &other_count);
    hold(count == other_count);
    for (uint32_t i = 0; i < count; ++i) {
        hold(memcmp(&events[i], &others[i], sizeof events[i]) == 0);
    }
}

static void what_touches_is_gathered_before_the_first_tick_and_after(void **unused)
{
    (void)unused;
    Scene scene = {.whole = make_press(VEER_PLANAR, 200, 0, 5), .dt = 0.1f};
    VeerWorld *gathered = make_press(VEER_PLANAR, 200, 0, 5);
    step_times(scene.whole, 30, scene.dt);
    scene.mpi = spread(scene.whole, NULL);
    int root = rank_count() - 1;
    for (int tick = 0; tick < 4; ++tick) {
        hold(veer_mpi_gather(scene.mpi, root, gathered) == VEER_OK);
        step_both(&scene);
        if (own_rank() == root) {
            step_times(gathered, 1, scene.dt);
            hold_same_events(gathered, scene.whole);
            hold(veer_world_hash(gathered) == veer_world_hash(scene.whole));
        }
    }
    veer_world_destroy(gathered);
    close_scene(&scene);
}

static void a_world_of_other_agents_is_not_gathered_into(void **unused)
{
    (void)unused;
    Scene scene = {.whole = make_press(VEER_PLANAR, 20, 0, 5), .dt = 0.1f};
    VeerWorld *other = make_press(VEER_PLANAR, 20, 0, 5), *fewer = make_press(VEER_PLANAR, 9, 0, 5);
    VeerAgentDef def = veer_agent_def_default();
    VeerAgentId agent = veer_agent_at(other, 3);
    hold(veer_agent_destroy(other, agent) == VEER_OK);
    (void)add_agent(other, &def);
    scene.mpi = spread(scene.whole, NULL);
    VeerStatus expected = own_rank() == 0 ? VEER_BAD_VALUE : VEER_OK;
    hold(veer_mpi_gather(scene.mpi, 0, other) == expected);
    hold(veer_mpi_gather(scene.mpi, 0, fewer) == expected);
    hold(veer_mpi_gather(scene.mpi, 0, NULL) == expected);
    veer_world_destroy(other);
    veer_world_destroy(fewer);
    close_scene(&scene);
}

// --- Handles ---

static void handles_of_the_whole_are_good_on_every_rank(void **unused)
{
    (void)unused;
    Scene scene = {.whole = make_press(VEER_PLANAR, 100, 0, 4), .dt = 0.1f};
    scene.mpi = spread(scene.whole, NULL);
    run_scene(&scene, 20);
    for (uint32_t slot = 0; slot < 100; ++slot) {
        VeerAgentId agent = veer_agent_at(scene.whole, slot), own = veer_mpi_own(scene.mpi, agent);
        VeerAgentState state, expected = read_agent(scene.whole, agent);
        hold((veer_mpi_owner(scene.mpi, agent) == own_rank()) == (own.generation != 0));
        hold(veer_mpi_agent_get(scene.mpi, agent, &state) == VEER_OK);
        hold(state.position.x == expected.position.x && state.id == expected.id);
        if (own.generation != 0) {
            VeerAgentId name = veer_mpi_name(scene.mpi, own);
            hold(name.slot == agent.slot && name.generation == agent.generation);
        }
    }
    close_scene(&scene);
}

static void handles_that_name_nobody_are_known_as_such(void **unused)
{
    (void)unused;
    const VeerAgentId strange[] = {{0, 0}, {0, 7}, {5000, 1}, {UINT32_MAX, UINT32_MAX}};
    Scene scene = {.whole = make_press(VEER_PLANAR, 10, 0, 4), .dt = 0.1f};
    VeerAgentState state;
    scene.mpi = spread(scene.whole, NULL);
    for (uint32_t i = 0; i < 4; ++i) {
        hold(veer_mpi_owner(scene.mpi, strange[i]) == -1);
        hold(veer_mpi_own(scene.mpi, strange[i]).generation == 0);
        hold(veer_mpi_name(scene.mpi, strange[i]).generation == 0);
        hold(veer_mpi_agent_get(scene.mpi, strange[i], &state) == VEER_BAD_HANDLE);
    }
    hold(veer_mpi_agent_get(scene.mpi, veer_agent_at(scene.whole, 0), NULL) == VEER_BAD_VALUE);
    hold(!veer_mpi_world(NULL) && !veer_mpi_events(NULL, NULL) && veer_mpi_stats(NULL).ticks == 0);
    hold(!veer_mpi_events(scene.mpi, NULL) && veer_mpi_step(NULL, 0.1f) == VEER_BAD_VALUE);
    hold(veer_mpi_own(NULL, strange[0]).slot == 0 && veer_mpi_name(NULL, strange[0]).slot == 0);
    veer_mpi_destroy(NULL);
    close_scene(&scene);
}

static void put_elsewhere(Scene *scene, uint32_t slot, VeerVec3 place)
{
    VeerAgentId agent = veer_agent_at(scene->whole, slot), own = veer_mpi_own(scene->mpi, agent);
    hold(veer_agent_set_position(scene->whole, agent, place) == VEER_OK);
    hold(veer_agent_set_max_speed(scene->whole, agent, 2.5f) == VEER_OK);
    if (own.generation != 0) {
        hold(veer_agent_set_position(veer_mpi_world(scene->mpi), own, place) == VEER_OK);
        hold(veer_agent_set_max_speed(veer_mpi_world(scene->mpi), own, 2.5f) == VEER_OK);
    }
}

static void what_a_host_tells_an_owner_is_told_to_all(void **unused)
{
    (void)unused;
    Scene scene = {.whole = make_press(VEER_PLANAR, 150, 0, 4), .dt = 0.1f};
    scene.mpi = spread(scene.whole, NULL);
    Dice dice = make_dice(12);
    for (int i = 0; i < 20; ++i) {
        run_scene(&scene, 1);
        put_elsewhere(&scene, roll_index(&dice, 150),
                      vec3(roll(&dice, -40.0f, 40.0f), roll(&dice, -40.0f, 40.0f), 0.0f));
    }
    run_scene(&scene, TICKS_A_HASH);
    close_scene(&scene);
}

static void own_events_are_those_of_own_agents(void **unused)
{
    (void)unused;
    Scene scene = {.whole = make_press(VEER_PLANAR, 200, 0, 6), .dt = 0.05f};
    scene.mpi = spread(scene.whole, NULL);
    for (int tick = 0; tick < 30; ++tick) {
        uint32_t count, all;
        step_both(&scene);
        const VeerEvent *own = veer_mpi_events(scene.mpi, &count);
        for (uint32_t i = 0; i < count; ++i) {
            hold(veer_mpi_own(scene.mpi, own[i].agent).generation != 0);
        }
        (void)veer_world_events(scene.whole, &all);
        MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
        hold(count == all);
    }
    close_scene(&scene);
}

// --- What is refused ---

static void hold_refused(const VeerWorld *world, const VeerMpiDef *def, const char *word)
{
    const char *why = NULL;
    VeerMpi *mpi = NULL;
    hold(veer_mpi_create(NULL, world, def, &mpi, &why) == VEER_BAD_VALUE);
    hold(mpi == NULL && why && strstr(why, word));
    hold(veer_mpi_create(NULL, world, def, &mpi, NULL) == VEER_BAD_VALUE);
}

static VeerAvoidResult stand(const VeerView *view, const VeerAvoidParams *params,
                             VeerVec3 preferred, void *user)
{
    (void)view, (void)params, (void)preferred, (void)user;
    return (VeerAvoidResult){.is_avoiding = false};
}

static void what_cannot_be_spread_is_refused_with_the_reason(void **unused)
{
    (void)unused;
    VeerWorld *world = make_press(VEER_PLANAR, 10, 0, 1);
    VeerMpiDef def = veer_mpi_def_default(), bad = def;
    hold(veer_mpi_create(NULL, world, NULL, NULL, NULL) == VEER_BAD_VALUE);
    hold_refused(NULL, NULL, "world");
    bad.cookie = 0;
    hold_refused(world, &bad, "def");
    bad = def;
    bad.period = 0;
    hold_refused(world, &bad, "def");
    bad = def;
    bad.imbalance = 0.5f;
    hold_refused(world, &bad, "def");
    bad = def;
    bad.patience = 0.0f;
    hold_refused(world, &bad, "def");
    hold(veer_world_set_avoid_callback(world, 0, stand, NULL) == VEER_OK);
    hold_refused(world, NULL, "callbacks");
    hold(veer_world_set_avoid_callback(world, 0, NULL, NULL) == VEER_OK);
    hold(veer_agent_follow_agent(world, veer_agent_at(world, 0), veer_agent_at(world, 1), 1.0f) ==
         VEER_OK);
    hold_refused(world, NULL, "follow");
    veer_world_destroy(world);
    world = make_world(VEER_PLANAR);
    VeerAgentDef agent = veer_agent_def_default();
    agent.id = 9;
    (void)add_agent(world, &agent);
    (void)add_agent(world, &agent);
    hold_refused(world, NULL, "id");
    veer_world_destroy(world);
}

static void a_build_is_told_by_its_digits(void **unused)
{
    (void)unused;
    const char *build = veer_mpi_build();
    hold(strlen(build) == 16 && strspn(build, "0123456789abcdef") == 16);
}

static void ranks_whose_worlds_differ_are_told_so(void **unused)
{
    (void)unused;
    VeerWorld *world = make_press(VEER_PLANAR, 10, 0, (uint32_t)own_rank());
    VeerMpi *mpi = NULL;
    const char *why = NULL;
    VeerStatus status = veer_mpi_create(NULL, world, NULL, &mpi, &why);
    hold(status == (rank_count() > 1 ? VEER_WRONG_DEF : VEER_OK));
    hold(rank_count() == 1 || strstr(why, "differ"));
    veer_mpi_destroy(mpi);
    veer_world_destroy(world);
}

static void a_step_is_refused_on_all_ranks_where_one_cannot_make_it(void **unused)
{
    (void)unused;
    Scene scene = {.whole = make_press(VEER_PLANAR, 40, 0, 2), .dt = 0.1f};
    scene.mpi = spread(scene.whole, NULL);
    run_scene(&scene, TICKS_A_HASH);
    hold(veer_mpi_step(scene.mpi, 0.0f) == VEER_BAD_VALUE);
    hold(veer_mpi_step(scene.mpi, 1e9f) == VEER_BAD_VALUE);
    hold(veer_mpi_step(scene.mpi, 0.1f + 0.01f * (float)own_rank()) ==
         (rank_count() > 1 ? VEER_BAD_VALUE : VEER_OK));
    VeerAgentId own = veer_mpi_own(scene.mpi, veer_agent_at(scene.whole, 0));
    if (own.generation != 0) {
        hold(veer_agent_destroy(veer_mpi_world(scene.mpi), own) == VEER_OK);
    }
    hold(veer_mpi_step(scene.mpi, 0.1f) == VEER_BAD_VALUE);
    close_scene(&scene);
}

static void a_world_without_agents_is_spread_too(void **unused)
{
    (void)unused;
    Scene scene = {.whole = make_world(VEER_SPATIAL), .dt = 0.1f};
    scene.mpi = spread(scene.whole, NULL);
    run_scene(&scene, TICKS_A_HASH);
    close_scene(&scene);
}

/// Two to nine agents, at first all in one place, or on a line, where cuts leave ranks with nobody.
static VeerWorld *make_few(uint32_t count, float apart)
{
    VeerWorld *world = make_world(VEER_SPATIAL);
    VeerAgentDef agent = veer_agent_def_default();
    for (uint32_t i = 0; i < count; ++i) {
        agent.position = vec3(-5.0f - apart * (float)i, 0.0f, 0.0f);
        VeerAgentId id = add_agent(world, &agent);
        hold(veer_agent_go_to(world, id, vec3(9.0f, (float)i, 0.0f), 0.5f) == VEER_OK);
    }
    return world;
}

static void of_few_agents_each_has_one_rank(void **unused)
{
    (void)unused;
    VeerMpiDef def = veer_mpi_def_default();
    def.period = 1;
    def.imbalance = 0.0f; // by times that say nothing of so few
    for (uint32_t count = 1; count <= 9; ++count) {
        Scene scene = {.whole = make_few(count, count % 2 ? 0.0f : 2.5f), .dt = 0.1f};
        scene.mpi = spread(scene.whole, &def);
        for (int tick = 0; tick < 120; ++tick) {
            step_both(&scene);
            uint32_t all = veer_mpi_stats(scene.mpi).own;
            MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
            hold(all == count);
            hold(veer_mpi_hash(scene.mpi) == veer_world_hash(scene.whole));
        }
        close_scene(&scene);
    }
}

static void regions_have_as_many_agents_as_each_other(void **unused)
{
    (void)unused;
    Scene scene = {.whole = make_press(VEER_SPATIAL, 1200, 0, 9)};
    scene.mpi = spread(scene.whole, NULL);
    float own = (float)veer_mpi_stats(scene.mpi).own, mean = 1200.0f / (float)rank_count();
    hold(own >= 0.97f * mean && own <= 1.03f * mean);
    close_scene(&scene);
}

static void balance_is_kept_where_it_is(void **unused)
{
    (void)unused;
    VeerMpiDef def = veer_mpi_def_default();
    def.period = 4;
    def.imbalance = 1e9f;
    Scene scene = {.whole = make_press(VEER_PLANAR, 60, 0, 2), .dt = 0.1f};
    scene.mpi = spread(scene.whole, &def);
    run_scene(&scene, 12);
    hold(veer_mpi_stats(scene.mpi).cuts == 0 && veer_mpi_stats(scene.mpi).ticks == 12);
    close_scene(&scene);
}

int main(int count, char **arguments)
{
    MPI_Init(&count, &arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_that_is_not_refused_has_the_hashes_of_one_process),
        cmocka_unit_test(crowds_that_press_have_the_bits_of_one_process),
        cmocka_unit_test(what_is_gathered_goes_on_with_fewer_ranks),
        cmocka_unit_test(what_touches_is_gathered_before_the_first_tick_and_after),
        cmocka_unit_test(a_world_of_other_agents_is_not_gathered_into),
        cmocka_unit_test(handles_of_the_whole_are_good_on_every_rank),
        cmocka_unit_test(handles_that_name_nobody_are_known_as_such),
        cmocka_unit_test(what_a_host_tells_an_owner_is_told_to_all),
        cmocka_unit_test(own_events_are_those_of_own_agents),
        cmocka_unit_test(what_cannot_be_spread_is_refused_with_the_reason),
        cmocka_unit_test(a_build_is_told_by_its_digits),
        cmocka_unit_test(ranks_whose_worlds_differ_are_told_so),
        cmocka_unit_test(a_step_is_refused_on_all_ranks_where_one_cannot_make_it),
        cmocka_unit_test(a_world_without_agents_is_spread_too),
        cmocka_unit_test(of_few_agents_each_has_one_rank),
        cmocka_unit_test(regions_have_as_many_agents_as_each_other),
        cmocka_unit_test(balance_is_kept_where_it_is),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    MPI_Finalize();
    return failed;
}
