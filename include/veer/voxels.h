/// Voxel maps: voxels, blocked or free, and the layers that are derived from them.
///
/// As with grids (veer/grid.h), everything lives in memory that the caller gives (veer_..._size
/// says how much, aligned to 64), holds no hidden state and is usable without a world. Reads may
/// run on any number of threads at one time; edits not.
#ifndef VEER_VOXELS_H
#define VEER_VOXELS_H

#include "veer/api.h"

/// A voxel of a map, counted from 0 along each axis.
typedef struct VeerVoxel {
    int32_t x, y, z; ///< column, row and layer
} VeerVoxel;

/// Voxels [lower, upper): the lower corner belongs to it, the upper one does not.
typedef struct VeerVoxelBox {
    VeerVoxel lower, upper; ///< corners
} VeerVoxelBox;

/// Most voxels along one side of a map.
#define VEER_MAX_VOXEL_CELLS 4096

/// How a voxel map is made. Take it from veer_voxels_def_default.
typedef struct VeerVoxelsDef {
    VeerVoxel cells; ///< how many along each axis, 1 to VEER_MAX_VOXEL_CELLS
    VeerVec3 origin; ///< m: the corner of voxel (0, 0, 0) with the least coordinates
    float cell_size; ///< m, > 0: the edge of a voxel
    uint32_t cookie; ///< private, set by veer_voxels_def_default
} VeerVoxelsDef;

/// 64 × 64 × 64 voxels of 1 m at the origin.
VEER_API VeerVoxelsDef veer_voxels_def_default(void);

/// A voxel map: each voxel blocked or free. A pyramid of bitmaps: one bit a voxel, in words of
/// 4 × 4 × 4; over it one bit for each such word that is not all free, in words of the same shape;
/// and once more. Voxels outside count as blocked.
typedef struct VeerVoxels VeerVoxels;

/// Bytes that a map needs; 0 for a def that veer_voxels_init refuses. About 1.02 bits a voxel, and
/// a margin of 4 voxels on each side. Cost O(1).
VEER_API size_t veer_voxels_size(const VeerVoxelsDef *def);

/// Makes a map, all free and committed, in `memory` of veer_voxels_size(def) bytes, which stays the
/// caller's. @return NULL for a bad def. Cost O(voxels / 64).
VEER_API VeerVoxels *veer_voxels_init(void *memory, const VeerVoxelsDef *def);

/// The def that the map was made by.
VEER_API const VeerVoxelsDef *veer_voxels_def(const VeerVoxels *voxels);

/// The voxel of a position; may be outside of the map.
VEER_API VeerVoxel veer_voxels_at(const VeerVoxels *voxels, VeerVec3 position);
/// The middle of a voxel, m.
VEER_API VeerVec3 veer_voxels_centre(const VeerVoxels *voxels, VeerVoxel voxel);
/// Whether the map has the voxel.
VEER_API bool veer_voxels_has(const VeerVoxels *voxels, VeerVoxel voxel);

/// Whether a voxel is blocked; true outside. Edits take effect at once. Cost O(1).
VEER_API bool veer_voxels_is_blocked(const VeerVoxels *voxels, VeerVoxel voxel);

/// Blocks or frees a voxel; outside of the map nothing happens. Searches refuse the map until
/// veer_voxels_commit. Cost O(1).
VEER_API void veer_voxels_set_blocked(VeerVoxels *voxels, VeerVoxel voxel, bool is_blocked);
/// Blocks or frees all voxels of a box. Cost O(voxels / 64 + voxels of its faces / 16).
VEER_API void veer_voxels_fill(VeerVoxels *voxels, VeerVoxelBox box, bool is_blocked);

/// Ends the edits since the last commit, and begins a new version if they changed something. Cost
/// O(1).
VEER_API void veer_voxels_commit(VeerVoxels *voxels);
/// Whether all edits are committed.
VEER_API bool veer_voxels_is_committed(const VeerVoxels *voxels);

