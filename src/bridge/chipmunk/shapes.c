// Shapes as obstacles. What moves becomes balls, for agents expect balls where their velocity takes
// them; what does not is what it is.
#include "bridge/chipmunk/shapes.h"

#include "bridge/chipmunk/bridge.h"

#include <chipmunk/chipmunk_structs.h> // what kind a shape is

#include <math.h>

enum { MOST_CORNERS = 64, ROUND = 8 };

// A convex shape: the hull of its corners, widened by a radius.
typedef struct Hull {
    cpVect corners[MOST_CORNERS];
    int count;
    cpFloat radius;
} Hull;

static VeerVec3 vector_of(cpVect v)
{
    return (VeerVec3){(float)v.x, (float)v.y, 0.0f};
}

static bool is_circle(const cpShape *shape)
{
    return shape->klass->type == CP_CIRCLE_SHAPE;
}

// @return false: too many corners
static bool read_hull(const cpShape *shape, Hull *out)
{
    if (shape->klass->type == CP_SEGMENT_SHAPE) {
        *out = (Hull){{cpSegmentShapeGetA(shape), cpSegmentShapeGetB(shape)},
                      2,
                      cpSegmentShapeGetRadius(shape)};
        return true;
    }
    *out = (Hull){.count = cpPolyShapeGetCount(shape), .radius = cpPolyShapeGetRadius(shape)};
    for (int i = 0; i < out->count && out->count <= MOST_CORNERS; ++i) {
        out->corners[i] = cpPolyShapeGetVert(shape, i);
    }
    return out->count <= MOST_CORNERS;
}

// The corners of a hull with its radius, in the space: the arcs in an octagon round them, 8% wider
// at most. @return how many; more than MOST_CORNERS are too many
static int outline(const cpBody *body, const Hull *hull, cpVect *out)
{
    cpVect points[MOST_CORNERS * ROUND];
    cpFloat reach = hull->radius / cos(3.14159265358979 / ROUND);
    int round = hull->radius > 0.0 ? ROUND : 1;
    for (int i = 0; i < hull->count * round; ++i) {
        cpVect off = cpvmult(cpvforangle(6.28318530717959 * (i % round + 0.5) / ROUND), reach);
        points[i] = cpBodyLocalToWorld(body, cpvadd(hull->corners[i / round], off));
    }
    return cpConvexHull(hull->count * round, points, out, NULL, 1e-6);
}

// Adds an obstacle of a shape.
static VeerStatus add(VeerChipmunk *bridge, cpShape *shape, const VeerObstacleDef *def,
                      cpVect local, bool is_moved)
{
    VeerObstacleId obstacle;
    if (bridge->shape_count == bridge->shape_capacity) {
        return VEER_FULL;
    }
    VeerStatus status = veer_obstacle_create(bridge->world, def, &obstacle);
    if (status == VEER_OK) {
        bridge->shapes[bridge->shape_count++] = (VeerShapeTwin){shape, obstacle, local, is_moved};
    }
    return status;
}

static VeerStatus add_ball(VeerChipmunk *bridge, cpShape *shape, VeerObstacleDef def, cpVect local,
                           cpFloat radius)
{
    cpBody *body = cpShapeGetBody(shape);
    def.shape = VEER_SHAPE_BALL;
    def.radius = (float)radius;
    def.position = vector_of(cpBodyLocalToWorld(body, local));
    def.velocity = vector_of(cpBodyGetVelocityAtLocalPoint(body, local));
    return add(bridge, shape, &def, local, cpBodyGetType(body) != CP_BODY_TYPE_STATIC);
}

static VeerStatus add_outline(VeerChipmunk *bridge, cpShape *shape, VeerObstacleDef def,
                              const Hull *hull)
{
    cpVect corners[MOST_CORNERS * ROUND];
    VeerVec3 vertices[MOST_CORNERS];
    int count = outline(cpShapeGetBody(shape), hull, corners);
    if (count < 2 || count > MOST_CORNERS) {
        return VEER_BAD_VALUE;
    }
    for (int i = 0; i < count; ++i) {
        vertices[i] = vector_of(corners[i]);
    }
    def.shape = count > 2 ? VEER_SHAPE_POLYGON : VEER_SHAPE_CHAIN;
    def.vertices = vertices;
    def.vertex_count = (uint32_t)count;
    return add(bridge, shape, &def, cpvzero, false);
}

// The box along a direction that holds a hull. @return its area
static cpFloat box_along(const Hull *hull, cpVect along, VeerRowBox *box, cpVect *middle)
{
    cpVect across = cpvperp(along), least = cpv((cpFloat)INFINITY, (cpFloat)INFINITY),
           most = cpvneg(least);
    for (int i = 0; i < hull->count; ++i) {
        cpFloat x = cpvdot(hull->corners[i], along), y = cpvdot(hull->corners[i], across);
        least = cpv(fmin(least.x, x), fmin(least.y, y));
        most = cpv(fmax(most.x, x), fmax(most.y, y));
    }
    cpVect half = cpvmult(cpvsub(most, least), 0.5), centre = cpvlerp(least, most, 0.5);
    half = cpvadd(half, cpv(hull->radius, hull->radius));
    *middle = cpvadd(cpvmult(along, centre.x), cpvmult(across, centre.y));
    *box = half.x >= half.y ? (VeerRowBox){vector_of(along), (float)half.x, (float)half.y}
                            : (VeerRowBox){vector_of(across), (float)half.y, (float)half.x};
    return half.x * half.y;
}

