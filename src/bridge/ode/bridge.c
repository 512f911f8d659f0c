#include "bridge/ode/bridge.h"

#include "bridge/ode/cells.h"
#include "bridge/ode/geoms.h"

#include <math.h>
#include <stdlib.h>

static VeerVec3 vector_of(const dReal *v)
{
    return (VeerVec3){(float)v[0], (float)v[1], (float)v[2]};
}

VeerStatus veer_ode_create(dSpaceID space, VeerWorld *world, VeerOde **out)
{
    if (!space || !world || !out || veer_world_space(world) != VEER_SPATIAL) {
        return VEER_BAD_VALUE;
    }
    VeerWorldDef def = veer_world_def(world);
    VeerOde *bridge = calloc(1, sizeof *bridge);
    uint32_t leaving = def.max_agents + def.max_obstacles;
    VeerGeomTwin *geoms = calloc((size_t)def.max_obstacles + 1, sizeof *geoms);
    dBodyID *bodies = calloc((size_t)leaving + 1, sizeof(dBodyID));
    if (!bridge || !geoms || !bodies || !veer_twins_init(&bridge->twins, world)) {
        free(bodies);
        free(geoms);
        free(bridge);
        return VEER_OUT_OF_MEMORY;
    }
    bridge->space = space;
    bridge->world = world;
    bridge->geoms = geoms;
    bridge->geom_capacity = def.max_obstacles;
    bridge->leaving = bodies;
    bridge->leaving_capacity = leaving;
    *out = bridge;
    return VEER_OK;
}

static void destroy_leaving(VeerOde *bridge)
{
    for (uint32_t i = 0; i < bridge->leaving_count; ++i) {
        dBodyID body = bridge->leaving[i];
        for (dGeomID next, geom = dBodyGetFirstGeom(body); geom; geom = next) {
            next = dBodyGetNextGeom(geom);
            dGeomDestroy(geom);
        }
        dBodyDestroy(body);
    }
    bridge->leaving_count = 0;
}

void veer_ode_destroy(VeerOde *bridge)
{
    if (!bridge) {
        return;
    }
    destroy_leaving(bridge);
    veer_ode_cells_free(bridge);
    veer_twins_free(&bridge->twins);
    free(bridge->geoms);
    free(bridge->leaving);
    free(bridge);
}

// --- Agents ---

// From a body's position to the furthest corner of a box that holds its geom, or of a sphere.
static double reach_of(dBodyID body, dGeomID geom)
{
    const dReal *at = dBodyGetPosition(body), *centre = dGeomGetPosition(geom);
    if (dGeomGetClass(geom) == dSphereClass) {
        return hypot(hypot(centre[0] - at[0], centre[1] - at[1]), centre[2] - at[2]) +
               dGeomSphereGetRadius(geom);
    }
    dReal bounds[6], sum = 0.0;
    dGeomGetAABB(geom, bounds);
    for (size_t i = 0; i < 3; ++i) {
        dReal off = fmax(fabs(bounds[2 * i] - at[i]), fabs(bounds[2 * i + 1] - at[i]));
        sum += off * off;
    }
    return sqrt(sum);
}

static void load(VeerTwin *twin)
{
    dBodyID body = twin->body;
    const dReal *turn = dBodyGetRotation(body);
    twin->position = vector_of(dBodyGetPosition(body));
    twin->velocity = vector_of(dBodyGetLinearVel(body));
    if (!twin->can_turn) {
        return;
    }
    twin->heading = (VeerVec3){(float)turn[0], (float)turn[4], (float)turn[8]};
    if (twin->vehicle.kind == VEER_VEHICLE_TORQUE) {
        twin->spin = vector_of(dBodyGetAngularVel(body));
    }
}

VeerStatus veer_ode_add_agent(VeerOde *bridge, dBodyID body, const VeerAgentDef *def,
                              const VeerDrive *drive, VeerAgentId *out)
{
    if (!bridge || !body || dBodyIsKinematic(body)) {
        return VEER_BAD_VALUE;
    }
    dMass mass;
    double reach = 0.0;
    const dReal *turn = dBodyGetRotation(body);
    dBodyGetMass(body, &mass);
    for (dGeomID geom = dBodyGetFirstGeom(body); geom; geom = dBodyGetNextGeom(geom)) {
        reach = fmax(reach, reach_of(body, geom));
    }
    VeerTwinBody is = {.position = vector_of(dBodyGetPosition(body)),
                       .velocity = vector_of(dBodyGetLinearVel(body)),
                       .heading = {(float)turn[0], (float)turn[4], (float)turn[8]},
                       .radius = (float)reach,
                       .mass = (float)mass.mass,
                       .inertia = (float)fmax(mass.I[0], fmax(mass.I[5], mass.I[10]))};
    return veer_twins_add(&bridge->twins, body, &is, def, drive, out);
}