/// The number of commits that changed something: a route that was made at another version may no
/// longer be free.
VEER_API uint32_t veer_voxels_version(const VeerVoxels *voxels);

/// How many voxels of the map are blocked. Cost O(1).
VEER_API uint64_t veer_voxels_blocked_count(const VeerVoxels *voxels);

/// Whether a point may go straight from the middle of one voxel to the middle of another: no voxel
/// that the line passes through is blocked, nor one that it touches at an edge or a corner. Exact.
/// Cost O(leaves on the line).
VEER_API bool veer_voxels_sees(const VeerVoxels *voxels, VeerVoxel from, VeerVoxel to);

/// @name Bodies among voxels
/// In metres, at any position. Voxels outside of the map are blocked here too. Edits take effect at
/// once.
/// @{

/// A point of blocked voxels that is locally nearest to a position.
typedef struct VeerVoxelWall {
    VeerBounds box;   ///< m: blocked voxels only, as many as one box holds within the range
    VeerVec3 nearest; ///< m, of the box and of all that is blocked around it
    uint64_t order;   ///< identifies the wall, in any query
} VeerVoxelWall;

/// Called with one wall. @return false to end the query
typedef bool VeerVoxelWallVisit(void *context, const VeerVoxelWall *wall);

/// Visits the walls within a range of a point. Voxels that hold the point are none, nor are those
/// whose free side is turned away, so that a body inside can leave. Over flat ground there is one.
/// Cost O(voxels / 64 in the cube round the range + blocked ones at its surfaces).
VEER_API void veer_voxels_walls(const VeerVoxels *voxels, VeerVec3 point, float range,
                                VeerVoxelWallVisit *visit, void *context);

/// From a point to the nearest blocked voxel, m: 0 inside of one, INFINITY if it is further than
/// `limit`. Cost as veer_voxels_walls.
VEER_API float veer_voxels_gap(const VeerVoxels *voxels, VeerVec3 point, float limit);

/// Whether a ball may go straight from one point to another: nowhere on the way is a blocked voxel
/// nearer to its centre than `radius`, m, or than at the start where that is less, nor does its
/// centre go through one. False where the start is blocked. Cost O(voxels / 64 in the cubes round
/// the path + blocked ones in them).
VEER_API bool veer_voxels_is_clear(const VeerVoxels *voxels, VeerVec3 from, VeerVec3 to,
                                   float radius);
/// @}

/// Most voxels that the radius of a body may span.
#define VEER_MAX_VOXEL_RADIUS 64

/// Makes `to` the map for bodies of a radius: a voxel is blocked where the middle of it is nearer
/// than `radius` to a blocked voxel of `from` or to the outside of the map; radius 0 copies.
/// Commits `to`, whose version moves only where it changed.
///
/// A ball of that radius fits wherever it is in the middle of a free voxel of `to`; between the
/// middles, up to 0.87 of a voxel less is left: add that to the radius for bodies that must not
/// touch.
///
/// @param from    committed or not
/// @param radius  m, >= 0, at most VEER_MAX_VOXEL_RADIUS voxels
/// @param to      another map of the same cells and cell size
/// @return VEER_OK; VEER_BAD_VALUE for maps that do not match, or a bad radius
/// Cost O(voxels / 64 + voxels at the surface of what is blocked · (radius in voxels)²). Allocates
/// nothing.
VEER_API VeerStatus veer_voxels_dilate(const VeerVoxels *from, float radius, VeerVoxels *to);

/// Connected components of free voxels: two have one label if and only if there is a path between
/// them.
typedef struct VeerVoxelLabels VeerVoxelLabels;

