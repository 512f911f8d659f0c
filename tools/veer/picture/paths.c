#include "paths.h"

#include "ink.h"

#include <math.h>

#define DRIFT_SECONDS 3.0 // simulated, that a rock's path is seen for
#define MAX_POINTS (VEER_MAX_TRAIL_SAMPLES + 1)
#define STROBED_AGENTS 8u // so few, and it is shown where they were when
#define STROBES 14u

/// The path of a body on the screen, its present place at the end.
typedef struct PathLine {
    VeerPoint points[MAX_POINTS];
    bool is_kept[MAX_POINTS];
    uint32_t count;
} PathLine;

static bool present_place(const VeerSession *session, const VeerBodyTrail *trail, VeerVec3 *place)
{
    VeerAgentState agent;
    VeerObstacleState obstacle;
    if (veer_agent_get(session->world, trail->agent, &agent) == VEER_OK) {
        *place = agent.position;
        return true;
    }
    if (veer_obstacle_get(session->world, trail->obstacle, &obstacle) == VEER_OK) {
        *place = obstacle.position;
        return true;
    }
    return false;
}

/// Projects the samples since `since`, s.
static void project(PathLine *line, const VeerPicture *picture, const VeerScreen *screen,
                    const VeerBodyTrail *trail, double since)
{
    line->count = 0;
    for (uint32_t i = 0; i < trail->end; i++) {
        if (picture->trails->times[i] >= since) {
            line->points[line->count++] = veer_screen_point(screen, trail->points[i]);
        }
    }
    VeerVec3 place;
    if (present_place(picture->session, trail, &place)) {
        line->points[line->count++] = veer_screen_point(screen, place);
    }
}

/// Squared pixels from a point to a segment.
static double off_segment(VeerPoint p, VeerPoint a, VeerPoint b)
{
    double ex = b.x - a.x, ey = b.y - a.y, x = p.x - a.x, y = p.y - a.y;
    double square = ex * ex + ey * ey;
    double along = square > 0.0 ? fmin(fmax((x * ex + y * ey) / square, 0.0), 1.0) : 0.0;
    x -= along * ex;
    y -= along * ey;
    return x * x + y * y;
}

/// Marks the points between first and last that the line needs. Source: Douglas and Peucker, 1973.
static void simplify(PathLine *line, uint32_t first, uint32_t last, double tolerance)
{
    double worst = tolerance * tolerance;
    uint32_t split = first;
    for (uint32_t i = first + 1; i < last; i++) {
        double off = off_segment(line->points[i], line->points[first], line->points[last]);
        if (off > worst) {
            worst = off;
            split = i;
        }
    }
    if (split == first) {
        return;
    }
    line->is_kept[split] = true;
    simplify(line, first, split, tolerance);
    simplify(line, split, last, tolerance);
}

/// Drops the points without which the line is off by no more than `tolerance`, pixels.
static void thin_out(PathLine *line, double tolerance)
{
    for (uint32_t i = 0; i < line->count; i++) {
        line->is_kept[i] = i == 0 || i + 1 == line->count;
    }
    if (line->count > 2) {
        simplify(line, 0, line->count - 1, tolerance);
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < line->count; i++) {
        if (line->is_kept[i]) {
            line->points[kept++] = line->points[i];
        }
    }
    line->count = kept;
}

/// How long each stretch of one opacity is, and between which opacities they go.
typedef struct PathFade {
    uint32_t stretches;
    double from, to;
} PathFade;

static double length_of(const PathLine *line)
{
    double length = 0.0;
    for (uint32_t i = 1; i < line->count; i++) {
        length += hypot(line->points[i].x - line->points[i - 1].x,
                        line->points[i].y - line->points[i - 1].y);
    }
    return length;
}

/// What draws one stretch after the other.
typedef struct PathPen {
    cairo_t *cairo;
    VeerColour colour;
    PathFade fade;
    double stretch; ///< pixels, of one opacity
    double drawn;   ///< pixels of the present stretch
    uint32_t number;
} PathPen;

static void end_stretch(PathPen *pen, VeerPoint at)
{
    double share =
        pen->fade.stretches > 1 ? fmin((double)pen->number / (pen->fade.stretches - 1), 1.0) : 1.0;
    veer_ink_set(pen->cairo, pen->colour, pen->fade.from + (pen->fade.to - pen->fade.from) * share);
    cairo_stroke(pen->cairo);
    cairo_move_to(pen->cairo, at.x, at.y);
    pen->number++;
    pen->drawn = 0.0;
}

/// Draws from a to b, which may be in several stretches.
static void draw_piece(PathPen *pen, VeerPoint a, VeerPoint b)
{
    double length = hypot(b.x - a.x, b.y - a.y), done = 0.0;
    while (pen->drawn + length - done > pen->stretch && pen->number + 1 < pen->fade.stretches) {
        done += pen->stretch - pen->drawn;
        double share = done / length;
        VeerPoint end = {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, 0.0};
        cairo_line_to(pen->cairo, end.x, end.y);
        end_stretch(pen, end);
    }
    cairo_line_to(pen->cairo, b.x, b.y);
    pen->drawn += length - done;
}

