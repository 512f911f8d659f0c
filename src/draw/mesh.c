/// The polygons of a mesh: their walls as lines, and what is blocked, or covered.
#include "draw/draw.h"

static uint32_t corners_of(const VeerMesh *mesh, uint32_t polygon, VeerVec3 *corners)
{
    uint32_t count = veer_mesh_corners(mesh, polygon, corners, VEER_MAX_DRAW_CORNERS);
    return count < VEER_MAX_DRAW_CORNERS ? count : VEER_MAX_DRAW_CORNERS;
}

void veer_draw_mesh(const VeerMesh *mesh, const VeerDraw *draw)
{
    veer_draw_polygons(mesh, VEER_DRAW_MAP, draw);
    for (uint32_t polygon = 0; polygon < veer_mesh_polygon_count(mesh); polygon++) {
        VeerVec3 corners[VEER_MAX_DRAW_CORNERS];
        uint32_t count = corners_of(mesh, polygon, corners);
        for (uint32_t i = 0; i < count; i++) {
            if (veer_mesh_beyond(mesh, polygon, i) == VEER_NO_POLYGON) {
                veer_draw_line(draw, VEER_DRAW_MAP, 0, corners[i], corners[(i + 1u) % count]);
            }
        }
    }
}

void veer_draw_polygons(const VeerMesh *mesh, VeerDrawRole role, const VeerDraw *draw)
{
    for (uint32_t polygon = 0; polygon < veer_mesh_polygon_count(mesh); polygon++) {
        VeerVec3 corners[VEER_MAX_DRAW_CORNERS];
        if (veer_mesh_is_blocked(mesh, polygon)) {
            veer_draw_polygon(draw, role, corners, corners_of(mesh, polygon, corners));
        }
    }
}
