/// A plane of a program in space: a program in the plane.
#include "avoid/orca/lp.h"

/// Two axes that span a plane.
typedef struct PlaneFrame {
    VeerVec3 x, y;
} PlaneFrame;

/// The axes of the plane across `normal`, from the coordinate axis that is most across it.
static PlaneFrame frame_across(VeerVec3 normal)
{
    float x = fabsf(normal.x), y = fabsf(normal.y), z = fabsf(normal.z);
    VeerVec3 axis = vec3(0.0f, 0.0f, 1.0f);
    if (x <= y && x <= z) {
        axis = vec3(1.0f, 0.0f, 0.0f);
    } else if (y <= z) {
        axis = vec3(0.0f, 1.0f, 0.0f);
    }
    PlaneFrame frame;
    frame.x = unit3(cross3(normal, axis), axis);
    frame.y = cross3(normal, frame.x);
    return frame;
}

static VeerVec2 in_frame(const PlaneFrame *frame, VeerVec3 a)
{
    return vec2(dot3(frame->x, a), dot3(frame->y, a));
}

/// Adds what half-space j leaves of plane i. @return false: nothing
static bool cut_plane(const VeerLp *program, const PlaneFrame *frame, uint32_t i, uint32_t j,
                      VeerLpRegion *flat)
{
    const VeerLpRegion *region = program->region;
    VeerVec3 plane = vec3(region->x[i], region->y[i], region->z[i]);
    VeerVec3 by = vec3(region->x[j], region->y[j], region->z[j]);
    VeerVec2 normal = in_frame(frame, by);
    float distance = region->distance[j] - region->distance[i] * dot3(plane, by);
    float square = dot2(normal, normal);
    if (square <= PARALLEL * PARALLEL) {
        return distance <= program->slack;
    }
    float inverse = 1.0f / sqrtf(square);
    // Half of the slack is given away here, as on a line (lp.c).
    veer_lp_add(flat, vec3(normal.x * inverse, normal.y * inverse, 0.0f),
                (distance - 0.5f * program->slack) * inverse);
    return true;
}

bool veer_lp3_on_plane(const VeerLp *program, uint32_t i, VeerVec3 *out)
{
    const VeerLpRegion *region = program->region;
    float d = region->distance[i];
    if (fabsf(d) > program->limit + program->slack) {
        return false;
    }
    VeerVec3 normal = vec3(region->x[i], region->y[i], region->z[i]);
    PlaneFrame frame = frame_across(normal);
    VeerLpRegion flat;
    flat.is_spatial = false;
    flat.count = 0;
    for (uint32_t j = 0; j < i; j++) {
        if (!cut_plane(program, &frame, i, j, &flat)) {
            return false;
        }
    }
    veer_lp_fill_up(&flat);
    VeerVec2 aim = in_frame(&frame, program->aim);
    VeerLp inside = {&flat,
                     flat.count,
                     sqrtf(max_f((program->limit - d) * (program->limit + d), 0.0f)),
                     0.5f * program->slack,
                     vec3(aim.x, aim.y, 0.0f),
                     program->is_far};
    VeerVec3 best;
    if (veer_lp_reach(&inside, &best) < flat.count) {
        return false;
    }
    *out = along3(along3(scale3(normal, d), frame.x, best.x), frame.y, best.y);
    return true;
}
