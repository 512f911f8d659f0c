/// Preferred velocities of agents in mazes.
#include "world/map/map.h"
#include "world/traffic/maze.h"
#include "world/traffic/maze_map.h"
#include "world/traffic/traffic.h"

#include "base/hash.h"
#include "math/vec.h"
#include "veer/steer.h"

/// The node that another agent leaves may be entered once less than this fraction of that one's
/// distance is left.
#define LEFT_PART 0.95f
/// s, the time horizon in mazes: reservations keep agents apart beyond it.
#define HORIZON 0.4f
/// s; an agent that takes more than twice as long to reach a node backs off in randomised intervals
/// of this length.
#define BACK_OFF_SECONDS 1.5f
/// Radii from the middle of its own node beyond which an agent can back off.
#define OFF_RADII 0.5f

/// Whether the agent that leaves the claimed node is still close to it.
static bool is_followed_closely(const VeerWorld *world, const VeerReservation *own)
{
    uint32_t other = world->map.traffic.maze->holder[own->claimed];
    if (other == VEER_NO_SLOT) {
        return false;
    }
    VeerVec3 to = veer_maze_centre(world, world->map.traffic.reservations[other].claimed);
    float length = length3(sub3(to, veer_maze_centre(world, own->claimed)));
    return length3(veer_world_offset(world, other, to)) > LEFT_PART * length;
}

/// The point to head for to reach the claimed node: its middle, or where its cells begin.
static VeerVec3 aim_towards(const VeerWorld *world, uint32_t slot, const VeerReservation *own)
{
    const VeerRoadmapNode *from = veer_roadmap_node(world->map.traffic.maze->roadmap, own->at);
    const VeerRoadmapNode *to = veer_roadmap_node(world->map.traffic.maze->roadmap, own->claimed);
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    VeerVec3 aims[4] = {veer_maze_centre(world, own->claimed)};
    uint32_t count = 1;
    for (uint32_t i = 0; i < to->count; i++) {
        if (to->next[i] == own->at) {
            aims[count++] = veer_grid_centre(world->map.grid.walls, to->border[i]);
        }
    }
    for (uint32_t i = 0; i < from->count; i++) {
        if (from->next[i] == own->claimed) {
            aims[count++] = veer_grid_centre(world->map.grid.walls, from->border[i]);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (veer_map_sees(world, slot, at, aims[i])) {
            return aims[i];
        }
    }
    return veer_maze_centre(world, own->at);
}

/// Whether no agent is at or goes to a neighbouring node: then an agent at its goal is in nobody's
/// way.
static bool is_alone(const VeerWorld *world, const VeerReservation *own)
{
    const VeerMaze *maze = world->map.traffic.maze;
    const VeerRoadmapNode *node = veer_roadmap_node(maze->roadmap, own->at);
    for (uint32_t i = 0; i < node->count; i++) {
        if (!veer_maze_is_vacant(maze, node->next[i])) {
            return false;
        }
    }
    return true;
}

/// Whether an agent heads for its goal point, not the middle of a node.
static bool heads_for_goal(const VeerWorld *world, uint32_t slot, const VeerReservation *own)
{
    bool is_at_target = own->is_goal_inside && own->at == own->goal && own->claimed == own->at;
    bool is_last = world->agent.status[slot] == VEER_AGENT_ARRIVED;
    return is_at_target && own->detour == 0 && (!is_last || is_alone(world, own));
}

/// Whether an agent that takes long between two nodes backs off in this interval, randomised by its
/// id: two can be jammed.
static bool is_backing_off(const VeerWorld *world, uint32_t slot, const VeerReservation *own,
                           float dt)
{
    float waited = (float)(world->map.head->plan_tick - own->last_step) * dt;
    uint64_t interval = (uint64_t)(waited / BACK_OFF_SECONDS);
    float off = length3(veer_world_offset(world, slot, veer_maze_centre(world, own->at)));
    return interval > 1 && off > OFF_RADII * world->agent.radius[slot] &&
           veer_hash_mix((uint64_t)world->agent.id[slot] << 32 | interval) % 2u == 0;
}

bool veer_maze_velocity(VeerWorld *world, uint32_t slot, float speed, float dt, VeerVec3 *preferred)
{
    const VeerReservation *own =
        world->map.traffic.reservations ? &world->map.traffic.reservations[slot] : NULL;
    *preferred = (VeerVec3){0};
    if (!own || (own->at == 0 && !own->is_waiting)) {
        return false;
    }
    if (own->at == 0) {
        return true;
    }
    bool stays = own->claimed == own->at || is_followed_closely(world, own) ||
                 is_backing_off(world, slot, own, dt);
    VeerVec3 aim = stays ? veer_maze_centre(world, own->at) : aim_towards(world, slot, own);
    if (heads_for_goal(world, slot, own)) {
        aim = world->agent.goal_point[slot];
    }
    world->map.routes.all[slot].aim = aim;
    *preferred = veer_steer_arrive(veer_world_offset(world, slot, aim), speed,
                                   world->agent.max_braking[slot], dt);
    return true;
}

/// Whether an agent goes to the node that another one holds.
static bool is_behind(const VeerMaze *maze, const VeerReservation *own, uint32_t other)
{
    return own->claimed != own->at && maze->holder[own->claimed] == other;
}

float veer_maze_yield_share(const VeerWorld *world, uint32_t slot, uint32_t other, float share)
{
    const VeerMaze *maze = world->map.traffic.maze;
    const VeerReservation *own = &world->map.traffic.reservations[slot],
                          *its = &world->map.traffic.reservations[other];
    bool is_own = is_behind(maze, own, other), is_its = is_behind(maze, its, slot);
    if (is_own != is_its) {
        return is_own ? 1.0f : 0.0f;
    }
    bool stays = own->claimed == own->at, other_stays = its->claimed == its->at;
    return stays == other_stays ? share : stays ? 0.0f : 1.0f;
}

bool veer_maze_shorten_horizon(const VeerWorld *world, uint32_t slot, VeerAvoidParams *out)
{
    if (!veer_maze_has(world, slot)) {
        return false;
    }
    *out = world->agent.avoid[slot];
    out->time_horizon = min_f(out->time_horizon, HORIZON);
    out->time_horizon_obstacles = min_f(out->time_horizon_obstacles, HORIZON);
    return true;
}

float veer_maze_remaining(const VeerWorld *world, uint32_t slot)
{
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[slot]);
    float length = length3(sub3(goal, at)), radius = world->agent.radius[slot];
    return veer_map_sees(world, slot, at, goal)
               ? length
               : max_f(length, world->agent.goal_radius[slot] + radius);
}
