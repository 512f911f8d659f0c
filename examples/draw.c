// Draw callbacks: twelve agents cross a circle round a ball. usage: draw [PICTURE.svg]
#include "picture.h"

#include <math.h>

enum { AGENTS = 12 };

int main(int count, char **words)
{
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return 1;
    }
    VeerObstacleDef ball = veer_obstacle_def_default();
    VeerObstacleId obstacle;
    veer_obstacle_create(world, &ball, &obstacle);
    for (int i = 0; i < AGENTS; i++) {
        float angle = 6.2831853f * (float)i / AGENTS;
        VeerVec3 at = {8.0f * cosf(angle), 8.0f * sinf(angle), 0.0f};
        VeerAgentDef agent = veer_agent_def_default();
        VeerAgentId id;
        agent.position = at;
        agent.group = (uint32_t)i % 4u;
        veer_agent_create(world, &agent, &id);
        veer_agent_go_to(world, id, (VeerVec3){-at.x, -at.y, 0.0f}, 0.3f);
    }
    Picture picture =
        picture_begin(count > 1 ? words[1] : NULL, (VeerVec3){-10, -10, 0}, (VeerVec3){10, 10, 0});
    uint32_t contacts = 0;
    for (int tick = 0; tick < 900; tick++) {
        uint32_t events;
        veer_world_step(world, 1.0f / 30.0f);
        const VeerEvent *event = veer_world_events(world, &events);
        for (uint32_t i = 0; i < events; i++) {
            contacts += event[i].kind == VEER_EVENT_CONTACT_BEGUN;
        }
        if (tick % 5 == 0) {
            picture_track(&picture, world);
        }
    }
    picture_end(&picture, world, false);
    printf("%d agents crossed with %u contacts\n", AGENTS, contacts);
    veer_world_destroy(world);
    return contacts == 0 ? 0 : 1;
}
