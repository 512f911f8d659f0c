// A custom avoidance model: agents that avoid as crowds do, but brake for pedestrians of group 1 as
// cars at a crossing do. usage: custom_model [PICTURE.svg]
#include "picture.h"

#include <math.h>

// Stops where a pedestrian comes within two seconds of the path ahead; else as a crowd.
static VeerAvoidResult brake_for_pedestrians(const VeerView *view, const VeerAvoidParams *params,
                                             VeerVec3 preferred, void *user)
{
    const uint32_t *first_car = user; // ids of pedestrians are below
    for (uint32_t i = 0; i < view->neighbour_count; i++) {
        const VeerNeighbour *other = &view->neighbours[i];
        bool is_pedestrian = !other->is_obstacle && other->id < *first_car;
        bool is_ahead = other->offset.x * preferred.x + other->offset.y * preferred.y > 0.0f;
        if (is_pedestrian && is_ahead && fabsf(other->offset.x) < 6.0f &&
            fabsf(other->offset.y) < 3.0f) {
            return (VeerAvoidResult){.memory = view->memory, .is_avoiding = true};
        }
    }
    return veer_avoid_crowd(view, params, preferred);
}

static VeerAgentId add(VeerWorld *world, uint32_t id, VeerVec3 from, VeerVec3 to, bool is_car)
{
    VeerAgentDef agent = veer_agent_def_default();
    VeerAgentId handle = {0};
    agent.id = id;
    agent.position = from;
    agent.group = is_car ? 2 : 1;
    agent.max_speed = is_car ? 5.0f : 1.4f;
    agent.radius = is_car ? 1.0f : 0.3f;
    if (is_car) {
        agent.model = VEER_AVOID_CUSTOM; // callback 0
        agent.avoid.custom.callback = 0;
    }
    veer_agent_create(world, &agent, &handle);
    veer_agent_go_to(world, handle, to, 0.5f);
    return handle;
}

int main(int count, char **words)
{
    enum { PEDESTRIANS = 5, CARS = 3 };
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    uint32_t first_car = 100;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return 1;
    }
    veer_world_set_avoid_callback(world, 0, brake_for_pedestrians, &first_car);
    VeerAgentId car = {0};
    for (uint32_t i = 0; i < PEDESTRIANS; i++) {
        float x = (float)i - 2.0f;
        add(world, i + 1, (VeerVec3){x, -5.0f - (float)i, 0}, (VeerVec3){x, 8.0f, 0}, false);
    }
    for (uint32_t i = 0; i < CARS; i++) {
        car = add(world, first_car + i, (VeerVec3){-20.0f - 4.0f * (float)i, 0, 0},
                  (VeerVec3){30.0f - 4.0f * (float)i, 0, 0}, true);
    }
    Picture picture =
        picture_begin(count > 1 ? words[1] : NULL, (VeerVec3){-30, -12, 0}, (VeerVec3){32, 12, 0});
    bool has_waited = false;
    for (int tick = 0; tick < 40 * 30; tick++) {
        VeerAgentState state;
        veer_world_step(world, 1.0f / 30.0f);
        veer_agent_get(world, car, &state);
        has_waited = has_waited || (tick > 30 && state.position.x < 0.0f && state.velocity.x == 0);
        if (tick % 10 == 0) {
            picture_track(&picture, world);
        }
    }
    VeerAgentState state;
    veer_agent_get(world, car, &state);
    picture_end(&picture, world, false);
    printf("the last car %s, and is at x = %.1f m\n", has_waited ? "waited" : "did not wait",
           (double)state.position.x);
    veer_world_destroy(world);
    return has_waited && state.status == VEER_AGENT_ARRIVED ? 0 : 1;
}
