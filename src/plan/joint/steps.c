#include "plan/joint/steps.h"

#include "base/arena.h"
#include "base/hash.h"

#include <string.h>

/// Bytes of all tables; where they do not suffice, those made first are given away.
#define MAX_BYTES ((size_t)1 << 25)
/// Steps are kept modulo this: neighbours differ by less than half of it.
#define MODULUS 15u
/// Nodes as far as this from each other are never found at once: a power of two.
#define RINGS 8u

_Static_assert(2u * (VEER_JOINT_MAX_DELAY + 1u) < MODULUS, "which of two is nearer is known");
_Static_assert(VEER_JOINT_MAX_DELAY + 1u < RINGS, "no two rings share a queue");

struct VeerJointSteps {
    uint32_t room;      ///< bytes of a table of this roadmap
    uint32_t count;     ///< tables that fit
    uint32_t next;      ///< the table that is given away next
    uint32_t *table_of; ///< table_of[2 (nodes + 1)]: of each key, from 1 on; 0: it has none
    uint32_t *key;      ///< key[goals]: of each table; 0: none
    uint8_t *is_whole;  ///< is_whole[goals]: all nodes have their steps
    uint8_t *account;   ///< account[goals]: the delays that it was made with
    uint32_t *queue;    ///< queue[nodes + 1]: who comes after a node in its ring; 0: nobody
    uint8_t *delays[2]; ///< delays[account][nodes + 1]
    uint32_t now;       ///< the later account
    uint32_t share;     ///< of 65536 goals, those for which it counts
    uint8_t *tables;    ///< [bytes]
    uint32_t goals;
    size_t bytes;
};

static uint32_t bytes_of(uint32_t nodes)
{
    return nodes / 2u + 1u;
}

static size_t lay_out(void *memory, uint32_t nodes, uint32_t goals, VeerJointSteps *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    parts->goals = goals;
    parts->bytes = goals * (size_t)bytes_of(nodes);
    parts->bytes = parts->bytes < MAX_BYTES ? parts->bytes : MAX_BYTES;
    parts->table_of = veer_arena_take(&arena, 2 * ((size_t)nodes + 1), sizeof *parts->table_of);
    parts->key = veer_arena_take(&arena, goals, sizeof *parts->key);
    parts->is_whole = veer_arena_take(&arena, goals, sizeof *parts->is_whole);
    parts->queue = veer_arena_take(&arena, nodes + 1u, sizeof *parts->queue);
    parts->account = veer_arena_take(&arena, goals, sizeof *parts->account);
    parts->delays[0] = veer_arena_take(&arena, nodes + 1u, 1);
    parts->delays[1] = veer_arena_take(&arena, nodes + 1u, 1);
    parts->tables = veer_arena_take(&arena, parts->bytes, 1);
    return arena.used;
}

size_t veer_joint_steps_size(uint32_t nodes, uint32_t goals)
{
    VeerJointSteps parts;
    return lay_out(NULL, nodes, goals, &parts);
}

VeerJointSteps *veer_joint_steps_init(void *memory, uint32_t nodes, uint32_t goals)
{
    VeerJointSteps *steps = memory;
    *steps = (VeerJointSteps){0};
    (void)lay_out(memory, nodes, goals, steps);
    memset(steps->table_of, 0, 2 * ((size_t)nodes + 1) * sizeof *steps->table_of);
    memset(steps->key, 0, goals * sizeof *steps->key);
    veer_joint_steps_clear(steps, nodes);
    return steps;
}

uint32_t veer_joint_steps_fit(const VeerJointSteps *steps, uint32_t nodes)
{
    size_t fit = steps->bytes / bytes_of(nodes);
    return fit < steps->goals ? (uint32_t)fit : steps->goals;
}

void veer_joint_steps_clear(VeerJointSteps *steps, uint32_t nodes)
{
    for (uint32_t i = 0; i < steps->goals; i++) {
        steps->table_of[steps->key[i]] = 0;
        steps->key[i] = 0;
    }
    steps->room = bytes_of(nodes);
    steps->count = veer_joint_steps_fit(steps, nodes);
    steps->next = 0;
    memset(steps->delays[0], 0, nodes + 1u);
    memset(steps->delays[1], 0, nodes + 1u);
}

/// Of a node one more than its steps modulo MODULUS; 0: not found.
static uint32_t look(const uint8_t *table, uint32_t node)
{
    return table[node / 2u] >> node % 2u * 4u & 15u;
}

static void put(uint8_t *table, uint32_t node, uint32_t value)
{
    uint32_t low = node % 2u * 4u;
    table[node / 2u] = (uint8_t)((table[node / 2u] & ~(15u << low)) | value << low);
}

/// What a table is of: a goal, and whether delays count.
static uint32_t key_of(VeerJointTable own)
{
    return 2u * own.goal + own.is_direct;
}

uint32_t veer_joint_turn(uint32_t goal)
{
    return (uint32_t)(veer_hash_mix(goal) % VEER_JOINT_ALL_GOALS);
}

/// The account of delays that counts for a goal.
static uint32_t account_of(VeerJointTable own)
{
    return veer_joint_turn(own.goal) < own.steps->share ? own.steps->now : 1u - own.steps->now;
}

static void empty(VeerJointSteps *steps, uint32_t table, uint32_t account)
{
    steps->account[table] = (uint8_t)account;
    steps->is_whole[table] = false;
    memset(steps->tables + (size_t)table * steps->room, 0, steps->room);
}

