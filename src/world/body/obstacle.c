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
        .restitution = 1.0f,
        .sense_mask = UINT32_MAX,
        .layer = UINT32_MAX,
        .time_to_live = INFINITY,
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

static void need_angle(VeerRefusal *refusal, const char *what, float value)
{
    veer_need(refusal, is_angle(value), what, "must be -2e6 to 2e6", (double)value);
}

static void need_orbit(VeerRefusal *refusal, const VeerOrbit *orbit, VeerSpace space)
{
    veer_need_length(refusal, "def.orbit.semi_major", orbit->semi_major);
    veer_need_length(refusal, "def.orbit.semi_minor", orbit->semi_minor);
    veer_need_that(refusal, is_orbit_within(orbit, space), "def.orbit",
                   "must lie within 2e6 of the origin on each axis");
    need_angle(refusal, "def.orbit.rate", orbit->rate);
    need_angle(refusal, "def.orbit.phase", orbit->phase);
    need_angle(refusal, "def.orbit.inclination", orbit->inclination);
    need_angle(refusal, "def.orbit.node", orbit->node);
    veer_need(refusal, space == VEER_SPATIAL || orbit->inclination == 0.0f, "def.orbit.inclination",
              "must be 0 in a planar world", (double)orbit->inclination);
}

static void need_tether(VeerRefusal *refusal, const VeerTether *tether)
{
    veer_need_position(refusal, "def.tether.anchor", tether->anchor);
    veer_need_length(refusal, "def.tether.length", tether->length);
    veer_need_length(refusal, "def.tether.stiffness", tether->stiffness);
    veer_need_length(refusal, "def.tether.speed", tether->speed);
    veer_need_length(refusal, "def.tether.drive", tether->drive);
}

static void need_ball(VeerRefusal *refusal, const VeerObstacleDef *def, VeerSpace space)
{
    veer_need(refusal, (unsigned)def->motion <= VEER_MOTION_FREE, "def.motion",
              "must be a VeerObstacleMotion", (double)def->motion);
    veer_need_length(refusal, "def.radius", def->radius);
    veer_need(refusal, def->mass >= 0.0f && isfinite(def->mass), "def.mass",
              "must be >= 0 and finite", (double)def->mass);
    veer_body_need(refusal, "def.restitution", def->restitution, "def.friction", def->friction);
    if (def->motion == VEER_MOTION_ORBIT) {
        need_orbit(refusal, &def->orbit, space);
    }
    need_tether(refusal, &def->tether);
}

/// Vertices must stay within the world where their obstacle is.
static void need_fit(VeerRefusal *refusal, const char *what, const VeerVec3 *vertices,
                     uint32_t count, VeerVec3 position, float angle)
{
    for (uint32_t i = 0; i < count && refusal->status == VEER_OK; ++i) {
        refusal->index = i;
        VeerVec3 at = add3(veer_obstacle_turned(vertices[i], angle), position);
        veer_need(refusal, is_position3(at), what,
                  "must be within 2e6 of the origin, with position",
                  veer_need_coordinate(at, VEER_WORLD_LIMIT));
    }
}

static void need_vertices(VeerRefusal *refusal, const VeerObstacleDef *def, uint32_t least)
{
    veer_need(refusal, def->vertex_count >= least, "def.vertex_count",
              least == 2 ? "must be 2 or more" : "must be 3 to 64", (double)def->vertex_count);
    if (veer_need_object(refusal, def->vertices, "def.vertices")) {
        veer_need_positions(refusal, "def.vertices[]", def->vertices, def->vertex_count);
        need_fit(refusal, "def.vertices[]", def->vertices, def->vertex_count, def->position,
                 is_angle(def->angle) ? def->angle : 0.0f);
    }
}

static void need_polygon(VeerRefusal *refusal, const VeerObstacleDef *def)
{
    VeerVec2 points[MAX_POLYGON_VERTICES];
    veer_need_count(refusal, "def.vertex_count", def->vertex_count, 3, MAX_POLYGON_VERTICES,
                    "must be 3 to 64");
    need_vertices(refusal, def, 3);
    for (uint32_t i = 0; refusal->status == VEER_OK && i < def->vertex_count; ++i) {
        points[i] = plane2(def->vertices[i]);
    }
    veer_need_that(refusal,
                   refusal->status != VEER_OK || veer_polygon_is_convex(points, def->vertex_count),
                   "def.vertices", "must be the corners of a convex polygon, in turn");
}

