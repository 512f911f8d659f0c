/// Where agents in a maze go: to their goals' nodes, or to where their paths lead out.
#include "world/traffic/maze/exit.h"
#include "world/map/map.h"
#include "world/traffic/maze/roadmap.h"

#include "math/vec.h"

/// Points of a path within which the exit from the maze is searched for.
#define MAX_POINTS 32u

/// Whether a cell is free, and no part of a maze.
static bool is_outside(const VeerWorld *world, VeerCell cell)
{
    const VeerGrid *walls = world->map.grid.walls;
    return veer_grid_has(walls, cell) && !veer_grid_is_blocked(walls, cell) &&
           veer_roadmap_at(world->map.traffic.maze->roadmap, cell) == 0;
}

/// Whether a cell beside a node is outside.
static bool is_mouth(const VeerWorld *world, uint32_t node)
{
    static const int32_t beside[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const VeerRoadmap *roadmap = world->map.traffic.maze->roadmap;
    VeerCell at = veer_roadmap_node(roadmap, node)->cell;
    bool is_open = false;
    for (int i = 0; i < 4; i++) {
        is_open |= is_outside(world, (VeerCell){at.x + beside[i][0], at.y + beside[i][1]});
    }
    return is_open;
}

/// Whether one at a node that leaves by another leaves at once: by its own, or by the mouth beside
/// the one that it is at. Else it would go to that one, where its path may lead out by the first.
static bool leaves_at_once(const VeerWorld *world, uint32_t from, uint32_t last)
{
    const VeerRoadmapNode *node = veer_roadmap_node(world->map.traffic.maze->roadmap, from);
    bool is_beside = false;
    for (uint32_t i = 0; i < node->count; i++) {
        is_beside |= node->next[i] == last;
    }
    return last == from || (is_beside && is_mouth(world, from));
}

/// The last node of an agent's path before it first leaves the maze, or of the path. From where
/// others pushed the agent that may lead over a corner of walls. @return 0: it has no path yet, or
/// leaves at once
static uint32_t find_exit(const VeerWorld *world, uint32_t slot, uint32_t from, bool *leaves)
{
    VeerVec3 points[MAX_POINTS + 1];
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    uint32_t count = veer_route_ahead(world, slot, points, MAX_POINTS), last = 0;
    float step = 0.5f * veer_map_cell_size(world);
    const VeerGrid *walls = world->map.grid.walls;
    *leaves = false;
    for (uint32_t i = 0; i < count; i++) {
        float length = length3(sub3(points[i], at));
        VeerVec3 along = unit3(sub3(points[i], at), (VeerVec3){0});
        for (float done = 0.0f; done < length; done += step) {
            VeerVec3 point = along3(at, along, done);
            uint32_t node = veer_maze_at(world, point);
            if (last > 0 && is_outside(world, veer_grid_cell_at(walls, point))) {
                *leaves = true;
                return leaves_at_once(world, from, last) ? 0 : last;
            }
            last = node > 0 ? node : last;
        }
        at = points[i];
    }
    return last != from ? last : 0;
}

bool veer_maze_find_goal(const VeerWorld *world, uint32_t slot, uint32_t from, VeerReservation *own)
{
    const VeerRoadmap *roadmap = world->map.traffic.maze->roadmap;
    uint32_t inner = veer_maze_at(world, world->agent.goal_point[slot]);
    bool leaves, is_inside = inner > 0 && veer_roadmap_node(roadmap, inner)->component ==
                                              veer_roadmap_node(roadmap, from)->component;
    uint32_t last = find_exit(world, slot, from, &leaves);
    own->is_goal_inside = is_inside && !leaves;
    own->goal = own->is_goal_inside ? inner : last;
    return own->goal > 0;
}
