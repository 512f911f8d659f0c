/// Obstacles: their coming and going, and what the host sets and reads.
#include "geom/polygon.h"
#include "math/vec.h"
#include "world/body/body.h"

#include <string.h>

#define OBSTACLE_COOKIE 0x7EE20003u
#define MAX_POLYGON_VERTICES 64u

VeerObstacleDef veer_obstacle_def_default(void)
{
    return (VeerObstacleDef){
        .radius = 1.0f,
        .height = INFINITY,
        .layer = UINT32_MAX,
        .cookie = OBSTACLE_COOKIE,
    };
}

/// An angle beyond some thousand turns says nothing, and a far one would not fit a whole number.
static bool is_angle(float value)
{
    return fabsf(value) <= VEER_WORLD_LIMIT;
}

/// Whether all of an orbit lies in the world.
static bool is_orbit_within(const VeerOrbit *orbit, VeerSpace space)
{
    float reach = max_f(orbit->semi_major, orbit->semi_minor);
    VeerVec3 far = {fabsf(orbit->centre.x) + reach, fabsf(orbit->centre.y) + reach,
                    fabsf(orbit->centre.z) + (space == VEER_SPATIAL ? reach : 0.0f)};
    return is_position3(far);
}

static bool is_orbit(const VeerOrbit *orbit, VeerSpace space)
{
    bool is_tilted = orbit->inclination != 0.0f;
    return is_orbit_within(orbit, space) && veer_world_is_length(orbit->semi_major) &&
           veer_world_is_length(orbit->semi_minor) && fabsf(orbit->rate) <= VEER_WORLD_LIMIT &&
           is_angle(orbit->phase) && is_angle(orbit->inclination) && is_angle(orbit->node) &&
           !(is_tilted && space == VEER_PLANAR);
}

static bool is_tether(const VeerTether *tether)
{
    return is_position3(tether->anchor) && veer_world_is_length(tether->length) &&
           veer_world_is_length(tether->stiffness) && veer_world_is_length(tether->speed) &&
           veer_world_is_length(tether->drive);
}

static bool is_ball(const VeerObstacleDef *def, VeerSpace space)
{
    bool has_path = def->motion != VEER_MOTION_ORBIT || is_orbit(&def->orbit, space);
    return (unsigned)def->motion <= VEER_MOTION_FREE && veer_world_is_length(def->radius) &&
           def->mass >= 0.0f && isfinite(def->mass) && has_path && is_tether(&def->tether);
}

/// Whether vertices stay within the world where their obstacle is.
static bool fit_at(const VeerVec3 *vertices, uint32_t count, VeerVec3 position)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_position3(add3(vertices[i], position))) {
            return false;
        }
    }
    return true;
}

static bool are_vertices(const VeerObstacleDef *def)
{
    return def->vertices && are_positions3(def->vertices, def->vertex_count) &&
           fit_at(def->vertices, def->vertex_count, def->position);
}

static bool is_polygon(const VeerObstacleDef *def)
{
    VeerVec2 points[MAX_POLYGON_VERTICES];
    if (def->vertex_count < 3 || def->vertex_count > MAX_POLYGON_VERTICES || !are_vertices(def)) {
        return false;
    }
    for (uint32_t i = 0; i < def->vertex_count; ++i) {
        points[i] = plane2(def->vertices[i]);
    }
    return veer_polygon_is_convex(points, def->vertex_count);
}

static bool is_box(const VeerObstacleDef *def)
{
    return veer_world_is_length(def->half_extents.x) && veer_world_is_length(def->half_extents.y) &&
           veer_world_is_length(def->half_extents.z);
}

static bool is_shape(const VeerObstacleDef *def, VeerSpace space)
{
    bool is_static = def->motion == VEER_MOTION_STATIC;
    switch (def->shape) {
    case VEER_SHAPE_BALL:
        return is_ball(def, space);
    case VEER_SHAPE_CHAIN:
        return space == VEER_PLANAR && is_static && def->vertex_count >= 2 && are_vertices(def);
    case VEER_SHAPE_POLYGON:
        return space == VEER_PLANAR && is_static && is_polygon(def);
    case VEER_SHAPE_BOX:
        return space == VEER_SPATIAL && is_static && is_box(def);
    default:
        return false;
    }
}

bool veer_obstacle_def_is_good(const VeerObstacleDef *def, VeerSpace space)
{
    return def->cookie == OBSTACLE_COOKIE && is_position3(def->position) &&
           is_position3(def->velocity) && def->height > 0.0f && is_shape(def, space);
}

static bool has_vertices(const VeerObstacleDef *def)
{
    return def->shape == VEER_SHAPE_CHAIN || def->shape == VEER_SHAPE_POLYGON;
}

