#include "plan/joint/steps.h"

#include "base/arena.h"

#include <string.h>

/// Bytes of all tables; where they do not suffice, tables are made anew at each step.
#define MAX_BYTES ((size_t)1 << 24)

struct VeerJointSteps {
    uint32_t room;     ///< bytes of a table of this roadmap
    uint32_t count;    ///< tables that fit
    uint32_t *goal;    ///< goal[goals]; 0: none
    uint8_t *is_whole; ///< is_whole[goals]: all nodes have their steps
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
    veer_joint_steps_clear(steps, nodes);
    return steps;
}

void veer_joint_steps_clear(VeerJointSteps *steps, uint32_t nodes)
{
    size_t fit = steps->bytes / bytes_of(nodes);
    steps->room = bytes_of(nodes);
    steps->count = fit < steps->goals ? (uint32_t)fit : steps->goals;
    memset(steps->goal, 0, steps->goals * sizeof *steps->goal);
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

/// Finds the steps of a node and of all that are as near, and of as many nodes again: those who go
/// back are looked for there.
static void flood(VeerJointTable own, uint8_t *table, uint32_t node)
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
    all->goal[own.place] = own.goal;
    all->is_whole[own.place] = next == count;
}

VeerJointTable veer_joint_steps_to(VeerJointSteps *steps, const VeerRoadmap *roadmap, uint32_t user,
                                   uint32_t goal)
{
    return (VeerJointTable){steps, roadmap, user % steps->count, goal};
}

/// A table that has the steps of a node.
static const uint8_t *table_with(VeerJointTable own, uint32_t node)
{
    const VeerJointSteps *steps = own.steps;
    uint8_t *table = steps->tables + (size_t)own.place * steps->room;
    bool is_own = steps->goal[own.place] == own.goal;
    if (!is_own || (!steps->is_whole[own.place] && look(table, node) == 0)) {
        flood(own, table, node);
    }
    return table;
}

int32_t veer_joint_further(VeerJointTable own, uint32_t from, uint32_t to)
{
    if (!own.steps) {
        return 0;
    }
    const uint8_t *table = table_with(own, from);
    uint32_t steps = look(table, from), its = look(table, to);
    if (its == 0 || steps == its) {
        return its == 0;
    }
    return steps % 3u + 1u == its ? 1 : -1;
}
