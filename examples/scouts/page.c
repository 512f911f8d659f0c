// The game for a page, as a WebAssembly module: numbers in, numbers out.
#include "page.h"

#include "game.h"

#include <math.h>

enum { MOST_BODIES = SCOUTS + 1 + 4 * ROCKS + 64, FLOATS = 7 };

#define TICK (1.0f / 60.0f)

static Game game;
static float bodies[FLOATS * MOST_BODIES];
static uint32_t count;

bool scouts_begin(uint32_t level, uint32_t ship)
{
    game_end(&game);
    return game_begin(&game, level, &ship_classes[ship % 3]);
}

bool scouts_step(float x, float y, float aim_x, float aim_y, bool is_firing, bool is_auto)
{
    Controls controls = {x, y, {aim_x, aim_y}, is_firing, is_auto};
    return game_step(&game, &controls, TICK);
}

void scouts_order(int squad, float x, float y)
{
    game_order(&game, squad, (VeerVec3){x, y, 0.0f});
}

void scouts_hunt(void)
{
    game_hunt(&game);
}

static void add(ScoutsLook look, VeerVec3 at, float radius, VeerVec3 heading, uint32_t id)
{
    float *out = &bodies[FLOATS * count++];
    const float body[FLOATS] = {(float)look, at.x, at.y, radius, heading.x, heading.y, (float)id};
    for (int i = 0; i < FLOATS; ++i) {
        out[i] = body[i];
    }
}

static void add_ship(VeerAgentId agent, ScoutsLook look)
{
    VeerAgentState ship;
    if (veer_agent_get(game.world, agent, &ship) == VEER_OK) {
        add(look, ship.position, ship.radius, ship.heading, ship.id);
    }
}

static void add_obstacle(VeerObstacleId id)
{
    VeerObstacleState state;
    if (veer_obstacle_get(game.world, id, &state) == VEER_OK) {
        ScoutsLook look = state.user_data == IS_ROCK   ? SCOUTS_ROCK
                          : state.user_data == IS_SHOT ? SCOUTS_SHOT
                                                       : SCOUTS_CRYSTAL;
        add(look, state.position, state.radius, state.velocity, id.slot);
    }
}

const float *scouts_bodies(void)
{
    count = 0;
    add_ship(game.hero, SCOUTS_HERO);
    for (int i = 0; i < SCOUTS; ++i) {
        bool is_ordered = game.squads[i % SQUADS].generation != 0;
        add_ship(game.scouts[i],
                 is_ordered ? (ScoutsLook)(SCOUTS_MEMBER + i % SQUADS) : SCOUTS_HUNTER);
    }
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(game.world); ++slot) {
        add_obstacle(veer_obstacle_at(game.world, slot));
    }
    return bodies;
}

uint32_t scouts_count(void)
{
    return count;
}

const float *scouts_facts(void)
{
    static float facts[FLOATS];
    VeerVec3 way = game_nearest_crystal(&game);
    const float now[FLOATS] = {fmaxf(game.hull / game.ship->hull, 0.0f),
                               (float)game.score,
                               (float)game.smashed,
                               (float)game.broken,
                               game.bump,
                               way.x,
                               way.y};
    for (int i = 0; i < FLOATS; ++i) {
        facts[i] = now[i];
    }
    return facts;
}
