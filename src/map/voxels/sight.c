/// Lines of sight through a voxel map, from leaf to leaf, in whole numbers.
///
/// In halves of a voxel, counted in the line's direction on each axis, the line leaves the middle
/// of a voxel at 0 and crosses the planes between voxels at 1, 3, 5, … Where it crosses planes of
/// several axes at once, it touches the voxels beside.
#include "map/voxels/voxels.h"

/// A line from the middle of one voxel to the middle of another.
typedef struct VoxelLine {
    int32_t from[3], sign[3];
    uint32_t length[3]; ///< halves of a voxel
    int32_t at[3];      ///< the voxel where it is
} VoxelLine;

static VoxelLine make_line(VeerVoxel from, VeerVoxel to)
{
    const int32_t a[3] = {from.x, from.y, from.z}, b[3] = {to.x, to.y, to.z};
    VoxelLine line;
    for (int i = 0; i < 3; i++) {
        int32_t distance = b[i] - a[i];
        line.from[i] = line.at[i] = a[i];
        line.sign[i] = distance < 0 ? -1 : 1;
        line.length[i] = 2u * (uint32_t)(distance < 0 ? -distance : distance);
    }
    return line;
}

static VeerVoxel voxel_of(const int32_t at[3])
{
    return (VeerVoxel){at[0], at[1], at[2]};
}

/// How far along an axis the leaf ends that the line is in.
static uint32_t end_of_leaf(const VoxelLine *line, int axis, int32_t shift)
{
    int32_t lower = line->at[axis] >> shift << shift, middle = 2 * line->from[axis] + 1;
    return (uint32_t)(line->sign[axis] > 0 ? 2 * (lower + (1 << shift)) - middle
                                           : middle - 2 * lower);
}

/// Whether all voxels around the point where planes of several axes are crossed are free.
static bool are_free_around(const VeerVoxels *voxels, const VoxelLine *line, uint32_t crossed)
{
    for (uint32_t behind = crossed; behind > 0; behind = (behind - 1u) & crossed) {
        int32_t at[3];
        for (int i = 0; i < 3; i++) {
            at[i] = line->at[i] - (behind >> i & 1u ? line->sign[i] : 0);
        }
        if (veer_voxel_is_set(voxels, voxel_of(at))) {
            return false;
        }
    }
    return true;
}

/// Goes on to the voxel behind the leaf. @return the axes whose planes are crossed there, as bits
static uint32_t leave(VoxelLine *line, int32_t shift)
{
    const uint32_t *length = line->length;
    const uint32_t ends[3] = {end_of_leaf(line, 0, shift), end_of_leaf(line, 1, shift),
                              end_of_leaf(line, 2, shift)};
    // The first end along the line: ends[i] / length[i] is how much of the line lies before it.
    int first = ends[1] * length[0] < ends[0] * length[1] ? 1 : 0;
    first = ends[2] * length[first] < ends[first] * length[2] ? 2 : first;
    uint32_t crossed = 0;
    for (int i = 0; i < 3; i++) {
        uint32_t part = ends[first] * length[i] + length[first], whole = 2u * length[first];
        uint32_t planes = part / whole;
        crossed |= (planes * whole == part ? 1u : 0u) << i;
        line->at[i] = line->from[i] + line->sign[i] * (int32_t)planes;
    }
    return crossed;
}

bool veer_voxels_sees(const VeerVoxels *voxels, VeerVoxel from, VeerVoxel to)
{
    if (veer_voxels_is_blocked(voxels, from) || veer_voxels_is_blocked(voxels, to)) {
        return false;
    }
    VoxelLine line = make_line(from, to);
    for (;;) {
        int32_t shift = veer_voxel_leaf_shift(voxels, voxel_of(line.at));
        if (shift < 0) {
            return false;
        }
        if (((line.at[0] ^ to.x) | (line.at[1] ^ to.y) | (line.at[2] ^ to.z)) >> shift == 0) {
            return true;
        }
        uint32_t crossed = leave(&line, shift);
        if ((crossed & (crossed - 1u)) != 0 && !are_free_around(voxels, &line, crossed)) {
            return false;
        }
    }
}
