// Calls that copy columns of the host's memory.
#include "values.h"

#include "kinds.h"

#include <stddef.h>
#include <string.h>

void call_veer_world_read_agents(Session *session);
void call_veer_world_write_agents(Session *session);

// A body of a host: as many bytes as its members have, so that few of them are aligned.
#pragma pack(push, 1)
typedef struct Body {
    uint8_t status;
    VeerAgentId agent;
    VeerVec3 vectors[5];
    uint64_t user_data;
} Body;
#pragma pack(pop)

enum { MOST_BODIES = 64 };

static VeerColumn column(Session *session, Body *bodies, size_t offset)
{
    bool is_there = bodies && chance(session, 2);
    return (VeerColumn){is_there ? (unsigned char *)bodies + offset : NULL, sizeof(Body)};
}

static VeerBodyColumns any_columns(Session *session, Body *bodies)
{
    return (VeerBodyColumns){
        .agents = column(session, bodies, offsetof(Body, agent)),
        .positions = column(session, bodies, offsetof(Body, vectors[0])),
        .velocities = column(session, bodies, offsetof(Body, vectors[1])),
        .headings = column(session, bodies, offsetof(Body, vectors[2])),
        .spins = column(session, bodies, offsetof(Body, vectors[3])),
        .safe_velocities = column(session, bodies, offsetof(Body, vectors[4])),
        .user_data = column(session, bodies, offsetof(Body, user_data)),
        .statuses = column(session, bodies, offsetof(Body, status)),
    };
}

void call_veer_world_read_agents(Session *session)
{
    const VeerWorld *world = any_VeerWorld(session);
    Body bodies[MOST_BODIES];
    VeerBodyColumns columns = any_columns(session, bodies);
    float fraction = any_float(session, 0.0f, 1.0f);
    uint32_t capacity = (uint32_t)(draw(session) % MOST_BODIES);
    bool is_given = !is_wild(session);
    uint32_t count = veer_world_read_agents(world, fraction, is_given ? &columns : NULL, capacity);
    if (count > 0 && count != veer_agent_count(world)) {
        fail(session, "not all agents are counted");
    }
    done(session, count > 0);
}

// Most of the time what was read, with some of it changed.
void call_veer_world_write_agents(Session *session)
{
    VeerWorld *world = any_own_VeerWorld(session);
    Body bodies[MOST_BODIES];
    memset(bodies, 0, sizeof bodies);
    VeerBodyColumns all = {.agents = {&bodies->agent, sizeof(Body)},
                           .positions = {&bodies->vectors[0], sizeof(Body)},
                           .velocities = {&bodies->vectors[1], sizeof(Body)},
                           .headings = {&bodies->vectors[2], sizeof(Body)}};
    uint32_t count = veer_world_read_agents(world, 1.0f, &all, MOST_BODIES);
    count =
        count > MOST_BODIES || is_wild(session) ? (uint32_t)(draw(session) % MOST_BODIES) : count;
    for (uint32_t i = 0; i < count; ++i) {
        bodies[i].agent = is_wild(session) ? any_VeerAgentId(session) : bodies[i].agent;
        for (int k = 0; k < 5; ++k) {
            bodies[i].vectors[k] = chance(session, 4) ? any_offset(session) : bodies[i].vectors[k];
        }
    }
    VeerBodyColumns columns = any_columns(session, bodies);
    bool is_given = !is_wild(session);
    done_of_world(session, world,
                  veer_world_write_agents(world, is_given ? &columns : NULL, count));
}
