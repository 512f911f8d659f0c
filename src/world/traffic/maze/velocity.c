/// Preferred velocities of agents in mazes.
#include "world/map/map.h"
#include "world/traffic/maze/members.h"
#include "world/traffic/maze/nodes.h"
#include "world/traffic/maze/roadmap.h"
#include "world/traffic/maze/step.h"

#include "math/vec.h"
#include "veer/steer.h"

/// The last point of a leg before a body that leaves its end, from which that one is so far off.
static VeerVec3 before_body(VeerVec3 from, VeerVec3 to, VeerVec3 body, float clear)
{
    VeerVec3 leg = sub3(to, from), off = sub3(from, body);
    float a = dot3(leg, leg), b = dot3(off, leg), c = dot3(off, off) - clear * clear;
    float root = b * b - a * c;
    if (root <= 0.0f || b >= 0.0f) {
        return to;
    }
    return along3(from, leg, max_f(0.0f, min_f(1.0f, (-b - sqrtf(root)) / a)));
}

/// Whether one leg leads straight on after another; not if it has no length.
static bool is_straight_on(VeerVec3 leg, VeerVec3 next)
{
    return length3(cross3(leg, next)) < 1e-3f * dot3(leg, next);
}

/// Whether an agent goes straight on from the node where a leg ends.
static bool goes_on(const VeerWorld *world, uint32_t slot, VeerVec3 leg, VeerVec3 to)
{
    const VeerReservation *own = &world->map.traffic.reservations[slot];
    return is_straight_on(leg, sub3(veer_maze_centre(world, own->nodes[own->ahead > 0]), to));
}

/// How far an agent may go on a leg: to its end, or up to who leaves that right before it. Whom it
/// follows straight on it leaves a leg, so that a queue has no more bodies than nodes: each has
/// one to stay at, whatever becomes of the map.
static VeerVec3 end_of_leg(const VeerWorld *world, uint32_t slot, VeerVec3 from, uint32_t node)
{
    const VeerMaze *maze = world->map.traffic.maze;
    VeerVec3 to = veer_maze_centre(world, node);
    uint32_t other = maze->there[node];
    if (maze->coming[node] != slot) {
        return from;
    }
    if (other == VEER_NO_SLOT) {
        return to;
    }
    VeerVec3 leg = sub3(to, from);
    float reach = world->agent.radius[slot] + world->agent.radius[other];
    float clear = reach * (1.0f + VEER_PLAN_SLACK);
    clear = goes_on(world, other, leg, to) ? max_f(clear, length3(leg)) : clear;
    VeerVec3 body = veer_world_flat(world, world->agent.position[other]);
    return before_body(from, to, body, clear);
}

/// The point to head for to reach a next node whose middle is out of sight: where its cells begin.
static VeerVec3 aim_over_border(const VeerWorld *world, uint32_t slot, const VeerReservation *own)
{
    const VeerRoadmap *roadmap = world->map.traffic.maze->roadmap;
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    VeerVec3 aims[2];
    VeerCell border;
    uint32_t count = 0;
    if (veer_roadmap_border(roadmap, own->nodes[1], own->nodes[0], &border)) {
        aims[count++] = veer_grid_centre(world->map.grid.walls, border);
    }
    if (veer_roadmap_border(roadmap, own->nodes[0], own->nodes[1], &border)) {
        aims[count++] = veer_grid_centre(world->map.grid.walls, border);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (veer_map_sees(world, slot, at, aims[i])) {
            return aims[i];
        }
    }
    return veer_maze_centre(world, own->nodes[0]);
}

/// The point to head for: as far as the nodes ahead lead straight on, and are free.
static VeerVec3 find_aim(const VeerWorld *world, uint32_t slot, const VeerReservation *own)
{
    VeerVec3 from = veer_maze_centre(world, own->nodes[0]), aim = from;
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]), first = {0};
    for (uint32_t i = 1; i <= own->ahead; i++) {
        VeerVec3 to = veer_maze_centre(world, own->nodes[i]), leg = sub3(to, from);
        bool is_straight = i == 1 || is_straight_on(first, leg);
        if (!is_straight || (i > 1 && !veer_maze_is_free_for(world, slot, own->nodes[i - 1]))) {
            break;
        }
        first = i == 1 ? leg : first;
        aim = end_of_leg(world, slot, from, own->nodes[i]);
        from = to;
    }
    return own->ahead == 0 || veer_map_sees(world, slot, at, aim)
               ? aim
               : aim_over_border(world, slot, own);
}

/// Whether no agent is at or goes to a neighbouring node: then an agent at its goal is in nobody's
/// way.
static bool is_alone(const VeerWorld *world, const VeerReservation *own)
{
    const VeerMaze *maze = world->map.traffic.maze;
    const VeerRoadmapNode *node = veer_roadmap_node(maze->roadmap, own->nodes[0]);
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
    bool is_at_target = own->is_goal_inside && own->nodes[0] == own->goal && own->ahead == 0;
    bool is_last = world->agent.status[slot] == VEER_AGENT_ARRIVED;
    return is_at_target && (!is_last || is_alone(world, own));
}

bool veer_maze_is_settled(const VeerWorld *world, uint32_t slot)
{
    if (!veer_maze_has(world, slot)) {
        return false;
    }
    const VeerReservation *own = &world->map.traffic.reservations[slot];
    VeerVec3 to = veer_maze_centre(world, own->nodes[own->ahead > 0]);
    VeerVec3 from = veer_maze_centre(world, own->nodes[0]), leg = sub3(to, from);
    VeerVec3 off = scale3(veer_world_offset(world, slot, from), -1.0f);
    float part = dot3(leg, leg) > 0.0f ? dot3(off, leg) / dot3(leg, leg) : 0.0f;
    VeerVec3 nearest = scale3(leg, max_f(0.0f, min_f(1.0f, part)));
    return length3(sub3(off, nearest)) <= VEER_REACHED_PART * world->agent.radius[slot];
}

bool veer_maze_velocity(VeerWorld *world, uint32_t slot, float speed, float dt, VeerVec3 *preferred)
{
    const VeerReservation *own =
        world->map.traffic.reservations ? &world->map.traffic.reservations[slot] : NULL;
    *preferred = (VeerVec3){0};
    if (!own || (own->nodes[0] == 0 && !own->is_waiting)) {
        return false;
    }
    if (own->nodes[0] == 0) {
        return true;
    }
    VeerVec3 aim = find_aim(world, slot, own);
    if (heads_for_goal(world, slot, own)) {
        aim = world->agent.goal_point[slot];
    }
    world->map.routes.all[slot].aim = aim;
    *preferred = veer_steer_arrive(veer_world_offset(world, slot, aim), speed,
                                   veer_profile(world, slot)->max_braking, dt);
    return true;
}

bool veer_maze_shorten_horizon(const VeerWorld *world, uint32_t slot, VeerAvoidParams *out)
{
    if (!veer_maze_has(world, slot)) {
        return false;
    }
    *out = veer_profile(world, slot)->avoid;
    // As far as to the border of its node: beyond it reservations keep agents apart.
    float horizon = world->agent.radius[slot] / world->agent.max_speed[slot];
    out->time_horizon = min_f(out->time_horizon, horizon);
    out->time_horizon_obstacles = min_f(out->time_horizon_obstacles, horizon);
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
