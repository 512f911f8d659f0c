/// The mesh of a scenario in pieces, where something covers it.
#include "io/base/array.h"
#include "io/scenario/play/play.h"

#include <stdlib.h>

VeerStatus veer_pieces_make(const VeerScenario *scenario, VeerMesh **out)
{
    *out = NULL;
    if (!scenario->mesh || !scenario->def.map.has_covers) {
        return VEER_OK;
    }
    size_t size = veer_mesh_cut_size(scenario->mesh, scenario->piece_size);
    void *scratch = size > 0 ? veer_aligned_take(size) : NULL;
    VeerMeshDef def;
    if (!scratch) {
        return size > 0 ? VEER_OUT_OF_MEMORY : VEER_BAD_VALUE;
    }
    VeerStatus status = veer_mesh_cut(scratch, scenario->mesh, scenario->piece_size, &def);
    void *memory = status == VEER_OK ? veer_aligned_take(veer_mesh_size(&def)) : NULL;
    *out = memory ? veer_mesh_init(memory, &def, NULL, NULL) : NULL;
    if (!*out) {
        free(memory);
        status = memory ? VEER_BAD_VALUE : VEER_OUT_OF_MEMORY;
    }
    free(scratch);
    return status;
}
