// Rollback netcode in 100 lines: two players each run the whole world. What the other one did comes
// late: then go back to the tick that it was meant for, and step again to now. Both end with the
// same bits.
#include <stdio.h>
#include <stdlib.h>
#include <veer/veer.h>

enum { TICKS = 300, LATE = 7, UNITS = 20 }; // LATE: ticks that a message takes

static const float dt = 1.0f / 30.0f;

// What the players do: every 20 ticks each sends one of its units somewhere.
typedef struct Input {
    uint32_t tick, unit;
    VeerVec3 goal;
} Input;

static Input input_of(uint32_t player, uint32_t number)
{
    uint32_t tick = 10 + 20 * number + 3 * player;
    float angle = (float)(number * 7 + player * 3);
    return (Input){tick,
                   (number * 5 + player) % UNITS,
                   {angle - 20.0f * (float)(number % 5), 8.0f * (float)(number % 4) - 12.0f, 0}};
}

// One player's machine: the world, and its states of the last ticks.
typedef struct Peer {
    VeerWorld *world;
    VeerAgentId units[UNITS];
    unsigned char *saves[LATE + 1]; // saves[tick % (LATE + 1)]
    size_t save_size;
} Peer;

static bool peer_begin(Peer *peer)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = UNITS;
    if (veer_world_create(&def, &peer->world) != VEER_OK) {
        return false;
    }
    for (int i = 0; i < UNITS; i++) {
        VeerAgentDef agent = veer_agent_def_default();
        agent.position = (VeerVec3){2.0f * (float)(i % 5), 2.0f * (float)(i / 5), 0.0f};
        veer_agent_create(peer->world, &agent, &peer->units[i]);
    }
    peer->save_size = veer_world_save_size(peer->world);
    bool has_room = true;
    for (int i = 0; i <= LATE; i++) {
        peer->saves[i] = malloc(peer->save_size);
        has_room = has_room && peer->saves[i];
    }
    return has_room;
}

// One tick, with the inputs for it of all players that are known by `now`.
static void peer_step(Peer *peer, uint32_t tick, uint32_t now, uint32_t me)
{
    veer_world_save(peer->world, peer->saves[tick % (LATE + 1)], peer->save_size);
    for (uint32_t player = 0; player < 2; player++) {
        for (uint32_t number = 0; number < 14; number++) {
            Input input = input_of(player, number);
            bool is_known = player == me || input.tick + LATE <= now;
            if (input.tick == tick && is_known) {
                veer_agent_go_to(peer->world, peer->units[input.unit], input.goal, 0.3f);
            }
        }
    }
    veer_world_step(peer->world, dt);
}

// The tick at which the other's message arrives that was meant for an earlier one; else none.
static bool has_late_input(uint32_t now, uint32_t me, uint32_t *tick)
{
    for (uint32_t number = 0; number < 14; number++) {
        *tick = input_of(1 - me, number).tick;
        if (*tick + LATE == now) {
            return true;
        }
    }
    return false;
}

int main(void)
{
    Peer peers[2];
    uint32_t replayed = 0;
    if (!peer_begin(&peers[0]) || !peer_begin(&peers[1])) {
        return 1;
    }
    for (uint32_t now = 0; now < TICKS; now++) {
        for (uint32_t me = 0; me < 2; me++) {
            uint32_t then;
            if (has_late_input(now, me, &then)) {
                unsigned char *save = peers[me].saves[then % (LATE + 1)];
                veer_world_restore(peers[me].world, save, peers[me].save_size);
                for (; then < now; then++, replayed++) {
                    peer_step(&peers[me], then, now, me);
                }
            }
            peer_step(&peers[me], now, now, me);
        }
    }
    uint64_t hashes[2] = {veer_world_hash(peers[0].world), veer_world_hash(peers[1].world)};
    printf("%u ticks stepped again; hashes %016llx %016llx\n", replayed,
           (unsigned long long)hashes[0], (unsigned long long)hashes[1]);
    return hashes[0] == hashes[1] && replayed > 0 ? 0 : 1;
}
