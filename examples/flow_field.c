// A flow field for a thousand: all leave a hall by its two doors, along one field that they share.
// usage: flow_field [PICTURE.svg]
#include "picture.h"

enum { AGENTS = 1000, SIDE = 64 };

int main(int count, char **words)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = AGENTS;
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    def.map.grid.width = SIDE + 16;
    def.map.grid.height = SIDE;
    def.map.max_fields = 4;
    VeerWorld *world = NULL;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return 1;
    }
    veer_world_grid_fill(world, (VeerCellRect){{SIDE, 0}, {SIDE + 1, SIDE}}, true);
    veer_world_grid_fill(world, (VeerCellRect){{SIDE, 12}, {SIDE + 1, 18}}, false);
    veer_world_grid_fill(world, (VeerCellRect){{SIDE, 44}, {SIDE + 1, 50}}, false);
    VeerVec3 exit = {SIDE + 12.0f, SIDE / 2.0f, 0.0f};
    for (int i = 0; i < AGENTS; i++) {
        VeerAgentDef agent = veer_agent_def_default();
        VeerAgentId id;
        agent.position =
            (VeerVec3){2.0f + 1.2f * (float)(i % 32), 4.0f + 1.7f * (float)(i / 32), 0};
        agent.radius = 0.3f;
        veer_agent_create(world, &agent, &id);
        veer_agent_route_to(world, id, exit, 4.0f);
    }
    Picture picture = picture_begin(count > 1 ? words[1] : NULL, (VeerVec3){0, 0, 0},
                                    (VeerVec3){SIDE + 16, SIDE, 0});
    uint32_t out = 0;
    for (int tick = 0; tick < 180 * 20 && out < AGENTS; tick++) {
        uint32_t events;
        veer_world_step(world, 1.0f / 20.0f);
        const VeerEvent *event = veer_world_events(world, &events);
        VeerAgentId gone[AGENTS];
        uint32_t gone_count = 0;
        for (uint32_t i = 0; i < events; i++) {
            if (event[i].kind == VEER_EVENT_ARRIVED) {
                gone[gone_count++] = event[i].agent;
            }
        }
        if (tick == 30 * 20) {
            picture_end(&picture, world, true);
            picture.file = NULL;
        }
        for (uint32_t i = 0; i < gone_count; i++) { // changes end the events: after the loop
            veer_agent_destroy(world, gone[i]);
        }
        out += gone_count;
    }
    printf("%u of %d left the hall in %.0f s\n", out, AGENTS, veer_world_time(world));
    veer_world_destroy(world);
    return out == AGENTS ? 0 : 1;
}
