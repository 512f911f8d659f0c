/// Spaces of Chipmunk's with a world beside them, for tests.
#ifndef VEER_TESTS_CHIPMUNK_MAKER_H
#define VEER_TESTS_CHIPMUNK_MAKER_H

#include "world/world_maker.h"

#include "base/random.h"
#include "veer/chipmunk.h"

#include <chipmunk/chipmunk.h>

typedef struct Setting {
    cpSpace *space;
    VeerWorld *world;
    VeerChipmunk *bridge;
} Setting;

static inline Setting make_setting(const VeerWorldDef *def)
{
    Setting setting = {cpSpaceNew(), make_world_of(def), NULL};
    cpSpaceSetCollisionSlop(setting.space, 0.005);
    assert_int_equal(veer_chipmunk_create(setting.space, setting.world, &setting.bridge), VEER_OK);
    return setting;
}

static inline Setting make_plain(void)
{
    VeerWorldDef def = veer_world_def_default();
    return make_setting(&def);
}

static inline void collect(cpBody *body, void *data)
{
    cpBody ***next = data;
    *(*next)++ = body;
}

static inline void destroy_setting(Setting *setting)
{
    cpBody *bodies[512], **end = bodies;
    cpSpaceEachBody(setting->space, collect, &end);
    for (cpBody **body = bodies; body < end; ++body) {
        veer_chipmunk_remove_body(setting->bridge, *body);
    }
    veer_chipmunk_destroy(setting->bridge);
    veer_world_destroy(setting->world);
    cpSpaceFree(setting->space);
}

static inline cpBody *add_body(cpSpace *space, double moment, double x, double y)
{
    cpBody *body = cpSpaceAddBody(space, cpBodyNew(2.0, moment));
    cpBodySetPosition(body, cpv(x, y));
    return body;
}

static inline cpBody *add_disc(cpSpace *space, double x, double y, double radius)
{
    cpBody *body = add_body(space, (double)INFINITY, x, y);
    cpSpaceAddShape(space, cpCircleShapeNew(body, radius, cpvzero));
    return body;
}

static inline VeerAgentId attach(const Setting *setting, cpBody *body, const VeerAgentDef *def,
                                 const VeerDrive *drive)
{
    VeerAgentId agent = {0, 0};
    assert_int_equal(veer_chipmunk_add_agent(setting->bridge, body, def, drive, &agent), VEER_OK);
    return agent;
}

static inline float pick(uint64_t seed, uint64_t number, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(seed, 0, number);
}

#endif
