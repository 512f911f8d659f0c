#include "picture.h"

#include "decision.h"
#include "flow.h"
#include "ink.h"
#include "labels.h"
#include "veer/draw.h"
#include "ways.h"

#include <math.h>
#include <stdlib.h>

/// A ball that waits to be drawn: what is further away comes first.
typedef struct Ball {
    VeerPoint at;
    double radius; ///< pixels
    VeerColour fill, rim;
    uint32_t order;
    bool is_agent;
    VeerPoint nose;
} Ball;

/// A drawing under way.
typedef struct Drawing {
    const VeerScreen *screen;
    cairo_t *cairo;
    Ball *balls; ///< NULL: no memory, or none
    uint32_t count, capacity;
} Drawing;

static void add_ball(Drawing *drawing, Ball ball)
{
    if (drawing->count < drawing->capacity) {
        ball.order = drawing->count;
        drawing->balls[drawing->count++] = ball;
    }
}

/// Called for obstacles; agents have colours of their own and come later.
/// A cell of a map that is round.
static void draw_disc(const Drawing *drawing, VeerVec3 centre, float radius, double alpha)
{
    VeerPoint at = veer_screen_point(drawing->screen, centre);
    cairo_new_path(drawing->cairo);
    cairo_arc(drawing->cairo, at.x, at.y, (double)radius * drawing->screen->scale, 0.0,
              2.0 * acos(-1.0));
    veer_ink_set(drawing->cairo, veer_colour_wall_fill, alpha);
    cairo_fill(drawing->cairo);
}

static void note_ball(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre, float radius)
{
    (void)group;
    Drawing *drawing = user;
    if (role == VEER_DRAW_MAP || role == VEER_DRAW_COVERED) {
        draw_disc(drawing, centre, radius, role == VEER_DRAW_MAP ? 1.0 : 0.6);
    }
    if (role != VEER_DRAW_OBSTACLE) {
        return;
    }
    add_ball(drawing, (Ball){.at = veer_screen_point(drawing->screen, centre),
                             .radius = (double)radius * drawing->screen->scale,
                             .fill = veer_colour_rock,
                             .rim = veer_colour_rock_rim});
}

/// A dashed line.
static void draw_link(const Drawing *drawing, VeerVec3 from, VeerVec3 to)
{
    const VeerScreen *screen = drawing->screen;
    VeerPoint a = veer_screen_point(screen, from), b = veer_screen_point(screen, to);
    double unit = screen->unit, dash = 5.0 * unit;
    cairo_t *cairo = drawing->cairo;
    veer_ink_set(cairo, veer_colour_text, 0.7);
    cairo_new_path(cairo);
    cairo_move_to(cairo, a.x, a.y);
    cairo_line_to(cairo, b.x, b.y);
    cairo_set_dash(cairo, &dash, 1, 0.0);
    cairo_set_line_width(cairo, 2.0 * unit);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0.0);
}

static void draw_line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from, VeerVec3 to)
{
    (void)group;
    Drawing *drawing = user;
    if (role == VEER_DRAW_FIELD) {
        veer_flow_draw_way(drawing->screen, drawing->cairo, from, to);
        return;
    }
    if (role == VEER_DRAW_LINK) {
        draw_link(drawing, from, to);
        return;
    }
    bool is_route = role == VEER_DRAW_ROUTE;
    if (role != VEER_DRAW_WALL && role != VEER_DRAW_BOUNDS && role != VEER_DRAW_MAP && !is_route) {
        return;
    }
    const VeerScreen *screen = drawing->screen;
    VeerPoint a = veer_screen_point(screen, from), b = veer_screen_point(screen, to);
    cairo_t *cairo = drawing->cairo;
    cairo_new_path(cairo);
    cairo_move_to(cairo, a.x, a.y);
    cairo_line_to(cairo, b.x, b.y);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    bool is_wall = role == VEER_DRAW_WALL;
    bool is_thin = is_route || role == VEER_DRAW_MAP;
    cairo_set_line_width(cairo, (is_wall ? 2.6 : is_thin ? 0.8 : 1.2) * screen->unit);
    VeerColour colour = role == VEER_DRAW_BOUNDS ? veer_colour_frame : veer_colour_wall;
    veer_ink_set(cairo, is_route ? veer_colour_text : colour, is_route ? 0.5 : 1.0);
    cairo_stroke(cairo);
}

