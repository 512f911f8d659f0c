/// The polygons of a mesh: their walls as lines, and what is blocked, or covered.
#include "draw/map.h"

enum { MAX_CORNERS = 64 };

void veer_draw_mesh(const VeerMesh *mesh, const VeerDraw *draw)
{
    for (uint32_t polygon = 0; polygon < veer_mesh_polygon_count(mesh); polygon++) {
        VeerVec3 corners[MAX_CORNERS];
        uint32_t count = veer_mesh_corners(mesh, polygon, corners, MAX_CORNERS);
        count = count < MAX_CORNERS ? count : MAX_CORNERS;
        if (draw->polygon && veer_mesh_is_blocked(mesh, polygon)) {
            draw->polygon(draw->user, VEER_DRAW_MAP, corners, count);
        }
        for (uint32_t i = 0; draw->line && i < count; i++) {
            if (veer_mesh_beyond(mesh, polygon, i) == VEER_NO_POLYGON) {
                draw->line(draw->user, VEER_DRAW_MAP, 0, corners[i], corners[(i + 1u) % count]);
            }
        }
    }
}

void veer_draw_pieces(const VeerMesh *pieces, const VeerDraw *draw)
{
    for (uint32_t i = 0; draw->polygon && i < veer_mesh_polygon_count(pieces); i++) {
        VeerVec3 corners[MAX_CORNERS];
        uint32_t count = veer_mesh_corners(pieces, i, corners, MAX_CORNERS);
        if (veer_mesh_is_blocked(pieces, i)) {
            draw->polygon(draw->user, VEER_DRAW_COVERED, corners,
                          count < MAX_CORNERS ? count : MAX_CORNERS);
        }
    }
}
