// Routes round a closing door: eight agents go for the near door, which shuts before them.
// usage: closing_door [PICTURE.svg]
#include "picture.h"

enum { AGENTS = 8, WIDTH = 32, HEIGHT = 20 };

static void set_door(VeerWorld *world, int y, bool is_shut)
{
    veer_world_grid_fill(world, (VeerCellRect){{16, y}, {17, y + 3}}, is_shut);
}

int main(int count, char **words)
{
    VeerWorldDef def = veer_world_def_default();
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    def.map.grid.width = WIDTH;
    def.map.grid.height = HEIGHT;
    VeerWorld *world = NULL;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return 1;
    }
    veer_world_grid_fill(world, (VeerCellRect){{16, 0}, {17, HEIGHT}}, true); // a wall
    set_door(world, 13, false);                                               // the near door
    set_door(world, 1, false);                                                // the far door

    VeerAgentId agents[AGENTS];
    bool is_far[AGENTS] = {false}; // it took the far door
    for (int i = 0; i < AGENTS; i++) {
        VeerAgentDef agent = veer_agent_def_default();
        float row = 10.0f + 1.2f * (float)i;
        agent.position = (VeerVec3){2.0f, row, 0.0f};
        agent.radius = 0.4f;
        veer_agent_create(world, &agent, &agents[i]);
        veer_agent_route_to(world, agents[i], (VeerVec3){30.0f, row, 0.0f}, 0.3f);
    }
    Picture picture = picture_begin(count > 1 ? words[1] : NULL, (VeerVec3){0, 0, 0},
                                    (VeerVec3){WIDTH, HEIGHT, 0});
    for (int tick = 0; tick < 60 * 30; tick++) {
        if (tick == 11 * 30) { // the first are through
            set_door(world, 13, true);
        }
        veer_world_step(world, 1.0f / 30.0f);
        for (int i = 0; i < AGENTS; i++) {
            VeerAgentState state;
            veer_agent_get(world, agents[i], &state);
            is_far[i] = is_far[i] || state.position.y < 5.0f;
        }
        if (tick % 10 == 0) {
            picture_track(&picture, world);
        }
    }
    picture_end(&picture, world, false);
    int arrived = 0, far = 0;
    for (int i = 0; i < AGENTS; i++) {
        VeerAgentState state;
        veer_agent_get(world, agents[i], &state);
        arrived += state.status == VEER_AGENT_ARRIVED;
        far += is_far[i];
    }
    printf("%d of %d arrived, %d by the far door\n", arrived, AGENTS, far);
    veer_world_destroy(world);
    return arrived == AGENTS && far > 0 && far < AGENTS ? 0 : 1;
}
