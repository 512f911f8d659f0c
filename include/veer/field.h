/// Flow fields: how far it is from every cell of a map to a goal, and which way.
///
/// One field serves all agents of that goal. It solves the eikonal equation |∇distance| =
/// cost on the middles of the cells, so that distances are those of any direction and not of eight;
/// where a cell sees the goal, its distance is that of the straight line. The result is a function
/// of the map and the goals alone, to the bit: in whatever portions it was computed.
///
/// A field holds the answer, a solver what is needed while it is computed; both live in memory that
/// the caller gives (aligned to 64), hold no pointers and may be copied as bytes. Reads may run on
/// any number of threads at one time.
#ifndef VEER_FIELD_H
#define VEER_FIELD_H

#include "veer/density.h"
#include "veer/grid.h"
#include "veer/voxels.h"

/// Most goals of one field.
#define VEER_MAX_FIELD_GOALS 64
/// With more goals than this, none has lines of sight.
#define VEER_MAX_FIELD_SEEN 8

/// Distances to the nearest of some goals, cell by cell. Opaque.
typedef struct VeerField VeerField;
/// The scratch of one computation of a field. Opaque.
typedef struct VeerFieldSolver VeerFieldSolver;

/// How far a computation has come.
typedef enum VeerFieldState {
    VEER_FIELD_IDLE = 0, ///< has not begun
    VEER_FIELD_RUNNING,  ///< its budget was used up: run it again
    VEER_FIELD_DONE
} VeerFieldState;

/// Where a field leads to. Take it from veer_field_query_default.
typedef struct VeerFieldQuery {
    const VeerVec3 *goals; ///< goals[goal_count], m: points on the map, copied
    uint32_t goal_count;   ///< 1 to VEER_MAX_FIELD_GOALS
    /// No lines of sight: every distance is marched from the goal's cell on, which errs by some
    /// tenths of a cell next to straight lines that are neither along an axis nor near the goal.
    bool is_blind;
    uint32_t cookie; ///< private, set by veer_field_query_default
} VeerFieldQuery;

/// No goal yet.
VEER_API VeerFieldQuery veer_field_query_default(void);

/// Bytes that a field needs: about 4.2 a cell. 0 for a size out of range: sides of 0 or over
/// VEER_MAX_GRID_CELLS, or 2^31 cells.
/// @param depth  layers; 1 for a grid
VEER_API size_t veer_field_size(uint32_t width, uint32_t height, uint32_t depth);
/// Makes a field with no path from anywhere. @return NULL for a size out of range. Cost O(cells).
VEER_API VeerField *veer_field_init(void *memory, uint32_t width, uint32_t height, uint32_t depth);

/// Bytes that a solver needs: about 8 a cell. One solver does for any number of fields of its size,
/// one after the other. 0 for a size out of range.
/// @param has_crowds  it also does fields through crowds: 16 more a cell
VEER_API size_t veer_field_solver_size(uint32_t width, uint32_t height, uint32_t depth,
                                       bool has_crowds);
/// Makes a solver. @return NULL for a size out of range. Cost O(1).
VEER_API VeerFieldSolver *veer_field_solver_init(void *memory, uint32_t width, uint32_t height,
                                                 uint32_t depth, bool has_crowds);

/// Begins a field over a grid, and forgets what was in it.
///
/// The grid is read here and not later; its edits need not be committed. Goals that are on blocked
/// cells or off the grid are left out.
/// @return VEER_OK; VEER_BAD_VALUE: sizes do not match, a bad query, or no goal on a free cell
/// Cost O(cells), about a tenth of the whole computation.
VEER_API VeerStatus veer_field_begin(VeerFieldSolver *solver, VeerField *field,
                                     const VeerGrid *grid, const VeerFieldQuery *query);

/// In three dimensions, cells further than this from the goal are not asked whether they see it.
#define VEER_FIELD_VOXEL_SIGHT 32

/// As veer_field_begin, over a map of voxels: for fields of its size, depth included. A map one
/// voxel deep is one of a grid.
VEER_API VeerStatus veer_field_begin_voxels(VeerFieldSolver *solver, VeerField *field,
                                            const VeerVoxels *voxels, const VeerFieldQuery *query);

