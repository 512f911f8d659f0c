#include "picture.h"

#include "decision.h"
#include "flow.h"
#include "ink.h"
#include "labels.h"
#include "paths.h"
#include "veer/draw.h"

#include <math.h>
#include <stdlib.h>

/// A ball that waits to be drawn: what is further away comes first.
typedef struct PictureBall {
    VeerPoint at;
    double radius; ///< pixels
    VeerColour fill, rim;
    uint32_t order;
    bool is_agent;
    VeerPoint nose;
} PictureBall;

/// A drawing under way.
typedef struct PictureDrawing {
    const VeerScreen *screen;
    cairo_t *cairo;
    PictureBall *balls; ///< NULL: no memory, or none
    uint32_t count, capacity;
} PictureDrawing;

static void add_ball(PictureDrawing *drawing, PictureBall ball)
{
    if (drawing->count < drawing->capacity) {
        ball.order = drawing->count;
        drawing->balls[drawing->count++] = ball;
    }
}

/// A cell of a map that is round.
static void draw_disc(const PictureDrawing *drawing, VeerVec3 centre, float radius, double alpha)
{
    VeerPoint at = veer_screen_point(drawing->screen, centre);
    cairo_new_path(drawing->cairo);
    cairo_arc(drawing->cairo, at.x, at.y, (double)radius * drawing->screen->scale, 0.0,
              2.0 * acos(-1.0));
    veer_ink_set(drawing->cairo, veer_colour_wall_fill, alpha);
    cairo_fill(drawing->cairo);
}

/// Called for obstacles; agents have colours of their own and come later.
static void note_ball(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre, float radius)
{
    (void)group;
    PictureDrawing *drawing = user;
    if (role == VEER_DRAW_MAP || role == VEER_DRAW_COVERED) {
        draw_disc(drawing, centre, radius, role == VEER_DRAW_MAP ? 1.0 : 0.6);
    }
    if (role != VEER_DRAW_OBSTACLE) {
        return;
    }
    add_ball(drawing, (PictureBall){.at = veer_screen_point(drawing->screen, centre),
                                    .radius = (double)radius * drawing->screen->scale,
                                    .fill = veer_colour_rock,
                                    .rim = veer_colour_rock_rim});
}

static void draw_link(const PictureDrawing *drawing, VeerPoint from, VeerPoint to)
{
    double unit = drawing->screen->unit, dash = 5.0 * unit;
    cairo_set_dash(drawing->cairo, &dash, 1, 0.0);
    veer_ink_line(drawing->cairo, from, to, 2.0 * unit, veer_colour_text, 0.7);
    cairo_set_dash(drawing->cairo, NULL, 0, 0.0);
}

static void draw_line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from, VeerVec3 to)
{
    (void)group;
    const PictureDrawing *drawing = user;
    cairo_t *cairo = drawing->cairo;
    double unit = drawing->screen->unit;
    VeerPoint a = veer_screen_point(drawing->screen, from);
    VeerPoint b = veer_screen_point(drawing->screen, to);
    if (role == VEER_DRAW_FIELD) {
        veer_flow_draw_direction(drawing->screen, cairo, a, b);
    } else if (role == VEER_DRAW_LINK) {
        draw_link(drawing, a, b);
    } else if (role == VEER_DRAW_WALL) {
        veer_ink_line(cairo, a, b, 2.6 * unit, veer_colour_wall, 1.0);
    } else if (role == VEER_DRAW_BOUNDS) {
        veer_ink_line(cairo, a, b, 1.2 * unit, veer_colour_frame, 1.0);
    } else if (role == VEER_DRAW_MAP) {
        veer_ink_line(cairo, a, b, 0.8 * unit, veer_colour_wall, 1.0);
    } else if (role == VEER_DRAW_ROUTE) {
        veer_ink_line(cairo, a, b, 0.8 * unit, veer_colour_text, 0.5);
    } else if (role == VEER_DRAW_HELD) {
        veer_ink_line(cairo, a, b, 2.4 * unit, veer_colour_text, 0.8);
    }
}

