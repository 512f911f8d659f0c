#include "plan/joint/steps.h"

#include "base/arena.h"

#include <string.h>

/// Bytes of all tables; where they do not suffice, tables are made anew at each step.
#define MAX_BYTES ((size_t)1 << 24)

struct VeerJointSteps {
    uint32_t room;  ///< bytes of a table of this roadmap
    uint32_t count; ///< tables that fit
    uint32_t *goal; ///< goal[goals]; 0: none
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

static uint32_t look(VeerJointTable table, uint32_t node)
{
    return table[node / 4u] >> node % 4u * 2u & 3u;
}

static void put(uint8_t *table, uint32_t node, uint32_t value)
{
    table[node / 4u] = (uint8_t)(table[node / 4u] | value << node % 4u * 2u);
}

static void flood(VeerJointSteps *steps, const VeerRoadmap *roadmap, uint8_t *table, uint32_t goal)
{
    uint32_t count = 0;
    memset(table, 0, steps->room);
    put(table, goal, 1);
    steps->queue[count++] = goal;
    for (uint32_t next = 0; next < count; next++) {
        uint32_t at = steps->queue[next], value = look(table, at) % 3u + 1u;
        const VeerRoadmapNode *node = veer_roadmap_node(roadmap, at);
        for (uint32_t i = 0; i < node->count; i++) {
            if (look(table, node->next[i]) == 0) {
                put(table, node->next[i], value);
                steps->queue[count++] = node->next[i];
            }
        }
    }
}

VeerJointTable veer_joint_steps_to(VeerJointSteps *steps, const VeerRoadmap *roadmap, uint32_t user,
                                   uint32_t goal)
{
    uint32_t place = user % steps->count;
    uint8_t *table = steps->tables + (size_t)place * steps->room;
    if (steps->goal[place] != goal) {
        steps->goal[place] = goal;
        flood(steps, roadmap, table, goal);
    }
    return table;
}

int32_t veer_joint_further(VeerJointTable table, uint32_t from, uint32_t to)
{
    if (!table) {
        return 0;
    }
    uint32_t own = look(table, from), its = look(table, to);
    if (its == 0 || own == its) {
        return its == 0;
    }
    return own % 3u + 1u == its ? 1 : -1;
}
