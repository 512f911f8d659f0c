// Any calls about links and costs, in any order, among steps: all stays finite, and a rollback
// gives the same future.
#include "world/map_maker.h"

#include "base/random.h"
#include "veer/link.h"

enum { SIDE = 24, LINKS = 6, AGENTS = 24, ROUNDS = 60 };

typedef struct Play {
    VeerWorld *world;
    uint64_t seed, count;
    VeerAgentId agents[AGENTS];
} Play;

static uint32_t lot(Play *play, uint32_t below)
{
    return (uint32_t)(veer_random_u64(play->seed, 1, play->count++) % below);
}

static VeerVec3 place(Play *play)
{
    float x = (float)lot(play, 10 * SIDE) / 10.0f, y = (float)lot(play, 10 * SIDE) / 10.0f;
    return vec3(x, y, 0);
}

static VeerCellRect rect(Play *play)
{
    int32_t x = (int32_t)lot(play, SIDE), y = (int32_t)lot(play, SIDE);
    return (VeerCellRect){{x, y}, {x + 1 + (int32_t)lot(play, 4), y + 1 + (int32_t)lot(play, 9)}};
}

static void change_links(Play *play)
{
    VeerLinkId link;
    if (lot(play, 2) == 0) {
        VeerLinkDef def = veer_link_def_default();
        def.from = place(play);
        def.to = place(play);
        def.cost = (float)lot(play, 20);
        def.flags = lot(play, 4);
        def.is_one_way = lot(play, 2);
        def.is_open = lot(play, 4) > 0;
        VeerStatus status = veer_link_create(play->world, &def, &link);
        assert_true(status == VEER_OK || status == VEER_FULL);
    } else if (veer_link_at(play->world, lot(play, LINKS), &link)) {
        bool is_gone = lot(play, 3) == 0;
        assert_int_equal(is_gone ? veer_link_destroy(play->world, link)
                                 : veer_link_set_open(play->world, link, lot(play, 2)),
                         VEER_OK);
    }
}

static void change_agent(Play *play)
{
    VeerAgentId *agent = &play->agents[lot(play, AGENTS)];
    switch (lot(play, 5)) {
    case 0:
        (void)veer_agent_destroy(play->world, *agent);
        *agent = add_traveller(play->world, place(play), place(play), 0.3f);
        break;
    case 1:
        assert_int_equal(veer_agent_stop(play->world, *agent), VEER_OK);
        break;
    case 2:
        assert_int_equal(veer_agent_set_may_use(play->world, *agent, lot(play, 4)), VEER_OK);
        break;
    case 3:
        assert_int_equal(veer_agent_go_to(play->world, *agent, place(play), 0.3f), VEER_OK);
        break;
    default:
        assert_int_equal(veer_agent_route_to(play->world, *agent, place(play), 0.3f), VEER_OK);
    }
}

static void change_map(Play *play)
{
    VeerCellRect cells = rect(play);
    uint32_t what = lot(play, 3);
    if (what == 2 && veer_grid_def(veer_world_grid(play->world))->has_costs) {
        uint8_t cost = (uint8_t)(1u + lot(play, 6));
        assert_int_equal(veer_world_grid_set_cost(play->world, cells, cost), VEER_OK);
    } else {
        assert_int_equal(veer_world_grid_fill(play->world, cells, what == 0), VEER_OK);
    }
}

static void play_on(Play *play, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        change_links(play);
        change_agent(play);
        if (lot(play, 4) == 0) {
            change_map(play);
        }
        step_times(play->world, 5, TICK);
        for (int k = 0; k < AGENTS; k++) {
            VeerAgentState state = read_agent(play->world, play->agents[k]);
            assert_true(isfinite(state.position.x) && isfinite(state.position.y));
        }
    }
}

static Play begin(uint64_t seed)
{
    VeerWorldDef def = map_def(SIDE, SIDE);
    def.map.max_links = LINKS;
    def.map.grid.has_costs = seed % 2;
    def.map.budget = 200;
    Play play = {make_world_of(&def), seed, 0, {{0, 0}}};
    for (int i = 0; i < 10; i++) {
        assert_int_equal(veer_world_grid_fill(play.world, rect(&play), true), VEER_OK);
    }
    for (int i = 0; i < AGENTS; i++) {
        play.agents[i] = add_traveller(play.world, place(&play), place(&play), 0.3f);
    }
    return play;
}

static void calls_in_any_order_keep_the_world_sound(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        print_message("seed %u\n", (unsigned)seed);
        Play play = begin(seed);
        play_on(&play, ROUNDS);
        size_t size = veer_world_save_size(play.world);
        void *saved = malloc(size);
        assert_int_equal(veer_world_save(play.world, saved, size), VEER_OK);
        Play before = play;
        play_on(&play, ROUNDS / 3);
        uint64_t hash = veer_world_hash(play.world);
        assert_int_equal(veer_world_restore(play.world, saved, size), VEER_OK);
        play = before;
        play_on(&play, ROUNDS / 3);
        assert_true(veer_world_hash(play.world) == hash);
        free(saved);
        veer_world_destroy(play.world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_in_any_order_keep_the_world_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
