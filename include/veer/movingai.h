/// Benchmark maps and problems in the formats of the Moving AI Lab (library veer_io).
#ifndef VEER_MOVINGAI_H
#define VEER_MOVINGAI_H

#include "veer/grid.h"
#include "veer/scenario.h"
#include "veer/voxels.h"

/// A map: one letter a cell, as in the file.
typedef struct VeerMapText {
    uint32_t width, height; ///< cells
    char *cells;            ///< cells[width * height], row by row
    uint8_t *costs;         ///< costs[width * height], 1 to 255 where free; NULL: all 1
} VeerMapText;

/// Reads a `.map`: "type", "height", "width" and "map" lines, then the rows.
///
/// @param name    what errors call it, usually the file's path
/// @param text    text[length]
/// @param error   filled when the status is not VEER_OK: "name:line: what is wrong"
/// @return VEER_OK; VEER_BAD_VALUE; VEER_OUT_OF_MEMORY
VEER_API VeerStatus veer_map_text_read(const char *name, const char *text, size_t length,
                                       VeerMapText *out, VeerInputError *error);
/// Gives back what it holds, and empties it. NULL is fine.
VEER_API void veer_map_text_free(VeerMapText *map);

/// Whether one can stand on a cell: '.', 'G' (ground) and 'S' (swamp); not '@', 'O', 'T' (trees)
/// nor 'W' (water).
VEER_API bool veer_map_letter_is_free(char letter);

/// Lays a map over a grid with its corner at `at`, blocking and freeing cells, and setting their
/// costs if both have them; what lies outside of the grid is left out. NULL for either does
/// nothing. Commit the grid afterwards.
VEER_API void veer_map_text_lay(const VeerMapText *map, VeerGrid *grid, VeerCell at);

/// One line of a scenario.
typedef struct VeerMapProblem {
    VeerCell start, goal; ///< from where to where
    double length;        ///< of a shortest path, cells
    double rounded;       ///< by how much the length may be off, as it was written
    uint32_t patch;       ///< UINT32_MAX: a problem; else lay this patch with its corner at `start`
} VeerMapProblem;

/// A `.scen` file of version 1, or of version 2 with the patches that it names.
typedef struct VeerMapScene {
    uint32_t width, height;   ///< of the map
    bool begins_free;         ///< version 2: on a map without obstacles, which its patches bring
    uint32_t count;           ///< of problems
    VeerMapProblem *problems; ///< problems[count], in the file's order
    uint32_t patch_count;     ///< of patches
    VeerMapText *patches;     ///< patches[patch_count]
} VeerMapScene;

/// Reads a `.scen`; `patches` is the text of its patch file, or NULL.
/// @return as veer_map_text_read
VEER_API VeerStatus veer_map_scene_read(const char *name, const char *text, size_t length,
                                        const char *patches, size_t patches_length,
                                        VeerMapScene *out, VeerInputError *error);
/// As veer_map_scene_read, from a regular file within limits (NULL: the defaults); the patch file
/// lies beside it.
VEER_API VeerStatus veer_map_scene_read_file(const char *path, const VeerInputLimits *limits,
                                             VeerMapScene *out, VeerInputError *error);
/// Gives back what it holds, and empties it. NULL is fine.
VEER_API void veer_map_scene_free(VeerMapScene *scene);

/// A map of voxels: those that are blocked, as in the file.
typedef struct VeerVoxelText {
    VeerVoxel cells;    ///< how many along each axis
    uint32_t count;     ///< of blocked voxels
    VeerVoxel *blocked; ///< blocked[count]
} VeerVoxelText;

/// Reads a `.3dmap`: "voxel" and how many along each axis, then the blocked voxels, one a line.
/// @return as veer_map_text_read
VEER_API VeerStatus veer_voxel_text_read(const char *name, const char *text, size_t length,
                                         VeerVoxelText *out, VeerInputError *error);
/// As veer_voxel_text_read, from a regular file within limits (NULL: the defaults).
VEER_API VeerStatus veer_voxel_text_read_file(const char *path, const VeerInputLimits *limits,
                                              VeerVoxelText *out, VeerInputError *error);
/// Gives back what it holds, and empties it. NULL is fine.
VEER_API void veer_voxel_text_free(VeerVoxelText *map);

/// Blocks the voxels of a map with its corner at `at`; what lies outside is left out. NULL for
/// either, or for `blocked`, does nothing. Commit afterwards.
VEER_API void veer_voxel_text_lay(const VeerVoxelText *map, VeerVoxels *voxels, VeerVoxel at);

/// One line of a scenario in three dimensions.
typedef struct VeerVoxelProblem {
    VeerVoxel start, goal; ///< from where to where
    double length;         ///< of a shortest path from voxel to voxel among the 26 around, voxels
} VeerVoxelProblem;

/// A `.3dscen` file.
typedef struct VeerVoxelScene {
    uint32_t count;             ///< of problems
    VeerVoxelProblem *problems; ///< problems[count], in the file's order
} VeerVoxelScene;

/// Reads a `.3dscen`: "version 1", the map's name, then a problem a line.
/// @param cells  of the map: problems must lie on it
/// @return as veer_map_text_read
VEER_API VeerStatus veer_voxel_scene_read(const char *name, const char *text, size_t length,
                                          VeerVoxel cells, VeerVoxelScene *out,
                                          VeerInputError *error);
/// As veer_voxel_scene_read, from a regular file within limits (NULL: the defaults).
VEER_API VeerStatus veer_voxel_scene_read_file(const char *path, VeerVoxel cells,
                                               const VeerInputLimits *limits, VeerVoxelScene *out,
                                               VeerInputError *error);
/// Gives back what it holds, and empties it. NULL is fine.
VEER_API void veer_voxel_scene_free(VeerVoxelScene *scene);

#endif
