// An alarm: guards call each other, by messages that come as late as sound does, and smoke that
// clears by itself holds them up. usage: alarm [PICTURE.svg]
#include "picture.h"

#include <math.h>
#include <string.h>

enum { GUARDS = 12, ALARM = 1, MOST_EVENTS = 64 };

typedef struct Game {
    VeerWorld *world;
    VeerAgentId guards[GUARDS];
    bool is_alarmed[GUARDS];
    VeerVec3 places[2]; // what has happened where: messages name them by their index
    int alarmed, arrived, cleared;
    double all_heard; // s
} Game;

static VeerVec3 place_of(const Game *game, VeerAgentId guard)
{
    VeerAgentState state;
    return veer_agent_get(game->world, guard, &state) == VEER_OK ? state.position : (VeerVec3){0};
}

static float distance(VeerVec3 a, VeerVec3 b)
{
    return hypotf(b.x - a.x, b.y - a.y);
}

// A guard goes where it was called to, and calls those who are near.
static void hear(Game *game, const VeerEvent *event)
{
    VeerAgentState guard;
    VeerMessage message = event->message;
    if (veer_agent_get(game->world, event->agent, &guard) != VEER_OK ||
        game->is_alarmed[guard.user_data]) {
        return;
    }
    game->is_alarmed[guard.user_data] = true;
    game->all_heard = ++game->alarmed == GUARDS ? veer_world_time(game->world) : 0.0;
    veer_agent_go_to(game->world, event->agent, game->places[message.data], 3.0f);
    for (int i = 0; i < GUARDS; i++) {
        float metres = distance(guard.position, place_of(game, game->guards[i]));
        if (metres < 15.0f && !game->is_alarmed[i]) {
            float delay = metres / 340.0f; // s
            veer_agent_post(game->world, game->guards[i], event->agent, message, delay);
        }
    }
}

static void take(Game *game, const VeerEvent *event)
{
    if (event->kind == VEER_EVENT_MESSAGE && event->message.kind == ALARM) {
        hear(game, event);
    }
    game->arrived += event->kind == VEER_EVENT_ARRIVED;
    game->cleared += event->kind == VEER_EVENT_REMOVED && event->is_expired;
}

// Events end with the first call that changes the world, so those of a tick are copied.
static void take_all(Game *game)
{
    VeerEvent events[MOST_EVENTS];
    uint32_t count = 0;
    const VeerEvent *all = veer_world_events(game->world, &count);
    count = count < MOST_EVENTS ? count : MOST_EVENTS;
    memcpy(events, all, count * sizeof *events);
    for (uint32_t i = 0; i < count; i++) {
        take(game, &events[i]);
    }
}

static void begin(Game *game)
{
    for (int i = 0; i < GUARDS; i++) {
        VeerAgentDef def = veer_agent_def_default();
        def.position = (VeerVec3){4.0f + 10.0f * (float)(i % 4), 4.0f + 10.0f * (float)(i / 4), 0};
        def.user_data = (uint64_t)i;
        veer_agent_create(game->world, &def, &game->guards[i]);
    }
    VeerObstacleDef smoke = veer_obstacle_def_default();
    VeerObstacleId cloud;
    smoke.position = game->places[1] = (VeerVec3){30.0f, 14.0f, 0.0f};
    smoke.radius = 3.5f;
    smoke.time_to_live = 20.0f; // s
    veer_obstacle_create(game->world, &smoke, &cloud);
    // The first guard sees it after a second.
    veer_agent_post(game->world, game->guards[0], (VeerAgentId){0, 0}, (VeerMessage){ALARM, 1},
                    1.0f);
}

int main(int count, char **words)
{
    Game game = {.world = NULL};
    VeerWorldDef def = veer_world_def_default();
    def.max_messages = GUARDS * GUARDS;
    def.has_lifetimes = true;
    if (veer_world_create(&def, &game.world) != VEER_OK) {
        return 1;
    }
    begin(&game);
    Picture picture =
        picture_begin(count > 1 ? words[1] : NULL, (VeerVec3){0, 0, 0}, (VeerVec3){40, 28, 0});
    for (int tick = 0; tick < 60 * 40; tick++) {
        veer_world_step(game.world, 1.0f / 60.0f);
        take_all(&game);
        if (tick % 20 == 0) {
            picture_track(&picture, game.world);
        }
    }
    picture_end(&picture, game.world, false);
    printf("%d of %d heard of it, the last after %.2f s; %d arrived when the smoke had cleared\n",
           game.alarmed, GUARDS, game.all_heard, game.arrived);
    veer_world_destroy(game.world);
    return game.alarmed == GUARDS && game.arrived == GUARDS && game.cleared == 1 ? 0 : 1;
}
