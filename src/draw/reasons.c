/// Draws why an agent does what it does.
#include "draw/draw.h"

#include "veer/agent.h"
#include "veer/obstacle.h"

static VeerDrawRole trace_role(VeerTraceRole role)
{
    return (VeerDrawRole)((unsigned)VEER_DRAW_TRACE + (unsigned)role);
}

static VeerDrawRole role_of(VeerReasonKind kind)
{
    if (kind < VEER_REASON_PATH) {
        return VEER_DRAW_GOAL;
    }
    if (kind < VEER_REASON_SENSES) {
        return VEER_DRAW_ROUTE;
    }
    if (kind < VEER_REASON_PREFERS) {
        return trace_role(VEER_TRACE_PROBE);
    }
    return kind == VEER_REASON_PREFERS ? VEER_DRAW_PREFERRED : trace_role(VEER_TRACE_HIT);
}

/// m; 0: the body is gone, or no ball.
static float radius_of(const VeerWorld *world, const VeerFound *body)
{
    VeerAgentState agent;
    VeerObstacleState obstacle;
    if (body->kind == VEER_FOUND_AGENT && veer_agent_get(world, body->agent, &agent) == VEER_OK) {
        return agent.radius;
    }
    bool is_there = body->kind == VEER_FOUND_OBSTACLE &&
                    veer_obstacle_get(world, body->obstacle, &obstacle) == VEER_OK;
    return is_there ? obstacle.radius : 0.0f;
}

void veer_draw_reasons(const VeerWorld *world, VeerAgentId agent, const VeerReason *reasons,
                       uint32_t count, const VeerDraw *draw)
{
    VeerAgentState self;
    if (!world || !draw || (count > 0 && !reasons) ||
        veer_agent_get(world, agent, &self) != VEER_OK) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const VeerReason *reason = &reasons[i];
        float radius = radius_of(world, &reason->body);
        if (reason->has_place) {
            veer_draw_line(draw, role_of(reason->kind), (uint32_t)reason->kind, self.position,
                           reason->place);
        }
        if (reason->has_place && radius > 0.0f) {
            veer_draw_ball(draw, role_of(reason->kind), (uint32_t)reason->kind, reason->place,
                           radius);
        }
    }
}
