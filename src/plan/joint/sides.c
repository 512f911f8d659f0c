#include "plan/joint/sides.h"

#include "base/arena.h"

#include <string.h>

/// A node in a depth-first search of its component.
typedef struct Visit {
    uint32_t order;  ///< when it was entered, from 1 on
    uint32_t last;   ///< order of the last node in its subtree
    uint32_t low;    ///< the least order of a neighbour of its subtree
    uint32_t parent; ///< 0: it is the first of its component
    uint32_t root;   ///< that first node
    uint32_t cuts;   ///< of that: nodes of the component that keep something apart
} Visit;

struct VeerJointSides {
    const VeerRoadmap *roadmap;
    Visit *visits;  ///< visits[nodes + 1]
    uint32_t *held; ///< held[order]: agents at nodes up to there
    uint32_t nodes;
};

static size_t lay_out(void *memory, uint32_t nodes, VeerJointSides *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    parts->visits = veer_arena_take(&arena, nodes + 1u, sizeof *parts->visits);
    parts->held = veer_arena_take(&arena, nodes + 1u, sizeof *parts->held);
    return arena.used;
}

size_t veer_joint_sides_size(uint32_t nodes)
{
    VeerJointSides parts;
    return lay_out(NULL, nodes, &parts);
}

VeerJointSides *veer_joint_sides_init(void *memory, uint32_t nodes)
{
    VeerJointSides *sides = memory;
    *sides = (VeerJointSides){0};
    (void)lay_out(memory, nodes, sides);
    return sides;
}

// --- The search ---

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/// Enters the next neighbour that was not entered yet; neighbours are in rising order.
/// @param after  the last one that was @return 0: there is none
static uint32_t enter_next(VeerJointSides *sides, uint32_t at, uint32_t after)
{
    const VeerRoadmapNode *node = veer_roadmap_node(sides->roadmap, at);
    Visit *own = &sides->visits[at];
    for (uint32_t i = 0; i < node->count; i++) {
        Visit *other = &sides->visits[node->next[i]];
        if (node->next[i] <= after) {
            continue;
        }
        if (other->order == 0) {
            other->parent = at;
            return node->next[i];
        }
        own->low = node->next[i] != own->parent ? lesser(own->low, other->order) : own->low;
    }
    return 0;
}

/// Searches a component. @param order  of its first node @return of the first beyond it
static uint32_t search(VeerJointSides *sides, uint32_t root, uint32_t order)
{
    Visit *visits = sides->visits;
    uint32_t at = root, after = 0;
    visits[root].parent = 0;
    while (at > 0) {
        if (visits[at].order == 0) {
            visits[at].order = visits[at].low = order++;
            visits[at].root = root;
        }
        uint32_t next = enter_next(sides, at, after);
        after = next > 0 ? 0 : at;
        if (next == 0) {
            uint32_t parent = visits[at].parent;
            visits[at].last = order - 1u;
            visits[parent].low = lesser(visits[parent].low, visits[at].low);
            next = parent;
        }
        at = next;
    }
    return order;
}

/// Whether a neighbour's subtree is a side of the node for itself.
static bool is_apart(const VeerJointSides *sides, uint32_t node, uint32_t next)
{
    return sides->visits[next].parent == node &&
           sides->visits[next].low >= sides->visits[node].order;
}

static bool is_cut(const VeerJointSides *sides, uint32_t node)
{
    const VeerRoadmapNode *own = veer_roadmap_node(sides->roadmap, node);
    bool is_any = false;
    for (uint32_t i = 0; i < own->count; i++) {
        is_any |= is_apart(sides, node, own->next[i]);
    }
    return is_any;
}

void veer_joint_sides_build(VeerJointSides *sides, const VeerRoadmap *roadmap)
{
    uint32_t order = 1;
    sides->roadmap = roadmap;
    sides->nodes = veer_roadmap_count(roadmap);
    memset(sides->visits, 0, (sides->nodes + 1u) * sizeof *sides->visits);
    for (uint32_t i = 1; i <= sides->nodes; i++) {
        order = sides->visits[i].order > 0 ? order : search(sides, i, order);
    }
    for (uint32_t i = 1; i <= sides->nodes; i++) {
        sides->visits[sides->visits[i].root].cuts += is_cut(sides, i);
    }
}

void veer_joint_sides_count(VeerJointSides *sides, const uint32_t *holder)
{
    memset(sides->held, 0, (sides->nodes + 1u) * sizeof *sides->held);
    for (uint32_t i = 1; i <= sides->nodes; i++) {
        sides->held[sides->visits[i].order] = holder[i] != VEER_JOINT_NONE;
    }
    for (uint32_t i = 1; i <= sides->nodes; i++) {
        sides->held[i] += sides->held[i - 1u];
    }
}

// --- Sides ---

static bool is_below(const VeerJointSides *sides, uint32_t node, uint32_t above)
{
    uint32_t order = sides->visits[node].order;
    return order >= sides->visits[above].order && order <= sides->visits[above].last;
}

VeerJointSide veer_joint_side(const VeerJointSides *sides, uint32_t node, uint32_t other)
{
    const VeerRoadmapNode *own = veer_roadmap_node(sides->roadmap, node);
    for (uint32_t i = 0; i < own->count && is_below(sides, other, node); i++) {
        if (is_apart(sides, node, own->next[i]) && is_below(sides, other, own->next[i])) {
            return (VeerJointSide){node, own->next[i]};
        }
    }
    return (VeerJointSide){node, 0};
}

bool veer_joint_side_has(const VeerJointSides *sides, VeerJointSide side, uint32_t node)
{
    return node != side.node && sides->visits[node].root == sides->visits[side.node].root &&
           veer_joint_side(sides, side.node, node).child == side.child;
}

static uint32_t nodes_below(const VeerJointSides *sides, uint32_t node)
{
    return sides->visits[node].last - sides->visits[node].order + 1u;
}

static uint32_t agents_below(const VeerJointSides *sides, uint32_t node)
{
    const Visit *own = &sides->visits[node];
    return sides->held[own->last] - sides->held[own->order - 1u];
}

/// Nodes, or agents, of a side. @param below  counts those of a subtree @param own  of the node
static uint32_t count_on(const VeerJointSides *sides, VeerJointSide side, uint32_t own,
                         uint32_t (*below)(const VeerJointSides *, uint32_t))
{
    if (side.child > 0) {
        return below(sides, side.child);
    }
    const VeerRoadmapNode *node = veer_roadmap_node(sides->roadmap, side.node);
    uint32_t count = below(sides, sides->visits[side.node].root) - own;
    for (uint32_t i = 0; i < node->count; i++) {
        count -= is_apart(sides, side.node, node->next[i]) ? below(sides, node->next[i]) : 0;
    }
    return count;
}

uint32_t veer_joint_side_nodes(const VeerJointSides *sides, VeerJointSide side)
{
    return count_on(sides, side, 1, nodes_below);
}

uint32_t veer_joint_side_agents(const VeerJointSides *sides, VeerJointSide side)
{
    uint32_t order = sides->visits[side.node].order;
    return count_on(sides, side, sides->held[order] - sides->held[order - 1u], agents_below);
}

uint32_t veer_joint_cuts(const VeerJointSides *sides, uint32_t node)
{
    return sides->visits[sides->visits[node].root].cuts;
}
