#include "game.h"

#include <math.h>
#include <string.h>

const ShipClass ship_classes[3] = {
    {"needle", 0.5f, 0.5f, 12.0f, 24.0f, 12.0f},
    {"cutter", 0.7f, 1.5f, 10.0f, 14.0f, 30.0f},
    {"barge", 1.1f, 5.0f, 7.5f, 8.0f, 90.0f},
};

#define SHOT_SPEED 30.0f   // m/s
#define RELOAD 0.18f       // s
#define SMASH 1.6f         // N s that smash a scout
#define BREAK_RADIUS 1.3f  // m: rocks smaller than this are gone when shot
#define SCOUT_RETURNS 6.0f // s

static float roll(Game *game, float lower, float upper)
{
    game->random = game->random * 1664525u + 1013904223u;
    return lower + (upper - lower) * (float)(game->random >> 8) * 0x1p-24f;
}

static VeerVec3 anywhere(Game *game, float half)
{
    float x = roll(game, -half, half), y = roll(game, -half, half);
    return (VeerVec3){x, y, 0.0f};
}

static float length(VeerVec3 a)
{
    return sqrtf(a.x * a.x + a.y * a.y);
}

static bool is_same(VeerAgentId a, VeerAgentId b)
{
    return a.slot == b.slot && a.generation == b.generation;
}

static VeerAgentState state_of(const Game *game, VeerAgentId agent)
{
    VeerAgentState state = {0};
    veer_agent_get(game->world, agent, &state);
    return state;
}

// A place with room for a body, as near to a point as can be.
static VeerVec3 free_place(Game *game, VeerVec3 point, float radius)
{
    static VeerFreeCell cells[256];
    VeerFreeQuery query = veer_free_query_default();
    VeerFreePlace found = {point, INFINITY};
    query.point = point;
    query.radius = radius;
    query.range = 30.0f;
    veer_world_find_free(game->world, &query, NULL, cells, 256, &found);
    return isfinite(found.distance) ? found.place : point;
}

static void add_rock(Game *game, VeerVec3 place, VeerVec3 velocity, float radius)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    VeerObstacleId rock;
    def.motion = VEER_MOTION_FREE;
    def.position = place;
    def.velocity = velocity;
    def.radius = radius;
    def.restitution = 0.9f;
    def.layer = ON_ROCKS;
    def.user_data = IS_ROCK;
    // The maze shifts for ever: rocks keep some speed, and come back to the middle.
    def.tether = (VeerTether){{0.0f, 0.0f, 0.0f}, 0.6f * FIELD_HALF, 0.005f, 2.0f, 0.3f};
    veer_obstacle_create(game->world, &def, &rock);
}

static void add_crystal(Game *game, int i)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.is_ghost = true; // a sensor
    def.layer = 0;
    def.sense_mask = ON_SHIPS;
    def.radius = 1.5f;
    def.user_data = IS_CRYSTAL;
    def.position = free_place(game, anywhere(game, 0.8f * FIELD_HALF), 2.0f);
    veer_obstacle_create(game->world, &def, &game->crystals[i]);
}

static void add_scout(Game *game, int i)
{
    float angle = 6.2831853f * ((float)i / SCOUTS + roll(game, 0.0f, 0.05f));
    VeerVec3 edge = {1.1f * FIELD_HALF * cosf(angle), 1.1f * FIELD_HALF * sinf(angle), 0.0f};
    VeerAgentDef def = veer_agent_def_default();
    def.position = free_place(game, edge, 1.0f);
    def.radius = 0.5f;
    def.mass = 0.6f;
    def.restitution = 0.3f;
    def.max_speed = 7.0f + 0.2f * (float)game->level;
    def.preferred_speed = def.max_speed * (0.8f + 0.2f * (float)(i % 3) / 2.0f);
    def.max_acceleration = 9.0f; // and so it avoids by pilot
    def.layer = ON_SHIPS;
    def.avoid_mask = ON_SHIPS | ON_ROCKS | ON_SHOTS;
    def.group = 2;
    veer_agent_create(game->world, &def, &game->scouts[i]);
    veer_agent_follow_agent(game->world, game->scouts[i], game->hero, 0.2f);
}

static void add_hero(Game *game)
{
    VeerAgentDef def = veer_agent_def_default();
    def.radius = game->ship->radius;
    def.mass = game->ship->mass;
    def.restitution = 0.4f;
    def.max_speed = game->ship->max_speed;
    def.max_acceleration = game->ship->acceleration;
    def.layer = ON_SHIPS;
    def.avoid_mask = ON_SHIPS | ON_ROCKS; // not its own shots
    def.group = 1;
    veer_agent_create(game->world, &def, &game->hero);
}

