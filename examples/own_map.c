// Bring your own map: tiles of a level become blocked cells; an agent finds its way, and a picture
// shows both. usage: own_map [PICTURE.svg]
#include "picture.h"

#include <string.h>

static const char *const level[] = {
    "####################", "#.......#..........#", "#.......#..........#", "#...#####....###...#",
    "#...#........#.#...#", "#...#...######.#...#", "#.......#......#...#", "#####.###......#...#",
    "#.......#..#####...#", "#.......#..........#", "####################",
};
enum { ROWS = sizeof level / sizeof *level };

int main(int count, char **words)
{
    uint32_t columns = (uint32_t)strlen(level[0]);
    VeerWorldDef def = veer_world_def_default();
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    def.map.grid.width = columns;
    def.map.grid.height = ROWS;
    def.map.grid.cell_size = 2.0f;
    VeerWorld *world = NULL;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return 1;
    }
    for (int y = 0; y < ROWS; y++) {
        for (int x = 0; x < (int)columns; x++) {
            bool is_wall = level[ROWS - 1 - y][x] == '#'; // the first row is the northmost
            veer_world_grid_fill(world, (VeerCellRect){{x, y}, {x + 1, y + 1}}, is_wall);
        }
    }
    VeerAgentDef agent = veer_agent_def_default();
    VeerAgentId id;
    agent.position = (VeerVec3){3.0f, 3.0f, 0.0f};
    veer_agent_create(world, &agent, &id);
    veer_agent_route_to(world, id, (VeerVec3){33.0f, 3.0f, 0.0f}, 0.2f);
    Picture picture = picture_begin(count > 1 ? words[1] : NULL, (VeerVec3){0, 0, 0},
                                    (VeerVec3){2.0f * (float)columns, 2.0f * ROWS, 0});
    VeerAgentState state = {0};
    for (int tick = 0; tick < 120 * 30 && state.status != VEER_AGENT_ARRIVED; tick++) {
        veer_world_step(world, 1.0f / 30.0f);
        veer_agent_get(world, id, &state);
        if (tick % 8 == 0) {
            picture_track(&picture, world);
        }
    }
    picture_end(&picture, world, false);
    printf("there after %.0f s\n", veer_world_time(world));
    veer_world_destroy(world);
    return state.status == VEER_AGENT_ARRIVED ? 0 : 1;
}
