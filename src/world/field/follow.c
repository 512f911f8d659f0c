/// From a shared field to a wish.
#include "math/vec.h"
#include "veer/steer.h"
#include "world/base/base.h"
#include "world/body/body.h"
#include "world/field/field.h"
#include "world/map/map.h"

/// Points that a body which brakes and turns looks at, and how far, s and radii.
#define AHEAD 16u
#define LOOK_SECONDS 1.0f
#define LOOK_RADII 3.0f
/// Cells: a body pushed off the free ones looks so far for one.
#define WAY_IN 3

static bool is_zero(VeerVec3 vector)
{
    return vector.x == 0.0f && vector.y == 0.0f && vector.z == 0.0f;
}

/// The box of cells within so many of one, held to the map.
static VeerVoxelBox cells_about(const VeerWorldMapDef *def, VeerVoxel own, int32_t reach)
{
    VeerVoxel sides = veer_field_sides(def);
    VeerVoxelBox box = {{own.x - reach, own.y - reach, own.z - reach},
                        {own.x + reach + 1, own.y + reach + 1, own.z + reach + 1}};
    int32_t *lower[3] = {&box.lower.x, &box.lower.y, &box.lower.z};
    int32_t *upper[3] = {&box.upper.x, &box.upper.y, &box.upper.z};
    const int32_t most[3] = {sides.x, sides.y, sides.z};
    for (int i = 0; i < 3; i++) {
        *lower[i] = *lower[i] > 0 ? *lower[i] : 0;
        *upper[i] = *upper[i] < most[i] ? *upper[i] : most[i];
    }
    return box;
}

/// The nearest middle so far from which a field knows the way.
typedef struct WayIn {
    const VeerField *field;
    VeerMapSight sight;
    VeerVec3 position;
    VeerVec3 middle;
    float distance;
} WayIn;

static void offer(const VeerWorldMap *map, WayIn *in, VeerVoxel cell)
{
    VeerVec3 middle = veer_field_middle(map, cell);
    middle.z = map->voxels.blocked ? middle.z : in->position.z;
    float distance = length3(sub3(middle, in->position));
    if (distance < in->distance && veer_field_at_voxel(in->field, cell) < INFINITY &&
        veer_map_is_clear(&in->sight, in->position, middle)) {
        in->distance = distance;
        in->middle = middle;
    }
}

/// The middle of the nearest cell in sight of which a field knows the way. @return false: none is
/// near
static bool find_way_in(const VeerWorld *world, const VeerField *field, VeerVec3 position,
                        VeerVec3 *out)
{
    const VeerWorldMap *map = &world->map;
    float hair = 0.01f * veer_map_cell_size(world);
    WayIn in = {field, veer_map_sight(world, map->grid.walls, hair), position, position, INFINITY};
    VeerVoxelBox box = cells_about(&world->def.map, veer_field_cell(map, position), WAY_IN);
    VeerVoxel at;
    for (at.z = box.lower.z; at.z < box.upper.z; at.z++) {
        for (at.y = box.lower.y; at.y < box.upper.y; at.y++) {
            for (at.x = box.lower.x; at.x < box.upper.x; at.x++) {
                offer(map, &in, at);
            }
        }
    }
    *out = in.middle;
    return in.distance < INFINITY;
}

float veer_field_remaining(const VeerWorld *world, uint32_t slot)
{
    const VeerField *field = veer_field_of(world, slot);
    VeerVec3 position = veer_world_flat(world, world->agent.position[slot]), in;
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[slot]);
    VeerVec3 aim = veer_world_flat(world, world->map.routes.all[slot].aim);
    float over = veer_field_link_remaining(world, slot);
    if (over >= 0.0f) {
        return over;
    }
    if (is_zero(sub3(aim, goal))) {
        return length3(sub3(goal, position)); // on its last leg
    }
    float distance = veer_field_distance(field, position);
    if (distance < INFINITY || !find_way_in(world, field, position, &in)) {
        return distance;
    }
    return length3(sub3(in, position)) +
           veer_field_at_voxel(field, veer_field_cell(&world->map, in));
}

/// Which way a field leads from a point; 0: nowhere.
static VeerVec3 way_at(const VeerWorld *world, const VeerField *field, VeerVec3 position)
{
    VeerVec3 way = veer_field_direction(field, position), in;
    if (is_zero(way) && find_way_in(world, field, position, &in)) {
        way = unit3(sub3(in, position), (VeerVec3){0});
    }
    return way;
}

/// The way ahead as points, for bodies that have to brake and turn.
static VeerVec3 pursue(const VeerWorld *world, const VeerField *field, VeerFollower follower,
                       float reach)
{
    VeerVec3 points[AHEAD + 1] = {follower.position};
    float step = min_f(reach / (float)AHEAD, veer_map_cell_size(world));
    for (uint32_t i = 0; i < AHEAD; i++) {
        points[i + 1] = along3(points[i], way_at(world, field, points[i]), step);
    }
    VeerSteerPath path = {points, AHEAD + 1, false};
    return veer_steer_follow_path(&path, &follower);
}

bool veer_field_velocity(VeerWorld *world, uint32_t slot, float speed, float dt, VeerVec3 *wish)
{
    VeerRoute *route = &world->map.routes.all[slot];
    const VeerField *field = veer_field_of(world, slot);
    VeerFollower follower = veer_route_follower(world, slot, speed, dt);
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[slot]);
    float radius = world->agent.radius[slot];
    float reach = LOOK_RADII * radius + LOOK_SECONDS * speed;
    VeerMapSight looking = veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * radius);
    if (veer_field_link_velocity(world, slot, speed, wish)) {
        return true;
    }
    if (length3(sub3(goal, follower.position)) <= reach &&
        veer_map_is_clear(&looking, follower.position, goal)) {
        route->aim = world->agent.goal_point[slot];
        route->lost = 0.0f;
        return false;
    }
    VeerVec3 way = way_at(world, field, follower.position);
    bool is_lost = is_zero(way);
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

float veer_route_length(const VeerWorld *world, uint32_t slot)
{
    bool has_field = world->map.routes.all[slot].field > 0;
    return has_field ? veer_field_remaining(world, slot) : veer_route_rest(world, slot);
}
