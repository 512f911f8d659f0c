/// How those move who are among the stations of a maze: to the next one, or back to their own.
#include "world/traffic/maze_velocity.h"
#include "world/base/base.h"
#include "world/map/map.h"
#include "world/traffic/maze.h"
#include "world/traffic/maze_map.h"
#include "world/traffic/traffic.h"

#include "base/hash.h"
#include "math/vec.h"
#include "veer/steer.h"

/// Another may follow once this part of the way to the next station is left.
#define LEFT_PART 0.95f
/// s that one in a maze avoids ahead: whom it could meet further on, it does not.
#define HORIZON 0.4f
/// s after twice which who does not get to the next station goes back as long at times.
#define WEDGED_SECONDS 1.5f
/// Who goes back is off its station by this part of its radius, at least.
#define OFF_RADII 0.5f

/// Whether who leaves the next station is still about it: it may have to pass its middle, or turn.
static bool is_followed_closely(const VeerWorld *world, const VeerReservation *seat)
{
    uint32_t other = world->map.traffic.maze->holder[seat->next];
    if (other == VEER_NO_SLOT) {
        return false;
    }
    VeerVec3 to = veer_maze_centre(world, world->map.traffic.reservations[other].next);
    VeerVec3 at = veer_world_flat(world, world->agent.position[other]);
    float length = length3(sub3(to, veer_maze_centre(world, seat->next)));
    return length3(sub3(to, at)) > LEFT_PART * length;
}

/// Where to go to come to the next station: straight, or by where its cells begin.
static VeerVec3 way_to(const VeerWorld *world, uint32_t slot, const VeerReservation *seat)
{
    const VeerRoadmapNode *from = veer_roadmap_node(world->map.traffic.maze->stations, seat->at);
    const VeerRoadmapNode *to = veer_roadmap_node(world->map.traffic.maze->stations, seat->next);
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    VeerMapSight sight =
        veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * world->agent.radius[slot]);
    VeerVec3 way[4] = {veer_maze_centre(world, seat->next)};
    uint32_t count = 1;
    for (uint32_t i = 0; i < to->count; i++) {
        if (to->next[i] == seat->at) {
            way[count++] = veer_grid_centre(world->map.grid.walls, to->border[i]);
        }
    }
    for (uint32_t i = 0; i < from->count; i++) {
        if (from->next[i] == seat->next) {
            way[count++] = veer_grid_centre(world->map.grid.walls, from->border[i]);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (veer_map_is_clear(&sight, at, way[i])) {
            return way[i];
        }
    }
    return veer_maze_centre(world, seat->at);
}

/// Whether nobody is beside, or comes there, whom one at its goal could be in the way of.
static bool is_alone(const VeerWorld *world, const VeerReservation *seat)
{
    const VeerMaze *maze = world->map.traffic.maze;
    const VeerRoadmapNode *station = veer_roadmap_node(maze->stations, seat->at);
    for (uint32_t i = 0; i < station->count; i++) {
        if (!veer_maze_is_vacant(maze, station->next[i])) {
            return false;
        }
    }
    return true;
}

/// Whether an agent goes to its own goal now.
static bool is_home(const VeerWorld *world, uint32_t slot, const VeerReservation *seat)
{
    bool is_there = seat->is_inner && seat->at == seat->goal && seat->next == seat->at;
    bool is_last = world->agent.status[slot] == VEER_AGENT_ARRIVED;
    return is_there && seat->errand == 0 && (!is_last || is_alone(world, seat));
}

/// Whether it goes back for a while, by lot, from where it is between stations for long: two can be
/// wedged in.
static bool is_jammed(const VeerWorld *world, uint32_t slot, const VeerReservation *seat, float dt)
{
    float waited = (float)(world->map.head->plan_tick - seat->stood) * dt;
    uint64_t turn = (uint64_t)(waited / WEDGED_SECONDS);
    VeerVec3 at = veer_world_flat(world, world->agent.position[slot]);
    float off = length3(sub3(veer_maze_centre(world, seat->at), at));
    return turn > 1 && off > OFF_RADII * world->agent.radius[slot] &&
           veer_hash_mix((uint64_t)world->agent.id[slot] << 32 | turn) % 2u == 0;
}

bool veer_maze_velocity(VeerWorld *world, uint32_t slot, float speed, float dt, VeerVec3 *wish)
{
    const VeerReservation *seat =
        world->map.traffic.reservations ? &world->map.traffic.reservations[slot] : NULL;
    *wish = (VeerVec3){0};
    if (!seat || (seat->at == 0 && !seat->waits)) {
        return false;
    }
    if (seat->at == 0) {
        return true;
    }
    bool stays = seat->next == seat->at || is_followed_closely(world, seat) ||
                 is_jammed(world, slot, seat, dt);
    VeerVec3 aim = stays ? veer_maze_centre(world, seat->at) : way_to(world, slot, seat);
    aim = is_home(world, slot, seat) ? world->agent.goal_point[slot] : aim;
    world->map.routes.all[slot].aim = aim;
    VeerVec3 offset = veer_world_flat(world, sub3(aim, world->agent.position[slot]));
    *wish = veer_steer_arrive(offset, speed, world->agent.max_braking[slot], dt);
    return true;
}

/// Whether one goes to the station that another is at.
static bool is_behind(const VeerMaze *maze, const VeerReservation *seat, uint32_t other)
{
    return seat->next != seat->at && maze->holder[seat->next] == other;
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
    bool stands = own->next == own->at, it_stands = its->next == its->at;
    return stands == it_stands ? share : stands ? 0.0f : 1.0f;
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
    VeerMapSight sight = veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * radius);
    bool is_seen = veer_map_is_clear(&sight, at, goal);
    return is_seen ? length : max_f(length, world->agent.goal_radius[slot] + radius);
}