static uint32_t take_slot(VeerWorld *world)
{
    VeerStateHead *head = world->head;
    uint32_t slot = head->obstacle_free;
    if (slot != VEER_NO_SLOT) {
        head->obstacle_free = world->obstacle.next_free[slot];
        return slot;
    }
    slot = head->obstacle_slot_count++;
    world->obstacle.generation[slot] = 1;
    return slot;
}

/// Sets every column of a slot to zero but the slot's generation.
static void clear_slot(VeerWorld *world, uint32_t slot)
{
    uint32_t generation = world->obstacle.generation[slot];
#define CLEAR(type, name, rule) world->obstacle.name[slot] = (type){0};
    VEER_OBSTACLE_COLUMNS(CLEAR)
#undef CLEAR
    world->obstacle.generation[slot] = generation;
    if (world->map.head) {
        world->map.covers.obstacles[slot].is_asked = 0;
    }
}

/// Area or volume at density 1; the factor π (or 4π/3) is the same for all, and left out.
static float default_mass(const VeerWorld *world, float radius)
{
    float square = radius * radius;
    return world->def.space == VEER_PLANAR ? square : square * radius;
}

static void fill_ball(VeerWorld *world, uint32_t slot, const VeerObstacleDef *def)
{
    VeerObstacleColumns *obstacle = &world->obstacle;
    obstacle->is_ball[slot] = 1;
    obstacle->is_ghost[slot] = def->is_ghost;
    world->head->ghost_count += def->is_ghost;
    obstacle->radius[slot] = def->radius;
    obstacle->mass[slot] = def->mass > 0.0f ? def->mass : default_mass(world, def->radius);
    if (def->motion == VEER_MOTION_ORBIT) {
        obstacle->course[slot].orbit = def->orbit;
        obstacle->orbit_epoch[slot] = world->head->time;
        veer_orbit_at(&def->orbit, 0.0, &obstacle->position[slot], &obstacle->velocity[slot]);
    } else if (def->motion == VEER_MOTION_FREE) {
        obstacle->course[slot].tether = def->tether;
    }
}

static void fill_vertices(VeerWorld *world, uint32_t slot, const VeerObstacleDef *def)
{
    VeerObstacleColumns *obstacle = &world->obstacle;
    obstacle->first_vertex[slot] = world->head->vertex_count;
    obstacle->vertex_count[slot] = def->vertex_count;
    obstacle->is_closed[slot] = def->is_closed || def->shape == VEER_SHAPE_POLYGON;
    memcpy(world->vertices + world->head->vertex_count, def->vertices,
           def->vertex_count * sizeof(VeerVec3));
    world->head->vertex_count += def->vertex_count;
}

static void fill(VeerWorld *world, uint32_t slot, const VeerObstacleDef *def)
{
    VeerObstacleColumns *obstacle = &world->obstacle;
    obstacle->position[slot] = def->position;
    obstacle->velocity[slot] = veer_world_flat(world, def->velocity);
    obstacle->half_extents[slot] = def->half_extents;
    obstacle->height[slot] = def->height;
    obstacle->layer[slot] = def->layer;
    obstacle->user_data[slot] = def->user_data;
    obstacle->shape[slot] = (uint8_t)def->shape;
    obstacle->motion[slot] = (uint8_t)def->motion;
    obstacle->is_alive[slot] = 1;
    if (def->shape == VEER_SHAPE_BALL) {
        fill_ball(world, slot, def);
    } else {
        obstacle->velocity[slot] = (VeerVec3){0};
        world->head->wall_version++;
    }
    if (has_vertices(def)) {
        fill_vertices(world, slot, def);
    }
}

VeerStatus veer_obstacle_create(VeerWorld *world, const VeerObstacleDef *def, VeerObstacleId *out)
{
    if (!world || !def || !out || !veer_obstacle_def_is_good(def, world->def.space)) {
        return VEER_BAD_VALUE;
    }
    if (world->is_stepping) {
        return VEER_BUSY;
    }
    uint32_t vertices = has_vertices(def) ? def->vertex_count : 0;
    if (world->head->obstacle_count == world->def.max_obstacles ||
        vertices > world->def.max_wall_vertices - world->head->vertex_count) {
        return VEER_FULL;
    }
    veer_world_note_move(world);
    uint32_t slot = take_slot(world);
    clear_slot(world, slot);
    fill(world, slot, def);
    world->head->obstacle_count++;
    *out = (VeerObstacleId){slot, world->obstacle.generation[slot]};
    return VEER_OK;
}

uint32_t veer_obstacle_slot(const VeerWorld *world, VeerObstacleId obstacle)
{
    bool is_there = world && obstacle.slot < world->head->obstacle_slot_count &&
                    obstacle.generation != 0 &&
                    world->obstacle.generation[obstacle.slot] == obstacle.generation &&
                    world->obstacle.is_alive[obstacle.slot];
    return is_there ? obstacle.slot : VEER_NO_SLOT;
}

