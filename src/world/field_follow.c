/// From a shared field to a wish.
#include "math/vec.h"
#include "veer/steer.h"
#include "world/stages.h"

/// Points that a body which brakes and turns looks at, and how far, s and radii.
#define AHEAD 16u
#define LOOK_SECONDS 1.0f
#define LOOK_RADII 3.0f
/// A body goes straight to its goal where it sees it with this part of its radius.
#define SIGHT_RADII 0.99f
/// Cells: a body pushed off the free ones looks so far for one.
#define WAY_IN 3

/// The middle of the nearest cell in sight of which a field knows the way. @return false: none is
/// near
static bool find_way_in(const VeerWorld *world, const VeerField *field, VeerVec3 position,
                        VeerVec3 *out)
{
    const VeerGrid *grid = world->map.walls;
    VeerCell own = veer_grid_cell_at(grid, position);
    VeerMapSight looking = veer_map_sight(world, grid, 0.01f * veer_grid_def(grid)->cell_size);
    float least = INFINITY;
    for (int32_t y = own.y - WAY_IN; y <= own.y + WAY_IN; y++) {
        for (int32_t x = own.x - WAY_IN; x <= own.x + WAY_IN; x++) {
            VeerCell cell = {x, y};
            VeerVec3 middle = veer_grid_centre(grid, cell);
            middle.z = position.z;
            float distance = length3(sub3(middle, position));
            if (distance < least && veer_grid_has(grid, cell) &&
                veer_field_at(field, cell) < INFINITY &&
                veer_map_is_clear(&looking, position, middle)) {
                least = distance;
                *out = middle;
            }
        }
    }
    return least < INFINITY;
}

float veer_field_left(const VeerWorld *world, uint32_t slot)
{
    const VeerField *field = veer_field_of(world, slot);
    VeerVec3 position = veer_world_flat(world, world->agent.position[slot]), in;
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[slot]);
    VeerVec3 aim = veer_world_flat(world, world->map.routes[slot].aim);
    if (aim.x == goal.x && aim.y == goal.y) {
        return length3(sub3(goal, position)); // on its last leg
    }
    float distance = veer_field_distance(field, position);
    if (distance < INFINITY || !find_way_in(world, field, position, &in)) {
        return distance;
    }
    return length3(sub3(in, position)) +
           veer_field_at(field, veer_grid_cell_at(world->map.walls, in));
}

/// Which way a field leads from a point; 0: nowhere.
static VeerVec3 way_at(const VeerWorld *world, const VeerField *field, VeerVec3 position)
{
    VeerVec3 way = veer_field_direction(field, position), in;
    bool is_none = way.x == 0.0f && way.y == 0.0f;
    if (is_none && find_way_in(world, field, position, &in)) {
        way = unit3(sub3(in, position), (VeerVec3){0});
    }
    return way;
}

/// The way ahead as points, for bodies that have to brake and turn.
static VeerVec3 pursue(const VeerWorld *world, const VeerField *field, VeerFollower follower,
                       float reach)
{
    VeerVec3 points[AHEAD + 1] = {follower.position};
    float step = min_f(reach / (float)AHEAD, world->def.map.grid.cell_size);
    for (uint32_t i = 0; i < AHEAD; i++) {
        points[i + 1] = along3(points[i], way_at(world, field, points[i]), step);
    }
    VeerSteerPath path = {points, AHEAD + 1, false};
    return veer_steer_follow_path(&path, &follower);
}

bool veer_field_wish(VeerWorld *world, uint32_t slot, float speed, float dt, VeerVec3 *wish)
{
    VeerRoute *route = &world->map.routes[slot];
    const VeerField *field = veer_field_of(world, slot);
    VeerFollower follower = veer_route_follower(world, slot, speed, dt);
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[slot]);
    float radius = world->agent.radius[slot];
    float reach = LOOK_RADII * radius + LOOK_SECONDS * speed;
    VeerMapSight looking = veer_map_sight(world, world->map.walls, SIGHT_RADII * radius);
    if (length3(sub3(goal, follower.position)) <= reach &&
        veer_map_is_clear(&looking, follower.position, goal)) {
        route->aim = world->agent.goal_point[slot];
        route->lost = 0.0f;
        return false;
    }
    VeerVec3 way = way_at(world, field, follower.position);
    bool is_lost = way.x == 0.0f && way.y == 0.0f;
    route->lost = is_lost ? route->lost + dt : 0.0f;
    route->aim = along3(world->agent.position[slot], way, reach);
    if (is_lost || veer_agent_is_holonomic(world, slot)) {
        *wish = scale3(way, speed);
    } else {
        float braking = speed * speed / max_f(2.0f * follower.braking, 1e-6f);
        *wish = pursue(world, field, follower, reach + min_f(braking, 4.0f * reach));
    }
    return true;
}
