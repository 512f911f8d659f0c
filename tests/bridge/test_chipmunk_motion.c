// Bodies with agents move as the engine's own functions would have them, to the bit.
#include "bridge/chipmunk_maker.h"

#include "bridge/chipmunk/motion.h"

#include <chipmunk/chipmunk_structs.h>

// A disc off its middle, thrown at a wall with gravity, damping, and a force now and then.
static cpShape *add_wall(cpSpace *space)
{
    cpBody *ground = cpSpaceGetStaticBody(space);
    return cpSpaceAddShape(space, cpSegmentShapeNew(ground, cpv(-50.0, 0.0), cpv(50.0, 1.0), 0.1));
}

static cpBody *throw_one(cpSpace *space, double moment)
{
    cpSpaceSetGravity(space, cpv(0.3, -9.81));
    cpSpaceSetDamping(space, 0.9);
    cpBody *body = add_disc(space, 0.0, 1.2, 0.5);
    cpBodySetMoment(body, moment);
    cpBodySetCenterOfGravity(body, cpv(0.2, 0.1));
    cpBodySetAngle(body, 0.7);
    cpBodySetVelocity(body, cpv(3.0, 1.0));
    return body;
}

static bool are_alike(const cpBody *a, const cpBody *b)
{
    return memcmp(&a->p, &b->p, sizeof a->p) == 0 && memcmp(&a->v, &b->v, sizeof a->v) == 0 &&
           a->a == b->a && a->w == b->w &&
           memcmp(&a->transform, &b->transform, sizeof a->transform) == 0;
}

static void moves_alike(double moment)
{
    Setting own = make_plain(), cheap = make_plain();
    cpShape *walls[] = {add_wall(own.space), add_wall(cheap.space)};
    cpBody *first = throw_one(own.space, moment), *second = throw_one(cheap.space, moment);
    veer_motion_take(second);
    assert_true(second->velocity_func != cpBodyUpdateVelocity);
    assert_true(second->position_func != cpBodyUpdatePosition);
    for (int i = 0; i < 400; ++i) {
        if (i % 50 == 0) {
            cpBodyApplyForceAtLocalPoint(first, cpv(-40.0, 90.0), cpvzero);
            cpBodyApplyForceAtLocalPoint(second, cpv(-40.0, 90.0), cpvzero);
        }
        cpSpaceStep(own.space, 1.0 / 60.0);
        cpSpaceStep(cheap.space, 1.0 / 60.0);
        assert_true(are_alike(first, second));
    }
    destroy_setting(&own);
    destroy_setting(&cheap);
    cpShapeFree(walls[0]);
    cpShapeFree(walls[1]);
}

static void what_does_not_turn_moves_as_by_the_engines_functions(void **unused)
{
    (void)unused;
    moves_alike((double)INFINITY);
}

static void what_turns_moves_as_by_the_engines_functions(void **unused)
{
    (void)unused;
    moves_alike(0.8);
}

static void what_has_become_kinematic_does_not_fall(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    cpSpaceSetGravity(setting.space, cpv(0.0, -10.0));
    VeerAgentDef def = veer_agent_def_default();
    cpBody *body = add_disc(setting.space, 0.0, 0.0, 0.5);
    attach(&setting, body, &def, NULL);
    cpBodySetType(body, CP_BODY_TYPE_KINEMATIC);
    cpSpaceStep(setting.space, 0.1);
    assert_true(cpBodyGetVelocity(body).y == 0.0);
    destroy_setting(&setting);
}

static void stand(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt)
{
    (void)body, (void)gravity, (void)damping, (void)dt;
}

static void stay(cpBody *body, cpFloat dt)
{
    (void)body, (void)dt;
}

static void functions_of_the_game_stay_and_the_engines_come_back(void **unused)
{
    (void)unused;
    Setting setting = make_plain();
    VeerAgentDef def = veer_agent_def_default();
    cpBody *plain = add_disc(setting.space, 0.0, 0.0, 0.5);
    cpBody *own = add_disc(setting.space, 5.0, 0.0, 0.5);
    cpBodySetVelocityUpdateFunc(own, stand);
    cpBodySetPositionUpdateFunc(own, stay);
    attach(&setting, plain, &def, NULL);
    attach(&setting, own, &def, NULL);
    assert_true(plain->velocity_func != cpBodyUpdateVelocity);
    assert_true(own->velocity_func == stand && own->position_func == stay);
    veer_chipmunk_forget_body(setting.bridge, plain);
    veer_chipmunk_forget_body(setting.bridge, own);
    assert_true(plain->velocity_func == cpBodyUpdateVelocity);
    assert_true(plain->position_func == cpBodyUpdatePosition);
    assert_true(own->velocity_func == stand && own->position_func == stay);
    destroy_setting(&setting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_turn_moves_as_by_the_engines_functions),
        cmocka_unit_test(what_turns_moves_as_by_the_engines_functions),
        cmocka_unit_test(what_has_become_kinematic_does_not_fall),
        cmocka_unit_test(functions_of_the_game_stay_and_the_engines_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
