// Members are assigned by exact lengths of paths, also where that takes more than a tick.
#include "squad/assign/hungarian.h"
#include "support/allocator.h"
#include "world/host/check.h"
#include "world/map_maker.h"
#include "world/path_lengths.h"
#include "world/squad/places/places.h"

enum { MANY = 420, MAX_TICKS = 400 };

typedef struct Crowd {
    VeerWorld *world;
    VeerSquadId squads[2];
    VeerAgentId agents[MANY];
    VeerVec3 from[MANY];
    uint32_t count;
} Crowd;

static void fill(VeerWorld *world, int32_t left, int32_t bottom, int32_t right, int32_t top)
{
    VeerCellRect rect = {{left, bottom}, {right, top}};
    assert_int_equal(veer_world_grid_fill(world, rect, true), VEER_OK);
}

/// A wall with two doors, and some blocks.
static VeerWorld *make_field(void)
{
    VeerWorldDef def = map_def(90, 60);
    def.max_agents = MANY + 1;
    def.max_squads = 2;
    VeerWorld *world = make_world_of(&def);
    fill(world, 45, 0, 47, 12);
    fill(world, 45, 15, 47, 47);
    fill(world, 45, 50, 47, 60);
    fill(world, 20, 20, 24, 34);
    fill(world, 30, 44, 33, 52);
    return world;
}

static VeerSquadId add_loose(VeerWorld *world, float separation)
{
    VeerSquadDef def = veer_squad_def_default();
    def.mode = VEER_SQUAD_LOOSE;
    def.formation.spacing = 1.2f;
    def.separation = separation;
    def.reach = 12.0f;
    return add_squad(world, &def);
}

static void add_crowd(Crowd *crowd, VeerSquadId squad, uint32_t count, uint32_t seed)
{
    Dice dice = make_dice(seed);
    VeerAgentDef def = veer_agent_def_default();
    def.radius = 0.4f;
    for (uint32_t i = 0; i < count; ++i) {
        do {
            float x = roll(&dice, 1.0f, 43.0f), y = roll(&dice, 1.0f, 59.0f);
            def.position = vec3(x, y, 0.0f);
        } while (veer_grid_gap(veer_world_grid(crowd->world), def.position, 2.0f) < 0.5f);
        crowd->from[crowd->count] = def.position;
        crowd->agents[crowd->count] = add_agent(crowd->world, &def);
        assert_int_equal(veer_squad_add(crowd->world, squad, crowd->agents[crowd->count++]),
                         VEER_OK);
    }
}

static Crowd make_crowd(uint32_t count, float separation)
{
    Crowd crowd = {.world = make_field()};
    crowd.squads[0] = add_loose(crowd.world, separation);
    add_crowd(&crowd, crowd.squads[0], count, 9);
    order_to(crowd.world, crowd.squads[0], vec3(66, 30, 0));
    return crowd;
}

static bool has_job(const VeerWorld *world)
{
    return world->job->squad > 0;
}

/// Steps until the job is done. @return how many ticks it took
static int finish_job(VeerWorld *world)
{
    int ticks = 0;
    for (; has_job(world) && ticks < MAX_TICKS; ++ticks) {
        step_times(world, 1, TICK);
    }
    assert_in_range(ticks, 0, MAX_TICKS - 1);
    return ticks;
}

/// What the places that members have cost, by lengths from where they were ordered; and the least.
typedef struct Totals {
    double given, least;
    uint32_t held;
} Totals;

static Totals totals_of(const Crowd *crowd)
{
    Measure measure = make_measure(veer_world_grid(crowd->world), 0.4f);
    VeerVec3 places[MANY];
    uint32_t holder[MANY];
    Totals totals = {0.0, 0.0, 0};
    for (uint32_t i = 0; i < crowd->count; ++i) {
        VeerMemberState member = read_member(crowd->world, crowd->agents[i]);
        if (member.answer == VEER_PLACE_SLOT) {
            holder[totals.held] = i;
            places[totals.held++] = member.place;
        }
    }
    double *costs = calloc((size_t)totals.held * crowd->count, sizeof *costs);
    for (uint32_t s = 0; s < totals.held; ++s) {
        for (uint32_t a = 0; a < crowd->count; ++a) {
            double length = (double)shortest(&measure, crowd->from[a], places[s]);
            costs[s * crowd->count + a] = length * length;
            totals.given += holder[s] == a ? length * length : 0.0;
        }
    }
    totals.least = hungarian_least(costs, totals.held, crowd->count);
    free(costs);
    free(measure.search);
    free(measure.mesh);
    return totals;
}

static void assert_least(Totals totals)
{
    assert_true(totals.given >= (1.0 - 1e-5) * totals.least);
    assert_true(totals.given <= (1.0 + 1e-5) * totals.least);
}

