/// Groups and fields as a scenario places them.
#ifndef VEER_TEST_IO_PLACE_MAKER_H
#define VEER_TEST_IO_PLACE_MAKER_H

#include "io/scenario/scenario_maker.h"

#include <math.h>

/// Starts of the agents of a text, copied to out[capacity]. @return how many
static inline uint32_t starts_of(const char *text, VeerVec3 *out, uint32_t capacity)
{
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = start(scenario);
    uint32_t count = 0;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    assert_true(count <= capacity);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = agents[i].start;
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return count;
}

static inline float apart(VeerVec3 a, VeerVec3 b)
{
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrtf(x * x + y * y + z * z);
}

static inline void assert_apart(const VeerVec3 *points, uint32_t count, float least)
{
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < a; b++) {
            assert_true(apart(points[a], points[b]) >= least - 1e-4f);
        }
    }
}

#endif
