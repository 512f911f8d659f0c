// Two agents swap places, and pass without touching.
#include <stdio.h>
#include <veer/veer.h>

int main(void)
{
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return 1;
    }
    VeerAgentId agents[2];
    for (int i = 0; i < 2; ++i) {
        VeerAgentDef agent = veer_agent_def_default();
        agent.position.x = i == 0 ? -5.0f : 5.0f;
        veer_agent_create(world, &agent, &agents[i]);
        veer_agent_go_to(world, agents[i], (VeerVec3){-agent.position.x, 0.0f, 0.0f}, 0.2f);
    }
    for (int tick = 0; tick < 600; ++tick) {
        veer_world_step(world, 1.0f / 60.0f);
    }
    VeerAgentState state;
    veer_agent_get(world, agents[0], &state);
    printf("at (%.2f, %.2f) after %.0f s\n", state.position.x, state.position.y,
           veer_world_time(world));
    veer_world_destroy(world);
    return state.status == VEER_AGENT_ARRIVED ? 0 : 1;
}