static void a_job_ends_at_the_least_sum(void **unused)
{
    (void)unused;
    Crowd crowd = make_crowd(MANY, 1.0f);
    step_times(crowd.world, 1, TICK);
    assert_true(has_job(crowd.world));
    assert_true(finish_job(crowd.world) > 1);
    Totals totals = totals_of(&crowd);
    assert_int_equal(totals.held, MANY);
    assert_least(totals);
    veer_world_destroy(crowd.world);
}

/// Who has no slot may get one, and who loses it the answer of the other.
static void a_job_with_too_few_places_ends_at_the_least_sum(void **unused)
{
    (void)unused;
    Crowd crowd = make_crowd(MANY, 1.45f);
    step_times(crowd.world, 1, TICK);
    assert_true(has_job(crowd.world));
    (void)finish_job(crowd.world);
    Totals totals = totals_of(&crowd);
    assert_in_range(totals.held, 200, MANY - 1);
    assert_least(totals);
    veer_world_destroy(crowd.world);
}

/// Also in a world that has not seen the job's first ticks, and in one that is further on.
static void a_job_goes_on_after_a_rollback(void **unused)
{
    (void)unused;
    Crowd crowd = make_crowd(MANY, 1.0f), other = make_crowd(MANY, 1.0f);
    step_times(crowd.world, 3, TICK);
    size_t size = veer_world_save_size(crowd.world);
    void *saved = malloc(size);
    assert_int_equal(veer_world_save(crowd.world, saved, size), VEER_OK);
    int left = finish_job(crowd.world);
    step_times(crowd.world, 5, TICK);
    uint64_t hash = veer_world_hash(crowd.world);
    VeerWorld *worlds[] = {crowd.world, other.world};
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(veer_world_restore(worlds[i], saved, size), VEER_OK);
        assert_int_equal(finish_job(worlds[i]), left);
        step_times(worlds[i], 5, TICK);
        assert_int_equal(veer_world_hash(worlds[i]), hash);
        veer_world_destroy(worlds[i]);
    }
    free(saved);
}

static bool are_places_apart(const Crowd *crowd, float least)
{
    for (uint32_t i = 0; i < crowd->count; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            VeerMemberState a = read_member(crowd->world, crowd->agents[i]);
            VeerMemberState b = read_member(crowd->world, crowd->agents[k]);
            if (a.answer == VEER_PLACE_SLOT && b.answer == VEER_PLACE_SLOT &&
                flat_distance(a.place, b.place) < least) {
                return false;
            }
        }
    }
    return true;
}

static void a_job_begins_anew_when_the_map_changes(void **unused)
{
    (void)unused;
    Crowd crowd = make_crowd(MANY, 1.0f);
    step_times(crowd.world, 2, TICK);
    assert_true(has_job(crowd.world));
    fill(crowd.world, 45, 12, 47, 15);
    step_times(crowd.world, 2, TICK);
    assert_true(has_job(crowd.world));
    assert_int_equal(crowd.world->job->is_late, 1);
    (void)finish_job(crowd.world);
    assert_true(are_places_apart(&crowd, 0.99f));
    veer_world_destroy(crowd.world);
}

/// Whoever is gone takes its place along: what was worked out for all is not for the others.
static void a_job_is_void_when_a_member_is_gone(void **unused)
{
    (void)unused;
    Crowd crowd = make_crowd(MANY, 1.0f);
    step_times(crowd.world, 2, TICK);
    assert_true(has_job(crowd.world));
    assert_int_equal(veer_agent_destroy(crowd.world, crowd.agents[--crowd.count]), VEER_OK);
    (void)finish_job(crowd.world);
    assert_true(are_places_apart(&crowd, 0.99f));
    veer_world_destroy(crowd.world);
}

/// One that has no slot may be gone too: nobody gives up a place for it.
static void a_job_gives_no_place_to_who_is_gone(void **unused)
{
    (void)unused;
    Crowd crowd = make_crowd(MANY, 1.45f);
    step_times(crowd.world, 2, TICK);
    assert_true(has_job(crowd.world));
    uint32_t held = read_squad(crowd.world, crowd.squads[0]).slot_count, gone = 0;
    for (uint32_t i = 0; i < MANY; ++i) {
        if (read_member(crowd.world, crowd.agents[i]).answer == VEER_PLACE_NONE) {
            assert_int_equal(veer_agent_destroy(crowd.world, crowd.agents[i]), VEER_OK);
            ++gone;
        }
    }
    assert_in_range(gone, 2, MANY);
    (void)finish_job(crowd.world);
    VeerSquadState state = read_squad(crowd.world, crowd.squads[0]);
    assert_int_equal(state.member_count, MANY - gone);
    assert_int_equal(state.slot_count, held);
    veer_world_destroy(crowd.world);
}

static void a_job_ends_with_its_squad_or_its_order(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; ++i) {
        Crowd crowd = make_crowd(MANY, 1.0f);
        step_times(crowd.world, 1, TICK);
        assert_true(has_job(crowd.world));
        if (i == 0) {
            assert_int_equal(veer_squad_destroy(crowd.world, crowd.squads[0]), VEER_OK);
        } else if (i == 1) {
            assert_int_equal(veer_squad_cancel(crowd.world, crowd.squads[0]), VEER_OK);
        } else {
            order_to(crowd.world, crowd.squads[0], crowd.from[0]);
        }
        step_times(crowd.world, 1, TICK);
        assert_true(i == 2 || !has_job(crowd.world));
        (void)finish_job(crowd.world);
        veer_world_destroy(crowd.world);
    }
}

