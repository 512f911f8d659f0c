/// From the nodes of a search to the route.
#include "plan/voxels/brick.h"
#include "plan/voxels/voxels.h"

#include "base/wide_bits.h"

/// A route that is written from its end.
typedef struct RouteWriting {
    VeerVoxel *route;
    uint32_t capacity, count;
    VeerVoxel last;
} RouteWriting;

static void add(RouteWriting *writing, VeerVoxel voxel)
{
    if (writing->count > 0 && veer_voxel_is_same(writing->last, voxel)) {
        return;
    }
    if (writing->count < writing->capacity) {
        writing->route[writing->count] = voxel;
    }
    writing->last = voxel;
    writing->count++;
}

/// Adds the path from the point of a region to a voxel in it, but for the point: straight, or where
/// that is blocked, by a shortest path along the axes through the pocket. Where the map has been
/// changed since the search, so that there is none, straight too.
static void add_detour(const VeerVoxels *voxels, const VeerVoxelNode *node, VeerVoxel to,
                       RouteWriting *writing)
{
    add(writing, to);
    uint64_t rings[64], last = veer_voxel_bit(to), seen = veer_voxel_bit(node->point);
    if (!veer_region_is_pocket(node->key) || last == seen ||
        veer_voxels_sees(voxels, node->point, to)) {
        return;
    }
    uint64_t pocket = veer_region_bits(voxels, node->key);
    uint32_t ring = 0;
    for (rings[0] = seen; rings[ring] && !(rings[ring] & last); ring++) {
        rings[ring + 1u] = veer_brick_spread(rings[ring]) & pocket & ~seen;
        seen |= rings[ring + 1u];
    }
    VeerVoxel lower = veer_region_lower(node->key);
    for (ring = rings[ring] ? ring : 0u; ring > 1u; ring--) {
        uint64_t before = veer_brick_spread(last) & rings[ring - 1u];
        int32_t bit = (int32_t)veer_bits_lowest(before);
        last = UINT64_C(1) << bit;
        add(writing,
            (VeerVoxel){lower.x + (bit & 3), lower.y + (bit >> 2 & 3), lower.z + (bit >> 4)});
    }
}

/// From the last turn to the first, and where the path is bent, the path through that region.
static void add_turns(const VeerVoxelSearch *search, uint32_t node, RouteWriting *writing)
{
    const VeerSearch *core = search->core;
    for (node = search->nodes[node].base; node != VEER_NO_NODE; node = search->nodes[node].before) {
        const VeerVoxelNode *known = &search->nodes[node];
        add(writing, known->turn);
        if (known->is_bent) {
            uint32_t back = veer_search_tag(core, node) ^ 1u;
            const VeerVoxelNode *over = &search->nodes[core->nodes[node].parent];
            add_detour(search->query.voxels, over, veer_voxel_go(known->turn, back, 1), writing);
            add(writing, over->point);
        }
    }
}

static void add_straight(const VeerVoxelSearch *search, RouteWriting *writing)
{
    const VeerSearch *core = search->core;
    uint32_t node = core->target;
    if (core->state == VEER_SEARCH_FOUND) {
        add(writing, search->goal);
    }
    if (search->nodes[node].is_settled) {
        add(writing, search->nodes[node].point);
    } else {
        node = core->nodes[node].parent; // no path to it is known yet, but one to the node before
        add(writing, search->nodes[node].point);
    }
    add_turns(search, node, writing);
}

static void add_steps(const VeerVoxelSearch *search, RouteWriting *writing)
{
    const VeerSearch *core = search->core;
    for (uint32_t node = core->target; node != VEER_NO_NODE; node = core->nodes[node].parent) {
        add(writing, search->nodes[node].point);
    }
}

static void reverse(VeerVoxel *route, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2u; i++) {
        VeerVoxel other = route[count - 1u - i];
        route[count - 1u - i] = route[i];
        route[i] = other;
    }
}

uint32_t veer_voxel_write(const VeerVoxelSearch *search, VeerVoxel *route, uint32_t capacity)
{
    RouteWriting writing = {.route = route, .capacity = capacity};
    if (search->core->space.expand == veer_voxel_steps) {
        add_steps(search, &writing);
    } else {
        add_straight(search, &writing);
    }
    // A phase that went back from the goal leaves the route in the right order.
    if (writing.count <= capacity && search->phase != VEER_VOXEL_BACKWARD) {
        reverse(route, writing.count);
    }
    return writing.count;
}
