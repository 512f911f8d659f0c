// Geoms as obstacles. What moves becomes balls, for agents expect balls where their velocity takes
// them; boxes that stand along the axes are what they are.
#include "bridge/ode/geoms.h"

#include "bridge/ode/bridge.h"

#include <math.h>

#define PLANE_HALF 1000.0f // m: of the box that a plane is

// The box that holds a geom, about its axes.
typedef struct GeomBox {
    dVector3 middle;
    VeerVec3 axes[3]; // unit vectors
    float halves[3];  // m
    bool is_round;    // its first axis is one of revolution
} GeomBox;

static VeerVec3 vector_of(const dReal *v)
{
    return (VeerVec3){(float)v[0], (float)v[1], (float)v[2]};
}

static void set_frame(dGeomID geom, GeomBox *box)
{
    const dReal *turn = dGeomGetRotation(geom), *at = dGeomGetPosition(geom);
    for (int i = 0; i < 3; ++i) {
        box->middle[i] = at[i];
        box->axes[i] = (VeerVec3){(float)turn[i], (float)turn[4 + i], (float)turn[8 + i]};
    }
}

// Of what no other case knows.
static void set_bounds(dGeomID geom, GeomBox *box)
{
    dReal bounds[6];
    dGeomGetAABB(geom, bounds);
    for (size_t i = 0; i < 3; ++i) {
        box->middle[i] = 0.5 * (bounds[2 * i] + bounds[2 * i + 1]);
        box->halves[i] = (float)(0.5 * (bounds[2 * i + 1] - bounds[2 * i]));
        box->axes[i] = (VeerVec3){i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f, i == 2 ? 1.0f : 0.0f};
    }
}

// Of a capsule or cylinder, whose axis is its third.
static void set_round(dGeomID geom, GeomBox *box, dReal radius, dReal half)
{
    set_frame(geom, box);
    VeerVec3 axis = box->axes[2];
    box->axes[2] = box->axes[0];
    box->axes[0] = axis;
    box->halves[0] = (float)half;
    box->halves[1] = box->halves[2] = (float)radius;
    box->is_round = half >= radius;
}

static GeomBox box_of(dGeomID geom)
{
    GeomBox box = {0};
    dReal radius, length;
    dVector3 sides;
    switch (dGeomGetClass(geom)) {
    case dBoxClass:
        set_frame(geom, &box);
        dGeomBoxGetLengths(geom, sides);
        for (int i = 0; i < 3; ++i) {
            box.halves[i] = (float)(0.5 * sides[i]);
        }
        break;
    case dCapsuleClass:
        dGeomCapsuleGetParams(geom, &radius, &length);
        set_round(geom, &box, radius, 0.5 * length + radius);
        break;
    case dCylinderClass:
        dGeomCylinderGetParams(geom, &radius, &length);
        set_round(geom, &box, radius, 0.5 * length);
        break;
    default:
        set_bounds(geom, &box);
    }
    return box;
}

// Whether its sides lie along the world's axes; its halves become those along them.
static bool is_along_axes(GeomBox *box)
{
    float halves[3] = {0};
    for (int i = 0; i < 3; ++i) {
        const float along[3] = {fabsf(box->axes[i].x), fabsf(box->axes[i].y),
                                fabsf(box->axes[i].z)};
        for (int k = 0; k < 3; ++k) {
            if (along[k] > 1e-6f && along[k] < 1.0f - 1e-6f) {
                return false;
            }
            halves[k] += along[k] * box->halves[i];
        }
    }
    for (int k = 0; k < 3; ++k) {
        box->halves[k] = halves[k];
    }
    return true;
}

static VeerStatus add(VeerOde *bridge, dGeomID geom, const VeerObstacleDef *def, VeerVec3 local)
{
    VeerObstacleId obstacle;
    if (bridge->geom_count == bridge->geom_capacity) {
        return VEER_FULL;
    }
    VeerStatus status = veer_obstacle_create(bridge->world, def, &obstacle);
    if (status == VEER_OK) {
        bool is_moved = dGeomGetBody(geom) != NULL;
        bridge->geoms[bridge->geom_count++] = (VeerGeomTwin){geom, obstacle, local, is_moved};
    }
    return status;
}

static VeerStatus add_ball(VeerOde *bridge, dGeomID geom, VeerObstacleDef def, const dReal *at,
                           float radius)
{
    dBodyID body = dGeomGetBody(geom);
    dVector3 local = {0}, velocity = {0};
    if (body) {
        dBodyGetPosRelPoint(body, at[0], at[1], at[2], local);
        dBodyGetPointVel(body, at[0], at[1], at[2], velocity);
    }
    def.shape = VEER_SHAPE_BALL;
    def.radius = radius;
    def.position = vector_of(at);
    def.velocity = vector_of(velocity);
    return add(bridge, geom, &def, vector_of(local));
}

static VeerStatus add_box(VeerOde *bridge, dGeomID geom, VeerObstacleDef def, const GeomBox *box)
{
    def.shape = VEER_SHAPE_BOX;
    def.position = vector_of(box->middle);
    def.half_extents = (VeerVec3){box->halves[0], box->halves[1], box->halves[2]};
    return add(bridge, geom, &def, (VeerVec3){0});
}

