// A replay: one machine records what its game does to a world. Another has the recording run again
// beside its own game, and is told in which tick, of whom and in what its world first differs.
// usage: replay [PICTURE.svg]
#include "picture.h"

#include <stdlib.h>
#include <veer/replay.h>

enum { UNITS = 12, TICKS = 360, BUG_TICK = 205 };

typedef struct Game {
    VeerWorld *world;
    VeerAgentId units[UNITS];
    bool has_bug; // of a machine: one of its goals is a centimetre off
} Game;

static bool game_begin(Game *game)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = UNITS;
    if (veer_world_create(&def, &game->world) != VEER_OK) {
        return false;
    }
    for (int i = 0; i < UNITS; i++) {
        VeerAgentDef unit = veer_agent_def_default();
        unit.position = (VeerVec3){(float)(i % 2 * 18 - 9), (float)(i / 2 * 2 - 5), 0};
        unit.max_speed = 3.0f;
        unit.group = (uint32_t)(i % 2);
        veer_agent_create(game->world, &unit, &game->units[i]);
    }
    return true;
}

// What the game does before a tick: every 17 ticks a unit is sent somewhere.
static void game_play(Game *game, int tick)
{
    int number = tick / 17 + 7, unit = number % UNITS;
    VeerVec3 goal = {(float)(number * 7 % 19 - 9), (float)(number * 5 % 11 - 5), 0};
    if (tick % 17 != 1) {
        return;
    }
    goal.y += game->has_bug && tick == BUG_TICK ? 0.01f : 0.0f;
    veer_agent_go_to(game->world, game->units[unit], goal, 0.3f);
}

// Plays the whole game, with a recorder in place of veer_world_step.
static bool record(FILE *stream)
{
    Game game = {0};
    VeerRecorder *recorder;
    if (!game_begin(&game) || veer_recorder_create(game.world, stream, &recorder) != VEER_OK) {
        return false;
    }
    for (int tick = 0; tick < TICKS; tick++) {
        game_play(&game, tick);
        veer_recorder_advance(recorder, game.world, VEER_ADVANCE_STEP, 1.0f / 60.0f);
    }
    bool is_done = veer_recorder_finish(recorder, game.world) == VEER_OK;
    veer_world_destroy(game.world);
    return is_done;
}

// All of a stream that was written. Free it.
static unsigned char *take(FILE *stream, size_t *size)
{
    *size = (size_t)ftell(stream);
    unsigned char *bytes = malloc(*size);
    rewind(stream);
    return bytes && fread(bytes, 1, *size, stream) == *size ? bytes : NULL;
}

// Runs a game beside the recording. @return the first tick after which they differ; -1: none
static int compare(Game *game, VeerReplay *replay, Picture *picture, VeerWorldDifference *first)
{
    VeerReplayTick tick;
    for (int now = 0;
         veer_replay_next(replay, &tick, NULL) == VEER_OK && tick.outcome == VEER_REPLAY_SAME;
         now++) {
        game_play(game, now);
        veer_world_step(game->world, tick.dt);
        picture_track(picture, game->world);
        if (veer_world_diff(veer_replay_world(replay), game->world, first) == VEER_OK &&
            first->what) {
            return now;
        }
    }
    return -1;
}

int main(int argc, char **argv)
{
    FILE *stream = tmpfile();
    size_t size = 0;
    unsigned char *bytes = stream && record(stream) ? take(stream, &size) : NULL;
    int differs[2] = {0, 0};
    for (int machine = 0; bytes && machine < 2; machine++) {
        Game game = {.has_bug = machine == 1};
        VeerReplay *replay = NULL;
        VeerWorldDifference first = {0};
        VeerInputError error;
        if (veer_replay_read("game", bytes, size, NULL, NULL, &replay, &error) != VEER_OK ||
            !game_begin(&game)) {
            return 1;
        }
        Picture picture = picture_begin(argc > 1 && machine == 1 ? argv[1] : NULL,
                                        (VeerVec3){-11, -7, 0}, (VeerVec3){11, 7, 0});
        differs[machine] = compare(&game, replay, &picture, &first);
        if (first.what) {
            printf("machine %d: after tick %d, %s[%u] of agent %u is %.9g, not %.9g\n", machine,
                   differs[machine], first.what, first.number, first.id, first.b, first.a);
        }
        picture_end(&picture, game.world, false);
        veer_world_destroy(game.world);
        veer_replay_close(replay);
    }
    printf("%d ticks in %zu bytes; machine 0 differs at %d, machine 1 at %d\n", TICKS, size,
           differs[0], differs[1]);
    free(bytes);
    return bytes && differs[0] == -1 && differs[1] == BUG_TICK ? 0 : 1;
}
