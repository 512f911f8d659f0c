#include "bridge/chipmunk/bridge.h"
#include "bridge/chipmunk/cells.h"
#include "bridge/chipmunk/motion.h"
#include "bridge/chipmunk/shapes.h"

#include <chipmunk/chipmunk_structs.h> // what kind a shape is, and how bodies move

#include <math.h>
#include <stdlib.h>

static VeerVec3 vector_of(cpVect v)
{
    return (VeerVec3){(float)v.x, (float)v.y, 0.0f};
}

VeerStatus veer_chipmunk_create(cpSpace *space, VeerWorld *world, VeerChipmunk **out)
{
    if (!space || !world || !out || veer_world_space(world) != VEER_PLANAR) {
        return VEER_BAD_VALUE;
    }
    VeerChipmunk *bridge = calloc(1, sizeof *bridge);
    uint32_t capacity = veer_world_def(world).max_obstacles;
    VeerShapeTwin *shapes = calloc((size_t)capacity + 1, sizeof *shapes);
    if (!bridge || !shapes || !veer_twins_init(&bridge->twins, world)) {
        free(shapes);
        free(bridge);
        return VEER_OUT_OF_MEMORY;
    }
    bridge->space = space;
    bridge->world = world;
    bridge->shapes = shapes;
    bridge->shape_capacity = capacity;
    *out = bridge;
    return VEER_OK;
}

void veer_chipmunk_destroy(VeerChipmunk *bridge)
{
    if (!bridge) {
        return;
    }
    veer_cells_free(bridge);
    veer_twins_free(&bridge->twins);
    free(bridge->shapes);
    free(bridge);
}

// --- Agents ---

static double reach_of(const cpShape *shape)
{
    double reach = 0.0;
    if (shape->klass->type == CP_CIRCLE_SHAPE) {
        return cpvlength(cpCircleShapeGetOffset(shape)) + cpCircleShapeGetRadius(shape);
    }
    if (shape->klass->type == CP_SEGMENT_SHAPE) {
        return fmax(cpvlength(cpSegmentShapeGetA(shape)), cpvlength(cpSegmentShapeGetB(shape))) +
               cpSegmentShapeGetRadius(shape);
    }
    for (int i = 0; i < cpPolyShapeGetCount(shape); ++i) {
        reach = fmax(reach, cpvlength(cpPolyShapeGetVert(shape, i)));
    }
    return reach + cpPolyShapeGetRadius(shape);
}

static void widen(cpBody *body, cpShape *shape, void *reach)
{
    (void)body;
    if (!cpShapeGetSensor(shape)) {
        *(double *)reach = fmax(*(double *)reach, reach_of(shape));
    }
}

// Where a body is, and how it moves. Read as the engine stores it: its calls cost more than all
// else here.

static void load_position(VeerTwin *twin)
{
    const cpBody *body = twin->body;
    twin->position = vector_of(body->p);
}

static void load_motion(VeerTwin *twin)
{
    const cpBody *body = twin->body;
    twin->velocity = vector_of(body->v);
    if (!twin->can_turn) {
        return;
    }
    twin->heading = vector_of(cpBodyGetRotation(body));
    if (twin->vehicle.kind == VEER_VEHICLE_TORQUE) {
        twin->spin.z = (float)body->w;
    }
}

VeerStatus veer_chipmunk_add_agent(VeerChipmunk *bridge, cpBody *body, const VeerAgentDef *def,
                                   const VeerDrive *drive, VeerAgentId *out)
{
    bool is_fit = bridge && body && cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC &&
                  cpBodyGetSpace(body) == bridge->space;
    if (!is_fit) {
        return VEER_BAD_VALUE;
    }
    double reach = 0.0, inertia = cpBodyGetMoment(body);
    cpBodyEachShape(body, widen, &reach);
    VeerTwinBody is = {.position = vector_of(cpBodyGetPosition(body)),
                       .velocity = vector_of(cpBodyGetVelocity(body)),
                       .radius = (float)reach,
                       .mass = (float)cpBodyGetMass(body),
                       .inertia = (float)inertia};
    if (isfinite(inertia)) {
        is.heading = vector_of(cpBodyGetRotation(body));
    }
    VeerAgentId agent;
    VeerStatus status = veer_twins_add(&bridge->twins, body, &is, def, drive, &agent);
    if (status != VEER_OK) {
        return status;
    }
    veer_motion_take(body);
    if (out) {
        *out = agent;
    }
    return VEER_OK;
}

VeerAgentId veer_chipmunk_agent(const VeerChipmunk *bridge, const cpBody *body)
{
    const VeerTwin *twin = bridge ? veer_twins_find(&bridge->twins, body) : NULL;
    return twin ? twin->agent : (VeerAgentId){0};
}

cpBody *veer_chipmunk_body(const VeerChipmunk *bridge, VeerAgentId agent)
{
    const VeerTwin *twin = bridge ? veer_twins_of(&bridge->twins, agent) : NULL;
    return twin && veer_agent_is_alive(bridge->world, agent) ? twin->body : NULL;
}

