// A squad order: nine agents gather in a box, march to a point and turn into a wedge.
// usage: squad_order [PICTURE.svg]
#include "picture.h"

enum { AGENTS = 9 };

int main(int count, char **words)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_squads = 1;
    VeerWorld *world = NULL;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return 1;
    }
    VeerSquadDef kind = veer_squad_def_default();
    VeerSquadId squad;
    veer_squad_create(world, &kind, &squad);
    for (int i = 0; i < AGENTS; i++) {
        VeerAgentDef agent = veer_agent_def_default();
        VeerAgentId id;
        agent.position = (VeerVec3){1.5f * (float)(i % 5), 3.0f * (float)(i / 5), 0.0f};
        veer_agent_create(world, &agent, &id);
        veer_squad_add(world, squad, id);
    }
    VeerOrder order = veer_order_go((VeerVec3){20.0f, 0.0f, 0.0f});
    veer_squad_order(world, squad, &order, false);
    order = veer_order_go((VeerVec3){30.0f, 12.0f, 0.0f});
    veer_squad_order(world, squad, &order, true); // and then
    Picture picture =
        picture_begin(count > 1 ? words[1] : NULL, (VeerVec3){-4, -8, 0}, (VeerVec3){38, 20, 0});
    int done = 0;
    for (int tick = 0; tick < 60 * 30; tick++) {
        uint32_t events;
        veer_world_step(world, 1.0f / 30.0f);
        const VeerEvent *event = veer_world_events(world, &events);
        for (uint32_t i = 0; i < events; i++) {
            if (event[i].kind == VEER_EVENT_ORDER_DONE && ++done == 1) {
                printf("at the first point after %.1f s\n", veer_world_time(world));
                kind.formation.shape = VEER_FORMATION_WEDGE;
                veer_squad_set_def(world, squad, &kind);
                break; // events end with the call that changes the world
            }
        }
        if (tick % 10 == 0) {
            picture_track(&picture, world);
        }
    }
    picture_end(&picture, world, false);
    VeerSquadState state;
    veer_squad_get(world, squad, &state);
    printf("%u members, %s\n", state.member_count,
           state.phase == VEER_SQUAD_RESTING ? "resting in their wedge" : "still on their way");
    veer_world_destroy(world);
    return done == 2 && state.phase == VEER_SQUAD_RESTING ? 0 : 1;
}
