// A game whose bodies are Chipmunk's: veer tells where they should go, Chipmunk moves them.
#include "world/world_maker.h"

#include "veer/chipmunk.h"

#include <chipmunk/chipmunk.h>

#include <time.h>

enum { CROWD = 168, SQUAD = 32, AGENTS = CROWD + SQUAD, MOST_TICKS = 60 * 60 };

typedef struct Game {
    VeerWorld *world;
    cpSpace *space; // NULL: veer moves the bodies
    VeerChipmunk *bridge;
    cpBody *bodies[AGENTS];
    uint32_t events[VEER_EVENT_KIND_COUNT];
    uint32_t arrived; // of the crowd and of the squad, each once
    double seconds;   // of the processor, without Chipmunk's own
    double physics;   // s, that
} Game;

static VeerAgentId add_one(Game *game, int i, VeerVec3 position)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = position;
    def.radius = 0.4f;
    if (!game->space) {
        return add_agent(game->world, &def);
    }
    cpBody *body = cpSpaceAddBody(game->space, cpBodyNew(1.0, (double)INFINITY));
    cpSpaceAddShape(game->space, cpCircleShapeNew(body, 0.4, cpvzero));
    cpBodySetPosition(body, cpv((double)position.x, (double)position.y));
    game->bodies[i] = body;
    VeerAgentId agent;
    assert_int_equal(veer_chipmunk_add_agent(game->bridge, body, &def, NULL, &agent), VEER_OK);
    return agent;
}

// Two crowds that change places, and a squad that goes through between them.
static void fill(Game *game)
{
    for (int i = 0; i < CROWD; ++i) {
        float side = i % 2 ? 1.0f : -1.0f;
        VeerVec3 place = vec3(side * (14.0f + 2.5f * (float)(i / 2 / 14)),
                              2.5f * (float)(i / 2 % 14) - 16.0f, 0.0f);
        VeerAgentId agent = add_one(game, i, place);
        veer_agent_go_to(game->world, agent, vec3(-place.x, place.y, 0.0f), 0.5f);
    }
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad;
    assert_int_equal(veer_squad_create(game->world, &def, &squad), VEER_OK);
    for (int i = 0; i < SQUAD; ++i) {
        VeerVec3 place = vec3(1.6f * (float)(i % 8) - 5.6f, -24.0f - 1.6f * (float)(i / 8), 0.0f);
        veer_squad_add(game->world, squad, add_one(game, CROWD + i, place));
    }
    VeerOrder order = veer_order_go(vec3(0.0f, 28.0f, 0.0f));
    assert_int_equal(veer_squad_order(game->world, squad, &order, false), VEER_OK);
}

static Game *make_game(bool has_physics)
{
    Game *game = calloc(1, sizeof *game);
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = AGENTS;
    def.max_squads = 1;
    game->world = make_world_of(&def);
    if (has_physics) {
        game->space = cpSpaceNew();
        cpSpaceSetCollisionSlop(game->space, 0.005); // m; its own is made for pixels
        assert_int_equal(veer_chipmunk_create(game->space, game->world, &game->bridge), VEER_OK);
    }
    fill(game);
    return game;
}

static void destroy_game(Game *game)
{
    for (int i = 0; i < AGENTS && game->space; ++i) {
        veer_chipmunk_remove_body(game->bridge, game->bodies[i]);
    }
    veer_chipmunk_destroy(game->bridge);
    veer_world_destroy(game->world);
    if (game->space) {
        cpSpaceFree(game->space);
    }
    free(game);
}

static double now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void host_tick(Game *game, float dt)
{
    assert_int_equal(veer_chipmunk_steer(game->bridge, dt), VEER_OK);
    assert_int_equal(veer_chipmunk_push(game->bridge, dt), VEER_OK);
    double begin = now();
    cpSpaceStep(game->space, (double)dt);
    game->physics += now() - begin;
    assert_int_equal(veer_chipmunk_moved(game->bridge, dt), VEER_OK);
}

static void count_events(Game *game)
{
    uint32_t count = 0;
    const VeerEvent *events = veer_world_events(game->world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        game->events[events[i].kind]++;
    }
}

static bool is_done(const Game *game)
{
    return game->events[VEER_EVENT_ARRIVED] >= AGENTS && game->events[VEER_EVENT_ORDER_DONE] > 0;
}

// @return ticks until all have arrived, or `most`
static int play(Game *game, int most)
{
    int ticks = 0;
    for (; ticks < most && !is_done(game); ++ticks) {
        double begin = now();
        if (game->space) {
            host_tick(game, TICK);
        } else {
            step_times(game->world, 1, TICK);
        }
        game->seconds += now() - begin;
        count_events(game);
    }
    game->seconds -= game->physics;
    return ticks;
}

static void two_hundred_bodies_of_chipmunk_arrive_as_soon_as_veers_own(void **unused)
{
    (void)unused;
    Game *stepped = make_game(false), *hosted = make_game(true);
    int ticks = play(stepped, MOST_TICKS), hosted_ticks = play(hosted, MOST_TICKS);
    print_message("all there after %.1f s, with Chipmunk %.1f s; a tick takes %.0f us, %.0f us and "
                  "Chipmunk's own %.0f us\n",
                  (double)((float)ticks * TICK), (double)((float)hosted_ticks * TICK),
                  1e6 * stepped->seconds / ticks, 1e6 * hosted->seconds / hosted_ticks,
                  1e6 * hosted->physics / hosted_ticks);
    assert_true(is_done(stepped) && is_done(hosted));
    assert_true((float)hosted_ticks <= 1.1f * (float)ticks);
    assert_int_equal(hosted->events[VEER_EVENT_ARRIVED], AGENTS);
    assert_int_equal(hosted->events[VEER_EVENT_SLOT_GIVEN], SQUAD);
    assert_int_equal(hosted->events[VEER_EVENT_ORDER_DONE], 1);
    destroy_game(stepped);
    destroy_game(hosted);
}

// So many ticks of either: for tools/check_counts, which has their instructions counted.
static int play_both(int ticks)
{
    Game *stepped = make_game(false), *hosted = make_game(true);
    bool is_whole = play(stepped, ticks) == ticks && play(hosted, ticks) == ticks;
    destroy_game(stepped);
    destroy_game(hosted);
    return is_whole ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    if (argument_count > 1) {
        return play_both(atoi(arguments[1]));
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_hundred_bodies_of_chipmunk_arrive_as_soon_as_veers_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