// Balls that cover a hull: in a row along the least box that holds it, which has a side along one
// of its edges.
static VeerStatus add_row(VeerChipmunk *bridge, cpShape *shape, VeerObstacleDef def,
                          const Hull *hull)
{
    VeerRowBox best = {0}, box;
    cpVect middle = cpvzero, of_box;
    cpFloat least = (cpFloat)INFINITY;
    for (int i = 0; i < hull->count; ++i) {
        cpVect edge = cpvsub(hull->corners[(i + 1) % hull->count], hull->corners[i]);
        cpFloat area = box_along(hull, cpvnormalize(edge), &box, &of_box);
        if (area < least) {
            least = area;
            best = box;
            middle = of_box;
        }
    }
    VeerVec3 offsets[VEER_MOST_BALLS];
    float radius;
    uint32_t count = veer_row_of_balls(&best, offsets, &radius);
    VeerStatus status = VEER_OK;
    for (uint32_t i = 0; i < count && status == VEER_OK; ++i) {
        cpVect local = cpvadd(middle, cpv((cpFloat)offsets[i].x, (cpFloat)offsets[i].y));
        status = add_ball(bridge, shape, def, local, (cpFloat)radius);
    }
    return status;
}

VeerStatus veer_chipmunk_add_shape(VeerChipmunk *bridge, cpShape *shape, const VeerObstacleDef *def)
{
    bool is_fit = bridge && shape && cpShapeGetSpace(shape) == bridge->space &&
                  !cpShapeGetSensor(shape) && !veer_chipmunk_obstacles(bridge, shape, NULL, 0);
    if (!is_fit) {
        return VEER_BAD_VALUE;
    }
    VeerObstacleDef own = def ? *def : veer_obstacle_def_default();
    own.motion = VEER_MOTION_STATIC;
    own.position = (VeerVec3){0};
    if (is_circle(shape)) {
        return add_ball(bridge, shape, own, cpCircleShapeGetOffset(shape),
                        cpCircleShapeGetRadius(shape));
    }
    Hull hull;
    if (!read_hull(shape, &hull)) {
        return VEER_BAD_VALUE;
    }
    bool is_static = cpBodyGetType(cpShapeGetBody(shape)) == CP_BODY_TYPE_STATIC;
    VeerStatus status =
        is_static ? add_outline(bridge, shape, own, &hull) : add_row(bridge, shape, own, &hull);
    if (status != VEER_OK) {
        veer_chipmunk_forget_shape(bridge, shape);
    }
    return status;
}

// All shapes of a body, for which there is one status.
typedef struct Adding {
    VeerChipmunk *bridge;
    const VeerObstacleDef *def;
    VeerStatus status;
} Adding;

static void add_one(cpBody *body, cpShape *shape, void *data)
{
    Adding *adding = data;
    (void)body;
    if (!cpShapeGetSensor(shape) && adding->status == VEER_OK) {
        adding->status = veer_chipmunk_add_shape(adding->bridge, shape, adding->def);
    }
}

static void count_obstacles(cpBody *body, cpShape *shape, void *data)
{
    Adding *adding = data;
    (void)body;
    if (veer_chipmunk_obstacles(adding->bridge, shape, NULL, 0) > 0) {
        adding->status = VEER_BAD_VALUE;
    }
}

static void forget_one(cpBody *body, cpShape *shape, void *bridge)
{
    (void)body;
    veer_chipmunk_forget_shape(bridge, shape);
}

VeerStatus veer_chipmunk_add_body(VeerChipmunk *bridge, cpBody *body, const VeerObstacleDef *def)
{
    if (!bridge || !body) {
        return VEER_BAD_VALUE;
    }
    Adding adding = {bridge, def, VEER_OK};
    cpBodyEachShape(body, count_obstacles, &adding);
    if (adding.status != VEER_OK) {
        return adding.status;
    }
    cpBodyEachShape(body, add_one, &adding);
    if (adding.status != VEER_OK) {
        cpBodyEachShape(body, forget_one, bridge);
    }
    return adding.status;
}

uint32_t veer_chipmunk_obstacles(const VeerChipmunk *bridge, const cpShape *shape,
                                 VeerObstacleId *out, uint32_t capacity)
{
    uint32_t count = 0;
    for (uint32_t i = 0; bridge && i < bridge->shape_count; ++i) {
        const VeerShapeTwin *twin = &bridge->shapes[i];
        if (twin->shape == shape && veer_obstacle_is_alive(bridge->world, twin->obstacle)) {
            if (count < capacity) {
                out[count] = twin->obstacle;
            }
            ++count;
        }
    }
    return count;
}

void veer_chipmunk_forget_shape(VeerChipmunk *bridge, cpShape *shape)
{
    for (uint32_t i = bridge ? bridge->shape_count : 0; i-- > 0;) {
        if (bridge->shapes[i].shape == shape) {
            (void)veer_obstacle_destroy(bridge->world, bridge->shapes[i].obstacle);
            bridge->shapes[i] = bridge->shapes[--bridge->shape_count];
        }
    }
}

void veer_shapes_move(VeerChipmunk *bridge)
{
    for (uint32_t i = bridge->shape_count; i-- > 0;) {
        VeerShapeTwin *twin = &bridge->shapes[i];
        if (!veer_obstacle_is_alive(bridge->world, twin->obstacle)) {
            *twin = bridge->shapes[--bridge->shape_count];
            continue;
        }
        if (twin->is_moved) {
            const cpBody *body = cpShapeGetBody(twin->shape);
            cpVect velocity =
                cpBodyIsSleeping(body) ? cpvzero : cpBodyGetVelocityAtLocalPoint(body, twin->local);
            (void)veer_obstacle_set_position(bridge->world, twin->obstacle,
                                             vector_of(cpBodyLocalToWorld(body, twin->local)));
            (void)veer_obstacle_set_velocity(bridge->world, twin->obstacle, vector_of(velocity));
        }
    }
}