static VeerStatus add_row(VeerOde *bridge, dGeomID geom, VeerObstacleDef def, const GeomBox *box)
{
    const float *h = box->halves;
    int longest = h[0] >= h[1] && h[0] >= h[2] ? 0 : h[1] >= h[2] ? 1 : 2;
    float a = h[(longest + 1) % 3], b = h[(longest + 2) % 3];
    VeerRowBox row = {box->axes[longest], h[longest], box->is_round ? a : sqrtf(a * a + b * b)};
    VeerVec3 offsets[VEER_MOST_BALLS];
    float radius;
    uint32_t count = veer_row_of_balls(&row, offsets, &radius);
    VeerStatus status = VEER_OK;
    for (uint32_t i = 0; i < count && status == VEER_OK; ++i) {
        const dVector3 at = {box->middle[0] + (dReal)offsets[i].x,
                             box->middle[1] + (dReal)offsets[i].y,
                             box->middle[2] + (dReal)offsets[i].z};
        status = add_ball(bridge, geom, def, at, radius);
    }
    return status;
}

static VeerStatus add_plane(VeerOde *bridge, dGeomID geom, VeerObstacleDef def)
{
    dVector4 plane;
    GeomBox box = {.halves = {PLANE_HALF, PLANE_HALF, PLANE_HALF}};
    dGeomPlaneGetParams(geom, plane);
    int axis = -1;
    for (int i = 0; i < 3; ++i) {
        axis = fabs(plane[i]) > 1.0 - 1e-9 ? i : axis;
    }
    if (axis < 0) {
        return VEER_BAD_VALUE;
    }
    box.middle[axis] = plane[axis] * (plane[3] - (dReal)PLANE_HALF);
    return add_box(bridge, geom, def, &box);
}

static VeerStatus add_geom(VeerOde *bridge, dGeomID geom, const VeerObstacleDef *def)
{
    int kind = dGeomGetClass(geom);
    if (kind == dSphereClass) {
        return add_ball(bridge, geom, *def, dGeomGetPosition(geom),
                        (float)dGeomSphereGetRadius(geom));
    }
    if (kind == dPlaneClass) {
        return add_plane(bridge, geom, *def);
    }
    GeomBox box = box_of(geom);
    bool is_box = kind != dCapsuleClass && kind != dCylinderClass;
    return is_box && !dGeomGetBody(geom) && is_along_axes(&box) ? add_box(bridge, geom, *def, &box)
                                                                : add_row(bridge, geom, *def, &box);
}

VeerStatus veer_ode_add_geom(VeerOde *bridge, dGeomID geom, const VeerObstacleDef *def)
{
    if (!bridge || !geom || dGeomIsSpace(geom) || veer_ode_obstacles(bridge, geom, NULL, 0)) {
        return VEER_BAD_VALUE;
    }
    VeerObstacleDef own = def ? *def : veer_obstacle_def_default();
    own.motion = VEER_MOTION_STATIC;
    VeerStatus status = add_geom(bridge, geom, &own);
    if (status != VEER_OK) {
        veer_ode_forget_geom(bridge, geom);
    }
    return status;
}

VeerStatus veer_ode_add_body(VeerOde *bridge, dBodyID body, const VeerObstacleDef *def)
{
    if (!bridge || !body) {
        return VEER_BAD_VALUE;
    }
    for (dGeomID geom = dBodyGetFirstGeom(body); geom; geom = dBodyGetNextGeom(geom)) {
        if (veer_ode_obstacles(bridge, geom, NULL, 0) > 0) {
            return VEER_BAD_VALUE;
        }
    }
    VeerStatus status = VEER_OK;
    dGeomID geom = dBodyGetFirstGeom(body);
    for (; geom && status == VEER_OK; geom = dBodyGetNextGeom(geom)) {
        status = veer_ode_add_geom(bridge, geom, def);
    }
    for (geom = dBodyGetFirstGeom(body); geom && status != VEER_OK; geom = dBodyGetNextGeom(geom)) {
        veer_ode_forget_geom(bridge, geom);
    }
    return status;
}

uint32_t veer_ode_obstacles(const VeerOde *bridge, const struct dxGeom *geom, VeerObstacleId *out,
                            uint32_t capacity)
{
    uint32_t count = 0;
    for (uint32_t i = 0; bridge && i < bridge->geom_count; ++i) {
        const VeerGeomTwin *twin = &bridge->geoms[i];
        if (twin->geom == geom && veer_obstacle_is_alive(bridge->world, twin->obstacle)) {
            if (count < capacity) {
                out[count] = twin->obstacle;
            }
            ++count;
        }
    }
    return count;
}

void veer_ode_forget_geom(VeerOde *bridge, dGeomID geom)
{
    for (uint32_t i = bridge ? bridge->geom_count : 0; i-- > 0;) {
        if (bridge->geoms[i].geom == geom) {
            (void)veer_obstacle_destroy(bridge->world, bridge->geoms[i].obstacle);
            bridge->geoms[i] = bridge->geoms[--bridge->geom_count];
        }
    }
}

static void move(const VeerOde *bridge, const VeerGeomTwin *twin)
{
    dBodyID body = dGeomGetBody(twin->geom);
    dReal x = (dReal)twin->local.x, y = (dReal)twin->local.y, z = (dReal)twin->local.z;
    dVector3 at, velocity = {0};
    dBodyGetRelPointPos(body, x, y, z, at);
    if (dBodyIsEnabled(body)) {
        dBodyGetRelPointVel(body, x, y, z, velocity);
    }
    (void)veer_obstacle_set_position(bridge->world, twin->obstacle, vector_of(at));
    (void)veer_obstacle_set_velocity(bridge->world, twin->obstacle, vector_of(velocity));
}

void veer_geoms_move(VeerOde *bridge)
{
    for (uint32_t i = bridge->geom_count; i-- > 0;) {
        VeerGeomTwin *twin = &bridge->geoms[i];
        if (!veer_obstacle_is_alive(bridge->world, twin->obstacle)) {
            *twin = bridge->geoms[--bridge->geom_count];
        } else if (twin->is_moved) {
            move(bridge, twin);
        }
    }
}