VeerAgentId veer_ode_agent(const VeerOde *bridge, const struct dxBody *body)
{
    const VeerTwin *twin = bridge ? veer_twins_find(&bridge->twins, body) : NULL;
    return twin ? twin->agent : (VeerAgentId){0};
}

struct dxBody *veer_ode_body(const VeerOde *bridge, VeerAgentId agent)
{
    const VeerTwin *twin = bridge ? veer_twins_of(&bridge->twins, agent) : NULL;
    return twin && veer_agent_is_alive(bridge->world, agent) ? twin->body : NULL;
}

void veer_ode_forget_body(VeerOde *bridge, dBodyID body)
{
    if (!bridge || !body) {
        return;
    }
    VeerTwin *twin = veer_twins_find(&bridge->twins, body);
    if (twin) {
        veer_twins_forget(&bridge->twins, twin);
    }
    for (dGeomID geom = dBodyGetFirstGeom(body); geom; geom = dBodyGetNextGeom(geom)) {
        veer_ode_forget_geom(bridge, geom);
    }
}

VeerStatus veer_ode_remove_body(VeerOde *bridge, dBodyID body)
{
    if (!bridge || !body) {
        return VEER_BAD_VALUE;
    }
    for (uint32_t i = 0; i < bridge->leaving_count; ++i) {
        if (bridge->leaving[i] == body) {
            return VEER_OK;
        }
    }
    if (bridge->leaving_count == bridge->leaving_capacity) {
        return VEER_FULL;
    }
    veer_ode_forget_body(bridge, body);
    bridge->leaving[bridge->leaving_count++] = body;
    return VEER_OK;
}

// --- The tick ---

// The torque of an angular acceleration, in the body's own frame.
static void add_torque(dBodyID body, VeerVec3 turn, float dt)
{
    const dReal *spin = dBodyGetAngularVel(body);
    dMass mass;
    dVector3 own, torque;
    dBodyGetMass(body, &mass);
    dBodyVectorFromWorld(body, ((dReal)turn.x - spin[0]) / (dReal)dt,
                         ((dReal)turn.y - spin[1]) / (dReal)dt,
                         ((dReal)turn.z - spin[2]) / (dReal)dt, own);
    for (size_t i = 0; i < 3; ++i) {
        const dReal *row = &mass.I[4 * i];
        torque[i] = row[0] * own[0] + row[1] * own[1] + row[2] * own[2];
    }
    dBodyAddRelTorque(body, torque[0], torque[1], torque[2]);
}

// It is disabled, and has nowhere to go.
static bool is_at_rest(const VeerTwin *twin)
{
    VeerVec3 safe = twin->safe;
    return !dBodyIsEnabled(twin->body) && safe.x == 0.0f && safe.y == 0.0f && safe.z == 0.0f;
}

static void push(VeerTwin *twin, float dt)
{
    dBodyID body = twin->body;
    load(twin);
    if (is_at_rest(twin)) {
        return;
    }
    dMass mass;
    VeerTwinPush wanted = veer_twin_push(twin, dt);
    dBodyGetMass(body, &mass);
    if (!dBodyIsEnabled(body)) { // enabling counts its idle steps anew
        dBodyEnable(body);
    }
    dReal rate = mass.mass / (dReal)dt;
    dBodyAddForce(body, rate * (dReal)wanted.change.x, rate * (dReal)wanted.change.y,
                  rate * (dReal)wanted.change.z);
    if (twin->can_turn) {
        add_torque(body, wanted.turn, dt);
    }
}

VeerStatus veer_ode_steer(VeerOde *bridge, float dt)
{
    return bridge ? veer_twins_steer(&bridge->twins, dt) : VEER_BAD_VALUE;
}

VeerStatus veer_ode_push(VeerOde *bridge, float dt)
{
    if (!bridge || !(dt >= VEER_MIN_DT && dt <= VEER_MAX_DT)) {
        return VEER_BAD_VALUE;
    }
    for (uint32_t i = 0; i < bridge->twins.count; ++i) {
        push(&bridge->twins.rows[i], dt);
    }
    return VEER_OK;
}

VeerStatus veer_ode_moved(VeerOde *bridge, float dt)
{
    if (!bridge) {
        return VEER_BAD_VALUE;
    }
    destroy_leaving(bridge);
    for (uint32_t i = 0; i < bridge->twins.count; ++i) {
        load(&bridge->twins.rows[i]);
    }
    veer_geoms_move(bridge);
    veer_ode_cells_count(bridge);
    VeerStatus status = veer_twins_write(&bridge->twins);
    return status == VEER_OK ? veer_world_moved(bridge->world, dt) : status;
}
