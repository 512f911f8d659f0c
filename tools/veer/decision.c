#include "decision.h"

#include "ink.h"

#include <math.h>

#define MOST_MARKS 512u

/// Where the strokes of a trace go.
typedef struct Decision {
    const VeerScreen *screen;
    cairo_t *cairo;
} Decision;

/// The hue of each kind of mark, degrees: pushes and constraints warm, pulls and choices cold.
static VeerColour colour_of(VeerDrawRole role)
{
    static const double hues[VEER_TRACE_ROLE_COUNT] = {
        [VEER_TRACE_PROBE] = 210.0,  [VEER_TRACE_HIT] = 20.0,        [VEER_TRACE_PUSH] = 0.0,
        [VEER_TRACE_PULL] = 140.0,   [VEER_TRACE_CONSTRAINT] = 40.0, [VEER_TRACE_WISH] = 260.0,
        [VEER_TRACE_CHOICE] = 110.0, [VEER_TRACE_SIDE] = 310.0};
    return veer_colour_hue(hues[role - VEER_DRAW_TRACE] * acos(-1.0) / 180.0);
}

static void draw_mark_ball(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre,
                           float radius)
{
    (void)group;
    const Decision *decision = user;
    if (role >= VEER_DRAW_TRACE) {
        veer_ink_ring(decision->cairo, veer_screen_point(decision->screen, centre),
                      (double)radius * decision->screen->scale, 1.4 * decision->screen->unit,
                      colour_of(role), 0.8);
    }
}

static void draw_mark_line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from,
                           VeerVec3 to)
{
    (void)group;
    const Decision *decision = user;
    if (role < VEER_DRAW_TRACE) {
        return;
    }
    cairo_t *cairo = decision->cairo;
    VeerPoint a = veer_screen_point(decision->screen, from);
    VeerPoint b = veer_screen_point(decision->screen, to);
    bool is_choice = role == (VeerDrawRole)(VEER_DRAW_TRACE + VEER_TRACE_CHOICE);
    cairo_new_path(cairo);
    cairo_move_to(cairo, a.x, a.y);
    cairo_line_to(cairo, b.x, b.y);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, (is_choice ? 3.0 : 1.4) * decision->screen->unit);
    veer_ink_set(cairo, colour_of(role), 0.9);
    cairo_stroke(cairo);
}

/// The agent of an id; null where there is none.
static VeerAgentId find_agent(const VeerPicture *picture)
{
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(picture->session->scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        VeerAgentState state;
        if (veer_agent_get(picture->session->world, agents[i].agent, &state) == VEER_OK &&
            state.id == picture->traced) {
            return agents[i].agent;
        }
    }
    return (VeerAgentId){0, 0};
}

void veer_decision_draw(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo)
{
    VeerTraceMark marks[MOST_MARKS];
    VeerAvoidTrace trace = {.marks = marks, .capacity = MOST_MARKS};
    VeerWorld *world = picture->session->world;
    if (picture->traced == 0 || veer_world_trace(world, find_agent(picture),
                                                 picture->session->info.dt, &trace) != VEER_OK) {
        return;
    }
    Decision decision = {screen, cairo};
    VeerDraw draw = {
        .ball = draw_mark_ball, .line = draw_mark_line, .user = &decision, .trace = &trace};
    veer_world_draw(world, &draw);
}