static bool has_vertices(VeerObstacleShape shape)
{
    return shape == VEER_SHAPE_CHAIN || shape == VEER_SHAPE_POLYGON;
}

static void need_turn(VeerRefusal *refusal, const VeerObstacleDef *def)
{
    bool turns = has_vertices(def->shape);
    bool can_go_on = turns && def->motion == VEER_MOTION_VELOCITY;
    veer_need(refusal, turns ? is_angle(def->angle) : def->angle == 0.0f, "def.angle",
              turns ? "must be -2e6 to 2e6" : "must be 0 but for chains and polygons",
              (double)def->angle);
    veer_need(refusal, can_go_on ? is_angle(def->turn_rate) : def->turn_rate == 0.0f,
              "def.turn_rate",
              can_go_on ? "must be -2e6 to 2e6"
                        : "must be 0 but for chains and polygons of VEER_MOTION_VELOCITY",
              (double)def->turn_rate);
}

static void need_shape(VeerRefusal *refusal, const VeerObstacleDef *def, VeerSpace space)
{
    bool is_ball = def->shape == VEER_SHAPE_BALL, is_box = def->shape == VEER_SHAPE_BOX;
    veer_need(refusal, (unsigned)def->shape <= VEER_SHAPE_BOX, "def.shape",
              "must be a VeerObstacleShape", (double)def->shape);
    veer_need(refusal, is_ball || (space == VEER_SPATIAL) == is_box, "def.shape",
              "must be a chain or polygon in a planar world, a box in a spatial one, or a ball",
              (double)def->shape);
    veer_need(refusal, is_ball || (unsigned)def->motion <= VEER_MOTION_VELOCITY, "def.motion",
              "must be VEER_MOTION_STATIC or _VELOCITY but for balls", (double)def->motion);
    need_turn(refusal, def);
    veer_need_that(refusal, !def->is_ghost || def->shape != VEER_SHAPE_CHAIN, "def.is_ghost",
                   "must be false for a chain");
    if (is_ball) {
        need_ball(refusal, def, space);
    } else if (is_box) {
        veer_need_length(refusal, "def.half_extents.x", def->half_extents.x);
        veer_need_length(refusal, "def.half_extents.y", def->half_extents.y);
        veer_need_length(refusal, "def.half_extents.z", def->half_extents.z);
    } else if (def->shape == VEER_SHAPE_CHAIN) {
        need_vertices(refusal, def, 2);
    } else {
        need_polygon(refusal, def);
    }
}

