/// Pulling a route through voxels tight.
#include "plan/voxels/voxels.h"

static double squared(VeerVoxel a, VeerVoxel b)
{
    double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
    return x * x + y * y + z * z;
}

/// How long it is from a over b to c, voxels.
static double length_over(VeerVoxel a, VeerVoxel b, VeerVoxel c)
{
    return sqrt(squared(a, b)) + sqrt(squared(b, c));
}

/// Goes from each turn straight to the last one before the first that is out of sight.
static uint32_t skip(const VeerVoxels *voxels, VeerVoxel *route, uint32_t count)
{
    uint32_t kept = 1;
    for (uint32_t i = 2; i < count; i++) {
        if (!veer_voxels_sees(voxels, route[kept - 1u], route[i])) {
            route[kept++] = route[i - 1u];
        }
    }
    route[kept++] = route[count - 1u];
    return kept;
}

bool veer_voxel_slide(const VeerVoxels *voxels, VeerVoxel before, VeerVoxel *turn, VeerVoxel after,
                      int32_t step)
{
    static const VeerVoxel axes[6] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                      {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    double length = length_over(before, *turn, after);
    bool is_moved = false;
    for (; step > 0; step /= 2) {
        for (int i = 0; i < 6; i++) {
            VeerVoxel next = {turn->x + step * axes[i].x, turn->y + step * axes[i].y,
                              turn->z + step * axes[i].z};
            double shorter = length_over(before, next, after);
            if (shorter < length - 1e-9 && veer_voxels_sees(voxels, before, next) &&
                veer_voxels_sees(voxels, next, after)) {
                *turn = next;
                length = shorter;
                is_moved = true;
                i = -1;
            }
        }
    }
    return is_moved;
}

static bool is_route(const VeerVoxels *voxels, const VeerVoxel *route, uint32_t count)
{
    bool is_good = voxels && route;
    for (uint32_t i = 0; is_good && i < count; i++) {
        is_good = veer_voxels_has(voxels, route[i]);
    }
    return is_good;
}

uint32_t veer_voxel_pull(const VeerVoxels *voxels, VeerVoxel *route, uint32_t count)
{
    if (!is_route(voxels, route, count)) {
        return 0;
    }
    bool goes_on = count > 2;
    for (int round = 0; goes_on && round < 8; round++) {
        count = skip(voxels, route, count);
        goes_on = false;
        for (uint32_t i = 1; i + 1u < count; i++) {
            goes_on |= veer_voxel_slide(voxels, route[i - 1u], &route[i], route[i + 1u], 8);
        }
        goes_on = goes_on && count > 2;
    }
    return count;
}