bool game_begin(Game *game, uint32_t level, const ShipClass *ship)
{
    *game = (Game){.level = level, .ship = ship, .hull = ship->hull, .random = level * 2654435769u};
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = SCOUTS + 1;
    def.max_obstacles = 4 * ROCKS + 64;
    def.has_lifetimes = true;
    def.max_squads = SQUADS;
    def.seed = level;
    if (veer_world_create(&def, &game->world) != VEER_OK) {
        return false;
    }
    add_hero(game);
    for (int i = 0; i < ROCKS; ++i) {
        VeerVec3 place = anywhere(game, FIELD_HALF);
        float radius = roll(game, 1.0f, 4.0f);
        float away = length(place);
        if (away < 8.0f + radius) { // room to start in
            float out = (8.0f + radius) / (away + 0.1f);
            place = (VeerVec3){place.x * out, place.y * out, 0.0f};
        }
        place = free_place(game, place, radius + 0.2f);
        add_rock(game, place, anywhere(game, 2.0f), radius);
    }
    for (int i = 0; i < CRYSTALS; ++i) {
        add_crystal(game, i);
    }
    for (int i = 0; i < SCOUTS; ++i) {
        add_scout(game, i);
    }
    return true;
}

void game_end(Game *game)
{
    veer_world_destroy(game->world);
    game->world = NULL;
}

// --- Squads of scouts ---

void game_order(Game *game, int squad, VeerVec3 point)
{
    VeerSquadId *id = &game->squads[squad % SQUADS];
    if (id->generation == 0) {
        VeerSquadDef def = veer_squad_def_default();
        veer_squad_create(game->world, &def, id);
    }
    // Those that came since the last order are new to it.
    for (int i = squad % SQUADS; i < SCOUTS; i += SQUADS) {
        veer_squad_add(game->world, *id, game->scouts[i]);
    }
    VeerOrder order = veer_order_go(point);
    game->orders += veer_squad_order(game->world, *id, &order, false) == VEER_OK;
}

void game_hunt(Game *game)
{
    for (int i = 0; i < SQUADS; ++i) {
        veer_squad_destroy(game->world, game->squads[i]);
        game->squads[i] = (VeerSquadId){0, 0};
    }
    for (int i = 0; i < SCOUTS; ++i) {
        veer_agent_follow_agent(game->world, game->scouts[i], game->hero, 0.2f);
    }
}

// --- What the player does ---

VeerVec3 game_nearest_crystal(const Game *game)
{
    VeerVec3 at = state_of(game, game->hero).position, best = {0};
    float nearest = INFINITY;
    for (int i = 0; i < CRYSTALS; ++i) {
        VeerObstacleState crystal = {.position = at};
        veer_obstacle_get(game->world, game->crystals[i], &crystal);
        VeerVec3 way = {crystal.position.x - at.x, crystal.position.y - at.y, 0.0f};
        best = length(way) < nearest ? way : best;
        nearest = fminf(length(way), nearest);
    }
    return best;
}

static void steer_hero(Game *game, const Controls *controls)
{
    VeerAgentState hero = state_of(game, game->hero);
    VeerVec3 wanted = {controls->x, controls->y, 0.0f};
    float full = length(wanted);
    float speed = full > 1.0f ? hero.max_speed / full : hero.max_speed;
    VeerAvoidModel model = controls->is_auto ? VEER_AVOID_PILOT : VEER_AVOID_NONE;
    if (hero.model != model) {
        VeerAvoidParams params = veer_avoid_params_for(model);
        veer_agent_set_avoidance(game->world, game->hero, model, &params);
    }
    if (!controls->is_auto) {
        wanted = (VeerVec3){wanted.x * speed, wanted.y * speed, 0.0f};
        veer_agent_set_preferred_velocity(game->world, game->hero, wanted);
        return;
    }
    VeerVec3 way = game_nearest_crystal(game);
    VeerVec3 goal = {hero.position.x + way.x, hero.position.y + way.y, 0.0f};
    veer_agent_go_to(game->world, game->hero, goal, 0.5f);
}

static void shoot(Game *game, const Controls *controls, float dt)
{
    game->reload -= dt;
    if (!controls->is_firing || game->reload > 0.0f) {
        return;
    }
    VeerAgentState hero = state_of(game, game->hero);
    VeerVec3 aim = {controls->aim[0], controls->aim[1], 0.0f};
    float size = length(aim);
    aim = size > 0.0f ? (VeerVec3){aim.x / size, aim.y / size, 0.0f} : hero.heading;
    float out = hero.radius + 0.3f;
    VeerObstacleDef def = veer_obstacle_def_default();
    VeerObstacleId shot;
    def.motion = VEER_MOTION_FREE;
    def.radius = 0.15f;
    def.mass = 0.05f;
    def.layer = ON_SHOTS;
    def.user_data = IS_SHOT;
    def.time_to_live = 1.2f;
    def.position = (VeerVec3){hero.position.x + out * aim.x, hero.position.y + out * aim.y, 0.0f};
    def.velocity = (VeerVec3){hero.velocity.x + SHOT_SPEED * aim.x,
                              hero.velocity.y + SHOT_SPEED * aim.y, 0.0f};
    if (veer_obstacle_create(game->world, &def, &shot) == VEER_OK) {
        game->reload = RELOAD;
    }
}

