/// Drawing a world through the host's own callbacks.
#ifndef VEER_DRAW_H
#define VEER_DRAW_H

#include "veer/agent.h"
#include "veer/api.h"
#include "veer/explain.h"
#include "veer/trace.h"
#include "veer/world.h"

/// What a stroke or filling stands for; the host picks the colour.
typedef enum VeerDrawRole {
    VEER_DRAW_AGENT = 0, ///< its body
    VEER_DRAW_AGENT_AVOIDING,
    VEER_DRAW_AGENT_ARRIVED,
    VEER_DRAW_HEADING,
    VEER_DRAW_VELOCITY,
    VEER_DRAW_PREFERRED,
    VEER_DRAW_GOAL,
    VEER_DRAW_OBSTACLE,
    VEER_DRAW_WALL,
    VEER_DRAW_BOUNDS,
    VEER_DRAW_MAP,     ///< what is blocked: rectangles, and lines round them
    VEER_DRAW_COVERED, ///< what is blocked to routes alone: rectangles, under those of the map
    VEER_DRAW_COST,    ///< what costs more than its length: rectangles, under those of the map
    VEER_DRAW_LINK,    ///< an open link of the map: a line
    VEER_DRAW_ROUTE,   ///< the route ahead of an agent
    VEER_DRAW_FIELD,   ///< the direction of a shared field; `group` is its number
    VEER_DRAW_HELD,    ///< what an agent holds of a passage, or a line to what it waits for
    VEER_DRAW_TRACE,   ///< plus a VeerTraceRole: a mark of the trace
    VEER_DRAW_ROLE_COUNT = VEER_DRAW_TRACE + VEER_TRACE_ROLE_COUNT
} VeerDrawRole;

/// The host's drawing functions; one that is NULL is left out. `group` is the agent's group, else
/// 0.
typedef struct VeerDraw {
    /// A disc, or a sphere.
    void (*ball)(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre, float radius);
    /// A segment.
    void (*line)(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from, VeerVec3 to);
    /// A closed convex polygon, points[count].
    void (*polygon)(void *user, VeerDrawRole role, const VeerVec3 *points, uint32_t count);
    void *user;           ///< handed to the functions
    bool show_velocities; ///< velocity and preferred velocity of each agent
    bool show_goals;      ///< a line to each agent's goal
    bool show_routes;     ///< the path ahead of each agent that goes by route, or along a field
    bool show_fields;     ///< the directions of the fields that agents share
    bool show_covered;    ///< the cells that something covers
    bool show_held;       ///< what agents hold of passages, and wait for (veer/reservation.h)
    const VeerAvoidTrace
        *trace; ///< of one agent, from veer_world_trace; NULL: none. Forces are
                ///< scaled so that the strongest is as long as the preferred velocity
} VeerDraw;

/// Draws the map, its fields, bounds, walls, obstacles and agents, in that order, each by slot, and
/// the trace. Cost O(all of them).
VEER_API void veer_world_draw(const VeerWorld *world, const VeerDraw *draw);

/// The path ahead of an agent, to be drawn: the points of its route, or, where it shares a field,
/// points along that, a cell apart, m.
///
/// @param out  out[capacity]
/// @return how many were written; 0 where it goes by neither. Cost O(capacity)
VEER_API uint32_t veer_draw_path(const VeerWorld *world, VeerAgentId agent, VeerVec3 *out,
                                 uint32_t capacity);

/// Draws reasons that have a place: a line from the agent to it, and a ball about the body that it
/// is about. Goals are VEER_DRAW_GOAL and VEER_DRAW_ROUTE; velocities VEER_DRAW_PREFERRED; what is
/// sensed, or not, VEER_DRAW_TRACE + VEER_TRACE_PROBE; what is in its way, or touches it,
/// VEER_DRAW_TRACE + VEER_TRACE_HIT. The kind is their group.
/// @param reasons  reasons[count], of veer_world_explain. Cost O(count)
VEER_API void veer_draw_reasons(const VeerWorld *world, VeerAgentId agent,
                                const VeerReason *reasons, uint32_t count, const VeerDraw *draw);

#endif
