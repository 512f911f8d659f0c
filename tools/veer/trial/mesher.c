#include "mesher.h"

#include <stddef.h>

#ifdef VEER_HAS_DETOUR

#include "veer/detour.h"

/// The mesh reaches up to the walls: agents keep off them by their own radii.
static VeerStatus make(const VeerLevel *level, const VeerWalker *walker, VeerMeshDef *out)
{
    VeerDetourDef def = veer_detour_def_default();
    def.radius = 0.0f;
    def.height = walker->height;
    def.climb = walker->climb;
    def.slope = walker->slope;
    def.cell_size = walker->cell_size;
    def.cell_height = walker->cell_height;
    def.max_cells = 1u << 20; // about a hundred bytes each, and half a second for all
    return veer_detour_mesh(&def, level->vertices, level->vertex_count, level->corners,
                            level->triangle_count, out);
}

const VeerLevelMesher *veer_level_mesher(void)
{
    static const VeerLevelMesher mesher = {make, veer_detour_free};
    return &mesher;
}

#else

const VeerLevelMesher *veer_level_mesher(void)
{
    return NULL;
}

#endif
