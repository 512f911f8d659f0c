/// Who takes which node: see nodes.h.
#include "world/traffic/maze/nodes.h"
#include "math/vec.h"

#include <string.h>

// --- Vacant nodes ---

/// m², from an agent to the middle of a node.
static float square_to(const VeerWorld *world, uint32_t slot, uint32_t node)
{
    VeerVec3 offset = veer_world_offset(world, slot, veer_maze_centre(world, node));
    return dot3(offset, offset);
}

uint32_t veer_maze_find_vacant(const VeerWorld *world, uint32_t slot, uint32_t node)
{
    const VeerMaze *maze = world->map.traffic.maze;
    const VeerRoadmapNode *about = veer_roadmap_node(maze->roadmap, node);
    uint32_t best = veer_maze_is_vacant(maze, node) ? node : 0;
    for (uint32_t i = 0; i < about->count && best != node; i++) {
        uint32_t other = about->next[i];
        bool is_nearer = best == 0 || square_to(world, slot, other) < square_to(world, slot, best);
        best = veer_maze_is_vacant(maze, other) && is_nearer ? other : best;
    }
    return best;
}

/// Whether a node is held by an agent that goes nowhere yet.
static bool is_at_rest(const VeerWorld *world, uint32_t node)
{
    uint32_t holder = world->map.traffic.maze->there[node];
    return holder != VEER_NO_SLOT && world->map.traffic.reservations[holder].ahead == 0;
}

/// The vacant node with the fewest steps from a held one, over nodes whose holders go nowhere yet.
/// @param from  from[nodes + 1]: of each node on the way the one before
/// @param queue  queue[nodes] @return 0: there is none
static uint32_t search_vacant(const VeerWorld *world, uint32_t node, uint32_t *from,
                              uint32_t *queue)
{
    const VeerMaze *maze = world->map.traffic.maze;
    uint32_t count = 0;
    memset(from, 0, (veer_roadmap_count(maze->roadmap) + (size_t)1) * sizeof *from);
    from[node] = node;
    queue[count++] = node;
    for (uint32_t next = 0; next < count; next++) {
        uint32_t at = queue[next];
        const VeerRoadmapNode *about = veer_roadmap_node(maze->roadmap, at);
        if (veer_maze_is_vacant(maze, at)) {
            return at;
        }
        for (uint32_t i = 0; i < about->count && is_at_rest(world, at); i++) {
            if (from[about->next[i]] == 0) {
                from[about->next[i]] = at;
                queue[count++] = about->next[i];
            }
        }
    }
    return 0;
}

static void hold(VeerWorld *world, uint32_t slot, uint32_t node)
{
    world->map.traffic.reservations[slot].nodes[0] = node;
    world->map.traffic.maze->there[node] = slot;
}

bool veer_maze_make_vacant(VeerWorld *world, uint32_t node)
{
    VeerMaze *maze = world->map.traffic.maze;
    uint32_t *from = maze->joint_scratch; // free until a joint step
    uint32_t *queue = from + veer_roadmap_count(maze->roadmap) + 1u;
    uint32_t at = search_vacant(world, node, from, queue);
    if (at == 0) {
        return false;
    }
    for (; at != node; at = from[at]) {
        hold(world, maze->there[from[at]], at);
    }
    maze->there[node] = VEER_NO_SLOT;
    return true;
}

// --- Exchanges ---

/// Has two agents exchange nodes, if that is better. @return whether they do
static bool exchange(VeerWorld *world, uint32_t slot, uint32_t other)
{
    const VeerReservation *all = world->map.traffic.reservations;
    uint32_t own = all[slot].nodes[0], its = world->map.traffic.maze->there[other];
    if (own == other || !is_at_rest(world, other)) {
        return false;
    }
    float now = square_to(world, slot, own) + square_to(world, its, other);
    float then = square_to(world, slot, other) + square_to(world, its, own);
    if (then >= now) {
        return false;
    }
    hold(world, slot, other);
    hold(world, its, own);
    return true;
}

bool veer_maze_is_displaced(const VeerWorld *world, uint32_t slot)
{
    const VeerReservation *own = &world->map.traffic.reservations[slot];
    return own->ahead == 0 && veer_maze_at(world, world->agent.position[slot]) != own->nodes[0];
}

void veer_maze_exchange(VeerWorld *world, uint32_t slot)
{
    uint32_t node = veer_maze_at(world, world->agent.position[slot]);
    if (node == 0 || !veer_maze_is_displaced(world, slot)) {
        return;
    }
    const VeerRoadmapNode *about = veer_roadmap_node(world->map.traffic.maze->roadmap, node);
    bool is_done = exchange(world, slot, node);
    for (uint32_t i = 0; i < about->count && !is_done; i++) {
        is_done = exchange(world, slot, about->next[i]);
    }
}