/// How many runs of free voxels along x a map has now: the capacity that its labels need. At most
/// one a row, and one more for each blocked voxel. Cost O(voxels / 64).
VEER_API uint32_t veer_voxel_labels_runs(const VeerVoxels *voxels);
/// Bytes that labels need for maps of such a def with up to `run_count` runs: 8 a run, 4 a row.
/// Cost O(1). @return 0 for a bad def
VEER_API size_t veer_voxel_labels_size(const VeerVoxelsDef *def, uint32_t run_count);
/// Makes empty labels: no voxel has one until built. @return NULL for a bad def
VEER_API VeerVoxelLabels *veer_voxel_labels_init(void *memory, const VeerVoxelsDef *def,
                                                 uint32_t run_count);
/// Labels a map of the same cells as it is now. Cost O(voxels / 64 + rows + runs).
/// @return VEER_OK; VEER_BAD_VALUE for a map of other cells; VEER_FULL for more runs than the
/// capacity: the labels are empty then
VEER_API VeerStatus veer_voxel_labels_build(VeerVoxelLabels *labels, const VeerVoxels *voxels);

/// No label: blocked or outside.
#define VEER_NO_VOXEL_LABEL UINT32_MAX

/// The label of a voxel: below veer_voxel_labels_count, or VEER_NO_VOXEL_LABEL. Cost O(log runs of
/// the row).
VEER_API uint32_t veer_voxel_labels_at(const VeerVoxelLabels *labels, VeerVoxel voxel);
/// How many labels there are. They are numbered by their first voxel, by z, y, x.
VEER_API uint32_t veer_voxel_labels_count(const VeerVoxelLabels *labels);
/// The voxel with this label that is nearest to `voxel`, middle to middle; ties by z, then y, then
/// x. VEER_NO_VOXEL_LABEL: any free voxel.
///
/// @param out  untouched if there is none
/// @return whether there is such a voxel. Cost O(rows within the distance · log runs of a row).
VEER_API bool veer_voxel_labels_nearest(const VeerVoxelLabels *labels, VeerVoxel voxel,
                                        uint32_t label, VeerVoxel *out);

/// @name Occupancy
/// As with grids: each voxel counts the bodies that cover it, and is blocked while there are any.
/// @{

/// How many bodies cover each voxel.
typedef struct VeerVoxelOccupancy VeerVoxelOccupancy;

/// Bytes that it needs: 2 a voxel. Cost O(1). @return 0 for a bad def
VEER_API size_t veer_voxel_occupancy_size(const VeerVoxelsDef *def);
/// Makes an occupancy without bodies. @return NULL for a bad def. Cost O(voxels).
VEER_API VeerVoxelOccupancy *veer_voxel_occupancy_init(void *memory, const VeerVoxelsDef *def);

/// A ball in voxels.
typedef struct VeerVoxelBall {
    float x, y, z; ///< voxels: (0, 0, 0) is the outer corner of voxel (0, 0, 0)
    float radius;  ///< voxels, >= 0; it covers each voxel that it overlaps, touching is not enough
} VeerVoxelBall;

/// Converts a ball to voxels.
VEER_API VeerVoxelBall veer_voxels_ball(const VeerVoxels *voxels, VeerVec3 position, float radius);

/// Moves a body, and blocks and frees the voxels of `covered` accordingly. A ball of radius 0
/// covers nothing: a body comes from one, and goes to one. At most 65535 bodies on one voxel.
///
/// @param walls    the static map: voxels that it blocks stay so when nothing covers them
/// @param covered  the static map and what bodies cover; commit it when all have moved
/// Maps and occupancy must be of the same cells. Cost O(rows under the balls + voxels that change).
/// Allocates nothing.
VEER_API void veer_voxel_occupancy_move(VeerVoxelOccupancy *occupancy, const VeerVoxels *walls,
                                        VeerVoxels *covered, VeerVoxelBall from, VeerVoxelBall to);
/// How many bodies cover a voxel; 0 outside. Cost O(1).
VEER_API uint32_t veer_voxel_occupancy_count(const VeerVoxelOccupancy *occupancy, VeerVoxel voxel);
/// @}

#endif