// --- Taking away ---

static void forget_shape(cpBody *body, cpShape *shape, void *bridge)
{
    (void)body;
    veer_chipmunk_forget_shape(bridge, shape);
}

void veer_chipmunk_forget_body(VeerChipmunk *bridge, cpBody *body)
{
    if (!bridge || !body) {
        return;
    }
    VeerTwin *twin = veer_twins_find(&bridge->twins, body);
    if (twin) {
        veer_twins_forget(&bridge->twins, twin);
    }
    veer_motion_give(body);
    cpBodyEachShape(body, forget_shape, bridge);
}

static void free_shape(cpBody *body, cpShape *shape, void *space)
{
    (void)body;
    cpSpaceRemoveShape(space, shape);
    cpShapeFree(shape);
}

static void free_constraint(cpBody *body, cpConstraint *constraint, void *space)
{
    (void)body;
    cpSpaceRemoveConstraint(space, constraint);
    cpConstraintFree(constraint);
}

static void free_body(cpSpace *space, void *body, void *unused)
{
    (void)unused;
    cpBodyEachConstraint(body, free_constraint, space);
    cpBodyEachShape(body, free_shape, space);
    cpSpaceRemoveBody(space, body);
    cpBodyFree(body);
}

void veer_chipmunk_remove_body(VeerChipmunk *bridge, cpBody *body)
{
    if (!bridge || !body) {
        return;
    }
    veer_chipmunk_forget_body(bridge, body);
    if (cpSpaceIsLocked(bridge->space)) {
        cpSpaceAddPostStepCallback(bridge->space, free_body, body, NULL);
    } else {
        free_body(bridge->space, body, NULL);
    }
}

// --- The tick ---

// What a push asks of the space, once for all bodies.
typedef struct Push {
    float dt;
    float idle;     // m/s: slower bodies are at rest
    bool is_lulled; // bodies at rest fall asleep
} Push;

// Neither has anywhere to go nor moves: a force of nothing would keep it from falling asleep.
static bool is_at_rest(const Push *how, const VeerTwin *twin)
{
    VeerVec3 v = twin->velocity, safe = twin->safe;
    return safe.x == 0.0f && safe.y == 0.0f && v.x * v.x + v.y * v.y <= how->idle * how->idle;
}

// The impulse of the step's force and torque, before it: the engine moves bodies first, and adds
// what forces do to their velocities then, which would be a tick late. cpBodySetVelocity would
// wake bodies that cannot sleep, too, for two thirds of all that a push costs.
static void push(const Push *how, VeerTwin *twin)
{
    load_motion(twin);
    if (is_at_rest(how, twin)) {
        return;
    }
    cpBody *body = twin->body;
    VeerTwinPush wanted = veer_twin_push(twin, how->dt);
    if (how->is_lulled || cpBodyIsSleeping(body)) {
        cpBodyActivate(body);
    }
    body->v = cpvadd(body->v, cpv((cpFloat)wanted.change.x, (cpFloat)wanted.change.y));
    if (twin->can_turn) {
        body->w = (cpFloat)wanted.turn.z;
    }
}

VeerStatus veer_chipmunk_steer(VeerChipmunk *bridge, float dt)
{
    return bridge ? veer_twins_steer(&bridge->twins, dt) : VEER_BAD_VALUE;
}

VeerStatus veer_chipmunk_push(VeerChipmunk *bridge, float dt)
{
    if (!bridge || !(dt >= VEER_MIN_DT && dt <= VEER_MAX_DT)) {
        return VEER_BAD_VALUE;
    }
    cpSpace *space = bridge->space;
    Push how = {.dt = dt,
                .idle = (float)cpSpaceGetIdleSpeedThreshold(space),
                .is_lulled = isfinite(cpSpaceGetSleepTimeThreshold(space))};
    for (uint32_t i = 0; i < bridge->twins.count; ++i) {
        push(&how, &bridge->twins.rows[i]);
    }
    return VEER_OK;
}

VeerStatus veer_chipmunk_moved(VeerChipmunk *bridge, float dt)
{
    if (!bridge) {
        return VEER_BAD_VALUE;
    }
    for (uint32_t i = 0; i < bridge->twins.count; ++i) {
        VeerTwin *twin = &bridge->twins.rows[i];
        load_position(twin);
        load_motion(twin);
    }
    veer_shapes_move(bridge);
    VeerStatus status = veer_twins_write(&bridge->twins);
    return status == VEER_OK ? veer_world_moved(bridge->world, dt) : status;
}

VeerStatus veer_chipmunk_step(VeerChipmunk *bridge, float dt)
{
    VeerStatus status = veer_chipmunk_steer(bridge, dt);
    status = status == VEER_OK ? veer_chipmunk_push(bridge, dt) : status;
    if (status != VEER_OK) {
        return status;
    }
    cpSpaceStep(bridge->space, (cpFloat)dt);
    return veer_chipmunk_moved(bridge, dt);
}