/// The table of a goal. One that is new, or was made with other delays, has no steps yet.
static uint32_t table_of(VeerJointTable own)
{
    VeerJointSteps *steps = own.steps;
    uint32_t key = key_of(own), account = account_of(own), table = steps->table_of[key] - 1u;
    if (steps->table_of[key] == 0) {
        table = steps->next;
        steps->next = (table + 1u) % steps->count;
        steps->table_of[steps->key[table]] = 0;
        steps->table_of[key] = table + 1u;
        steps->key[table] = key;
        empty(steps, table, account);
    } else if (steps->account[table] != account && !own.is_direct) {
        empty(steps, table, account);
    }
    return table;
}

/// Nodes whose steps are known and whose neighbours' are not all, ring by ring.
typedef struct Flood {
    VeerJointTable own;
    uint8_t *table;
    uint32_t rings[RINGS]; ///< the first node of each; 0: none
    uint32_t found, done;  ///< nodes
} Flood;

static void find(Flood *flood, uint32_t node, uint32_t steps)
{
    uint32_t *ring = &flood->rings[steps % RINGS];
    put(flood->table, node, steps % MODULUS + 1u);
    flood->own.steps->queue[node] = *ring;
    *ring = node;
    flood->found++;
}

/// Finds the neighbours of all nodes that are so many steps from the goal. What a node costs is
/// paid by who leaves it, so that the first neighbour to be done is the one on its shortest way.
static void spread(Flood *flood, uint32_t steps)
{
    const VeerJointSteps *all = flood->own.steps;
    const uint8_t *delays = all->delays[account_of(flood->own)];
    uint32_t at = flood->rings[steps % RINGS];
    flood->rings[steps % RINGS] = 0;
    for (; at > 0; at = all->queue[at]) {
        const VeerRoadmapNode *node = veer_roadmap_node(flood->own.roadmap, at);
        for (uint32_t i = 0; i < node->count; i++) {
            uint32_t to = node->next[i];
            if (look(flood->table, to) == 0) {
                find(flood, to, steps + 1u + (flood->own.is_direct ? 0u : delays[to]));
            }
        }
        flood->done++;
    }
}

/// Takes back the steps of nodes that are not done, which are all further than those that are.
static void take_back(Flood *flood)
{
    for (uint32_t i = 0; i < RINGS; i++) {
        for (uint32_t at = flood->rings[i]; at > 0; at = flood->own.steps->queue[at]) {
            put(flood->table, at, 0);
        }
    }
}

/// Finds the steps of a node and of all that are as near, and of as many nodes again: those who go
/// back are looked for there. @return whether all nodes have theirs
static bool flood_to(VeerJointTable own, uint8_t *table, uint32_t node)
{
    Flood flood = {.own = own, .table = table};
    uint32_t enough = UINT32_MAX;
    memset(table, 0, own.steps->room);
    find(&flood, own.goal, 0);
    for (uint32_t steps = 0; flood.done < flood.found && flood.done < enough; steps++) {
        spread(&flood, steps);
        if (enough == UINT32_MAX && look(table, node) == steps % MODULUS + 1u) {
            enough = 2u * flood.done;
        }
    }
    take_back(&flood);
    return flood.done == flood.found;
}

/// The steps to a goal, with those of a node.
static const uint8_t *steps_of(VeerJointTable own, uint32_t node)
{
    VeerJointSteps *all = own.steps;
    uint32_t number = table_of(own);
    uint8_t *table = all->tables + (size_t)number * all->room;
    if (!all->is_whole[number] && look(table, node) == 0) {
        all->is_whole[number] = flood_to(own, table, node);
    }
    return table;
}

void veer_joint_steps_find(VeerJointSteps *steps, const VeerRoadmap *roadmap, uint32_t goal,
                           uint32_t node)
{
    (void)steps_of((VeerJointTable){steps, roadmap, goal, false}, node);
}

/// Forgets what was found with an account of delays. Where delays do not count that stays.
static void forget(VeerJointSteps *steps, uint32_t account)
{
    for (uint32_t i = 0; i < steps->count; i++) {
        bool is_direct = steps->key[i] % 2u;
        if (steps->key[i] > 0 && !is_direct && steps->account[i] == account) {
            empty(steps, i, account);
        }
    }
}

static void set_delays(VeerJointSteps *steps, uint32_t account, const uint8_t *delays,
                       uint32_t nodes)
{
    if (memcmp(steps->delays[account], delays, nodes + 1u) != 0) {
        memcpy(steps->delays[account], delays, nodes + 1u);
        forget(steps, account);
    }
}

void veer_joint_steps_delay(VeerJointSteps *steps, const VeerJointDelays *delays, uint32_t nodes)
{
    bool is_news = memcmp(steps->delays[steps->now], delays->now, nodes + 1u) != 0;
    if (is_news && memcmp(steps->delays[steps->now], delays->before, nodes + 1u) == 0) {
        steps->now = 1u - steps->now; // the steps found with what counted last stay
    }
    steps->share = delays->share;
    set_delays(steps, 1u - steps->now, delays->before, nodes);
    set_delays(steps, steps->now, delays->now, nodes);
}

int32_t veer_joint_further(VeerJointTable own, uint32_t from, uint32_t to)
{
    if (!own.steps) {
        return 0;
    }
    const uint8_t *table = steps_of(own, from);
    uint32_t its = look(table, to), more = (its + MODULUS - look(table, from)) % MODULUS;
    if (its == 0 || more == 0) {
        return its == 0;
    }
    return 2u * more < MODULUS ? 1 : (int32_t)more - (int32_t)MODULUS;
}