bool veer_obstacle_is_alive(const VeerWorld *world, VeerObstacleId obstacle)
{
    return veer_obstacle_slot(world, obstacle) != VEER_NO_SLOT;
}

VeerStatus veer_obstacle_open(const VeerWorld *world, VeerObstacleId obstacle, bool is_good,
                              bool is_for_balls, uint32_t *slot)
{
    *slot = veer_obstacle_slot(world, obstacle);
    bool is_there = *slot != VEER_NO_SLOT;
    bool fits = !is_for_balls || (is_there && world->obstacle.is_ball[*slot]);
    return veer_world_check_change(world, is_there, is_good && fits);
}

/// Closes the gap that a removed obstacle's vertices leave.
static void drop_vertices(VeerWorld *world, uint32_t slot)
{
    uint32_t first = world->obstacle.first_vertex[slot];
    uint32_t count = world->obstacle.vertex_count[slot];
    uint32_t after = world->head->vertex_count - first - count;
    memmove(world->vertices + first, world->vertices + first + count, after * sizeof(VeerVec3));
    world->head->vertex_count -= count;
    for (uint32_t i = 0; i < world->head->obstacle_slot_count; ++i) {
        if (world->obstacle.vertex_count[i] > 0 && world->obstacle.first_vertex[i] > first) {
            world->obstacle.first_vertex[i] -= count;
        }
    }
}

VeerStatus veer_obstacle_destroy(VeerWorld *world, VeerObstacleId obstacle)
{
    uint32_t slot;
    VeerStatus status = veer_obstacle_open(world, obstacle, true, false, &slot);
    if (status != VEER_OK) {
        return status;
    }
    VeerAgentId handle = {obstacle.slot, obstacle.generation};
    veer_world_note_move(world);
    veer_world_note_removal(world, (VeerRemoval){slot, 1, handle});
    if (world->obstacle.vertex_count[slot] > 0) {
        drop_vertices(world, slot);
    }
    world->head->wall_version += world->obstacle.shape[slot] != VEER_SHAPE_BALL;
    world->head->ghost_count -= world->obstacle.is_ghost[slot];
    clear_slot(world, slot);
    world->obstacle.generation[slot] += world->obstacle.generation[slot] == UINT32_MAX ? 2 : 1;
    world->obstacle.next_free[slot] = world->head->obstacle_free;
    world->head->obstacle_free = slot;
    world->head->obstacle_count--;
    return VEER_OK;
}

VeerStatus veer_obstacle_set_position(VeerWorld *world, VeerObstacleId obstacle, VeerVec3 position)
{
    uint32_t slot;
    VeerStatus status = veer_obstacle_open(world, obstacle, is_position3(position), false, &slot);
    if (status != VEER_OK) {
        return status;
    }
    VeerObstacleColumns *column = &world->obstacle;
    const VeerVec3 *vertices = world->vertices + column->first_vertex[slot];
    bool has_orbit = column->motion[slot] == VEER_MOTION_ORBIT;
    VeerOrbit orbit = column->course[slot].orbit;
    orbit.centre = add3(orbit.centre, sub3(position, column->position[slot]));
    if (!fit_at(vertices, column->vertex_count[slot], position) ||
        (has_orbit && !is_orbit_within(&orbit, world->def.space))) {
        return VEER_BAD_VALUE;
    }
    if (has_orbit) {
        column->course[slot].orbit = orbit;
    }
    veer_world_note_move(world);
    column->position[slot] = position;
    world->head->wall_version += column->shape[slot] != VEER_SHAPE_BALL;
    return VEER_OK;
}

VeerStatus veer_obstacle_set_velocity(VeerWorld *world, VeerObstacleId obstacle, VeerVec3 velocity)
{
    uint32_t slot;
    VeerStatus status = veer_obstacle_open(world, obstacle, is_position3(velocity), true, &slot);
    if (status == VEER_OK) {
        world->obstacle.velocity[slot] = veer_world_flat(world, velocity);
    }
    return status;
}

VeerStatus veer_obstacle_set_radius(VeerWorld *world, VeerObstacleId obstacle, float radius)
{
    uint32_t slot;
    bool is_good = veer_world_is_length(radius);
    VeerStatus status = veer_obstacle_open(world, obstacle, is_good, true, &slot);
    if (status == VEER_OK) {
        veer_world_note_move(world);
        world->obstacle.radius[slot] = radius;
    }
    return status;
}

VeerStatus veer_obstacle_set_layer(VeerWorld *world, VeerObstacleId obstacle, uint32_t layer)
{
    uint32_t slot;
    VeerStatus status = veer_obstacle_open(world, obstacle, true, false, &slot);
    if (status == VEER_OK) {
        veer_world_note_move(world);
        world->obstacle.layer[slot] = layer;
    }
    return status;
}
