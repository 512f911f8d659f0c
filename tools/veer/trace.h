/// The ways of bodies through a run, kept to be drawn.
#ifndef VEER_TOOLS_TRACE_H
#define VEER_TOOLS_TRACE_H

#include "veer/scenario.h"

#define VEER_TRACE_MOST_WAYS 1200u   ///< agents and moving obstacles each
#define VEER_TRACE_MOST_SAMPLES 512u ///< points of a way; then every other one is dropped

/// The way of one body.
typedef struct VeerWay {
    VeerAgentId agent;       ///< null for an obstacle
    VeerObstacleId obstacle; ///< null for an agent
    uint32_t number;         ///< in veer_scenario_agents, for an agent
    uint32_t end;            ///< it has the samples [0, end)
    VeerVec3 *points;        ///< points[VEER_TRACE_MOST_SAMPLES], by sample
    float radius;            ///< m
} VeerWay;

typedef struct VeerTrace {
    VeerWay *ways; ///< ways[count]: agents, then obstacles
    uint32_t count, agent_count, capacity;
    double *times; ///< times[sample_count], s
    uint32_t sample_count;
    uint32_t stride; ///< calls of observe from one sample to the next
    uint32_t calls;
} VeerTrace;

/// Begins with the world as it is. NULL: no memory
VeerTrace *veer_trace_create(const VeerScenario *scenario, const VeerWorld *world);
void veer_trace_destroy(VeerTrace *trace);

/// Takes in the world after a step. Agents that came since the beginning are not traced.
void veer_trace_observe(VeerTrace *trace, const VeerWorld *world);

#endif
