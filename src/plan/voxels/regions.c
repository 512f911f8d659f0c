/// Regions of a voxel map, and how a path comes to one of them: in straight lines at any angle.
/// Source: Nash, Koenig and Tovey, "Lazy Theta*: any-angle path planning and path length analysis
/// in 3D", AAAI 2010, over regions instead of the corners of a grid; that a node which turns out to
/// cost more waits again is from Cohen, Phillips and Likhachev, "Planning single-arm manipulations
/// with n-arm robots", RSS 2014 (lazy weighted A*).
///
/// A path is first taken to come straight from the last turn of the path to the region before; that
/// is checked only when the node is expanded.
#include "plan/voxels/brick.h"
#include "plan/voxels/voxels.h"

#include "base/wide_bits.h"

static uint64_t blocked_at(const VeerVoxels *voxels, VeerVoxel at)
{
    return *veer_bricks_word(&voxels->levels[0], at.x >> 2, at.y >> 2, at.z >> 2);
}

uint64_t veer_region_of(const VeerVoxels *voxels, VeerVoxel voxel)
{
    uint64_t blocked = blocked_at(voxels, voxel);
    if (!blocked) {
        uint32_t shift = (uint32_t)veer_voxel_leaf_shift(voxels, voxel);
        return veer_region_key(veer_voxel_corner(voxel, shift), shift);
    }
    uint64_t pocket = veer_brick_flood(veer_voxel_bit(voxel), ~blocked);
    uint64_t seed = blocked & veer_voxel_bit(voxel) ? veer_voxel_bit(voxel) : pocket;
    return veer_region_key(veer_voxel_corner(voxel, 2), 64u + veer_bits_lowest(seed));
}

uint64_t veer_region_bits(const VeerVoxels *voxels, uint64_t key)
{
    uint64_t seed = UINT64_C(1) << (veer_region_tag(key) & 63u);
    uint64_t blocked = blocked_at(voxels, veer_region_lower(key));
    return blocked & seed ? seed : veer_brick_flood(seed, ~blocked);
}

bool veer_region_has(const VeerVoxels *voxels, uint64_t key, VeerVoxel voxel)
{
    bool is_pocket = veer_region_is_pocket(key);
    VeerVoxel corner = veer_voxel_corner(voxel, is_pocket ? 2u : veer_region_tag(key));
    return veer_voxel_is_same(corner, veer_region_lower(key)) &&
           (!is_pocket || (veer_region_bits(voxels, key) & veer_voxel_bit(voxel)) != 0);
}

/// Gives a node a turn of its own.
static void turn_at(VeerVoxelSearch *search, uint32_t node, uint32_t base, VeerVoxel turn)
{
    VeerVoxelNode *known = &search->nodes[node];
    const VeerVoxelNode *last = &search->nodes[base];
    known->turn = turn;
    known->cost = last->cost + veer_voxel_distance(last->turn, turn);
    known->before = base;
    known->base = node & (VEER_MAX_VOXEL_NODES - 1u);
}

/// Where no single turn will do: by the point of the region before and out of it, unseen.
static void bend(VeerVoxelSearch *search, uint32_t node, uint32_t base, VeerVoxel over)
{
    VeerVoxelNode *known = &search->nodes[node];
    uint64_t thought = search->core->nodes[node].cost; // which includes what is known of detours
    turn_at(search, node, base, over);
    known->cost += veer_voxel_distance(over, known->point);
    known->cost = known->cost > thought ? known->cost : thought;
    known->turn = known->point;
    known->is_bent = 1;
}

/// Settles where the path to a region comes from: straight from the last turn; else by a new turn
/// in the region before, moved to where it costs least; else bent.
static void settle(VeerVoxelSearch *search, uint32_t node, uint32_t parent)
{
    const VeerVoxels *voxels = search->query.voxels;
    VeerVoxelNode *known = &search->nodes[node];
    const VeerVoxelNode *over = &search->nodes[parent];
    uint32_t base = over->base;
    VeerVoxel last = search->nodes[base].turn, point = known->point, turn = over->point;
    known->is_settled = 1;
    if (veer_voxels_sees(voxels, last, point)) {
        known->base = base & (VEER_MAX_VOXEL_NODES - 1u);
        return;
    }
    VeerVoxel exit = veer_voxel_go(point, veer_search_tag(search->core, node) ^ 1u, 1);
    if (veer_voxels_sees(voxels, last, exit)) {
        turn = exit;
    } else if (!veer_voxels_sees(voxels, turn, point)) {
        bend(search, node, base, turn);
        return;
    }
    (void)veer_voxel_slide(voxels, last, &turn, point, 4);
    turn_at(search, node, base, turn);
}

bool veer_region_arrives(void *user, uint32_t node)
{
    VeerVoxelSearch *search = user;
    VeerSearch *core = search->core;
    const VeerVoxelNode *known = &search->nodes[node];
    if (!known->is_settled) {
        settle(search, node, core->nodes[node].parent);
        const VeerVoxelNode *base = &search->nodes[known->base];
        uint64_t cost = base->cost + veer_voxel_distance(base->turn, known->point);
        // A hundredth is not worth a second turn.
        if (cost > core->nodes[node].cost + core->nodes[node].cost / 100u) {
            veer_search_reopen(core, node, cost, veer_voxel_distance(known->point, search->goal));
            return false;
        }
    }
    return veer_voxels_sees(search->query.voxels, known->point, search->goal);
}
