/// Two rooms, and links through the wall between them.
#ifndef VEER_TEST_WORLD_LINK_MAKER_H
#define VEER_TEST_WORLD_LINK_MAKER_H

#include "world/map_maker.h"

#include "support/allocator.h"
#include "veer/link.h"

// Two rooms with a wall between that is open far up.
static const char *const rooms[] = {
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "......##......", //
    "..............", //
};
enum { ROWS = 10, LINKS = 4 };

static inline VeerWorld *make_linked_world(void)
{
    VeerWorldDef def = map_def((uint32_t)strlen(rooms[0]), ROWS);
    def.map.max_links = LINKS;
    VeerWorld *world = make_world_of(&def);
    lay_rows(world, rooms, ROWS);
    return world;
}

static inline VeerLinkDef link_def(VeerVec3 from, VeerVec3 to)
{
    VeerLinkDef def = veer_link_def_default();
    def.from = from;
    def.to = to;
    return def;
}

// Through the wall, two cells thick, near the lower end of the rooms.
static inline VeerLinkDef through_the_wall(void)
{
    return link_def(vec3(5.0f, 2.5f, 0), vec3(9.0f, 2.5f, 0));
}

static inline VeerLinkId add_link(VeerWorld *world, const VeerLinkDef *def)
{
    VeerLinkId link = {0, 0};
    assert_int_equal(veer_link_create(world, def, &link), VEER_OK);
    return link;
}

static inline VeerAgentId add_crosser(VeerWorld *world)
{
    return add_traveller(world, vec3(2.5f, 2.5f, 0), vec3(11.5f, 2.5f, 0), 0.3f);
}

// An agent that goes through the wall, as soon as it is on the link there.
static inline VeerAgentId add_crosser_on_link(VeerWorld *world)
{
    VeerAgentId agent = add_crosser(world);
    VeerLinkId on;
    for (int i = 0; i < 400 && !veer_agent_link(world, agent, &on); i++) {
        step_times(world, 1, TICK);
    }
    return agent;
}

// The greatest y of the path that the agent takes, m.
static inline float go(VeerWorld *world, VeerAgentId agent, int ticks)
{
    float top = 0.0f;
    for (int i = 0; i < ticks && read_agent(world, agent).status == VEER_AGENT_MOVING; i++) {
        step_times(world, 1, TICK);
        top = fmaxf(top, read_agent(world, agent).position.y);
    }
    return top;
}

#endif
