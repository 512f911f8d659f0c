/// Worlds of ODE's with a world of veer beside them, for tests.
#ifndef VEER_TESTS_ODE_MAKER_H
#define VEER_TESTS_ODE_MAKER_H

#include "world/world_maker.h"

#include "base/random.h"
#include "veer/ode.h"

#include <ode/ode.h>

typedef struct Setting {
    dWorldID engine;
    dSpaceID space;
    dJointGroupID contacts;
    VeerWorld *world;
    VeerOde *bridge;
    bool removes; // what meets is removed
} Setting;

static inline Setting make_setting(const VeerWorldDef *def)
{
    Setting setting = {
        dWorldCreate(), dHashSpaceCreate(NULL), dJointGroupCreate(0), make_world_of(def), NULL,
        false};
    assert_int_equal(veer_ode_create(setting.space, setting.world, &setting.bridge), VEER_OK);
    return setting;
}

static inline Setting make_plain(void)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    return make_setting(&def);
}

static inline void destroy_setting(Setting *setting)
{
    veer_ode_destroy(setting->bridge);
    veer_world_destroy(setting->world);
    dJointGroupDestroy(setting->contacts);
    dSpaceDestroy(setting->space);
    dWorldDestroy(setting->engine); // and its bodies
}

static inline dBodyID add_body(const Setting *setting, dGeomID geom, double x, double y, double z)
{
    dBodyID body = dBodyCreate(setting->engine);
    dMass mass;
    dMassSetSphereTotal(&mass, 2.0, 0.5); // 0.2 kg m²
    dBodySetMass(body, &mass);
    if (geom) {
        dGeomSetBody(geom, body);
    }
    dBodySetPosition(body, x, y, z);
    return body;
}

static inline dBodyID drop_ball(const Setting *setting, double radius, double x, double y, double z)
{
    return add_body(setting, dCreateSphere(setting->space, radius), x, y, z);
}

static inline VeerAgentId attach(const Setting *setting, dBodyID body, const VeerAgentDef *def,
                                 const VeerDrive *drive)
{
    VeerAgentId agent = {0, 0};
    assert_int_equal(veer_ode_add_agent(setting->bridge, body, def, drive, &agent), VEER_OK);
    return agent;
}

static inline float pick(uint64_t seed, uint64_t number, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(seed, 0, number);
}

static inline bool holds(const Setting *setting, VeerObstacleId id, VeerVec3 point)
{
    VeerObstacleState state;
    veer_obstacle_get(setting->world, id, &state);
    VeerVec3 off = sub3(point, state.position), half = state.half_extents;
    if (state.shape == VEER_SHAPE_BALL) {
        return length3(off) <= state.radius + 1e-4f;
    }
    return fabsf(off.x) <= half.x + 1e-4f && fabsf(off.y) <= half.y + 1e-4f &&
           fabsf(off.z) <= half.z + 1e-4f;
}

/// Whether one of a geom's obstacles holds a point.
static inline bool is_covered(const Setting *setting, dGeomID geom, VeerVec3 point)
{
    VeerObstacleId ids[32];
    uint32_t count = veer_ode_obstacles(setting->bridge, geom, ids, 32);
    for (uint32_t i = 0; i < count; ++i) {
        if (holds(setting, ids[i], point)) {
            return true;
        }
    }
    return false;
}

#endif
