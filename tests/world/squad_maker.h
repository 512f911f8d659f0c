/// Worlds with squads, for tests.
#ifndef VEER_TESTS_SQUAD_MAKER_H
#define VEER_TESTS_SQUAD_MAKER_H

#include "world_maker.h"

static inline VeerWorldDef squad_world_def(VeerSpace space)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = space;
    def.max_agents = 256;
    def.max_squads = 8;
    return def;
}

static inline VeerWorld *make_squad_world(VeerSpace space)
{
    VeerWorldDef def = squad_world_def(space);
    return make_world_of(&def);
}

static inline VeerSquadId add_squad(VeerWorld *world, const VeerSquadDef *def)
{
    VeerSquadDef plain = veer_squad_def_default();
    VeerSquadId squad = {0, 0};
    assert_int_equal(veer_squad_create(world, def ? def : &plain, &squad), VEER_OK);
    return squad;
}

/// Members in rows of four, 2 m apart, the first at a point.
static inline void add_members(VeerWorld *world, VeerSquadId squad, VeerAgentId *out,
                               uint32_t count, VeerVec3 first)
{
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 offset = {-2.0f * (float)(i / 4), 2.0f * (float)(i % 4), 0.0f};
        VeerAgentDef def = veer_agent_def_default();
        def.position = add3(first, offset);
        def.radius = 0.4f;
        out[i] = add_agent(world, &def);
        assert_int_equal(veer_squad_add(world, squad, out[i]), VEER_OK);
    }
}

static inline void order_to(VeerWorld *world, VeerSquadId squad, VeerVec3 point)
{
    VeerOrder order = veer_order_go(point);
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_OK);
}

static inline VeerSquadState read_squad(const VeerWorld *world, VeerSquadId squad)
{
    VeerSquadState state;
    assert_int_equal(veer_squad_get(world, squad, &state), VEER_OK);
    return state;
}

static inline VeerMemberState read_member(const VeerWorld *world, VeerAgentId agent)
{
    VeerMemberState state;
    assert_int_equal(veer_agent_member(world, agent, &state), VEER_OK);
    return state;
}

/// How many events of a kind the last step had.
static inline uint32_t count_events(const VeerWorld *world, VeerEventKind kind)
{
    uint32_t count, found = 0;
    const VeerEvent *events = veer_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        found += events[i].kind == kind;
    }
    return found;
}

/// Steps until an event of a kind comes, at most `seconds`. @return whether it came
static inline bool step_until(VeerWorld *world, VeerEventKind kind, float seconds)
{
    for (int i = 0; (float)i * TICK < seconds; ++i) {
        step_times(world, 1, TICK);
        if (count_events(world, kind) > 0) {
            return true;
        }
    }
    return false;
}

static inline float flat_distance(VeerVec3 a, VeerVec3 b)
{
    VeerVec3 offset = sub3(a, b);
    offset.z = 0.0f;
    return length3(offset);
}

#endif