/// Of two orders in one tick one waits for the other: its members have set out by then.
static void the_second_squad_waits_for_its_turn(void **unused)
{
    (void)unused;
    Crowd crowd = {.world = make_field()};
    for (uint32_t i = 0; i < 2; ++i) {
        crowd.squads[i] = add_loose(crowd.world, 1.0f);
        add_crowd(&crowd, crowd.squads[i], i == 0 ? 320u : 100u, 4u + i);
        order_to(crowd.world, crowd.squads[i], vec3(66, i == 0 ? 15.0f : 45.0f, 0));
    }
    step_times(crowd.world, 1, TICK);
    assert_true(has_job(crowd.world));
    assert_true(crowd.world->job_wanted[1]);
    bool was_late = false;
    for (int i = 0; i < MAX_TICKS && (has_job(crowd.world) || crowd.world->job_wanted[1]); ++i) {
        step_times(crowd.world, 1, TICK);
        was_late |= crowd.world->job->squad == 2 && crowd.world->job->is_late;
    }
    assert_true(was_late);
    assert_false(has_job(crowd.world));
    assert_true(are_places_apart(&crowd, 0.99f));
    veer_world_destroy(crowd.world);
}

/// Every tick after the first goes without memory.
static void a_job_allocates_nothing(void **unused)
{
    (void)unused;
    VeerWorldDef def = map_def(90, 60);
    VeerTestAllocator counter = {0};
    def.allocator = veer_test_allocator(&counter);
    def.max_agents = MANY + 1;
    def.max_squads = 2;
    Crowd crowd = {.world = make_world_of(&def)};
    fill(crowd.world, 45, 0, 47, 50);
    crowd.squads[0] = add_loose(crowd.world, 1.0f);
    add_crowd(&crowd, crowd.squads[0], MANY, 2);
    order_to(crowd.world, crowd.squads[0], vec3(66, 30, 0));
    counter.calls = 0;
    step_times(crowd.world, 1, TICK);
    (void)finish_job(crowd.world);
    assert_int_equal(counter.calls, 0);
    veer_world_destroy(crowd.world);
}

/// What is wrong with a state; "": nothing.
static const char *fault_of(const VeerWorld *world)
{
    VeerStateFault fault = {"", 0};
    (void)veer_world_check(world, &fault);
    return fault.what;
}

static void each_damage_of_a_job_is_named(void **unused)
{
    (void)unused;
    Crowd crowd = make_crowd(MANY, 1.0f);
    VeerWorld *world = crowd.world;
    step_times(world, 1, TICK);
    assert_true(has_job(world));
    assert_string_equal(fault_of(world), "");
    const VeerSquadJob good = *world->job;
    const VeerSquadJob bad[] = {
        {.squad = 3, .agent_count = 1, .place_count = 1},
        {.squad = 1, .agent_count = 0, .place_count = 1},
        {.squad = 1, .agent_count = 1, .place_count = 0},
        {.squad = 1, .agent_count = world->job_side + 1u, .place_count = 1},
        {.squad = 1, .agent_count = 1, .place_count = world->job_side + 1u},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        *world->job = bad[i];
        assert_string_equal(fault_of(world), "squad_job.squad");
    }
    *world->job = good;
    world->job->is_late = 2;
    assert_string_equal(fault_of(world), "squad_job.is_late");
    *world->job = good;
    world->job_members[good.agent_count - 1u] = MANY + 1;
    assert_string_equal(fault_of(world), "squad_job.members");
    world->job_members[good.agent_count - 1u] = 0;
    world->job_from[0].x = NAN;
    assert_string_equal(fault_of(world), "squad_job.from");
    world->job_from[0].x = 0.0f;
    world->job_places[good.place_count - 1u].y = INFINITY;
    assert_string_equal(fault_of(world), "squad_job.places");
    world->job_wanted[1] = 2;
    assert_string_equal(fault_of(world), "squad_job.wanted");
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_ends_at_the_least_sum),
        cmocka_unit_test(a_job_with_too_few_places_ends_at_the_least_sum),
        cmocka_unit_test(a_job_goes_on_after_a_rollback),
        cmocka_unit_test(a_job_begins_anew_when_the_map_changes),
        cmocka_unit_test(a_job_is_void_when_a_member_is_gone),
        cmocka_unit_test(a_job_gives_no_place_to_who_is_gone),
        cmocka_unit_test(a_job_ends_with_its_squad_or_its_order),
        cmocka_unit_test(the_second_squad_waits_for_its_turn),
        cmocka_unit_test(a_job_allocates_nothing),
        cmocka_unit_test(each_damage_of_a_job_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
