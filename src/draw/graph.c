/// The cells of a graph by their outlines, and what is blocked or covered; edges between points.
#include "draw/draw.h"

static void draw_cell(const VeerGraph *graph, uint32_t node, VeerDrawRole role,
                      const VeerDraw *draw)
{
    VeerVec3 corners[VEER_MAX_DRAW_CORNERS];
    uint32_t count = veer_graph_corners(graph, node, corners, VEER_MAX_DRAW_CORNERS);
    bool is_filled = veer_graph_is_blocked(graph, node);
    if (is_filled && count > 0) {
        veer_draw_polygon(draw, role, corners, count);
    } else if (is_filled && veer_graph_radius(graph, node) > 0.0f) {
        veer_draw_ball(draw, role, 0, veer_graph_position(graph, node),
                       veer_graph_radius(graph, node));
    }
    for (uint32_t i = 0; i < count; i++) {
        veer_draw_line(draw, VEER_DRAW_MAP, 0, corners[i], corners[(i + 1u) % count]);
    }
}

/// Whether a node's cell has corners, by which one sees its neighbours.
static bool has_corners(const VeerGraph *graph, uint32_t node)
{
    return veer_graph_corners(graph, node, NULL, 0) > 0;
}

void veer_draw_graph(const VeerGraph *graph, const VeerDraw *draw)
{
    for (uint32_t node = 0; node < veer_graph_node_count(graph); node++) {
        bool is_covered = veer_graph_covered(graph, node) > 0;
        if (!is_covered || draw->show_covered) {
            draw_cell(graph, node, is_covered ? VEER_DRAW_COVERED : VEER_DRAW_MAP, draw);
        }
    }
    for (uint32_t i = 0; i < veer_graph_edge_count(graph); i++) {
        VeerGraphEdge edge = veer_graph_edge(graph, i);
        bool is_shown = !has_corners(graph, edge.from) && !has_corners(graph, edge.to);
        bool is_blocked = veer_graph_is_edge_blocked(graph, i) ||
                          veer_graph_is_blocked(graph, edge.from) ||
                          veer_graph_is_blocked(graph, edge.to);
        if (is_shown && !is_blocked) {
            veer_draw_line(draw, VEER_DRAW_MAP, 0, veer_graph_position(graph, edge.from),
                           veer_graph_position(graph, edge.to));
        }
    }
}
