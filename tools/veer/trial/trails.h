/// The paths of bodies through a run, kept to be drawn.
#ifndef VEER_TOOLS_TRAILS_H
#define VEER_TOOLS_TRAILS_H

#include "veer/scenario.h"

#define VEER_MAX_TRAIL_BODIES 1200u  ///< agents and moving obstacles each
#define VEER_MAX_TRAIL_SAMPLES 8192u ///< points of a path, where there are few bodies

/// The path of one body.
typedef struct VeerBodyTrail {
    VeerAgentId agent;       ///< null for an obstacle
    VeerObstacleId obstacle; ///< null for an agent
    uint32_t number;         ///< in veer_scenario_agents, for an agent
    uint32_t end;            ///< it has the samples [0, end)
    VeerVec3 *points;        ///< points[sample_capacity], by sample
    float radius;            ///< m
} VeerBodyTrail;

typedef struct VeerTrails {
    VeerBodyTrail *bodies; ///< bodies[count]: agents, then obstacles
    uint32_t count, agent_count, capacity;
    double *times; ///< times[sample_count], s
    uint32_t sample_count;
    uint32_t sample_capacity; ///< once that many are there, every other one is dropped
    uint32_t stride;          ///< calls of observe from one sample to the next
    uint32_t calls;
} VeerTrails;

/// Begins with the world as it is. NULL: no memory
VeerTrails *veer_trails_create(const VeerScenario *scenario, const VeerWorld *world);
void veer_trails_destroy(VeerTrails *trails);

/// Takes in the world after a step. Agents that came since the beginning are not followed.
void veer_trails_observe(VeerTrails *trails, const VeerWorld *world);

#endif