static void draw_polygon(void *user, VeerDrawRole role, const VeerVec3 *points, uint32_t count)
{
    Drawing *drawing = user;
    cairo_t *cairo = drawing->cairo;
    cairo_new_path(cairo);
    for (uint32_t i = 0; i < count; i++) {
        VeerPoint at = veer_screen_point(drawing->screen, points[i]);
        cairo_line_to(cairo, at.x, at.y);
    }
    cairo_close_path(cairo);
    bool is_cost = role == VEER_DRAW_COST;
    if (role == VEER_DRAW_MAP || role == VEER_DRAW_COVERED || is_cost) {
        // Rectangles side by side must not let the ground shine through.
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
        double alpha = role == VEER_DRAW_MAP ? 1.0 : is_cost ? 0.3 : 0.6;
        veer_ink_set(cairo, veer_colour_wall_fill, alpha);
        cairo_fill(cairo);
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT);
        return;
    }
    // The faces of a box lie behind each other: they let each other show.
    veer_ink_set(cairo, veer_colour_wall_fill, drawing->screen->is_spatial ? 0.35 : 1.0);
    cairo_fill_preserve(cairo);
    cairo_set_line_width(cairo, 1.6 * drawing->screen->unit);
    veer_ink_set(cairo, veer_colour_wall, drawing->screen->is_spatial ? 0.55 : 1.0);
    cairo_stroke(cairo);
}

static void note_agents(Drawing *drawing, const VeerPicture *picture, const VeerPalette *palette)
{
    const VeerSession *session = picture->session;
    const VeerColour black = {0, 0, 0};
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(session->scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        VeerAgentState state;
        if (veer_agent_get(session->world, agents[i].agent, &state) != VEER_OK) {
            continue;
        }
        VeerColour fill = veer_palette_colour(palette, session, i);
        VeerVec3 at = state.position, to = state.heading;
        VeerVec3 nose = {at.x + to.x * state.radius, at.y + to.y * state.radius,
                         at.z + to.z * state.radius};
        bool is_warned = !picture->is_still && state.is_avoiding;
        add_ball(drawing,
                 (Ball){.at = veer_screen_point(drawing->screen, at),
                        .radius = (double)state.radius * drawing->screen->scale,
                        .fill = fill,
                        .rim = is_warned ? veer_colour_title : veer_colour_mix(fill, black, 0.45),
                        .is_agent = true,
                        .nose = veer_screen_point(drawing->screen, nose)});
    }
}

/// Far before near; in the order they came where that is equal, as it is from above.
static int compare_balls(const void *a, const void *b)
{
    const Ball *s = a, *t = b;
    if (s->at.depth != t->at.depth) {
        return s->at.depth < t->at.depth ? -1 : 1;
    }
    return s->order < t->order ? -1 : 1;
}

/// A line from the middle of an agent to where it is heading.
static void draw_nose(const Drawing *drawing, const Ball *ball)
{
    cairo_t *cairo = drawing->cairo;
    cairo_new_path(cairo);
    cairo_move_to(cairo, ball->at.x, ball->at.y);
    cairo_line_to(cairo, ball->nose.x, ball->nose.y);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, fmin(2.2 * drawing->screen->unit, 0.3 * ball->radius));
    veer_ink_set(cairo, veer_colour_background, 0.85);
    cairo_stroke(cairo);
}

