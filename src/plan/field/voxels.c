/// Fields in three dimensions: over maps of voxels.
#include "map/voxels/voxels.h"
#include "plan/field/field.h"

#define STEPS VEER_FIELD_STEPS

static bool is_open(const VeerFieldSolver *solver, const int32_t *cell)
{
    const uint16_t *weights = veer_field_weights(solver);
    return weights[veer_field_index(&solver->shape, cell[0], cell[1], cell[2])] == VEER_FIELD_UNIT;
}

/// A line from the middle of a cell to a goal, in whole numbers.
typedef struct VoxelSightLine {
    int32_t cell[3], sign[3];
    int64_t rest[3];   ///< along each axis to the end of the cell
    int64_t length[3]; ///< and to the goal; odd, as goals are
} VoxelSightLine;

/// The axes along which the line leaves its cell first: several where it touches an edge or a
/// corner. @return bit i: axis i
static uint32_t first_axes(const VoxelSightLine *line)
{
    uint32_t first = 0, axes = 1;
    for (uint32_t axis = 1; axis < 3; axis++) {
        int64_t own = line->rest[axis] * line->length[first];
        int64_t best = line->rest[first] * line->length[axis];
        axes = own < best ? 1u << axis : own == best ? axes | 1u << axis : axes;
        first = own < best ? axis : first;
    }
    return axes;
}

/// Whether all cells are open that the line touches as it leaves its cell.
static bool is_step_open(const VeerFieldSolver *solver, const VoxelSightLine *line, uint32_t axes)
{
    for (uint32_t part = 1; part <= axes; part++) {
        int32_t cell[3];
        for (uint32_t axis = 0; axis < 3; axis++) {
            cell[axis] = line->cell[axis] + (part >> axis & 1u ? line->sign[axis] : 0);
        }
        if ((part & axes) == part && !is_open(solver, cell)) {
            return false;
        }
    }
    return true;
}

static bool sees(const VeerFieldSolver *solver, const int32_t *from, const int32_t *goal)
{
    VoxelSightLine line;
    for (int axis = 0; axis < 3; axis++) {
        int64_t offset = goal[axis] - ((int64_t)from[axis] * STEPS + STEPS / 2);
        line.cell[axis] = from[axis];
        line.sign[axis] = offset < 0 ? -1 : 1;
        line.length[axis] = offset < 0 ? -offset : offset;
        line.rest[axis] = STEPS / 2;
    }
    bool is_free = is_open(solver, line.cell);
    while (is_free && (line.cell[0] != goal[0] / STEPS || line.cell[1] != goal[1] / STEPS ||
                       line.cell[2] != goal[2] / STEPS)) {
        uint32_t axes = first_axes(&line);
        is_free = is_step_open(solver, &line, axes);
        for (uint32_t axis = 0; axis < 3; axis++) {
            if (axes >> axis & 1u) {
                line.cell[axis] += line.sign[axis];
                line.rest[axis] += STEPS;
            }
        }
    }
    return is_free;
}

static void sweep_row(VeerFieldSolver *solver, const VeerField *field, int32_t y, int32_t z)
{
    const int32_t *goal = field->goals[solver->goal].at;
    int32_t dy = y - goal[1] / STEPS, dz = z - goal[2] / STEPS,
            width = (int32_t)field->shape.side[0];
    int32_t rest = VEER_FIELD_VOXEL_SIGHT * VEER_FIELD_VOXEL_SIGHT - dy * dy - dz * dz;
    uint64_t *bits = veer_field_bits(&field->shape, veer_field_sight(solver), y, z);
    for (int32_t dx = -VEER_FIELD_VOXEL_SIGHT; dx <= VEER_FIELD_VOXEL_SIGHT; dx++) {
        int32_t cell[3] = {goal[0] / STEPS + dx, y, z};
        if (dx * dx > rest || cell[0] < 0 || cell[0] >= width) {
            continue;
        }
        bool is_seen =
            veer_field_is_nearest(field, solver->goal, cell[0], y, z) && sees(solver, cell, goal);
        bits[cell[0] >> 6] |= (uint64_t)is_seen << (cell[0] & 63);
        solver->work += (uint32_t)(dx < 0 ? -dx : dx) / 4u;
    }
}

bool veer_field_sweep_voxels(VeerFieldSolver *solver, const VeerField *field)
{
    const int32_t reach = VEER_FIELD_VOXEL_SIGHT;
    int32_t height = (int32_t)field->shape.side[1], number = solver->row++;
    if (solver->goal == field->goal_count) {
        return false;
    }
    // The rows of the cube round the goal.
    int32_t y = field->goals[solver->goal].at[1] / STEPS + number % (2 * reach + 1) - reach;
    int32_t z = field->goals[solver->goal].at[2] / STEPS + number / (2 * reach + 1) - reach;
    if (number == (2 * reach + 1) * (2 * reach + 1)) {
        solver->goal++;
        solver->row = 0;
    } else if (y >= 0 && y < height && z >= 0 && z < (int32_t)field->shape.side[2]) {
        sweep_row(solver, field, y, z);
    }
    solver->work++;
    return true;
}

static bool is_blocked(const void *map, int32_t x, int32_t y, int32_t z)
{
    return veer_voxels_is_blocked(map, (VeerVoxel){x, y, z});
}

static void load_row(const void *map, int32_t y, int32_t z, uint16_t *weights)
{
    for (int32_t x = 0; x < veer_voxels_def(map)->cells.x; x++) {
        weights[x] = veer_voxel_is_set(map, (VeerVoxel){x, y, z}) ? 0u : VEER_FIELD_UNIT;
    }
}

VeerStatus veer_field_begin_voxels(VeerFieldSolver *solver, VeerField *field,
                                   const VeerVoxels *voxels, const VeerFieldQuery *query)
{
    if (!voxels) {
        return VEER_BAD_VALUE;
    }
    const VeerVoxelsDef *def = veer_voxels_def(voxels);
    VeerVoxel cells = def->cells;
    VeerFieldFrame frame = {{(uint32_t)cells.x, (uint32_t)cells.y, (uint32_t)cells.z},
                            def->origin,
                            def->cell_size,
                            voxels,
                            is_blocked,
                            load_row,
                            false};
    return veer_field_start(solver, field, &frame, query);
}
