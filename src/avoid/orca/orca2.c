#include "avoid/base/view.h"
#include "avoid/orca/orca.h"

const VeerOrca2Lanes *veer_orca2_lanes(VeerLanes lanes)
{
    static const VeerOrca2Lanes *const tables[] = {VEER_LANES_EACH(veer_orca2)};
    return tables[lanes];
}

VeerHalfSpace veer_orca2_body(const VeerView *view, const VeerAvoidParams *params,
                              const VeerNeighbour *neighbour)
{
    return veer_orca2_lanes(veer_lanes_of(view->isa))->body(view, params, neighbour);
}

uint32_t veer_orca2_bodies(const VeerView *view, const VeerAvoidParams *resting,
                           const VeerAvoidParams *moving, VeerHalfSpace *out)
{
    return veer_orca2_lanes(veer_lanes_of(view->isa))->bodies(view, resting, moving, out);
}

VeerHalfSpace veer_orca2_pass(const VeerView *view, const VeerNeighbour *obstacle, bool is_left)
{
    VeerVec2 offset = plane2(obstacle->offset), velocity = plane2(view->velocity);
    float square = dot2(offset, offset), reach = veer_orca_reach(view, obstacle, sqrtf(square));
    if (!(square > reach * reach)) {
        return veer_orca_leave(view, obstacle);
    }
    float inverse = 1.0f / square, leg = sqrtf(max_f(square - reach * reach, 0.0f)) * inverse;
    VeerVec2 normal =
        sub2(scale2(left2(offset), is_left ? leg : -leg), scale2(offset, reach * inverse));
    float change = -dot2(normal, sub2(velocity, plane2(obstacle->velocity)));
    return (VeerHalfSpace){vec3(normal.x, normal.y, 0.0f), dot2(normal, velocity) + change};
}