static void draw_balls(Drawing *drawing)
{
    if (drawing->screen->is_spatial && drawing->count > 0) {
        qsort(drawing->balls, drawing->count, sizeof *drawing->balls, compare_balls);
    }
    for (uint32_t i = 0; i < drawing->count; i++) {
        const Ball *ball = &drawing->balls[i];
        veer_ink_ball(drawing->cairo, drawing->screen, ball->at, ball->radius, ball->fill,
                      ball->rim, 1.0);
        if (ball->is_agent && ball->radius > 4.0 && !drawing->screen->is_spatial) {
            draw_nose(drawing, ball);
        }
    }
}

/// A small cross at each goal, where there are few enough to tell apart.
static void draw_goals(const VeerPicture *picture, const VeerScreen *screen,
                       const VeerPalette *palette, cairo_t *cairo)
{
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(picture->session->scenario, &count);
    double arm = 5.0 * screen->unit;
    for (uint32_t i = 0; i < count && count <= 120; i++) {
        if (!agents[i].has_point_goal) {
            continue;
        }
        VeerPoint at = veer_screen_point(screen, agents[i].goal);
        cairo_new_path(cairo);
        cairo_move_to(cairo, at.x - arm, at.y);
        cairo_line_to(cairo, at.x + arm, at.y);
        cairo_move_to(cairo, at.x, at.y - arm);
        cairo_line_to(cairo, at.x, at.y + arm);
        cairo_set_line_width(cairo, 1.4 * screen->unit);
        veer_ink_set(cairo, veer_palette_colour(palette, picture->session, i), 0.6);
        cairo_stroke(cairo);
    }
}

/// The world and its ways, within the frame.
static void draw_world(const VeerPicture *picture, Drawing *drawing)
{
    const VeerScreen *screen = drawing->screen;
    cairo_t *cairo = drawing->cairo;
    VeerPalette palette = veer_palette_make(picture->session);
    VeerDraw draw = {.ball = note_ball,
                     .line = draw_line,
                     .polygon = draw_polygon,
                     .user = drawing,
                     .show_routes = picture->shows_routes,
                     .show_covered = picture->shows_routes};
    draw.show_fields = picture->has_fields;
    veer_labels_draw_grid(screen, cairo);
    veer_ways_draw_obstacles(picture, screen, cairo);
    veer_flow_draw_crowd(picture, screen, cairo);
    veer_world_draw(picture->session->world, &draw);
    if (!screen->is_spatial) {
        // From above, rocks lie under the ways and agents on them.
        draw_balls(drawing);
        drawing->count = 0;
    }
    draw_goals(picture, screen, &palette, cairo);
    veer_ways_draw_agents(picture, screen, &palette, cairo);
    note_agents(drawing, picture, &palette);
    draw_balls(drawing);
    veer_decision_draw(picture, screen, cairo);
}

void veer_picture_draw(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo)
{
    const VeerWorld *world = picture->session->world;
    uint32_t capacity = veer_agent_slot_count(world) + veer_obstacle_slot_count(world) + 1;
    Drawing drawing = {screen, cairo, malloc(capacity * sizeof(Ball)), 0, capacity};
    if (!drawing.balls) {
        drawing.capacity = 0;
    }
    veer_ink_set(cairo, veer_colour_background, 1.0);
    cairo_paint(cairo);
    cairo_save(cairo);
    cairo_rectangle(cairo, 0.0, screen->top - 12.0 * screen->unit, screen->width,
                    screen->bottom - screen->top + 24.0 * screen->unit);
    cairo_clip(cairo);
    draw_world(picture, &drawing);
    cairo_restore(cairo);
    veer_labels_draw_texts(picture, screen, cairo);
    free(drawing.balls);
}

bool veer_picture_write(const VeerPicture *picture, VeerPictureKind kind, const char *path,
                        VeerInputError *error)
{
    VeerScreen screen = veer_screen_make(picture->session, picture->width);
    VeerCanvas canvas = veer_canvas_begin(kind, path, screen.width, screen.height);
    veer_picture_draw(picture, &screen, canvas.cairo);
    return veer_canvas_end(&canvas, error);
}