/// Strokes a line that grows from one opacity to the other.
static void stroke(cairo_t *cairo, const PathLine *line, VeerColour colour, PathFade fade)
{
    double length = length_of(line);
    if (line->count < 2 || length < 0.5) {
        return;
    }
    PathPen pen = {cairo, colour, fade, length / fade.stretches, 0.0, 0};
    cairo_new_path(cairo);
    cairo_move_to(cairo, line->points[0].x, line->points[0].y);
    for (uint32_t i = 1; i < line->count; i++) {
        draw_piece(&pen, line->points[i - 1], line->points[i]);
    }
    end_stretch(&pen, line->points[line->count - 1]);
    cairo_new_path(cairo);
}

void veer_paths_draw_obstacles(const VeerPicture *picture, const VeerScreen *screen, cairo_t *cairo)
{
    const VeerTrails *trails = picture->trails;
    double now = veer_world_time(picture->session->world);
    uint32_t count = trails->count - trails->agent_count;
    bool is_whole = picture->is_still && count <= STROBED_AGENTS + 1;
    double since = is_whole ? -1.0 : now - DRIFT_SECONDS;
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    for (uint32_t i = trails->agent_count; i < trails->count; i++) {
        const VeerBodyTrail *trail = &trails->bodies[i];
        PathLine line;
        project(&line, picture, screen, trail, since);
        thin_out(&line, 0.3);
        double wide = 2.0 * (double)trail->radius * screen->scale;
        cairo_set_line_width(cairo, is_whole ? 1.4 * screen->unit : wide);
        stroke(cairo, &line, veer_colour_drift,
               is_whole ? (PathFade){12, 0.2, 0.8} : (PathFade){4, 0.03, 0.18});
    }
}

/// Faint rings where an agent was at even times.
static void draw_strobes(const VeerScreen *screen, const VeerBodyTrail *trail, VeerColour colour,
                         cairo_t *cairo)
{
    double radius = (double)trail->radius * screen->scale;
    uint32_t step = trail->end / STROBES + 1;
    if (radius < 2.0) {
        return;
    }
    for (uint32_t i = step; i < trail->end; i += step) {
        VeerPoint at = veer_screen_point(screen, trail->points[i]);
        double share = (double)i / trail->end;
        cairo_new_path(cairo);
        cairo_arc(cairo, at.x, at.y, radius, 0.0, 2.0 * acos(-1.0));
        veer_ink_set(cairo, colour, 0.05 + 0.10 * share);
        cairo_fill(cairo);
        veer_ink_ring(cairo, at, radius, screen->unit, colour, 0.15 + 0.30 * share);
    }
}

static void draw_start(const VeerScreen *screen, VeerPoint at, const VeerBodyTrail *trail,
                       VeerColour colour, cairo_t *cairo)
{
    double radius = fmax((double)trail->radius * screen->scale, 1.5 * screen->unit);
    veer_ink_ring(cairo, at, radius, 1.2 * screen->unit, colour, 0.45);
}

/// How wide a line is where so many are drawn.
static double line_width(const VeerScreen *screen, uint32_t count)
{
    return screen->unit * (count <= 12 ? 2.6 : count <= 120 ? 1.7 : count <= 500 ? 1.1 : 0.8);
}

void veer_paths_draw_agents(const VeerPicture *picture, const VeerScreen *screen,
                            const VeerPalette *palette, cairo_t *cairo)
{
    const VeerTrails *trails = picture->trails;
    uint32_t count = trails->agent_count;
    double since =
        picture->is_still ? -1.0 : veer_world_time(picture->session->world) - picture->tail;
    PathFade fade = {count <= 12    ? 24
                     : count <= 60  ? 12
                     : count <= 300 ? 8
                                    : 4,
                     0.10, count <= 300 ? 0.9 : 0.6};
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (uint32_t i = 0; i < count; i++) {
        const VeerBodyTrail *trail = &trails->bodies[i];
        VeerColour colour = veer_palette_colour(palette, picture->session, trail->number);
        PathLine line;
        project(&line, picture, screen, trail, since);
        thin_out(&line, count <= 120 ? 0.3 : 0.8);
        if (picture->is_still && count <= STROBED_AGENTS) {
            draw_strobes(screen, trail, colour, cairo);
        }
        if (picture->is_still && count <= 300 && line.count > 0) {
            draw_start(screen, line.points[0], trail, colour, cairo);
        }
        cairo_set_line_width(cairo, line_width(screen, count));
        stroke(cairo, &line, colour, fade);
    }
}
