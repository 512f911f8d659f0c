/// From a shared field to a preferred velocity.
#include "math/vec.h"
#include "veer/steer.h"
#include "world/body/body.h"
#include "world/field/field.h"
#include "world/map/map.h"

/// Points ahead for bodies that brake and turn.
#define AHEAD 16u
/// Cells within which a body that was pushed off the free ones looks for one.
#define ENTRY_CELLS 3

static bool is_zero(VeerVec3 vector)
{
    return vector.x == 0.0f && vector.y == 0.0f && vector.z == 0.0f;
}

/// The box of cells within `reach` of one, clamped to the map.
static VeerVoxelBox cells_about(const VeerWorldMapDef *def, VeerVoxel own, int32_t reach)
{
    VeerVoxel sides = veer_field_sides(def);
    return (VeerVoxelBox){{clamp_i(own.x - reach, 0, sides.x), clamp_i(own.y - reach, 0, sides.y),
                           clamp_i(own.z - reach, 0, sides.z)},
                          {clamp_i(own.x + reach + 1, 0, sides.x),
                           clamp_i(own.y + reach + 1, 0, sides.y),
                           clamp_i(own.z + reach + 1, 0, sides.z)}};
}

/// The nearest middle of a cell so far that the field covers.
typedef struct FieldEntry {
    const VeerField *field;
    VeerMapSight sight;
    bool is_seen; ///< it must be in sight
    VeerVec3 position;
    VeerVec3 middle;
    float distance;
} FieldEntry;

static void offer_entry(const VeerWorldMap *map, FieldEntry *entry, VeerVoxel cell)
{
    VeerVec3 middle = veer_cells_middle(map, cell);
    middle.z = map->voxels.blocked ? middle.z : entry->position.z;
    float distance = length3(sub3(middle, entry->position));
    if (distance < entry->distance && veer_field_at_voxel(entry->field, cell) < INFINITY &&
        (!entry->is_seen || veer_map_is_clear(&entry->sight, entry->position, middle))) {
        entry->distance = distance;
        entry->middle = middle;
    }
}

/// The middle of the nearest cell, in sight or any, that the field covers. @return false: none is
/// near
static bool find_entry(const VeerWorld *world, const VeerField *field, VeerVec3 position,
                       bool is_seen, VeerVec3 *out)
{
    const VeerWorldMap *map = &world->map;
    float slop = 0.01f * veer_map_cell_size(world);
    FieldEntry entry = {
        field, veer_map_sight(world, map->grid.walls, slop), is_seen, position, position, INFINITY};
    VeerVoxelBox box = cells_about(&world->def.map, veer_cells_at(map, position), ENTRY_CELLS);
    VeerVoxel at;
    for (at.z = box.lower.z; at.z < box.upper.z; at.z++) {
        for (at.y = box.lower.y; at.y < box.upper.y; at.y++) {
            for (at.x = box.lower.x; at.x < box.upper.x; at.x++) {
                offer_entry(map, &entry, at);
            }
        }
    }
    *out = entry.middle;
    return entry.distance < INFINITY;
}

/// m to the goal of an agent on a link: to its end, and from the cell there that the field covers.
/// It asks the state alone: ends that are settled for a class are made when somebody plans, so a
/// world that was just restored has none.
static float link_remaining(const VeerWorld *world, uint32_t slot, const VeerField *field)
{
    const VeerGrid *grid = world->map.grid.walls;
    VeerCell cell = veer_grid_cell_at(grid, veer_links_crossed(world, slot).to);
    VeerVec3 end = veer_world_flat(world, veer_grid_centre(grid, cell)), in;
    float rest = veer_field_at(field, cell);
    if (!(rest < INFINITY) && find_entry(world, field, end, false, &in)) {
        rest = length3(sub3(in, end)) + veer_field_at_voxel(field, veer_cells_at(&world->map, in));
    }
    return length3(veer_world_offset(world, slot, end)) + rest;
}

float veer_field_remaining(const VeerWorld *world, uint32_t slot)
{
    const VeerField *field = veer_field_of(world, slot);
    VeerVec3 position = veer_world_flat(world, world->agent.position[slot]), in;
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[slot]);
    VeerVec3 aim = veer_world_flat(world, world->map.routes.all[slot].aim);
    if (world->map.grid.walls && veer_links_is_crossing(world, slot)) {
        return link_remaining(world, slot, field);
    }
    if (is_zero(sub3(aim, goal))) {
        return length3(sub3(goal, position)); // on its last leg
    }
    float distance = veer_field_distance(field, position);
    if (distance < INFINITY || !find_entry(world, field, position, true, &in)) {
        return distance;
    }
    return length3(sub3(in, position)) + veer_field_at_voxel(field, veer_cells_at(&world->map, in));
}

/// The direction of a field at a point; 0: there is none.
static VeerVec3 direction_at(const VeerWorld *world, const VeerField *field, VeerVec3 position)
{
    VeerVec3 direction = veer_field_direction(field, position), in;
    if (is_zero(direction) && find_entry(world, field, position, true, &in)) {
        direction = unit3(sub3(in, position), (VeerVec3){0});
    }
    return direction;
}

/// Follows the path ahead as points, for bodies that brake and turn.
static VeerVec3 pursue(const VeerWorld *world, const VeerField *field, VeerFollower follower,
                       float reach)
{
    VeerVec3 points[AHEAD + 1] = {follower.position};
    float step = min_f(reach / (float)AHEAD, veer_map_cell_size(world));
    for (uint32_t i = 0; i < AHEAD; i++) {
        points[i + 1] = along3(points[i], direction_at(world, field, points[i]), step);
    }
    VeerSteerPath path = {points, AHEAD + 1, false};
    return veer_steer_follow_path(&path, &follower);
}

bool veer_field_velocity(VeerWorld *world, uint32_t slot, float speed, float dt,
                         VeerVec3 *preferred)
{
    VeerRoute *route = &world->map.routes.all[slot];
    const VeerField *field = veer_field_of(world, slot);
    VeerFollower follower = veer_route_follower(world, slot, speed, dt);
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[slot]);
    float reach = veer_agent_look(world, slot, speed);
    if (veer_field_link_velocity(world, slot, speed, preferred)) {
        return true;
    }
    if (length3(sub3(goal, follower.position)) <= reach &&
        veer_map_sees(world, slot, follower.position, goal)) {
        route->aim = world->agent.goal_point[slot];
        route->lost = 0.0f;
        return false;
    }
    VeerVec3 direction = direction_at(world, field, follower.position);
    bool is_lost = is_zero(direction);
    route->lost = is_lost ? route->lost + dt : 0.0f;
    route->aim = along3(world->agent.position[slot], direction, reach);
    if (is_lost || veer_agent_is_holonomic(world, slot)) {
        *preferred = scale3(direction, speed);
    } else {
        float braking = speed * speed / max_f(2.0f * follower.braking, 1e-6f);
        *preferred = pursue(world, field, follower, reach + min_f(braking, 4.0f * reach));
    }
    return true;
}

float veer_route_length(const VeerWorld *world, uint32_t slot)
{
    bool has_field = world->map.routes.all[slot].field > 0;
    return has_field ? veer_field_remaining(world, slot) : veer_route_rest(world, slot);
}
