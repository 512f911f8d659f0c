/// Level geometry from files (library veer_io).
#ifndef VEER_LEVEL_H
#define VEER_LEVEL_H

#include "veer/mesh.h"
#include "veer/scenario.h"

/// Triangles in space.
typedef struct VeerLevel {
    VeerVec3 *vertices;      ///< vertices[vertex_count], m, z up
    uint32_t vertex_count;   ///< of vertices
    uint32_t *corners;       ///< corners[3 * triangle_count]: numbers of vertices
    uint32_t triangle_count; ///< of triangles
} VeerLevel;

/// Reads the vertices and faces of a Wavefront OBJ file, y up as it is usual there: its (x, y, z)
/// is (x, -z, y) here. Faces of more than three corners are cut into a fan; all else is left out.
///
/// @param name    what errors call it, usually the file's path
/// @param text    text[length]
/// @param error   filled when the status is not VEER_OK: "name:line: what is wrong"
/// @return VEER_OK; VEER_BAD_VALUE; VEER_OUT_OF_MEMORY
VEER_API VeerStatus veer_level_read(const char *name, const char *text, size_t length,
                                    VeerLevel *out, VeerInputError *error);
/// As veer_level_read, from a regular file within limits (NULL: the defaults).
VEER_API VeerStatus veer_level_read_file(const char *path, const VeerInputLimits *limits,
                                         VeerLevel *out, VeerInputError *error);
/// Gives back what it holds, and empties it. NULL is fine.
VEER_API void veer_level_free(VeerLevel *level);

/// What walks on a level, and how finely it is looked at.
typedef struct VeerWalker {
    float height;      ///< m: what is lower cannot be walked under
    float climb;       ///< m: the highest step
    float slope;       ///< degrees: the steepest ground
    float cell_size;   ///< m: what is smaller in plan may be overlooked
    float cell_height; ///< m: and in height
} VeerWalker;

/// Makes meshes of levels for scenarios: veer_io itself cannot, veer_detour can (veer/detour.h).
/// Define what struct VeerLevelMesher is, and give it in VeerScenarioOptions.
struct VeerLevelMesher {
    /// @param out  of a mesh that reaches up to the walls: vertices in whole cells of its own
    /// @return VEER_OK; VEER_BAD_VALUE: nothing to walk on; VEER_FULL: too many cells;
    /// VEER_OUT_OF_MEMORY
    VeerStatus (*make)(const VeerLevel *level, const VeerWalker *walker, VeerMeshDef *out);
    /// Frees what make() wrote.
    void (*release)(VeerMeshDef *def);
};

#endif