/// A crowd that a field leads through. Take it from veer_field_crowd_default, and set `density`.
typedef struct VeerFieldCrowd {
    const VeerDensity *density; ///< of the size of the grid; read when the field is begun
    float max_speed;            ///< m/s, > 0: where it is empty
    float least_density;        ///< bodies a cell: up to here it counts as empty
    float most_density;         ///< from here on the speed is that of the crowd
    float length_weight;        ///< of each metre
    float time_weight;          ///< of each second
    float discomfort_weight;    ///< of each second at discomfort 1
    uint32_t cookie;            ///< private, set by veer_field_crowd_default
} VeerFieldCrowd;

/// 1.4 m/s; from 0.5 to 1.5 bodies a cell; all weights 1.
VEER_API VeerFieldCrowd veer_field_crowd_default(void);

/// As veer_field_begin, but through a crowd: the paths that cost least in metres, seconds and
/// discomfort where speed is that of the crowd (the potential of continuum crowds). Values are in
/// metres of an empty path, so that without a crowd they are distances. Such a field has no lines
/// of sight, and is begun anew when the crowd has moved.
///
/// @return as veer_field_begin; VEER_BAD_VALUE for a bad crowd, or a solver without room for it
/// Cost O(cells): about a third of the whole computation.
VEER_API VeerStatus veer_field_begin_crowd(VeerFieldSolver *solver, VeerField *field,
                                           const VeerGrid *grid, const VeerFieldCrowd *crowd,
                                           const VeerFieldQuery *query);

/// Computes on until the field is done or about `budget` more cells were looked at; how it was cut
/// into portions changes nothing. Cost O(budget).
/// @return VEER_FIELD_IDLE, and nothing is computed, for NULL and for a solver that does not hold
/// what belongs to the field as far as it has come: one that began another, or neither
VEER_API VeerFieldState veer_field_run(VeerFieldSolver *solver, VeerField *field, uint32_t budget);
/// How far the field has come.
VEER_API VeerFieldState veer_field_state(const VeerField *field);
/// Adds a link from a cell to another to a field over a grid that is done: where it leads to a goal
/// sooner, the field is running again. Add all links, run, and add all again until none makes it
/// run: then all distances take in all links, whatever the order they were added in. Cells that see
/// a goal are not asked.
///
/// @param solver  as it computed the field
/// @param cost    m, >= the straight distance
/// @return whether it leads there sooner; false for cells off the grid, and for a bad cost. Cost
/// O(1), the first after it was done O(2000)
VEER_API bool veer_field_add_link(VeerFieldSolver *solver, VeerField *field, VeerCell from,
                                  VeerCell to, float cost);
/// How many cells the solver looked at since veer_field_begin.
VEER_API uint64_t veer_field_work(const VeerFieldSolver *solver);

/// How far it is from the middle of a cell to the nearest goal, m (times the cost of the cells that
/// it crosses); INFINITY: there is no path, or the field has not come there yet. Cost O(1).
VEER_API float veer_field_at(const VeerField *field, VeerCell cell);
/// The same in three dimensions.
VEER_API float veer_field_at_voxel(const VeerField *field, VeerVoxel voxel);
/// How far it is from a point to the nearest goal, m: exact where the cells around see it, else
/// bilinear between those that can be reached from the point's cell; INFINITY: no path. Cost O(1).
VEER_API float veer_field_distance(const VeerField *field, VeerVec3 position);

/// Which way to go from a point: of unit length; over a grid, in its plane.
///
/// Straight to the goal where the cells around see it. Elsewhere to the cell among those in view up
/// to three cells away (two among voxels) from where the rest of the path is shortest; over a map
/// with costs, down the distance, bilinear between the cells around that can be reached from the
/// point's own. Never into a blocked cell nor across the corner of one. From within a blocked cell
/// it leads to the best cell beside it.
/// @return 0: there is no path, or the goal is less than a thousandth of a cell away. Cost O(1).
VEER_API VeerVec3 veer_field_direction(const VeerField *field, VeerVec3 position);

#endif
