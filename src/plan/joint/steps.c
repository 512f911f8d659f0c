#include "plan/joint/steps.h"

#include "base/arena.h"

#include <string.h>

/// Bytes of all tables; where they do not suffice, those made first are given away.
#define MAX_BYTES ((size_t)1 << 24)

struct VeerJointSteps {
    uint32_t room;      ///< bytes of a table of this roadmap
    uint32_t count;     ///< tables that fit
    uint32_t next;      ///< the table that is given away next
    uint32_t *table_of; ///< table_of[nodes + 1]: of each goal, from 1 on; 0: it has none
    uint32_t *goal;     ///< goal[goals]: of each table; 0: none
    uint8_t *is_whole;  ///< is_whole[goals]: all nodes have their steps
    uint32_t *queue;
    uint8_t *tables; ///< [bytes]
    uint32_t goals;
    size_t bytes;
};

static uint32_t bytes_of(uint32_t nodes)
{
    return nodes / 4u + 1u;
}

static size_t lay_out(void *memory, uint32_t nodes, uint32_t goals, VeerJointSteps *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    parts->goals = goals;
    parts->bytes = goals * (size_t)bytes_of(nodes);
    parts->bytes = parts->bytes < MAX_BYTES ? parts->bytes : MAX_BYTES;
    parts->table_of = veer_arena_take(&arena, nodes + 1u, sizeof *parts->table_of);
    parts->goal = veer_arena_take(&arena, goals, sizeof *parts->goal);
    parts->is_whole = veer_arena_take(&arena, goals, sizeof *parts->is_whole);
    parts->queue = veer_arena_take(&arena, nodes + 1u, sizeof *parts->queue);
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
    (void)lay_out(memory, nodes, goals, steps);
    memset(steps->table_of, 0, (nodes + 1u) * sizeof *steps->table_of);
    memset(steps->goal, 0, goals * sizeof *steps->goal);
    veer_joint_steps_clear(steps, nodes);
    return steps;
}

void veer_joint_steps_clear(VeerJointSteps *steps, uint32_t nodes)
{
    size_t fit = steps->bytes / bytes_of(nodes);
    for (uint32_t i = 0; i < steps->goals; i++) {
        steps->table_of[steps->goal[i]] = 0;
        steps->goal[i] = 0;
    }
    steps->room = bytes_of(nodes);
    steps->count = fit < steps->goals ? (uint32_t)fit : steps->goals;
    steps->next = 0;
}

static uint32_t look(const uint8_t *table, uint32_t node)
{
    return table[node / 4u] >> node % 4u * 2u & 3u;
}

static void put(uint8_t *table, uint32_t node, uint32_t value)
{
    table[node / 4u] = (uint8_t)(table[node / 4u] | value << node % 4u * 2u);
}

/// Gives a step more to the neighbours of a node that have none yet, and adds them to the queue.
/// @return the queue's length
static uint32_t spread(const VeerRoadmapNode *node, uint8_t *table, uint32_t steps, uint32_t *queue,
                       uint32_t count)
{
    for (uint32_t i = 0; i < node->count; i++) {
        if (look(table, node->next[i]) == 0) {
            put(table, node->next[i], steps);
            queue[count++] = node->next[i];
        }
    }
    return count;
}

/// The table of a goal. One that is new has no steps yet.
static uint32_t table_of(VeerJointSteps *steps, uint32_t goal)
{
    if (steps->table_of[goal] == 0) {
        uint32_t table = steps->next;
        steps->next = (table + 1u) % steps->count;
        steps->table_of[steps->goal[table]] = 0;
        steps->table_of[goal] = table + 1u;
        steps->goal[table] = goal;
        steps->is_whole[table] = false;
        memset(steps->tables + (size_t)table * steps->room, 0, steps->room);
    }
    return steps->table_of[goal] - 1u;
}

/// Finds the steps of a node and of all that are as near, and of as many nodes again: those who go
/// back are looked for there. @return whether all nodes have theirs
static bool flood(VeerJointTable own, uint8_t *table, uint32_t node)
{
    VeerJointSteps *all = own.steps;
    uint32_t count = 1, next = 0, enough = UINT32_MAX;
    memset(table, 0, all->room);
    put(table, own.goal, 1);
    all->queue[0] = own.goal;
    for (uint32_t steps = 2; next < count && next < enough; steps = steps % 3u + 1u) {
        for (uint32_t ring = count; next < ring; next++) {
            const VeerRoadmapNode *at = veer_roadmap_node(own.roadmap, all->queue[next]);
            count = spread(at, table, steps, all->queue, count);
        }
        if (enough == UINT32_MAX && look(table, node) > 0) {
            enough = 2u * count;
        }
    }
    return next == count;
}

/// The steps to a goal, with those of a node.
static const uint8_t *steps_of(VeerJointTable own, uint32_t node)
{
    VeerJointSteps *all = own.steps;
    uint32_t number = table_of(all, own.goal);
    uint8_t *table = all->tables + (size_t)number * all->room;
    if (!all->is_whole[number] && look(table, node) == 0) {
        all->is_whole[number] = flood(own, table, node);
    }
    return table;
}

int32_t veer_joint_further(VeerJointTable own, uint32_t from, uint32_t to)
{
    if (!own.steps) {
        return 0;
    }
    const uint8_t *table = steps_of(own, from);
    uint32_t steps = look(table, from), its = look(table, to);
    if (its == 0 || steps == its) {
        return its == 0;
    }
    return steps % 3u + 1u == its ? 1 : -1;
}
