// Recordings of hosts, from two ends: any bytes, and small changes of a real one that are made
// sound again, with any ticks. What is opened runs.
#define _POSIX_C_SOURCE 200809L
#include "input.h"

#include "io/replay/forge.h"
#include "veer/replay.h"
#include "veer/veer.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_TICKS = 4 };

static void run(const void *bytes, size_t size)
{
    VeerReplay *replay = NULL;
    VeerInputLimits limits = {.max_mib = 2};
    VeerReplayTick tick = {.outcome = VEER_REPLAY_SAME};
    VeerStatus status = veer_replay_read("any", bytes, size, &limits, NULL, &replay, NULL);
    for (int i = 0; status == VEER_OK && i < MOST_TICKS; ++i) {
        status = veer_replay_next(replay, &tick, NULL);
    }
    veer_replay_close(replay);
}

/// A small world with a map, recorded for a tick. The bytes are kept.
static const char *real(size_t *size)
{
    static char *bytes;
    static size_t length;
    if (!bytes) {
        VeerWorldDef def = veer_world_def_default();
        def.max_agents = 4;
        def.max_obstacles = 2;
        def.max_wall_vertices = 4;
        def.max_behaviour_lists = 1;
        def.map = veer_world_map_def_default(VEER_MAP_GRID);
        def.map.grid.width = def.map.grid.height = 8;
        def.map.max_route_points = 32;
        VeerWorld *world = NULL;
        VeerRecorder *recorder = NULL;
        FILE *stream = open_memstream(&bytes, &length);
        VeerAgentDef agent = veer_agent_def_default();
        VeerAgentId id;
        if (veer_world_create(&def, &world) != VEER_OK ||
            veer_agent_create(world, &agent, &id) != VEER_OK ||
            veer_recorder_create(world, stream, &recorder) != VEER_OK ||
            veer_recorder_advance(recorder, world, VEER_ADVANCE_STEP, 0.1f) != VEER_OK ||
            veer_recorder_finish(recorder, world) != VEER_OK) {
            abort();
        }
        fclose(stream);
        veer_world_destroy(world);
    }
    *size = length;
    return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    run(data, size);
    Forge forge;
    Input input = {data, size};
    size_t length;
    const char *bytes = real(&length);
    if (!open_forge(&forge, bytes, length)) {
        abort();
    }
    for (uint8_t changes = byte(&input) % 8; changes > 0; --changes) {
        size_t at = byte(&input) | (size_t)byte(&input) << 8;
        forge.begin.bytes[at % forge.begin.size] ^= byte(&input);
    }
    forge_begin(&forge);
    for (int tick = 0; tick < MOST_TICKS; ++tick) {
        unsigned char changes[255], flags = byte(&input), count = byte(&input);
        for (uint8_t i = 0; i < count; ++i) {
            changes[i] = byte(&input);
        }
        forge_tick(&forge, flags, 0.1f, changes, count, (VeerWorldDigest){0, 0});
    }
    run(forge.file.bytes, forge.file.size);
    close_forge(&forge);
    return 0;
}