static void draw_polygon(void *user, VeerDrawRole role, const VeerVec3 *points, uint32_t count)
{
    PictureDrawing *drawing = user;
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
    // The faces of a box are behind each other: they are half transparent.
    veer_ink_set(cairo, veer_colour_wall_fill, drawing->screen->is_spatial ? 0.35 : 1.0);
    cairo_fill_preserve(cairo);
    cairo_set_line_width(cairo, 1.6 * drawing->screen->unit);
    veer_ink_set(cairo, veer_colour_wall, drawing->screen->is_spatial ? 0.55 : 1.0);
    cairo_stroke(cairo);
}

static void note_agents(PictureDrawing *drawing, const VeerPicture *picture,
                        const VeerPalette *palette)
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
        add_ball(drawing, (PictureBall){.at = veer_screen_point(drawing->screen, at),
                                        .radius = (double)state.radius * drawing->screen->scale,
                                        .fill = fill,
                                        .rim = is_warned ? veer_colour_title
                                                         : veer_colour_mix(fill, black, 0.45),
                                        .is_agent = true,
                                        .nose = veer_screen_point(drawing->screen, nose)});
    }
}

/// Far before near; in the order they came where that is equal, as it is from above.
static int compare_balls(const void *a, const void *b)
{
    const PictureBall *s = a, *t = b;
    if (s->at.depth != t->at.depth) {
        return s->at.depth < t->at.depth ? -1 : 1;
    }
    return s->order < t->order ? -1 : 1;
}

/// A line from the middle of an agent to where it is heading.
static void draw_nose(const PictureDrawing *drawing, const PictureBall *ball)
{
    double width = fmin(2.2 * drawing->screen->unit, 0.3 * ball->radius);
    veer_ink_line(drawing->cairo, ball->at, ball->nose, width, veer_colour_background, 0.85);
}

static void draw_balls(PictureDrawing *drawing)
{
    if (drawing->screen->is_spatial && drawing->count > 0) {
        qsort(drawing->balls, drawing->count, sizeof *drawing->balls, compare_balls);
    }
    for (uint32_t i = 0; i < drawing->count; i++) {
        const PictureBall *ball = &drawing->balls[i];
        veer_ink_ball(drawing->cairo, drawing->screen, ball->at, ball->radius, ball->fill,
                      ball->rim, 1.0);
        if (ball->is_agent && ball->radius > 4.0 && !drawing->screen->is_spatial) {
            draw_nose(drawing, ball);
        }
    }
}

/// A small cross at each goal, where there are few enough.
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

/// The world and its paths, within the frame.
static void draw_world(const VeerPicture *picture, PictureDrawing *drawing)
{
    const VeerScreen *screen = drawing->screen;
    cairo_t *cairo = drawing->cairo;
    VeerPalette palette = veer_palette_make(picture->session);
    VeerDraw draw = {.ball = note_ball,
                     .line = draw_line,
                     .polygon = draw_polygon,
                     .user = drawing,
                     .show_routes = picture->options.shows_routes,
                     .show_covered = picture->options.shows_routes,
                     .show_held = picture->options.shows_routes,
                     .show_fields = picture->options.has_fields};
    veer_labels_draw_grid(screen, cairo);
    veer_paths_draw_obstacles(picture, screen, cairo);
    veer_flow_draw_crowd(picture, screen, cairo);
    veer_world_draw(picture->session->world, &draw);
    if (!screen->is_spatial) {
        // From above, rocks are under the paths and agents on them.
        draw_balls(drawing);
        drawing->count = 0;
    }
    draw_goals(picture, screen, &palette, cairo);
    veer_paths_draw_agents(picture, screen, &palette, cairo);
    note_agents(drawing, picture, &palette);
    draw_balls(drawing);
    veer_decision_draw(picture, screen, cairo);
}

void veer_picture_draw(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo)
{
    if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS) {
        return; // without memory, not even the stack may grow
    }
    const VeerWorld *world = picture->session->world;
    uint32_t capacity = veer_agent_slot_count(world) + veer_obstacle_slot_count(world) + 1;
    PictureDrawing drawing = {screen, cairo, malloc(capacity * sizeof(PictureBall)), 0, capacity};
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

bool veer_picture_write(const VeerPicture *picture, VeerPictureKind kind, VeerFile *file,
                        VeerInputError *error)
{
    VeerScreen screen = veer_screen_make(picture->session, picture->options.width);
    VeerCanvas canvas = veer_canvas_begin(kind, file, screen.width, screen.height);
    veer_picture_draw(picture, &screen, canvas.cairo);
    return veer_canvas_end(&canvas, error);
}