void veer_obstacle_def_need(VeerRefusal *refusal, const VeerObstacleDef *def, VeerSpace space)
{
    veer_need_that(refusal, def->cookie == OBSTACLE_COOKIE, "def", VEER_MUST_DEFAULT);
    veer_need_position(refusal, "def.position", def->position);
    veer_need_position(refusal, "def.velocity", def->velocity);
    veer_need_positive(refusal, "def.height", def->height);
    need_shape(refusal, def, space);
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

static void fill_ball(VeerWorld *world, uint32_t slot, const VeerObstacleDef *def)
{
    VeerObstacleColumns *obstacle = &world->obstacle;
    obstacle->is_ball[slot] = 1;
    obstacle->radius[slot] = def->radius;
    obstacle->mass[slot] = def->mass > 0.0f ? def->mass : veer_world_size_mass(world, def->radius);
    if (def->motion == VEER_MOTION_ORBIT) {
        obstacle->course[slot].orbit = def->orbit;
        obstacle->orbit_epoch[slot] = world->head->time;
        veer_orbit_at(&def->orbit, 0.0, &obstacle->position[slot], &obstacle->velocity[slot]);
    } else if (def->motion == VEER_MOTION_FREE) {
        obstacle->course[slot].tether = def->tether;
        obstacle->restitution[slot] = def->restitution;
        obstacle->friction[slot] = def->friction;
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
    obstacle->compensation[slot] = (VeerVec3){0};
    obstacle->velocity[slot] = veer_world_flat(world, def->velocity);
    obstacle->half_extents[slot] = def->half_extents;
    obstacle->height[slot] = def->height;
    obstacle->layer[slot] = def->layer;
    obstacle->user_data[slot] = def->user_data;
    obstacle->shape[slot] = (uint8_t)def->shape;
    obstacle->motion[slot] = (uint8_t)def->motion;
    obstacle->is_alive[slot] = 1;
    obstacle->is_ghost[slot] = def->is_ghost;
    obstacle->sense_mask[slot] = def->is_ghost ? def->sense_mask : 0;
    world->head->ghost_count += def->is_ghost;
    if (def->shape == VEER_SHAPE_BALL) {
        fill_ball(world, slot, def);
    } else {
        bool is_moving = def->motion == VEER_MOTION_VELOCITY;
        obstacle->velocity[slot] = is_moving ? obstacle->velocity[slot] : (VeerVec3){0};
        obstacle->angle[slot] = def->angle;
        obstacle->turn_rate[slot] = def->turn_rate;
        world->head->wall_version++;
    }
    if (has_vertices(def->shape)) {
        fill_vertices(world, slot, def);
    }
}

static VeerStatus check_room(const VeerWorld *world, VeerRefusal *refusal,
                             const VeerObstacleDef *def)
{
    uint32_t vertices = has_vertices(def->shape) ? def->vertex_count : 0,
             most = world->def.max_obstacles;
    veer_need_as(refusal, VEER_FULL, world->head->obstacle_count < most, "world.max_obstacles",
                 VEER_MUST_ROOM, (double)most);
    most = world->def.max_wall_vertices;
    return veer_world_check_room(world, refusal, vertices <= most - world->head->vertex_count,
                                 "world.max_wall_vertices", most);
}

VeerStatus veer_obstacle_add(VeerWorld *world, VeerRefusal *refusal, const VeerObstacleDef *def,
                             VeerObstacleId *out)
{
    bool has_world = veer_need_object(refusal, world, "world");
    veer_need_place(refusal, out, "out");
    if (veer_need_object(refusal, def, "def") && has_world) {
        veer_obstacle_def_need(refusal, def, world->def.space);
        veer_lifetime_need(refusal, world, "def.time_to_live", def->time_to_live);
    }
    VeerStatus status = veer_world_check_change(world, refusal);
    status = status == VEER_OK ? check_room(world, refusal, def) : status;
    if (status != VEER_OK) {
        return status;
    }
    veer_world_note_move(world);
    uint32_t slot = take_slot(world);
    veer_obstacle_clear(world, slot);
    fill(world, slot, def);
    veer_lifetime_set(world, world->obstacle_end, slot, def->time_to_live);
    world->head->obstacle_count++;
    *out = (VeerObstacleId){slot, world->obstacle.generation[slot]};
    return VEER_OK;
}

VeerStatus veer_obstacle_create(VeerWorld *world, const VeerObstacleDef *def, VeerObstacleId *out)
{
    VeerRefusal refusal = {.function = __func__};
    return veer_obstacle_add(world, &refusal, def, out);
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

VeerStatus veer_obstacle_set_position(VeerWorld *world, VeerObstacleId obstacle, VeerVec3 position)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    veer_need_position(&refusal, "position", position);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    VeerObstacleColumns *column = &world->obstacle;
    const VeerVec3 *vertices = world->vertices + column->first_vertex[slot];
    bool has_orbit = column->motion[slot] == VEER_MOTION_ORBIT;
    VeerOrbit orbit = column->course[slot].orbit;
    orbit.centre = add3(orbit.centre, sub3(position, column->position[slot]));
    need_fit(&refusal, "position", vertices, column->vertex_count[slot], position,
             column->angle[slot]);
    veer_need_that(&refusal, !has_orbit || is_orbit_within(&orbit, world->def.space), "position",
                   "must keep the orbit within 2e6 of the origin on each axis");
    if (refusal.status != VEER_OK) {
        return veer_world_refuse(world, &refusal);
    }
    if (has_orbit) {
        column->course[slot].orbit = orbit;
    }
    veer_world_note_move(world);
    column->position[slot] = position;
    column->compensation[slot] = (VeerVec3){0};
    world->head->wall_version += column->shape[slot] != VEER_SHAPE_BALL;
    return VEER_OK;
}

VeerStatus veer_obstacle_set_radius(VeerWorld *world, VeerObstacleId obstacle, float radius)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    veer_need_length(&refusal, "radius", radius);
    veer_obstacle_need_ball(&refusal, world, slot);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        veer_world_note_move(world);
        world->obstacle.radius[slot] = radius;
    }
    return status;
}

VeerStatus veer_obstacle_set_layer(VeerWorld *world, VeerObstacleId obstacle, uint32_t layer)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        veer_world_note_move(world);
        world->obstacle.layer[slot] = layer;
    }
    return status;
}
