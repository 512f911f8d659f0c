// Drones in 3-D: fifty on a sphere change places with those opposite. usage: drones [PICTURE.svg]
#include "picture.h"

#include <math.h>

enum { DRONES = 50 };

/// The least distance between the centres of two, m.
static float least_distance(const VeerWorld *world, const VeerAgentId *drones)
{
    VeerVec3 at[DRONES];
    float least = INFINITY;
    for (int i = 0; i < DRONES; i++) {
        VeerAgentState state;
        veer_agent_get(world, drones[i], &state);
        at[i] = state.position;
        for (int j = 0; j < i; j++) {
            VeerVec3 off = {at[i].x - at[j].x, at[i].y - at[j].y, at[i].z - at[j].z};
            least = fminf(least, sqrtf(off.x * off.x + off.y * off.y + off.z * off.z));
        }
    }
    return least;
}

int main(int count, char **words)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    VeerWorld *world = NULL;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return 1;
    }
    VeerAgentId drones[DRONES];
    for (int i = 0; i < DRONES; i++) {
        // Evenly over the sphere: a spiral by the golden angle.
        float z = 1.0f - 2.0f * ((float)i + 0.5f) / DRONES, ring = sqrtf(1.0f - z * z);
        float angle = 2.3999632f * (float)i;
        VeerVec3 at = {16.0f * ring * cosf(angle), 16.0f * ring * sinf(angle), 16.0f * z};
        VeerAgentDef drone = veer_agent_def_default();
        drone.position = at;
        drone.radius = 0.4f;
        drone.max_speed = 3.0f;
        drone.group = (uint32_t)i % 4u;
        veer_agent_create(world, &drone, &drones[i]);
        veer_agent_go_to(world, drones[i], (VeerVec3){-at.x, -at.y, -at.z}, 0.3f);
    }
    Picture picture =
        picture_begin(count > 1 ? words[1] : NULL, (VeerVec3){-18, -18, 0}, (VeerVec3){18, 18, 0});
    float least = INFINITY;
    for (int tick = 0; tick < 30 * 30; tick++) {
        veer_world_step(world, 1.0f / 30.0f);
        least = fminf(least, least_distance(world, drones));
        if (tick % 15 == 0) {
            picture_track(&picture, world);
        }
    }
    picture_end(&picture, world, false);
    int arrived = 0;
    for (int i = 0; i < DRONES; i++) {
        VeerAgentState state;
        veer_agent_get(world, drones[i], &state);
        arrived += state.status == VEER_AGENT_ARRIVED;
    }
    printf("%d of %d drones there; their centres came as near as %.2f m: they touch at 0.80\n",
           arrived, DRONES, (double)least);
    veer_world_destroy(world);
    return arrived == DRONES && least >= 0.799f ? 0 : 1;
}