// --- What happened ---

static uint64_t kind_of(const Game *game, VeerObstacleId obstacle, VeerObstacleState *state)
{
    bool is_there = veer_obstacle_get(game->world, obstacle, state) == VEER_OK;
    return is_there ? state->user_data : 0;
}

static void break_rock(Game *game, VeerObstacleId rock)
{
    VeerObstacleState state;
    if (kind_of(game, rock, &state) != IS_ROCK) {
        return;
    }
    veer_obstacle_destroy(game->world, rock);
    game->broken++;
    game->score++;
    for (int side = -1; side <= 1 && state.radius > BREAK_RADIUS; side += 2) {
        float radius = 0.66f * state.radius, off = 1.02f * radius * (float)side;
        VeerVec3 place = {state.position.x + off, state.position.y, 0.0f};
        VeerVec3 velocity = {state.velocity.x + 2.0f * (float)side, state.velocity.y, 0.0f};
        add_rock(game, place, velocity, radius);
    }
}

static void smash_scout(Game *game, VeerAgentId agent, bool is_shot)
{
    for (int i = 0; i < SCOUTS; ++i) {
        if (is_same(game->scouts[i], agent) && veer_agent_is_alive(game->world, agent)) {
            veer_agent_destroy(game->world, agent);
            game->scout_returns[i] = SCOUT_RETURNS;
            game->smashed++;
            game->score += is_shot ? 5u : 3u;
        }
    }
}

static void take_contact(Game *game, const VeerEvent *event)
{
    VeerObstacleState state;
    bool has_agent = event->agent.generation != 0;
    uint64_t kind = kind_of(game, event->obstacle, &state);
    if (has_agent && is_same(event->agent, game->hero)) {
        game->hull -= event->impulse;
        game->bump = fmaxf(game->bump, event->impulse);
    } else if (has_agent && (kind == IS_SHOT || event->impulse > SMASH)) {
        smash_scout(game, event->agent, kind == IS_SHOT);
    }
    if (has_agent && event->obstacle.generation == 0 && event->impulse > SMASH) {
        smash_scout(game, event->other, false);
    }
    if (!has_agent && kind == IS_SHOT) {
        break_rock(game, event->other_obstacle);
    } else if (!has_agent && kind_of(game, event->other_obstacle, &state) == IS_SHOT) {
        break_rock(game, event->obstacle);
    }
    if (kind_of(game, event->obstacle, &state) == IS_SHOT) {
        veer_obstacle_destroy(game->world, event->obstacle);
    }
    if (!has_agent && kind_of(game, event->other_obstacle, &state) == IS_SHOT) {
        veer_obstacle_destroy(game->world, event->other_obstacle);
    }
}

static void take_crystal(Game *game, const VeerEvent *event)
{
    for (int i = 0; i < CRYSTALS && is_same(event->agent, game->hero); ++i) {
        if (game->crystals[i].slot == event->obstacle.slot) {
            veer_obstacle_destroy(game->world, game->crystals[i]);
            add_crystal(game, i);
            game->score += 10;
            game->hull = fminf(game->hull + 0.1f * game->ship->hull, game->ship->hull);
        }
    }
}

static void take_events(Game *game)
{
    // A copy: events end with the first call that changes the world.
    static VeerEvent events[MOST_EVENTS];
    uint32_t count = 0;
    const VeerEvent *all = veer_world_events(game->world, &count);
    count = count < MOST_EVENTS ? count : MOST_EVENTS;
    memcpy(events, all, count * sizeof *events);
    game->bump = 0.0f;
    for (uint32_t i = 0; i < count; ++i) {
        if (events[i].kind == VEER_EVENT_CONTACT_BEGUN) {
            take_contact(game, &events[i]);
        } else if (events[i].kind == VEER_EVENT_ENTERED) {
            take_crystal(game, &events[i]);
        }
    }
}

bool game_step(Game *game, const Controls *controls, float dt)
{
    steer_hero(game, controls);
    shoot(game, controls, dt);
    for (int i = 0; i < SCOUTS; ++i) {
        game->scout_returns[i] -= dt;
        if (game->scout_returns[i] <= 0.0f && !veer_agent_is_alive(game->world, game->scouts[i])) {
            add_scout(game, i);
        }
    }
    veer_world_step(game->world, dt);
    take_events(game);
    return game->hull > 0.0f;
}
